"""The same tables on PostgreSQL, and in two server processes that Redis lets talk to each other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.services import RedisServer
from tests.vtt.fights.live import Server, free_port
from tests.vtt.fights.test_live import PLACES, in_thread, place


def serving(*servers: Server) -> Iterator[tuple[Server, ...]]:
    """Servers while they are needed."""
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            if server.process:
                server.process.kill()
                server.process.wait()


@pytest.fixture
def on_postgres(tmp_path: Path, postgres_url: str) -> Iterator[Server]:
    """A server whose rows are in PostgreSQL."""
    for (server,) in serving(Server(tmp_path, free_port(), environment={"DATABASE_URL": postgres_url})):
        yield server


@pytest.fixture
def two(tmp_path: Path, redis_server: RedisServer) -> Iterator[tuple[Server, ...]]:
    """Two servers of the same tables."""
    one = Server(tmp_path, free_port(), environment={"REDIS_URL": redis_server.url})
    yield from serving(one, replace(one, port=free_port()))


@pytest.mark.postgres
async def test_a_table_on_postgresql(on_postgres: Server) -> None:
    fight = on_postgres.cast["fights"][1]
    gm, sol = on_postgres.tab("gm", fight), on_postgres.tab("sol", fight, "watch")
    gm.get()
    sol.get()
    async with gm.live() as page, sol.live() as other:
        replies = await asyncio.gather(*(in_thread(place, on_postgres, fight, seat) for seat in PLACES))
        assert [reply.status for reply in replies] == [204] * 4
        await page.until(6)
        await other.until(6)


@pytest.mark.postgres
def test_a_second_server_on_the_same_postgresql_refuses(on_postgres: Server) -> None:
    assert on_postgres.spawn(free_port()).wait(20) == 1
    assert "REDIS_URL" in on_postgres.output()


@pytest.mark.redis
async def test_what_one_server_takes_the_other_shows(two: tuple[Server, Server]) -> None:
    here, there = two
    fight = here.cast["fights"][1]
    tab = there.tab("jun", fight)
    tab.get()
    async with tab.live() as page:
        await asyncio.sleep(0.3)
        await in_thread(place, here, fight, "mina")
        await page.until(3)
        gm, cast = here.tab("gm", fight), here.cast
        removed = f"/campaigns/{cast['campaign']}/people/{cast['members']['jun']}/remove/"
        await in_thread(gm.post, removed)
        assert await page.closed() == 4403


@pytest.mark.redis
async def test_play_goes_on_while_redis_is_away(
    two: tuple[Server, Server], redis_server: RedisServer
) -> None:
    here, there = two
    fight = here.cast["fights"][1]
    near, far = here.tab("gm", fight), there.tab("gm", fight)
    near.get()
    far.get()
    async with near.live() as close_by, far.live() as away:
        await asyncio.sleep(0.3)
        redis_server.stop()
        assert (await in_thread(place, here, fight, "mina")).status == 204
        await close_by.until(3)
        await asyncio.sleep(3)
        redis_server.start()
        await asyncio.sleep(3)
        assert (await in_thread(place, here, fight, "jun")).status == 204
        await close_by.until(4)
        async with asyncio.timeout(25):
            while away.version < 4:
                await away.next("update", "whole", within=25)

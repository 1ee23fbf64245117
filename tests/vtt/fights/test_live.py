"""live-sync.md's cases, at a real server: every browser at a table shows the same fight."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.vtt.fights.live import HEAR_SECONDS, Reply, Server, Tab, free_port, serving

PLACES = {"mina": "A1", "jun": "B1", "ada": "C1", "kim": "A1"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of candle fights."""
    yield from serving(tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="module")
def _fights(server: Server) -> Iterator[int]:
    """Fights that nobody has touched yet."""
    return iter(server.cast["fights"][1:-1])


@pytest.fixture
def fight(_fights: Iterator[int]) -> int:
    """A fight of the test's own: everybody is to place their candle, on ticket 2."""
    return next(_fights)


def place(server: Server, fight: int, seat: str, ticket: int = 2) -> Reply:
    """The GM places a player's candle."""
    return server.tab("gm", fight).post("answer/", seat=seat, ticket=ticket, value=PLACES[seat])


async def in_thread(work: Any, *args: Any) -> Any:
    """Posts while the sockets of this test listen on."""
    return await asyncio.get_running_loop().run_in_executor(None, work, *args)


# ---- versions, gaps, reconnects


async def test_a_page_that_is_current_hears_nothing(server: Server, fight: int) -> None:
    tab = server.tab("mina", fight)
    assert tab.get().status == 200
    async with tab.live() as page:
        assert await page.quiet()


async def test_a_change_while_the_page_loads_is_not_missed(server: Server, fight: int) -> None:
    tab = server.tab("jun", fight)
    tab.get()
    assert place(server, fight, "mina").status == 204
    async with tab.live() as page:
        await page.until(3)


async def test_all_pages_at_a_table_show_the_same_version(server: Server, fight: int) -> None:
    tabs = [
        server.tab(who, fight, name)
        for who, name in (("gm", ""), ("mina", ""), ("jun", ""), ("sol", "watch"))
    ]
    tabs.append(server.tab("", fight))
    for tab in tabs:
        tab.get()
    async with (
        tabs[0].live() as a,
        tabs[1].live() as b,
        tabs[2].live() as c,
        tabs[3].live() as d,
        tabs[4].live() as e,
    ):
        for number, seat in enumerate(PLACES, 3):
            await in_thread(place, server, fight, seat)
            for page in (a, b, c, d, e):
                await page.until(number)
        assert d.regions["board"] == e.regions["board"] == a.regions["board"]
        assert {page.version for page in (a, b, c, d, e)} == {6}


async def test_three_changes_while_cut_off_are_all_there_afterwards(server: Server, fight: int) -> None:
    tab = server.tab("gm", fight)
    tab.get()
    async with tab.live() as page:
        assert page.version == 2
    for seat in ("mina", "jun", "ada"):
        place(server, fight, seat)
    async with tab.live() as page:
        await page.until(5)
        brought = [each for each in page.heard if each["type"] in ("update", "whole")]
        assert len(brought) == 1


async def test_a_page_that_sees_a_gap_gets_the_whole(server: Server, fight: int) -> None:
    tab = server.tab("gm", fight)
    tab.get()
    place(server, fight, "mina")
    async with tab.live() as page:
        await page.until(3)
        await page.say({"type": "whole?"})
        whole = await page.next("whole")
        assert whole["version"] == 3
        assert set(whole["regions"]) == {"status", "board", "order", "prompts", "rules", "drawer"}


@pytest.mark.parametrize("version", [0, -5, 10**9])
async def test_a_page_of_a_version_that_never_was_gets_the_whole(
    server: Server, fight: int, version: int
) -> None:
    async with server.tab("gm", fight).live(version) as page:
        assert (await page.next("whole"))["version"] == 2


async def test_each_is_answered_in_the_language_of_the_page(server: Server, fight: int) -> None:
    assert '<html lang="ko"' in server.tab("gm", fight).get(lang="ko").body


# ---- who may listen


@pytest.mark.parametrize(
    ("who", "name"), [("sol", "gm"), ("mina", "jun"), ("jun", "mina"), ("sol", "nobody")]
)
async def test_a_socket_without_a_grant_is_closed_and_the_page_is_not_there(
    server: Server, fight: int, who: str, name: str
) -> None:
    tab = server.tab(who, fight, name)
    assert tab.get().status == 404
    async with tab.live(1) as page:
        assert await page.closed() == 4404


@pytest.mark.parametrize(
    "message",
    [{}, [], "hello", {"type": "hello"}, {"type": "answer"}, {"type": "hello", "version": "x" * 900}],
)
async def test_a_browser_that_talks_nonsense_is_shut_out(server: Server, message: Any) -> None:
    fight = server.cast["fights"][0]
    async with server.tab("gm", fight).live(1) as page:
        await page.say(message)
        assert await page.closed() == 4400


async def test_who_loses_the_role_is_cut_off_at_once(server: Server, fight: int) -> None:
    cast = server.cast
    gm, tab = server.tab("gm", fight), server.tab("pip", fight, "watch")
    tab.get()
    async with tab.live() as page:
        removed = f"/campaigns/{cast['campaign']}/people/{cast['members']['pip']}/remove/"
        assert (await in_thread(gm.post, removed)).status == 302
        assert await page.closed() == 4403
    assert tab.get().status == 404


async def test_who_gets_another_seat_sees_its_prompts_at_once(server: Server, fight: int) -> None:
    gm, tab = server.tab("gm", fight), server.tab("mina", fight)
    tab.get()
    async with tab.live() as page:
        member = server.cast["members"]["mina"]
        reply = await in_thread(lambda: gm.post("seat/", key="kim", holder=member))
        assert reply.status == 204
        await page.next("whole")
        assert 'value="kim"' in page.regions["prompts"]


# ---- at once


def test_four_answers_to_one_question_in_the_same_second_are_all_kept(server: Server, fight: int) -> None:
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda seat: place(server, fight, seat), PLACES))
    assert [reply.status for reply in replies] == [204] * 4
    tab = server.tab("gm", fight)
    tab.get()
    assert tab.version == 6


def test_of_two_answers_to_a_first_question_one_is_taken_and_the_other_told_so(server: Server) -> None:
    fight = server.cast["fights"][-1]
    gm = server.tab("gm", fight)
    body = gm.get().body
    ticket = int(body.split('data-ticket="')[1].split('"')[0])
    version = gm.version
    seats = [seat for seat in PLACES if f'id="ask-{seat}-{ticket}"' in body][:2]
    assert len(seats) == 2
    with ThreadPoolExecutor(2) as pool:
        replies = list(pool.map(lambda seat: gm.post("answer/", seat=seat, ticket=ticket, value=seat), seats))
    assert sorted(reply.status for reply in replies) == [204, 409]
    gm.get()
    assert gm.version == version + 1


def test_the_same_form_sent_five_times_has_one_effect(server: Server, fight: int) -> None:
    with ThreadPoolExecutor(5) as pool:
        replies = list(pool.map(lambda _time: place(server, fight, "mina"), range(5)))
    assert [reply.status for reply in replies] == [204] * 5
    tab = server.tab("gm", fight)
    tab.get()
    assert tab.version == 3


# ---- presence


async def test_tabs_of_one_person_count_once(server: Server, fight: int) -> None:
    async with (
        server.tab("mina", fight).live(2),
        server.tab("mina", fight).live(2),
        server.tab("", fight).live(2),
        server.tab("gm", fight).live(2) as page,
    ):
        present: dict[str, Any] = {}
        while present.get("people") != ["Gia", "Min-ah"] or present["watching"] != 1:
            present = await page.next("presence")


# ---- bots


async def test_bots_play_while_somebody_looks_and_wait_while_nobody_does(server: Server, fight: int) -> None:
    gm = server.tab("gm", fight)
    for character in (*PLACES, "taper", "stub", "gm"):
        assert gm.post("driver/", character=character, bot="fierce").status == 204
    gm.get()
    version = gm.version
    await asyncio.sleep(0.5)
    gm.get()
    assert gm.version == version
    async with gm.live() as page:
        await page.until(version + 20)
    await asyncio.sleep(0.5)
    gm.get()
    version = gm.version
    await asyncio.sleep(0.5)
    gm.get()
    assert gm.version == version


async def test_bots_go_on_at_once_while_more_of_them_are_set(tmp_path: Path) -> None:
    """What was looked at may be older, or newer, than what this process has heard of its own commits."""
    alone = {"CANDLES_KNOBS": json.dumps({"bots.LEFT_ALONE": 10 * HEAR_SECONDS})}
    server = Server(tmp_path, free_port(), environment=alone)
    server.start()
    try:
        for fight in server.cast["fights"][1:4]:
            await _hand_over(server.tab("gm", fight))
    finally:
        server.end(signal.SIGKILL)


async def _hand_over(gm: Tab) -> None:
    gm.get()
    async with gm.live() as page:
        set_all = in_thread(
            lambda: [gm.post("driver/", character=each, bot="fierce") for each in (*PLACES, "gm")]
        )
        await asyncio.gather(set_all, page.until(gm.version + 20))


# ---- the end of a server, and of its log


def test_a_second_server_on_the_same_data_refuses_and_says_why(server: Server) -> None:
    second = server.spawn(free_port())
    assert second.wait(20) == 1
    assert "REDIS_URL" in server.output()


def test_no_token_reaches_the_log(server: Server) -> None:
    token = server.cast["token"]
    watcher = server.tab("", server.cast["fights"][0])
    assert watcher.get().status == 200
    assert watcher.get("nowhere/").status == 404
    server.tab("", 10**6).get()
    asyncio.run(_look(watcher))
    assert "/watch/-/" in server.output()
    assert token not in server.output()


async def _look(tab: Tab) -> None:
    async with tab.live(1):
        await asyncio.sleep(0.1)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to be ended."""
    yield from serving(tmp_path)


async def test_a_server_that_is_told_to_stop_sends_its_browsers_away_to_come_back(own_server: Server) -> None:
    fight = own_server.cast["fights"][1]
    async with own_server.tab("gm", fight).live(2) as page, own_server.tab("mina", fight).live(2) as other:
        ending = in_thread(own_server.end, signal.SIGTERM)
        task = asyncio.ensure_future(ending)
        assert await page.closed() == 4001
        assert await other.closed() == 4001
        assert await task == 0


async def test_nothing_is_lost_when_the_server_is_killed_in_mid_turn(own_server: Server) -> None:
    fight = own_server.cast["fights"][-1]
    gm = own_server.tab("gm", fight)
    before = gm.get().body
    version = gm.version
    async with gm.live() as page:
        await in_thread(own_server.end, signal.SIGKILL)
        assert await page.closed() == 1006
    own_server.start()
    after = gm.get().body
    assert gm.version == version
    assert _prompts(after) == _prompts(before) != []
    async with gm.live() as page:
        assert await page.quiet()


async def test_bots_go_on_by_themselves_after_a_kill(own_server: Server) -> None:
    fight = own_server.cast["fights"][1]
    gm = own_server.tab("gm", fight)
    for character in (*PLACES, "taper", "stub", "gm"):
        gm.post("driver/", character=character, bot="random")
    gm.get()
    async with gm.live() as page:
        await page.until(gm.version + 3)
    await in_thread(own_server.end, signal.SIGKILL)
    own_server.start()
    gm.get()
    async with gm.live() as page:
        await page.until(gm.version + 3)


def _prompts(body: str) -> list[str]:
    return [part.split('"')[0] for part in body.split('id="ask-')[1:]]

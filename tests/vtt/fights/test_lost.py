"""What heartbeats and bounds are for: lost announcements, readers that never read."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest import mock

import pytest

from tests.vtt.fights.live import Server, Tab, free_port
from tests.vtt.fights.test_live import PLACES, in_thread, place
from tests.vtt.fights.test_services import serving
from vtt.fights import server


def started(folder: Path, knobs: dict[str, float], **environment: str) -> Iterator[Server]:
    """A server with other constants than usual."""
    more = {"CANDLES_KNOBS": json.dumps(knobs), **environment}
    for (started_one,) in serving(Server(folder, free_port(), environment=more)):
        yield started_one


@pytest.fixture
def deaf(tmp_path: Path) -> Iterator[Server]:
    """A server that hears no announcement at all."""
    yield from started(tmp_path, {"room.BEAT_SECONDS": 0.5}, CANDLES_DEAF="1")


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """A server that bears little unread."""
    yield from started(tmp_path, {"server.BUFFER_BYTES": 20_000, "server.BUFFER_LOOK_SECONDS": 0.3})


async def test_a_lost_announcement_is_repaired_by_the_heartbeat(deaf: Server) -> None:
    fight = deaf.cast["fights"][1]
    tab = deaf.tab("gm", fight)
    tab.get()
    async with tab.live() as page:
        await page.next("beat")
        await in_thread(place, deaf, fight, "mina")
        await page.until(3)
        assert (await page.next("beat"))["version"] == 3


async def test_bots_that_nobody_announced_are_picked_up_after_a_while(deaf: Server) -> None:
    fight = deaf.cast["fights"][1]
    gm = deaf.tab("gm", fight)
    gm.post("driver/", character="mina", bot="random")
    gm.get()
    async with gm.live() as page:
        await page.until(gm.version + 1)


async def test_a_browser_that_never_reads_is_dropped_and_delays_nobody(strict: Server) -> None:
    fight = strict.cast["fights"][1]
    gm = strict.tab("gm", fight)
    gm.get()
    deaf_one = await in_thread(_never_reads, strict, f"/fights/{fight}/gm/live/", gm.session, gm.version)
    with deaf_one:
        await _goes_on_for(gm, strict, deaf_one)


async def _goes_on_for(gm: Tab, strict: Server, deaf_one: socket.socket) -> None:
    async with gm.live() as page:
        for character in (*PLACES, "taper", "stub", "gm"):
            await in_thread(lambda name=character: gm.post("driver/", character=name, bot="random"))
        await page.until(gm.version + 20)
        async with asyncio.timeout(20):
            while "does not read" not in strict.output():
                page.heard.clear()
                await page.say({"type": "whole?"})
                await page.next("whole", "update")
                with suppress(ConnectionError):
                    deaf_one.sendall(_masked('{"type": "whole?"}'))


def _never_reads(server: Server, path: str, session: str, version: int) -> socket.socket:
    """A socket that says hello and then leaves everything unread, in buffers as small as can be."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: localhost:{server.port}",
        f"Origin: http://localhost:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: ringside_session={session}",
    )
    raw.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    raw.recv(12)
    raw.sendall(_masked(json.dumps({"type": "hello", "version": version})))
    return raw


def _masked(text: str) -> bytes:
    """A short text frame, masked with zeros."""
    data = text.encode()
    return struct.pack("!BB4x", 0x81, 0x80 | len(data)) + data


def test_a_moments_backlog_drops_nobody_and_a_lasting_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, deaf_one = mock.Mock(), mock.Mock()
    waiting = {reading.transport: 2_000_000, deaf_one.transport: 2_000_000}
    serving_both = server.DrainingServer.__new__(server.DrainingServer)
    monkeypatch.setattr(server, "reactor", mock.Mock())
    monkeypatch.setattr(server, "unread", waiting.__getitem__)
    monkeypatch.setattr(serving_both, "_sockets", lambda: [reading, deaf_one])
    serving_both.drop_slow_readers()
    waiting[reading.transport] = 0
    serving_both.drop_slow_readers()
    assert deaf_one.transport.abortConnection.called
    assert not reading.transport.abortConnection.called

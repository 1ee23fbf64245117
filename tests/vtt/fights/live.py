"""Browsers without a screen: what a page posts and what its socket hears, at a real server in a process of its own."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

CSRF = "x" * 32
START_SECONDS = 30
HEAR_SECONDS = 8
ROOT = Path(__file__).parents[3]


@dataclass
class Server:
    """A server process; a killed one can be started again on the same data."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start, and return when pages come."""
        self.process = self.spawn(self.port)
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.output()}")
            time.sleep(0.1)

    def spawn(self, port: int) -> subprocess.Popen[bytes]:
        """A process that wants to serve this data on a port."""
        mine = {"RINGSIDE_DATA": str(self.folder), "RINGSIDE_BOT_PACE": "0"}
        gone = {"DATABASE_URL", "REDIS_URL", "RINGSIDE_DEBUG"}
        rest = {name: value for name, value in os.environ.items() if name not in gone}
        with (self.folder / "output").open("ab") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.vtt.fights.candles_server", str(port)],
                cwd=ROOT,
                env=rest | mine | self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def output(self) -> str:
        """All that was written by any process on this data."""
        return (self.folder / "output").read_text(encoding="utf-8")

    def answers(self) -> bool:
        """Whether somebody listens."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop and wait; the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(20)

    @property
    def cast(self) -> dict[str, Any]:
        """Who and what there is."""
        cast: dict[str, Any] = json.loads((self.folder / "cast.json").read_text(encoding="utf-8"))
        return cast

    def tab(self, who: str, fight: int, name: str = "") -> Tab:
        """Somebody's page at a table; who "" has only a watch link."""
        if not who:
            return Tab(self, f"/watch/{self.cast['token']}/fights/{fight}/", "")
        return Tab(self, f"/fights/{fight}/{name or who}/", self.cast["sessions"][who])


@dataclass
class Reply:
    """What came back."""

    status: int
    body: str
    headers: dict[str, str]


@dataclass
class Tab:
    """One page in one browser."""

    server: Server
    address: str
    session: str
    version: int = 0

    def get(self, page: str = "", lang: str = "en") -> Reply:
        """Open the page, or another one relative to it."""
        reply = self._send("GET", page, None, {"Accept-Language": lang})
        if not page and reply.status == 200:
            self.version = int(reply.body.split('data-version="')[1].split('"')[0])
        return reply

    def post(self, page: str, **fields: Any) -> Reply:
        """Send a form as htmx does."""
        headers = {"X-CSRFToken": CSRF, "HX-Request": "true"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self._send("POST", page, urlencode(fields, doseq=True), headers)

    def _send(self, method: str, page: str, body: str | None, headers: dict[str, str]) -> Reply:
        connection = http.client.HTTPConnection("localhost", self.server.port, timeout=20)
        address = page if page.startswith("/") else self.address + page
        connection.request(method, address, body, headers | {"Cookie": self._cookie()})
        reply = connection.getresponse()
        found = Reply(reply.status, reply.read().decode(), dict(reply.getheaders()))
        connection.close()
        return found

    def _cookie(self) -> str:
        return f"ringside_session={self.session}; csrftoken={CSRF}" if self.session else ""

    @asynccontextmanager
    async def live(self, version: int | None = None) -> AsyncIterator[Listener]:
        """The page's socket, hello said with its version (or another)."""
        headers = {"Cookie": self._cookie()} if self.session else {}
        where = f"ws://localhost:{self.server.port}{self.address}live/?lang=en"
        origin: Any = f"http://localhost:{self.server.port}"
        async with connect(where, additional_headers=headers, origin=origin) as opened:
            listener = Listener(opened, self.version if version is None else version)
            with suppress(ConnectionClosed):
                await listener.say({"type": "hello", "version": listener.version})
            yield listener


@dataclass
class Listener:
    """A page's end of the socket: follows the updates as the page's script does."""

    opened: ClientConnection
    version: int
    heard: list[dict[str, Any]] = field(default_factory=list)
    regions: dict[str, str] = field(default_factory=dict)

    async def say(self, message: Any) -> None:
        """Send a message."""
        await self.opened.send(json.dumps(message))

    async def next(self, *types: str, within: float = HEAR_SECONDS) -> dict[str, Any]:
        """The next message of one of these types; TimeoutError when none comes."""
        async with asyncio.timeout(within):
            while True:
                message: dict[str, Any] = json.loads(await self.opened.recv())
                self._follow(message)
                if message["type"] in types:
                    return message

    async def until(self, version: int) -> None:
        """Listen until the page shows that version."""
        while self.version < version:
            await self.next("update", "whole")

    async def quiet(self, seconds: float = 0.6) -> bool:
        """Whether no change comes for so long."""
        try:
            await self.next("update", "whole", within=seconds)
        except TimeoutError:
            return True
        return False

    async def closed(self) -> int | None:
        """The code it is closed with."""
        async with asyncio.timeout(HEAR_SECONDS):
            await self.opened.wait_closed()
        return self.opened.close_code

    def _follow(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["type"] == "update":
            assert message["from"] == self.version, "a gap"
            self.version = message["to"]
            self.regions |= message["regions"]
        elif message["type"] == "whole":
            self.version = message["version"]
            self.regions = message["regions"]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serving(folder: Path) -> Iterator[Server]:
    """A server while it is needed: the body of a fixture."""
    server = Server(folder, free_port())
    server.start()
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.process.kill()
            server.process.wait()

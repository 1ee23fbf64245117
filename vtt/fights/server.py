"""The server: Daphne, ending in order, and dropping readers that never read.

`python -m vtt.fights.server -b 0.0.0.0 -p 8000` takes Daphne's own options. On SIGTERM or SIGINT it takes no new
connections, closes every socket with a code that says "come back", and gives running requests a few seconds; Daphne
by itself would cut them off, and on Python 3.11 may crash in doing so.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import django
from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer
from twisted.internet import reactor as installed_reactor

from vtt.fights import packs, single
from vtt.fights.codes import RESTART, TOO_SLOW
from vtt.fights.single import AnotherServer

reactor: Any = installed_reactor
log = logging.getLogger(__name__)

DRAIN_SECONDS = 5.0
LOOK_SECONDS = 0.05
BUFFER_BYTES = 1_000_000
"""What one browser may leave unread; Daphne itself knows no bound."""
BUFFER_LOOK_SECONDS = 5
APPLICATION = "vtt.asgi:application"


class DrainingServer(Server):
    """Daphne's server with an end."""

    overdue: frozenset[Any] = frozenset()
    """Browsers that had more unread than they may at the last look."""

    def run(self) -> None:
        """Serve until told to stop."""
        reactor.addSystemEventTrigger("before", "shutdown", self.drain)
        reactor.callLater(BUFFER_LOOK_SECONDS, self.drop_slow_readers)
        super().run()

    def kill_all_applications(self) -> Any:
        """Called by Twisted beside `drain`; the drain does it when it is done waiting."""
        return defer.succeed(None)

    def drain(self) -> Any:
        """Twisted waits for what this returns before it ends."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._drain()))

    async def _drain(self) -> None:
        for listener in self.listeners:
            listener.addCallback(lambda port: port.stopListening())
        await self._until(self._no_requests)
        for protocol in list(self._sockets()):
            protocol.serverClose(code=RESTART)
        await self._until(lambda: not any(True for _socket in self._sockets()))
        for details in list(self.connections.values()):
            if (application := details.get("application_instance")) and not application.done():
                application.cancel()
        await asyncio.sleep(LOOK_SECONDS)

    async def _until(self, is_so: Any) -> None:
        deadline = time.monotonic() + DRAIN_SECONDS
        while not is_so() and time.monotonic() < deadline:
            await asyncio.sleep(LOOK_SECONDS)

    def _no_requests(self) -> bool:
        return not any(
            "application_instance" in details and not details["application_instance"].done()
            for protocol, details in self.connections.items()
            if not isinstance(protocol, WebSocketProtocol)
        )

    def _sockets(self) -> Iterator[Any]:
        for protocol, details in self.connections.items():
            if isinstance(protocol, WebSocketProtocol) and not details.get("disconnected"):
                yield protocol

    def drop_slow_readers(self) -> None:
        """Cut off browsers that leave more unread than they may (pings find those that are gone).

        Only those seen so at two looks in a row: what was written a moment ago waits in any transport.
        """
        full = frozenset(each for each in self._sockets() if unread(each.transport) > BUFFER_BYTES)
        for protocol in full & self.overdue:
            log.info("dropped a browser that does not read (%s)", TOO_SLOW)
            protocol.transport.abortConnection()
        self.overdue = full - self.overdue
        reactor.callLater(BUFFER_LOOK_SECONDS, self.drop_slow_readers)


def unread(transport: Any) -> int:
    """Bytes that wait in a Twisted transport."""
    waiting: int = len(transport.dataBuffer) - transport.offset + sum(map(len, transport._tempDataBuffer))
    return waiting


class CommandLine(CommandLineInterface):
    """Daphne's command line for the draining server."""

    server_class = DrainingServer


def serve(options: list[str]) -> None:
    """Serve Ringside with Daphne's options. AnotherServer when only one process may serve and one does already."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vtt.settings")
    django.setup()
    single.hold()
    packs.read()
    CommandLine().run(["--no-server-name", *options, APPLICATION])


def main() -> int:
    """The exit code of `python -m vtt.fights.server`."""
    try:
        serve(sys.argv[1:])
    except AnotherServer as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

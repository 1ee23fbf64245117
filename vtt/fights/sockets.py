"""One browser's socket as the hub sees it: what it shows, and an outbox that cannot grow."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from rules.engine.view import Role
from vtt.campaigns.links import BadLink
from vtt.fights import permissions
from vtt.fights.drawing import Audience
from vtt.fights.permissions import Place

SLOW_SECONDS = 40.0
log = logging.getLogger(__name__)

Send = Callable[[str], Awaitable[Any]]
Close = Callable[[int], Awaitable[Any]]


@dataclass(frozen=True)
class Credential:
    """What a browser's rights at a table are looked up by: a session and a grant's name, or a watch link's token."""

    fight_id: int
    name: str = ""
    session_key: str | None = None
    token: str = ""

    def place(self) -> Place | None:
        """The table as it may be seen now; None when it may not (any more). Reads the database."""
        scope = {"session": SessionKey(self.session_key)}
        try:
            if self.token:
                return permissions.watch_place(self.token, self.fight_id)
            return permissions.place(scope, self.fight_id, self.name)
        except (Http404, BadLink):
            return None


@dataclass(frozen=True)
class SessionKey:
    """All that `grants` reads of a scope's session."""

    session_key: str | None


class Socket:
    """A browser at a table."""

    def __init__(self, credential: Credential, place: Place, lang: str, send: Send, close: Close) -> None:
        self.credential = credential
        self.lang = lang
        self.seat_at(place)
        self.shown: int | None = None
        """The version its page shows once everything sent has arrived; None: not known, the whole will tell."""
        self.is_closed = False
        self._send = send
        self._close = close
        self._waiting: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._sending_since: float | None = None
        self._writer = asyncio.create_task(self._write())
        self._writer.add_done_callback(_report)

    def seat_at(self, place: Place) -> None:
        """What it may see and who it is, as just looked up."""
        self.rights_version = place.fight.campaign.rights_version
        self.audience = Audience(place.viewer, self.lang)
        member = place.grant.membership
        self.person: Hashable = member.user_id if member else self
        """Tabs of one person are one."""
        self.name = member.name if member else ""
        self.is_late = place.viewer.role is Role.SPECTATOR and place.fight.delay > 0

    @property
    def has_update_waiting(self) -> bool:
        """Whether an update waits already, so that only the whole may take its place."""
        return "update" in self._waiting

    def put(self, kind: str, text: str) -> None:
        """Have a message sent; of a kind at most one waits, the newest."""
        self._waiting[kind] = text
        self._wake.set()

    def is_stuck(self) -> bool:
        """Whether one message has been on its way for too long."""
        return self._sending_since is not None and time.monotonic() - self._sending_since > SLOW_SECONDS

    async def _write(self) -> None:
        with suppress(OSError, RuntimeError):  # the browser is gone: the server says so by `disconnect`
            while await self._wake.wait():
                self._wake.clear()
                while self._waiting:
                    await self._send_one(next(iter(self._waiting)))

    async def _send_one(self, kind: str) -> None:
        self._sending_since = time.monotonic()
        await self._send(self._waiting.pop(kind))
        self._sending_since = None

    async def close(self, code: int) -> None:
        """Send nothing more and close."""
        if self.is_closed:
            return
        self.end()
        with suppress(TimeoutError, ConnectionError):
            await asyncio.wait_for(self._close(code), timeout=2)

    def end(self) -> None:
        """The socket is closed: its writer ends."""
        self.is_closed = True
        self._writer.cancel()


def _report(writer: asyncio.Task[None]) -> None:
    """A writer ends with its socket; any other end is a fault."""
    if not writer.cancelled() and (fault := writer.exception()):
        log.error("a browser could not be sent to", exc_info=fault)

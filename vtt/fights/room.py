"""One fight's browsers in this process, and the task that keeps them at the newest version."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from rules.engine.view import Viewer
from vtt.fights import bots, drawing, moments
from vtt.fights.codes import GONE, NO_TABLE, TOO_SLOW
from vtt.fights.drawing import Audience
from vtt.fights.models import Fight, Version
from vtt.fights.moments import Moment
from vtt.fights.presence import Presence
from vtt.fights.sockets import Credential, Socket

log = logging.getLogger(__name__)

BEAT_SECONDS = 20.0
LATE_SECONDS = 1.0
"""How often a fight that is shown late is looked at."""
FEW_VERSIONS = 20
"""A page further behind than this gets the whole."""

Way = tuple[Audience, int | None, int]
"""Whose page, from which version (None: not known), to which."""


@dataclass(frozen=True)
class Now:
    """What one look at the database tells about a fight."""

    fight: Fight
    moment: Moment
    age: float
    """Seconds since the newest version was committed."""
    versions: dict[Viewer, int]
    """What is newest for each viewer."""


class Room:
    """Lives on the hub's event loop as long as it has a socket."""

    def __init__(self, fight_id: int, in_pool: Callable[[Any], Any], closed: Callable[[Room], None]) -> None:
        self.fight_id = fight_id
        self.sockets: set[Socket] = set()
        self.presence = Presence(self.sockets)
        self._in_pool = in_pool
        self._closed = closed
        self._wake = asyncio.Event()
        self._own_version = 0
        """The newest version that this process committed: its bots' turn to answer."""
        self._has_company = False
        """Somebody came since bots were last looked at: they need not wait for another process' move."""
        self._bot: asyncio.Task[None] | None = None
        self._is_patient = False
        """Whether the bot only waits for another process to move first."""
        self._next_beat = time.monotonic() + BEAT_SECONDS
        self._task = asyncio.create_task(self._run())

    # ---- who is in

    def join(self, socket: Socket) -> None:
        """A browser has said which version it shows."""
        self.sockets.add(socket)
        self._has_company = True
        self.presence.changed()
        self._wake.set()

    def leave(self, socket: Socket) -> None:
        """A browser is gone."""
        socket.end()
        self.sockets.discard(socket)
        self.presence.changed()
        self._wake.set()

    def look_again(self) -> None:
        """Something asks for attention: a browser that saw a gap."""
        self._wake.set()

    def notice(self, version: int, *, is_own: bool) -> None:
        """A version was announced; `is_own`: by a commit of this process."""
        if is_own:
            self._own_version = max(self._own_version, version)
        self._wake.set()

    async def stop(self, code: int) -> None:
        """Close all sockets."""
        self._task.cancel()
        if self._bot:
            self._bot.cancel()
        await asyncio.gather(*(socket.close(code) for socket in self.sockets))

    # ---- the task

    async def _run(self) -> None:
        while self.sockets:
            try:
                await self._catch_up()
            except Exception:  # whatever a look or a drawing meets, the table goes on with the next one
                log.exception("fight %s: its browsers could not be brought up to date", self.fight_id)
            self.presence.send()
            await self._beat()
            await self._sleep()
        self._closed(self)

    async def _sleep(self) -> None:
        until = min(self._next_beat, self.presence.next_at)
        if any(socket.is_late for socket in self.sockets):
            until = min(until, time.monotonic() + LATE_SECONDS)
        try:
            await asyncio.wait_for(self._wake.wait(), max(0.0, until - time.monotonic()))
        except TimeoutError:
            return
        finally:
            self._wake.clear()

    async def _catch_up(self) -> None:
        viewers = {socket.audience.viewer for socket in self.sockets}
        now: Now | None = await self._in_pool(look)(self.fight_id, viewers)
        if now is None:
            await self._close(self.sockets, NO_TABLE)
            return
        await self._check_rights(now)
        await self._bring(now)
        self._let_bots(now)

    async def _bring(self, now: Now) -> None:
        """Send every socket that is behind what brings it to its newest version."""
        ways = {socket: way for socket in self.sockets if (way := _way(socket, now))}
        if not ways:
            return
        texts = await self._in_pool(draw)(now.fight, set(ways.values()))
        for socket, way in ways.items():
            if not socket.is_closed and way in texts:
                socket.put("update", texts[way])
                socket.shown = way[2]

    async def _beat(self) -> None:
        if time.monotonic() < self._next_beat:
            return
        self._next_beat = time.monotonic() + BEAT_SECONDS
        await self._close([socket for socket in self.sockets if socket.is_stuck()], TOO_SLOW)
        for socket in self.sockets:
            socket.put("beat", json.dumps({"type": "beat", "version": socket.shown}))

    # ---- rights

    async def _check_rights(self, now: Now) -> None:
        """Look up again whoever was looked up before the campaign's rights changed last; cut off who has none."""
        due = [s for s in self.sockets if s.rights_version != now.fight.campaign.rights_version]
        if not due:
            return
        places = await self._in_pool(_places)({socket.credential for socket in due})
        gone = [socket for socket in due if places[socket.credential] is None]
        for socket in due:
            if place := places[socket.credential]:
                before = socket.audience
                socket.seat_at(place)
                is_same = socket.audience == before and not place.grant.is_gm
                socket.shown = socket.shown if is_same else None  # the GM sees who holds which seat
        for viewer in {socket.audience.viewer for socket in due if socket not in gone}:
            now.versions[viewer] = moments.newest(now.fight, viewer)
        await self._close(gone, GONE)

    async def _close(self, sockets: Iterable[Socket], code: int) -> None:
        leaving = list(sockets)
        self.sockets.difference_update(leaving)
        if leaving:
            self.presence.changed()
            await asyncio.gather(*(socket.close(code) for socket in leaving))

    # ---- bots

    def _let_bots(self, now: Now) -> None:
        """Have a bot answer: soon if this process made the change or somebody came, else if no other did."""
        if not bots.is_due(now.moment):
            return
        is_mine = self._has_company or self._own_version >= now.moment.version  # a later one is seen next
        if self._bot and not self._bot.done():
            if not (is_mine and self._is_patient):
                return
            self._bot.cancel()
        self._has_company = False
        wait = bots.PACE if is_mine else max(bots.PACE, bots.LEFT_ALONE - now.age)
        self._is_patient = not is_mine
        self._bot = asyncio.create_task(self._move_bot(now.moment.snapshot.ticket, wait))
        self._bot.add_done_callback(lambda _task: self._wake.set())

    async def _move_bot(self, ticket: int, wait: float) -> None:
        await asyncio.sleep(wait)
        self._is_patient = False
        if self.sockets:
            await self._in_pool(bots.move)(self.fight_id, ticket)


# ---- in the pool's threads


def look(fight_id: int, viewers: Iterable[Viewer]) -> Now | None:
    """The fight as it is now; None when it is no more."""
    fight = Fight.objects.select_related("campaign").filter(pk=fight_id).first()
    if fight is None:
        return None
    at = Version.objects.values_list("at", flat=True).get(fight=fight_id, version=fight.version)
    return Now(
        fight=fight,
        moment=moments.at(fight_id, fight.version),
        age=(timezone.now() - at).total_seconds(),
        versions={viewer: moments.newest(fight, viewer) for viewer in viewers},
    )


def draw(fight: Fight, ways: Iterable[Way]) -> dict[Way, str]:
    """The message for each way; without those that could not be drawn, so that one page's fault is no other's."""
    drawn: dict[Way, str] = {}
    for way in ways:
        try:
            drawn[way] = _message(fight, *way)
        except Exception:  # whatever a template or a view meets
            log.exception("fight %s: version %s could not be drawn for %s", fight.pk, way[2], way[0])
    return drawn


def _message(fight: Fight, audience: Audience, start: int | None, end: int) -> str:
    if start is None or end - start > FEW_VERSIONS:
        return drawing.whole(fight, end, audience)
    return drawing.update(fight, start, end, audience)


def _places(credentials: Iterable[Credential]) -> dict[Credential, Any]:
    return {credential: credential.place() for credential in credentials}


def _way(socket: Socket, now: Now) -> Way | None:
    """What a socket needs; None when its page is at its newest version, or shows a later one than it would now."""
    newest, shown = now.versions.get(socket.audience.viewer), socket.shown
    if newest is None or shown == newest:
        return None
    if shown is not None and newest < shown <= now.fight.version:
        return None
    is_known = shown is not None and 0 < shown < newest and not socket.has_update_waiting
    return socket.audience, shown if is_known else None, newest

"""One hub per process: every browser's socket at every table, and what brings them to the newest version.

A room is a fight with sockets. Its one task looks at the database when a version is announced, when a right changed and
with every heartbeat; draws what changed once per audience; and hands the same text to all sockets of that audience.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from vtt.fights import announcing
from vtt.fights.room import Room
from vtt.fights.sockets import Socket

log = logging.getLogger(__name__)

POOL = ThreadPoolExecutor(max_workers=2, thread_name_prefix="table")
"""Looks, draws and bots run here: neither on the event loop nor in the one thread that pages share."""
LAYER_RETRY_SECONDS = 1.0


def in_pool(work: Any) -> Any:
    """`work`, to be awaited, in the hub's own threads."""
    return database_sync_to_async(work, thread_sensitive=False, executor=POOL)


class Hub:
    """All rooms of this process. Everything but `told` runs on its event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.rooms: dict[int, Room] = {}
        self._listening: asyncio.Task[None] | None = None
        self._channel = ""
        self._tasks: set[asyncio.Task[None]] = set()

    def join(self, socket: Socket) -> Room:
        """Take a socket in; its room is opened with the first."""
        room = self.rooms.get(fight_id := socket.credential.fight_id)
        if room is None:
            room = self.rooms[fight_id] = Room(fight_id, in_pool, self._closed)
            self._spawn(self._subscribe(fight_id))
        room.join(socket)
        return room

    def _closed(self, room: Room) -> None:
        if self.rooms.get(room.fight_id) is room:
            del self.rooms[room.fight_id]
            self._spawn(self._unsubscribe(room.fight_id))

    # ---- news

    def told(self, fight_id: int, version: int) -> None:
        """A commit of this process, told from its thread."""
        self.loop.call_soon_threadsafe(self._hand_on, fight_id, version)

    def _hand_on(self, fight_id: int, version: int) -> None:
        if room := self.rooms.get(fight_id):
            room.notice(version, is_own=True)
        self._spawn(self._tell_others(fight_id, version))

    async def _tell_others(self, fight_id: int, version: int) -> None:
        group, message = announcing.group_of(fight_id), announcing.message(fight_id, version)
        await self._with_layer("announce", get_channel_layer().group_send(group, message))

    async def _subscribe(self, fight_id: int) -> None:
        if self._listening is None:
            self._channel = await get_channel_layer().new_channel("table")
            self._listening = asyncio.create_task(self._listen())
        group = announcing.group_of(fight_id)
        await self._with_layer("subscribe", get_channel_layer().group_add(group, self._channel))

    async def _unsubscribe(self, fight_id: int) -> None:
        group = announcing.group_of(fight_id)
        await self._with_layer("unsubscribe", get_channel_layer().group_discard(group, self._channel))

    async def _listen(self) -> None:
        """One subscription for the whole process. What gets lost while the layer is away, heartbeats repair."""
        while True:
            try:
                news = await get_channel_layer().receive(self._channel)
            except Exception as problem:  # each layer has errors of its own; none may end the listening
                log.warning("channel layer: %s; listening again", problem)
                await asyncio.sleep(LAYER_RETRY_SECONDS)
                for fight_id in list(self.rooms):
                    await self._subscribe(fight_id)
            else:
                if room := self.rooms.get(news["fight"]):
                    room.notice(news["version"], is_own=False)

    async def _with_layer(self, what: str, work: Any) -> None:
        try:
            await work
        except Exception as problem:  # as above: the layer is never the data
            log.warning("channel layer: could not %s: %s", what, problem)

    # ---- tasks and the end

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self, code: int) -> None:
        """Close every socket with `code`, end every task."""
        announcing.stop_listening(self.told)
        for room in list(self.rooms.values()):
            await room.stop(code)
        for task in [*self._tasks, *([self._listening] if self._listening else [])]:
            task.cancel()


_hub: Hub | None = None


def the_hub() -> Hub:
    """This process' hub, made by the first socket on the loop that serves it."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub.loop is not loop:
        _hub = Hub(loop)
        announcing.listen(_hub.told)
    return _hub


def current_hub() -> Hub | None:
    """This process' hub, if any socket was ever opened."""
    return _hub

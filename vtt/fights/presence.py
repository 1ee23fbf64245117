"""Who is at the table: kept in memory, sent at most once a second."""

from __future__ import annotations

import json
import time
from collections.abc import Collection

from vtt.fights.sockets import Socket

NAMES = 20
"""More people than this are a number."""
EVERY_SECONDS = 1.0
NEVER = float("inf")


class Presence:
    """The people behind a room's sockets; tabs of one person count once."""

    def __init__(self, sockets: Collection[Socket]) -> None:
        self._sockets = sockets
        self._is_due = False
        self._sent_at = 0.0

    @property
    def next_at(self) -> float:
        """When it wants to be sent (monotonic seconds)."""
        return self._sent_at + EVERY_SECONDS if self._is_due else NEVER

    def changed(self) -> None:
        """Somebody came or left."""
        self._is_due = True

    def send(self) -> None:
        """Tell everybody, if there is news and the last was a second ago; but nobody who sees the fight late."""
        if time.monotonic() < self.next_at:
            return
        self._is_due, self._sent_at = False, time.monotonic()
        text = json.dumps({"type": "presence", **self._count()}, ensure_ascii=False)
        for socket in self._sockets:
            if not socket.is_late:
                socket.put("presence", text)

    def _count(self) -> dict[str, object]:
        playing = {s.person: s.name for s in self._sockets if s.audience.viewer.seats}
        watching = {s.person for s in self._sockets} - playing.keys()
        names = sorted(playing.values())
        return {"people": names[:NAMES], "more": max(0, len(names) - NAMES), "watching": len(watching)}

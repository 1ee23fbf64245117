"""What a version stores, and the one way to read it. Nothing here runs a rule."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone
from pydantic import TypeAdapter

from rules import registry
from rules.engine.dice import SeededDice
from rules.engine.flow import GM, Seat
from rules.engine.log import Snapshot
from rules.engine.system import System
from rules.engine.text import Param, Text
from rules.engine.view import Role, Viewer
from vtt.fights.keeping import Bounded
from vtt.fights.models import Driver, Fight, Version

_FAST = 1
"""zlib's level: a version is written with every click."""
_MOMENTS_KEPT = 256
_PINS_KEPT = 64


@dataclass(frozen=True)
class Moment:
    """A fight at one version: what the rules stored, and what stood around it."""

    snapshot: Snapshot
    phase: str
    bots: dict[str, str] = field(default_factory=dict)
    """Combatants that bots play, and which bot."""
    trouble: Text | None = None
    """What broke in the rules at the last refused input."""

    @property
    def version(self) -> int:
        """The commit it belongs to."""
        return self.snapshot.version


_MOMENT = TypeAdapter(Moment)
_moments: Bounded[tuple[int, int], Moment] = Bounded(_MOMENTS_KEPT)
_pins: Bounded[int, Mapping[str, Any]] = Bounded(_PINS_KEPT)


def packed(moment: Moment) -> bytes:
    """The bytes a version's row holds."""
    return zlib.compress(_MOMENT.dump_json(moment), _FAST)


def unpacked(blob: bytes) -> Moment:
    """The moment of a version's row."""
    return _MOMENT.validate_json(zlib.decompress(blob))


def packed_state(state: Mapping[str, Any]) -> bytes:
    """The bytes a checkpoint's row holds."""
    return zlib.compress(json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode(), _FAST)


def unpacked_state(blob: bytes) -> dict[str, Any]:
    """The state of a checkpoint's row."""
    state: dict[str, Any] = json.loads(zlib.decompress(blob))
    return state


def at(fight_id: int, version: int) -> Moment:
    """The fight as it was committed at `version`. Version.DoesNotExist when there was no such commit.

    Not inside the transaction that makes the version: what is read stays in memory.
    """
    return _moments.get((fight_id, version), lambda: unpacked(_blob(fight_id, version)))


def _blob(fight_id: int, version: int) -> bytes:
    row = Version.objects.only("blob").get(fight=fight_id, version=version)
    return bytes(row.blob)


def newest(fight: Fight, viewer: Viewer) -> int:
    """The version that is "now" for this viewer: spectators may see the fight late."""
    if viewer.role is not Role.SPECTATOR or not fight.delay:
        return fight.version
    until = timezone.now() - timedelta(seconds=fight.delay)
    seen = Version.objects.filter(fight=fight.pk, at__lte=until).order_by("-version")
    first = Version.objects.filter(fight=fight.pk).order_by("version")
    version = (
        seen.values_list("version", flat=True).first() or first.values_list("version", flat=True).first()
    )
    return version or 0


def pins_of(fight_id: int) -> Mapping[str, Any]:
    """The content the fight uses. Set once, when the fight is made."""
    return _pins.get(
        fight_id, lambda: json.loads(Fight.objects.values_list("pins", flat=True).get(pk=fight_id))
    )


def bots_of(fight_id: int) -> dict[str, str]:
    """The combatants that bots play now, and which bot."""
    bots = Driver.objects.filter(fight=fight_id, kind=Driver.Kind.BOT).order_by("character")
    return dict(bots.values_list("character", "bot"))


def dice_of(fight: Fight) -> SeededDice:
    """Where the fight's faces come from."""
    return SeededDice(bytes.fromhex(fight.seed_open), bytes.fromhex(fight.seed_hidden))


def system_of(fight: Fight) -> System[Any]:
    """The rules that referee the fight."""
    return registry.system(fight.system)


def titles_of(fight: Fight) -> dict[Seat, Param]:
    """The table's seats with their names; the GM's as the game calls whoever runs the table."""
    system = system_of(fight)
    return {**system.seats(json.loads(fight.setup)), GM: system.gm_named}


def forget() -> None:
    """Empty what is kept in memory: for tests, whose database goes back in time."""
    _moments.clear()
    _pins.clear()

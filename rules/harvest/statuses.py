"""What each status does, as data (HV-50 to HV-64), and what it means to be cured."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.harvest.terms import Stat, StatusKey


class LiftedBy(StrEnum):
    """What lifts a status beside its time."""

    EFFECTS = "effects"
    """Only skill, magic or item."""
    MOVEMENT = "movement"
    """Giving up the movement timing."""
    PREPARATION = "preparation"
    """Giving up the preparation timing."""


@dataclass(frozen=True)
class StatusKind:
    """One status: its row, what it changes a level, what it bars, what lifts it."""

    row: str
    lifted_by: LiftedBy
    is_good: bool = False
    per_level: Mapping[Stat, int] = field(default_factory=dict)
    bars_movement: bool = False


STATUSES: Mapping[StatusKey, StatusKind] = {
    StatusKey.POISON: StatusKind("HV-52", LiftedBy.EFFECTS),
    StatusKey.PARALYSIS: StatusKind(
        "HV-53", LiftedBy.PREPARATION, per_level={Stat.SS: -1}, bars_movement=True
    ),
    StatusKey.BURN: StatusKind("HV-55", LiftedBy.MOVEMENT),
    StatusKey.AWAKENING: StatusKind(
        "HV-64", LiftedBy.EFFECTS, is_good=True, per_level={Stat.ACTION_DICE: 1, Stat.REACTION_DICE: 1}
    ),
}
"""Poison (HV-52), paralysis (HV-53), burn (HV-55) and awakening (HV-64); the others of the page follow."""

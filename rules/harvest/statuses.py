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
    END_PHASE = "end_phase"
    """The end phase."""
    ATTACKS = "attacks"
    """Having been attacked as many times as its level."""
    ROUNDS = "rounds"
    """As many rounds as its level."""


@dataclass(frozen=True)
class StatusKind:
    """One status: its row, what it changes a level, what it bars, what lifts it."""

    row: str
    lifted_by: LiftedBy
    is_good: bool = False
    per_level: Mapping[Stat, int] = field(default_factory=dict)
    bars_movement: bool = False
    """No movement in the movement timing."""


STATUSES: Mapping[str, StatusKind] = {
    StatusKey.WEAKNESS: StatusKind(
        "HV-50", LiftedBy.END_PHASE, per_level={Stat.ACTION_DICE: -1, Stat.REACTION_DICE: -1}
    ),
    StatusKey.DEJECTION: StatusKind("HV-51", LiftedBy.ATTACKS),
    StatusKey.POISON: StatusKind("HV-52", LiftedBy.EFFECTS),
    StatusKey.PARALYSIS: StatusKind(
        "HV-53", LiftedBy.PREPARATION, per_level={Stat.SS: -1}, bars_movement=True
    ),
    StatusKey.BLINDNESS: StatusKind("HV-54", LiftedBy.PREPARATION),
    StatusKey.BURN: StatusKind("HV-55", LiftedBy.MOVEMENT),
    StatusKey.PRESSURE: StatusKind("HV-56", LiftedBy.PREPARATION),
    StatusKey.FROSTBITE: StatusKind(
        "HV-57", LiftedBy.MOVEMENT, per_level={Stat.DEFENCE: -1}, bars_movement=True
    ),
    StatusKey.MADNESS: StatusKind("HV-58", LiftedBy.EFFECTS),
    StatusKey.GRUDGE: StatusKind(
        "HV-59", LiftedBy.PREPARATION, per_level={Stat.ATTACK: -1, Stat.DEFENCE: -1}
    ),
    StatusKey.CONFUSION: StatusKind("HV-60", LiftedBy.ROUNDS),
    StatusKey.SILENCE: StatusKind("HV-61", LiftedBy.ROUNDS),
    StatusKey.LAMENT: StatusKind("HV-62", LiftedBy.PREPARATION),
    StatusKey.PANIC: StatusKind("HV-63", LiftedBy.ROUNDS),
    StatusKey.AWAKENING: StatusKind(
        "HV-64", LiftedBy.EFFECTS, is_good=True, per_level={Stat.ACTION_DICE: 1, Stat.REACTION_DICE: 1}
    ),
}
"""The rulebook's own. What the others do beside numbers: dejection (HV-51) and silence (HV-61) in `activation.py`,
poison (HV-52) and madness (HV-58) in `end_phase.py`, blindness (HV-54), confusion (HV-60) and panic (HV-63) in
`attack.py`, burn (HV-55) and lament (HV-62) in `turn.py`, pressure (HV-56) in `skills.py`; weakness (HV-50), paralysis
(HV-53), frostbite (HV-57), grudge (HV-59) and awakening (HV-64) are numbers."""


def blind_from(level: int) -> int:
    """How many orthogonal steps away a blind one can target nobody any more: (5-L), never below 2 (HV-54)."""
    return max(2, 5 - level)

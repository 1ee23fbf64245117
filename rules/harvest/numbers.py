"""A character's numbers as they stand now, each with the parts it is the sum of."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.harvest.state import Combatant
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import Stat


@dataclass(frozen=True)
class Sum:
    """Parts and what they add up to."""

    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """The sum."""
        return sum(part.amount for part in self.parts)

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.parts + other.parts)

    def __neg__(self) -> "Sum":
        return Sum(tuple(Part(part.label, -part.amount, part.secret_of) for part in self.parts))

    def explained(self, row: str, total: int | None = None, house_rule: str = "") -> Explanation:
        """The sum as an explanation; `total` where a rule bends it (never below 0)."""
        return Explanation(self.parts, self.total if total is None else total, row, house_rule)


_BASES: dict[Stat, Callable[[Combatant], int]] = {
    Stat.ATTACK: lambda c: c.attack,
    Stat.DEFENCE: lambda c: c.defence,
    Stat.SS: lambda c: c.ss,
    Stat.MOVEMENT: lambda c: c.movement,
    Stat.ACTION_DICE: lambda c: c.action_magic,
    Stat.REACTION_DICE: lambda c: c.reaction_magic,
}


def number(combatant: Combatant, stat: Stat) -> Sum:
    """The stat with everything that changes it now: catalyst or sheet, statuses by level, modifiers."""
    return Sum(tuple(_parts(combatant, stat)))


def _parts(combatant: Combatant, stat: Stat) -> Iterator[Part]:
    secret = "" if combatant.is_player else combatant.name
    yield Part(Text(f"harvest.base.{stat}"), _BASES[stat](combatant), secret)
    for status in combatant.statuses:
        per_level = STATUSES[status.key].per_level.get(stat)
        if per_level:
            yield Part(status.key.named, per_level * status.level)
    for modifier in combatant.modifiers:
        if modifier.stat is stat:
            yield Part(Text("harvest.source", {"name": modifier.source}), modifier.amount)


def value(combatant: Combatant, stat: Stat) -> int:
    """The stat's total now. Dice and movement are never below 0 (HV-20)."""
    total = number(combatant, stat).total
    return total if stat in (Stat.ATTACK, Stat.DEFENCE, Stat.SS) else max(0, total)

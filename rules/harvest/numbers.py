"""A character's numbers as they stand now, each with the parts it is the sum of."""

from collections.abc import Iterator

from rules.engine import sums
from rules.engine.log import Part
from rules.engine.text import Text
from rules.harvest.state import Battle, Combatant, Figure
from rules.harvest.terms import Stat
from rules.harvest.terrain import LOWERED_BY, level_under


class Sum(sums.Sum):
    """Parts and what they add up to, which the rules never let go below 0 in places."""

    def not_below_0(self) -> "Sum":
        """With a part that lifts it to 0, which would tell the secrets of the others."""
        secret = next((part.secret_of for part in self.parts if part.secret_of), "")
        floor = (Part(Text("harvest.part.floor"), -self.total, secret),) if self.total < 0 else ()
        return Sum(self.parts + floor)


_BASES: dict[Stat, str] = {
    Stat.ATTACK: "attack",
    Stat.DEFENCE: "defence",
    Stat.SS: "ss",
    Stat.MOVEMENT: "movement",
    Stat.ACTION_DICE: "action_magic",
    Stat.REACTION_DICE: "reaction_magic",
}
MAY_BE_NEGATIVE = (Stat.ATTACK, Stat.DEFENCE, Stat.SS)
"""Dice and movement are never below 0 (HV-20)."""


def number(battle: Battle, figure: Figure, stat: Stat) -> Sum:
    """The stat with everything that changes it now: catalyst or sheet, items, statuses by level, modifiers, ground."""
    return Sum(tuple(_parts(battle, figure, stat)))


def _parts(battle: Battle, figure: Figure, stat: Stat) -> Iterator[Part]:
    yield from _own(battle, figure, stat)
    for status in figure.statuses:
        per_level = battle.library.status_kind(status.key).per_level.get(stat)
        if per_level:
            yield Part(battle.library.status_named(status.key), per_level * status.level)
    for modifier in figure.modifiers:
        if modifier.stat is stat:
            yield Part(Text("harvest.source", {"name": modifier.source}), modifier.amount)
    for key in LOWERED_BY.get(stat, ()):
        level = level_under(battle, figure, key)
        if level:
            yield Part(key.named, -level)


def _own(battle: Battle, figure: Figure, stat: Stat) -> list[Part]:
    """Its own number, then what it wears; a creature's in one, since a part's name alone tells what it wears."""
    secret, worn = secret_of(figure), list(_worn(battle, figure, stat))
    hidden = sum(part.amount for part in worn) if secret else 0
    base = Part(Text(f"harvest.base.{stat}"), getattr(figure, _BASES[stat]) + hidden, secret)
    return [base] if secret else [base, *worn]


def _worn(battle: Battle, figure: Figure, stat: Stat) -> Iterator[Part]:
    """Attack and defence of the items it wears (HV-40); those of the incapacitated do nothing (HV-45)."""
    if not isinstance(figure, Combatant) or figure.is_out or stat not in (Stat.ATTACK, Stat.DEFENCE):
        return
    for item in (battle.library.items[id] for id in figure.items):
        amount = item.attack if stat is Stat.ATTACK else item.defence
        if item.type == "worn" and amount:
            yield Part(Text("harvest.source", {"name": item.title}), amount)


def secret_of(figure: Figure) -> str:
    """Whose secret its own numbers are: a creature's own; nobody's else."""
    return figure.name if isinstance(figure, Combatant) and not figure.is_player else ""


def value(battle: Battle, figure: Figure, stat: Stat) -> int:
    """The stat's total now. Dice and movement are never below 0 (HV-20)."""
    total = number(battle, figure, stat).total
    return total if stat in MAY_BE_NEGATIVE else max(0, total)

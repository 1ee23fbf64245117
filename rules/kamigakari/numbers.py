"""A combatant's numbers as they stand now, each with the parts it is the sum of."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.kamigakari.effects import Dice, Effect, Minus, Modify, Rank
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Kind, Stat, StatusKey, Timing

LEAST_DICE, MOST_DICE, DICE = 1, 5, 2
"""A check rolls 2d6; never fewer than 1 die nor more than 5 (KG-01)."""
FIXED = 7
"""What a monster's fixed value adds to the stat in place of dice (KG-35)."""
ACTIVE = (Stat.ACCURACY, Stat.INVOCATION)


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

    def explained(self, row: str, total: int | None = None, house_rule: str = "") -> Explanation:
        """The sum as an explanation; `total` where a rule bends it."""
        return Explanation(self.parts, self.total if total is None else total, row, house_rule)


def secret_of(combatant: Combatant) -> str:
    """Whose secret its own numbers are: a monster's own; nobody's else."""
    return "" if combatant.is_player else combatant.name


def number(battle: Battle, who: Combatant, stat: Stat) -> Sum:
    """The stat with everything that changes it now: sheet, gear, constant talents, modifiers, statuses."""
    return Sum(tuple(_parts(battle, who, stat)))


def value(battle: Battle, who: Combatant, stat: Stat) -> int:
    """The stat's total now."""
    return number(battle, who, stat).total


def _parts(battle: Battle, who: Combatant, stat: Stat) -> Iterator[Part]:
    secret = secret_of(who)
    yield Part(stat.named, who.stats.get(stat, 0), secret)
    for id in who.items:
        item = battle.library.items[id]
        if item.numbers.get(stat):
            yield Part(_said(item.title), item.numbers[stat], secret)
    for title, effect in constant(battle, who):
        if isinstance(effect, Modify) and effect.stat is stat:
            yield Part(_said(title), effect.amount, secret)
    for modifier in who.modifiers:
        if modifier.what == stat:
            yield Part(_said(modifier.source), modifier.amount)
    yield from _by_statuses(who, stat)


def _by_statuses(who: Combatant, stat: Stat) -> Iterator[Part]:
    """Prone: accuracy and evasion -2. Dark: active checks -2. Flight: active checks +1. An NPC in pain: -2 (KG-36)."""
    is_check = stat in (*ACTIVE, Stat.EVASION, Stat.RESIST, Stat.INSIGHT, Stat.ENDURANCE)
    changes = {
        StatusKey.PRONE: -2 if stat in (Stat.ACCURACY, Stat.EVASION) else 0,
        StatusKey.DARK: -2 if stat in ACTIVE else 0,
        StatusKey.FLIGHT: 1 if stat in ACTIVE else 0,
        StatusKey.AMBUSH: 2 if stat in ACTIVE else 0,
        StatusKey.PAIN: -2 if is_check and not who.is_player else 0,
    }
    yield from (
        Part(status.key.named, changes[status.key]) for status in who.statuses if changes.get(status.key)
    )


def constant(battle: Battle, who: Combatant) -> Iterator[tuple[object, Effect]]:
    """The effects that always work: of constant talents (KG-33)."""
    for id in who.talents:
        talent = battle.library.talents[id]
        if talent.timing is Timing.CONSTANT:
            yield from ((talent.title, effect) for effect in talent.effects)


def _said(name: object) -> Text:
    return Text("kamigakari.source", {"name": name})  # type: ignore[dict-item]


def dice(battle: Battle, who: Combatant, more: int = 0) -> int:
    """How many dice her check rolls now, with `more` from the spirit crest (KG-01, KG-37)."""
    changes = sum(each.amount for each in who.modifiers if each.what == "dice")
    changes += sum(each.amount for _title, each in constant(battle, who) if isinstance(each, Dice))
    return max(LEAST_DICE, min(MOST_DICE, DICE + changes + more))


def rank_changes(battle: Battle, who: Combatant, kind: Kind) -> Sum:
    """What changes her Rank of that kind now: constant talents and modifiers; one not named changes both (KG-23)."""
    parts = [
        Part(_said(title), effect.amount, secret_of(who))
        for title, effect in constant(battle, who)
        if isinstance(effect, Rank) and effect.of in (None, kind)
    ]
    parts += [
        Part(_said(each.source), each.amount)
        for each in who.modifiers
        if each.what == "rank" and each.of in (None, kind)
    ]
    return Sum(tuple(parts))


def constant_minus(battle: Battle, who: Combatant, kind: Kind) -> list[tuple[object, int]]:
    """ "damage -n" that always works (KG-26)."""
    found = constant(battle, who)
    return [
        (title, each.amount) for title, each in found if isinstance(each, Minus) and each.of in (None, kind)
    ]

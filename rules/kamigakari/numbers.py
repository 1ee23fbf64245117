"""A combatant's numbers as they stand now, each with the parts it is the sum of."""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.log import Explanation, Part
from rules.engine.sums import Sum
from rules.engine.text import Param, Text
from rules.kamigakari.effects import Bonus, Dice, Effect, Halve, Minus, Modify, Pool, Rank
from rules.kamigakari.entries import Item, Talent
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Kind, Stat, StatusKey, Timing

LEAST_DICE, MOST_DICE, DICE = 1, 5, 2
"""A check rolls 2d6; never fewer than 1 die nor more than 5 (KG-01)."""
MOST_SPIRITS = 6
"""Dice in a spirit pool, with all that adds to it (KG-04)."""
FIXED = 7
"""What a monster's fixed value adds to the stat in place of dice (KG-35)."""
ACTIVE = (Stat.ACCURACY, Stat.INVOCATION)
CHECKED = (*ACTIVE, Stat.EVASION, Stat.RESIST, Stat.INSIGHT, Stat.ENDURANCE, Stat.ACROBATICS)
"""What checks are made on."""


def secret_of(combatant: Combatant) -> str:
    """Whose secret its own numbers are: a monster's own; nobody's else."""
    return "" if combatant.is_player else combatant.name


def openly(how: Explanation) -> Explanation:
    """How a number came about that its line tells: a single secret part could be reckoned from the rest, and is told.

    A part whose label keeps more than its amount stays as it is.
    """
    secret = [part for part in how.parts if part.secret_of]
    if len(secret) != 1 or secret[0].vague:
        return how
    return replace(how, parts=tuple(replace(part, secret_of="") for part in how.parts))


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
            yield Part(source_named(item.title), item.numbers[stat], secret)
    for source, effect in constant(battle, who):
        if isinstance(effect, Modify) and effect.stat is stat:
            yield Part(source_named(source.title), effect.amount, secret)
    for modifier in who.modifiers:
        if modifier.what == stat:
            yield Part(source_named(modifier.source), modifier.amount)
    yield from _by_statuses(who, stat)


def _by_statuses(who: Combatant, stat: Stat) -> Iterator[Part]:
    """Prone: accuracy, evasion -2. Dark: active -2. Flight: active +1. Ambush: active +2. NPC in pain: -2 (KG-36)."""
    if not who.statuses:
        return
    is_check = stat in CHECKED
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


def constant(battle: Battle, who: Combatant) -> Iterator[tuple[Talent | Item, Effect]]:
    """The effects that always work: of constant talents and of items that are worn (KG-33)."""
    for id in who.talents:
        talent = battle.library.talents[id]
        if talent.timing is Timing.CONSTANT:
            for effect in talent.effects:
                yield talent, effect
    for id in who.items:
        item = battle.library.items[id]
        if item.timing is None:
            for effect in item.effects:
                yield item, effect


def source_named(name: Param) -> Text:
    """What gave a part: an item, a talent, a weapon."""
    return Text("kamigakari.source", {"name": name})


def dice(battle: Battle, who: Combatant, more: int = 0) -> int:
    """How many dice her check rolls now, with `more` from the spirit crest (KG-01, KG-37)."""
    changes = sum(each.amount for each in who.modifiers if each.what == "dice")
    changes += sum(each.amount for _source, each in constant(battle, who) if isinstance(each, Dice))
    return max(LEAST_DICE, min(MOST_DICE, DICE + changes + more))


def pool(battle: Battle, who: Combatant) -> int:
    """How many dice her spirit pool has: her own, and what talents and items add (KG-04)."""
    more = sum(each.amount for _source, each in constant(battle, who) if isinstance(each, Pool))
    return min(MOST_SPIRITS, who.pool_size + more)


def rank_changes(battle: Battle, who: Combatant, kind: Kind) -> Sum:
    """What changes her Rank of that kind now; one not named changes both (KG-23)."""
    return Sum(tuple(_of_kind(battle, who, Rank, "rank", kind)))


def damage_changes(battle: Battle, who: Combatant, kind: Kind) -> list[Part]:
    """What changes damage of that kind, or of any, at calculation (KG-20, KG-21)."""
    return list(_of_kind(battle, who, Bonus, "bonus", kind))


def _of_kind(
    battle: Battle, who: Combatant, model: type[Rank | Bonus], what: str, kind: Kind
) -> Iterator[Part]:
    """Constant effects of that model and modifiers of that name, for one kind of damage or for both."""
    for source, effect in constant(battle, who):
        if isinstance(effect, model) and effect.of in (None, kind):
            yield Part(source_named(source.title), effect.amount, secret_of(who))
    for each in who.modifiers:
        if each.what == what and each.of in (None, kind):
            yield Part(source_named(each.source), each.amount)


def constant_minus(battle: Battle, who: Combatant, kind: Kind) -> list[Part]:
    """ "damage -n" that always works, of that kind or of any (KG-26)."""
    return [
        Part(source_named(source.title), -each.amount, secret_of(who))
        for source, each in constant(battle, who)
        if isinstance(each, Minus) and each.of in (None, kind)
    ]


def constant_halvings(battle: Battle, who: Combatant, kind: Kind) -> list[Param]:
    """What always halves damage of that kind, or of any (KG-26)."""
    found = constant(battle, who)
    return [
        source_named(source.title)
        for source, each in found
        if isinstance(each, Halve) and each.of in (None, kind)
    ]

"""Ways to attack, what checks come to and what reduces damage, as the sensible bot reckons them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.kamigakari.bots.judgement import source_price
from rules.kamigakari.effects import Bonus, Rank
from rules.kamigakari.entries import Talent
from rules.kamigakari.force import changes, flat, of_its_own, rank_parts
from rules.kamigakari.numbers import FIXED, constant_halvings, constant_minus, dice, value
from rules.kamigakari.plan import Plan, plan_of
from rules.kamigakari.reckoning import halved
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.talents import may_pay
from rules.kamigakari.terms import AttackKind, Kind, Stat, StatusKey, Timing

DIE = 7
"""Twice the mean of a die."""
PAIN = 2


@dataclass(frozen=True)
class Blow:
    """One way to attack."""

    source: str
    weapon: str
    plan: Plan
    rank: int
    """With what its own talent and weapon add."""
    bonus: int
    price: int
    is_close: bool
    """Whether it may still be made after a combat move (KG-34)."""


def blows_of(battle: Battle, who: Combatant) -> Iterator[Blow]:
    """Every attack that somebody can pay for."""
    for id in dict.fromkeys(who.weapons):
        yield blow_of(battle, who, f"weapon:{id}", id)
    for id in dict.fromkeys(who.talents):
        talent = battle.library.talents[id]
        if talent.timing is Timing.ATTACK and talent.strike and may_pay(talent, who):
            for weapon in _weapons(battle, who, talent):
                yield blow_of(battle, who, f"talent:{id}", weapon)


def _weapons(battle: Battle, who: Combatant, talent: Talent) -> Iterable[str]:
    """The weapons a talent can be used with; none for one that is no weapon attack."""
    assert talent.strike is not None
    if not talent.strike.weapon:
        return ("",)
    is_magic = talent.strike.kind is AttackKind.MAGIC
    known = battle.library.weapons
    return [id for id in dict.fromkeys(who.weapons) if (known[id].kind == "magic") == is_magic]


def blow_of(battle: Battle, who: Combatant, source: str, weapon: str) -> Blow:
    """One way to attack, paid for or not."""
    plan, held = plan_of(battle, who, source, weapon), battle.library.weapons.get(weapon)
    own = of_its_own(battle.library.talents.get(source.removeprefix("talent:")), plan.damage)
    more = sum(part.amount for part in rank_parts(battle, who, plan, weapon))
    more += sum(each.amount for each in own if isinstance(each, Rank))
    bonus = sum(each.amount for each in own if isinstance(each, Bonus))
    return Blow(
        source,
        weapon,
        plan,
        rank=plan.own_rank + more if plan.own_rank else 0,
        bonus=_flat(battle, who, plan, weapon) + bonus,
        price=source_price(battle, who, source) if source.startswith("talent:") else 0,
        is_close=held.kind == "melee" if held else plan.kind is not AttackKind.MAGIC,
    )


def _flat(battle: Battle, who: Combatant, plan: Plan, weapon: str) -> int:
    """What is added to the multiplier, or all of "n damage" (KG-21, KG-23, KG-35)."""
    first = flat(battle, who, plan, weapon).total if plan.own_rank else plan.amount
    return first + changes(battle, who, plan.damage).total


def mean(battle: Battle, who: Combatant, stat: Stat) -> int:
    """What her check comes to, as a rule; ready spirit dice help a little."""
    if not battle.rolls(who):
        return value(battle, who, stat) + FIXED
    pain = PAIN if who.is_player and who.status(StatusKey.PAIN) else 0
    return value(battle, who, stat) + dice(battle, who) * DIE // 2 + bool(who.ready_spirits()) - pain


@dataclass(frozen=True)
class Wall:
    """What always reduces damage of one kind (KG-26)."""

    minus: int
    halvings: int

    def left_of(self, damage: int) -> int:
        """What comes through."""
        left = max(0, damage - self.minus)
        for _ in range(self.halvings):
            left = halved(left)
        return left


def wall_of(battle: Battle, who: Combatant, kind: Kind) -> Wall:
    """What always reduces damage of that kind to somebody."""
    minus = -sum(part.amount for part in constant_minus(battle, who, kind))
    minus += max(0, value(battle, who, kind.protection))
    return Wall(minus, len(constant_halvings(battle, who, kind)))

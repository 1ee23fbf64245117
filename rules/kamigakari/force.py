"""What an attack has to give whoever it strikes: changes of Rank, what is added to the multiplier (KG-21, KG-23).

It holds for the attack in progress and for one that is only thought of.
"""

from typing import TypeGuard

from rules.engine.log import Part
from rules.engine.sums import Sum
from rules.engine.text import Text
from rules.kamigakari.effects import Bonus, Effect, Rank
from rules.kamigakari.entries import Talent
from rules.kamigakari.numbers import damage_changes, number, rank_changes, secret_of, source_named
from rules.kamigakari.plan import Plan
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Kind, StatusKey, To

AMBUSH_DAMAGE = 5


def rank_parts(battle: Battle, attacker: Combatant, now: Plan, weapon: str) -> list[Part]:
    """What changes the Rank whoever is struck: weapon, talents and items (KG-23)."""
    held, parts = battle.library.weapons.get(weapon), list(rank_changes(battle, attacker, now.damage).parts)
    if held and now.damage is Kind.PHYSICAL and held.rank and not attacker.dicing:
        parts.insert(0, Part(source_named(held.title), held.rank, secret_of(attacker)))
    return parts


def flat(battle: Battle, attacker: Combatant, now: Plan, weapon: str) -> Sum:
    """物D or 魔D of stat and items, and the weapon's; a monster's flat number in their place (KG-21, KG-35)."""
    if attacker.dicing:
        return Sum((Part(Text("kamigakari.part.flat"), attacker.dicing.flat, secret_of(attacker)),))
    found, held = number(battle, attacker, now.damage.flat), battle.library.weapons.get(weapon)
    if held and held.damage:
        found += Sum((Part(source_named(held.title), held.damage, secret_of(attacker)),))
    return found


def changes(battle: Battle, attacker: Combatant, kind: Kind) -> Sum:
    """Other changes at calculation: talents and items of that kind, an ambush (KG-20, KG-21, KG-36)."""
    found = damage_changes(battle, attacker, kind)
    if attacker.status(StatusKey.AMBUSH):
        found.append(Part(StatusKey.AMBUSH.named, AMBUSH_DAMAGE))
    return Sum(tuple(found))


def of_its_own(talent: Talent | None, kind: Kind) -> list[Rank | Bonus]:
    """What a talent that attacks adds to Rank and damage of its attack before it strikes (KG-10)."""
    return [each for each in talent.effects if _is_its_own(each, kind)] if talent else []


def _is_its_own(effect: Effect, kind: Kind) -> TypeGuard[Rank | Bonus]:
    helps = isinstance(effect, Rank | Bonus) and effect.of in (None, kind)
    return helps and effect.to in (To.SELF, To.ALLIES)

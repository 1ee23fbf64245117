"""Damage of no attack: falls and what the scenario does (KG-27)."""

from collections.abc import Sequence

from rules.engine.flow import Flow
from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.kamigakari.chain import reduction, total
from rules.kamigakari.checks import make_check
from rules.kamigakari.numbers import constant_halvings, constant_minus, secret_of, value
from rules.kamigakari.reckoning import fall_damage
from rules.kamigakari.state import Battle, Check, Combatant, Status
from rules.kamigakari.terms import Kind, Stat, StatusKey
from rules.kamigakari.verbs import cure, give, hurt, tell, topple

FLIGHT_HEIGHT = 20
"""What somebody in flight falls for when knocked prone, in metres (KG-36)."""


def is_knocked_from_flight(who: Combatant) -> bool:
    """Whether prone means a fall for it (KG-36)."""
    return who.status(StatusKey.FLIGHT) is not None and StatusKey.PRONE not in who.immune


def knock_down(battle: Battle, name: str) -> Flow[None]:
    """Somebody in flight is knocked prone: an acrobatics check against the fall, then it is prone (KG-26, KG-36)."""
    check = Check(name, Stat.ACROBATICS)
    yield from make_check(battle, check, "KG-27")
    drop(battle, battle.able(name), 0 if check.is_fumble else check.total)


def drop(battle: Battle, who: Combatant, acrobatics: int) -> None:
    """From flight to the ground; prone however little damage is left (KG-36)."""
    fall(battle, who, FLIGHT_HEIGHT, acrobatics)
    if not who.is_out and who.status(StatusKey.PRONE) is None:
        give(battle, who, Status(StatusKey.PRONE))


def fall(battle: Battle, who: Combatant, metres: float, acrobatics: int) -> None:
    """1 damage a metre, acrobatics off it, no armour; 1 or more left knocks prone (KG-26, KG-27)."""
    damage = [Part(Text("kamigakari.part.metres"), fall_damage(metres))]
    tell(battle, "falls", "KG-27", who, metres=damage[0].amount)
    cure(battle, who, StatusKey.FLIGHT, Text("kamigakari.ends.fall"), "KG-27")
    lost = _lose(battle, who, damage, [], [Part(Stat.ACROBATICS.named, -acrobatics)])
    if lost and not who.is_out:
        give(battle, who, Status(StatusKey.PRONE))
    topple(battle)


def special_damage(battle: Battle, who: Combatant, amount: int) -> None:
    """Damage of an event in the scenario: physical, armour applies (KG-27)."""
    damage = [Part(Text("kamigakari.part.special"), amount)]
    _lose(battle, who, damage, [armour(battle, who, Stat.ARMOUR)], [])
    topple(battle)


def _lose(
    battle: Battle, who: Combatant, damage: Sequence[Part], protection: Sequence[Part], other: Sequence[Part]
) -> int:
    """Physical damage of no attack: "-n" and halvings of that kind or of any apply (KG-27 settled)."""
    minus = constant_minus(battle, who, Kind.PHYSICAL)
    halvings = constant_halvings(battle, who, Kind.PHYSICAL)
    parts = reduction(damage, protection, minus, other, halvings, secret_of(who))
    hurt(battle, who, Explanation(parts, total(parts), "KG-27"))
    return total(parts)


def armour(battle: Battle, who: Combatant, stat: Stat, more: int = 0) -> Part:
    """What armour or ward takes off, were it `more`."""
    return Part(stat.named, -max(0, value(battle, who, stat) + more), secret_of(who))

"""What an attack is, by its weapon or talent (KG-10, KG-11)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.errors import Lapsed
from rules.kamigakari.effects import Effect
from rules.kamigakari.entries import Distance, Item, Strike, Target, Weapon
from rules.kamigakari.state import Attack, Battle, Combatant
from rules.kamigakari.terms import AttackKind, Attribute, Kind, Stat

PHYSICAL_RANK = 1
"""What the physical Rank starts from; a magical one is printed (KG-23)."""


@dataclass(frozen=True)
class Plan:
    """An attack's nature: its check, its damage, how far and whom it strikes."""

    kind: AttackKind
    active: Stat
    damage: Kind
    own_rank: int
    """Before any change; 0 is "n damage" (KG-23)."""
    amount: int
    """The n of "n damage"."""
    attributes: tuple[Attribute, ...]
    distance: Distance
    reach: int
    """Squares that items add to the distance (KG-13)."""
    target: Target
    is_half_resisted: bool
    harm: tuple[Effect, ...]


def attack_of(battle: Battle) -> Attack:
    """The attack in progress."""
    assert battle.attack is not None
    return battle.attack


def plan(battle: Battle) -> Plan:
    """What the attack in progress is. Lapsed when its attacker is gone; one who falls meanwhile is still read."""
    attack = attack_of(battle)
    attacker = battle.find(attack.attacker)
    if attacker is None:
        raise Lapsed()
    return plan_of(battle, attacker, attack.source, attack.weapon)


def plan_of(battle: Battle, attacker: Combatant, source: str, weapon: str) -> Plan:
    """The weapon's, or the talent's where a talent makes the attack (KG-10)."""
    gear = [battle.library.items[id] for id in attacker.items]
    kind, _, id = source.partition(":")
    if kind == "weapon":
        return _by_weapon(battle.library.weapons[id], attacker, gear)
    talent = battle.library.talents[id]
    strike, base = talent.strike, battle.library.weapons.get(weapon)
    assert strike is not None
    damage = _damage_of(base) if base else strike.damage
    printed = _rank_of(base) if base else strike.rank
    kind_ = _kind_of(base) if base and strike.kind is not AttackKind.SPECIAL else strike.kind
    return Plan(
        kind=kind_,
        active=_active(kind_, strike.active),
        damage=damage,
        own_rank=_own_rank(attacker, printed),
        amount=_amount(attacker, printed, strike.amount),
        attributes=_attributes(strike, *([base] if base else []), *gear),
        distance=base.distance if base and talent.distance.kind == "weapon" else talent.distance,
        reach=_reach(gear),
        target=_wider(talent.target, gear),
        is_half_resisted=strike.resisted == "half" and strike.kind is not AttackKind.SPECIAL,
        harm=strike.harm,
    )


def _by_weapon(weapon: Weapon, attacker: Combatant, gear: list[Item]) -> Plan:
    return Plan(
        kind=_kind_of(weapon),
        active=_active(_kind_of(weapon), Stat.ACCURACY),
        damage=_damage_of(weapon),
        own_rank=_own_rank(attacker, _rank_of(weapon)),
        amount=_amount(attacker, _rank_of(weapon), 0),
        attributes=_attributes(weapon, *gear),
        distance=weapon.distance,
        reach=_reach(gear),
        target=_wider(weapon.target, gear),
        is_half_resisted=False,
        harm=(),
    )


def _kind_of(weapon: Weapon) -> AttackKind:
    return AttackKind.MAGIC if weapon.kind == "magic" else AttackKind.PHYSICAL


def _damage_of(weapon: Weapon) -> Kind:
    return Kind.MAGICAL if weapon.kind == "magic" else Kind.PHYSICAL


def _rank_of(weapon: Weapon) -> int:
    return weapon.rank if weapon.kind == "magic" else PHYSICAL_RANK


def _own_rank(attacker: Combatant, printed: int) -> int:
    """A monster's N dice count as Rank N (KG-35); "n damage" stays without Rank (KG-23)."""
    return attacker.dicing.dice if attacker.dicing and printed else printed


def _amount(attacker: Combatant, printed: int, amount: int) -> int:
    """The n of "n damage": as printed, or the flat number of a monster that has no dice with it (KG-23, KG-35)."""
    return attacker.dicing.flat if attacker.dicing and printed else amount


def _active(kind: AttackKind, special: Stat) -> Stat:
    """Accuracy for a physical attack, invocation for magic, what its text says for a special one (KG-11)."""
    return {AttackKind.PHYSICAL: Stat.ACCURACY, AttackKind.MAGIC: Stat.INVOCATION}.get(kind, special)


def _attributes(*carriers: Strike | Weapon | Item) -> tuple[Attribute, ...]:
    """Those of talent, weapon and items, each once (KG-25)."""
    return tuple(dict.fromkeys(attribute for each in carriers for attribute in each.attributes))


def _reach(gear: Iterable[Item]) -> int:
    return sum(item.reach for item in gear)


def _wider(target: Target, gear: Iterable[Item]) -> Target:
    """Items may add targets to an attack on so many characters (KG-13)."""
    more = sum(item.more_targets for item in gear)
    return Target(kind="characters", count=target.count + more) if target.kind == "characters" else target

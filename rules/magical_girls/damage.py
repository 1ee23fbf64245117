"""What a hit does: base damage by level, weight, trait factor, extras, damage bonus (MG-20 to MG-23, MG-50, MG-51)."""

from dataclasses import dataclass, replace
from itertools import pairwise

from rules.engine.flow import Flow, roll
from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.magical_girls.costs import CLASSES, weight_class
from rules.magical_girls.entries import Weapon
from rules.magical_girls.numbers import attribute, extra, secret_of, unarmed_dam
from rules.magical_girls.state import UNARMED, Battle, Combatant
from rules.magical_girls.terms import Attribute, Harm, Level, Wound

HUNDRED = 100
BLOW = Text("magical_girls.part.blow")
"""All that may be said of the parts of a blow whose maker's numbers are secret: their sum is told anyhow."""
BONUSES = ((32, -2, 0, 0), (42, -1, 0, 0), (62, 0, 0, 0), (82, 0, 1, 4), (102, 0, 1, 6))
"""Up to this half of STR + SIZE: flat number, dice, their sides (MG-22)."""


@dataclass(frozen=True)
class Blow:
    """The damage of an attack before blocks and guards, with how it came about."""

    amount: int
    parts: tuple[Part, ...]
    harm: Harm
    wound: Wound = Wound.NONE
    """What each hit causes whatever its damage."""
    level: Level = Level.REGULAR
    wound_row: str = "MG-20"
    """By which row it does: a weapon's traits, or an ability."""

    def explained(self, row: str = "MG-22") -> Explanation:
        """How it came about."""
        return Explanation(self.parts, self.amount, row)


@dataclass(frozen=True)
class Arm:
    """What a weapon attack is made with, bare hands and thrown things included."""

    dam: int
    multiplier: int
    die: int
    factor: int
    extra: int
    harm: Harm
    wound: Wound
    has_bonus: bool
    """Whether the damage bonus counts: not for ranged weapons (MG-22)."""


@dataclass(frozen=True)
class Fallen:
    """What the dice of a hit came to."""

    base: int
    """With what hard and better hits have without rolling (MG-23)."""
    added: int
    """The weight's die (MG-21)."""
    bonus: int
    """The damage bonus, its flat number included (MG-22)."""
    critical: int


def arm_of(battle: Battle, who: Combatant, source: str) -> Arm:
    """What it is made with; a thrown weapon strikes as a ranged one (MG-20, MG-28)."""
    kind, _, id = source.partition(":")
    if kind == UNARMED:
        return Arm(unarmed_dam(who), HUNDRED, 0, HUNDRED, 0, Harm.BLUNT, Wound.NONE, True)
    if kind == "thing":
        return Arm(battle.library.things[id].dam, HUNDRED, 0, HUNDRED, 0, Harm.BLUNT, Wound.NONE, False)
    weapon: Weapon = battle.library.weapons[id]
    _most, multiplier, die, _dp = CLASSES[weight_class(weapon)]
    is_close = kind == "weapon" and weapon.kind == "melee"
    return Arm(weapon.dam, multiplier, die, weapon.factor, weapon.extra, weapon.harm, weapon.wound, is_close)


def blow(battle: Battle, who: str, source: str, level: Level) -> Flow[Blow]:
    """Damage = (base x weight + added die) x factor + extra + bonus, floored once at the end (MG-22).

    A thing without a damage die harms nobody, however well it is thrown (MG-28).
    """
    girl = battle[who]
    arm = arm_of(battle, girl, source)
    if not arm.dam:
        return Blow(0, (), arm.harm)
    is_most = battle.on("extreme_dice") == "most" and level in (Level.EXTREME, Level.CRITICAL)
    fallen = Fallen(
        base=(yield from _base(who, arm.dam, level)),
        added=(yield from _die(who, "MG-21", 1 if arm.die else 0, arm.die, is_most)),
        bonus=(yield from _bonus(who, girl if arm.has_bonus else None, is_most)),
        critical=(yield from _die(who, "MG-23", 1, half(arm.dam))) if level is Level.CRITICAL else 0,
    )
    return _reckoned(battle, battle[who], arm, level, fallen)


def half(dam: int) -> int:
    """Half of DAM, floored, at least 1 (MG-23)."""
    return max(1, dam // 2)


def _base(who: str, dam: int, level: Level) -> Flow[int]:
    """1dDAM; hard: DAM/2 + 1d(DAM/2); extreme and critical: DAM itself (MG-22, MG-23)."""
    if level in (Level.EXTREME, Level.CRITICAL):
        return dam
    if level is Level.HARD:
        return half(dam) + (yield from _die(who, "MG-23", 1, half(dam)))
    return (yield from _die(who, "MG-22", 1, dam))


def _die(who: str, row: str, count: int, sides: int, is_most: bool = False) -> Flow[int]:
    """Dice, rolled; all at their highest by the house rule for extreme hits (MG-23)."""
    if is_most or count < 1:
        return count * sides
    return sum((yield from roll(who, row, count, sides)))


def _bonus(who: str, girl: Combatant | None, is_most: bool) -> Flow[int]:
    """The damage bonus of STR and SIZE (MG-22)."""
    if girl is None:
        return 0
    flat, count, sides = damage_bonus(girl)
    return flat + (yield from _die(who, "MG-22", count, sides, is_most))


def damage_bonus(who: Combatant) -> tuple[int, int, int]:
    """Flat number, dice and their sides, by half of STR + SIZE: 1d6 more for each 40 above 143 (MG-22)."""
    average = (attribute(who, Attribute.STR) + attribute(who, Attribute.SIZE)) // 2
    for most, *found in BONUSES:
        if average <= most:
            flat, dice, sides = found
            return flat, dice, sides
    return 0, 2 + max(0, -(-(average - 143) // 40)), 6


def _reckoned(battle: Battle, girl: Combatant, arm: Arm, level: Level, fallen: Fallen) -> Blow:
    """The sum in the order as written; each part says what it made the number grow by."""
    weighed = fallen.base * arm.multiplier
    added = weighed + fallen.added * HUNDRED
    reached = (0, fallen.base, weighed // HUNDRED, added // HUNDRED, added * arm.factor // HUNDRED**2)
    labels = (
        Text("magical_girls.part.base", {"dam": arm.dam, "level": level.named}),
        Text("magical_girls.part.weight", {"times": times(arm.multiplier)}),
        Text("magical_girls.part.added"),
        Text("magical_girls.part.factor", {"times": times(arm.factor)}),
    )
    base, *grown = (
        Part(label, now - old) for label, (old, now) in zip(labels, pairwise(reached), strict=True)
    )
    more = (
        *grown,
        Part(Text("magical_girls.part.weapon_extra"), arm.extra, secret_of(girl)),
        *extra(battle, girl).parts,
        Part(Text("magical_girls.part.critical"), fallen.critical),
        Part(Text("magical_girls.part.bonus"), fallen.bonus),
    )
    shown = (base, *(part for part in more if part.amount))
    parts = tuple(replace(part, secret_of=secret_of(girl), vague=BLOW) for part in shown)
    return Blow(max(0, sum(part.amount for part in parts)), parts, arm.harm, arm.wound, level)


def damage_said(battle: Battle, who: Combatant, source: str) -> str:
    """The dice of a regular hit, as players write them: (1d16 × 1.5 + 1d3) × 2 + 1d4 (MG-22)."""
    arm = arm_of(battle, who, source)
    weight = f" × {times(arm.multiplier)}" if arm.multiplier != HUNDRED else ""
    die = f" + 1d{arm.die}" if arm.die else ""
    base = f"1d{arm.dam}{weight}{die}"
    if arm.factor != HUNDRED:
        base = f"({base}) × {times(arm.factor)}" if weight or die else f"{base} × {times(arm.factor)}"
    flat, dice, sides = damage_bonus(who) if arm.has_bonus else (0, 0, 0)
    flat += arm.extra + extra(battle, who).total
    bonus = f" + {dice}d{sides}" if dice else ""
    return f"{base}{bonus}" + (f" {'+' if flat > 0 else '−'} {abs(flat)}" if flat else "")


def times(per_cent: int) -> str:
    """A factor as it is written: 150 is 1.5."""
    return f"{per_cent / HUNDRED:g}"


def wound_by(who: Combatant, blow: Blow, amount: int) -> tuple[Wound, str]:
    """The wound of a hit of so much damage, and the row that made it: the weapon's, or by a slashing amount.

    Slashing above half of max HP is light, above max HP severe, HP 0 by anything light (MG-51); an extreme hit causes
    a light wound, a severe one if it causes a light one anyhow (MG-23). Asked when the damage is done.
    """
    by_amount = Wound.LIGHT if amount and who.is_down else Wound.NONE
    if blow.harm is Harm.SLASHING and 2 * amount > who.max_hp:
        by_amount = Wound.SEVERE if amount > who.max_hp else Wound.LIGHT
    caused = max(blow.wound, by_amount, key=lambda each: each.place)
    if blow.level in (Level.EXTREME, Level.CRITICAL) and caused.worse is not caused:
        return caused.worse, "MG-23"
    return caused, blow.wound_row if caused is blow.wound else "MG-51"

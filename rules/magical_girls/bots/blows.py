"""What attacks are worth, in hundredths of a hit point."""

from rules.magical_girls.attack import checked
from rules.magical_girls.bots.odds import SHARES, avoids, chance
from rules.magical_girls.checks import dice_on
from rules.magical_girls.damage import arm_of, damage_bonus, half
from rules.magical_girls.numbers import DODGE, dice, extra, guard, has_dp, is_helpless, value
from rules.magical_girls.passive import block_die
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Level, Stance, Wound

HIT_POINT = 100
FELLED = 600
"""Beside the damage: one less who acts."""
WOUNDS = {Wound.NONE: 0, Wound.LIGHT: 300, Wound.SEVERE: 900}
"""What a wound is worth beside the damage."""


def damage(battle: Battle, who: Combatant, source: str, level: Level) -> int:
    """What a hit of that level does, as a rule, before blocks and guards (MG-22, MG-23)."""
    if source.startswith("ability:"):
        made = battle.library.abilities[source.partition(":")[2]].strike
        return made.dice * (made.sides + 1) * HIT_POINT // 2 + made.flat * HIT_POINT if made else 0
    arm = arm_of(battle, who, source)
    added = arm.die + 1 if arm.die else 0
    whole = (_dealt(arm.dam, level) * arm.multiplier // 100 + added * HIT_POINT // 2) * arm.factor // 100
    flat, count, sides = damage_bonus(who) if arm.has_bonus else (0, 0, 0)
    bonus = flat * HIT_POINT + count * (sides + 1) * HIT_POINT // 2
    return max(0, whole + (arm.extra + extra(battle, who).total) * HIT_POINT + bonus)


def _dealt(dam: int, level: Level) -> int:
    match level:
        case Level.REGULAR:
            return (dam + 1) * HIT_POINT // 2 if dam else 0
        case Level.HARD:
            return half(dam) * HIT_POINT + (half(dam) + 1) * HIT_POINT // 2
    return dam * HIT_POINT


def mean_damage(battle: Battle, who: Combatant, source: str) -> int:
    """What a hit does, as a rule."""
    return sum(share * damage(battle, who, source, level) for level, share in SHARES) // 10


def hit_chance(battle: Battle, who: Combatant, source: str) -> int:
    """That the attack check succeeds."""
    what = checked(battle, source)
    return chance(value(battle, who, what), dice_on(battle, who, what, "attack"))


def life(who: Combatant) -> int:
    """What is left to be struck off."""
    return (who.hp or who.mp) * HIT_POINT


def strike_worth(battle: Battle, who: Combatant, source: str, foe: Combatant) -> int:
    """What one attack on somebody promises: its chance times what comes through, more where it fells."""
    hits, done = hit_chance(battle, who, source), mean_damage(battle, who, source)
    through = max(0, done + guard(battle, foe).total * HIT_POINT)
    through = min(_dodged(battle, who, source, foe, through), _blocked(battle, foe, through))
    worth = min(through, life(foe)) + (FELLED if through >= life(foe) else 0) + _wounding(battle, source)
    return hits * worth * _weight(battle, foe) // 10_000


def _wounding(battle: Battle, source: str) -> int:
    """What its wounds are worth: an extreme hit of a weapon always makes one (MG-23)."""
    kind, _, id = source.partition(":")
    if kind == "ability":
        made = battle.library.abilities[id].strike
        return WOUNDS[made.wound] if made else 0
    held = battle.library.weapons.get(id)
    return WOUNDS[Wound.LIGHT] // 5 + (WOUNDS[held.wound] if held else 0)


def _weight(battle: Battle, foe: Combatant) -> int:
    """Per cent: those who are nearly down first, those who can do nothing last."""
    if foe.is_down or is_helpless(battle, foe):
        return 40
    return 125 - 25 * foe.hp // max(1, foe.max_hp)


def _dodged(battle: Battle, who: Combatant, source: str, foe: Combatant, through: int) -> int:
    """What is left of it, as a rule, if the other dodges (MG-42)."""
    if is_helpless(battle, foe) or foe.stance is Stance.BLOCK or (has_dp(battle, foe) and foe.dp < 1):
        return through
    watching = dice(battle, foe, "dodge") + (foe.stance is Stance.DODGE)
    own, other = value(battle, foe, f"skill:{DODGE}"), value(battle, who, checked(battle, source))
    return through * (100 - avoids(battle, own, watching, other)) // 100


def _blocked(battle: Battle, foe: Combatant, through: int) -> int:
    """What is left of it, as a rule, if the other blocks (MG-41)."""
    exhausted = has_dp(battle, foe) and foe.dp < 1 and battle.on("exhausted_block") is False
    if exhausted or is_helpless(battle, foe) or foe.stance is Stance.DODGE:
        return through
    return left_of(through, block_mean(battle, foe))


def left_of(through: int, block: int) -> int:
    """What a block leaves, as a rule: now and then it is a bad one."""
    return max(through * 3 // 10, through - block) if block else through


def block_mean(battle: Battle, who: Combatant) -> int:
    """What a block takes off, as a rule."""
    die = block_die(battle, who)
    more = 2 if who.stance is Stance.BLOCK else 0
    return ((die + 1) * HIT_POINT // 2 if die else 0) + more * HIT_POINT

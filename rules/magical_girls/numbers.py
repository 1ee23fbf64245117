"""A combatant's numbers as they stand now, each with the parts it is the sum of."""

from collections.abc import Iterator

from rules.engine.log import Part
from rules.engine.sums import Sum
from rules.engine.text import Param, Text
from rules.magical_girls.effects import AnyEffect, Boost, Cap, Extra, Guard, On, Recovery, Start, Swift
from rules.magical_girls.entries import Innate
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Attribute, Wound

START, RECOVERY, MOST, SURPRISE = 8, 4, 15, 2
"""DP at the start of the fight, at each round's start, at the most, and for surprising the others (MG-14)."""
DODGE, THROWING, WEAPON_USE, TREATMENT = "dodge", "throwing", "weapon_use", "wound_treatment"
"""The skills that the rules themselves know (MG-55)."""
LADEN = 2
"""Times STR that one may carry before it slows one down (MG-26)."""
BASES = {THROWING: 10, WEAPON_USE: 25, TREATMENT: 15}


def secret_of(who: Combatant) -> str:
    """Whose secret its own numbers are: an enemy's own; nobody's else."""
    return "" if who.is_player else who.name


def attribute(who: Combatant, which: Attribute) -> int:
    """An attribute; 0 where the sheet has none."""
    return who.attributes.get(which, 0)


def skill(battle: Battle, who: Combatant, id: str) -> int:
    """A skill's value; that of a weapon is no higher than `weapon_use` (MG-55)."""
    value = _own_skill(battle, who, id)
    entry = battle.library.skills.get(id)
    if entry and entry.is_weapon and id != WEAPON_USE:
        return min(value, _own_skill(battle, who, WEAPON_USE))
    return value


def _own_skill(battle: Battle, who: Combatant, id: str) -> int:
    """As learnt, or its base (MG-55)."""
    if id in who.skills:
        return who.skills[id]
    if id == DODGE:
        return max(0, (attribute(who, Attribute.DEX) + 100 - attribute(who, Attribute.SIZE)) // 5)
    entry = battle.library.skills.get(id)
    return BASES.get(id, entry.base if entry else 0)


def value(battle: Battle, who: Combatant, what: str) -> int:
    """What a check on `attribute:<key>` or `skill:<id>` must not exceed (MG-01)."""
    kind, _, id = what.partition(":")
    return attribute(who, Attribute(id)) if kind == "attribute" else skill(battle, who, id)


def named(battle: Battle, what: str) -> Text:
    """The name of `attribute:<key>` or `skill:<id>`."""
    kind, _, id = what.partition(":")
    if kind == "attribute":
        return Attribute(id).named
    entry = battle.library.skills.get(id)
    return Text("magical_girls.name", {"name": entry.title}) if entry else Text(f"magical_girls.skill.{id}")


def innate(battle: Battle, who: Combatant) -> Iterator[tuple[Innate, AnyEffect]]:
    """The effects that always work."""
    for id in who.innate:
        entry = battle.library.innates[id]
        for effect in entry.effects:
            yield entry, effect


def _innate(
    battle: Battle, who: Combatant, kind: type[Cap | Start | Recovery]
) -> Iterator[tuple[Innate, int]]:
    for entry, effect in innate(battle, who):
        if isinstance(effect, kind):
            yield entry, effect.amount


def source_named(name: Param) -> Text:
    """What gave a part: an innate ability, an ability, a weapon."""
    return Text("magical_girls.source", {"name": name})


def dice(battle: Battle, who: Combatant, *on: On) -> int:
    """Bonus dice (above 0) or penalty dice on a check, the keeper's for the next one included (MG-02)."""
    changes = [each.amount for each in who.modifiers if each.what == "dice" and each.on in (*on, "any")]
    changes += [
        effect.dice
        for _entry, effect in innate(battle, who)
        if isinstance(effect, Boost) and effect.on in (*on, "any")
    ]
    return sum(changes) + who.next_dice


def dice_of(count: int) -> Text:
    """Bonus dice (above 0) or penalty dice in words (MG-02)."""
    key = "magical_girls.bonus_dice" if count > 0 else "magical_girls.penalty_dice"
    return Text(key, {"count": abs(count)})


def extra(battle: Battle, who: Combatant) -> Sum:
    """Extra damage of her attacks, beside the weapon's own (MG-22)."""
    constant = [(entry, effect.amount) for entry, effect in innate(battle, who) if isinstance(effect, Extra)]
    parts = [Part(source_named(entry.title), amount, secret_of(who)) for entry, amount in constant]
    parts += [Part(source_named(each.source), each.amount) for each in who.modifiers if each.what == "extra"]
    return Sum(tuple(parts))


def guard(battle: Battle, who: Combatant) -> Sum:
    """What always or for a while takes damage off, as negative parts."""
    constant = [(entry, effect.amount) for entry, effect in innate(battle, who) if isinstance(effect, Guard)]
    parts = [Part(source_named(entry.title), -amount, secret_of(who)) for entry, amount in constant]
    parts += [Part(source_named(each.source), -each.amount) for each in who.modifiers if each.what == "guard"]
    return Sum(tuple(parts))


# ---------------------------------------------------------------- DP


def cap(battle: Battle, who: Combatant) -> int:
    """The most DP she may have (MG-14)."""
    return MOST + sum(amount for _entry, amount in _innate(battle, who, Cap))


def start_dp(battle: Battle, who: Combatant) -> int:
    """DP at the start of the fight: 8 + specials (MG-14)."""
    return START + sum(amount for _entry, amount in _innate(battle, who, Start))


def innate_recovery(battle: Battle, who: Combatant) -> Iterator[tuple[Innate, int]]:
    """What innate abilities add to each round's +4: the "specials" (MG-14)."""
    return _innate(battle, who, Recovery)


def has_dp(battle: Battle, who: Combatant) -> bool:
    """Whether its actions cost DP: an enemy's not, where the table gives enemies none (MG-14)."""
    return who.is_player or battle.on("enemy_dp") == "same"


def mp_a_round(who: Combatant) -> int:
    """MP that abilities may cost in one round: EMO / 5, floored (MG-24)."""
    return attribute(who, Attribute.EMO) // 5


# ---------------------------------------------------------------- load and speed


def carried(battle: Battle, who: Combatant) -> int:
    """The weight of weapons and load (MG-26)."""
    return who.load + sum(battle.library.weapons[id].weight for id in who.weapons)


def is_laden(battle: Battle, who: Combatant, more: int = 0) -> bool:
    """Above 2 x STR, with `more` weight: movement costs twice, no dangerous ground (MG-26)."""
    return carried(battle, who) + more > LADEN * attribute(who, Attribute.STR)


def is_overladen(battle: Battle, who: Combatant, more: int = 0) -> bool:
    """Above 3 x STR, with `more` weight: no action at all (MG-26)."""
    return carried(battle, who) + more > 3 * attribute(who, Attribute.STR)


def speed(battle: Battle, who: Combatant) -> int:
    """Half metres for each DP: 15 m if DEX > SIZE, else 10 m; a light wound halves it (MG-25, MG-52)."""
    metres = 15 if attribute(who, Attribute.DEX) > attribute(who, Attribute.SIZE) else 10
    metres += sum(effect.metres for _entry, effect in innate(battle, who) if isinstance(effect, Swift))
    return metres if who.wound is Wound.LIGHT else 2 * metres


def is_helpless(battle: Battle, who: Combatant) -> bool:
    """No action, no movement, no passive action: severely wounded, overladen or out (MG-26, MG-52, MG-54)."""
    return who.is_out or who.wound is Wound.SEVERE or is_overladen(battle, who)


def is_own_turn(battle: Battle, who: Combatant) -> bool:
    """Whether what she does is of her own turn: no emergency reaction, no prepared action of another's (MG-16)."""
    return battle.acting == who.name and who.name not in battle.emergencies


def unarmed_dam(who: Combatant) -> int:
    """The damage die of bare hands: STR / 10, rounded up (MG-20)."""
    return max(1, -(-attribute(who, Attribute.STR) // 10))

"""A girl's or enemy's sheet as a viewer may read it now."""

from collections.abc import Iterator

from rules.engine.sheet import Line, Sheet, health_line, lasting, number, of_most, sheet_of
from rules.engine.text import Listed, Param, Text
from rules.magical_girls.actions import attacks, described
from rules.magical_girls.attack import checked
from rules.magical_girls.costs import attack_dp, costs
from rules.magical_girls.damage import HUNDRED, arm_of, damage_bonus, times
from rules.magical_girls.effects import dice_said
from rules.magical_girls.entries import Weapon
from rules.magical_girls.map import METRES, reach
from rules.magical_girls.numbers import (
    BASES,
    DODGE,
    LADEN,
    attribute,
    cap,
    carried,
    dice_of,
    extra,
    guard,
    has_dp,
    mp_a_round,
    named,
    skill,
    source_named,
    speed,
    value,
)
from rules.magical_girls.prepared import waits_to
from rules.magical_girls.state import Combatant
from rules.magical_girls.terms import Attribute, Form, Stance, Wound
from rules.magical_girls.views import CAMPS, Table, changed

ALWAYS = Text("magical_girls.sheet.always")
ROWS = {Stance.DODGE: "row.MG-30", Stance.BLOCK: "row.MG-31"}


def sheet(table: Table, who: Combatant) -> Sheet:
    """All of it where her numbers are open, else how well she looks and what lasts on her, as on her token."""
    kind = "fight" if table.battle.form is Form.FIGHT else "match"
    side = Text(f"magical_girls.side.{kind}.{who.side}")
    return sheet_of(table, who, CAMPS[who.side], side, _groups(table, who))


def _groups(table: Table, who: Combatant) -> Iterator[tuple[Text, Iterator[Line]]]:
    is_known = table.may_know(who)
    yield Text("magical_girls.sheet.now"), _now(table, who, is_known)
    yield Text("magical_girls.sheet.lasting"), _lasting(table, who)
    if is_known:
        yield Text("magical_girls.sheet.weapons"), _weapons(table, who)
        yield Text("magical_girls.sheet.magic"), _abilities(table, who)
        yield Text("magical_girls.sheet.innate"), _innate(table, who)
        yield Text("magical_girls.sheet.attributes"), _attributes(who)
        yield Text("magical_girls.sheet.skills"), _skills(table, who)
        yield Text("magical_girls.sheet.numbers"), _numbers(table, who)


def _now(table: Table, who: Combatant, is_known: bool) -> Iterator[Line]:
    """HP, MP and what of it magic may still cost this round (MG-24), DP and the most there can be (MG-14)."""
    yield health_line(Text("magical_girls.sheet.hp"), table.health(who, who.hp, who.max_hp))
    if not is_known:
        return
    if who.max_mp:
        yield of_most(Text("magical_girls.sheet.mp"), who.mp, who.max_mp)
        left = min(who.mp, max(0, mp_a_round(who) - who.mp_spent))
        yield of_most(Text("magical_girls.sheet.mp_left"), left, mp_a_round(who))
    if has_dp(table.battle, who):
        yield of_most(Text("magical_girls.sheet.dp"), who.dp, cap(table.battle, who))
    if who.next_dice:
        yield Line(Text("magical_girls.sheet.next_dice"), dice_of(who.next_dice))


# ---------------------------------------------------------------- what lasts


def _lasting(table: Table, who: Combatant) -> Iterator[Line]:
    """Wound, stance, hiding, what is prepared, an emergency reaction made, changes by what and until when."""
    if who.wound is not Wound.NONE:
        yield Line(who.wound.named, "", Text("row.MG-52"))
    if who.stance:
        yield Line(who.stance.named, "", Text(ROWS[who.stance]))
    if who.is_hidden:
        yield Line(Text("magical_girls.badge.hidden"), "", Text("row.MG-27"))
    if who.prepared:
        yield Line(Text("magical_girls.badge.prepared"), "", _prepared(table, who))
    if who.has_reacted:
        yield Line(Text("magical_girls.badge.reacted"), "", Text("row.MG-44"))
    yield from (Line(source_named(each.source), changed(each)) for each in who.modifiers)


def _prepared(table: Table, who: Combatant) -> Text | None:
    """What and for when: her player's and the keeper's to know (MG-32)."""
    if who.prepared is None or not (table.viewer.is_gm or who.seat in table.viewer.seats):
        return None
    action = waits_to(table.battle, who.prepared)
    return Text("magical_girls.sheet.prepared", {"action": action, "trigger": who.prepared.trigger})


# ---------------------------------------------------------------- what she fights with


def _weapons(table: Table, who: Combatant) -> Iterator[Line]:
    """What an attack costs now and how it strikes, bare hands last (MG-20 to MG-22)."""
    battle = table.battle
    for source in attacks(who):
        note = Text("magical_girls.sheet.strikes", {"does": list(_of_attack(table, who, source))})
        price = costs(battle, who, attack_dp(battle, source))
        yield Line(battle.library.title_of(source), price, note)


def _of_attack(table: Table, who: Combatant, source: str) -> Iterator[Text]:
    """Check, reach, damage with weight and trait, DEF, and what else its traits say (MG-17, MG-20 to MG-22, MG-41)."""
    battle, what = table.battle, checked(table.battle, source)
    arm, weapon = arm_of(battle, who, source), battle.library.weapons.get(source.partition(":")[2])
    checks: dict[str, Param] = {"what": named(battle, what), "value": value(battle, who, what)}
    yield Text("magical_girls.sheet.check", checks)
    yield Text("magical_girls.sheet.reach", {"metres": reach(battle, source) * METRES})
    yield Text("magical_girls.note.strike", {"dice": f"1d{arm.dam}", "harm": arm.harm.named})
    if arm.multiplier != HUNDRED:
        yield Text("magical_girls.sheet.weight", {"times": times(arm.multiplier)})
    if arm.die:
        yield Text("magical_girls.sheet.added", {"die": arm.die})
    if arm.factor != HUNDRED:
        yield Text("magical_girls.sheet.factor", {"times": times(arm.factor)})
    if weapon:
        yield from _of_weapon(weapon)


def _of_weapon(weapon: Weapon) -> Iterator[Text]:
    if weapon.extra:
        yield Text("magical_girls.sheet.extra", {"amount": f"{weapon.extra:+d}"})
    if weapon.attacks > 1:
        yield Text("magical_girls.sheet.attacks", {"count": weapon.attacks})
    if weapon.wound is not Wound.NONE:
        yield weapon.wound.named
    if weapon.block:
        yield Text("magical_girls.sheet.block", {"die": weapon.block})


def _abilities(table: Table, who: Combatant) -> Iterator[Line]:
    """What each costs now and does (MG-24)."""
    for id in dict.fromkeys(who.abilities):
        ability = table.battle.library.abilities[id]
        price = costs(table.battle, who, ability.dp, ability.mp)
        yield Line(table.battle.library.title_of(f"ability:{id}"), price, described(ability))


def _innate(table: Table, who: Combatant) -> Iterator[Line]:
    for entry in (table.battle.library.innates[id] for id in who.innate):
        does: Listed = [lasting(effect.describe(), ALWAYS) for effect in entry.effects]
        yield Line(source_named(entry.title), "", Text("magical_girls.sheet.strikes", {"does": does}))


# ---------------------------------------------------------------- numbers


def _attributes(who: Combatant) -> Iterator[Line]:
    return (Line(each.named, attribute(who, each)) for each in Attribute)


def _skills(table: Table, who: Combatant) -> Iterator[Line]:
    """Those the rules know, then hers; a weapon's is no higher than weapon use (MG-55)."""
    for id in dict.fromkeys((DODGE, *BASES, *who.skills)):
        now = skill(table.battle, who, id)
        is_capped = who.skills.get(id, 0) > now
        yield Line(
            named(table.battle, f"skill:{id}"), now, Text("magical_girls.sheet.capped") if is_capped else None
        )


def _numbers(table: Table, who: Combatant) -> Iterator[Line]:
    """Damage bonus, what changes damage, speed, load (MG-22, MG-25, MG-26)."""
    battle, (flat, dice, sides) = table.battle, damage_bonus(who)
    yield Line(Text("magical_girls.part.bonus"), dice_said(dice, sides, flat))
    for label, found in (("extra", extra(battle, who)), ("guard", guard(battle, who))):
        if found.parts:
            yield number(Text(f"magical_girls.sheet.all.{label}"), found)
    metres = Text("magical_girls.sheet.metres", {"metres": f"{speed(battle, who) / 2:g}"})
    yield Line(Text("magical_girls.sheet.speed"), metres)
    most = LADEN * attribute(who, Attribute.STR)
    yield of_most(Text("magical_girls.sheet.load"), carried(battle, who), most)

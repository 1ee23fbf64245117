"""What one entry of a pack alone cannot know: ids that nothing has, costs nobody can pay, what has no place there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules.engine.content import Named
from rules.engine.faults import unknown
from rules.engine.grid import Grid, cell_at
from rules.engine.shelves import LETTERS_IN_A_NAME, RESERVED, Ids, Told, of_names
from rules.engine.text import is_plain, text
from rules.magical_girls.costs import CLASSES, weight_class
from rules.magical_girls.effects import AnyEffect, Boost, Extra, Heal, Mend, Points, Recovery, Shove, Start
from rules.magical_girls.entries import (
    Ability,
    Character,
    Encounter,
    Enemy,
    Fighter,
    Innate,
    Map,
    Skill,
    Stand,
    Strike,
    Thing,
    Weapon,
)
from rules.magical_girls.map import METRES
from rules.magical_girls.numbers import BASES, DODGE, THROWING, WEAPON_USE
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.terms import Attribute, Category, Form

KNOWN_SKILLS = {DODGE, *BASES}
"""Skills that the rules know without a pack (MG-55)."""
FIFTH = 5
MOST_MP_A_ROUND = 200 // FIFTH
"""Of the highest EMO that a sheet may have (MG-24)."""
IMPOSSIBLE_ABOVE = 70
"""The weight that nobody throws (MG-28)."""


def ids_of(shelf: Shelf) -> dict[str, set[str]]:
    """The ids that there are, by kind."""
    found = shelf.ids()
    found["skill"] |= KNOWN_SKILLS
    return found


def of_entry(_kind: str, entry: Named, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """Everything wrong with an entry that the schema let pass."""
    line = text("magical_girls.pack.name", most=LETTERS_IN_A_NAME)
    yield from of_names(entry, text("magical_girls.pack.language"), line)
    match entry:
        case Skill():
            yield from _of_skill(entry)
        case Weapon():
            yield from _of_weapon(entry, shelf, ids)
        case Ability():
            yield from _of_ability(entry, ids)
        case Innate():
            yield from _idle(entry.effects)
        case Thing() if entry.weight > IMPOSSIBLE_ABOVE:
            yield "weight", text("magical_girls.pack.too_heavy", most=IMPOSSIBLE_ABOVE)
        case Character() | Enemy():
            yield from of_fighter(entry, ids)
            yield from _of_means(entry, shelf)
            if entry.id in RESERVED:
                yield "id", text("magical_girls.pack.reserved", given=entry.id)
        case Encounter():
            yield from _of_encounter(entry, shelf, ids)


def _of_skill(skill: Skill) -> Iterator[Told]:
    """None that the rules know already (MG-55); weapons are used with combat skills."""
    if skill.id in KNOWN_SKILLS:
        yield "id", text("magical_girls.pack.known_skill", given=skill.id)
    if skill.is_weapon and skill.category is Category.LIFE:
        yield "is_weapon", text("magical_girls.pack.life_weapon")


def _of_weapon(weapon: Weapon, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """A weapon skill; ranged weapons block nothing (MG-41), melee ones have no LEN (MG-17); no attack is free."""
    yield from _unknown("skill", "skill", (weapon.skill,), ids)
    entry = shelf.skills.get(weapon.skill)
    if weapon.skill in KNOWN_SKILLS - {WEAPON_USE, THROWING} or (entry and not entry.is_weapon):
        yield "skill", text("magical_girls.pack.no_weapon_skill", given=weapon.skill)
    if weapon.kind == "ranged" and weapon.block:
        yield "block", text("magical_girls.pack.ranged_blocks")
    if weapon.kind == "melee" and weapon.length != 1:
        yield "length", text("magical_girls.pack.melee_length")
    if CLASSES[weight_class(weapon)][3] + weapon.dp < 1:
        yield "dp", text("magical_girls.pack.free_attack")


def _of_ability(ability: Ability, ids: Ids) -> Iterator[Told]:
    """An aim that fits, a price that can be paid, something that it does (MG-24)."""
    yield from _of_aim(ability)
    if not ability.dp and not ability.mp:
        yield "dp", text("magical_girls.pack.costs_nothing")
    if not ability.is_healing and ability.mp > MOST_MP_A_ROUND:
        yield "mp", text("magical_girls.pack.too_dear", most=MOST_MP_A_ROUND)
    if ability.is_healing and not any(isinstance(each, Heal | Mend) for each in ability.effects):
        yield "is_healing", text("magical_girls.pack.heals_nothing")
    if ability.strike:
        yield from _of_strike(ability.strike, ids)
    elif not ability.effects:
        yield "effects", text("magical_girls.pack.does_nothing")
    yield from _idle(ability.effects, is_own=ability.target == "self")


def _of_aim(ability: Ability) -> Iterator[Told]:
    """Whole cells; a reach for others alone, a radius and somebody to spare for areas alone (MG-17, MG-24)."""
    if ability.strike and ability.target == "self":
        yield "target", text("magical_girls.pack.strikes_others")
    if ability.target == "self" and ability.reach:
        yield "reach", text("magical_girls.pack.no_reach")
    if ability.target != "area" and ability.radius:
        yield "radius", text("magical_girls.pack.no_area")
    if ability.target != "area" and ability.spares:
        yield "spares", text("magical_girls.pack.spares_nobody")
    if ability.target == "self" and ability.for_others:
        yield "for_others", text("magical_girls.pack.for_nobody")
    for field in ("reach", "radius"):
        if getattr(ability, field) % METRES:
            yield field, text("magical_girls.pack.whole_cells", metres=METRES)


def _of_strike(strike: Strike, ids: Ids) -> Iterator[Told]:
    """A check on something that there is, and some damage."""
    kind, _, id = strike.check.partition(":")
    if kind == "attribute" and id not in list(Attribute):
        yield "strike.check", unknown(text("magical_girls.pack.what.attribute"), id, list(Attribute))
    elif kind == "skill":
        yield from _unknown("strike.check", "skill", (id,), ids)
    if not strike.dice and not strike.flat:
        yield "strike.dice", text("magical_girls.pack.no_damage")


def _idle(effects: Iterable[AnyEffect], *, is_own: bool = False) -> Iterator[Told]:
    """Effects that would change nothing."""
    for at, effect in enumerate(effects):
        match effect:
            case Heal(dice=0, flat=0) | Boost(dice=0):
                yield f"effects.{at}", text("magical_girls.pack.changes_nothing")
            case Extra(amount=0) | Points(amount=0) | Start(amount=0) | Recovery(amount=0):
                yield f"effects.{at}", text("magical_girls.pack.changes_nothing")
            case Shove() if is_own:
                yield f"effects.{at}", text("magical_girls.pack.changes_nothing")


def _of_means(fighter: Character | Enemy, shelf: Shelf) -> Iterator[Told]:
    """Abilities that she can never pay for (MG-24), weapons under which she can never act (MG-26)."""
    most, a_round = most_mp(fighter), fighter.attributes.get(Attribute.EMO, 0) // FIFTH
    for id in fighter.abilities:
        ability = shelf.abilities.get(id)
        if ability and ability.mp > (most if ability.is_healing else min(most, a_round)):
            yield "abilities", text("magical_girls.pack.cannot_pay", given=id, mp=ability.mp)
    carried = fighter.load + sum(shelf.weapons[id].weight for id in fighter.weapons if id in shelf.weapons)
    if carried > 3 * fighter.attributes.get(Attribute.STR, 0):
        yield "weapons" if fighter.weapons else "load", text("magical_girls.pack.overladen", weight=carried)


def most_mp(fighter: Fighter) -> int:
    """MP as the sheet says, or POW / 5 (MG-55)."""
    if fighter.max_mp >= 0:
        return fighter.max_mp
    return fighter.attributes.get(Attribute.POW, 0) // FIFTH


def of_fighter(fighter: Fighter, ids: Ids) -> Iterator[Told]:
    """What is wrong with what somebody has: unknown ids, an ability twice."""
    yield from _unknown("skills", "skill", fighter.skills, ids)
    yield from _unknown("weapons", "weapon", fighter.weapons, ids)
    yield from _unknown("abilities", "ability", fighter.abilities, ids)
    yield from _unknown("innate", "innate", fighter.innate, ids)
    yield from _twice("abilities", fighter.abilities)
    yield from _twice("innate", fighter.innate)
    if not is_plain(fighter.notes):
        yield "notes", text("magical_girls.pack.unprintable")


def _unknown(field: str, kind: str, given: Iterable[str], ids: Ids) -> Iterator[Told]:
    for id in given:
        if id not in ids[kind]:
            yield field, unknown(text(f"magical_girls.pack.what.{kind}"), id, ids[kind])


def _twice(field: str, given: Iterable[str]) -> Iterator[Told]:
    for id, count in Counter(given).items():
        if count > 1:
            yield field, text("magical_girls.pack.each_once", given=id)


def _of_encounter(encounter: Encounter, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    yield from _unknown("characters", "character", encounter.characters, ids)
    yield from _twice("characters", encounter.characters)
    if encounter.form is Form.FIGHT and not encounter.enemies:
        yield "enemies", text("magical_girls.pack.no_enemies")
    if encounter.form is Form.FIGHT and encounter.second:
        yield "second", text("magical_girls.pack.no_second")
    if encounter.form is not Form.FIGHT and encounter.enemies:
        yield "enemies", text("magical_girls.pack.match_enemies")
    if encounter.form is not Form.FIGHT and len(encounter.characters) == 1:
        yield "characters", text("magical_girls.pack.two_girls")
    for label in dict.fromkeys(encounter.half_cover):
        if label in encounter.full_cover:
            yield "full_cover", text("magical_girls.pack.cover_twice", cell=label)
    for id in encounter.second:
        if id not in encounter.characters:
            yield "second", text("magical_girls.pack.not_there", given=id)
    others = [each for each in shelf.encounters.values() if each.id != encounter.id]
    for lang, name in encounter.name.items():
        if any(other.name.get(lang) == name for other in others):
            yield f"name.{lang}", text("magical_girls.pack.name_taken", given=name)
    yield from of_map(encounter, encounter.enemies, ids)


def of_map(map: Map, stands: Sequence[Stand], ids: Ids) -> Iterator[Told]:
    """Cells beside the map, enemies and things that there are none of (MG-17)."""
    grid = Grid(map.cols, map.rows)
    places = [
        *(
            (field, getattr(map, field))
            for field in ("start", "start_second", "half_cover", "full_cover", "danger")
        ),
        *((f"enemies.{at}.cells", stand.cells) for at, stand in enumerate(stands)),
        *((f"things.{at}.cell", (lying.cell,)) for at, lying in enumerate(map.things)),
    ]
    for field, labels in places:
        for label in dict.fromkeys(labels):
            if cell_at(label) not in grid:
                yield field, text("magical_girls.pack.off_map", cell=label)
    for at, stand in enumerate(stands):
        yield from _unknown(f"enemies.{at}.enemy", "enemy", (stand.enemy,), ids)
    for at, lying in enumerate(map.things):
        yield from _unknown(f"things.{at}.thing", "thing", (lying.thing,), ids)

"""What one entry of a pack alone cannot know: ids that nothing has, costs nobody can pay, what has no place there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules.engine.content import Named
from rules.engine.faults import unknown
from rules.engine.grid import Grid, cell_at
from rules.engine.shelves import LETTERS_IN_A_NAME, RESERVED, Ids, Told, of_names
from rules.engine.text import is_plain, text
from rules.magical_girls.entries import (
    Ability,
    Character,
    Encounter,
    Enemy,
    Fighter,
    Map,
    Stand,
    Weapon,
)
from rules.magical_girls.numbers import BASES, DODGE
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.terms import Attribute, Form

KNOWN_SKILLS = {DODGE, *BASES}
"""Skills that the rules know without a pack (MG-55)."""


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
        case Weapon():
            yield from _of_weapon(entry, ids)
        case Ability():
            yield from _of_ability(entry, ids)
        case Character() | Enemy():
            yield from of_fighter(entry, ids)
            if entry.id in RESERVED:
                yield "id", text("magical_girls.pack.reserved", given=entry.id)
        case Encounter():
            yield from _of_encounter(entry, shelf, ids)


def _of_weapon(weapon: Weapon, ids: Ids) -> Iterator[Told]:
    """A skill that there is; ranged weapons block nothing (MG-41), melee ones have no LEN (MG-17)."""
    yield from _unknown("skill", "skill", (weapon.skill,), ids)
    if weapon.kind == "ranged" and weapon.block:
        yield "block", text("magical_girls.pack.ranged_blocks")
    if weapon.kind == "melee" and weapon.length != 1:
        yield "length", text("magical_girls.pack.melee_length")


def _of_ability(ability: Ability, ids: Ids) -> Iterator[Told]:
    """A check on something there is, an aim that fits, something that it does (MG-24)."""
    if ability.strike:
        kind, _, id = ability.strike.check.partition(":")
        if kind == "attribute" and id not in list(Attribute):
            yield "strike.check", unknown(text("magical_girls.pack.what.attribute"), id, list(Attribute))
        elif kind == "skill":
            yield from _unknown("strike.check", "skill", (id,), ids)
        if ability.target == "self":
            yield "target", text("magical_girls.pack.strikes_others")
    elif not ability.effects:
        yield "effects", text("magical_girls.pack.does_nothing")
    if ability.target != "area" and ability.radius:
        yield "radius", text("magical_girls.pack.no_area")


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

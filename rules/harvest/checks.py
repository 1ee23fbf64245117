"""What one entry of a pack alone cannot know: ids that nothing has, costs that nobody can pay, circles of traps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from rules.engine.content import Named
from rules.engine.faults import listed, unknown
from rules.engine.shelves import LETTERS_IN_A_NAME, RESERVED, Entry, Ids, Told, of_names
from rules.engine.text import is_plain, text
from rules.harvest.battlefield import FIELD, FOUR, Area, Camp, Shape, covered
from rules.harvest.costs import most_mana, most_tp
from rules.harvest.effect_checks import (
    DEED,
    SUPPORT,
    TRAP,
    of_effects,
    place_of_object,
    place_of_spell,
)
from rules.harvest.effects import Summon, leaves
from rules.harvest.effects import Trap as LayTrap
from rules.harvest.entries import (
    Caster,
    Character,
    Deed,
    Encounter,
    Grand,
    HomeStatus,
    Item,
    Magic,
    Skill,
    SpecialObject,
    Spell,
    Trap,
)
from rules.harvest.scene_checks import of_encounter
from rules.harvest.shelf import Shelf
from rules.harvest.terms import StatusKey, Timing


def ids_of(shelf: Shelf) -> dict[str, set[str]]:
    """The ids that there are, by kind; the rulebook's statuses among them."""
    found = shelf.ids()
    found["status"] |= set(StatusKey)
    return found


def of_entry(kind: str, entry: Named, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """Everything wrong with an entry that the schema let pass."""
    yield from _of_names(entry, "")
    if isinstance(entry, Caster):
        yield from of_caster(entry, shelf, ids)
    match entry:
        case Spell():
            yield from _of_spell(entry, shelf, ids)
        case Skill() | Item() | Grand():
            yield from _of_deed(entry, entry.type, shelf, ids)
        case Trap():
            yield from of_effects(entry.effects, TRAP, ids)
        case SpecialObject():
            yield from of_effects(entry.effects, place_of_object(entry), ids)
        case HomeStatus() if entry.id in set(StatusKey):
            yield "id", text("harvest.pack.rulebooks_own", given=entry.id)
        case Character():
            yield from _of_character(entry, ids)
        case Encounter():
            yield from of_encounter(entry, shelf, ids)
    if kind in ("trap", "object"):
        yield from _of_circle((kind, entry.id), shelf)


def _of_names(entry: Named, place: str) -> Iterator[Told]:
    line = text("harvest.pack.name", most=LETTERS_IN_A_NAME)
    yield from of_names(entry, text("harvest.pack.language"), line, place)


# ---------------------------------------------------------------- magic


def _of_spell(spell: Spell, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    yield from _of_magic(spell, spell, ids, "")
    for id, count in Counter(each.id for each in spell.enhancements).items():
        if count > 1:
            yield "enhancements", text("harvest.pack.each_once", given=id)
    for each in spell.enhancements:
        place = f"enhancements.{each.id}."
        yield from _of_names(each, place)
        yield from _of_magic(each, spell, ids, place)
    yield from _of_cost(spell, shelf)


def _of_magic(magic: Magic, spell: Spell, ids: Ids, place: str) -> Iterator[Told]:
    """A spell or its enhancement, by the spell's timing and level."""
    if spell.timing is Timing.REACTION and magic.attack:
        yield f"{place}attack", text("harvest.pack.no_attack_in_reaction")
    if spell.timing is Timing.REACTION and magic.range:
        yield f"{place}range", text("harvest.pack.no_range_in_reaction")
    if spell.timing is Timing.ACTION and magic.defence:
        yield f"{place}defence", text("harvest.pack.no_defence_in_action")
    for at, area in enumerate(magic.range.areas if magic.range else ()):
        yield from _of_area(area, f"{place}range.areas.{at}")
    yield from of_effects(magic.effects, place_of_spell(spell), ids, f"{place}effects")


def _of_area(area: Area, place: str) -> Iterator[Told]:
    """An area that from no cell of the battlefield covers another, or whose directions mean nothing (HV-23)."""
    if area.shape is Shape.AROUND and area.directions != FOUR:
        yield f"{place}.directions", text("harvest.pack.around_goes_everywhere")
    elif not any(covered(area, (cell,), Camp.ALLY) for cell in FIELD.cells()):
        yield place, text("harvest.pack.covers_nothing", area=area.describe() if area.directions else "")


def _of_cost(spell: Spell, shelf: Shelf) -> Iterator[Told]:
    """More mana than anybody who knows it can ever have (HV-20)."""
    most = most_mana(spell, shelf)
    if len(spell.cost) > most:
        yield "cost", text("harvest.pack.cost", mana=len(spell.cost), most=most)
        return
    for each in spell.enhancements:
        if len(spell.cost) + len(each.cost) > most:
            told = text("harvest.pack.cost", mana=len(spell.cost) + len(each.cost), most=most)
            yield f"enhancements.{each.id}.cost", told


# ---------------------------------------------------------------- skills, items, grand magic


def _of_deed(deed: Deed, type: Literal["A", "R", "worn"], shelf: Shelf, ids: Ids) -> Iterator[Told]:
    if type == "A" and deed.defence:
        yield "defence", text("harvest.pack.no_defence_in_type_a")
    if type == "R" and deed.attack:
        yield "attack", text("harvest.pack.no_attack_in_type_r")
    if type == "worn" and deed.effects:
        yield "effects", text("harvest.pack.no_effects_worn")
    else:
        yield from of_effects(deed.effects, SUPPORT if type == "R" else DEED, ids)
    most = most_tp(deed.id, shelf) if isinstance(deed, Skill) else None
    if isinstance(deed, Skill) and most is not None and deed.tp > most:
        yield "tp", text("harvest.pack.tp", tp=deed.tp, most=most)


# ---------------------------------------------------------------- who fights


def of_caster(caster: Caster, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """What is wrong with what somebody knows: unknown ids, one name twice (HV-47), no main attribute (HV-20)."""
    yield from _unknown("spells", caster.spells, ids["spell"])
    yield from _unknown("skills", caster.skills, ids["skill"])
    yield from _unknown("items", caster.items, ids["item"])
    yield from _unknown("grand", [caster.grand] if caster.grand else [], ids["grand"])
    spells = [shelf.spells[id] for id in caster.spells if id in shelf.spells]
    skills = [shelf.skills[id] for id in caster.skills if id in shelf.skills]
    yield from _twice("spells", spells, caster.exceptions)
    yield from _twice("skills", skills, caster.exceptions)
    for id in caster.exceptions:
        if id not in (*caster.spells, *caster.skills):
            what = text("harvest.pack.what.known")
            yield "exceptions", unknown(what, id, (*caster.spells, *caster.skills))
    for spell in spells:
        if not set(spell.cost) & set(caster.attributes):
            mains = listed(caster.attributes)
            yield "spells", text("harvest.pack.no_main_attribute", spell=spell.id, known=mains)
    if not is_plain(caster.notes):
        yield "notes", text("harvest.pack.unprintable")


def _of_character(character: Character, ids: Ids) -> Iterator[Told]:
    yield from of_catalyst(character.catalyst, ids)
    if character.id in RESERVED:
        yield "id", text("harvest.pack.reserved", given=character.id)


def of_catalyst(id: str, ids: Ids) -> Iterator[Told]:
    """A catalyst that there is not."""
    yield from _unknown("catalyst", (id,), ids["catalyst"])


def _unknown(field: str, given: Sequence[str], known: Iterable[str]) -> Iterator[Told]:
    what = {
        "spells": text("harvest.pack.what.spell"),
        "skills": text("harvest.pack.what.skill"),
        "items": text("harvest.pack.what.item"),
        "grand": text("harvest.pack.what.grand"),
        "catalyst": text("harvest.pack.what.catalyst"),
    }[field]
    ids = set(known)
    yield from ((field, unknown(what, id, ids)) for id in given if id not in ids)


def _twice(field: str, entries: Sequence[Named], exceptions: Sequence[str]) -> Iterator[Told]:
    """HV-47: nobody knows two of the same name, in whatever language it is the same, but named exceptions."""
    bound = [entry for entry in entries if entry.id not in exceptions]
    names = Counter(name for entry in bound for name in entry.name.items())
    for said in dict.fromkeys(said for (_lang, said), count in names.items() if count > 1):
        yield field, text("harvest.pack.name_twice", given=said)


# ---------------------------------------------------------------- what sets itself up again


def _of_circle(start: Entry, shelf: Shelf) -> Iterator[Told]:
    """A trap or special object that in the end sets itself up; told once, of the first in the circle."""
    way = _way_back(start, shelf)
    if way and start == min(way):
        yield "effects", text("harvest.pack.circle", chain=" > ".join(f"{kind} {id}" for kind, id in way))


def _way_back(start: Entry, shelf: Shelf) -> list[Entry]:
    """The shortest chain from an entry to itself, both ends named; empty where there is none."""
    before: dict[Entry, Entry] = {}
    for here in (waiting := [start]):
        for ahead in _sets_up(here, shelf):
            if ahead not in before:
                before[ahead] = here
                waiting.append(ahead)
    if start not in before:
        return []
    chain = [start, before[start]]
    while chain[-1] != start:
        chain.append(before[chain[-1]])
    return chain[::-1]


def _sets_up(entry: Entry, shelf: Shelf) -> list[Entry]:
    kind, id = entry
    known: Mapping[str, Trap | SpecialObject] = shelf.traps if kind == "trap" else shelf.objects
    found = [leaf for effect in (known[id].effects if id in known else ()) for leaf in leaves(effect)]
    return [
        ("trap", each.trap) if isinstance(each, LayTrap) else ("object", each.object)
        for each in found
        if isinstance(each, LayTrap | Summon)
    ]

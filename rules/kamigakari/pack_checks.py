"""What one entry of a pack alone cannot know: ids that nothing has, costs nobody can pay, what has no place there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules.engine.content import Named
from rules.engine.faults import unknown
from rules.engine.grid import Grid, cell_at
from rules.engine.shelves import LETTERS_IN_A_NAME, RESERVED, Ids, Told, of_names
from rules.engine.text import Text, is_plain, text
from rules.kamigakari.effect_checks import MOMENTS, Place, of_effects, place_of_talent, worn_or_used
from rules.kamigakari.effects import Pool
from rules.kamigakari.entries import (
    Character,
    Encounter,
    Fighter,
    Item,
    Map,
    Monster,
    Stand,
    Strike,
    Talent,
    Weapon,
)
from rules.kamigakari.numbers import MOST_SPIRITS
from rules.kamigakari.shelf import Shelf
from rules.kamigakari.terms import At, AttackKind, Kind, Timing

DICE_OF_A_COST = {"pair": 2, "run": 2}
"""Pool dice that one cost takes, where it is not one (KG-04)."""


def ids_of(shelf: Shelf) -> dict[str, set[str]]:
    """The ids that there are, by kind."""
    return shelf.ids()


def of_entry(_kind: str, entry: Named, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """Everything wrong with an entry that the schema let pass."""
    yield from _of_names(entry)
    if isinstance(entry, Character | Monster):
        yield from of_fighter(entry, ids)
    match entry:
        case Weapon():
            yield from _of_weapon(entry)
        case Item():
            yield from _of_item(entry)
        case Talent():
            yield from _of_talent(entry, shelf)
        case Character() if entry.id in RESERVED:
            yield "id", text("kamigakari.pack.reserved", given=entry.id)
        case Encounter():
            yield from _of_encounter(entry, shelf, ids)


def _of_names(entry: Named) -> Iterator[Told]:
    line = text("kamigakari.pack.name", most=LETTERS_IN_A_NAME)
    yield from of_names(entry, text("kamigakari.pack.language"), line)


# ---------------------------------------------------------------- weapons, items, talents


def _of_weapon(weapon: Weapon) -> Iterator[Told]:
    """A weapon strikes others, at a distance of its own (KG-10)."""
    yield from _twice("attributes", weapon.attributes)
    if weapon.distance.kind in ("self", "weapon"):
        yield "distance.kind", text("kamigakari.pack.strikes_others")
    if weapon.target.kind == "self":
        yield "target.kind", text("kamigakari.pack.strikes_others")


def _of_item(item: Item) -> Iterator[Told]:
    """Items are used at timings outside attacks, or worn (KG-33)."""
    yield from _twice("attributes", item.attributes)
    if item.timing not in (None, Timing.START, Timing.PREPARATION, Timing.END):
        yield "timing", text("kamigakari.pack.item_timing")
    else:
        yield from of_effects(item.effects, worn_or_used(item))


def _of_talent(talent: Talent, shelf: Shelf) -> Iterator[Told]:
    """What fits its timing: attacks in the attack timing, moments of an attack for defence and special (KG-33)."""
    if talent.strike and talent.timing is not Timing.ATTACK:
        yield "strike", text("kamigakari.pack.strike_timing")
    elif talent.strike:
        yield from _of_strike(talent, talent.strike)
    elif talent.distance.kind == "weapon":
        yield "distance.kind", text("kamigakari.pack.no_weapon")
    elif talent.distance.kind == "move":
        yield "distance.kind", text("kamigakari.pack.no_move")
    if (talent.at is not At.TURN) != (talent.timing in MOMENTS) or talent.at not in MOMENTS.get(
        talent.timing, (At.TURN,)
    ):
        yield "at", _moments(talent.timing)
    if talent.timing is Timing.CONSTANT and (talent.cost.spirits or talent.cost.life or talent.per_fight):
        yield "cost", text("kamigakari.pack.constant_is_free")
    yield from of_effects(talent.effects, place_of_talent(talent))
    yield from _of_cost(talent, shelf)


def _moments(timing: Timing) -> Text:
    """When a talent of that timing is used."""
    if timing not in MOMENTS:
        return text("kamigakari.pack.no_moment")
    return text("kamigakari.pack.moments", known=[at.value for at in MOMENTS[timing]])


def _of_strike(talent: Talent, strike: Strike) -> Iterator[Told]:
    """On others, with the damage of its kind, a weapon's distance only with a weapon (KG-10, KG-11)."""
    yield from _twice("strike.attributes", strike.attributes)
    if talent.distance.kind == "self" or talent.target.kind == "self":
        yield "target", text("kamigakari.pack.strikes_others")
    if talent.distance.kind == "weapon" and not strike.weapon:
        yield "distance.kind", text("kamigakari.pack.no_weapon")
    if strike.rank == 0 and strike.amount == 0 and not strike.weapon:
        yield "strike.amount", text("kamigakari.pack.amount")
    wanted = {AttackKind.PHYSICAL: Kind.PHYSICAL, AttackKind.MAGIC: Kind.MAGICAL}.get(strike.kind)
    if wanted and not strike.weapon and strike.damage is not wanted:
        yield "strike.damage", text("kamigakari.pack.damage_of", kind=wanted.value)
    yield from of_effects(strike.harm, Place.HARM, "strike.harm")


def _of_cost(talent: Talent, shelf: Shelf) -> Iterator[Told]:
    """More spirit dice than anybody who knows it ever has (KG-04)."""
    wanted = sum(DICE_OF_A_COST.get(each, 1) for each in talent.cost.spirits)
    known: list[Fighter] = [*shelf.characters.values(), *shelf.monsters.values()]
    most = max((_pool(each, shelf) for each in known if talent.id in each.talents), default=MOST_SPIRITS)
    if wanted > most:
        yield "cost.spirits", text("kamigakari.pack.cost", wanted=wanted, most=most)


def _pool(fighter: Fighter, shelf: Shelf) -> int:
    """Dice of a pool, with what constant talents and worn items add (KG-04)."""
    held = [shelf.talents.get(id) for id in fighter.talents] + [shelf.items.get(id) for id in fighter.items]
    effects = (effect for each in held if each for effect in each.effects)
    return min(MOST_SPIRITS, fighter.spirits + sum(each.amount for each in effects if isinstance(each, Pool)))


# ---------------------------------------------------------------- who fights


def of_fighter(fighter: Fighter, ids: Ids) -> Iterator[Told]:
    """What is wrong with what somebody has: unknown ids, a weapon or talent twice; items may be carried twice."""
    yield from _unknown("weapons", "weapon", fighter.weapons, ids)
    yield from _unknown("items", "item", fighter.items, ids)
    yield from _unknown("talents", "talent", fighter.talents, ids)
    yield from _twice("weapons", fighter.weapons)
    yield from _twice("talents", fighter.talents)
    yield from _twice("weaknesses", fighter.weaknesses)
    if not is_plain(fighter.notes):
        yield "notes", text("kamigakari.pack.unprintable")


def _unknown(field: str, kind: str, given: Iterable[str], ids: Ids) -> Iterator[Told]:
    for id in given:
        if id not in ids[kind]:
            yield field, unknown(text(f"kamigakari.pack.what.{kind}"), id, ids[kind])


def _twice(field: str, given: Iterable[str]) -> Iterator[Told]:
    for id, count in Counter(given).items():
        if count > 1:
            yield field, text("kamigakari.pack.each_once", given=id)


# ---------------------------------------------------------------- where they meet


def _of_encounter(encounter: Encounter, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    for at, stand in enumerate(encounter.monsters):
        yield from _unknown(f"monsters.{at}.monster", "monster", (stand.monster,), ids)
    yield from _unknown("characters", "character", encounter.characters, ids)
    yield from _twice("characters", encounter.characters)
    others = [each for each in shelf.encounters.values() if each.id != encounter.id]
    for lang, name in encounter.name.items():
        if any(other.name.get(lang) == name for other in others):
            yield f"name.{lang}", text("kamigakari.pack.name_taken", given=name)
    yield from of_map(encounter, encounter.monsters, max(1, len(encounter.characters)))


def of_map(map: Map, stands: Sequence[Stand], characters: int) -> Iterator[Told]:
    """Squares beside the map or named twice, monsters on one square, too few squares to start from (KG-30)."""
    grid = Grid(map.cols, map.rows)
    places = [
        ("start", map.start),
        *((f"monsters.{at}.cells", stand.cells) for at, stand in enumerate(stands)),
    ]
    for field, labels in places:
        for label in dict.fromkeys(labels):
            if cell_at(label) not in grid:
                yield field, text("kamigakari.pack.off_map", cell=label)
    yield from _twice("start", map.start)
    taken = Counter(label for stand in stands for label in stand.cells)
    for label, count in taken.items():
        if count > 1 or label in map.start:
            yield "monsters", text("kamigakari.pack.taken", cell=label)
    if len(set(map.start)) < characters:
        yield "start", text("kamigakari.pack.no_room", most=len(set(map.start)))

"""Whether there is room for who meets whom, and for what lies on the battlefield before (HV-02, HV-03, HV-25)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.engine.faults import listed, unknown
from rules.engine.grid import Cell, cell_at
from rules.engine.shelves import Ids, Told
from rules.engine.text import text
from rules.harvest.battlefield import FIELD, Camp, block
from rules.harvest.entries import Encounter, Scene, Size
from rules.harvest.shelf import Shelf

ONE: Size = (1, 1)


def of_encounter(encounter: Encounter, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """What is wrong with a ready fight."""
    for at, band in enumerate(encounter.creatures):
        if band.creature not in ids["creature"]:
            what = text("harvest.pack.what.creature")
            yield f"creatures.{at}.creature", unknown(what, band.creature, ids["creature"])
    for id, count in Counter(encounter.characters).items():
        if id not in ids["character"]:
            yield "characters", unknown(text("harvest.pack.what.character"), id, ids["character"])
        elif count > 1:
            yield "characters", text("harvest.pack.each_once", given=id)
    others = [each for each in shelf.encounters.values() if each.id != encounter.id]
    for lang, name in encounter.name.items():
        if any(other.name.get(lang) == name for other in others):
            yield f"name.{lang}", text("harvest.pack.name_taken", given=name)
    yield from of_scene(encounter, shelf, ids)
    yield from _of_camps(encounter, shelf)


def _of_camps(encounter: Encounter, shelf: Shelf) -> Iterator[Told]:
    foes = [
        shelf.creatures[band.creature].size
        for band in encounter.creatures
        for _ in range(band.count)
        if band.creature in shelf.creatures
    ]
    if not have_room(foes, free_rear(Camp.ENEMY, encounter, shelf)):
        yield "creatures", text("harvest.pack.no_room", most=len(free_rear(Camp.ENEMY, encounter, shelf)))
    friends = [ONE] * max(1, len(encounter.characters))
    if not have_room(friends, free_rear(Camp.ALLY, encounter, shelf)):
        yield "characters", text("harvest.pack.no_room", most=len(free_rear(Camp.ALLY, encounter, shelf)))


def of_scene(scene: Scene, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    """What is wrong with what lies there before: ids, cells of two terrains, objects that do not fit."""
    grounds = Counter(label for laid in scene.terrain for label in laid.cells)
    for label, count in grounds.items():
        if count > 1:
            yield "terrain", text("harvest.pack.one_terrain", cell=label)
    for at, trap in enumerate(scene.traps):
        if trap.trap not in ids["trap"]:
            yield f"traps.{at}.trap", unknown(text("harvest.pack.what.trap"), trap.trap, ids["trap"])
    yield from _of_objects(scene, shelf, ids)


def _of_objects(scene: Scene, shelf: Shelf, ids: Ids) -> Iterator[Told]:
    taken: set[Cell] = set()
    for at, laid in enumerate(scene.objects):
        if laid.object not in ids["object"]:
            what = text("harvest.pack.what.object")
            yield f"objects.{at}.object", unknown(what, laid.object, ids["object"])
        elif laid.object in shelf.objects:
            filled = block(cell_at(laid.cell), shelf.objects[laid.object].size)
            if outside := [cell.label for cell in filled if cell not in FIELD]:
                yield f"objects.{at}.cell", text("harvest.pack.outside", cells=listed(outside))
            if double := [cell.label for cell in filled if cell in taken]:
                yield f"objects.{at}.cell", text("harvest.pack.one_object", cells=listed(double))
            taken |= set(filled)


def free_rear(camp: Camp, scene: Scene, shelf: Shelf) -> set[Cell]:
    """The cells of a camp's rear 3x3 that no special object of the scene fills."""
    known = [laid for laid in scene.objects if laid.object in shelf.objects]
    filled = (block(cell_at(laid.cell), shelf.objects[laid.object].size) for laid in known)
    return set(camp.rear).difference(*filled)


def have_room(sizes: Iterable[Size], free: Collection[Cell]) -> bool:
    """Whether objects of these sizes can all be placed on these cells (HV-02, HV-25)."""
    largest_first = sorted(sizes, key=lambda size: -size[0] * size[1])
    if sum(columns * rows for columns, rows in largest_first) > len(free):
        return False
    giants = [size for size in largest_first if size != ONE]
    return _are_placed(giants, frozenset(free))


def _are_placed(giants: Sequence[Size], free: frozenset[Cell]) -> bool:
    """Whether the giants fit one beside the other; all else takes what is left."""
    if not giants:
        return True
    blocks = (frozenset(block(corner, giants[0])) for corner in free)
    return any(_are_placed(giants[1:], free - filled) for filled in blocks if filled <= free)

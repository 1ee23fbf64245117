"""What a ready encounter holds, in a few words: for the game master who chooses one."""

from collections.abc import Iterator

from rules.engine.system import Held
from rules.engine.text import Param, Text, text
from rules.harvest.entries import Encounter
from rules.harvest.shelf import Shelf


def of(encounter: Encounter, shelf: Shelf) -> tuple[Held, ...]:
    """Creatures, special objects, terrain and traps, each kind that there is."""
    objects = tuple(at(shelf.objects[each.object].title, each.cell) for each in encounter.objects)
    traps = tuple(at(shelf.traps[each.trap].title, each.cell) for each in encounter.traps)
    found = (
        Held(Text("harvest.held.creatures"), tuple(_creatures(encounter, shelf))),
        Held(Text("harvest.held.objects"), objects),
        Held(Text("harvest.held.terrain"), tuple(_ground(encounter))),
        Held(Text("harvest.held.traps"), traps),
    )
    return tuple(held for held in found if held.things)


def at(name: Param, *cells: str) -> Text:
    """A thing with its cells."""
    return text("engine.held.at", name=name, cells=list(cells))


def _creatures(encounter: Encounter, shelf: Shelf) -> Iterator[Param]:
    for band in encounter.creatures:
        name = shelf.creatures[band.creature].title
        yield text("engine.held.several", name=name, count=band.count) if band.count > 1 else name


def _ground(encounter: Encounter) -> Iterator[Text]:
    for laid in encounter.terrain:
        yield at(
            text("engine.numbered", name=Text(f"harvest.terrain.{laid.terrain}"), number=laid.level),
            *laid.cells,
        )

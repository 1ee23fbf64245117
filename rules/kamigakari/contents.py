"""What a ready encounter holds, in a few words: for the game master who chooses one."""

from collections.abc import Iterator

from rules.engine.system import Held
from rules.engine.text import Param, Text, text
from rules.kamigakari.entries import Encounter
from rules.kamigakari.shelf import Shelf


def of(encounter: Encounter, shelf: Shelf) -> tuple[Held, ...]:
    """The monsters, and how big the map is."""
    size = text("kamigakari.held.size", cols=encounter.cols, rows=encounter.rows)
    return (
        Held(Text("kamigakari.held.monsters"), tuple(_monsters(encounter, shelf))),
        Held(Text("kamigakari.held.map"), (size,)),
    )


def _monsters(encounter: Encounter, shelf: Shelf) -> Iterator[Param]:
    for stand in encounter.monsters:
        name, count = shelf.monsters[stand.monster].title, len(stand.cells)
        yield text("engine.held.several", name=name, count=count) if count > 1 else name

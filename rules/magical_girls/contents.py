"""What a ready encounter holds, in a few words: for the keeper who chooses one."""

from collections import Counter
from collections.abc import Iterator

from rules.engine.system import Held
from rules.engine.text import Param, Text, text
from rules.magical_girls.entries import Encounter
from rules.magical_girls.map import METRES
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.terms import Form


def of(encounter: Encounter, shelf: Shelf) -> tuple[Held, ...]:
    """Its form, the enemies, and how big the map is, in metres (MG-17)."""
    size = text("magical_girls.held.size", cols=encounter.cols * METRES, rows=encounter.rows * METRES)
    enemies = tuple(_enemies(encounter, shelf))
    return (
        Held(Text("magical_girls.held.form"), _form(encounter.form)),
        *([Held(Text("magical_girls.held.enemies"), enemies)] if enemies else []),
        Held(Text("magical_girls.held.map"), (size,)),
    )


def _form(form: Form) -> tuple[Param, ...]:
    """Its name; between girls also who picks it, and when (MG-05)."""
    return (form.named, Text("magical_girls.held.picked")) if form is Form.VERSUS else (form.named,)


def _enemies(encounter: Encounter, shelf: Shelf) -> Iterator[Param]:
    counts = Counter[str]()
    for stand in encounter.enemies:
        counts[stand.enemy] += len(stand.cells)
    for enemy, count in counts.items():
        name = shelf.enemies[enemy].title
        yield text("engine.held.several", name=name, count=count) if count > 1 else name

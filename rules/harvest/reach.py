"""Where magic strikes from where its caster stands (HV-21 to HV-23)."""

from rules.engine.choices import Covers
from rules.engine.grid import Cell
from rules.harvest.battlefield import covered, default_cells
from rules.harvest.entries import Magic, Range, Spell
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import StatusKey


def cells_of(battle: Battle, who: Combatant, range: Range) -> list[Cell]:
    """The cells a range covers for somebody where she stands."""
    reading = str(battle.on("all_directions"))
    found = [cell for area in range.areas for cell in covered(area, who.cells, who.camp, reading)]
    return list(dict.fromkeys(found))


def reach_of(battle: Battle, who: Combatant, magic: Magic) -> tuple[Covers, list[Cell]]:
    """What magic covers by a range of its own, and how that goes with others (HV-22); in panic only a fix (HV-63)."""
    range = magic.range
    if range is None or (range.mode != "fix" and who.status(StatusKey.PANIC)):
        return "", []
    return range.mode, cells_of(battle, who, range)


def usual_cells(who: Combatant, magic: Magic) -> tuple[Cell, ...]:
    """Of which a spell of level 2 or more covers one, unless its range is changed (HV-21)."""
    is_attack = isinstance(magic, Spell) and magic.level > 1
    return default_cells(who.cells, who.camp) if is_attack else ()

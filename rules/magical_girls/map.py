"""The map: cells of 5 m, several to a cell (MG-17)."""

from rules.engine.grid import Cell
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Form

METRES = 5
"""The side of a cell."""
MELEE = 1
"""Cells that a melee weapon reaches beyond the own."""
RANGED = 10
"""Metres of each LEN of a ranged weapon."""


def cells_between(one: Cell, other: Cell) -> int:
    """How far apart: the larger of columns and rows (MG-17)."""
    return max(abs(one.col - other.col), abs(one.row - other.row))


def within(battle: Battle, middle: Cell, cells: int) -> list[Cell]:
    """The cells of the map no farther away than that, the middle included."""
    return [
        Cell(col, row)
        for row in range(max(0, middle.row - cells), min(battle.rows, middle.row + cells + 1))
        for col in range(max(0, middle.col - cells), min(battle.cols, middle.col + cells + 1))
    ]


def reach(battle: Battle, source: str) -> int:
    """Cells that an attack reaches: melee the own and the neighbour cells, ranged LEN x 10 m (MG-17)."""
    kind, _, id = source.partition(":")
    weapon = battle.library.weapons[id] if kind == "weapon" else None
    return weapon.length * RANGED // METRES if weapon and weapon.kind == "ranged" else MELEE


def sees(who: Combatant, other: Combatant) -> bool:
    """Whether she sees the other: all but the hidden of the other side (MG-27)."""
    return who.side is other.side or not other.is_hidden


def awake_at(battle: Battle, cell: Cell) -> list[Combatant]:
    """Who is in a cell and not dying."""
    return [each for each in battle.at(cell) if not each.is_out]


def in_reach(battle: Battle, who: Combatant, cells: int) -> list[Combatant]:
    """Everybody else whom she sees within so many cells; the dying lie where they fell."""
    return [
        each
        for each in battle.combatants
        if each is not who and sees(who, each) and cells_between(who.cell, each.cell) <= cells
    ]


def seats_that_see(battle: Battle, who: Combatant) -> tuple[str, ...] | None:
    """The seats that may know where somebody hidden is; None is everyone at the table (MG-27).

    Among girls a hidden one is unseen by the other side; from the keeper's creatures alone no player is kept apart.
    """
    if not who.is_hidden:
        return None
    if battle.form is Form.FIGHT and who.is_player:
        return None
    return tuple(each.seat for each in battle.combatants if each.is_player and each.side is who.side)

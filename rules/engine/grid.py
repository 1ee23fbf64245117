"""Cells of a rectangular grid, their labels, and the four directions as a camp sees them."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple


class Cell(NamedTuple):
    """A column and a row, counted from 0."""

    col: int
    row: int

    @property
    def label(self) -> str:
        """Its fixed name, such as B4: column letter, row number from 1."""
        return f"{chr(ord('A') + self.col)}{self.row + 1}"


def cell_at(label: str) -> Cell:
    """The cell of a label such as B4. ValueError when it is none."""
    col, row = ord(label[:1] or " ") - ord("A"), label[1:]
    if not (0 <= col < 26 and row.isascii() and row.isdigit()):
        raise ValueError(f"{label!r} is no cell; a column letter and a row number are wanted, such as B4")
    return Cell(col, int(row) - 1)


class Direction(StrEnum):
    """A direction relative to the one who looks (HV-01)."""

    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class Grid:
    """`cols` x `rows` cells."""

    cols: int
    rows: int

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.col < self.cols and 0 <= cell.row < self.rows

    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return _cells(self)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The orthogonal neighbours on the grid."""
        return _neighbours(self.cols, self.rows, cell)


@cache
def _cells(grid: Grid) -> tuple[Cell, ...]:
    return tuple(Cell(col, row) for row in range(grid.rows) for col in range(grid.cols))


@lru_cache(maxsize=10_000)
def _neighbours(cols: int, rows: int, cell: Cell) -> tuple[Cell, ...]:
    around = (Cell(cell.col + dc, cell.row + dr) for dc, dr in ((0, -1), (-1, 0), (1, 0), (0, 1)))
    return tuple(each for each in around if 0 <= each.col < cols and 0 <= each.row < rows)


def step(cell: Cell, direction: Direction, forward: int, count: int = 1) -> Cell:
    """The cell `count` steps away for one who looks along `forward` (-1: towards row 0, +1: away from it)."""
    col, row = {
        Direction.FRONT: (0, forward),
        Direction.BACK: (0, -forward),
        Direction.LEFT: (forward, 0),
        Direction.RIGHT: (-forward, 0),
    }[direction]
    return Cell(cell.col + col * count, cell.row + row * count)


def distance(one: Cell, other: Cell) -> int:
    """Orthogonal steps between two cells."""
    return abs(one.col - other.col) + abs(one.row - other.row)

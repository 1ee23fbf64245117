"""The battlefield of 3 columns x 6 rows, the two camps on it, and the areas that magic covers."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.grid import Cell, Direction, Grid, distance, step
from rules.engine.text import Param, Text, text

FIELD = Grid(cols=3, rows=6)
"""HV-01."""


class Camp(StrEnum):
    """The two camps; special objects belong to none (HV-08)."""

    ALLY = "ally"
    ENEMY = "enemy"

    @property
    def other(self) -> "Camp":
        """The camp opposed to this one."""
        return Camp.ENEMY if self is Camp.ALLY else Camp.ALLY

    @property
    def forward(self) -> int:
        """Which way its front is: allies look towards row 0, enemies away from it (HV-01)."""
        return -1 if self is Camp.ALLY else 1

    @property
    def rear(self) -> list[Cell]:
        """The rear 3x3 where its characters are placed (HV-02)."""
        rows = range(3, 6) if self is Camp.ALLY else range(0, 3)
        return [cell for cell in FIELD.cells() if cell.row in rows]


class Shape(StrEnum):
    """How an area spreads (HV-23)."""

    LINE = "line"
    """`[front n]`: all n cells that way."""
    END = "end"
    """`[n front]`: only the n-th cell that way."""
    AROUND = "around"
    """All directions n: every cell at most n columns and n rows away."""


FOUR = (Direction.FRONT, Direction.BACK, Direction.LEFT, Direction.RIGHT)
NAMED = {frozenset(FOUR): "four", frozenset((Direction.LEFT, Direction.RIGHT)): "left_right"}
"""Directions that together have a word of their own: the four (전후좌우), left-right (좌우)."""


class Area(BaseModel):
    """Cells counted from the caster (HV-23). Left-right and the four directions are lists of directions."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    shape: Shape
    n: Annotated[int, Field(ge=1, le=5)]
    directions: Annotated[tuple[Direction, ...], Field(max_length=4)] = FOUR

    def describe(self) -> Text:
        """The area in words."""
        together = NAMED.get(frozenset(self.directions))
        named = [together] if together else self.directions
        names: list[int | str | Text] = [text(f"harvest.direction.{each}") for each in named]
        return Text(f"harvest.area.{self.shape}", {"n": self.n, "directions": list(names)})


@cache
def block(corner: Cell, size: tuple[int, int]) -> tuple[Cell, ...]:
    """The cells of an object of `size` (columns, rows) whose upper left one is `corner`, in reading order (HV-25)."""
    cols, rows = size
    return tuple(Cell(corner.col + col, corner.row + row) for row in range(rows) for col in range(cols))


def named_cells(cells: tuple[Cell, ...]) -> Param:
    """The cells somebody or something fills, to be said: "B4", a giant's "A2 to B3"."""
    first, last = cells[0].label, cells[-1].label
    return first if first == last else Text("harvest.cells", {"first": first, "last": last})


@cache
def covered(
    area: Area, origin: tuple[Cell, ...], camp: Camp, all_directions: str = "square"
) -> tuple[Cell, ...]:
    """The cells of `area` for a caster on the cells `origin`, in reading order; off the field they fall away (HV-23).

    For a giant, `[front n]` starts from every cell of its front row, and `[n front]` is the n-th row before it; the
    other directions likewise (HV-25).
    """
    found = set(_reach(area, origin, camp, all_directions)) - set(origin)
    return tuple(cell for cell in FIELD.cells() if cell in found)


def _reach(area: Area, origin: tuple[Cell, ...], camp: Camp, all_directions: str) -> Iterator[Cell]:
    if area.shape is Shape.AROUND and all_directions == "square":
        span = range(-area.n, area.n + 1)
        yield from (Cell(cell.col + dc, cell.row + dr) for cell in origin for dc in span for dr in span)
        return
    steps = (area.n,) if area.shape is Shape.END else range(1, area.n + 1)
    for way in FOUR if area.shape is Shape.AROUND else area.directions:
        yield from (step(cell, way, camp.forward, n) for cell in edge(origin, way, camp) for n in steps)


def edge(cells: tuple[Cell, ...], way: Direction, camp: Camp) -> list[Cell]:
    """The row or column of a block that lies foremost that way (HV-25)."""
    return [cell for cell in cells if step(cell, way, camp.forward) not in cells]


def apart(one: tuple[Cell, ...], other: tuple[Cell, ...]) -> int:
    """Orthogonal steps between two objects, from nearest cell to nearest cell."""
    return min(distance(here, there) for here in one for there in other)


NEXT_TO_ONE = Area(shape=Shape.LINE, n=1)


def default_cells(origin: tuple[Cell, ...], camp: Camp) -> tuple[Cell, ...]:
    """The cells of which an attack without a range of its own covers one (HV-21): front, back, left, right."""
    return covered(NEXT_TO_ONE, origin, camp)

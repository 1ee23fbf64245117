"""Harvest's battlefield in letters: 3 x 6 cells, wide enough for names and statuses."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest

from rules.engine.text import Listed, Text, Words
from rules.harvest.views import BoardView, CellView

CELL_WIDTH = 22
"""Columns of the terminal that a cell of the board takes."""


def width(shown: str) -> int:
    """How many columns a terminal gives it: Korean letters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in shown)


def fitted(shown: str) -> str:
    """Cut or filled to a cell's width."""
    while width(shown) > CELL_WIDTH:
        shown = shown[:-1]
    return shown + " " * (CELL_WIDTH - width(shown))


def field_map(board: BoardView, words: Words) -> Iterator[str]:
    """3 x 6 cells: who stands there, and how; what lies there, where something does; who is off the field below.

    A giant stands on all its cells, and how it is stands on its first.
    """
    columns = "".join(f"   {fitted(letter)}" for letter in "ABC")
    rule = "  +" + f"{'-' * (CELL_WIDTH + 2)}+" * 3
    yield columns.rstrip()
    yield rule
    for row, group in groupby(board.cells, lambda cell: cell.label[1:]):
        cells = list(group)
        yield _line(row, [_name(cell, words) for cell in cells])
        yield _line("", [_state(cell, words) for cell in cells])
        for more in zip_longest(*(_more(cell, words) for cell in cells), fillvalue=""):
            yield _line("", more)
        yield rule
    if board.out:
        who: Listed = [Text("harvest.name", {"name": each.title}) for each in board.out]
        yield words.render(Text("terminal.off_the_field", {"who": who}))


def _line(row: str, cells: Iterable[str]) -> str:
    return f"{row or ' '} |" + "".join(f" {fitted(each)} |" for each in cells)


SIDES = {"ally": "^", "enemy": "v", "": "o"}
"""Whose a token is: which way its camp looks; special objects look nowhere."""


def _name(cell: CellView, words: Words) -> str:
    if cell.token is None:
        return ""
    acting = "*" if cell.token.is_acting else ""
    return f"{acting}{SIDES[cell.token.camp]} {words.render(cell.token.title)}"


def _state(cell: CellView, words: Words) -> str:
    if cell.token is None or not cell.is_corner:
        return ""
    token, health = cell.token, cell.token.health
    numbers = "" if health.now is None else f"HP {health.now}/{health.most}"
    how = words.render(health.words) if health.words else numbers
    return " ".join(part for part in (how, f"TP {token.tp[0]}" if token.tp else "") if part)


def _more(cell: CellView, words: Words) -> list[str]:
    """A line for each status, for terrain, and for each trap that the viewer knows of (HV-81)."""
    badges = cell.token.badges if cell.token and cell.is_corner else ()
    lines = [f"{words.render(each.label.params['status'])} {each.level}" for each in badges]
    if cell.terrain:
        lines.append(f"~ {words.render(cell.terrain.label.params['terrain'])} {cell.terrain.level}")
    return [*lines, *(f"! {words.render(each.title)}" for each in cell.traps)]

"""What the terminal shows and reads: the board in letters, choices, the log, how numbers came about."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rules.dice_read import as_read
from rules.engine.choices import One, Option, Order, Pay, Price, Route, Shape, Some
from rules.engine.text import Param, Text, Words
from rules.engine.view import ExplanationView, LogLine, TableView
from rules.field_map import field_map
from rules.square_map import metre_map, square_map

COMMANDS = {"?": "explain", "help": "explain", "board": "board", "undo": "undo", "quit": "quit", "q": "quit"}
"""What can be typed in any language instead of an answer."""


class Quit(Exception):
    """The person at the terminal has had enough."""


BOARDS: Mapping[str, Callable[[Any, Words], Iterable[str]]] = {
    "harvest": field_map,
    "kamigakari": square_map,
    "magical_girls": metre_map,
}
"""How each system's board is drawn in letters."""
PRICED = {"magical_girls"}
"""The systems whose choices say in their notes what they cost: those stand beside them, asked for or not."""
MANY_CELLS = 12
"""More cells than that to choose from stand together in lines, without numbers."""


@dataclass
class Screen:
    """Where sentences go and typed lines come from."""

    words: Words
    drawn: list[str] = field(default_factory=list)
    """The board as it was last drawn."""

    def say(self, key: str, **params: Param) -> None:
        """One of the terminal's own sentences."""
        self.line(Text(f"terminal.{key}", params))

    def line(self, said: Param, indent: str = "") -> None:
        """One line of words."""
        print(indent + self.words.render(said))

    def read(self) -> str:
        """A typed line without the blanks around it. Quit at the end of the input."""
        try:
            return input("> ").strip()
        except EOFError:
            raise Quit from None

    def command(self, typed: str) -> str:
        """A command by its English word or the one of the person's language; empty when it is an answer."""
        said = {self._word(f"terminal.command.{command}"): command for command in COMMANDS.values()}
        return (COMMANDS | said).get(typed.lower(), "")

    def agrees(self) -> bool:
        """Whether "yes" is typed, or "no", or the number of one; Quit when the person leaves instead."""
        said = {"1": True, "y": True, "yes": True, "2": False, "n": False, "no": False}
        said |= {self._word("engine.yes"): True, self._word("engine.no"): False}
        while (typed := self.read().lower()) not in said:
            if self.command(typed) == "quit":
                raise Quit
            self.say("hint.agree")
        return said[typed]

    def _word(self, key: str) -> str:
        return self.words.render(Text(key)).lower()

    def board(self, view: TableView, *, again: bool = False) -> None:
        """The board, unless it stands on the screen already as it is."""
        lines = list(BOARDS[view.system](view.board, self.words))
        if again or lines != self.drawn:
            self.drawn = lines
            print("\n".join(["", *lines]))

    def place(self, view: TableView) -> None:
        """Where play is, under a blank line."""
        print()
        self.say("place", place=list(view.place))

    def log(self, lines: Iterable[LogLine]) -> None:
        """Log lines, with the dice that fell."""
        for each in lines:
            system, _, _ = each.text.key.partition(".")
            faces = as_read(system, each.kind, each.faces)
            dice = f"  {' '.join(f'[{face}]' for face in faces)}" if faces else ""
            print(f"  {self.words.render(each.text)}{dice}")

    def explain(self, lines: Iterable[LogLine]) -> None:
        """How the numbers of these lines came about."""
        for each in lines:
            if each.explanation:
                print(f"  {self.words.render(each.text)}  {self._sum(each.explanation)}")

    def _sum(self, told: ExplanationView) -> str:
        parts = [
            f"{'?' if part.amount is None else f'{part.amount:+d}'} {self.words.render(part.label)}"
            for part in told.parts
        ]
        if not parts:
            return f"({told.row})"
        if told.total is None and all(part.amount is not None for part in told.parts):
            return f"{', '.join(parts)} ({told.row})"
        total = "?" if told.total is None else told.total
        return f"= {total}: {', '.join(parts)} ({told.row})"

    def choices(self, system: str, shape: Shape, *, with_notes: bool) -> None:
        """What can be chosen, numbered; what it does where that is wanted or belongs to the choice."""
        if isinstance(shape, Pay):
            self.say("pool", mana=[Text(f"{system}.mana.{each}") for each in shape.pool])
        cells = _cells(shape)
        for number, each in enumerate(things(shape), 1):
            if each not in cells:
                name = self.words.render(each.label)
                note = f": {self.words.render(each.note)}" if each.note and with_notes else ""
                print(f"  {number}) {name}{self._cost(system, each)}{note}")
        for said, group in groupby(cells, lambda cell: cell.note):
            key = "reachable_for" if said and with_notes else "reachable"
            self.say(key, cells=[cell.id for cell in group], note=said or "")
        if isinstance(shape, Route):
            self.say("reachable", cells=list(shape.reachable()))

    def _cost(self, system: str, each: Option | Price) -> str:
        if not isinstance(each, Price):
            return ""
        mana = self.words.render([Text(f"{system}.mana.{symbol}") for symbol in each.cost])
        return f" <{mana}>" if not each.needs else f" <+ {mana}>"


def things(shape: Shape) -> Sequence[Option | Price]:
    """What can be chosen, in the order of its numbers."""
    match shape:
        case One() | Some() | Order():
            return shape.options
        case Pay():
            return shape.payable()
    return ()


def _cells(shape: Shape) -> list[Option]:
    """The cells among the choices, where they are too many for a line each: they are chosen by their labels."""
    found = [each for each in things(shape) if isinstance(each, Option) and each.cells == (each.id,)]
    return found if len(found) > MANY_CELLS else []

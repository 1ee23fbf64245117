"""A fight at the terminal: the board in letters, questions answered in plain words, the log as sentences."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest
from typing import Any

from rules.engine.bots import ANSWERS_IN_A_FIGHT, bot_draws
from rules.engine.choices import Amount, One, Option, Order, Pay, Price, Route, Shape, Some, Value
from rules.engine.errors import Malformed, Refused
from rules.engine.flow import Seat
from rules.engine.log import Kind
from rules.engine.record import Record
from rules.engine.session import Session
from rules.engine.text import Local, Param, Text, Words
from rules.engine.view import ExplanationView, LogLine, Prompt, TableView, Viewer
from rules.harvest.views import BoardView, CellView
from rules.square_map import square_map

CELL_WIDTH = 22
"""Columns of the terminal that a cell of the board takes."""


COMMANDS = {"?": "explain", "help": "explain", "board": "board", "undo": "undo", "quit": "quit", "q": "quit"}
"""What can be typed in any language instead of an answer."""


class Quit(Exception):
    """The person at the terminal has had enough."""


# ---------------------------------------------------------------- answers in plain words


def things(shape: Shape) -> Sequence[Option | Price]:
    """What can be chosen, in the order of its numbers."""
    match shape:
        case One() | Some() | Order():
            return shape.options
        case Pay():
            return shape.payable()
    return ()


def read_answer(shape: Shape, typed: str) -> Value:
    """What was typed as a value of the shape, still to be judged. Blank passes. Malformed where it cannot be read."""
    if not typed:
        return None if shape.may_pass or not isinstance(shape, Some | Order) else _left_blank(shape)
    match shape:
        case One():
            return _chosen(shape.options, typed)
        case Some() | Order() | Pay():
            return [_chosen(things(shape), each) for each in _parts(typed)]
        case Amount():
            return _whole(typed)
        case Route():
            return _steps(shape, [each.upper() for each in _parts(typed)])
    return typed


def _left_blank(shape: Some | Order) -> Value:
    """No choice at all, or the order as it was offered."""
    return [option.id for option in shape.options] if isinstance(shape, Order) else []


def _parts(typed: str) -> list[str]:
    return typed.replace(",", " ").split()


def _chosen(offered: Sequence[Option | Price], typed: str) -> str:
    """An offered thing by its number, or by its id, such as a cell's label."""
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(offered):
        return offered[int(typed[:4]) - 1].id
    return next((each.id for each in offered if each.id.lower() == typed.lower()), typed)


def _whole(typed: str) -> int:
    if not (typed.removeprefix("-").isascii() and typed.removeprefix("-").isdigit() and len(typed) < 10):
        raise Malformed("expected_number")
    return int(typed)


def _steps(route: Route, cells: list[str]) -> list[str]:
    """Every cell of the way; a goal alone is reached the shortest way."""
    if len(cells) == 1 and cells[0] in route.reachable():
        return route.way_to(cells[0])
    return cells


# ---------------------------------------------------------------- the board in letters


def width(shown: str) -> int:
    """How many columns a terminal gives it: Korean letters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in shown)


def fitted(shown: str) -> str:
    """Cut or filled to a cell's width."""
    while width(shown) > CELL_WIDTH:
        shown = shown[:-1]
    return shown + " " * (CELL_WIDTH - width(shown))


def harvest_board(board: BoardView, words: Words) -> Iterator[str]:
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
        who: list[int | str | Text | Local] = [
            Text("harvest.name", {"name": each.title}) for each in board.out
        ]
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


BOARDS: Mapping[str, Callable[[Any, Words], Iterable[str]]] = {
    "harvest": harvest_board,
    "kamigakari": square_map,
}
"""How each system's board is drawn in letters."""


# ---------------------------------------------------------------- saying things


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

    def board(self, view: TableView, *, again: bool = False) -> None:
        """The board, unless it stands on the screen already as it is."""
        lines = list(BOARDS[view.system](view.board, self.words))
        if again or lines != self.drawn:
            self.drawn = lines
            print("\n".join(["", *lines]))

    def log(self, lines: Iterable[LogLine]) -> None:
        """Log lines, with the dice that fell."""
        for each in lines:
            dice = f"  {' '.join(f'[{face}]' for face in each.faces)}" if each.faces else ""
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
        total = "?" if told.total is None else told.total
        return f"= {total}: {', '.join(parts)} ({told.row})"

    def choices(self, system: str, shape: Shape, *, with_notes: bool) -> None:
        """What can be chosen, numbered; what it does where that is wanted or belongs to the choice."""
        if isinstance(shape, Pay):
            self.say("pool", mana=[Text(f"{system}.mana.{each}") for each in shape.pool])
        for number, each in enumerate(things(shape), 1):
            name = self.words.render(each.label)
            note = f": {self.words.render(each.note)}" if each.note and with_notes else ""
            print(f"  {number}) {name}{self._cost(system, each)}{note}")
        if isinstance(shape, Route):
            self.say("reachable", cells=list(shape.reachable()))

    def _cost(self, system: str, each: Option | Price) -> str:
        if not isinstance(each, Price):
            return ""
        mana = self.words.render([Text(f"{system}.mana.{symbol}") for symbol in each.cost])
        return f" <{mana}>" if not each.needs else f" <+ {mana}>"


# ---------------------------------------------------------------- the table


@dataclass
class Table:
    """A fight in play at one terminal: `people` are the seats typed for, bots play the others."""

    session: Session[Any]
    record: Record
    screen: Screen
    viewer: Viewer
    people: frozenset[Seat]
    luck: bytes
    """The bots' seed."""
    recent: list[LogLine] = field(default_factory=list)
    """What was said since the person was last asked."""
    passed_over: int = 0
    """How often the person let the next of several asked seats answer first."""
    put: tuple[Seat, int] = ("", 0)
    """Whose question of which ticket stands on the screen."""

    def to_the_end(self) -> None:
        """Play until the battle is over. Quit when the person leaves, RuntimeError when there is no end."""
        self._tell(self.session.last.events)
        for _ in range(ANSWERS_IN_A_FIGHT):
            seats = self.session.waiting_for()
            if self.session.is_over or not seats:
                return
            own = [seat for seat in seats if seat in self.people]
            if own:
                self._ask(own[self.passed_over % len(own)], len(own))
            else:
                self._let_bot(seats[0])
        raise RuntimeError(f"{ANSWERS_IN_A_FIGHT} answers and no end")

    @property
    def view(self) -> TableView:
        """What the person sees."""
        return self.session.system.view(self.session.snapshot(), self.record.pins, self.viewer)

    def _let_bot(self, seat: Seat) -> None:
        session = self.session
        assert session.open is not None
        draws = bot_draws(self.luck, session.ticket, seat)
        bot = session.system.bots["sensible"]
        self._answer(seat, bot(session.battle, session.open.question, seat, draws))

    def _ask(self, seat: Seat, asked: int) -> None:
        """Put the question until it is answered, or something else is done about it."""
        view = self.view
        prompt = next(each for each in view.prompts if each.seat == seat)
        if self.put != (seat, prompt.ticket):
            self.screen.board(view)
            self._put(view, prompt, asked)
        try:
            self._take(prompt, self.screen.read(), asked)
        except Refused as refused:
            self.screen.line(refused.text)

    def _put(self, view: TableView, prompt: Prompt, asked: int) -> None:
        self.put = (prompt.seat, prompt.ticket)
        print()
        self.screen.line(Text("terminal.place", {"place": list(view.place)}))
        self.screen.line(Text("terminal.asked", {"seat": prompt.seat_name, "about": prompt.about}))
        self.screen.choices(view.system, prompt.shape, with_notes=isinstance(prompt.shape, Pay))
        blank = "pass" if prompt.shape.may_pass else "others" if asked > 1 else "nothing"
        self.screen.say(f"hint.{prompt.shape.kind}", blank=Text(f"terminal.blank.{blank}"))

    def _take(self, prompt: Prompt, typed: str, asked: int) -> None:
        match self._command(typed):
            case "explain":
                self._explain(prompt)
            case "board":
                self.screen.board(self.view, again=True)
            case "undo":
                self._undo()
            case "quit":
                raise Quit
            case _ if not typed and asked > 1 and not prompt.shape.may_pass:
                self.passed_over += 1
            case _:
                self.recent = []
                self._answer(prompt.seat, read_answer(prompt.shape, typed))

    def _command(self, typed: str) -> str:
        """A command by its English word or the one of the person's language; empty when it is an answer."""
        words = self.screen.words
        said = {words.render(Text(f"terminal.command.{command}")): command for command in COMMANDS.values()}
        return (COMMANDS | said).get(typed.lower(), "")

    def _explain(self, prompt: Prompt) -> None:
        """What each choice does, how the last numbers came about, and what else can be typed."""
        self.screen.choices(self.record.system, prompt.shape, with_notes=True)
        self.screen.explain(self.recent)
        self.screen.say("help")
        self.screen.say(f"legend.{self.record.system}")

    def _answer(self, seat: Seat, value: Value) -> None:
        self.session.answer(seat, value, self.session.ticket)
        self._keep()

    def _undo(self) -> None:
        """Back to the last question that the person answered."""
        own = [
            entry for entry in self.record.live(0) if entry.kind is Kind.ANSWER and entry.seat in self.people
        ]
        if not own:
            self.screen.say("nothing_to_undo")
            return
        self.session = self.session.undo(own[-1].number, self.session.ticket)
        self._keep()

    def _keep(self) -> None:
        self.passed_over = 0
        self.record.keep(self.session.last, self.session.take_back, self.session.digest())
        self._tell(self.session.last.events)

    def _tell(self, events: Sequence[Any]) -> None:
        if events:
            lines = lines_of(self.session, self.viewer, events)
            self.recent += lines
            self.screen.log(lines)


def lines_of(session: Session[Any], viewer: Viewer, events: Sequence[Any]) -> tuple[LogLine, ...]:
    """What the viewer reads of these events."""
    system, snapshot = session.system, replace(session.snapshot(), events=tuple(events))
    return system.log(snapshot, system.pins(session.battle), viewer)

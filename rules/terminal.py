"""A fight at the terminal: questions answered in plain words, requests and offers beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from rules.engine.bots import ANSWERS_IN_A_FIGHT, bot_draws
from rules.engine.choices import Amount, One, Option, Order, Pay, Price, Route, Shape, Some, Value
from rules.engine.errors import Malformed, NotAllowed, Refused
from rules.engine.flow import GM, Seat
from rules.engine.log import Kind
from rules.engine.record import Record
from rules.engine.requests import Requests
from rules.engine.session import Session
from rules.engine.shown import Naming, may_request, seat_names
from rules.engine.state import Request
from rules.engine.text import Param, Text
from rules.engine.view import LogLine, Prompt, Role, TableView, Viewer
from rules.screen import PRICED, Quit, Screen, things

# ---------------------------------------------------------------- answers in plain words


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


# ---------------------------------------------------------------- the table


@dataclass(frozen=True)
class Chance:
    """What a seat may do beside answering: take an offer, or ask the GM for something."""

    seat: Seat
    id: str
    label: Text
    is_request: bool


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
    """Whose question of which ticket stands on the screen; a pause is nobody's."""
    known: frozenset[tuple[Seat, str]] = frozenset()
    """What could be asked for when play went on last."""
    pausing: int = 0
    """The ticket at which play waits for the person, though somebody else is asked."""

    def to_the_end(self) -> None:
        """Play until the battle is over. Quit when the person leaves, RuntimeError when there is no end."""
        self._tell(self.session.last.events)
        for _ in range(ANSWERS_IN_A_FIGHT):
            seats = self.session.waiting_for()
            own = [seat for seat in seats if seat in self.people]
            self._note_chances(is_asked=bool(own))
            if self.session.battle.requests:
                self._decide()
            elif self.session.is_over or not seats:
                return
            elif own:
                self._ask(own[self.passed_over % len(own)], len(own))
            elif self.pausing == self.session.ticket:
                self._pause()
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
        self.screen.place(view)
        self.screen.line(Text("terminal.asked", {"seat": prompt.seat_name, "about": prompt.about}))
        with_notes = isinstance(prompt.shape, Pay) or view.system in PRICED
        self.screen.choices(view.system, prompt.shape, with_notes=with_notes)
        self._put_chances()
        blank = "pass" if prompt.shape.may_pass else "others" if asked > 1 else "nothing"
        self.screen.say(f"hint.{prompt.shape.kind}", blank=Text(f"terminal.blank.{blank}"))

    def _take(self, prompt: Prompt, typed: str, asked: int) -> None:
        if self._is_beside(typed, prompt):
            return
        if not typed and asked > 1 and not prompt.shape.may_pass:
            self.passed_over += 1
            return
        self.recent = []
        self._answer(prompt.seat, read_answer(prompt.shape, typed))

    def _is_beside(self, typed: str, prompt: Prompt | None) -> bool:
        """Whether it was something else than an answer, and is done."""
        match self.screen.command(typed):
            case "explain":
                self._explain(prompt)
            case "board":
                self.screen.board(self.view, again=True)
            case "undo":
                self._undo()
            case "quit":
                raise Quit
            case _ if typed[:1] == "!" and typed[1:2].isdigit():
                self._seize(typed[1:])
            case _:
                return False
        return True

    def _explain(self, prompt: Prompt | None) -> None:
        """What each choice does, how the last numbers came about, and what else can be typed."""
        if prompt:
            self.screen.choices(self.record.system, prompt.shape, with_notes=True)
        self.screen.explain(self.recent)
        self.screen.say("help")
        self.screen.say(f"legend.{self.record.system}")

    # ---- beside answering

    @property
    def chances(self) -> list[Chance]:
        """What the person's seats may start now: offers, then requests, those first that are seldom possible."""
        session, open = self.session, self.session.open
        offers = [each for each in (open.question.offers if open else ()) if each.seat in self.people]
        once = {each.id: Chance(each.seat, each.id, each.label, is_request=False) for each in offers}
        seats = Viewer(Role.PLAYER, tuple(sorted(self.people - {GM})))
        asked = may_request(session.system, session.battle, seats)
        kinds = [kind for kind in session.system.requests if kind not in Requests.requests]
        return [
            *once.values(),
            *(
                Chance(each.seat, kind, Text(f"request.{kind}"), is_request=True)
                for kind in reversed(kinds)
                for each in asked
                if kind in each.kinds
            ),
        ]

    @property
    def _requests(self) -> frozenset[tuple[Seat, str]]:
        return frozenset((each.seat, each.id) for each in self.chances if each.is_request)

    def _note_chances(self, *, is_asked: bool) -> None:
        """Play pauses for the person when something on offer could be called, or a request has become possible."""
        if not self.people:
            return
        now = self._requests
        is_new = now - self.known or any(not each.is_request for each in self.chances)
        if is_new and not is_asked and self.put != ("", self.session.ticket):
            self.pausing = self.session.ticket
        self.known = now

    def _put_chances(self) -> None:
        """Numbered with a mark of their own; requests of a kind in one line."""
        named, gm = self._named, self.session.system.gm
        numbered = list(enumerate(self.chances, 1))
        for number, each in numbered:
            if not each.is_request:
                self.screen.say("may_take", number=number, offer=each.label)
        asked = [(number, each) for number, each in numbered if each.is_request]
        for kind, group in groupby(asked, lambda pair: pair[1].label):
            who: list[Any] = [
                Text("terminal.may_ask.seat", {"number": number, "seat": named(each.seat)})
                for number, each in group
            ]
            self.screen.say("may_ask", who=who, kind=kind, gm=gm)

    def _seize(self, typed: str) -> None:
        """Take the chance of that number; a request with words of the person's own."""
        number, _, words = typed.partition(" ")
        found = self.chances
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(found)):
            raise NotAllowed("no_such_choice", choice=f"!{typed[:40]}")
        chance = found[int(number) - 1]
        self.recent = []
        if chance.is_request:
            self.session.request(chance.seat, chance.id, words.strip(), self.session.ticket)
        else:
            self.session.take_offer(chance.seat, chance.id, None, self.session.ticket)
        self._keep()

    def _decide(self) -> None:
        """The oldest request: a person who is the GM grants or refuses it; a bot grants it."""
        request, *others = self.session.battle.requests
        granted = True
        if GM in self.people:
            self.screen.say("decide", request=self._asked(request))
            if others:
                self.screen.say("decide_later", requests=[self._asked(each) for each in others])
            granted = self.screen.agrees()
        self.session.decide(request.id, granted, self.session.ticket)
        self._keep()

    @property
    def _named(self) -> Naming:
        return seat_names(self.session.battle.combatants, self.session.system.gm_named)

    def _asked(self, request: Request) -> Text:
        """Who asks for what, in which words."""
        said: dict[str, Param] = {
            "seat": self._named(request.seat),
            "kind": Text(f"request.{request.kind}"),
            "words": request.words,
        }
        return Text("terminal.request.words" if request.words else "terminal.request", said)

    def _pause(self) -> None:
        """Somebody else is asked; the person may step in, or let play go on."""
        if self.put != ("", self.session.ticket):
            self.put = ("", self.session.ticket)
            view = self.view
            self.screen.board(view)
            self.screen.line(view.waiting or Text("engine.waiting"))
            self._put_chances()
            self.screen.say("hint.pause")
        try:
            if not self._is_beside(self.screen.read(), None):
                self.pausing = 0
        except Refused as refused:
            self.screen.line(refused.text)

    # ---- answering

    def _answer(self, seat: Seat, value: Value) -> None:
        self.session.answer(seat, value, self.session.ticket)
        self._keep()

    def _undo(self) -> None:
        """Back to the last question that the person answered, which is told as the person's own doing."""
        own = [
            entry for entry in self.record.live(0) if entry.kind is Kind.ANSWER and entry.seat in self.people
        ]
        if not own:
            self.screen.say("nothing_to_undo")
            return
        self.session = self.session.undo(own[-1].number, self.session.ticket)
        self._store()
        self.screen.say("went_back")

    def _keep(self) -> None:
        self._store()
        self._tell(self.session.last.events)

    def _store(self) -> None:
        self.passed_over = 0
        self.record.keep(self.session.last, self.session.take_back, self.session.digest())

    def _tell(self, events: Sequence[Any]) -> None:
        if events:
            lines = lines_of(self.session, self.viewer, events)
            self.recent += lines
            self.screen.log(lines)


def lines_of(session: Session[Any], viewer: Viewer, events: Sequence[Any]) -> tuple[LogLine, ...]:
    """What the viewer reads of these events."""
    system, snapshot = session.system, replace(session.snapshot(), events=tuple(events))
    return system.log(snapshot, system.pins(session.battle), viewer)

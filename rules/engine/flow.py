"""A turn reads like the rulebook: a generator that yields a question when someone must decide, a roll when dice fall.

    def magic_attack(battle: Battle, caster: str) -> Flow[None]:
        area = yield from choose_area(battle, caster)
        ...

Hold names across a question, never objects: after an ask, read the battle again.
"""

import hashlib
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from rules.engine.choices import Shape, Value
from rules.engine.errors import Cut, Frame, Lapsed
from rules.engine.text import Text

T = TypeVar("T")
Seat = str
GM: Seat = "gm"


class Need(StrEnum):
    """Whose answers a question waits for."""

    ALL = "all"
    """Every seat answers; answers are sealed until the last."""
    FIRST = "first"
    """The first seat that does not pass decides; when all pass, nobody does."""


@dataclass(frozen=True)
class Question:
    """An `Ask` as plain data: what is stored with every version and what viewers are shown, each their part."""

    key: str
    """`<system>.<name>`, such as `harvest.cover`."""
    about: Text
    """The question itself, for those who are asked."""
    public: Text
    """What the others see: "Mina is deciding about cover"."""
    choices: dict[Seat, Shape]
    need: Need = Need.ALL
    private: bool = False
    """Others see only that something is waited for."""
    actor: str = ""
    """The combatant who decides or whose action it is."""
    subjects: tuple[str, ...] = ()
    """The combatants it concerns (standing orders look at these)."""
    offers: tuple["OfferView", ...] = ()
    courtesy: bool = False
    """Asked even where there is nothing to choose but a pass, so that being asked tells nobody anything."""
    in_person: bool = False
    """No standing order passes it: where turns begin, so that a table of standing orders still comes to a halt."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody has anything to choose. Who may not even pass could never answer: no courtesy asks her."""
        shapes = self.choices.values()
        is_asked_anyway = self.courtesy and all(shape.may_pass for shape in shapes)
        return not is_asked_anyway and all(shape.is_empty for shape in shapes)

    def fingerprint(self) -> str:
        """Key, seats and choice ids, hashed: what replay compares. Words and numbers for show do not count."""
        lines = [self.key, self.need]
        for seat in sorted(self.choices):
            shape = self.choices[seat]
            lines += [seat, shape.kind, str(shape.may_pass), *shape.ids()]
        lines += [f"{offer.seat}:{offer.id}" for offer in self.offers]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class OfferView:
    """What a seat that is not asked may start while the question is open."""

    id: str
    seat: Seat
    label: Text
    shape: Shape | None = None


@dataclass(frozen=True)
class Offer:
    """An `OfferView` and the flow that taking it runs; the question is asked again afterwards."""

    view: OfferView
    start: Callable[[Value], "Flow[None]"]


@dataclass(frozen=True)
class Ask:
    """A question with the flows of its offers. Built anew whenever the state has changed: see `ask`."""

    question: Question
    offers: tuple[Offer, ...] = ()


class Decides(Protocol):
    """Somebody whose seat decides."""

    @property
    def name(self) -> str:
        """Its id."""
        ...

    @property
    def seat(self) -> Seat:
        """The seat."""
        ...


def decider(who: Decides, choices: Mapping[Seat, Shape]) -> str:
    """The actor of a question about `who`: she, if her seat is asked; nobody in particular where only others are.

    What the GM alone is asked about a player's character is no matter for whoever plays her, person or bot.
    """
    return who.name if who.seat in choices else ""


def question(
    key: str,
    about: Text,
    choices: Mapping[Seat, Shape],
    *,
    public: Text,
    need: Need = Need.ALL,
    private: bool = False,
    actor: str = "",
    subjects: tuple[str, ...] = (),
    offers: tuple[Offer, ...] = (),
    courtesy: bool = False,
    in_person: bool = False,
) -> Ask:
    """An `Ask`; `choices` gives each asked seat its shape."""
    views = tuple(offer.view for offer in offers)
    asked = Question(
        key, about, public, dict(choices), need, private, actor, subjects, views, courtesy, in_person
    )
    return Ask(asked, offers)


@dataclass(frozen=True)
class Roll:
    """`count` dice of `sides`, for `actor` by the rule `row`."""

    actor: str
    row: str
    count: int
    sides: int = 6
    hidden: bool = False


@dataclass(frozen=True)
class Enter:
    """A named frame begins."""

    frame: Frame


@dataclass(frozen=True)
class Leave:
    """The innermost frame of that name has ended."""

    frame: Frame


Step = Callable[[], Ask] | Roll | Enter | Leave
Flow = Generator[Step, Any, T]
Answers = dict[Seat, Value]


def ask(make: Callable[[], Ask]) -> Flow[Answers]:
    """Put a question and wait for its answers: every seat's for ALL, the deciding seat's alone (or none) for FIRST.

    `make` is called again after every change from outside. Raises Lapsed when the choices it makes are empty;
    `make` itself raises Lapsed when its asker can no longer act. The answers are the flow's own: what it adds to a
    list is not added to what was answered.
    """
    answers: Answers = yield make
    return {seat: list(value) if isinstance(value, list) else value for seat, value in answers.items()}


def ask_one(make: Callable[[], Ask]) -> Flow[Value]:
    """The answer to a question with one decider: its only seat, or the first of several; None is a pass."""
    answers = yield from ask(make)
    return next(iter(answers.values()), None)


def roll(actor: str, row: str, count: int, sides: int = 6, *, hidden: bool = False) -> Flow[tuple[int, ...]]:
    """The faces of `count` dice; no dice, no faces and no entry in the log."""
    if count < 1:
        return ()
    faces: tuple[int, ...] = yield Roll(actor, row, count, sides, hidden)
    return faces


def frame(kind: Frame, inner: Flow[T]) -> Flow[T | None]:
    """Run `inner` as a turn, action or reaction: if it lapses or is cut short, play goes on after it (None)."""
    yield Enter(kind)
    result: T | None = None
    try:
        result = yield from inner
    except Lapsed:
        pass
    except Cut as cut:
        if cut.frame is not kind:
            raise
    yield Leave(kind)
    return result


def nothing() -> Flow[None]:
    """A flow that does nothing."""
    return
    yield

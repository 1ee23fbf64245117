"""What a viewer may see: the shapes that templates and the terminal get, and never the state behind them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.engine.choices import Shape
from rules.engine.flow import GM, Need, OfferView, Seat
from rules.engine.house_rules import Setting
from rules.engine.log import Event, Open, Part, Snapshot
from rules.engine.ruling_forms import RulingGroup
from rules.engine.state import Request
from rules.engine.text import Param, Text


class Role(StrEnum):
    """What somebody is at a table."""

    GM = "gm"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks: a role and the seats held, sorted. Equal viewers see equal bytes."""

    role: Role
    seats: tuple[Seat, ...] = ()

    @property
    def is_gm(self) -> bool:
        """Whether everything may be known."""
        return self.role is Role.GM

    @property
    def audience(self) -> str:
        """The name of all who see the same, such as `gm`, `player:jun,mina`, `spectator`."""
        return (
            f"{self.role.value}:{','.join(self.seats)}" if self.seats and not self.is_gm else self.role.value
        )


SPECTATOR = Viewer(Role.SPECTATOR)
GAME_MASTER = Viewer(Role.GM, (GM,))


@dataclass(frozen=True)
class Prompt:
    """One question put to one of the viewer's seats."""

    seat: Seat
    seat_name: Param
    ticket: int
    key: str
    about: Text
    shape: Shape
    asked_again: bool = False
    """The answer given before is void, since a ruling changed what may be chosen."""
    is_sealed: bool = False
    """Answered; the others' answers are waited for."""
    actor: str = ""
    need: Need = Need.ALL


@dataclass(frozen=True)
class OrderRow:
    """One combatant in the acting order."""

    name: str
    title: Param
    """The name people read, for `words.render`."""
    camp: str
    value: str
    """What the order goes by (Harvest: SS), or empty where the viewer may not know it."""
    has_acted: bool
    is_acting: bool
    is_asked: bool
    is_out: bool
    is_tied: bool
    left: Text | None = None
    """What it has left (Magical Girls: DP and HP), where the viewer may know it."""


@dataclass(frozen=True)
class PartView:
    """One summand of an explanation; `amount` None is hidden from this viewer."""

    label: Text
    amount: int | None


@dataclass(frozen=True)
class ExplanationView:
    """An explanation as far as the viewer may know; with a hidden part the total is None."""

    parts: tuple[PartView, ...]
    total: int | None
    row: str
    house_rule: str = ""
    setting: Param = ""
    """How the house rule was set when it decided."""


@dataclass(frozen=True)
class LogLine:
    """One line of the log."""

    version: int
    index: int
    """Place among the version's lines that this viewer may read: a gap would tell of the others."""
    text: Text
    row: str
    explanation: ExplanationView | None
    about: tuple[str, ...]
    cells: tuple[str, ...]
    faces: tuple[int, ...]
    kind: str
    """The event's key without its system, such as `hurt`: names the animation."""


@dataclass(frozen=True)
class MayRequest:
    """The kinds of request that a seat could be granted now."""

    seat: Seat
    kinds: tuple[str, ...]
    about: Mapping[str, Text] = field(default_factory=dict)
    """By kind, whom or what it would be about, where the game knows."""


@dataclass(frozen=True)
class RequestView(Request):
    """A waiting request."""

    about: Text | None = None
    """Whom or what it is about, where the game knows."""


@dataclass(frozen=True)
class TableView:
    """Everything on the table page for one audience, log and chat aside."""

    version: int
    ticket: int
    system: str
    place: tuple[Text, ...]
    """Where in the rules play is, outermost first: round 2, Mina's action phase, preparation timing."""
    round: int
    board: Any
    """The system's own board view."""
    order: tuple[OrderRow, ...]
    prompts: tuple[Prompt, ...]
    offers: tuple[OfferView, ...]
    waiting: Text | None
    """What others see of the open question: "Mina is deciding about cover"."""
    waiting_for: tuple[Seat, ...]
    """Seats whose answer is missing; empty where the question is private and none of the viewer's seats is asked."""
    requests: tuple[RequestView, ...]
    """Waiting requests: all for the GM, own ones for a player."""
    is_paused: bool
    is_held: bool
    """Whether play waits until the GM has decided what somebody asks; who and what is in `requests`."""
    result: Text | None
    summary: tuple[Text, ...]
    """How everybody stood when the battle ended, taken before the board was cleared."""
    take_back: int | None
    """The entry that one of the viewer's seats may take back."""
    take_back_seat: Seat
    """That seat; empty when there is nothing to take back."""
    house_rules: dict[str, Setting]
    frames: tuple[str, ...]
    """Open frames, for the GM's "cut short"; empty for others."""
    for_rulings: tuple[RulingGroup, ...] = ()
    """The forms of the system's rulings, for the GM's drawer; empty for others."""
    may_request: tuple[MayRequest, ...] = ()
    """What each of a player's seats may ask the GM for now."""


def prompts_for(snapshot: Snapshot, viewer: Viewer, name_of: Callable[[Seat], Param]) -> tuple[Prompt, ...]:
    """The open question once for each of the viewer's seats that is asked."""
    if snapshot.open is None:
        return ()
    question, sealed = snapshot.open.question, snapshot.open.sealed
    return tuple(
        Prompt(
            seat=seat,
            seat_name=name_of(seat),
            ticket=snapshot.ticket,
            key=question.key,
            about=question.about,
            shape=shape,
            asked_again=seat in snapshot.open.asked_again,
            is_sealed=seat in sealed,
            actor=question.actor,
            need=question.need,
        )
        for seat, shape in question.choices.items()
        if seat in viewer.seats
    )


def take_back_of(snapshot: Snapshot, viewer: Viewer) -> tuple[Seat, int] | None:
    """The seat of this player's that may take its last answer back, and that answer's entry."""
    taken = snapshot.take_back
    return taken if taken and viewer.role is Role.PLAYER and taken[0] in viewer.seats else None


def waiting_for(open: Open | None, viewer: Viewer) -> tuple[Text | None, tuple[Seat, ...]]:
    """The open question's public face for this viewer, and the seats it waits for."""
    if open is None:
        return None, ()
    missing = tuple(seat for seat in open.question.choices if seat not in open.sealed)
    if open.question.private and not viewer.is_gm and not set(missing) & set(viewer.seats):
        return Text("engine.waiting"), ()
    return open.question.public, missing


def log_lines(snapshot: Snapshot, viewer: Viewer, may_know: Callable[[str], bool]) -> tuple[LogLine, ...]:
    """The version's events as this viewer may read them. `may_know(name)`: whether that combatant's numbers."""
    readable = (
        event
        for event in snapshot.events
        if viewer.is_gm or event.seen_by is None or set(event.seen_by) & set(viewer.seats)
    )
    return tuple(_line(snapshot.version, index, event, may_know) for index, event in enumerate(readable))


def _line(version: int, index: int, event: Event, may_know: Callable[[str], bool]) -> LogLine:
    is_closed = bool(event.secret_of) and not may_know(event.secret_of)
    return LogLine(
        version=version,
        index=index,
        text=Text(f"{event.key}.vague", _public_params(event))
        if is_closed
        else Text(event.key, event.params),
        row=event.row,
        explanation=None if is_closed else _explained(event, may_know),
        about=event.about,
        cells=event.cells,
        faces=() if is_closed else event.faces,
        kind=event.key.rsplit(".", 1)[-1],
    )


def _public_params(event: Event) -> dict[str, Any]:
    """A closed line keeps its names and loses its numbers."""
    return {name: value for name, value in event.params.items() if not isinstance(value, int)}


def _explained(event: Event, may_know: Callable[[str], bool]) -> ExplanationView | None:
    if event.explanation is None:
        return None
    told = event.explanation
    open_parts = [_is_open(part, may_know) for part in told.parts]
    parts = list[PartView]()
    for part, is_open in zip(told.parts, open_parts, strict=True):
        shown = PartView(part.label, part.amount) if is_open else PartView(part.vague or part.label, None)
        if is_open or shown not in parts:
            parts.append(shown)
    total = told.total if all(open_parts) else None
    return ExplanationView(tuple(parts), total, told.row, told.house_rule, told.setting)


def _is_open(part: Part, may_know: Callable[[str], bool]) -> bool:
    return not part.secret_of or may_know(part.secret_of)

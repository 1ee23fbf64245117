"""What comes from outside (entries), what happened (events), and what restores a fight (checkpoints, versions)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.engine.flow import Question, Seat
from rules.engine.text import Param, Text


class Kind(StrEnum):
    """The kinds of entry in a fight's one log."""

    ANSWER = "answer"
    OFFER = "offer"
    REQUEST = "request"
    DECISION = "decision"
    STANDING = "standing"
    RULING = "ruling"
    ROLL = "roll"
    UNDO = "undo"


@dataclass(frozen=True)
class Entry:
    """One thing from outside: an input, or the faces that fell because of it."""

    number: int
    """Place in the whole log, never used again."""
    version: int
    """The commit it belongs to."""
    kind: Kind
    seat: Seat
    """Who decided; empty for rolls."""
    ticket: int
    """The ticket the input was made on."""
    payload: dict[str, Any]
    on: str = ""
    """Fingerprint of the question it met; empty for rolls."""
    undone_in: int | None = None
    """The version whose undo took it back."""

    @property
    def is_live(self) -> bool:
        """Whether it still counts: neither undone nor itself an undo."""
        return self.undone_in is None and self.kind is not Kind.UNDO

    @property
    def is_take_over(self) -> bool:
        """Whether the GM took over by hand there, where perhaps no question could be shown any more."""
        return self.kind is Kind.RULING and self.payload["name"] == "take_over"

    def is_again(self, kind: Kind, seat: Seat, ticket: int, payload: Mapping[str, Any]) -> bool:
        """Whether this is that very input, sent a second time. What was kept otherwise than sent stands in `given`."""
        same_place = (self.kind, self.seat, self.ticket) == (kind, seat, ticket)
        return same_place and self.undone_in is None and self.payload.get("given", self.payload) == payload


@dataclass(frozen=True)
class Part:
    """One summand of an explained number: "10 catalyst". `secret_of` names the combatant whose secret it is."""

    label: Text
    amount: int
    secret_of: str = ""
    vague: Text | None = None
    """The label for those who may not know the amount, where the label tells of it."""


@dataclass(frozen=True)
class Explanation:
    """How a number came about: the parts, the rule's row, and the house rule that decided, if one did."""

    parts: tuple[Part, ...]
    total: int | None
    """None where no number is explained, only which house rule decided."""
    row: str
    house_rule: str = ""
    setting: Param = ""
    """How the house rule was set when it decided, in words."""


def decided_by(house_rule: str, row: str) -> Explanation:
    """Says in the log that a named house rule decided this."""
    return Explanation((), None, row, house_rule)


@dataclass(frozen=True)
class Event:
    """What a verb did: the log line, the animation and the explanation are all made of it."""

    key: str
    """The log line's key, such as `harvest.log.hurt`."""
    params: dict[str, Param] = field(default_factory=dict)
    row: str = ""
    """The rule that made it so."""
    explanation: Explanation | None = None
    about: tuple[str, ...] = ()
    """The combatants it happens to, for the board's animation."""
    cells: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    """Dice that fell, to be drawn as dice."""
    seen_by: tuple[Seat, ...] | None = None
    """The seats that may know of it; None is everyone. The GM sees all."""
    reveals: bool = True
    """Whether somebody learnt something from it, so that a player can no longer take the answer back."""
    secret_of: str = ""
    """The combatant whose numbers stand in `params`; viewers who may not know them get `key + ".vague"`."""


@dataclass(frozen=True)
class Checkpoint:
    """The state where a beat starts. `number` is the first entry that can belong to the beat."""

    beat: int
    version: int
    number: int
    state: dict[str, Any]


@dataclass(frozen=True)
class Commit:
    """What one input changed, for the one who stores it."""

    version: int
    ticket: int
    entries: tuple[Entry, ...]
    checkpoints: tuple[Checkpoint, ...]
    events: tuple[Event, ...]
    undone: tuple[int, ...] = ()
    """Numbers of the entries this commit took back."""
    void_from: int | None = None
    """Checkpoints of beats that began after this entry number count no more."""


@dataclass(frozen=True)
class Open:
    """The open question with what has been answered so far: never sent to a browser as it is."""

    question: Question
    sealed: dict[Seat, Any] = field(default_factory=dict)
    asked_again: tuple[Seat, ...] = ()
    """Seats whose sealed answer a rebuild made void: told why they are asked again."""


@dataclass(frozen=True)
class Snapshot:
    """Everything a version stores: views, replay and delay read it and run no flow."""

    version: int
    ticket: int
    schema: int
    state: dict[str, Any]
    open: Open | None
    frames: tuple[str, ...]
    events: tuple[Event, ...]
    digest: str
    take_back: tuple[Seat, int] | None = None
    """The seat that may still take its last answer back, and that answer's entry."""
    stood: dict[str, Any] | None = None
    """In the version that ends the battle, its state before the board was cleared: what can still be looked at."""

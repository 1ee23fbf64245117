"""What every system's battle holds beside its own: one plain tree of dataclasses that survives JSON."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from rules.engine.errors import Runaway
from rules.engine.house_rules import Setting
from rules.engine.log import Event
from rules.engine.text import Text

STEPS_WITHOUT_ASKING = 10_000


@dataclass(frozen=True)
class Beat:
    """One stretch of play that is told by a flow: a placement, an action phase, an end phase."""

    kind: str
    who: str = ""


@dataclass(frozen=True)
class Result:
    """How the battle ended: `winner` is a camp, or empty for a draw; `reason` in words."""

    winner: str
    reason: Text


@dataclass(frozen=True)
class Request:
    """A seat asks the GM for something ("may I react?"); while one waits, the flow does not run on."""

    id: int
    seat: str
    kind: str
    words: str = ""


@dataclass(frozen=True)
class StandingOrder:
    """`seat` passes every question whose key starts with `key`, unless it concerns one of `stop_for`.

    What is asked in person (a turn's beginning) is never passed so.
    """

    seat: str
    key: str
    stop_for: tuple[str, ...] = ()


@dataclass
class BattleBase:
    """The part of a battle that the engine reads and writes. Systems inherit it."""

    beat: int = 0
    """How many beats have begun, the end counted too; part of every roll's purpose."""
    now: Beat | None = None
    result: Result | None = None
    paused: bool = False
    requests: list[Request] = field(default_factory=list)
    requests_made: int = 0
    standing: list[StandingOrder] = field(default_factory=list)
    house_rules: dict[str, Setting] = field(default_factory=dict)
    events: Annotated[list[Event], Field(exclude=True)] = field(default_factory=list)
    """What happened since the last commit. Not part of the stored state."""
    steps: Annotated[int, Field(exclude=True)] = 0

    def record(self, event: Event) -> None:
        """Note what a verb did. Runaway when one input makes 10,000 things happen."""
        self.events.append(event)
        self.count_step()

    def count_step(self) -> None:
        """Events, rolls, frames, questions and beats are steps; every input sets the count back."""
        self.steps += 1
        if self.steps > STEPS_WITHOUT_ASKING:
            raise Runaway(beat=self.beat)

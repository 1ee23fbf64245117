"""What every system's battle holds beside its own: one plain tree of dataclasses that survives JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import Field, TypeAdapter

from rules.engine.errors import Lapsed, Runaway
from rules.engine.grid import Cell
from rules.engine.house_rules import HouseRule, Setting
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

    RULES: ClassVar[Mapping[str, HouseRule]] = {}
    """The system's house rules."""

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

    def has_left(self, _seat: str, /) -> bool:
        """Whether all whom that seat plays are gone from the fight."""
        return False

    def on(self, key: str) -> Setting:
        """A house rule's setting; its default in a fight that was begun before there was that rule."""
        return self.house_rules.get(key, self.RULES[key].default)


class Fighter(Protocol):
    """A combatant, as far as looking it up goes."""

    name: str
    seat: str

    @property
    def is_out(self) -> bool:
        """Whether it can do nothing more in this fight, as things stand."""
        ...

    @property
    def cell(self) -> Cell | None:
        """Where it stands."""
        ...


F = TypeVar("F", bound=Fighter)


class Party(Generic[F]):
    """Looks up those who fight in a battle."""

    combatants: list[F]

    def __getitem__(self, name: str) -> F:
        """The combatant of that name. KeyError when there is none."""
        for combatant in self.combatants:
            if combatant.name == name:
                return combatant
        raise KeyError(name)

    def has(self, name: str) -> bool:
        """Whether that combatant is in the fight at all."""
        return any(each.name == name for each in self.combatants)

    def has_left(self, seat: str, /) -> bool:
        """Whether all whom that seat plays are gone from the fight."""
        return all(each.seat != seat for each in self.combatants)

    def able(self, name: str) -> F:
        """The combatant, who can act. Lapsed when she is out or gone: her open question has no asker."""
        found = next((each for each in self.combatants if each.name == name), None)
        if found is None or found.is_out or found.cell is None:
            raise Lapsed()
        return found


class Contented(Protocol):
    """A battle with its pinned content."""

    library: Any


B = TypeVar("B", bound=Contented)


class Stored(Generic[B]):
    """How a system's battle is stored: its state with every checkpoint, its pinned content once a fight."""

    def __init__(self, battle: type[B], library: type[Any]) -> None:
        self._battle, self._library = TypeAdapter(battle), TypeAdapter[Any](library)

    def dump(self, battle: B) -> dict[str, Any]:
        """The state as JSON, without content and events."""
        plain: dict[str, Any] = self._battle.dump_python(battle, mode="json")
        return plain

    def pins(self, battle: B) -> dict[str, Any]:
        """The content as JSON."""
        plain: dict[str, Any] = self._library.dump_python(battle.library, mode="json")
        return plain

    def load(self, state: Any, pins: Any) -> B:
        """The battle of a stored state and its pinned content."""
        battle = self._battle.validate_python(state)
        battle.library = self._library.validate_python(pins)
        return battle

"""The door of a system: what the session needs from it, and nothing of what it is about."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Flow, Offer, Question, Seat
from rules.engine.forms import Ruling
from rules.engine.house_rules import HouseRule, Setting
from rules.engine.state import BattleBase, Beat, Request
from rules.engine.text import Local, Param, Text

if TYPE_CHECKING:
    from rules.engine.log import Snapshot
    from rules.engine.sheet import Sheet
    from rules.engine.view import LogLine, TableView, Viewer

B = TypeVar("B", bound=BattleBase)
Bot = Callable[[Any, Question, Seat, Draws], Value]
"""Battle, question, seat, a stream of draws -> a legal value."""


@dataclass(frozen=True)
class Held:
    """Everything of one kind that an encounter holds."""

    kind: Text
    things: tuple[Param, ...]


class Ready(Protocol):
    """Something of a pack that people choose by its name."""

    @property
    def title(self) -> Local:
        """Its name in the languages of the pack."""
        ...


class ReadyEncounter(Ready, Protocol):
    """A fight ready to be started."""

    @property
    def characters(self) -> tuple[str, ...]:
        """The ready characters it was made for; any others may be chosen."""
        ...


class System(Protocol[B]):
    """What `rules.<system>` offers as `SYSTEM`."""

    slug: str
    schema: int
    house_rules: Mapping[str, HouseRule]
    rulings: Mapping[str, Ruling]
    bots: Mapping[str, Bot]
    requests: tuple[str, ...]
    """The kinds of request a seat may make."""
    gm: Text
    """What the game calls who runs the table, within a sentence."""
    gm_named: Text
    """The same as a name."""
    with_zero: tuple[str, ...]
    """Kinds of log line that tell of dice which have a 0 for a ten."""
    sides: tuple[str, ...]
    """Who can win."""
    matches: tuple[str, ...]
    clears_board: bool
    """Whether the board is cleared when a fight is over; where not, it is shown as it stands then."""
    """The forms that a match between players can have (`form` in its set-up); none in most games."""

    def with_pack(self, name: str, files: Mapping[str, bytes]) -> "System[B]":
        """The same system, a pack's content added to what new fights may use. ContentError when it is broken."""
        ...

    @property
    def characters(self) -> Mapping[str, "Ready"]:
        """The ready player characters, by name-id: the game's own, and those of packs."""
        ...

    @property
    def encounters(self) -> Mapping[str, "ReadyEncounter"]:
        """The ready encounters, by id: the game's own, and those of packs."""
        ...

    def sheet_of(self, character: str, lang: str = "en") -> dict[str, Any]:
        """A ready character's sheet, its name written in `lang`."""
        ...

    def encounter_setup(
        self, encounter: str, chosen: Iterable[Mapping[str, Any]] | None = None, lang: str = "en"
    ) -> dict[str, Any]:
        """A ready encounter's set-up for `chosen` characters (`name`, `sheet`), or those it was made for.

        NotAllowed when there is no such encounter.
        """
        ...

    def contents(self, encounter: str) -> tuple[Held, ...]:
        """What a ready encounter holds beside its characters, for the GM who chooses among them."""
        ...

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Setting]) -> B:
        """The battle before its first beat, content pinned. ContentError / Refused for a broken set-up."""
        ...

    def dump(self, battle: B) -> dict[str, Any]:
        """The state as JSON."""
        ...

    def load(self, state: Mapping[str, Any], pins: Mapping[str, Any]) -> B:
        """The battle of a state made by `dump`, of this or an older schema."""
        ...

    def pins(self, battle: B) -> dict[str, Any]:
        """The pinned content as JSON, stored once a fight."""
        ...

    def next_beat(self, battle: B) -> Beat | None:
        """What comes next, by the explicit state alone; None when the battle is over and cleared."""
        ...

    def play(self, battle: B, beat: Beat) -> Flow[None]:
        """The beat's story."""
        ...

    def abandon(self, battle: B, beat: Beat) -> None:
        """Count the beat as done without playing it on (a take-over by hand)."""
        ...

    def view(self, snapshot: "Snapshot", pins: Mapping[str, Any], viewer: "Viewer") -> "TableView":
        """What `viewer` may see of a stored version. Runs no flow."""
        ...

    def sheet(
        self, snapshot: "Snapshot", pins: Mapping[str, Any], viewer: "Viewer", name: str
    ) -> "Sheet | None":
        """What `viewer` may know of a combatant at a stored version; None where it is not, or not to be seen."""
        ...

    def log(self, snapshot: "Snapshot", pins: Mapping[str, Any], viewer: "Viewer") -> tuple["LogLine", ...]:
        """The version's events as `viewer` may read them."""
        ...

    def won_by(self, battle: B, side: str) -> Text:
        """A side of the system as the winner, in a sentence."""
        ...

    def seats(self, setup: Mapping[str, Any]) -> dict[Seat, str]:
        """The seats of a set-up with their names: "gm" and one a player character."""
        ...

    def after(self, state: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """What closing the fight leaves of the sheets: changed fields by player character, put over them next time."""
        ...

    def carried(self, sheet: Mapping[str, Any], left: Mapping[str, Any]) -> list[Text]:
        """What fights left of a sheet, as `after` told it, in a few words each; nothing where nothing is left."""
        ...

    def begins_helpless(self, sheet: Mapping[str, Any]) -> bool:
        """Whether who begins a fight with this sheet could do nothing in it."""
        ...

    def check_request(self, battle: B, seat: Seat, kind: str) -> None:
        """NotAllowed for a request that could not be granted now, so that the GM is not asked in vain."""
        ...

    def offers(self, battle: B) -> tuple[Offer, ...]:
        """What seats may start while any question is open, beside what the question itself offers."""
        ...

    def grant(self, battle: B, request: Request) -> Flow[None]:
        """What a granted request runs before the open question is asked again."""
        ...

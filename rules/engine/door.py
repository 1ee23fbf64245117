"""What the doors of all systems have in common: each only says which of its modules do what."""

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Generic, Self, TypeVar

from rules.engine.errors import NotAllowed
from rules.engine.flow import GM, Flow, Seat
from rules.engine.forms import Ruling
from rules.engine.house_rules import HouseRule, Setting
from rules.engine.log import Snapshot
from rules.engine.requests import Requests
from rules.engine.setups import read
from rules.engine.sheet import Sheet
from rules.engine.shown import log_of, may_request
from rules.engine.state import BattleBase, Beat, Stored
from rules.engine.system import Bot, Held, Ready, ReadyEncounter
from rules.engine.text import Text
from rules.engine.view import LogLine, TableView, Viewer

B = TypeVar("B", bound=BattleBase)


class Door(Requests, Generic[B]):
    """A `System` made of modules: what the engine's session and the table need of a game.

    New fights take their content from its shelf; a fight that is made holds what it needs itself.
    """

    slug: str
    schema: int
    house_rules: Mapping[str, HouseRule]
    rulings: Mapping[str, Ruling]
    bots: Mapping[str, Bot]
    sides: tuple[str, ...]
    matches: tuple[str, ...] = ()
    with_zero: tuple[str, ...] = ()
    clears_board: bool = True

    library: ModuleType
    """`starter`, `read_shelf`: packs as shelves."""
    setups: ModuleType
    """`Setup` and `Sheet`, which people may write; `open_battle` of a set-up, `encountered` of a ready encounter."""
    stored: Stored[Any]
    """The battle as one plain tree, and its content."""
    course: ModuleType
    """`next_beat`, `play`, `abandon`: what comes after what."""
    views: ModuleType
    """`Table`, `table_view`: what each viewer may see."""
    sheets: ModuleType
    """`sheet`: what each viewer may know of one combatant."""
    held: ModuleType
    """`of`: what an encounter holds, in a few words."""

    def __init__(self, shelf: Any = None) -> None:
        self._shelf = shelf

    @property
    def shelf(self) -> Any:
        """What there is to play with: the starter pack, and packs on top of it."""
        return self._shelf or self.library.starter()

    def with_pack(self, name: str, files: Mapping[str, bytes]) -> Self:
        """The same system with one more pack on its shelf. ContentError with everything wrong in it."""
        placed = {f"{name}/{file}": data for file, data in files.items()}
        return type(self)(self.library.read_shelf(placed, self.shelf))

    @property
    def characters(self) -> Mapping[str, Ready]:
        """The ready player characters, by id."""
        ready: Mapping[str, Ready] = self.shelf.characters
        return ready

    @property
    def encounters(self) -> Mapping[str, ReadyEncounter]:
        """The ready encounters, by id."""
        ready: Mapping[str, ReadyEncounter] = self.shelf.encounters
        return ready

    def sheet_of(self, character: str, lang: str = "en") -> dict[str, Any]:
        """A ready character's sheet, its name written in `lang`."""
        ready = self.shelf.characters[character]
        known: dict[str, Any] = ready.model_dump(mode="json", include=set(self.setups.Sheet.model_fields))
        return known | {"title": ready.title.in_language(lang)}

    def encounter_setup(
        self, encounter: str, chosen: Iterable[Mapping[str, Any]] | None = None, lang: str = "en"
    ) -> dict[str, Any]:
        """A ready encounter's set-up, with `chosen` characters (`name`, `sheet`) or those it was made for.

        NotAllowed when there is no such encounter.
        """
        if encounter not in self.encounters:
            raise NotAllowed("no_such_encounter", encounter=encounter[:40])
        made = self.encounters[encounter]
        if chosen is None:
            chosen = [{"name": id, "sheet": self.sheet_of(id, lang)} for id in made.characters]
        setup: dict[str, Any] = self.setups.encountered(made, [dict(each) for each in chosen])
        return setup

    def contents(self, encounter: str) -> tuple[Held, ...]:
        """What a ready encounter holds."""
        held: tuple[Held, ...] = self.held.of(self.encounters[encounter], self.shelf)
        return held

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Setting]) -> B:
        """The battle of a set-up, before its first beat."""
        battle: B = self.setups.open_battle(setup, house_rules, self.shelf)
        return battle

    def seats(self, setup: Mapping[str, Any]) -> dict[Seat, str]:
        """The GM's seat, then one a player character, each with its name."""
        return {GM: "GM"} | {
            each.name: each.sheet.title for each in read(self.setups.Setup, setup).characters
        }

    def dump(self, battle: B) -> dict[str, Any]:
        """The state as JSON."""
        return self.stored.dump(battle)

    def load(self, state: Mapping[str, Any], pins: Mapping[str, Any]) -> B:
        """The battle of a stored state."""
        battle: B = self.stored.load(state, pins)
        return battle

    def pins(self, battle: Any) -> dict[str, Any]:
        """The content this fight uses, as JSON."""
        return self.stored.pins(battle)

    def carried(self, sheet: Mapping[str, Any], left: Mapping[str, Any]) -> list[Text]:
        """What fights left of a sheet: nothing, in games that restore everybody."""
        return []

    def begins_helpless(self, sheet: Mapping[str, Any]) -> bool:
        """Whether who begins a fight with this sheet could do nothing in it: nobody, in such games."""
        return False

    def next_beat(self, battle: B) -> Beat | None:
        """What comes next, by the explicit state alone."""
        beat: Beat | None = self.course.next_beat(battle)
        return beat

    def play(self, battle: B, beat: Beat) -> Flow[None]:
        """The beat's story."""
        yield from self.course.play(battle, beat)

    def abandon(self, battle: B, beat: Beat) -> None:
        """Count the beat as done."""
        self.course.abandon(battle, beat)

    def view(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> TableView:
        """What the viewer may see of a version."""
        battle = self.load(snapshot.state, pins)
        view: TableView = self.views.table_view(battle, snapshot, viewer, may_request(self, battle, viewer))
        return view

    def sheet(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer, name: str) -> Sheet | None:
        """A combatant's sheet at a version; None for one who is not there, or whom the viewer may not see."""
        table = self.views.Table(self.load(snapshot.state, pins), snapshot, viewer)
        who = next((each for each in table.battle.combatants if each.name == name), None)
        if who is None or not table.sees(who):
            return None
        sheet: Sheet = self.sheets.sheet(table, who)
        return sheet

    def log(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> tuple[LogLine, ...]:
        """The version's events as the viewer may read them."""
        return log_of(self.views.Table(self.load(snapshot.state, pins), snapshot, viewer))

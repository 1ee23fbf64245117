"""Kamigakari: active against passive checks, spirit dice, Rank and reduction."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.bots import random_legal
from rules.engine.flow import Flow, Seat
from rules.engine.log import Snapshot
from rules.engine.requests import Requests
from rules.engine.shown import may_request
from rules.engine.state import Beat, Setting
from rules.engine.system import Bot, Held, Ruling
from rules.engine.view import LogLine, TableView, Viewer
from rules.kamigakari import bots, contents, ending, round, setup, state, views
from rules.kamigakari.entries import Character, Encounter
from rules.kamigakari.house_rules import HOUSE_RULES
from rules.kamigakari.library import read_shelf, starter
from rules.kamigakari.rulings import RULINGS
from rules.kamigakari.shelf import Shelf
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import Side


class Kamigakari(Requests):
    """The door: what the engine's session and the table need of this system.

    New fights take their content from its shelf; a fight that is made holds what it needs itself.
    """

    slug = "kamigakari"
    schema = state.SCHEMA
    house_rules = HOUSE_RULES
    rulings: Mapping[str, Ruling] = RULINGS
    bots: Mapping[str, Bot] = {"sensible": bots.sensible, "random": random_legal}
    sides = tuple(side.value for side in Side)
    matches: tuple[str, ...] = ()

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf

    @property
    def shelf(self) -> Shelf:
        """What there is to play with: the starter pack, and packs on top of it."""
        return self._shelf or starter()

    def with_pack(self, name: str, files: Mapping[str, bytes]) -> "Kamigakari":
        """The same system with one more pack on its shelf. ContentError with everything wrong in it."""
        return Kamigakari(read_shelf({f"{name}/{file}": data for file, data in files.items()}, self.shelf))

    @property
    def characters(self) -> Mapping[str, Character]:
        """The ready player characters."""
        return setup.characters(self.shelf)

    @property
    def encounters(self) -> Mapping[str, Encounter]:
        """The ready encounters."""
        return setup.encounters(self.shelf)

    def sheet_of(self, character: str, lang: str = "en") -> dict[str, Any]:
        """A ready character's sheet, its name written in `lang`."""
        return setup.sheet_of(self.characters[character], lang)

    def encounter_setup(
        self, encounter: str, chosen: Iterable[Mapping[str, Any]] | None = None, lang: str = "en"
    ) -> dict[str, Any]:
        """A ready encounter's set-up."""
        return setup.encounter_setup(encounter, chosen, lang, self.shelf)

    def contents(self, encounter: str) -> tuple[Held, ...]:
        """What a ready encounter holds: monsters."""
        return contents.of(self.encounters[encounter], self.shelf)

    def open(self, setup_: Mapping[str, Any], house_rules: Mapping[str, Setting]) -> Battle:
        """The battle of a set-up, before placement."""
        return setup.open_battle(setup_, house_rules, self.shelf)

    def seats(self, setup_: Mapping[str, Any]) -> dict[Seat, str]:
        """ "gm" and one a player character, with names."""
        return setup.seats(setup_)

    def dump(self, battle: Battle) -> dict[str, Any]:
        """The state as JSON."""
        return state.dump(battle)

    def load(self, stored: Mapping[str, Any], pins: Mapping[str, Any]) -> Battle:
        """The battle of a stored state."""
        return state.load(stored, pins)

    def pins(self, battle: Battle) -> dict[str, Any]:
        """The content this fight uses, as JSON."""
        pinned: dict[str, Any] = state.PINS.dump_python(battle.library, mode="json")
        return pinned

    def next_beat(self, battle: Battle) -> Beat | None:
        """Placement, starts, turns, ends, aftermath."""
        return round.next_beat(battle)

    def play(self, battle: Battle, beat: Beat) -> Flow[None]:
        """The beat's story."""
        return round.play(battle, beat)

    def abandon(self, battle: Battle, beat: Beat) -> None:
        """Count the beat as done."""
        round.abandon(battle, beat)

    def view(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> TableView:
        """What the viewer may see of a version."""
        battle = state.load(snapshot.state, pins)
        return views.table_view(battle, snapshot, viewer, may_request(self, battle, viewer))

    def log(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> tuple[LogLine, ...]:
        """The version's events as the viewer may read them."""
        return views.log_of(state.load(snapshot.state, pins), snapshot, viewer)

    def after(self, stored: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """What goes back to the sheets: the spirit crest (KG-37), by house rule the spirit dice too (KG-04)."""
        battle = state.load(stored, pins)
        return {each.name: ending.left_of(battle, each) for each in battle.combatants if each.is_player}


SYSTEM = Kamigakari()

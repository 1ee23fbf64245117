"""Magical Girls: d100 checks, action points, passive and emergency reactions."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.bots import random_legal
from rules.engine.flow import Flow, Offer, Seat
from rules.engine.log import Snapshot
from rules.engine.requests import Requests
from rules.engine.shown import may_request
from rules.engine.state import BattleBase, Beat, Request, Setting
from rules.engine.system import Bot, Held, Ruling
from rules.engine.view import LogLine, TableView, Viewer
from rules.magical_girls import bots, contents, emergency, prepared, round, setup, state, views
from rules.magical_girls.entries import Character, Encounter
from rules.magical_girls.house_rules import HOUSE_RULES
from rules.magical_girls.library import read_shelf, starter
from rules.magical_girls.rulings import RULINGS
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.state import Battle
from rules.magical_girls.terms import MATCHES, Form, Side


class MagicalGirls(Requests):
    """The door: what the engine's session and the table need of this system.

    New fights take their content from its shelf; a fight that is made holds what it needs itself.
    """

    slug = "magical_girls"
    schema = state.SCHEMA
    house_rules = HOUSE_RULES
    rulings: Mapping[str, Ruling] = RULINGS
    bots: Mapping[str, Bot] = {"sensible": bots.sensible, "random": random_legal}
    requests = (*emergency.KINDS, *Requests.requests)
    sides = tuple(side.value for side in Side)
    matches: tuple[str, ...] = (Form.VERSUS.value, *(form.value for form in MATCHES))

    def __init__(self, shelf: Shelf | None = None) -> None:
        self._shelf = shelf

    @property
    def shelf(self) -> Shelf:
        """What there is to play with: the starter pack, and packs on top of it."""
        return self._shelf or starter()

    def with_pack(self, name: str, files: Mapping[str, bytes]) -> "MagicalGirls":
        """The same system with one more pack on its shelf. ContentError with everything wrong in it."""
        return MagicalGirls(read_shelf({f"{name}/{file}": data for file, data in files.items()}, self.shelf))

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
        """What a ready encounter holds: its form, its enemies, the map."""
        return contents.of(self.encounters[encounter], self.shelf)

    def open(self, setup_: Mapping[str, Any], house_rules: Mapping[str, Setting]) -> Battle:
        """The battle of a set-up, before its first beat."""
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
        """Form, surprise, placement, initiative, rounds, turns, aftermath."""
        return round.next_beat(battle)

    def play(self, battle: Battle, beat: Beat) -> Flow[None]:
        """The beat's story."""
        return round.play(battle, beat)

    def abandon(self, battle: Battle, beat: Beat) -> None:
        """Count the beat as done."""
        round.abandon(battle, beat)

    def check_request(self, battle: BattleBase, seat: Seat, kind: str) -> None:
        """NotAllowed for an emergency reaction that is not possible now (MG-44, MG-45)."""
        assert isinstance(battle, Battle)
        emergency.check_request(battle, seat, kind)

    def offers(self, battle: BattleBase) -> tuple[Offer, ...]:
        """A call for each prepared action, for its player and for the keeper (MG-32)."""
        assert isinstance(battle, Battle)
        return tuple(prepared.triggers(battle))

    def grant(self, battle: BattleBase, request: Request) -> Flow[None]:
        """A granted emergency reaction happens; a "please wait" has had its moment."""
        if request.kind not in emergency.KINDS:
            return super().grant(battle, request)
        assert isinstance(battle, Battle)
        return emergency.granted(battle, request.seat, request.kind)

    def view(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> TableView:
        """What the viewer may see of a version."""
        battle = state.load(snapshot.state, pins)
        return views.table_view(battle, snapshot, viewer, may_request(self, battle, viewer))

    def log(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> tuple[LogLine, ...]:
        """The version's events as the viewer may read them."""
        return views.log_of(state.load(snapshot.state, pins), snapshot, viewer)

    def after(self, stored: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """HP, MP and wounds are written back to the sheets (MG-53)."""
        battle = state.load(stored, pins)
        return {
            each.name: {"hp": each.hp, "mp": each.mp, "wound": each.wound.value}
            for each in battle.combatants
            if each.is_player
        }


SYSTEM = MagicalGirls()

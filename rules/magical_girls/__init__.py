"""Magical Girls: d100 checks, action points, passive and emergency reactions."""

from collections.abc import Mapping
from typing import Any

from rules.engine.bots import random_legal
from rules.engine.door import Door
from rules.engine.flow import Flow, Offer, Seat
from rules.engine.requests import Requests
from rules.engine.state import BattleBase, Request
from rules.engine.text import Text
from rules.magical_girls import (
    bots,
    carried,
    contents,
    costs,
    emergency,
    library,
    outcome,
    prepared,
    round,
    setup,
    sheets,
    state,
    views,
)
from rules.magical_girls.house_rules import HOUSE_RULES
from rules.magical_girls.rulings import RULINGS
from rules.magical_girls.state import Battle
from rules.magical_girls.terms import KEEPER, KEEPER_NAMED, MATCHES, Form, Side


class MagicalGirls(Door[Battle]):
    """The door of Magical Girls."""

    slug = "magical_girls"
    schema = state.SCHEMA
    house_rules = HOUSE_RULES
    rulings = RULINGS
    bots = {"sensible": bots.sensible, "random": random_legal}
    gm, gm_named = KEEPER, KEEPER_NAMED
    requests = (*costs.REACTIONS, *Requests.requests)
    sides = tuple(side.value for side in Side)
    with_zero = ("check",)
    """The tens and units of a d100 check (MG-02)."""
    clears_board = False
    matches = (Form.VERSUS.value, *(form.value for form in MATCHES))
    library, setups, stored, course, views, held = library, setup, state.STORED, round, views, contents
    sheets = sheets

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
        if request.kind not in costs.REACTIONS:
            return super().grant(battle, request)
        assert isinstance(battle, Battle)
        return emergency.granted(battle, request.seat, request.kind)

    def won_by(self, battle: Battle, side: str) -> Text:
        """The girls, the enemies, or a side of a match with the names of those on it."""
        if battle.form is Form.FIGHT:
            return Text(f"magical_girls.wins.fight.{side}")
        return Text("magical_girls.wins.match", outcome.winners(battle, Side(side)))

    def after(self, stored: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """HP, MP and wounds are written back to the sheets (MG-53)."""
        battle = self.load(stored, pins)
        return {
            each.name: {"hp": each.hp, "mp": each.mp, "wound": each.wound.value}
            for each in battle.combatants
            if each.is_player
        }

    def carried(self, sheet: Mapping[str, Any], left: Mapping[str, Any]) -> list[Text]:
        """HP, MP and the wound until she has rested (MG-53)."""
        return list(carried.carried(sheet, left))

    def begins_helpless(self, sheet: Mapping[str, Any]) -> bool:
        """Severely wounded or dying (MG-52, MG-54)."""
        return carried.begins_helpless(sheet)


SYSTEM = MagicalGirls()

"""Kamigakari: active against passive checks, spirit dice, Rank and reduction."""

from collections.abc import Mapping
from typing import Any

from rules.engine.bots import random_legal
from rules.engine.door import Door
from rules.engine.text import Text
from rules.kamigakari import bots, carried, contents, ending, library, round, setup, sheets, state, views
from rules.kamigakari.house_rules import HOUSE_RULES
from rules.kamigakari.rulings import RULINGS
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import Side


class Kamigakari(Door[Battle]):
    """The door of Kamigakari."""

    slug = "kamigakari"
    schema = state.SCHEMA
    house_rules = HOUSE_RULES
    rulings = RULINGS
    bots = {"sensible": bots.sensible, "random": random_legal}
    sides = tuple(side.value for side in Side)
    library, setups, stored, course, views, held = library, setup, state.STORED, round, views, contents
    sheets = sheets

    def won_by(self, battle: Battle, side: str) -> Text:
        """A side as the winner, in a sentence."""
        return Text(f"kamigakari.wins.{side}")

    def after(self, stored: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """What goes back to the sheets: the spirit crest (KG-37), by house rule the spirit dice too (KG-04)."""
        battle = self.load(stored, pins)
        return {each.name: ending.left_of(battle, each) for each in battle.combatants if each.is_player}

    def carried(self, sheet: Mapping[str, Any], left: Mapping[str, Any]) -> list[Text]:
        """The spirit crest, and spirit dice that are kept, until she has rested (KG-04, KG-37)."""
        return list(carried.carried(sheet, left))


SYSTEM = Kamigakari()

"""Harvest: a 3x6 grid, mana dice, cover and reactions."""

from collections.abc import Mapping
from typing import Any

from rules.engine.bots import random_legal
from rules.engine.door import Door
from rules.engine.text import Text
from rules.harvest import bots, contents, library, setup, sheets, state, turn, views
from rules.harvest.battlefield import Camp
from rules.harvest.house_rules import HOUSE_RULES
from rules.harvest.rulings import RULINGS
from rules.harvest.state import Battle


class Harvest(Door[Battle]):
    """The door of Harvest."""

    slug = "harvest"
    schema = state.SCHEMA
    house_rules = HOUSE_RULES
    rulings = RULINGS
    bots = {"sensible": bots.sensible, "random": random_legal}
    sides = tuple(camp.value for camp in Camp)
    library, setups, stored, course, views, held = library, setup, state.STORED, turn, views, contents
    sheets = sheets

    def won_by(self, battle: Battle, side: str) -> Text:
        """A side as the winner, in a sentence."""
        return Text(f"harvest.wins.{side}")

    def after(self, stored: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Nothing is written back: after a battle everything is restored in full (HV-07)."""
        return {each.name: {} for each in self.load(stored, pins).combatants if each.is_player}


SYSTEM = Harvest()

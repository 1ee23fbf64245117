"""What fights leave of a girl until she has rested, in a few words (MG-53)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.engine.grid import Cell
from rules.engine.text import Text
from rules.magical_girls.setup import Player, girl
from rules.magical_girls.state import Combatant
from rules.magical_girls.terms import Wound


def carried(sheet: Mapping[str, Any], left: Mapping[str, Any]) -> Iterator[Text]:
    """HP, MP and the wound, where the next fight would find her worse than her sheet does (MG-53)."""
    whole, now = _at_start(sheet), _at_start({**sheet, **left})
    if now.hp < whole.hp:
        yield Text("magical_girls.carried.hp", {"hp": now.hp})
    if now.mp < whole.mp:
        yield Text("magical_girls.carried.mp", {"mp": now.mp})
    if now.wound.place > whole.wound.place:
        yield now.wound.named


def begins_helpless(sheet: Mapping[str, Any]) -> bool:
    """Severely wounded or dying from the first round on (MG-52, MG-54)."""
    now = _at_start(sheet)
    return now.is_out or now.wound is Wound.SEVERE


def _at_start(sheet: Mapping[str, Any]) -> Combatant:
    """Her as a fight begins."""
    return girl(Player.model_validate({"name": "girl", "sheet": sheet}), Cell(0, 0))

"""What packs hold, as typed shelves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.shelves import BaseShelf
from rules.kamigakari.entries import Character, Encounter, Item, Monster, Talent, Weapon


@dataclass(frozen=True, eq=False)
class Shelf(BaseShelf):
    """Everything there is to play with, by id."""

    names = {
        "weapon": "weapons",
        "item": "items",
        "talent": "talents",
        "monster": "monsters",
        "character": "characters",
        "encounter": "encounters",
    }
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    talents: Mapping[str, Talent] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)
    characters: Mapping[str, Character] = field(default_factory=dict)
    encounters: Mapping[str, Encounter] = field(default_factory=dict)

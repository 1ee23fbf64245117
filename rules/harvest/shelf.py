"""What packs hold, as typed shelves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.shelves import BaseShelf
from rules.harvest.entries import (
    Catalyst,
    Character,
    Creature,
    Encounter,
    Grand,
    HomeStatus,
    Item,
    Skill,
    SpecialObject,
    Spell,
    Trap,
)


@dataclass(frozen=True, eq=False)
class Shelf(BaseShelf):
    """Everything there is to play with, by id."""

    names = {
        "spell": "spells",
        "skill": "skills",
        "item": "items",
        "grand": "grands",
        "trap": "traps",
        "object": "objects",
        "status": "statuses",
        "catalyst": "catalysts",
        "creature": "creatures",
        "character": "characters",
        "encounter": "encounters",
    }
    spells: Mapping[str, Spell] = field(default_factory=dict)
    skills: Mapping[str, Skill] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    grands: Mapping[str, Grand] = field(default_factory=dict)
    traps: Mapping[str, Trap] = field(default_factory=dict)
    objects: Mapping[str, SpecialObject] = field(default_factory=dict)
    statuses: Mapping[str, HomeStatus] = field(default_factory=dict)
    catalysts: Mapping[str, Catalyst] = field(default_factory=dict)
    creatures: Mapping[str, Creature] = field(default_factory=dict)
    characters: Mapping[str, Character] = field(default_factory=dict)
    encounters: Mapping[str, Encounter] = field(default_factory=dict)

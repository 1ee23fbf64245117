"""What packs hold, as typed shelves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.shelves import BaseShelf
from rules.magical_girls.entries import Ability, Character, Encounter, Enemy, Innate, Skill, Thing, Weapon


@dataclass(frozen=True, eq=False)
class Shelf(BaseShelf):
    """Everything there is to play with, by id."""

    names = {
        "skill": "skills",
        "weapon": "weapons",
        "ability": "abilities",
        "innate": "innates",
        "thing": "things",
        "enemy": "enemies",
        "character": "characters",
        "encounter": "encounters",
    }
    skills: Mapping[str, Skill] = field(default_factory=dict)
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    innates: Mapping[str, Innate] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    enemies: Mapping[str, Enemy] = field(default_factory=dict)
    characters: Mapping[str, Character] = field(default_factory=dict)
    encounters: Mapping[str, Encounter] = field(default_factory=dict)

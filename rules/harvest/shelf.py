"""What packs hold, as typed shelves."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from rules.engine.content import Content
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

SHELVES: Mapping[str, str] = {
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
"""The shelf of each kind of entry."""
Entry = tuple[str, str]
"""An entry's kind and id."""


@dataclass(frozen=True, eq=False)
class Shelf:
    """Everything there is to play with, by id."""

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
    files: Mapping[Entry, str] = field(default_factory=dict)
    """Where each entry was read."""

    def of(self, kind: str) -> Mapping[str, Content]:
        """The entries of a kind, by id."""
        shelf: Mapping[str, Content] = getattr(self, SHELVES[kind])
        return shelf

    def __or__(self, more: "Shelf") -> "Shelf":
        """Both; what stands in both is the second's."""
        mine, theirs = (
            {each.name: getattr(shelf, each.name) for each in fields(shelf)} for shelf in (self, more)
        )
        return Shelf(**{name: {**mine[name], **theirs[name]} for name in mine})

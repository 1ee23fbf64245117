"""What packs hold, as typed shelves."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from rules.engine.content import Content
from rules.kamigakari.entries import Character, Encounter, Item, Monster, Talent, Weapon

SHELVES: Mapping[str, str] = {
    "weapon": "weapons",
    "item": "items",
    "talent": "talents",
    "monster": "monsters",
    "character": "characters",
    "encounter": "encounters",
}
"""The shelf of each kind of entry."""
Entry = tuple[str, str]
"""An entry's kind and id."""


@dataclass(frozen=True, eq=False)
class Shelf:
    """Everything there is to play with, by id."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    talents: Mapping[str, Talent] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)
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

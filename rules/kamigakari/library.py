"""A pack as typed shelves, checked as a whole; and the starter pack, which comes with the game."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from rules.engine.content import Content, ContentError, Pack, Problem, packaged, read_pack
from rules.engine.grid import Grid, cell_at
from rules.engine.text import Text, text
from rules.kamigakari.effects import CountsAs, Effect, Halve, Minus
from rules.kamigakari.entries import (
    KINDS,
    Character,
    Encounter,
    Fighter,
    Item,
    Monster,
    Talent,
    Weapon,
)
from rules.kamigakari.terms import At, Timing, To

E = TypeVar("E", bound=Content)
Told = tuple[str, Text]
"""What is wrong inside an entry: its field, and what was expected there."""


@dataclass(frozen=True)
class Shelf:
    """Everything a pack holds, by id."""

    weapons: Mapping[str, Weapon]
    items: Mapping[str, Item]
    talents: Mapping[str, Talent]
    monsters: Mapping[str, Monster]
    characters: Mapping[str, Character]
    encounters: Mapping[str, Encounter]

    def problems_of(self, fighter: Fighter) -> Iterator[Told]:
        """What is wrong with what somebody has: unknown ids, a talent twice."""
        yield from _unknown("weapons", fighter.weapons, self.weapons)
        yield from _unknown("items", fighter.items, self.items)
        yield from _unknown("talents", fighter.talents, self.talents)
        for id, count in Counter(fighter.talents).items():
            if count > 1:
                yield "talents", text("kamigakari.pack.twice", id=id)


@cache
def starter() -> Shelf:
    """Our own pack, read once."""
    return read_shelf(packaged("rules.kamigakari"))


def read_shelf(files: Mapping[str, bytes]) -> Shelf:
    """A whole pack out of its TOML files, by name. ContentError with everything wrong in it at once."""
    pack = read_pack(files, KINDS)
    shelf = Shelf(
        weapons=_of(pack, "weapon", Weapon),
        items=_of(pack, "item", Item),
        talents=_of(pack, "talent", Talent),
        monsters=_of(pack, "monster", Monster),
        characters=_of(pack, "character", Character),
        encounters=_of(pack, "encounter", Encounter),
    )
    if problems := list(_problems(pack, shelf)):
        raise ContentError(problems)
    return shelf


def _of(pack: Pack[Content], kind: str, model: type[E]) -> dict[str, E]:
    return {id: entry for id, entry in pack.entries[kind].items() if isinstance(entry, model)}


def _problems(pack: Pack[Content], shelf: Shelf) -> Iterator[Problem]:
    yield from pack.problems
    told: dict[tuple[str, str], Iterator[Told]] = {}
    told |= {("talent", id): _of_talent(each) for id, each in shelf.talents.items()}
    told |= {("item", id): _of_item(each) for id, each in shelf.items.items()}
    told |= {("monster", id): shelf.problems_of(each) for id, each in shelf.monsters.items()}
    told |= {("character", id): shelf.problems_of(each) for id, each in shelf.characters.items()}
    told |= {("encounter", id): _of_encounter(each, shelf) for id, each in shelf.encounters.items()}
    for (kind, id), found in told.items():
        yield from (pack.problem(kind, id, field, expected) for field, expected in found)


def _of_talent(talent: Talent) -> Iterator[Told]:
    """What fits its timing (KG-33): attacks in the attack timing, moments of an attack for defence and special."""
    if talent.strike and talent.timing is not Timing.ATTACK:
        yield "strike", text("kamigakari.pack.strike_timing")
    if talent.strike and talent.strike.rank == 0 and talent.strike.amount == 0:
        yield "strike.amount", text("kamigakari.pack.amount")
    is_moment = talent.at is not At.TURN
    if is_moment != (talent.timing in (Timing.DEFENCE, Timing.SPECIAL)):
        yield "at", text("kamigakari.pack.at")
    yield from _of_effects(talent.effects, talent.at)


def _of_item(item: Item) -> Iterator[Told]:
    if item.timing in (Timing.CONSTANT, Timing.ATTACK, Timing.DEFENCE, Timing.SPECIAL):
        yield "timing", text("kamigakari.pack.item_timing")
    yield from _of_effects(item.effects, At.TURN)


def _of_effects(effects: Sequence[Effect], at: At) -> Iterator[Told]:
    """Numbers of one attack belong to its moments (KG-22, KG-26)."""
    for place, effect in enumerate(effects):
        if isinstance(effect, CountsAs) and at is not At.CALCULATION:
            yield f"effects.{place}", text("kamigakari.pack.calculation")
        if isinstance(effect, Minus | Halve) and at is not At.REDUCTION and at is not At.TURN:
            yield f"effects.{place}", text("kamigakari.pack.reduction")
        if effect.to is To.ATTACKER and at is At.TURN:
            yield f"effects.{place}.to", text("kamigakari.pack.attacker")


def _of_encounter(encounter: Encounter, shelf: Shelf) -> Iterator[Told]:
    grid = Grid(encounter.cols, encounter.rows)
    yield from _unknown("monsters", [stand.monster for stand in encounter.monsters], shelf.monsters)
    yield from _unknown("characters", encounter.characters, shelf.characters)
    cells = [label for stand in encounter.monsters for label in stand.cells]
    for label in dict.fromkeys([*cells, *encounter.start]):
        if cell_at(label) not in grid:
            yield "cells", text("kamigakari.pack.off_map", cell=label)
    for label, count in Counter(cells).items():
        if count > 1 or label in encounter.start:
            yield "cells", text("kamigakari.pack.taken", cell=label)


def _unknown(field: str, ids: Sequence[str], known: Mapping[str, Content]) -> Iterator[Told]:
    for id in ids:
        if id not in known:
            yield field, text("kamigakari.pack.unknown", id=id[:60])

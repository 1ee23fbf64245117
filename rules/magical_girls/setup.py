"""From a set-up to the battle before its first beat: who fights, with which numbers, by which house rules.

A set-up is JSON: `{"form": "fight", "characters": [{"name": "lin", "sheet": {...}, "side": "first"}], "enemies":
[{"enemy": "glass_moth", "cells": ["F2"], "wing": "a"}], "cols": 12, "rows": 10, "start": ["E9"], "half_cover":
["C4"], "things": [{"thing": "crate", "cell": "D4"}], "house": {...}}`. A player character's name is also its seat.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from rules.engine.content import ContentError, Problem
from rules.engine.errors import NotAllowed
from rules.engine.flow import GM, Seat
from rules.engine.grid import Cell, cell_at
from rules.engine.house_rules import Setting, settled
from rules.engine.setups import BasePlayer, check_names, counted, read, title_of
from rules.engine.text import Param, Text
from rules.magical_girls.entries import Encounter, Enemy, Fighter, Label, Map, Sheet, Stand
from rules.magical_girls.house_rules import HOUSE_RULES
from rules.magical_girls.library import starter
from rules.magical_girls.pack_checks import ids_of, of_fighter, of_map
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.state import Battle, Combatant, Library, Lies
from rules.magical_girls.terms import Attribute, Cover, Form, Side, Wound

MOST_ON_A_SIDE = 24
FIFTH = 5
"""HP = CON / 5, MP = POW / 5 (MG-55)."""


class Player(BasePlayer):
    """A player character, its sheet and its side."""

    sheet: Sheet
    side: Side = Side.FIRST


class Setup(Map):
    """Who meets whom, and where."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    start: Annotated[tuple[Label, ...], Field(min_length=1, max_length=40)] = (
        "C9",
        "D9",
        "E9",
        "F9",
        "G9",
        "H9",
    )
    form: Form = Form.FIGHT
    characters: Annotated[tuple[Player, ...], Field(max_length=MOST_ON_A_SIDE)] = ()
    enemies: Annotated[tuple[Stand, ...], Field(max_length=MOST_ON_A_SIDE)] = ()
    house: dict[str, Setting] = {}


def open_battle(
    setup: Mapping[str, Any], house_rules: Mapping[str, Setting], shelf: Shelf | None = None
) -> Battle:
    """The battle before its first beat, its content pinned. ContentError / NotAllowed for a broken set-up.

    The content is the `shelf`'s, without one the starter pack's.
    """
    meant, shelf = read(Setup, setup), shelf or starter()
    _check_enemies(meant, shelf)
    _check_content(meant, shelf)
    rules = settled(HOUSE_RULES, dict(house_rules) | meant.house)
    combatants = [*_players(meant), *_enemies(meant.enemies, shelf)]
    _check_sides(combatants, "fight" if meant.form is Form.FIGHT else "match")
    return Battle(
        house_rules=rules,
        form=meant.form,
        combatants=combatants,
        cols=meant.cols,
        rows=meant.rows,
        cover=dict.fromkeys(meant.half_cover, Cover.HALF) | dict.fromkeys(meant.full_cover, Cover.FULL),
        danger=list(meant.danger),
        things=[Lies(f"thing:{each.thing}", cell_at(each.cell)) for each in meant.things],
        library=_pinned(combatants, shelf),
    )


def encountered(made: Encounter, party: list[dict[str, Any]]) -> dict[str, Any]:
    """The set-up of a ready encounter for these characters (`name`, `sheet`)."""
    place = made.model_dump(mode="json", include=set(Map.model_fields) | {"form", "enemies"})
    return {"characters": list(_with_sides(made, party))} | place


def _with_sides(made: Encounter, chosen: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Between girls those it names are on the second side; where that leaves a side empty, every second one (MG-05)."""
    second = {each["name"] for each in chosen if each["name"] in made.second}
    if made.form is Form.FIGHT:
        second = set()
    elif len(second) in (0, len(chosen)):
        second = {each["name"] for each in chosen[1::2]}
    for each in chosen:
        yield {**each, "side": (Side.SECOND if each["name"] in second else Side.FIRST).value}


# ---------------------------------------------------------------- combatants


def _players(setup: Setup) -> Iterator[Combatant]:
    """Each on the next cell of her side."""
    starts = {Side.FIRST: setup.start, Side.SECOND: setup.start_second or setup.start[::-1]}
    counts: Counter[Side] = Counter()
    for player in setup.characters:
        cells = starts[player.side]
        cell = cell_at(cells[counts[player.side] % len(cells)])
        counts[player.side] += 1
        yield girl(player, cell)


def girl(player: Player, cell: Cell) -> Combatant:
    """A player character as her sheet has her."""
    sheet = player.sheet
    found = _combatant(sheet, player.name, sheet.title, player.side, player.name, cell)
    found.hp = min(sheet.hp, found.max_hp) if sheet.hp >= 0 else found.max_hp
    found.mp = min(sheet.mp, found.max_mp) if sheet.mp >= 0 else found.max_mp
    found.hp_before = found.hp
    found.wound, found.portrait = sheet.wound, sheet.portrait
    return found


def _enemies(stands: Iterable[Stand], shelf: Shelf) -> Iterator[Combatant]:
    """Each enemy `<id>-<number>`, numbered for the reader too where there are several of its kind."""
    kinds = [(stand.enemy, (stand, label)) for stand in stands for label in stand.cells]
    for id, (stand, label), number, is_alone in counted(kinds):
        newcomer = enemy(shelf.enemies[id], number, cell_at(label), is_alone=is_alone)
        newcomer.wing = f"{id}:{stand.wing}" if stand.wing else ""
        newcomer.is_hidden = stand.hidden
        yield newcomer


def enemy(kind: Enemy, number: int, cell: Cell, *, is_alone: bool = False) -> Combatant:
    """The `number`-th enemy of its kind in a fight."""
    title = title_of(kind, number, is_alone=is_alone)
    found = _combatant(kind, f"{kind.id}-{number}", title, Side.SECOND, GM, cell)
    found.kind = kind.id
    return found


def _combatant(numbers: Fighter, name: str, title: Param, side: Side, seat: Seat, cell: Cell) -> Combatant:
    hp = numbers.max_hp or max(1, numbers.attributes.get(Attribute.CON, 0) // FIFTH)
    mp = numbers.max_mp if numbers.max_mp >= 0 else numbers.attributes.get(Attribute.POW, 0) // FIFTH
    return Combatant(
        name=name,
        title=title,
        side=side,
        seat=seat,
        cell=cell,
        attributes=dict(numbers.attributes),
        max_hp=hp,
        hp=hp,
        hp_before=hp,
        max_mp=mp,
        mp=mp,
        skills=dict(numbers.skills),
        weapons=list(numbers.weapons),
        abilities=list(numbers.abilities),
        innate=list(numbers.innate),
        load=numbers.load,
        wound=Wound.NONE,
        notes=numbers.notes,
    )


def _pinned(combatants: Iterable[Combatant], shelf: Shelf) -> Library:
    """All skills, things and enemies, for any may be used or arrive; and what they and who is here have."""
    known: list[Combatant | Enemy] = [*combatants, *shelf.enemies.values()]
    return Library(
        skills=dict(shelf.skills),
        weapons={id: shelf.weapons[id] for id in sorted({id for each in known for id in each.weapons})},
        abilities={id: shelf.abilities[id] for id in sorted({id for each in known for id in each.abilities})},
        innates={id: shelf.innates[id] for id in sorted({id for each in known for id in each.innate})},
        things=dict(shelf.things),
        enemies=dict(shelf.enemies),
    )


# ---------------------------------------------------------------- checks


def _check_content(setup: Setup, shelf: Shelf) -> None:
    """Sheets that know what there is, and cells for everybody on the map."""
    ids = ids_of(shelf)
    problems = [
        Problem("", each.name, *told) for each in setup.characters for told in of_fighter(each.sheet, ids)
    ]
    problems += [Problem("", "", *told) for told in of_map(setup, setup.enemies, ids)]
    if problems:
        raise ContentError(problems)


def _check_enemies(setup: Setup, shelf: Shelf) -> None:
    for stand in setup.enemies:
        if stand.enemy not in shelf.enemies:
            raise NotAllowed("no_such_enemy", enemy=stand.enemy[:40])


def _check_sides(combatants: Iterable[Combatant], kind: str) -> None:
    """Somebody on each side, each with a name of its own."""
    fighters = list(combatants)
    for side in Side:
        if not any(each.side is side for each in fighters):
            raise NotAllowed("side_empty", side=Text(f"magical_girls.side.{kind}.{side}"))
    check_names(fighters)

"""From a set-up to the battle before its first beat: who fights, with which numbers, by which house rules.

A set-up is JSON: `{"characters": [{"name": "rin", "sheet": {...}}], "monsters": [{"monster": "ash_hound", "cells":
["F2"]}], "cols": 12, "rows": 10, "start": ["A9"], "house": {...}}`. A player character's name is also its seat.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from rules.engine.content import ContentError, Problem
from rules.engine.errors import NotAllowed
from rules.engine.flow import GM, Seat
from rules.engine.grid import cell_at
from rules.engine.house_rules import Setting, settled
from rules.engine.setups import BasePlayer, check_names, counted, read, title_of
from rules.engine.text import Param, Text
from rules.kamigakari.entries import Encounter, Fighter, Map, Monster, Sheet, Stand, Start
from rules.kamigakari.house_rules import HOUSE_RULES
from rules.kamigakari.library import starter
from rules.kamigakari.numbers import pool
from rules.kamigakari.pack_checks import ids_of, of_fighter, of_map
from rules.kamigakari.shelf import Shelf
from rules.kamigakari.state import Battle, Combatant, Library, Spirit
from rules.kamigakari.terms import Side

MOST_ON_A_SIDE = 20


class Player(BasePlayer):
    """A player character and its sheet."""

    sheet: Sheet


class Setup(Map):
    """Who meets whom, and where."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    start: Start = ("B9", "C9", "D9", "E9", "F9", "G9", "H9", "I9")
    characters: Annotated[tuple[Player, ...], Field(max_length=MOST_ON_A_SIDE)] = ()
    monsters: Annotated[tuple[Stand, ...], Field(max_length=MOST_ON_A_SIDE)] = ()
    house: dict[str, Setting] = {}


def open_battle(
    setup: Mapping[str, Any], house_rules: Mapping[str, Setting], shelf: Shelf | None = None
) -> Battle:
    """The battle before placement, its content pinned. ContentError / NotAllowed for a broken set-up.

    The content is the `shelf`'s, without one the starter pack's.
    """
    meant, shelf = read(Setup, setup), shelf or starter()
    _check_monsters(meant, shelf)
    _check_content(meant, shelf)
    rules = settled(HOUSE_RULES, dict(house_rules) | meant.house)
    combatants = [_player(each) for each in meant.characters]
    combatants += _monsters(meant.monsters, shelf)
    _check_sides(combatants)
    battle = Battle(
        house_rules=rules,
        combatants=combatants,
        cols=meant.cols,
        rows=meant.rows,
        start=list(meant.start),
        library=_pinned(combatants, shelf),
    )
    if battle.on("spirit_dice") == "kept":
        _bring_dice(battle, meant.characters)
    return battle


def encountered(made: Encounter, party: list[dict[str, Any]]) -> dict[str, Any]:
    """The set-up of a ready encounter for these characters (`name`, `sheet`)."""
    place = made.model_dump(mode="json", include={"cols", "rows", "start", "monsters"})
    return {"characters": party} | place


# ---------------------------------------------------------------- combatants


def _player(player: Player) -> Combatant:
    sheet = player.sheet
    return _combatant(
        sheet,
        name=player.name,
        title=sheet.title,
        side=Side.HEROES,
        seat=player.name,
        crest=sheet.crest,
        bonds=sheet.bonds,
        portrait=sheet.portrait,
    )


def _bring_dice(battle: Battle, players: Iterable[Player]) -> None:
    """The spirit dice that sheets carry over; what is missing of a pool is rolled with the others' (KG-04)."""
    for player in players:
        who = battle[player.name]
        who.spirits = [Spirit(face) for face in player.sheet.pool[: pool(battle, who)]]


def _monsters(stands: Iterable[Stand], shelf: Shelf) -> Iterator[Combatant]:
    """Each monster `<id>-<number>`, numbered for the reader too where there are several of its kind."""
    kinds = [(stand.monster, label) for stand in stands for label in stand.cells]
    for id, label, number, is_alone in counted(kinds):
        newcomer = monster(shelf.monsters[id], number, is_alone=is_alone)
        newcomer.cell = cell_at(label)
        yield newcomer


def monster(kind: Monster, number: int, *, is_alone: bool = False) -> Combatant:
    """The `number`-th monster of its kind in a fight."""
    found = _combatant(
        kind,
        name=f"{kind.id}-{number}",
        title=title_of(kind, number, is_alone=is_alone),
        side=Side.MONSTERS,
        seat=GM,
        kind=kind.id,
    )
    found.is_fixed, found.dicing, found.size = kind.is_fixed, kind.dicing, kind.size
    found.immune = list(kind.immune)
    return found


def _combatant(
    numbers: Fighter,
    *,
    name: str,
    title: Param,
    side: Side,
    seat: Seat,
    crest: int = 0,
    bonds: int = 0,
    portrait: str = "",
    kind: str = "",
) -> Combatant:
    return Combatant(
        name=name,
        title=title,
        side=side,
        seat=seat,
        stats=dict(numbers.stats),
        max_life=numbers.life,
        life=numbers.life,
        strength=numbers.strength,
        weapons=list(numbers.weapons),
        items=list(numbers.items),
        talents=list(numbers.talents),
        weaknesses=list(numbers.weaknesses),
        pool_size=numbers.spirits,
        crest=crest,
        bonds=bonds,
        portrait=portrait,
        notes=numbers.notes,
        kind=kind,
    )


def _pinned(combatants: Iterable[Combatant], shelf: Shelf) -> Library:
    """All monsters, for any may arrive by a ruling, and what they and who is here have."""
    known: list[Combatant | Monster] = [*combatants, *shelf.monsters.values()]
    weapons = sorted({id for each in known for id in each.weapons})
    items = sorted({id for each in known for id in each.items})
    talents = sorted({id for each in known for id in each.talents})
    return Library(
        weapons={id: shelf.weapons[id] for id in weapons},
        items={id: shelf.items[id] for id in items},
        talents={id: shelf.talents[id] for id in talents},
        monsters=dict(shelf.monsters),
    )


# ---------------------------------------------------------------- checks


def _check_content(setup: Setup, shelf: Shelf) -> None:
    """Sheets that know what there is, and squares for everybody on the map (KG-30)."""
    ids = ids_of(shelf)
    problems = [
        Problem("", each.name, *told) for each in setup.characters for told in of_fighter(each.sheet, ids)
    ]
    problems += [Problem("", "", *told) for told in of_map(setup, setup.monsters, len(setup.characters))]
    if problems:
        raise ContentError(problems)


def _check_monsters(setup: Setup, shelf: Shelf) -> None:
    for stand in setup.monsters:
        if stand.monster not in shelf.monsters:
            raise NotAllowed("no_such_monster", monster=stand.monster[:40])


def _check_sides(combatants: Iterable[Combatant]) -> None:
    """Somebody on each side, each with a name of its own."""
    fighters = list(combatants)
    for side in Side:
        if not any(each.side is side for each in fighters):
            raise NotAllowed("side_empty", side=Text(f"kamigakari.side.{side}"))
    check_names(fighters)

"""From a set-up to the battle before its first beat: who fights, with which numbers, by which house rules.

A set-up is JSON: `{"characters": [{"name": "mina", "sheet": {...}}], "creatures": [{"creature": "thornling",
"count": 2}], "house": {...}}`. A player character's name is also its seat.
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
from rules.harvest.at_once import new_thing
from rules.harvest.battlefield import Camp
from rules.harvest.checks import ids_of, of_caster, of_catalyst
from rules.harvest.entries import Band, Catalyst, Creature, Encounter, Scene, Sheet
from rules.harvest.house_rules import HOUSE_RULES
from rules.harvest.library import starter
from rules.harvest.scene_checks import free_rear, have_room, of_scene
from rules.harvest.shelf import Shelf
from rules.harvest.state import Battle, Combatant, Ground, LaidTrap, Library


class Player(BasePlayer):
    """A player character and its sheet."""

    sheet: Sheet


class Setup(Scene):
    """Who meets whom, and what lies on the battlefield before."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    characters: Annotated[tuple[Player, ...], Field(max_length=50)] = ()
    creatures: Annotated[tuple[Band, ...], Field(max_length=50)] = ()
    house: dict[str, Setting] = {}


def open_battle(
    setup: Mapping[str, Any], house_rules: Mapping[str, Setting], shelf: Shelf | None = None
) -> Battle:
    """The battle before placement, its content pinned. ContentError / NotAllowed for a broken set-up.

    The content is the `shelf`'s, without one the starter pack's.

    A house rule of the set-up goes before one of `house_rules`, that before the default of our rules page.
    """
    meant, shelf = read(Setup, setup), shelf or starter()
    _check_creatures(meant, shelf)
    _check_content(meant, shelf)
    combatants = [_player(each, shelf) for each in meant.characters]
    combatants += _creatures(meant.creatures, shelf)
    _check_camps(combatants, meant, shelf)
    rules = settled(HOUSE_RULES, dict(house_rules) | meant.house)
    battle = Battle(house_rules=rules, combatants=combatants, library=_pinned(combatants, shelf))
    _lay(battle, meant)
    return battle


def _lay(battle: Battle, scene: Scene) -> None:
    """What is there from the start. ContentError where it does not fit."""
    for each in scene.terrain:
        battle.terrain |= {label: Ground(each.terrain, each.level) for label in each.cells}
    battle.traps += [LaidTrap(each.trap, cell_at(each.cell), Camp.ENEMY) for each in scene.traps]
    for laid in scene.objects:
        thing = new_thing(battle, laid.object)
        thing.cell = cell_at(laid.cell)
        battle.things.append(thing)


def encountered(made: Encounter, party: list[dict[str, Any]]) -> dict[str, Any]:
    """The set-up of a ready encounter for these characters (`name`, `sheet`)."""
    creatures = [band.model_dump(mode="json") for band in made.creatures]
    scene = made.model_dump(mode="json", include=set(Scene.model_fields), exclude_defaults=True)
    return {"characters": party, "creatures": creatures} | scene


# ---------------------------------------------------------------- combatants


def _player(player: Player, shelf: Shelf) -> Combatant:
    sheet = player.sheet
    return _combatant(
        shelf.catalysts[sheet.catalyst],
        sheet,
        name=player.name,
        title=sheet.title,
        camp=Camp.ALLY,
        seat=player.name,
        portrait=sheet.portrait,
    )


def _creatures(bands: Iterable[Band], shelf: Shelf) -> Iterator[Combatant]:
    """Each creature `<id>-<number>`, numbered for the reader too where there are several of its kind."""
    kinds = [(band.creature, band) for band in bands for _each in range(band.count)]
    for id, _band, number, is_alone in counted(kinds):
        yield creature(shelf.creatures[id], number, is_alone=is_alone)


def creature(kind: Creature, number: int, *, is_alone: bool = False) -> Combatant:
    """The `number`-th creature of its kind in a fight."""
    title = title_of(kind, number, is_alone=is_alone)
    return _combatant(
        kind, kind, name=f"{kind.id}-{number}", title=title, camp=Camp.ENEMY, seat=GM, kind=kind.id
    )


def _combatant(
    numbers: Catalyst,
    knows: Sheet | Creature,
    *,
    name: str,
    title: Param,
    camp: Camp,
    seat: Seat,
    portrait: str = "",
    kind: str = "",
) -> Combatant:
    """Numbers copied from the catalyst, knowledge from the sheet."""
    return Combatant(
        name=name,
        title=title,
        camp=camp,
        seat=seat,
        attack=numbers.attack,
        defence=numbers.defence,
        max_hp=numbers.hp,
        max_tp=numbers.tp,
        ss=numbers.ss,
        movement=numbers.movement,
        action_magic=knows.action_magic,
        reaction_magic=knows.reaction_magic,
        attributes=list(knows.attributes),
        spells=list(knows.spells),
        skills=list(knows.skills),
        items=list(knows.items),
        grand=knows.grand,
        hp=numbers.hp,
        tp=numbers.tp,
        portrait=portrait,
        notes=knows.notes,
        kind=kind,
        size=knows.size if isinstance(knows, Creature) else (1, 1),
    )


def _pinned(combatants: Iterable[Combatant], shelf: Shelf) -> Library:
    """What may yet come into this fight: all creatures, objects, traps, statuses; what they and those here know."""
    known: list[Combatant | Creature] = [*combatants, *shelf.creatures.values()]
    spells = sorted({id for each in known for id in each.spells})
    skills = sorted({id for each in known for id in each.skills})
    items = sorted({id for each in known for id in each.items})
    grands = sorted({each.grand for each in known if each.grand})
    return Library(
        spells={id: shelf.spells[id] for id in spells},
        skills={id: shelf.skills[id] for id in skills},
        items={id: shelf.items[id] for id in items},
        grands={id: shelf.grands[id] for id in grands},
        traps=dict(shelf.traps),
        objects=dict(shelf.objects),
        statuses=dict(shelf.statuses),
        creatures=dict(shelf.creatures),
    )


# ---------------------------------------------------------------- checks


def _check_content(setup: Setup, shelf: Shelf) -> None:
    """Sheets that know what there is (HV-20, HV-47), and a scene that fits (HV-03)."""
    ids = ids_of(shelf)
    problems: list[Problem] = []
    for each in setup.characters:
        told = [*of_catalyst(each.sheet.catalyst, ids), *of_caster(each.sheet, shelf, ids)]
        problems += [Problem("", each.name, field, expected) for field, expected in told]
    problems += [Problem("", "", field, expected) for field, expected in of_scene(setup, shelf, ids)]
    if problems:
        raise ContentError(problems)


def _check_creatures(setup: Setup, shelf: Shelf) -> None:
    for band in setup.creatures:
        if band.creature not in shelf.creatures:
            raise NotAllowed("no_such_creature", creature=band.creature[:40])


def _check_camps(combatants: Iterable[Combatant], scene: Scene, shelf: Shelf) -> None:
    """Each camp has somebody, and room for all (HV-02, HV-03, HV-25); each of them has a name of its own."""
    fighters = list(combatants)
    for camp in Camp:
        sizes = [each.size for each in fighters if each.camp is camp]
        free = free_rear(camp, scene, shelf)
        if not sizes or not have_room(sizes, free):
            key = "camp_full" if sizes else "camp_empty"
            raise NotAllowed(key, camp=Text(f"harvest.camp.{camp}"), most=len(free))
    check_names(fighters)

"""What the GM may rule beside the engine's rulings: changes of the table, through the verbs."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.errors import NotAllowed
from rules.engine.forms import About, Acted, Digits, Kinds, Place, Points, misfit, one_of, rulings
from rules.engine.grid import Cell, cell_at
from rules.engine.log import Event
from rules.engine.setups import numbered
from rules.engine.text import Text
from rules.harvest.at_once import new_thing
from rules.harvest.battlefield import FIELD, Camp, block, named_cells
from rules.harvest.duration import lasting
from rules.harvest.entries import Creature
from rules.harvest.placement import is_free
from rules.harvest.setup import creature
from rules.harvest.state import STORED, Battle, Combatant, Figure, Ground, LaidTrap, Status
from rules.harvest.terms import TerrainKey
from rules.harvest.verbs import (
    afflict,
    break_down,
    clear_terrain,
    fall,
    lay_terrain,
    lay_trap,
    lift,
    set_up,
    take_down,
    take_trap,
    tell,
)

Level = Annotated[int, Digits, Field(strict=True, ge=-9, le=9)]
Rounds = Annotated[int, Digits, Field(strict=True, ge=0, le=9)]


class Set(About):
    """HP or TP to a number."""

    value: Points


class Move(About):
    """Onto a free cell; somebody who is out comes back with 1 HP."""

    cell: Place


class Give(About):
    """A status, for a number of rounds or (0) until lifted."""

    status: str
    level: Level
    rounds: Rounds = 0


class Take(About):
    """A status away."""

    status: str


class At(BaseModel):
    """A ruling about one cell."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    cell: Place


class Terraform(At):
    """Terrain for a number of rounds or (0) for the rest of the battle."""

    terrain: TerrainKey
    level: Level
    rounds: Rounds = 0


class Build(At):
    """A special object appears."""

    object: str


class Snare(At):
    """A trap is laid."""

    trap: str
    camp: Camp


class Laid(BaseModel):
    """A trap that lies."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    laid: str


class Arrive(BaseModel):
    """A creature joins; it is placed next."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    creature: str


def combatant(battle: Battle, name: str) -> Combatant:
    """The one a ruling is about. NotAllowed when there is none."""
    if not battle.has(name):
        raise NotAllowed("no_such_combatant", name=name[:40])
    return battle[name]


def _figure(battle: Battle, name: str) -> Figure:
    """The character or special object. NotAllowed when there is none."""
    return battle.find(name) or combatant(battle, name)


def set_hp(battle: Battle, ruling: Set) -> None:
    """HP; 0 is incapacitated (HV-45) or destroyed. Who is out stays out: put her on a cell to bring her back."""
    who = _figure(battle, ruling.name)
    if who.is_out:
        raise NotAllowed("out_of_battle", who=who.title)
    who.hp = _up_to(who.max_hp, ruling.value)
    tell(battle, "set_hp", "", who, is_secret=True, value=who.hp)
    if who.is_out:
        fall(battle, who)


def set_tp(battle: Battle, ruling: Set) -> None:
    """TP."""
    who = combatant(battle, ruling.name)
    who.tp = _up_to(who.max_tp, ruling.value)
    tell(battle, "set_tp", "", who, is_secret=True, value=who.tp)
    break_down(battle, who)


def _up_to(most: int, value: int) -> int:
    if value > most:
        raise NotAllowed("number_between", least=0, most=most)
    return value


def move(battle: Battle, ruling: Move) -> None:
    """Onto free cells; a special object too (HV-03)."""
    who = _figure(battle, ruling.name)
    cell = _free_cell(battle, who, ruling.cell)
    if who.is_out:
        who.hp = 1
    who.cell = cell
    tell(battle, "moved_by_gm", "", who, cells=who.cells, cell=named_cells(who.cells))


def _free_cell(battle: Battle, figure: Figure, label: str) -> Cell:
    """The upper left cell of a place where all of it fits (HV-03, HV-25)."""
    cell = _cell(label)
    if any(each not in FIELD for each in block(cell, figure.size)):
        raise NotAllowed("does_not_fit", who=figure.title, cell=label)
    if not is_free(battle, figure, cell) or figure.cell == cell:
        raise NotAllowed("cell_taken", cell=label)
    return cell


def _cell(label: str) -> Cell:
    try:
        cell = cell_at(label)
    except ValueError as wrong:
        raise NotAllowed("no_such_cell", cell=label[:8]) from wrong
    if cell not in FIELD:
        raise NotAllowed("no_such_cell", cell=label[:8])
    return cell


def give(battle: Battle, ruling: Give) -> None:
    """A status, over the same one from before."""
    who, key = combatant(battle, ruling.name), _status(battle, ruling.status)
    if who.is_out:
        raise NotAllowed("out_of_battle", who=who.title)
    rounds = battle.library.rounds_of(key, ruling.level, ruling.rounds)
    afflict(battle, who, Status(key, ruling.level, lasting(battle, rounds), ""), by_gm=True)


def take(battle: Battle, ruling: Take) -> None:
    """A status away."""
    who, key = combatant(battle, ruling.name), _status(battle, ruling.status)
    if who.status(key) is None:
        raise NotAllowed("no_such_status", who=who.title, status=battle.library.status_named(key))
    lift(battle, who, key, "", by_gm=True)


def _status(battle: Battle, key: str) -> str:
    keys = battle.library.status_keys()
    return _one_of("status", key, {each: battle.library.status_named(each) for each in keys})


def _one_of(field: str, given: str, options: Mapping[str, Text]) -> str:
    """What was given, if it is one of these."""
    if given not in options:
        raise misfit(named(field), one_of(list(options.values())))
    return given


def change_terrain(battle: Battle, ruling: Terraform) -> None:
    """The terrain of a cell, over what was there."""
    ground = Ground(ruling.terrain, ruling.level, lasting(battle, ruling.rounds))
    lay_terrain(battle, _cell(ruling.cell), ground)


def level_terrain(battle: Battle, ruling: At) -> None:
    """The terrain of a cell away."""
    cell = _cell(ruling.cell)
    if battle.ground_at(cell) is None:
        raise NotAllowed("no_terrain", cell=cell.label)
    clear_terrain(battle, cell.label, "")


def add_object(battle: Battle, ruling: Build) -> None:
    """A special object of the fight's packs on free cells (HV-82)."""
    objects = battle.library.objects
    id = _one_of("object", ruling.object, {each: battle.library.object_named(each) for each in objects})
    thing = new_thing(battle, id)
    set_up(battle, thing, _free_cell(battle, thing, ruling.cell))


def remove_object(battle: Battle, ruling: About) -> None:
    """A special object away, without being destroyed."""
    found = next((each for each in battle.things if each.name == ruling.name), None)
    if found is None:
        raise NotAllowed("no_such_combatant", name=ruling.name[:40])
    take_down(battle, found, "")


def add_trap(battle: Battle, ruling: Snare) -> None:
    """A trap on a cell, hidden from the other camp (HV-81)."""
    traps = battle.library.traps
    id = _one_of("trap", ruling.trap, {each: battle.library.trap_named(each) for each in traps})
    lay_trap(battle, LaidTrap(id, _cell(ruling.cell), ruling.camp))


def remove_trap(battle: Battle, ruling: Laid) -> None:
    """A trap away, unseen: `<trap>@<cell>`."""
    found = next((each for each in battle.traps if f"{each.kind}@{each.cell.label}" == ruling.laid), None)
    if found is None:
        raise NotAllowed("no_such_trap", trap=ruling.laid[:60])
    take_trap(battle, found, "trap_gone")


def set_acted(battle: Battle, ruling: Acted) -> None:
    """Whether somebody counts as having acted this round; not for the one whose phase it is."""
    who = combatant(battle, ruling.name)
    if who.name == battle.acting:
        raise NotAllowed("is_acting", who=who.title)
    if ruling.acted == (who.name in battle.acted):
        raise NotAllowed("acted_already" if ruling.acted else "not_acted_yet", who=who.title)
    battle.acted = [name for name in battle.acted if name != who.name] + ([who.name] if ruling.acted else [])
    tell(battle, "set_acted" if ruling.acted else "set_not_acted", "", who)


def add(battle: Battle, ruling: Arrive) -> None:
    """A pinned creature joins the enemies; it is placed before the next action phase."""
    kind = battle.library.creatures.get(ruling.creature)
    if kind is None:
        raise NotAllowed("no_such_creature", creature=ruling.creature[:40])
    numbers = (each.name.removeprefix(f"{kind.id}-") for each in battle.combatants)
    taken = [int(number) for number in numbers if number.isdigit()]
    _number_the_only_one(battle, kind)
    newcomer = creature(kind, max(taken, default=0) + 1)
    battle.combatants.append(newcomer)
    tell(battle, "arrives", "", newcomer)


def _number_the_only_one(battle: Battle, kind: Creature) -> None:
    """Who was alone of its kind, and so without a number, has one now that there are two."""
    for each in battle.combatants:
        if each.kind == kind.id and each.title == kind.title:
            each.title = numbered(kind, int(each.name.removeprefix(f"{kind.id}-")))


def remove(battle: Battle, ruling: About) -> None:
    """Somebody leaves the fight altogether."""
    who = combatant(battle, ruling.name)
    battle.combatants.remove(who)
    battle.acted = [name for name in battle.acted if name != who.name]
    battle.record(Event("harvest.log.leaves", {"who": who.title}))


KINDS: Kinds = {
    "set_hp": (Set, set_hp),
    "set_tp": (Set, set_tp),
    "move": (Move, move),
    "afflict": (Give, give),
    "lift": (Take, take),
    "set_acted": (Acted, set_acted),
    "lay_terrain": (Terraform, change_terrain),
    "clear_terrain": (At, level_terrain),
    "add_object": (Build, add_object),
    "remove_object": (About, remove_object),
    "lay_trap": (Snare, add_trap),
    "take_trap": (Laid, remove_trap),
    "add": (Arrive, add),
    "remove": (About, remove),
}


def named(field: str) -> Text:
    return Text(f"harvest.field.{field}")


CHOICES = {
    TerrainKey: [key.named for key in TerrainKey],
    Camp: [Text(f"harvest.camp.{camp}") for camp in Camp],
}
RULINGS = rulings(KINDS, CHOICES, named, STORED.dump)

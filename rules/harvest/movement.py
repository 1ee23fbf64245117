"""Basic movement: steps in the movement timing (HV-13, HV-14), and the terrain that counts for them (HV-74, HV-75)."""

from dataclasses import dataclass

from rules.engine.choices import Route
from rules.engine.flow import Flow
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Listed
from rules.harvest.asking import decide
from rules.harvest.battlefield import FIELD, block
from rules.harvest.cautions import moving
from rules.harvest.numbers import value
from rules.harvest.placement import is_free
from rules.harvest.state import Battle, Combatant
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import Stat, TerrainKey
from rules.harvest.terrain import level_under, under
from rules.harvest.verbs import tell, walk
from rules.harvest.workings import Passage, enter, sets_off


@dataclass
class Movement:
    """What has been made of one movement timing."""

    budget: int
    """Steps she may make without a full move."""
    leaving: int
    """What the first step costs more, out of a gravity field (HV-74)."""
    must_go_on: bool
    """In a gale whoever moves makes all the steps it can (HV-75)."""
    spent: int = 0
    has_moved: bool = False
    """Whether she made a step at all (HV-62)."""

    @property
    def is_full(self) -> bool:
        """Whether it took a full move, which gives the preparation timing up (HV-14)."""
        return self.spent > self.budget


def may_move(combatant: Combatant) -> bool:
    """Whether no status bars basic movement (HV-53, HV-57)."""
    return not barring(combatant)


def barring(combatant: Combatant) -> list[str]:
    """The statuses that bar it."""
    keys = [status.key for status in combatant.statuses if status.key in STATUSES]
    return [key for key in keys if STATUSES[key].bars_movement]


def tell_barred(battle: Battle, actor: str) -> None:
    """That nobody is asked to move, and why (HV-53, HV-57)."""
    if keys := barring(battle.able(actor)):
        named: Listed = [battle.library.status_named(key) for key in keys]
        row = STATUSES[keys[0]].row
        tell(battle, "cannot_move", row, battle.able(actor), reveals=False, statuses=named)


def basic_movement(battle: Battle, actor: str) -> Flow[Movement]:
    """Up to `movement` steps, one more as a full move (HV-13, HV-14); terrain counts as it was when the timing began.

    A step that springs a trap or enters a repulsion field breaks the way off; what is left may still be walked.
    """
    movement = begun(battle, battle.able(actor))
    tell_barred(battle, actor)
    while may_move(battle.able(actor)) and not ways(battle, battle.able(actor), movement).is_empty:
        route = yield from decide(
            battle,
            actor,
            "move",
            lambda who: ways(battle, who, movement),
            says=lambda who: moving(who, has_moved=movement.has_moved),
            steps=max(0, movement.budget - movement.spent),
        )
        if not isinstance(route, list) or not route:
            break
        if (yield from _go(battle, actor, movement, [cell_at(label) for label in route])):
            break
    if movement.is_full:
        tell(battle, "full_move", "HV-14", battle.able(actor), reveals=False)
    return movement


def begun(battle: Battle, who: Combatant) -> Movement:
    """The movement timing as it starts on this terrain (HV-74, HV-75)."""
    gale = level_under(battle, who, TerrainKey.GALE)
    return Movement(
        budget=max(0, value(battle, who, Stat.MOVEMENT) + gale),
        leaving=level_under(battle, who, TerrainKey.GRAVITY),
        must_go_on=under(battle, who, TerrainKey.GALE) is not None,
    )


def ways(battle: Battle, who: Combatant, movement: Movement) -> Route:
    """Every way over free cells; the last step of the budget is the full move's (HV-13, HV-14).

    A giant moves as a block: the ways are those of its upper left cell.
    """
    assert who.cell is not None
    start = who.cell
    open_cells = [cell for cell in FIELD.cells() if is_free(battle, who, cell)]
    left = movement.budget + 1 - movement.spent
    exits = {
        cell.label: {
            near.label: _price(cell, start, movement)
            for near in FIELD.neighbours(cell)
            if near in open_cells and (near != start or movement.must_go_on)
        }
        for cell in open_cells
    }
    least = left - 1 if movement.must_go_on else 0
    return Route(start.label, exits, left, least=least, ordinary=max(0, left - 1))


def _price(cell: Cell, start: Cell, movement: Movement) -> int:
    is_leaving = cell == start and not movement.has_moved
    return max(0, 1 + movement.leaving) if is_leaving else 1


def _go(battle: Battle, actor: str, movement: Movement, cells: list[Cell]) -> Flow[bool]:
    """Step by step. True when she came all the way; else something on the way broke it off (HV-77, HV-78, HV-81)."""
    way: list[Cell] = []
    here = battle.able(actor).cell
    assert here is not None
    for at, cell in enumerate(cells, 1):
        who = battle.able(actor)
        entered = [each for each in block(cell, who.size) if each not in block(here, who.size)]
        movement.spent += _price(here, here, movement)
        movement.has_moved = True
        way.append(cell)
        here = cell
        if at == len(cells) or sets_off(battle, entered):
            walk(battle, who, way)
            way = []
            if (yield from enter(battle, actor, entered)) is not Passage.FREE:
                return False
    return True

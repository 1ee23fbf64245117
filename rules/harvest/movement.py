"""Movement: basic steps in the movement timing (HV-13, HV-14), forced moves and collisions (HV-03 to HV-05)."""

from rules.engine.choices import Route
from rules.engine.flow import Flow
from rules.engine.grid import Cell, Direction, cell_at, step
from rules.engine.text import Text
from rules.harvest.asking import decide
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.ending import check_over
from rules.harvest.numbers import value
from rules.harvest.state import Battle, Combatant
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import Stat
from rules.harvest.verbs import hurt, tell, walk

COLLISION_DAMAGE = 3


def may_move(combatant: Combatant) -> bool:
    """Whether no status bars basic movement (HV-53)."""
    return not any(STATUSES[status.key].bars_movement for status in combatant.statuses)


def basic_movement(battle: Battle, actor: str) -> Flow[bool]:
    """Up to `movement` steps, one more as a full move. True when she made a full move (HV-13, HV-14)."""
    if not may_move(battle.able(actor)) or ways(battle, battle.able(actor)).is_empty:
        return False
    steps = value(battle.able(actor), Stat.MOVEMENT)
    route = yield from decide(battle, actor, "move", lambda who: ways(battle, who), steps=steps)
    if not route:
        return False
    assert isinstance(route, list)
    walk(battle, battle.able(actor), [cell_at(label) for label in route])
    is_full = len(route) > value(battle.able(actor), Stat.MOVEMENT)
    if is_full:
        tell(battle, "full_move", "HV-14", battle.able(actor), reveals=False)
    return is_full


def ways(battle: Battle, who: Combatant) -> Route:
    """Every way over free cells; the last step of the budget is the full move's (HV-13, HV-14)."""
    assert who.cell is not None
    open_cells = [cell for cell in FIELD.cells() if cell == who.cell or battle.at(cell) is None]
    exits = {
        cell.label: {
            near.label: 1 for near in FIELD.neighbours(cell) if near in open_cells and near != who.cell
        }
        for cell in open_cells
    }
    return Route(who.cell.label, exits, value(who, Stat.MOVEMENT) + 1)


def push(battle: Battle, target: Combatant, direction: Direction, camp: Camp, cells: int, row: str) -> None:
    """Move `target` step by step as `camp` sees it: up to the edge, or into a collision (HV-04, HV-05)."""
    start, way = target.cell, [target.cell]
    assert start is not None
    for _ in range(cells):
        ahead = step(way[-1] or start, direction, camp.forward)
        if ahead not in FIELD:
            break
        other = battle.at(ahead)
        if other is not None:
            collide(battle, target, other, start, ahead)
            return
        target.cell = ahead
        way.append(ahead)
    tell(
        battle,
        "pushed",
        row,
        target,
        cells=tuple(cell for cell in way if cell),
        cell=(target.cell or start).label,
    )


def collide(battle: Battle, mover: Combatant, other: Combatant, start: Cell, where: Cell) -> None:
    """Both take 3, unreduced; the mover is back where this move began, even if the other falls (HV-04)."""
    mover.cell = start
    tell(battle, "collision", "HV-04", mover, other, cells=(start, where), other=other.title)
    for each in (mover, other):
        hurt(battle, each, COLLISION_DAMAGE, "HV-04", Text("harvest.why.collision"))
    check_over(battle)

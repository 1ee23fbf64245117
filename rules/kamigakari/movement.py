"""The one movement of a turn: a step, a combat move, a full move, disengaging (KG-30, KG-34)."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from rules.engine.choices import Route, Value
from rules.engine.flow import Flow
from rules.engine.grid import Cell, cell_at
from rules.kamigakari.asking import decide, one_of, places, word
from rules.kamigakari.map import group_of, is_held, near, squares
from rules.kamigakari.numbers import value
from rules.kamigakari.state import Battle, Combatant, Modifier
from rules.kamigakari.terms import Stat, StatusKey, Timing
from rules.kamigakari.verbs import spend_timing, tell, walk


class Move(StrEnum):
    """The ways to move, one a turn (KG-34)."""

    STEP = "step"
    """1 square, free."""
    COMBAT = "combat"
    """ceil((initiative + 5) / 3); spends preparation, then no ranged or magic attack."""
    FULL = "full"
    """Initiative + 5 in a straight line; spends attack; own checks -1 die until the next turn."""
    DISENGAGE = "disengage"
    """As far as a combat move, away from enemies one is engaged with; spends the same as a full move."""


SPENDS: Mapping[Move, Timing | None] = {
    Move.STEP: None,
    Move.COMBAT: Timing.PREPARATION,
    Move.FULL: Timing.ATTACK,
    Move.DISENGAGE: Timing.ATTACK,
}
DIAGONAL = 2
"""What a diagonal step costs (KG-30)."""


def squares_of(battle: Battle, who: Combatant, move: Move) -> int:
    """How far it leads, in squares; halved, rounded down, for the prone and those in the dark (KG-36)."""
    run = max(0, value(battle, who, Stat.INITIATIVE) + 5)
    far = {Move.STEP: 1, Move.COMBAT: -(-run // 3), Move.FULL: run, Move.DISENGAGE: -(-run // 3)}[move]
    is_halved = who.status(StatusKey.PRONE) or who.status(StatusKey.DARK)
    return far // 2 if is_halved and move is not Move.STEP else far


def moves(battle: Battle, who: Combatant) -> list[Move]:
    """How she may move now: once a turn, with the timing it spends, and not while she cannot (KG-34, KG-36)."""
    if battle.moved or who.status(StatusKey.IMMOBILE):
        return []
    held = is_held(battle, who.name)
    found = [Move.STEP, Move.DISENGAGE] if held else [Move.STEP, Move.COMBAT, Move.FULL]
    return [move for move in found if SPENDS[move] not in who.spent and can_go(battle, who, move)]


def can_go(battle: Battle, who: Combatant, move: Move) -> bool:
    """Whether it leads anywhere: to any free square around that it can pay for."""
    assert who.cell is not None
    far, taken, may_enter = squares_of(battle, who, move), battle.taken(), _may_enter(battle, who, move)
    return any(
        cost <= far and to in battle.grid and to not in taken and may_enter(to)
        for to, cost in _steps(who.cell)
    )


def straight(battle: Battle, who: Combatant, far: int) -> Iterator[Cell]:
    """The free squares in the eight straight lines up to the first that is taken (KG-34)."""
    assert who.cell is not None
    taken = battle.taken()
    for col, row in ((c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)):
        left, here = far, who.cell
        while (left := left - (DIAGONAL if col and row else 1)) >= 0:
            here = Cell(here.col + col, here.row + row)
            if here not in battle.grid or here in taken:
                break
            yield here


def ways(battle: Battle, who: Combatant, move: Move) -> Route:
    """Every way over free squares as far as it leads (KG-30, KG-34)."""
    return _over(battle, who, squares_of(battle, who, move), _may_enter(battle, who, move))


def run(battle: Battle, who: Combatant, far: int) -> Route:
    """The ways of an attack's "move n": halved as moves are; who is held does not leave the enemy (KG-31, KG-36)."""
    is_halved = who.status(StatusKey.PRONE) or who.status(StatusKey.DARK)
    left = 0 if who.status(StatusKey.IMMOBILE) else far // 2 if is_halved else far
    return _over(battle, who, left, _may_enter(battle, who, Move.STEP))


def _over(battle: Battle, who: Combatant, far: int, may_enter: Callable[[Cell], bool]) -> Route:
    assert who.cell is not None
    taken = battle.taken()
    inside = [cell for cell in battle.grid.cells() if squares(cell, who.cell) <= far]
    free = {cell for cell in inside if cell not in taken and may_enter(cell)}
    exits = {
        cell.label: {to.label: cost for to, cost in _steps(cell) if to in free}
        for cell in inside
        if cell in free or cell == who.cell
    }
    return Route(who.cell.label, exits, far)


def _steps(cell: Cell) -> Iterator[tuple[Cell, int]]:
    """The eight squares around: 1, a diagonal 2."""
    for col, row in ((c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)):
        yield Cell(cell.col + col, cell.row + row), DIAGONAL if col and row else 1


def _may_enter(battle: Battle, who: Combatant, move: Move) -> Callable[[Cell], bool]:
    """A step of one who is held by enemies stays beside one of them; nothing else is barred (KG-30)."""
    if move is not Move.STEP:
        return lambda _cell: True
    enemies = {name for name in group_of(battle, who.name) if battle[name].side is not who.side}
    return lambda cell: not enemies or any(each.name in enemies for each in near(battle, cell))


def make_move(battle: Battle, name: str, move: Move) -> Flow[None]:
    """Spend what it spends, then go (KG-34)."""
    who = battle.able(name)
    if move is Move.FULL:
        choice = yield from decide(
            battle,
            name,
            "full_move",
            lambda now: one_of(places(straight(battle, now, squares_of(battle, now, move))), may_pass=True),
        )
        way = [] if choice is None else _line(battle.able(name), cell_at(str(choice)))
    else:
        route: Value = yield from decide(
            battle, name, "move", lambda now: ways(battle, now, move), squares=squares_of(battle, who, move)
        )
        way = [cell_at(label) for label in route] if isinstance(route, list) else []
    if way:
        _spend(battle, battle.able(name), move)
        yield from go(battle, name, move.value, way)


def _line(who: Combatant, goal: Cell) -> list[Cell]:
    """Every square up to the goal of a straight line."""
    assert who.cell is not None
    col, row = goal.col - who.cell.col, goal.row - who.cell.row
    count = max(abs(col), abs(row))
    return [
        Cell(who.cell.col + col * n // count, who.cell.row + row * n // count) for n in range(1, count + 1)
    ]


def _spend(battle: Battle, who: Combatant, move: Move) -> None:
    battle.moved = True
    timing = SPENDS[move]
    if timing:
        spend_timing(who, timing)
    if move is Move.COMBAT:
        battle.may_shoot = False
    if move in (Move.FULL, Move.DISENGAGE):
        who.modifiers.append(Modifier("dice", -1, _named(move), "turn"))


def _named(move: Move) -> str:
    return move.value


def go(battle: Battle, name: str, how: str, way: list[Cell]) -> Flow[None]:
    """Square by square: an enemy passed by may spend a special timing to declare engagement (KG-30 settled)."""
    start = group_of(battle, name)
    gone: list[Cell] = []
    for at, cell in enumerate(way):
        gone.append(cell)
        is_last = at == len(way) - 1
        stopping = [] if is_last else _who_may_stop(battle, name, cell, start)
        if stopping or is_last:
            walk(battle, battle.able(name), gone, how)
            gone = []
        for enemy in stopping:
            if (yield from _declares(battle, enemy, name)):
                return


def _who_may_stop(battle: Battle, name: str, cell: Cell, start: frozenset[str]) -> list[str]:
    """Enemies next to a square passed by, with a special timing and engagements left (KG-30 settled)."""
    side = battle[name].side
    return [
        each.name
        for each in near(battle, cell)
        if each.side is not side
        and each.name not in start
        and Timing.SPECIAL not in each.spent
        and each.engagements_left > 0
        and not each.status(StatusKey.FAINT)
    ]


def _declares(battle: Battle, enemy: str, mover: str) -> Flow[bool]:
    title = battle[mover].title
    choice = yield from decide(
        battle, enemy, "engage", lambda _who: one_of([word("engage")], may_pass=True), (mover,), target=title
    )
    if choice is None:
        return False
    who = battle.able(enemy)
    who.engagements_left -= 1
    if who.engagements_left == 0:
        spend_timing(who, Timing.SPECIAL)
    tell(battle, "engages", "KG-30", who, battle[mover], target=title)
    return True

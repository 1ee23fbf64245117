"""The one movement of a turn: a step, a combat move, a full move, disengaging (KG-30, KG-34)."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

from rules.engine.choices import Route, Value
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Text
from rules.kamigakari.asking import decide, one_of, places, word
from rules.kamigakari.map import Group, blocked, engaged_on, group_of, is_held, near, squares
from rules.kamigakari.numbers import value
from rules.kamigakari.state import Battle, Combatant, Modifier
from rules.kamigakari.terms import Stat, StatusKey, Timing
from rules.kamigakari.verbs import cure, spend_timing, tell, tell_change, walk


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
    """How far it leads, in squares (KG-34)."""
    run = max(0, value(battle, who, Stat.INITIATIVE) + 5)
    match move:
        case Move.STEP:
            return 1
        case Move.FULL:
            return _halved(who, run)
    return _halved(who, -(-run // 3))


def _halved(who: Combatant, far: int) -> int:
    """Moves of the prone and of those in the dark: half, once, rounded down (KG-36)."""
    return far // 2 if who.status(StatusKey.PRONE) or who.status(StatusKey.DARK) else far


def moves(battle: Battle, who: Combatant) -> list[Move]:
    """How she may move now: once a turn, with the timing it spends, and not while she cannot (KG-34, KG-36)."""
    if battle.moved or who.status(StatusKey.IMMOBILE) or who.status(StatusKey.FAINT):
        return []
    held = is_held(battle, who.name)
    found = [Move.STEP, Move.DISENGAGE] if held else [Move.STEP, Move.COMBAT, Move.FULL]
    return [move for move in found if SPENDS[move] not in who.spent and can_go(battle, who, move)]


def can_go(battle: Battle, who: Combatant, move: Move) -> bool:
    """Whether it leads anywhere: to any free square around that it can pay for."""
    assert who.cell is not None
    far, taken, may_enter = squares_of(battle, who, move), blocked(battle, who), _may_enter(battle, who, move)
    return any(
        cost <= far and to in battle.grid and to not in taken and may_enter(to)
        for to, cost in steps(who.cell)
    )


def straight(battle: Battle, who: Combatant, far: int) -> Iterator[Cell]:
    """The free squares in the eight straight lines up to the first that is taken (KG-34)."""
    assert who.cell is not None
    taken = blocked(battle, who)
    for col, row in ((c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)):
        left, here = far, who.cell
        while (left := left - (DIAGONAL if col and row else 1)) >= 0:
            here = Cell(here.col + col, here.row + row)
            if here not in battle.grid or here in taken:
                break
            yield here


def in_reach(battle: Battle, who: Combatant, move: Move) -> list[Cell]:
    """The squares it leads to, the nearest first; quicker than all the ways to them."""
    far = squares_of(battle, who, move)
    if move is Move.FULL:
        return list(straight(battle, who, far))
    return _around(battle, who, far, _may_enter(battle, who, move))


def _around(battle: Battle, who: Combatant, far: int, may_enter: Callable[[Cell], bool]) -> list[Cell]:
    """The free squares that so many squares of movement lead to, the nearest first."""
    assert who.cell is not None
    grid, met = battle.grid, {*blocked(battle, who), who.cell}
    rings: list[list[Cell]] = [[who.cell], *([] for _ in range(far))]
    for spent, ring in enumerate(rings):
        for price in range(1, min(DIAGONAL, far - spent) + 1):
            ahead = [to for here in ring for to, cost in steps(here) if cost == price and to not in met]
            found = [to for to in dict.fromkeys(ahead) if to in grid and may_enter(to)]
            rings[spent + price] += found
            met.update(found)
    return [cell for ring in rings[1:] for cell in ring]


def ways(battle: Battle, who: Combatant, move: Move) -> Route:
    """Every way over free squares as far as it leads (KG-30, KG-34)."""
    return _over(battle, who, squares_of(battle, who, move), _may_enter(battle, who, move))


def ways_up(battle: Battle, who: Combatant, far: int) -> Route:
    """The ways of an attack's "move n": halved as moves are; who is held does not leave the enemy (KG-31, KG-36)."""
    return _over(battle, who, _far_up(who, far), _beside_enemies(battle, who))


def ends_up(battle: Battle, who: Combatant, far: int) -> dict[Cell, Group]:
    """Where an attack's "move n" may end, the nearest first, and with whom she would be engaged there (KG-31)."""
    cells = _around(battle, who, _far_up(who, far), _beside_enemies(battle, who))
    return {cell: engaged_on(battle, who.name, cell) for cell in cells}


def _far_up(who: Combatant, far: int) -> int:
    return 0 if who.status(StatusKey.IMMOBILE) else _halved(who, far)


def _over(battle: Battle, who: Combatant, far: int, may_enter: Callable[[Cell], bool]) -> Route:
    assert who.cell is not None
    taken = blocked(battle, who)
    inside = [cell for cell in battle.grid.cells() if squares(cell, who.cell) <= far]
    free = {cell for cell in inside if cell not in taken and may_enter(cell)}
    exits = {
        cell.label: {to.label: cost for to, cost in steps(cell) if to in free}
        for cell in inside
        if cell in free or cell == who.cell
    }
    return Route(who.cell.label, exits, far)


@lru_cache(maxsize=10_000)
def steps(cell: Cell) -> tuple[tuple[Cell, int], ...]:
    """The eight squares around: 1, a diagonal 2."""
    ways = ((col, row) for col in (-1, 0, 1) for row in (-1, 0, 1) if (col, row) != (0, 0))
    return tuple((Cell(cell.col + col, cell.row + row), DIAGONAL if col and row else 1) for col, row in ways)


def _may_enter(battle: Battle, who: Combatant, move: Move) -> Callable[[Cell], bool]:
    """Who is held by enemies steps only where she stays engaged with one of them; nothing else is barred (KG-30)."""
    if move is not Move.STEP or not is_held(battle, who.name):
        return lambda _cell: True
    return _beside_enemies(battle, who)


def _beside_enemies(battle: Battle, who: Combatant) -> Callable[[Cell], bool]:
    """Whether a square leaves her engaged with an enemy, if she is; who attacks is hidden no more (KG-30, KG-36)."""
    enemies = {name for name in group_of(battle, who.name) if battle[name].side is not who.side}
    return lambda cell: not enemies or bool(enemies & engaged_on(battle, who.name, cell))


def make_move(battle: Battle, name: str, move: Move) -> Flow[None]:
    """Spend what it spends, then go; not if that is gone meanwhile (KG-34)."""
    who = battle.able(name)

    def still(now: Combatant) -> bool:
        return move in moves(battle, now)

    if move is Move.FULL:
        choice = yield from decide(
            battle,
            name,
            "full_move",
            lambda now: one_of(places(straight(battle, now, squares_of(battle, now, move))), may_pass=True),
            holds=still,
        )
        way = [] if choice is None else _line(battle.able(name), cell_at(str(choice)))
    else:
        route: Value = yield from decide(
            battle,
            name,
            "move",
            lambda now: ways(battle, now, move),
            holds=still,
            squares=squares_of(battle, who, move),
        )
        way = [cell_at(label) for label in route] if isinstance(route, list) else []
    if way:
        slowed = _spend(battle, battle.able(name), move)
        yield from go(battle, name, move.value, way)
        if slowed and battle.stands(name):
            tell_change(battle, battle[name], slowed, Text("kamigakari.dice"), "KG-34")


def _line(who: Combatant, goal: Cell) -> list[Cell]:
    """Every square up to the goal of a straight line."""
    assert who.cell is not None
    col, row = goal.col - who.cell.col, goal.row - who.cell.row
    count = max(abs(col), abs(row))
    return [
        Cell(who.cell.col + col * n // count, who.cell.row + row * n // count) for n in range(1, count + 1)
    ]


def _spend(battle: Battle, who: Combatant, move: Move) -> Modifier | None:
    """What it spends, and what it costs for a while: that is said when she has arrived."""
    battle.moved = True
    timing = SPENDS[move]
    if timing:
        spend_timing(who, timing)
    if move is Move.COMBAT:
        battle.may_shoot = False
    if move not in (Move.FULL, Move.DISENGAGE):
        return None
    slowed = Modifier("dice", -1, Text(f"kamigakari.option.{move}"), "turn")
    who.modifiers.append(slowed)
    return slowed


# ---------------------------------------------------------------- on the way


def go(battle: Battle, name: str, how: str, way: list[Cell]) -> Flow[None]:
    """Square by square: an enemy passed by may spend a special timing to declare engagement (KG-30 settled)."""
    start, gone = group_of(battle, name), list[Cell]()
    for cell in way:
        if battle.at(cell):
            _walked(battle, name, how, gone)
            finds(battle, name, cell)
            return
        gone.append(cell)
        stopping = [] if cell == way[-1] else _who_may_stop(battle, name, cell, start)
        if stopping:
            _walked(battle, name, how, gone)
            gone = []
        for enemy in stopping:
            is_stopped = yield from frame(Frame.REACTION, _declares(battle, enemy, name))
            if is_stopped or battle.able(name).cell != cell:
                return
    _walked(battle, name, how, gone)


def _walked(battle: Battle, name: str, how: str, way: list[Cell]) -> None:
    if way:
        walk(battle, battle.able(name), way, how)


def finds(battle: Battle, name: str, cell: Cell) -> None:
    """Who comes onto the square of a hidden enemy stops before it, and it is hidden no more (KG-36)."""
    found = battle.at(cell)
    if found and found.is_hidden:
        tell(battle, "finds", "KG-36", battle[name], cells=(cell,), target=found.title)
        cure(battle, found, StatusKey.HIDDEN, Text("kamigakari.ends.found"))


def _who_may_stop(battle: Battle, name: str, cell: Cell, start: frozenset[str]) -> list[str]:
    """Enemies next to a square passed by who can declare engagement and see her (KG-30 settled)."""
    mover = battle[name]
    return [
        each.name
        for each in near(battle, cell)
        if each.side is not mover.side and each.name not in start and each.sees(mover) and may_declare(each)
    ]


def may_declare(who: Combatant) -> bool:
    """A special timing is good for as many engagements a round as its size; nobody does it hidden (KG-30 settled)."""
    is_able = not who.is_hidden and who.status(StatusKey.FAINT) is None
    has_begun = who.engagements_left < who.size
    return is_able and who.engagements_left > 0 and (has_begun or Timing.SPECIAL not in who.spent)


def _declares(battle: Battle, enemy: str, mover: str) -> Flow[bool]:
    title = battle.able(mover).title
    choice = yield from decide(
        battle,
        enemy,
        "engage",
        lambda _who: one_of([word("engage")], may_pass=True),
        (mover,),
        holds=may_declare,
        target=title,
    )
    if choice is None or not battle.stands(mover):
        return False
    who = battle.able(enemy)
    if who.engagements_left == who.size:
        spend_timing(who, Timing.SPECIAL)
    who.engagements_left -= 1
    tell(battle, "engages", "KG-30", who, battle[mover], target=title)
    return True

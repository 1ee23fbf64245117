"""Throwing weapons, things and people, and where they fall (MG-28)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.choices import Option
from rules.engine.flow import Flow, roll
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Param, Text
from rules.magical_girls.asking import ask_keeper, decide, foes_first, one_of, places, thing, word
from rules.magical_girls.attack import strike
from rules.magical_girls.checks import check
from rules.magical_girls.costs import SMALL, can_pay, pay, price
from rules.magical_girls.map import METRES, in_reach, within
from rules.magical_girls.numbers import THROWING, attribute
from rules.magical_girls.state import Battle, Combatant, Lies
from rules.magical_girls.terms import Attribute, Side
from rules.magical_girls.verbs import show, stand, tell

HALVED_ABOVE, IMPOSSIBLE_ABOVE = 40, 70
"""Weights (MG-28)."""
SCATTER = 6
STRAIGHT = 2**0.5 - 1
"""So little aside of the way ahead is straight rather than slantwise: the tangent of half of 45 degrees."""


def weight_of(battle: Battle, what: str) -> int:
    """Of `throw:<weapon>`, `thing:<id>`; a character counts with its SIZE (MG-28)."""
    kind, _, id = what.partition(":")
    match kind:
        case "throw":
            return battle.library.weapons[id].weight
        case "thing":
            return battle.library.things[id].weight
    return attribute(battle[id], Attribute.SIZE)


def metres(who: Combatant, weight: int) -> int:
    """STR in metres; a weight above 40 halves it, above 70 it is impossible (MG-28)."""
    strength = attribute(who, Attribute.STR)
    if weight > IMPOSSIBLE_ABOVE:
        return 0
    return strength // 2 if weight > HALVED_ABOVE else strength


def throwables(battle: Battle, who: Combatant) -> Iterator[Option]:
    """Held weapons, what lies in her cell, friends who share it."""
    lying = [_flying(lies.id) for lies in battle.things if lies.cell == who.cell]
    friends = [
        f"person:{each.name}" for each in battle.at(who.cell) if each is not who and each.side is who.side
    ]
    for what in dict.fromkeys((*(f"throw:{id}" for id in who.weapons), *lying, *friends)):
        if far := metres(who, weight_of(battle, what)):
            yield _option(battle, what, far)


def _flying(lying: str) -> str:
    """A weapon that lies there, as one that is thrown."""
    return lying.replace("weapon:", "throw:")


def _option(battle: Battle, what: str, far: int) -> Option:
    note = Text("magical_girls.note.throw", {"weight": weight_of(battle, what), "metres": far})
    return thing(what, _title(battle, what), note)


def _title(battle: Battle, what: str) -> Param:
    """What flies, or who."""
    kind, _, id = what.partition(":")
    return battle[id].title if kind == "person" else battle.library.title_of(what)


def may_throw(battle: Battle, who: Combatant) -> bool:
    """A small action, with something to throw (MG-15, MG-28)."""
    return can_pay(battle, who, SMALL) and any(True for _each in throwables(battle, who))


def throw(battle: Battle, name: str) -> Flow[None]:
    """What, at whom or where; then the throwing check (MG-28)."""
    what = yield from decide(
        battle,
        name,
        "throw",
        lambda who: one_of(throwables(battle, who), may_pass=True),
        holds=lambda who: can_pay(battle, who, SMALL),
    )
    if what is None:
        return
    goal = yield from decide(
        battle,
        name,
        "throw_at",
        lambda who: one_of(_goals(battle, who, str(what)), may_pass=True),
        holds=lambda who: _can_throw(battle, who, str(what)),
        source=_title(battle, str(what)),
        dp=price(battle, battle.able(name), SMALL),
    )
    if goal is None:
        return
    kind, _, id = str(goal).partition(":")
    cell = battle[id].cell if kind == "at" else cell_at(str(goal))
    if not (yield from _lets(battle, name, str(what), cell, battle[id].title if kind == "at" else "")):
        return
    who = battle.able(name)
    paid = pay(battle, who, SMALL)
    show(battle, who)
    depth = len(battle.flying)
    _let_go(battle, who, str(what), cell)
    try:
        if kind == "at" and not str(what).startswith("person:"):
            yield from _hurl_at(battle, name, str(what), id, paid)
        else:
            yield from _toss(battle, name, str(what), cell, paid)
    finally:
        land(battle, depth)


def _can_throw(battle: Battle, who: Combatant, what: str) -> bool:
    """Whether she can pay for it, and it is still at hand."""
    return can_pay(battle, who, SMALL) and any(each.id == what for each in throwables(battle, who))


def _goals(battle: Battle, who: Combatant, what: str) -> list[Option]:
    """People who are not dying, and cells, that it flies to."""
    cells = metres(who, weight_of(battle, what)) // METRES
    near = [e for e in in_reach(battle, who, cells) if not e.is_out and f"person:{e.name}" != what]
    return [*foes_first(who, near, "at:"), *places(within(battle, who.cell, cells))]


def _lets(battle: Battle, name: str, what: str, goal: Cell, at: Param) -> Flow[bool]:
    """A friend is asked whether she will be thrown there, unless she is dying or of the same seat."""
    kind, _, id = what.partition(":")
    if kind != "person" or battle[id].is_out or battle[id].seat == battle.able(name).seat:
        return True
    thrower = battle.able(name)
    aim: Param = Text("magical_girls.cell_of", {"cell": goal.label, "whom": at}) if at else goal.label
    said = yield from decide(
        battle,
        id,
        "be_thrown",
        lambda _who: one_of([word("let")], may_pass=True),
        holds=lambda _who: battle.stands(name) and _can_throw(battle, battle[name], what),
        thrower=thrower.title,
        aim=aim,
        goal=goal.label,
    )
    return said == "let"


def _hurl_at(battle: Battle, name: str, what: str, target: str, paid: int) -> Flow[None]:
    """A thrown weapon or thing that hits is a ranged hit; it lies where its target stands (MG-28)."""
    start, goal = battle.able(name).cell, battle[target].cell
    is_aimed_well = yield from strike(
        battle, name, what, [target], reach=_cells(battle, name, what), paid=paid
    )
    if is_aimed_well:
        _falls(battle, what, goal, start)
    else:
        yield from _scatters(battle, name, what, goal)


def _cells(battle: Battle, name: str, what: str) -> int:
    """How far she throws it, in cells (MG-28)."""
    return metres(battle.able(name), weight_of(battle, what)) // METRES


def _toss(battle: Battle, name: str, what: str, goal: Cell, paid: int) -> Flow[None]:
    """Into a cell, by a throwing check of its own."""
    who = battle.able(name)
    start = who.cell
    tell(
        battle,
        "throws_to",
        "MG-28",
        who,
        cells=(start, goal),
        is_secret=True,
        cell=goal.label,
        source=_title(battle, what),
        dp=paid,
    )
    found = yield from check(battle, name, f"skill:{THROWING}", "throwing", "MG-28")
    if found.level.is_success:
        _falls(battle, what, goal, start)
    else:
        yield from _scatters(battle, name, what, goal)


def _let_go(battle: Battle, who: Combatant, what: str, goal: Cell) -> None:
    """It leaves her hand, or the cell where it lay, and flies to another; people fly for themselves."""
    kind, _, id = what.partition(":")
    if kind == "person":
        return
    battle.flying.append(Lies(what.replace("throw:", "weapon:"), goal))
    lying = next((each for each in battle.things if each.cell == who.cell and _flying(each.id) == what), None)
    if kind == "throw" and id in who.weapons:
        who.weapons.remove(id)
    elif lying:
        battle.things.remove(lying)


def _scatters(battle: Battle, name: str, what: str, goal: Cell) -> Flow[None]:
    """The keeper may roll 1d6 for where a failed throw falls (MG-28)."""
    choice = yield from ask_keeper(
        battle,
        "scatter",
        lambda: one_of([word("roll"), word("as_aimed")]),
        battle.find(name),
        cell=goal.label,
    )
    thrower = battle.find(name)
    if choice == "as_aimed" or not thrower:
        _falls(battle, what, goal, *([thrower.cell] if thrower else []))
        return
    face = SCATTER
    while face == SCATTER:
        face = (yield from roll(name, "MG-28", 1, SCATTER))[0]
        where = _where(battle, face)
        tell(battle, "scatter", "MG-28", battle[name], faces=(face,), where=where)
        if battle.on("sixth_scatter") == "target":
            break
    ends = scattered(battle, battle[name], goal, face)
    if ends != _unbounded(battle[name], goal, face):
        tell(battle, "edge", "MG-28")
    _falls(battle, what, ends, battle[name].cell, goal)


def _where(battle: Battle, face: int) -> Text:
    """What the table says of that face; a 6 is rolled again, or falls where it was aimed by house rule (MG-28)."""
    said = battle.on("sixth_scatter") if face == SCATTER else face
    return Text(f"magical_girls.scatter.{said}", {"metres": METRES})


def scattered(battle: Battle, who: Combatant, goal: Cell, face: int) -> Cell:
    """Where it falls by that face, up to the edge of the map."""
    found = _unbounded(who, goal, face)
    return Cell(min(max(found.col, 0), battle.cols - 1), min(max(found.row, 0), battle.rows - 1))


def _unbounded(who: Combatant, goal: Cell, face: int) -> Cell:
    """1 beside the thrower, 2 beyond the goal, 3 short of it, 4 left, 5 right, as she sees it; 6 the goal (MG-28)."""
    col, row = _ahead(who, goal)
    by = {2: (col, row), 3: (-col, -row), 4: (row, -col), 5: (-row, col)}.get(face, (0, 0))
    return who.cell if face == 1 else Cell(goal.col + by[0], goal.row + by[1])


def _ahead(who: Combatant, goal: Cell) -> tuple[int, int]:
    """The way that she faces: the nearest of the eight; towards the others for a goal in her own cell."""
    cols, rows = goal.col - who.cell.col, goal.row - who.cell.row
    if not (cols or rows):
        return 0, -1 if who.side is Side.FIRST else 1
    col = (cols > 0) - (cols < 0) if abs(cols) > STRAIGHT * abs(rows) else 0
    row = (rows > 0) - (rows < 0) if abs(rows) > STRAIGHT * abs(cols) else 0
    return col, row


def _falls(battle: Battle, what: str, cell: Cell, *way: Cell) -> None:
    """It lies there, having flown over those cells; a person stands there."""
    kind, _, id = what.partition(":")
    if kind == "person":
        if found := battle.find(id):
            stand(battle, found, cell, "lands", "MG-28")
        return
    battle.things.append(replace(battle.flying.pop(), cell=cell))
    tell(battle, "falls", "MG-28", cells=(*way, cell), cell=cell.label, source=battle.library.title_of(what))


def land(battle: Battle, depth: int = 0) -> None:
    """What still flies, beyond so many, falls where it was aimed: its throw was cut short, nothing is lost (MG-28)."""
    battle.things += battle.flying[depth:]
    del battle.flying[depth:]

"""Movement: metres for DP, load, wounds, dangerous ground (MG-16, MG-25, MG-26, MG-52)."""

from rules.engine.choices import Option
from rules.engine.flow import Flow
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Text
from rules.magical_girls.asking import decide, one_of
from rules.magical_girls.costs import is_barred, price, spend_reaction
from rules.magical_girls.map import METRES, cells_between, within
from rules.magical_girls.numbers import has_dp, is_helpless, is_laden, is_own_turn, speed
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.verbs import meet, show, spend_dp, tell

CELL = 2 * METRES
"""A cell in half metres."""
FREE_DP = 2
"""DP's worth of movement in a turn for enemies that have no DP (MG-14)."""


def dp_of(battle: Battle, who: Combatant, cells: int) -> int:
    """What so many cells and all she has gone in this turn come to together, load and emergencies aside (MG-25).

    What she has gone before a wound slowed her counts at the pace she had then.
    """
    now = speed(battle, who)
    gone, then = (battle.moved, battle.pace or now) if is_own_turn(battle, who) else (0, now)
    return -(-(gone * now + cells * CELL * then) // (then * now))


def left_to_pay(battle: Battle, who: Combatant, cells: int) -> int:
    """DP for so many more cells, beside what this turn's movement has cost already; twice if laden (MG-26)."""
    more = dp_of(battle, who, cells) - dp_of(battle, who, 0)
    return price_of_way(battle, who, more)


def price_of_way(battle: Battle, who: Combatant, dp: int) -> int:
    """What so many DP's worth of movement costs her: twice if laden, twice in an emergency (MG-26, MG-44)."""
    return price(battle, who, dp * 2 if is_laden(battle, who) else dp)


def may_go(battle: Battle, who: Combatant, cells: int) -> bool:
    """Whether she can pay for so many cells; a light wound bars the whole of it at 4 DP (MG-52)."""
    if is_helpless(battle, who):
        return False
    if not has_dp(battle, who):
        return dp_of(battle, who, cells) * (2 if is_laden(battle, who) else 1) <= FREE_DP
    left = left_to_pay(battle, who, cells)
    paid = battle.moved_dp if is_own_turn(battle, who) else 0
    return left <= who.dp and not is_barred(battle, who, paid + left)


def reachable(battle: Battle, who: Combatant) -> list[Cell]:
    """The cells she can move to, the nearest first."""
    return list(ways(battle, who))


def ways(battle: Battle, who: Combatant) -> dict[Cell, int]:
    """The cells she can move to, the nearest first, and how many cells away; laden by no dangerous ground (MG-26)."""
    most = 0
    while most < battle.cols * battle.rows and may_go(battle, who, most + 1):
        most += 1
    if is_laden(battle, who) and battle.danger:
        return _around(battle, who.cell, most)
    near = sorted(within(battle, who.cell, most), key=lambda cell: cells_between(who.cell, cell))
    return {cell: cells_between(who.cell, cell) for cell in near if cell != who.cell}


def _around(battle: Battle, start: Cell, most: int) -> dict[Cell, int]:
    """By ways that keep off dangerous ground, ring by ring."""
    steps, ring = {start: 0}, [start]
    while ring and steps[ring[0]] < most:
        ahead = dict.fromkeys(cell for here in ring for cell in within(battle, here, 1))
        ring = [cell for cell in ahead if cell not in steps and cell.label not in battle.danger]
        steps.update(dict.fromkeys(ring, max(steps.values()) + 1))
    return {cell: far for cell, far in steps.items() if cell != start}


def move(battle: Battle, name: str) -> Flow[None]:
    """Choose a cell, each with its price; pay; be there (MG-25)."""

    def where(who: Combatant) -> list[Option]:
        return [_option(battle, who, cell, far) for cell, far in ways(battle, who).items()]

    chosen = yield from decide(battle, name, "move", lambda who: one_of(where(who), may_pass=True))
    if chosen is None:
        return
    who, goal = battle.able(name), cell_at(str(chosen))
    far = ways(battle, who)[goal]
    paid = left_to_pay(battle, who, far)
    if has_dp(battle, who):
        spend_dp(who, paid)
    spend_reaction(battle, who)
    if is_own_turn(battle, who):
        count(battle, who, far, paid)
    show(battle, who)
    start, who.cell = who.cell, goal
    tell(
        battle,
        "moves",
        "MG-25",
        who,
        cells=(start, goal),
        is_secret=True,
        cell=goal.label,
        metres=str(far * METRES),
        dp=paid if has_dp(battle, who) else 0,
    )
    meet(battle, who)


def count(battle: Battle, who: Combatant, cells: int, paid: int) -> None:
    """All movement of a turn is one action (MG-25); the way so far is counted at the pace she has now."""
    now = speed(battle, who)
    battle.moved = battle.moved * now // (battle.pace or now) + cells * CELL
    battle.pace, battle.moved_dp = now, battle.moved_dp + paid


def _option(battle: Battle, who: Combatant, cell: Cell, far: int) -> Option:
    paid = left_to_pay(battle, who, far)
    note = Text("magical_girls.price", {"dp": paid, "mp": 0})
    return Option(cell.label, Text("magical_girls.cell", {"cell": cell.label}), note, (cell.label,))

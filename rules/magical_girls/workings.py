"""How each effect of abilities works on its receiver."""

from collections.abc import Iterable, Sequence

from rules.engine.flow import Flow, roll
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Param
from rules.magical_girls.asking import decide, one_of, places
from rules.magical_girls.effects import AnyEffect, Boost, Extra, Guard, Heal, Mend, Points, Shove
from rules.magical_girls.map import METRES
from rules.magical_girls.state import Battle, Combatant, Modifier
from rules.magical_girls.verbs import gain_dp, heal, mend, modify, stand, tell

ROW = "MG-24"


def run_all(
    battle: Battle, user: str, effects: Iterable[AnyEffect], receivers: Sequence[str], source: Param
) -> Flow[None]:
    """Every effect on every receiver that is still in the fight."""
    for effect in effects:
        for name in receivers:
            if battle.find(name):
                yield from run(battle, user, effect, name, source)


def run(battle: Battle, user: str, effect: AnyEffect, name: str, source: Param) -> Flow[None]:
    """Let one effect happen to one receiver."""
    who = battle[name]
    match effect:
        case Heal():
            faces = yield from roll(user, ROW, effect.dice, effect.sides)
            heal(battle, battle[name], sum(faces) + effect.flat, ROW, faces)
        case Mend():
            mend(battle, who, "MG-53")
        case Boost() | Extra() | Guard():
            modify(battle, who, _change(effect, source), effect.describe(), ROW)
        case Points():
            changed_by = gain_dp(battle, who, effect.amount)
            tell(battle, "points", "MG-14", who, amount=changed_by, is_secret=True)
        case Shove():
            yield from shove(battle, user, name, effect.metres)


def _change(effect: Boost | Extra | Guard, source: Param) -> Modifier:
    match effect:
        case Boost():
            return Modifier("dice", effect.dice, source, effect.until, effect.on)
        case Extra():
            return Modifier("extra", effect.amount, source, effect.until)
        case Guard():
            return Modifier("guard", effect.amount, source, effect.until)


def shove(battle: Battle, user: str, name: str, metres: int) -> Flow[None]:
    """Straight away from the user, who says where to if she shares the cell."""
    if battle[user].cell == battle[name].cell:
        here = yield from _chosen_way(battle, user, name, metres)
    else:
        here = landing(battle, battle[user], battle[name], metres)
    if battle.find(name) and here != battle[name].cell:
        stand(battle, battle[name], here, "shoved", ROW)


def _chosen_way(battle: Battle, user: str, name: str, metres: int) -> Flow[Cell]:
    """Out of the shared cell, one of the eight ways; who is dying by then shoves nobody."""
    start = battle[name].cell
    if user == name or not battle.stands(user):
        return start
    chosen = yield from decide(
        battle,
        user,
        "shove",
        lambda _who: one_of(places(ends_of_shove(battle, start, metres)), may_pass=True),
        holds=lambda _who: battle.find(name) is not None and battle[name].cell == start,
        whom=battle[name].title,
    )
    return start if chosen is None else cell_at(str(chosen))


def ends_of_shove(battle: Battle, start: Cell, metres: int) -> list[Cell]:
    """Where a shove from a cell may end, in all eight ways."""
    ways = [(col, row) for row in (-1, 0, 1) for col in (-1, 0, 1) if col or row]
    ends = dict.fromkeys(_pushed(battle, start, col, row, metres) for col, row in ways)
    return [each for each in ends if each != start]


def landing(battle: Battle, user: Combatant, who: Combatant, metres: int) -> Cell:
    """Where a shove away from the user ends, up to the edge; in the same cell there is no such way."""
    col = (who.cell.col > user.cell.col) - (who.cell.col < user.cell.col)
    row = (who.cell.row > user.cell.row) - (who.cell.row < user.cell.row)
    return _pushed(battle, who.cell, col, row, metres)


def _pushed(battle: Battle, start: Cell, col: int, row: int, metres: int) -> Cell:
    here = start
    for _ in range(metres // METRES):
        ahead = Cell(here.col + col, here.row + row)
        here = ahead if ahead in battle.grid else here
    return here

"""How each effect of abilities works on its receiver."""

from collections.abc import Iterable

from rules.engine.errors import Lapsed
from rules.engine.flow import GM, Ask, Flow, ask_one, roll
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Param
from rules.magical_girls.asking import one_of, places, put
from rules.magical_girls.effects import AnyEffect, Boost, Extra, Guard, Heal, Mend, Points, Shove
from rules.magical_girls.entries import Ability
from rules.magical_girls.map import METRES
from rules.magical_girls.state import Battle, Combatant, Modifier
from rules.magical_girls.verbs import gain_dp, heal, mend, modify, stand, tell

ROW = "MG-24"


def run_all(battle: Battle, user: str, ability: Ability, receivers: Iterable[str], aim: str) -> Flow[None]:
    """Every effect on every receiver that is still in the fight.

    An area around its user works from where she used it, wherever she has got to since.
    """
    is_around = ability.target == "area" and not ability.reach
    for effect in ability.effects:
        for name in receivers:
            if battle.find(name):
                start = cell_at(aim) if is_around else battle[user].cell
                yield from run(battle, user, effect, name, ability.title, start)


def run(battle: Battle, user: str, effect: AnyEffect, name: str, source: Param, start: Cell) -> Flow[None]:
    """Let one effect happen to one receiver, from that cell."""
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
            yield from shove(battle, user, name, effect.metres, start)


def _change(effect: Boost | Extra | Guard, source: Param) -> Modifier:
    match effect:
        case Boost():
            return Modifier("dice", effect.dice, source, effect.until, effect.on)
        case Extra():
            return Modifier("extra", effect.amount, source, effect.until)
        case Guard():
            return Modifier("guard", effect.amount, source, effect.until)


def shove(battle: Battle, user: str, name: str, metres: int, start: Cell) -> Flow[None]:
    """Straight away from that cell; out of it the user says where to. Nobody shoves herself."""
    if user == name:
        return
    if start == battle[name].cell:
        here = yield from _chosen_way(battle, user, name, metres)
    else:
        here = landing(battle, start, battle[name], metres)
    if battle.find(name) and here != battle[name].cell:
        stand(battle, battle[name], here, "shoved", ROW)


def _chosen_way(battle: Battle, user: str, name: str, metres: int) -> Flow[Cell]:
    """Out of the shared cell, one of the eight ways; the keeper says which for who is dying by then (MG-54).

    Whom a ruling has put elsewhere meanwhile is shoved no more; the others of an area are.
    """
    start, whom = battle[name].cell, battle[name].title

    def make() -> Ask:
        asker, pushed = battle.find(user), battle.find(name)
        if asker is None or pushed is None or pushed.cell != start:
            raise Lapsed()
        ways = one_of(places(ends_of_shove(battle, start, metres)), may_pass=True)
        seat = GM if asker.is_out else asker.seat
        return put(battle, "shove", {seat: ways}, asker, params={"whom": whom})

    try:
        chosen = yield from ask_one(make)
    except Lapsed:
        return battle[name].cell if battle.find(name) else start
    return start if chosen is None else cell_at(str(chosen))


def ends_of_shove(battle: Battle, start: Cell, metres: int) -> list[Cell]:
    """Where a shove from a cell may end, in all eight ways."""
    ways = [(col, row) for row in (-1, 0, 1) for col in (-1, 0, 1) if col or row]
    ends = dict.fromkeys(_pushed(battle, start, col, row, metres) for col, row in ways)
    return [each for each in ends if each != start]


def landing(battle: Battle, start: Cell, who: Combatant, metres: int) -> Cell:
    """Where a shove away from a cell ends, up to the edge; in that cell there is no such way."""
    col = (who.cell.col > start.col) - (who.cell.col < start.col)
    row = (who.cell.row > start.row) - (who.cell.row < start.row)
    return _pushed(battle, who.cell, col, row, metres)


def _pushed(battle: Battle, start: Cell, col: int, row: int, metres: int) -> Cell:
    here = start
    for _ in range(metres // METRES):
        ahead = Cell(here.col + col, here.row + row)
        here = ahead if ahead in battle.grid else here
    return here

"""How each effect of abilities works on its receiver."""

from collections.abc import Iterable, Sequence

from rules.engine.flow import Flow, roll
from rules.engine.grid import Cell
from rules.engine.text import Param
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
            shove(battle, battle[user], who, effect.metres)


def _change(effect: Boost | Extra | Guard, source: Param) -> Modifier:
    match effect:
        case Boost():
            return Modifier("dice", effect.dice, source, effect.until, effect.on)
        case Extra():
            return Modifier("extra", effect.amount, source, effect.until)
        case Guard():
            return Modifier("guard", effect.amount, source, effect.until)


def shove(battle: Battle, user: Combatant, who: Combatant, metres: int) -> None:
    """Straight away from the user."""
    here = landing(battle, user, who, metres)
    if here != who.cell:
        stand(battle, who, here, "shoved", ROW)


def landing(battle: Battle, user: Combatant, who: Combatant, metres: int) -> Cell:
    """Where a shove ends, up to the edge; who shares a cell with the user stays."""
    col = (who.cell.col > user.cell.col) - (who.cell.col < user.cell.col)
    row = (who.cell.row > user.cell.row) - (who.cell.row < user.cell.row)
    here = who.cell
    for _ in range(metres // METRES):
        ahead = Cell(here.col + col, here.row + row)
        here = ahead if ahead in battle.grid else here
    return here

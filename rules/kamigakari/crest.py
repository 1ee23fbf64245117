"""What the spirit crest 靈紋 gives beside dice, and how it is paid (KG-37)."""

from collections.abc import Iterable

from rules.engine.choices import Option
from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import Ask, Flow, ask_one, frame, roll
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Text
from rules.kamigakari.asking import one_of, put
from rules.kamigakari.ending import one_side_is_down
from rules.kamigakari.map import blocked, squares
from rules.kamigakari.movement import finds
from rules.kamigakari.stakes import crest_at_stake
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.verbs import stand_up, tell

REVIVAL_BONDS, REVIVAL_COST = 4, 2
REVIVED = "crest:revive"


def pay_crest(battle: Battle) -> Flow[None]:
    """What was used of the spirit crest is paid at the end of the turn, d6 for d6; it may go below 0 (KG-37)."""
    for name in [each.name for each in battle.combatants if each.crest_debt]:
        faces = yield from roll(name, "KG-37", battle[name].crest_debt)
        who, paid = battle[name], sum(faces)
        who.crest, who.crest_debt = who.crest - paid, 0
        tell(battle, "pays_crest", "KG-37", who, faces=faces, amount=paid, left=who.crest)


def rise_again(battle: Battle) -> Flow[None]:
    """Who fainted in the turn that ends here may rise again; if that was her side's last, all its fallen (KG-37)."""
    fainted, battle.fainted = list(dict.fromkeys(battle.fainted)), []
    if fainted and one_side_is_down(battle):
        fainted += [each.name for each in battle.combatants if each.name not in fainted]
    yield from _offered(battle, fainted)


def last_chance(battle: Battle) -> Flow[None]:
    """All the fallen once more at the end of a round (KG-37)."""
    battle.fainted = []
    yield from _offered(battle, [each.name for each in battle.combatants])


def _offered(battle: Battle, names: Iterable[str]) -> Flow[None]:
    for name in names:
        who = battle.find(name)
        if who and may_rise(who):
            yield from frame(Frame.ACTION, _risen(battle, name))
    yield from pay_crest(battle)


def may_rise(who: Combatant) -> bool:
    """4 bonds or more, some crest left, not yet in this fight (KG-37)."""
    is_able = who.bonds >= REVIVAL_BONDS and who.crest > 0 and not who.used.get(REVIVED)
    return who.is_player and who.is_out and is_able


def _risen(battle: Battle, name: str) -> Flow[None]:
    """The faint ends, life is STR, for 2d6 of the spirit crest, where she fell or as near as may be (KG-37)."""

    def make() -> Ask:
        who = battle.find(name)
        if who is None or not may_rise(who):
            raise Lapsed()
        shape = one_of(map(_as_rise, near_the_fall(battle, who)), may_pass=True)
        return put("revive", {who.seat: shape}, who, left=crest_at_stake(who))

    chosen = yield from ask_one(make)
    if chosen is None:
        return
    cell = cell_at(str(chosen))
    if battle.at(cell):
        finds(battle, name, cell)
        yield from _risen(battle, name)
        return
    who = battle[name]
    who.used[REVIVED], who.crest_debt = 1, who.crest_debt + REVIVAL_COST
    stand_up(battle, who, max(1, min(who.strength, who.max_life)), cell)
    tell(battle, "revives", "KG-37", who, cells=(cell,), life=who.life)


def _as_rise(cell: Cell) -> Option:
    return Option(cell.label, Text("kamigakari.option.rise", {"cell": cell.label}), None, (cell.label,))


def near_the_fall(battle: Battle, who: Combatant) -> list[Cell]:
    """The square she fell on, or the free ones nearest to it."""
    taken, fell = blocked(battle, who), who.fell
    free = [cell for cell in battle.grid.cells() if cell not in taken]
    if fell is None:
        return free
    nearest = min((squares(cell, fell) for cell in free), default=0)
    return [cell for cell in free if squares(cell, fell) == nearest]

"""How those who are not on the map yet come to it, and the spirit dice they bring (KG-04, KG-30)."""

from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import Ask, Flow, ask_one, frame
from rules.engine.grid import Cell, cell_at
from rules.kamigakari.asking import one_of, places, put
from rules.kamigakari.map import blocked
from rules.kamigakari.movement import finds
from rules.kamigakari.numbers import pool
from rules.kamigakari.spirits import rolled_pool
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.verbs import place


def is_due(battle: Battle) -> bool:
    """Whether somebody is to be placed, and has room; who finds none waits."""
    return any(each.is_unplaced and free(battle, each) for each in battle.combatants)


def placement(battle: Battle) -> Flow[None]:
    """Each is placed, players' characters on a starting square; spirit pools are rolled (KG-04)."""
    for name in [each.name for each in battle.combatants if each.is_unplaced]:
        yield from frame(Frame.ACTION, _placed(battle, name))
    for name in [each.name for each in battle.combatants if len(each.spirits) < pool(battle, each)]:
        yield from rolled_pool(battle, name)


def _placed(battle: Battle, name: str) -> Flow[None]:
    """On a square that is free as far as she sees; a hidden enemy there is found, and she chooses again (KG-36)."""

    def make() -> Ask:
        who = battle.find(name)
        if who is None or not who.is_unplaced:
            raise Lapsed()
        return put("place", {who.seat: one_of(places(free(battle, who)))}, who)

    while True:
        cell = cell_at(str((yield from ask_one(make))))
        if battle.at(cell) is None:
            break
        finds(battle, name, cell)
    place(battle, battle[name], cell)


def free(battle: Battle, who: Combatant) -> list[Cell]:
    """Free starting squares for a player's character, any free ones where there are none and for the GM's."""
    taken = blocked(battle, who)
    anywhere = [cell for cell in battle.grid.cells() if cell not in taken]
    start = {cell_at(label) for label in battle.start} if who.is_player else set(anywhere)
    return [cell for cell in anywhere if cell in start] or anywhere

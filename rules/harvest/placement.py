"""Placement before the first round (HV-02), and where an object has room (HV-03, HV-25)."""

from rules.engine.errors import Lapsed
from rules.engine.flow import Ask, Flow, Need, Seat, ask
from rules.engine.grid import Cell, cell_at
from rules.harvest.asking import one_of, people, places, put
from rules.harvest.battlefield import FIELD, block
from rules.harvest.state import Battle, Combatant, Figure
from rules.harvest.verbs import place


def is_free(battle: Battle, figure: Figure, corner: Cell) -> bool:
    """Whether every cell it would fill from there is on the battlefield and holds nobody else (HV-03, HV-25)."""
    filled = block(corner, figure.size)
    return all(cell in FIELD for cell in filled) and not (set(filled) & taken(battle, but=figure))


def taken(battle: Battle, but: Figure) -> set[Cell]:
    """The cells of everybody and everything else."""
    return {cell for each in battle.figures() if each.name != but.name for cell in each.cells}


def rooms(battle: Battle, figure: Figure) -> list[Cell]:
    """Where on the battlefield it fits, by upper left cells; a giant needs its whole shape free (HV-46)."""
    return [cell for cell in FIELD.cells() if is_free(battle, figure, cell)]


def unplaced(battle: Battle, *, players: bool) -> list[Combatant]:
    """Who still has to be placed, of the GM's side or of the players; without a free rear cell one waits (HV-02)."""
    return [
        each
        for each in battle.combatants
        if is_unplaced(each) and each.is_player is players and free_rear(battle, each)
    ]


def is_unplaced(combatant: Combatant) -> bool:
    """Whether it has not come to the battlefield yet."""
    return combatant.cell is None and not combatant.is_out


def free_rear(battle: Battle, who: Combatant) -> list[Cell]:
    """Where she fits in the camp's rear 3x3, all her cells in it (HV-02, HV-03).

    Cells that would leave a waiting giant of her camp no room at all are left out, where there are others.
    """
    found = _rear_rooms(battle, who)
    giants = [
        each
        for each in battle.combatants
        if each.camp is who.camp and each is not who and is_unplaced(each) and each.size != (1, 1)
    ]
    kind = [cell for cell in found if all(_leaves_room(battle, who, cell, giant) for giant in giants)]
    return kind or found


def _rear_rooms(battle: Battle, who: Combatant) -> list[Cell]:
    rear = who.camp.rear
    return [cell for cell in rear if set(block(cell, who.size)) <= set(rear) and is_free(battle, who, cell)]


def _leaves_room(battle: Battle, who: Combatant, corner: Cell, giant: Combatant) -> bool:
    taken = set(block(corner, who.size))
    return any(not taken & set(block(room, giant.size)) for room in _rear_rooms(battle, giant))


def placement(battle: Battle, *, players: bool) -> Flow[None]:
    """Character by character, in the order each side likes: the GM first, then the players (HV-02)."""
    while waiting := unplaced(battle, players=players):
        who = yield from _whom_next(battle, waiting)
        cell = yield from _where(battle, who)
        place(battle, battle[who], cell)


def _whom_next(battle: Battle, waiting: list[Combatant]) -> Flow[str]:
    """Which character is placed next: any player may begin, each for the own characters."""
    if len(waiting) == 1:
        return waiting[0].name
    players = waiting[0].is_player

    def make() -> Ask:
        now = unplaced(battle, players=players)
        if not now:
            raise Lapsed()
        choices = {
            seat: one_of(people(battle, _of(now, seat))) for seat in dict.fromkeys(each.seat for each in now)
        }
        return put(battle, "place_next", choices, now[0], need=Need.FIRST)

    answers = yield from ask(make)
    return str(next(iter(answers.values())))


def _of(waiting: list[Combatant], seat: Seat) -> list[str]:
    return [each.name for each in waiting if each.seat == seat]


def _where(battle: Battle, who: str) -> Flow[Cell]:
    def make() -> Ask:
        if not battle.has(who) or not is_unplaced(battle[who]):
            raise Lapsed()
        asker = battle[who]
        shape = one_of(places(free_rear(battle, asker), asker.size))
        return put(battle, "place", {asker.seat: shape}, asker)

    answers = yield from ask(make)
    return cell_at(str(next(iter(answers.values()))))

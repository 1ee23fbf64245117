"""Placement before the first round (HV-02)."""

from rules.engine.errors import Lapsed
from rules.engine.flow import Ask, Flow, Need, Seat, ask
from rules.engine.grid import Cell, cell_at
from rules.harvest.asking import one_of, people, places, put
from rules.harvest.battlefield import Camp
from rules.harvest.state import Battle, Combatant
from rules.harvest.verbs import place


def unplaced(battle: Battle, *, players: bool) -> list[Combatant]:
    """Who still has to be placed, of the GM's side or of the players; without a free rear cell one waits (HV-02)."""
    return [
        each
        for each in battle.combatants
        if is_unplaced(each) and each.is_player is players and free_rear(battle, each.camp)
    ]


def is_unplaced(combatant: Combatant) -> bool:
    """Whether it has not come to the battlefield yet."""
    return combatant.cell is None and not combatant.is_out


def free_rear(battle: Battle, camp: Camp) -> list[Cell]:
    """The free cells of the camp's rear 3x3 (HV-02, HV-03)."""
    return [cell for cell in camp.rear if battle.at(cell) is None]


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
        return put(battle, "place", {asker.seat: one_of(places(free_rear(battle, asker.camp)))}, asker)

    answers = yield from ask(make)
    return cell_at(str(next(iter(answers.values()))))

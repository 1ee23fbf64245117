"""Who acts next (HV-10, HV-11)."""

from collections.abc import Callable, Iterable

from rules.engine.errors import Lapsed
from rules.engine.flow import GM, Ask, Flow, Need, ask
from rules.harvest.asking import one_of, people, put
from rules.harvest.numbers import value
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import Stat


def candidates(battle: Battle) -> list[Combatant]:
    """Who stands and has not acted this round, highest SS first, players before NPCs (HV-10, HV-11)."""
    waiting = [each for each in battle.standing_ones() if each.name not in battle.acted]
    return in_order(battle, waiting)


def in_order(battle: Battle, waiting: Iterable[Combatant]) -> list[Combatant]:
    """These characters as they would act."""
    return sorted(waiting, key=lambda each: precedence(battle, each))


def precedence(battle: Battle, combatant: Combatant) -> tuple[int, bool]:
    """Sort key: a higher SS first; with equal SS a player's character before an NPC (HV-11)."""
    return -value(battle, combatant, Stat.SS), not combatant.is_player


def next_of(battle: Battle, waiting: Callable[[], list[Combatant]], key: str) -> Flow[str]:
    """The first of `waiting`, which is in order; ties are asked: any of the players, the GM for NPCs (HV-11).

    Lapsed when rulings leave nobody waiting.
    """
    tied = _tied(battle, waiting())
    if len(tied) == 1:
        return tied[0].name

    def make() -> Ask:
        now = _tied(battle, waiting())
        if not now:
            raise Lapsed()
        seats = [each.seat for each in now] if now[0].is_player else [GM]
        choices = {seat: one_of(people(battle, [each.name for each in now])) for seat in dict.fromkeys(seats)}
        return put(battle, key, choices, now[0], tuple(each.name for each in now), need=Need.FIRST)

    answers = yield from ask(make)
    return str(next(iter(answers.values())))


def _tied(battle: Battle, waiting: list[Combatant]) -> list[Combatant]:
    return [each for each in waiting if precedence(battle, each) == precedence(battle, waiting[0])]

"""The end phase: ticks and lifts that name it (HV-17)."""

from collections.abc import Callable, Mapping

from rules.engine.choices import Order
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.harvest.asking import decide, thing
from rules.harvest.duration import end_passed, end_with_round
from rules.harvest.ending import check_over
from rules.harvest.order import next_of, precedence
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import StatusKey
from rules.harvest.verbs import suffer

Tick = Callable[[Battle, Combatant], None]


def poison(battle: Battle, who: Combatant) -> None:
    """Level damage (HV-52)."""
    suffer(battle, who, StatusKey.POISON)


TICKS: Mapping[StatusKey, Tick] = {StatusKey.POISON: poison}


def end_phase(battle: Battle) -> Flow[None]:
    """Character by character in the order of HV-10 and HV-11, each one's controller orders its ticks (HV-17)."""
    check_over(battle)
    end_passed(battle, None)
    yield from frame(Frame.TURN, _everyones_ticks(battle))
    finish_end_phase(battle)


def finish_end_phase(battle: Battle) -> None:
    """What lasted until this end phase ends, and the round is over (HV-42)."""
    end_with_round(battle)
    battle.is_round_over = True


def _everyones_ticks(battle: Battle) -> Flow[None]:
    done: list[str] = []
    while _waiting(battle, done):
        who = yield from next_of(battle, lambda: _waiting(battle, done), "end_next")
        done.append(who)
        yield from frame(Frame.ACTION, _ticks(battle, who))


def _ticks(battle: Battle, who: str) -> Flow[None]:
    for key in (yield from _ticks_in_order(battle, who)):
        if battle.stands(who):
            TICKS[key](battle, battle[who])
            check_over(battle)


def _waiting(battle: Battle, done: list[str]) -> list[Combatant]:
    waiting = [each for each in battle.standing_ones() if each.name not in done and ticks_of(each)]
    return sorted(waiting, key=precedence)


def ticks_of(who: Combatant) -> list[StatusKey]:
    """What will happen to her in the end phase."""
    return [status.key for status in who.statuses if status.key in TICKS]


def _ticks_in_order(battle: Battle, who: str) -> Flow[list[StatusKey]]:
    keys = ticks_of(battle[who])
    if len(keys) < 2:
        return keys
    options = tuple(thing(key.value, key.named) for key in keys)
    chosen = yield from decide(battle, who, "ticks", lambda _who: Order(options, may_pass=True))
    return [StatusKey(key) for key in chosen] if isinstance(chosen, list) else keys

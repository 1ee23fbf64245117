"""The end phase: ticks and lifts that name it (HV-17)."""

from collections.abc import Callable, Mapping

from rules.engine.choices import Order
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.log import Part
from rules.engine.text import Text
from rules.harvest.asking import decide, thing
from rules.harvest.duration import end_passed, end_with_round
from rules.harvest.ending import check_over
from rules.harvest.numbers import Sum
from rules.harvest.order import in_order, next_of
from rules.harvest.state import Battle, Combatant, Figure
from rules.harvest.statuses import LiftedBy
from rules.harvest.terms import Moment, StatusKey, TerrainKey
from rules.harvest.terrain import level_under, under
from rules.harvest.verbs import drain, heal, hurt, lift, refresh, suffer
from rules.harvest.workings import at_moment, clear_ruins

Tick = Callable[[Battle, Figure], None]
HP_A_LEVEL = 3
"""What sanctuary gives and yomi takes a level, in HP."""


def poison(battle: Battle, who: Figure) -> None:
    """Level damage (HV-52)."""
    suffer(battle, who, StatusKey.POISON)


def madness(battle: Battle, who: Figure) -> None:
    """Level TP lost; incapacitated at 0 (HV-58)."""
    if isinstance(who, Combatant):
        drain(battle, who, who.level(StatusKey.MADNESS), "HV-58", StatusKey.MADNESS.named)


def sanctuary(battle: Battle, who: Figure) -> None:
    """HP +3L, TP +L (HV-72)."""
    level = level_under(battle, who, TerrainKey.SANCTUARY)
    heal(battle, who, HP_A_LEVEL * level, "HV-72", TerrainKey.SANCTUARY.named)
    if isinstance(who, Combatant):
        refresh(battle, who, level, "HV-72", TerrainKey.SANCTUARY.named)


def yomi(battle: Battle, who: Figure) -> None:
    """HP -3L, TP -L (HV-73)."""
    level = level_under(battle, who, TerrainKey.YOMI)
    named = TerrainKey.YOMI.named
    taken = Sum((Part(named, HP_A_LEVEL * level),)).not_below_0()
    hurt(battle, who, taken.total, "HV-73", named, taken.explained("HV-73"))
    if isinstance(who, Combatant) and not who.is_out:
        drain(battle, who, level, "HV-73", named)


TICKS: Mapping[str, Tick] = {
    StatusKey.POISON: poison,
    StatusKey.MADNESS: madness,
    TerrainKey.SANCTUARY: sanctuary,
    TerrainKey.YOMI: yomi,
}


def end_phase(battle: Battle) -> Flow[None]:
    """Character by character in the order of HV-10 and HV-11, each one's controller orders its ticks (HV-17).

    Then special objects, in the order they came.
    """
    check_over(battle)
    yield from clear_ruins(battle)
    end_passed(battle, None)
    yield from frame(Frame.TURN, _everyones_ticks(battle))
    yield from frame(Frame.TURN, _every_things_ticks(battle))
    finish_end_phase(battle)


def finish_end_phase(battle: Battle) -> None:
    """Statuses that it lifts are lifted (HV-50), what lasted until this end phase ends, the round is over (HV-42)."""
    for who in battle.standing_ones():
        for key in [status.key for status in who.statuses]:
            kind = battle.library.status_kind(key)
            if kind.lifted_by is LiftedBy.END_PHASE:
                lift(battle, who, key, kind.row)
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
        if battle.stands(who) and key in ticks_of(battle, battle[who]):
            TICKS[key](battle, battle[who])
            check_over(battle)


def _every_things_ticks(battle: Battle) -> Flow[None]:
    """What the ground does to special objects, and what those do whose timing this is (HV-82)."""
    for name in [each.name for each in battle.things]:
        yield from frame(Frame.ACTION, _things_ticks(battle, name))


def _things_ticks(battle: Battle, name: str) -> Flow[None]:
    standing = battle.find(name)
    for key in ticks_of(battle, standing) if standing else ():
        if battle.stands(name):
            TICKS[key](battle, battle.figure(name))
    yield from clear_ruins(battle)
    acting = next((each for each in battle.things if each.name == name), None)
    if acting and battle.library.objects[acting.kind].moment is Moment.END_PHASE:
        yield from at_moment(battle, acting)


def _waiting(battle: Battle, done: list[str]) -> list[Combatant]:
    waiting = [each for each in battle.standing_ones() if each.name not in done and ticks_of(battle, each)]
    return in_order(battle, waiting)


def ticks_of(battle: Battle, who: Figure) -> list[str]:
    """What will happen to it in the end phase: its statuses, then the ground it stands on."""
    found: list[str] = [status.key for status in who.statuses if status.key in TICKS]
    return found + [key for key in TerrainKey if key in TICKS and under(battle, who, key)]


def _ticks_in_order(battle: Battle, who: str) -> Flow[list[str]]:
    keys = ticks_of(battle, battle[who])
    if len(keys) < 2:
        return keys
    options = tuple(thing(key, _named(key)) for key in keys)
    chosen = yield from decide(battle, who, "ticks", lambda _who: Order(options, may_pass=True))
    return [str(key) for key in chosen] if isinstance(chosen, list) else keys


def _named(key: str) -> Text:
    return TerrainKey(key).named if key in set(TerrainKey) else StatusKey(key).named

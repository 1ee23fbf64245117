"""Effects that neither ask, roll nor move anybody: what they give and take at once. The others: `workings.py`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from rules.engine.flow import GM, Seat
from rules.engine.grid import cell_at
from rules.engine.log import Explanation, Part
from rules.engine.text import Param, Text
from rules.harvest.battlefield import Camp
from rules.harvest.duration import lasting
from rules.harvest.effects import (
    Drain,
    Heal,
    Hurt,
    Lift,
    Modify,
    Refresh,
    Strike,
    Summon,
    Touch,
    Trap,
)
from rules.harvest.ending import check_over
from rules.harvest.numbers import number
from rules.harvest.placement import is_free
from rules.harvest.state import Battle, End, LaidTrap, ManaGift, Modifier, Thing
from rules.harvest.terms import Stat
from rules.harvest.verbs import drain, give, heal, hurt, lay_trap, lift, modify, refresh, set_up

ROW = "HV-41"


@dataclass(frozen=True)
class Giver:
    """Who or what an effect comes from: `seat` chooses for it, `camp` is the side it looks from."""

    name: str
    title: Param
    seat: Seat
    camp: Camp | None
    source: Text
    """The spell, skill, item, trap or special object, to be said."""
    thing: Thing | None = None
    """The special object itself, in ruins when it was destroyed."""


def giver_of(battle: Battle, owner: str, source: str, camp: Camp | None = None) -> Giver:
    """A character's magic, skill or item; the GM stands for traps and special objects without one."""
    said = battle.library.title_of(source)
    if battle.has(owner):
        who = battle[owner]
        return Giver(owner, who.title, who.seat, camp or who.camp, said)
    return Giver(owner, said, GM, camp, said)


def _lift(battle: Battle, _giver: Giver, effect: Lift, receiver: str) -> None:
    lift(battle, battle[receiver], effect.status, ROW)


def _modify(battle: Battle, giver: Giver, effect: Modify, receiver: str) -> None:
    until = lasting(battle, effect.rounds, End.PHASE)
    modify(battle, battle.figure(receiver), Modifier(effect.stat, effect.amount, giver.source, until), ROW)


def _touch(battle: Battle, giver: Giver, effect: Touch, receiver: str) -> None:
    give(battle, battle[receiver], ManaGift(effect.gift, effect.count, giver.source, effect.mana))


def _hurt(battle: Battle, giver: Giver, effect: Hurt, receiver: str) -> None:
    how = Explanation((Part(giver.source, effect.amount),), effect.amount, ROW)
    hurt(battle, battle.figure(receiver), effect.amount, ROW, giver.source, how)
    check_over(battle)


def _strike(battle: Battle, giver: Giver, _effect: Strike, receiver: str) -> None:
    """A special object's attack less the receiver's defence, never below 0 (HV-40, HV-82)."""
    target = battle.figure(receiver)
    if giver.thing is not None:
        power, shield = number(battle, giver.thing, Stat.ATTACK), number(battle, target, Stat.DEFENCE)
        dealt = (power + -shield).not_below_0()
        hurt(battle, target, dealt.total, "HV-82", giver.source, dealt.explained("HV-40"))
        check_over(battle)


def _heal(battle: Battle, giver: Giver, effect: Heal, receiver: str) -> None:
    heal(battle, battle.figure(receiver), effect.amount, ROW, giver.source)


def _refresh(battle: Battle, giver: Giver, effect: Refresh, receiver: str) -> None:
    refresh(battle, battle[receiver], effect.amount, ROW, giver.source)


def _drain(battle: Battle, giver: Giver, effect: Drain, receiver: str) -> None:
    drain(battle, battle[receiver], effect.amount, ROW, giver.source)
    check_over(battle)


def _trap(battle: Battle, giver: Giver, effect: Trap, receiver: str) -> None:
    if giver.camp is not None:
        lay_trap(battle, LaidTrap(effect.trap, cell_at(receiver), giver.camp, giver.name))


def _summon(battle: Battle, _giver: Giver, effect: Summon, receiver: str) -> None:
    """On free cells; where they are taken by now it does not come (HV-03)."""
    thing = new_thing(battle, effect.object)
    if is_free(battle, thing, cell_at(receiver)):
        set_up(battle, thing, cell_at(receiver))


def new_thing(battle: Battle, id: str) -> Thing:
    """A special object as its entry has it, with a name of its own in the fight."""
    entry = battle.library.objects[id]
    taken = {each.name for each in battle.figures()} | set(battle.attack.targets if battle.attack else ())
    number = next(n for n in range(1, len(taken) + 2) if f"{id}-{n}" not in taken)
    return Thing(
        name=f"{id}-{number}",
        title=entry.title,
        attack=entry.attack,
        defence=entry.defence,
        max_hp=entry.hp,
        hp=entry.hp,
        size=entry.size,
        kind=id,
        until=lasting(battle, entry.rounds),
    )


AT_ONCE: Mapping[type[BaseModel], Callable[..., None]] = {
    Lift: _lift,
    Hurt: _hurt,
    Strike: _strike,
    Heal: _heal,
    Refresh: _refresh,
    Drain: _drain,
    Modify: _modify,
    Touch: _touch,
    Trap: _trap,
    Summon: _summon,
}

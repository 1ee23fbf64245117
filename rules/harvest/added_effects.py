"""Whom effects are for, and the order in which added effects are resolved (HV-41); how each works: `workings.py`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from rules.engine.choices import Option, Order, Some
from rules.engine.flow import Flow
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Text
from rules.harvest.asking import decide, one_of, people, places, thing
from rules.harvest.at_once import giver_of, new_thing
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.effects import Afflict, Effect, Either, Lift, OnCells, OnObjects, Revive, Summon, Terrain
from rules.harvest.placement import rooms
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import On, To
from rules.harvest.workings import beside, may_receive, run


@dataclass(frozen=True)
class Pending:
    """One added effect on one receiver, waiting for its turn."""

    source: str
    """The spell, enhancement or skill it comes from: its id."""
    effect: Effect
    receiver: str
    """A character or special object by name, or a cell by its label."""
    id: str

    @property
    def is_on_cell(self) -> bool:
        """Whether it happens to a cell."""
        return isinstance(self.effect, OnCells)


def resolve(battle: Battle, owner: str, sources: Iterable[str]) -> Flow[None]:
    """All added effects of these sources, in the order their owner likes (HV-41).

    Effects of an owner who fell are dropped (HV-45), and so are those on somebody who is gone.
    """
    if not battle.stands(owner):
        return
    pending = yield from _pending(battle, owner, sources)
    for each in (yield from _in_owners_order(battle, owner, pending)):
        if not battle.stands(owner):
            return
        if _is_there(battle, each):
            yield from run(battle, giver_of(battle, owner, each.source), each.effect, each.receiver)


def _is_there(battle: Battle, pending: Pending) -> bool:
    """Whether its receiver can still receive it: who is to be revived is out, everybody else stands (HV-45, HV-46)."""
    if isinstance(pending.effect, Revive):
        return battle.has(pending.receiver) and battle[pending.receiver].is_out
    return pending.is_on_cell or battle.stands(pending.receiver)


def _pending(battle: Battle, owner: str, sources: Iterable[str]) -> Flow[list[Pending]]:
    """Each effect on each receiver; whom "1 ally" means, and which cells, is asked here."""
    found: list[Pending] = []
    for source in sources:
        for at, offered in enumerate(battle.library.effects_of(source)):
            effect = yield from _one_option(battle, owner, offered)
            for receiver in (yield from _receivers(battle, owner, effect)):
                found.append(Pending(source, effect, receiver, f"{source}.{at}.{receiver}"))
    return found


def _one_option(battle: Battle, owner: str, effect: Effect) -> Flow[Effect]:
    """Of several effects the one its owner likes."""
    if not isinstance(effect, Either):
        return effect
    options = effect.options
    choices = [thing(str(at), each.describe(battle.library)) for at, each in enumerate(options)]
    picked = yield from decide(battle, owner, "either", lambda _who: one_of(choices))
    return (yield from _one_option(battle, owner, options[int(str(picked))]))


def _receivers(battle: Battle, owner: str, effect: Effect) -> Flow[list[str]]:
    """Whom or which cells the effect is for, seen from its owner."""
    if isinstance(effect, OnCells):
        return [cell.label for cell in (yield from _cells_for(battle, owner, effect))]
    if isinstance(effect, Revive):
        return (yield from _one_receiver(battle, owner, effect, lambda: _fallen(battle, owner)))
    assert isinstance(effect, OnObjects)
    attack, camp = battle.attack, battle.able(owner).camp
    match effect.to:
        case To.SELF:
            return [owner]
        case To.TARGETS:
            found = attack.receivers() if attack else []
        case To.ATTACKER:
            found = [attack.caster] if attack else []
        case To.ALLIES:
            found = _standing(battle, camp)
        case To.ENEMIES:
            found = _standing(battle, camp.other)
        case To.NEAR:
            found = beside(battle, battle.able(owner).cells, owner)
        case To.ALLY:
            return (yield from _one_receiver(battle, owner, effect, lambda: _standing(battle, camp)))
        case To.ENEMY:
            return (yield from _one_receiver(battle, owner, effect, lambda: _standing(battle, camp.other)))
        case To.TRIGGER:
            found = []
    return [name for name in found if may_receive(battle, effect, name)]


def _standing(battle: Battle, camp: Camp) -> list[str]:
    """All characters of a camp, for the own one the owner included (HV-08)."""
    return [each.name for each in battle.standing_ones(camp)]


def _fallen(battle: Battle, owner: str) -> list[str]:
    """The incapacitated of the owner's camp; whether there is room for one shows when the effect happens (HV-46)."""
    camp = battle.able(owner).camp
    return [each.name for each in battle.combatants if each.camp is camp and each.is_out]


def _one_receiver(
    battle: Battle, owner: str, effect: Effect, names: Callable[[], list[str]]
) -> Flow[list[str]]:
    """One of these, as the owner likes; nobody is asked where there is no choice."""
    if len(names()) < 2:
        return names()
    key = "enemy" if isinstance(effect, OnObjects) and effect.to is To.ENEMY else "ally"
    chosen = yield from decide(
        battle,
        owner,
        key,
        lambda _who: one_of(people(battle, names())),
        effect=effect.describe(battle.library),
    )
    return [str(chosen)]


def _cells_for(battle: Battle, owner: str, effect: OnCells) -> Flow[list[Cell]]:
    """The cells something is laid on."""
    attack, who = battle.attack, battle.able(owner)
    match effect.on:
        case On.HERE:
            return list(who.cells)
        case On.RANGE:
            return list(attack.cells) if attack else []
        case On.TARGETS:
            hit = attack.receivers() if attack else []
            return [cell for name in hit if (found := battle.find(name)) for cell in found.cells]
    return (yield from _cells_of_choice(battle, owner, effect))


def _cells_of_choice(battle: Battle, owner: str, effect: OnCells) -> Flow[list[Cell]]:
    """As many as the effect says, or fewer; a special object needs free ones (HV-03). Only the camp learns where."""

    def shape(_who: Combatant) -> Some:
        thing = new_thing(battle, effect.object) if isinstance(effect, Summon) else None
        free = rooms(battle, thing) if thing else list(FIELD.cells())
        return Some(
            places(free, thing.size if thing else (1, 1)), 0, min(effect.count, len(free)), may_pass=True
        )

    chosen = yield from decide(
        battle, owner, "cells", shape, effect=effect.describe(battle.library), count=effect.count
    )
    return [cell_at(label) for label in chosen] if isinstance(chosen, list) else []


def _in_owners_order(battle: Battle, owner: str, pending: list[Pending]) -> Flow[list[Pending]]:
    """The owner is asked where order can matter (HV-41)."""
    if not order_can_matter(pending):
        return pending
    options = tuple(_as_option(battle, each) for each in pending)
    chosen = yield from decide(battle, owner, "effects_order", lambda _who: Order(options, may_pass=True))
    if not isinstance(chosen, list):
        return pending
    by_id = {each.id: each for each in pending}
    return [by_id[id] for id in chosen]


def order_can_matter(pending: list[Pending]) -> bool:
    """Among several: one that may fell or move somebody, or two that get in each other's way."""
    felling = any(each.effect.order_matters for each in pending)
    return len(pending) > 1 and (felling or any(_collide(*two) for two in combinations(pending, 2)))


def _collide(one: Pending, other: Pending) -> bool:
    """A status given and lifted, a cell's terrain changed into two, free cells that two need (HV-03)."""
    match one.effect, other.effect:
        case (Afflict(status=given), Lift(status=lifted)) | (Lift(status=lifted), Afflict(status=given)):
            return given == lifted and one.receiver == other.receiver
        case Terrain(terrain=before), Terrain(terrain=after):
            return before is not after and one.receiver == other.receiver
        case ((Revive() | Summon()), (Revive() | Summon())):
            return True
    return False


def _as_option(battle: Battle, pending: Pending) -> Option:
    found = battle.find(pending.receiver)
    who = found.title if found else pending.receiver
    said = {"who": who, "effect": pending.effect.describe(battle.library)}
    return Option(pending.id, Text("harvest.effect_on", said))

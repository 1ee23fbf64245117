"""Running effects, and the order in which added effects are resolved (HV-41)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.engine.choices import Option, Order
from rules.engine.flow import Flow
from rules.engine.text import Text
from rules.harvest.asking import decide, one_of, people, word
from rules.harvest.duration import lasting
from rules.harvest.effects import Afflict, Effect, Heal, Hurt, Lift, Modify, Push, Refresh, Touch
from rules.harvest.ending import check_over
from rules.harvest.movement import push
from rules.harvest.state import Battle, Combatant, End, ManaGift, Modifier, Status
from rules.harvest.terms import To
from rules.harvest.verbs import afflict, give, heal, hurt, lift, modify, refresh

ROW = "HV-41"


@dataclass(frozen=True)
class Pending:
    """One added effect on one receiver, waiting for its turn."""

    source: str
    """The spell, enhancement or skill it comes from: its id."""
    effect: Effect
    receiver: str
    id: str


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
        if battle.stands(each.receiver):
            yield from run(battle, owner, each)


def _pending(battle: Battle, owner: str, sources: Iterable[str]) -> Flow[list[Pending]]:
    """Each effect on each receiver; whom "1 ally" means is asked here."""
    found: list[Pending] = []
    for source in sources:
        for at, effect in enumerate(battle.library.effects_of(source)):
            for receiver in (yield from _receivers(battle, owner, effect)):
                found.append(Pending(source, effect, receiver, f"{source}.{at}.{receiver}"))
    return found


def _receivers(battle: Battle, owner: str, effect: Effect) -> Flow[list[str]]:
    """Whom the effect is for, seen from its owner."""
    attack = battle.attack
    match effect.to:
        case To.SELF:
            return [owner]
        case To.TARGETS:
            return attack.receivers() if attack else []
        case To.ATTACKER:
            return [attack.caster] if attack else []
        case To.ALLIES:
            return _allies(battle, owner)
        case To.ALLY:
            return (yield from _one_ally(battle, owner, effect))


def _allies(battle: Battle, owner: str) -> list[str]:
    """All allies, the owner included (HV-08)."""
    return [each.name for each in battle.standing_ones(battle.able(owner).camp)]


def _one_ally(battle: Battle, owner: str, effect: Effect) -> Flow[list[str]]:
    if len(_allies(battle, owner)) < 2:
        return _allies(battle, owner)
    chosen = yield from decide(
        battle,
        owner,
        "ally",
        lambda _who: one_of(people(battle, _allies(battle, owner))),
        effect=effect.describe(),
    )
    return [str(chosen)]


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
    """Among several: one that may fell somebody, or a status that one gives and another lifts."""
    given = {(each.effect.status, each.receiver) for each in pending if isinstance(each.effect, Afflict)}
    lifted = {(each.effect.status, each.receiver) for each in pending if isinstance(each.effect, Lift)}
    return len(pending) > 1 and (any(each.effect.order_matters for each in pending) or bool(given & lifted))


def _as_option(battle: Battle, pending: Pending) -> Option:
    name = battle[pending.receiver].title if battle.has(pending.receiver) else pending.receiver
    return Option(pending.id, Text("harvest.effect_on", {"who": name, "effect": pending.effect.describe()}))


def run(battle: Battle, owner: str, pending: Pending) -> Flow[None]:
    """Let one effect happen to one receiver."""
    receiver, effect = battle[pending.receiver], pending.effect
    if isinstance(effect, Afflict):
        yield from give_status(battle, owner, pending.receiver, effect)
    else:
        _VERBS[type(effect)](battle, battle[owner], receiver, effect, battle.library.title_of(pending.source))


def give_status(battle: Battle, giver: str, receiver: str, effect: Afflict) -> Flow[None]:
    """Give a status; over the same one from before only if the giver wants to (HV-43)."""
    old = battle[receiver].status(effect.status)
    if old is not None:
        answer = yield from decide(
            battle,
            giver,
            "overwrite",
            lambda _who: one_of([word("overwrite", old=old.level, new=effect.level)], may_pass=True),
            (receiver,),
            status=effect.status.named,
            target=battle[receiver].title,
        )
        if answer is None or not battle.stands(receiver):
            return
    afflict(
        battle, battle[receiver], Status(effect.status, effect.level, lasting(battle, effect.rounds), giver)
    )


def _push(battle: Battle, owner: Combatant, target: Combatant, effect: Push, _source: object) -> None:
    push(battle, target, effect.direction, owner.camp, effect.cells, ROW)


def _hurt(battle: Battle, _owner: Combatant, target: Combatant, effect: Hurt, source: Text) -> None:
    hurt(battle, target, effect.amount, ROW, source)
    check_over(battle)


def _heal(battle: Battle, _owner: Combatant, target: Combatant, effect: Heal, _source: object) -> None:
    heal(battle, target, effect.amount, ROW)


def _refresh(battle: Battle, _owner: Combatant, target: Combatant, effect: Refresh, _source: object) -> None:
    refresh(battle, target, effect.amount, ROW)


def _lift(battle: Battle, _owner: Combatant, target: Combatant, effect: Lift, _source: object) -> None:
    lift(battle, target, effect.status, ROW)


def _modify(battle: Battle, _owner: Combatant, target: Combatant, effect: Modify, source: Text) -> None:
    until = lasting(battle, effect.rounds, End.PHASE)
    modify(battle, target, Modifier(effect.stat, effect.amount, source, until), ROW)


def _touch(battle: Battle, _owner: Combatant, target: Combatant, effect: Touch, source: Text) -> None:
    give(battle, target, ManaGift(effect.gift, effect.count, source, effect.mana))


_VERBS: Mapping[type[Effect], Callable[..., None]] = {
    Push: _push,
    Hurt: _hurt,
    Heal: _heal,
    Refresh: _refresh,
    Lift: _lift,
    Modify: _modify,
    Touch: _touch,
}

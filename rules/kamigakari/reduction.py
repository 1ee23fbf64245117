"""Damage reduction, and what is left of damage: life damage and harm (KG-16, KG-26)."""

from collections.abc import Mapping, Sequence

from rules.engine.choices import Order
from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import Ask, Flow, Need, ask, frame
from rules.engine.log import Explanation, Part
from rules.engine.sums import Sum
from rules.engine.text import Param, Text
from rules.kamigakari.asking import people, put
from rules.kamigakari.calculation import Damage
from rules.kamigakari.chain import reduction, total
from rules.kamigakari.contest import is_harmed
from rules.kamigakari.effects import Effect, Halve, Minus, Modify
from rules.kamigakari.falling import armour
from rules.kamigakari.numbers import constant_halvings, constant_minus, secret_of, source_named
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.ranks import chosen_die, throws
from rules.kamigakari.relevance import Counts
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.talents import fitting, offer
from rules.kamigakari.terms import At, Kind, Timing
from rules.kamigakari.verbs import hurt, topple
from rules.kamigakari.workings import run_all

AT_REDUCTION = (Timing.DEFENCE, Timing.SPECIAL)


def reduce_and_lose(battle: Battle, damage: Damage) -> Flow[list[str]]:
    """Talents in the order picked; then everybody's life damage at once, then who falls, then harm (KG-16, KG-26).

    Those who still stood to be hit.
    """
    keeps_off = what_keeps_off(battle, damage)
    for name in (yield from reduction_order(battle, list(damage), keeps_off)):
        yield from frame(Frame.REACTION, offer(battle, name, AT_REDUCTION, At.REDUCTION, keeps_off=keeps_off))
    losses = {name: reduced(battle, name, damage[name]) for name in damage if battle.stands(name)}
    for name, how in losses.items():
        hurt(battle, battle[name], how)
    topple(battle)
    yield from harm(battle, {name: how.total or 0 for name, how in losses.items()})
    return list(losses)


def what_keeps_off(battle: Battle, damage: Damage) -> Counts:
    """Whether an effect would leave somebody who is struck another life damage than without it (KG-26)."""

    def keeps_off(effect: Effect, who: Combatant) -> bool:
        if who.name not in damage:
            return False
        now = reduced(battle, who.name, damage[who.name]).total
        return now != reduced(battle, who.name, damage[who.name], effect).total

    return keeps_off


def reduction_order(battle: Battle, struck: Sequence[str], keeps_off: Counts) -> Flow[list[str]]:
    """Where several have talents for it, the targets' side picks the order of their reductions (KG-16)."""

    def may_reduce(name: str) -> bool:
        return any(fitting(battle, battle[name], each, At.REDUCTION, keeps_off) for each in AT_REDUCTION)

    def holders() -> list[str]:
        return [name for name in struck if battle.stands(name) and may_reduce(name)]

    def make() -> Ask:
        now = holders()
        if not now:
            raise Lapsed()
        shape = Order(people(battle, now))
        seats = dict.fromkeys((battle[name].seat for name in now), shape)
        return put("reduction_order", seats, battle[now[0]], tuple(now), Need.FIRST)

    if len(holders()) < 2:
        return holders()
    answers = (yield from frame(Frame.REACTION, ask(make))) or {}
    chosen = next(iter(answers.values()), None)
    return chosen if isinstance(chosen, list) else holders()


def harm(battle: Battle, losses: Mapping[str, int]) -> Flow[None]:
    """Harmful effects on those who did not succeed; some only where life was lost (KG-15)."""
    attack, effects = attack_of(battle), plan(battle).harm
    title = battle.library.title_of(attack.source)
    for name, lost in losses.items():
        if is_harmed(battle, name):
            fitting = [each for each in effects if lost or not each.needs_damage]
            yield from run_all(battle, attack.attacker, fitting, [name], title)
    topple(battle)


# ---------------------------------------------------------------- the steps


def reduced(battle: Battle, target: str, damage: Sum, more: Effect | None = None) -> Explanation:
    """The life damage of the attack in progress, and how it came about, step by step (KG-26).

    `more`: an effect that might be used yet.
    """
    attack, kind, who = attack_of(battle), plan(battle).damage, battle[target]
    halvings = [*constant_halvings(battle, who, kind), *attack.halved.get(target, []), *_halving(more, kind)]
    if target in attack.succeeded:
        halvings.append(Text("kamigakari.part.resisted"))
    used = [*attack.minus.get(target, []), *_minus(more, kind)]
    parts = reduction(
        damage.parts,
        _protection(battle, who, more),
        [*constant_minus(battle, who, kind), *_used(used, who)],
        _ruled(attack.ruled.get(target, 0)),
        halvings,
        secret_of(who),
    )
    return Explanation(parts, total(parts), "KG-26", _house_rule(battle))


def _halving(more: Effect | None, kind: Kind) -> list[Param]:
    return [""] if isinstance(more, Halve) and more.of in (None, kind) else []


def _minus(more: Effect | None, kind: Kind) -> list[tuple[Param, int]]:
    return [("", more.amount)] if isinstance(more, Minus) and more.of in (None, kind) else []


def _house_rule(battle: Battle) -> str:
    """A die of 1 is settled by a house rule (KG-22)."""
    attack = attack_of(battle)
    is_by_die = (
        plan(battle).own_rank > 0 and not throws(battle) and not (attack.active and attack.active.is_critical)
    )
    return "die_one" if is_by_die and chosen_die(battle) == 1 else ""


def _protection(battle: Battle, who: Combatant, more: Effect | None) -> list[Part]:
    """Armour or ward; both are 0 after a passive fumble (KG-15, KG-26)."""
    stat = plan(battle).damage.protection
    check = attack_of(battle).passive.get(who.name)
    if check is not None and check.is_fumble:
        return [Part(Text("kamigakari.part.bare", {"stat": stat.named}), 0)]
    raised = more.amount if isinstance(more, Modify) and more.stat is stat else 0
    return [armour(battle, who, stat, raised)]


def _used(minus: Sequence[tuple[Param, int]], who: Combatant) -> list[Part]:
    """ "damage -n" used at this reduction."""
    return [Part(source_named(by), -amount, secret_of(who)) for by, amount in minus]


def _ruled(amount: int) -> list[Part]:
    """What the game master takes off."""
    return [Part(Text("kamigakari.part.ruled"), -amount)] if amount else []

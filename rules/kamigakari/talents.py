"""Talents and items in use: what somebody may use when, what it costs, what it does (KG-33)."""

from collections.abc import Iterator, Sequence

from rules.engine.choices import Option, Some
from rules.engine.flow import Flow
from rules.engine.text import Param
from rules.kamigakari.asking import decide, one_of, people, thing
from rules.kamigakari.descriptions import describe
from rules.kamigakari.effects import Halve, Minus, Modify, for_this_one
from rules.kamigakari.entries import Item, Talent
from rules.kamigakari.map import within
from rules.kamigakari.plan import plan
from rules.kamigakari.spirits import can_pay, pay
from rules.kamigakari.stakes import at_stake
from rules.kamigakari.state import Battle, Check, Combatant
from rules.kamigakari.terms import At, StatusKey, Timing
from rules.kamigakari.verbs import hurt, spend_timing, tell, topple
from rules.kamigakari.workings import run_all

EACH_ONCE_A_ROUND = (Timing.START, Timing.END, Timing.SPECIAL)
"""Timings that everybody has once a round, besides preparation and attack (KG-33)."""


def usable(battle: Battle, who: Combatant, timing: Timing, at: At = At.TURN) -> list[str]:
    """`talent:<id>` and `item:<id>` that she may use now: its timing is open and she can pay for it."""
    return [*_talents(battle, who, timing, at), *_items(battle, who, timing, at)]


def _talents(battle: Battle, who: Combatant, timing: Timing, at: At) -> Iterator[str]:
    for id in dict.fromkeys(who.talents):
        talent = battle.library.talents[id]
        is_its_moment = talent.timing is timing and talent.at is at
        if is_its_moment and may_spend(battle, who, timing) and may_pay(talent, who):
            yield f"talent:{id}"


def _items(battle: Battle, who: Combatant, timing: Timing, at: At) -> Iterator[str]:
    for id in dict.fromkeys(who.items):
        if battle.library.items[id].timing is timing and at is At.TURN and may_spend(battle, who, timing):
            yield f"item:{id}"


def may_pay(talent: Talent, who: Combatant) -> bool:
    """Spirit dice for all of its costs, life to lose, and uses left in this fight."""
    is_left = not talent.per_fight or who.used.get(talent.id, 0) < talent.per_fight
    return is_left and can_pay(talent.cost.spirits, who) and who.life > talent.cost.life


def may_spend(battle: Battle, who: Combatant, timing: Timing) -> bool:
    """Whether she has that timing left: defence once per attack, the others once a round (KG-33)."""
    if who.status(StatusKey.FAINT):
        return False
    if timing is Timing.DEFENCE:
        return battle.attack is not None and who.name not in battle.attack.defended
    return timing not in who.spent


def options(battle: Battle, sources: Sequence[str]) -> list[Option]:
    """What may be used, with cost and what it does."""
    return [thing(each, battle.library.title_of(each), describe(battle, each)) for each in sources]


def pay_for(battle: Battle, user: str, source: str, timing: Timing) -> Flow[None]:
    """The timing and the costs; they stay paid whatever comes of it (KG-13 settled). An item is used up."""
    kind, _, id = source.partition(":")
    who = battle.able(user)
    tell(battle, "uses", "KG-33", who, source=battle.library.title_of(source))
    if timing is Timing.DEFENCE and battle.attack:
        battle.attack.defended.append(user)
    else:
        spend_timing(who, timing)
    who.used[id] = who.used.get(id, 0) + 1
    if kind == "item":
        who.items.remove(id)
    cost = battle.library.cost_of(source)
    yield from pay(battle, user, cost.spirits, battle.library.title_of(source))
    if cost.life:
        hurt(battle, battle.able(user), cost.life, "KG-20")
        topple(battle)


def use(
    battle: Battle, user: str, source: str, timing: Timing, targets: Sequence[str] | None = None
) -> Flow[None]:
    """Pay for a talent or item that makes no attack, then let it work on those it is for."""
    yield from pay_for(battle, user, source, timing)
    kind, _, id = source.partition(":")
    if targets is None:
        targets = yield from _whom(battle, user, source)
    entry: Talent | Item = battle.library.talents[id] if kind == "talent" else battle.library.items[id]
    is_moment = isinstance(entry, Talent) and entry.at is not At.TURN
    effects = [for_this_one(each) for each in entry.effects] if is_moment else entry.effects
    yield from run_all(battle, user, effects, targets, entry.title)
    topple(battle)


def _whom(battle: Battle, user: str, source: str) -> Flow[list[str]]:
    """Those a supporting talent is for, within its distance (KG-31)."""
    kind, _, id = source.partition(":")
    if kind == "item" or battle.library.talents[id].target.kind == "self":
        return [user]
    talent = battle.library.talents[id]
    near = within(battle, user, talent.distance)
    if talent.target.kind in ("zone", "area"):
        return near
    most = min(talent.target.count, len(near))
    if not near:
        return []
    chosen = yield from decide(
        battle,
        user,
        "whom",
        lambda _who: Some(people(battle, near), 1, most),
        source=battle.library.title_of(source),
    )
    return chosen if isinstance(chosen, list) else []


def offer(
    battle: Battle, user: str, timings: Sequence[Timing], at: At, check: Check | None = None
) -> Flow[None]:
    """The talents that wait for this moment of an attack, one after the other, until she passes (KG-33).

    Before a check the question says which, and what is to be beaten.
    """
    about: Param = at_stake(battle, check) if check else ""

    def now() -> dict[str, Timing]:
        who = battle.find(user)
        if who is None or who.is_out:
            return {}
        found = [(source, timing) for timing in timings for source in usable(battle, who, timing, at)]
        return {source: timing for source, timing in found if _fits(battle, source, at)}

    while now():
        chosen = yield from decide(
            battle,
            user,
            f"at_{at}",
            lambda _who: one_of(options(battle, list(now())), may_pass=True),
            check=about,
        )
        if chosen is None:
            return
        yield from use(battle, user, str(chosen), now()[str(chosen)], _aimed_at(battle, user))


def is_usable(battle: Battle, who: Combatant, timing: Timing, at: At) -> bool:
    """Whether she has anything for this moment of the attack in progress."""
    return any(_fits(battle, source, at) for source in usable(battle, who, timing, at))


def _aimed_at(battle: Battle, user: str) -> list[str]:
    """Whom "targets" means at a moment of an attack: the attacker's targets; for a target itself."""
    attack = battle.attack
    return list(attack.targets) if attack and attack.attacker == user else [user]


def _fits(battle: Battle, source: str, at: At) -> bool:
    """Whether any of it counts here: for the stat checked (KG-11), or for this damage's kind or any (KG-26)."""
    kind, _, id = source.partition(":")
    if kind == "item" or battle.attack is None:
        return True
    effects = battle.library.talents[id].effects
    if at in (At.ACTIVE_CHECK, At.PASSIVE_CHECK):
        checked = plan(battle).active if at is At.ACTIVE_CHECK else plan(battle).kind.passive
        return not effects or any(not isinstance(each, Modify) or each.stat is checked for each in effects)
    if at is not At.REDUCTION:
        return True
    of = [each.of for each in effects if isinstance(each, Minus | Halve)]
    return not of or any(each in (None, plan(battle).damage) for each in of)

"""Talents and items in use: what somebody may use when, what it costs, what it does (KG-33)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rules.engine.choices import Option, Some
from rules.engine.errors import Lapsed
from rules.engine.flow import Flow
from rules.engine.text import Param, Text
from rules.kamigakari.asking import decide, one_of, sided, thing
from rules.kamigakari.descriptions import describe
from rules.kamigakari.effects import Effect, Renew, for_this_one, is_harmful
from rules.kamigakari.entries import Item, Talent, Weapon
from rules.kamigakari.map import group_of, within
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.relevance import (
    Counts,
    at_calculation,
    at_check,
    at_reduction,
    does_something,
    in_turn,
)
from rules.kamigakari.spirits import can_pay, pay
from rules.kamigakari.stakes import at_stake
from rules.kamigakari.state import Battle, Check, Combatant
from rules.kamigakari.terms import At, Side, StatusKey, Timing, To
from rules.kamigakari.verbs import lose, spend_timing, tell, topple
from rules.kamigakari.workings import run_all


def usable(battle: Battle, who: Combatant, timing: Timing) -> list[str]:
    """`talent:<id>` and `item:<id>` that she may use now outside attacks, and that attack or would do something."""
    found = [*_talents(battle, who, timing, At.TURN), *_items(battle, who, timing)]
    return [source for source in found if _has_use(battle, who, source)]


def _has_use(battle: Battle, who: Combatant, source: str) -> bool:
    """Whether it attacks, or would change anything for those it may be for."""
    entry = battle.library.entry(source)
    if not isinstance(entry, Talent | Item) or (isinstance(entry, Talent) and entry.strike):
        return True
    near = _near(battle, who.name, source)
    return does_something(battle, who.name, entry.effects, near, in_turn(battle, who)) or _renews_its_cost(
        entry
    )


def _renews_its_cost(entry: Talent | Item) -> bool:
    """Dice that are paid for it may be rolled again by it (KG-04)."""
    is_paid = isinstance(entry, Talent) and bool(entry.cost.spirits)
    return is_paid and any(isinstance(each, Renew) and each.to is not To.TARGETS for each in entry.effects)


def _talents(battle: Battle, who: Combatant, timing: Timing, at: At) -> Iterator[str]:
    for id in dict.fromkeys(who.talents):
        talent = battle.library.talents[id]
        is_its_moment = talent.timing is timing and talent.at is at
        if is_its_moment and may_spend(battle, who, timing) and may_pay(talent, who):
            yield f"talent:{id}"


def _items(battle: Battle, who: Combatant, timing: Timing) -> Iterator[str]:
    for id in dict.fromkeys(who.items):
        if battle.library.items[id].timing is timing and may_spend(battle, who, timing):
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
    tell(battle, "uses", "KG-33", who, source=battle.library.title_of(source), reveals=False)
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
        lose(battle, battle.able(user), cost.life, battle.library.title_of(source), "KG-20")
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


def _near(battle: Battle, user: str, source: str) -> list[str]:
    """Those a supporting talent or an item may be for, within its distance (KG-31)."""
    entry = battle.library.entry(source)
    if not isinstance(entry, Talent) or entry.target.kind == "self":
        return [user]
    return within(battle, user, entry.distance)


def _whom(battle: Battle, user: str, source: str) -> Flow[list[str]]:
    """Whom a supporting talent is for: of those near, the ones it would do something for (KG-31)."""
    entry = battle.library.entry(source)
    aimed: list[Effect] = (
        [] if isinstance(entry, Weapon) else [each for each in entry.effects if each.to is To.TARGETS]
    )
    if not isinstance(entry, Talent) or entry.target.kind == "self":
        return [user]
    if not aimed:
        return []
    kind, count = entry.target.kind, entry.target.count
    title, meant_for = battle.library.title_of(source), _meant_for(battle[user], aimed)

    def fitting() -> list[str]:
        counts = in_turn(battle, battle.able(user))
        near = _near(battle, user, source)
        return [name for name in near if does_something(battle, user, aimed, [name], counts)]

    def some(who: Combatant) -> Some:
        if not (found := fitting()):
            raise Lapsed()
        options = sided(battle, who, found, first=meant_for)
        return Some(options, 1, {"characters": count, "area": 1}.get(kind, len(found)))

    if not fitting():
        return []
    chosen = _names((yield from decide(battle, user, "whom", some, source=title)))
    if kind == "area":
        chosen += yield from _more(battle, user, chosen[0], fitting, meant_for, title)
    return chosen


def _meant_for(who: Combatant, effects: Iterable[Effect]) -> Side:
    """The side that what is aimed at others is made for: enemies, if any of it harms."""
    return who.side.other if any(is_harmful(each) for each in effects) else who.side


def _more(
    battle: Battle, user: str, first: str, fitting: Callable[[], list[str]], meant_for: Side, source: Text
) -> Flow[list[str]]:
    """An area is one square, or any number within one engaged group (KG-31)."""

    def beside() -> list[str]:
        group = group_of(battle, first) if battle.find(first) else frozenset()
        return [name for name in fitting() if name in group and name != first]

    def some(who: Combatant) -> Some:
        return Some(sided(battle, who, beside(), first=meant_for), 0, len(beside()), may_pass=True)

    if not beside():
        return []
    return _names((yield from decide(battle, user, "whom_more", some, source=source)))


def _names(chosen: object) -> list[str]:
    return [str(each) for each in chosen] if isinstance(chosen, list) else []


# ---------------------------------------------------------------- at the moments of an attack


def offer(
    battle: Battle,
    user: str,
    timings: Sequence[Timing],
    at: At,
    check: Check | None = None,
    keeps_off: Counts | None = None,
    is_due: Callable[[], bool] = lambda: True,
) -> Flow[None]:
    """The talents that wait for this moment of an attack, one after the other, until she passes (KG-33).

    Before a check the question says which, and what is to be beaten; `keeps_off` judges what reduces damage. Lapsed
    when the moment `is_due` no more.
    """
    about: Param = at_stake(battle, check) if check else ""

    def now() -> dict[str, Timing]:
        who = battle.find(user)
        if who is None or who.is_out:
            return {}
        return {
            source: timing for timing in timings for source in fitting(battle, who, timing, at, keeps_off)
        }

    while now():
        chosen = yield from decide(
            battle,
            user,
            f"at_{at}",
            lambda _who: one_of(options(battle, list(now())), may_pass=True),
            holds=lambda _who: is_due(),
            check=about,
        )
        if chosen is None:
            return
        yield from use(battle, user, str(chosen), now()[str(chosen)], _aimed_at(battle, user))


def fitting(
    battle: Battle, who: Combatant, timing: Timing, at: At, keeps_off: Counts | None = None
) -> list[str]:
    """The talents she may use at this moment of the attack in progress, and that would change anything in it."""
    counts = _at(battle, who, at, keeps_off)
    targets = _aimed_at(battle, who.name)
    return [
        source
        for source in _talents(battle, who, timing, at)
        if does_something(battle, who.name, _effects(battle, source), targets, counts)
    ]


def _effects(battle: Battle, source: str) -> Sequence[Effect]:
    entry = battle.library.entry(source)
    return () if isinstance(entry, Weapon) else entry.effects


def _at(battle: Battle, who: Combatant, at: At, keeps_off: Counts | None) -> Counts:
    """What counts at that moment."""
    match at:
        case At.CALCULATION:
            return at_calculation(battle, who)
        case At.REDUCTION:
            assert keeps_off is not None
            return at_reduction(battle, who, keeps_off)
    now = plan(battle)
    if at is At.ACTIVE_CHECK:
        return at_check(battle, who, attack_of(battle).attacker, now.active)
    return at_check(battle, who, who.name, now.kind.passive)


def _aimed_at(battle: Battle, user: str) -> list[str]:
    """Whom "targets" means at a moment of an attack: the attacker's targets; for a target itself."""
    attack = battle.attack
    return list(attack.targets) if attack and attack.attacker == user else [user]

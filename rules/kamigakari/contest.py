"""The contest of an attack: the active check, then each target's passive check (KG-03, KG-11, KG-14, KG-15)."""

from collections.abc import Callable
from typing import TypeVar

from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.log import Part
from rules.engine.sums import Sum
from rules.kamigakari.checks import crest_dice, make_check, wins
from rules.kamigakari.map import group_of
from rules.kamigakari.numbers import secret_of, source_named
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.state import Battle, Check
from rules.kamigakari.talents import offer
from rules.kamigakari.targets import targets_gone, targets_still_there
from rules.kamigakari.terms import At, StatusKey, Timing
from rules.kamigakari.verbs import expire, tell

T = TypeVar("T")
COVER = 5


def active_check(battle: Battle) -> Flow[None]:
    """Accuracy or invocation, after what is used for it, with what the weapon adds (KG-11).

    While that or the spirit crest is asked for, targets may go: they are chosen anew first. With none left no check is
    rolled, and then, as after a fall of the attacker, no crest is owed for it (KG-13, KG-37).
    """
    attack = attack_of(battle)
    check = Check(attack.attacker, plan(battle).active)
    moment = (Timing.SPECIAL,), At.ACTIVE_CHECK
    yield from _for_targets(battle, lambda due: offer(battle, check.who, *moment, is_due=due))
    more = yield from _for_targets(battle, lambda due: crest_dice(battle, check, due))
    if not attack.targets:
        return
    attack.active = check
    yield from make_check(battle, check, "KG-12", _by_weapon(battle), more or 0)
    expire(battle, "moment")
    if check.is_fumble:
        tell(battle, "misses_all", "KG-14", battle.able(attack.attacker))


def _for_targets(battle: Battle, asked: Callable[[Callable[[], bool]], Flow[T]]) -> Flow[T | None]:
    """What is asked before the roll, anew whenever targets went meanwhile and others were chosen (KG-13)."""
    attack = attack_of(battle)
    yield from targets_still_there(battle)
    while attack.targets:
        answer = yield from frame(Frame.REACTION, asked(lambda: not targets_gone(battle)))
        if not targets_gone(battle):
            return answer
        yield from targets_still_there(battle)
    return None


def _by_weapon(battle: Battle) -> Sum:
    """What the weapon adds to the active check."""
    attack = attack_of(battle)
    weapon = battle.library.weapons.get(attack.weapon)
    if weapon is None or not weapon.accuracy:
        return Sum(())
    return Sum((Part(source_named(weapon.title), weapon.accuracy, secret_of(battle[attack.attacker])),))


def passive_check(battle: Battle, target: str) -> Flow[None]:
    """Evasion, resist or insight against the settled result; the active side manipulates no more (KG-03, KG-11)."""
    attack = attack_of(battle)
    check = Check(battle.able(target).name, plan(battle).kind.passive)
    attack.passive[target] = check
    yield from offer(battle, target, (Timing.DEFENCE, Timing.SPECIAL), At.PASSIVE_CHECK, check)
    battle.able(target)
    yield from make_check(battle, check, "KG-12", _cover(battle, target))
    expire(battle, "moment")
    assert attack.active is not None
    if not wins(attack.active, check):
        attack.succeeded.append(target)
    _tell_contest(battle, check, attack.active.total)


def _tell_contest(battle: Battle, check: Check, active: int) -> None:
    """How it ended; totals say nothing where a critical or fumble settled it (KG-03, KG-15)."""
    who, now = battle.able(check.who), plan(battle)
    if check.is_critical:
        tell(battle, "escapes", "KG-15", who)
    elif check.is_fumble:
        tell(battle, "laid_bare", "KG-15", who, stat=now.damage.protection.named)
    elif check.who not in attack_of(battle).succeeded:
        tell(battle, "contest_lost", "KG-03", who, active=active, passive=check.total)
    else:
        key = "contest_half" if now.is_half_resisted else "contest_won"
        tell(battle, key, "KG-03", who, active=active, passive=check.total)


def _cover(battle: Battle, target: str) -> Sum:
    """Those who are not engaged with the covered one strike at -5: 5 more for its passive check (KG-36)."""
    is_covered = battle[target].status(StatusKey.COVER) is not None
    is_away = attack_of(battle).attacker not in group_of(battle, target)
    return Sum((Part(StatusKey.COVER.named, COVER),) if is_covered and is_away else ())


def is_struck(battle: Battle, target: str) -> bool:
    """Whether damage is left for it: no success, or one that only halves and was no critical (KG-14, KG-15)."""
    attack = attack_of(battle)
    if not battle.stands(target):
        return False
    check = attack.passive.get(target)
    is_critical = check is not None and check.is_critical
    return target not in attack.succeeded or (plan(battle).is_half_resisted and not is_critical)


def is_harmed(battle: Battle, target: str) -> bool:
    """Whether harmful effects apply: not after any passive success (KG-15 settled)."""
    return battle.stands(target) and target not in attack_of(battle).succeeded

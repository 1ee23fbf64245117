"""Checks and contests (KG-01 to KG-03): roll, critical or fumble, spirit manipulation, the result."""

from collections.abc import Callable

from rules.engine.choices import Option
from rules.engine.flow import Flow, roll
from rules.engine.log import Part
from rules.engine.sums import Sum
from rules.engine.text import Text
from rules.kamigakari.asking import decide, one_of, word
from rules.kamigakari.numbers import FIXED, dice, number, openly
from rules.kamigakari.spirits import after_critical, after_fumble, manipulate
from rules.kamigakari.stakes import at_stake, crest_at_stake
from rules.kamigakari.state import Battle, Check, Combatant
from rules.kamigakari.terms import Stat, StatusKey
from rules.kamigakari.verbs import tell

BONDS_FOR_DICE, MOST_CREST_DICE = 1, 3


def make_check(
    battle: Battle, check: Check, row: str, bonus: Sum | None = None, more: int | None = None
) -> Flow[None]:
    """Roll and settle one check in place. A fixed value never is a critical or fumble (KG-35).

    `more` dice of the spirit crest, where they were asked about already.
    """
    if more is None:
        more = yield from crest_dice(battle, check)
    stat = number(battle, battle.able(check.who), check.stat) + (bonus or Sum(()))
    if not battle.rolls(battle.able(check.who)):
        check.total = stat.total + FIXED
        _settled(battle, check, row, stat + Sum((Part(Text("kamigakari.part.fixed"), FIXED),)))
        return
    _call_on_crest(battle, battle.able(check.who), more)
    faces = yield from roll(check.who, row, dice(battle, battle.able(check.who), more))
    read(check, list(faces), stat.total)
    tell(battle, "roll", row, battle.able(check.who), faces=faces, stat=check.stat.named, total=check.total)
    yield from _fate(battle, check)
    if not (check.is_critical or check.is_fumble):
        _pain(battle, check)
        yield from manipulate(battle, check)
    rolled = Part(
        Text("kamigakari.part.dice", {"faces": " + ".join(map(str, check.faces))}), sum(check.faces)
    )
    _settled(battle, check, row, stat + Sum((rolled,)))


def read(check: Check, faces: list[int], stat: int) -> None:
    """Two or more 6s as rolled: critical; every die a 1: fumble; one die is never critical (KG-02 settled)."""
    check.faces, check.total = faces, stat + sum(faces)
    check.is_critical = faces.count(6) >= 2
    check.is_fumble = all(face == 1 for face in faces)


def _fate(battle: Battle, check: Check) -> Flow[None]:
    if check.is_critical:
        tell(battle, "critical", "KG-02", battle.able(check.who))
        yield from after_critical(battle, check.who)
    elif check.is_fumble:
        tell(battle, "fumble", "KG-02", battle.able(check.who))
        after_fumble(battle, check.who)


def _pain(battle: Battle, check: Check) -> None:
    """The lowest rolled die of a player character in pain becomes 1 and is not swapped (KG-36)."""
    who = battle.able(check.who)
    if who.status(StatusKey.PAIN) and who.is_player:
        lowest = check.faces.index(min(check.faces))
        check.fixed.append(lowest)
        if check.faces[lowest] == 1:
            tell(battle, "pain_kept", "KG-36", who)
            return
        check.total += 1 - check.faces[lowest]
        check.faces[lowest] = 1
        tell(battle, "pain", "KG-36", who, total=check.total)


def _settled(battle: Battle, check: Check, row: str, how: Sum) -> None:
    check.is_settled = True
    who = battle.able(check.who)
    explained = how.explained(row, check.total, "monsters_roll" if who.is_fixed else "")
    tell(battle, "check", row, who, stat=check.stat.named, total=check.total, explanation=openly(explained))


def crest_dice(battle: Battle, check: Check, is_due: Callable[[], bool] = lambda: True) -> Flow[int]:
    """With a bond: whether 1 to 3 more dice are wanted; they are owed when the check is rolled (KG-37).

    Lapsed when the check `is_due` no more.
    """
    if not _crest_options(battle, battle.able(check.who)):
        return 0
    chosen = yield from decide(
        battle,
        check.who,
        "crest",
        lambda who: one_of(_crest_options(battle, who), may_pass=True),
        holds=lambda _who: is_due(),
        stat=at_stake(battle, check),
        left=crest_at_stake(battle.able(check.who)),
    )
    return int(str(chosen).rpartition("_")[2]) if chosen else 0


def _call_on_crest(battle: Battle, who: Combatant, more: int) -> None:
    """As many d6 of the spirit crest as dice are added, to be paid at the end of the turn (KG-37)."""
    if more:
        who.crest_debt += more
        tell(battle, "crest", "KG-37", who, count=more)


def _crest_options(battle: Battle, who: Combatant) -> list[Option]:
    """As many dice as are rolled in the end; a check never has more than 5 (KG-01)."""
    counts = range(1, MOST_CREST_DICE + 1) if may_use_crest(who) else ()
    return [word(f"crest_{n}") for n in counts if dice(battle, who, n) > dice(battle, who, n - 1)]


def may_use_crest(who: Combatant) -> bool:
    """Whether she has a bond and crest left before this turn's debts; during a fight it may go below 0 (KG-37)."""
    return who.is_player and not who.is_fixed and who.bonds >= BONDS_FOR_DICE and who.crest > 0


def wins(active: Check, passive: Check) -> bool:
    """Whether the active side wins: criticals and fumbles first, then the totals; a tie goes to it (KG-03)."""
    if active.is_fumble or passive.is_critical:
        return False
    if active.is_critical or passive.is_fumble:
        return True
    return active.total >= passive.total


def endures(battle: Battle, who: str, strength: int) -> Flow[bool]:
    """An endurance check against a strength, such as a poison's (KG-36)."""
    check = Check(who, Stat.ENDURANCE)
    yield from make_check(battle, check, "KG-36")
    return check.is_critical or (not check.is_fumble and check.total >= strength)

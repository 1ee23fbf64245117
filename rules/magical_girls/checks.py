"""d100 checks: levels, bonus and penalty dice, contests (MG-01 to MG-03)."""

from collections.abc import Sequence

from rules.engine.errors import Lapsed
from rules.engine.flow import Flow, roll
from rules.engine.log import Explanation, Part
from rules.engine.sums import Sum
from rules.engine.text import Param, Text
from rules.magical_girls.effects import On
from rules.magical_girls.numbers import THROWING, dice, dice_of, named, secret_of, value
from rules.magical_girls.state import Battle, Check, Combatant
from rules.magical_girls.terms import Level
from rules.magical_girls.verbs import tell

MOST_DICE = 2
"""Bonus or penalty dice at most (MG-02)."""
WORST, MIDDLE = 100, 50


def level(rule: int, value: int, rolled: int) -> Level:
    """How well a roll of 1 to 100 went against a value, by house rule 0 to 5 of the tradition (MG-01)."""
    if is_critical(rule, value, rolled):
        return Level.CRITICAL
    if is_fumble(rule, value, rolled):
        return Level.FUMBLE
    if rolled <= value // 5:
        return Level.EXTREME
    if rolled <= value // 2:
        return Level.HARD
    return Level.REGULAR if rolled <= value else Level.FAILURE


def is_critical(rule: int, value: int, rolled: int) -> bool:
    """Whether it is a critical success by that house rule (MG-01)."""
    match rule:
        case 1:
            return rolled <= (1 if value < MIDDLE else 5)
        case 2:
            return rolled <= min(5, value)
        case 3:
            return rolled <= 5
        case 4:
            return rolled <= min(5, value // 10)
        case 5:
            return rolled <= min(2, value // 5)
    return rolled == 1


def is_fumble(rule: int, value: int, rolled: int) -> bool:
    """Whether it is a fumble by that house rule (MG-01)."""
    match rule:
        case 2:
            return rolled == WORST or (rolled >= 96 and rolled > value)
        case 3:
            return rolled >= 96
        case 4:
            return rolled >= min(WORST, 96 + value // 10)
        case 5:
            return rolled >= (96 if value < MIDDLE else 99)
    return rolled >= (96 if value < MIDDLE else WORST)


def candidates(faces: Sequence[int]) -> list[int]:
    """What the units die, last, makes with each of the tens dice; 10s count as 0, and 0 in all is 100 (MG-02)."""
    *tens, units = (face % 10 for face in faces)
    return [ten * 10 + units or WORST for ten in tens]


def check(
    battle: Battle, who: str, what: str, on: On, row: str, more: int = 0, told_by: str = ""
) -> Flow[Check]:
    """Roll a check on `attribute:<key>` or `skill:<id>`; bonus and penalty dice cancel one for one (MG-02).

    The dice fall by `row`; the log's line opens into it, or into `told_by`, the kind of attack that it is.
    """
    girl = battle.find(who)
    if girl is None:
        raise Lapsed()
    extra = max(-MOST_DICE, min(MOST_DICE, dice_on(battle, girl, what, on) + more))
    girl.next_dice = 0
    faces = yield from roll(who, row, 2 + abs(extra), 10)
    girl, results = battle[who], candidates(faces)
    rolled = (min if extra > 0 else max)(results)
    aim = value(battle, girl, what)
    found = Check(who, what, aim, rolled, level(int(battle.on("d100")), aim, rolled))
    tell(
        battle,
        "check",
        told_by or row,
        girl,
        faces=tuple(faces),
        explanation=_explained(battle, found, results, extra),
        is_secret=True,
        what=named(battle, what),
        value=aim,
        roll=rolled,
        level=found.level.named,
    )
    return found


def dice_on(battle: Battle, who: Combatant, what: str, on: On) -> int:
    """Dice of such a check: something thrown at somebody is an attack and a throw, and dice on either count (MG-28)."""
    return dice(battle, who, on, "throwing") if what == f"skill:{THROWING}" else dice(battle, who, on)


def value_now(battle: Battle, who: Combatant, what: str, on: On) -> int | Text:
    """The value of such a check as things stand, and the dice that go with it (MG-01, MG-02)."""
    return value_said(battle, who, what, dice_on(battle, who, what, on))


def value_said(battle: Battle, who: Combatant, what: str, on_dice: int) -> int | Text:
    """The value of a check, and so many dice with it, at most two of a kind (MG-01, MG-02)."""
    found = value(battle, who, what)
    counted = max(-MOST_DICE, min(MOST_DICE, on_dice))
    return Text("magical_girls.value_dice", {"value": found, "dice": dice_of(counted)}) if counted else found


def _explained(battle: Battle, found: Check, results: Sequence[int], extra: int) -> Explanation:
    """The result that counts, of which it is the best or the worst, against which value; decided by the house rule."""
    how = "rolled" if not extra else "best_of" if extra > 0 else "worst_of"
    said: dict[str, Param] = {
        "what": named(battle, found.what),
        "value": found.value,
        "results": [*results],
    }
    part = Part(Text(f"magical_girls.part.{how}", said), found.roll, secret_of(battle[found.who]))
    return Sum((part,)).explained("MG-01", house_rule="d100")


def wins(battle: Battle, one: Check, other: Check, *, is_skill_contest: bool = False) -> bool:
    """Whether `one` wins against `other`: the better level; then the lower roll or the higher value (MG-03).

    Still equal: nobody wins.
    """
    if one.level is not other.level:
        return one.level.place < other.level.place
    if is_skill_contest or battle.on("tied_level") == "roll":
        return one.roll < other.roll
    return one.value > other.value

"""How likely it is to win against an attack, for whoever must choose how to meet it (MG-02, MG-03)."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product

from rules.engine.flow import GM, Seat
from rules.magical_girls.checks import MOST_DICE, candidates, level
from rules.magical_girls.numbers import secret_of
from rules.magical_girls.state import Battle, Check

TENS = range(10)


@cache
def rolls(dice: int) -> Mapping[int, float]:
    """How likely each result of a d100 is, with that many bonus dice, or penalty dice below 0 (MG-02)."""
    count = min(MOST_DICE, abs(dice))
    best = min if dice > 0 else max
    found = Counter(best(candidates(faces)) for faces in product(TENS, repeat=2 + count))
    return {roll: ways / found.total() for roll, ways in found.items()}


def chance(battle: Battle, value: int, dice: int, against: Check, reader: Seat) -> tuple[int, int]:
    """Per cent to win against a check that has been rolled: at least, at most, as far as a seat may know.

    What decides at the same level is the attacker's own, and may be secret: then the two are apart (MG-03).
    """
    better = equal = wins_equal = 0.0
    for roll, share in rolls(dice).items():
        found = level(int(battle.on("d100")), value, roll)
        if found.is_success and found.place < against.level.place:
            better += share
        elif found is against.level:
            equal += share
            is_lower = battle.on("tied_level") == "roll"
            wins_equal += share * (roll < against.roll if is_lower else value > against.value)
    if reader == GM or may_be_known(battle, against):
        return round(100 * (better + wins_equal)), round(100 * (better + wins_equal))
    return round(100 * better), round(100 * (better + equal))


def may_be_known(battle: Battle, check: Check) -> bool:
    """Whether the numbers of a check are open to all."""
    who = battle.find(check.who)
    return battle.on("enemies") == "all" or (who is not None and not secret_of(who))

"""Chances of checks and contests in per cent, as the sensible bot reckons them (MG-01 to MG-03)."""

from rules.magical_girls.state import Battle
from rules.magical_girls.terms import Level

SHARES = ((Level.REGULAR, 5), (Level.HARD, 3), (Level.EXTREME, 2))
"""Of ten successes, how many are of each level."""
MOST = 99


def chance(value: int, dice: int = 0) -> int:
    """To stay at or under a value; each bonus die is another try, each penalty die one that must hold too (MG-02)."""
    value = max(1, min(MOST, value))
    missed = found = 100
    for _ in range(1 + abs(dice)):
        missed, found = missed * (100 - value) // 100, found * value // 100
    return found if dice < 0 else 100 - missed


def needed(value: int, level: Level) -> int:
    """The highest roll of that level (MG-01)."""
    match level:
        case Level.CRITICAL:
            return 1
        case Level.EXTREME:
            return value // 5
        case Level.HARD:
            return value // 2
    return value


def answers(battle: Battle, own: int, dice: int, other: int, level: Level) -> int:
    """To win with the value `own` against a success of that level made with the value `other` (MG-03)."""
    higher = level if level is Level.CRITICAL else list(Level)[level.place - 1]
    better = 0 if level is Level.CRITICAL else chance(needed(own, higher), dice)
    level_with_it = chance(needed(own, level), dice)
    if battle.on("tied_level") == "roll":
        return (better + level_with_it) // 2
    return level_with_it if own > other else better


def avoids(battle: Battle, own: int, dice: int, other: int) -> int:
    """To win against a success that has not been rolled yet."""
    return sum(share * answers(battle, own, dice, other, level) for level, share in SHARES) // 10

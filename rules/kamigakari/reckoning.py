"""Damage as pure functions of numbers: the multiplier, Rank, and the steps of reduction (KG-20 to KG-27)."""

from collections.abc import Sequence
from dataclasses import dataclass

RANK_CAP, CONCEPT_CAP, CRITICAL = 10, 20, 10


def multiplier(die: int, rank: int, *, is_critical: bool = False, is_one_nothing: bool = True) -> int:
    """The chosen die times Rank; CR is 10 x Rank whatever the die; a 1 gives 0, by house rule 1 x Rank (KG-22)."""
    if is_critical:
        return CRITICAL * rank
    return 0 if die == 1 and is_one_nothing else die * rank


def counted(die: int, counts_as: int | None = None, at_least: int = 0) -> int:
    """The number that the chosen die counts as (KG-22)."""
    return max(die if counts_as is None else counts_as, at_least)


def rank(own: int, changes: int, cap: int = RANK_CAP) -> int:
    """All changes summed once, then cut to 0..cap; an own Rank of 0 takes no change (KG-23)."""
    return 0 if own == 0 else max(0, min(cap, own + changes))


def halved(damage: int) -> int:
    """Half, rounded up (KG-26)."""
    return -(-damage // 2)


@dataclass(frozen=True)
class Reduction:
    """What is left after each step of damage reduction, in the order of KG-26."""

    after_protection: int
    after_minus: int
    after_other: int
    after_halving: tuple[int, ...]

    @property
    def life_damage(self) -> int:
        """What is left in the end."""
        return self.after_halving[-1] if self.after_halving else self.after_other


def reduction(damage: int, protection: int, minus: Sequence[int], other: int, halvings: int) -> Reduction:
    """1 armour or ward; 2 "damage -n"; 3 other; 4 halvings, each rounded up. No step goes below 0 (KG-26)."""
    after_protection = max(0, damage - max(0, protection))
    after_minus = max(0, after_protection - sum(minus))
    after_other = max(0, after_minus - other)
    left, halves = after_other, list[int]()
    for _ in range(halvings):
        left = halved(left)
        halves.append(left)
    return Reduction(after_protection, after_minus, after_other, tuple(halves))


def fall_damage(metres: float) -> int:
    """1 a metre, metres floored (KG-27)."""
    return int(metres)

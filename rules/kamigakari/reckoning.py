"""Damage as pure functions of numbers: the multiplier, Rank, halving, falling (KG-22, KG-23, KG-26, KG-27)."""

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


def fall_damage(metres: float) -> int:
    """1 a metre, metres floored (KG-27)."""
    return int(metres)

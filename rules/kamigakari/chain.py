"""Damage reduction as a chain of parts: pure, in the order that never changes (KG-26)."""

from collections.abc import Iterator, Sequence

from rules.engine.log import Part
from rules.engine.text import Param, Text
from rules.kamigakari.reckoning import halved


def total(parts: Sequence[Part]) -> int:
    """What the parts add up to."""
    return sum(part.amount for part in parts)


def reduction(
    damage: Sequence[Part],
    protection: Sequence[Part] = (),
    minus: Sequence[Part] = (),
    other: Sequence[Part] = (),
    halvings: Sequence[Param] = (),
    secret: str = "",
) -> tuple[Part, ...]:
    """1 armour or ward, 2 "damage -n", 3 other, 4 halvings: what the parts add up to is the life damage.

    No step goes below 0: what a floor gives back stands beside what went below it, and is as secret as that.
    """
    parts = list(_step(0, damage, ""))
    for step, of in ((protection, secret), (minus, secret), (other, "")):
        parts += _step(total(parts), step, of)
    return (*parts, *_halvings(total(parts), halvings, secret))


def _step(left: int, parts: Sequence[Part], secret: str) -> Iterator[Part]:
    yield from parts
    if left + total(parts) < 0:
        yield Part(Text("kamigakari.part.floor"), -left - total(parts), secret)


def _halvings(left: int, halvings: Sequence[Param], secret: str) -> Iterator[Part]:
    """One after another, each rounded up."""
    for by in halvings:
        yield Part(Text("kamigakari.part.halved", {"by": by}), halved(left) - left, secret)
        left = halved(left)

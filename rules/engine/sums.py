"""Numbers that can say where they come from: parts, and what they add up to."""

from dataclasses import dataclass, replace
from typing import Self

from rules.engine.log import Explanation, Part


@dataclass(frozen=True)
class Sum:
    """Parts and what they add up to."""

    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """The sum."""
        return sum(part.amount for part in self.parts)

    def __add__(self, other: "Sum") -> Self:
        return replace(self, parts=self.parts + other.parts)

    def __neg__(self) -> Self:
        return replace(self, parts=tuple(replace(part, amount=-part.amount) for part in self.parts))

    def explained(self, row: str, total: int | None = None, house_rule: str = "") -> Explanation:
        """The sum as an explanation; `total` where a rule bends it."""
        return Explanation(self.parts, self.total if total is None else total, row, house_rule)

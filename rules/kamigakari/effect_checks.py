"""What effects may do where they stand: which of them have no place there, and whom they may be for."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from rules.engine.faults import listed
from rules.engine.shelves import Told
from rules.engine.text import Text, text
from rules.kamigakari.effects import Bonus, CountsAs, Dice, Effect, Halve, Minus, Modify, Pool, Rank
from rules.kamigakari.entries import Item, Talent
from rules.kamigakari.terms import At, Timing, To

MOMENTS: Mapping[Timing, tuple[At, ...]] = {
    Timing.DEFENCE: (At.PASSIVE_CHECK, At.REDUCTION),
    Timing.SPECIAL: (At.ACTIVE_CHECK, At.PASSIVE_CHECK, At.CALCULATION, At.REDUCTION),
}
"""The moments of an attack that talents of a timing wait for (KG-33)."""
STANDING = (Modify, Rank, Dice, Bonus, Minus, Halve, Pool)
"""What can work all the time."""


class Place(Enum):
    """Where effects stand."""

    CONSTANT = "constant"
    """They work all the time, on their holder."""
    TURN = "turn"
    """Used at a timing outside attacks, or before an own one."""
    OWN = "own"
    """Before the attack that the talent makes."""
    CHECK = "check"
    """Used at a check of an attack."""
    CALCULATION = "calculation"
    REDUCTION = "reduction"
    HARM = "harm"
    """What befalls those whom an attack strikes."""

    @property
    def named(self) -> Text:
        """Where that is, in words."""
        return text(f"kamigakari.pack.in.{self.value}")

    @property
    def receivers(self) -> tuple[To, ...]:
        """Whom effects may be for there."""
        match self:
            case Place.CONSTANT:
                return (To.SELF,)
            case Place.OWN:
                return (To.SELF, To.ALLIES)
            case Place.TURN | Place.HARM:
                return (To.SELF, To.TARGETS, To.ALLIES)
        return tuple(To)


def place_of_talent(talent: Talent) -> Place:
    """By its timing and moment (KG-33)."""
    if talent.timing is Timing.CONSTANT:
        return Place.CONSTANT
    if talent.strike:
        return Place.OWN
    moments = {At.TURN: Place.TURN, At.CALCULATION: Place.CALCULATION, At.REDUCTION: Place.REDUCTION}
    return moments.get(talent.at, Place.CHECK)


def worn_or_used(item: Item) -> Place:
    """What is worn works all the time."""
    return Place.TURN if item.timing else Place.CONSTANT


def of_effects(effects: Sequence[Effect], place: Place, field: str = "effects") -> Iterator[Told]:
    """What is wrong with effects that stand there (KG-22, KG-26)."""
    for at, effect in enumerate(effects):
        if not _has_place(effect, place):
            yield f"{field}.{at}", text("kamigakari.pack.barred", effect=effect.kind, place=place.named)
        elif effect.to not in place.receivers:
            known = listed(to.value for to in place.receivers)
            told = text("kamigakari.pack.one_of_in", place=place.named, known=known, given=effect.to.value)
            yield f"{field}.{at}.to", told
        if effect.needs_damage and place is not Place.HARM:
            yield f"{field}.{at}.needs_damage", text("kamigakari.pack.needs_damage")


def _has_place(effect: Effect, place: Place) -> bool:
    match effect:
        case CountsAs():
            return place is Place.CALCULATION
        case Pool():
            return place is Place.CONSTANT
        case Rank() | Bonus():
            return place not in (Place.CHECK, Place.REDUCTION)
        case Minus() | Halve():
            return place in (Place.REDUCTION, Place.CONSTANT)
    return place is not Place.CONSTANT or isinstance(effect, STANDING)

"""Effects of talents and items as data: what they do stands in `workings.py`, what they say of themselves here."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.text import Param, Text
from rules.kamigakari.terms import Kind, Stat, StatusKey, To

Until = Literal["moment", "attack", "turn", "round", "fight"]
"""How long a change lasts: this one check, calculation or reduction (KG-33 settled), this attack, until the holder's
next turn begins, to the round's end, to the fight's end."""
Change = Annotated[int, Field(ge=-20, le=20)]
Amount = Annotated[int, Field(ge=1, le=99)]


class AnyEffect(BaseModel):
    """What every effect has: whom it is for, and whether it is harmful, so that a passive success stops it (KG-15)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    to: To = To.SELF
    needs_damage: bool = False
    """Only if life was lost (KG-15 settled)."""

    def say(self, **params: Param) -> Text:
        """The effect's own sentence, with whom it is for."""
        named = type(self).__name__.lower()
        return Text(f"kamigakari.effect.{named}", {"to": Text(f"kamigakari.to.{self.to}"), **params})


class Give(AnyEffect):
    """A status (KG-36): `level` is poison's n, `strength` what an endurance check must reach."""

    kind: Literal["status"] = "status"
    status: StatusKey
    level: Annotated[int, Field(ge=0, le=20)] = 0
    strength: Annotated[int, Field(ge=0, le=40)] = 0

    def describe(self) -> Text:
        """In words."""
        level = Text("kamigakari.badge_level", {"status": self.status.named, "level": self.level})
        return self.say(status=level if self.level else self.status.named)


class Cure(AnyEffect):
    """A status away."""

    kind: Literal["cure"] = "cure"
    status: StatusKey

    def describe(self) -> Text:
        """In words."""
        return self.say(status=self.status.named)


class Recover(AnyEffect):
    """Life back, up to the most."""

    kind: Literal["recover"] = "recover"
    amount: Amount

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Lose(AnyEffect):
    """Life damage: nothing reduces it (KG-20)."""

    kind: Literal["lose"] = "lose"
    amount: Amount

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Modify(AnyEffect):
    """A stat changes."""

    kind: Literal["modify"] = "modify"
    stat: Stat
    amount: Change
    until: Until = "round"

    def describe(self) -> Text:
        """In words."""
        return self.say(
            stat=self.stat.named, amount=f"{self.amount:+d}", long=Text(f"kamigakari.until.{self.until}")
        )


class Rank(AnyEffect):
    """Rank changes; without a kind both (KG-23)."""

    kind: Literal["rank"] = "rank"
    amount: Change
    of: Kind | None = None
    until: Until = "attack"

    def describe(self) -> Text:
        """In words."""
        of = Text(f"kamigakari.rank.{self.of or 'both'}")
        return self.say(of=of, amount=f"{self.amount:+d}", long=Text(f"kamigakari.until.{self.until}"))


class Dice(AnyEffect):
    """More or fewer dice on checks; a check never has fewer than 1 nor more than 5 (KG-01)."""

    kind: Literal["dice"] = "dice"
    amount: Annotated[int, Field(ge=-4, le=4)]
    until: Until = "attack"

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=f"{self.amount:+d}", long=Text(f"kamigakari.until.{self.until}"))


class Bonus(AnyEffect):
    """Damage of an attack changes at its calculation (KG-21); without a kind any damage."""

    kind: Literal["bonus"] = "bonus"
    amount: Change
    of: Kind | None = None
    until: Until = "attack"

    def describe(self) -> Text:
        """In words."""
        return self.say(of=Text(f"kamigakari.bonus.{self.of or 'both'}"), amount=f"{self.amount:+d}")


class CountsAs(AnyEffect):
    """The chosen die counts as another number, or as at least one (KG-22)."""

    kind: Literal["counts_as"] = "counts_as"
    number: Annotated[int, Field(ge=1, le=10)]
    at_least: bool = False

    def describe(self) -> Text:
        """In words."""
        return Text(
            f"kamigakari.effect.{'at_least' if self.at_least else 'countsas'}", {"number": self.number}
        )


class Minus(AnyEffect):
    """ "damage -n" at reduction; without a kind of any but life damage (KG-26)."""

    kind: Literal["minus"] = "minus"
    amount: Amount
    of: Kind | None = None

    def describe(self) -> Text:
        """In words."""
        return self.say(of=Text(f"kamigakari.bonus.{self.of or 'both'}"), amount=self.amount)


class Halve(AnyEffect):
    """Damage halved at reduction, rounded up; without a kind any but life damage (KG-26)."""

    kind: Literal["halve"] = "halve"
    of: Kind | None = None

    def describe(self) -> Text:
        """In words."""
        return self.say(of=Text(f"kamigakari.bonus.{self.of or 'both'}"))


class Renew(AnyEffect):
    """So many spent spirit dice are rolled again at once (KG-04)."""

    kind: Literal["renew"] = "renew"
    count: Annotated[int, Field(ge=1, le=6)]

    def describe(self) -> Text:
        """In words."""
        return self.say(count=self.count)


class Pool(AnyEffect):
    """More spirit dice in the pool, which stops at 6 in all (KG-04)."""

    kind: Literal["pool"] = "pool"
    amount: Annotated[int, Field(ge=1, le=2)] = 1

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=f"{self.amount:+d}")


Effect = Annotated[
    Give | Cure | Recover | Lose | Modify | Rank | Dice | Bonus | CountsAs | Minus | Halve | Renew | Pool,
    Field(discriminator="kind"),
]


def for_this_one(effect: Effect) -> Effect:
    """The effect as it works at a check, calculation or reduction: it serves that one only (KG-33 settled)."""
    lasts = isinstance(effect, Modify | Rank | Dice | Bonus)
    return effect.model_copy(update={"until": "moment"}) if lasts else effect


def is_harmful(effect: Effect) -> bool:
    """Whether whoever it befalls is worse off."""
    match effect:
        case Lose():
            return True
        case Give():
            return not effect.status.is_good
        case Cure():
            return effect.status.is_good
        case Modify() | Rank() | Dice() | Bonus():
            return effect.amount < 0
    return False

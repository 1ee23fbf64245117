"""Effects as data: what they do stands in `added_effects.py`, what they say of themselves here."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.grid import Direction
from rules.engine.text import Param, Text
from rules.harvest.terms import Gift, Mana, Stat, StatusKey, To

Rounds = Annotated[int, Field(ge=0, le=9)]
Amount = Annotated[int, Field(ge=1, le=99)]


class _Effect(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    to: To = To.TARGETS

    def say(self, **params: Param) -> Text:
        """The effect's own sentence, with whom it is for."""
        return Text(
            f"harvest.effect.{type(self).__name__.lower()}", {"to": Text(f"harvest.to.{self.to}"), **params}
        )

    @property
    def order_matters(self) -> bool:
        """Whether it may fell somebody, so that the outcome depends on what is resolved before it."""
        return False


def for_rounds(rounds: int, otherwise: str) -> Text:
    """How long, in words."""
    if rounds == 1:
        return Text("harvest.for_one_round")
    return Text("harvest.for_rounds", {"rounds": rounds}) if rounds else Text(otherwise)


class Afflict(_Effect):
    """Give a status, for a number of rounds or (0) until it is lifted."""

    kind: Literal["afflict"] = "afflict"
    status: StatusKey
    level: Annotated[int, Field(ge=-9, le=9)]
    rounds: Rounds = 0

    def describe(self) -> Text:
        """In words."""
        long = for_rounds(self.rounds, "harvest.until_lifted")
        return self.say(status=self.status.named, level=self.level, long=long)


class Lift(_Effect):
    """Take a status away."""

    kind: Literal["lift"] = "lift"
    status: StatusKey

    def describe(self) -> Text:
        """In words."""
        return self.say(status=self.status.named)


class Push(_Effect):
    """Move the receiver, in a direction as the owner sees it, step by step (HV-04, HV-05)."""

    kind: Literal["push"] = "push"
    direction: Direction
    cells: Annotated[int, Field(ge=1, le=5)]

    def describe(self) -> Text:
        """In words."""
        return self.say(direction=Text(f"harvest.direction.{self.direction}"), cells=self.cells)

    @property
    def order_matters(self) -> bool:
        """A push meets who stands where, and a collision hurts."""
        return True


class Hurt(_Effect):
    """Damage without attack or defence."""

    kind: Literal["hurt"] = "hurt"
    amount: Amount

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount)

    @property
    def order_matters(self) -> bool:
        """Who falls receives nothing more."""
        return True


class Heal(_Effect):
    """Give HP back, up to the most."""

    kind: Literal["heal"] = "heal"
    amount: Amount

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Refresh(_Effect):
    """Give TP back, up to the most."""

    kind: Literal["refresh"] = "refresh"
    amount: Amount

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Modify(_Effect):
    """Change a number, for a number of rounds or (0) for the rest of this action phase."""

    kind: Literal["modify"] = "modify"
    stat: Stat
    amount: Annotated[int, Field(ge=-99, le=99)]
    rounds: Rounds = 0

    def describe(self) -> Text:
        """In words."""
        signed = f"{self.amount:+d}"
        named = Text(f"harvest.stat.{self.stat}")
        return self.say(stat=named, amount=signed, long=for_rounds(self.rounds, "harvest.this_phase"))


class Touch(_Effect):
    """A right to reroll or turn dice, or to produce mana, in this phase's activation timing (HV-20)."""

    kind: Literal["touch"] = "touch"
    to: To = To.SELF
    gift: Gift
    count: Annotated[int, Field(ge=1, le=8)]
    mana: Mana | None = None
    """What is produced; without it the caster picks."""

    def describe(self) -> Text:
        """In words."""
        mana = Text(f"harvest.mana.{self.mana}") if self.mana else Text("harvest.mana.any")
        return Text(f"harvest.effect.{self.gift}", {"count": self.count, "mana": mana})


Effect = Annotated[
    Afflict | Lift | Push | Hurt | Heal | Refresh | Modify | Touch,
    Field(discriminator="kind"),
]

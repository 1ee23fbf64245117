"""Effects of abilities and innate abilities as data: what they do stands in `workings.py`."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.text import Param, Text

Until = Literal["turn", "round", "fight"]
"""Until the holder's next own turn begins, to the round's end, to the fight's end."""
On = Literal["attack", "dodge", "counter", "block", "initiative", "throwing", "any"]
"""What a change is about: a kind of check, or the amount of a block."""
Change = Annotated[int, Field(ge=-20, le=20)]
Amount = Annotated[int, Field(ge=1, le=99)]
Dice = Annotated[int, Field(ge=0, le=20)]


class AnyEffect(BaseModel):
    """What every effect has: frozen data that can say itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def say(self, **params: Param) -> Text:
        """The effect's own sentence."""
        return Text(f"magical_girls.effect.{type(self).__name__.lower()}", params)


class Heal(AnyEffect):
    """HP back: `dice` d `sides` + `flat`, up to the most."""

    kind: Literal["heal"] = "heal"
    dice: Dice = 0
    sides: Annotated[int, Field(ge=1, le=100)] = 6
    flat: Annotated[int, Field(ge=0, le=99)] = 0

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=dice_said(self.dice, self.sides, self.flat))


class Mend(AnyEffect):
    """A wound becomes one step lighter (MG-53)."""

    kind: Literal["mend"] = "mend"

    def describe(self) -> Text:
        """In words."""
        return self.say()


class Boost(AnyEffect):
    """Bonus dice (above 0) or penalty dice (below 0) on checks (MG-02)."""

    kind: Literal["boost"] = "boost"
    on: On = "any"
    dice: Annotated[int, Field(ge=-2, le=2)]
    until: Until = "round"

    def describe(self) -> Text:
        """In words."""
        key = "bonus" if self.dice > 0 else "penalty"
        dice = Text(f"magical_girls.{key}_dice", {"count": abs(self.dice)})
        return self.say(dice=dice, on=Text(f"magical_girls.on.{self.on}"), long=long(self.until))


class Extra(AnyEffect):
    """Extra damage of the holder's attacks (MG-22)."""

    kind: Literal["extra"] = "extra"
    amount: Change
    until: Until = "round"

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=f"{self.amount:+d}", long=long(self.until))


class Guard(AnyEffect):
    """Damage to the holder is that much less, never below 0."""

    kind: Literal["guard"] = "guard"
    amount: Amount
    until: Until = "round"

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount, long=long(self.until))


class Points(AnyEffect):
    """DP given or taken at once, within 0 and the cap (MG-14)."""

    kind: Literal["points"] = "points"
    amount: Change

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=f"{self.amount:+d}")


class Shove(AnyEffect):
    """So many metres straight away from the user."""

    kind: Literal["shove"] = "shove"
    metres: Annotated[int, Field(ge=5, le=100)]

    def describe(self) -> Text:
        """In words."""
        return self.say(metres=self.metres)


class Start(AnyEffect):
    """More or fewer DP at the start of the fight: a "special" (MG-14)."""

    kind: Literal["start"] = "start"
    amount: Change

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=f"{self.amount:+d}")


class Recovery(AnyEffect):
    """More or fewer DP at the start of each round: a "special" (MG-14)."""

    kind: Literal["recovery"] = "recovery"
    amount: Change

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=f"{self.amount:+d}")


class Cap(AnyEffect):
    """A higher cap of DP (MG-14)."""

    kind: Literal["cap"] = "cap"
    amount: Amount

    def describe(self) -> Text:
        """In words."""
        return self.say(amount=self.amount)


class Swift(AnyEffect):
    """More metres for each DP (MG-25)."""

    kind: Literal["swift"] = "swift"
    metres: Annotated[int, Field(ge=5, le=50, multiple_of=5)]

    def describe(self) -> Text:
        """In words."""
        return self.say(metres=self.metres)


Working = Annotated[
    Heal | Mend | Boost | Extra | Guard | Points | Shove,
    Field(discriminator="kind"),
]
"""What an ability may do when it is used."""
Constant = Annotated[
    Boost | Extra | Guard | Start | Recovery | Cap | Swift,
    Field(discriminator="kind"),
]
"""What an innate ability may do, always."""


def long(until: Until) -> Text:
    """How long it lasts, in words."""
    return Text(f"magical_girls.until.{until}")


def dice_said(dice: int, sides: int, flat: int) -> str:
    """Dice as players write them: 2d6+3."""
    parts = ([f"{dice}d{sides}"] if dice else []) + ([str(flat)] if flat or not dice else [])
    return "+".join(parts)

"""The closed lists of the rulebook's words."""

from enum import StrEnum

from rules.engine.text import Text

KEEPER, KEEPER_NAMED = Text("magical_girls.keeper"), Text("magical_girls.keeper.named")
"""Who runs the table, within a sentence and as a name."""


class Side(StrEnum):
    """The two sides of a fight: the girls and what they meet, or two parties of girls (MG-05)."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Side":
        """The side against this one."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST


class Form(StrEnum):
    """What kind of fight it is (MG-05 to MG-07)."""

    FIGHT = "fight"
    """Against what the keeper plays."""
    VERSUS = "versus"
    """Girls against girls; the keeper picks which of the three forms after hearing the players (MG-05)."""
    SPARRING = "sparring"
    DUEL = "duel"
    CONTEST = "contest"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"magical_girls.form.{self}")


MATCHES = (Form.SPARRING, Form.DUEL, Form.CONTEST)
"""The three forms of a fight between players (MG-05)."""


class Attribute(StrEnum):
    """The attributes on the sheet, 1 to 100 and more."""

    STR = "str"
    CON = "con"
    DEX = "dex"
    INT = "int"
    POW = "pow"
    EMO = "emo"
    MEM = "mem"
    LUCK = "luck"
    SIZE = "size"
    APP = "app"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"magical_girls.attribute.{self}")


class Level(StrEnum):
    """How well a check went, best first (MG-01)."""

    CRITICAL = "critical"
    EXTREME = "extreme"
    HARD = "hard"
    REGULAR = "regular"
    FAILURE = "failure"
    FUMBLE = "fumble"

    @property
    def place(self) -> int:
        """0 for the best."""
        return list(Level).index(self)

    @property
    def is_success(self) -> bool:
        """Whether it succeeded at all."""
        return self.place <= Level.REGULAR.place

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"magical_girls.level.{self}")


class Category(StrEnum):
    """The two kinds of skill; a skill contest is held within one (MG-07)."""

    LIFE = "life"
    COMBAT = "combat"


class Harm(StrEnum):
    """Types of damage (MG-50); slashing alone wounds by its amount (MG-51)."""

    SLASHING = "slashing"
    PIERCING = "piercing"
    BLUNT = "blunt"
    FIRE = "fire"
    ICE = "ice"
    LIGHTNING = "lightning"
    OTHER = "other"
    """A magical type that the keeper allows."""

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"magical_girls.harm.{self}")


class Wound(StrEnum):
    """Wounds, lightest first (MG-51 to MG-53)."""

    NONE = "none"
    LIGHT = "light"
    SEVERE = "severe"

    @property
    def place(self) -> int:
        """0 for none."""
        return list(Wound).index(self)

    @property
    def worse(self) -> "Wound":
        """One step heavier (MG-23)."""
        return Wound.LIGHT if self is Wound.NONE else Wound.SEVERE

    @property
    def better(self) -> "Wound":
        """One step lighter (MG-53)."""
        return Wound.LIGHT if self is Wound.SEVERE else Wound.NONE

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"magical_girls.wound.{self}")


class Stance(StrEnum):
    """What somebody watches out for until the own next turn (MG-30, MG-31)."""

    DODGE = "dodge"
    BLOCK = "block"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"magical_girls.stance.{self}")


class Cover(StrEnum):
    """What one can hide behind in a cell (MG-27)."""

    HALF = "half"
    FULL = "full"

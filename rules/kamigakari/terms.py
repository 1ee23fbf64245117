"""The closed lists of the rulebook's words."""

from enum import StrEnum

from rules.engine.text import Text


class Side(StrEnum):
    """The two sides of a fight."""

    HEROES = "heroes"
    MONSTERS = "monsters"

    @property
    def other(self) -> "Side":
        """The side against this one."""
        return Side.MONSTERS if self is Side.HEROES else Side.HEROES


class Stat(StrEnum):
    """Combat stats (戰鬥值) that checks and damage read, and that effects change."""

    ACCURACY = "accuracy"
    INVOCATION = "invocation"
    EVASION = "evasion"
    RESIST = "resist"
    INSIGHT = "insight"
    PHYSICAL_DAMAGE = "physical_damage"
    """物D."""
    MAGICAL_DAMAGE = "magical_damage"
    """魔D."""
    ARMOUR = "armour"
    WARD = "ward"
    INITIATIVE = "initiative"
    ENDURANCE = "endurance"
    """For checks against poison (KG-36)."""
    ACROBATICS = "acrobatics"
    """輕業, against falling (KG-26)."""

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"kamigakari.stat.{self}")


class Kind(StrEnum):
    """Kinds of damage; one attack does one of them (KG-20)."""

    PHYSICAL = "physical"
    MAGICAL = "magical"

    @property
    def flat(self) -> Stat:
        """物D or 魔D (KG-21)."""
        return Stat.PHYSICAL_DAMAGE if self is Kind.PHYSICAL else Stat.MAGICAL_DAMAGE

    @property
    def protection(self) -> Stat:
        """What reduces it: armour or ward (KG-26)."""
        return Stat.ARMOUR if self is Kind.PHYSICAL else Stat.WARD


class AttackKind(StrEnum):
    """Kinds of attack; each has its passive check (KG-11)."""

    PHYSICAL = "physical"
    MAGIC = "magic"
    SPECIAL = "special"

    @property
    def passive(self) -> Stat:
        """What the target checks."""
        return {
            AttackKind.PHYSICAL: Stat.EVASION,
            AttackKind.MAGIC: Stat.RESIST,
            AttackKind.SPECIAL: Stat.INSIGHT,
        }[self]


class Attribute(StrEnum):
    """The eight attributes of attacks and weaknesses (KG-25)."""

    FIRE = "fire"
    COLD = "cold"
    ELECTRIC = "electric"
    WIND = "wind"
    MAGNETISM = "magnetism"
    FLASH = "flash"
    POISON = "poison"
    PHANTOM = "phantom"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"kamigakari.attribute.{self}")


class Timing(StrEnum):
    """When a talent or item is used (KG-33)."""

    START = "start"
    PREPARATION = "preparation"
    ATTACK = "attack"
    DEFENCE = "defence"
    END = "end"
    CONSTANT = "constant"
    SPECIAL = "special"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"kamigakari.timing.{self}")


class At(StrEnum):
    """The moment inside an attack that a defence or special talent waits for; it serves that one only (KG-33)."""

    TURN = "turn"
    """No moment of an attack: in the own turn, or when its timing comes."""
    ACTIVE_CHECK = "active_check"
    PASSIVE_CHECK = "passive_check"
    CALCULATION = "calculation"
    REDUCTION = "reduction"


class StatusKey(StrEnum):
    """Changes of state (狀態變化, KG-36)."""

    PRONE = "prone"
    DARK = "dark"
    POISON = "poison"
    PAIN = "pain"
    PARALYSIS = "paralysis"
    IMMOBILE = "immobile"
    FAINT = "faint"
    COVER = "cover"
    HIDDEN = "hidden"
    AMBUSH = "ambush"
    FLIGHT = "flight"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"kamigakari.status.{self}")

    @property
    def is_good(self) -> bool:
        """Whether it helps whoever has it."""
        return self in (StatusKey.COVER, StatusKey.HIDDEN, StatusKey.AMBUSH, StatusKey.FLIGHT)


class To(StrEnum):
    """Whom an effect is for, seen from its user."""

    SELF = "self"
    TARGETS = "targets"
    """Those the attack or talent is aimed at."""
    ATTACKER = "attacker"
    ALLIES = "allies"
    """Everybody of the own side, the user included."""

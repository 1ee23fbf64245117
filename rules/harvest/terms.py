"""The closed lists of the rulebook's words."""

from enum import StrEnum

from rules.engine.text import Text


class Mana(StrEnum):
    """The six attributes; a die's face is one mana of it (HV-20: 1 earth ... 6 dark)."""

    EARTH = "earth"
    WATER = "water"
    FIRE = "fire"
    WIND = "wind"
    LIGHT = "light"
    DARK = "dark"


MANA_OF_FACE = dict(enumerate(Mana, 1))


class Stat(StrEnum):
    """A character's numbers that effects and statuses change."""

    ATTACK = "attack"
    DEFENCE = "defence"
    SS = "ss"
    MOVEMENT = "movement"
    ACTION_DICE = "action_dice"
    REACTION_DICE = "reaction_dice"


class Gift(StrEnum):
    """What may be done to the dice inside an activation timing (HV-20)."""

    REROLL = "reroll"
    TURN = "turn"
    PRODUCE = "produce"


class Timing(StrEnum):
    """In which phase's activation timing a spell is cast."""

    ACTION = "action"
    REACTION = "reaction"


class StatusKey(StrEnum):
    """The statuses in play (HV-50 to HV-64); what each does stands in `statuses.py`."""

    AWAKENING = "awakening"
    POISON = "poison"
    PARALYSIS = "paralysis"
    BURN = "burn"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"harvest.status.{self}")


class To(StrEnum):
    """Whom an effect is for, seen from the one it belongs to."""

    SELF = "self"
    TARGETS = "targets"
    """The targets of this attack, after covering."""
    ATTACKER = "attacker"
    """On the reaction side: the caster of the attack."""
    ALLY = "ally"
    """One ally of the owner's choice, which may be the owner (HV-08); makes nobody a target."""
    ALLIES = "allies"
    """All allies, the owner included (HV-08)."""

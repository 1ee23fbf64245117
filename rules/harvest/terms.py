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
    STORE = "store"
    """Keep left-over mana for the next challenge."""


class Timing(StrEnum):
    """In which phase's activation timing a spell is cast."""

    ACTION = "action"
    REACTION = "reaction"


class StatusKey(StrEnum):
    """The statuses of the rulebook (HV-50 to HV-64); what each does stands in `statuses.py`. Packs may define more."""

    AWAKENING = "awakening"
    WEAKNESS = "weakness"
    DEJECTION = "dejection"
    POISON = "poison"
    PARALYSIS = "paralysis"
    BLINDNESS = "blindness"
    BURN = "burn"
    PRESSURE = "pressure"
    FROSTBITE = "frostbite"
    MADNESS = "madness"
    GRUDGE = "grudge"
    CONFUSION = "confusion"
    SILENCE = "silence"
    LAMENT = "lament"
    PANIC = "panic"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"harvest.status.{self}")


class TerrainKey(StrEnum):
    """The terrains of the rulebook (HV-70 to HV-78); what each does stands in `terrain.py`."""

    LAVA = "lava"
    FROZEN_SOIL = "frozen_soil"
    SANCTUARY = "sanctuary"
    YOMI = "yomi"
    GRAVITY = "gravity"
    GALE = "gale"
    FOREST = "forest"
    QUICKSAND = "quicksand"
    OCEAN = "ocean"
    NEEDLES = "needles"
    REPULSION = "repulsion"

    @property
    def named(self) -> Text:
        """Its name."""
        return Text(f"harvest.terrain.{self}")


class Moment(StrEnum):
    """When a special object does what it does (HV-82)."""

    END_PHASE = "end_phase"
    ACTION_PHASE = "action_phase"
    """When the action phase of a character beside it starts."""
    DESTROYED = "destroyed"


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
    ENEMY = "enemy"
    """One enemy of the owner's choice; makes nobody a target."""
    ENEMIES = "enemies"
    """All enemies of the owner."""
    NEAR = "near"
    """Every object orthogonally next to the owner: to the character, the special object, the sprung trap's cell."""
    TRIGGER = "trigger"
    """Who set it off: entered the trap, or began an action phase beside the special object (HV-81, HV-82)."""


class On(StrEnum):
    """On which cells something is laid, seen from the one it belongs to."""

    RANGE = "range"
    """Every cell of this attack's range."""
    TARGETS = "targets"
    """The cells that the attack's targets stand on, after covering."""
    HERE = "here"
    """The cells the owner stands on."""
    CHOSEN = "chosen"
    """Cells of the owner's choice, anywhere."""

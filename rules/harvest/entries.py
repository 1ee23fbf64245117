"""What a Harvest pack may hold: catalysts, spells, skills, creatures, ready characters and encounters."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.content import Content
from rules.engine.text import Local
from rules.harvest.battlefield import Area
from rules.harvest.effects import Effect
from rules.harvest.terms import Mana, Timing

Name = Annotated[dict[str, str], Field(min_length=1, max_length=8)]
Number = Annotated[int, Field(ge=0, le=99)]
Cost = Annotated[tuple[Mana, ...], Field(min_length=1, max_length=8)]
Effects = Annotated[tuple[Effect, ...], Field(max_length=6)]


class Named(Content):
    """An entry with a name in several languages."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    name: Name

    @property
    def title(self) -> Local:
        """The name, to be said in the viewer's language."""
        return Local(dict(self.name))


class Range(BaseModel):
    """How a spell changes where it strikes (HV-22)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    mode: Literal["add", "change", "fix"]
    areas: Annotated[tuple[Area, ...], Field(min_length=1, max_length=4)]


class Magic(Named):
    """What a spell and its enhancements share: a mana cost and what it does."""

    cost: Cost
    attack: Number = 0
    """Attack-power rise; no added effect (HV-41)."""
    defence: Number = 0
    """Defence-power rise of the one who casts, counted in HV-40."""
    range: Range | None = None
    effects: Effects = ()


class Enhancement(Magic):
    """Something more for one spell, paid with it."""


class Spell(Magic):
    """A spell. Level 2 and more makes a magic attack when cast in an action phase (HV-21)."""

    level: Annotated[int, Field(ge=1, le=4)]
    timing: Timing
    enhancements: Annotated[tuple[Enhancement, ...], Field(max_length=4)] = ()


class Skill(Named):
    """A skill: type A in the preparation timing, type R in the support timing, for TP (HV-15, HV-33)."""

    type: Literal["A", "R"]
    tp: Number
    attack: Number = 0
    defence: Number = 0
    effects: Effects = ()


class Catalyst(Named):
    """What gives a character its numbers."""

    attack: Number
    defence: Number
    hp: Annotated[int, Field(ge=1, le=999)]
    tp: Number
    ss: Number
    movement: Annotated[int, Field(ge=0, le=6)]


class Caster(BaseModel):
    """What a character or creature knows and how many activation dice it has."""

    action_magic: Annotated[int, Field(ge=0, le=12)]
    reaction_magic: Annotated[int, Field(ge=0, le=12)]
    attributes: Annotated[tuple[Mana, ...], Field(min_length=1, max_length=6)]
    spells: Annotated[tuple[str, ...], Field(max_length=20)] = ()
    skills: Annotated[tuple[str, ...], Field(max_length=20)] = ()
    notes: Annotated[str, Field(max_length=2000)] = ""
    """The GM's own; never shown to others."""


class Sheet(Caster):
    """A player character's sheet."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: Annotated[str, Field(min_length=1, max_length=40)]
    catalyst: str
    portrait: Annotated[str, Field(max_length=200)] = ""


class Character(Named, Caster):
    """A ready player character."""

    catalyst: str


class Creature(Catalyst, Caster):
    """Something the GM plays."""


class Band(BaseModel):
    """So many of one creature."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    creature: str
    count: Annotated[int, Field(ge=1, le=6)] = 1


class Encounter(Named):
    """A fight ready to be started."""

    creatures: Annotated[tuple[Band, ...], Field(min_length=1, max_length=6)]
    characters: tuple[str, ...] = ()
    """The ready characters it was made for; any others may be chosen."""


KINDS: dict[str, type[Content]] = {
    "catalyst": Catalyst,
    "spell": Spell,
    "skill": Skill,
    "creature": Creature,
    "character": Character,
    "encounter": Encounter,
}

"""What a Harvest pack may hold: magic, skills, items, traps, objects, statuses, who fights, and ready encounters."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.content import Content, Named
from rules.harvest.battlefield import Area
from rules.harvest.effects import Effect, Level
from rules.harvest.statuses import LiftedBy
from rules.harvest.terms import Mana, Moment, Stat, TerrainKey, Timing

Number = Annotated[int, Field(ge=0, le=99)]
Cost = Annotated[tuple[Mana, ...], Field(min_length=1, max_length=8)]
Effects = Annotated[tuple[Effect, ...], Field(max_length=6)]
Side = Annotated[int, Field(ge=1, le=3)]
Size = tuple[Side, Side]
"""Columns and rows; more than one cell makes a giant object (HV-25)."""
Label = Annotated[str, Field(pattern=r"^[A-C][1-6]$")]
"""A cell of the battlefield, such as B4."""


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


class Deed(Named):
    """Something done in the preparation timing (type A, HV-15) or in the support timing (type R, HV-33)."""

    attack: Number = 0
    """Attack-power rise for this action phase (type A)."""
    defence: Number = 0
    """Defence-power rise against this attack (type R)."""
    effects: Effects = ()


class Skill(Deed):
    """A skill, for TP."""

    type: Literal["A", "R"]
    tp: Number


class Item(Deed):
    """Something carried: used up when it is used, or worn: its attack and defence always count (HV-40)."""

    type: Literal["A", "R", "worn"]


class Grand(Deed):
    """Grand magic (대마법): a class' one great effect, once a fight, at its stated timing."""

    type: Literal["A", "R"]


class Trap(Named):
    """What strikes whoever enters its cell, once (HV-81)."""

    effects: Annotated[tuple[Effect, ...], Field(min_length=1, max_length=6)]


class SpecialObject(Named):
    """Something of no camp that stands on cells and can be destroyed (HV-82)."""

    hp: Annotated[int, Field(ge=1, le=999)]
    attack: Number = 0
    defence: Number = 0
    size: Size = (1, 1)
    moment: Moment = Moment.END_PHASE
    effects: Effects = ()
    rounds: Annotated[int, Field(ge=0, le=9)] = 0
    """How long it stays; 0: until it is destroyed."""


class HomeStatus(Named):
    """A status of the pack's own, beside those of the rulebook (HV-64: a table may define more)."""

    is_good: bool = True
    per_level: Annotated[dict[Stat, Annotated[int, Field(ge=-9, le=9)]], Field(min_length=1)]
    """What a level adds to which number."""
    lifted_by: Literal[LiftedBy.EFFECTS, LiftedBy.MOVEMENT, LiftedBy.PREPARATION, LiftedBy.END_PHASE] = (
        LiftedBy.EFFECTS
    )


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
    items: Annotated[tuple[str, ...], Field(max_length=20)] = ()
    """Carried; the same one may be carried several times."""
    grand: str = ""
    """The one grand magic, if any."""
    exceptions: Annotated[tuple[str, ...], Field(max_length=20)] = ()
    """Spells and skills whose names may stand twice (HV-47)."""
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

    size: Size = (1, 1)


class Band(BaseModel):
    """So many of one creature."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    creature: str
    count: Annotated[int, Field(ge=1, le=6)] = 1


class LaidTerrain(BaseModel):
    """Terrain that is there from the start."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    terrain: TerrainKey
    level: Level = 1
    cells: Annotated[tuple[Label, ...], Field(min_length=1, max_length=18)]


class LaidTrap(BaseModel):
    """A trap of the creatures' that is there from the start."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    trap: str
    cell: Label


class LaidObject(BaseModel):
    """A special object that is there from the start, its upper left cell on `cell`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    object: str
    cell: Label


class Scene(BaseModel):
    """What lies on the battlefield before anybody comes."""

    terrain: Annotated[tuple[LaidTerrain, ...], Field(max_length=18)] = ()
    traps: Annotated[tuple[LaidTrap, ...], Field(max_length=18)] = ()
    objects: Annotated[tuple[LaidObject, ...], Field(max_length=9)] = ()


class Encounter(Named, Scene):
    """A fight ready to be started."""

    creatures: Annotated[tuple[Band, ...], Field(min_length=1, max_length=6)]
    characters: tuple[str, ...] = ()
    """The ready characters it was made for; any others may be chosen."""


KINDS: dict[str, type[Content]] = {
    "catalyst": Catalyst,
    "spell": Spell,
    "skill": Skill,
    "item": Item,
    "grand": Grand,
    "trap": Trap,
    "object": SpecialObject,
    "status": HomeStatus,
    "creature": Creature,
    "character": Character,
    "encounter": Encounter,
}

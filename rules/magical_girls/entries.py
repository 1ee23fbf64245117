"""What a Magical Girls pack may hold: skills, weapons, abilities, things, enemies, ready characters, encounters."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.content import Content, Named
from rules.magical_girls.effects import Constant, Working
from rules.magical_girls.terms import Attribute, Category, Form, Harm, Wound

Value = Annotated[int, Field(ge=0, le=200)]
Die = Annotated[int, Field(ge=0, le=200)]
Metres = Annotated[int, Field(ge=0, le=500)]
Ids = Annotated[tuple[str, ...], Field(max_length=20)]
Label = Annotated[str, Field(pattern=r"^[A-Z][1-9][0-9]?$")]
"""A cell of the map, such as B4."""
Labels = Annotated[tuple[Label, ...], Field(max_length=200)]
What = Annotated[str, Field(pattern=r"^(attribute|skill):[a-z][a-z0-9_]{0,39}$")]
"""What a check is made on: `attribute:pow`, `skill:blades`."""


class Skill(Named):
    """A skill of daily life or of combat (MG-07). Dodge, throwing, weapon use, wound treatment the rules know."""

    category: Category
    base: Annotated[int, Field(ge=0, le=100)] = 0
    """Its value for who has not learnt it."""
    is_weapon: bool = False
    """Whether weapons are used with it: its value is capped by `weapon_use` (MG-55)."""


class Weapon(Named):
    """A weapon (MG-20 to MG-23)."""

    kind: Literal["melee", "ranged"] = "melee"
    weight: Annotated[int, Field(ge=1, le=100)]
    """It gives class, multiplier, added die and DP (MG-21)."""
    dam: Annotated[int, Field(ge=1, le=200)]
    """The sides of its damage die."""
    block: Die = 0
    """DEF: the sides of its block die; 0 blocks nothing, as all ranged weapons (MG-41)."""
    length: Annotated[int, Field(ge=1, le=50)] = 1
    """LEN: a ranged weapon reaches so many times 10 m (MG-17)."""
    skill: str = "weapon_use"
    harm: Harm = Harm.SLASHING
    dp: Annotated[int, Field(ge=-4, le=4)] = 0
    """What its traits change of its DP (MG-21)."""
    attacks: Annotated[int, Field(ge=1, le=3)] = 1
    """How many attacks it makes for the same DP (MG-20)."""
    factor: Annotated[int, Field(ge=10, le=500)] = 100
    """The trait factor in per cent (MG-22)."""
    extra: Annotated[int, Field(ge=-20, le=20)] = 0
    """Extra damage (MG-22)."""
    wound: Wound = Wound.NONE
    """The wound that each of its hits causes."""


class Strike(BaseModel):
    """The attack that an ability makes: a check, and damage without weapon class and damage bonus."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    check: What = "attribute:pow"
    dice: Annotated[int, Field(ge=0, le=20)] = 1
    sides: Annotated[int, Field(ge=1, le=100)] = 6
    flat: Annotated[int, Field(ge=0, le=99)] = 0
    harm: Harm = Harm.OTHER
    wound: Wound = Wound.NONE


class Ability(Named):
    """Magic: costs its DP and MP (MG-24)."""

    dp: Annotated[int, Field(ge=0, le=15)]
    mp: Annotated[int, Field(ge=0, le=50)]
    target: Literal["self", "one", "area"] = "self"
    """`area`: everybody within `radius` of a cell."""
    reach: Metres = 0
    """How far its target or the middle of its area may be; 0 is the own cell."""
    radius: Metres = 0
    spares: bool = False
    """Whether an area leaves out the user's own side."""
    for_others: bool = False
    """Whether it cannot be used on its user."""
    is_healing: bool = False
    """Healing does not count against the MP a round (MG-24)."""
    strike: Strike | None = None
    effects: Annotated[tuple[Working, ...], Field(max_length=6)] = ()
    """On whom it works: of an attack, on whom it hits."""


class Innate(Named):
    """An innate ability: it always works."""

    effects: Annotated[tuple[Constant, ...], Field(min_length=1, max_length=6)]


class Thing(Named):
    """Something that lies about and can be thrown (MG-28)."""

    weight: Annotated[int, Field(ge=1, le=500)]
    dam: Die = 0
    """The sides of its damage die when it hits; 0 harms nobody."""


class Fighter(BaseModel):
    """Numbers and knowledge of a girl or an enemy."""

    attributes: dict[Attribute, Value]
    skills: dict[str, Value] = {}
    max_hp: Annotated[int, Field(ge=0, le=999)] = 0
    """0: CON // 5 (MG-55)."""
    max_mp: Annotated[int, Field(ge=-1, le=999)] = -1
    """-1: POW // 5 (MG-55); 0: no magic at all."""
    weapons: Ids = ()
    abilities: Ids = ()
    innate: Ids = ()
    load: Annotated[int, Field(ge=0, le=999)] = 0
    """Weight carried beside weapons (MG-26)."""
    notes: Annotated[str, Field(max_length=2000)] = ""
    """The keeper's own; never shown to others."""


class Sheet(Fighter):
    """A player character's sheet; `hp`, `mp` and `wound` as the last fight left them, -1 for whole."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: Annotated[str, Field(min_length=1, max_length=40)]
    portrait: Annotated[str, Field(max_length=200)] = ""
    hp: Annotated[int, Field(ge=-1, le=999)] = -1
    mp: Annotated[int, Field(ge=-1, le=999)] = -1
    wound: Wound = Wound.NONE


class Character(Named, Fighter):
    """A ready player character."""


class Enemy(Named, Fighter):
    """Something the keeper plays."""

    max_mp: Annotated[int, Field(ge=-1, le=999)] = 0


class Stand(BaseModel):
    """Enemies of a kind and where they stand, several in a cell if it is named twice."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    enemy: str
    cells: Annotated[tuple[Label, ...], Field(min_length=1, max_length=12)]
    wing: Annotated[str, Field(pattern=r"^[a-z0-9_]{0,20}$")] = ""
    """Alike creatures of one wing share an initiative check (MG-11)."""
    hidden: bool = False
    """Out of sight from the start: the keeper alone knows that they are there (MG-27)."""


class Lying(BaseModel):
    """A thing and where it lies."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    thing: str
    cell: Label


class Map(BaseModel):
    """The map: cells of 5 m (MG-17), cover (MG-27), dangerous ground (MG-26)."""

    cols: Annotated[int, Field(ge=4, le=26)] = 12
    rows: Annotated[int, Field(ge=4, le=26)] = 10
    start: Annotated[tuple[Label, ...], Field(min_length=1, max_length=40)]
    """Where the first side stands at first, one cell after the other."""
    start_second: Labels = ()
    """Where girls of the second side stand at first."""
    half_cover: Labels = ()
    full_cover: Labels = ()
    danger: Labels = ()
    things: Annotated[tuple[Lying, ...], Field(max_length=40)] = ()


class Encounter(Named, Map):
    """A fight ready to be started."""

    form: Form = Form.FIGHT
    enemies: Annotated[tuple[Stand, ...], Field(max_length=12)] = ()
    characters: Ids = ()
    second: Ids = ()
    """Of the characters, those of the second side; of others every second one."""


KINDS: dict[str, type[Content]] = {
    "skill": Skill,
    "weapon": Weapon,
    "ability": Ability,
    "innate": Innate,
    "thing": Thing,
    "enemy": Enemy,
    "character": Character,
    "encounter": Encounter,
}

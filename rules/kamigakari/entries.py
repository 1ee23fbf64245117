"""What a Kamigakari pack may hold: weapons, armours and items, talents, monsters, ready characters, encounters."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.content import Content, Named
from rules.kamigakari.effects import Effect
from rules.kamigakari.terms import At, AttackKind, Attribute, Kind, Stat, StatusKey, Timing

Number = Annotated[int, Field(ge=0, le=99)]
Change = Annotated[int, Field(ge=-20, le=20)]
Effects = Annotated[tuple[Effect, ...], Field(max_length=6)]
Ids = Annotated[tuple[str, ...], Field(max_length=20)]
Label = Annotated[str, Field(pattern=r"^[A-Z][1-9][0-9]?$")]
"""A square of the map, such as B4."""
Start = Annotated[tuple[Label, ...], Field(min_length=1, max_length=40)]
"""Squares where the players may place their characters."""


class Distance(BaseModel):
    """How far it reaches (KG-31): `squares` counts for `squares` and `move`; a weapon talent may take the weapon's."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["self", "engaged", "squares", "weapon", "move", "zone"]
    squares: Annotated[int, Field(ge=0, le=30)] = 0


class Target(BaseModel):
    """Whom it strikes within its distance (KG-31): `count` different characters, an area, everybody."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["self", "characters", "area", "zone"]
    count: Annotated[int, Field(ge=1, le=9)] = 1


ENGAGED, ONE = Distance(kind="engaged"), Target(kind="characters")
MYSELF, ALONE = Distance(kind="self"), Target(kind="self")


class Weapon(Named):
    """A weapon: melee 肉彈, ranged 射擊 or magic (KG-11)."""

    kind: Literal["melee", "ranged", "magic"]
    distance: Distance = ENGAGED
    target: Target = ONE
    rank: Annotated[int, Field(ge=0, le=10)] = 0
    """A magic weapon's printed Rank; what a melee or ranged weapon adds to the physical Rank (KG-23)."""
    damage: Change = 0
    """What it adds to 物D or 魔D (KG-21)."""
    accuracy: Change = 0
    """What it adds to the active check."""
    attributes: Annotated[tuple[Attribute, ...], Field(max_length=8)] = ()


class Item(Named):
    """Armour and other gear: numbers while it is carried; its effects while it is worn or, with a timing, used up."""

    numbers: dict[Stat, Change] = {}
    attributes: Annotated[tuple[Attribute, ...], Field(max_length=8)] = ()
    """Carried by every attack of its holder (KG-25)."""
    reach: Annotated[int, Field(ge=0, le=10)] = 0
    """Squares that it adds to the distance of its holder's attacks (KG-13)."""
    more_targets: Annotated[int, Field(ge=0, le=9)] = 0
    """Characters that it adds to those whom its holder's attacks on so many may strike (KG-13)."""
    timing: Timing | None = None
    """When it is used; None for what is only worn."""
    effects: Effects = ()


SpiritCost = Literal["1", "2", "3", "4", "5", "6", "odd", "even", "pair", "run"]
"""What pool dice pay: a given face, odd, even, a pair, a run of two (KG-04)."""


class Costs(BaseModel):
    """What using a talent costs: spirit dice (KG-04) and life (KG-20)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    spirits: Annotated[tuple[SpiritCost, ...], Field(max_length=4)] = ()
    life: Number = 0


class Strike(BaseModel):
    """The attack that a talent makes (KG-10, KG-11)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    weapon: bool = False
    """Whether it is a weapon attack, made with an equipped weapon."""
    kind: AttackKind = AttackKind.PHYSICAL
    active: Literal[Stat.ACCURACY, Stat.INVOCATION] = Stat.ACCURACY
    """What a special attack checks."""
    damage: Kind = Kind.PHYSICAL
    rank: Annotated[int, Field(ge=0, le=10)] = 1
    """Its own Rank; 0 makes "n damage" (KG-23)."""
    amount: Number = 0
    """The n of "n damage"."""
    attributes: Annotated[tuple[Attribute, ...], Field(max_length=8)] = ()
    resisted: Literal["negates", "half"] = "negates"
    """What a passive success leaves of it (KG-15)."""
    harm: Effects = ()
    """Harmful effects on those it strikes."""


class Talent(Named):
    """A talent (天賦技能)."""

    timing: Timing
    at: At = At.TURN
    distance: Distance = MYSELF
    target: Target = ALONE
    cost: Costs = Costs()
    per_fight: Annotated[int, Field(ge=0, le=9)] = 0
    """How often in a fight; 0: as often as its timing allows."""
    strike: Strike | None = None
    effects: Effects = ()
    """What it does beside striking: always, for a constant one; to user or chosen targets for others."""


class Dicing(BaseModel):
    """A monster's damage in place of the table: so many dice and a flat number; without dice "n damage" (KG-35)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    dice: Annotated[int, Field(ge=0, le=10)]
    flat: Number = 0


class Fighter(BaseModel):
    """Numbers and knowledge of a character or monster."""

    stats: dict[Stat, Number]
    life: Annotated[int, Field(ge=1, le=999)]
    strength: Number = 0
    """STR: what life is when the spirit crest ends a faint (KG-37)."""
    weapons: Ids = ()
    items: Ids = ()
    talents: Ids = ()
    weaknesses: Annotated[tuple[Attribute, ...], Field(max_length=8)] = ()
    spirits: Annotated[int, Field(ge=0, le=6)] = 4
    """Dice in the spirit pool (KG-04)."""
    notes: Annotated[str, Field(max_length=2000)] = ""
    """The GM's own; never shown to others."""


class Sheet(Fighter):
    """A player character's sheet."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: Annotated[str, Field(min_length=1, max_length=40)]
    portrait: Annotated[str, Field(max_length=200)] = ""
    crest: Annotated[int, Field(ge=-99, le=22)] = 22
    """Spirit crest 靈紋, as low as all that was called on in one turn can bring it (KG-37)."""
    bonds: Annotated[int, Field(ge=0, le=9)] = 3
    pool: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(max_length=6)] = ()
    """Spirit dice as the last fight left them, for tables that keep them (KG-04)."""


class Character(Named, Fighter):
    """A ready player character."""

    crest: Annotated[int, Field(ge=-22, le=22)] = 22
    bonds: Annotated[int, Field(ge=0, le=9)] = 3


class Monster(Named, Fighter):
    """Something the GM plays."""

    size: Annotated[int, Field(ge=1, le=9)] = 1
    """How often a turn it may declare engagement (KG-30)."""
    is_fixed: bool = True
    """Checks are stat + 7 and roll no dice (KG-35)."""
    dicing: Dicing | None = None
    immune: tuple[StatusKey, ...] = ()
    spirits: Annotated[int, Field(ge=0, le=6)] = 0


class Stand(BaseModel):
    """Monsters of a kind and where they stand."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    monster: str
    cells: Annotated[tuple[Label, ...], Field(min_length=1, max_length=9)]


class Map(BaseModel):
    """The square battle map (KG-30)."""

    cols: Annotated[int, Field(ge=4, le=26)] = 12
    rows: Annotated[int, Field(ge=4, le=26)] = 10
    start: Start


class Encounter(Named, Map):
    """A fight ready to be started."""

    monsters: Annotated[tuple[Stand, ...], Field(min_length=1, max_length=9)]
    characters: Ids = ()


KINDS: dict[str, type[Content]] = {
    "weapon": Weapon,
    "item": Item,
    "talent": Talent,
    "monster": Monster,
    "character": Character,
    "encounter": Encounter,
}

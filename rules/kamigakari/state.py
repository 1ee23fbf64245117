"""A Kamigakari battle as one plain tree, and the words to look things up in it. Nothing here changes it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from rules.engine.flow import GM, Seat
from rules.engine.grid import Cell, Grid
from rules.engine.state import BattleBase, Party, Stored
from rules.engine.text import Param, Text
from rules.kamigakari.effects import Until
from rules.kamigakari.entries import Costs, Dicing, Item, Monster, Talent, Weapon
from rules.kamigakari.house_rules import HOUSE_RULES
from rules.kamigakari.terms import Attribute, Kind, Side, Stat, StatusKey, Timing

SCHEMA = 1


@dataclass(frozen=True)
class Spirit:
    """One die of a spirit pool (靈力, KG-04)."""

    face: int
    is_spent: bool = False


@dataclass(frozen=True)
class Status:
    """A change of state: `level` is poison's n, `strength` what an endurance check must reach (KG-36)."""

    key: StatusKey
    level: int = 0
    strength: int = 0


@dataclass(frozen=True)
class Modifier:
    """A change for a while: of a stat, of Rank ("rank", a kind or both), of dice ("dice") or of damage ("bonus")."""

    what: str
    amount: int
    source: Param
    until: Until
    of: Kind | None = None


@dataclass(kw_only=True)
class Combatant:
    """A character or monster. Its numbers were copied from sheet and gear when the fight was made."""

    name: str
    title: Param
    side: Side
    seat: Seat
    stats: dict[Stat, int]
    max_life: int
    life: int
    strength: int = 0
    weapons: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    talents: list[str] = field(default_factory=list)
    weaknesses: list[Attribute] = field(default_factory=list)
    spirits: list[Spirit] = field(default_factory=list)
    pool_size: int = 4
    crest: int = 0
    crest_debt: int = 0
    """d6 of spirit crest to be paid at the end of the current turn (KG-37)."""
    bonds: int = 0
    used: dict[str, int] = field(default_factory=dict)
    """Talents used in this fight, by id; `crest:revive` too."""
    spent: list[Timing] = field(default_factory=list)
    """Timings spent this round, each once (KG-33)."""
    engagements_left: int = 0
    statuses: list[Status] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    cell: Cell | None = None
    fell: Cell | None = None
    """The square on which a fallen one lost the last life."""
    size: int = 1
    is_fixed: bool = False
    dicing: Dicing | None = None
    immune: list[StatusKey] = field(default_factory=list)
    portrait: str = ""
    notes: str = ""
    kind: str = ""
    """The monster's id; empty for a player character."""

    @property
    def is_player(self) -> bool:
        """Whether it is a player character (KG-32: before NPCs)."""
        return self.seat != GM

    @property
    def is_out(self) -> bool:
        """Down or fainted (KG-35)."""
        return self.life <= 0

    @property
    def is_unplaced(self) -> bool:
        """Whether it has not come to the map yet."""
        return self.cell is None and not self.is_out

    @property
    def is_unseen(self) -> bool:
        """Whether it is a hidden monster: seen by the GM alone (KG-36)."""
        return self.side is Side.MONSTERS and self.is_hidden

    @property
    def is_hidden(self) -> bool:
        """Whether it is hidden, and not down (KG-36)."""
        return not self.is_out and self.status(StatusKey.HIDDEN) is not None

    def sees(self, other: "Combatant") -> bool:
        """Whether she may know where the other is: anybody but a hidden enemy (KG-36)."""
        return other.side is self.side or not other.is_hidden

    def status(self, key: StatusKey) -> Status | None:
        """The status of that key, if it has it."""
        return next((status for status in self.statuses if status.key == key), None)

    def ready_spirits(self) -> list[int]:
        """Places of the pool dice that can be spent or swapped."""
        return [at for at, spirit in enumerate(self.spirits) if not spirit.is_spent]


@dataclass
class Check:
    """One check as it stands (KG-01 to KG-04)."""

    who: str
    stat: Stat
    faces: list[int] = field(default_factory=list)
    """The dice after manipulation; none for a fixed value."""
    total: int = 0
    is_critical: bool = False
    is_fumble: bool = False
    is_settled: bool = False
    fixed: list[int] = field(default_factory=list)
    """Places of dice that cannot be swapped: made 1 by pain (KG-36)."""

    @property
    def highest(self) -> int:
        """The highest die, read after manipulation (KG-22)."""
        return max(self.faces, default=0)


@dataclass
class Attack:
    """The attack in progress (KG-12)."""

    attacker: str
    source: str
    """`weapon:<id>` or `talent:<id>`."""
    weapon: str = ""
    """The weapon it is made with, if it is a weapon attack."""
    has_moved: bool = False
    """Whether its attacker has moved up, where the distance is "move n" (KG-31)."""
    targets: list[str] = field(default_factory=list)
    active: Check | None = None
    passive: dict[str, Check] = field(default_factory=dict)
    succeeded: list[str] = field(default_factory=list)
    """Targets whose passive check succeeded (KG-15)."""
    attribute: Attribute | None = None
    counts_as: int | None = None
    counts_at_least: int = 0
    concept: int = 0
    """1d6 of concept destruction, 0 where it is not used (KG-24)."""
    minus: dict[str, list[tuple[Param, int]]] = field(default_factory=dict)
    """"damage -n" by target."""
    halved: dict[str, list[Param]] = field(default_factory=dict)
    defended: list[str] = field(default_factory=list)
    """Who has used a defence timing against this attack (KG-33)."""
    ruled: dict[str, int] = field(default_factory=dict)
    """What the GM takes off by ruling (KG-26, step 3)."""


@dataclass
class Library:
    """The pinned content: stored once a fight, not with every state."""

    weapons: dict[str, Weapon] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    talents: dict[str, Talent] = field(default_factory=dict)
    monsters: dict[str, Monster] = field(default_factory=dict)
    """Those that may yet arrive by a ruling."""

    def title_of(self, source: str) -> Text:
        """The name of `weapon:<id>`, `talent:<id>` or `item:<id>`, to be said."""
        return Text("kamigakari.name", {"name": self.entry(source).title})

    def entry(self, source: str) -> Weapon | Talent | Item:
        """What `weapon:<id>`, `talent:<id>` or `item:<id>` names."""
        kind, _, id = source.partition(":")
        match kind:
            case "weapon":
                return self.weapons[id]
            case "item":
                return self.items[id]
        return self.talents[id]

    def cost_of(self, source: str) -> Costs:
        """What using it costs; weapons and items cost nothing."""
        kind, _, id = source.partition(":")
        return self.talents[id].cost if kind == "talent" else Costs()


@dataclass
class Battle(Party[Combatant], BattleBase):
    """The whole fight."""

    RULES = HOUSE_RULES

    combatants: list[Combatant] = field(default_factory=list)
    cols: int = 12
    rows: int = 10
    start: list[str] = field(default_factory=list)
    """Squares where the players may place their characters, by label."""
    round: int = 0
    step: str = ""
    """What of the round has been played: `start`, `turns`, `end`."""
    acted: list[str] = field(default_factory=list)
    acting: str = ""
    stage: str = ""
    """The timing play is in, for the view."""
    moved: bool = False
    """Whether the acting one has made its one movement (KG-34)."""
    may_shoot: bool = True
    """Whether ranged and magic attacks are still open: a combat move closes them (KG-34)."""
    attack: Attack | None = None
    fainted: list[str] = field(default_factory=list)
    """Who has fainted since the crest was last offered to the fallen (KG-37)."""
    is_ending: bool = False
    """The GM has declared the end: this round's end timing is still worked through (KG-38)."""
    summary: list[Text] = field(default_factory=list)
    is_cleared: bool = False
    library: Annotated[Library, Field(exclude=True)] = field(default_factory=Library)

    @property
    def grid(self) -> Grid:
        """The map."""
        return Grid(self.cols, self.rows)

    def find(self, name: str) -> Combatant | None:
        """The combatant of that name, if it is in the fight."""
        return next((each for each in self.combatants if each.name == name), None)

    def standing_ones(self, side: Side | None = None) -> Iterator[Combatant]:
        """Who is on the map and not down, of one side or of both."""
        return (c for c in self.combatants if c.cell is not None and not c.is_out and side in (None, c.side))

    def at(self, cell: Cell) -> Combatant | None:
        """Who stands on a square: 1 character at most (KG-30). The fallen hold none."""
        return next((c for c in self.combatants if c.cell == cell and not c.is_out), None)

    def taken(self) -> set[Cell]:
        """The squares on which somebody stands."""
        return {each.cell for each in self.standing_ones() if each.cell is not None}

    def stands(self, name: str) -> bool:
        """Whether that combatant is in the fight and not down."""
        found = self.find(name)
        return found is not None and not found.is_out

    def rolls(self, who: Combatant) -> bool:
        """Whether it rolls its checks: no monster with fixed values, unless the table lets monsters roll (KG-35)."""
        return not who.is_fixed or self.house_rules["monsters_roll"] is True


STORED = Stored(Battle, Library)

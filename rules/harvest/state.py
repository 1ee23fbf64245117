"""A Harvest battle as one plain tree, and the words to look things up in it. Nothing here changes it but by name."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from rules.engine.flow import GM, Seat
from rules.engine.grid import Cell
from rules.engine.state import BattleBase, Party, Stored
from rules.engine.text import Param, Text
from rules.harvest.battlefield import Camp, block
from rules.harvest.effects import Effect
from rules.harvest.entries import (
    Creature,
    Grand,
    HomeStatus,
    Item,
    Magic,
    Skill,
    SpecialObject,
    Spell,
    Trap,
)
from rules.harvest.house_rules import HOUSE_RULES
from rules.harvest.statuses import STATUSES, LiftedBy, StatusKind
from rules.harvest.terms import Gift, Mana, Stat, StatusKey, TerrainKey

SCHEMA = 2
"""2 added special objects, terrain, traps, items and sizes; what is missing in an older state has its default."""


class End(StrEnum):
    """When something ends by itself."""

    LIFTED = "lifted"
    """Only when something lifts it."""
    PHASE = "phase"
    """With the action phase it was made in."""
    SS = "ss"
    """When the order passes its SS in its round (HV-42)."""
    END_PHASE = "end_phase"
    """With the end phase of its round (HV-42, made in an end phase)."""


@dataclass(frozen=True)
class Until:
    """How long an effect lasts. For `End.SS`: made at `ss` in `actor`'s action phase, it ends in `round`."""

    end: End = End.LIFTED
    round: int = 0
    ss: int = 0
    actor: str = ""


@dataclass(frozen=True)
class Status:
    """A good or bad status and its level, which may be 0 or negative (HV-44)."""

    key: str
    """One of `StatusKey`, or the id of a pack's own."""
    level: int
    until: Until = Until()
    giver: str = ""
    attacked: int = 0
    """How many attacks it has been through; dejection counts them (HV-51)."""


@dataclass(frozen=True)
class Ground:
    """The terrain of one cell (HV-70 to HV-78)."""

    key: TerrainKey
    level: int
    until: Until = Until()
    giver: str = ""


@dataclass(frozen=True)
class LaidTrap:
    """A trap on a cell, known to `camp` and the GM alone until it is sprung (HV-81)."""

    kind: str
    """The id of its entry."""
    cell: Cell
    camp: Camp
    giver: str = ""


@dataclass(frozen=True)
class Modifier:
    """A change of a number for a while, by what `source` names."""

    stat: Stat
    amount: int
    source: Param
    until: Until


@dataclass(frozen=True)
class ManaGift:
    """A right to touch the pool in this phase's activation timing: `count` dice, or `count` mana of a kind."""

    gift: Gift
    count: int
    source: Param
    mana: Mana | None = None


@dataclass(kw_only=True)
class Figure:
    """An object in the rulebook's sense: anything that stands on cells, characters included."""

    name: str
    title: Param
    attack: int
    defence: int
    max_hp: int
    hp: int
    cell: Cell | None = None
    """Its only cell, or a giant's upper left one (HV-25)."""
    size: tuple[int, int] = (1, 1)
    """Columns and rows."""
    statuses: list[Status] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    kind: str = ""
    """The id of its entry; empty for a player character."""

    @property
    def is_out(self) -> bool:
        """Incapacitated or destroyed (HV-45, HV-82)."""
        return self.hp <= 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it fills, in reading order; none beside the battlefield."""
        return () if self.cell is None else block(self.cell, self.size)

    def status(self, key: str) -> Status | None:
        """The status of that key, if it has it."""
        return next((status for status in self.statuses if status.key == key), None)

    def level(self, key: str) -> int:
        """The level of that status, 0 without it."""
        status = self.status(key)
        return status.level if status else 0


@dataclass(kw_only=True)
class Thing(Figure):
    """A special object of no camp (HV-82)."""

    until: Until = Until()


@dataclass(kw_only=True)
class Combatant(Figure):
    """A character on one side. Its numbers were copied from catalyst and sheet when the fight was made."""

    camp: Camp
    seat: Seat
    max_tp: int
    ss: int
    movement: int
    action_magic: int
    reaction_magic: int
    attributes: list[Mana]
    spells: list[str]
    skills: list[str]
    items: list[str] = field(default_factory=list)
    """What it still carries, by id."""
    grand: str = ""
    """Its grand magic, while it has not been used."""
    tp: int
    gifts: list[ManaGift] = field(default_factory=list)
    stored: list[Mana] = field(default_factory=list)
    """Mana kept for the next challenge."""
    portrait: str = ""
    notes: str = ""

    @property
    def is_player(self) -> bool:
        """Whether it is a player character (HV-11: before NPCs)."""
        return self.seat != GM


@dataclass
class Reaction:
    """What one reactor did in this attack: it counts for every hit she takes (HV-32)."""

    who: str
    defence: list[tuple[Param, int]] = field(default_factory=list)
    """Rises of defence, by what."""
    effects: list[str] = field(default_factory=list)
    """Sources whose added effects follow on the reaction side."""


@dataclass
class Attack:
    """The magic attack in progress (HV-27)."""

    caster: str
    sources: list[str]
    """Spells and enhancements cast, by id."""
    cells: list[Cell] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    covers: list[tuple[str, str]] = field(default_factory=list)
    """(covered, coverer)."""
    used: list[str] = field(default_factory=list)
    """Who has used up her reaction: reacted, let it be, or was covered."""
    reactions: list[Reaction] = field(default_factory=list)
    is_dealt: bool = False
    """Its damage has been dealt."""
    dejected: list[str] = field(default_factory=list)
    """Who was dejected when it began: it counts for those that are its targets when it is over (HV-51)."""
    fallen: list[str] = field(default_factory=list)
    """Who fell in it: what she has not resolved is dropped, even if she comes back (HV-45)."""

    def coverer_of(self, target: str) -> str:
        """Who takes the hit meant for `target`."""
        return next((coverer for covered, coverer in self.covers if covered == target), target)

    def hits(self) -> list[tuple[str, str]]:
        """(who is hit, who was meant), one a target (HV-32)."""
        return [(self.coverer_of(target), target) for target in self.targets]

    def receivers(self) -> list[str]:
        """Those who are targets after covering, each once."""
        return list(dict.fromkeys(hit for hit, _meant in self.hits()))

    def forget(self, who: str, status: str) -> None:
        """That status was given to her in this attack, which counts for no dejection that it gives (HV-51)."""
        if status == StatusKey.DEJECTION:
            self.dejected = [name for name in self.dejected if name != who]

    def reaction_of(self, who: str) -> Reaction:
        """Her reaction in this attack, begun if it was not."""
        found = next((reaction for reaction in self.reactions if reaction.who == who), None)
        if found is None:
            found = Reaction(who)
            self.reactions.append(found)
        return found


@dataclass
class Library:
    """The pinned content: stored once a fight, not with every state."""

    spells: dict[str, Spell] = field(default_factory=dict)
    skills: dict[str, Skill] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    grands: dict[str, Grand] = field(default_factory=dict)
    traps: dict[str, Trap] = field(default_factory=dict)
    objects: dict[str, SpecialObject] = field(default_factory=dict)
    statuses: dict[str, HomeStatus] = field(default_factory=dict)
    creatures: dict[str, Creature] = field(default_factory=dict)
    """Those that may yet arrive by a ruling."""

    def magic(self, id: str) -> Magic:
        """A spell, or a spell's enhancement: `<spell>+<enhancement>`."""
        spell, _, enhancement = id.partition("+")
        if not enhancement:
            return self.spells[spell]
        return next(each for each in self.spells[spell].enhancements if each.id == enhancement)

    def level_of(self, id: str) -> int:
        """The spell's level; an enhancement has its spell's."""
        return self.spells[id.partition("+")[0]].level

    def deed(self, source: str) -> Skill | Item | Grand:
        """A skill (`skill:<id>`), an item (`item:<id>`) or a grand magic (`grand:<id>`)."""
        kind, _, id = source.partition(":")
        match kind:
            case "skill":
                return self.skills[id]
            case "item":
                return self.items[id]
        return self.grands[id]

    def entry(self, source: str) -> Magic | Skill | Item | Grand | Trap | SpecialObject:
        """Whatever has effects: a deed, `trap:<id>`, `object:<id>`, or magic by its plain id."""
        kind, _, id = source.rpartition(":")
        match kind:
            case "":
                return self.magic(id)
            case "trap":
                return self.traps[id]
            case "object":
                return self.objects[id]
        return self.deed(source)

    def effects_of(self, source: str) -> tuple[Effect, ...]:
        """The effects of whatever `source` names."""
        return self.entry(source).effects

    def title_of(self, source: str) -> Text:
        """Its name, to be said."""
        return Text("harvest.name", {"name": self.entry(source).title})

    def status_kind(self, key: str) -> StatusKind:
        """What a status does: the rulebook's, or the pack's own."""
        if key in STATUSES:
            return STATUSES[key]
        own = self.statuses[key]
        return StatusKind("HV-64", own.lifted_by, is_good=own.is_good, per_level=own.per_level)

    def rounds_of(self, key: str, level: int, rounds: int) -> int:
        """How many rounds a status lasts: some as many as levels (HV-60, HV-61, HV-63), the others as it is given."""
        return max(0, level) if self.status_kind(key).lifted_by is LiftedBy.ROUNDS else rounds

    def status_keys(self) -> list[str]:
        """Every status there is in this fight."""
        return [*STATUSES, *self.statuses]

    def status_named(self, key: str) -> Text:
        """A status' name."""
        own = self.statuses.get(key)
        return Text("harvest.name", {"name": own.title}) if own else StatusKey(key).named

    def trap_named(self, id: str) -> Text:
        """A trap's name."""
        return self.title_of(f"trap:{id}")

    def object_named(self, id: str) -> Text:
        """A special object's name."""
        return self.title_of(f"object:{id}")


@dataclass
class Battle(Party[Combatant], BattleBase):
    """The whole fight."""

    RULES = HOUSE_RULES

    combatants: list[Combatant] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    """The special objects that stand."""
    ruins: list[Thing] = field(default_factory=list)
    """Those destroyed just now, whose last effects are still to come (HV-82)."""
    terrain: dict[str, Ground] = field(default_factory=dict)
    """By the cell's label; a cell holds one."""
    traps: list[LaidTrap] = field(default_factory=list)
    round: int = 0
    acted: list[str] = field(default_factory=list)
    """Who has acted this round, in order."""
    acting: str = ""
    acting_ss: int = 0
    """The SS the acting character was chosen at."""
    stage: str = ""
    """The timing play is in, for the view: movement, preparation, activation, ..."""
    is_round_over: bool = False
    """The round's end phase has been played."""
    attack: Attack | None = None
    summary: list[Text] = field(default_factory=list)
    is_cleared: bool = False
    library: Annotated[Library, Field(exclude=True)] = field(default_factory=Library)

    def figures(self) -> Iterator[Figure]:
        """Everybody and everything, on the battlefield or beside it."""
        yield from self.combatants
        yield from self.things

    def find(self, name: str) -> Figure | None:
        """The character or special object of that name, if it is in the fight."""
        return next((each for each in self.figures() if each.name == name), None)

    def figure(self, name: str) -> Figure:
        """The same, which must be there. KeyError when it is not."""
        found = self.find(name)
        if found is None:
            raise KeyError(name)
        return found

    def standing_ones(self, camp: Camp | None = None) -> Iterator[Combatant]:
        """Who is on the battlefield, of one camp or of both."""
        return (c for c in self.combatants if c.cell is not None and not c.is_out and camp in (None, c.camp))

    def at(self, cell: Cell) -> Figure | None:
        """The object on a cell (HV-03: one at most)."""
        return next((each for each in self.figures() if cell in each.cells), None)

    def ground_at(self, cell: Cell) -> Ground | None:
        """The terrain of a cell."""
        return self.terrain.get(cell.label)

    def stands(self, name: str) -> bool:
        """Whether that character or special object is in the fight and not incapacitated."""
        found = self.find(name)
        return found is not None and not found.is_out

    def seats_of(self, camp: Camp) -> list[Seat]:
        """The seats that play that camp, each once."""
        return list(dict.fromkeys(each.seat for each in self.combatants if each.camp is camp))


STORED = Stored(Battle, Library)

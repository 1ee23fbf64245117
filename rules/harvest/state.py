"""A Harvest battle as one plain tree, and the words to look things up in it. Nothing here changes it but by name."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from rules.engine.errors import Lapsed
from rules.engine.flow import GM, Seat
from rules.engine.grid import Cell
from rules.engine.state import BattleBase
from rules.engine.text import Param, Text
from rules.harvest.battlefield import Camp
from rules.harvest.effects import Effect
from rules.harvest.entries import Creature, Magic, Skill, Spell
from rules.harvest.terms import Gift, Mana, Stat, StatusKey

SCHEMA = 1


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

    key: StatusKey
    level: int
    until: Until = Until()
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


@dataclass
class Combatant:
    """A character on one side. Its numbers were copied from catalyst and sheet when the fight was made."""

    name: str
    title: Param
    camp: Camp
    seat: Seat
    attack: int
    defence: int
    max_hp: int
    max_tp: int
    ss: int
    movement: int
    action_magic: int
    reaction_magic: int
    attributes: list[Mana]
    spells: list[str]
    skills: list[str]
    hp: int
    tp: int
    cell: Cell | None = None
    statuses: list[Status] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    gifts: list[ManaGift] = field(default_factory=list)
    portrait: str = ""
    notes: str = ""
    kind: str = ""
    """The creature's id; empty for a player character."""

    @property
    def is_player(self) -> bool:
        """Whether it is a player character (HV-11: before NPCs)."""
        return self.seat != GM

    @property
    def is_out(self) -> bool:
        """Incapacitated (HV-45)."""
        return self.hp <= 0

    def status(self, key: StatusKey) -> Status | None:
        """The status of that key, if it has it."""
        return next((status for status in self.statuses if status.key == key), None)


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

    def coverer_of(self, target: str) -> str:
        """Who takes the hit meant for `target`."""
        return next((coverer for covered, coverer in self.covers if covered == target), target)

    def hits(self) -> list[tuple[str, str]]:
        """(who is hit, who was meant), one a target (HV-32)."""
        return [(self.coverer_of(target), target) for target in self.targets]

    def receivers(self) -> list[str]:
        """Those who are targets after covering, each once."""
        return list(dict.fromkeys(hit for hit, _meant in self.hits()))

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

    def effects_of(self, source: str) -> tuple[Effect, ...]:
        """The effects of a spell, an enhancement or (`skill:<id>`) a skill."""
        kind, _, skill = source.rpartition(":")
        return self.skills[skill].effects if kind else self.magic(source).effects

    def title_of(self, source: str) -> Text:
        """Its name, to be said."""
        kind, _, skill = source.rpartition(":")
        return Text("harvest.name", {"name": (self.skills[skill] if kind else self.magic(source)).title})


@dataclass
class Battle(BattleBase):
    """The whole fight."""

    combatants: list[Combatant] = field(default_factory=list)
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

    def __getitem__(self, name: str) -> Combatant:
        """The combatant of that name. KeyError when there is none."""
        for combatant in self.combatants:
            if combatant.name == name:
                return combatant
        raise KeyError(name)

    def standing_ones(self, camp: Camp | None = None) -> Iterator[Combatant]:
        """Who is on the battlefield, of one camp or of both."""
        return (c for c in self.combatants if c.cell is not None and not c.is_out and camp in (None, c.camp))

    def at(self, cell: Cell) -> Combatant | None:
        """The object on a cell (HV-03: one at most)."""
        return next((c for c in self.combatants if c.cell == cell), None)

    def has(self, name: str) -> bool:
        """Whether that combatant is in the fight at all."""
        return any(c.name == name for c in self.combatants)

    def stands(self, name: str) -> bool:
        """Whether that combatant is in the fight and not incapacitated."""
        return any(c.name == name and not c.is_out for c in self.combatants)

    def able(self, name: str) -> Combatant:
        """The combatant, who can act. Lapsed when she is out or gone: her open question has no asker."""
        found = next((c for c in self.combatants if c.name == name), None)
        if found is None or found.is_out or found.cell is None:
            raise Lapsed()
        return found

    def on(self, key: str) -> bool | str | int:
        """A house rule's value."""
        return self.house_rules[key]


STATE = TypeAdapter(Battle)
PINS = TypeAdapter(Library)


def dump(battle: Battle) -> dict[str, Any]:
    """The state as JSON, without content and events."""
    plain: dict[str, Any] = STATE.dump_python(battle, mode="json")
    return plain


def load(state: Any, pins: Any) -> Battle:
    """The battle of a stored state and its pinned content."""
    battle = STATE.validate_python(state)
    battle.library = PINS.validate_python(pins)
    return battle

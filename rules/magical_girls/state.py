"""A Magical Girls battle as one plain tree, and the words to look things up in it. Nothing here changes it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from rules.engine.flow import GM, Seat
from rules.engine.grid import Cell, Grid
from rules.engine.state import BattleBase, Party, Stored
from rules.engine.text import Param, Text
from rules.magical_girls.effects import On, Until
from rules.magical_girls.entries import Ability, Enemy, Innate, Skill, Thing, Weapon
from rules.magical_girls.house_rules import HOUSE_RULES
from rules.magical_girls.terms import Attribute, Cover, Form, Level, Side, Stance, Wound

SCHEMA = 1
UNARMED = "unarmed"
EVERYWHERE = 99
"""A reach without end, in cells."""


@dataclass(frozen=True)
class Modifier:
    """A change for a while: `dice` on checks, `extra` damage, `guard` against damage."""

    what: str
    amount: int
    source: Param
    until: Until
    on: On = "any"


@dataclass(frozen=True)
class Prepared:
    """An action that waits for its trigger (MG-32)."""

    action: str
    """The id of what could be chosen in a turn."""
    trigger: str
    """In words."""
    words: str = ""
    """What she will do, where the action is not a listed one."""
    is_called: bool = False
    """Its moment has come: until it is paid for she may still give it up."""


@dataclass(frozen=True)
class Check:
    """A check as it fell (MG-01)."""

    who: str
    what: str
    value: int
    roll: int
    level: Level


@dataclass(kw_only=True)
class Combatant:
    """A girl or an enemy. Its numbers were copied from the sheet when the fight was made."""

    name: str
    title: Param
    side: Side
    seat: Seat
    cell: Cell
    attributes: dict[Attribute, int]
    max_hp: int
    hp: int
    max_mp: int = 0
    mp: int = 0
    dp: int = 0
    skills: dict[str, int] = field(default_factory=dict)
    weapons: list[str] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    innate: list[str] = field(default_factory=list)
    load: int = 0
    wound: Wound = Wound.NONE
    is_hidden: bool = False
    stance: Stance | None = None
    prepared: Prepared | None = None
    has_reacted: bool = False
    """No further emergency reaction until the own next turn starts (MG-44)."""
    skips_recovery: bool = False
    """The next round's +4 stays away (MG-44)."""
    next_dice: int = 0
    """Bonus or penalty dice that the keeper gave for the next check (MG-02)."""
    mp_spent: int = 0
    """On abilities in this round (MG-24)."""
    hp_before: int = 0
    """HP when the fight started (MG-05)."""
    modifiers: list[Modifier] = field(default_factory=list)
    wing: str = ""
    """Who shares an initiative check (MG-11)."""
    portrait: str = ""
    notes: str = ""
    kind: str = ""
    """The enemy's id; empty for a player character."""

    @property
    def is_player(self) -> bool:
        """Whether it is a player character."""
        return self.seat != GM

    @property
    def is_down(self) -> bool:
        """At HP 0 (MG-18)."""
        return self.hp <= 0

    @property
    def is_out(self) -> bool:
        """Dying: HP 0 and MP 0; who has no MP is out at HP 0 (MG-54)."""
        return self.hp <= 0 and self.mp <= 0


@dataclass
class Attack:
    """An attack in progress; others may be nested in it."""

    attacker: str
    source: str
    """`unarmed`, `weapon:<id>`, `ability:<id>`, `throw:<id>` of a weapon or `thing:<id>`."""
    shares: list[list[str]] = field(default_factory=list)
    """One for each at whom it is aimed: she, then who has taken it upon herself, the last of whom bears it (MG-45)."""
    is_area: bool = False
    is_last: bool = False
    """Made with the last MP at HP 0: it comes home though its maker is dying by then (MG-54)."""
    reach: int = EVERYWHERE
    """Cells; who is farther away when it comes home is not hit (MG-44)."""
    middle: str = ""
    """The cell in the middle of an area, from which its reach counts; else it counts from the attacker."""
    check: Check | None = None
    asked: str = ""
    """Who is choosing her passive action now."""
    answered: list[str] = field(default_factory=list)
    """Who has been asked for it (MG-40: one per attack)."""
    avoided: list[str] = field(default_factory=list)
    """Targets that it does not hit, or whose counter was won."""
    blocked: dict[str, int] = field(default_factory=dict)
    """What a block takes off (MG-41)."""

    @property
    def targets(self) -> list[str]:
        """Those who bear it, protectors in the place of those whom they protect."""
        return list(dict.fromkeys(share[-1] for share in self.shares))

    def borne_by(self, name: str) -> list[list[str]]:
        """The shares that she bears."""
        return [share for share in self.shares if share[-1] == name]

    def is_protector(self, name: str) -> bool:
        """Whether she bears it in somebody's place: of an area attack 1.5 shares in all (MG-45)."""
        return any(len(share) > 1 for share in self.borne_by(name))

    def awaits(self, name: str) -> bool:
        """Whether she is a target who has not answered yet: who is being asked has not."""
        return name in self.targets and (name == self.asked or name not in self.answered)

    def hand_over(self, whom: str, by: str) -> None:
        """`by` bears it from now on; who takes the place of one who is being asked is asked instead."""
        for share in self.borne_by(whom):
            share.append(by)
        if self.asked == whom:
            self.asked = by
            self.answered = [each for each in self.answered if each not in (whom, by)] + [by]


@dataclass(frozen=True)
class Lies:
    """A weapon or thing that lies in a cell."""

    id: str
    """`weapon:<id>` or `thing:<id>`."""
    cell: Cell


@dataclass
class Library:
    """The pinned content: stored once a fight, not with every state."""

    skills: dict[str, Skill] = field(default_factory=dict)
    weapons: dict[str, Weapon] = field(default_factory=dict)
    abilities: dict[str, Ability] = field(default_factory=dict)
    innates: dict[str, Innate] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    enemies: dict[str, Enemy] = field(default_factory=dict)
    """Those that may yet arrive by a ruling."""

    def title_of(self, source: str) -> Text:
        """The name of `weapon:<id>`, `ability:<id>`, `thing:<id>`, `throw:<id>` or `unarmed`, to be said."""
        kind, _, id = source.partition(":")
        if kind == UNARMED:
            return Text("magical_girls.unarmed")
        shelf: Any = {
            "weapon": self.weapons,
            "throw": self.weapons,
            "ability": self.abilities,
            "thing": self.things,
        }[kind]
        return Text("magical_girls.name", {"name": shelf[id].title})


@dataclass
class Battle(Party[Combatant], BattleBase):
    """The whole fight."""

    RULES = HOUSE_RULES

    form: Form = Form.FIGHT
    combatants: list[Combatant] = field(default_factory=list)
    cols: int = 12
    rows: int = 10
    cover: dict[str, Cover] = field(default_factory=dict)
    """By the label of the cell (MG-27)."""
    danger: list[str] = field(default_factory=list)
    """Cells of dangerous ground (MG-26)."""
    things: list[Lies] = field(default_factory=list)
    flying: list[Lies] = field(default_factory=list)
    """Weapons and things that are thrown, the innermost last, with the cell where they fall if all is cut short."""
    round: int = 0
    step: str = ""
    """How far the fight has come: `form`, `surprise`, `placement`, `initiative`, `round`, `turns`."""
    order: list[str] = field(default_factory=list)
    """The order of initiative; it stays for the whole fight (MG-11)."""
    acted: list[str] = field(default_factory=list)
    acting: str = ""
    stage: str = ""
    """What play is at, for the view."""
    moved: int = 0
    """Half metres gone in this turn (MG-25)."""
    pace: int = 0
    """Half metres for each DP when she last moved in this turn (MG-25)."""
    moved_dp: int = 0
    """DP paid for them: all movement of a turn is one action (MG-25)."""
    interactions: int = 0
    """With objects in this turn: the first is free (MG-16)."""
    deeds: int = 0
    """Actions of this turn, for enemies without DP (MG-14)."""
    emergencies: list[str] = field(default_factory=list)
    """Who is in an emergency reaction, the innermost last (MG-44)."""
    attacks: list[Attack] = field(default_factory=list)
    """The attacks in progress, the innermost last."""
    goes_on: int = 0
    """The round in which the keeper last let it go on though a side is beaten (MG-18)."""
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
        """Who is not out, of one side or of both."""
        return (each for each in self.combatants if not each.is_out and side in (None, each.side))

    def at(self, cell: Cell) -> list[Combatant]:
        """Everybody in a cell; several may share one (MG-17)."""
        return [each for each in self.combatants if each.cell == cell]

    def stands(self, name: str) -> bool:
        """Whether that combatant is in the fight and not out."""
        found = self.find(name)
        return found is not None and not found.is_out

    @property
    def attack(self) -> Attack | None:
        """The innermost attack in progress."""
        return self.attacks[-1] if self.attacks else None


STORED = Stored(Battle, Library)

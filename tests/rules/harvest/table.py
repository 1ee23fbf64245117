"""A table for Harvest's tests: fighters put on cells by hand, dice that fall as told, answers in the order of play.

table = lay(ally("mina", "B4", attack=10), enemy("thorn", "B3", defence=4), magic=[spell("ember", attack=5)])
table.attacks("mina", "ember", cell="B3", targets=["thorn"])
assert table.lost("thorn") == 11

Giants, special objects, terrain and traps are laid the same way:

lay(ally("mina", "B5"), enemy("golem", "A1", size=(2, 2)), thing("jar", "B3"), ground("lava", "A4", "B4"), PIT)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.dice import Dice
from rules.engine.flow import GM, Seat
from rules.engine.grid import Direction, cell_at
from rules.engine.house_rules import Setting
from rules.harvest import SYSTEM
from rules.harvest.battlefield import FOUR, Area, Camp, Shape
from rules.harvest.entries import (
    Enhancement,
    Grand,
    HomeStatus,
    Item,
    Range,
    Skill,
    SpecialObject,
    Spell,
    Trap,
)
from rules.harvest.house_rules import HOUSE_RULES
from rules.harvest.library import starter
from rules.harvest.state import Battle, Combatant, Ground, LaidTrap, Library
from rules.harvest.state import Thing as Object
from rules.harvest.terms import Mana, TerrainKey, Timing
from tests.rules.scene import PASS as PASS
from tests.rules.scene import BaseTable
from tests.rules.scene import player as player

ALL = ["*"]
"""Knows everything there is in the test."""
LR = (Direction.LEFT, Direction.RIGHT)
FRONT = (Direction.FRONT,)

# ---------------------------------------------------------------- who fights


def ally(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A player's character in the lower camp; its seat has its name."""
    return _fighter(name, cell, Camp.ALLY, name, **numbers)


def enemy(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A creature of the GM's in the upper camp."""
    return _fighter(name, cell, Camp.ENEMY, GM, **numbers)


def npc_ally(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A character of the GM's in the lower camp."""
    return _fighter(name, cell, Camp.ALLY, GM, **numbers)


def rival(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A player's character in the upper camp."""
    return _fighter(name, cell, Camp.ENEMY, name, **numbers)


def _fighter(name: str, cell: str | None, camp: Camp, seat: Seat, **numbers: Any) -> Combatant:
    """Plain numbers where none are given; it knows all there is; every attribute is a main one.

    `cell` is a giant's upper left one, `size` its columns and rows; what it carries and its grand magic are named.
    """
    plain: dict[str, Any] = {"attack": 0, "defence": 0, "max_hp": 30, "max_tp": 10, "ss": 5, "movement": 2}
    plain |= {"action_magic": 1, "reaction_magic": 1, "attributes": list(Mana), "spells": ALL, "skills": ALL}
    plain |= numbers
    plain |= {"hp": numbers.get("hp", plain["max_hp"]), "tp": numbers.get("tp", plain["max_tp"])}
    plain["attributes"] = [Mana(each) for each in plain["attributes"]]
    place = cell_at(cell) if cell else None
    return Combatant(name=name, title=name.title(), camp=camp, seat=seat, cell=place, **plain)


# ---------------------------------------------------------------- what else lies there


@dataclass(frozen=True)
class Placed:
    """A special object or a trap, and where it is; without a cell it may yet come."""

    entry: SpecialObject | Trap
    cell: str | None
    camp: Camp = Camp.ENEMY
    """Whose trap it is."""
    giver: str = ""
    """Who laid the trap; "" for one that lay there before."""


Grounds = dict[str, Ground]
"""Terrain by cells."""


def thing(id: str, cell: str | None = None, *effects: dict[str, Any], **more: Any) -> Placed:
    """A special object of 10 HP; `cell` is its upper left one. In the fight its name is its id."""
    return Placed(_entry(SpecialObject, id, effects, **{"hp": 10} | more), cell)


def trap(
    id: str, cell: str | None = None, *effects: dict[str, Any], camp: Camp = Camp.ENEMY, giver: str = ""
) -> Placed:
    """A trap of the enemies', or of `camp`."""
    return Placed(_entry(Trap, id, effects), cell, camp, giver)


def ground(terrain: str, *cells: str, level: int = 1) -> Grounds:
    """Terrain on these cells, to the battle's end."""
    return {cell: Ground(TerrainKey(terrain), level) for cell in cells}


# ---------------------------------------------------------------- what they know


def spell(id: str, *effects: dict[str, Any], level: int = 2, cost: str = "fire", **more: Any) -> Spell:
    """A spell of an action phase; `cost` is mana after mana ("fire fire")."""
    return _magic(Spell, id, effects, cost, level=level, timing=more.pop("timing", Timing.ACTION), **more)


def reaction(id: str, *effects: dict[str, Any], level: int = 1, cost: str = "water", **more: Any) -> Spell:
    """A spell of a reaction phase."""
    return spell(id, *effects, level=level, cost=cost, timing=Timing.REACTION, **more)


def enhancement(id: str, *effects: dict[str, Any], cost: str = "light", **more: Any) -> Enhancement:
    """Something more for one spell."""
    return _magic(Enhancement, id, effects, cost, **more)


def _magic(model: Any, id: str, effects: Sequence[dict[str, Any]], cost: str, **more: Any) -> Any:
    return _entry(model, id, effects, cost=cost.split(), **more)


def skill(id: str, *effects: dict[str, Any], type: str = "A", tp: int = 1, **more: Any) -> Skill:
    """A skill."""
    return _entry(Skill, id, effects, type=type, tp=tp, **more)


def item(id: str, *effects: dict[str, Any], type: str = "A", **more: Any) -> Item:
    """An item; who carries it names it: `ally("mina", items=["tea"])`."""
    return _entry(Item, id, effects, type=type, **more)


def grand(id: str, *effects: dict[str, Any], type: str = "A", **more: Any) -> Grand:
    """Grand magic; who has it names it: `ally("mina", grand="dawn")`."""
    return _entry(Grand, id, effects, type=type, **more)


def home_status(id: str, **more: Any) -> HomeStatus:
    """A status of the pack's own: `home_status("haste", per_level={"ss": 1})`."""
    return HomeStatus.model_validate({"id": id, "name": {"en": id.title()}} | more)


def _entry(model: Any, id: str, effects: Sequence[dict[str, Any]], **more: Any) -> Any:
    return model.model_validate({"id": id, "name": {"en": id.title()}, "effects": effects} | more)


def line(n: int, *directions: Direction) -> Area:
    """`[front n]`: all n cells; without directions all four."""
    return Area(shape=Shape.LINE, n=n, directions=directions or FOUR)


def end(n: int, *directions: Direction) -> Area:
    """`[n front]`: only the n-th cell."""
    return Area(shape=Shape.END, n=n, directions=directions or FOUR)


def around(n: int) -> Area:
    """All directions n."""
    return Area(shape=Shape.AROUND, n=n)


def change(*areas: Area) -> Range:
    """The spell changes the range."""
    return Range(mode="change", areas=areas)


def add(*areas: Area) -> Range:
    """The spell adds to the range."""
    return Range(mode="add", areas=areas)


def fix(*areas: Area) -> Range:
    """The spell fixes the range."""
    return Range(mode="fix", areas=areas)


def afflict(status: str, level: int, to: str = "targets", rounds: int = 0) -> dict[str, Any]:
    """Give a status; 0 rounds: until lifted."""
    return {"kind": "afflict", "to": to, "status": status, "level": level, "rounds": rounds}


def effect(kind: str, to: str = "targets", **more: Any) -> dict[str, Any]:
    """Any other effect."""
    return {"kind": kind, "to": to} | more


def on_cells(kind: str, on: str = "targets", **more: Any) -> dict[str, Any]:
    """An effect on cells: terrain, a trap, a special object."""
    return {"kind": kind, "on": on} | more


# ---------------------------------------------------------------- the table


class Table(BaseTable):
    """One fight. Questions are named without `harvest.`; who answers is named by character, or "gm"."""

    system = SYSTEM

    def __init__(
        self,
        *laid: Combatant | Placed | Grounds,
        magic: Iterable[Spell] = (),
        skills: Iterable[Skill] = (),
        items: Iterable[Item] = (),
        grands: Iterable[Grand] = (),
        statuses: Iterable[HomeStatus] = (),
        dice: Dice | None = None,
        **house_rules: Setting,
    ) -> None:
        library = Library(
            spells=_by_id(magic),
            skills=_by_id(skills),
            items=_by_id(items),
            grands=_by_id(grands),
            statuses=_by_id(statuses),
            creatures=dict(starter().creatures),
        )
        settled = {rule.key: rule.default for rule in HOUSE_RULES.values()} | house_rules
        battle = Battle(house_rules=settled, library=library)
        for each in laid:
            _lay(battle, each)
        for fighter in battle.combatants:
            fighter.spells = list(library.spells) if fighter.spells == ALL else fighter.spells
            fighter.skills = list(library.skills) if fighter.skills == ALL else fighter.skills
        self.start(battle, dice)

    # ---- what is on the table

    @property
    def battle(self) -> Battle:
        """The state."""
        return self.session.battle

    def offers(self, seat: Seat | None = None) -> list[str]:
        """What may be chosen now: ids of options or prices."""
        shape: Any = self.question.choices[seat or self.asked[0]]
        return [each.id for each in (shape.prices if shape.kind == "pay" else shape.options)]

    def hp(self, name: str) -> int:
        """HP left; 0 for a special object that is gone."""
        found = self.battle.find(name)
        return found.hp if found else 0

    def lost(self, name: str) -> int:
        """HP lost."""
        return self.battle.figure(name).max_hp - self.hp(name)

    def at(self, name: str) -> str:
        """The cell somebody or something stands on, a giant's upper left one; empty beside the battlefield."""
        found = self.battle.find(name)
        return found.cell.label if found and found.cell else ""

    def ground(self, cell: str) -> tuple[str, int] | None:
        """The terrain of a cell and its level, None where there is none."""
        found = self.battle.terrain.get(cell)
        return (found.key.value, found.level) if found else None

    @property
    def traps(self) -> list[str]:
        """The traps that lie: `<trap>@<cell>`."""
        return [f"{each.kind}@{each.cell.label}" for each in self.battle.traps]

    def level(self, name: str, status: str) -> int | None:
        """The level of a status, None without it."""
        found = self.battle[name].status(status)
        return found.level if found else None

    # ---- answers

    # ---- whole timings

    def begins(self, who: str) -> "Table":
        """Start the action phase, passing every other question before it."""
        return self.skip_to("begin", who).answers(who, begin="act")

    def walks(self, who: str, *cells: str) -> "Table":
        """Start the action phase and move, passing every other question before it."""
        if not (self.asks == "move" and self.question.actor == who):
            self.begins(who).skip_to("move", who)
        return self.answers(who, move=list(cells))

    def casts(self, who: str, *magic: str) -> "Table":
        """Start the action phase, pass on to the challenge, roll just what these cost, pay for them."""
        if self.asks == "begin":
            self.answers(who, begin="act")
        self.skip_to("activate", who)
        self._mana_for(who, magic, self.battle[who].action_magic)
        return self.answers(who, activate="challenge", pay=list(magic))

    def reacts(self, who: str, *magic: str) -> "Table":
        """A challenge in the reaction phase that rolls just what these cost."""
        self._mana_for(who, magic, self.battle[who].reaction_magic)
        return self.answers(who, react="challenge", pay=list(magic))

    def _mana_for(self, who: str, magic: Sequence[str], count: int) -> None:
        cost = [mana for id in magic for mana in self.battle.library.magic(id).cost]
        faces = [list(Mana).index(mana) + 1 for mana in cost]
        assert len(faces) <= count, f"{who} has {count} dice for {faces}"
        self.rolls(*faces, *[faces[0]] * (count - len(faces)))

    def attacks(
        self, who: str, *magic: str, targets: Sequence[str], cell: str = "", range: str = ""
    ) -> "Table":
        """A whole magic attack up to its targets."""
        self.casts(who, *magic)
        if range:
            self.answers(who, range=range)
        if cell:
            self.answers(who, cell=cell)
        return self.answers(who, targets=list(targets))

    def nobody_reacts(self) -> "Table":
        """Every reaction is let be."""
        while self.asks in ("react", "reaction_order"):
            self.session.answer(self.asked[0], PASS, self.session.ticket)
            self.keep()
        return self


def _by_id(entries: Iterable[Any]) -> dict[str, Any]:
    return {each.id: each for each in entries}


def _lay(battle: Battle, laid: Combatant | Placed | Grounds) -> None:
    """Put it on the battlefield, its entry into the library."""
    if isinstance(laid, Combatant):
        battle.combatants.append(laid)
    elif isinstance(laid, dict):
        battle.terrain |= laid
    elif isinstance(laid.entry, SpecialObject):
        battle.library.objects[laid.entry.id] = laid.entry
        if laid.cell:
            battle.things.append(_object(laid.entry, laid.cell))
    else:
        battle.library.traps[laid.entry.id] = laid.entry
        if laid.cell:
            battle.traps.append(LaidTrap(laid.entry.id, cell_at(laid.cell), laid.camp, laid.giver))


def _object(entry: SpecialObject, cell: str) -> Object:
    numbers: dict[str, Any] = {
        "attack": entry.attack,
        "defence": entry.defence,
        "max_hp": entry.hp,
        "hp": entry.hp,
    }
    return Object(
        name=entry.id, title=entry.title, kind=entry.id, size=entry.size, cell=cell_at(cell), **numbers
    )

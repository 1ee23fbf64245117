"""What the keeper may rule beside the engine's rulings: changes of the table, through the verbs."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.errors import NotAllowed
from rules.engine.forms import About, Acted, Digits, Kinds, Points, rulings
from rules.engine.forms import Place as Label
from rules.engine.grid import Cell, cell_at
from rules.engine.log import Event
from rules.engine.text import Text
from rules.magical_girls.damage import Blow
from rules.magical_girls.hits import land, wounds
from rules.magical_girls.map import seats_that_see
from rules.magical_girls.numbers import cap, has_dp, start_dp
from rules.magical_girls.order import arrives, in_order
from rules.magical_girls.setup import enemy
from rules.magical_girls.state import STORED, Battle, Combatant
from rules.magical_girls.terms import Cover, Harm, Wound
from rules.magical_girls.verbs import gain_dp, set_wound, show, stand, tell, tell_if_out

BEFORE_DP = ("", "form")
"""Steps after which everybody's DP are given yet (MG-14)."""
Dice = Annotated[int, Digits, Field(strict=True, ge=-2, le=2)]


class Set(About):
    """A number: HP, MP or DP."""

    value: Points


class Move(About):
    """Into a cell."""

    cell: Label


class Injure(About):
    """A wound, or none."""

    wound: Wound


class Damage(About):
    """Damage of anything that happens, by its type (MG-50)."""

    value: Points
    harm: Harm


class NextDice(About):
    """Bonus or penalty dice on the next check (MG-02)."""

    dice: Dice


class Arms(About):
    """Whether she has a weapon (MG-20)."""

    weapon: str
    has: bool


class Place(About):
    """A place in the order, from 1 (MG-11)."""

    place: Annotated[int, Digits, Field(strict=True, ge=1, le=99)]


class Covered(BaseModel):
    """What one can hide behind in a cell (MG-27)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    cell: Label
    cover: Literal["half", "full", "none"]


class Ground(BaseModel):
    """Whether a cell is dangerous ground (MG-26)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    cell: Label
    danger: bool


class Arrive(BaseModel):
    """An enemy joins in a cell, for all to see or hidden (MG-27)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    enemy: str
    cell: Label
    hidden: bool = False


def combatant(battle: Battle, name: str) -> Combatant:
    """The one a ruling is about. NotAllowed when there is none."""
    found = battle.find(name)
    if found is None:
        raise NotAllowed("no_such_combatant", name=name[:40])
    return found


def place_on(battle: Battle, label: str) -> Cell:
    """The cell of a label. NotAllowed when the map has none of that name."""
    try:
        cell = cell_at(label)
    except ValueError as wrong:
        raise NotAllowed("no_such_square", cell=label[:8]) from wrong
    if cell not in battle.grid:
        raise NotAllowed("no_such_square", cell=label[:8])
    return cell


def set_hp(battle: Battle, ruling: Set) -> None:
    """HP, up to the most; at 0 she is lightly wounded, as by anything (MG-51)."""
    who = combatant(battle, ruling.name)
    _fits(ruling.value, who.max_hp)
    who.hp = ruling.value
    tell(battle, "set_hp", "", who, is_secret=True, value=who.hp)
    wounds(battle, who, Wound.NONE)
    tell_if_out(battle, who)


def set_mp(battle: Battle, ruling: Set) -> None:
    """MP, up to the most."""
    who = combatant(battle, ruling.name)
    _fits(ruling.value, who.max_mp)
    who.mp = ruling.value
    tell(battle, "set_mp", "", who, is_secret=True, value=who.mp)
    tell_if_out(battle, who)


def set_dp(battle: Battle, ruling: Set) -> None:
    """DP, up to the cap (MG-14)."""
    who = combatant(battle, ruling.name)
    _fits(ruling.value, cap(battle, who) if has_dp(battle, who) else 0)
    who.dp = ruling.value
    tell(battle, "set_dp", "", who, is_secret=True, value=who.dp)


def _fits(value: int, most: int) -> None:
    if value > most:
        raise NotAllowed("number_between", least=0, most=most)


def move(battle: Battle, ruling: Move) -> None:
    """Into any cell of the map."""
    stand(battle, combatant(battle, ruling.name), place_on(battle, ruling.cell), "moved_by_keeper", "")


def injure(battle: Battle, ruling: Injure) -> None:
    """A wound, heavier or lighter than now, or none."""
    who = combatant(battle, ruling.name)
    if who.wound is ruling.wound:
        raise NotAllowed("wounded_so", who=who.title, wound=ruling.wound.named)
    set_wound(battle, who, ruling.wound, "")


def damage(battle: Battle, ruling: Damage) -> None:
    """Damage that no attack made; it wounds as any other (MG-50, MG-51)."""
    who = combatant(battle, ruling.name)
    land(battle, who, Blow(ruling.value, (), ruling.harm), row="MG-50")


def next_dice(battle: Battle, ruling: NextDice) -> None:
    """Bonus dice above 0, penalty dice below, on the next check (MG-02)."""
    who = combatant(battle, ruling.name)
    who.next_dice = ruling.dice
    if not ruling.dice:
        tell(battle, "no_dice", "MG-02", who)
        return
    key = "bonus_dice" if ruling.dice > 0 else "penalty_dice"
    dice = Text(f"magical_girls.{key}", {"count": abs(ruling.dice)})
    tell(battle, "next_dice", "MG-02", who, dice=dice)


def arm(battle: Battle, ruling: Arms) -> None:
    """A weapon is hers, or no more: handed to her, broken, taken away; an enemy's is the keeper's to know (MG-20)."""
    who = combatant(battle, ruling.name)
    if ruling.weapon not in battle.library.weapons:
        raise NotAllowed("no_such_weapon", weapon=ruling.weapon[:40])
    is_hers, title = ruling.weapon in who.weapons, battle.library.title_of(f"weapon:{ruling.weapon}")
    if ruling.has is is_hers:
        raise NotAllowed("armed" if is_hers else "unarmed", who=who.title, weapon=title)
    if ruling.has:
        who.weapons.append(ruling.weapon)
    else:
        who.weapons.remove(ruling.weapon)
    seen_by = None if who.is_player else ()
    tell(battle, "armed" if ruling.has else "disarmed", "", who, seen_by=seen_by, weapon=title)


def let_react(battle: Battle, ruling: About) -> None:
    """She may react again before her own turn, and her next +4 comes (MG-44)."""
    who = combatant(battle, ruling.name)
    if not (who.has_reacted or who.skips_recovery):
        raise NotAllowed("not_reacted", who=who.title)
    who.has_reacted = who.skips_recovery = False
    tell(battle, "may_react", "MG-44", who)


def end_lasting(battle: Battle, ruling: About) -> None:
    """What lasts on her ends: changes of numbers, a stance, a prepared action (MG-24, MG-30 to MG-32)."""
    who = combatant(battle, ruling.name)
    if not (who.modifiers or who.stance or who.prepared):
        raise NotAllowed("nothing_lasts", who=who.title)
    who.modifiers, who.stance, who.prepared = [], None, None
    tell(battle, "ends_lasting", "", who)


def find(battle: Battle, ruling: About) -> None:
    """Somebody hidden is found (MG-27)."""
    who = combatant(battle, ruling.name)
    if not who.is_hidden:
        raise NotAllowed("not_hidden", who=who.title)
    show(battle, who)


def conceal(battle: Battle, ruling: About) -> None:
    """Somebody is out of sight: where, only those read who may know (MG-27)."""
    who = combatant(battle, ruling.name)
    if who.is_hidden:
        raise NotAllowed("hidden", who=who.title)
    who.is_hidden = True
    tell(battle, "hides", "MG-27", who, cells=(who.cell,), is_secret=True, cell=who.cell.label, dp=0)


def set_acted(battle: Battle, ruling: Acted) -> None:
    """Whether somebody counts as having acted this round; not for the one whose turn it is."""
    who = combatant(battle, ruling.name)
    if who.name == battle.acting:
        raise NotAllowed("has_the_turn", who=who.title)
    battle.acted = [name for name in battle.acted if name != who.name] + ([who.name] if ruling.acted else [])
    tell(battle, "set_acted" if ruling.acted else "set_not_acted", "", who)


def set_place(battle: Battle, ruling: Place) -> None:
    """Something special changes the order (MG-11)."""
    who = combatant(battle, ruling.name)
    if who.name not in battle.order:
        raise NotAllowed("no_order_yet")
    battle.order.remove(who.name)
    battle.order.insert(_index(battle, who, ruling.place), who.name)
    tell(battle, "new_place", "MG-11", who)


def _index(battle: Battle, who: Combatant, place: int) -> int:
    """Where she comes into the order to be shown in that place, among the unhurt or the wounded as she is (MG-13)."""
    shown = in_order(battle)
    alike = [each.name for each in shown if (each.wound is Wound.NONE) == (who.wound is Wound.NONE)]
    ahead = place - 1 if who.wound is Wound.NONE else place - 1 - (len(shown) - len(alike))
    after = alike[max(0, ahead) :]
    return battle.order.index(after[0]) if after else len(battle.order)


def set_cover(battle: Battle, ruling: Covered) -> None:
    """Cover comes or goes (MG-27)."""
    label = place_on(battle, ruling.cell).label
    battle.cover.pop(label, None)
    if ruling.cover != "none":
        battle.cover[label] = Cover(ruling.cover)
    tell(
        battle,
        "cover",
        "MG-27",
        cells=(cell_at(label),),
        cell=label,
        cover=Text(f"magical_girls.cover.{ruling.cover}"),
    )


def set_ground(battle: Battle, ruling: Ground) -> None:
    """Ground becomes dangerous, or safe (MG-26)."""
    label = place_on(battle, ruling.cell).label
    battle.danger = [each for each in battle.danger if each != label] + ([label] if ruling.danger else [])
    tell(battle, "danger" if ruling.danger else "no_danger", "MG-26", cells=(cell_at(label),), cell=label)


def set_load(battle: Battle, ruling: Set) -> None:
    """What somebody carries beside weapons (MG-26)."""
    who = combatant(battle, ruling.name)
    who.load = ruling.value
    tell(battle, "set_load", "MG-26", who, is_secret=True, value=who.load)


def add(battle: Battle, ruling: Arrive) -> None:
    """A pinned enemy joins, last in the order, with the DP that a fight starts with (MG-14)."""
    kind = battle.library.enemies.get(ruling.enemy)
    if kind is None:
        raise NotAllowed("no_such_enemy", enemy=ruling.enemy[:40])
    cell = place_on(battle, ruling.cell)
    numbers = (each.name.removeprefix(f"{kind.id}-") for each in battle.combatants)
    taken = [int(number) for number in numbers if number.isdigit()]
    newcomer = enemy(kind, max(taken, default=0) + 1, cell)
    newcomer.is_hidden = ruling.hidden
    battle.combatants.append(newcomer)
    if battle.order:
        arrives(battle, newcomer)
    if battle.step not in BEFORE_DP:
        gain_dp(battle, newcomer, start_dp(battle, newcomer))
    tell(battle, "arrives", "", newcomer, cells=(cell,), cell=cell.label)


def remove(battle: Battle, ruling: About) -> None:
    """Somebody leaves the fight altogether."""
    who = combatant(battle, ruling.name)
    if len(battle.combatants) < 2:
        raise NotAllowed("last_one", who=who.title)
    seen_by = seats_that_see(battle, who)
    battle.combatants.remove(who)
    battle.order = [name for name in battle.order if name != who.name]
    battle.acted = [name for name in battle.acted if name != who.name]
    for each in battle.attacks:
        each.shares = [share for share in each.shares if share[-1] != who.name]
    battle.record(Event("magical_girls.log.leaves", {"who": who.title}, seen_by=seen_by))


KINDS: Kinds = {
    "set_hp": (Set, set_hp),
    "set_mp": (Set, set_mp),
    "set_dp": (Set, set_dp),
    "set_load": (Set, set_load),
    "move": (Move, move),
    "wound": (Injure, injure),
    "damage": (Damage, damage),
    "dice": (NextDice, next_dice),
    "arm": (Arms, arm),
    "let_react": (About, let_react),
    "end_lasting": (About, end_lasting),
    "find": (About, find),
    "hide": (About, conceal),
    "set_acted": (Acted, set_acted),
    "set_place": (Place, set_place),
    "cover": (Covered, set_cover),
    "danger": (Ground, set_ground),
    "add": (Arrive, add),
    "remove": (About, remove),
}


def named(field: str) -> Text:
    return Text(f"magical_girls.field.{field}")


CHOICES = {Wound: [each.named for each in Wound], Harm: [each.named for each in Harm]}
RULINGS = rulings(KINDS, CHOICES, named, STORED.dump, happenings=("damage",))

"""What the GM may rule beside the engine's rulings: changes of the table, through the verbs."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.errors import NotAllowed
from rules.engine.forms import About, Acted, Choices, Digits, Kinds, Place, Points, misfit, one_of, rulings
from rules.engine.grid import cell_at
from rules.engine.log import Event
from rules.engine.text import Text
from rules.kamigakari.falling import drop, is_knocked_from_flight, special_damage
from rules.kamigakari.falling import fall as fall_from
from rules.kamigakari.numbers import MOST_SPIRITS
from rules.kamigakari.setup import monster
from rules.kamigakari.state import STORED, Battle, Combatant, Spirit, Status
from rules.kamigakari.terms import StatusKey, Timing
from rules.kamigakari.verbs import give, stand_up, take_by_ruling, tell, topple

Level = Annotated[int, Digits, Field(strict=True, ge=1, le=20)]
Strength = Annotated[int, Digits, Field(strict=True, ge=0, le=20)]
Felt = Annotated[int, Digits, Field(strict=True, ge=1, le=999)]
"""An amount that does something."""
Crest = Annotated[int, Digits, Field(strict=True, ge=-22, le=22)]
"""During a fight it may go below 0 (KG-37)."""
Face = Annotated[int, Digits, Field(strict=True, ge=1, le=6)]
TIMINGS = (Timing.START, Timing.PREPARATION, Timing.ATTACK, Timing.SPECIAL, Timing.END)
"""Those that everybody has once a round (KG-33)."""


class Set(About):
    """Life to a number."""

    value: Points


class Move(About):
    """Onto a free square; somebody who is down comes back with 1 life."""

    cell: Place


class Give(About):
    """A status: poison's n, and what an endurance check against it must reach (KG-36)."""

    status: StatusKey
    level: Level = 1
    strength: Strength = 0


class Take(About):
    """A status away."""

    status: StatusKey


class Fall(About):
    """A fall from a height in metres, with the result of an acrobatics check (KG-27)."""

    metres: Felt
    acrobatics: Points = 0


class Harm(About):
    """Special damage of an event in the scenario (KG-27)."""

    value: Felt


class Spare(About):
    """What the GM takes off the damage of the attack in progress (KG-26, step 3)."""

    value: Points


class SetCrest(About):
    """The spirit crest to a number (KG-37)."""

    crest: Crest


class SetDie(About):
    """One die of the spirit pool, counted from the left: its face, and whether it is spent (KG-04)."""

    die: Annotated[int, Digits, Field(strict=True, ge=1, le=MOST_SPIRITS)]
    face: Face
    spent: bool


class SetTiming(About):
    """Whether a timing of this round counts as spent (KG-33)."""

    timing: Timing
    spent: bool


class Declare(BaseModel):
    """Whether the fight ends with this round."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ends: bool


class Arrive(BaseModel):
    """A monster joins; it is placed next."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    monster: str


def combatant(battle: Battle, name: str) -> Combatant:
    """The one a ruling is about. NotAllowed when there is none."""
    found = battle.find(name)
    if found is None:
        raise NotAllowed("no_such_combatant", name=name[:40])
    return found


def _standing(battle: Battle, name: str) -> Combatant:
    who = combatant(battle, name)
    if who.is_out:
        raise NotAllowed("fallen", who=who.title)
    return who


def _on_the_map(battle: Battle, name: str) -> Combatant:
    who = _standing(battle, name)
    if who.cell is None:
        raise NotAllowed("not_placed", who=who.title)
    return who


def set_life(battle: Battle, ruling: Set) -> None:
    """Life; 0 is down. Who is down stays down: put her on a square to bring her back."""
    who = _on_the_map(battle, ruling.name) if ruling.value == 0 else _standing(battle, ruling.name)
    if ruling.value > who.max_life:
        raise NotAllowed("number_between", least=0, most=who.max_life)
    who.life = ruling.value
    tell(battle, "set_life", "", who, is_secret=True, value=who.life)
    topple(battle)


def move(battle: Battle, ruling: Move) -> None:
    """Onto a free square (KG-30); a fallen one comes back with 1 life."""
    who = combatant(battle, ruling.name)
    try:
        cell = cell_at(ruling.cell)
    except ValueError as wrong:
        raise NotAllowed("no_such_square", cell=ruling.cell[:8]) from wrong
    if cell not in battle.grid:
        raise NotAllowed("no_such_square", cell=ruling.cell[:8])
    if battle.at(cell):
        raise NotAllowed("square_taken", cell=ruling.cell)
    if who.is_out:
        stand_up(battle, who, 1, cell)
    who.cell = cell
    tell(battle, "moved_by_gm", "", who, cells=(cell,), cell=cell.label)


def give_status(battle: Battle, ruling: Give) -> None:
    """A status, over the same one from before; whoever flies falls when knocked prone (KG-36).

    Poison alone has a level and a strength. That a monster is immune is said to the GM alone.
    """
    who = _standing(battle, ruling.name)
    if ruling.status in who.immune:
        raise NotAllowed("immune", who=who.title, status=ruling.status.named)
    if ruling.status is StatusKey.PRONE and who.cell and is_knocked_from_flight(who):
        tell(battle, "given_by_gm", "KG-36", who, status=ruling.status.named, level=0)
        drop(battle, who, 0)
    else:
        numbers = (ruling.level, ruling.strength) if ruling.status is StatusKey.POISON else ()
        give(battle, who, Status(ruling.status, *numbers), by_gm=True)


def take_status(battle: Battle, ruling: Take) -> None:
    """A status away."""
    who = combatant(battle, ruling.name)
    if who.status(ruling.status) is None:
        raise NotAllowed("no_such_status", who=who.title, status=ruling.status.named)
    take_by_ruling(battle, who, ruling.status)


def fall(battle: Battle, ruling: Fall) -> None:
    """A fall from a height: damage, and prone where any is left (KG-27)."""
    fall_from(battle, _on_the_map(battle, ruling.name), ruling.metres, ruling.acrobatics)


def harm(battle: Battle, ruling: Harm) -> None:
    """Damage of an event in the scenario: physical, armour applies (KG-27)."""
    special_damage(battle, _on_the_map(battle, ruling.name), ruling.value)


def spare(battle: Battle, ruling: Spare) -> None:
    """Off the damage to somebody in the attack in progress (KG-26)."""
    who = _standing(battle, ruling.name)
    if battle.attack is None or who.name not in battle.attack.targets:
        raise NotAllowed("no_target", who=who.title)
    if not ruling.value and who.name not in battle.attack.ruled:
        raise misfit(named("value"), Text("error.number_between", {"least": 1, "most": 999}))
    battle.attack.ruled[who.name] = ruling.value
    tell(battle, "spares", "KG-26", who, value=ruling.value)


def set_crest(battle: Battle, ruling: SetCrest) -> None:
    """A character's spirit crest (KG-37)."""
    who = combatant(battle, ruling.name)
    if not who.is_player:
        raise NotAllowed("no_crest", who=who.title)
    who.crest = ruling.crest
    tell(battle, "set_crest", "", who, value=who.crest)


def set_die(battle: Battle, ruling: SetDie) -> None:
    """A die of somebody's spirit pool (KG-04)."""
    who = combatant(battle, ruling.name)
    if not who.spirits:
        raise NotAllowed("no_spirit_dice", who=who.title)
    if ruling.die > len(who.spirits):
        raise misfit(named("die"), Text("error.number_between", {"least": 1, "most": len(who.spirits)}))
    who.spirits[ruling.die - 1] = Spirit(ruling.face, ruling.spent)
    told = "set_die_spent" if ruling.spent else "set_die"
    tell(battle, told, "", who, is_secret=True, die=ruling.die, face=ruling.face)


def set_timing(battle: Battle, ruling: SetTiming) -> None:
    """A timing given back, or taken for this round; with the special timing its engagements (KG-30, KG-33)."""
    who, timing = combatant(battle, ruling.name), ruling.timing
    if timing not in TIMINGS:
        raise misfit(named("timing"), one_of([each.named for each in TIMINGS]))
    if ruling.spent == (timing in who.spent):
        raise NotAllowed(
            "timing_spent" if ruling.spent else "timing_left", who=who.title, timing=timing.named
        )
    who.spent = [each for each in who.spent if each is not timing] + ([timing] if ruling.spent else [])
    if timing is Timing.SPECIAL:
        who.engagements_left = who.size
    tell(battle, "timing_spent" if ruling.spent else "timing_back", "", who, timing=timing.named)


def set_acted(battle: Battle, ruling: Acted) -> None:
    """Whether somebody counts as having acted this round; not for the one whose turn it is."""
    who = combatant(battle, ruling.name)
    if who.name == battle.acting:
        raise NotAllowed("has_the_turn", who=who.title)
    if ruling.acted == (who.name in battle.acted):
        raise NotAllowed("acted_already" if ruling.acted else "not_acted_yet", who=who.title)
    battle.acted = [name for name in battle.acted if name != who.name] + ([who.name] if ruling.acted else [])
    tell(battle, "set_acted" if ruling.acted else "set_not_acted", "", who)


def declare(battle: Battle, ruling: Declare) -> None:
    """The fight ends with this round, or goes on after all (KG-38)."""
    if battle.result:
        raise NotAllowed("over")
    battle.is_ending = ruling.ends
    tell(battle, "ends_with_round" if ruling.ends else "goes_on", "KG-38")


def add(battle: Battle, ruling: Arrive) -> None:
    """A pinned monster joins; it is placed before the next turn."""
    kind = battle.library.monsters.get(ruling.monster)
    if kind is None:
        raise NotAllowed("no_such_monster", monster=ruling.monster[:40])
    numbers = (each.name.removeprefix(f"{kind.id}-") for each in battle.combatants)
    taken = [int(number) for number in numbers if number.isdigit()]
    newcomer = monster(kind, max(taken, default=0) + 1, is_alone=not taken)
    battle.combatants.append(newcomer)
    tell(battle, "arrives", "", newcomer)


def remove(battle: Battle, ruling: About) -> None:
    """Somebody leaves the fight altogether."""
    who = combatant(battle, ruling.name)
    was_unseen = who.is_unseen
    battle.combatants.remove(who)
    battle.acted = [name for name in battle.acted if name != who.name]
    battle.record(Event("kamigakari.log.leaves", {"who": who.title}, seen_by=() if was_unseen else None))


KINDS: Kinds = {
    "set_life": (Set, set_life),
    "move": (Move, move),
    "give": (Give, give_status),
    "cure": (Take, take_status),
    "fall": (Fall, fall),
    "harm": (Harm, harm),
    "spare": (Spare, spare),
    "set_crest": (SetCrest, set_crest),
    "set_die": (SetDie, set_die),
    "set_timing": (SetTiming, set_timing),
    "set_acted": (Acted, set_acted),
    "declare_end": (Declare, declare),
    "add": (Arrive, add),
    "remove": (About, remove),
}


def named(field: str) -> Text:
    return Text(f"kamigakari.field.{field}")


CHOICES: Choices = {
    StatusKey: [key.named for key in StatusKey],
    Timing: [timing.named for timing in TIMINGS],
}
RULINGS = rulings(KINDS, CHOICES, named, STORED.dump, happenings=("fall", "harm"))

"""Everything that changes a character, and says so: hurt, heal, afflict, lift, move, place, fall."""

from rules.engine.grid import Cell, cell_at
from rules.engine.house_rules import with_setting
from rules.engine.log import Event, Explanation, Part, decided_by
from rules.engine.text import Param, Text
from rules.harvest.battlefield import Camp, named_cells
from rules.harvest.meaning import lasts, status_effect
from rules.harvest.numbers import Sum, secret_of
from rules.harvest.state import (
    Battle,
    Combatant,
    Figure,
    Ground,
    LaidTrap,
    ManaGift,
    Modifier,
    Status,
    Thing,
)
from rules.harvest.statuses import STATUSES, LiftedBy
from rules.harvest.terms import StatusKey
from rules.harvest.terrain import TERRAINS


def tell(
    battle: Battle,
    key: str,
    row: str,
    *about: Figure,
    cells: tuple[Cell, ...] = (),
    faces: tuple[int, ...] = (),
    explanation: Explanation | None = None,
    reveals: bool = True,
    is_secret: bool = False,
    **params: Param,
) -> None:
    """Record `harvest.log.<key>`; the first combatant it is about is `{who}`.

    `is_secret`: the numbers would tell how much HP or TP a creature has; who may not know reads `<key>.vague`.
    """
    names = {"who": about[0].title, **params} if about else dict(params)
    battle.record(
        Event(
            key=f"harvest.log.{key}",
            params=names,
            row=row,
            explanation=with_setting("harvest", explanation, battle.on),
            about=tuple(each.name for each in about),
            cells=tuple(cell.label for cell in cells),
            faces=faces,
            reveals=reveals,
            secret_of=secret_of(about[0]) if is_secret else "",
        )
    )


def hurt(
    battle: Battle, target: Figure, amount: int, row: str, why: Text, how: Explanation | None = None
) -> None:
    """Take `amount` HP, at least 0; HP does not go below 0 (HV-40). Who reaches 0 falls (HV-45)."""
    dealt = max(0, amount)
    target.hp = max(0, target.hp - dealt)
    tell(battle, "hurt", row, target, amount=dealt, why=why, explanation=how)
    if target.is_out:
        fall(battle, target)


def suffer(battle: Battle, target: Figure, key: StatusKey, times: int = 1) -> None:
    """Take the damage of a status: its level, or some times that (HV-52, HV-55, HV-62); nothing where there is none."""
    status = target.status(key)
    if status:
        why, row = Text("harvest.why.status", {"status": key.named}), STATUSES[key].row
        parts = [Part(why, status.level)]
        if times > 1:
            parts.append(Part(Text("harvest.part.times", {"times": times}), status.level * (times - 1)))
        dealt = Sum(tuple(parts)).not_below_0()
        hurt(battle, target, dealt.total, row, why, dealt.explained(row))


def fall(battle: Battle, target: Figure) -> None:
    """Incapacitated: what is on it ends, it leaves the battlefield; what it gave to others stays (HV-45).

    A special object is destroyed and gone (HV-82).
    """
    place = target.cells
    target.hp = 0
    target.statuses, target.modifiers = [], []
    if isinstance(target, Thing):
        battle.things.remove(target)
        battle.ruins.append(target)
        tell(battle, "destroyed", "HV-82", target, cells=place)
    elif isinstance(target, Combatant):
        target.gifts, target.stored, target.cell = [], [], None
        if battle.attack:
            battle.attack.fallen.append(target.name)
        tell(battle, "fall", "HV-45", target, cells=place, explanation=_goes_on(battle, target.camp))


def _goes_on(battle: Battle, camp: Camp) -> Explanation | None:
    """With the last of a camp the battle would end, but for a house rule (HV-06)."""
    is_last = all(each.is_out for each in battle.combatants if each.camp is camp)
    return decided_by("ends_by", "HV-06") if is_last and battle.on("ends_by") == "gm" else None


def at_most(asked: int, most: int, why: Text, kept: Text, secret: str) -> Sum:
    """So much for a reason, at least 0 and no more than there is room for."""
    wanted = Sum((Part(why, asked),)).not_below_0()
    over = max(0, wanted.total - most)
    return wanted + Sum((Part(kept, -over, secret),) if over else ())


def heal(battle: Battle, target: Figure, amount: int, row: str, why: Text) -> None:
    """Give HP back, up to the most."""
    room, secret = max(0, target.max_hp - target.hp), secret_of(target)
    given = at_most(amount, room, why, Text("harvest.part.most_hp"), secret)
    target.hp += given.total
    how = given.explained(row)
    tell(battle, "heal", row, target, amount=given.total, explanation=how, is_secret=True)


def refresh(battle: Battle, target: Combatant, amount: int, row: str, why: Text) -> None:
    """Give TP back, up to the most."""
    room, secret = max(0, target.max_tp - target.tp), secret_of(target)
    given = at_most(amount, room, why, Text("harvest.part.most_tp"), secret)
    target.tp += given.total
    how = given.explained(row)
    tell(battle, "refresh", row, target, amount=given.total, explanation=how, is_secret=True)


def drain(battle: Battle, target: Combatant, amount: int, row: str, why: Text) -> None:
    """Take TP, down to 0; the mad are incapacitated at 0 (HV-58)."""
    taken = at_most(amount, target.tp, why, Text("harvest.part.no_more_tp"), secret_of(target))
    target.tp -= taken.total
    how = taken.explained(row)
    tell(battle, "drain", row, target, amount=taken.total, explanation=how, is_secret=True)
    break_down(battle, target)


def break_down(battle: Battle, target: Combatant) -> None:
    """Incapacitated at the moment TP is 0, if she is mad (HV-58)."""
    if target.status(StatusKey.MADNESS) and target.tp <= 0 and not target.is_out:
        tell(battle, "breaks_down", "HV-58", target)
        fall(battle, target)


def afflict(battle: Battle, target: Combatant, status: Status, by_gm: bool = False) -> None:
    """Give a status; the same one from before is replaced, level and duration (HV-43).

    One that lasts as many attacks or rounds as its level is lifted at once where that is none (HV-44).
    """
    target.statuses = [*(other for other in target.statuses if other.key != status.key), status]
    if battle.attack:
        battle.attack.forget(target.name, status.key)
    kind = battle.library.status_kind(status.key)
    named = battle.library.status_named(status.key)
    long = _lasting(battle, status)
    key = "given_by_gm" if by_gm else "afflict"
    tell(battle, key, kind.row, target, status=named, level=status.level, long=long)
    if kind.lifted_by in (LiftedBy.ATTACKS, LiftedBy.ROUNDS) and status.level < 1:
        lift(battle, target, status.key, "HV-44")
    break_down(battle, target)


def _lasting(battle: Battle, status: Status) -> Text:
    """Until when; of a status that the rulebook does not know, also what it does."""
    actor = battle.find(status.until.actor)
    long = lasts(status.until, "harvest.until_lifted", knows_ss=actor is not None and not secret_of(actor))
    if status.key in STATUSES:
        return long
    does = status_effect(battle, status.key, status.level)
    return Text("harvest.long_and_does", {"long": long, "does": does})


def lift(
    battle: Battle,
    target: Figure,
    key: str,
    row: str,
    how: Explanation | None = None,
    by_gm: bool = False,
) -> None:
    """Take a status away; nothing happens where there is none. `how` says which house rule decided that."""
    if target.status(key):
        target.statuses = [status for status in target.statuses if status.key != key]
        said = "taken_by_gm" if by_gm else "lift"
        tell(battle, said, row, target, explanation=how, status=battle.library.status_named(key))


def modify(battle: Battle, target: Figure, modifier: Modifier, row: str) -> None:
    """Change a number for a while."""
    target.modifiers.append(modifier)
    stat, signed = Text(f"harvest.stat.{modifier.stat}"), f"{modifier.amount:+d}"
    tell(battle, "modify", row, target, stat=stat, amount=signed, source=modifier.source)


def give(battle: Battle, target: Combatant, gift: ManaGift) -> None:
    """Give a right to touch the pool in this phase's activation timing (HV-20)."""
    target.gifts.append(gift)
    tell(battle, "gift", "HV-20", target, gift=Text(f"harvest.gift.{gift.gift}"), source=gift.source)


def place(battle: Battle, who: Combatant, cell: Cell) -> None:
    """Stand on free cells for the first time (HV-02)."""
    who.cell = cell
    tell(battle, "place", "HV-02", who, cells=who.cells, cell=named_cells(who.cells), reveals=False)


def come_back(battle: Battle, who: Combatant, hp: int, cell: Cell) -> None:
    """Revived by an effect, on free cells of choice (HV-46)."""
    who.hp = min(hp, who.max_hp)
    who.cell = cell
    tell(battle, "revived", "HV-46", who, cells=who.cells, cell=named_cells(who.cells))


def walk(battle: Battle, who: Combatant, way: list[Cell]) -> None:
    """Basic movement along free cells (HV-13); it reveals whether traps lie there: nobody takes it back (HV-81)."""
    start = who.cell
    who.cell = way[-1]
    cells = (*((start,) if start else ()), *way)
    tell(battle, "walk", "HV-13", who, cells=cells, cell=named_cells(who.cells))


def pay_tp(
    battle: Battle, who: Combatant, amount: int, name: Param, row: str, how: Explanation | None
) -> None:
    """Pay a skill's TP and say what is used; the mad who have none left break down (HV-58)."""
    who.tp = max(0, who.tp - amount)
    tell(battle, "skill", row, who, skill=name, explanation=how)
    break_down(battle, who)


def lay_terrain(battle: Battle, cell: Cell, ground: Ground) -> None:
    """Change the terrain of a cell; it holds one, and what was there is replaced (HV-43)."""
    battle.terrain[cell.label] = ground
    row = TERRAINS[ground.key].row
    tell(battle, "terrain", row, cells=(cell,), terrain=ground.key.named, level=ground.level, cell=cell.label)


def clear_terrain(battle: Battle, label: str, row: str) -> None:
    """The terrain of a cell vanishes; nothing happens where there is none."""
    ground = battle.terrain.pop(label, None)
    if ground:
        tell(battle, "terrain_ends", row, cells=(cell_at(label),), terrain=ground.key.named, cell=label)


def lay_trap(battle: Battle, trap: LaidTrap) -> None:
    """Lay a trap; the other camp learns nothing of it (HV-81)."""
    battle.traps.append(trap)
    tell_camp(battle, trap.camp, "trap_laid", trap)


def take_trap(battle: Battle, trap: LaidTrap, key: str) -> None:
    """A trap is spent (`sprung`), or taken away unseen (`trap_gone`)."""
    battle.traps.remove(trap)
    if key == "sprung":
        cells = (trap.cell,)
        tell(
            battle, key, "HV-81", cells=cells, trap=battle.library.trap_named(trap.kind), cell=trap.cell.label
        )
    else:
        tell_camp(battle, trap.camp, key, trap)


def tell_camp(battle: Battle, camp: Camp, key: str, trap: LaidTrap) -> None:
    """A line for the GM and the players of one camp alone."""
    battle.record(
        Event(
            key=f"harvest.log.{key}",
            params={"trap": battle.library.trap_named(trap.kind), "cell": trap.cell.label},
            row="HV-81",
            cells=(trap.cell.label,),
            seen_by=tuple(battle.seats_of(camp)),
        )
    )


def set_up(battle: Battle, thing: Thing, cell: Cell) -> None:
    """A special object appears on free cells (HV-03, HV-82)."""
    thing.cell = cell
    battle.things.append(thing)
    tell(battle, "set_up", "HV-82", thing, cells=thing.cells, cell=named_cells(thing.cells))


def take_down(battle: Battle, thing: Thing, row: str) -> None:
    """A special object's time is over; it is gone without being destroyed."""
    battle.things.remove(thing)
    tell(battle, "taken_down", row, thing, cells=thing.cells)

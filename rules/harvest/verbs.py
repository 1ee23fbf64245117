"""Everything that changes a character, and says so: hurt, heal, afflict, lift, move, place, fall."""

from rules.engine.grid import Cell
from rules.engine.log import Event, Explanation
from rules.engine.text import Param, Text
from rules.harvest.state import Battle, Combatant, ManaGift, Modifier, Status
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import StatusKey


def decided_by(house_rule: str, row: str) -> Explanation:
    """Says in the log that a named house rule decided this."""
    return Explanation((), None, row, house_rule)


def tell(
    battle: Battle,
    key: str,
    row: str,
    *about: Combatant,
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
            explanation=explanation,
            about=tuple(each.name for each in about),
            cells=tuple(cell.label for cell in cells),
            faces=faces,
            reveals=reveals,
            secret_of=about[0].name if is_secret and not about[0].is_player else "",
        )
    )


def hurt(
    battle: Battle, target: Combatant, amount: int, row: str, why: Text, how: Explanation | None = None
) -> None:
    """Take `amount` HP, at least 0; HP does not go below 0 (HV-40). Who reaches 0 falls (HV-45)."""
    dealt = max(0, amount)
    target.hp = max(0, target.hp - dealt)
    tell(battle, "hurt", row, target, amount=dealt, why=why, explanation=how)
    if target.is_out:
        fall(battle, target)


def suffer(battle: Battle, target: Combatant, key: StatusKey) -> None:
    """Take the damage of a status that deals its level (HV-52, HV-55); nothing where there is none."""
    status = target.status(key)
    if status:
        why = Text("harvest.why.status", {"status": key.named})
        hurt(battle, target, status.level, STATUSES[key].row, why)


def fall(battle: Battle, target: Combatant) -> None:
    """Incapacitated: what is on it ends, it leaves the battlefield; what it gave to others stays (HV-45)."""
    place = target.cell
    target.hp = 0
    target.statuses, target.modifiers, target.gifts = [], [], []
    target.cell = None
    tell(battle, "fall", "HV-45", target, cells=(place,) if place else ())


def heal(battle: Battle, target: Combatant, amount: int, row: str) -> None:
    """Give HP back, up to the most."""
    given = max(0, min(amount, target.max_hp - target.hp))
    target.hp += given
    tell(battle, "heal", row, target, amount=given, is_secret=True)


def refresh(battle: Battle, target: Combatant, amount: int, row: str) -> None:
    """Give TP back, up to the most."""
    given = max(0, min(amount, target.max_tp - target.tp))
    target.tp += given
    tell(battle, "refresh", row, target, amount=given, is_secret=True)


def afflict(battle: Battle, target: Combatant, status: Status) -> None:
    """Give a status; the same one from before is replaced, level and duration (HV-43)."""
    target.statuses = [*(other for other in target.statuses if other.key != status.key), status]
    row = STATUSES[status.key].row
    tell(battle, "afflict", row, target, status=status.key.named, level=status.level)


def lift(battle: Battle, target: Combatant, key: StatusKey, row: str) -> None:
    """Take a status away; nothing happens where there is none."""
    if target.status(key):
        target.statuses = [status for status in target.statuses if status.key != key]
        tell(battle, "lift", row, target, status=key.named)


def modify(battle: Battle, target: Combatant, modifier: Modifier, row: str) -> None:
    """Change a number for a while."""
    target.modifiers.append(modifier)
    stat, signed = Text(f"harvest.stat.{modifier.stat}"), f"{modifier.amount:+d}"
    tell(battle, "modify", row, target, stat=stat, amount=signed, source=modifier.source)


def give(battle: Battle, target: Combatant, gift: ManaGift) -> None:
    """Give a right to touch the pool in this phase's activation timing (HV-20)."""
    target.gifts.append(gift)
    tell(battle, "gift", "HV-20", target, gift=Text(f"harvest.gift.{gift.gift}"), source=gift.source)


def place(battle: Battle, who: Combatant, cell: Cell) -> None:
    """Stand on a free cell for the first time (HV-02)."""
    who.cell = cell
    tell(battle, "place", "HV-02", who, cells=(cell,), cell=cell.label, reveals=False)


def walk(battle: Battle, who: Combatant, way: list[Cell]) -> None:
    """Basic movement along free cells (HV-13)."""
    start = who.cell
    who.cell = way[-1]
    tell(
        battle,
        "walk",
        "HV-13",
        who,
        cells=(*((start,) if start else ()), *way),
        cell=way[-1].label,
        reveals=False,
    )


def pay_tp(battle: Battle, who: Combatant, amount: int, name: Param, row: str) -> None:
    """Pay a skill's TP and say what is used."""
    who.tp -= amount
    tell(battle, "skill", row, who, skill=name)

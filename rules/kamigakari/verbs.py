"""Everything that changes a combatant, and says so."""

from rules.engine.grid import Cell
from rules.engine.house_rules import with_setting
from rules.engine.log import Event, Explanation, Part
from rules.engine.text import Param, Text
from rules.kamigakari.numbers import openly, secret_of
from rules.kamigakari.state import Battle, Combatant, Modifier, Status
from rules.kamigakari.terms import StatusKey, Timing


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
    is_unseen: bool | None = None,
    **params: Param,
) -> None:
    """Record `kamigakari.log.<key>`; the first combatant it is about is `{who}`.

    `reveals`: whether somebody learns something by it that no answer should undo; so it is unless it is known that
    nobody does. `is_secret`: the numbers would tell how much life a monster has; who may not know reads `<key>.vague`.
    `is_unseen`: whether the GM alone may read it, which is so if it is about a hidden monster (KG-36).
    """
    if is_unseen is None:
        is_unseen = any(each.is_unseen for each in about)
    names = {"who": about[0].title, **params} if about else dict(params)
    battle.record(
        Event(
            key=f"kamigakari.log.{key}",
            params=names,
            row=row,
            explanation=with_setting("kamigakari", explanation, battle.on),
            about=tuple(each.name for each in about),
            cells=tuple(cell.label for cell in cells),
            faces=faces,
            seen_by=() if is_unseen else None,
            reveals=reveals,
            secret_of=secret_of(about[0]) if is_secret else "",
        )
    )


def hurt(battle: Battle, target: Combatant, how: Explanation, reveals: bool = True) -> None:
    """Life damage, at least 0 (KG-20). Whether somebody falls is looked at after all of one attack: `topple`."""
    lost = max(0, how.total or 0)
    target.life = max(0, target.life - lost)
    tell(battle, "hurt", how.row, target, amount=lost, explanation=openly(how), reveals=reveals)


def lose(battle: Battle, target: Combatant, amount: int, source: Text, row: str) -> None:
    """Life lost without any reduction, to one source (KG-20); how a monster looks after it tells of its life."""
    how = Explanation((Part(source, amount),), amount, row)
    hurt(battle, target, how, reveals=bool(secret_of(target)))


def topple(battle: Battle) -> None:
    """Who has no life left faints, a monster is down; all at once, then looked at (KG-26 settled, KG-35)."""
    for each in battle.combatants:
        if each.is_out and each.cell is not None:
            each.fell = each.cell
            each.statuses, each.modifiers, each.cell = [], [], None
            if each.is_player:
                each.statuses = [Status(StatusKey.FAINT)]
                battle.fainted.append(each.name)
            tell(battle, "faints" if each.is_player else "down", "KG-35", each, cells=(each.fell,))


def stand_up(battle: Battle, who: Combatant, life: int, cell: Cell) -> None:
    """One of the fallen stands again, free of all statuses; once the turns are over she waits for the next round."""
    who.life, who.statuses, who.cell = life, [], cell
    if battle.step == "ending" and who.name not in battle.acted:
        battle.acted.append(who.name)


def recover(battle: Battle, target: Combatant, amount: int, row: str) -> None:
    """Life back, up to the most; a character's own numbers say how much before."""
    given = max(0, min(amount, target.max_life - target.life))
    target.life += given
    secret = bool(secret_of(target))
    if given or secret:
        tell(battle, "heal", row, target, amount=given, is_secret=True, reveals=secret)


def give(battle: Battle, target: Combatant, status: Status, by_gm: bool = False) -> None:
    """A status; the same one from before is replaced. A monster may be immune. All see somebody hide (KG-36).

    That a monster is not immune tells something of it.
    """
    if status.key in target.immune:
        tell(battle, "immune", "KG-36", target, status=status.key.named)
        return
    was_unseen = target.is_unseen
    target.statuses = [*(each for each in target.statuses if each.key != status.key), status]
    said = "status_level" if status.level else "status"
    ruled = "given_by_gm_level" if status.level else "given_by_gm"
    key = ruled if by_gm else said
    named = status.key.named
    tell(
        battle,
        key,
        "KG-36",
        target,
        status=named,
        level=status.level,
        is_unseen=was_unseen,
        reveals=bool(secret_of(target)),
    )


def cure(battle: Battle, target: Combatant, key: StatusKey, by: Param, row: str = "KG-36") -> None:
    """A status away, and by what; nothing happens where there is none."""
    if _taken(target, key):
        reveals = key is StatusKey.HIDDEN
        tell(battle, "cure", row, target, status=key.named, by=by, reveals=reveals)


def take_by_ruling(battle: Battle, target: Combatant, key: StatusKey) -> None:
    """The GM takes a status away."""
    if _taken(target, key):
        tell(battle, "taken_by_gm", "", target, status=key.named)


def _taken(target: Combatant, key: StatusKey) -> bool:
    """Whether there was such a status to take away."""
    had = target.status(key) is not None
    target.statuses = [each for each in target.statuses if each.key != key]
    return had


def modify(battle: Battle, target: Combatant, modifier: Modifier, named: Text, row: str) -> None:
    """Change a number for a while."""
    target.modifiers.append(modifier)
    tell_change(battle, target, modifier, named, row)


def tell_change(battle: Battle, target: Combatant, modifier: Modifier, named: Text, row: str) -> None:
    """Say that a number has changed for a while."""
    amount = f"{modifier.amount:+d}"
    tell(battle, "modify", row, target, reveals=False, what=named, amount=amount, source=modifier.source)


def expire(battle: Battle, until: str, *whom: Combatant) -> None:
    """What lasted until now ends."""
    for each in whom or battle.combatants:
        each.modifiers = [modifier for modifier in each.modifiers if modifier.until != until]


def place(battle: Battle, who: Combatant, cell: Cell) -> None:
    """Stand on a free square for the first time."""
    who.cell = cell
    reveals = _finds_nobody(battle, who)
    tell(battle, "place", "KG-30", who, cells=(cell,), cell=cell.label, reveals=reveals)


def walk(battle: Battle, who: Combatant, way: list[Cell], how: str) -> None:
    """Move along free squares: the turn's movement, or what an attack's "move n" is (KG-31, KG-34)."""
    start = who.cell
    who.cell = way[-1]
    cells = (*((start,) if start else ()), *way)
    said = Text(f"kamigakari.move.{how}")
    tell(
        battle,
        "walk",
        "KG-31" if how == "up" else "KG-34",
        who,
        cells=cells,
        cell=way[-1].label,
        how=said,
        reveals=_finds_nobody(battle, who),
    )


def _finds_nobody(battle: Battle, who: Combatant) -> bool:
    """While an enemy hides, to have found nobody on a square tells something: it is not taken back (KG-36)."""
    return not all(who.sees(each) for each in battle.combatants)


def spend_timing(who: Combatant, timing: Timing) -> None:
    """A timing is used up (KG-33)."""
    who.spent.append(timing)

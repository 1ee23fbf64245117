"""Everything that changes a combatant, and says so."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.grid import Cell
from rules.engine.house_rules import with_setting
from rules.engine.log import Event, Explanation
from rules.engine.text import Listed, Param, Text
from rules.magical_girls.map import METRES, cells_between, seats_that_see
from rules.magical_girls.numbers import cap, has_dp, secret_of
from rules.magical_girls.state import Battle, Combatant, Modifier
from rules.magical_girls.terms import Wound


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
    seen_by: tuple[str, ...] | None = None,
    **params: Param,
) -> None:
    """Record `magical_girls.log.<key>`; the first combatant it is about is `{who}`.

    `is_secret`: the numbers are the first one's own; who may not know them reads `<key>.vague`.
    What is about somebody hidden only those read who may know where she is (MG-27).
    """
    for each in about:
        seen_by = _both(seen_by, seats_that_see(battle, each))
    names = {"who": about[0].title, **params} if about else dict(params)
    battle.record(
        Event(
            key=f"magical_girls.log.{key}",
            params=names,
            row=row,
            explanation=with_setting("magical_girls", explanation, battle.on),
            about=tuple(each.name for each in about),
            cells=tuple(cell.label for cell in cells),
            faces=faces,
            seen_by=seen_by,
            reveals=reveals,
            secret_of=secret_of(about[0]) if is_secret else "",
        )
    )


def _both(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The seats that may read both; None is everyone."""
    if one is None or other is None:
        return other if one is None else one
    return tuple(seat for seat in one if seat in other)


# ---------------------------------------------------------------- HP, MP, wounds


@dataclass(frozen=True)
class Means:
    """Who heals with MP, and what it cost (MG-53)."""

    healer: Combatant
    dp: int
    mp: int


def hurt(battle: Battle, who: Combatant, amount: int, row: str, how: Explanation | None = None) -> int:
    """HP off; at HP 0 it comes off MP (MG-54). The damage in HP and MP that was really lost."""
    amount, down_before = max(0, amount), who.is_down
    lost = min(amount, who.hp)
    who.hp -= lost
    tell(battle, "hurt", row, who, amount=amount, explanation=how)
    if down_before or (battle.on("beyond_hp") == "from_mp" and lost < amount):
        drained = min(amount - lost, who.mp)
        who.mp -= drained
        if drained:
            tell(battle, "drained", "MG-54", who, amount=drained)
        lost += drained
    tell_if_out(battle, who)
    return lost


def tell_if_out(battle: Battle, who: Combatant) -> None:
    """At HP 0 and MP 0 she is dying, by damage or because she gave her last MP away (MG-54)."""
    if who.is_out:
        tell(battle, "out", "MG-54", who)


def wound(battle: Battle, who: Combatant, given: Wound, row: str) -> None:
    """A wound; the heavier one stands, two light ones stay light (MG-51)."""
    if given.place > who.wound.place:
        who.wound = given
        tell(battle, "wounded", row, who, wound=given.named)


def mend(battle: Battle, who: Combatant, row: str) -> None:
    """A wound becomes one step lighter (MG-53)."""
    if who.wound is not Wound.NONE:
        set_wound(battle, who, who.wound.better, row)


def set_wound(battle: Battle, who: Combatant, to: Wound, row: str, by: Means | None = None) -> None:
    """A wound heals to what is left of it, which is nothing where MP heal it (MG-53)."""
    before, who.wound = who.wound, to
    if by:
        tell(
            battle,
            "by_mp.mended",
            row,
            who,
            by.healer,
            is_secret=True,
            healer=by.healer.title,
            wound=before.named,
            dp=by.dp,
            mp=by.mp,
        )
    elif to is not before:
        tell(battle, "mended" if to is Wound.NONE else "wounded", row, who, wound=to.named)


def heal(
    battle: Battle,
    who: Combatant,
    amount: int,
    row: str,
    faces: tuple[int, ...] = (),
    by: Means | None = None,
) -> None:
    """HP back, up to the most."""
    given = max(0, min(amount, who.max_hp - who.hp))
    who.hp += given
    if by:
        tell(
            battle,
            "by_mp.heal",
            row,
            who,
            by.healer,
            is_secret=True,
            healer=by.healer.title,
            amount=given,
            dp=by.dp,
            mp=by.mp,
        )
    else:
        tell(battle, "heal", row, who, amount=given, faces=faces, is_secret=True)


def spend_mp(who: Combatant, amount: int) -> None:
    """MP off; what cannot be paid is not chosen."""
    assert 0 <= amount <= who.mp
    who.mp -= amount


# ---------------------------------------------------------------- DP


def gain_dp(battle: Battle, who: Combatant, amount: int) -> int:
    """DP more (or fewer), never above the cap nor below 0 (MG-14); how many there were in truth."""
    if not has_dp(battle, who):
        return 0
    before = who.dp
    who.dp = max(0, min(who.dp + amount, max(cap(battle, who), who.dp)))
    return who.dp - before


def spend_dp(who: Combatant, amount: int) -> None:
    """DP off, as was shown before (MG-14)."""
    assert 0 <= amount <= who.dp
    who.dp -= amount


# ---------------------------------------------------------------- place and changes


def stand(battle: Battle, who: Combatant, cell: Cell, key: str, row: str) -> None:
    """Come to stand in another cell by no movement of one's own; the line names the act and the metres.

    In the open nobody is out of sight any more, but where the keeper says so (MG-27).
    """
    start, who.cell = who.cell, cell
    far = cells_between(start, cell) * METRES
    tell(battle, key, row, who, cells=(start, cell), cell=cell.label, metres=far)
    if row:
        meet(battle, who)
    if row and cell.label not in battle.cover:
        show(battle, who)


def meet(battle: Battle, who: Combatant) -> None:
    """Nobody stays hidden from a foe in the same cell: who comes to stand there finds, and is found (MG-27)."""
    there = [each for each in battle.at(who.cell) if not each.is_out and not who.is_out]
    for each in there:
        if any(other.side is not each.side for other in there):
            show(battle, each)


def show(battle: Battle, who: Combatant, row: str = "MG-27") -> None:
    """Who was hidden is so no more: it acts, or it is found (MG-27)."""
    if who.is_hidden:
        who.is_hidden = False
        tell(battle, "shows", row, who, cells=(who.cell,), cell=who.cell.label)


def modify(battle: Battle, who: Combatant, modifier: Modifier, said: Text, row: str) -> None:
    """Change a number for a while."""
    who.modifiers.append(modifier)
    tell(battle, "modify", row, who, what=said, source=modifier.source)


def expire(battle: Battle, until: str, *whom: Combatant) -> None:
    """What lasted until now ends."""
    for each in whom or battle.combatants:
        each.modifiers = [modifier for modifier in each.modifiers if modifier.until != until]


def names(found: Iterable[Combatant]) -> Listed:
    """Several names, to be said one after the other."""
    return [Text("magical_girls.name", {"name": each.title}) for each in found]

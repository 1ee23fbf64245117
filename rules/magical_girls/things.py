"""Weapons that lie about: taken up, and put down by who carries too much or hands one over (MG-16, MG-26)."""

from collections.abc import Iterator

from rules.engine.choices import Option
from rules.engine.flow import Flow
from rules.engine.text import Text
from rules.magical_girls.costs import SIZES, SMALL, can_pay, costs, payable, sizes_note
from rules.magical_girls.free import is_touch_free, sized
from rules.magical_girls.map import awake_at
from rules.magical_girls.numbers import is_laden, is_overladen, is_own_turn
from rules.magical_girls.state import Battle, Combatant, Lies
from rules.magical_girls.terms import Wound
from rules.magical_girls.verbs import show, tell

LIFT, PUT_DOWN = "lift", "put_down"


def touches(battle: Battle, who: Combatant, *, is_prepared: bool = False) -> Iterator[Option]:
    """What lies in her cell, to be taken up; what she holds, to be put down: one a turn is free (MG-16).

    Who carries too much to act may still let go (MG-26).
    """
    is_free = is_touch_free(battle, who.name) and not is_prepared
    if may_touch(battle, who, LIFT):
        for id in dict.fromkeys(each.id for each in lying(battle, who)):
            yield _option(battle, who, LIFT, id, is_free=is_free)
    if may_touch(battle, who, PUT_DOWN) and _has_reason_to_part(battle, who):
        for id in dict.fromkeys(who.weapons):
            yield _option(battle, who, PUT_DOWN, f"weapon:{id}", is_free=is_free)


def may_touch(battle: Battle, who: Combatant, kind: str) -> bool:
    """Whether an object of this turn is free, or she can pay for one; nothing is taken up by who cannot act."""
    if can_pay(battle, who, SMALL):
        return True
    is_able = can_pay(battle, who, 0) or (kind == PUT_DOWN and who.wound is not Wound.SEVERE)
    return is_able and is_touch_free(battle, who.name)


def _has_reason_to_part(battle: Battle, who: Combatant) -> bool:
    """It would make her lighter, or a friend there may take it up."""
    friends = (each for each in awake_at(battle, who.cell) if each is not who and each.side is who.side)
    return is_laden(battle, who) or any(True for _friend in friends)


def _option(battle: Battle, who: Combatant, kind: str, id: str, *, is_free: bool) -> Option:
    sizes = payable(battle, who, SIZES[1:])
    note = costs(battle, who, 0) if is_free else sizes_note(battle, who, "touch", sizes)
    if kind == LIFT and (burden := _burden(battle, who, id)):
        note = Text(f"magical_girls.note.burden.{burden}", {"price": note})
    return Option(f"{kind}:{id}", touch_named(battle, kind, id), note)


def _burden(battle: Battle, who: Combatant, id: str) -> str:
    """What its weight would do to her who is free of that yet (MG-26)."""
    weight = battle.library.weapons[id.partition(":")[2]].weight
    if is_overladen(battle, who, weight):
        return "overladen"
    return "laden" if is_laden(battle, who, weight) and not is_laden(battle, who) else ""


def touch_named(battle: Battle, kind: str, id: str) -> Text:
    """What is done with which weapon."""
    return Text(f"magical_girls.option.touch.{kind}", {"source": battle.library.title_of(id)})


def lying(battle: Battle, who: Combatant) -> list[Lies]:
    """Weapons that lie in her cell (MG-16)."""
    return [each for each in battle.things if each.cell == who.cell and each.id.startswith("weapon:")]


def touch(battle: Battle, name: str, kind: str, id: str) -> Flow[None]:
    """One interaction with an object is free in the own turn, the second costs an action (MG-16)."""
    paid = 0
    if not is_touch_free(battle, name):
        said = yield from sized(
            battle, name, "size_touch", is_touch=True, touch=touch_named(battle, kind, id)
        )
        if said is None:
            return
        paid = said
        show(battle, battle.able(name))
    who = battle.able(name)
    battle.interactions += is_own_turn(battle, who)
    if kind == LIFT:
        lift(battle, who, id, paid)
    else:
        put_down(battle, who, id, paid)


def lift(battle: Battle, who: Combatant, id: str, paid: int = 0) -> None:
    """Take a weapon up, if it lies there yet."""
    if found := next((each for each in lying(battle, who) if each.id == id), None):
        battle.things.remove(found)
        who.weapons.append(id.partition(":")[2])
        tell(battle, "lifts", "MG-16", who, is_secret=True, source=battle.library.title_of(id), dp=paid)


def put_down(battle: Battle, who: Combatant, id: str, paid: int = 0) -> None:
    """Lay a weapon down where she stands, if she has it yet."""
    weapon = id.partition(":")[2]
    if weapon in who.weapons:
        who.weapons.remove(weapon)
        battle.things.append(Lies(id, who.cell))
        tell(battle, "puts_down", "MG-16", who, is_secret=True, source=battle.library.title_of(id), dp=paid)

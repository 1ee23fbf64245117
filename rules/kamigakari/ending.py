"""When the fight ends, and what is left of it (KG-38)."""

from typing import Any

from rules.engine.errors import BattleOver, Frame, Lapsed
from rules.engine.flow import GM, Ask, Flow, ask_one, frame
from rules.engine.log import Event, decided_by
from rules.engine.state import Result
from rules.engine.text import Param, Text
from rules.kamigakari.asking import one_of, put, word
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Side
from rules.kamigakari.verbs import tell


def sides_left(battle: Battle) -> list[Side]:
    """The sides that have somebody who is not down; who is still to be placed counts."""
    return [side for side in Side if any(each.side is side and not each.is_out for each in battle.combatants)]


def one_side_is_down(battle: Battle) -> bool:
    """Whether the end may be offered (KG-38)."""
    return len(sides_left(battle)) < len(Side)


def offer_end(battle: Battle) -> Flow[None]:
    """When one side is down the GM is offered to declare the end; with nobody left it is over anyway (KG-38)."""
    if battle.is_ending or not one_side_is_down(battle):
        return
    if battle.on("ends_by") == "side_down" or not sides_left(battle):
        battle.is_ending = True
        return
    if (yield from frame(Frame.TURN, ask_one(lambda: _offered(battle)))) == "end":
        battle.is_ending = True


def _offered(battle: Battle) -> Ask:
    if battle.is_ending or not one_side_is_down(battle):
        raise Lapsed()
    return put("end", {GM: one_of([word("end")], may_pass=True)}, battle.combatants[0])


def end_with_round(battle: Battle) -> None:
    """BattleOver, if the end was declared: end timing and ongoing effects are worked through (KG-38)."""
    if battle.is_ending:
        settle(battle)
        raise BattleOver()


def settle(battle: Battle) -> None:
    """The winner is the side that is left; both or none is a draw (KG-38)."""
    left = sides_left(battle)
    winner = left[0] if len(left) == 1 else ""
    battle.result = Result(winner, Text(f"kamigakari.result.{winner or 'draw'}"))


def aftermath(battle: Battle) -> None:
    """Take the summary, then clear the map and what lasts for the fight; life stays as it is (KG-38)."""
    assert battle.result is not None
    by_rule = battle.result.reason.key.startswith("kamigakari.result")
    how = decided_by("ends_by", "KG-38") if by_rule else None
    tell(battle, "over", "KG-38", explanation=how, result=battle.result.reason)
    battle.summary = [_how_it_went(each) for each in battle.combatants]
    for each in battle.combatants:
        each.modifiers, each.cell, each.spent = [], None, []
    battle.attack, battle.acting, battle.stage = None, "", ""
    battle.is_cleared = True
    battle.record(Event("kamigakari.log.cleared", row="KG-38"))


def left_of(battle: Battle, who: Combatant) -> dict[str, Any]:
    """What goes back to her sheet: the spirit crest, and where the table keeps them the dice that are not spent."""
    left: dict[str, Any] = {"crest": who.crest}
    if battle.on("spirit_dice") == "kept":
        left["pool"] = [spirit.face for spirit in who.spirits if not spirit.is_spent]
    return left


def _how_it_went(who: Combatant) -> Text:
    """What is left of a character in life and spirit crest; a monster's numbers stay the GM's."""
    key = "out" if who.is_out else "standing"
    if not who.is_player:
        return Text(f"kamigakari.summary.{key}", {"who": who.title})
    left: dict[str, Param] = {"life": who.life, "most": who.max_life, "crest": who.crest}
    return Text(f"kamigakari.summary.{key}.left", {"who": who.title, **left})

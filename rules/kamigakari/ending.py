"""When the fight ends, and what is left of it (KG-38)."""

from rules.engine.errors import BattleOver
from rules.engine.log import Event
from rules.engine.state import Result
from rules.engine.text import Text
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Side
from rules.kamigakari.verbs import decided_by, tell


def sides_left(battle: Battle) -> list[Side]:
    """The sides that have somebody who is not down; who is still to be placed counts."""
    return [side for side in Side if any(each.side is side and not each.is_out for each in battle.combatants)]


def one_side_is_down(battle: Battle) -> bool:
    """Whether the end may be offered (KG-38)."""
    return len(sides_left(battle)) < len(Side)


def declare_end(battle: Battle) -> None:
    """BattleOver: the winner is the side that is left; both or none is a draw (KG-38)."""
    left = sides_left(battle)
    winner = left[0] if len(left) == 1 else ""
    battle.result = Result(winner, Text(f"kamigakari.result.{winner or 'draw'}"))
    raise BattleOver()


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


def _how_it_went(who: Combatant) -> Text:
    return Text(f"kamigakari.summary.{'out' if who.is_out else 'standing'}", {"who": who.title})

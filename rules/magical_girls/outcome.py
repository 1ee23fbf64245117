"""Who has lost, and a match that is decided: it is over at once (MG-05, MG-06, MG-18)."""

from rules.engine.errors import BattleOver
from rules.engine.state import Result
from rules.engine.text import Text
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Form, Side

THIRD = 3


def beaten(battle: Battle) -> list[Side]:
    """The sides that have lost by the form of the fight (MG-05, MG-06, MG-18)."""
    return [side for side in Side if _is_beaten(battle, [e for e in battle.combatants if e.side is side])]


def _is_beaten(battle: Battle, side: list[Combatant]) -> bool:
    if battle.form is Form.SPARRING:
        return not side or any(THIRD * each.hp <= each.hp_before for each in side)
    return all(each.is_down for each in side)


def end_of_match(battle: Battle) -> None:
    """A sparring or duel is over at once, by a ruling too, once its rounds have begun (MG-05, MG-06). BattleOver."""
    is_on = battle.round > 0 and not battle.result
    if is_on and battle.form in (Form.SPARRING, Form.DUEL) and beaten(battle):
        settle(battle)
        raise BattleOver()


def settle(battle: Battle) -> None:
    """The winner is the side that is not beaten; both or none is a draw."""
    lost = beaten(battle)
    winner = lost[0].other.value if len(lost) == 1 else ""
    kind = "fight" if battle.form is Form.FIGHT else "match"
    battle.result = Result(winner, Text(f"magical_girls.result.{kind}.{winner or 'draw'}"))

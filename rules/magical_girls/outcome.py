"""Who has lost, and a match that is decided: it is over at once (MG-05, MG-06, MG-18)."""

from rules.engine.errors import BattleOver
from rules.engine.state import Result
from rules.engine.text import Param, Text
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Form, Side
from rules.magical_girls.verbs import names

THIRD = 3


def beaten(battle: Battle) -> list[Side]:
    """The sides that have lost by the form of the fight (MG-05, MG-06, MG-18)."""
    return [side for side in Side if _is_beaten(battle, [e for e in battle.combatants if e.side is side])]


def _is_beaten(battle: Battle, side: list[Combatant]) -> bool:
    if battle.form is Form.SPARRING:
        return not side or any(map(_is_at_third, side))
    return all(each.is_down for each in side)


def _is_at_third(who: Combatant) -> bool:
    return THIRD * who.hp <= who.hp_before


def end_of_match(battle: Battle) -> None:
    """A sparring or duel is over at once, by a ruling too, once its rounds have begun (MG-05, MG-06). BattleOver."""
    is_on = battle.round > 0 and not battle.result
    if is_on and battle.form in (Form.SPARRING, Form.DUEL) and beaten(battle):
        settle(battle)
        raise BattleOver()


def settle(battle: Battle) -> None:
    """The winner is the side that is not beaten; both or none is a draw."""
    lost = beaten(battle)
    winner = lost[0].other if len(lost) == 1 else None
    if battle.form is Form.FIGHT:
        battle.result = Result(winner or "", Text(f"magical_girls.result.fight.{winner or 'draw'}"))
    else:
        battle.result = match_result(battle, winner, _why_beaten(battle, lost))


def match_result(battle: Battle, winner: Side | None, why: Text) -> Result:
    """How a match between girls ended: who has won, and why; without a winner it is a draw (MG-05 to MG-07)."""
    if winner is None:
        return Result("", Text("magical_girls.result.match.draw", {"why": why}))
    return Result(winner, Text("magical_girls.result.match.won", {**winners(battle, winner), "why": why}))


def winners(battle: Battle, side: Side) -> dict[str, Param]:
    """A side of a match, and the names of those on it."""
    there = (each for each in battle.combatants if each.side is side)
    return {"side": Text(f"magical_girls.side.match.{side}"), "names": names(there)}


def _why_beaten(battle: Battle, lost: list[Side]) -> Text:
    """Who is down, or down to a third; with a whole side gone, or helpless, that nobody can go on."""
    third = battle.form is Form.SPARRING
    fallen = [e for e in battle.combatants if e.side in lost and (_is_at_third(e) if third else e.is_down)]
    if not fallen:
        return Text("magical_girls.why.nobody")
    return Text(f"magical_girls.why.{'third' if third else 'down'}", {"names": names(fallen)})

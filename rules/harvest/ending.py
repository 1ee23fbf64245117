"""When the battle ends, and what is left of it (HV-06, HV-07)."""

from rules.engine.errors import BattleOver
from rules.engine.log import Event, decided_by
from rules.engine.state import Result
from rules.engine.text import Text
from rules.harvest.battlefield import Camp
from rules.harvest.state import Battle, Combatant
from rules.harvest.verbs import tell


def check_over(battle: Battle) -> None:
    """BattleOver when everybody of a camp is incapacitated; both camps in one check is a draw (HV-06).

    Called after each batch of losses that the rules call simultaneous. With the house rule `ends_by = gm` only the
    GM ends the battle, unless nobody at all is left. A newcomer who is not placed yet is not incapacitated.
    """
    left = [camp for camp in Camp if any(c.camp is camp and not c.is_out for c in battle.combatants)]
    goes_on = len(left) == len(Camp) or (left and battle.on("ends_by") == "gm")
    if goes_on or battle.result:
        return
    winner = left[0] if left else ""
    battle.result = Result(winner, Text(f"harvest.result.{winner or 'draw'}"))
    raise BattleOver()


def aftermath(battle: Battle) -> None:
    """Take the summary, then restore HP and TP and clear statuses, incapacitation, terrain,
    special objects, traps and every effect (HV-07).
    """
    assert battle.result is not None
    by_rule = battle.result.reason.key.startswith("harvest.result")
    how = decided_by("ends_by", "HV-06") if by_rule else None
    tell(battle, "over", "HV-06", explanation=how, result=battle.result.reason)
    battle.summary = [_how_it_went(combatant) for combatant in battle.combatants]
    for combatant in battle.combatants:
        combatant.hp, combatant.tp = combatant.max_hp, combatant.max_tp
        combatant.statuses, combatant.modifiers, combatant.gifts, combatant.stored = [], [], [], []
        combatant.cell = None
    battle.things, battle.ruins, battle.terrain, battle.traps = [], [], {}, []
    battle.attack, battle.acting, battle.stage = None, "", ""
    battle.is_cleared = True
    battle.record(Event("harvest.log.cleared", row="HV-07"))


def _how_it_went(combatant: Combatant) -> Text:
    return Text(
        "harvest.summary.out" if combatant.is_out else "harvest.summary.standing", {"who": combatant.title}
    )

"""The reaction: cover, skills, magic."""

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.harvest.bots.deeds import defensive_gain
from rules.harvest.bots.plain import options_of
from rules.harvest.bots.tactics import expected
from rules.harvest.state import Battle, Combatant


def react(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Cover when the blow would fell her and a friend could take it; else what is worth its price; else magic."""
    who, options = battle[question.actor], [option.id for option in options_of(question, seat)]
    threat = expected(battle, who)
    friends = [id.removeprefix("cover:") for id in options if id.startswith("cover:")]
    gladly = [name for name in friends if _would_gladly_take(battle, who, battle[name])]
    if threat >= who.hp and gladly:
        return f"cover:{max(gladly, key=lambda name: battle[name].hp)}"
    deeds = [id for id in options if id.partition(":")[0] in ("skill", "item", "grand")]
    gains = {id: defensive_gain(battle, who, threat, id) for id in deeds}
    pick = max(gains, key=lambda id: gains[id], default="")
    if pick and gains[pick] > 0:
        return pick
    return "challenge" if "challenge" in options else None


def _would_gladly_take(battle: Battle, target: Combatant, coverer: Combatant) -> bool:
    return coverer.camp is target.camp and coverer.hp > expected(battle, coverer)


def consent(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """Cover a friend if one survives it."""
    coverer, target = battle[question.actor], battle[question.subjects[-1]]
    return "consent" if _would_gladly_take(battle, target, coverer) else None

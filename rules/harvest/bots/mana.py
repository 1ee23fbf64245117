"""Dice and mana: what to roll again, to turn, to store, to pay for."""

from collections import Counter
from collections.abc import Callable

from rules.engine.choices import Pay, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.harvest.activation import castable, prices
from rules.harvest.bots.plain import best, options_of
from rules.harvest.bots.tactics import (
    Outlook,
    action_score,
    best_payment,
    expected,
    reaction_score,
)
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import MANA_OF_FACE, Mana, Timing


def pay(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What is worth most together."""
    pay, who = question.choices[seat], battle[question.actor]
    assert isinstance(pay, Pay)
    return best_payment(pay, _score(battle, who))


def _score(battle: Battle, who: Combatant) -> Callable[[list[str]], int]:
    """What casting is worth to her now, in her action phase or in a reaction."""
    if _timing(battle, who) is Timing.REACTION:
        threat = expected(battle, who)
        return lambda ids: reaction_score(battle, who, threat, ids)
    outlook = Outlook(battle, who)
    return lambda ids: action_score(outlook, ids)


def _timing(battle: Battle, who: Combatant) -> Timing:
    return Timing.ACTION if battle.attack is None or battle.acting == who.name else Timing.REACTION


def _unused(battle: Battle, question: Question, seat: Seat) -> list[str]:
    """The dice that the best payment leaves over."""
    who = battle[question.actor]
    dice = {each.id: MANA_OF_FACE[int(each.id.partition("=")[2])] for each in options_of(question, seat)}
    timing = _timing(battle, who)
    pool = [*dice.values(), *who.stored]
    paid = best_payment(Pay(tuple(pool), tuple(prices(battle, who, timing))), _score(battle, who))
    spent = Counter(mana for id in paid for mana in battle.library.magic(id).cost)
    left: list[str] = []
    for id, mana in dice.items():
        if spent[mana]:
            spent[mana] -= 1
        else:
            left.append(id)
    return sorted(left, key=lambda id: _demand(battle, who, timing)[dice[id]])


def _demand(battle: Battle, who: Combatant, timing: Timing) -> Counter[Mana]:
    """How much she needs of each mana for what she knows."""
    return Counter(mana for spell in castable(battle, who, timing) for mana in spell.cost)


def reroll(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The dice that would be left over."""
    shape = question.choices[seat]
    assert isinstance(shape, Some)
    return _unused(battle, question, seat)[: shape.most]


def turn_die(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The die she needs least."""
    return next(iter(_unused(battle, question, seat)), None)


def mana(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """What her magic asks for most."""
    who = battle[question.actor]
    demand = _demand(battle, who, _timing(battle, who))
    return best(options_of(question, seat), lambda option: demand[Mana(option.id)], draws)


def store(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What her attacks ask for most."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, Some)
    demand = _demand(battle, who, Timing.ACTION)
    wanted = sorted(shape.options, key=lambda each: -demand[Mana(each.id.partition("=")[2])])
    return [each.id for each in wanted[: shape.most]]

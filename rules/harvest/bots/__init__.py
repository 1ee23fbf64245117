"""A sensible player: walks into reach, casts what is worth most, reacts, covers the weak.

Of the other camp's traps it knows nothing (HV-81). It reckons with everybody's numbers, a creature's too, as somebody
would who has fought its kind before.
"""

from collections.abc import Callable, Mapping

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.harvest.bots import attack, effects, mana, phase, plain, reaction
from rules.harvest.state import Battle

Choice = Callable[[Battle, Question, Seat, Draws], Value]


def sensible(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """A legal answer with some sense to it; a random legal one where it has no opinion."""
    if question.choices[seat].is_empty:
        return None
    choose = CHOICES.get(question.key.removeprefix("harvest."), plain.anything)
    return choose(battle, question, seat, draws)


CHOICES: Mapping[str, Choice] = {
    "place": phase.place,
    "place_next": plain.first,
    "next": plain.first,
    "end_next": plain.first,
    "begin": phase.begin,
    "move": phase.move,
    "give_up_movement": phase.give_up_movement,
    "give_up_preparation": phase.give_up_preparation,
    "prepare": phase.prepare,
    "activate": phase.activate,
    "reroll": mana.reroll,
    "turn_die": mana.turn_die,
    "mana": mana.mana,
    "pay": mana.pay,
    "store": mana.store,
    "range": attack.attack_range,
    "cell": attack.cell,
    "targets": attack.targets,
    "confused": attack.confused,
    "react": reaction.react,
    "consent": reaction.consent,
    "ally": effects.receiver,
    "enemy": effects.receiver,
    "cells": effects.cells,
    "either": effects.either,
    "revive": phase.revive,
    "overwrite": effects.overwrite,
    "overwrite_terrain": effects.overwrite_terrain,
    "effects_order": plain.kept_order,
    "reaction_order": plain.kept_order,
    "reaction_effects_order": plain.kept_order,
    "ticks": phase.ticks,
}
"""What it thinks of each question, by the question's key without `harvest.`."""

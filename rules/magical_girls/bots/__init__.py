"""A sensible player and keeper: steps into reach, strikes where it counts, keeps something back, sizes things small.

It never speaks: of hidden foes it knows nothing, and free words are left to people.
"""

from collections.abc import Callable, Mapping

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.magical_girls.bots import keeper, passive, plain, turn
from rules.magical_girls.state import Battle

__all__ = ["CHOICES", "sensible"]

Choice = Callable[[Battle, Question, Seat, Draws], Value]


def sensible(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """A legal answer with some sense to it; a random legal one where it has no opinion."""
    if question.choices[seat].is_empty:
        return None
    choose = CHOICES.get(question.key.removeprefix("magical_girls."), plain.anything)
    return choose(battle, question, seat, draws)


CHOICES: Mapping[str, Choice] = {
    "wish": plain.first,
    "form": plain.first,
    "sides": plain.let_be,
    "category": plain.first,
    "champion": plain.first,
    "contest": keeper.contest,
    "surprise": plain.let_be,
    "placement": plain.let_be,
    "place": plain.let_be,
    "tie": plain.kept_order,
    "turn": turn.turn,
    "shove": plain.first,
    "target": turn.target,
    "aim": turn.aim,
    "move": turn.move,
    "heal": turn.heal,
    "heal_points": plain.most,
    "throw": turn.throw,
    "throw_at": turn.throw_at,
    "be_thrown": plain.let_be,
    "scatter": plain.first,
    "free": plain.let_be,
    "skill": plain.let_be,
    "what_for": plain.let_be,
    "size": keeper.size,
    "size_skill": keeper.size,
    "size_touch": keeper.size,
    "end_of_turn": turn.end_of_turn,
    "prepare": plain.let_be,
    "trigger": plain.let_be,
    "passive": passive.passive,
    "react": turn.turn,
    "protect": passive.protect,
    "end": plain.first,
    "treat": keeper.treat,
    "rest": plain.first,
}
"""What it thinks of each question, by the question's key without `magical_girls.`."""

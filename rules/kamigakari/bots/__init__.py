"""A sensible player: walks into reach, strikes where it counts most, spends spirit dice where they turn something.

It knows what its seat may know of the table: of enemies who hide nothing (KG-36).
"""

from collections.abc import Callable, Mapping

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.kamigakari.bots import attack, deeds, moments, plain, spirits, turn
from rules.kamigakari.state import Battle

Choice = Callable[[Battle, Question, Seat, Draws], Value]


def sensible(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """A legal answer with some sense to it; a random legal one where it has no opinion."""
    if question.choices[seat].is_empty:
        return None
    choose = CHOICES.get(question.key.removeprefix("kamigakari."), plain.anything)
    if battle.attack and battle.find(battle.attack.attacker) is None:
        choose = plain.anything  # an attacker taken out of the fight can be judged no more
    return choose(battle, question, seat, draws)


CHOICES: Mapping[str, Choice] = {
    "place": turn.place,
    "revive": turn.place,
    "next": plain.first,
    "end": plain.first,
    "turn": turn.turn,
    "move": turn.move,
    "full_move": turn.full_move,
    "engage": turn.engage,
    "start_timing": deeds.timing,
    "end_timing": deeds.timing,
    "whom": deeds.whom,
    "whom_more": deeds.whom,
    "weapon": attack.weapon,
    "targets": attack.targets,
    "area": attack.area,
    "area_more": attack.area_more,
    "move_up": attack.move_up,
    "attribute": attack.attribute,
    "at_active_check": moments.at_active_check,
    "at_passive_check": moments.at_passive_check,
    "at_calculation": moments.at_calculation,
    "at_reduction": moments.at_reduction,
    "reduction_order": plain.kept_order,
    "pay": spirits.pay,
    "set_spirit": spirits.set_spirit,
    "manipulate": spirits.manipulate,
    "crest": spirits.crest,
    "concept": spirits.concept,
}
"""What it thinks of each question, by the question's key without `kamigakari.`."""

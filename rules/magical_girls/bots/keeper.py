"""What the keeper is asked, and what is settled outside turns: the obvious, small sizes, no ado."""

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.text import Param, Text
from rules.magical_girls.bots.plain import best, ids_of, options_of
from rules.magical_girls.free import REFUSE
from rules.magical_girls.numbers import TREATMENT, skill
from rules.magical_girls.state import Battle

SIZES = ("size_1", "size_0", REFUSE)
"""How the keeper sizes what is not listed: small, if it can be paid (MG-15)."""


def size(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Small; where that cannot be paid, nothing."""
    offered = ids_of(question, seat)
    return next(each for each in SIZES if each in offered)


def treat(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """By the one who does it best (MG-53)."""
    return best(ids_of(question, seat), lambda name: skill(battle, battle[name], TREATMENT))


def contest(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Her best skill, as it says beside it (MG-07)."""
    values = {each.id: _value(each.note.params["value"]) for each in options_of(question, seat) if each.note}
    return best(ids_of(question, seat), lambda what: values.get(what, 0))


def _value(said: Param) -> int:
    """A value as it stands beside a choice, with the dice that go with it or without."""
    return int(str(said.params["value"] if isinstance(said, Text) else said))

"""Answers that need no thought."""

from collections.abc import Callable

from rules.engine.choices import Amount, One, Option, Order, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.magical_girls.state import Battle


def anything(_battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Any legal answer."""
    return question.choices[seat].sample(draws)


def first(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The first option."""
    return options_of(question, seat)[0].id


def most(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """As many as may be."""
    shape = question.choices[seat]
    assert isinstance(shape, Amount)
    return shape.most


def let_be(_battle: Battle, _question: Question, _seat: Seat, _draws: Draws) -> Value:
    """A pass."""
    return None


def kept_order(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The order offered."""
    return [option.id for option in options_of(question, seat)]


def options_of(question: Question, seat: Seat) -> tuple[Option, ...]:
    """What is offered to the seat."""
    shape = question.choices[seat]
    assert isinstance(shape, One | Some | Order)
    return shape.options


def ids_of(question: Question, seat: Seat) -> list[str]:
    """The ids of what is offered to the seat."""
    return [option.id for option in options_of(question, seat)]


def best(ids: list[str], worth: Callable[[str], int]) -> str:
    """What is worth most, the first of several."""
    return max(ids, key=worth)


def worthwhile(ids: list[str], worth: Callable[[str], int]) -> str | None:
    """What is worth most, if it is worth anything; else a pass."""
    chosen = best(ids, worth)
    return chosen if worth(chosen) > 0 else None

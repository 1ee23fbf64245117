"""Answers without an opinion, and how options are compared."""

from collections.abc import Callable

from rules.engine.choices import One, Option, Order, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.harvest.state import Battle


def anything(_battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Any legal answer."""
    return question.choices[seat].sample(draws)


def first(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The first that is offered."""
    shape = question.choices[seat]
    return shape.options[0].id if isinstance(shape, One) else None


def kept_order(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The order that is offered."""
    shape = question.choices[seat]
    return [option.id for option in shape.options] if isinstance(shape, Order) else None


def options_of(question: Question, seat: Seat) -> tuple[Option, ...]:
    """What the seat may choose from."""
    shape = question.choices[seat]
    return shape.options if isinstance(shape, One | Some | Order) else ()


def best(options: tuple[Option, ...], worth: Callable[[Option], float], draws: Draws) -> str:
    """One of the options that are worth most."""
    worths = {option.id: worth(option) for option in options}
    return draws.pick([id for id, found in worths.items() if found == max(worths.values())])

"""JSON whose keys come back in another order than they were written in."""

from dataclasses import replace
from typing import Any

from rules.engine.dice import Draws
from rules.engine.record import Record


def with_shuffled_keys(record: Record, draws: Draws) -> Record:
    """The same record, the keys of its newest state and of its pins in another order."""
    newest = record.checkpoints[-1]
    shuffled = replace(newest, state=shuffled_keys(newest.state, draws))
    pins = shuffled_keys(record.pins, draws)
    return replace(record, checkpoints=[*record.checkpoints[:-1], shuffled], pins=pins)


def shuffled_keys(plain: Any, draws: Draws) -> Any:
    """The same JSON, every object's keys in a random order."""
    match plain:
        case dict():
            return {key: shuffled_keys(plain[key], draws) for key in draws.shuffled(list(plain))}
        case list():
            return [shuffled_keys(each, draws) for each in plain]
        case _:
            return plain

"""What the log keeps of a roll: purpose, die, faces, and the try they fell at."""

from collections.abc import Mapping
from typing import Any

from rules.engine.dice import Dice, Purpose
from rules.engine.errors import NotAllowed
from rules.engine.flow import Roll

Payload = dict[str, Any]


def rolled(dice: Dice, step: Roll, purpose: Purpose) -> Payload:
    """The dice fall for the first time."""
    faces = dice.faces(purpose, step.count, step.sides, step.hidden)
    return {"purpose": _plain(purpose), "sides": step.sides, "faces": faces, "hidden": step.hidden, "try": 0}


def fits(kept: Mapping[str, Any], step: Roll, purpose: Purpose) -> bool:
    """Whether the dice kept are the ones that the rules roll now."""
    known = (kept["purpose"], kept["sides"], len(kept["faces"]), kept["hidden"])
    return known == (_plain(purpose), step.sides, step.count, step.hidden)


def changed(kept: Payload, dice: Dice, index: int, face: int | None) -> Payload:
    """The roll with one face set, or with all of them fallen afresh (`face` None). NotAllowed for no such face."""
    if face is None:
        attempt, count = kept["try"] + 1, len(kept["faces"])
        fresh = dice.faces(Purpose(*kept["purpose"]), count, kept["sides"], kept["hidden"], attempt)
        return kept | {"try": attempt, "faces": fresh}
    if not (0 <= index < len(kept["faces"]) and 1 <= face <= kept["sides"]):
        raise NotAllowed("no_such_face", sides=kept["sides"], dice=len(kept["faces"]))
    faces = [face if place == index else was for place, was in enumerate(kept["faces"])]
    return kept | {"faces": faces}


def _plain(purpose: Purpose) -> list[int | str]:
    return [purpose.beat, purpose.actor, purpose.row, purpose.place]

"""Since when somebody has been asked the same thing, whatever came from beside the question meanwhile.

A ruling, a request, its decision or an offer gives the open question another ticket. Where it is the same question all
the same, a page keeps what was half answered: forms are named by this, and only what they send names the ticket.
"""

from __future__ import annotations

import json

from rules.engine.driver import decided
from rules.engine.flow import Seat
from rules.engine.log import Kind, Open
from vtt.fights import models, moments
from vtt.fights.keeping import Bounded

BESIDE = (Kind.REQUEST, Kind.DECISION, Kind.OFFER, Kind.RULING)
"""What answers nothing."""
ENDING = ("cut", "take_over")
"""Rulings that end what is asked: a question after one is another one, however alike."""

_since: Bounded[tuple[int, int, Seat], int] = Bounded(1024)


def asked_since(fight_id: int, ticket: int, seat: Seat) -> int:
    """The first ticket on which `seat` was asked what it is asked on this one, without a break."""

    def find() -> int:
        first = ticket
        while (before := _before(fight_id, first, seat)) is not None:
            first = before
            if (known := _since.peek((fight_id, first, seat))) is not None:
                return known
        return first

    return _since.get((fight_id, ticket, seat), find)


def _before(fight_id: int, ticket: int, seat: Seat) -> int | None:
    """The ticket that this one came in place of; None where it is a new question's first."""
    if ticket < 2:
        return None
    was, now = (moments.at(fight_id, version).snapshot for version in (ticket - 1, ticket))
    is_same = _is_same(was.open, now.open, seat) and _came_from_beside(fight_id, was.ticket, ticket)
    return was.ticket if is_same else None


def _is_same(was: Open | None, now: Open | None, seat: Seat) -> bool:
    """Whether `seat` is asked the same and had not answered: in the same words, with the same choices."""
    if was is None or now is None or decided(was) is not None:
        return False
    old, new = was.question, now.question
    shape, other = old.choices.get(seat), new.choices.get(seat)
    if shape is None or other is None or seat in was.sealed:
        return False
    alike = (old.key, old.about, old.actor) == (new.key, new.about, new.actor)
    return alike and (shape.kind, shape.may_pass, *shape.ids()) == (other.kind, other.may_pass, *other.ids())


def _came_from_beside(fight_id: int, ticket: int, version: int) -> bool:
    """Whether the input that made a version answered nothing and ended nothing."""
    made = models.Entry.objects.filter(fight=fight_id, ticket=ticket, version=version).order_by()
    inputs = made.exclude(kind=Kind.ROLL.value).values_list("kind", "payload")
    return all(kind in BESIDE and json.loads(payload).get("name") not in ENDING for kind, payload in inputs)


def forget() -> None:
    """Empty what is kept in memory."""
    _since.clear()

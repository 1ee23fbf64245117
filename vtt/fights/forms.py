"""Reads what forms send into the plain values that the rules judge. Malformed where it cannot be read at all."""

from __future__ import annotations

import re
from typing import Any

from django.http import QueryDict

from rules.engine.choices import Amount, One, Order, Route, Shape, Value, Words
from rules.engine.errors import Malformed, NotYours, StaleAnswer
from vtt.fights import moments
from vtt.fights.models import Fight, Version

MOST_DIGITS = 9
RULING_FIELD_LENGTH = 200
_PLACE = "place-"
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def number(post: QueryDict, field: str) -> int:
    """A whole number."""
    raw = post.get(field, "")
    if not (raw.isascii() and raw.isdigit() and len(raw) <= MOST_DIGITS):
        raise Malformed("expected_number")
    return int(raw)


def number_or_none(post: QueryDict, field: str) -> int | None:
    """A whole number, or None for an empty or missing field."""
    return number(post, field) if post.get(field) else None


def yes(post: QueryDict, field: str) -> bool:
    """Whether the field says yes (1 or on)."""
    return post.get(field) in ("1", "on")


def answer(post: QueryDict, fight: Fight, seat: str, ticket: int) -> Value:
    """The value a form gives to the question of `ticket`: that question's shape says how to read it."""
    question = _question(fight, ticket)
    shape = question.choices.get(seat) if question else None
    if question is None or (shape is None and ticket != fight.ticket):
        raise StaleAnswer()
    if shape is None:
        raise NotYours()
    return value(post, shape)


def offered(post: QueryDict, fight: Fight, seat: str, ticket: int) -> Value:
    """The value a form gives with an offer; None where the offer asks for none."""
    question = _question(fight, ticket)
    for offer in question.offers if question else ():
        if (offer.seat, offer.id) == (seat, post.get("offer")):
            return value(post, offer.shape) if offer.shape else None
    raise StaleAnswer()


def value(post: QueryDict, shape: Shape) -> Value:
    """The value for a shape. A pass button sends along what its form holds; one button beside another is hand-made."""
    if "pass" in post and "value" in post and isinstance(shape, One):
        raise Malformed("expected_choice")
    if "pass" in post:
        return None
    match shape:
        case One():
            return _single(post)
        case Words():
            return _single(post).strip()
        case Amount():
            return number(post, "value")
        case Order():
            return post.getlist("value") or _placed(post)
        case Route():
            return _way(post, shape)
        case _:
            return [each for each in post.getlist("value") if each]


def ruling(post: QueryDict) -> dict[str, Any]:
    """A ruling's parameters: every field but the form's own, whole numbers and yes/no as such."""
    own = ("ticket", "ruling", "csrfmiddlewaretoken")
    return {key: _plain(str(post[key])) for key in post if key not in own}


def _question(fight: Fight, ticket: int) -> Any:
    """The question that was asked at that version."""
    try:
        opened = moments.at(fight.pk, ticket).snapshot.open
    except Version.DoesNotExist:
        return None
    return opened.question if opened else None


def _single(post: QueryDict) -> str:
    if len(post.getlist("value")) != 1:
        raise Malformed("expected_choice")
    return str(post["value"])


def _way(post: QueryDict, route: Route) -> list[str]:
    """Cells, one a field or typed in a row ("b4 b3"), as the route spells them; none typed stays."""
    if "value" not in post:
        raise Malformed("expected_list")
    spelled = {cell.casefold(): cell for exits in route.exits.values() for cell in exits}
    typed = " ".join(post.getlist("value")).split()
    return [spelled.get(cell.casefold(), cell) for cell in typed]


def _placed(post: QueryDict) -> list[str]:
    """Ids by the numbers that were typed beside them."""
    places = [(number(post, field), field.removeprefix(_PLACE)) for field in post if field.startswith(_PLACE)]
    return [name for _place, name in sorted(places)]


def _plain(typed: str) -> str | int | bool:
    words = {"true": True, "false": False}
    if typed in words:
        return words[typed]
    return int(typed) if _NUMBER.fullmatch(typed) else typed[:RULING_FIELD_LENGTH]

"""What forms send, read for the shape of the open question."""

import pytest
from django.http import QueryDict

from rules.engine.choices import One, Option, Route
from rules.engine.errors import Malformed, NotAllowed
from rules.engine.text import Text
from vtt.fights import forms

WAY = Route("B4", {"B4": {"B3": 1}, "B3": {}}, 1)


@pytest.mark.parametrize(
    ("sent", "read"), [("value=b3", ["B3"]), ("value=", []), ("pass=1", None), ("pass=1&value=B3", None)]
)
def test_a_way_is_typed_or_passed(sent: str, read: object) -> None:
    assert forms.value(QueryDict(sent), WAY) == read


def test_a_form_without_any_way_is_no_answer() -> None:
    with pytest.raises(Malformed):
        forms.value(QueryDict("seat=rin"), WAY)


def test_two_buttons_at_once_are_no_answer() -> None:
    """No page sends them: which of them was meant is not guessed."""
    stay = One((Option("stay", Text("test.stay")),), may_pass=True)
    assert forms.value(QueryDict("pass=1"), stay) is None
    with pytest.raises(Malformed):
        forms.value(QueryDict("value=stay&pass=1"), stay)


def test_a_refusal_says_no_more_than_the_beginning_of_what_was_sent() -> None:
    refused = NotAllowed("no_such_choice", choice="w" * 100_000)
    assert refused.text.params["choice"] == "w" * 200 + " …"

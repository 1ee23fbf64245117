"""What forms send, read for the shape of the open question."""

import pytest
from django.http import QueryDict

from rules.engine.choices import Route
from rules.engine.errors import Malformed
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

"""Every row of the rules page is named where it is done and where it is proved."""

import pytest

from tests.rules.rows import Rows

ROWS = Rows("magical_girls", "MG", ((1, 3), (5, 7), (10, 18), (20, 28), (30, 32), (40, 45), (50, 55)))


@pytest.mark.parametrize("row", ROWS.all)
def test_the_row_is_named_where_it_is_done(row: str) -> None:
    assert row in ROWS.named_in_rules


@pytest.mark.parametrize("row", ROWS.all)
def test_the_row_is_named_where_it_is_proved(row: str) -> None:
    assert row in ROWS.named_in_tests


@pytest.mark.parametrize("row", ROWS.all)
def test_the_page_says_where_the_row_lives(row: str) -> None:
    """What it names exists, and the tests it names speak of the row."""
    ROWS.assert_page_tells(row)

"""What table views of all systems share: health as far as one may know it."""

import pytest

from rules.engine.house_rules import Setting
from rules.engine.shown import health
from rules.engine.text import Text


@pytest.mark.parametrize(
    ("shown", "steps"),
    [
        ("all", [0, 1, 25, 49, 50, 51, 75, 99, 100]),
        ("bars", [0, 12, 25, 50, 50, 62, 75, 87, 100]),
        ("words", [0, 20, 20, 40, 40, 60, 60, 80, 100]),
        ("nothing", [None] * 9),
    ],
)
def test_a_bar_of_health_is_as_fine_as_what_else_is_shown(shown: Setting, steps: list[int | None]) -> None:
    """Two that look alike in words or eighths have the same bar."""
    lives = (0, 1, 25, 49, 50, 51, 75, 99, 100)
    assert [health(life, 100, shown, Text).filled for life in lives] == steps

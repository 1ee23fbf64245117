"""What a page says of the chances against an attack (MG-02, MG-03)."""

import pytest

from rules.engine.text import Text
from rules.magical_girls.odds import chance, rolls
from rules.magical_girls.state import Check
from rules.magical_girls.terms import Level
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, foe, girl, rival

MET = [
    (Level.REGULAR, 50, 60, (60, 60)),
    (Level.REGULAR, 60, 50, (25, 25)),
    (Level.HARD, 60, 50, (10, 10)),
    (Level.EXTREME, 50, 50, (1, 1)),
    (Level.CRITICAL, 50, 90, (1, 1)),
]


def met(
    table: Table, who: str, level: Level, value: int, own: int, dice: int = 0, reader: str = "mina"
) -> tuple[int, int]:
    """The chance of `own` against a check of that level and value."""
    return chance(table.battle, own, dice, Check(who, "skill:weapon_use", value, 20, level), reader)


@pytest.mark.parametrize(("level", "value", "own", "expected"), MET)
def test_a_better_level_wins_then_the_higher_value(
    lay: Lay, level: Level, value: int, own: int, expected: tuple[int, int]
) -> None:
    """MG-03: counted over all hundred rolls."""
    assert met(lay(rival("ume"), girl("mina")), "ume", level, value, own) == expected


@pytest.mark.parametrize(("dice", "expected"), [(-2, 0.125), (-1, 0.25), (0, 0.5), (1, 0.75), (2, 0.875)])
def test_bonus_and_penalty_dice_are_counted_exactly(dice: int, expected: float) -> None:
    """MG-02: a value of 50."""
    assert sum(share for roll, share in rolls(dice).items() if roll <= 50) == pytest.approx(expected)


@pytest.mark.parametrize("value", [10, 90])
def test_an_enemys_value_is_not_to_be_guessed_from_the_chance(lay: Lay, value: int) -> None:
    """MG-03: what decides at the same level is the enemy's secret, so there are two figures."""
    table = lay(foe("hound"), girl("mina"))
    assert met(table, "hound", Level.HARD, value, 50) == (10, 25)
    assert met(table, "hound", Level.HARD, value, 50, reader="gm") == ((25, 25) if value < 50 else (10, 10))


def test_with_open_enemies_it_is_one_figure(lay: Lay) -> None:
    """MG-03: the table shows all of the enemies."""
    table = lay(foe("hound"), girl("mina"), enemies="all")
    assert met(table, "hound", Level.HARD, 60, 50) == (10, 10)


def test_the_page_says_it_with_the_price(lay: Lay) -> None:
    """MG-42: a dodge of 50 against a success."""
    table = lay(foe("hound"), girl("mina", dodge=50)).attacks("hound", "unarmed", "mina", roll=40)
    notes = {each.id: each.note for each in table.question.choices["mina"].options}  # type: ignore[union-attr]
    said = notes["dodge"]
    assert isinstance(said, Text)
    assert {key: said.params[key] for key in ("value", "least", "most")} == {
        "value": 50,
        "least": 25,
        "most": 50,
    }


def test_lower_rolls_may_decide_instead(lay: Lay) -> None:
    """MG-03, house rule: at the same level the lower roll wins."""
    table = lay(rival("ume"), girl("mina"), tied_level="roll")
    assert met(table, "ume", Level.REGULAR, 50, 60) == (30, 30)

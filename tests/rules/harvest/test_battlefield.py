"""The battlefield: cells, camps, areas, forced moves and collisions (HV-01 to HV-05, HV-08, HV-23)."""

import pytest

from rules.engine.grid import Direction, cell_at
from rules.harvest.battlefield import FIELD, FOUR, Area, Camp, covered
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    Table,
    ally,
    around,
    change,
    effect,
    end,
    enemy,
    line,
    npc_ally,
    rival,
    spell,
)


def labels(area: Area, origin: str, camp: Camp = Camp.ALLY, reading: str = "square") -> list[str]:
    """The cells of an area."""
    return [cell.label for cell in covered(area, (cell_at(origin),), camp, reading)]


def test_the_field_has_three_columns_and_six_rows() -> None:
    """HV-01."""
    assert (FIELD.cols, FIELD.rows, len(FIELD.cells())) == (3, 6, 18)


def test_one_camps_front_is_the_others_back_and_lefts_are_mirrored() -> None:
    """HV-01: whatever the direction, the other camp names the opposite one."""
    opposite = dict(
        zip(FOUR, (Direction.BACK, Direction.FRONT, Direction.RIGHT, Direction.LEFT), strict=True)
    )
    for way, other in opposite.items():
        assert labels(line(1, way), "B4", Camp.ALLY) == labels(line(1, other), "B4", Camp.ENEMY)


def test_a_line_is_all_cells_and_an_end_the_last_alone() -> None:
    """HV-23."""
    assert labels(line(2, *FRONT), "B5") == ["B3", "B4"]
    assert labels(end(2, *FRONT), "B5") == ["B3"]


def test_all_directions_is_the_square_around() -> None:
    """HV-23: every cell at most n columns and n rows away, the own one left out."""
    assert labels(around(1), "B5") == ["A4", "B4", "C4", "A5", "C5", "A6", "B6", "C6"]
    assert len(labels(around(2), "B4")) == 14


def test_all_directions_may_be_read_as_four_lines() -> None:
    """HV-23, house rule all_directions."""
    assert labels(around(2), "B4", reading="lines") == labels(line(2), "B4") != labels(around(2), "B4")


def test_the_house_rule_decides_what_an_attack_reaches(lay: Lay) -> None:
    """HV-23, house rule all_directions: a corner is in the square, on no line."""
    storm = spell("storm", range=change(around(1)))
    for reading, reached in (("square", ["corner", "front"]), ("lines", ["front"])):
        foes = enemy("corner", "A3"), enemy("front", "B3")
        table = lay(ally("mina", "B4", ss=9), *foes, magic=[storm], all_directions=reading)
        assert table.casts("mina", "storm").offers("mina") == reached
        [told] = table.answers("mina", targets=[]).told("attack_nobody")
        assert told.explanation is not None
        assert told.explanation.house_rule == "all_directions"


def test_cells_off_the_battlefield_fall_away() -> None:
    """HV-23."""
    assert labels(line(3), "A1") == ["B1", "C1", "A2", "A3", "A4"]
    assert labels(end(3), "A6") == ["A3"]


# ---------------------------------------------------------------- forced moves


def pushed(lay: Lay, *others: object, direction: str = "front", cells: int = 2, **thorn: int) -> Table:
    """Mina at B5 pushes thorn, who stands at B4."""
    shove = spell("shove", effect("push", direction=direction, cells=cells))
    fighters = ally("mina", "B5", ss=9), enemy("thorn", "B4", **thorn), enemy("other", "C1")
    table: Table = lay(*fighters, *others, magic=[shove])
    return table.attacks("mina", "shove", cell="B4", targets=["thorn"]).nobody_reacts()


def test_a_push_moves_along_the_owners_direction(lay: Lay) -> None:
    """HV-01, HV-05: front as the caster sees it."""
    assert pushed(lay).at("thorn") == "B2"
    assert pushed(lay, direction="left").at("thorn") == "A4"


def test_a_push_stops_at_the_edge(lay: Lay) -> None:
    """HV-05: no damage, no turning back."""
    table = pushed(lay, cells=5)
    assert (table.at("thorn"), table.lost("thorn")) == ("B1", 0)


def test_no_two_objects_share_a_cell_and_colliding_hurts_both(lay: Lay) -> None:
    """HV-03, HV-04: 3 each, whatever their defence; an ally of the mover counts as well."""
    table = pushed(lay, enemy("wall", "B3", defence=50), defence=50)
    assert (table.at("thorn"), table.at("wall")) == ("B4", "B3")
    assert (table.lost("thorn"), table.lost("wall")) == (3, 3)


def test_the_mover_goes_back_though_the_other_falls(lay: Lay) -> None:
    """HV-04: the collision happened."""
    table = pushed(lay, enemy("frail", "B3", hp=2))
    assert (table.at("thorn"), table.at("frail"), table.hp("frail")) == ("B4", "", 0)


def test_a_mover_that_falls_leaves_the_field(lay: Lay) -> None:
    """HV-04, HV-45."""
    table = pushed(lay, enemy("wall", "B3"), hp=3)
    assert (table.at("thorn"), table.hp("thorn"), table.lost("wall")) == ("", 0, 3)


def test_basic_movement_never_enters_a_taken_cell(lay: Lay) -> None:
    """HV-04, HV-13."""
    table = lay(ally("mina", "B5", ss=9, movement=2), enemy("thorn", "B4")).begins("mina")
    assert "no_step" in str(table.refuses("mina", move=["B4", "B3"]))
    assert table.answers("mina", move=["A5", "A4"]).at("mina") == "A4"


# ---------------------------------------------------------------- camps


@pytest.mark.parametrize("who", ["mina", "thorn"])
def test_all_allies_are_the_users_camp_and_the_user(lay: Lay, who: str) -> None:
    """HV-08: seen from the user."""
    camp = {"mina": ["mina", "jun", "cat"], "thorn": ["thorn", "vera"]}
    cheer = spell("cheer", effect("heal", to="allies", amount=5), level=1)
    fighters = (
        ally("mina", "B6"),
        ally("jun", "A6"),
        npc_ally("cat", "C6"),
        enemy("thorn", "B1"),
        rival("vera", "A1"),
    )
    for fighter in fighters:
        fighter.hp, fighter.ss = 10, 9 if fighter.name == who else 1
    table = lay(*fighters, magic=[cheer]).casts(who, "cheer")
    healed = [each.name for each in table.battle.combatants if each.hp == 15]
    assert healed == camp[who]


def test_one_ally_may_be_the_user(lay: Lay) -> None:
    """HV-08, HV-24: an effect that names its receiver may choose oneself."""
    tea = spell("tea", effect("heal", to="ally", amount=5), level=1)
    table = lay(ally("mina", "B6", hp=10, ss=9), ally("jun", "A6"), enemy("thorn", "B1"), magic=[tea])
    table.casts("mina", "tea")
    assert table.offers("mina") == ["mina", "jun"]
    assert table.answers("mina", ally="mina").hp("mina") == 15

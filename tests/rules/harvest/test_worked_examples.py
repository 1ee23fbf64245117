"""The worked examples of the rules page, each a test (those of giants, terrain and collisions with their rows)."""

import pytest

from rules.engine.grid import Direction, cell_at
from rules.harvest.battlefield import Area, Camp, covered
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    LR,
    Table,
    add,
    afflict,
    ally,
    around,
    change,
    effect,
    end,
    enemy,
    fix,
    line,
    npc_ally,
    reaction,
    spell,
)

AWAKENING = afflict("awakening", 1, to="self", rounds=1)


def test_example_1_fifteen_minus_seven_is_eight(lay: Lay) -> None:
    """HV-40: catalyst attack 10, spell attack-up 5; defence 4, reaction defence-up 3."""
    blow, ward = spell("blow", attack=5), reaction("ward", defence=3)
    table = lay(ally("mina", "B4", attack=10, ss=9), enemy("thorn", "B3", defence=4), magic=[blow, ward])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).reacts("thorn", "ward")
    assert table.lost("thorn") == 8


@pytest.mark.parametrize(
    ("camp", "origin", "area", "cells"),
    [
        (Camp.ALLY, "B5", line(3, *FRONT), "B2 B3 B4"),
        (Camp.ALLY, "B5", end(3, *FRONT), "B2"),
        (Camp.ENEMY, "B2", line(3, *FRONT), "B3 B4 B5"),
        (Camp.ALLY, "B5", line(1, Direction.LEFT), "A5"),
        (Camp.ENEMY, "B2", line(1, Direction.LEFT), "C2"),
    ],
)
def test_example_2_directions_are_the_camps_own(camp: Camp, origin: str, area: Area, cells: str) -> None:
    """HV-01, HV-23: columns and rows from 0 on the page, (1, 4) is B5 here."""
    assert [cell.label for cell in covered(area, (cell_at(origin),), camp)] == cells.split()


def in_range(lay: Lay, *magic: str) -> list[str]:
    """Who may be a target of that magic, cast from B5 with somebody on every cell around and ahead."""
    reach = spell("reach", range=change(end(2, *FRONT)))
    wide = spell("wide", level=1, range=add(line(1, *LR)))
    still = spell("still", level=1, range=fix(line(1)))
    foes = [enemy(cell.lower(), cell) for cell in ("B3", "B4", "A5", "C5", "B6", "A4", "B2")]
    table: Table = lay(ally("mina", "B5", ss=9, action_magic=3), *foes, magic=[reach, wide, still])
    return table.casts("mina", *magic).offers("mina")


def test_example_3_a_change_then_an_addition(lay: Lay) -> None:
    """HV-22: the second cell in front, and the caster's two neighbours."""
    assert in_range(lay, "reach", "wide") == ["b3", "a5", "c5"]


def test_example_3_a_fix_lets_nothing_be_added_or_changed(lay: Lay) -> None:
    """HV-22: only the four neighbours."""
    assert in_range(lay, "reach", "wide", "still") == ["b4", "a5", "c5", "b6"]


def awakened_in_round_2(lay: Lay) -> Table:
    bell = spell("bell", AWAKENING, level=1)
    table: Table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B2", ss=8), magic=[bell])
    return table.skip_round().casts("mina", "bell")


def test_example_4_awakening_ends_with_the_next_action_phase(lay: Lay) -> None:
    """HV-42, HV-64: given at SS 9 in round 2, it lifts at the end of the own action phase in round 3."""
    table = awakened_in_round_2(lay).skip_round()
    assert (table.battle.round, table.acting, table.level("mina", "awakening")) == (3, "mina", 1)
    table.passes("mina", "begin")
    assert table.level("mina", "awakening") is None


def test_example_4_awakening_ends_when_the_order_passes_its_ss(lay: Lay) -> None:
    """HV-42, HV-53: paralysis 2 puts her at SS 7 in round 3, where nobody acts at 9."""
    table = awakened_in_round_2(lay).rule("afflict", name="mina", status="paralysis", level=2)
    table.skip_round()
    assert (table.battle.round, table.acting, table.level("mina", "awakening")) == (3, "thorn", None)


def test_example_5_a_push_into_an_occupied_cell(lay: Lay) -> None:
    """HV-04: both take 3, the mover is back on the cell it stood on before the push began."""
    shove = spell("shove", effect("push", direction="front", cells=2))
    fighters = ally("mina", "B6", ss=9), enemy("thorn", "B5"), enemy("moth", "B3", defence=9)
    table = lay(*fighters, magic=[shove])
    table.attacks("mina", "shove", cell="B5", targets=["thorn"])
    assert (table.lost("thorn"), table.lost("moth")) == (3, 3)
    assert (table.at("thorn"), table.at("moth")) == ("B5", "B3")


def test_example_6_players_before_the_npc_in_the_order_they_agree(lay: Lay) -> None:
    """HV-11."""
    table = lay(
        ally("mina", "A6", ss=8), npc_ally("cat", "B6", ss=8), ally("jun", "C6", ss=8), enemy("thorn", "B1")
    )
    assert (table.asks, table.asked, table.offers("jun")) == ("next", ["mina", "jun"], ["mina", "jun"])
    table.answers("mina", next="jun").passes("jun", "begin")
    table.passes("mina", "begin")
    assert (table.asks, table.acting) == ("begin", "cat")


def covering(lay: Lay, a: str, b: str, c: str) -> Table:
    """D hits A, B and C; B covers A."""
    storm = spell("storm", range=change(around(3)))
    ward = reaction("ward", defence=1)
    fighters = ally("a", a), ally("b", b), ally("c", c), enemy("d", "B3", ss=9)
    table: Table = lay(*fighters, magic=[storm, ward])
    table.attacks("d", "storm", targets=["a", "b", "c"]).answers("a", reaction_order=["a", "b", "c"])
    return table.answers("a", react="cover:b").answers("b", consent="consent")


def test_example_7_who_covers_cannot_be_covered(lay: Lay) -> None:
    """HV-32: C stands beside B, and may not cover her."""
    table = covering(lay, "A4", "B4", "C4")
    assert (table.question.actor, table.offers("b")) == ("b", ["challenge"])
    table.passes("b", "react").passes("c", "react")


def test_example_7_who_is_covered_cannot_cover(lay: Lay) -> None:
    """HV-32: A stands beside C, and may not cover her."""
    table = covering(lay, "B4", "A4", "C4").passes("b", "react")
    assert (table.question.actor, table.offers("c")) == ("c", ["challenge"])
    table.passes("c", "react")


def test_example_8_each_hit_is_calculated_apart_and_one_reaction_counts_for_both(lay: Lay) -> None:
    """HV-32, HV-40: 14 - 11 = 3 twice: B -6, A 0."""
    storm, ward = spell("storm", range=change(around(1))), reaction("ward", defence=2)
    fighters = ally("a", "B4", defence=6), ally("b", "A4", defence=9), enemy("d", "B3", attack=14, ss=9)
    table = lay(*fighters, magic=[storm, ward]).attacks("d", "storm", targets=["a", "b"])
    table.answers("b", reaction_order=["a", "b"])
    table.answers("a", react="cover:b").answers("b", consent="consent").reacts("b", "ward")
    assert (table.lost("a"), table.lost("b")) == (0, 6)
    assert [event.params["amount"] for event in table.told("hurt", "b")] == [3, 3]


def test_example_9_paralysis_changes_the_order(lay: Lay) -> None:
    """HV-10, HV-53: A 9, B 8, C 7; A gives B paralysis 3: order A, C, B (5)."""
    sting = spell("sting", afflict("paralysis", 3))
    table = lay(ally("a", "B4", ss=9), enemy("b", "B3", ss=8), enemy("c", "C1", ss=7), magic=[sting])
    table.attacks("a", "sting", cell="B3", targets=["b"])
    assert table.acting == "c"
    table.passes("c", "begin")
    assert (table.acting, table.battle.acting_ss) == ("b", 5)


def test_example_10_an_effect_of_a_reaction_lasts_by_the_attackers_ss(lay: Lay) -> None:
    """HV-42: made in a reaction in the SS 9 attacker's phase, it ends in round 3 after her action, before T's."""
    blow, cheer = spell("blow"), reaction("cheer", AWAKENING)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", ss=5), magic=[blow, cheer]).skip_round()
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).reacts("thorn", "cheer")
    table.skip_round()
    assert (table.battle.round, table.acting, table.level("thorn", "awakening")) == (3, "mina", 1)
    table.passes("mina", "begin")
    assert (table.acting, table.level("thorn", "awakening")) == ("thorn", None)

"""Collisions in every combination (HV-04), at the edge (HV-05), and the battle that ends in one (HV-06)."""

import pytest

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    ally,
    around,
    change,
    effect,
    enemy,
    ground,
    reaction,
    spell,
    thing,
    trap,
)


def shove(direction: str = "front", cells: int = 2) -> object:
    """Magic that hits nobody hard and pushes everybody in its wide range."""
    return spell("shove", effect("push", direction=direction, cells=cells), range=change(around(5)))


def pushed(lay: Lay, *laid: object, targets: list[str], direction: str = "front", cells: int = 2) -> Table:
    """Mina at B5 pushes them, the first named first; her own camp is not asked to react."""
    mina, far = ally("mina", "B5", ss=9, movement=0), enemy("far", "C1", ss=1)
    table: Table = lay(mina, far, *laid, magic=[shove(direction, cells)])
    table.attacks("mina", "shove", targets=targets).nobody_reacts()
    if table.asks == "effects_order":
        table.answers("mina", effects_order=[f"shove.0.{name}" for name in targets])
    return table


def spots(table: Table, *names: str) -> str:
    """Where they stand, in one line."""
    return " ".join(table.at(name) or "-" for name in names)


def losses(table: Table, *names: str) -> list[int]:
    """What they lost."""
    return [table.lost(name) for name in names]


# ---------------------------------------------------------------- two movers


def test_the_first_of_two_movers_runs_into_the_second(lay: Lay) -> None:
    """HV-04, HV-41: one after the other, in the order the caster likes; the second finds its way free."""
    table = pushed(lay, enemy("a", "B4"), enemy("b", "B3"), targets=["a", "b"])
    assert losses(table, "a", "b") == [3, 3]
    assert spots(table, "a", "b") == "B4 B1"


def test_in_the_other_order_both_come_through(lay: Lay) -> None:
    """HV-04, HV-41: the second stops behind the first, which stands one cell on."""
    table = pushed(lay, enemy("a", "B4"), enemy("b", "B3"), targets=["b", "a"])
    assert (losses(table, "a", "b"), spots(table, "a", "b")) == ([0, 0], "B2 B1")


def test_the_second_mover_runs_into_the_first_at_the_edge(lay: Lay) -> None:
    """HV-04, HV-05."""
    table = pushed(lay, enemy("a", "B4"), enemy("b", "B3"), targets=["b", "a"], cells=3)
    assert (losses(table, "a", "b"), spots(table, "a", "b")) == ([3, 3], "B4 B1")


def test_each_collision_of_the_same_attack_hurts(lay: Lay) -> None:
    """HV-04: the middle one is hit, then hits in its turn."""
    table = pushed(lay, enemy("a", "B4"), enemy("b", "B3"), enemy("c", "B2"), targets=["a", "b", "c"])
    assert losses(table, "a", "b", "c") == [3, 6, 3]
    assert spots(table, "a", "b", "c") == "B4 B3 B1"


def test_a_mover_that_falls_is_out_of_the_next_ones_way(lay: Lay) -> None:
    """HV-04, HV-45: b falls in the collision with a, so its own push is dropped and its cell free."""
    table = pushed(lay, enemy("a", "B4"), enemy("b", "B3", hp=2), targets=["a", "b"])
    assert (table.lost("a"), spots(table, "a", "b")) == (3, "B4 -")


def test_friend_and_foe_collide_alike(lay: Lay) -> None:
    """HV-04: any effect, any objects; the caster herself is in the way."""
    table = pushed(lay, enemy("a", "B3"), targets=["a"], direction="back")
    assert (losses(table, "a", "mina"), spots(table, "a", "mina")) == ([3, 3], "B3 B5")


def test_an_edge_hurts_nobody(lay: Lay) -> None:
    """HV-05: a mover already at the edge stays where it is."""
    table = pushed(lay, enemy("a", "A4"), targets=["a"], direction="left")
    assert (table.lost("a"), table.at("a")) == (0, "A4")


# ---------------------------------------------------------------- giants


def test_a_giant_runs_into_one(lay: Lay) -> None:
    """HV-04, settled: 3 each, the whole block back."""
    table = pushed(lay, enemy("golem", "A3", size=(2, 2)), enemy("moth", "B1"), targets=["golem"])
    assert (losses(table, "golem", "moth"), spots(table, "golem", "moth")) == ([3, 3], "A3 B1")


def test_one_runs_into_a_giant(lay: Lay) -> None:
    """HV-04."""
    table = pushed(lay, enemy("golem", "A1", size=(2, 2)), enemy("moth", "B4"), targets=["moth"])
    assert (losses(table, "golem", "moth"), spots(table, "golem", "moth")) == ([3, 3], "A1 B4")


def test_a_giant_runs_into_two_at_once(lay: Lay) -> None:
    """HV-04, settled: 3 once to it, 3 to each."""
    laid = enemy("golem", "A3", size=(2, 2)), enemy("moth", "A1"), enemy("imp", "B1")
    table = pushed(lay, *laid, targets=["golem"])
    assert losses(table, "golem", "moth", "imp") == [3, 3, 3]
    assert (table.at("golem"), sum(each.params["amount"] == 3 for each in table.told("hurt", "golem"))) == (
        "A3",
        1,
    )


def test_a_giant_runs_into_another_giant_once(lay: Lay) -> None:
    """HV-04, settled: it hits two cells of one object."""
    laid = enemy("golem", "A3", size=(2, 2)), enemy("ogre", "A1", size=(2, 1))
    table = pushed(lay, *laid, targets=["golem"])
    assert (losses(table, "golem", "ogre"), spots(table, "golem", "ogre")) == ([3, 3], "A3 A1")


@pytest.mark.parametrize(("size", "corner", "comes_to"), [((2, 2), "A3", "A1"), ((3, 1), "A3", "A1")])
def test_a_giant_stops_at_the_edge_with_its_foremost_row(
    lay: Lay, size: tuple[int, int], corner: str, comes_to: str
) -> None:
    """HV-05."""
    mina, moth = ally("mina", "B5", ss=9, movement=0), enemy("moth", "C6")
    table = lay(mina, moth, enemy("golem", corner, size=size), magic=[shove(cells=5)])
    assert table.attacks("mina", "shove", targets=["golem"]).at("golem") == comes_to


def test_a_giants_own_cells_are_not_in_its_way(lay: Lay) -> None:
    """HV-03: one cell on, most of its cells stay the same."""
    table = pushed(lay, enemy("golem", "A3", size=(2, 2)), targets=["golem"], cells=1)
    assert (table.at("golem"), table.lost("golem")) == ("A2", 0)


def test_a_giant_is_too_wide_for_a_gap(lay: Lay) -> None:
    """HV-04: only one of its cells meets somebody."""
    table = pushed(
        lay, enemy("golem", "A2", size=(2, 2)), thing("jar", "C3"), targets=["golem"], direction="right"
    )
    assert (losses(table, "golem", "jar"), table.at("golem")) == ([3, 3], "A2")


# ---------------------------------------------------------------- special objects


def test_a_special_object_runs_into_a_character(lay: Lay) -> None:
    """HV-04, HV-82."""
    table = pushed(lay, thing("jar", "B4"), enemy("moth", "B2"), targets=["jar"])
    assert (losses(table, "jar", "moth"), spots(table, "jar", "moth")) == ([3, 3], "B4 B2")


def test_a_special_object_is_moved_over_free_cells(lay: Lay) -> None:
    """HV-05, HV-82."""
    assert pushed(lay, thing("jar", "B4"), targets=["jar"]).at("jar") == "B2"


def test_an_obstacle_is_destroyed_by_the_collision(lay: Lay) -> None:
    """HV-04, HV-82: the mover goes back all the same."""
    table = pushed(lay, thing("jar", "B2", hp=3), enemy("moth", "B4"), targets=["moth"])
    assert (spots(table, "moth", "jar"), table.lost("moth")) == ("B4 -", 3)
    assert len(table.told("destroyed", "jar")) == 1


def test_a_moved_object_is_destroyed_by_the_collision(lay: Lay) -> None:
    """HV-04, HV-82."""
    table = pushed(lay, thing("jar", "B4", hp=3), enemy("moth", "B2"), targets=["jar"])
    assert (spots(table, "moth", "jar"), table.lost("moth")) == ("B2 -", 3)


def test_what_an_object_does_when_destroyed_follows_the_collision(lay: Lay) -> None:
    """HV-04, HV-82: its last effect strikes from where it stood."""
    blast = effect("hurt", to="near", amount=5)
    laid = thing("jar", "B2", blast, hp=3, moment="destroyed"), enemy("moth", "B4"), enemy("imp", "A2")
    table = pushed(lay, *laid, targets=["moth"])
    assert losses(table, "moth", "imp") == [3, 5]


# ---------------------------------------------------------------- the way and the way back


def test_the_mover_is_back_where_the_push_began_though_needles_stung_on_the_way(lay: Lay) -> None:
    """HV-04, HV-77: the original cell is where this move began."""
    table = pushed(lay, ground("needles", "B3"), enemy("a", "B4"), enemy("b", "B2"), targets=["a"])
    assert (losses(table, "a", "b"), spots(table, "a", "b")) == ([6, 3], "B4 B2")


def test_the_way_back_sets_nothing_off(lay: Lay) -> None:
    """HV-04, HV-77, HV-81: neither the needles it stood on nor those in between, nor a trap laid there meanwhile."""
    laid = ground("needles", "B3", "B4"), enemy("a", "B4"), enemy("b", "B2")
    table = pushed(lay, *laid, trap("pit", "B4", effect("hurt", to="trigger", amount=9)), targets=["a"])
    assert (table.lost("a"), table.traps, table.at("a")) == (6, ["pit@B4"], "B4")


def test_a_mover_that_falls_on_the_way_collides_with_nobody(lay: Lay) -> None:
    """HV-04, HV-45, HV-77."""
    table = pushed(lay, ground("needles", "B3"), enemy("a", "B4", hp=3), enemy("b", "B2"), targets=["a"])
    assert (table.hp("a"), table.lost("b")) == (0, 0)


def test_two_pushes_of_one_attack_begin_anew(lay: Lay) -> None:
    """HV-04: the second push began one cell on, and ends back there."""
    first = effect("push", direction="front", cells=1)
    twice = spell("twice", first, first | {"cells": 2}, range=change(around(5)))
    table = lay(ally("mina", "B5", ss=9), enemy("a", "B4"), enemy("b", "B1"), magic=[twice])
    table.attacks("mina", "twice", targets=["a"]).answers("mina", effects_order=["twice.0.a", "twice.1.a"])
    assert (spots(table, "a", "b"), losses(table, "a", "b")) == ("B3 B1", [3, 3])


def test_a_first_cell_that_was_filled_meanwhile_stays_the_others(lay: Lay) -> None:
    """HV-03, HV-04: the trap on the way brings imp onto the mover's first cell; no two share one."""
    around_it = effect("push", to="near", direction="front", cells=1)
    lure = trap("lure", "B2", around_it, around_it | {"direction": "left"})
    laid = enemy("a", "B3"), enemy("imp", "A2"), thing("wall", "A1", size=(3, 1)), lure
    table = pushed(lay, *laid, targets=["a"])
    assert spots(table, "a", "imp") == "B2 B3"
    assert losses(table, "a", "wall") == [6, 6]


# ---------------------------------------------------------------- the end of the battle


def test_example_13_the_last_two_collide(lay: Lay) -> None:
    """HV-04, HV-06: HP 3 each, one a camp: a draw, and the pending reaction effects are dropped."""
    pull = spell("pull", effect("push", direction="back", cells=1))
    thanks = reaction("thanks", effect("heal", to="self", amount=9))
    fighters = ally("mina", "B4", ss=9, hp=3), enemy("thorn", "B3", hp=3, skills=[])
    table = lay(*fighters, magic=[pull, thanks])
    table.attacks("mina", "pull", cell="B3", targets=["thorn"]).reacts("thorn", "thanks")
    assert (table.winner, table.told("heal"), len(table.told("fall"))) == ("", [], 2)


def test_a_collision_is_one_batch_for_both_sides(lay: Lay) -> None:
    """HV-06: the mover's fall does not end the battle before the other's counts."""
    lure = trap("lure", "B3", effect("push", to="trigger", direction="back", cells=1))
    table = lay(ally("mina", "B4", ss=9, hp=3), enemy("thorn", "B2", hp=3), lure)
    table.walks("mina", "B3")
    assert (table.winner, table.hp("mina")) == ("", 30)


def test_the_battle_ends_in_the_middle_of_an_attack(lay: Lay) -> None:
    """HV-06: the last enemy falls in the collision; the second push never happens."""
    laid = enemy("a", "B4", hp=3), thing("jar", "B3"), ally("jun", "A4")
    table = lay(ally("mina", "B5", ss=9), *laid, magic=[shove(cells=1)])
    table.attacks("mina", "shove", targets=["a", "jun"]).nobody_reacts()
    table.answers("mina", effects_order=["shove.0.a", "shove.0.jun"])
    assert (table.winner, len(table.told("pushed", "jun"))) == ("ally", 0)


def test_a_collision_is_told_in_one_line_that_says_where_the_mover_is(lay: Lay) -> None:
    """HV-04: not that it was pushed on, and then that it is back."""
    table = pushed(lay, enemy("a", "B4"), enemy("b", "B2"), targets=["a"])
    (told,) = table.told("collision", "a")
    assert (told.params["cell"], table.at("a"), table.told("pushed", "a")) == ("B4", "B4", [])

"""Terrain that counts on the way: gravity field, gale, needles, repulsion (HV-74, HV-75, HV-77, HV-78)."""

import pytest

from rules.engine.choices import Route
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    Table,
    ally,
    change,
    effect,
    enemy,
    ground,
    line,
    on_cells,
    skill,
    spell,
    thing,
    trap,
)

FACE = {"front": 1, "back": 2, "left": 3, "right": 4}
"""What the d4 of a repulsion field shows (HV-78)."""


def about_to_move(lay: Lay, *laid: object, movement: int = 2, at: str = "B5", **mina: object) -> Table:
    """Mina's movement timing has started."""
    fighters = ally("mina", at, ss=9, movement=movement, **mina), enemy("thorn", "A1", ss=5)
    table: Table = lay(*fighters, *laid, skills=[skill("hum")])
    return table.begins("mina")


def route(table: Table, seat: str = "mina") -> Route:
    """The ways offered."""
    shape = table.question.choices[seat]
    assert isinstance(shape, Route)
    return shape


# ---------------------------------------------------------------- gravity field


@pytest.mark.parametrize(("level", "farthest"), [(1, 1), (0, 2), (-1, 3), (-5, 3)])
def test_leaving_a_gravity_field_costs_more(lay: Lay, level: int, farthest: int) -> None:
    """HV-74, HV-44: L more, never less than nothing; so many steps without a full move."""
    table = about_to_move(lay, ground("gravity", "B5", level=level))
    way = ["B4", "B3", "B2"][:farthest]
    table.answers("mina", move=way)
    assert (table.at("mina"), table.told("full_move")) == (way[-1], [])
    assert table.asks == "prepare"


def test_a_full_move_pays_for_leaving_too(lay: Lay) -> None:
    """HV-14, HV-74: 3 steps' worth take her 2 cells away."""
    table = about_to_move(lay, ground("gravity", "B5"))
    assert "too_far" in str(table.refuses("mina", move=["B4", "B3", "B2"]))
    table.answers("mina", move=["B4", "B3"])
    assert (table.at("mina"), len(table.told("full_move"))) == ("B3", 1)


def test_who_cannot_pay_stays(lay: Lay) -> None:
    """HV-74: nothing is asked."""
    table = about_to_move(lay, ground("gravity", "B5", level=3))
    assert (table.asks, table.at("mina")) == ("prepare", "B5")


def test_a_gravity_field_on_the_way_costs_nothing(lay: Lay) -> None:
    """HV-74: only where one stood when the movement timing started."""
    table = about_to_move(lay, ground("gravity", "B4", "B3", level=5))
    assert table.answers("mina", move=["B4", "B3"]).told("full_move") == []


def test_the_cost_is_shown_with_the_ways(lay: Lay) -> None:
    """HV-74."""
    exits = route(about_to_move(lay, ground("gravity", "B5"))).exits
    assert (exits["B5"]["B4"], exits["B4"]["B3"]) == (2, 1)


def test_a_field_created_under_her_in_the_timing_does_not_count(lay: Lay) -> None:
    """HV-74: she was not there when it started; the trap on the way lays one."""
    web = trap("web", "B4", on_cells("terrain", "here", terrain="gravity", level=5))
    table = about_to_move(lay, web).answers("mina", move=["B4"])
    assert table.ground("B4") == ("gravity", 5)
    assert table.answers("mina", move=["B3"]).at("mina") == "B3"


def test_a_giant_leaves_the_highest_field_under_it(lay: Lay) -> None:
    """HV-74, settled."""
    laid = ground("gravity", "A1") | ground("gravity", "B2", level=2)
    golem = enemy("golem", "A1", size=(2, 2), ss=9, movement=3)
    table = lay(golem, ally("mina", "B6"), laid).begins("golem")
    assert set(route(table, "gm").exits["A1"].values()) == {3}
    table.passes("golem", "move")


# ---------------------------------------------------------------- gale


@pytest.mark.parametrize(("level", "steps"), [(2, 4), (1, 3), (0, 2), (-1, 1)])
def test_in_a_gale_whoever_moves_makes_all_the_steps(lay: Lay, level: int, steps: int) -> None:
    """HV-75, HV-44: movement + L, and no step less."""
    table = about_to_move(lay, ground("gale", "B5", level=level))
    way = ["B4", "B3", "B2", "B1"][:steps]
    if steps > 1:
        assert "goes_on" in str(table.refuses("mina", move=way[:-1]))
    assert table.answers("mina", move=way).at("mina") == way[-1]
    assert table.told("full_move") == []


def test_staying_in_a_gale_is_allowed(lay: Lay) -> None:
    """HV-75."""
    assert about_to_move(lay, ground("gale", "B5")).passes("mina", "move").at("mina") == "B5"


def test_a_full_move_comes_on_top_of_a_gale(lay: Lay) -> None:
    """HV-14, HV-75."""
    table = about_to_move(lay, ground("gale", "B5")).answers("mina", move=["B4", "B3", "B2", "B1"])
    assert (table.at("mina"), len(table.told("full_move"))) == ("B1", 1)


def test_a_further_gale_adds_nothing(lay: Lay) -> None:
    """HV-75: as it started."""
    table = about_to_move(lay, ground("gale", "B5", "B4", "B3", level=1))
    assert route(table).budget == 4
    table.passes("mina", "move")


def test_a_gale_entered_on_the_way_adds_nothing(lay: Lay) -> None:
    """HV-75: she was not there when the movement timing started."""
    table = about_to_move(lay, ground("gale", "B4", level=3)).answers("mina", move=["B4"])
    assert (table.at("mina"), table.asks) == ("B4", "prepare")


def test_in_a_corner_a_gale_blows_to_and_fro(lay: Lay) -> None:
    """HV-75: all the steps it can, over the only two cells there are."""
    laid = enemy("a", "A4"), enemy("b", "B5"), enemy("c", "B6"), ground("gale", "A5")
    table = about_to_move(lay, *laid, at="A5")
    assert "goes_on" in str(table.refuses("mina", move=["A6"]))
    assert table.answers("mina", move=["A6", "A5", "A6"]).at("mina") == "A6"


def test_nobody_need_go_where_there_is_no_way(lay: Lay) -> None:
    """HV-75: shut in, she is not asked."""
    laid = enemy("a", "A4"), enemy("b", "B5"), enemy("c", "A6"), ground("gale", "A5")
    assert about_to_move(lay, *laid, at="A5").asks == "prepare"


def test_she_may_come_back_to_her_cell_in_a_gale(lay: Lay) -> None:
    """HV-75: steps, not distance."""
    table = about_to_move(lay, ground("gale", "B5", level=2))
    assert table.answers("mina", move=["B4", "A4", "A5", "B5"]).at("mina") == "B5"
    assert len(table.told("walk", "mina")) == 1


def test_a_giant_in_a_gale_goes_by_the_highest_level(lay: Lay) -> None:
    """HV-75, settled."""
    laid = ground("gale", "A1") | ground("gale", "B2", level=2)
    golem = enemy("golem", "A1", size=(2, 2), ss=9, movement=1)
    table = lay(golem, ally("mina", "C6"), laid).begins("golem")
    assert "goes_on" in str(table.refuses("golem", move=["A2", "A3"]))
    assert table.answers("golem", move=["A2", "A3", "A4"]).at("golem") == "A4"


# ---------------------------------------------------------------- needle mountain


@pytest.mark.parametrize(("level", "lost"), [(2, 6), (1, 3), (0, 0), (-1, 0)])
def test_needles_sting_who_enters(lay: Lay, level: int, lost: int) -> None:
    """HV-77, HV-44: 3L; nothing of a negative level."""
    table = about_to_move(lay, ground("needles", "B4", level=level)).answers("mina", move=["B4"])
    assert table.lost("mina") == lost


def test_needles_sting_at_each_entering_step(lay: Lay) -> None:
    """HV-77: two needle cells, and the way goes on."""
    table = about_to_move(lay, ground("needles", "B4", "B3")).answers("mina", move=["B4", "B3", "B2"])
    assert (table.lost("mina"), table.at("mina")) == (6, "B2")


def test_needles_under_her_do_not_sting_who_leaves(lay: Lay) -> None:
    """HV-77: on entering."""
    table = about_to_move(lay, ground("needles", "B5")).answers("mina", move=["B4"])
    assert table.lost("mina") == 0


def test_who_falls_on_the_way_has_no_turn_left(lay: Lay) -> None:
    """HV-45, HV-77."""
    table = about_to_move(lay, ally("jun", "C6", ss=1), ground("needles", "B4"), hp=3)
    table.answers("mina", move=["B4", "B3"])
    assert (table.at("mina"), table.acting) == ("", "thorn")


def test_the_last_who_falls_on_the_way_loses_the_battle(lay: Lay) -> None:
    """HV-06, HV-77."""
    table = about_to_move(lay, ground("needles", "B4"), hp=3).answers("mina", move=["B4", "B3"])
    assert table.winner == "enemy"


def shoved(lay: Lay, target: str, *laid: object, cells: int = 2) -> Table:
    """Mina at B6 pushes what stands before her to the front."""
    shove = spell("shove", effect("push", direction="front", cells=cells), range=change(line(2, *FRONT)))
    table: Table = lay(ally("mina", "B6", ss=9), enemy("far", "A1"), *laid, magic=[shove])
    return table.attacks("mina", "shove", targets=[target])


def test_needles_sting_who_is_pushed(lay: Lay) -> None:
    """HV-77: forced or not, each step."""
    table = shoved(lay, "imp", enemy("imp", "B5"), ground("needles", "B4") | ground("needles", "B3", level=2))
    assert (table.lost("imp"), table.at("imp")) == (9, "B3")


def test_needles_sting_special_objects(lay: Lay) -> None:
    """HV-77, HV-82."""
    table = shoved(lay, "jar", thing("jar", "B5", hp=3), ground("needles", "B4"))
    assert (table.at("jar"), len(table.told("destroyed", "jar"))) == ("", 1)


def test_a_giant_is_stung_once_by_the_highest_of_the_cells_it_newly_covers(lay: Lay) -> None:
    """HV-77, settled: what it stood on already is not entered."""
    laid = ground("needles", "A3") | ground("needles", "B3", level=2) | ground("needles", "A4", "B4", level=3)
    table = shoved(lay, "golem", enemy("golem", "A4", size=(2, 2)), laid, cells=1)
    assert (table.lost("golem"), table.at("golem")) == (6, "A3")


def test_needles_do_not_sting_when_they_are_created(lay: Lay) -> None:
    """HV-77, settled."""
    sow = spell("sow", on_cells("terrain", "targets", terrain="needles", level=3))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[sow])
    table.attacks("mina", "sow", cell="B3", targets=["thorn"])
    assert (table.ground("B3"), table.lost("thorn")) == (("needles", 3), 0)


def test_terrain_that_a_trap_creates_under_her_sets_nothing_off(lay: Lay) -> None:
    """HV-77, HV-78, settled: neither needles nor a repulsion field."""
    for terrain in ("needles", "repulsion"):
        web = trap("web", "B4", on_cells("terrain", "here", terrain=terrain, level=3))
        table = about_to_move(lay, web).answers("mina", move=["B4"])
        assert (table.at("mina"), table.lost("mina")) == ("B4", 0)


def test_nobody_enters_by_being_placed(lay: Lay) -> None:
    """HV-02, HV-77: placement, a ruling and coming back are no steps."""
    table = lay(ally("mina"), enemy("thorn", "B1"), ground("needles", "B5", "A5"))
    table.answers("mina", place="B5").rule("move", name="mina", cell="A5")
    assert table.lost("mina") == 0


def test_nobody_enters_by_coming_back(lay: Lay) -> None:
    """HV-46, HV-77, HV-78."""
    rise = skill("rise", {"kind": "revive", "hp": 5}, tp=0)
    laid = ally("mina", "B6", ss=9), ally("jun", hp=0), enemy("thorn", "B1"), ground("needles", "A5")
    table = lay(*laid, skills=[rise]).begins("mina").skip_to("prepare").answers("mina", prepare="skill:rise")
    assert table.answers("jun", revive="A5").hp("jun") == 5


# ---------------------------------------------------------------- repulsion field


@pytest.mark.parametrize(("way", "end"), [("front", "B3"), ("back", "B5"), ("left", "A4"), ("right", "C4")])
def test_a_repulsion_field_moves_on_in_a_random_direction(lay: Lay, way: str, end: str) -> None:
    """HV-78: one d4, as she sees it."""
    table = about_to_move(lay, ground("repulsion", "B4")).rolls(FACE[way]).answers("mina", move=["B4"])
    assert (table.at("mina"), table.lost("mina")) == (end, 0)
    [told] = table.told("repelled", "mina")
    assert told.faces == (FACE[way],)


def test_the_rest_of_the_way_may_still_be_walked(lay: Lay) -> None:
    """HV-13, HV-78: one step is spent; being moved costs none."""
    table = about_to_move(lay, ground("repulsion", "B4")).rolls(FACE["left"])
    table.answers("mina", move=["B4", "B3"])
    assert (table.at("mina"), table.asks, route(table).budget) == ("A4", "move", 2)
    table.answers("mina", move=["A3"])
    assert (table.at("mina"), table.told("full_move")) == ("A3", [])


@pytest.mark.parametrize("level", [0, -1])
def test_a_level_below_1_moves_nobody(lay: Lay, level: int) -> None:
    """HV-44, HV-78: no die falls, and the way goes on."""
    table = about_to_move(lay, ground("repulsion", "B4", level=level)).answers("mina", move=["B4", "B3"])
    assert table.at("mina") == "B3"


def test_a_repulsion_field_moves_as_many_cells_as_its_level(lay: Lay) -> None:
    """HV-78."""
    table = about_to_move(lay, ground("repulsion", "B4", level=3)).rolls(FACE["front"])
    assert table.answers("mina", move=["B4"]).at("mina") == "B1"


def test_landing_on_another_field_goes_on(lay: Lay) -> None:
    """HV-78: B4 to the front, B3 to the left, A3 to the front, and the chain ends on a plain cell."""
    laid = ground("repulsion", "B4", "B3", "A3")
    table = about_to_move(lay, laid).rolls(FACE["front"], FACE["left"], FACE["front"])
    assert table.answers("mina", move=["B4"]).at("mina") == "A2"


def test_the_chain_may_come_back_to_the_first_field(lay: Lay) -> None:
    """HV-78: entered anew."""
    table = about_to_move(lay, ground("repulsion", "B4", "B3"))
    table.rolls(FACE["front"], FACE["back"], FACE["right"]).answers("mina", move=["B4"])
    assert table.at("mina") == "C4"


def test_the_chain_ends_at_the_edge(lay: Lay) -> None:
    """HV-05, HV-78: at once, or after a cell; no second die falls."""
    at_once = about_to_move(lay, ground("repulsion", "A5", level=2)).rolls(FACE["left"])
    assert at_once.answers("mina", move=["A5"]).at("mina") == "A5"
    after_one = about_to_move(lay, ground("repulsion", "B4", level=2)).rolls(FACE["left"])
    assert after_one.answers("mina", move=["B4"]).at("mina") == "A4"


def test_the_chain_ends_in_a_collision(lay: Lay) -> None:
    """HV-04, HV-78: 3 each; she is back where this move began, on the field, which moves her no more."""
    table = about_to_move(lay, enemy("imp", "A4"), ground("repulsion", "B4")).rolls(FACE["left"])
    table.answers("mina", move=["B4"])
    assert (table.at("mina"), table.lost("mina"), table.lost("imp")) == ("B4", 3, 3)


def test_a_collision_later_in_the_chain_goes_back_one_move(lay: Lay) -> None:
    """HV-04, HV-78: each field's move is one of its own."""
    table = about_to_move(lay, enemy("imp", "B2"), ground("repulsion", "B4", "B3"))
    table.rolls(FACE["front"], FACE["front"]).answers("mina", move=["B4"])
    assert (table.at("mina"), table.lost("mina")) == ("B3", 3)


def test_needles_on_the_way_of_a_repulsion_sting(lay: Lay) -> None:
    """HV-77, HV-78."""
    laid = ground("repulsion", "B4", level=2) | ground("needles", "B3")
    table = about_to_move(lay, laid).rolls(FACE["front"]).answers("mina", move=["B4"])
    assert (table.at("mina"), table.lost("mina")) == ("B2", 3)


def test_what_is_pushed_onto_a_field_is_moved_on(lay: Lay) -> None:
    """HV-78: forced or not; the rest of the push falls away."""
    shove = spell("shove", effect("push", direction="front", cells=3))
    table = lay(ally("mina", "B6", ss=9), enemy("imp", "B5"), ground("repulsion", "B4"), magic=[shove])
    table.casts("mina", "shove").answers("mina", cell="B5").rolls(FACE["left"]).answers(
        "mina", targets=["imp"]
    )
    assert table.at("imp") == "C4"


def test_a_field_looks_at_an_enemy_from_the_enemies_side(lay: Lay) -> None:
    """HV-01, HV-78: its front is the allies' back."""
    table = lay(enemy("thorn", "B2", ss=9), ally("mina", "A6"), ground("repulsion", "B3")).rolls(FACE["left"])
    assert table.walks("thorn", "B3").at("thorn") == "C3"


def test_a_field_moves_special_objects(lay: Lay) -> None:
    """HV-78, HV-82."""
    shove = spell("shove", effect("push", direction="front", cells=1))
    table = lay(
        ally("mina", "B6", ss=9),
        enemy("far", "A1"),
        thing("jar", "B5"),
        ground("repulsion", "B4"),
        magic=[shove],
    )
    table.casts("mina", "shove").answers("mina", cell="B5").rolls(FACE["right"]).answers(
        "mina", targets=["jar"]
    )
    assert table.at("jar") == "C4"


def test_a_giant_is_moved_once_by_the_highest_field_it_newly_covers(lay: Lay) -> None:
    """HV-78, settled: as a block."""
    laid = ground("repulsion", "A3") | ground("repulsion", "B3", level=2)
    golem = enemy("golem", "A1", size=(2, 2), ss=9, movement=1)
    table = lay(golem, ally("mina", "C6"), laid).rolls(FACE["front"]).walks("golem", "A2")
    assert table.at("golem") == "A4"


def test_a_giant_collides_on_its_way_out_of_a_field(lay: Lay) -> None:
    """HV-04, HV-78."""
    golem = enemy("golem", "A1", size=(2, 2), ss=9, movement=1)
    table = lay(golem, ally("mina", "C3"), ground("repulsion", "A3")).rolls(FACE["left"])
    table.walks("golem", "A2")
    assert (table.at("golem"), table.lost("golem"), table.lost("mina")) == ("A2", 3, 3)


def test_an_object_that_the_repelled_one_destroys_does_its_last(lay: Lay) -> None:
    """HV-04, HV-78, HV-82: at once, in the middle of basic movement."""
    jar = thing("jar", "A4", effect("hurt", to="near", amount=5), hp=3, moment="destroyed")
    table = (
        about_to_move(lay, jar, ground("repulsion", "B4")).rolls(FACE["left"]).answers("mina", move=["B4"])
    )
    assert (table.at("jar"), table.lost("mina")) == ("", 8)

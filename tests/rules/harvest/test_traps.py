"""Traps: hidden until somebody enters their cell, then sprung and spent (HV-81)."""

import pytest

from rules.engine.flow import GM
from rules.harvest.battlefield import Camp
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    Placed,
    Table,
    afflict,
    ally,
    change,
    effect,
    enemy,
    ground,
    line,
    on_cells,
    rival,
    skill,
    spell,
    thing,
    trap,
)


def pit(cell: str | None = "B4", amount: int = 4, **more: object) -> Placed:
    """A trap that hurts whoever enters."""
    return trap("pit", cell, effect("hurt", to="trigger", amount=amount), **more)  # type: ignore[arg-type]


def about_to_move(lay: Lay, *laid: object, **mina: object) -> Table:
    """Mina at B5 has started her movement timing."""
    table: Table = lay(
        ally("mina", "B5", ss=9, **mina), enemy("thorn", "A1", ss=5), *laid, skills=[skill("hum")]
    )
    return table.begins("mina")


# ---------------------------------------------------------------- sprung on foot


def test_a_trap_springs_on_who_enters_and_is_spent(lay: Lay) -> None:
    """HV-81."""
    table = about_to_move(lay, pit()).answers("mina", move=["B4"])
    assert (table.lost("mina"), table.traps, len(table.told("sprung"))) == (4, [], 1)


def test_a_trap_looks_like_a_free_cell(lay: Lay) -> None:
    """HV-81: hidden: the ways are the same with it and without."""
    with_it, without = about_to_move(lay, pit()), about_to_move(lay, pit(None))
    assert with_it.question.choices == without.question.choices
    assert with_it.question.fingerprint() == without.question.fingerprint()


def test_the_way_breaks_off_and_the_rest_may_still_be_walked(lay: Lay) -> None:
    """HV-13, HV-81: what the steps so far cost is spent."""
    table = about_to_move(lay, pit()).answers("mina", move=["B4", "B3"])
    assert (table.at("mina"), table.asks) == ("B4", "move")
    assert "too_far" in str(table.refuses("mina", move=["B3", "B2", "B1"]))
    table.answers("mina", move=["B3"])
    assert (table.at("mina"), table.asks) == ("B3", "prepare")


def test_another_way_may_be_taken_after_a_trap(lay: Lay) -> None:
    """HV-81."""
    table = about_to_move(lay, pit()).answers("mina", move=["B4", "B3"]).answers("mina", move=["A4"])
    assert table.at("mina") == "A4"


def test_the_rest_may_be_left_unused(lay: Lay) -> None:
    """HV-12, HV-81."""
    table = about_to_move(lay, pit()).answers("mina", move=["B4", "B3"]).passes("mina", "move")
    assert (table.at("mina"), table.told("full_move")) == ("B4", [])


def test_a_full_move_broken_off_on_its_last_step_is_one(lay: Lay) -> None:
    """HV-14, HV-81: the third step was made."""
    table = about_to_move(lay, pit("B2")).answers("mina", move=["B4", "B3", "B2"])
    assert (table.at("mina"), len(table.told("full_move"))) == ("B2", 1)
    assert table.asks != "prepare"


def test_who_is_barred_by_the_trap_walks_no_further(lay: Lay) -> None:
    """HV-53, HV-57, HV-81."""
    web = trap("web", "B4", afflict("frostbite", 1, to="trigger"))
    table = about_to_move(lay, web).answers("mina", move=["B4", "B3"])
    assert (table.at("mina"), table.asks) == ("B4", "prepare")


def test_who_falls_in_a_trap_has_no_turn_left(lay: Lay) -> None:
    """HV-45, HV-81."""
    table = about_to_move(lay, pit(), ally("jun", "C6", ss=1), hp=4).answers("mina", move=["B4", "B3"])
    assert (table.at("mina"), table.acting, table.traps) == ("", "thorn", [])


def test_the_battle_may_end_in_a_trap(lay: Lay) -> None:
    """HV-06, HV-81."""
    assert about_to_move(lay, pit(), hp=4).answers("mina", move=["B4"]).winner == "enemy"


def test_the_own_camp_springs_it_too(lay: Lay) -> None:
    """HV-81: whoever laid it."""
    table = about_to_move(lay, pit(camp=Camp.ALLY, giver="mina")).answers("mina", move=["B4"])
    assert (table.lost("mina"), table.traps) == (4, [])


def test_several_traps_on_one_cell_all_spring(lay: Lay) -> None:
    """HV-81: in the order they were laid; of two alike both."""
    snare = trap("snare", "B4", afflict("burn", 2, to="trigger"))
    table = about_to_move(lay, pit(), snare, pit(amount=4)).answers("mina", move=["B4"])
    assert (table.lost("mina"), table.level("mina", "burn"), table.traps) == (8, 2, [])
    assert len(table.told("sprung")) == 3


def test_a_trap_that_fells_leaves_the_next_one_laid(lay: Lay) -> None:
    """HV-45, HV-81: nobody is there any more."""
    snare = trap("snare", "B4", afflict("burn", 2, to="trigger"))
    table = about_to_move(lay, pit(), snare, ally("jun", "C6"), hp=4).answers("mina", move=["B4"])
    assert table.traps == ["snare@B4"]


def test_a_trap_on_the_own_cell_waits_for_an_entry(lay: Lay) -> None:
    """HV-81: leaving springs nothing, coming back does."""
    table = about_to_move(lay, pit("B5")).answers("mina", move=["B4"])
    assert table.traps == ["pit@B5"]
    assert table.skip_round().walks("mina", "B5").lost("mina") == 4


def test_a_trap_is_sprung_by_no_placement(lay: Lay) -> None:
    """HV-02, HV-81: being put there is no step."""
    table = lay(ally("mina"), enemy("thorn", "B1"), pit("B5"), pit("A5"))
    table.answers("mina", place="B5").rule("move", name="mina", cell="A5")
    assert (table.lost("mina"), table.traps) == (0, ["pit@B5", "pit@A5"])


def test_a_trap_works_on_its_neighbours(lay: Lay) -> None:
    """HV-81: near are those orthogonally next to its cell, but for who set it off."""
    bang = trap("bang", "B4", effect("hurt", to="near", amount=5))
    laid = bang, ally("jun", "A4"), enemy("imp", "C4"), thing("jar", "B3"), ally("kai", "C3")
    table = about_to_move(lay, *laid).answers("mina", move=["B4"])
    assert [table.lost(name) for name in ("mina", "jun", "imp", "jar", "kai")] == [0, 5, 5, 5, 0]


def test_who_is_destroyed_by_one_effect_receives_no_other(lay: Lay) -> None:
    """HV-81, HV-82: the jar is gone before it can be pushed."""
    both = effect("hurt", to="near", amount=10), effect("push", to="near", direction="front", cells=1)
    bang = trap("bang", "B4", *both)
    table = about_to_move(lay, bang, thing("jar", "B3"), ally("jun", "A4")).answers("mina", move=["B4"])
    assert (table.at("jar"), table.lost("jun"), table.at("jun")) == ("", 10, "A5")


def test_a_trap_pushes_as_the_camp_of_its_layer_sees_it(lay: Lay) -> None:
    """HV-01, HV-81: the enemies' front is away from row 1."""
    spring = effect("push", to="trigger", direction="front", cells=1)
    theirs = about_to_move(lay, trap("spring", "A5", spring)).answers("mina", move=["A5"])
    ours = about_to_move(lay, trap("spring", "A5", spring, camp=Camp.ALLY)).answers("mina", move=["A5"])
    assert (theirs.at("mina"), ours.at("mina")) == ("A6", "A4")


def test_one_trap_may_push_into_the_next(lay: Lay) -> None:
    """HV-81: each is an entry of its own."""
    spring = trap("spring", "A5", effect("push", to="trigger", direction="front", cells=1))
    table = about_to_move(lay, spring, pit("A6")).answers("mina", move=["A5"])
    assert (table.at("mina"), table.lost("mina"), table.traps) == ("A6", 4, [])


def test_a_trap_lays_terrain_on_its_cell(lay: Lay) -> None:
    """HV-81."""
    web = trap("web", "B4", on_cells("terrain", "here", terrain="lava", level=2))
    table = about_to_move(lay, web).answers("mina", move=["B4"])
    assert table.ground("B4") == ("lava", 2)


def test_the_trap_springs_before_the_needles_sting(lay: Lay) -> None:
    """HV-77, HV-81: both on one cell; who is pushed off by it is not stung there."""
    spring = trap("spring", "A5", effect("push", to="trigger", direction="front", cells=1))
    table = about_to_move(lay, spring, ground("needles", "A5")).answers("mina", move=["A5"])
    assert (table.at("mina"), table.lost("mina")) == ("A6", 0)


# ---------------------------------------------------------------- sprung by force


def shoved(lay: Lay, target: str, *laid: object, cells: int = 3) -> Table:
    """Mina at B6 pushes what stands before her to the front."""
    shove = spell("shove", effect("push", direction="front", cells=cells), range=change(line(2, *FRONT)))
    table: Table = lay(ally("mina", "B6", ss=9), enemy("far", "A1", ss=1), *laid, magic=[shove])
    return table.attacks("mina", "shove", targets=[target])


def test_a_push_springs_a_trap_and_goes_on(lay: Lay) -> None:
    """HV-81: she still stands there."""
    table = shoved(lay, "imp", enemy("imp", "B5"), pit("B4"))
    assert (table.at("imp"), table.lost("imp"), table.traps) == ("B2", 4, [])


def test_a_push_tells_each_stretch_of_its_way_once(lay: Lay) -> None:
    """HV-05, HV-81: up to the trap and on from it; nothing where the trap is the end."""
    for cells, told in ((3, ["B4", "B2"]), (1, ["B4"])):
        table = shoved(lay, "imp", enemy("imp", "B5"), pit("B4"), cells=cells)
        assert [each.params["cell"] for each in table.told("pushed", "imp")] == told


def test_a_push_ends_where_a_trap_moves_her_on(lay: Lay) -> None:
    """HV-81: the rest of the first push falls away."""
    spring = trap("spring", "B4", effect("push", to="trigger", direction="left", cells=1))
    table = shoved(lay, "imp", enemy("imp", "B5"), spring)
    assert table.at("imp") == "C4"


def test_a_push_ends_with_who_falls_in_a_trap(lay: Lay) -> None:
    """HV-45, HV-81."""
    table = shoved(lay, "imp", enemy("imp", "B5", hp=4), pit("B4"), pit("B3"))
    assert (table.at("imp"), table.traps) == ("", ["pit@B3"])


def test_special_objects_spring_traps(lay: Lay) -> None:
    """HV-81, HV-82: they have no statuses; the rest happens to them."""
    both = afflict("burn", 1, to="trigger"), effect("hurt", to="trigger", amount=4)
    table = shoved(lay, "jar", thing("jar", "B5"), trap("pit", "B4", *both), cells=1)
    assert (table.at("jar"), table.lost("jar"), table.traps) == ("B4", 4, [])
    assert table.told("afflict") == []


def test_a_special_object_may_be_destroyed_by_a_trap(lay: Lay) -> None:
    """HV-81, HV-82: its last effect follows."""
    jar = thing("jar", "B5", effect("hurt", to="near", amount=3), hp=4, moment="destroyed")
    table = shoved(lay, "jar", jar, pit("B4"), ally("jun", "A4"), cells=1)
    assert (table.at("jar"), table.lost("jun")) == ("", 3)


def test_a_giant_springs_the_traps_under_the_cells_it_newly_covers(lay: Lay) -> None:
    """HV-25, HV-81."""
    table = shoved(lay, "golem", enemy("golem", "A4", size=(2, 2)), pit("A3"), pit("B3"), pit("B4"), cells=1)
    assert (table.at("golem"), table.lost("golem"), table.traps) == ("A3", 8, ["pit@B4"])


# ---------------------------------------------------------------- who laid it


def test_a_trap_is_laid_by_magic_on_cells_of_choice(lay: Lay) -> None:
    """HV-81: on any cells, taken or free; it is no object (HV-03)."""
    dig = skill("dig", on_cells("trap", "chosen", trap="pit", count=2), tp=0)
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4"), pit(None), skills=[dig])
    table.begins("mina").passes("mina", "move").answers("mina", prepare="skill:dig", cells=["B4", "A4"])
    assert table.traps == ["pit@A4", "pit@B4"]
    assert {(each.camp, each.giver) for each in table.battle.traps} == {(Camp.ALLY, "mina")}


def test_only_the_camp_that_laid_it_reads_of_it(lay: Lay) -> None:
    """HV-81: the GM knows all."""
    dig = skill("dig", on_cells("trap", "chosen", trap="pit"), tp=0)
    laid = ally("mina", "B5", ss=9), ally("jun", "A6"), rival("vera", "B1"), pit(None)
    table = lay(*laid, skills=[dig]).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="skill:dig", cells=["B4"])
    [told] = table.told("trap_laid")
    assert told.seen_by == ("mina", "jun")


@pytest.mark.parametrize("is_out", [False, True])
def test_its_layers_seat_decides_whether_to_overwrite(lay: Lay, is_out: bool) -> None:
    """HV-43, HV-45, HV-81: what she left stays hers though she has fallen."""
    web = trap("web", "B3", afflict("burn", 1, to="trigger"), camp=Camp.ALLY, giver="mina")
    table = lay(enemy("thorn", "B2", ss=9), ally("mina", "B6"), ally("jun", "A6"), web)
    table.rule("afflict", name="thorn", status="burn", level=3)
    if is_out:
        table.rule("set_hp", name="mina", value=0)
    table.begins("thorn").passes("thorn", "give_up_movement").answers("thorn", move=["B3"])
    assert (table.asks, table.asked) == ("overwrite", ["mina"])
    table.answers("mina", overwrite="overwrite")
    assert (table.level("thorn", "burn"), table.at("thorn")) == (1, "B3")


def test_the_gm_decides_for_a_trap_without_a_layer(lay: Lay) -> None:
    """HV-43, HV-81: a layer who left the fight altogether is none either."""
    for giver in ("", "gone"):
        web = trap("web", "B4", on_cells("terrain", "here", terrain="lava", level=1), giver=giver)
        table = about_to_move(lay, web, ground("lava", "B4", level=3)).answers("mina", move=["B4"])
        assert table.asked == [GM]
        assert table.answers("gm", overwrite_terrain="overwrite").ground("B4") == ("lava", 1)


def test_the_walker_felled_while_a_trap_asks_ends_only_that(lay: Lay) -> None:
    """HV-45, HV-81: the question lapses, the next one acts."""
    web = trap("web", "B4", afflict("burn", 1, to="trigger"))
    table = about_to_move(lay, web, ally("jun", "C6", ss=1)).passes("mina", "move").passes("mina", "prepare")
    table.rule("afflict", name="mina", status="burn", level=3).skip_round()
    table.begins("mina").passes("mina", "give_up_movement").answers("mina", move=["B4"])
    table.rule("set_hp", name="mina", value=0)
    assert (table.acting, table.traps) == ("thorn", [])


def test_a_neighbour_felled_while_a_trap_asks_costs_the_walker_nothing(lay: Lay) -> None:
    """HV-45, HV-81: her way goes on."""
    web = trap("web", "B4", afflict("burn", 1, to="near"))
    table = about_to_move(lay, web, ally("jun", "A4", ss=1)).rule(
        "afflict", name="jun", status="burn", level=3
    )
    table.answers("mina", move=["B4", "B3"]).rule("set_hp", name="jun", value=0)
    assert (table.asks, table.question.actor, table.at("mina")) == ("move", "mina", "B4")


def test_a_summoning_trap_needs_a_free_cell(lay: Lay) -> None:
    """HV-03, HV-81: who sprang it stands there."""
    nest = trap("nest", "B4", on_cells("summon", "here", object="jar"))
    table = about_to_move(lay, nest, thing("jar")).answers("mina", move=["B4"])
    assert (table.battle.things, table.traps) == ([], [])


def test_traps_are_gone_after_the_battle(lay: Lay) -> None:
    """HV-07."""
    table = (
        about_to_move(lay, pit("A6")).passes("mina", "move", "prepare").rule("set_hp", name="thorn", value=0)
    )
    assert (table.skip_round().winner, table.traps) == ("ally", [])


def test_no_way_is_taken_back_for_it_shows_where_no_trap_lies(lay: Lay) -> None:
    """HV-81: neither one into a trap nor one over clear ground."""
    for laid in ([], [pit("A6")], [pit("B4")]):
        table = about_to_move(lay, *laid).answers("mina", move=["B4"])
        assert table.session.take_back is None

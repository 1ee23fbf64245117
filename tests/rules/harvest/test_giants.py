"""Giant objects: several cells that move, cover, are hit and are placed as one (HV-25, HV-26)."""

import pytest

from rules.engine.grid import Direction, cell_at
from rules.harvest.battlefield import Area, Camp, block, covered
from rules.registry import words
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
    ground,
    line,
    on_cells,
    reaction,
    skill,
    spell,
)

SIZES = [(2, 2), (3, 1), (1, 2), (3, 2)]


def reach(area: Area, corner: str, size: tuple[int, int], camp: Camp = Camp.ALLY, how: str = "square") -> str:
    """The cells of an area for a giant."""
    cells = covered(area, block(cell_at(corner), size), camp, how)
    return " ".join(cell.label for cell in cells)


# ---------------------------------------------------------------- where its magic reaches


@pytest.mark.parametrize(
    ("area", "cells"),
    [
        (line(3, *FRONT), "A1 B1 A2 B2 A3 B3"),
        (line(1, *LR), "C4 C5"),
        (line(1), "A3 B3 C4 C5 A6 B6"),
        (around(1), "A3 B3 C3 C4 C5 A6 B6 C6"),
    ],
)
def test_example_11_a_giants_ranges(area: Area, cells: str) -> None:
    """HV-25: columns 0-1, rows 3-4 of the lower camp: A4 to B5 here."""
    assert reach(area, "A4", (2, 2)) == cells


def test_example_11_a_caster_of_one_cell_for_comparison() -> None:
    """HV-23: at (1, 4), all directions 2 are 11 cells."""
    assert len(reach(around(2), "B5", (1, 1)).split()) == 11


@pytest.mark.parametrize(
    ("corner", "size", "area", "cells"),
    [
        ("A4", (2, 2), end(2, *FRONT), "A2 B2"),
        ("A4", (2, 2), end(1, Direction.BACK), "A6 B6"),
        ("A4", (2, 2), end(1, *LR), "C4 C5"),
        ("A4", (3, 1), end(3, *FRONT), "A1 B1 C1"),
        ("A4", (3, 1), line(1, *LR), ""),
        ("B4", (1, 2), line(1, *LR), "A4 C4 A5 C5"),
        ("B4", (1, 2), end(2, *FRONT), "B2"),
        ("A4", (3, 2), line(2), "A2 B2 C2 A3 B3 C3 A6 B6 C6"),
    ],
)
def test_a_giants_range_starts_from_the_whole_row_that_lies_foremost(
    corner: str, size: tuple[int, int], area: Area, cells: str
) -> None:
    """HV-25: `[n front]` is the n-th row before its whole front row; the other directions likewise."""
    assert reach(area, corner, size) == cells


def test_the_other_camps_giant_looks_the_other_way() -> None:
    """HV-01, HV-25."""
    assert reach(line(1, *FRONT), "A1", (2, 2), Camp.ENEMY) == "A3 B3"
    assert reach(line(1, Direction.LEFT), "A1", (2, 2), Camp.ENEMY) == "C1 C2"


def test_all_directions_as_lines_spread_from_a_giants_edges() -> None:
    """HV-23, HV-25, house rule all_directions."""
    assert reach(around(1), "A4", (2, 2), how="lines") == "A3 B3 C4 C5 A6 B6"


def giant_attacks(lay: Lay, *magic: str, size: tuple[int, int] = (2, 2), corner: str = "A2") -> Table:
    """The golem casts; somebody small stands on every cell that is left."""
    magics = [
        spell("fist"),
        spell("ray", range=change(line(2, *FRONT))),
        spell("hop", range=change(end(2, *FRONT))),
        spell("wide", level=1, range=add(line(1, *LR))),
        spell("still", level=1, range=fix(around(1))),
    ]
    filled = {cell.label for cell in block(cell_at(corner), size)}
    cells = [f"{col}{row}" for row in range(1, 7) for col in "ABC"]
    small = [ally(cell.lower(), cell) for cell in cells if cell not in filled]
    golem = enemy("golem", corner, size=size, ss=9, action_magic=3)
    table: Table = lay(golem, *small, magic=magics)
    return table.casts("golem", *magic)


def test_a_giants_default_attack_covers_one_cell_next_to_any_of_its_own(lay: Lay) -> None:
    """HV-21, HV-25."""
    table = giant_attacks(lay, "fist")
    assert table.offers("gm") == ["A1", "B1", "C2", "C3", "A4", "B4"]
    assert table.answers("golem", cell="C3").offers("gm") == ["c3"]


def test_a_giants_spells_reach_from_its_front_row(lay: Lay) -> None:
    """HV-22, HV-25: changes, additions and fixes alike."""
    assert giant_attacks(lay, "ray").offers("gm") == ["a4", "b4", "a5", "b5"]
    assert giant_attacks(lay, "hop").offers("gm") == ["a5", "b5"]
    assert giant_attacks(lay, "hop", "wide").offers("gm") == ["c2", "c3", "a5", "b5"]
    assert giant_attacks(lay, "hop", "still").offers("gm") == ["a1", "b1", "c1", "c2", "c3", "a4", "b4", "c4"]


@pytest.mark.parametrize(
    ("size", "corner", "cells"),
    [
        ((3, 1), "A2", ["A1", "B1", "C1", "A3", "B3", "C3"]),
        ((1, 2), "B2", ["B1", "A2", "C2", "A3", "C3", "B4"]),
        ((3, 2), "A1", ["A3", "B3", "C3"]),
    ],
)
def test_a_default_attack_of_any_rectangle(
    lay: Lay, size: tuple[int, int], corner: str, cells: list[str]
) -> None:
    """HV-21, HV-25."""
    assert giant_attacks(lay, "fist", size=size, corner=corner).offers("gm") == cells


# ---------------------------------------------------------------- being hit


def hit(lay: Lay, *areas: Area, mina: str = "B4", **golem: object) -> Table:
    """Mina (attack 10) attacks the golem on A2 to B3, attack-up 5."""
    blow, ward = spell("blow", attack=5, range=change(*areas)), reaction("ward", defence=3)
    giant = enemy("golem", "A2", **{"size": (2, 2), "defence": 4, "max_hp": 99} | golem)
    table: Table = lay(ally("mina", mina, attack=10, ss=9), giant, magic=[blow, ward])
    return table.attacks("mina", "blow", targets=["golem"])


def test_example_1_a_giant_hit_on_three_cells(lay: Lay) -> None:
    """HV-26, HV-40: 8 x 3 = 24; its one reaction counts for all."""
    table = hit(lay, around(1), line(2, *FRONT)).reacts("golem", "ward")
    assert (table.lost("golem"), len(table.told("hurt", "golem"))) == (24, 1)
    assert table.asks == "begin"


@pytest.mark.parametrize(
    ("areas", "times"), [([line(1, *FRONT)], 1), ([around(1)], 2), ([around(2)], 4)], ids="124"
)
def test_damage_is_multiplied_by_the_cells_hit(lay: Lay, areas: list[Area], times: int) -> None:
    """HV-26: after calculation."""
    assert hit(lay, *areas).nobody_reacts().lost("golem") == 11 * times


def test_no_damage_times_four_is_none(lay: Lay) -> None:
    """HV-26, HV-40: the floor of 0 comes before the times."""
    assert hit(lay, around(2), defence=50).nobody_reacts().lost("golem") == 0


def test_the_times_stand_in_the_log(lay: Lay) -> None:
    """HV-26: the explanation adds up."""
    [told] = hit(lay, around(2)).nobody_reacts().told("hurt", "golem")
    how = told.explanation
    assert how is not None
    assert (how.row, how.total, sum(part.amount for part in how.parts)) == (
        "HV-26",
        44,
        44,
    )


def test_a_giant_is_offered_once_however_many_of_its_cells_are_in_range(lay: Lay) -> None:
    """HV-24, HV-26."""
    table: Table = lay(
        ally("mina", "B4", ss=9),
        enemy("golem", "A2", size=(2, 2)),
        magic=[spell("storm", range=change(around(2)))],
    )
    table.casts("mina", "storm")
    [option] = table.question.choices["mina"].options  # type: ignore[union-attr]
    assert (option.id, option.cells) == ("golem", ("A2", "B2", "A3", "B3"))
    table.answers("mina", targets=["golem"])


def test_statuses_and_other_effects_strike_a_giant_once(lay: Lay) -> None:
    """HV-26, settled."""
    storm = spell("storm", afflict("poison", 2), effect("hurt", amount=5), range=change(around(2)))
    table = lay(ally("mina", "B4", ss=9), enemy("golem", "A2", size=(2, 2)), magic=[storm])
    table.attacks("mina", "storm", targets=["golem"])
    assert (table.level("golem", "poison"), table.lost("golem")) == (2, 5)
    assert len(table.told("afflict", "golem")) == 1


def test_blindness_counts_to_a_giants_nearest_cell(lay: Lay) -> None:
    """HV-54, settled: at 2 cells it cannot be targeted, its nearest cell 1 away can."""
    storm = spell("storm", range=change(around(3)))
    for corner, offered in (("A2", ["golem"]), ("A1", [])):
        giant, moth = enemy("golem", corner, size=(2, 2)), enemy("moth", "C4")
        table = lay(ally("mina", "B4", ss=9), giant, moth, magic=[storm])
        table.rule("afflict", name="mina", status="blindness", level=3).casts("mina", "storm")
        assert [name for name in table.offers("mina") if name == "golem"] == offered
        table.answers("mina", targets=[])


# ---------------------------------------------------------------- covering


def covers(lay: Lay, target: str, coverer: str, *fighters: object) -> Table:
    """The golem and moth, both within the attack of 10; `coverer` takes the hit of `target`."""
    storm = spell("storm", range=change(around(2)))
    table: Table = lay(ally("mina", "B4", attack=10, ss=9), *fighters, magic=[storm])
    return table.attacks("mina", "storm", targets=[target]).answers(target, react=f"cover:{coverer}")


@pytest.mark.parametrize("cell", ["C2", "C3", "A1", "A4"])
def test_whoever_stands_next_to_any_cell_of_a_giant_may_cover_it(lay: Lay, cell: str) -> None:
    """HV-32, settled: a coverer of one cell takes the hit once."""
    table = covers(lay, "golem", "moth", enemy("golem", "A2", size=(2, 2)), enemy("moth", cell))
    assert (table.lost("golem"), table.lost("moth")) == (0, 10)


def test_nobody_covers_a_giant_from_a_corner(lay: Lay) -> None:
    """HV-32: one orthogonal step."""
    storm, ward = spell("storm", range=change(around(2))), reaction("ward")
    fighters = enemy("golem", "A2", size=(2, 2)), enemy("moth", "C1")
    table = lay(ally("mina", "B4", ss=9), *fighters, magic=[storm, ward])
    table.attacks("mina", "storm", targets=["golem"])
    assert table.offers("gm") == ["challenge"]


def test_a_covering_giant_takes_the_covered_hit_once(lay: Lay) -> None:
    """HV-32, settled: it was no target itself."""
    table = covers(lay, "moth", "golem", enemy("golem", "A2", size=(2, 2)), enemy("moth", "C3"))
    assert (table.lost("golem"), table.lost("moth")) == (10, 0)


def test_a_covering_giant_takes_the_covered_hit_besides_its_own(lay: Lay) -> None:
    """HV-26, HV-32: 10 x 4 of its own and 10 x 1 for the covered one, each hit apart."""
    storm = spell("storm", range=change(around(2)))
    fighters = enemy("golem", "A2", size=(2, 2), max_hp=99), enemy("moth", "C3")
    table = lay(ally("mina", "B4", attack=10, ss=9), *fighters, magic=[storm])
    table.attacks("mina", "storm", targets=["golem", "moth"])
    table.answers("gm", reaction_order=["golem", "moth"]).passes("golem", "react")
    table.answers("moth", react="cover:golem")
    assert [each.params["amount"] for each in table.told("hurt")] == [40, 10]


# ---------------------------------------------------------------- moving and standing


@pytest.mark.parametrize(
    ("size", "corner", "steps"),
    [
        ((2, 2), "A2", {"A1", "B2", "A3"}),
        ((3, 1), "A2", {"A1", "A3"}),
        ((1, 2), "B2", {"B1", "A2", "C2", "B3"}),
        ((3, 2), "A2", {"A1", "A3"}),
    ],
)
def test_a_giant_steps_as_a_block(lay: Lay, size: tuple[int, int], corner: str, steps: set[str]) -> None:
    """HV-13, settled: the ways are those of its upper left cell."""
    table = lay(enemy("golem", corner, size=size, ss=9), ally("mina", "B6")).begins("golem")
    route = table.question.choices["gm"]
    assert set(route.exits[route.start]) == steps  # type: ignore[union-attr]
    table.passes("golem", "move")


def test_every_newly_covered_cell_must_be_free(lay: Lay) -> None:
    """HV-03, HV-13, settled: mina stands in the way of one of its cells."""
    table = lay(enemy("golem", "A2", size=(2, 2), ss=9, movement=3), ally("mina", "B4")).begins("golem")
    assert "no_step" in str(table.refuses("golem", move=["A3"]))
    assert table.answers("golem", move=["B2"]).at("golem") == "B2"


def test_a_giant_fills_all_its_cells(lay: Lay) -> None:
    """HV-03, HV-25: nobody walks through it."""
    table = lay(enemy("golem", "A4", size=(2, 2)), ally("mina", "C4", ss=9)).begins("mina")
    assert "no_step" in str(table.refuses("mina", move=["B4"]))
    assert "no_step" in str(table.refuses("mina", move=["C5", "B5"]))
    table.passes("mina", "move")


# ---------------------------------------------------------------- being placed


@pytest.mark.parametrize(
    ("size", "corners"),
    [
        ((2, 2), ["A1", "B1", "A2", "B2"]),
        ((3, 1), ["A1", "A2", "A3"]),
        ((1, 2), ["A1", "B1", "C1", "A2", "B2", "C2"]),
        ((3, 2), ["A1", "A2"]),
    ],
)
def test_a_giant_is_placed_with_all_its_cells_in_the_rear(
    lay: Lay, size: tuple[int, int], corners: list[str]
) -> None:
    """HV-02, settled."""
    table = lay(ally("mina"), enemy("golem", size=size))
    assert table.offers("gm") == corners
    lit = [len(option.cells) for option in table.question.choices["gm"].options]  # type: ignore[union-attr]
    assert lit == [size[0] * size[1]] * len(corners)
    assert table.answers("golem", place=corners[-1]).at("golem") == corners[-1]


def test_a_giant_is_not_placed_over_somebody(lay: Lay) -> None:
    """HV-03: moth stands at B1."""
    table = lay(ally("mina"), enemy("moth", "B1"), enemy("golem", size=(2, 2)))
    assert table.offers("gm") == ["A2", "B2"]


def test_the_first_to_be_placed_leave_room_for_the_giant(lay: Lay) -> None:
    """HV-02: the middle cell would leave a waiting 2x2 giant none."""
    table = lay(ally("mina"), enemy("moth"), enemy("golem", size=(2, 2)))
    table.answers("gm", place_next="moth")
    assert "B2" not in table.offers("gm")
    assert len(table.offers("gm")) == 8


def revived(lay: Lay, *others: object) -> Table:
    """Imp revives the golem, who is incapacitated."""
    rise = skill("rise", {"kind": "revive", "hp": 7}, tp=0)
    golem = enemy("golem", size=(2, 2), hp=0)
    fighters = enemy("imp", "B3", ss=9, movement=0), golem, ally("mina", "B6", skills=[])
    table: Table = lay(*fighters, *others, skills=[rise])
    return table.begins("imp").skip_to("prepare", "imp").answers("imp", prepare="skill:rise")


def test_a_revived_giant_needs_its_whole_shape_free(lay: Lay) -> None:
    """HV-46: imp holds B3, mina B6; every 2x2 beside them is offered."""
    table = revived(lay)
    assert table.offers("gm") == ["A1", "B1", "A4", "B4"]
    table.answers("golem", revive="A4")
    assert (table.at("golem"), table.hp("golem")) == ("A4", 7)


def test_a_giant_without_room_is_not_revived(lay: Lay) -> None:
    """HV-46: single cells are free, no 2x2."""
    table = revived(lay, ally("jun", "B1"), ally("kai", "B5"))
    assert (table.hp("golem"), len(table.told("no_room", "golem"))) == (0, 1)


def test_the_gm_moves_a_giant_onto_free_cells_alone(lay: Lay) -> None:
    """HV-03, HV-25: its own cells are no hindrance."""
    table = lay(enemy("golem", "A1", size=(2, 2)), ally("mina", "B5"))
    assert "cell_taken" in str(table.refuses_ruling("move", name="golem", cell="A4"))
    assert "does_not_fit" in str(table.refuses_ruling("move", name="golem", cell="C1"))
    assert table.rule("move", name="golem", cell="B2").at("golem") == "B2"
    assert "cell_taken" in str(table.refuses_ruling("move", name="mina", cell="C3"))


def test_a_fallen_giant_is_put_back_by_the_gm_where_its_shape_is_free(lay: Lay) -> None:
    """HV-25, HV-46: with 1 HP."""
    table = lay(enemy("golem", "A1", size=(2, 2)), enemy("imp", "C1"), ally("mina", "B5"))
    table.rule("set_hp", name="golem", value=0)
    assert table.at("golem") == ""
    assert "cell_taken" in str(table.refuses_ruling("move", name="golem", cell="B1"))
    table.rule("move", name="golem", cell="A2")
    assert (table.at("golem"), table.hp("golem")) == ("A2", 1)


def test_whoever_touches_any_of_its_cells_is_near_a_giant(lay: Lay) -> None:
    """HV-25: orthogonally, each once."""
    stomp = spell("stomp", effect("hurt", to="near", amount=4), level=1)
    beside = ally("a", "C2"), ally("b", "A4"), ally("c", "C4"), enemy("imp", "B1", ss=1)
    table = lay(enemy("golem", "A2", size=(2, 2), ss=9), *beside, magic=[stomp]).casts("golem", "stomp")
    table.answers("gm", effects_order=None)
    assert [table.lost(name) for name in ("golem", "a", "b", "c", "imp")] == [0, 4, 4, 0, 4]


def test_terrain_where_a_giant_stands_is_on_all_its_cells(lay: Lay) -> None:
    """HV-25, HV-43: asked cell by cell where the same lies already."""
    root = spell("root", on_cells("terrain", "here", terrain="sanctuary", level=2), level=1)
    laid = enemy("golem", "A2", size=(2, 1), ss=9), ally("mina", "B6"), ground("sanctuary", "B2")
    table = lay(*laid, magic=[root]).casts("golem", "root").passes("gm", "overwrite_terrain")
    assert (table.ground("A2"), table.ground("B2")) == (("sanctuary", 2), ("sanctuary", 1))


def test_the_log_names_all_cells_of_a_giant(lay: Lay) -> None:
    """HV-25: placed and moved by the GM, told with its first and last cell."""
    table = lay(enemy("golem", None, size=(2, 2)), ally("mina", "B5")).answers("gm", place="A2")
    table.rule("move", name="golem", cell="B1")
    told = [words("en").render(table.told(key)[-1].params["cell"]) for key in ("place", "moved_by_gm")]
    assert told == ["A2 to B3", "B1 to C2"]

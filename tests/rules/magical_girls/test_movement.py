"""Movement: metres for DP, load, light wounds, dangerous ground; hiding stands in `test_hiding.py`."""

import pytest

from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, effect, foe, girl, innate, weapon


def walker(lay: Lay, cell: str = "A4", **numbers: object) -> Table:
    """Mina alone on a long field of 130 m; 10 m for each DP unless DEX is above SIZE."""
    return lay(girl("mina", cell, **numbers), foe("hound", "Z10"), cols=26)


def ways(table: Table) -> dict[str, int]:
    """The cells of her row that she can move to, with what each costs."""
    table.acts("mina", "move")
    return {each: table.price(each) for each in table.offers() if each.endswith("4") and len(each) == 2}


def test_ten_metres_for_each_dp(lay: Lay) -> None:
    """MG-25: DEX no higher than SIZE; a started DP is a whole one."""
    found = ways(walker(lay, dex=50, size=50, dp=3))
    assert found == {"B4": 1, "C4": 1, "D4": 2, "E4": 2, "F4": 3, "G4": 3}


def test_fifteen_metres_for_each_dp(lay: Lay) -> None:
    """MG-25: DEX above SIZE."""
    found = ways(walker(lay, dex=51, size=50, dp=2))
    assert found == {"B4": 1, "C4": 1, "D4": 1, "E4": 2, "F4": 2, "G4": 2}


def test_all_movement_of_a_turn_is_one_action(lay: Lay) -> None:
    """MG-25: 5 m and 5 m more are 10 m together, for 1 DP."""
    table = walker(lay).moves("mina", "B4")
    assert table.dp("mina") == 7
    assert ways(table)["C4"] == 0
    table.answers("mina", move="C4")
    assert (table.dp("mina"), table.at("mina")) == (7, "C4")
    table.moves("mina", "D4")
    assert table.dp("mina") == 6


def test_movement_of_another_turn_is_another(lay: Lay) -> None:
    """MG-25."""
    table = walker(lay).moves("mina", "B4").skip_round()
    assert ways(table)["C4"] == 1


def test_a_large_way_is_one_action_of_each_turn(lay: Lay) -> None:
    """MG-25, MG-52: wounded lightly, 3 DP of movement in this turn, and 3 again in the next."""
    table = walker(lay, wound="light", dp=15).moves("mina", "D4").skip_round()
    table.moves("mina", "G4")
    assert (table.at("mina"), table.dp("mina")) == ("G4", 15 - 3)


def test_who_moves_in_anothers_turn_moves_for_herself(lay: Lay) -> None:
    """MG-25, MG-44: the hound has gone 5 m of its 10; Mina's way is none of its own."""
    table = lay(foe("hound", "A4"), girl("mina", "A9"), cols=26).moves("hound", "B4")
    table.reacts("mina", "move").answers("mina", move="B9").moves("hound", "C4")
    assert (table.dp("hound"), table.dp("mina")) == (7, 6)


def test_innate_swiftness(lay: Lay) -> None:
    """MG-25: 5 m more for each DP."""
    table = lay(
        girl("mina", "A4", dp=1, innate=["wings"]),
        foe("hound", "L9"),
        innate("wings", effect("swift", metres=5)),
    )
    assert list(ways(table)) == ["B4", "C4", "D4"]


def test_movement_ends_at_the_edge(lay: Lay) -> None:
    """MG-17: no cell beside the map."""
    table = lay(girl("mina", "A1"), foe("hound", "D4"), cols=4, rows=4).acts("mina", "move")
    assert len(table.offers()) == 15


# ---------------------------------------------------------------- wounds


def test_a_light_wound_halves_the_metres(lay: Lay) -> None:
    """MG-52: 7.5 m for each DP; 3 DP are 22.5 m, 4 DP are barred."""
    found = ways(walker(lay, dex=60, wound="light"))
    assert found == {"B4": 1, "C4": 2, "D4": 2, "E4": 3}


def test_a_light_wound_bars_what_comes_to_4_in_all(lay: Lay) -> None:
    """MG-52, MG-25: 3 DP gone, the next metre would make the action a large one."""
    table = walker(lay, wound="light").moves("mina", "D4")
    assert table.dp("mina") == 5
    assert "move" not in table.offers()


def test_a_light_wound_counts_the_way_in_all(lay: Lay) -> None:
    """MG-52, MG-25: 2 DP, 1 DP, and the fourth is barred."""
    table = walker(lay, wound="light").moves("mina", "C4").moves("mina", "D4")
    assert (table.dp("mina"), "move" in table.offers()) == (5, False)


def test_the_way_so_far_is_counted_at_the_new_pace(lay: Lay) -> None:
    """MG-52, MG-25: 5 m of 15 were a third of a DP, 5 m of 7.5 are the other two; the next step costs anew."""
    table = walker(lay, dex=60).moves("mina", "B4").rule("wound", name="mina", wound="light")
    table.moves("mina", "C4")
    assert table.dp("mina") == 7
    assert table.moves("mina", "D4").dp("mina") == 6


def test_what_she_had_gone_before_a_wound_counts_as_it_was(lay: Lay) -> None:
    """MG-52, MG-25: 30 m were 2 DP; a third DP brings her 7.5 m now, a fourth would be barred."""
    table = walker(lay, dex=60).moves("mina", "G4").rule("wound", name="mina", wound="light")
    table.acts("mina", "move")
    assert {each: table.price(each) for each in table.offers() if each in ("H4", "I4")} == {"H4": 1}
    table.answers("mina", move="H4").rule("wound", name="mina", wound="none").acts("mina", "move")
    assert {each: table.price(each) for each in ("I4", "J4")} == {"I4": 0, "J4": 1}


def test_who_takes_up_a_load_pays_double_from_then_on(lay: Lay) -> None:
    """MG-26, MG-25: 10 m for 1 DP, then 10 m with the load for 2."""
    table = walker(lay, str=40).moves("mina", "C4").rule("set_load", name="mina", value=81)
    table.moves("mina", "E4")
    assert table.dp("mina") == 8 - 1 - 2


def test_house_rule_a_light_wound_bars_above_4(lay: Lay) -> None:
    """MG-52: 4 DP are 20 m of 5."""
    table = lay(girl("mina", "A4", wound="light"), foe("hound", "L9"), light_wound_bars="above_four")
    assert ways(table) == {"B4": 1, "C4": 2, "D4": 3, "E4": 4}


def test_a_severe_wound_is_no_movement(lay: Lay) -> None:
    """MG-52: she can only heal herself."""
    table = lay(girl("mina", "B4", wound="severe"), foe("hound", "L9")).skip_to("turn", "mina")
    assert table.offers() == ["heal"]


# ---------------------------------------------------------------- load


def test_above_twice_str_movement_costs_twice(lay: Lay) -> None:
    """MG-26: STR 40 carries 80 freely; with 81, 10 m cost 2 DP."""
    assert ways(walker(lay, str=40, load=80))["C4"] == 1
    assert ways(walker(lay, str=40, load=81))["C4"] == 2


def test_weapons_count_as_load(lay: Lay) -> None:
    """MG-26: a weapon of 41 and 40 more."""
    table = lay(girl("mina", "A4", str=40, load=40), foe("hound", "L9"), weapon("axe", 41))
    assert ways(table)["B4"] == 2


def test_above_thrice_str_nothing_goes(lay: Lay) -> None:
    """MG-26: with 121 there is no action at all, not even a stance; with 120 there is."""
    table = walker(lay, str=40, load=121)
    assert table.told("cannot_act", "mina")
    assert table.acting == "hound"
    assert walker(lay, str=40, load=120).acting == "mina"


def test_above_thrice_str_nothing_defends(lay: Lay) -> None:
    """MG-26 (settled): no passive action either."""
    table = lay(foe("hound", "B3"), girl("mina", "B4", str=40, load=121), weapon("blade", block=6))
    table.attacks("hound", "unarmed", "mina", roll=40)
    assert (table.asks, table.offers()) == ("passive", [])
    table.takes_it("mina", 1)


def test_the_light_wound_counts_what_load_doubles(lay: Lay) -> None:
    """MG-52 (settled), MG-26: with a light wound and too much load 1 step is 2 DP, and a second one 4: barred."""
    assert ways(walker(lay, str=40, load=81, wound="light")) == {"B4": 2}


def test_the_laden_go_round_dangerous_ground(lay: Lay) -> None:
    """MG-26: B4 is barred; C4, two cells away, is four by the way around."""
    table = lay(
        girl("mina", "A4", str=40, load=81),
        foe("hound", "L9"),
        danger=["B3", "B4", "B5"],
    )
    found = ways(table)
    assert "B4" not in found
    assert found["C4"] == 4


def test_others_cross_dangerous_ground(lay: Lay) -> None:
    """MG-26: it bars nobody who carries no more than twice her STR."""
    table = lay(girl("mina", "A4", str=40, load=80), foe("hound", "L9"), danger=["B3", "B4", "B5"])
    assert ways(table)["B4"] == 1


def test_dangerous_ground_can_shut_the_laden_in(lay: Lay) -> None:
    """MG-26: all around her; she may act, not move."""
    ring = ["A3", "B3", "B4", "B5", "A5"]
    table = lay(girl("mina", "A4", str=40, load=81), foe("hound", "L9"), danger=ring)
    assert "move" not in table.offers()


# ---------------------------------------------------------------- in an emergency


@pytest.mark.parametrize(("cell", "paid"), [("C4", 2), ("D4", 4)])
def test_in_an_emergency_movement_costs_double(lay: Lay, cell: str, paid: int) -> None:
    """MG-44, MG-25: in another's turn, and apart from the movement of the own turn."""
    table = lay(foe("hound", "L9"), girl("mina", "A4")).reacts("mina", "move")
    assert table.price(cell) == paid
    table.answers("mina", move=cell)
    assert (table.at("mina"), table.dp("mina"), table.acting) == (cell, 8 - paid, "hound")

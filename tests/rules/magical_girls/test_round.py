"""The steps of a fight and of a turn: surprise, places, the map, acting in any order, objects, talk."""

import pytest

from rules.engine.grid import cell_at
from rules.magical_girls.map import cells_between
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, bow, d100, foe, girl, rival, weapon


def beside(lay: Lay, **more: object) -> Table:
    """Mina and a hound beside her."""
    return lay(girl("mina", "B4", **more), foe("hound", "B3"), weapon("blade"))


# ---------------------------------------------------------------- the steps


def test_a_fight_goes_by_its_steps(lay: Lay) -> None:
    """MG-10: surprise, places, initiative, turns in order, the next round."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), begins=True)
    assert (table.asks, table.asked) == ("surprise", ["gm"])
    table.passes("gm", "surprise")
    assert (table.asks, table.asked) == ("placement", ["gm"])
    table.rolls(*d100(10, 40)).passes("gm", "placement")
    assert table.battle.order == ["mina", "hound"]
    assert (table.asks, table.acting, table.battle.round) == ("turn", "mina", 1)
    table.ends_turn("mina")
    assert (table.acting, table.battle.round) == ("hound", 1)
    table.ends_turn("hound")
    assert (table.acting, table.battle.round) == ("mina", 2)


def test_the_keeper_rules_who_is_surprised(lay: Lay) -> None:
    """MG-10: one side, the other, or nobody."""
    table = lay(girl("mina"), foe("hound"), begins=True)
    assert table.offers("gm") == ["surprise_first", "surprise_second"]
    table.answers("gm", surprise="surprise_second")
    assert table.told("surprises", "")[0].params["names"]


def test_the_keeper_places_everyone(lay: Lay) -> None:
    """MG-10: one after the other, onto any cell, until satisfied."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), begins=True).passes("gm", "surprise")
    table.answers("gm", placement="hound", place="L10").answers("gm", placement="mina").passes("gm", "place")
    assert (table.at("hound"), table.at("mina"), table.asks) == ("L10", "B4", "placement")


def test_a_match_has_its_steps_too(lay: Lay) -> None:
    """MG-10, MG-05: surprise and places between girls."""
    table = lay(girl("mina"), rival("jun"), form="duel", begins=True)
    table.answers("gm", surprise="surprise_second")
    assert (table.dp("mina"), table.dp("jun"), table.asks) == (8, 10, "placement")


# ---------------------------------------------------------------- the map


@pytest.mark.parametrize(("cell", "cells"), [("B4", 0), ("C5", 1), ("E4", 3), ("E9", 5), ("A1", 3)])
def test_distance_is_the_larger_of_columns_and_rows(cell: str, cells: int) -> None:
    """MG-17: of cells of 5 m, from B4."""
    assert cells_between(cell_at("B4"), cell_at(cell)) == cells


def test_several_share_a_cell(lay: Lay) -> None:
    """MG-17: three in one, and the attack reaches her own cell."""
    table = lay(girl("mina", "B4"), girl("ann", "B4"), foe("hound", "B4")).acts("mina", "attack:unarmed")
    assert table.offers() == ["hound", "ann"]


def test_melee_reaches_the_neighbours(lay: Lay) -> None:
    """MG-17: the eight cells around, and no farther."""
    near, far = foe("near", "C5"), foe("far", "B6")
    table = lay(girl("mina", "B4"), near, far, weapon("blade")).acts("mina", "attack:weapon:blade")
    assert table.offers() == ["near"]


def test_ranged_weapons_reach_len_times_10_m(lay: Lay) -> None:
    """MG-17: LEN 2 is 20 m, 4 cells."""
    table = lay(girl("mina", "B4"), foe("near", "F8"), foe("far", "G4"), bow(length=2))
    assert table.acts("mina", "attack:weapon:bow").offers() == ["near"]


# ---------------------------------------------------------------- a turn


def test_one_moves_and_acts_in_any_order(lay: Lay) -> None:
    """MG-16: away, back, an attack, away again."""
    table = beside(lay).moves("mina", "B5").moves("mina", "B4")
    table.attacks("mina", "unarmed", "hound", roll=90).moves("mina", "A4")
    assert (table.at("mina"), table.acting) == ("A4", "mina")


def test_one_gives_up_either_or_both(lay: Lay) -> None:
    """MG-16: nothing at all costs nothing."""
    table = beside(lay).ends_turn("mina")
    assert (table.acting, table.dp("mina")) == ("hound", 8)


def test_a_question_taken_back_costs_nothing(lay: Lay) -> None:
    """MG-16: an attack without a target, a way without a goal."""
    table = beside(lay).acts("mina", "attack:unarmed").passes("mina", "target")
    table.acts("mina", "move").passes("mina", "move")
    assert (table.dp("mina"), table.at("mina"), table.acting) == (8, "B4", "mina")


def test_short_talk_is_free(lay: Lay) -> None:
    """MG-16: however often the keeper lets it be."""
    table = beside(lay)
    for shout in ("Left!", "Right!"):
        table.acts("mina", "free").answers("mina", free=shout).answers("gm", size="size_0")
    assert table.dp("mina") == 8


def test_one_object_is_free_the_second_costs_an_action(lay: Lay) -> None:
    """MG-16: the keeper counts it with one click; next turn there is one again."""
    table = beside(lay).acts("mina", "free").answers("mina", free="I open the gate.")
    table.answers("gm", size="object")
    assert table.dp("mina") == 8
    table.acts("mina", "free").answers("mina", free="I pull the lever.")
    assert "object" not in table.offers("gm")
    table.answers("gm", size="size_1")
    assert table.dp("mina") == 7
    table.skip_round().acts("mina", "free").answers("mina", free="I shut the gate.")
    assert "object" in table.offers("gm")


def test_no_object_is_free_in_anothers_turn(lay: Lay) -> None:
    """MG-16, MG-44: the free interaction belongs to the own turn, also when the hound has not used its own."""
    table = lay(foe("hound"), girl("mina"), weapon("blade")).reacts("mina", "free")
    table.answers("mina", free="I slam the door.")
    assert table.offers("gm") == ["size_0", "size_1", "size_2", "size_4", "refuse"]
    table.answers("gm", size="refuse")


def test_something_special_takes_an_action(lay: Lay) -> None:
    """MG-16: the keeper asks for one though it is the first object of the turn, and that one stays free."""
    table = beside(lay).acts("mina", "free").answers("mina", free="I turn the moon key.")
    table.answers("gm", size="size_2").acts("mina", "free").answers("mina", free="I open the door.")
    assert (table.dp("mina"), "object" in table.offers("gm")) == (6, True)


def test_the_keeper_asks_an_action_for_anything_hard(lay: Lay) -> None:
    """MG-16: a stuck door is a large one, though no object was touched yet."""
    table = beside(lay).acts("mina", "free").answers("mina", free="I force the stuck door.")
    table.answers("gm", size="size_4")
    assert table.dp("mina") == 4


def test_a_weapon_on_the_ground_is_taken_up_freely_once(lay: Lay) -> None:
    """MG-16: the second one costs what the keeper says, never nothing."""
    things = ["weapon:blade@B4", "weapon:bow@B4"]
    table = lay(girl("mina", "B4", weapons=[]), foe("hound"), weapon("blade"), bow(), things=things)
    assert [table.price("lift:weapon:blade"), table.price("lift:weapon:bow")] == [0, 0]
    table.acts("mina", "lift:weapon:blade")
    assert (table.battle["mina"].weapons, table.dp("mina")) == (["blade"], 8)
    table.acts("mina", "lift:weapon:bow")
    assert table.offers("gm") == ["size_1", "size_2", "size_4", "refuse"]
    table.answers("gm", size_touch="size_1")
    assert (table.battle["mina"].weapons, table.dp("mina"), table.lies("B4")) == (["blade", "bow"], 7, [])


def test_a_second_weapon_may_be_refused(lay: Lay) -> None:
    """MG-16, MG-15."""
    things = ["weapon:blade@B4", "weapon:bow@B4"]
    table = lay(girl("mina", "B4", weapons=[]), foe("hound"), weapon("blade"), bow(), things=things)
    table.acts("mina", "lift:weapon:blade").acts("mina", "lift:weapon:bow")
    table.answers("gm", size_touch="refuse")
    assert (table.dp("mina"), table.lies("B4")) == (8, ["weapon:bow"])


def test_without_points_no_second_object(lay: Lay) -> None:
    """MG-16: it would cost an action."""
    things = ["weapon:blade@B4", "weapon:bow@B4"]
    table = lay(girl("mina", "B4", weapons=[], dp=0), foe("hound"), weapon("blade"), bow(), things=things)
    table.acts("mina", "lift:weapon:blade")
    assert "lift:weapon:bow" not in table.offers()


def test_a_picked_up_weapon_can_be_used(lay: Lay) -> None:
    """MG-16, MG-26: it is carried from now on."""
    table = lay(
        girl("mina", "B4", weapons=[]), foe("hound", "B3"), weapon("blade"), things=["weapon:blade@B4"]
    )
    table.acts("mina", "lift:weapon:blade").attacks("mina", "blade", "hound", roll=90)
    assert table.dp("mina") == 4


def test_who_carries_too_much_to_act_puts_a_weapon_down(lay: Lay) -> None:
    """MG-26, MG-16: above 3 x STR letting go is all she may do; the turn's one object is free, and then she acts."""
    heavy, light = weapon("axe", 70), weapon("blade", 40)
    table = lay(girl("mina", "B4", str=30, weapons=["axe", "blade"]), foe("hound", "B3"), heavy, light)
    assert table.offers() == ["put_down:weapon:axe", "put_down:weapon:blade"]
    assert table.price("put_down:weapon:axe") == 0
    table.acts("mina", "put_down:weapon:axe")
    assert (table.battle["mina"].weapons, table.lies("B4"), table.dp("mina")) == (
        ["blade"],
        ["weapon:axe"],
        8,
    )
    table.attacks("mina", "blade", "hound", roll=90)
    assert table.dp("mina") == 4


def test_severely_wounded_she_puts_nothing_down(lay: Lay) -> None:
    """MG-52, MG-26: laden or not, she waits for treatment."""
    mina = girl("mina", str=10, load=21, wound="severe", weapons=["blade"])
    table = lay(mina, foe("hound"), weapon("blade")).ends_turn("hound")
    assert table.told("cannot_act", "mina")


def test_a_weapon_changes_hands(lay: Lay) -> None:
    """MG-16: she lays it down beside her friend, who takes it up in her turn; each is that turn's free object."""
    laid = (girl("mina", "B4", weapons=["blade"]), girl("rin", "B4", weapons=[]), foe("hound"))
    table = lay(*laid, weapon("blade")).acts("mina", "put_down:weapon:blade").ends_turn("mina")
    table.acts("rin", "lift:weapon:blade")
    assert (table.battle["rin"].weapons, table.dp("mina"), table.dp("rin")) == (["blade"], 8, 8)


def test_a_second_object_put_down_costs_an_action(lay: Lay) -> None:
    """MG-16: what the keeper says, never nothing."""
    laid = (girl("mina", "B4", weapons=["blade", "bow"]), girl("rin", "B4"), foe("hound"))
    table = lay(*laid, weapon("blade"), bow()).acts("mina", "put_down:weapon:blade")
    table.acts("mina", "put_down:weapon:bow")
    assert words("en").render(table.question.about) == "What does this cost Mina? Put down: Bow"
    assert table.offers("gm") == ["size_1", "size_2", "size_4", "refuse"]
    table.answers("gm", size_touch="size_1")
    assert (table.dp("mina"), table.lies("B4")) == (7, ["weapon:blade", "weapon:bow"])


def test_who_would_lift_too_much_reads_it_before(lay: Lay) -> None:
    """MG-26: above 2 x STR moving costs double, above 3 x STR nothing goes any more."""
    for load, said in (0, "0 DP"), (50, "0 DP; moving costs double"), (90, "0 DP; too heavy"):
        mina = girl("mina", "B4", str=40, load=load, weapons=[])
        table = lay(mina, foe("hound"), weapon("blade"), things=["weapon:blade@B4"])
        note = next(
            each.note for each in table.question.choices["mina"].options if each.id == "lift:weapon:blade"
        )  # type: ignore[union-attr]
        assert words("en").render(note).startswith(said)


def test_nobody_parts_with_a_weapon_for_nothing(lay: Lay) -> None:
    """MG-26: alone and light she has no reason to; laden she has, though she may act."""
    alone = lay(girl("mina", weapons=["blade"]), foe("hound"), weapon("blade"))
    assert "put_down:weapon:blade" not in alone.offers()
    laden = lay(girl("mina", str=40, load=41, weapons=["blade"]), foe("hound"), weapon("blade"))
    assert {"put_down:weapon:blade", "free"} <= set(laden.offers())


# ---------------------------------------------------------------- cut short


def test_a_turn_cut_short_counts(lay: Lay) -> None:
    """MG-10: the keeper cuts; who had it has acted."""
    table = beside(lay).rule("cut", frame="turn")
    assert (table.acting, table.battle.acted) == ("hound", ["mina"])


def test_an_action_cut_short_stays_paid(lay: Lay) -> None:
    """MG-16: her turn goes on without the attack."""
    table = beside(lay).attacks("mina", "blade", "hound", roll=40)
    assert table.asks == "passive"
    table.rule("cut", frame="action")
    assert (table.asks, table.acting, table.dp("mina"), table.lost("hound")) == ("turn", "mina", 4, 0)
    assert table.battle.attacks == []


def test_who_leaves_in_her_turn_ends_it(lay: Lay) -> None:
    """MG-10: the next one acts."""
    table = lay(girl("mina"), girl("ann"), foe("hound")).rule("remove", name="mina")
    assert (table.asks, table.acting) == ("turn", "ann")


def test_who_falls_by_the_keeper_in_her_turn_ends_it(lay: Lay) -> None:
    """MG-54: HP 0 and MP 0."""
    table = lay(girl("mina", mp=0), girl("ann"), foe("hound")).rule("set_hp", name="mina", value=0)
    assert table.acting == "ann"

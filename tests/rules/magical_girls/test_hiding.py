"""Hiding behind cover: out of sight until she acts or is found."""

from copy import deepcopy

import pytest

from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, blast, d100, effect, foe, girl, weapon


def covered(lay: Lay, cover: str = "half", **numbers: object) -> Table:
    """Mina behind cover beside a hound; she has a blade."""
    return lay(girl("mina", "B4", **numbers), foe("hound", "B3"), weapon("blade"), cover={"B4": cover})


@pytest.mark.parametrize(("cover", "paid"), [("half", 2), ("full", 0)])
def test_hiding_costs_by_its_cover(lay: Lay, cover: str, paid: int) -> None:
    """MG-27: behind half cover 2 DP, behind full cover none; as it was shown before."""
    table = covered(lay, cover)
    assert table.price("hide") == paid
    table.acts("mina", "hide")
    assert table.battle["mina"].is_hidden
    assert table.dp("mina") == 8 - paid


def test_without_cover_there_is_no_hiding(lay: Lay) -> None:
    """MG-27."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), cover={"B5": "full"})
    assert "hide" not in table.offers()


def test_half_cover_is_for_who_can_pay(lay: Lay) -> None:
    """MG-27: 1 DP is too little for half cover, and enough for full."""
    assert "hide" not in covered(lay, "half", dp=1).offers()
    assert "hide" in covered(lay, "full", dp=0).offers()


def test_nobody_hides_twice(lay: Lay) -> None:
    """MG-27."""
    assert "hide" not in covered(lay).acts("mina", "hide").offers()


def test_the_hidden_are_not_attacked(lay: Lay) -> None:
    """MG-27: the other side does not see her; her friends do."""
    table = lay(girl("mina", "B4"), girl("ann", "B4"), foe("hound", "B3"), cover={"B4": "full"})
    table.acts("mina", "hide").ends_turn("mina").acts("ann", "attack:unarmed")
    assert table.offers() == ["hound", "mina"]
    table.passes("ann", "target").ends_turn("ann").acts("hound", "attack:unarmed")
    assert table.offers() == ["ann"]


def test_an_attack_shows_her(lay: Lay) -> None:
    """MG-27: she acts."""
    table = covered(lay).acts("mina", "hide").attacks("mina", "blade", "hound", roll=90)
    assert not table.battle["mina"].is_hidden
    assert table.told("shows", "mina")


def test_moving_shows_her(lay: Lay) -> None:
    """MG-27, MG-25: movement is an action."""
    table = covered(lay).acts("mina", "hide").moves("mina", "B5")
    assert not table.battle["mina"].is_hidden


def test_acting_freely_shows_her(lay: Lay) -> None:
    """MG-27, MG-15: whatever it is; what the keeper refuses has not happened."""
    table = covered(lay).acts("mina", "hide").acts("mina", "free").answers("mina", free="I wave.")
    table.answers("gm", size="refuse")
    assert table.battle["mina"].is_hidden
    table.acts("mina", "free").answers("mina", free="I climb the wall.").answers("gm", size="size_2")
    assert not table.battle["mina"].is_hidden


def test_using_a_skill_shows_her(lay: Lay) -> None:
    """MG-27, MG-15."""
    table = covered(lay).acts("mina", "hide").acts("mina", "skill")
    table.answers("mina", skill="attribute:pow", what_for="I call.").rolls(*d100(33))
    assert not table.answers("gm", size_skill="size_1").battle["mina"].is_hidden


def test_taking_up_a_second_weapon_shows_her(lay: Lay) -> None:
    """MG-27, MG-16: it is an action."""
    things = ["weapon:blade@B4", "weapon:claw@B4"]
    laid = (girl("mina", "B4", weapons=[]), foe("hound", "B3"), weapon("blade"), weapon("claw"))
    table = (
        lay(*laid, cover={"B4": "full"}, things=things).acts("mina", "hide").acts("mina", "lift:weapon:blade")
    )
    table.acts("mina", "lift:weapon:claw").answers("gm", size_touch="size_1")
    assert not table.battle["mina"].is_hidden


def test_a_stance_does_not_show_her(lay: Lay) -> None:
    """MG-27, MG-30: watching out is nothing one sees."""
    table = covered(lay).acts("mina", "hide").ends_turn("mina", "watch_dodge")
    assert table.battle["mina"].is_hidden


def test_she_stays_hidden_into_the_next_round(lay: Lay) -> None:
    """MG-27: until she acts."""
    assert covered(lay).acts("mina", "hide").skip_round().battle["mina"].is_hidden


def test_the_keeper_finds_the_hidden(lay: Lay) -> None:
    """MG-27: or is found; and can be hidden by a ruling too."""
    table = covered(lay).acts("mina", "hide").rule("find", name="mina")
    assert not table.battle["mina"].is_hidden
    table.rule("hide", name="mina")
    assert table.battle["mina"].is_hidden


def test_an_area_strikes_the_hidden_who_are_there(lay: Lay) -> None:
    """MG-27: aimed at who is seen; it finds who hides beside her."""
    table = lay(
        girl("mina", "B9"),
        foe("hound", "B4"),
        foe("imp", "B4", is_hidden=True),
        foe("far", "L1", is_hidden=True),
        blast("burst"),
    )
    table.casts("mina", "burst", "B4", roll=40)
    table.takes_it("hound").takes_it("imp", 3, 4)
    assert (table.lost("hound"), table.lost("imp"), table.battle["imp"].is_hidden) == (7, 7, False)


def test_hiding_is_over_with_the_fight(lay: Lay) -> None:
    """MG-27, MG-18."""
    table = covered(lay).acts("mina", "hide").rule("end", winner="first")
    assert not table.battle["mina"].is_hidden


def test_cover_comes_and_goes_by_the_keeper(lay: Lay) -> None:
    """MG-27."""
    table = lay(girl("mina", "B4"), foe("hound", "B3")).rule("cover", cell="b4 ", cover="half")
    assert "hide" in table.offers()
    table.rule("cover", cell="B4", cover="none")
    assert "hide" not in table.offers()


# ---------------------------------------------------------------- found


def test_nobody_hides_from_a_foe_in_the_same_cell(lay: Lay) -> None:
    """MG-27: beside her is far enough; the dying see nothing, and of a hidden foe she knows nothing."""
    for known, is_offered in (({}, False), ({"hp": 0}, True), ({"is_hidden": True}, True)):
        table = lay(girl("mina", "B4"), foe("hound", "B4", **known), cover={"B4": "full"})
        assert ("hide" in table.offers()) is is_offered


def test_who_steps_into_her_cell_finds_her(lay: Lay) -> None:
    """MG-27: so a foe that nobody sees can be searched for, and searchers who hide are seen too."""
    table = covered(lay).acts("mina", "hide").ends_turn("mina").moves("hound", "C4")
    assert table.battle["mina"].is_hidden
    table.moves("hound", "B4")
    assert not table.battle["mina"].is_hidden
    assert table.told("shows", "mina")


def test_a_friend_in_her_cell_does_not_betray_her(lay: Lay) -> None:
    """MG-27: nor does the keeper's hand, which sets people where it likes."""
    table = lay(girl("ann", "B5"), girl("mina", "B4", is_hidden=True), foe("hound", "B2"))
    table.moves("ann", "B4").rule("move", name="hound", cell="B4")
    assert table.battle["mina"].is_hidden


def test_an_area_may_be_aimed_where_somebody_might_hide(lay: Lay) -> None:
    """MG-24, MG-27: cells that hold a foe whom she sees, and any other in reach by one choice more."""
    table = lay(girl("mina", "B9"), foe("hound", "B4"), foe("imp", "G9", is_hidden=True), blast("burst"))
    table.casts("mina", "burst", "elsewhere", roll=40)
    assert {"A1", "B4", "G8", "H9"} - set(table.offers()) == {"A1"}
    table.answers("mina", aim="G8").takes_it("imp", 3, 4)
    assert (table.lost("imp"), table.battle["imp"].is_hidden, table.mp("mina")) == (7, False, 9)


def test_a_guess_may_be_wrong(lay: Lay) -> None:
    """MG-24, MG-27: paid for, nobody there, no check."""
    table = lay(girl("mina", "B9"), foe("imp", "G9", is_hidden=True), blast("burst"))
    table.acts("mina", "ability:burst").answers("mina", aim="B7")
    assert (table.mp("mina"), table.dp("mina"), table.told("check")) == (9, 7, [])
    assert table.told("strikes_nobody", "mina")


def test_where_somebody_hides_makes_no_difference_to_what_is_offered(lay: Lay) -> None:
    """MG-27: two fights that differ in her cell alone."""

    def offered(cell: str) -> list[list[str]]:
        table = lay(girl("mina", "B9"), foe("hound", "B4"), foe("imp", cell, is_hidden=True), blast("burst"))
        found = [table.offers("mina"), table.acts("mina", "ability:burst").offers("mina")]
        return [*found, table.answers("mina", aim="elsewhere").offers("mina")]

    assert offered("C9") == offered("L1")


def test_a_counter_shows_her(lay: Lay) -> None:
    """MG-27, MG-43: attacked, she slips behind full cover, and strikes back from there."""
    table = covered(lay, "full").ends_turn("mina").attacks("hound", "unarmed", "mina", roll=40)
    table.reacts("mina", "hide").counters("mina", "unarmed", 3, 3)
    assert (table.lost("hound"), table.battle["mina"].is_hidden) == (3, False)


def test_who_is_shoved_into_the_open_is_seen(lay: Lay) -> None:
    """MG-27, MG-24: there is nothing to hide behind; behind another cover she stays out of sight."""
    wind = ability("wind", effect("shove", metres=5), target="one", reach=10)
    laid = (girl("mina", "B4"), foe("hound", "D1"), girl("rin", "B5"), wind)
    for cover, is_hidden in ({"B4": "full"}, False), ({"B4": "full", "B3": "half"}, True):
        table = lay(*deepcopy(laid), cover=cover).acts("mina", "hide").ends_turn("mina").ends_turn("hound")
        table.casts("rin", "wind", "mina")
        assert (table.at("mina"), table.battle["mina"].is_hidden) == ("B3", is_hidden)


def test_who_is_thrown_into_the_open_is_seen(lay: Lay) -> None:
    """MG-27, MG-28."""
    table = lay(
        girl("rin", "B4", size=40), girl("mina", "B4", throwing=90), foe("hound", "B9"), cover={"B4": "full"}
    )
    table.acts("rin", "hide").ends_turn("rin").rolls(*d100(20)).acts("mina", "throw")
    table.answers("mina", throw="person:rin", throw_at="F6").answers("rin", be_thrown="let")
    assert (table.at("rin"), table.battle["rin"].is_hidden) == ("F6", False)

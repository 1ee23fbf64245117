"""Initiative: one DEX check each, ties, the wounded last, wings."""

import pytest

from rules.magical_girls.order import in_order
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import PASS, Table, d100, effect, enemy, foe, girl, innate


def opening(table: Table, *rolls: int) -> Table:
    """Nobody is surprised, all stand as laid; these initiative checks fall in the order of the laid."""
    return table.rolls(*d100(*rolls)).passes("gm", "surprise", "placement")


def order(table: Table) -> list[str]:
    """Who acts after whom, as one turn after the other comes."""
    found = []
    for _ in table.battle.combatants:
        found.append(table.acting)
        table.ends_turn(table.acting)
    return found


# ---------------------------------------------------------------- checks


def test_the_better_level_acts_first_then_the_lower_roll(lay: Lay) -> None:
    """MG-11: hard 20 before regular 30 and 40; a failure before a fumble."""
    table = lay(girl("ann"), girl("bea"), girl("cho"), foe("dog"), foe("elk"), begins=True)
    opening(table, 40, 100, 20, 30, 90)
    assert table.battle.order == ["cho", "dog", "ann", "elk", "bea"]
    assert order(table) == ["cho", "dog", "ann", "elk", "bea"]


def test_a_level_counts_before_the_roll(lay: Lay) -> None:
    """MG-11: DEX 90 rolls 40 (hard), DEX 50 rolls 26 (regular)."""
    table = opening(lay(girl("ann", dex=50), foe("dog", dex=90), begins=True), 26, 40)
    assert table.battle.order == ["dog", "ann"]


def test_the_order_stays_for_the_whole_fight(lay: Lay) -> None:
    """MG-11: the same in the second round, and nobody rolls again."""
    table = opening(lay(girl("ann"), foe("dog"), begins=True), 40, 30)
    assert order(table) == order(table) == ["dog", "ann"]


def test_a_wing_shares_one_check_and_acts_together(lay: Lay) -> None:
    """MG-11: three checks for four, Ann between nobody."""
    table = lay(girl("ann"), foe("bat", wing="w"), foe("cat", wing="w"), foe("dog"), begins=True)
    opening(table, 30, 20, 40)
    assert table.battle.order == ["bat", "cat", "ann", "dog"]
    assert [len(table.told("check", name)) for name in ("bat", "cat", "dog")] == [1, 0, 1]


def test_the_keeper_changes_the_order_when_something_special_happens(lay: Lay) -> None:
    """MG-11."""
    table = lay(girl("ann"), foe("bat"), foe("cat")).rule("set_place", name="cat", place=1)
    assert table.battle.order == ["cat", "ann", "bat"]


def test_the_dying_roll_nothing_and_stand_last(lay: Lay) -> None:
    """MG-11, MG-54: Ann starts at HP 0 without MP; a wing is rolled for by who is awake."""
    table = lay(
        girl("ann", hp=0, max_hp=9, mp=0),
        girl("bea"),
        foe("bat", hp=0, max_hp=5, wing="w"),
        foe("cat", wing="w"),
        begins=True,
    )
    opening(table, 40, 30)
    assert table.battle.order == ["bat", "cat", "bea", "ann"]
    assert table.acting == "cat"


def test_a_newcomer_is_last(lay: Lay) -> None:
    """MG-11, MG-14: an enemy that joins in mid-fight, with the DP of a fight's start, its specials included."""
    quick = innate("quick", effect("start", amount=3))
    table = lay(girl("ann"), foe("bat"), enemy("moth"), enemy("wasp", innate=["quick"]), quick)
    table.rule("add", enemy="moth", cell="C3").rule("add", enemy="wasp", cell="C3")
    assert table.battle.order == ["ann", "bat", "moth-1", "wasp-1"]
    assert (table.dp("moth-1"), table.dp("wasp-1")) == (8, 11)


# ---------------------------------------------------------------- ties


def test_players_order_their_own_tie(lay: Lay) -> None:
    """MG-12: the first of them who answers."""
    table = opening(lay(girl("ann"), girl("bea"), foe("dog"), begins=True), 30, 30, 40)
    assert (table.asks, table.asked) == ("tie", ["ann", "bea"])
    table.answers("bea", tie=["bea", "ann"])
    assert table.battle.order == ["bea", "ann", "dog"]


@pytest.mark.parametrize("laid", [[foe("ann"), foe("bea")], [girl("ann"), foe("bea")]])
def test_the_keeper_orders_all_other_ties(lay: Lay, laid: list[object]) -> None:
    """MG-12: among the keeper's creatures, and mixed ones."""
    table = opening(lay(*laid, girl("cho"), foe("dog"), begins=True), 30, 30, 40, 41)
    assert (table.asks, table.asked) == ("tie", ["gm"])
    table.answers("gm", tie=["bea", "ann"])
    assert table.battle.order == ["bea", "ann", "cho", "dog"]


def test_the_keeper_has_the_tied_roll(lay: Lay) -> None:
    """MG-12: d100, the higher first; equal ones are settled again."""
    table = opening(lay(girl("ann"), foe("bat"), foe("cat"), begins=True), 30, 30, 30)
    table.rolls(55, 90, 55).answers("gm", tie=PASS)
    assert (table.asks, table.offers("gm")) == ("tie", ["ann", "cat"])
    table.answers("gm", tie=["cat", "ann"])
    assert table.battle.order == ["bat", "cat", "ann"]


def test_players_who_all_pass_let_dice_decide(lay: Lay) -> None:
    """MG-12."""
    table = opening(lay(girl("ann"), girl("bea"), foe("dog"), begins=True), 30, 30, 40)
    table.passes("ann", "tie").rolls(10, 70).passes("bea", "tie")
    assert table.battle.order == ["bea", "ann", "dog"]


def test_the_keeper_calls_for_dice_while_players_talk(lay: Lay) -> None:
    """MG-12: the keeper can also choose to have the tied roll."""
    table = opening(lay(girl("ann"), girl("bea"), foe("dog"), begins=True), 30, 30, 40)
    assert [(each.seat, each.id) for each in table.question.offers] == [("gm", "tie_dice")]
    table.rolls(70, 10).session.take_offer("gm", "tie_dice", None, table.session.ticket)
    table.keep()
    assert table.battle.order == ["ann", "bea", "dog"]


def test_the_same_level_and_roll_is_a_tie_whatever_the_value(lay: Lay) -> None:
    """MG-11, MG-12 (settled): DEX 50 and 60, both regular 35."""
    table = opening(lay(girl("ann", dex=50), girl("bea", dex=60), foe("dog"), begins=True), 35, 35, 40)
    assert table.asks == "tie"
    table.answers("ann", tie=["ann", "bea"])


def test_tied_wings_are_ordered_as_wholes(lay: Lay) -> None:
    """MG-11, MG-12."""
    wings = [foe("bat", wing="w"), foe("cat", wing="w"), foe("dog", wing="v"), foe("elk", wing="v")]
    table = opening(lay(*wings, girl("ann"), begins=True), 30, 30, 40)
    assert table.offers("gm") == ["bat", "dog"]
    table.answers("gm", tie=["dog", "bat"])
    assert table.battle.order == ["dog", "elk", "bat", "cat", "ann"]


def test_who_leaves_during_a_tie_takes_nobody_along(lay: Lay) -> None:
    """MG-12: the rest of the wing keeps its place."""
    wings = [foe("bat", wing="w"), foe("cat", wing="w"), foe("dog")]
    table = opening(lay(*wings, girl("ann"), begins=True), 30, 30, 40).rule("remove", name="bat")
    assert table.offers("gm") == ["cat", "dog"]
    table.answers("gm", tie=["dog", "cat"])
    assert table.battle.order == ["dog", "cat", "ann"]


def test_a_tie_with_one_left_is_none(lay: Lay) -> None:
    """MG-12."""
    table = opening(lay(foe("bat"), foe("cat"), girl("ann"), begins=True), 30, 30, 40)
    table.rule("remove", name="bat")
    assert table.battle.order == ["cat", "ann"]


def test_who_joins_during_a_tie_is_last(lay: Lay) -> None:
    """MG-11."""
    table = opening(lay(foe("bat"), foe("cat"), girl("ann"), enemy("moth"), begins=True), 30, 30, 40)
    table.rule("add", enemy="moth", cell="A1").answers("gm", tie=["cat", "bat"])
    assert table.battle.order == ["cat", "bat", "ann", "moth-1"]


def test_a_tie_cut_short_is_for_the_dice(lay: Lay) -> None:
    """MG-12."""
    table = opening(lay(foe("bat"), foe("cat"), girl("ann"), begins=True), 30, 30, 40)
    table.rolls(10, 20).rule("cut", frame="action")
    assert table.battle.order == ["cat", "bat", "ann"]


# ---------------------------------------------------------------- wounds


def test_the_wounded_act_last(lay: Lay) -> None:
    """MG-13: in their old relative order."""
    table = lay(girl("ann", wound="light"), girl("bea", wound="light"), foe("dog"))
    assert order(table) == ["dog", "ann", "bea"]


def test_a_severe_wound_puts_nobody_behind_a_light_one(lay: Lay) -> None:
    """MG-13, settled: the old relative order, whichever wounds they are."""
    table = lay(girl("ann", wound="severe"), girl("bea", wound="light"), foe("dog"))
    assert order(table) == ["dog", "ann", "bea"]


def test_the_healed_are_back_in_their_place(lay: Lay) -> None:
    """MG-13: at once, where her place has not gone yet."""
    table = lay(girl("ann"), girl("bea"), foe("dog")).rule("wound", name="ann", wound="light")
    table.ends_turn("ann").ends_turn("bea").ends_turn("dog")
    assert order(table) == ["bea", "dog", "ann"]
    table.rule("wound", name="ann", wound="none")
    assert order(table) == ["bea", "ann", "dog"]
    assert order(table) == ["ann", "bea", "dog"]


def test_who_is_healed_and_has_missed_her_place_acts_next(lay: Lay) -> None:
    """MG-13 (settled): Ann's place has gone when she is healed in Bea's turn."""
    table = lay(girl("ann", wound="light"), girl("bea"), foe("dog"))
    assert table.acting == "bea"
    table.rule("wound", name="ann", wound="none").ends_turn("bea")
    assert table.acting == "ann"


def test_who_has_acted_does_not_act_again_when_wounded(lay: Lay) -> None:
    """MG-13 (settled)."""
    table = lay(girl("ann"), girl("bea"), foe("dog")).ends_turn("ann")
    table.rule("wound", name="ann", wound="light").ends_turn("bea").ends_turn("dog")
    assert (table.battle.round, table.acting) == (2, "bea")


def test_a_wounded_minion_leaves_its_wing(lay: Lay) -> None:
    """MG-13, MG-11 (settled): and is back with it when healed."""
    table = lay(foe("bat", wing="w", wound="light"), foe("cat", wing="w"), girl("ann"))
    assert order(table) == ["cat", "ann", "bat"]
    table.rule("wound", name="bat", wound="none").ends_turn("cat")
    assert table.acting == "bat"


def test_a_severe_wound_too_puts_last(lay: Lay) -> None:
    """MG-13, MG-52: her turn comes, and passes with a word."""
    table = lay(girl("ann", wound="severe", mp=0), girl("bea"), foe("dog"))
    table.ends_turn("bea").ends_turn("dog")
    assert table.told("cannot_act", "ann")
    assert (table.battle.round, table.acting) == (2, "bea")


def test_a_place_is_the_one_that_is_shown(lay: Lay) -> None:
    """MG-11, MG-13: Ann is wounded and stands last; the hound in place 2 stands second for all to see."""
    table = lay(girl("ann"), girl("rin"), girl("mina"), foe("hound"))
    table.rule("wound", name="ann", wound="light").rule("set_place", name="hound", place=2)
    assert shown(table) == ["rin", "hound", "mina", "ann"]
    table.rule("wound", name="ann", wound="none")
    assert shown(table) == ["ann", "rin", "hound", "mina"]


def test_the_wounded_have_places_among_themselves(lay: Lay) -> None:
    """MG-11, MG-13: no ruling about the order puts them before the others."""
    table = lay(girl("ann"), girl("rin"), foe("hound"))
    table.rule("wound", name="ann", wound="light").rule("wound", name="rin", wound="light")
    table.rule("set_place", name="rin", place=1)
    assert shown(table) == ["hound", "rin", "ann"]


def shown(table: Table) -> list[str]:
    """The order as it stands on the page."""
    return [each.name for each in in_order(table.battle)]

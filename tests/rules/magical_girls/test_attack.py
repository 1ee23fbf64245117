"""Attacks: what they cost, whom they reach, how they hit; moving and acting in any order (MG-16 to MG-21, MG-50)."""

import pytest

from rules.engine.text import Param, Text
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, bow, d100, foe, girl, rival, skill, weapon

CLASSES = [(1, 2), (25, 2), (26, 4), (50, 4), (51, 6), (75, 6), (76, 8), (100, 8)]
"""Weights, and the DP of an attack with them (MG-21)."""


def said(what: Param) -> str:
    """In English."""
    return words("en").render(what)


# ---------------------------------------------------------------- the turn


def test_moving_and_acting_go_in_any_order(lay: Lay) -> None:
    """MG-16: a step, a blow, a step back, all in one turn."""
    table = lay(girl("mina", "B6", dp=15), foe("hound", "B3"), weapon("blade", 20)).moves("mina", "B4")
    table.attacks("mina", "blade", "hound", roll=40).takes_it("hound", 8).moves("mina", "B6")
    assert (table.at("mina"), table.lost("hound"), table.acting) == ("B6", 4, "mina")


def test_both_may_be_given_up(lay: Lay) -> None:
    """MG-16: neither a step nor an action; what she has not spent she keeps."""
    table = lay(girl("mina"), foe("hound")).ends_turn("mina")
    assert (table.acting, table.dp("mina")) == ("hound", 8)


def test_nothing_moves_for_free(lay: Lay) -> None:
    """MG-16: the card's speed is 10 m for each DP; the first cell costs a DP already."""
    table = lay(girl("mina", "B6", dp=0), foe("hound", "B3"))
    assert "move" not in table.skip_to("turn", "mina").offers()


# ---------------------------------------------------------------- price


@pytest.mark.parametrize(("weight", "dp"), CLASSES)
def test_the_weight_gives_the_price(lay: Lay, weight: int, dp: int) -> None:
    """MG-20, MG-21: light 2, standard 4, heavy 6, super-heavy 8, shown before and paid when it is made."""
    table = lay(girl("mina", str=100), foe("hound"), weapon("blade", weight))
    assert table.price("attack:weapon:blade") == dp
    table.attacks("mina", "blade", "hound", roll=99)
    assert table.dp("mina") == 8 - dp


def test_bare_hands_cost_two(lay: Lay) -> None:
    """MG-20: unarmed 2."""
    table = lay(girl("mina"), foe("hound"))
    assert table.price("attack:unarmed") == 2
    assert table.attacks("mina", "unarmed", "hound", roll=99).dp("mina") == 6


def test_traits_change_the_price(lay: Lay) -> None:
    """MG-21: base 4, then weight, then traits; never below 0."""
    table = lay(girl("mina"), foe("hound"), weapon("wand", 10, dp=-4), weapon("saw", 40, dp=1))
    assert (table.price("attack:weapon:wand"), table.price("attack:weapon:saw")) == (0, 5)


def test_what_she_cannot_pay_is_not_offered(lay: Lay) -> None:
    """MG-20: 3 DP are too few for a standard weapon, and enough for bare hands."""
    table = lay(girl("mina", dp=3), foe("hound"), weapon("blade"))
    assert "attack:weapon:blade" not in table.offers()
    assert "attack:unarmed" in table.offers()


def test_who_thinks_better_of_it_pays_nothing(lay: Lay) -> None:
    """MG-20: paid is when the target is chosen."""
    table = lay(girl("mina"), foe("hound"), weapon("blade")).acts("mina", "attack:weapon:blade")
    table.passes("mina", "target")
    assert (table.dp("mina"), table.asks) == (8, "turn")


def test_a_trait_allows_a_second_attack_for_the_same_price(lay: Lay) -> None:
    """MG-20: two attacks for 4 DP, each with its own check and at its own target."""
    table = lay(girl("mina"), foe("hound", "B3"), foe("cat", "C3"), weapon("twins", attacks=2))
    table.attacks("mina", "twins", "hound", roll=40).takes_it("hound", 6)
    assert table.asks == "target"
    table.rolls(4, 10).answers("mina", target="cat").takes_it("cat", 3)
    assert (table.lost("hound"), table.lost("cat"), table.dp("mina")) == (6, 3, 4)


def test_each_of_several_attacks_says_which_it_is(lay: Lay) -> None:
    """MG-20: in the question; with one attack nothing is counted."""
    table = lay(girl("mina"), foe("hound"), weapon("twins", attacks=2), weapon("claw"))
    table.acts("mina", "attack:weapon:twins")
    assert said(table.question.about) == "Whom does Mina attack? Twins (attack 1 of 2)"
    table.rolls(*d100(40)).answers("mina", target="hound").takes_it("hound", 6)
    assert said(table.question.about) == "Whom does Mina attack? Twins (attack 2 of 2)"
    table.rolls(*d100(40)).answers("mina", target="hound").takes_it("hound", 3)
    table.acts("mina", "attack:weapon:claw")
    assert said(table.question.about) == "Whom does Mina attack? Claw"


def test_the_second_attack_may_be_left_out(lay: Lay) -> None:
    """MG-20: allowed, not ordered."""
    table = lay(girl("mina"), foe("hound"), weapon("twins", attacks=2))
    table.attacks("mina", "twins", "hound", roll=40).takes_it("hound", 6).passes("mina", "target")
    assert (table.asks, table.dp("mina")) == ("turn", 4)


def test_who_is_struck_down_by_a_counter_strikes_no_second_time(lay: Lay) -> None:
    """MG-20, MG-52: severely wounded after the first of two."""
    mina, hound = girl("mina", hp=4, weapons=["twins"]), foe("hound", str=80, size=20, weapons=["claw"])
    table = lay(mina, hound, weapon("twins", attacks=2), weapon("claw"))
    table.attacks("mina", "twins", "hound", roll=40).counters("hound", "claw", 40, 5)
    assert (table.wound("mina"), table.asks, table.offers()) == ("severe", "turn", ["heal"])


def hurls_it(table: Table) -> Table:
    """Mina throws her weapon away, in an emergency reaction to one of Rin's, who thinks better of it then."""
    table.requests("rin", "react").grants("rin")
    table.reacts("mina", "throw").answers("mina", throw=f"throw:{table.battle['mina'].weapons[0]}")
    return table.rolls(*d100(9)).answers("mina", throw_at="L10").passes("rin", "react")


def test_who_has_thrown_her_weapon_away_does_not_strike_with_it(lay: Lay) -> None:
    """MG-20, MG-44: while she chooses the target; nothing but the throw is paid."""
    table = lay(girl("mina"), foe("hound"), girl("rin"), weapon("blade")).acts("mina", "attack:weapon:blade")
    hurls_it(table)
    assert (table.asks, table.dp("mina")) == ("turn", 8 - 2)
    assert "attack:weapon:blade" not in table.offers()


def test_who_has_thrown_her_weapon_away_strikes_no_second_time(lay: Lay) -> None:
    """MG-20, MG-44: thrown while the first of two is answered; that one still lands."""
    table = lay(girl("mina"), foe("hound"), girl("rin"), weapon("twins", attacks=2))
    table.attacks("mina", "twins", "hound", roll=40)
    hurls_it(table).takes_it("hound", 6)
    assert (table.lost("hound"), table.asks) == (6, "turn")


# ---------------------------------------------------------------- reach


@pytest.mark.parametrize(("cell", "is_reached"), [("B4", True), ("B3", True), ("C5", True), ("B2", False)])
def test_melee_reaches_the_own_and_the_neighbour_cells(lay: Lay, cell: str, is_reached: bool) -> None:
    """MG-17: several share a cell, corners count, two cells away is too far."""
    table = lay(girl("mina", "B4"), foe("hound", cell), weapon("blade"))
    assert ("attack:weapon:blade" in table.offers()) is is_reached


@pytest.mark.parametrize(("cell", "is_reached"), [("B6", True), ("F6", True), ("B5", False)])
def test_a_ranged_weapon_reaches_ten_metres_for_each_len(lay: Lay, cell: str, is_reached: bool) -> None:
    """MG-17: LEN 2 is 20 m, 4 cells of 5 m."""
    table = lay(girl("mina", "B10"), foe("hound", cell), bow(length=2))
    assert ("attack:weapon:bow" in table.offers()) is is_reached


def test_a_ranged_weapon_may_be_used_close_by(lay: Lay) -> None:
    """MG-17: up to its reach, the own cell included."""
    table = lay(girl("mina", "B4"), foe("hound", "B4"), bow())
    assert table.attacks("mina", "bow", "hound", roll=40).takes_it("hound", 5).lost("hound") == 5


def test_friends_may_be_attacked_and_the_dying_not(lay: Lay) -> None:
    """MG-54: nobody strikes at who is out of the fight already; friends stand last and are marked."""
    table = lay(girl("mina"), girl("rin"), foe("hound"), foe("cat", hp=0, max_hp=9))
    table.acts("mina", "attack:unarmed")
    assert table.offers() == ["hound", "rin"]
    foe_note, friend_note = [each.note for each in table.question.choices["mina"].options]  # type: ignore[union-attr]
    assert (foe_note, friend_note) == (None, Text("magical_girls.note.friend"))


def test_nobody_strikes_at_the_hidden(lay: Lay) -> None:
    """MG-27: out of sight."""
    table = lay(girl("mina"), foe("hound", is_hidden=True), weapon("blade"))
    assert "attack:weapon:blade" not in table.offers()


def test_who_attacks_is_seen(lay: Lay) -> None:
    """MG-27: hidden until it acts."""
    table = lay(girl("mina", is_hidden=True), foe("hound")).attacks("mina", "unarmed", "hound", roll=99)
    assert not table.battle["mina"].is_hidden


# ---------------------------------------------------------------- to hit


@pytest.mark.parametrize("roll", [51, 99, 100])
def test_a_failure_misses_and_nobody_is_asked(lay: Lay, roll: int) -> None:
    """MG-20, MG-40: the check comes first; only against a hit is a passive action wanted."""
    table = lay(girl("mina"), foe("hound"), weapon("blade")).attacks("mina", "blade", "hound", roll=roll)
    assert (table.asks, table.lost("hound"), len(table.told("misses"))) == ("turn", 0, 1)


def test_the_target_sees_the_level_before_choosing(lay: Lay) -> None:
    """MG-40: the question itself says how well the attack went."""
    table = lay(girl("mina"), foe("hound"), weapon("blade")).attacks("mina", "blade", "hound", roll=9)
    level = table.question.about.params["level"]
    assert (table.asks, level.key) == ("passive", "magical_girls.level.extreme")  # type: ignore[union-attr]


def test_a_weapons_skill_is_checked(lay: Lay) -> None:
    """MG-20: the sword's own skill, where it has one."""
    mina = girl("mina", weapon_use=80, skills={"blades": 30})
    table = lay(mina, foe("hound"), weapon("sword", skill="blades"), skill("blades", is_weapon=True))
    assert table.attacks("mina", "sword", "hound", roll=31).level("mina") == "failure"


def test_weapon_use_caps_it(lay: Lay) -> None:
    """MG-55: with weapon use 25 no weapon is wielded better."""
    mina = girl("mina", weapon_use=25, skills={"blades": 70})
    table = lay(mina, foe("hound"), weapon("sword", skill="blades"), skill("blades", is_weapon=True))
    assert table.attacks("mina", "sword", "hound", roll=26).level("mina") == "failure"


def test_bare_hands_are_weapon_use(lay: Lay) -> None:
    """MG-20: a check of weapon use."""
    table = lay(girl("mina", weapon_use=33), foe("hound")).attacks("mina", "unarmed", "hound", roll=33)
    assert table.level("mina") == "regular"


# ---------------------------------------------------------------- an attack that ends early


def test_an_attacker_who_leaves_takes_her_attack_along(lay: Lay) -> None:
    """MG-20: the keeper removes the hound while its target is asked; play goes on."""
    table = lay(foe("hound"), girl("mina"), foe("cat", "H8"))
    table.attacks("hound", "unarmed", "mina", roll=40).rule("remove", name="hound")
    assert (table.lost("mina"), table.battle.attacks, table.acting) == (0, [], "mina")


def test_a_target_who_leaves_is_not_hit(lay: Lay) -> None:
    """MG-20: nothing lands on nobody."""
    table = lay(girl("mina"), foe("hound"), foe("cat", "H8"))
    table.attacks("mina", "unarmed", "hound", roll=40).rule("remove", name="hound")
    assert (table.asks, table.told("hurt"), table.battle.attacks) == ("turn", [], [])


def test_a_cut_attack_leaves_nothing_behind(lay: Lay) -> None:
    """MG-20: the keeper cuts the turn short in the middle of it."""
    table = lay(girl("mina"), foe("hound")).attacks("mina", "unarmed", "hound", roll=40)
    table.rule("cut", frame="turn")
    assert (table.battle.attacks, table.lost("hound"), table.acting) == ([], 0, "hound")


def test_girls_attack_each_other_in_a_match(lay: Lay) -> None:
    """MG-05, MG-20: a rival's own seat answers."""
    table = lay(girl("mina"), rival("yuki"), form="duel").attacks("mina", "unarmed", "yuki", roll=40)
    assert table.asked == ["yuki"]


def test_an_attack_says_its_number_and_its_wound(lay: Lay) -> None:
    """MG-20, MG-23: several attacks for the same DP, and the wound that the weapon always causes."""
    twin = weapon("twin", 20, attacks=2, wound="light", dam=4)
    table = lay(girl("mina", "B4"), foe("hound", "B3"), twin)
    note = next(
        each.note for each in table.question.choices["mina"].options if each.id == "attack:weapon:twin"
    )  # type: ignore[union-attr]
    assert words("en").render(note).endswith("light, slashing, attacks: 2, light wound")


def test_what_finds_only_friends_says_so_and_comes_last(lay: Lay) -> None:
    """MG-20: the bow reaches the hound, the blade Ann alone."""
    table = lay(girl("mina", "B4"), girl("ann", "B4"), foe("hound", "B1"), weapon("blade"), bow())
    attacks = [each for each in table.question.choices["mina"].options if each.id.startswith("attack:")]  # type: ignore[union-attr]
    assert [each.id for each in attacks] == ["attack:weapon:bow", "attack:weapon:blade", "attack:unarmed"]
    said = [words("en").render(each.note) for each in attacks]
    assert ["only friends in reach" in each for each in said] == [False, True, True]

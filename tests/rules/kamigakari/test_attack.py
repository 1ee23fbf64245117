"""Attack and defence, from declaring to the passive checks (KG-10 to KG-16, KG-31)."""

from typing import Any

import pytest

from rules.kamigakari.terms import Timing
from rules.registry import words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    AREA,
    ENGAGED,
    ZONE,
    Table,
    art,
    bonus,
    cost,
    effect,
    foe,
    halve,
    hero,
    item,
    many,
    minus,
    move,
    rank,
    spell,
    squares,
    status,
    talent,
    weapon,
)

BLADE = weapon("blade", damage=3)
BOW = weapon("bow", "ranged", distance=squares(5))
CHARM = weapon("charm", "magic", rank=2, distance=squares(5))


def passive(table: Table, who: str) -> str:
    """What somebody checked last."""
    return str(table.told("check", who)[-1].params["stat"].key.rpartition(".")[2])  # type: ignore[union-attr]


# ---------------------------------------------------------------- kinds of attack


def test_a_weapon_attack_has_the_weapons_distance_and_target(lay: Lay) -> None:
    """KG-10: a bow of 5 squares for one target."""
    table = lay(hero("rin", "B8"), foe("hound", "B3"), foe("cat", "B2"), BOW).acts("rin", "weapon:bow")
    assert table.offers() == ["hound"]
    assert table.refuses("rin", targets=["hound", "cat"])


def test_a_talent_makes_a_weapon_attack_with_its_own_distance(lay: Lay) -> None:
    """KG-10: the blade's damage, thrown 4 squares far at two targets."""
    throw = art("throw", weapon=True, distance=squares(4), target=many(2))
    table = lay(hero("rin", "B8"), foe("hound", "B4"), foe("cat", "C5"), foe("ox", "B2"), BLADE, throw)
    table.attacks("rin", "throw", "hound", "cat", dice=(4, 3))
    assert (table.lost("hound"), table.lost("cat"), table.lost("ox")) == (4 + 3, 4 + 3, 0)


def test_a_weapon_talent_may_keep_the_weapons_distance(lay: Lay) -> None:
    """KG-10, KG-31: "weapon's"."""
    aim = art("aim", weapon=True, distance={"kind": "weapon"})
    table = lay(hero("rin", "B8"), foe("hound", "B3"), foe("cat", "B2"), BOW, aim).acts("rin", "talent:aim")
    assert table.offers() == ["hound"]


def test_a_talent_that_does_not_say_so_is_no_weapon_attack(lay: Lay) -> None:
    """KG-10: the blade adds nothing to it."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE, art("kick", distance=ENGAGED))
    table.attacks("rin", "kick", "hound", dice=(4, 3))
    assert table.lost("hound") == 4


@pytest.mark.parametrize(
    ("attack", "active", "checked"),
    [
        ("blade", "accuracy", "evasion"),
        ("bow", "accuracy", "evasion"),
        ("charm", "invocation", "resist"),
        ("kick", "accuracy", "evasion"),
        ("ember", "invocation", "resist"),
        ("glare", "invocation", "insight"),
        ("feint", "accuracy", "insight"),
    ],
)
def test_each_kind_of_attack_has_its_checks(lay: Lay, attack: str, active: str, checked: str) -> None:
    """KG-11: physical, magic and special attacks, by weapon or talent; a special one checks as its text says."""
    arts = [
        art("kick"),
        spell("ember"),
        art("glare", kind="special", active="invocation"),
        art("feint", kind="special"),
    ]
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE, BOW, CHARM, *arts)
    table.attacks("rin", attack, "hound", dice=(4, 3))
    assert (passive(table, "rin"), passive(table, "hound")) == (active, checked)


def test_a_special_weapon_talent_checks_as_its_text_says(lay: Lay) -> None:
    """KG-11: invocation with a blade, against insight."""
    table = lay(
        hero("rin", "B4"),
        foe("hound", "B3"),
        BLADE,
        art("curse", weapon=True, kind="special", active="invocation"),
    )
    table.attacks("rin", "curse", "hound", dice=(4, 3))
    assert (passive(table, "rin"), passive(table, "hound")) == ("invocation", "insight")


def test_the_steps_come_in_their_order(lay: Lay) -> None:
    """KG-12, KG-13: declaring, at whom, active check, passive check, damage."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    keys = [each.key.removeprefix("kamigakari.log.") for each in table.events]
    steps = ["declares", "aims", "roll", "check", "check", "contest_lost", "rank", "hurt"]
    assert [key for key in keys if key in steps] == steps
    assert table.told("aims")[0].about == ("rin", "hound")


# ---------------------------------------------------------------- distance and target


def test_nobody_outside_the_distance_can_be_chosen(lay: Lay) -> None:
    """KG-13: 6 squares are too far for 5."""
    table = lay(hero("rin", "B8"), foe("hound", "B3"), foe("cat", "C3"), BOW).acts("rin", "weapon:bow")
    assert table.refuses("rin", targets=["cat"]).text.key == "error.no_such_choice"


def test_a_failing_attack_spends_its_timing_and_costs(lay: Lay) -> None:
    """KG-13 settled: nobody fits, so it fails by itself; no check is rolled, nothing comes back."""
    ember = spell("ember", distance=squares(2), cost=cost("6", life=3))
    table = lay(hero("rin", "B8", spirits=[6, 2]), foe("hound", "B3"), ember).acts("rin", "talent:ember")
    assert table.told("nobody", "rin")
    assert Timing.ATTACK in table.spent("rin")
    assert (table.pool("rin"), table.lost("rin")) == ([2], 3)
    assert not table.told("roll")
    table.rolls(2).skip_round()


def test_items_change_a_talents_distance_and_targets(lay: Lay) -> None:
    """KG-13: reach +1 and one more target."""
    ring = item("ring", reach=1, more_targets=1)
    rin = hero("rin", "B8", items=["ring"])
    table = lay(rin, foe("hound", "B5"), foe("cat", "C6"), spell("ember", distance=squares(2)), ring)
    table.attacks("rin", "ember", "hound", "cat", dice=(4, 3))
    assert table.lost("hound") == table.lost("cat") == 4


def test_reach_adds_to_engaged(lay: Lay) -> None:
    """KG-13: who is engaged through others is still in reach, and so is who stands 2 squares away."""
    rin = hero("rin", "B8", items=["spear"])
    table = lay(
        rin, foe("a", "B7"), foe("b", "B6"), foe("c", "B5"), foe("d", "D8"), BLADE, item("spear", reach=1)
    )
    assert table.acts("rin", "weapon:blade").offers() == ["a", "b", "c", "d"]


def test_engaged_reaches_the_whole_group(lay: Lay) -> None:
    """KG-31: neighbours of neighbours, not a diagonal neighbour."""
    table = lay(hero("rin", "B8"), foe("a", "B7"), foe("b", "B6"), foe("d", "D9"), BLADE)
    assert table.acts("rin", "weapon:blade").offers() == ["a", "b"]


def test_targets_are_different_characters_of_any_side_but_not_oneself(lay: Lay) -> None:
    """KG-31: n characters; the enemy is offered first, the friend is marked as one."""
    rin, jun = hero("rin", "B8"), hero("jun", "B7", initiative=9)
    table = lay(rin, jun, foe("hound", "B5"), spell("ember", target=many(2))).acts("rin", "talent:ember")
    assert table.offers() == ["hound", "jun"]
    assert (table.note("hound")[0], table.note("jun")[0]) == ("", "option.friend")
    assert table.refuses("rin", targets=["jun", "jun"]).text.key == "error.chosen_twice"


def test_an_area_is_any_number_within_one_engaged_group(lay: Lay) -> None:
    """KG-31: the first chosen says which; the other group is not offered."""
    foes = [foe("a", "B3"), foe("b", "C3"), foe("c", "D3"), foe("x", "H3"), foe("y", "H4")]
    table = lay(hero("rin", "B8"), *foes, spell("storm", target=AREA, distance=squares(20)))
    table.rolls(4, 3).acts("rin", "talent:storm").answers("rin", area="a")
    assert table.offers() == ["b", "c"]
    table.answers("rin", area_more=["c"])
    assert [table.lost(name) for name in "abcxy"] == [4, 0, 4, 0, 0]


def test_an_area_is_one_square_where_nobody_is_engaged(lay: Lay) -> None:
    """KG-31: nothing more is asked."""
    table = lay(hero("rin", "B8"), foe("a", "B3"), foe("b", "D3"), spell("storm", target=AREA))
    table.attacks("rin", "storm", "a", dice=(4, 3))
    assert (table.lost("a"), table.lost("b")) == (4, 0)


def test_an_areas_group_is_cut_by_the_distance(lay: Lay) -> None:
    """KG-31: in distance, every one of them."""
    storm = spell("storm", target=AREA, distance=squares(5))
    table = (
        lay(hero("rin", "B8"), foe("a", "B3"), foe("b", "B2"), storm).rolls(4, 3).acts("rin", "talent:storm")
    )
    table.answers("rin", area="a")
    assert table.asks == "turn"
    assert (table.lost("a"), table.lost("b")) == (4, 0)


def test_the_combat_zone_is_anyone_on_the_map(lay: Lay) -> None:
    """KG-31: any number, wherever they stand."""
    table = lay(
        hero("rin", "A10"), foe("a", "L1"), foe("b", "B3"), spell("flood", distance=ZONE, target=ZONE)
    )
    table.attacks("rin", "flood", "a", "b", dice=(4, 3))
    assert table.lost("a") == table.lost("b") == 4


def test_move_n_moves_up_and_is_engaged_before_it_strikes(lay: Lay) -> None:
    """KG-31: 3 squares to stand beside the hound; squares that lead to nobody are not offered."""
    charge = art("charge", distance=move(3))
    table = lay(hero("rin", "B8"), foe("hound", "B4"), foe("far", "L1"), charge).acts("rin", "talent:charge")
    assert table.offers() == ["B5"]
    table.answers("rin", move_up="B5")
    assert table.offers() == ["hound"]
    table.rolls(4, 3).answers("rin", targets=["hound"])
    assert (table.at("rin"), table.lost("hound")) == ("B5", 4)
    assert table.told("walk", "rin")[0].row == "KG-31"


def test_move_n_with_nobody_near_enough_fails(lay: Lay) -> None:
    """KG-13, KG-31: 2 squares do not lead beside anybody."""
    table = lay(hero("rin", "B8"), foe("hound", "B4"), art("charge", distance=move(2))).acts(
        "rin", "talent:charge"
    )
    assert table.told("nobody")
    assert table.at("rin") == "B8"


def _promised(table: Table, choice: str) -> tuple[str, tuple[str, ...]]:
    """What is said of an attack in the own turn, and the squares it lights up."""
    return table.note(choice)[0], table.options()[choice].cells


def test_who_cannot_move_up_is_not_promised_whom_she_could_reach_moving(lay: Lay) -> None:
    """KG-13, KG-31, KG-36: immobile she strikes nobody; prone 4 squares are 2, too few for the hound."""
    charge = art("charge", distance=move(4))
    for burden, promised in (
        ("prone", ("deed.in_vain", ())),
        ("immobile", ("deed.in_vain", ())),
        ("flight", ("deed.attack", ("B4",))),
    ):
        rin = hero("rin", "B8", statuses=[burden])
        table = lay(rin, foe("hound", "B4"), charge).skip_to("turn", "rin")
        assert _promised(table, "talent:charge") == promised


def test_whoever_is_held_is_promised_her_own_group_alone(lay: Lay) -> None:
    """KG-30, KG-31: the cat holds her; the hound is near enough, but she does not get away."""
    table = lay(
        hero("rin", "B8"), foe("cat", "B9"), foe("hound", "E8"), art("charge", distance=move(4))
    ).skip_to("turn", "rin")
    assert _promised(table, "talent:charge") == ("deed.attack", ("B9",))


def test_one_further_off_is_reached_by_joining_the_chain_before_it(lay: Lay) -> None:
    """KG-30, KG-31: 2 squares lead beside the cat, and the hound stands engaged behind it."""
    table = lay(
        hero("rin", "B8"), foe("cat", "B5"), foe("hound", "B4"), art("charge", distance=move(2))
    ).skip_to("turn", "rin")
    assert set(_promised(table, "talent:charge")[1]) == {"B5", "B4"}
    table.acts("rin", "talent:charge").answers("rin", move_up="B6")
    assert set(table.offers()) == {"cat", "hound"}


def test_squares_beside_friends_alone_are_not_offered_to_move_up_to(lay: Lay) -> None:
    """KG-31: a slip would spend die and attack; the square says with whom she will be engaged."""
    jun = hero("jun", "D8", initiative=9)
    table = lay(hero("rin", "B8"), jun, foe("hound", "B4"), art("charge", distance=move(3)))
    table.acts("rin", "talent:charge")
    assert table.offers() == ["B5"]
    assert table.note("B5")[0] == "option.engaged_there"


def test_reach_adds_to_move_n(lay: Lay) -> None:
    """KG-13, KG-31: 2 squares and 1 by an item."""
    rin = hero("rin", "B8", items=["boots"])
    charge = art("charge", distance=move(2))
    table = lay(rin, foe("hound", "B4"), charge, item("boots", reach=1)).acts("rin", "talent:charge")
    assert table.offers() == ["B5"]
    table.rolls(4, 3).answers("rin", move_up="B5", targets=["hound"])


def test_who_has_moved_up_is_asked_again_where_she_stands(lay: Lay) -> None:
    """KG-13, KG-31: a target moved away between declaring and rolling; there is no second move."""
    charge = art("charge", distance=move(3))
    rin = hero("rin", "B8", bonds=1)
    table = lay(rin, foe("hound", "B4"), foe("cat", "A4"), foe("ox", "D8"), charge).acts(
        "rin", "talent:charge"
    )
    table.answers("rin", move_up="B5", targets=["hound"]).rule("move", name="cat", cell="C5")
    table.rule("move", name="hound", cell="L1").rolls(4, 3)
    assert (table.asks, table.offers()) == ("targets", ["cat"])
    table.answers("rin", targets=["cat"], crest=None)
    assert (table.at("rin"), table.lost("cat")) == ("B5", 4)


def test_a_hidden_enemy_is_no_target(lay: Lay) -> None:
    """KG-36: nobody knows where it is."""
    table = lay(hero("rin", "B8"), foe("a", "B3", statuses=["hidden"]), foe("b", "B4"), BOW).acts(
        "rin", "weapon:bow"
    )
    assert table.offers() == ["b"]


@pytest.mark.parametrize(("asked", "more"), [("targets", {}), ("area", {"target": AREA})])
def test_choosing_targets_may_be_passed(lay: Lay, asked: str, more: dict[str, object]) -> None:
    """KG-13: only a friend is in reach; the attack fails by itself, all are told, what was spent stays spent."""
    gust = spell("gust", cost=cost("6"), **more)
    table = lay(hero("rin", "B8", spirits=[6]), hero("jun", "B7", initiative=9), foe("far", "L1"), gust)
    table.acts("rin", "talent:gust").passes("rin", asked)
    assert [each.key for each in table.events][-1] == "kamigakari.log.strikes_nobody"
    assert not table.told("nobody")
    assert not table.told("roll")
    assert (table.pool("rin"), Timing.ATTACK in table.spent("rin"), table.lost("jun")) == ([], True, 0)


# ---------------------------------------------------------------- between declaring and rolling


def _held_up(lay: Lay, *more: object) -> Table:
    """Rin has chosen the hound and is asked about the spirit crest."""
    table = lay(hero("rin", "B8", bonds=1), foe("hound", "B5"), *more, BOW)
    return table.attacks("rin", "bow", "hound")


def test_a_target_moved_away_by_a_ruling_is_asked_again(lay: Lay) -> None:
    """KG-13: between declaring and rolling it stopped being legal; that is told, and the crest has to wait."""
    table = _held_up(lay, foe("cat", "C5")).rule("move", name="hound", cell="L1")
    assert (table.asks, table.offers()) == ("targets", ["cat"])
    assert len(table.told("target_gone", "rin")) == 1
    table.rolls(4, 3).answers("rin", targets=["cat"], crest=None)
    assert (table.lost("cat"), table.lost("hound")) == (4, 0)


def test_a_target_gone_by_a_ruling_is_asked_again(lay: Lay) -> None:
    """KG-13: out of the fight altogether."""
    table = _held_up(lay, foe("cat", "C5")).rule("remove", name="hound").rolls(4, 3)
    table.answers("rin", targets=["cat"], crest=None)
    assert table.lost("cat") == 4


def test_with_no_target_left_the_attack_fails(lay: Lay) -> None:
    """KG-13, KG-37: no check is rolled, and no dice of the crest are asked for or owed."""
    table = _held_up(lay).rule("move", name="hound", cell="L1")
    assert table.asks == "turn"
    assert table.told("nobody", "rin")
    assert not table.told("roll")
    assert table.battle["rin"].crest_debt == 0


def test_an_attacker_downed_before_the_roll_owes_no_crest(lay: Lay) -> None:
    """KG-13, KG-37: the target is gone, and while another is chosen the attacker falls; the log ends the attack."""
    table = _held_up(lay, foe("cat", "C5")).rule("move", name="hound", cell="L1")
    assert table.asks == "targets"
    table.rule("set_life", name="rin", value=0)
    assert len(table.told("breaks_off", "rin")) == 1
    assert (table.told("crest", "rin"), table.battle["rin"].crest, table.battle["rin"].crest_debt) == (
        [],
        22,
        0,
    )


def test_nothing_is_used_for_a_check_that_no_target_is_left_for(lay: Lay) -> None:
    """KG-13, KG-33: the question what is used for it gives way; the special timing is kept."""
    aim = talent("aim", effect("modify", stat="accuracy", amount=1), timing="special", at="active_check")
    table = lay(hero("rin", "B8", bonds=1), foe("hound", "B5"), foe("far", "L1"), BOW, aim)
    table.attacks("rin", "bow", "hound")
    assert table.asks == "at_active_check"
    table.rule("move", name="hound", cell="L2")
    assert table.asks == "turn"
    assert table.told("nobody", "rin")
    assert Timing.SPECIAL not in table.spent("rin")


def test_a_last_target_gone_while_it_is_chosen_fails_the_attack(lay: Lay) -> None:
    """KG-13: nobody is left to choose; the timing is spent, no check is rolled."""
    table = lay(hero("rin", "B8"), foe("hound", "B5"), foe("far", "L1"), BOW).acts("rin", "weapon:bow")
    table.rule("remove", name="hound")
    assert len(table.told("nobody", "rin")) == 1
    assert Timing.ATTACK in table.spent("rin")
    assert not table.told("roll")


def test_a_target_gone_after_the_roll_is_not_struck(lay: Lay) -> None:
    """KG-13: the others are."""
    rin = hero("rin", "B8", spirits=[5])
    table = lay(rin, foe("a", "B5"), foe("b", "C5"), spell("ember", target=many(2)))
    table.attacks("rin", "ember", "a", "b", dice=(4, 3)).rule("remove", name="a").passes("rin", "manipulate")
    assert table.lost("b") == 4


@pytest.mark.parametrize("asked", ["manipulate", "at_calculation"])
def test_an_only_target_gone_after_the_roll_fails_the_attack(lay: Lay, asked: str) -> None:
    """KG-13: it leaves during the attacker's questions; all are told, once."""
    edge = talent("edge", bonus(1), timing="special", at="calculation")
    table = lay(hero("rin", "B8", spirits=[5]), foe("hound", "B5"), foe("far", "L1"), spell("ember"), edge)
    table.attacks("rin", "ember", "hound", dice=(4, 3)).skip_to(asked).rule("remove", name="hound")
    table.passes("rin", asked)
    assert len(table.told("none_left", "rin")) == 1
    assert not table.told("nobody")


def test_an_attack_that_was_warded_off_is_not_said_to_have_no_target(lay: Lay) -> None:
    """KG-15: a passive success is told as what it is."""
    table = lay(hero("rin", "B8"), foe("hound", "B5", resist=9), spell("ember"))
    table.attacks("rin", "ember", "hound", dice=(4, 3))
    assert table.told("contest_won")
    assert not table.told("none_left")


def test_an_attacker_gone_by_a_ruling_leaves_an_attack_without_effect(lay: Lay) -> None:
    """KG-12: play goes on with the next turn."""
    rin = hero("rin", "B8", spirits=[5])
    table = lay(rin, hero("jun", "A1", initiative=9), foe("a", "B5"), spell("ember"))
    table.attacks("rin", "ember", "a", dice=(4, 3)).rule("remove", name="rin").skip_to("turn", "jun")
    assert table.lost("a") == 0


# ---------------------------------------------------------------- criticals, fumbles, passive results


def test_an_active_critical_leaves_no_passive_check(lay: Lay) -> None:
    """KG-14: CR, and nothing counts as resisted."""
    table = lay(
        hero("rin", "B4"),
        foe("hound", "B3", resist=40),
        spell("ember", status("dark"), rank=2, resisted="half"),
    )
    table.attacks("rin", "ember", "hound", dice=(6, 6))
    assert not table.told("check", "hound")
    assert table.lost("hound") == 20
    assert table.has("hound", "dark")


def test_an_active_fumble_does_nothing(lay: Lay) -> None:
    """KG-14: no damage, no harmful effect, no passive check."""
    ember = spell("ember", status("dark"), rank=0, amount=9, resisted="half")
    table = lay(hero("rin", "B4", invocation=40), foe("hound", "B3"), ember)
    table.attacks("rin", "ember", "hound", dice=(1, 1))
    assert not table.told("check", "hound")
    assert table.lost("hound") == 0
    assert not table.has("hound", "dark")


def test_a_passive_success_ends_the_attack(lay: Lay) -> None:
    """KG-15: no damage, no harmful effect."""
    table = lay(hero("rin", "B4"), foe("hound", "B3", resist=9), spell("ember", status("dark")))
    table.attacks("rin", "ember", "hound", dice=(4, 3))
    assert table.lost("hound") == 0
    assert not table.has("hound", "dark")


def test_resist_half_leaves_half_the_damage_and_no_harm(lay: Lay) -> None:
    """KG-15 settled: 10 halved is 5; the harmful effect is stopped."""
    ember = spell("ember", status("dark"), rank=2, resisted="half")
    table = lay(hero("rin", "B4"), foe("hound", "B3", resist=9), ember)
    table.attacks("rin", "ember", "hound", dice=(5, 3))
    assert table.lost("hound") == 5
    assert not table.has("hound", "dark")


def test_a_passive_critical_stops_even_half(lay: Lay) -> None:
    """KG-15: whatever the text says."""
    ember = spell("ember", status("dark"), rank=2, resisted="half")
    table = lay(hero("rin", "B4", invocation=40), foe("hound", "B3", is_fixed=False), ember)
    table.attacks("rin", "ember", "hound", dice=(5, 3, 6, 6))
    assert table.lost("hound") == 0


def test_a_passive_fumble_bares_the_target(lay: Lay) -> None:
    """KG-15: armour counts as 0, "damage -n" does not."""
    hide = talent("hide", minus(2))
    table = lay(
        hero("rin", "B4", physical_damage=15, talents=[]),
        foe("hound", "B3", evasion=40, armour=4, is_fixed=False, talents=["hide"]),
        BLADE,
        hide,
    )
    table.attacks("rin", "blade", "hound", dice=(5, 3, 1, 1))
    assert table.lost("hound") == 5 + 15 + 3 - 2


def test_harm_needs_damage_only_where_it_says_so(lay: Lay) -> None:
    """KG-15 settled: after a failure it applies even if damage ends at 0."""
    ember = spell("ember", status("dark"), status("prone", needs_damage=True))
    table = lay(hero("rin", "B4"), foe("hound", "B3", ward=30), ember)
    table.attacks("rin", "ember", "hound", dice=(5, 3))
    assert (table.lost("hound"), table.has("hound", "dark"), table.has("hound", "prone")) == (0, True, False)


def test_harm_that_needs_damage_comes_with_damage(lay: Lay) -> None:
    """KG-15 settled: some life was lost."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), spell("ember", status("prone", needs_damage=True)))
    table.attacks("rin", "ember", "hound", dice=(5, 3))
    assert table.has("hound", "prone")


def test_who_loses_the_last_life_by_harm_is_down(lay: Lay) -> None:
    """KG-15, KG-35: looked at after the harm as well."""
    bite = spell("bite", effect("lose", "targets", amount=5))
    table = lay(hero("rin", "B4"), foe("hound", "B3", life=7), foe("far", "L1"), bite)
    table.attacks("rin", "bite", "hound", dice=(4, 3))
    assert table.told("down", "hound")


# ---------------------------------------------------------------- several targets


def test_several_targets_have_one_active_check_and_their_own_passive_ones(lay: Lay) -> None:
    """KG-16: one of the two wards it off."""
    table = lay(
        hero("rin", "B4"), foe("a", "B3", resist=9), foe("b", "C3"), spell("ember", rank=3, target=many(2))
    )
    table.attacks("rin", "ember", "a", "b", dice=(4, 3))
    assert len(table.told("roll")) == 1
    assert (table.lost("a"), table.lost("b")) == (0, 12)


def test_the_targets_side_picks_the_order_of_reductions(lay: Lay) -> None:
    """KG-16: both have a talent for it; the GM lets the second go first, then both fall at once."""
    hide = talent("hide", minus(3), timing="defence", at="reduction")
    a, b = foe("a", "B3", talents=["hide"], life=9), foe("b", "C3", talents=["hide"], life=9)
    table = lay(hero("rin", "B4", talents=["ember"]), a, b, spell("ember", rank=3, target=many(2)), hide)
    table.attacks("rin", "ember", "a", "b", dice=(4, 3))
    assert table.asks == "reduction_order"
    assert not table.question.choices["gm"].may_pass
    table.answers("gm", reduction_order=["b", "a"])
    assert table.question.actor == "b"
    table.answers("b", at_reduction="talent:hide")
    assert table.lost("b") == 0
    table.answers("a", at_reduction="talent:hide")
    keys = [each.key.removeprefix("kamigakari.log.") for each in table.events]
    assert [key for key in keys if key in ("hurt", "down")] == ["hurt", "hurt", "down", "down"]


def test_one_holder_alone_is_asked_for_no_order(lay: Lay) -> None:
    """KG-16: there is nothing to order."""
    hide = talent("hide", halve(), timing="defence", at="reduction")
    a, b = foe("a", "B3", talents=["hide"]), foe("b", "C3")
    table = lay(hero("rin", "B4", talents=["ember"]), a, b, spell("ember", rank=3, target=many(2)), hide)
    table.attacks("rin", "ember", "a", "b", dice=(4, 3)).answers("a", at_reduction="talent:hide")
    assert (table.lost("a"), table.lost("b")) == (6, 12)


def test_who_holds_two_talents_orders_them(lay: Lay) -> None:
    """KG-26: a defence timing and a special timing, in the order she likes; the steps keep theirs."""
    hide = talent("hide", minus(3), timing="defence", at="reduction")
    turn = talent("turn", halve(), timing="special", at="reduction")
    a = foe("a", "B3", talents=["hide", "turn"])
    table = lay(hero("rin", "B4", talents=["ember"]), a, spell("ember", rank=3), hide, turn)
    table.attacks("rin", "ember", "a", dice=(4, 3))
    assert table.offers() == ["talent:hide", "talent:turn"]
    table.answers("a", at_reduction="talent:turn").answers("a", at_reduction="talent:hide")
    assert table.lost("a") == 5


def test_a_defence_is_once_per_attack(lay: Lay) -> None:
    """KG-33: of two defence talents one may be used, at the check or at reduction."""
    dodge = talent("dodge", effect("modify", stat="resist", amount=1), timing="defence", at="passive_check")
    hide = talent("hide", minus(3), timing="defence", at="reduction")
    a = foe("a", "B3", talents=["dodge", "hide"])
    table = lay(hero("rin", "B4", talents=["ember"], invocation=9), a, spell("ember", rank=3), dodge, hide)
    table.attacks("rin", "ember", "a", dice=(4, 3)).answers("a", at_passive_check="talent:dodge")
    assert table.lost("a") == 12


def test_talents_at_calculation_serve_that_one_only(lay: Lay) -> None:
    """KG-33 settled: Rank +2 for one attack, whatever its text says."""
    focus = talent("focus", rank(2, until="fight"), timing="special", at="calculation")
    table = lay(hero("rin", "B4"), foe("a", "B3"), BLADE, focus)
    table.attacks("rin", "blade", "a", dice=(4, 3)).answers("rin", at_calculation="talent:focus")
    assert table.lost("a") == 4 * 3 + 3
    table.skip_round().attacks("rin", "blade", "a", dice=(4, 3)).passes("rin", "at_calculation")
    assert table.lost("a") == 4 * 3 + 3 + 4 + 3


def test_a_passive_check_cut_short_is_no_success(lay: Lay) -> None:
    """KG-12: the game master cuts the reaction; the attack goes on and strikes."""
    rin, jun = hero("rin", "B4"), hero("jun", "B5", initiative=9, spirits=[6], talents=[])
    table = lay(rin, jun, foe("far", "L1"), BLADE)
    table.attacks("rin", "blade", "jun", dice=(2, 3, 5, 4)).rule("cut", frame="reaction")
    assert table.lost("jun") == 3 + 3


def test_an_attack_that_is_cut_short_leaves_nothing_behind(lay: Lay) -> None:
    """KG-12, KG-33: what counted for this attack does not count for the next."""
    surge = art("surge", weapon=True, distance=ENGAGED, effects=[rank(2)])
    table = lay(hero("rin", "B4", spirits=[5]), foe("a", "B3"), BLADE, surge)
    table.attacks("rin", "surge", "a", dice=(4, 3)).rule("cut", frame="turn")
    assert table.lost("a") == 0
    table.skip_round().attacks("rin", "blade", "a", dice=(4, 3)).passes("rin", "manipulate")
    assert table.lost("a") == 4 + 3


def test_what_a_talent_does_before_its_attack_counts_in_it(lay: Lay) -> None:
    """KG-12, KG-23: Rank +2 for this attack, and no longer."""
    surge = art("surge", weapon=True, distance=ENGAGED, effects=[rank(2)])
    table = lay(hero("rin", "B4"), foe("a", "B3"), BLADE, surge)
    table.attacks("rin", "surge", "a", dice=(4, 3))
    assert table.lost("a") == 12 + 3
    table.skip_round().attacks("rin", "blade", "a", dice=(4, 3))
    assert table.lost("a") == 12 + 3 + 4 + 3


def test_who_falls_by_a_targets_answer_has_struck_all_the_same(lay: Lay) -> None:
    """KG-26: thorns at reduction take the attacker's last life; the damage was calculated before."""
    thorns = talent("thorns", effect("lose", "attacker", amount=9), timing="defence", at="reduction")
    rin = hero("rin", "B4", life=5, talents=[])
    table = lay(rin, hero("jun", "A1", initiative=9), foe("a", "B3", talents=["thorns"]), BLADE, thorns)
    table.attacks("rin", "blade", "a", dice=(4, 3)).answers("a", at_reduction="talent:thorns")
    assert (table.has("rin", "faint"), table.lost("a")) == (True, 4 + 3)


def test_a_fallen_target_is_not_harmed(lay: Lay) -> None:
    """KG-26: life damage first, then who is down; statuses are for those who stand."""
    table = lay(hero("rin", "B4"), foe("a", "B3", life=2), foe("far", "L1"), spell("ember", status("dark")))
    table.attacks("rin", "ember", "a", dice=(4, 3))
    assert (table.life("a"), table.has("a", "dark")) == (0, False)


# ---------------------------------------------------------------- how a contest is told


@pytest.mark.parametrize(
    ("resisted", "dice", "told"),
    [
        ("negates", (6, 6), "escapes"),
        ("half", (6, 6), "escapes"),
        ("negates", (1, 1), "laid_bare"),
        ("negates", (5, 6), "contest_won"),
        ("half", (5, 6), "contest_half"),
        ("half", (1, 2), "contest_lost"),
    ],
)
def test_the_log_says_how_the_contest_ended(
    lay: Lay, resisted: str, dice: tuple[int, int], told: str
) -> None:
    """KG-15: totals are compared only where no critical or fumble settled it; half may be left of a success."""
    owl = foe("owl", "B5", talents=["gale"], invocation=0, initiative=20)
    table = lay(owl, hero("rin", "B4"), spell("gale", rank=0, amount=5, resisted=resisted))
    table.rolls(*dice).attacks("owl", "gale", "rin")
    keys = ("escapes", "laid_bare", "contest_won", "contest_half", "contest_lost")
    assert [key for key in keys if table.told(key, "rin")] == [told]


def test_a_swap_that_only_halves_says_so(lay: Lay) -> None:
    """KG-04, KG-15: of an attack with "resist: half" a success wards off harm, and half the damage."""
    owl = foe("owl", "B5", talents=["gale"], invocation=0, initiative=20)
    table = lay(owl, hero("rin", "B4", spirits=[6]), spell("gale", rank=0, amount=5, resisted="half"))
    table.rolls(2, 3).attacks("owl", "gale", "rin")
    shape: Any = table.question.choices["rin"]
    assert words("en").render(shape.options[0].note) == "Result 9: halves the damage."

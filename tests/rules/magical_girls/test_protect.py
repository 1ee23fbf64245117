"""Protecting friends: in their place, as an emergency reaction, for more of an area (MG-45)."""

import pytest

from rules.engine.errors import NotAllowed
from rules.engine.view import GAME_MASTER
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, blast, effect, foe, girl, player, rival, weapon

EMBER = blast("ember")
SHIELD = weapon("shield", block=8)


def bitten(lay: Lay, *laid: object, **mina: object) -> Table:
    """The hound bites Rin, who shares her cell with Mina."""
    table = lay(foe("hound"), girl("rin", weapons=[]), girl("mina", **mina), *laid)
    return table.attacks("hound", "unarmed", "rin", roll=40)


def burnt(lay: Lay, *laid: object) -> Table:
    """An imp far away sets fire to the cells around B4; each one there is asked, in the order laid."""
    table = lay(foe("imp", "B9", mp=9, dp=15, abilities=["ember"]), *laid, EMBER)
    return table.casts("imp", "ember", "B4", 40)


def refusal(table: Table, who: str) -> str:
    """Why somebody may not even ask to protect."""
    with pytest.raises(NotAllowed) as refused:
        table.requests(who, "protect")
    return refused.value.text.key.removeprefix("error.")


# ---------------------------------------------------------------- one target


def test_she_becomes_the_target_in_her_friends_place(lay: Lay) -> None:
    """MG-45: asked instead, hit instead; a single attack does one share."""
    table = bitten(lay).protects("mina")
    assert (table.asks, table.asked) == ("passive", ["mina"])
    table.takes_it("mina", 5)
    assert (table.lost("mina"), table.lost("rin")) == (5, 0)


def test_protecting_costs_two(lay: Lay) -> None:
    """MG-45: a small action, doubled; it is an emergency reaction with all that follows."""
    table = bitten(lay).protects("mina").takes_it("mina", 5)
    assert (table.dp("mina"), table.battle["mina"].has_reacted) == (6, True)
    assert table.skip_round().dp("mina") == 6


def test_the_passive_action_costs_its_normal_price(lay: Lay) -> None:
    """MG-45: 2 for protecting, 1 for the dodge."""
    table = bitten(lay, dodge=60).protects("mina")
    assert table.price("dodge") == 1
    table.dodges("mina", 60)
    assert (table.dp("mina"), table.lost("mina"), table.lost("rin"), table.asks) == (5, 0, 0, "turn")


def test_a_protector_may_counter(lay: Lay) -> None:
    """MG-45: any passive action."""
    table = bitten(lay, str=60, size=40).protects("mina").counters("mina", "unarmed", 60, 5)
    assert (table.lost("hound"), table.lost("mina")) == (5, 0)


def test_a_protectors_stance_binds_her(lay: Lay) -> None:
    """MG-30, MG-31, settled: she may protect, but only her stance's passive action is open."""
    table = bitten(lay, SHIELD, stance="block").protects("mina")
    assert table.offers() == ["block"]


def test_her_friend_keeps_her_dp(lay: Lay) -> None:
    """MG-45: who is protected has done nothing."""
    assert bitten(lay).protects("mina").takes_it("mina", 5).dp("rin") == 8


def test_protecting_shows_who_hid(lay: Lay) -> None:
    """MG-27: she acts."""
    assert not bitten(lay, is_hidden=True).protects("mina").battle["mina"].is_hidden


# ---------------------------------------------------------------- who may, and when


def test_only_in_the_same_position(lay: Lay) -> None:
    """MG-17, MG-45: the same cell; the neighbour's is too far."""
    assert refusal(bitten(lay, cell="C4"), "mina") == "nobody_to_protect"


def test_only_friends(lay: Lay) -> None:
    """MG-45: in a match nobody steps before a rival."""
    table = lay(girl("mina"), rival("yuki", "B4"), girl("rin"), form="duel")
    table.attacks("mina", "unarmed", "yuki", roll=40)
    assert refusal(table, "rin") == "nobody_to_protect"


def test_nobody_protects_from_her_own_attack(lay: Lay) -> None:
    """MG-45: not even from her own mishap."""
    table = lay(girl("mina"), girl("rin"), foe("hound")).attacks("mina", "unarmed", "rin", roll=40)
    assert refusal(table, "mina") == "nobody_to_protect"


def test_nobody_protects_before_an_attack(lay: Lay) -> None:
    """MG-45: there must be one."""
    assert refusal(lay(foe("hound"), girl("rin"), girl("mina")), "mina") == "nobody_to_protect"


@pytest.mark.parametrize(("dp", "wound"), [(1, "none"), (0, "none"), (8, "severe")])
def test_who_cannot_pay_or_act_may_not(lay: Lay, dp: int, wound: str) -> None:
    """MG-45, MG-52: 2 DP are needed, and to be able to act."""
    assert refusal(bitten(lay, dp=dp, wound=wound), "mina") in ("nobody_to_protect", "cannot_react")


def test_a_light_wound_does_not_keep_her(lay: Lay) -> None:
    """MG-52: 2 DP are below 4."""
    assert bitten(lay, wound="light").protects("mina").asked == ["mina"]


def test_while_the_keeper_decides_the_friends_answer_waits(lay: Lay) -> None:
    """MG-44, MG-45: what Rin chose meanwhile is void when Mina is let."""
    table = bitten(lay).requests("mina", "protect").passes("rin", "passive")
    assert table.lost("rin") == 0
    table.grants("mina")
    assert (table.asked, table.lost("rin")) == (["mina"], 0)


def test_refused_it_is_the_friends_own_affair(lay: Lay) -> None:
    """MG-45: her answer counts then."""
    table = bitten(lay).requests("mina", "protect").passes("rin", "passive").rolls(5).denies("mina")
    assert (table.lost("rin"), table.dp("mina")) == (5, 8)


def test_too_late_is_too_late(lay: Lay) -> None:
    """MG-45: the first target has answered; the second can still be protected."""
    table = burnt(lay, girl("rin"), girl("yume", "C4"), girl("mina")).takes_it("rin")
    assert table.asked == ["yume"]
    assert refusal(table, "mina") == "nobody_to_protect"


def test_a_friend_who_leaves_the_place_cannot_be_protected_any_more(lay: Lay) -> None:
    """MG-45: granted when she stands elsewhere: too late, and it costs nothing."""
    table = bitten(lay).requests("mina", "protect").rule("move", name="rin", cell="C4").grants("mina")
    assert (table.asked, table.dp("mina"), len(table.told("too_late", "mina"))) == (["rin"], 8, 1)


# ---------------------------------------------------------------- areas


def test_an_area_does_one_and_a_half_shares(lay: Lay) -> None:
    """MG-45: of 7, floored 10; the others bear 7."""
    table = burnt(lay, girl("rin"), girl("yume", "C4"), girl("mina")).protects("mina")
    assert table.question.about.params["level"].key == "magical_girls.level_shares"  # type: ignore[union-attr]
    table.takes_it("mina").takes_it("yume", 3, 4)
    assert [table.lost(name) for name in ("rin", "yume", "mina")] == [0, 7, 10]
    assert table.parts("mina") == {"magic": 7, "share": 3}


def test_who_was_a_target_herself_bears_it_once(lay: Lay) -> None:
    """MG-45, settled: 1.5 shares in all, and one passive action."""
    table = burnt(lay, girl("rin"), girl("mina")).protects("mina")
    table.takes_it("mina", 3, 4)
    assert (table.lost("mina"), table.lost("rin"), table.asks) == (10, 0, "turn")


def test_the_share_comes_before_the_block(lay: Lay) -> None:
    """MG-45, settled: floor(1.5 x 7) = 10, less 4."""
    table = burnt(lay, girl("rin"), girl("mina"), SHIELD).protects("mina").blocks("mina", 4, 3, 4)
    assert table.lost("mina") == 6


def test_a_target_protects_while_she_is_asked_herself(lay: Lay) -> None:
    """MG-45: Mina is asked first; she answers once, for both, and Rin is not asked."""
    table = burnt(lay, girl("mina", dodge=60), girl("rin")).protects("mina")
    assert table.asked == ["mina"]
    table.dodges("mina", 30)
    assert (table.lost("mina"), table.lost("rin"), table.asks) == (0, 0, "turn")


def test_a_target_who_has_answered_protects_nobody_any_more(lay: Lay) -> None:
    """MG-40, MG-45: she would answer twice."""
    table = burnt(lay, girl("mina"), girl("rin")).takes_it("mina")
    assert (table.asked, refusal(table, "mina")) == (["rin"], "nobody_to_protect")


def test_she_chooses_among_several_friends(lay: Lay) -> None:
    """MG-45: one reaction is one friend; the other is asked herself."""
    table = burnt(lay, girl("rin"), girl("yume"), girl("mina")).requests("mina", "protect")
    table.grants("mina")
    assert (table.asks, table.offers(), table.price("yume")) == ("protect", ["rin", "yume"], 2)
    notes = [each.note.key for each in table.question.choices["mina"].options]  # type: ignore[union-attr]
    assert notes == ["magical_girls.note.protect.area"] * 2
    table.answers("mina", protect="yume")
    assert table.asked == ["rin"]
    table.takes_it("rin").takes_it("mina", 1, 1)
    assert [table.lost(name) for name in ("rin", "yume", "mina")] == [2, 0, 3]


def test_the_keeper_reads_whom_she_could_protect(lay: Lay) -> None:
    """MG-45: before granting; asked for anything else, a request is about nobody."""
    table = burnt(lay, girl("rin"), girl("yume"), girl("mina")).requests("mina", "protect")
    table.requests("yume", "react")
    protect, react = table.view(GAME_MASTER).requests
    assert protect.about is not None
    assert words("en").render(protect.about) == "Rin, Yume"
    assert react.about is None


def test_she_reads_whom_she_could_protect_before_she_asks(lay: Lay) -> None:
    """MG-45: beside what she may ask for; an emergency reaction of her own is about nobody."""
    table = bitten(lay)
    (may,) = table.view(player("mina")).may_request
    assert ("react" in may.kinds, list(may.about)) == (True, ["protect"])
    assert words("en").render(may.about["protect"]) == "Rin"


def test_she_may_give_it_up_when_asked_whom(lay: Lay) -> None:
    """MG-44, MG-45: it costs nothing then, and she has not reacted."""
    table = burnt(lay, girl("rin"), girl("yume"), girl("mina")).requests("mina", "protect").grants("mina")
    table.passes("mina", "protect")
    assert (table.asked, table.dp("mina"), table.battle["mina"].has_reacted) == (["rin"], 8, False)
    table.takes_it("rin").takes_it("yume").takes_it("mina", 1, 1)
    assert table.told("too_late") == []


# ---------------------------------------------------------------- one for the other


def test_a_protector_may_be_protected(lay: Lay) -> None:
    """MG-45: Yume before Mina before Rin; she alone bears it, of an area 1.5 shares."""
    table = (
        burnt(lay, girl("rin"), girl("mina"), girl("yume")).protects("mina", "rin").protects("yume", "mina")
    )
    assert table.asked == ["yume"]
    table.takes_it("yume", 3, 4)
    assert [table.lost(name) for name in ("rin", "mina", "yume")] == [0, 0, 10]
    assert (table.asks, table.battle.attacks) == ("turn", [])


def test_who_was_protected_bears_a_third_ones_share_and_answers_for_it(lay: Lay) -> None:
    """MG-40, MG-45: Mina before Rin, then Rin before Yume: each is asked once, and bears 1.5 shares."""
    table = burnt(lay, girl("rin"), girl("yume"), girl("mina"), SHIELD).protects("mina", "rin")
    table.protects("rin")
    assert table.asked == ["mina"]
    table.blocks("mina", 4)
    assert table.asked == ["rin"]
    table.blocks("rin", 2, 3, 4)
    assert [table.lost(name) for name in ("rin", "yume", "mina")] == [10 - 2, 0, 10 - 4]


def test_who_protects_a_protector_takes_over_that_share_alone(lay: Lay) -> None:
    """MG-45: Mina before Rin, Rin before Yume, Ann before Rin: Mina still bears Rin's, Ann Yume's."""
    table = burnt(lay, girl("rin"), girl("yume"), girl("mina"), girl("ann")).protects("mina", "rin")
    table.protects("rin", "yume").protects("ann", "rin")
    assert table.asked == ["mina"]
    table.takes_it("mina")
    assert table.asked == ["ann"]
    table.takes_it("ann", 3, 4)
    assert [table.lost(name) for name in ("rin", "yume", "mina", "ann")] == [0, 0, 10, 10]


def test_the_place_of_a_protector_is_taken_only_if_she_says_so(lay: Lay) -> None:
    """MG-44, MG-45: both ask for Rin; Mina is let first, and Yume need not bear it for Mina."""
    table = bitten(lay, girl("yume")).requests("mina", "protect").requests("yume", "protect").grants("mina")
    table.grants("yume")
    assert (table.asks, table.offers()) == ("protect", ["mina"])
    table.passes("yume", "protect").takes_it("mina", 5)
    assert (table.lost("mina"), table.dp("yume"), table.battle["yume"].has_reacted) == (5, 8, False)


def test_when_the_damage_has_fallen_nobody_protects_any_more(lay: Lay) -> None:
    """MG-45: while a spell that struck still asks where it shoves; it would cost and help nothing."""
    gust = ability("gust", effect("shove", metres=5), target="one", reach=5, strike={"dice": 0, "flat": 4})
    table = lay(foe("imp", "B4", mp=9, abilities=["gust"]), girl("rin"), girl("mina"), gust)
    table.casts("imp", "gust", "rin", 40).takes_it("rin")
    assert (table.asks, table.lost("rin"), refusal(table, "mina")) == ("shove", 4, "nobody_to_protect")


def test_who_is_protected_does_not_protect_back(lay: Lay) -> None:
    """MG-45: Mina before Rin, so not Rin before Mina; nor before Yume, who bears it for both."""
    table = bitten(lay, girl("yume")).protects("mina")
    assert refusal(table, "rin") == "nobody_to_protect"
    table.protects("yume")
    assert (refusal(table, "rin"), table.asked) == ("nobody_to_protect", ["yume"])


def test_a_protector_who_leaves_takes_the_blow_along(lay: Lay) -> None:
    """MG-45: she was the target; Rin is not hit in her place."""
    table = bitten(lay, girl("yume")).protects("mina").rule("remove", name="mina")
    assert (table.lost("rin"), table.asks, table.battle.attacks) == (0, "turn", [])


def test_an_attack_behind_another_can_be_protected_from(lay: Lay) -> None:
    """MG-44, MG-45: while a blow against the biting hound is answered, Mina steps before Rin; then she is asked."""
    table = lay(foe("hound"), girl("rin"), girl("mina"), girl("yume"))
    table.attacks("hound", "unarmed", "rin", roll=40)
    table.reacts("yume", "attack:unarmed").rolls(4, 10).answers("yume", target="hound").protects("mina")
    assert table.asked == ["gm"]
    table.takes_it("hound", 3)
    assert table.asked == ["mina"]
    assert table.takes_it("mina", 4).lost("mina") == 4


def test_of_two_attacks_on_a_friend_the_innermost_is_borne(lay: Lay) -> None:
    """MG-44, MG-45: Rin strikes at Yuki while she answers Mina; Kaya bears Rin's blow, Mina's is Yuki's own."""
    table = lay(girl("mina"), rival("yuki", "B4"), rival("kaya", "B4"), girl("rin"), form="duel")
    table.attacks("mina", "unarmed", "yuki", roll=40).reacts("rin", "attack:unarmed")
    table.rolls(4, 10).answers("rin", target="yuki").protects("kaya")
    assert table.asked == ["kaya"]
    table.takes_it("kaya", 3)
    assert table.asked == ["yuki"]
    table.takes_it("yuki", 4)
    assert (table.lost("kaya"), table.lost("yuki")) == (3, 4)


# ---------------------------------------------------------------- the scene


def test_a_friend_protects_in_anothers_turn_while_a_second_request_waits(lay: Lay) -> None:
    """MG-44, MG-45: Mina protects (1.5 shares) and dodges; Yume's request waits meanwhile; then the turn goes on."""
    table = burnt(lay, girl("rin"), girl("mina", dodge=60), girl("yume", "C4"))
    table.requests("mina", "protect").requests("yume", "react", "I run")
    table.grants("mina", "protect")
    assert (table.waiting(), table.asked) == ([("yume", "react")], ["mina"])
    table.answers("mina", passive="dodge")
    assert table.told("dodges") == []
    table.rolls(3, 10).denies("yume")
    table.takes_it("yume", 3, 4)
    assert [table.lost(name) for name in ("rin", "mina", "yume")] == [0, 0, 7]
    assert (table.acting, table.asks) == ("imp", "turn")

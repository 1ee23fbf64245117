"""Emergency reactions: asked of the keeper at any moment, nested, dear, and once until the own next turn (MG-44)."""

from typing import Any

import pytest

from rules.engine.errors import NotAllowed
from rules.engine.view import GAME_MASTER
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    Table,
    ability,
    blast,
    d100,
    effect,
    foe,
    girl,
    innate,
    rival,
    weapon,
)


def refusal(table: Table, who: str, kind: str) -> str:
    """Why somebody may not even ask."""
    with pytest.raises(NotAllowed) as refused:
        table.requests(who, kind)
    return refused.value.text.key.removeprefix("error.")


# ---------------------------------------------------------------- in another's turn


def test_she_acts_in_anothers_turn_which_then_goes_on(lay: Lay) -> None:
    """MG-44: a blow between the hound's step and its bite."""
    table = lay(foe("hound", "B6"), girl("mina", "B4"), girl("rin", "B3")).moves("hound", "B5")
    table.reacts("mina", "attack:unarmed").rolls(4, 10).answers("mina", target="hound").takes_it("hound", 5)
    assert (table.lost("hound"), table.acting, table.asks, table.asked) == (5, "hound", "turn", ["gm"])
    assert table.attacks("hound", "unarmed", "mina", roll=99).dp("hound") == 8 - 1 - 2


def test_its_actions_cost_double(lay: Lay) -> None:
    """MG-44: bare hands 4, as is shown before."""
    table = lay(foe("hound"), girl("mina")).requests("mina", "react").grants("mina")
    assert table.price("attack:unarmed") == 4
    table.answers("mina", react="attack:unarmed").rolls(9, 9).answers("mina", target="hound")
    assert table.dp("mina") == 4


def test_what_she_cannot_pay_twice_is_not_offered(lay: Lay) -> None:
    """MG-44: a standard weapon is 8 DP in an emergency."""
    table = lay(foe("hound"), girl("mina", dp=7), weapon("blade")).requests("mina", "react").grants("mina")
    assert "attack:weapon:blade" not in table.offers()


def test_magic_costs_its_mp_once(lay: Lay) -> None:
    """MG-44: DP double, MP do not."""
    table = lay(foe("hound"), girl("mina"), ability("ward", effect("guard", amount=3), dp=2, mp=4))
    table.reacts("mina", "ability:ward")
    assert (table.dp("mina"), table.mp("mina")) == (4, 6)


def test_moving_away_costs_double(lay: Lay) -> None:
    """MG-25, MG-44: two cells of 5 m, 1 DP, so 2."""
    table = lay(foe("hound"), girl("mina", "B4")).reacts("mina", "move").answers("mina", move="B6")
    assert (table.at("mina"), table.dp("mina")) == ("B6", 6)


def test_what_is_shown_beside_a_choice_is_doubled_too(lay: Lay) -> None:
    """MG-44: 10 m cost 2, and the keeper says 0, 2, 4 or 8."""
    table = lay(foe("hound"), girl("mina")).requests("mina", "react").grants("mina")
    notes: dict[str, Any] = {each.id: each.note for each in table.question.choices["mina"].options}  # type: ignore[union-attr]
    assert (notes["move"].params["dp"], notes["free"].params["sizes"]) == (2, [0, 2, 4, 8])


def test_a_light_wound_bars_what_costs_four_when_doubled(lay: Lay) -> None:
    """MG-52, settled: the DP actually paid count."""
    table = lay(foe("hound"), girl("mina", wound="light")).requests("mina", "react").grants("mina")
    assert "attack:unarmed" not in table.offers()


def test_free_words_are_sized_at_double_price(lay: Lay) -> None:
    """MG-15, MG-44: the keeper's standard action is 4 DP."""
    table = lay(foe("hound"), girl("mina")).reacts("mina", "free").answers("mina", free="I pull the curtain")
    assert table.price("size_2") == 4
    assert table.answers("gm", size="size_2").dp("mina") == 4


# ---------------------------------------------------------------- asking


def test_a_request_lapses_when_its_asker_leaves_the_fight(lay: Lay) -> None:
    """MG-44: taken out while she waits, she holds up nobody, and nothing is granted to anybody else."""
    table = lay(foe("hound"), girl("mina"), girl("rin")).requests("mina", "react")
    table.rule("remove", name="mina")
    assert (table.waiting(), table.asks, table.asked) == ([], "turn", ["gm"])
    assert "engine.log.request_lapsed" in [line.text.key for line in table.log(GAME_MASTER)]
    assert table.restored().digest() == table.session.digest()


def test_who_leaves_amid_her_own_reaction_takes_it_along(lay: Lay) -> None:
    """MG-44, MG-45: taken out while she chooses, or while her wish to protect waits: play goes on where it was."""
    table = lay(foe("hound"), girl("mina"), girl("rin")).requests("mina", "react").grants("mina")
    table.rule("remove", name="mina")
    assert (table.asks, table.asked, table.battle.emergencies) == ("turn", ["gm"], [])
    table = lay(foe("hound"), girl("mina"), girl("rin")).attacks("hound", "unarmed", "rin", roll=40)
    table.requests("mina", "protect").rule("remove", name="mina")
    assert (table.waiting(), table.asked) == ([], ["rin"])


def test_the_keeper_may_refuse(lay: Lay) -> None:
    """MG-44: then nothing has happened, and she may ask again."""
    table = lay(foe("hound"), girl("mina")).requests("mina", "react").denies("mina")
    assert (table.asks, table.dp("mina"), table.battle["mina"].has_reacted) == ("turn", 8, False)
    assert table.requests("mina", "react").waiting() == [("mina", "react")]


def test_she_may_think_better_of_it(lay: Lay) -> None:
    """MG-44: granted, and nothing done: nothing is used up."""
    table = lay(foe("hound"), girl("mina")).requests("mina", "react").grants("mina").passes("mina", "react")
    assert not table.battle["mina"].has_reacted
    assert not table.battle["mina"].skips_recovery


def test_who_gives_up_her_action_has_not_reacted(lay: Lay) -> None:
    """MG-44: she chose to strike, and then nobody."""
    table = lay(foe("hound"), girl("mina")).reacts("mina", "attack:unarmed").passes("mina", "target")
    assert (table.dp("mina"), table.told("reacts")) == (8, [])
    assert table.skip_round().dp("mina") == 12


def test_whom_the_keeper_refuses_her_free_action_has_not_reacted(lay: Lay) -> None:
    """MG-15, MG-44: nothing has happened; she may ask again."""
    table = lay(foe("hound"), girl("mina")).reacts("mina", "free").answers("mina", free="I fly away")
    table.answers("gm", size="refuse")
    assert table.requests("mina", "react").waiting() == [("mina", "react")]


def test_what_is_free_is_a_reaction_all_the_same(lay: Lay) -> None:
    """MG-27, MG-44: hiding behind full cover costs nothing; it has happened."""
    table = lay(foe("hound"), girl("mina", "B4"), cover={"B4": "full"}).reacts("mina", "hide")
    assert (table.dp("mina"), table.battle["mina"].has_reacted) == (8, True)


def test_none_further_until_the_own_next_turn(lay: Lay) -> None:
    """MG-44: not even protecting; from her own turn on she may again."""
    table = lay(foe("hound"), girl("mina"), foe("cat", "H8")).reacts("mina", "move")
    table.answers("mina", move="B5")
    assert (refusal(table, "mina", "react"), refusal(table, "mina", "protect")) == ("has_reacted",) * 2
    table.ends_turn("hound").ends_turn("mina")
    assert table.requests("mina", "react").waiting() == [("mina", "react")]


@pytest.mark.parametrize("hindrance", [{"wound": "severe"}, {"load": 300}, {"hp": 0, "mp": 0}])
def test_who_cannot_act_cannot_react(lay: Lay, hindrance: dict[str, object]) -> None:
    """MG-26, MG-52, MG-54: nor is the keeper asked in vain."""
    table = lay(foe("hound"), girl("mina", **hindrance), girl("rin"))
    assert refusal(table, "mina", "react") == "cannot_react"


def test_before_the_first_round_there_is_nothing_to_react_to(lay: Lay) -> None:
    """MG-44: an answer to an event of the fight."""
    assert refusal(lay(foe("hound"), girl("mina"), begins=True), "mina", "react") == "cannot_react"


def test_after_the_fight_there_is_nothing_to_react_to(lay: Lay) -> None:
    """MG-44: when the keeper asks about a rest, the fight is over."""
    table = lay(girl("mina", wound="light"), foe("hound", hp=4), rows=10)
    table.attacks("mina", "unarmed", "hound", roll=40).takes_it("hound", 4).ends_turn("mina").skip_to("end")
    table.answers("gm", end="end")
    assert table.battle.result is not None
    assert refusal(table, "mina", "react") == "cannot_react"


# ---------------------------------------------------------------- recovery


def test_the_next_rounds_recovery_stays_away_once(lay: Lay) -> None:
    """MG-44: 8 - 2 = 6 in the next round too, and 10 in the one after."""
    table = lay(foe("hound"), girl("mina")).reacts("mina", "move").answers("mina", move="B6").skip_round()
    assert (table.battle.round, table.dp("mina"), table.dp("hound")) == (2, 6, 12)
    assert table.skip_round().dp("mina") == 10


def test_specials_still_come(lay: Lay) -> None:
    """MG-44, settled: what a gift adds to each round is not the natural recovery."""
    laid = (girl("mina", innate=["deep_breath"]), innate("deep_breath", effect("recovery", amount=2)))
    table = lay(foe("hound"), *laid).reacts("mina", "move").answers("mina", move="B6").skip_round()
    assert table.dp("mina") == 6 + 2


def test_two_reactions_in_a_round_skip_only_one(lay: Lay) -> None:
    """MG-44, settled: one before her turn, one after it."""
    table = lay(foe("hound"), girl("mina", dp=10), foe("cat", "H8"))
    table.reacts("mina", "move").answers("mina", move="B6").ends_turn("hound").ends_turn("mina")
    table.reacts("mina", "move").answers("mina", move="B4").skip_round()
    assert table.dp("mina") == 6
    assert table.skip_round().dp("mina") == 10


# ---------------------------------------------------------------- nested


def test_a_blow_may_come_before_the_bite(lay: Lay) -> None:
    """MG-44: while Rin is asked about the bite, Mina strikes; the hound answers; then Rin is asked again."""
    table = lay(foe("hound", dodge=60), girl("rin"), girl("mina"))
    table.attacks("hound", "unarmed", "rin", roll=40).reacts("mina", "attack:unarmed")
    table.rolls(4, 10).answers("mina", target="hound")
    assert [each.attacker for each in table.battle.attacks] == ["hound", "mina"]
    table.dodges("hound", 60)
    assert (table.asks, table.asked, table.dp("hound")) == ("passive", ["rin"], 8 - 2 - 1)
    assert table.takes_it("rin", 3).lost("rin") == 3


def test_a_reaction_is_answered_by_a_reaction(lay: Lay) -> None:
    """MG-44: in a match, three deep; each goes on when the one above it is over."""
    table = lay(girl("mina", "B4"), rival("yuki", "B4"), girl("rin", "B4"), rival("kaya", "B4"), form="duel")
    table.attacks("mina", "unarmed", "yuki", roll=40)
    table.reacts("kaya", "attack:unarmed").rolls(4, 10).answers("kaya", target="mina")
    table.reacts("rin", "attack:unarmed").rolls(4, 10).answers("rin", target="kaya")
    assert [each.attacker for each in table.battle.attacks] == ["mina", "kaya", "rin"]
    table.takes_it("kaya", 3)
    assert table.asked == ["mina"]
    table.takes_it("mina", 4)
    assert table.asked == ["yuki"]
    table.takes_it("yuki", 5)
    assert [table.lost(name) for name in ("kaya", "mina", "yuki")] == [3, 4, 5]
    assert (table.acting, table.asks, table.battle.emergencies) == ("mina", "turn", [])


def test_a_protector_steps_into_a_reaction(lay: Lay) -> None:
    """MG-44, MG-45: the emergency attack is itself answered and itself protected against."""
    table = lay(girl("mina"), rival("yuki", "B4"), rival("kaya", "B4"), girl("rin"), form="duel")
    table.attacks("mina", "unarmed", "yuki", roll=99)
    table.reacts("rin", "attack:unarmed").rolls(4, 10).answers("rin", target="yuki")
    table.protects("kaya")
    assert table.asked == ["kaya"]
    table.takes_it("kaya", 2)
    assert (table.lost("yuki"), table.lost("kaya"), table.acting, table.asks) == (0, 2, "mina", "turn")


def test_an_attacker_who_falls_meanwhile_does_not_strike(lay: Lay) -> None:
    """MG-44, MG-54: Mina fells the hound before its bite comes home."""
    table = lay(foe("hound", hp=3), girl("rin"), girl("mina"), foe("cat", "H8"))
    table.attacks("hound", "unarmed", "rin", roll=40).reacts("mina", "attack:unarmed")
    table.rolls(4, 10).answers("mina", target="hound").takes_it("hound", 5)
    assert (table.battle["hound"].is_out, table.lost("rin"), table.asked) == (True, 0, ["rin"])
    assert table.acting == "rin"
    assert len(table.told("attack_stopped", "hound")) == 1


def test_passive_actions_in_the_midst_of_it_cost_their_normal_price(lay: Lay) -> None:
    """MG-44, MG-45: only what the emergency itself does is dear."""
    table = lay(girl("mina"), rival("yuki", "B4", dodge=60), form="duel")
    table.attacks("mina", "unarmed", "yuki", roll=99)
    table.reacts("yuki", "attack:unarmed").rolls(4, 10).answers("yuki", target="mina")
    assert table.price("dodge") == 1


def test_who_is_struck_amid_her_own_reaction_answers_at_the_normal_price(lay: Lay) -> None:
    """MG-40, MG-44: Yuki's blow costs double; when Rin strikes at her before it comes home, her dodge costs 1."""
    table = lay(girl("mina"), rival("yuki", "B4", dp=10, dodge=60), girl("rin"), form="duel")
    table.attacks("mina", "unarmed", "yuki", roll=99)
    table.reacts("yuki", "attack:unarmed").rolls(4, 10).answers("yuki", target="mina")
    table.reacts("rin", "attack:unarmed").rolls(4, 10).answers("rin", target="yuki")
    assert (table.battle.emergencies, table.price("dodge")) == (["yuki", "rin"], 1)
    assert table.dodges("yuki", 30).dp("yuki") == 10 - 4 - 1


# ---------------------------------------------------------------- several waiting


def test_the_flow_waits_until_the_keeper_has_decided(lay: Lay) -> None:
    """MG-44: Rin answers meanwhile; nothing happens before both requests are decided."""
    table = lay(foe("hound"), girl("rin"), girl("mina"), girl("yume"))
    table.attacks("hound", "unarmed", "rin", roll=40)
    table.requests("mina", "react", "I jump on it").requests("yume", "react").takes_it("rin")
    assert (table.waiting(), table.lost("rin")) == ([("mina", "react"), ("yume", "react")], 0)
    table.denies("mina")
    assert table.lost("rin") == 0
    table.rolls(4).denies("yume")
    assert table.lost("rin") == 4


def test_two_granted_reactions_follow_one_another(lay: Lay) -> None:
    """MG-44: the one granted last happens first, then the other, then the turn."""
    table = lay(foe("hound"), girl("mina"), girl("rin")).requests("mina", "react").requests("rin", "react")
    table.grants("mina").grants("rin").answers("rin", react="move").answers("rin", move="B6")
    assert (table.asks, table.asked) == ("react", ["mina"])
    table.answers("mina", react="move").answers("mina", move="C5")
    assert (table.at("rin"), table.at("mina"), table.acting) == ("B6", "C5", "hound")


def test_a_reaction_is_told_when_it_is_paid_for(lay: Lay) -> None:
    """MG-44: not when it is chosen, for she may still think better of it; then it stands before the attack."""
    table = lay(foe("hound"), girl("mina")).reacts("mina", "attack:unarmed")
    assert (table.told("reacts"), table.battle["mina"].has_reacted) == ([], False)
    table.rolls(4, 10).answers("mina", target="hound")
    told = [each.key.rpartition(".")[2] for each in table.events]
    assert told.index("reacts") < told.index("attacks")


def test_no_reaction_in_the_midst_of_her_own(lay: Lay) -> None:
    """MG-44: while hers is open she cannot ask for another, and what waited beside it lapses and holds up nothing."""
    table = lay(foe("hound"), girl("rin"), girl("mina")).attacks("hound", "unarmed", "rin", roll=40)
    table.requests("mina", "react").requests("mina", "protect").requests("rin", "react").grants(
        "mina", "react"
    )
    assert refusal(table, "mina", "react") == "is_reacting"
    assert (table.waiting(), len(table.told("request_lapses", "mina"))) == ([("rin", "react")], 1)
    table.denies("rin").answers("mina", react="move").answers("mina", move="B6")
    assert table.takes_it("rin", 3).lost("rin") == 3


def test_a_grant_may_come_too_late(lay: Lay) -> None:
    """MG-44: she was wounded severely while the keeper thought about it."""
    table = lay(foe("hound"), girl("mina"), girl("rin")).requests("mina", "react")
    table.rule("wound", name="mina", wound="severe").grants("mina")
    assert (table.asks, len(table.told("too_late", "mina"))) == ("turn", 1)


# ---------------------------------------------------------------- cut, undone, restored


def test_a_cut_reaction_leaves_nothing_behind(lay: Lay) -> None:
    """MG-44: the keeper cuts the turn short amid a nested attack; afterwards nobody is in an emergency."""
    table = lay(foe("hound"), girl("rin"), girl("mina")).attacks("hound", "unarmed", "rin", roll=40)
    table.reacts("mina", "attack:unarmed").rolls(4, 10).answers("mina", target="hound")
    table.rule("cut", frame="turn")
    assert (table.battle.attacks, table.battle.emergencies, table.acting) == ([], [], "rin")


def test_a_cut_action_ends_the_innermost_attack_alone(lay: Lay) -> None:
    """MG-44: the bite that it interrupted goes on."""
    table = lay(foe("hound"), girl("rin"), girl("mina")).attacks("hound", "unarmed", "rin", roll=40)
    table.reacts("mina", "attack:unarmed").rolls(4, 10).answers("mina", target="hound")
    table.rule("cut", frame="action")
    assert (table.asks, table.asked, table.lost("hound")) == ("passive", ["rin"], 0)
    assert table.takes_it("rin", 3).lost("rin") == 3


@pytest.mark.parametrize("area", ["B4", "C4"])
def test_the_fight_comes_back_in_the_midst_of_a_nested_reaction(lay: Lay, area: str) -> None:
    """MG-44: restored with two attacks in progress and a request waiting."""
    table = lay(foe("hound", "B7", mp=5, abilities=["ember"]), girl("rin"), girl("mina"), blast("ember"))
    table.casts("hound", "ember", area, 40).reacts("mina", "move").requests("rin", "wait")
    again = table.restored()
    assert again.digest() == table.session.digest()
    assert [each.attacker for each in again.battle.attacks] == ["hound"]
    assert again.battle.emergencies == ["mina"]


# ---------------------------------------------------------------- out of reach


def fled(lay: Lay, cell: str, **house: object) -> Table:
    """The hound bites at Mina in B4 from B3; before she answers, she runs to a cell as an emergency reaction."""
    table = lay(foe("hound", "B3"), girl("mina", "B4"), **house).attacks("hound", "unarmed", "mina", roll=40)
    return table.reacts("mina", "move").answers("mina", move=cell)


def test_who_has_run_out_of_reach_is_not_hit(lay: Lay) -> None:
    """MG-44: house rule moved_away: the bite finds nobody, the log says so, and she is not asked any more."""
    table = fled(lay, "B5")
    assert (table.asks, table.acting, table.lost("mina"), table.dp("mina")) == ("turn", "hound", 0, 6)
    assert table.told("out_of_reach", "mina")


def test_who_runs_within_reach_is_still_asked(lay: Lay) -> None:
    """MG-44, MG-17: from one neighbour cell into another."""
    table = fled(lay, "C4")
    assert table.asked == ["mina"]
    assert table.takes_it("mina", 4).lost("mina") == 4


def test_house_rule_an_attack_finds_her_wherever_she_runs(lay: Lay) -> None:
    """MG-44: moved_away = hit."""
    table = fled(lay, "B5", moved_away="hit")
    assert table.takes_it("mina", 4).lost("mina") == 4


def test_who_runs_out_of_an_area_leaves_the_others_in_it(lay: Lay) -> None:
    """MG-24, MG-44: reach counts from the middle of the area."""
    table = lay(foe("imp", "B9", mp=9, dp=15, abilities=["ember"]), girl("rin"), girl("mina"), blast("ember"))
    table.casts("imp", "ember", "B4", 40).takes_it("rin").reacts("mina", "move").rolls(3, 4)
    table.answers("mina", move="B2")
    assert (table.lost("rin"), table.lost("mina"), table.acting) == (7, 0, "imp")


# ---------------------------------------------------------------- not in vain


def test_in_her_own_turn_she_needs_no_emergency(lay: Lay) -> None:
    """MG-16, MG-44: there she acts at the plain price; when another strikes amid her turn she may react."""
    table = lay(girl("mina"), foe("hound"), girl("rin", "B3")).skip_to("turn", "mina")
    assert refusal(table, "mina", "react") == "own_turn"
    table.attacks("mina", "unarmed", "hound", roll=40)
    assert refusal(table, "mina", "react") == "own_turn"
    table.reacts("rin", "attack:unarmed")
    assert table.requests("mina", "react").waiting() == [("mina", "react")]


def test_who_cannot_pay_double_for_anything_is_not_let_ask(lay: Lay) -> None:
    """MG-44: 1 DP is too little; behind full cover hiding costs nothing, doubled too."""
    assert refusal(lay(foe("hound"), girl("mina", dp=1)), "mina", "react") == "cannot_pay_reaction"
    hiding = lay(foe("hound"), girl("mina", dp=1), cover={"B4": "full"}).requests("mina", "react")
    assert hiding.waiting() == [("mina", "react")]


def test_who_has_magic_for_nothing_is_asked_at_0_dp(lay: Lay) -> None:
    """MG-40, MG-44: exhausted she cannot answer, but an emergency reaction of 0 DP is hers to ask for first."""
    ward = ability("ward", effect("guard", amount=3, until="round"), dp=0, mp=1)
    table = lay(foe("hound", "B3"), girl("mina", "B4", dp=0), ward).attacks(
        "hound", "unarmed", "mina", roll=40
    )
    assert (table.asks, table.offers()) == ("passive", [])
    table.reacts("mina", "ability:ward").takes_it("mina", 4)
    assert table.lost("mina") == 1


def test_an_object_paid_for_in_an_emergency_is_not_the_turns_free_one(lay: Lay) -> None:
    """MG-16, MG-44: in her own turn, answering a rival's reaction, she pays for it; the free one is left."""
    table = lay(
        girl("mina", "B4"), rival("jun", "B3"), weapon("blade", 20), form="duel", things=["weapon:blade@B4"]
    )
    table.attacks("mina", "blade", "jun", roll=40).rolls(*d100(30)).reacts("jun", "attack:weapon:blade")
    table.answers("jun", target="mina").reacts("mina", "lift:weapon:blade").answers("gm", size_touch="size_1")
    assert table.battle.interactions == 0

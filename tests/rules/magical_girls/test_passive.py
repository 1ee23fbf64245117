"""Being attacked: block, dodge, counter or none (MG-40 to MG-43), and what the stances make of them (MG-30, MG-31)."""

import pytest

from rules.magical_girls.house_rules import HOUSE_RULES
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    Table,
    ability,
    blast,
    bow,
    effect,
    foe,
    girl,
    innate,
    thing,
    weapon,
)

SHIELD = weapon("shield", block=8)
CLASSES = [(20, 1), (40, 2), (60, 3), (90, 4)]
"""Weights, and the price of a counter: half the attack's, rounded up."""


def attacked(lay: Lay, *laid: object, roll: int = 40, by: str = "unarmed", **mina: object) -> Table:
    """The hound strikes at Mina, who has a shield; she is asked."""
    plain = {"weapons": ["shield"], "str": 80, "size": 20}
    house = {key: mina.pop(key) for key in HOUSE_RULES if key in mina}
    hound = foe("hound", weapons=[] if by == "unarmed" else [by], dp=15)
    table = lay(hound, girl("mina", **plain | mina), SHIELD, *laid, **house)
    return table.attacks("hound", by, "mina", roll=roll)


# ---------------------------------------------------------------- the choice


def test_three_choices_or_none(lay: Lay) -> None:
    """MG-40: block, dodge, counter; one may let it come."""
    table = attacked(lay)
    assert table.offers() == ["block", "dodge", "counter:weapon:shield", "counter:unarmed"]
    assert table.takes_it("mina", 4).lost("mina") == 4


def test_each_choice_shows_its_price_and_costs_it(lay: Lay) -> None:
    """MG-41 to MG-43: block 0, dodge 1, counter half the weapon's DP."""
    table = attacked(lay)
    assert [table.price(each) for each in table.offers()] == [0, 1, 2, 1]


def test_one_passive_action_for_each_attack(lay: Lay) -> None:
    """MG-40, settled: a failed dodge is no block after all."""
    table = attacked(lay, dodge=50).dodges("mina", 99, 4)
    assert (table.lost("mina"), table.asks, table.acting) == (4, "turn", "hound")


def test_every_attack_has_its_own(lay: Lay) -> None:
    """MG-40: a second attack of the same turn is answered anew."""
    table = attacked(lay).blocks("mina", 8, 5).attacks("hound", "unarmed", "mina", roll=40)
    assert table.blocks("mina", 5, 5).lost("mina") == 0


def test_at_no_dp_she_is_exhausted(lay: Lay) -> None:
    """MG-40: she cannot act against the attack at all, block included."""
    table = attacked(lay, girl("rin", "H9"), dp=0)
    assert (table.asks, table.offers()) == ("passive", [])


def test_a_table_may_leave_the_exhausted_their_block(lay: Lay) -> None:
    """MG-40, house rule."""
    assert attacked(lay, dp=0, exhausted_block=True).offers() == ["block"]


def test_only_what_she_cannot_pay_is_closed(lay: Lay) -> None:
    """MG-40, settled: with 1 DP left she dodges and counters unarmed, but not with the shield's 2."""
    assert attacked(lay, dp=1).offers() == ["block", "dodge", "counter:unarmed"]


@pytest.mark.parametrize("hindrance", [{"wound": "severe"}, {"load": 300}])
def test_the_severely_wounded_and_the_overladen_do_nothing(lay: Lay, hindrance: dict[str, object]) -> None:
    """MG-26, MG-52, settled: no passive action either."""
    assert attacked(lay, girl("rin", "H9"), **hindrance).offers() == []


def test_the_dying_are_not_asked(lay: Lay) -> None:
    """MG-54: who cannot act is not asked; the other is, and the blast strikes both."""
    table = lay(foe("hound", "B8", mp=5, abilities=["ember"]), girl("mina"), girl("rin"), blast("ember"))
    table.casts("hound", "ember", "B4", 40)
    assert table.asked == ["mina"]
    table.rule("set_hp", name="rin", value=0).rule("set_mp", name="rin", value=0)
    assert table.takes_it("mina", 2, 3).lost("mina") == 5


def test_a_light_wound_bars_the_dearest_counter(lay: Lay) -> None:
    """MG-52: a counter with a super-heavy weapon is a single action of 4 DP."""
    maul = weapon("maul", 90)
    assert "counter:weapon:maul" in attacked(lay, maul, weapons=["maul"]).offers()
    assert "counter:weapon:maul" not in attacked(lay, maul, weapons=["maul"], wound="light").offers()


# ---------------------------------------------------------------- block


def test_a_block_takes_its_die_off(lay: Lay) -> None:
    """MG-41: 1dDEF, for nothing; it is a hit all the same."""
    table = attacked(lay).blocks("mina", 3, 5)
    assert (table.lost("mina"), table.dp("mina")) == (2, 8)
    assert table.parts("mina")["block"] == -3


def test_a_block_never_heals(lay: Lay) -> None:
    """MG-41: never below 0."""
    assert attacked(lay).blocks("mina", 8, 5).lost("mina") == 0


def test_an_extreme_hit_wounds_through_a_block(lay: Lay) -> None:
    """MG-41, settled: even at 0 damage."""
    table = attacked(lay, roll=5).blocks("mina", 8)
    assert (table.lost("mina"), table.wound("mina")) == (0, "light")


def test_what_counts_as_a_hit_has_its_effects(lay: Lay) -> None:
    """MG-41: what an ability does to whom it hits happens behind a block too."""
    chill = ability("chill", effect("boost", dice=-1), target="one", reach=30, strike={"dice": 1})
    table = lay(foe("hound", mp=5, abilities=["chill"]), girl("mina", weapons=["shield"]), SHIELD, chill)
    table.casts("hound", "chill", "mina", 40).blocks("mina", 8, 3)
    assert (table.lost("mina"), [each.amount for each in table.battle["mina"].modifiers]) == (0, [-1])


def test_without_a_block_die_nobody_blocks(lay: Lay) -> None:
    """MG-20, MG-41: neither bare hands nor a weapon without DEF nor any ranged one."""
    laid = (weapon("blade"), bow(block=6))
    assert "block" not in attacked(lay, *laid, weapons=["blade", "bow"]).offers()


def test_the_best_shield_is_used(lay: Lay) -> None:
    """MG-41: DEF 8 and DEF 12: a face of 11 can fall."""
    table = attacked(lay, weapon("wall", block=12), weapons=["shield", "wall"]).blocks("mina", 11, 5)
    assert table.told("blocks")[0].faces == (11,)


@pytest.mark.parametrize("by", ["bow", "unarmed"])
def test_any_attack_can_be_blocked(lay: Lay, by: str) -> None:
    """MG-41: arrows too."""
    assert attacked(lay, bow(), by=by).blocks("mina", 8, 5).lost("mina") == 0


def test_abilities_and_gifts_make_a_block_better(lay: Lay) -> None:
    """MG-41: a change "on block" is points of its amount, for a while or always."""
    hound = foe("hound", dp=15)
    mina = girl("mina", weapons=["shield"], innate=["steady"])
    laid = (
        SHIELD,
        ability("ward", effect("boost", on="block", dice=1, until="fight")),
        innate("steady", effect("boost", on="block", dice=2)),
    )
    table = lay(mina, hound, *laid).casts("mina", "ward").ends_turn("mina")
    table.attacks("hound", "unarmed", "mina", roll=40).blocks("mina", 1, 5)
    assert table.lost("mina") == 5 - 1 - 3


def test_a_bad_block_takes_nothing_off_but_adds_nothing(lay: Lay) -> None:
    """MG-41: 1 - 2 is 0."""
    table = attacked(lay, innate("clumsy", effect("boost", on="block", dice=-2)), innate=["clumsy"])
    assert table.blocks("mina", 1, 5).lost("mina") == 5


# ---------------------------------------------------------------- dodge


def test_a_won_dodge_is_no_hit(lay: Lay) -> None:
    """MG-42: the better level wins; 1 DP."""
    table = attacked(lay, dodge=50).dodges("mina", 25)
    assert (table.lost("mina"), table.dp("mina"), len(table.told("dodges"))) == (0, 7, 1)


def test_a_lost_dodge_is_a_hit(lay: Lay) -> None:
    """MG-42: hard beats regular; the DP are gone."""
    table = attacked(lay, roll=20, dodge=50).dodges("mina", 26, 2)
    assert (table.lost("mina"), table.dp("mina")) == (2 + 2, 7)


@pytest.mark.parametrize(("dodge", "lost"), [(51, 0), (50, 4), (49, 4)])
def test_at_equal_levels_the_higher_value_wins(lay: Lay, dodge: int, lost: int) -> None:
    """MG-03: against an attack of 50; still equal: the contest is not won, so the dodge fails."""
    table = attacked(lay, dodge=dodge).dodges("mina", 40, *([] if not lost else [4]))
    assert table.lost("mina") == lost


@pytest.mark.parametrize(("rolled", "lost"), [(39, 0), (40, 4), (41, 4)])
def test_a_table_may_let_the_lower_roll_win(lay: Lay, rolled: int, lost: int) -> None:
    """MG-03, house rule: against an attack that rolled 40."""
    table = attacked(lay, dodge=50, tied_level="roll").dodges("mina", rolled, *([] if not lost else [4]))
    assert table.lost("mina") == lost


def test_a_dodge_that_fails_wins_against_nothing(lay: Lay) -> None:
    """MG-42: a failed check never wins."""
    assert attacked(lay, dodge=20).dodges("mina", 21, 4).lost("mina") == 4


@pytest.mark.parametrize("by", ["bow", "unarmed"])
def test_any_attack_can_be_dodged(lay: Lay, by: str) -> None:
    """MG-42: ranged ones too."""
    assert attacked(lay, bow(), by=by, dodge=60).dodges("mina", 60).lost("mina") == 0


def test_each_target_of_an_area_dodges_for_herself(lay: Lay) -> None:
    """MG-42: one gets away, one does not."""
    laid = (girl("mina", dodge=60), girl("rin", dodge=60), blast("ember"))
    table = lay(foe("hound", "B8", mp=5, abilities=["ember"]), *laid).casts("hound", "ember", "B4", 40)
    table.dodges("mina", 30).dodges("rin", 99, 4, 5)
    assert (table.lost("mina"), table.lost("rin")) == (0, 9)


# ---------------------------------------------------------------- counter


@pytest.mark.parametrize(("weight", "dp"), CLASSES)
def test_a_counter_costs_half_the_attack(lay: Lay, weight: int, dp: int) -> None:
    """MG-43: rounded up."""
    table = attacked(lay, weapon("blade", weight), weapons=["blade"])
    assert table.price("counter:weapon:blade") == dp
    assert table.counters("mina", "blade", 99, 4).dp("mina") == 8 - dp


def test_half_of_a_trait_price_is_rounded_up(lay: Lay) -> None:
    """MG-43: 4 + 1 DP, halved: 3."""
    assert attacked(lay, weapon("saw", dp=1), weapons=["saw"]).price("counter:weapon:saw") == 3


def test_a_won_counter_hits_the_attacker_instead(lay: Lay) -> None:
    """MG-43: STR against the attack; no damage, and one attack's damage for the hound, who cannot answer."""
    table = attacked(lay).counters("mina", "shield", 40, 6)
    assert (table.lost("mina"), table.lost("hound"), table.asks) == (0, 6, "turn")


def test_a_lost_counter_takes_the_damage(lay: Lay) -> None:
    """MG-43: and does none."""
    table = attacked(lay).counters("mina", "shield", 81, 4)
    assert (table.lost("mina"), table.lost("hound"), table.dp("mina")) == (4, 0, 6)


def test_the_won_counter_hits_at_regular_level(lay: Lay) -> None:
    """MG-43, settled: however well STR was rolled."""
    table = attacked(lay).counters("mina", "shield", 1, 6)
    assert (table.lost("hound"), table.wound("hound")) == (6, "none")


def test_a_counter_slashes_as_any_hit(lay: Lay) -> None:
    """MG-43, MG-51: above half of the hound's HP."""
    table = lay(foe("hound", hp=11), girl("mina", str=80, size=20), SHIELD)
    table.attacks("hound", "unarmed", "mina", roll=40).counters("mina", "shield", 40, 6)
    assert table.wound("hound") == "light"


def test_an_extreme_hit_does_not_wound_through_a_won_counter(lay: Lay) -> None:
    """MG-43, settled: it takes an extreme STR check with a higher value to win at all."""
    table = attacked(lay, roll=10).counters("mina", "unarmed", 16, 5)
    assert (table.lost("mina"), table.wound("mina"), table.lost("hound")) == (0, "none", 5)


@pytest.mark.parametrize(("roll", "lost"), [(40, 0), (99, 3)])
def test_the_attack_counts_as_a_hit_either_way(lay: Lay, roll: int, lost: int) -> None:
    """MG-43: the wound that the hound's weapon always causes comes through a won counter too."""
    barb = weapon("barb", wound="light", harm="blunt")
    table = attacked(lay, barb, by="barb").counters("mina", "unarmed", roll, 3)
    assert (table.lost("mina"), table.wound("mina")) == (lost, "light")


def test_a_table_may_have_both_roll_on_strength(lay: Lay) -> None:
    """MG-43, house rule: the hound's STR check, not its attack, is to be beaten."""
    table = attacked(lay, roll=20, counter_check="both")
    table.rolls(4, 10, 5, 1, 4).answers("mina", passive="counter:unarmed")
    assert (table.lost("mina"), table.lost("hound")) == (0, 4)


def test_a_failed_counter_does_not_even_beat_a_fumble(lay: Lay) -> None:
    """MG-43, MG-03, house rule: STR 80 fails with 90, the hound with 100: nobody has won, and it was a hit."""
    table = attacked(lay, counter_check="both").rolls(9, 10, 10, 10, 4)
    table.answers("mina", passive="counter:unarmed")
    assert (table.level("mina"), table.level("hound")) == ("failure", "fumble")
    assert (table.lost("mina"), table.lost("hound")) == (4, 0)


def test_nobody_counters_from_afar_nor_with_a_bow(lay: Lay) -> None:
    """MG-43: not with nor against ranged weapons."""
    against = attacked(lay, bow(), by="bow")
    assert against.offers() == ["block", "dodge"]
    assert attacked(lay, bow(), weapons=["bow"]).offers() == ["dodge", "counter:unarmed"]


def test_who_is_out_of_reach_by_now_cannot_be_countered(lay: Lay) -> None:
    """MG-17, MG-43: the hound is dragged away while Mina is asked."""
    assert attacked(lay, moved_away="hit").rule("move", name="hound", cell="H9").offers() == [
        "block",
        "dodge",
    ]


def test_nobody_counters_magic_or_what_is_thrown(lay: Lay) -> None:
    """MG-28, MG-43: a thrown weapon's hit is a ranged one."""
    bolt = ability("bolt", target="one", reach=30, strike={"dice": 1})
    table = lay(foe("hound", mp=5, abilities=["bolt"]), girl("mina", weapons=["shield"]), SHIELD, bolt)
    assert table.casts("hound", "bolt", "mina", 40).offers() == ["block", "dodge"]
    table = lay(
        foe("hound", throwing=50), girl("mina"), SHIELD, thing("rock", dam=4), things=["thing:rock@B3"]
    )
    table.acts("hound", "throw").answers("hound", throw="thing:rock").rolls(4, 10)
    assert table.answers("hound", throw_at="at:mina").offers() == ["block", "dodge"]


# ---------------------------------------------------------------- stances


def test_watching_out_to_dodge_leaves_only_the_dodge(lay: Lay) -> None:
    """MG-30: no other passive action; each dodge still costs 1."""
    table = attacked(lay, stance="dodge")
    assert (table.offers(), table.price("dodge")) == (["dodge"], 1)


def test_watching_out_to_dodge_gives_a_bonus_die(lay: Lay) -> None:
    """MG-30: tens 9 and 2, units 5: 25 counts. Every dodge until then."""
    table = attacked(lay, stance="dodge", dodge=60)
    table.rolls(9, 2, 5).answers("mina", passive="dodge").attacks("hound", "unarmed", "mina", roll=40)
    table.rolls(9, 1, 5).answers("mina", passive="dodge")
    assert (table.lost("mina"), table.dp("mina")) == (0, 6)


def test_watching_out_to_block_leaves_only_the_block(lay: Lay) -> None:
    """MG-31: and adds 1d3 to it."""
    table = attacked(lay, stance="block")
    assert table.offers() == ["block"]
    assert table.blocks("mina", 2, 3, 5).lost("mina") == 0
    assert table.told("blocks")[0].params["amount"] == 5


# ---------------------------------------------------------------- enemies without DP


def test_enemies_without_dp_are_never_exhausted(lay: Lay) -> None:
    """MG-14, house rule: their passive actions cost nothing."""
    table = lay(girl("mina"), foe("hound", dp=0, dodge=60), enemy_dp="none")
    table.attacks("mina", "unarmed", "hound", roll=40)
    assert table.price("dodge") == 0
    assert table.dodges("hound", 30).lost("hound") == 0


# ---------------------------------------------------------------- not asked in vain


def test_the_exhausted_are_not_asked_where_nobody_can_help(lay: Lay) -> None:
    """MG-40: 0 DP, no friend with DP to react: the log says why she does nothing."""
    table = (
        lay(foe("hound"), girl("mina", dp=0), girl("rin", dp=1))
        .rolls(4, 10, 3)
        .acts("hound", "attack:unarmed")
    )
    table.answers("hound", target="mina")
    assert (table.lost("mina"), table.asks, len(table.told("idle_dp", "mina"))) == (3, "turn", 1)


def test_a_friend_who_could_step_in_gets_her_moment(lay: Lay) -> None:
    """MG-40, MG-45: Mina can do nothing, and is asked so that Rin may protect her."""
    table = lay(foe("hound"), girl("mina", dp=0), girl("rin")).attacks("hound", "unarmed", "mina", roll=40)
    assert (table.asked, table.question.about.key) == (["mina"], "magical_girls.in_vain.passive")
    table.protects("rin").takes_it("rin", 3)
    assert (table.lost("mina"), table.lost("rin")) == (0, 3)


def test_the_severely_wounded_are_not_asked(lay: Lay) -> None:
    """MG-52: foes too, for everybody sees such a wound; of a foe's DP nobody is told."""
    table = lay(girl("mina"), foe("hound", wound="severe")).rolls(4, 10, 3).acts("mina", "attack:unarmed")
    table.answers("mina", target="hound")
    assert (table.lost("hound"), table.told("idle_wound", "hound") != []) == (3, True)
    tired = lay(girl("mina"), foe("hound", dp=0)).attacks("mina", "unarmed", "hound", roll=40)
    assert (tired.asked, tired.question.about.key) == (["gm"], "magical_girls.ask.passive")
    tired.takes_it("hound", 3)

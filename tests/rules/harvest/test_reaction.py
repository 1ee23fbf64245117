"""The reaction phase: order, cover, support, challenge (HV-30 to HV-34)."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    npc_ally,
    reaction,
    rival,
    skill,
    spell,
)

STORM = spell("storm", attack=10, range=change(around(1)))
WARD = reaction("ward", defence=2)
GUARD = skill("guard", type="R", tp=2, defence=3)
BITE = skill("bite", effect("heal", to="self", amount=1), type="R", tp=1)


def stormed(lay: Lay, *fighters: object, targets: list[str], skills: tuple[object, ...] = ()) -> Table:
    """A storm from B3, cast by the creature `foe`."""
    table: Table = lay(enemy("foe", "B3", ss=9), *fighters, magic=[STORM, WARD], skills=skills)
    return table.attacks("foe", "storm", targets=targets)


def trio(lay: Lay, *skills: object) -> Table:
    """A, B and C stand side by side, all of them targets; the order is settled: A, B, C."""
    fighters = ally("a", "A4"), ally("b", "B4"), ally("c", "C4")
    table = stormed(lay, *fighters, targets=["a", "b", "c"], skills=skills)
    return table.answers("a", reaction_order=["a", "b", "c"])


# ---------------------------------------------------------------- who reacts, in which order


def test_every_target_may_react_once_in_the_order_the_opposed_camp_likes(lay: Lay) -> None:
    """HV-30: any of its players orders; the first who does not pass decides."""
    fighters = ally("a", "A4"), ally("b", "B4"), ally("c", "C6")
    table = stormed(lay, *fighters, targets=["a", "b"])
    assert (table.asks, table.asked) == ("reaction_order", ["a", "b", "c"])
    table.passes("a", "reaction_order").answers("c", reaction_order=["b", "a"])
    table.passes("b", "react").passes("a", "react")
    assert table.asks == "next"


def test_when_all_pass_the_order_stays_as_it_stands(lay: Lay) -> None:
    """HV-30."""
    table = stormed(lay, ally("a", "A4"), ally("b", "B4"), targets=["a", "b"])
    table.passes("a", "reaction_order").passes("b", "reaction_order")
    assert table.question.actor == "a"


def test_the_gm_orders_the_reactions_of_npcs(lay: Lay) -> None:
    """HV-30."""
    fighters = ally("mina", "B4", ss=9), enemy("a", "A3"), enemy("b", "B3")
    table = lay(*fighters, magic=[STORM, WARD]).attacks("mina", "storm", targets=["a", "b"])
    assert (table.asks, table.asked) == ("reaction_order", ["gm"])


def test_a_camp_with_players_and_npcs_is_ordered_by_its_players(lay: Lay) -> None:
    """HV-30."""
    table = stormed(lay, npc_ally("cat", "A4"), ally("a", "B4"), targets=["cat", "a"])
    assert table.asked == ["a"]


def test_the_opposed_camp_orders_even_the_casters_friends(lay: Lay) -> None:
    """HV-30: the camp opposed to the caster, whoever was hit."""
    fighters = ally("mina", "B4", ss=9), ally("a", "A4"), ally("b", "C4"), rival("vera", "B1")
    table = lay(*fighters, magic=[STORM, WARD]).attacks("mina", "storm", targets=["a", "b"])
    assert table.asked == ["vera"]


def test_who_has_nothing_to_choose_is_not_asked(lay: Lay) -> None:
    """HV-30: no order is asked either."""
    table = stormed(lay, ally("a", "A4", reaction_magic=0), ally("b", "C4"), targets=["a", "b"])
    assert (table.asks, table.question.actor) == ("react", "b")


def test_asking_everyone_always_asks_who_has_nothing_to_choose(lay: Lay) -> None:
    """HV-30, house rule ask_everyone."""
    table = lay(
        ally("mina", "B4", ss=9), enemy("a", "B3", reaction_magic=0), magic=[STORM, WARD], ask_everyone=True
    )
    table.skip_to("begin").answers("mina", begin="act").skip_to("activate").rolls(3)
    table.answers("mina", activate="challenge", pay=["storm"], targets=["a"])
    assert (table.asks, table.offers()) == ("react", [])
    table.passes("a", "react")


# ---------------------------------------------------------------- the timings


def test_cover_then_support_then_activation(lay: Lay) -> None:
    """HV-31: after a skill nobody is asked to cover, after the challenge nothing follows."""
    table = trio(lay, GUARD, BITE)
    assert table.offers("a") == ["cover:b", "skill:guard", "skill:bite", "challenge"]
    assert table.answers("a", react="skill:guard").offers("a") == ["skill:bite", "challenge"]
    table.reacts("a", "ward")
    assert table.question.actor == "b"


def test_each_timing_of_a_reaction_may_be_left_unused(lay: Lay) -> None:
    """HV-31."""
    table = trio(lay, GUARD).reacts("a", "ward").answers("b", react="skill:guard").passes("b", "react")
    table.passes("c", "react")
    assert [table.lost(name) for name in "abc"] == [8, 7, 10]


# ---------------------------------------------------------------- cover


def test_a_covered_target_is_not_hit(lay: Lay) -> None:
    """HV-32: the one who covers is the target instead, on her own cell."""
    table = stormed(lay, ally("a", "B4"), ally("b", "B5"), targets=["a"])
    table.answers("a", react="cover:b").answers("b", consent="consent").passes("b", "react")
    assert (table.lost("a"), table.lost("b"), table.at("b")) == (0, 10, "B5")


def test_cover_needs_consent(lay: Lay) -> None:
    """HV-32: refused, she may ask another or defend herself; the one who refused is asked no more."""
    table = stormed(lay, ally("a", "B4"), ally("b", "B5"), ally("c", "A4"), targets=["a"])
    assert table.offers("a") == ["cover:b", "cover:c", "challenge"]
    table.answers("a", react="cover:b").passes("b", "consent")
    assert table.offers("a") == ["cover:c", "challenge"]
    table.answers("a", react="cover:c").answers("c", consent="consent").passes("c", "react")
    assert (table.lost("a"), table.lost("c")) == (0, 10)


def test_one_seat_deciding_for_both_has_consented(lay: Lay) -> None:
    """HV-32."""
    fighters = ally("mina", "B4", ss=9), enemy("a", "B3"), enemy("b", "B2")
    table = lay(*fighters, magic=[STORM, WARD]).attacks("mina", "storm", targets=["a"])
    table.answers("a", react="cover:b").passes("b", "react")
    assert (table.lost("a"), table.lost("b")) == (0, 10)


def test_only_characters_one_orthogonal_step_away_cover_and_never_the_caster(lay: Lay) -> None:
    """HV-32: not the caster beside her, none at a corner, none two steps off; an enemy of hers may."""
    fighters = ally("corner", "A5"), ally("far", "C5"), enemy("moth", "C4"), ally("a", "B4")
    table = stormed(lay, *fighters, targets=["a"])
    assert table.offers("a") == ["cover:moth", "challenge"]
    table.answers("a", react="cover:moth").answers("moth", consent="consent").passes("moth", "react")
    assert (table.lost("a"), table.lost("moth")) == (0, 10)


def test_those_of_ones_own_camp_are_offered_first(lay: Lay) -> None:
    """HV-32: any character may cover; a friend is likelier to."""
    fighters = enemy("moth", "C4"), ally("b", "B5"), ally("a", "B4")
    table = stormed(lay, *fighters, targets=["a"])
    assert table.offers("a") == ["cover:b", "cover:moth", "challenge"]


def test_a_table_may_let_friends_alone_cover(lay: Lay) -> None:
    """HV-32, house rule cover_by: the enemy beside her is not asked."""
    fighters = enemy("foe", "B3", ss=9), enemy("moth", "C4"), ally("b", "B5"), ally("a", "B4")
    table = lay(*fighters, magic=[STORM, WARD], cover_by="friends").attacks("foe", "storm", targets=["a"])
    assert table.offers("a") == ["cover:b", "challenge"]


def test_the_log_says_by_which_house_rule_an_enemy_covers(lay: Lay) -> None:
    """HV-32, house rule cover_by: a friend covers by the rulebook alone."""
    for coverer, rule in (("moth", "cover_by"), ("b", None)):
        fighters = enemy("moth", "C4"), ally("b", "B5"), ally("a", "B4")
        table = stormed(lay, *fighters, targets=["a"]).answers("a", react=f"cover:{coverer}")
        table.answers(coverer, consent="consent")
        [told] = table.told("cover")
        assert (told.explanation and told.explanation.house_rule) == rule


def test_the_covered_ones_reaction_counts_as_used(lay: Lay) -> None:
    """HV-32, settled: she is not asked again, though she is the first in the order."""
    table = stormed(lay, ally("a", "B4"), ally("b", "B5"), targets=["a"])
    table.answers("a", react="cover:b").answers("b", consent="consent").passes("b", "react")
    assert table.asks == "next"


def test_the_coverer_reacts_at_once_without_a_cover_timing(lay: Lay) -> None:
    """HV-32, settled: before the next in the order; once, though she is a target herself."""
    table = trio(lay).answers("a", react="cover:b").answers("b", consent="consent")
    assert (table.asks, table.question.actor, table.offers("b")) == ("react", "b", ["challenge"])
    table.reacts("b", "ward")
    assert (table.asks, table.question.actor) == ("react", "c")
    table.passes("c", "react")
    assert [table.lost(name) for name in "abc"] == [0, 16, 10]


def test_one_may_cover_several_and_though_she_has_reacted(lay: Lay) -> None:
    """HV-32, settled: each hit apart, her one reaction counts for all, she is not asked a second time."""
    table = stormed(lay, ally("a", "A4"), ally("b", "B4"), ally("c", "C4"), targets=["a", "b", "c"])
    table.answers("a", reaction_order=["b", "a", "c"]).reacts("b", "ward")
    table.answers("a", react="cover:b").answers("b", consent="consent")
    assert table.question.actor == "c"
    table.answers("c", react="cover:b").answers("b", consent="consent")
    assert [table.lost(name) for name in "abc"] == [0, 24, 0]


def test_who_covers_keeps_off_being_covered_later(lay: Lay) -> None:
    """HV-32: B covers A before her own place in the order comes; she is asked for nothing more."""
    table = trio(lay).answers("a", react="cover:b").answers("b", consent="consent").passes("b", "react")
    assert (table.question.actor, table.offers("c")) == ("c", ["cover:b", "challenge"])


def test_effects_for_the_targets_go_to_the_coverer(lay: Lay) -> None:
    """HV-32: she is the target instead, once."""
    sting = spell("sting", afflict("poison", 1), range=change(around(1)))
    fighters = enemy("foe", "B3", ss=9), ally("a", "B4"), ally("b", "A4")
    table = lay(*fighters, magic=[sting, WARD]).attacks("foe", "sting", targets=["a", "b"])
    table.answers("a", reaction_order=["a", "b"], react="cover:b").answers("b", consent="consent")
    table.passes("b", "react")
    assert (table.level("a", "poison"), table.level("b", "poison")) == (None, 1)
    assert len(table.told("afflict", "b")) == 1


def test_a_coverer_removed_while_she_is_asked_leaves_the_reaction(lay: Lay) -> None:
    """HV-32: as if she had refused."""
    table = stormed(lay, ally("a", "B4"), ally("b", "B5"), ally("c", "C6"), targets=["a"])
    table.answers("a", react="cover:b").rule("remove", name="b")
    assert (table.asks, table.offers("a")) == ("react", ["challenge"])


def test_the_one_to_be_covered_removed_while_consent_is_asked(lay: Lay) -> None:
    """HV-32: nothing is asked any more, nobody is hit."""
    table = stormed(lay, ally("a", "B4"), ally("b", "B5"), ally("c", "C6"), targets=["a"])
    table.answers("a", react="cover:b").rule("remove", name="a")
    assert (table.asks, table.lost("b")) == ("next", 0)


def test_the_one_to_be_covered_carried_away_while_consent_is_asked(lay: Lay) -> None:
    """HV-32: nobody one step away any more covers her."""
    table = stormed(lay, ally("a", "B4"), ally("b", "B5"), targets=["a"])
    table.answers("a", react="cover:b").rule("move", name="a", cell="A1").answers("b", consent="consent")
    assert (table.asks, table.question.actor, table.offers("a")) == ("react", "a", ["challenge"])


# ---------------------------------------------------------------- support and challenge


def test_type_r_skills_cost_tp_and_work_at_once(lay: Lay) -> None:
    """HV-33: she is healed before the damage."""
    table = stormed(lay, ally("a", "B4", hp=10), targets=["a"], skills=(BITE,))
    assert table.answers("a", react="skill:bite").hp("a") == 11
    assert table.battle["a"].tp == 9


def test_the_same_r_skill_once_in_a_reaction_phase(lay: Lay) -> None:
    """HV-33, settled: and again in the next attack's."""
    table = stormed(lay, ally("a", "B4"), targets=["a"], skills=(GUARD,))
    assert table.answers("a", react="skill:guard").offers("a") == ["challenge"]
    table.passes("a", "react").skip_round().attacks("foe", "storm", targets=["a"])
    assert table.offers("a") == ["skill:guard", "challenge"]


def test_no_skill_of_type_a_and_none_without_its_tp(lay: Lay) -> None:
    """HV-33."""
    rise = skill("rise", tp=1, attack=1)
    table = stormed(lay, ally("a", "B4", tp=1), targets=["a"], skills=(GUARD, BITE, rise))
    assert table.offers("a") == ["skill:bite", "challenge"]


def test_the_challenge_is_made_with_reaction_magic(lay: Lay) -> None:
    """HV-34: two dice; action spells are not offered."""
    table = stormed(lay, ally("a", "B4", action_magic=1, reaction_magic=2), targets=["a"])
    table.rolls(3, 2).answers("a", react="challenge")
    assert table.offers("a") == ["ward"]


def test_who_falls_before_her_reaction_does_not_react(lay: Lay) -> None:
    """HV-30, HV-45."""
    table = stormed(lay, ally("a", "A4"), ally("b", "B4"), targets=["a", "b"])
    table.answers("a", reaction_order=["a", "b"]).rule("set_hp", name="b", value=0).passes("a", "react")
    assert (table.asks, table.lost("a")) == ("begin", 10)

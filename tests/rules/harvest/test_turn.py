"""The action phase and its three timings (HV-12 to HV-16), burn, paralysis and awakening in it."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, ally, effect, enemy, reaction, skill, spell

STRONGER = skill("stronger", tp=2, attack=2)
LUNCH = skill("lunch", effect("heal", to="self", amount=5), tp=3)
PARRY = skill("parry", type="R", defence=2)
BLOW = spell("blow")


def hers(lay: Lay, mina: dict[str, object] | None = None, **house: object) -> Table:
    """Mina, who is first to act, with skills and a spell."""
    fighters = ally("mina", "B5", ss=9, **(mina or {})), enemy("thorn", "B4")
    table: Table = lay(*fighters, magic=[BLOW], skills=[STRONGER, LUNCH, PARRY], **house)
    return table


def test_movement_then_preparation_then_activation(lay: Lay) -> None:
    """HV-12: in this order, each asked for."""
    table, asked = hers(lay), []
    for answer in ("act", ["A5"], "skill:stronger", "skill:lunch", None):
        asked.append(table.asks)
        table.answers("mina", **{table.asks: answer})
    assert asked == ["begin", "move", "prepare", "prepare", "activate"]


def test_each_timing_may_be_left_unused(lay: Lay) -> None:
    """HV-12."""
    table = hers(lay).begins("mina").passes("mina", "move", "prepare", "activate")
    assert (table.acting, table.at("mina"), table.battle["mina"].tp) == ("thorn", "B5", 10)


def test_the_whole_phase_may_be_passed_and_counts_as_acted(lay: Lay) -> None:
    """HV-12."""
    table = hers(lay).passes("mina", "begin")
    assert (table.acting, table.battle.acted) == ("thorn", ["mina"])


def test_burn_does_not_strike_who_passes(lay: Lay) -> None:
    """HV-12, HV-55: no action phase starts, no timing counts as given up."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=3).passes("mina", "begin")
    assert (table.lost("mina"), table.level("mina", "burn")) == (0, 3)


# ---------------------------------------------------------------- movement


def test_up_to_movement_steps_over_free_orthogonal_cells(lay: Lay) -> None:
    """HV-13."""
    table = hers(lay).begins("mina")
    assert "no_step" in str(table.refuses("mina", move=["A4"]))
    table.answers("mina", move=["A5", "A4"])
    assert (table.at("mina"), table.asks) == ("A4", "prepare")


def test_one_step_more_is_a_full_move_and_gives_the_preparation_up(lay: Lay) -> None:
    """HV-14."""
    table = hers(lay).begins("mina").answers("mina", move=["A5", "A4", "A3"])
    assert (table.at("mina"), table.asks) == ("A3", "activate")


def test_no_more_than_one_step_more(lay: Lay) -> None:
    """HV-14."""
    assert "too_far" in str(hers(lay).begins("mina").refuses("mina", move=["A5", "A4", "A3", "A2"]))


def test_a_full_move_may_be_declared_at_any_step(lay: Lay) -> None:
    """HV-14, settled: it is the step beyond `movement` that declares it, so the way may bend until then."""
    table = hers(lay).begins("mina").answers("mina", move=["A5", "A6", "B6"])
    assert (table.at("mina"), table.asks) == ("B6", "activate")


def test_without_movement_a_full_move_is_one_step(lay: Lay) -> None:
    """HV-14: +1 to 0."""
    table = hers(lay, {"movement": 0}).begins("mina").answers("mina", move=["A5"])
    assert (table.at("mina"), table.asks) == ("A5", "activate")


def test_who_cannot_move_anywhere_is_not_asked(lay: Lay) -> None:
    """HV-13: every neighbour is taken."""
    table = lay(ally("mina", "A6", ss=9), ally("jun", "B6"), enemy("thorn", "A5"), skills=[STRONGER])
    assert table.begins("mina").asks == "prepare"


# ---------------------------------------------------------------- statuses of the timings


def test_burn_strikes_when_the_own_action_phase_starts(lay: Lay) -> None:
    """HV-55."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=3).begins("mina")
    assert (table.lost("mina"), table.asks) == (3, "give_up_movement")


def test_giving_the_movement_timing_up_lifts_burn(lay: Lay) -> None:
    """HV-55, HV-12: the preparation timing is still there."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=3).begins("mina")
    table.answers("mina", give_up_movement="burn")
    assert (table.level("mina", "burn"), table.asks) == (None, "prepare")


def test_who_keeps_the_movement_timing_keeps_the_burn(lay: Lay) -> None:
    """HV-55."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=3).begins("mina")
    table.passes("mina", "give_up_movement").answers("mina", move=["A5"])
    assert table.level("mina", "burn") == 3


def test_who_falls_by_her_burn_acts_no_more(lay: Lay) -> None:
    """HV-55, HV-45: the turn ends, the battle goes on."""
    table = lay(ally("mina", "B5", ss=9, hp=3), ally("jun", "A5", ss=8), enemy("thorn", "B1"))
    table.rule("afflict", name="mina", status="burn", level=3).begins("mina")
    assert (table.at("mina"), table.acting) == ("", "jun")


def test_paralysis_bars_movement_and_lowers_ss(lay: Lay) -> None:
    """HV-53: SS 9 - 2 is behind 8; no movement is asked for, not even as a full move."""
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B1", ss=8))
    table.rule("afflict", name="mina", status="paralysis", level=2).skip_round()
    assert table.acting == "thorn"
    assert table.passes("thorn", "begin").begins("mina").asks == "give_up_preparation"


def test_giving_the_preparation_timing_up_lifts_paralysis(lay: Lay) -> None:
    """HV-53: no skills are used then."""
    table = hers(lay).rule("afflict", name="mina", status="paralysis", level=2).begins("mina")
    table.answers("mina", give_up_preparation="paralysis")
    assert (table.level("mina", "paralysis"), table.asks) == (None, "activate")


def test_a_full_move_gives_up_for_nothing_else(lay: Lay) -> None:
    """HV-12, settled: one timing given up pays for one thing. Burn alone leaves her free to move fully."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=1).begins("mina")
    table.passes("mina", "give_up_movement").answers("mina", move=["A5", "A4", "A3"])
    assert (table.asks, table.level("mina", "burn")) == ("activate", 1)


def test_movement_that_is_barred_may_still_be_given_up(lay: Lay) -> None:
    """HV-12, settled: paralysed and burning, she gives the movement timing up and then the preparation timing."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=1)
    table.rule("afflict", name="mina", status="paralysis", level=1).begins("mina")
    table.answers("mina", give_up_movement="burn", give_up_preparation="paralysis")
    assert (table.asks, table.battle["mina"].statuses) == ("activate", [])


def test_a_burn_lifted_by_a_ruling_while_she_is_asked_costs_no_turn(lay: Lay) -> None:
    """HV-55: the open question has nothing left to choose; she passes it and goes on."""
    table = hers(lay).rule("afflict", name="mina", status="burn", level=1).begins("mina")
    table.rule("lift", name="mina", status="burn")
    assert (table.asks, table.offers()) == ("give_up_movement", [])
    assert table.passes("mina", "give_up_movement").asks == "move"


# ---------------------------------------------------------------- preparation


def test_skills_cost_tp(lay: Lay) -> None:
    """HV-15."""
    table = hers(lay).begins("mina").passes("mina", "move")
    assert table.answers("mina", prepare="skill:lunch").battle["mina"].tp == 7


def test_any_number_of_different_skills_each_once(lay: Lay) -> None:
    """HV-15: the one used is offered no more."""
    table = hers(lay).begins("mina").passes("mina", "move")
    assert table.offers() == ["skill:stronger", "skill:lunch"]
    assert table.answers("mina", prepare="skill:lunch").offers() == ["skill:stronger"]
    assert table.answers("mina", prepare="skill:stronger").asks == "activate"


def test_the_same_skill_again_in_the_next_phase(lay: Lay) -> None:
    """HV-15: once a phase, not once a fight."""
    table = hers(lay).begins("mina").passes("mina", "move").answers("mina", prepare="skill:lunch")
    table.skip_round().begins("mina").passes("mina", "move")
    assert "skill:lunch" in table.offers()


def test_no_skill_without_its_tp_and_no_type_r(lay: Lay) -> None:
    """HV-15."""
    assert hers(lay, {"tp": 2}).begins("mina").passes("mina", "move").offers() == ["skill:stronger"]


def test_a_skills_attack_rise_lasts_for_the_phase(lay: Lay) -> None:
    """HV-15, HV-40: used in round 1 without an attack, gone in round 2."""
    table = hers(lay).begins("mina").passes("mina", "move").answers("mina", prepare="skill:stronger")
    table.attacks("mina", "blow", cell="B4", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == 2
    table.skip_round().attacks("mina", "blow", cell="B4", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == 2


# ---------------------------------------------------------------- activation


def test_the_challenge_is_made_with_action_magic(lay: Lay) -> None:
    """HV-16: three dice fall, not the two of reaction magic."""
    table = hers(lay, {"action_magic": 3, "reaction_magic": 2}).begins("mina").skip_to("activate")
    table.rolls(1, 2, 4).answers("mina", activate="challenge")
    assert table.told("roll")[-1].faces == (1, 2, 4)


def test_reaction_spells_are_not_cast_in_an_action_phase(lay: Lay) -> None:
    """HV-16."""
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4"), magic=[reaction("ward", cost="fire"), BLOW])
    table.begins("mina").skip_to("activate").rolls(3).answers("mina", activate="challenge")
    assert table.offers() == ["blow"]


def test_awakening_gives_dice_to_both_challenges(lay: Lay) -> None:
    """HV-64: activation dice +L; here 1 + 2."""
    fighters = ally("mina", "B5", ss=9), enemy("thorn", "B4")
    table = lay(*fighters, magic=[BLOW, reaction("ward", cost="fire")])
    for name in ("mina", "thorn"):
        table.rule("afflict", name=name, status="awakening", level=2, rounds=1)
    table.begins("mina").skip_to("activate").rolls(3, 1, 1).answers(
        "mina", activate="challenge", pay=["blow"]
    )
    table.answers("mina", cell="B4", targets=["thorn"]).rolls(1, 1, 1).answers("thorn", react="challenge")
    assert [len(event.faces) for event in table.told("roll")] == [3, 3]


def test_a_negative_awakening_takes_dice_but_never_below_none(lay: Lay) -> None:
    """HV-20, HV-44, HV-64: without a die there is no challenge."""
    table = hers(lay).rule("afflict", name="mina", status="awakening", level=-3)
    table.begins("mina").passes("mina", "move", "prepare")
    assert table.acting == "thorn"


def test_one_timing_given_up_lifts_all_that_name_it_by_house_rule(lay: Lay) -> None:
    """HV-12, house rule lift_by_giving_up: with one status of each timing both readings agree on it."""
    for reading in ("one", "all"):
        table = hers(lay, lift_by_giving_up=reading).rule("afflict", name="mina", status="burn", level=1)
        table.begins("mina").answers("mina", give_up_movement="burn")
        assert table.battle["mina"].statuses == []


def test_standing_orders_that_pass_everything_still_stop_where_a_turn_begins(lay: Lay) -> None:
    """Else play would run on without anybody."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"))
    for seat in ("mina", "gm"):
        table.session.stand(seat, "", True, table.session.ticket)
        table.keep()
    assert (table.asks, table.asked) == ("begin", ["mina"])
    table.answers("mina", begin="act")
    assert (table.asks, table.acting) == ("begin", "thorn")

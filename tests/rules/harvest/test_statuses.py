"""Statuses of dice, timings and ticks: what each does at every level, what lifts it and what does not."""

import pytest

from rules.engine.text import Text
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.stricken import BLOW, WARD, asked_in_a_phase, is_hit, stricken
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    effect,
    enemy,
    ground,
    item,
    skill,
    spell,
)

# ---------------------------------------------------------------- weakness


@pytest.mark.parametrize(("level", "dice"), [(2, 1), (0, 3), (-1, 4)])
def test_weakness_takes_activation_dice_in_the_action_phase(lay: Lay, level: int, dice: int) -> None:
    """HV-50, HV-44: -L of 3 dice."""
    table = stricken(lay, "weakness", level, action_magic=3).begins("mina").skip_to("activate")
    table.rolls(*[1] * dice).answers("mina", activate="challenge")
    assert len(table.told("roll", "mina")[-1].faces) == dice


@pytest.mark.parametrize(("level", "dice"), [(1, 2), (0, 3), (-2, 5)])
def test_weakness_takes_activation_dice_in_the_reaction_phase(lay: Lay, level: int, dice: int) -> None:
    """HV-50, HV-44."""
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4", reaction_magic=3), magic=[BLOW, WARD])
    table.rule("afflict", name="thorn", status="weakness", level=level)
    table.attacks("mina", "blow", cell="B4", targets=["thorn"])
    table.rolls(*[1] * dice).answers("thorn", react="challenge")
    assert len(table.told("roll", "thorn")[-1].faces) == dice


def test_weakness_leaves_no_fewer_than_no_dice(lay: Lay) -> None:
    """HV-50, HV-20: with 1 - 3 dice there is no challenge."""
    assert asked_in_a_phase(stricken(lay, "weakness", 3)) == ["move", "prepare"]


def test_the_end_phase_lifts_weakness(lay: Lay) -> None:
    """HV-50: and no action phase before it."""
    table = stricken(lay, "weakness", 1)
    table.skip_to("begin", "thorn").skip_to("begin", "jun")
    assert table.level("mina", "weakness") == 1
    assert table.skip_round().level("mina", "weakness") is None
    assert table.told("lift", "mina")[-1].row == "HV-50"


# ---------------------------------------------------------------- poison


@pytest.mark.parametrize(("level", "lost"), [(3, 3), (0, 0), (-2, 0)])
def test_poison_costs_its_level_in_the_end_phase(lay: Lay, level: int, lost: int) -> None:
    """HV-52, HV-44: and nothing before it; a negative one does not heal."""
    table = stricken(lay, "poison", level, hp=20).skip_to("begin", "jun")
    assert table.hp("mina") == 20
    assert table.skip_round().hp("mina") == 20 - lost


def test_poison_fells(lay: Lay) -> None:
    """HV-52, HV-45."""
    assert stricken(lay, "poison", 2, hp=2).skip_round().at("mina") == ""


def test_a_skill_or_an_item_lifts_poison(lay: Lay) -> None:
    """HV-52: only these, and magic."""
    spit, tea = effect("lift", to="self", status="poison"), effect("lift", to="self", status="poison")
    made = {"skills": [skill("spit", spit, tp=0)], "items": [item("tea", tea)]}
    for cure in ("skill:spit", "item:tea"):
        table = lay(ally("mina", "B5", ss=9, items=["tea"]), enemy("thorn", "B1"), **made)
        table.rule("afflict", name="mina", status="poison", level=2).begins("mina").passes("mina", "move")
        assert table.answers("mina", prepare=cure).level("mina", "poison") is None


def test_example_12_sanctuary_first(lay: Lay) -> None:
    """HV-17, HV-52, HV-72: HP 4 + 3 - 4 = 3; her controller orders her ticks."""
    table = poisoned_in_a_sanctuary(lay)
    assert table.answers("mina", ticks=["sanctuary", "poison"]).hp("mina") == 3


def test_example_12_poison_first(lay: Lay) -> None:
    """HV-17, HV-45: 4 - 4 is incapacitated, and the sanctuary comes too late."""
    table = poisoned_in_a_sanctuary(lay)
    assert table.answers("mina", ticks=["poison", "sanctuary"]).battle["mina"].is_out


def poisoned_in_a_sanctuary(lay: Lay) -> Table:
    fighters = ally("mina", "B5", hp=4), ally("jun", "A6", ss=1), enemy("thorn", "B1")
    table: Table = lay(*fighters, ground("sanctuary", "B5"))
    return table.rule("afflict", name="mina", status="poison", level=4).skip_to("ticks")


# ---------------------------------------------------------------- paralysis, frostbite, burn


@pytest.mark.parametrize("status", ["paralysis", "frostbite"])
@pytest.mark.parametrize("level", [2, 0, -2])
def test_who_may_not_move_is_not_asked_to(lay: Lay, status: str, level: int) -> None:
    """HV-53, HV-57, HV-44: whatever the level."""
    asked = asked_in_a_phase(stricken(lay, status, level))
    assert "move" not in asked
    assert "prepare" in asked


@pytest.mark.parametrize("status", ["paralysis", "frostbite"])
def test_who_may_not_move_can_be_moved(lay: Lay, status: str) -> None:
    """HV-53, HV-57: they bar the movement timing, not effects."""
    shove = spell("shove", effect("push", direction="front", cells=1))
    table = stricken(lay, status, 1, magic=[shove]).skip_to("begin", "thorn")
    table.attacks("thorn", "shove", cell="B5", targets=["mina"]).nobody_reacts()
    assert table.at("mina") == "B6"


@pytest.mark.parametrize(("level", "lost"), [(2, 8), (0, 6), (-2, 4), (-9, 0)])
def test_frostbite_lowers_defence(lay: Lay, level: int, lost: int) -> None:
    """HV-57, HV-44: 7 against 1 - L."""
    assert is_hit(stricken(lay, "frostbite", level)).lost("mina") == lost


def test_a_burn_of_level_0_burns_nobody(lay: Lay) -> None:
    """HV-55, HV-44: and giving the movement timing up still lifts it."""
    table = stricken(lay, "burn", 0).begins("mina")
    assert (table.lost("mina"), table.asks) == (0, "give_up_movement")


# ---------------------------------------------------------------- pressure


@pytest.mark.parametrize(("level", "tp"), [(2, 5), (0, 3), (-1, 2), (-9, 0)])
def test_pressure_changes_what_skills_cost(lay: Lay, level: int, tp: int) -> None:
    """HV-56, HV-44: +L, never below 0; the option says so before it is paid."""
    table = stricken(lay, "pressure", level).begins("mina").passes("mina", "move", "give_up_preparation")
    [jab] = table.question.choices["mina"].options
    assert jab.note is not None
    assert jab.note.params["tp"] == tp
    assert table.answers("mina", prepare="skill:jab").battle["mina"].tp == 10 - tp


def test_the_explanation_names_pressure(lay: Lay) -> None:
    """HV-56: 3 and 2 more are 5 TP."""
    table = stricken(lay, "pressure", 2).begins("mina").passes("mina", "move", "give_up_preparation")
    [told] = table.answers("mina", prepare="skill:jab").told("skill")
    assert told.explanation is not None
    assert [(part.label.key, part.amount) for part in told.explanation.parts] == [
        ("harvest.part.tp", 3),
        ("harvest.status.pressure", 2),
    ]
    assert told.explanation.total == 5


def test_a_skill_that_pressure_makes_too_dear_is_not_offered(lay: Lay) -> None:
    """HV-56, HV-15: 3 + 1 of 3 TP."""
    assert "prepare" not in asked_in_a_phase(stricken(lay, "pressure", 1, tp=3))


def test_pressure_counts_for_skills_of_type_r_too(lay: Lay) -> None:
    """HV-56, HV-33: brace costs 2 + 1."""
    table = stricken(lay, "pressure", 1).skip_to("begin", "thorn")
    table.attacks("thorn", "blow", cell="B5", targets=["mina"]).answers("mina", react="skill:brace")
    assert table.battle["mina"].tp == 7


# ---------------------------------------------------------------- madness


@pytest.mark.parametrize(("level", "tp"), [(3, 7), (0, 10), (-2, 10)])
def test_madness_takes_tp_in_the_end_phase(lay: Lay, level: int, tp: int) -> None:
    """HV-58, HV-44: TP loss of a negative level is 0."""
    table = stricken(lay, "madness", level).skip_to("begin", "jun")
    assert table.battle["mina"].tp == 10
    assert table.skip_round().battle["mina"].tp == tp


def test_who_is_mad_falls_when_the_end_phase_takes_her_last_tp(lay: Lay) -> None:
    """HV-58: HP becomes 0, whatever was left."""
    table = stricken(lay, "madness", 2, tp=2).skip_round()
    assert (table.hp("mina"), table.at("mina")) == (0, "")
    assert table.told("breaks_down", "mina")[0].row == "HV-58"


def test_who_is_mad_falls_by_paying_her_last_tp(lay: Lay) -> None:
    """HV-58: her skill does nothing any more (HV-45), and her phase is over."""
    table = stricken(lay, "madness", 1, tp=3).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="skill:jab")
    assert (table.hp("mina"), table.acting, table.battle["mina"].modifiers) == (0, "thorn", [])


def test_who_is_mad_falls_by_paying_in_her_reaction(lay: Lay) -> None:
    """HV-58, HV-45: the attack goes on without her."""
    table = stricken(lay, "madness", 1, tp=2).skip_to("begin", "thorn")
    table.attacks("thorn", "blow", cell="B5", targets=["mina"]).answers("mina", react="skill:brace")
    assert (table.hp("mina"), table.acting) == (0, "jun")


def test_who_is_mad_falls_by_drained_tp(lay: Lay) -> None:
    """HV-58."""
    table = stricken(lay, "madness", 1, tp=2, magic=[spell("leech", effect("drain", amount=2))])
    table.skip_to("begin", "thorn").attacks("thorn", "leech", cell="B5", targets=["mina"]).nobody_reacts()
    assert table.hp("mina") == 0


def test_who_is_mad_falls_by_the_tp_that_yomi_takes(lay: Lay) -> None:
    """HV-58, HV-73: of yomi 1 and madness 1 the second takes the last TP."""
    fighters = ally("mina", "B5", tp=2), ally("jun", "A6", ss=1), enemy("thorn", "B1")
    table = lay(*fighters, ground("yomi", "B5")).rule("afflict", name="mina", status="madness", level=1)
    table.skip_to("ticks").answers("mina", ticks=["madness", "yomi"])
    assert table.battle["mina"].is_out


def test_madness_given_to_one_without_tp_fells_her(lay: Lay) -> None:
    """HV-58: TP is 0 at that moment."""
    rave = spell("rave", afflict("madness", 1))
    table = lay(
        ally("mina", "B5", tp=0), ally("jun", "A6"), enemy("thorn", "B4", ss=9), magic=[rave]
    ).attacks("thorn", "rave", cell="B5", targets=["mina"])
    assert table.battle["mina"].is_out


def test_the_gm_takes_the_last_tp_of_one_who_is_mad(lay: Lay) -> None:
    """HV-58: by a ruling too; who is not mad goes on without TP."""
    table = (
        stricken(lay, "madness", 1).rule("set_tp", name="mina", value=0).rule("set_tp", name="jun", value=0)
    )
    assert (table.battle["mina"].is_out, table.battle["jun"].is_out) == (True, False)


def test_the_last_ones_madness_ends_the_battle(lay: Lay) -> None:
    """HV-58, HV-06."""
    table = lay(ally("mina", "B5", ss=9, tp=1), enemy("thorn", "B4"))
    table.rule("afflict", name="mina", status="madness", level=1).skip_to("begin", "thorn").passes(
        "thorn", "begin"
    )
    assert table.winner == "enemy"


def test_magic_lifts_madness_before_it_is_too_late(lay: Lay) -> None:
    """HV-58: only skill, item, magic; without it 0 TP fell nobody."""
    calm = spell("calm", effect("lift", to="self", status="madness"), level=1)
    table = stricken(lay, "madness", 1, tp=1, magic=[calm]).casts("mina", "calm")
    assert table.skip_round().level("mina", "madness") is None
    assert not table.rule("set_tp", name="mina", value=0).battle["mina"].is_out


# ---------------------------------------------------------------- grudge, lament


@pytest.mark.parametrize(("level", "dealt", "taken"), [(2, 4, 8), (0, 6, 6), (-2, 8, 4)])
def test_grudge_lowers_attack_and_defence(lay: Lay, level: int, dealt: int, taken: int) -> None:
    """HV-59, HV-44: 2 + 5 - L against 1, and 7 against 1 - L."""
    table = (
        stricken(lay, "grudge", level).attacks("mina", "blow", cell="B4", targets=["thorn"]).nobody_reacts()
    )
    assert table.lost("thorn") == dealt
    assert is_hit(table).lost("mina") == taken


def lamented(lay: Lay, level: int = 2) -> Table:
    """Mina's movement timing has begun in grief."""
    return stricken(lay, "lament", level).begins("mina")


@pytest.mark.parametrize(("level", "lost"), [(2, 6), (0, 0), (-1, 0)])
def test_lament_strikes_who_stays(lay: Lay, level: int, lost: int) -> None:
    """HV-62, HV-44: 3L damage, none of a negative level."""
    assert lamented(lay, level).passes("mina", "move").lost("mina") == lost


def test_lament_spares_who_moves(lay: Lay) -> None:
    """HV-62: one step is enough, and it does not lift it."""
    table = lamented(lay).answers("mina", move=["A5"])
    assert (table.lost("mina"), table.level("mina", "lament")) == (0, 2)


def test_lament_strikes_who_may_not_move(lay: Lay) -> None:
    """HV-62, HV-53: nobody asks why."""
    table = (
        stricken(lay, "lament", 2).rule("afflict", name="mina", status="paralysis", level=1).begins("mina")
    )
    assert (table.asks, table.lost("mina")) == ("give_up_preparation", 6)


def test_lament_strikes_who_has_nowhere_to_go(lay: Lay) -> None:
    """HV-62: hemmed in, she is not even asked."""
    walls = enemy("a", "B3", ss=1), enemy("b", "A2", ss=1), enemy("c", "C2", ss=1), enemy("d", "B1", ss=1)
    table = lay(ally("mina", "B2", ss=9), *walls).rule("afflict", name="mina", status="lament", level=2)
    assert table.begins("mina").lost("mina") == 6


def test_lament_strikes_who_gives_the_movement_timing_up(lay: Lay) -> None:
    """HV-62, HV-12, HV-57: given-up movement counts as not moved."""
    table = (
        stricken(lay, "lament", 2).rule("afflict", name="mina", status="frostbite", level=1).begins("mina")
    )
    assert table.answers("mina", give_up_movement="frostbite").lost("mina") == 6


def test_lament_does_not_strike_who_passes(lay: Lay) -> None:
    """HV-62, HV-12, settled: no action phase starts."""
    assert stricken(lay, "lament", 2).passes("mina", "begin").lost("mina") == 0


def test_lament_fells_and_ends_the_phase(lay: Lay) -> None:
    """HV-62, HV-45."""
    table = stricken(lay, "lament", 1, hp=3).begins("mina").passes("mina", "move")
    assert (table.at("mina"), table.acting) == ("", "thorn")


def test_lament_says_how_its_damage_came_about(lay: Lay) -> None:
    """HV-62: 2, three times."""
    how = lamented(lay).passes("mina", "move").told("hurt", "mina")[-1].explanation
    assert how is not None
    assert (how.row, how.total, [part.amount for part in how.parts]) == ("HV-62", 6, [2, 4])
    assert how.parts[1].label == Text("harvest.part.times", {"times": 3})

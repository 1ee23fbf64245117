"""What lifts statuses, what happens when one is given again, and a pack's own (HV-12, HV-43, HV-44, HV-64)."""

import pytest

from rules.engine.log import Explanation
from rules.engine.text import Local, Text
from rules.harvest.battlefield import Camp
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.stricken import asked_in_a_phase, is_hit, stricken
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    home_status,
    skill,
    spell,
    trap,
)

EVERY_TIMING = {"give_up_movement", "give_up_preparation"}

# ---------------------------------------------------------------- timings given up


@pytest.mark.parametrize("status", ["paralysis", "blindness", "pressure", "grudge", "lament"])
def test_giving_the_preparation_timing_up_lifts_it(lay: Lay, status: str) -> None:
    """HV-53, HV-54, HV-56, HV-59, HV-62: nothing is prepared then."""
    table = stricken(lay, status, 1).begins("mina").skip_to("give_up_preparation")
    table.answers("mina", give_up_preparation=status)
    assert (table.level("mina", status), table.asks) == (None, "activate")


@pytest.mark.parametrize("status", ["paralysis", "blindness", "pressure", "grudge", "lament"])
def test_a_preparation_timing_merely_not_used_lifts_nothing(lay: Lay, status: str) -> None:
    """HV-12, HV-53: two rounds of it, nor do the movement timing, a passed phase and the end phase."""
    table = stricken(lay, status, 1)
    asked = asked_in_a_phase(table)
    assert ("give_up_movement" in asked, "give_up_preparation" in asked) == (False, True)
    assert table.skip_round().skip_round().level("mina", status) == 1


@pytest.mark.parametrize("status", ["burn", "frostbite"])
def test_giving_the_movement_timing_up_lifts_it(lay: Lay, status: str) -> None:
    """HV-55, HV-57: nobody moves then, and the preparation timing is still there."""
    table = stricken(lay, status, 1).begins("mina").answers("mina", give_up_movement=status)
    assert (table.level("mina", status), table.asks) == (None, "prepare")


@pytest.mark.parametrize("status", ["burn", "frostbite"])
def test_a_movement_timing_merely_not_used_lifts_nothing(lay: Lay, status: str) -> None:
    """HV-12, HV-55, HV-57: nor do the preparation timing, a passed phase and the end phase."""
    table = stricken(lay, status, 1)
    asked = asked_in_a_phase(table)
    assert ("give_up_movement" in asked, "give_up_preparation" in asked) == (True, False)
    assert table.skip_round().skip_round().level("mina", status) == 1


@pytest.mark.parametrize(
    "status", ["poison", "madness", "dejection", "confusion", "silence", "panic", "awakening"]
)
def test_no_timing_given_up_lifts_it(lay: Lay, status: str) -> None:
    """HV-51, HV-52, HV-58, HV-60, HV-61, HV-63, HV-64."""
    assert not EVERY_TIMING & set(asked_in_a_phase(stricken(lay, status, 1)))


# ---------------------------------------------------------------- one timing, one thing


def by_the_house_rule(reading: str) -> Explanation:
    """The log's word that this reading decided."""
    said = Text(f"house_rule.harvest.lift_by_giving_up.{reading}")
    return Explanation((), None, "HV-12", "lift_by_giving_up", said)


def lifted(
    lay: Lay, timing: str, first: str, second: str, reading: str
) -> tuple[list[str], Explanation | None]:
    """What is left of two statuses when one timing is given up for the first, and what the log says decided it."""
    table = stricken(lay, first, 1, lift_by_giving_up=reading)
    table.rule("afflict", name="mina", status=second, level=1).begins("mina").skip_to(f"give_up_{timing}")
    table.answers("mina", **{f"give_up_{timing}": first})
    return [status.key for status in table.battle["mina"].statuses], table.told("lift")[0].explanation


@pytest.mark.parametrize(
    ("timing", "first", "second"),
    [
        ("preparation", "paralysis", "grudge"),
        ("preparation", "grudge", "paralysis"),
        ("movement", "burn", "frostbite"),
    ],
)
def test_one_timing_given_up_lifts_one_status_or_all_that_name_it(
    lay: Lay, timing: str, first: str, second: str
) -> None:
    """HV-12, settled: one, of the owner's choice; all by house rule, and the log says which reading decided."""
    assert lifted(lay, timing, first, second, "one") == ([second], by_the_house_rule("one"))
    assert lifted(lay, timing, first, second, "all") == ([], by_the_house_rule("all"))


def test_all_that_name_it_are_not_those_that_name_another_timing(lay: Lay) -> None:
    """HV-12, house rule: giving the movement timing up leaves what the preparation timing lifts; it decides nothing."""
    assert lifted(lay, "movement", "burn", "grudge", "all") == (["grudge"], None)


def test_a_full_move_lifts_nothing(lay: Lay) -> None:
    """HV-12, HV-14, settled: it gives the preparation timing up and pays for the one more step alone."""
    for reading in ("one", "all"):
        table = stricken(lay, "grudge", 1, lift_by_giving_up=reading).begins("mina")
        table.answers("mina", move=["A5", "A4", "A3"])
        assert (table.asks, table.level("mina", "grudge")) == ("activate", 1)


# ---------------------------------------------------------------- the same status again


def given_again(lay: Lay, old: int, new: int, status: str = "silence") -> Table:
    """Thorn (SS 9) gives Mina a status that she already has."""
    daze = spell("daze", afflict(status, new))
    table: Table = lay(ally("mina", "B5"), enemy("thorn", "B4", ss=9), magic=[daze])
    table.rule("afflict", name="mina", status=status, level=old)
    return table.attacks("thorn", "daze", cell="B5", targets=["mina"])


def test_what_lasts_its_level_in_rounds_is_overwritten_with_its_duration(lay: Lay) -> None:
    """HV-43, HV-61: from the second round to the fourth."""
    table = given_again(lay, 1, 3)
    assert table.asked == ["gm"]
    [silence] = table.answers("thorn", overwrite="overwrite").battle["mina"].statuses
    assert (silence.level, silence.until.round) == (3, 4)


def test_refused_it_keeps_level_and_duration(lay: Lay) -> None:
    """HV-43, HV-61."""
    [silence] = given_again(lay, 1, 3).passes("thorn", "overwrite").battle["mina"].statuses
    assert (silence.level, silence.until.round) == (1, 2)


def test_the_choice_says_both_levels(lay: Lay) -> None:
    """HV-43."""
    [option] = given_again(lay, 3, -1, "grudge").question.choices["gm"].options
    assert option.label.params == {"old": 3, "new": -1}


def test_each_target_is_chosen_for_by_itself(lay: Lay) -> None:
    """HV-43: who does not have it yet is not asked about."""
    sear = spell("sear", afflict("burn", 1), range=change(around(1)))
    foes = enemy("thorn", "B4"), enemy("moth", "A4"), enemy("wasp", "C4")
    table = lay(ally("mina", "B5", ss=9), *foes, magic=[sear])
    for name in ("thorn", "wasp"):
        table.rule("afflict", name=name, status="burn", level=2)
    table.attacks("mina", "sear", targets=["thorn", "moth", "wasp"]).nobody_reacts()
    assert table.question.subjects == ("mina", "thorn")
    table.answers("mina", overwrite="overwrite").passes("mina", "overwrite")
    assert [table.level(name, "burn") for name in ("thorn", "moth", "wasp")] == [1, 1, 2]


def test_a_skill_asks_its_user(lay: Lay) -> None:
    """HV-43: for an ally too."""
    cheer = skill("cheer", afflict("awakening", 2, to="ally", rounds=1))
    table = lay(ally("mina", "B5", ss=9), ally("jun", "A5"), enemy("thorn", "B1"), skills=[cheer])
    table.rule("afflict", name="jun", status="awakening", level=1).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="skill:cheer", ally="jun")
    assert table.asked == ["mina"]
    assert table.answers("mina", overwrite="overwrite").level("jun", "awakening") == 2


@pytest.mark.parametrize(("giver", "asked"), [("mina", ["mina"]), ("", ["gm"])])
def test_a_trap_asks_who_laid_it(lay: Lay, giver: str, asked: list[str]) -> None:
    """HV-43, HV-81: the GM for one that lay there from the start."""
    pit = trap("pit", "A4", afflict("burn", 1, to="trigger"), camp=Camp.ALLY, giver=giver)
    table = lay(ally("mina", "B6"), enemy("thorn", "B4", ss=9), pit)
    table.rule("afflict", name="thorn", status="burn", level=3).walks("thorn", "A4")
    assert (table.asks, table.asked) == ("overwrite", asked)
    table.answers(giver or "gm", overwrite="overwrite")
    assert table.level("thorn", "burn") == 1


def test_a_ruling_overwrites_unasked(lay: Lay) -> None:
    """HV-43: the GM has chosen by ruling."""
    table = stricken(lay, "burn", 3).rule("afflict", name="mina", status="burn", level=1)
    assert (table.asks, table.level("mina", "burn")) == ("begin", 1)


# ---------------------------------------------------------------- a pack's own


def with_home(lay: Lay, level: int, lifted_by: str = "effects", **per_level: int) -> Table:
    """Mina is under a status of the pack's own."""
    trance = home_status("trance", per_level=per_level, lifted_by=lifted_by)
    return stricken(lay, "trance", level, statuses=[trance], action_magic=3)


@pytest.mark.parametrize(("level", "dealt", "taken"), [(2, 12, 4), (0, 6, 6), (-1, 3, 7)])
def test_a_packs_own_status_changes_attack_and_defence_by_its_level(
    lay: Lay, level: int, dealt: int, taken: int
) -> None:
    """HV-64, HV-44: attack 2 + 5 + 3L against 1; 7 against 1 + L."""
    table = with_home(lay, level, attack=3, defence=1)
    table.attacks("mina", "blow", cell="B4", targets=["thorn"]).nobody_reacts()
    assert (table.lost("thorn"), is_hit(table).lost("mina")) == (dealt, taken)


@pytest.mark.parametrize(("level", "steps"), [(1, 4), (0, 3), (-9, 1)])
def test_a_packs_own_status_changes_movement(lay: Lay, level: int, steps: int) -> None:
    """HV-64, HV-13: 2 + L, never below 0, and one more as a full move."""
    table = with_home(lay, level, movement=1).begins("mina")
    assert table.question.choices["mina"].budget == steps


@pytest.mark.parametrize(("level", "first"), [(1, "thorn"), (-1, "mina")])
def test_a_packs_own_status_changes_the_order(lay: Lay, level: int, first: str) -> None:
    """HV-64, HV-10: 9 - 5L against 5."""
    assert with_home(lay, level, ss=-5).skip_round().acting == first


@pytest.mark.parametrize(("level", "dice"), [(1, 5), (-1, 1)])
def test_a_packs_own_status_changes_dice(lay: Lay, level: int, dice: int) -> None:
    """HV-64, HV-20: 3 + 2L, and the explanation calls it by its name."""
    table = with_home(lay, level, action_dice=2).begins("mina").skip_to("activate")
    table.rolls(*[1] * dice).answers("mina", activate="challenge")
    how = table.told("roll")[-1].explanation
    assert how is not None
    assert (how.parts[-1].label.params["name"], how.total) == (Local({"en": "Trance"}), dice)


@pytest.mark.parametrize("timing", ["movement", "preparation"])
def test_a_timing_given_up_lifts_a_packs_own_status(lay: Lay, timing: str) -> None:
    """HV-64, HV-12: that timing, and no other."""
    table = with_home(lay, 1, timing, attack=1).begins("mina").skip_to(f"give_up_{timing}")
    table.answers("mina", **{f"give_up_{timing}": "trance"})
    assert table.level("mina", "trance") is None
    kept = with_home(lay, 1, timing, attack=1)
    assert EVERY_TIMING & set(asked_in_a_phase(kept)) == {f"give_up_{timing}"}
    assert kept.skip_round().level("mina", "trance") == 1


def test_the_end_phase_lifts_a_packs_own_status(lay: Lay) -> None:
    """HV-64, HV-17."""
    table = with_home(lay, 1, "end_phase", attack=1).skip_to("begin", "jun")
    assert table.level("mina", "trance") == 1
    assert table.skip_round().level("mina", "trance") is None


def test_only_effects_lift_a_packs_own_status_that_names_nothing_else(lay: Lay) -> None:
    """HV-64: no timing and no end phase."""
    wake = spell("wake", effect("lift", to="self", status="trance"), level=1)
    trance = home_status("trance", per_level={"attack": 1})
    table = stricken(lay, "trance", 1, statuses=[trance], magic=[wake])
    assert not EVERY_TIMING & set(asked_in_a_phase(table))
    assert table.skip_round().level("mina", "trance") == 1
    assert table.casts("mina", "wake").level("mina", "trance") is None


def test_a_packs_own_status_for_one_round(lay: Lay) -> None:
    """HV-64, HV-42: the end of the next action at that SS."""
    trance = home_status("trance", per_level={"attack": 1})
    hum = spell("hum", afflict("trance", 1, to="self", rounds=1), level=1)
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B1"), magic=[hum], statuses=[trance])
    table.casts("mina", "hum").skip_round()
    assert table.level("mina", "trance") == 1
    assert table.passes("mina", "begin").level("mina", "trance") is None

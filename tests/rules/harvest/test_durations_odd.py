"""The odd cases of "for 1 round": who made it, who has it and their SS are not what they were (HV-42)."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    effect,
    enemy,
    on_cells,
    reaction,
    skill,
    spell,
    thing,
)

SLOW = effect("modify", stat="ss", amount=-3, rounds=1)
BELL = spell("bell", afflict("awakening", 1, to="self", rounds=1), level=1)
SEAR = spell("sear", afflict("burn", 1, rounds=1))
CHEER = reaction("cheer", afflict("awakening", 1, to="self", rounds=1))


def shifted(table: Table, name: str, by: int) -> Table:
    """The GM changes somebody's SS for good."""
    return table.rule("afflict", name=name, status="paralysis", level=-by)


def awake(table: Table, name: str = "mina") -> tuple[str, bool]:
    """Who acts now, and whether the awakening is still there."""
    return table.acting, table.level(name, "awakening") is not None


# ---------------------------------------------------------------- the maker's SS


def test_who_acts_sooner_than_she_did_keeps_it_until_the_order_passes_the_old_ss(lay: Lay) -> None:
    """HV-42: made at 5, she acts at 8 in round 2; it is still there after that, and gone when 4 is next."""
    table = lay(ally("mina", "B6"), enemy("thorn", "B1", ss=6), enemy("moth", "A1", ss=4), magic=[BELL])
    table.passes("thorn", "begin").casts("mina", "bell")
    shifted(table, "mina", 3).skip_round()
    assert awake(table) == ("mina", True)
    assert awake(table.passes("mina", "begin")) == ("thorn", True)
    assert awake(table.passes("thorn", "begin")) == ("moth", False)


def test_of_several_that_act_at_the_old_ss_the_last_ends_it(lay: Lay) -> None:
    """HV-42, settled: Mina acts at 7; Jun, and moth who has come to 9, act at the SS it was made at."""
    fighters = ally("jun", "A6", ss=9), enemy("moth", "A1", ss=8), enemy("thorn", "B1", ss=8)
    table = lay(ally("mina", "B6", ss=9), *fighters, magic=[BELL]).answers("jun", next="mina")
    table.casts("mina", "bell")
    shifted(shifted(table, "mina", -2), "moth", 1).skip_round()
    assert awake(table) == ("jun", True)
    assert awake(table.passes("jun", "begin")) == ("moth", True)
    assert awake(table.passes("moth", "begin")) == ("thorn", False)


def test_who_still_acts_at_it_ends_it_before_others_at_the_same_ss(lay: Lay) -> None:
    """HV-42, settled: it waits for the last action at 9 only without hers."""
    table = lay(ally("mina", "B6", ss=9), ally("jun", "A6", ss=9), enemy("thorn", "B1"), magic=[BELL])
    table.answers("jun", next="mina").casts("mina", "bell").skip_to("next").answers("jun", next="mina")
    assert awake(table) == ("mina", True)
    assert awake(table.passes("mina", "begin")) == ("jun", False)


def test_who_slows_herself_is_judged_by_the_ss_she_was_chosen_at(lay: Lay) -> None:
    """HV-42, HV-40: made at 9, with SS 6 at the time; in round 2 it ends as thorn, who was chosen before that, acts."""
    heavy = skill("heavy", SLOW | {"to": "self"})
    table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1", ss=8), magic=[BELL], skills=[heavy])
    table.begins("mina").passes("mina", "move").answers("mina", prepare="skill:heavy").casts("mina", "bell")
    table.skip_round()
    assert (awake(table), table.battle["mina"].modifiers) == (("thorn", False), [])
    assert (table.passes("thorn", "begin").acting, table.battle.acting_ss) == ("mina", 9)


def test_an_ss_below_nothing_is_an_ss(lay: Lay) -> None:
    """HV-42, HV-44: made at -2, it ends after the action at -2."""
    table = lay(ally("mina", "B6", ss=0), enemy("thorn", "B1", ss=1), magic=[BELL])
    shifted(table, "mina", -2).passes("thorn", "begin").casts("mina", "bell").skip_to("begin", "mina")
    assert (awake(table), table.battle.round, table.battle.acting_ss) == (("mina", True), 2, -2)
    assert awake(table.passes("mina", "begin"))[1] is False


def test_two_rounds_are_two_rounds_though_nobody_acts_at_that_ss(lay: Lay) -> None:
    """HV-42, settled: made at 9 in round 1, it outlasts the passing of 9 in round 2, not in round 3."""
    toll = spell("toll", afflict("awakening", 1, to="self", rounds=2), level=1)
    table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1", ss=8), magic=[toll]).casts("mina", "toll")
    shifted(table, "mina", -5).skip_round()
    assert awake(table) == ("thorn", True)
    assert awake(table.skip_round()) == ("thorn", False)


# ---------------------------------------------------------------- who made it, who has it


def test_without_its_maker_another_at_her_ss_ends_it(lay: Lay) -> None:
    """HV-42, settled: Mina is gone, Jun acts at 9: it ends after him, before thorn."""
    table = lay(ally("mina", "B5", ss=9), ally("jun", "A6", ss=9), enemy("thorn", "B4", ss=8), magic=[SEAR])
    table.answers("jun", next="mina").attacks("mina", "sear", cell="B4", targets=["thorn"])
    table.rule("remove", name="mina").skip_round()
    assert (table.acting, table.level("thorn", "burn")) == ("jun", 1)
    assert table.passes("jun", "begin").level("thorn", "burn") is None


def test_who_is_back_from_incapacitation_comes_without_it(lay: Lay) -> None:
    """HV-42, HV-45: nothing waits for her, whatever its time."""
    table = lay(ally("mina", "B6", ss=9), ally("jun", "A6"), enemy("thorn", "B1"), magic=[BELL])
    table.casts("mina", "bell").rule("set_hp", name="mina", value=0).rule("move", name="mina", cell="B6")
    assert (table.level("mina", "awakening"), table.battle["mina"].hp) == (None, 1)


def test_a_maker_who_is_back_ends_it_with_her_own_action(lay: Lay) -> None:
    """HV-42: fallen and brought back, she still acts at that SS."""
    table = lay(ally("mina", "B5", ss=9), ally("jun", "A6"), enemy("thorn", "B4", ss=8), magic=[SEAR])
    table.attacks("mina", "sear", cell="B4", targets=["thorn"])
    table.rule("set_hp", name="mina", value=0).rule("move", name="mina", cell="B6").skip_round()
    assert (table.acting, table.level("thorn", "burn")) == ("mina", 1)
    assert table.passes("mina", "begin").level("thorn", "burn") is None


# ---------------------------------------------------------------- made in a reaction


def cheered(lay: Lay) -> Table:
    """Thorn (SS 7) has given itself awakening in its reaction to Mina (SS 9)."""
    fighters = ally("mina", "B5", ss=9), ally("jun", "A6", ss=8), enemy("thorn", "B4", ss=7)
    table: Table = lay(*fighters, magic=[spell("blow"), CHEER])
    return table.attacks("mina", "blow", cell="B4", targets=["thorn"]).reacts("thorn", "cheer")


def test_without_the_attacker_a_reactions_effect_ends_as_her_ss_is_passed(lay: Lay) -> None:
    """HV-42, settled: her SS counts even when she is gone, not the reactor's."""
    table = cheered(lay).rule("remove", name="mina")
    assert awake(table, "thorn") == ("jun", True)
    assert awake(table.skip_round(), "thorn") == ("jun", False)


def test_a_slower_attacker_ends_it_no_more(lay: Lay) -> None:
    """HV-42, settled: it is passed before Jun at 8, long before her at 2."""
    table = shifted(cheered(lay), "mina", -7).skip_round()
    assert awake(table, "thorn") == ("jun", False)


def test_for_this_phase_in_a_reaction_is_the_attackers_phase(lay: Lay) -> None:
    """HV-42: without rounds it ends with the action phase it was made in."""
    crouch = skill("crouch", effect("modify", to="self", stat="defence", amount=4), type="R")
    table = lay(
        ally("mina", "B5", ss=9), enemy("thorn", "B4"), magic=[spell("blow", attack=5)], skills=[crouch]
    )
    table.attacks("mina", "blow", cell="B4", targets=["thorn"]).answers("thorn", react="skill:crouch")
    table.nobody_reacts()
    assert (table.lost("thorn"), table.acting, table.battle["thorn"].modifiers) == (1, "thorn", [])


# ---------------------------------------------------------------- made in the end phase


def humming(lay: Lay, rounds: int) -> Table:
    """A jar changes Mina's attack in every end phase."""
    jar = thing("jar", "B5", effect("modify", to="near", stat="attack", amount=1, rounds=rounds))
    table: Table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1"), jar)
    return table.skip_round()


def rises(table: Table) -> int:
    """How many changes of attack Mina has."""
    return len(table.battle["mina"].modifiers)


def test_what_an_end_phase_makes_lasts_through_the_next_round(lay: Lay) -> None:
    """HV-42, settled: for 1 round until the end of the next end phase, where the next is made."""
    table = humming(lay, 1)
    assert rises(table) == 1
    table.skip_to("begin", "thorn")
    assert rises(table) == 1
    assert rises(table.skip_round()) == 1
    assert rises(table.rule("remove_object", name="jar").skip_round()) == 0


def test_n_rounds_from_an_end_phase(lay: Lay) -> None:
    """HV-42, settled: made in those of rounds 1 and 2 for 2 rounds, they end in those of rounds 3 and 4."""
    table = humming(lay, 2).skip_round().rule("remove_object", name="jar")
    assert rises(table) == 2
    assert rises(table.skip_round()) == 1
    assert rises(table.skip_round()) == 0


def test_for_this_phase_in_an_end_phase_is_that_end_phase(lay: Lay) -> None:
    """HV-42: it does not reach into the next round's first action phase."""
    assert rises(humming(lay, 0)) == 0


# ---------------------------------------------------------------- not only statuses


def test_terrain_and_special_objects_end_by_the_same_ss(lay: Lay) -> None:
    """HV-42, HV-70, HV-82: after the maker's next action."""
    blaze = spell("blaze", on_cells("terrain", "here", terrain="lava", level=1, rounds=1), level=1)
    call = spell("call", on_cells("summon", "chosen", object="jar"), level=1, cost="dark")
    mina = ally("mina", "B6", ss=9, action_magic=2)
    table = lay(mina, enemy("thorn", "B1"), thing("jar", rounds=1), magic=[blaze, call])
    table.casts("mina", "blaze", "call").answers("mina", cells=["A3"]).skip_round()
    assert (table.ground("B6"), len(table.battle.things)) == (("lava", 1), 1)
    table.passes("mina", "begin")
    assert (table.ground("B6"), table.battle.things) == (None, [])

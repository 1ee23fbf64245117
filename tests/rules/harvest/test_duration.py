"""How long effects last: "for 1 round" by the SS they were made at (HV-42), poison until a cure (HV-52)."""

import pytest

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    reaction,
    spell,
)

SLOW = spell("slow", effect("modify", stat="ss", amount=-3, rounds=1), afflict("burn", 1, rounds=1))
BELL = spell("bell", afflict("awakening", 1, to="self", rounds=1), level=1, cost="light")
TOLL = spell("toll", afflict("awakening", 1, to="self", rounds=2), level=1, cost="wind")


def rung(lay: Lay, *others: object, spell: str = "bell") -> Table:
    """Mina (SS 9) has given herself awakening in round 1; thorn (SS 5) stands by."""
    table: Table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1"), *others, magic=[SLOW, BELL, TOLL])
    return table.casts("mina", spell)


def test_it_lasts_through_the_round_and_the_own_next_phase(lay: Lay) -> None:
    """HV-42."""
    table = rung(lay).skip_round()
    assert table.level("mina", "awakening") == 1
    assert table.passes("mina", "begin").level("mina", "awakening") is None


def test_n_rounds_is_the_same_point_n_rounds_later(lay: Lay) -> None:
    """HV-42, settled."""
    table = rung(lay, spell="toll").skip_round().passes("mina", "begin")
    assert table.level("mina", "awakening") == 1
    assert table.skip_round().passes("mina", "begin").level("mina", "awakening") is None


def test_passing_the_phase_ends_it_too(lay: Lay) -> None:
    """HV-42, HV-12: it counts as having acted."""
    assert rung(lay).skip_round().passes("mina", "begin").told("lift", "mina")


def test_on_another_it_ends_with_the_givers_phase(lay: Lay) -> None:
    """HV-42: the burn and the loss of SS that Mina gave end together after her phase in round 2."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", ss=8), magic=[SLOW])
    table.attacks("mina", "slow", cell="B3", targets=["thorn"]).skip_round()
    assert (table.level("thorn", "burn"), len(table.battle["thorn"].modifiers)) == (1, 1)
    table.passes("mina", "begin")
    assert (table.level("thorn", "burn"), table.battle["thorn"].modifiers) == (None, [])
    assert (table.acting, table.battle.acting_ss) == ("thorn", 8)


def test_another_at_the_same_ss_does_not_end_it_before_her(lay: Lay) -> None:
    """HV-42, settled: it is the SS of the one whose phase it was, and she still acts at it."""
    table = lay(ally("mina", "B6", ss=9), ally("jun", "A6", ss=9), enemy("thorn", "B1"), magic=[BELL])
    table.answers("jun", next="mina").casts("mina", "bell").skip_to("next").answers("mina", next="jun")
    assert table.passes("jun", "begin").level("mina", "awakening") == 1
    assert table.passes("mina", "begin").level("mina", "awakening") is None


def test_with_a_changed_ss_it_ends_after_the_last_action_at_the_old_one(lay: Lay) -> None:
    """HV-42, settled: in round 2 Mina acts at 7; Jun is the last who acts at 9, and it ends after him."""
    table = lay(ally("mina", "B6", ss=9), ally("jun", "A6", ss=9), enemy("thorn", "B1", ss=8), magic=[BELL])
    table.answers("jun", next="mina").casts("mina", "bell")
    table.rule("afflict", name="mina", status="paralysis", level=2).skip_round()
    assert (table.acting, table.level("mina", "awakening")) == ("jun", 1)
    table.passes("jun", "begin")
    assert (table.acting, table.level("mina", "awakening")) == ("thorn", None)


def test_what_ends_after_the_last_action_counts_for_the_next_order(lay: Lay) -> None:
    """HV-42, HV-10: thorn's SS is read when its loss of SS has ended, before moth's turn could come."""
    foes = enemy("thorn", "B3", ss=8), enemy("moth", "C1", ss=6)
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A6", ss=9), *foes, magic=[SLOW])
    table.answers("jun", next="mina").attacks("mina", "slow", cell="B3", targets=["thorn"])
    table.rule("afflict", name="mina", status="paralysis", level=6).skip_round().passes("jun", "begin")
    assert (table.acting, table.battle.acting_ss) == ("thorn", 8)


@pytest.mark.parametrize("gone", [("remove", {}), ("set_hp", {"value": 0})])
def test_when_the_giver_is_gone_it_ends_as_the_order_passes(
    lay: Lay, gone: tuple[str, dict[str, int]]
) -> None:
    """HV-42: nobody acts at SS 9 in round 2."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", ss=8), ally("jun", "A6", ss=1), magic=[SLOW])
    table.attacks("mina", "slow", cell="B3", targets=["thorn"])
    ruling, params = gone
    table.rule(ruling, **{"name": "mina"}, **params)
    assert table.level("thorn", "burn") == 1
    table.skip_round()
    assert (table.acting, table.level("thorn", "burn")) == ("thorn", None)


def test_when_nobody_acts_below_it_the_round_ends_it(lay: Lay) -> None:
    """HV-42: the only one left acts above the SS it was made at, and the end phase ends it."""
    table = lay(ally("mina", "B4", ss=3), enemy("thorn", "B3", ss=8), ally("jun", "A6", ss=9), magic=[SLOW])
    table.skip_to("begin", "mina").attacks("mina", "slow", cell="B3", targets=["thorn"])
    table.rule("remove", name="mina")
    assert (table.battle.round, table.level("thorn", "burn")) == (2, 1)
    table.passes("jun", "begin")
    assert table.level("thorn", "burn") == 1
    assert table.passes("thorn", "begin").level("thorn", "burn") is None


def test_the_holder_gone_takes_it_away(lay: Lay) -> None:
    """HV-42, HV-45."""
    assert rung(lay, ally("jun", "A6")).rule("set_hp", name="mina", value=0).battle["mina"].statuses == []


def test_a_reaction_lasts_by_the_ss_of_the_attackers_phase(lay: Lay) -> None:
    """HV-42, settled: the reactor's own SS says nothing."""
    storm, cheer = (
        spell("storm", range=change(around(1))),
        reaction("cheer", afflict("awakening", 1, to="self", rounds=1)),
    )
    table = lay(enemy("foe", "B3", ss=7), ally("a", "B4", ss=9), magic=[storm, cheer])
    table.passes("a", "begin").attacks("foe", "storm", targets=["a"]).reacts("a", "cheer")
    table.passes("a", "begin")
    assert (table.acting, table.level("a", "awakening")) == ("foe", 1)
    assert table.passes("foe", "begin").level("a", "awakening") is None


def test_made_in_the_end_phase_it_ends_in_an_end_phase(lay: Lay) -> None:
    """HV-42, settled: a ruling in the end phase of round 1, for 1 round, ends in that of round 2."""
    table = lay(ally("mina", "B4"), ally("jun", "A4"), enemy("thorn", "B1"))
    for name in ("mina", "jun"):
        table.rule("afflict", name=name, status="poison", level=1)
    table.answers("mina", next="mina").skip_to("end_next") if table.asks == "next" else table.skip_to(
        "end_next"
    )
    table.rule("afflict", name="thorn", status="burn", level=1, rounds=1).answers("mina", end_next="mina")
    assert (table.battle.round, table.level("thorn", "burn")) == (2, 1)
    table.answers("mina", next="mina").skip_to("end_next")
    assert (table.battle.round, table.level("thorn", "burn")) == (2, 1)
    table.answers("mina", end_next="mina")
    assert (table.battle.round, table.level("thorn", "burn")) == (3, None)


def test_without_a_time_it_lasts_until_lifted(lay: Lay) -> None:
    """HV-42, HV-52: poison ticks in every end phase until magic lifts it."""
    tea = spell("tea", effect("lift", to="self", status="poison"), level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[tea])
    table.rule("afflict", name="mina", status="poison", level=2).skip_round().skip_round()
    assert (table.lost("mina"), table.level("mina", "poison")) == (4, 2)
    assert table.casts("mina", "tea").skip_round().lost("mina") == 4


def test_giving_timings_up_lifts_no_poison(lay: Lay) -> None:
    """HV-52: only skill, magic or item."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"))
    table.rule("afflict", name="mina", status="poison", level=2).begins("mina")
    assert table.asks == "move"

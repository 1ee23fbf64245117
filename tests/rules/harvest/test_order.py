"""Who acts next (HV-10, HV-11), and the round (HV-17)."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, afflict, ally, effect, enemy, npc_ally, rival, spell


def acting_order(table: Table) -> list[str]:
    """Everybody's order in this round, all passing."""
    now, order = table.battle.round, []
    while table.battle.round == now:
        if table.asks == "begin":
            order.append(table.acting)
        table.session.answer(
            table.asked[0], None if table.asks == "begin" else table.offers()[0], table.session.ticket
        )
        table.keep()
    return order


def test_the_highest_ss_acts_first(lay: Lay) -> None:
    """HV-10."""
    table = lay(ally("mina", "A5", ss=3), enemy("thorn", "A1", ss=9), ally("jun", "B5", ss=6))
    assert acting_order(table) == ["thorn", "jun", "mina"]


def test_ss_is_read_anew_before_each_action_phase(lay: Lay) -> None:
    """HV-10: the one who was to be next is slowed first."""
    slow = spell("slow", effect("modify", stat="ss", amount=-5, rounds=1))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", ss=8), enemy("moth", "C1", ss=7), magic=[slow])
    table.attacks("mina", "slow", cell="B3", targets=["thorn"])
    assert table.acting == "moth"


def test_who_is_quicker_than_one_who_has_acted_does_not_act_twice(lay: Lay) -> None:
    """HV-10: among those that have not acted this round."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1", ss=8), enemy("moth", "C1", ss=7))
    table.passes("mina", "begin").rule("afflict", name="mina", status="paralysis", level=-5)
    assert acting_order(table) == ["thorn", "moth"]
    assert table.acting == "mina"


def test_any_player_settles_a_tie_of_players(lay: Lay) -> None:
    """HV-11: also between the camps."""
    table = lay(ally("mina", "B4"), rival("vera", "B1"), ally("jun", "A4"))
    assert table.asked == ["mina", "vera", "jun"]
    table.answers("jun", next="vera")
    assert (table.acting, table.asks) == ("vera", "begin")
    table.passes("vera", "begin").answers("mina", next="jun")
    assert table.acting == "jun"


def test_the_gm_settles_a_tie_of_npcs(lay: Lay) -> None:
    """HV-11: allies of the players among them."""
    table = lay(ally("mina", "B4", ss=1), enemy("thorn", "B1"), npc_ally("cat", "B6"))
    assert (table.asks, table.asked, table.offers()) == ("next", ["gm"], ["thorn", "cat"])
    assert table.answers("gm", next="cat").acting == "cat"


def test_a_tie_is_asked_anew_when_a_ruling_changes_who_is_tied(lay: Lay) -> None:
    """HV-11."""
    table = lay(ally("mina", "A4"), ally("jun", "B4"), ally("sora", "C4", ss=1), enemy("thorn", "B1", ss=1))
    table.rule("afflict", name="sora", status="paralysis", level=-4).rule("remove", name="mina")
    assert (table.asked, table.offers("sora")) == (["jun", "sora"], ["jun", "sora"])


def test_a_tie_that_a_ruling_empties_is_asked_no_more(lay: Lay) -> None:
    """HV-11, HV-17: all of it count as having acted; the end phase and the next round follow."""
    table = lay(ally("mina", "A4", ss=9), ally("jun", "B4"), ally("sora", "C4"), enemy("thorn", "B1", ss=1))
    table.passes("mina", "begin").rule("set_acted", name="thorn", acted=True)
    table.rule("set_acted", name="jun", acted=True).rule("set_acted", name="sora", acted=True)
    assert (table.battle.round, table.acting) == (2, "mina")


def test_a_round_is_everybodys_phase_and_then_the_end_phase(lay: Lay) -> None:
    """HV-17: poison ticks after the last action."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"))
    table.rule("afflict", name="mina", status="poison", level=2).passes("mina", "begin")
    assert table.lost("mina") == 0
    table.passes("thorn", "begin")
    assert (table.lost("mina"), table.battle.round, table.acting) == (2, 2, "mina")


def test_the_end_phase_goes_by_the_order_of_ss(lay: Lay) -> None:
    """HV-17: ticks one character after the other, ties are asked as for actions (HV-11)."""
    table = lay(
        ally("mina", "A4", ss=2),
        ally("jun", "B4", ss=2),
        enemy("thorn", "B1", ss=9),
        ally("sora", "C4", ss=3),
    )
    for name in ("mina", "jun", "thorn"):
        table.rule("afflict", name=name, status="poison", level=1)
    table.skip_to("next").answers("mina", next="mina").skip_to("end_next")
    assert (table.asked, table.lost("thorn"), table.lost("mina")) == (["mina", "jun"], 1, 0)
    table.answers("mina", end_next="jun")
    assert [event.about[0] for event in table.told("hurt")] == ["thorn", "jun", "mina"]


def test_the_battle_ends_at_once_between_two_ticks(lay: Lay) -> None:
    """HV-06, HV-17: whoever falls first in the end phase loses."""
    table = lay(ally("mina", "A4", hp=1, ss=2), enemy("thorn", "B1", hp=1, ss=9))
    table.rule("afflict", name="mina", status="poison", level=1)
    table.rule("afflict", name="thorn", status="poison", level=1).passes("thorn", "begin").passes(
        "mina", "begin"
    )
    assert table.winner == "ally"


def test_nobody_ticks_twice_when_a_tie_of_the_end_phase_is_emptied(lay: Lay) -> None:
    """HV-17: the tied ones are cured while their order is asked."""
    table = lay(ally("mina", "A4", ss=2), ally("jun", "B4", ss=2), enemy("thorn", "B1", ss=9))
    for name in ("mina", "jun", "thorn"):
        table.rule("afflict", name=name, status="poison", level=1)
    table.skip_to("next").answers("mina", next="mina").skip_to("end_next")
    table.rule("lift", name="mina", status="poison").rule("lift", name="jun", status="poison")
    assert (table.battle.round, table.lost("thorn"), table.lost("mina"), table.lost("jun")) == (2, 1, 0, 0)


def test_a_status_given_to_oneself_changes_the_own_next_order(lay: Lay) -> None:
    """HV-10, HV-44: paralysis -3 is a gain of SS."""
    dash = spell("dash", afflict("paralysis", -3, to="self"), level=1)
    table = lay(ally("mina", "B4", ss=5), enemy("thorn", "B1", ss=6), magic=[dash])
    table.passes("thorn", "begin").casts("mina", "dash")
    assert (table.battle.round, table.acting, table.battle.acting_ss) == (2, "mina", 8)

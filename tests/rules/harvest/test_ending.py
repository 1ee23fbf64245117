"""When the battle ends, and what is left of it (HV-06, HV-07)."""

import pytest

from rules.engine.text import Text
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, afflict, ally, effect, enemy, reaction, skill, spell

BLOW = spell("blow", afflict("burn", 1), attack=5)


def felled(lay: Lay, **house: object) -> Table:
    """Mina has felled the last enemy."""
    table: Table = lay(ally("mina", "B4", ss=9, hp=7), enemy("thorn", "B3", hp=5), magic=[BLOW], **house)
    return table.attacks("mina", "blow", cell="B3", targets=["thorn"])


def test_the_battle_ends_when_all_of_a_camp_are_incapacitated(lay: Lay) -> None:
    """HV-06: at that moment, without the rest of the round."""
    table = felled(lay)
    assert (table.winner, table.asks, table.session.is_over) == ("ally", "", True)
    [told] = table.told("over")
    assert told.explanation is not None
    assert told.explanation.house_rule == "ends_by"


def test_what_is_unresolved_falls_away(lay: Lay) -> None:
    """HV-06: no burn for the fallen, no reaction-side effects, no turn of others."""
    spite = reaction("spite", effect("hurt", to="attacker", amount=1))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", hp=5), magic=[BLOW, spite])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).reacts("thorn", "spite")
    assert (table.winner, table.told("afflict"), table.told("hurt", "mina")) == ("ally", [], [])


def test_one_left_of_each_camp_is_no_end(lay: Lay) -> None:
    """HV-06."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", hp=5), enemy("moth", "C1"), magic=[BLOW])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).nobody_reacts()
    assert (table.winner, table.acting) == (None, "moth")


def test_both_camps_empty_in_one_check_is_a_draw(lay: Lay) -> None:
    """HV-06, HV-04: the last two collide; each has 3 HP."""
    shove = spell("shove", effect("push", to="self", direction="front", cells=1))
    table = lay(ally("mina", "B4", ss=9, hp=3), enemy("thorn", "B3", hp=3), magic=[shove])
    table.casts("mina", "shove").answers("mina", cell="A4")
    assert table.winner == ""


def test_the_battle_ends_in_the_middle_of_a_reaction(lay: Lay) -> None:
    """HV-06: a skill that fells the last attacker."""
    thorns = skill("thorns", effect("hurt", to="attacker", amount=9), type="R")
    table = lay(ally("mina", "B4", ss=9, hp=3), enemy("thorn", "B3"), magic=[BLOW], skills=[thorns])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).answers("thorn", react="skill:thorns")
    assert (table.winner, table.told("hurt", "thorn")) == ("enemy", [])


def test_burn_can_end_the_battle(lay: Lay) -> None:
    """HV-06, HV-55."""
    table = lay(ally("mina", "B4", ss=9, hp=1), enemy("thorn", "B3"))
    table.rule("afflict", name="mina", status="burn", level=1).begins("mina")
    assert table.winner == "enemy"


def test_a_ruling_that_empties_a_camp_ends_the_battle_with_the_turn(lay: Lay) -> None:
    """HV-06: looked at where a frame ends."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3")).rule("set_hp", name="thorn", value=0)
    assert table.passes("mina", "begin").winner == "ally"


def test_a_ruling_between_two_beats_ends_it_before_the_next(lay: Lay) -> None:
    """HV-06: the enemies leave while the order of a tie is asked."""
    table = lay(ally("mina", "B4"), ally("jun", "A4"), enemy("thorn", "B3"))
    table.rule("remove", name="thorn").answers("mina", next="jun").passes("jun", "begin")
    assert table.winner == "ally"


def test_a_newcomer_not_yet_placed_keeps_the_battle_going(lay: Lay) -> None:
    """HV-06: it is not incapacitated."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3", hp=5), magic=[BLOW]).rule(
        "add", creature="thornling"
    )
    table.attacks("mina", "blow", cell="B3", targets=["thorn"])
    assert (table.winner, table.asks) == (None, "place")


def test_the_gm_may_announce_another_goal(lay: Lay) -> None:
    """HV-06, house rule ends_by: play goes on, until the GM says who has won."""
    table = felled(lay, ends_by="gm")
    assert (table.winner, table.battle.round, table.acting) == (None, 2, "mina")
    assert table.rule("end", winner="enemy").winner == "enemy"


def test_with_nobody_at_all_left_it_ends_under_any_goal(lay: Lay) -> None:
    """HV-06, house rule ends_by: there is nobody to play on."""
    table = felled(lay, ends_by="gm").rule("set_hp", name="mina", value=0)
    assert table.winner == ""


def test_the_gm_ends_the_battle_with_a_stated_result(lay: Lay) -> None:
    """HV-06: in the middle of an attack."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[BLOW]).casts("mina", "blow")
    assert table.rule("end", winner="ally").session.is_over


def test_after_the_battle_everybody_is_whole_and_everything_is_cleared(lay: Lay) -> None:
    """HV-07: HP and TP in full, incapacitation, statuses and every effect gone, the field empty."""
    table = lay(ally("mina", "B4", ss=9, hp=7, tp=2), enemy("thorn", "B3", hp=5), magic=[BLOW])
    table.rule("afflict", name="mina", status="poison", level=1).attacks(
        "mina", "blow", cell="B3", targets=["thorn"]
    )
    for each in table.battle.combatants:
        assert (each.hp, each.tp, each.is_out) == (30, 10, False)
        assert (each.statuses, each.modifiers, each.gifts, each.cell) == ([], [], [], None)


def test_the_summary_tells_how_everybody_stood_before(lay: Lay) -> None:
    """HV-07: taken before the board is cleared."""
    assert felled(lay).battle.summary == [
        Text("harvest.summary.standing", {"who": "Mina"}),
        Text("harvest.summary.out", {"who": "Thorn"}),
    ]


@pytest.mark.parametrize("answered", [0, 1])
def test_the_end_can_be_undone(lay: Lay, answered: int) -> None:
    """HV-06: with the blow that brought it."""
    table = felled(lay)
    to = [entry.number for entry in table.record.entries if entry.seat == "mina"][-1 - answered]
    table.session = table.session.undo(to, table.session.ticket)
    table.keep()
    assert (table.winner, table.hp("thorn"), table.hp("mina")) == (None, 5, 7)

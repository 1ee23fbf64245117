"""Damage (HV-40)."""

import pytest

from rules.engine.view import GAME_MASTER
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, ally, effect, enemy, reaction, skill, spell

BLOW, WARD = spell("blow", attack=5), reaction("ward", defence=3)
RISE, GUARD = skill("rise", attack=2), skill("guard", type="R", defence=2)
WEAKEN = skill("weaken", effect("modify", to="attacker", stat="attack", amount=-4), type="R")


def struck(lay: Lay, attack: int, defence: int, **thorn: int) -> Table:
    """Thorn is asked to react to Mina's blow."""
    fighters = ally("mina", "B4", ss=9, attack=attack), enemy("thorn", "B3", defence=defence, **thorn)
    table: Table = lay(*fighters, enemy("moth", "C1"), magic=[BLOW, WARD], skills=[RISE, GUARD, WEAKEN])
    table.begins("mina").passes("mina", "move").answers("mina", prepare="skill:rise")
    return table.attacks("mina", "blow", cell="B3", targets=["thorn"])


@pytest.mark.parametrize(("attack", "defence", "lost"), [(10, 4, 13), (0, 7, 0), (0, 50, 0), (0, 6, 1)])
def test_attack_less_defence_never_below_nothing(lay: Lay, attack: int, defence: int, lost: int) -> None:
    """HV-40: catalyst attack + 5 by the spell + 2 by the skill."""
    assert struck(lay, attack, defence).passes("thorn", "react").lost("thorn") == lost


def test_hp_does_not_go_below_nothing(lay: Lay) -> None:
    """HV-40."""
    assert struck(lay, 90, 0).passes("thorn", "react").hp("thorn") == 0


def test_skills_and_magic_of_the_reaction_rise_the_defence(lay: Lay) -> None:
    """HV-40: 17 - (4 + 2 + 3)."""
    table = struck(lay, 10, 4).answers("thorn", react="skill:guard").reacts("thorn", "ward")
    assert table.lost("thorn") == 8


def test_attack_and_defence_are_read_at_the_damage(lay: Lay) -> None:
    """HV-40, settled: what a reaction takes from the attack counts; it was not fixed when the spell was cast."""
    table = struck(lay, 10, 4).answers("thorn", react="skill:weaken").passes("thorn", "react")
    assert table.lost("thorn") == 9


def test_what_ends_later_changes_nothing_computed(lay: Lay) -> None:
    """HV-40, settled: the damage stays when the rise has ended with the phase."""
    table = struck(lay, 10, 4).passes("thorn", "react")
    assert (table.lost("thorn"), table.battle["mina"].modifiers) == (13, [])


def test_the_attack_is_one_for_all_targets_and_each_has_its_own_defence(lay: Lay) -> None:
    """HV-40."""
    table = struck(lay, 10, 4).passes("thorn", "react")
    told = table.told("hurt", "thorn")[0].explanation
    assert told is not None
    assert [part.amount for part in told.parts] == [10, 2, 5, -4]


def test_every_number_says_where_it_came_from(lay: Lay) -> None:
    """HV-40: to the GM; the parts add up to the damage."""
    table = struck(lay, 10, 4).answers("thorn", react="skill:guard").reacts("thorn", "ward")
    [line] = [each for each in table.log(GAME_MASTER) if each.kind == "hurt"]
    assert line.explanation is not None
    assert [part.amount for part in line.explanation.parts] == [10, 2, 5, -4, -2, -3]
    assert (line.explanation.total, line.row) == (8, "HV-40")

"""Special objects: of no camp, attacked like anybody, acting at their named timing (HV-82)."""

import pytest

from rules.harvest.state import Until
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    ground,
    line,
    on_cells,
    reaction,
    skill,
    spell,
    thing,
)

BITE = effect("hurt", to="near", amount=4)


def attacked(lay: Lay, *effects: dict[str, object], attack: int = 10, **jar: object) -> Table:
    """Mina at B4 attacks the jar at B3, thorn stands behind it; nobody asked to react."""
    blow = spell("blow", *effects)
    mina, thorn = ally("mina", "B4", attack=attack, ss=9), enemy("thorn", "B2")
    table: Table = lay(mina, thorn, thing("jar", "B3", **jar), magic=[blow, reaction("ward")])
    return table.attacks("mina", "blow", cell="B3", targets=["jar"])


# ---------------------------------------------------------------- being attacked


def test_a_special_object_is_a_target_and_does_not_react(lay: Lay) -> None:
    """HV-24, HV-30, HV-82: nobody is asked, the damage is dealt."""
    table = attacked(lay, attack=7)
    assert (table.lost("jar"), table.asks) == (7, "begin")


def test_its_defence_counts(lay: Lay) -> None:
    """HV-40, HV-82."""
    assert attacked(lay, defence=4).lost("jar") == 6
    assert attacked(lay, defence=40).lost("jar") == 0


def test_it_is_destroyed_at_0_and_its_cell_is_free(lay: Lay) -> None:
    """HV-82."""
    table = attacked(lay, attack=30)
    assert (table.battle.things, len(table.told("destroyed", "jar"))) == ([], 1)
    assert table.passes("thorn", "begin").walks("mina", "B3").at("mina") == "B3"


def test_it_has_no_statuses_and_no_tp(lay: Lay) -> None:
    """HV-82: the rest of the magic happens to it."""
    no_tp = effect("drain", amount=2), effect("refresh", amount=2)
    table = attacked(lay, afflict("poison", 3), *no_tp, effect("hurt", amount=2), attack=3)
    assert (table.lost("jar"), table.battle.figure("jar").statuses) == (5, [])
    assert table.told("afflict") == table.told("drain") == table.told("refresh") == []


def test_it_is_healed_up_to_the_most(lay: Lay) -> None:
    """HV-82."""
    assert attacked(lay, effect("heal", amount=4), attack=7).hp("jar") == 7
    assert attacked(lay, effect("heal", amount=9), attack=7).hp("jar") == 10


def test_its_numbers_change_for_a_while(lay: Lay) -> None:
    """HV-40, HV-42, HV-82."""
    table = attacked(lay, effect("modify", stat="defence", amount=5, rounds=1), attack=7)
    [modifier] = table.battle.figure("jar").modifiers
    assert (modifier.stat, modifier.amount) == ("defence", 5)
    table.skip_round().passes("mina", "begin")
    assert table.battle.figure("jar").modifiers == []


def test_effects_on_one_that_the_attack_destroyed_are_dropped(lay: Lay) -> None:
    """HV-27, HV-45: destroyed in the middle of an attack, which goes on for the others."""
    storm = spell("storm", effect("push", direction="front", cells=1), range=change(around(1)))
    laid = ally("mina", "B4", attack=10, ss=9), enemy("thorn", "A3"), enemy("imp", "A1"), thing("jar", "B3")
    table = lay(*laid, magic=[storm]).attacks("mina", "storm", targets=["thorn", "jar"]).nobody_reacts()
    assert (table.at("jar"), table.at("thorn"), table.told("pushed", "jar")) == ("", "A2", [])


def test_a_giant_object_is_hit_on_each_cell_in_range(lay: Lay) -> None:
    """HV-25, HV-26, HV-82."""
    ray = spell("ray", range=change(line(2, *FRONT)))
    laid = ally("mina", "B4", attack=10, ss=9), enemy("thorn", "C1"), thing("wall", "A2", size=(2, 2), hp=50)
    table = lay(*laid, magic=[ray]).attacks("mina", "ray", targets=["wall"])
    assert table.lost("wall") == 20


def test_it_covers_nobody_and_is_not_covered(lay: Lay) -> None:
    """HV-32: only characters do."""
    storm = spell("storm", range=change(around(1)))
    laid = ally("mina", "B4", attack=5, ss=9), enemy("thorn", "B3"), enemy("imp", "C1"), thing("jar", "A3")
    table = lay(*laid, magic=[storm, reaction("ward")]).attacks("mina", "storm", targets=["thorn", "jar"])
    assert (table.question.actor, table.offers("gm")) == ("thorn", ["challenge"])
    table.passes("thorn", "react")
    assert (table.lost("thorn"), table.lost("jar")) == (5, 5)


# ---------------------------------------------------------------- of no camp


def test_no_ally_is_a_special_object(lay: Lay) -> None:
    """HV-08: neither one nor all, of neither camp."""
    cheer = spell("cheer", effect("heal", to="allies", amount=5), level=1)
    tea = spell("tea", effect("heal", to="ally", amount=5), level=1)
    laid = ally("mina", "B5", hp=10, ss=9), ally("jun", "A6", hp=10), enemy("thorn", "B1"), thing("jar", "B4")
    table = lay(*laid, magic=[cheer, tea]).rule("set_hp", name="jar", value=1).casts("mina", "cheer")
    assert (table.hp("jun"), table.hp("jar")) == (15, 1)
    table.skip_round().casts("mina", "tea")
    assert table.offers("mina") == ["mina", "jun"]
    table.answers("mina", ally="jun")


def test_no_enemy_is_a_special_object(lay: Lay) -> None:
    """HV-08."""
    curse = spell("curse", effect("hurt", to="enemies", amount=5), level=1)
    laid = ally("mina", "B5", ss=9), enemy("thorn", "B1"), thing("jar", "B4")
    table = lay(*laid, magic=[curse]).casts("mina", "curse")
    assert (table.lost("thorn"), table.lost("jar")) == (5, 0)


def test_a_special_object_holds_no_camp_up(lay: Lay) -> None:
    """HV-06: the last enemy falls, the jar stands."""
    blow = spell("blow")
    laid = ally("mina", "B4", attack=30, ss=9), enemy("thorn", "B3"), thing("jar", "B2")
    table = lay(*laid, magic=[blow]).attacks("mina", "blow", cell="B3", targets=["thorn"])
    assert table.winner == "ally"


def test_special_objects_are_gone_after_the_battle(lay: Lay) -> None:
    """HV-07: without doing what they do when destroyed."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), thing("jar", "B3", BITE, moment="destroyed"))
    table.rule("set_hp", name="thorn", value=0).passes("mina", "begin")
    assert (table.winner, table.battle.things, table.told("object_acts")) == ("ally", [], [])


# ---------------------------------------------------------------- what it does


def test_it_acts_in_the_end_phase_on_everybody_beside_it(lay: Lay) -> None:
    """HV-82: friend, foe and object, orthogonally; after the characters' ticks."""
    laid = thing("jar", "B3", BITE), thing("urn", "A3"), enemy("imp", "C3", ss=1), ally("jun", "C4", ss=2)
    table = lay(ally("mina", "B4"), enemy("thorn", "B1"), *laid).skip_round()
    assert [table.lost(name) for name in ("mina", "imp", "urn", "jun", "thorn")] == [4, 4, 4, 0, 0]


def test_it_acts_when_a_neighbours_action_phase_starts(lay: Lay) -> None:
    """HV-82: on the one who begins, not on others beside it."""
    jar = thing("jar", "B3", effect("hurt", to="trigger", amount=4), moment="action_phase")
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B2", ss=5), enemy("imp", "A1", ss=1), jar).begins(
        "mina"
    )
    assert [table.lost(name) for name in ("mina", "thorn", "imp")] == [4, 0, 0]
    table.skip_round()
    assert [table.lost(name) for name in ("mina", "thorn", "imp")] == [4, 0, 0]


def test_no_action_phase_starts_for_who_passes(lay: Lay) -> None:
    """HV-12, HV-82."""
    jar = thing("jar", "B3", effect("hurt", to="trigger", amount=4), moment="action_phase")
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), jar).passes("mina", "begin")
    assert table.lost("mina") == 0


def test_who_falls_as_her_action_phase_starts_has_none(lay: Lay) -> None:
    """HV-45, HV-82."""
    jar = thing("jar", "B3", effect("hurt", to="trigger", amount=4), moment="action_phase")
    table = lay(ally("mina", "B4", ss=9, hp=4), ally("jun", "A6", ss=1), enemy("thorn", "B1", ss=5), jar)
    assert table.begins("mina").acting == "thorn"


def test_a_giant_begins_beside_an_object_that_touches_any_of_its_cells(lay: Lay) -> None:
    """HV-25, HV-82."""
    jar = thing("jar", "C2", effect("hurt", to="trigger", amount=4), moment="action_phase")
    table = lay(enemy("golem", "A1", size=(2, 2), ss=9), ally("mina", "B6"), jar).begins("golem")
    assert table.lost("golem") == 4
    table.passes("golem", "move")


def test_it_does_its_last_when_it_is_destroyed(lay: Lay) -> None:
    """HV-82: from where it stood, after the damage and before the added effects."""
    blow = spell("blow", effect("heal", to="self", amount=3))
    laid = (
        ally("mina", "B4", attack=10, ss=9),
        enemy("thorn", "B2"),
        thing("jar", "B3", BITE, moment="destroyed"),
    )
    table = lay(*laid, magic=[blow]).attacks("mina", "blow", cell="B3", targets=["jar"])
    assert (table.lost("thorn"), table.lost("mina"), len(table.told("heal", "mina"))) == (4, 1, 1)


def test_what_was_not_destroyed_does_nothing_else(lay: Lay) -> None:
    """HV-82: a last effect waits for the end, and a tick for the end phase."""
    table = attacked(lay, attack=5)
    assert table.lost("mina") == 0


def test_the_gm_destroys_one(lay: Lay) -> None:
    """HV-82: HP 0 by a ruling; its last effect follows when play goes on."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), thing("jar", "B3", BITE, moment="destroyed"))
    table.rule("set_hp", name="jar", value=0).passes("mina", "begin")
    assert (table.at("jar"), table.lost("mina")) == ("", 4)


def test_the_gm_takes_one_away(lay: Lay) -> None:
    """HV-82: without being destroyed."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), thing("jar", "B3", BITE, moment="destroyed"))
    table.rule("remove_object", name="jar").skip_round()
    assert (table.at("jar"), table.lost("mina")) == ("", 0)


@pytest.mark.parametrize(("defence", "lost"), [(2, 4), (6, 0), (9, 0)])
def test_its_strike_is_attack_less_defence(lay: Lay, defence: int, lost: int) -> None:
    """HV-40, HV-82: never below 0."""
    jar = thing("jar", "B3", effect("strike", to="near"), attack=6)
    table = lay(ally("mina", "B4", defence=defence), enemy("thorn", "B1"), jar).skip_round()
    assert table.lost("mina") == lost


def test_it_strikes_when_it_is_destroyed(lay: Lay) -> None:
    """HV-82: with its own attack."""
    jar = thing("jar", "B3", effect("strike", to="near"), attack=6, moment="destroyed")
    laid = ally("mina", "B4", attack=10, ss=9, defence=1), enemy("thorn", "B2"), jar
    table = lay(*laid, magic=[spell("blow")]).attacks("mina", "blow", cell="B3", targets=["jar"])
    assert (table.lost("mina"), table.lost("thorn")) == (5, 6)


def test_two_objects_destroy_each_other(lay: Lay) -> None:
    """HV-82: each does its last, once."""
    jar, urn = (
        thing("jar", "B3", BITE, hp=4, moment="destroyed"),
        thing("urn", "B2", BITE, hp=4, moment="destroyed"),
    )
    laid = ally("mina", "B4", attack=10, ss=9), enemy("thorn", "B1"), jar, urn
    table = lay(*laid, magic=[spell("blow")]).attacks("mina", "blow", cell="B3", targets=["jar"])
    assert (table.battle.things, len(table.told("object_acts"))) == ([], 2)
    assert (table.lost("mina"), table.lost("thorn")) == (4, 4)


def test_one_destroyed_before_its_turn_in_the_end_phase_does_nothing(lay: Lay) -> None:
    """HV-45, HV-82: in the order they came."""
    strike = effect("strike", to="near")
    laid = thing("jar", "B3", strike, attack=9), thing("urn", "B2", strike, attack=9, hp=9)
    table = lay(ally("mina", "B4"), enemy("thorn", "B1"), *laid).skip_round()
    assert (table.lost("jar"), table.at("urn"), table.lost("thorn")) == (0, "", 0)


def test_one_destroyed_in_the_middle_of_its_effects_drops_the_rest(lay: Lay) -> None:
    """HV-45, HV-82: the urn it destroys takes it along."""
    jar = thing("jar", "B3", effect("hurt", to="near", amount=4), effect("hurt", to="near", amount=1), hp=4)
    laid = jar, thing("urn", "A3", BITE, hp=4, moment="destroyed")
    table = lay(ally("mina", "B4"), enemy("thorn", "B2"), *laid).skip_round()
    assert (table.battle.things, table.told("object_acts", "jar") != []) == ([], True)
    assert (table.lost("mina"), table.lost("thorn")) == (0, 4)


def test_the_battle_may_end_by_an_object(lay: Lay) -> None:
    """HV-06, HV-82."""
    table = lay(ally("mina", "B4", hp=4), enemy("thorn", "B1"), thing("jar", "B3", BITE)).skip_round()
    assert table.winner == "enemy"


def test_it_gives_statuses_and_lays_terrain(lay: Lay) -> None:
    """HV-43, HV-82: for a special object the GM chooses to overwrite."""
    jar = thing(
        "jar", "B3", afflict("burn", 1, to="near"), on_cells("terrain", "here", terrain="lava", level=1)
    )
    table = lay(ally("mina", "B4"), enemy("thorn", "B1"), jar).skip_round()
    assert (table.level("mina", "burn"), table.ground("B3")) == (1, ("lava", 1))
    table.skip_to("overwrite")
    assert table.asked == ["gm"]
    table.passes("gm", "overwrite").answers("gm", overwrite_terrain="overwrite")


def test_a_neighbour_felled_while_it_asks_costs_the_next_ones_nothing(lay: Lay) -> None:
    """HV-45, HV-82: the question lapses, the end phase goes on."""
    laid = (
        thing("jar", "B3", afflict("burn", 1, to="near")),
        thing("urn", "A6", BITE),
        ally("jun", "B6", ss=1),
    )
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), *laid)
    table.rule("afflict", name="mina", status="burn", level=3).skip_to("overwrite")
    table.rule("set_hp", name="mina", value=0)
    assert (table.lost("jun"), table.battle.round) == (4, 2)


# ---------------------------------------------------------------- coming and going


def summons(lay: Lay, *laid: object, on: str = "chosen", count: int = 1, **jar: object) -> Table:
    """Mina at B5 is about to use a skill that sets a jar up."""
    call = skill("call", on_cells("summon", on, object="jar", count=count), tp=0)
    fighters = ally("mina", "B5", ss=9), enemy("thorn", "B1", ss=5, skills=[])
    table: Table = lay(*fighters, *laid, thing("jar", **jar), skills=[call])
    return table.begins("mina").passes("mina", "move").answers("mina", prepare="skill:call")


def test_a_special_object_is_set_up_on_a_free_cell(lay: Lay) -> None:
    """HV-03, HV-82: on trap and terrain alike, which it does not enter."""
    table = summons(lay, ground("needles", "B4"))
    assert "B5" not in table.offers("mina")
    assert len(table.offers("mina")) == 16
    table.answers("mina", cells=["B4"])
    assert (table.at("jar-1"), table.lost("jar-1")) == ("B4", 0)


def test_each_has_a_name_of_its_own(lay: Lay) -> None:
    """HV-82."""
    table = summons(lay, count=2).answers("mina", cells=["A4", "B4"], effects_order=None)
    assert (table.at("jar-1"), table.at("jar-2")) == ("A4", "B4")


def test_a_giant_object_needs_its_whole_shape_free(lay: Lay) -> None:
    """HV-03, HV-25."""
    table = summons(lay, size=(3, 1))
    assert table.offers("mina") == ["A2", "A3", "A4", "A6"]
    table.answers("mina", cells=["A2"])
    assert [cell.label for cell in table.battle.figure("jar-1").cells] == ["A2", "B2", "C2"]


def test_on_a_taken_cell_it_does_not_come(lay: Lay) -> None:
    """HV-03: of two that would overlap the first does."""
    table = summons(lay, count=2, size=(1, 2)).answers("mina", cells=["A3", "A4"], effects_order=None)
    assert (len(table.battle.things), table.at("jar-1")) == (1, "A3")


def test_where_one_stands_there_is_no_room(lay: Lay) -> None:
    """HV-03."""
    assert summons(lay, on="here").battle.things == []


def test_it_stays_for_its_rounds(lay: Lay) -> None:
    """HV-42, HV-82: set up at SS 9 in round 1 for 1 round; gone without being destroyed."""
    bite = effect("hurt", to="near", amount=4)
    call = skill("call", on_cells("summon", "chosen", object="jar"), tp=0)
    jar = thing("jar", None, bite, rounds=1, moment="destroyed")
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B1", skills=[]), jar, skills=[call])
    table.begins("mina").passes("mina", "move").answers("mina", prepare="skill:call", cells=["B4"])
    table.skip_round()
    assert (table.at("jar-1"), table.acting) == ("B4", "mina")
    table.passes("mina", "begin")
    assert (table.at("jar-1"), len(table.told("taken_down")), table.lost("mina")) == ("", 1, 0)


def test_without_rounds_it_stays_until_it_is_destroyed(lay: Lay) -> None:
    """HV-82."""
    table = summons(lay).answers("mina", cells=["B4"]).skip_round().skip_round().skip_round()
    assert (table.at("jar-1"), table.battle.figure("jar-1")) == ("B4", table.battle.things[0])
    assert table.battle.things[0].until == Until()


def test_the_gm_sets_one_up(lay: Lay) -> None:
    """HV-03, HV-82."""
    table = lay(ally("mina", "B4"), enemy("thorn", "B1"), thing("jar"))
    assert "cell_taken" in str(table.refuses_ruling("add_object", object="jar", cell="B4"))
    assert table.rule("add_object", object="jar", cell="B3").at("jar-1") == "B3"


def test_one_summoned_by_its_destruction_is_another(lay: Lay) -> None:
    """HV-27, HV-82: what the attack still holds for the first does not reach it."""
    blow = spell("blow", effect("hurt", amount=5))
    jar = thing("jar", None, on_cells("summon", "here", object="jar"), hp=8, moment="destroyed")
    table = lay(ally("mina", "B4", attack=10, ss=9), enemy("thorn", "B1"), jar, magic=[blow])
    table.rule("add_object", object="jar", cell="B3").attacks("mina", "blow", cell="B3", targets=["jar-1"])
    assert [(each.name, each.hp) for each in table.battle.things] == [("jar-2", 8)]

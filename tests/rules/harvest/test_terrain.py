"""Terrain that counts where one stands (HV-70 to HV-73, HV-76), how it is laid and how long it lasts (HV-42, HV-43)."""

import pytest

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    Table,
    add,
    ally,
    around,
    change,
    effect,
    enemy,
    ground,
    line,
    npc_ally,
    on_cells,
    reaction,
    spell,
    thing,
)

# ---------------------------------------------------------------- dice


def action_dice(table: Table, faces: int) -> Table:
    """Mina challenges and so many dice fall."""
    return (
        table.begins("mina")
        .skip_to("activate", "mina")
        .rolls(*[3] * faces)
        .answers("mina", activate="challenge")
    )


@pytest.mark.parametrize(("level", "dice"), [(2, 2), (0, 4), (-1, 5)])
def test_lava_lowers_the_action_dice(lay: Lay, level: int, dice: int) -> None:
    """HV-70, HV-44: a negative level adds."""
    fighters = ally("mina", "B4", ss=9, action_magic=4), enemy("thorn", "B1")
    table = lay(*fighters, ground("lava", "B4", level=level), magic=[spell("blow")])
    action_dice(table, dice)
    [told] = table.told("roll", "mina")
    assert len(told.faces) == dice


def test_lava_leaves_no_dice_below_0(lay: Lay) -> None:
    """HV-20, HV-70: without dice nothing is asked."""
    fighters = ally("mina", "B4", ss=9, action_magic=2), enemy("thorn", "B1")
    table = lay(*fighters, ground("lava", "B4", level=5), magic=[spell("blow")])
    table.begins("mina").passes("mina", "move")
    assert table.acting == "thorn"


def test_lava_counts_where_the_dice_are_rolled(lay: Lay) -> None:
    """HV-40 settled, HV-70: who has walked off it rolls all her dice."""
    fighters = ally("mina", "B4", ss=9, action_magic=4), enemy("thorn", "B1")
    table = lay(*fighters, ground("lava", "B4", level=2), magic=[spell("blow")])
    table.walks("mina", "A4")
    table.skip_to("activate", "mina").rolls(*[3] * 4).answers("mina", activate="challenge", pay=[])


@pytest.mark.parametrize(("level", "dice"), [(1, 2), (0, 3), (-2, 5)])
def test_frozen_soil_lowers_the_reaction_dice(lay: Lay, level: int, dice: int) -> None:
    """HV-71, HV-44."""
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3", reaction_magic=3)
    table = lay(*fighters, ground("frozen_soil", "B3", level=level), magic=[spell("blow"), reaction("ward")])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).rolls(*[2] * dice)
    table.answers("thorn", react="challenge", pay=[])
    assert len(table.told("roll", "thorn")[0].faces) == dice


def test_frozen_soil_may_leave_nothing_to_react_with(lay: Lay) -> None:
    """HV-20, HV-71."""
    fighters = ally("mina", "B4", ss=9, attack=5), enemy("thorn", "B3", reaction_magic=3)
    table = lay(*fighters, ground("frozen_soil", "B3", level=3), magic=[spell("blow"), reaction("ward")])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"])
    assert (table.lost("thorn"), table.asks) == (5, "begin")


def test_lava_leaves_reactions_alone_and_frozen_soil_actions(lay: Lay) -> None:
    """HV-70, HV-71."""
    fighters = ally("mina", "B4", ss=9, action_magic=2), enemy("thorn", "B3", reaction_magic=2)
    laid = ground("frozen_soil", "B4", level=2) | ground("lava", "B3", level=2)
    table = lay(*fighters, laid, magic=[spell("blow"), reaction("ward")])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).reacts("thorn", "ward")
    assert [len(told.faces) for told in table.told("roll")] == [2, 2]


# ---------------------------------------------------------------- the end phase


def after_a_round(lay: Lay, terrain: str, level: int, **mina: int) -> Table:
    """Mina stands on it with 10 HP and 5 TP left."""
    worn = {"hp": 10, "tp": 5} | mina
    table: Table = lay(
        ally("mina", "B4", ss=9, **worn), enemy("thorn", "B1"), ground(terrain, "B4", level=level)
    )
    return table.skip_round()


@pytest.mark.parametrize(("level", "hp", "tp"), [(2, 16, 7), (0, 10, 5), (-1, 10, 5), (9, 30, 10)])
def test_sanctuary_heals_in_the_end_phase(lay: Lay, level: int, hp: int, tp: int) -> None:
    """HV-72, HV-44: HP +3L, TP +L, up to the most; nothing of a negative level."""
    table = after_a_round(lay, "sanctuary", level)
    assert (table.hp("mina"), table.battle["mina"].tp) == (hp, tp)


@pytest.mark.parametrize(("level", "hp", "tp"), [(2, 4, 3), (0, 10, 5), (-1, 10, 5)])
def test_yomi_takes_in_the_end_phase(lay: Lay, level: int, hp: int, tp: int) -> None:
    """HV-73, HV-44: HP -3L, TP -L; nothing of a negative level."""
    table = after_a_round(lay, "yomi", level)
    assert (table.hp("mina"), table.battle["mina"].tp) == (hp, tp)


def test_yomi_takes_no_tp_below_0(lay: Lay) -> None:
    """HV-73."""
    assert after_a_round(lay, "yomi", 3, tp=1).battle["mina"].tp == 0


def test_yomi_may_end_the_battle(lay: Lay) -> None:
    """HV-06, HV-73: checked after each tick."""
    assert after_a_round(lay, "yomi", 4).winner == "enemy"


def test_the_mad_break_down_in_yomi(lay: Lay) -> None:
    """HV-58, HV-73: at the moment TP is 0."""
    table = lay(ally("mina", "B4", tp=1), ally("jun", "A6", ss=1), enemy("thorn", "B1"), ground("yomi", "B4"))
    table.rule("afflict", name="mina", status="madness", level=-1).skip_to("ticks", "mina").passes(
        "mina", "ticks"
    )
    assert (table.hp("mina"), table.at("mina")) == (0, "")


@pytest.mark.parametrize(("first", "hp"), [("sanctuary", 3), ("poison", 0)])
def test_example_12_the_controller_orders_the_ticks(lay: Lay, first: str, hp: int) -> None:
    """HV-17, HV-52, HV-72: HP 4, poison 4 and sanctuary 1."""
    table = lay(
        ally("mina", "B4", hp=4), ally("jun", "A6", ss=1), enemy("thorn", "B1"), ground("sanctuary", "B4")
    )
    table.rule("afflict", name="mina", status="poison", level=4).skip_to("ticks", "mina")
    assert table.offers("mina") == ["poison", "sanctuary"]
    other = "sanctuary" if first == "poison" else "poison"
    assert table.answers("mina", ticks=[first, other]).hp("mina") == hp


@pytest.mark.parametrize(("terrain", "hp"), [("sanctuary", 8), ("yomi", 2)])
def test_the_ground_does_the_same_to_special_objects(lay: Lay, terrain: str, hp: int) -> None:
    """HV-72, HV-73, HV-82."""
    table = lay(ally("mina", "B6"), enemy("thorn", "B1"), thing("jar", "B3"), ground(terrain, "B3"))
    assert table.rule("set_hp", name="jar", value=5).skip_round().hp("jar") == hp


def test_yomi_destroys_a_special_object(lay: Lay) -> None:
    """HV-73, HV-82: its last effect follows."""
    jar = thing("jar", "B3", effect("hurt", to="near", amount=4), hp=3, moment="destroyed")
    table = lay(ally("mina", "B4"), enemy("thorn", "B1"), jar, ground("yomi", "B3")).skip_round()
    assert (table.at("jar"), table.lost("mina"), table.lost("thorn")) == ("", 4, 0)


def test_under_a_giant_the_highest_level_counts_once(lay: Lay) -> None:
    """HV-72, HV-73, settled."""
    laid = ground("yomi", "A1") | ground("yomi", "B2", level=2)
    table = lay(ally("mina", "B6"), enemy("golem", "A1", size=(2, 2)), laid).skip_round()
    assert table.lost("golem") == 6


def test_a_giant_on_two_kinds_has_both_and_orders_them(lay: Lay) -> None:
    """HV-17: one terrain a cell, several under a giant."""
    laid = ground("yomi", "A1") | ground("sanctuary", "B2", level=2)
    table = lay(ally("mina", "B6"), enemy("golem", "A1", size=(2, 2)), laid).skip_to("ticks", "golem")
    assert table.answers("golem", ticks=["sanctuary", "yomi"]).lost("golem") == 3


# ---------------------------------------------------------------- what magic sets off


def burning(lay: Lay, laid: object, *, cost: str = "fire", defence: int = 4, **golem: object) -> Table:
    """Mina (attack 10) strikes thorn at B3."""
    thorn = enemy("thorn", "B3", defence=defence, max_hp=99, **golem)
    mina = ally("mina", "B4", attack=10, ss=9, action_magic=3)
    table: Table = lay(mina, thorn, laid, magic=[spell("blow", cost=cost)])
    return table.attacks("mina", "blow", cell="B3", targets=["thorn"])


@pytest.mark.parametrize(
    ("terrain", "mana"), [("forest", "fire"), ("quicksand", "water"), ("ocean", "wind")], ids=str
)
def test_magic_of_its_attribute_is_worse_and_the_terrain_vanishes(lay: Lay, terrain: str, mana: str) -> None:
    """HV-76."""
    table = burning(lay, ground(terrain, "B3", level=2), cost=mana)
    assert (table.lost("thorn"), table.ground("B3")) == (6 + 10, None)


@pytest.mark.parametrize(("level", "lost"), [(1, 11), (0, 6), (-1, 1), (-2, 0)])
def test_levels_below_1_use_the_sign(lay: Lay, level: int, lost: int) -> None:
    """HV-44, HV-76: +5L, and no damage below 0; the terrain vanishes all the same."""
    table = burning(lay, ground("forest", "B3", level=level))
    assert (table.lost("thorn"), table.ground("B3")) == (lost, None)


def test_a_spell_is_of_every_attribute_in_its_cost(lay: Lay) -> None:
    """HV-76, settled."""
    assert burning(lay, ground("ocean", "B3"), cost="earth wind").lost("thorn") == 11


def test_magic_of_other_attributes_leaves_it_alone(lay: Lay) -> None:
    """HV-76."""
    table = burning(lay, ground("ocean", "B3"), cost="earth fire")
    assert (table.lost("thorn"), table.ground("B3")) == (6, ("ocean", 1))


def test_the_terrains_damage_comes_after_the_floor(lay: Lay) -> None:
    """HV-40, HV-76, settled: 10 - 50 is 0, and 5 more."""
    assert burning(lay, ground("forest", "B3"), defence=50).lost("thorn") == 5


def test_the_parts_in_the_log_add_up(lay: Lay) -> None:
    """HV-76: with the floor and the terrain."""
    [told] = burning(lay, ground("forest", "B3"), defence=50).told("hurt", "thorn")
    assert told.explanation is not None
    assert sum(part.amount for part in told.explanation.parts) == told.explanation.total == 5


def test_level_1_magic_and_enhancements_lend_no_attribute(lay: Lay) -> None:
    """HV-21, HV-76: the attack is of its spell of level 2 or more."""
    more = {"id": "more", "name": {"en": "More"}, "cost": ["wind"], "effects": []}
    blow, spark = spell("blow", cost="earth", enhancements=[more]), spell("spark", cost="fire", level=1)
    fighters = ally("mina", "B4", attack=10, ss=9, action_magic=3), enemy("thorn", "B3"), enemy("imp", "A3")
    wide = spell("wide", cost="water", level=1, range=add(line(1, *FRONT)))
    laid = ground("forest", "B3")
    table = lay(*fighters, laid, magic=[blow, spark, wide])
    table.attacks("mina", "blow", "blow+more", "spark", cell="B3", targets=["thorn"]).nobody_reacts()
    assert (table.lost("thorn"), table.ground("B3")) == (10, ("forest", 1))


def test_terrain_under_nobody_who_is_hit_stays(lay: Lay) -> None:
    """HV-76: damage sets it off, not the range."""
    storm = spell("storm", range=change(around(1)))
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("imp", "A3")
    table = lay(*fighters, ground("forest", "A3", "C3", "B3"), magic=[storm])
    table.attacks("mina", "storm", targets=["thorn"]).nobody_reacts()
    assert [table.ground(cell) for cell in ("B3", "A3", "C3")] == [None, ("forest", 1), ("forest", 1)]


def test_a_giants_terrain_counts_before_the_times(lay: Lay) -> None:
    """HV-26, HV-76, settled: (6 + 10) x 4; the highest level counts and only that cell vanishes."""
    storm = spell("storm", range=change(around(2)))
    laid = ground("forest", "A2") | ground("forest", "B3", level=2)
    golem = enemy("golem", "A2", size=(2, 2), defence=4, max_hp=99)
    table = lay(ally("mina", "B4", attack=10, ss=9), golem, laid, magic=[storm])
    table.attacks("mina", "storm", targets=["golem"])
    assert table.lost("golem") == 64
    assert (table.ground("A2"), table.ground("B3")) == (("forest", 1), None)


def test_a_coverers_own_ground_counts(lay: Lay) -> None:
    """HV-32, HV-76, settled: she stays on her cell; the covered one's terrain is not set off."""
    fighters = ally("mina", "B4", attack=10, ss=9), enemy("thorn", "B3"), enemy("imp", "A3")
    laid = ground("forest", "B3") | ground("forest", "A3", level=2)
    table = lay(*fighters, laid, magic=[spell("blow")])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).answers("thorn", react="cover:imp")
    assert (table.lost("imp"), table.lost("thorn")) == (20, 0)
    assert (table.ground("B3"), table.ground("A3")) == (("forest", 1), None)


def test_two_hits_of_one_attack_burn_in_the_same_forest(lay: Lay) -> None:
    """HV-27, HV-32, HV-76: damage is one batch, each hit apart; the terrain vanishes after it."""
    storm = spell("storm", range=change(around(1)))
    fighters = ally("mina", "B4", attack=10, ss=9), enemy("thorn", "B3"), enemy("imp", "A3")
    table = lay(*fighters, ground("forest", "A3"), magic=[storm])
    table.attacks("mina", "storm", targets=["thorn", "imp"]).answers("gm", reaction_order=["thorn", "imp"])
    table.answers("thorn", react="cover:imp")
    assert (table.lost("imp"), table.ground("A3")) == (30, None)


def test_special_objects_burn_too(lay: Lay) -> None:
    """HV-76, HV-82."""
    table = lay(
        ally("mina", "B4", ss=9),
        enemy("thorn", "B1"),
        thing("jar", "B3"),
        ground("forest", "B3"),
        magic=[spell("blow")],
    )
    table.attacks("mina", "blow", cell="B3", targets=["jar"])
    assert (table.lost("jar"), table.ground("B3")) == (5, None)


# ---------------------------------------------------------------- laying it


def lays(
    lay: Lay, *laid: object, on: str = "range", terrain: str = "lava", rounds: int = 0, **more: object
) -> Table:
    """Mina at B5 casts magic that lays terrain of level 2 before her."""
    effect = on_cells("terrain", on, terrain=terrain, level=2, rounds=rounds)
    sow = spell("sow", effect, range=change(line(2, *FRONT)), **more)
    fighters = ally("mina", "B5", ss=9), enemy("thorn", "B4", ss=5), enemy("imp", "A4", ss=1)
    table: Table = lay(*fighters, *laid, magic=[sow])
    return table.casts("mina", "sow")


def test_terrain_on_the_whole_range(lay: Lay) -> None:
    """HV-70: with or without targets."""
    table = lays(lay).answers("mina", targets=[])
    assert set(table.battle.terrain) == {"B3", "B4"}
    assert table.ground("B3") == ("lava", 2)


def test_terrain_under_the_targets_after_covering(lay: Lay) -> None:
    """HV-32: imp covers thorn."""
    table = lays(lay, on="targets").answers("mina", targets=["thorn"]).answers("thorn", react="cover:imp")
    assert set(table.battle.terrain) == {"A4"}


def test_terrain_under_a_giant_target_is_on_all_its_cells(lay: Lay) -> None:
    """HV-25."""
    sow = spell("sow", on_cells("terrain", "targets", terrain="lava", level=1))
    table = lay(ally("mina", "B4", ss=9), enemy("golem", "A2", size=(2, 2)), magic=[sow])
    table.attacks("mina", "sow", cell="B3", targets=["golem"])
    assert set(table.battle.terrain) == {"A2", "B2", "A3", "B3"}


def test_terrain_where_one_stands(lay: Lay) -> None:
    """HV-21: level 1 magic has no targets, and lays terrain all the same."""
    sow = spell("sow", on_cells("terrain", "here", terrain="sanctuary", level=1), level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[sow]).casts("mina", "sow")
    assert table.ground("B4") == ("sanctuary", 1)


def test_terrain_on_cells_of_choice(lay: Lay) -> None:
    """HV-70: anywhere, as many as it says or fewer."""
    sow = spell("sow", on_cells("terrain", "chosen", terrain="lava", level=1, count=2), level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[sow]).casts("mina", "sow")
    assert len(table.offers("mina")) == 18
    assert "count_between" in str(table.refuses("mina", cells=["A1", "B1", "C1"]))
    assert set(table.answers("mina", cells=["A1", "B1"]).battle.terrain) == {"A1", "B1"}


def test_the_same_terrain_again_is_overwritten_if_its_giver_wants(lay: Lay) -> None:
    """HV-43: level and duration; asked cell by cell."""
    table = lays(lay, ground("lava", "B3", "B4", level=5)).answers("mina", targets=[])
    table.answers("mina", overwrite_terrain="overwrite").passes("mina", "overwrite_terrain")
    assert (table.ground("B3"), table.ground("B4")) == (("lava", 2), ("lava", 5))


def test_another_terrain_is_replaced_unasked(lay: Lay) -> None:
    """HV-43: a cell holds one."""
    table = lays(lay, ground("yomi", "B3", level=5)).answers("mina", targets=[])
    assert (table.ground("B3"), table.asks) == (("lava", 2), "begin")


def test_for_npcs_the_gm_chooses_to_overwrite(lay: Lay) -> None:
    """HV-43."""
    sow = spell("sow", on_cells("terrain", "here", terrain="yomi", level=1), level=1)
    table = lay(npc_ally("cat", "B4", ss=9), enemy("thorn", "B1"), ground("yomi", "B4", level=3), magic=[sow])
    table.casts("cat", "sow").answers("gm", overwrite_terrain="overwrite")
    assert table.ground("B4") == ("yomi", 1)


def test_terrain_for_1_round_ends_by_ss(lay: Lay) -> None:
    """HV-42: laid at SS 9 in round 1, it ends after the own action phase of round 2."""
    table = lays(lay, rounds=1).answers("mina", targets=[]).skip_round()
    assert (table.acting, table.ground("B3")) == ("mina", ("lava", 2))
    assert table.passes("mina", "begin").ground("B3") is None


def test_terrain_without_a_time_lasts_to_the_battles_end(lay: Lay) -> None:
    """HV-07, HV-42: also beyond the fall of the one who laid it (HV-45)."""
    table = lays(lay).answers("mina", targets=[]).skip_round().skip_round().skip_round()
    assert table.ground("B3") == ("lava", 2)
    table.rule("set_hp", name="thorn", value=0).rule("set_hp", name="imp", value=0).passes("mina", "begin")
    assert (table.winner, table.battle.terrain) == ("ally", {})


def test_terrain_outlives_who_laid_it(lay: Lay) -> None:
    """HV-45: what she gave stays."""
    table = lays(lay, ally("jun", "B6", ss=1)).answers("mina", targets=[])
    table.rule("set_hp", name="mina", value=0)
    assert table.ground("B3") == ("lava", 2)


def test_overwriting_replaces_the_duration(lay: Lay) -> None:
    """HV-43: the lava to the battle's end becomes one of 1 round."""
    table = lays(lay, ground("lava", "B4"), rounds=1).answers("mina", targets=[])
    table.answers("mina", overwrite_terrain="overwrite").skip_round().passes("mina", "begin")
    assert table.battle.terrain == {}

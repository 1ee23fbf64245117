"""Kinds of effects and whom they are for: a choice of effects, TP taken, enemies, neighbours, cells (HV-24, HV-41)."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    change,
    effect,
    enemy,
    ground,
    line,
    rival,
    skill,
    spell,
    thing,
)

HEAL, BURN = effect("heal", to="self", amount=4), afflict("burn", 1, to="enemy")


def either(*options: dict[str, object]) -> dict[str, object]:
    """One of these, as the owner likes."""
    return {"kind": "either", "options": options}


def cast(lay: Lay, *effects: dict[str, object], others: tuple[object, ...] = (), **mina: object) -> Table:
    """Mina casts a level-1 spell with these effects; thorn and moth are the enemies."""
    charm = spell("charm", *effects, level=1)
    fighters = ally("mina", "B4", **{"ss": 9, "hp": 10} | mina), enemy("thorn", "B3"), enemy("moth", "A2")
    table: Table = lay(*fighters, *others, magic=[charm])
    return table.casts("mina", "charm")


# ---------------------------------------------------------------- one of several effects


def test_the_owner_chooses_one_of_several_effects(lay: Lay) -> None:
    """HV-41: the others do not happen."""
    table = cast(lay, either(HEAL, afflict("awakening", 2, to="self")))
    assert (table.asks, table.asked, table.offers()) == ("either", ["mina"], ["0", "1"])
    table.answers("mina", either="1")
    assert (table.hp("mina"), table.level("mina", "awakening")) == (10, 2)


def test_a_choice_may_hold_a_choice(lay: Lay) -> None:
    """HV-41: asked one after the other."""
    table = cast(lay, either(BURN, either(HEAL, effect("refresh", to="self", amount=3))), tp=2)
    table.answers("mina", either="1").answers("mina", either="1")
    assert (table.hp("mina"), table.battle["mina"].tp) == (10, 5)


def test_each_choice_is_asked_by_itself(lay: Lay) -> None:
    """HV-41: two of them, then whom the first is for, in the order they are written."""
    table = cast(lay, either(BURN, HEAL), either(HEAL, BURN))
    table.answers("mina", either="0", enemy="moth").answers("mina", either="0")
    assert (table.level("moth", "burn"), table.hp("mina")) == (1, 14)


def test_a_reactor_chooses_for_her_own_reaction(lay: Lay) -> None:
    """HV-41: by a skill of the support timing, at once."""
    wits = skill("wits", either(HEAL, effect("hurt", to="attacker", amount=2)), type="R")
    fighters = enemy("thorn", "B3", ss=9), ally("mina", "B4", hp=10)
    table = lay(*fighters, magic=[spell("blow")], skills=[wits])
    table.attacks("thorn", "blow", cell="B4", targets=["mina"]).answers("mina", react="skill:wits")
    assert (table.asks, table.asked) == ("either", ["mina"])
    assert table.answers("mina", either="1").lost("thorn") == 2


def test_what_was_chosen_is_what_may_be_ordered(lay: Lay) -> None:
    """HV-41: healing and healing need no order; a push does."""
    push = effect("push", to="self", direction="left", cells=1)
    assert cast(lay, either(HEAL, push), HEAL).answers("mina", either="0").acting != "mina"
    table = cast(lay, either(HEAL, push), HEAL).answers("mina", either="1")
    assert (table.asks, table.offers()) == ("effects_order", ["charm.0.mina", "charm.1.mina"])


# ---------------------------------------------------------------- TP


def test_tp_is_taken_down_to_nothing(lay: Lay) -> None:
    """HV-41: 4 of 10, then no more than there is; TP 0 fells nobody who is not mad."""
    drain = effect("drain", to="enemies", amount=4)
    table = cast(lay, drain, effect("drain", to="enemies", amount=8))
    assert (table.battle["thorn"].tp, table.hp("thorn")) == (0, 30)
    assert [event.params["amount"] for event in table.told("drain", "thorn")] == [4, 6]


def test_the_mad_are_felled_by_what_takes_their_last_tp(lay: Lay) -> None:
    """HV-58: at that moment."""
    mind = spell("mind", effect("drain", to="enemies", amount=10), level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "A2"), magic=[mind])
    table.rule("afflict", name="thorn", status="madness", level=1).casts("mina", "mind")
    assert (table.hp("thorn"), table.hp("moth")) == (0, 30)


def test_madness_and_tp_given_back_are_an_order_that_matters(lay: Lay) -> None:
    """HV-41, HV-58: mad without TP she falls; refreshed before, she does not."""
    effects = afflict("madness", 1, to="self"), effect("refresh", to="self", amount=2)
    table = cast(lay, *effects, others=(ally("jun", "A6"),), tp=0)
    table.answers("mina", effects_order=["charm.1.mina", "charm.0.mina"])
    assert (table.hp("mina"), table.level("mina", "madness")) == (10, 1)
    table = cast(lay, *effects, others=(ally("jun", "A6"),), tp=0).passes("mina", "effects_order")
    assert table.hp("mina") == 0


# ---------------------------------------------------------------- whom an effect is for


def test_one_enemy_of_choice_becomes_no_target(lay: Lay) -> None:
    """HV-24, settled: anywhere, and without a reaction."""
    table = cast(lay, BURN)
    assert (table.asks, table.offers()) == ("enemy", ["thorn", "moth"])
    table.answers("mina", enemy="moth")
    assert (table.level("moth", "burn"), table.told("attack"), table.asks) == (1, [], "next")


def test_the_only_enemy_is_not_asked_for(lay: Lay) -> None:
    """HV-24."""
    charm = spell("charm", BURN, level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "A1"), magic=[charm]).casts("mina", "charm")
    assert table.level("thorn", "burn") == 1


def test_all_enemies_are_those_of_the_owner(lay: Lay) -> None:
    """HV-08: seen from a creature they are the players' characters; special objects are of no camp."""
    dread = spell("dread", effect("hurt", to="enemies", amount=2), level=1)
    fighters = enemy("thorn", "B1", ss=9), rival("vera", "C1"), ally("mina", "B4"), ally("jun", "A6")
    table = lay(*fighters, thing("jar", "A1"), magic=[dread]).casts("thorn", "dread")
    assert [table.lost(name) for name in ("thorn", "vera", "mina", "jun", "jar")] == [0, 0, 2, 2, 0]


def test_neighbours_are_whoever_and_whatever_stands_beside(lay: Lay) -> None:
    """HV-08, HV-82: friend, enemy, special object; not the owner, nobody at a corner."""
    fighters = ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3"), enemy("moth", "A3")
    burst = spell("burst", effect("hurt", to="near", amount=2), level=1)
    table = lay(*fighters, thing("jar", "C4"), magic=[burst]).casts("mina", "burst")
    table.passes("mina", "effects_order")
    assert [table.lost(name) for name in ("mina", "jun", "thorn", "moth", "jar")] == [0, 2, 2, 0, 2]


def test_special_objects_beside_one_have_no_statuses_and_no_tp(lay: Lay) -> None:
    """HV-82: what is for characters passes them by."""
    effects = afflict("burn", 1, to="near"), effect("heal", to="near", amount=1)
    table = cast(lay, *effects, others=(thing("jar", "C4"),))
    assert (table.level("thorn", "burn"), table.battle.things[0].statuses) == (1, [])
    assert [event.about for event in table.told("heal")] == [("thorn",), ("jar",)]


def test_neighbours_of_a_giant_are_beside_any_of_its_cells(lay: Lay) -> None:
    """HV-25: each once, though it touches two of them."""
    burst = spell("burst", effect("hurt", to="near", amount=2), level=1)
    fighters = (
        enemy("golem", "A2", ss=9, size=(2, 2)),
        ally("mina", "A4"),
        ally("jun", "C2"),
        ally("kei", "C4"),
    )
    table = lay(*fighters, magic=[burst]).casts("golem", "burst")
    assert [table.lost(name) for name in ("mina", "jun", "kei")] == [2, 2, 0]


def test_receivers_beside_the_targets_of_an_attack_do_not_react(lay: Lay) -> None:
    """HV-24, HV-30: thorn is a target, moth is only burnt."""
    sear = spell("sear", BURN, attack=3)
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "A2")
    flinch = skill("flinch", effect("heal", to="self", amount=1), type="R")
    table = lay(*fighters, magic=[sear], skills=[flinch])
    table.attacks("mina", "sear", cell="B3", targets=["thorn"])
    assert (table.asks, table.question.actor) == ("react", "thorn")
    table.passes("thorn", "react").answers("mina", enemy="moth")
    assert (table.lost("thorn"), table.lost("moth"), table.level("moth", "burn")) == (3, 0, 1)


def test_who_falls_before_an_effect_was_chosen_for_is_offered_no_more(lay: Lay) -> None:
    """HV-45: the question is asked anew."""
    table = cast(lay, BURN, others=(enemy("weed", "C1"),)).rule("set_hp", name="moth", value=0)
    assert (table.asks, table.offers()) == ("enemy", ["thorn", "weed"])


# ---------------------------------------------------------------- on cells


def test_cells_of_choice_are_asked_before_the_order(lay: Lay) -> None:
    """HV-41: each cell is one to be ordered, beside what happens to somebody."""
    lava = {"kind": "terrain", "on": "chosen", "count": 2, "terrain": "lava", "level": 1}
    table = cast(lay, lava, effect("hurt", to="self", amount=1))
    assert "count_between" in str(table.refuses("mina", cells=["A1", "B1", "C1"]))
    table.answers("mina", cells=["A1", "C6"])
    assert (table.asks, table.offers()) == ("effects_order", ["charm.0.A1", "charm.0.C6", "charm.1.mina"])
    table.passes("mina", "effects_order")
    assert (table.ground("A1"), table.ground("C6"), table.hp("mina")) == (("lava", 1), ("lava", 1), 9)


def test_no_cell_has_to_be_chosen(lay: Lay) -> None:
    """HV-41."""
    lava = {"kind": "terrain", "on": "chosen", "terrain": "lava", "level": 1}
    assert cast(lay, lava).passes("mina", "cells").battle.terrain == {}


def test_two_terrains_for_one_cell_are_an_order_that_matters(lay: Lay) -> None:
    """HV-41, HV-43: a cell holds one, the later stays."""
    lava = {"kind": "terrain", "on": "here", "terrain": "lava", "level": 1}
    wood = {"kind": "terrain", "on": "here", "terrain": "forest", "level": 1}
    table = cast(lay, lava, wood)
    assert table.asks == "effects_order"
    assert table.answers("mina", effects_order=["charm.1.B4", "charm.0.B4"]).ground("B4") == ("lava", 1)


def test_one_terrain_on_many_cells_needs_no_order(lay: Lay) -> None:
    """HV-41: on every cell of the range, the empty ones and the targets' alike."""
    flood = spell(
        "flood", {"kind": "terrain", "on": "range", "terrain": "ocean", "level": 2}, range=change(line(2))
    )
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "A1"), magic=[flood])
    table.attacks("mina", "flood", targets=["thorn"])
    assert table.asks == "next"
    assert sorted(table.battle.terrain) == ["A4", "B2", "B3", "B5", "B6", "C4"]


def test_terrain_under_the_targets_lies_where_the_coverer_stands(lay: Lay) -> None:
    """HV-32, HV-41: she is the target instead."""
    scorch = spell("scorch", {"kind": "terrain", "on": "targets", "terrain": "lava", "level": 1})
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "A3")
    table = lay(*fighters, magic=[scorch]).attacks("mina", "scorch", cell="B3", targets=["thorn"])
    table.answers("thorn", react="cover:moth")
    assert list(table.battle.terrain) == ["A3"]


def test_the_same_terrain_again_is_the_owners_to_overwrite(lay: Lay) -> None:
    """HV-43: a different one is replaced unasked."""
    lava = {"kind": "terrain", "on": "chosen", "count": 2, "terrain": "lava", "level": 1}
    before = ground("lava", "A1", level=3) | ground("forest", "C6", level=3)
    table = cast(lay, lava, others=(before,)).answers("mina", cells=["A1", "C6"])
    assert (table.asks, table.asked) == ("overwrite_terrain", ["mina"])
    table.passes("mina", "overwrite_terrain")
    assert (table.ground("A1"), table.ground("C6")) == (("lava", 3), ("lava", 1))


def test_an_object_is_set_up_on_free_cells_alone(lay: Lay) -> None:
    """HV-03: where somebody stands is not offered."""
    wall = {"kind": "summon", "on": "chosen", "object": "wall"}
    table = cast(lay, wall, others=(thing("wall"),))
    assert not {"B4", "B3", "A2"} & set(table.offers())
    table.answers("mina", cells=["C4"])
    assert [each.cells[0].label for each in table.battle.things] == ["C4"]


# ---------------------------------------------------------------- the fallen


def test_an_owner_felled_by_her_own_choice_loses_the_rest(lay: Lay) -> None:
    """HV-45: what she chose before it stays chosen and does not happen."""
    table = cast(lay, either(effect("hurt", to="self", amount=10), HEAL), BURN, others=(ally("jun", "A6"),))
    table.answers("mina", either="0", enemy="moth").passes("mina", "effects_order")
    assert (table.hp("mina"), table.level("moth", "burn")) == (0, None)


def test_what_a_fallen_owner_laid_stays(lay: Lay) -> None:
    """HV-45, settled: what she gave to others and to the field."""
    lava = {"kind": "terrain", "on": "here", "terrain": "lava", "level": 1, "rounds": 2}
    table = cast(lay, lava, others=(ally("jun", "A6"),)).rule("set_hp", name="mina", value=0)
    assert table.ground("B4") == ("lava", 1)

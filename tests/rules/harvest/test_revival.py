"""Revival by an effect (HV-46), and what stays lost with the fall (HV-45)."""

import pytest

from rules.engine.flow import GM
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    ground,
    item,
    npc_ally,
    reaction,
    rival,
    skill,
    spell,
    thing,
    trap,
)

RISE = spell("rise", {"kind": "revive", "hp": 5}, level=1, cost="light")
EVERYWHERE = [f"{col}{row}" for row in range(1, 7) for col in "ABC"]


def fallen(lay: Lay, *names: str, hp: int = 5, **jun: object) -> Table:
    """Jun, and whoever else is named, has fallen; Mina casts the revival."""
    rise = spell("rise", {"kind": "revive", "hp": hp}, level=1, cost="light")
    others = [npc_ally(name, "C6", ss=3) for name in names]
    fighters = ally("mina", "B4", ss=9), ally("jun", "A6", **jun), enemy("thorn", "B1", ss=2)
    table: Table = lay(*fighters, *others, magic=[rise, spell("blow")])
    for name in ("jun", *names):
        table.rule("set_hp", name=name, value=0)
    return table.casts("mina", "rise")


def test_one_incapacitated_ally_comes_back_on_a_cell_its_controller_picks(lay: Lay) -> None:
    """HV-46: any free cell of the battlefield, the enemies' rear too; nobody is asked whom where there is one."""
    table = fallen(lay)
    assert (table.asks, table.asked, table.question.actor) == ("revive", ["jun"], "jun")
    assert table.offers() == [cell for cell in EVERYWHERE if cell not in ("B4", "B1")]
    table.answers("jun", revive="C1")
    assert (table.hp("jun"), table.at("jun")) == (5, "C1")
    assert [event.row for event in table.told("revived", "jun")] == ["HV-46"]


def test_the_owner_chooses_among_several_and_the_gm_places_the_npcs(lay: Lay) -> None:
    """HV-46: enemies who fell are no allies."""
    table = fallen(lay, "cat")
    assert (table.asks, table.asked, table.offers()) == ("ally", ["mina"], ["jun", "cat"])
    table.answers("mina", ally="cat")
    assert (table.asks, table.asked) == ("revive", [GM])
    table.answers("cat", revive="A4")
    assert (table.at("cat"), table.at("jun")) == ("A4", "")


def test_nobody_to_revive_nobody_comes(lay: Lay) -> None:
    """HV-46: those who stand, and fallen enemies, are no one to revive."""
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B1"), enemy("moth", "C1", ss=8)
    table = lay(*fighters, magic=[RISE]).rule("set_hp", name="thorn", value=0).casts("mina", "rise")
    assert (table.acting, table.told("revived")) == ("moth", [])


def test_hp_is_as_the_effect_says_and_never_above_the_most(lay: Lay) -> None:
    """HV-46."""
    assert fallen(lay, hp=50, max_hp=12).answers("jun", revive="C1").hp("jun") == 12


def test_the_revived_acts_this_round_if_she_has_not(lay: Lay) -> None:
    """HV-46, settled."""
    table = fallen(lay, ss=5).answers("jun", revive="C6")
    assert table.acting == "jun"


def test_who_has_acted_does_not_act_again(lay: Lay) -> None:
    """HV-46, settled."""
    fighters = ally("jun", "A6", ss=9), ally("mina", "B4", ss=8), enemy("thorn", "B1", ss=2)
    table = lay(*fighters, magic=[RISE]).passes("jun", "begin").rule("set_hp", name="jun", value=0)
    table.casts("mina", "rise").answers("jun", revive="C6")
    assert (table.acting, table.battle.acted) == ("thorn", ["jun", "mina"])


def test_the_revived_is_free_of_what_was_on_her(lay: Lay) -> None:
    """HV-45, HV-46: statuses, changed numbers; TP stays as it was."""
    fighters = ally("mina", "B4", ss=9), ally("jun", "A6", tp=3), enemy("thorn", "B1")
    table = lay(*fighters, magic=[RISE]).rule("afflict", name="jun", status="poison", level=2)
    table.rule("set_hp", name="jun", value=0).casts("mina", "rise").answers("jun", revive="C6")
    jun = table.battle["jun"]
    assert (jun.statuses, jun.modifiers, jun.tp) == ([], [], 3)


def test_coming_back_is_no_entering(lay: Lay) -> None:
    """HV-46, HV-77, HV-81: placed on needles and a trap she is not stung."""
    pit = trap("pit", "C1", effect("hurt", to="trigger", amount=9))
    fighters = ally("mina", "B4", ss=9), ally("jun", "A6"), enemy("thorn", "B1")
    table = lay(*fighters, pit, ground("needles", "C1", level=2), magic=[RISE])
    table.rule("set_hp", name="jun", value=0).casts("mina", "rise").answers("jun", revive="C1")
    assert (table.hp("jun"), table.traps) == (5, ["pit@C1"])


# ---------------------------------------------------------------- room


def crowd(*free: str) -> list[object]:
    """Special objects on every cell but these."""
    return [thing(f"jar_{cell.lower()}", cell) for cell in EVERYWHERE if cell not in free]


def test_without_a_free_cell_nobody_is_revived(lay: Lay) -> None:
    """HV-46: the magic is spent, and the log says why nothing came of it."""
    table = lay(
        ally("mina", "B4", ss=9), ally("jun"), enemy("thorn", "B1", ss=2), *crowd("B4", "B1"), magic=[RISE]
    )
    table.battle["jun"].hp = 0
    assert table.casts("mina", "rise").acting == "thorn"
    assert (table.at("jun"), len(table.told("no_room", "jun"))) == ("", 1)


def test_a_giant_needs_its_whole_shape_free(lay: Lay) -> None:
    """HV-46, HV-25: of these cells four together fit two by two."""
    free = "A5", "B5", "A6", "B6", "C5", "C1"
    giant = npc_ally("golem", None, size=(2, 2), hp=0)
    fighters = ally("mina", "B4", ss=9), giant, enemy("thorn", "B1")
    table = lay(*fighters, *crowd(*free, "B4", "B1"), magic=[RISE]).casts("mina", "rise")
    assert (table.asked, table.offers()) == ([GM], ["A5"])
    table.answers("golem", revive="A5")
    assert [cell.label for cell in table.battle["golem"].cells] == ["A5", "B5", "A6", "B6"]


def test_a_giant_without_room_is_not_revived(lay: Lay) -> None:
    """HV-46: though single cells are free."""
    giant = npc_ally("golem", None, size=(2, 2), hp=0)
    fighters = ally("mina", "B4", ss=9), giant, enemy("thorn", "B1", ss=2)
    table = lay(*fighters, *crowd("A5", "B6", "B4", "B1"), magic=[RISE]).casts("mina", "rise")
    assert (table.acting, len(table.told("no_room", "golem"))) == ("thorn", 1)


@pytest.mark.parametrize(
    ("order", "is_back"),
    [(["shove.0.mina", "shove.1.golem"], True), (["shove.1.golem", "shove.0.mina"], False)],
)
def test_a_push_before_it_makes_room(lay: Lay, order: list[str], is_back: bool) -> None:
    """HV-41, HV-46: whether there is room shows when the effect happens, in the order its owner likes."""
    ahead = effect("push", to="self", direction="front", cells=1)
    shove = spell("shove", ahead, {"kind": "revive", "hp": 5}, level=1)
    giant = npc_ally("golem", None, size=(2, 2), hp=0)
    fighters = ally("mina", "B5", ss=9), giant, enemy("thorn", "B1", ss=2)
    table = lay(*fighters, *crowd("A5", "A6", "B5", "B6", "B4", "B1"), magic=[shove]).casts("mina", "shove")
    table.answers("mina", effects_order=order)
    assert (table.asks == "revive") is is_back


def test_two_revivals_are_an_order_that_matters(lay: Lay) -> None:
    """HV-41, HV-46: the last free cell is for the first of them."""
    tide = spell("tide", {"kind": "revive", "hp": 5}, {"kind": "revive", "hp": 3}, level=1, cost="light")
    fighters = ally("mina", "B4", ss=9), ally("jun", hp=0), ally("kei", hp=0), enemy("thorn", "B1", ss=2)
    table = lay(*fighters, *crowd("B4", "B1", "C6"), magic=[tide]).casts("mina", "tide")
    table.answers("mina", ally="jun").answers("mina", ally="kei")
    assert (table.asks, table.offers()) == ("effects_order", ["tide.0.jun", "tide.1.kei"])
    table.answers("mina", effects_order=["tide.1.kei", "tide.0.jun"]).answers("kei", revive="C6")
    assert (table.hp("kei"), table.hp("jun"), len(table.told("no_room", "jun"))) == (3, 0, 1)


def test_a_cell_for_the_revived_and_one_for_an_object_are_an_order_that_matters(lay: Lay) -> None:
    """HV-03, HV-41: the object does not come where somebody stands by then."""
    wall = thing("wall")
    raise_ = spell(
        "raise", {"kind": "revive", "hp": 5}, {"kind": "summon", "on": "chosen", "object": "wall"}, level=1
    )
    fighters = ally("mina", "B4", ss=9), ally("jun", hp=0), enemy("thorn", "B1", ss=2)
    table = lay(*fighters, wall, magic=[raise_]).casts("mina", "raise").answers("mina", cells=["B3"])
    assert table.offers() == ["raise.0.jun", "raise.1.B3"]
    table.passes("mina", "effects_order").answers("jun", revive="B3")
    assert [each.name for each in table.battle.things] == []


# ---------------------------------------------------------------- by skills, items, in the middle of an attack


def test_a_reaction_skill_revives_before_the_damage(lay: Lay) -> None:
    """HV-46, HV-33: at once; the revived is no target."""
    call = skill("call", {"kind": "revive", "hp": 5}, type="R")
    storm = spell("storm", attack=3, range=change(around(1)))
    fighters = enemy("thorn", "B3", ss=9), ally("mina", "B4"), ally("jun", hp=0)
    table = lay(*fighters, magic=[storm], skills=[call]).attacks("thorn", "storm", targets=["mina"])
    table.answers("mina", react="skill:call").answers("jun", revive="A4")
    assert (table.lost("mina"), table.hp("jun")) == (3, 5)


def test_an_item_revives_in_the_preparation_timing(lay: Lay) -> None:
    """HV-46, HV-15."""
    feather = item("feather", {"kind": "revive", "hp": 1})
    fighters = ally("mina", "B4", ss=9, items=["feather"]), ally("jun", hp=0), enemy("thorn", "B1")
    table = lay(*fighters, items=[feather]).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="item:feather").answers("jun", revive="A4")
    assert (table.hp("jun"), table.battle["mina"].items) == (1, [])


def mutual(lay: Lay, *skills: object) -> Table:
    """Vera's storm strikes Rex, her friend, and Mina; the players of the other camp order the reactions."""
    storm = spell("storm", afflict("burn", 1), range=change(around(1)), attack=4)
    balm = reaction("balm", effect("heal", to="self", amount=1))
    fighters = (
        rival("vera", "B3", ss=9, hp=5),
        rival("rex", "A3", hp=5),
        ally("mina", "B4"),
        rival("zed", "C1"),
    )
    table: Table = lay(*fighters, magic=[storm, balm], skills=skills)
    return table.attacks("vera", "storm", targets=["rex", "mina"])


def test_a_caster_revived_in_her_own_attack_has_lost_her_effects(lay: Lay) -> None:
    """HV-45, HV-46: felled by Mina, called back by Rex; the damage is dealt, nobody burns."""
    thorns = skill("thorns", effect("hurt", to="attacker", amount=5), type="R")
    call = skill("call", {"kind": "revive", "hp": 9}, type="R")
    table = mutual(lay, thorns, call).answers("mina", reaction_order=["mina", "rex"])
    table.answers("mina", react="skill:thorns").passes("mina", "react")
    table.answers("rex", react="skill:call").answers("vera", revive="B3").passes("rex", "react")
    assert (table.hp("vera"), table.lost("mina"), table.level("mina", "burn")) == (9, 4, None)


def test_a_reactor_revived_before_her_effects_has_lost_them(lay: Lay) -> None:
    """HV-41, HV-45: B's magic fells A, C's brings her back, and A's own healing no longer happens."""
    magic = [
        spell("storm", range=change(around(1))),
        reaction("rage", effect("hurt", to="ally", amount=30)),
        reaction("call", {"kind": "revive", "hp": 5}),
        reaction("balm", effect("heal", to="self", amount=9)),
    ]
    fighters = enemy("foe", "B3", ss=9), ally("a", "A4"), ally("b", "B4"), ally("c", "C4")
    table = lay(*fighters, magic=magic).attacks("foe", "storm", targets=["a", "b", "c"])
    table.answers("a", reaction_order=["a", "b", "c"])
    table.reacts("a", "balm").reacts("b", "rage").reacts("c", "call")
    table.answers("a", reaction_effects_order=["b", "c", "a"]).answers("b", ally="a")
    table.answers("a", revive="A6")
    assert (table.hp("a"), table.told("heal")) == (5, [])


def test_whoever_is_to_come_back_by_a_ruling_meanwhile_is_not_revived_again(lay: Lay) -> None:
    """HV-46: the question lapses and play goes on."""
    table = fallen(lay).rule("move", name="jun", cell="A1")
    assert (table.hp("jun"), table.told("revived"), table.acting) == (1, [], "jun")


def test_the_owner_of_a_revival_who_leaves_meanwhile_takes_it_along(lay: Lay) -> None:
    """HV-45, HV-46: asked whom to revive, she is taken from the table."""
    table = fallen(lay, "cat", "dog").rule("move", name="dog", cell="A4").rule("set_hp", name="mina", value=0)
    assert (table.acting, table.told("revived")) == ("dog", [])

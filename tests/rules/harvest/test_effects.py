"""Added effects, statuses given, levels of every sign, the incapacitated (HV-41, HV-43, HV-44, HV-45)."""

import pytest

from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    player,
    reaction,
    rival,
    skill,
    spell,
)

# ---------------------------------------------------------------- order


def hit(lay: Lay, *effects: dict[str, object], thorn: int = 30, mina: int = 30, attack: int = 0) -> Table:
    """Mina's storm with these effects has hit thorn and moth."""
    storm = spell("storm", *effects, range=change(around(1)), attack=attack)
    fighters = ally("mina", "B4", ss=9, hp=mina), enemy("thorn", "B3", hp=thorn), enemy("moth", "A3")
    table: Table = lay(*fighters, enemy("far", "C1"), magic=[storm])
    return table.attacks("mina", "storm", targets=["thorn", "moth"]).nobody_reacts()


def test_effects_follow_the_damage(lay: Lay) -> None:
    """HV-41: who falls by the damage receives nothing more (HV-45)."""
    table = hit(lay, afflict("burn", 1), thorn=4, attack=4)
    assert (table.level("thorn", "burn"), table.level("moth", "burn")) == (None, 1)


def test_the_owner_orders_the_own_effects_over_all_targets(lay: Lay) -> None:
    """HV-41: each effect on each target is one to be ordered."""
    table = hit(lay, effect("hurt", amount=5), effect("heal", amount=3), thorn=5)
    assert (table.asks, table.asked) == ("effects_order", ["mina"])
    assert table.offers() == ["storm.0.moth", "storm.0.thorn", "storm.1.moth", "storm.1.thorn"]
    table.answers("mina", effects_order=["storm.1.thorn", "storm.0.thorn", "storm.0.moth", "storm.1.moth"])
    assert (table.hp("thorn"), table.hp("moth")) == (3, 28)


def test_the_other_order_fells(lay: Lay) -> None:
    """HV-41, HV-45: damage first, and the healing comes too late."""
    table = hit(lay, effect("hurt", amount=5), effect("heal", amount=3), thorn=5)
    table.passes("mina", "effects_order")
    assert (table.hp("thorn"), table.at("thorn")) == (0, "")


def test_an_order_that_cannot_matter_is_not_asked(lay: Lay) -> None:
    """HV-41."""
    table = hit(lay, afflict("burn", 1), effect("heal", amount=1), effect("modify", stat="ss", amount=-1))
    assert (table.asks, table.acting) == ("next", "")


def test_lifting_and_giving_the_same_status_is_an_order_that_matters(lay: Lay) -> None:
    """HV-41: lifted and then given, she has it; given and then lifted, she has not."""
    wash = spell("wash", afflict("burn", 2, to="self"), effect("lift", to="self", status="burn"), level=1)
    for order, level in ((["wash.0.mina", "wash.1.mina"], None), (["wash.1.mina", "wash.0.mina"], 2)):
        table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[wash]).casts("mina", "wash")
        assert table.answers("mina", effects_order=order).level("mina", "burn") == level


def test_defence_rises_are_no_added_effects(lay: Lay) -> None:
    """HV-41: no order among reactors is asked for them."""
    storm, ward = spell("storm", range=change(around(1))), reaction("ward", defence=1)
    table = lay(ally("mina", "B4", ss=9), enemy("a", "B3"), enemy("b", "A3"), magic=[storm, ward])
    table.attacks("mina", "storm", targets=["a", "b"]).answers("gm", reaction_order=["a", "b"])
    table.reacts("a", "ward").reacts("b", "ward")
    assert table.asks == "next"


def spited(lay: Lay, mina: int = 30) -> Table:
    """Thorn and moth have both answered Mina's storm with magic that hurts her, or heals all."""
    storm = spell("storm", afflict("burn", 1), range=change(around(1)))
    spite = reaction("spite", effect("hurt", to="attacker", amount=5))
    balm = reaction("balm", effect("heal", to="allies", amount=2), cost="wind")
    fighters = (
        ally("mina", "B4", ss=9, hp=mina),
        rival("thorn", "B3"),
        enemy("moth", "A3", hp=20),
        ally("jun", "A6"),
    )
    table: Table = lay(*fighters, magic=[storm, spite, balm]).attacks(
        "mina", "storm", targets=["thorn", "moth"]
    )
    return (
        table.answers("thorn", reaction_order=["thorn", "moth"])
        .reacts("thorn", "spite")
        .reacts("moth", "balm")
    )


def test_the_camp_opposed_to_the_caster_orders_the_reactors_effects(lay: Lay) -> None:
    """HV-30, HV-41: the action side's came before."""
    table = spited(lay)
    assert (table.asks, table.asked, table.level("moth", "burn")) == ("reaction_effects_order", ["thorn"], 1)
    table.answers("thorn", reaction_effects_order=["moth", "thorn"])
    assert [event.key[-4:] for event in table.events if event.row == "HV-41"][-3:] == ["heal", "heal", "hurt"]


def test_a_reactor_who_falls_before_her_effects_loses_them(lay: Lay) -> None:
    """HV-45, settled: her own effects not yet resolved are dropped."""
    table = spited(lay).rule("set_hp", name="moth", value=0).passes("thorn", "reaction_effects_order")
    assert (table.lost("mina"), table.told("heal")) == (5, [])


# ---------------------------------------------------------------- the same status again


def burnt_twice(lay: Lay) -> Table:
    """Thorn burns at level 3 until lifted, and Mina burns it at level 1 for a round."""
    sear = spell("sear", afflict("burn", 1, rounds=1))
    table: Table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[sear])
    table.rule("afflict", name="thorn", status="burn", level=3)
    return table.attacks("mina", "sear", cell="B3", targets=["thorn"])


def test_who_gives_the_same_status_chooses_to_overwrite(lay: Lay) -> None:
    """HV-43: overwriting replaces level and duration."""
    table = burnt_twice(lay)
    assert (table.asks, table.asked) == ("overwrite", ["mina"])
    table.answers("mina", overwrite="overwrite")
    [burn] = table.battle["thorn"].statuses
    assert (burn.level, burn.until.round, burn.giver) == (1, 2, "mina")


def test_or_not_to_overwrite(lay: Lay) -> None:
    """HV-43: both stay as they were."""
    table = burnt_twice(lay).passes("mina", "overwrite")
    [burn] = table.battle["thorn"].statuses
    assert (burn.level, burn.until.round) == (3, 0)


def test_for_npcs_the_gm_chooses(lay: Lay) -> None:
    """HV-43, settled: the creature's spell meets a burn on a player's character."""
    sear = spell("sear", afflict("burn", 1))
    table = lay(enemy("thorn", "B3", ss=9), ally("mina", "B4"), magic=[sear])
    table.rule("afflict", name="mina", status="burn", level=3).attacks(
        "thorn", "sear", cell="B4", targets=["mina"]
    )
    assert (table.asks, table.asked) == ("overwrite", ["gm"])


def test_a_giver_removed_while_she_is_asked_changes_nothing(lay: Lay) -> None:
    """HV-43, HV-45: play goes on."""
    sear = spell("sear", afflict("burn", 1))
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A6"), enemy("thorn", "B3", ss=1), magic=[sear])
    table.rule("afflict", name="thorn", status="burn", level=3).attacks(
        "mina", "sear", cell="B3", targets=["thorn"]
    )
    table.rule("remove", name="mina")
    assert (table.level("thorn", "burn"), table.acting) == (3, "jun")


# ---------------------------------------------------------------- levels of every sign


def test_a_burn_below_nothing_hurts_nobody(lay: Lay) -> None:
    """HV-44, HV-55: damage of a negative level is 0, and no healing."""
    table = lay(ally("mina", "B4", ss=9, hp=10), enemy("thorn", "B1"))
    table.rule("afflict", name="mina", status="burn", level=-2).begins("mina")
    assert (table.hp("mina"), table.asks) == (10, "give_up_movement")


def test_a_poison_below_nothing_hurts_nobody(lay: Lay) -> None:
    """HV-44, HV-52."""
    table = lay(ally("mina", "B4", ss=9, hp=10), enemy("thorn", "B1"))
    assert table.rule("afflict", name="mina", status="poison", level=-2).skip_round().hp("mina") == 10
    [told] = table.told("hurt", "mina")
    assert told.params["amount"] == 0


def test_nothing_lost_is_told_as_no_damage(lay: Lay) -> None:
    """HV-44: no line says that somebody takes 0 or less."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"))
    table.rule("afflict", name="mina", status="burn", level=-2).begins("mina")
    said = [words("en").render(line.text) for line in table.log(SPECTATOR)]
    assert "Mina takes no damage (Burn)." in said


@pytest.mark.parametrize("hp", [30, 29])
def test_healing_tells_nobody_whether_a_creature_was_hurt(lay: Lay, hp: int) -> None:
    """What the GM reads as no HP, players read as any healing."""
    song = spell("song", effect("heal", to="self", amount=5), level=1)
    table = lay(enemy("thorn", "B1", ss=9, hp=hp), ally("mina", "B4"), magic=[song]).casts("thorn", "song")
    [vague] = [line for line in table.log(player("mina")) if line.kind == "heal"]
    [told] = [line for line in table.log(GAME_MASTER) if line.kind == "heal"]
    assert vague.text == Text("harvest.log.heal.vague", {"who": "Thorn"})
    assert told.text.key == ("harvest.log.heal" if hp < 30 else "harvest.log.heal.none")


@pytest.mark.parametrize(("level", "ss"), [(2, 3), (0, 5), (-1, 6)])
def test_paralysis_goes_by_its_sign(lay: Lay, level: int, ss: int) -> None:
    """HV-44, HV-53: SS -L; at level 0 and below it still bars movement."""
    table = lay(ally("mina", "B4"), enemy("thorn", "B1", ss=9))
    table.rule("afflict", name="mina", status="paralysis", level=level).passes("thorn", "begin").begins(
        "mina"
    )
    assert (table.battle.acting_ss, table.asks) == (ss, "give_up_preparation")


@pytest.mark.parametrize(("level", "dice"), [(2, 3), (0, 1), (-1, 0)])
def test_awakening_goes_by_its_sign(lay: Lay, level: int, dice: int) -> None:
    """HV-44, HV-64."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[spell("blow", cost="dark")])
    table.rule("afflict", name="mina", status="awakening", level=level).begins("mina").passes("mina", "move")
    if dice:
        table.rolls(*[1] * dice).answers("mina", activate="challenge")
    assert table.acting == "thorn"


# ---------------------------------------------------------------- the incapacitated


def test_incapacitated_all_on_it_ends_and_it_leaves_the_field(lay: Lay) -> None:
    """HV-45: statuses and changed numbers, those until the end of the battle among them."""
    weaken = spell(
        "weaken", effect("modify", stat="defence", amount=-1, rounds=3), afflict("poison", 2), attack=1
    )
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "C1")
    table = lay(*fighters, magic=[weaken]).attacks("mina", "weaken", cell="B3", targets=["thorn"])
    assert table.battle["thorn"].modifiers
    assert table.battle["thorn"].statuses
    table.rule("set_hp", name="thorn", value=0)
    thorn = table.battle["thorn"]
    assert (thorn.statuses, thorn.modifiers, thorn.gifts, thorn.cell) == ([], [], [], None)


def test_the_incapacitated_do_not_act(lay: Lay) -> None:
    """HV-45, HV-10."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1", ss=8), enemy("moth", "C1", ss=7))
    table.rule("set_hp", name="thorn", value=0).passes("mina", "begin")
    assert table.acting == "moth"


def test_what_it_gave_to_others_stays(lay: Lay) -> None:
    """HV-45, settled."""
    sting = spell("sting", afflict("poison", 2, rounds=2))
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A6"), enemy("thorn", "B3"), magic=[sting])
    table.attacks("mina", "sting", cell="B3", targets=["thorn"]).rule("set_hp", name="mina", value=0)
    assert table.level("thorn", "poison") == 2


def test_an_owner_who_falls_loses_the_rest_of_her_effects(lay: Lay) -> None:
    """HV-45, settled: pushed back into a wall, her own collision fells her before the second effect."""
    recoil = spell("recoil", effect("push", to="self", direction="back", cells=1), afflict("burn", 1))
    fighters = ally("mina", "B4", ss=9, hp=3), ally("jun", "B5"), enemy("thorn", "B3")
    table = lay(*fighters, magic=[recoil]).attacks("mina", "recoil", cell="B3", targets=["thorn"])
    table.answers("mina", effects_order=["recoil.0.mina", "recoil.1.thorn"])
    assert (table.hp("mina"), table.level("thorn", "burn"), table.lost("jun")) == (0, None, 3)


def test_an_attacker_felled_by_a_reaction_still_deals_the_damage(lay: Lay) -> None:
    """HV-45, HV-40, settled: the attack goes on without her effects, and without the rise that ended with her fall."""
    thorns = skill("thorns", effect("hurt", to="attacker", amount=5), type="R")
    rise = skill("rise", attack=2)
    sear = spell("sear", afflict("burn", 1), effect("heal", to="ally", amount=1), attack=4)
    fighters = ally("mina", "B4", ss=9, hp=5), ally("jun", "A6"), enemy("thorn", "B3")
    table = lay(*fighters, magic=[sear], skills=[thorns, rise]).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="skill:rise").attacks("mina", "sear", cell="B3", targets=["thorn"])
    table.answers("thorn", react="skill:thorns")
    assert (table.hp("mina"), table.lost("thorn"), table.level("thorn", "burn")) == (0, 4, None)

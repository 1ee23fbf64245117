"""The sensible bot: what it chooses, and what it does not look at."""

from typing import Any

import pytest

from rules import registry
from rules.engine.dice import Draws
from rules.harvest.battlefield import Camp
from rules.harvest.bots import CHOICES, sensible
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    Table,
    afflict,
    ally,
    change,
    effect,
    end,
    enemy,
    ground,
    item,
    line,
    on_cells,
    reaction,
    skill,
    spell,
    thing,
    trap,
)

EMBER = spell("ember", attack=5)
"""Strikes one cell beside the caster."""


def chosen(table: Table, seed: bytes = b"luck") -> Any:
    """What the bot answers to the open question."""
    return sensible(table.battle, table.question, table.asked[0], Draws(seed, "bot"))


def moving(lay: Lay, *laid: object, movement: int = 3) -> Table:
    """Mina at B5 may move, Thorn is out of reach."""
    fighters = ally("mina", "B5", attack=8, ss=9, movement=movement), enemy("thorn", "B1")
    return lay(*fighters, *laid, magic=[EMBER]).begins("mina")


def hurting(amount: int, to: str = "trigger") -> dict[str, Any]:
    """Damage without attack or defence."""
    return effect("hurt", to=to, amount=amount)


def test_it_has_an_opinion_on_every_question() -> None:
    asked = {key for key in registry.words("en").sentences if key.startswith("harvest.ask.")}
    assert {key.removeprefix("harvest.ask.") for key in asked} == set(CHOICES)


# ---- moving


def test_it_walks_into_reach(lay: Lay) -> None:
    assert chosen(moving(lay))[-1] == "B2"


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_it_does_not_see_the_other_camps_trap(lay: Lay, seed: bytes) -> None:
    """HV-81: it answers as if nothing were there."""
    hidden = trap("pit", "B4", hurting(9), camp=Camp.ENEMY)
    assert chosen(moving(lay, hidden), seed) == chosen(moving(lay), seed)


def test_it_walks_around_the_own_camps_trap(lay: Lay) -> None:
    """HV-81."""
    own = [trap(f"pit_{cell.lower()}", cell, hurting(9), camp=Camp.ALLY) for cell in ("B4", "B3")]
    way = chosen(moving(lay, *own, movement=5))
    assert way[-1] in ("B2", "A1", "C1")
    assert not {"B4", "B3"} & set(way)


def test_it_walks_around_needles(lay: Lay) -> None:
    """HV-77."""
    way = chosen(moving(lay, ground("needles", "A4", "B4"), movement=5))
    assert way[:3] == ["C5", "C4", "C3"]


def test_it_stands_off_lava_where_it_reaches_as_many(lay: Lay) -> None:
    """HV-70."""
    ray = spell("ray", attack=5, range=change(line(3, *FRONT)))
    table = lay(ally("mina", "B4", attack=8, ss=9), enemy("thorn", "B2"), ground("lava", "B4"), magic=[ray])
    assert chosen(table.begins("mina"))[-1] in ("B3", "B5")


@pytest.mark.parametrize("cell", ["A1", "B3", "C6"])
def test_in_a_gale_its_way_goes_as_far_as_it_must(lay: Lay, cell: str) -> None:
    """HV-75: the way is taken."""
    table = lay(ally("mina", cell, attack=8, ss=9), enemy("thorn", "B2"), ground("gale", cell), magic=[EMBER])
    table.begins("mina")
    way = chosen(table)
    assert table.answers("mina", move=way).at("mina") == (way[-1] if way else cell)


def test_a_giant_comes_near_with_its_whole_block(lay: Lay) -> None:
    """HV-25."""
    table = lay(enemy("golem", "A1", size=(2, 2), attack=8, ss=9), ally("mina", "C5"), magic=[EMBER])
    table.begins("golem")
    assert table.answers("golem", move=chosen(table)).at("golem") in ("A4", "B3")


def test_it_gives_movement_up_to_lift_frostbite_since_it_cannot_move_anyway(lay: Lay) -> None:
    """HV-57."""
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B1"), magic=[EMBER])
    table.rule("afflict", name="mina", status="frostbite", level=1, rounds=0).begins("mina")
    assert (table.asks, chosen(table)) == ("give_up_movement", "frostbite")


# ---- preparing


def test_it_heals_whom_it_can_and_keeps_what_would_be_wasted(lay: Lay) -> None:
    tea = skill("tea", effect("heal", to="ally", amount=6), tp=2)
    hurt = lay(ally("mina", "B6", hp=10, ss=9), enemy("thorn", "B1"), skills=[tea])
    hale = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1"), skills=[tea])
    assert chosen(hurt.begins("mina").skip_to("prepare")) == "skill:tea"
    assert chosen(hale.begins("mina").skip_to("prepare")) is None


def test_of_two_effects_it_takes_the_one_that_is_worth_more(lay: Lay) -> None:
    either = {
        "kind": "either",
        "options": [effect("heal", "self", amount=6), effect("refresh", "self", amount=4)],
    }
    apple = item("apple", either)
    for points, wanted in (({"hp": 10}, "0"), ({"tp": 1}, "1")):
        table = lay(ally("mina", "B6", ss=9, items=["apple"], **points), enemy("thorn", "B1"), items=[apple])
        table.begins("mina").skip_to("prepare").answers("mina", prepare="item:apple")
        assert chosen(table) == wanted


def test_it_lays_a_trap_where_an_enemy_may_step(lay: Lay) -> None:
    """HV-81."""
    dig = skill("dig", on_cells("trap", on="chosen", trap="pit"))
    table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B2"), trap("pit", None, hurting(4)), skills=[dig])
    table.begins("mina").skip_to("prepare").answers("mina", prepare="skill:dig")
    assert chosen(table)[0] in ("A2", "B1", "B3", "C2")


def test_it_lays_bad_ground_under_enemies(lay: Lay) -> None:
    """HV-73."""
    curse = skill("curse", on_cells("terrain", on="chosen", count=2, terrain="yomi", level=1))
    table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B2"), enemy("bramble", "C1"), skills=[curse])
    table.begins("mina").skip_to("prepare").answers("mina", prepare="skill:curse")
    assert sorted(chosen(table)) == ["B2", "C1"]


# ---- attacking


def test_it_strikes_what_explodes_beside_enemies_and_lets_the_rest_be(lay: Lay) -> None:
    """HV-82: special objects are targets where nothing is better."""
    for beside, wanted in ((enemy("thorn", "B1"), ["keg"]), (ally("jun", "B1"), [])):
        keg = thing("keg", "B2", hurting(9, to="near"), moment="destroyed")
        ray = spell("ray", attack=5, range=change(end(2, *FRONT)))
        fighters = ally("mina", "B4", attack=8, ss=9), enemy("far", "A1"), beside
        table = lay(*fighters, keg, magic=[ray]).casts("mina", "ray")
        assert chosen(table) == wanted


def test_the_confused_add_the_friend_who_bears_it_best(lay: Lay) -> None:
    """HV-60."""
    ring = spell("ring", attack=5, range=change(line(1)))
    fighters = (
        ally("mina", "B4", attack=2, ss=9, hp=3),
        ally("jun", "A4", hp=4),
        ally("sora", "C4", hp=20),
        enemy("thorn", "B3"),
    )
    table = lay(*fighters, magic=[ring], skills=[skill("daze", afflict("confusion", 1, "self"))])
    table.begins("mina").skip_to("prepare").answers("mina", prepare="skill:daze")
    table.skip_to("activate").rolls(3).answers("mina", activate="challenge", pay=["ring"], targets=["thorn"])
    assert table.asks == "confused"
    assert chosen(table) == "sora"


@pytest.mark.parametrize(("level", "wanted"), [(1, "overwrite"), (2, "overwrite"), (3, None)])
def test_it_overwrites_an_enemys_status_with_no_weaker_one(lay: Lay, level: int, wanted: str | None) -> None:
    """HV-43."""
    brew = spell("brew", afflict("poison", 2), attack=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[brew])
    table.rule("afflict", name="thorn", status="poison", level=level, rounds=0)
    table.attacks("mina", "brew", cell="B3", targets=["thorn"]).nobody_reacts()
    assert (table.asks, chosen(table)) == ("overwrite", wanted)


def test_it_revives_a_friend_where_she_reaches_somebody(lay: Lay) -> None:
    """HV-46."""
    call = skill("call", {"kind": "revive", "hp": 9})
    fighters = ally("mina", "C6", ss=9), ally("jun", attack=8, hp=0), enemy("thorn", "B2")
    table = lay(*fighters, magic=[EMBER], skills=[call])
    table.begins("mina").skip_to("prepare").answers("mina", prepare="skill:call")
    assert table.asks == "revive"
    assert chosen(table) in ("A2", "B1", "B3", "C2")


# ---- reacting


def struck(lay: Lay, *friends: object, hp: int = 30, **known: Any) -> Table:
    """Mina is about to take 8 from Thorn."""
    magic = [spell("smash", attack=8), reaction("veil", defence=2)]
    table = lay(ally("mina", "B4", hp=hp), enemy("thorn", "B3", ss=9), *friends, magic=magic, **known)
    return table.attacks("thorn", "smash", cell="B4", targets=["mina"])


def test_it_asks_to_be_covered_only_when_it_would_fall(lay: Lay) -> None:
    """HV-32."""
    assert chosen(struck(lay, ally("jun", "B5"), hp=8)) == "cover:jun"
    assert chosen(struck(lay, ally("jun", "B5"))) == "challenge"
    assert chosen(struck(lay, ally("jun", "B5", hp=8), hp=8)) == "challenge"


def test_it_spends_a_skill_where_it_keeps_more_off_than_it_costs(lay: Lay) -> None:
    """HV-33."""
    assert chosen(struck(lay, skills=[skill("shield", type="R", tp=2, defence=3)])) == "skill:shield"
    assert chosen(struck(lay, skills=[skill("shield", type="R", tp=5, defence=3)])) == "challenge"


# ---- the end phase


def test_it_is_healed_before_it_is_hurt(lay: Lay) -> None:
    """HV-17, worked example 12."""
    fighters = ally("mina", "B5", hp=4, ss=9), enemy("thorn", "B1")
    table = lay(*fighters, ground("sanctuary", "B5"))
    table.rule("afflict", name="mina", status="poison", level=4, rounds=0)
    table.skip_to("ticks")
    assert chosen(table) == ["sanctuary", "poison"]


def test_it_passes_rather_than_burn_to_death_while_a_friend_stands(lay: Lay) -> None:
    """HV-12: where no phase starts, burn does not strike."""
    table = lay(ally("mina", "B5", hp=2, ss=9), ally("jun", "C5"), enemy("thorn", "B1"))
    table.rule("afflict", name="mina", status="burn", level=2, rounds=0)
    assert chosen(table) is None

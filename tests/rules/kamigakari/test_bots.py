"""The sensible bot: what it chooses, and what it does not look at."""

from typing import Any

from rules import registry
from rules.engine.dice import Draws
from rules.kamigakari.bots import CHOICES, sensible
from rules.kamigakari.terms import StatusKey
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    PASS,
    Table,
    art,
    bonus,
    cost,
    effect,
    foe,
    halve,
    hero,
    item,
    many,
    minus,
    spell,
    squares,
    status,
    talent,
    weapon,
)

BLADE = weapon("blade", damage=8)
BOW = weapon("bow", "ranged", distance=squares(6), damage=5)


def chosen(table: Table) -> Any:
    """What the bot answers to the open question."""
    return sensible(table.battle, table.question, table.asked[0], Draws(b"luck", "bot"))


def test_it_has_an_opinion_on_every_question() -> None:
    asked = {key for key in registry.words("en").sentences if key.startswith("kamigakari.ask.")}
    assert {key.removeprefix("kamigakari.ask.") for key in asked} == set(CHOICES)


# ---- moving


def test_it_runs_up_to_strike_hand_to_hand(lay: Lay) -> None:
    """KG-34: a combat move leaves melee attacks open."""
    table = lay(hero("rin", "B6", accuracy=6), foe("hound", "B2"), BLADE).skip_to("turn", "rin")
    assert chosen(table) == "move:combat"
    assert chosen(table.answers("rin", turn="move:combat"))[-1] in ("B3", "A2", "C2")


def test_it_does_not_run_up_to_shoot(lay: Lay) -> None:
    """KG-34: a combat move ends ranged attacks; the step does not."""
    table = lay(hero("rin", "B9", accuracy=6), foe("hound", "B2"), BOW).skip_to("turn", "rin")
    assert chosen(table) == "move:step"
    assert chosen(table.answers("rin", turn="move:step")) == ["B8"]


def test_it_goes_a_long_way_if_nobody_is_in_reach(lay: Lay) -> None:
    """KG-34."""
    table = lay(hero("rin", "B10", initiative=6), foe("hound", "B1"), BLADE).skip_to("turn", "rin")
    assert chosen(table) == "move:full"


def test_it_stays_where_it_can_strike(lay: Lay) -> None:
    table = lay(hero("rin", "B3", accuracy=6), foe("hound", "B2"), BLADE).skip_to("turn", "rin")
    assert chosen(table) == "weapon:blade"


def test_of_a_hidden_enemy_it_knows_nothing(lay: Lay) -> None:
    """KG-36: neither where to go nor whom to strike."""
    shadow = foe("hound", "B2", statuses=["hidden"])
    assert chosen(lay(hero("rin", "B3", accuracy=6), shadow, BLADE).skip_to("turn", "rin")) is PASS


# ---- striking


def test_it_strikes_whom_it_can_fell(lay: Lay) -> None:
    wounded, hale = foe("crab", "C3", life=5), foe("hound", "B2")
    table = lay(hero("rin", "B3", accuracy=6), hale, wounded, BLADE).acts("rin", "weapon:blade")
    assert chosen(table) == ["crab"]


def test_it_strikes_no_friend(lay: Lay) -> None:
    table = lay(
        hero("rin", "B3", invocation=6),
        hero("yua", "C3", weapons=[], talents=[]),
        foe("hound", "B2"),
        spell("burst", target=many(2), rank=3),
    ).acts("rin", "talent:burst")
    assert chosen(table) == ["hound"]


def test_it_picks_the_attribute_somebody_is_weak_to(lay: Lay) -> None:
    """KG-25."""
    ember = spell("ember", rank=3, attributes=["cold", "fire"])
    table = lay(hero("rin", "B3", invocation=9), foe("hound", "B2", weaknesses=["fire"]), ember)
    table.attacks("rin", "ember", "hound", dice=(5, 4)).skip_to("attribute")
    assert chosen(table) == "fire"


def test_it_pays_with_the_dice_that_are_missed_least(lay: Lay) -> None:
    """KG-04."""
    rin = hero("rin", "B3", spirits=[6, 2, 4], accuracy=6)
    table = lay(rin, foe("hound", "B2"), art("sweep", rank=2, cost=cost("even"))).acts("rin", "talent:sweep")
    assert chosen(table) == "1"


def test_it_prepares_what_pays(lay: Lay) -> None:
    wounded = hero("rin", "B3", life=20, max_life=60, items=["salve"])
    salve = item("salve", effect("recover", amount=20), timing="preparation")
    assert chosen(lay(wounded, foe("hound", "B2"), BLADE, salve).skip_to("turn", "rin")) == "item:salve"
    hale = hero("rin", "B3", items=["salve"])
    assert chosen(lay(hale, foe("hound", "B2"), BLADE, salve).skip_to("turn", "rin")) == "weapon:blade"


# ---- spirit dice


def test_it_swaps_just_enough_to_get_away(lay: Lay) -> None:
    """KG-03, KG-04: a tie would go to the attacker."""
    rin = hero("rin", "B3", initiative=1, spirits=[6, 4, 3], life=30)
    hound = foe("hound", "B2", accuracy=1, dicing=(3, 5), weapons=["blade"], initiative=9)
    table = lay(rin, hound, BLADE).attacks("hound", "blade", "rin", dice=(5, 2)).skip_to("manipulate", "rin")
    assert chosen(table) == "1>1"


def test_it_keeps_its_dice_where_no_swap_is_enough(lay: Lay) -> None:
    """KG-04."""
    rin = hero("rin", "B3", initiative=1, spirits=[6, 4, 3], life=30)
    hound = foe("hound", "B2", accuracy=9, dicing=(3, 5), weapons=["blade"], initiative=9)
    table = lay(rin, hound, BLADE).attacks("hound", "blade", "rin", dice=(5, 2)).skip_to("manipulate", "rin")
    assert chosen(table) is PASS


def test_it_raises_the_die_an_attack_is_reckoned_by(lay: Lay) -> None:
    """KG-22."""
    rin = hero("rin", "B3", accuracy=9, spirits=[6, 1])
    table = lay(rin, foe("hound", "B2"), weapon("blade", rank=4)).attacks(
        "rin", "blade", "hound", dice=(4, 3)
    )
    assert chosen(table.skip_to("manipulate", "rin")).endswith(">0")


# ---- defending


def test_it_reduces_what_is_worth_reducing(lay: Lay) -> None:
    """KG-26: a halving against much, nothing against little."""
    for flat, wanted in ((20, "talent:roll"), (3, PASS)):
        rin = hero("rin", "B3", initiative=1, spirits=[6, 6], armour=9, weapons=[])
        hound = foe("hound", "B2", accuracy=9, dicing=(2, flat), weapons=["blade"], initiative=9)
        roll = talent("roll", halve(), timing="defence", at="reduction", cost=cost("6"))
        table = lay(rin, hound, weapon("blade"), roll).attacks("hound", "blade", "rin", dice=(2, 3, 4, 4))
        assert chosen(table.skip_to("at_reduction", "rin")) == wanted


def test_it_uses_what_adds_damage(lay: Lay) -> None:
    """KG-21."""
    drive = talent("drive", bonus(9), timing="special", at="calculation")
    table = lay(hero("rin", "B3", accuracy=9), foe("hound", "B2"), BLADE, drive)
    assert (
        chosen(table.attacks("rin", "blade", "hound", dice=(4, 3)).skip_to("at_calculation"))
        == "talent:drive"
    )


def test_it_shakes_off_poison_before_anything_else_is_worth_it(lay: Lay) -> None:
    """KG-36."""
    rin = hero("rin", "B9", statuses=[("poison", 5)], weapons=[])
    table = lay(rin, foe("hound", "B2"), talent("shield", minus(3))).skip_to("turn", "rin")
    assert chosen(table) == "cure:poison"


def test_it_helps_who_needs_it(lay: Lay) -> None:
    """KG-31."""
    mend = talent(
        "mend",
        effect("recover", "targets", amount=9),
        timing="preparation",
        distance=squares(3),
        target=many(1),
    )
    wounded = hero("yua", "C3", life=10, max_life=40, talents=[], initiative=2)
    table = lay(hero("rin", "B3"), wounded, foe("hound", "B9"), mend).acts("rin", "talent:mend")
    assert chosen(table) == ["yua"]


def test_harm_that_does_nothing_to_the_immune_does_not_count(lay: Lay) -> None:
    """KG-36."""
    trip = art("trip", status("prone"), rank=1)
    immune, other = foe("crab", "C3", immune=[StatusKey.PRONE]), foe("hound", "B2")
    assert chosen(lay(hero("rin", "B3", accuracy=6), immune, other, trip).acts("rin", "talent:trip")) == [
        "hound"
    ]


def test_it_strikes_no_friend_where_no_enemy_is_left(lay: Lay) -> None:
    """KG-13: the enemy left after the attack was declared; it passes, and the attack fails."""
    table = lay(hero("rin", "B8"), hero("jun", "B7"), foe("hound", "B5"), foe("far", "L1"), spell("gust"))
    table.acts("rin", "talent:gust").rule("move", name="hound", cell="L2")
    assert (table.asks, chosen(table)) == ("targets", PASS)


def test_it_shakes_off_paralysis_at_the_end(lay: Lay) -> None:
    """KG-36: rather than mend a scratch."""
    balm = talent("balm", effect("recover", amount=2), timing="end")
    rin = hero("rin", "B3", life=38, max_life=40, statuses=["paralysis"])
    table = lay(rin, foe("hound", "B9"), balm).skip_to("end_timing", "rin")
    assert chosen(table) == "cure:paralysis"

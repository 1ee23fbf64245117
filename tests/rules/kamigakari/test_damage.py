"""Damage calculation: multiplier, Rank, flat changes, attributes, dice in place of the table (KG-20 to KG-25)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.view import GAME_MASTER, SPECTATOR, LogLine, Viewer
from rules.kamigakari.reckoning import counted, multiplier
from rules.kamigakari.reckoning import rank as rank_of
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    ENGAGED,
    Table,
    art,
    bonus,
    cost,
    effect,
    foe,
    hero,
    item,
    many,
    minus,
    rank,
    spell,
    talent,
    weapon,
)

BLADE = weapon("blade", rank=2, damage=3, attributes=["fire"])

# ---------------------------------------------------------------- multiplier


@pytest.mark.parametrize("ranked", range(21))
def test_the_whole_multiplier_table(ranked: int) -> None:
    """KG-22, KG-24: Rank r from 0 to 20 as printed: 0, 2r, 3r, 4r, 5r, 6r; the option counts a 1 as r."""
    printed = [0, 2 * ranked, 3 * ranked, 4 * ranked, 5 * ranked, 6 * ranked]
    assert [multiplier(die, ranked) for die in range(1, 7)] == printed
    counting = [multiplier(die, ranked, is_one_nothing=False) for die in range(1, 7)]
    assert counting == [ranked, *printed[1:]]


@pytest.mark.parametrize("ranked", range(21))
def test_cr_stands_in_place_of_the_die(ranked: int) -> None:
    """KG-22 settled: 10 x Rank whatever the die counts as; on Rank 0 it changes nothing."""
    assert {multiplier(die, ranked, is_critical=True) for die in range(10)} == {10 * ranked}


@pytest.mark.parametrize(
    ("die", "counts_as", "at_least", "number"),
    [(3, None, 0, 3), (3, 8, 0, 8), (3, None, 5, 5), (6, None, 5, 6), (1, None, 5, 5), (6, 7, 5, 7)],
)
def test_a_die_counts_as_another_number(die: int, counts_as: int | None, at_least: int, number: int) -> None:
    """KG-22: 7, 8, at least 5: by the formula."""
    assert counted(die, counts_as, at_least) == number


def test_at_least_5_at_calculation(lay: Lay) -> None:
    """KG-22: a highest die of 4 counts as 5."""
    edge = talent("edge", effect("counts_as", number=5, at_least=True), timing="special", at="calculation")
    table = lay(hero("rin", "B4"), foe("hound", "B3"), spell("ember", rank=3), edge)
    table.attacks("rin", "ember", "hound", dice=(4, 3)).answers("rin", at_calculation="talent:edge")
    assert table.lost("hound") == 15


def test_cr_is_10_times_rank_even_if_the_die_counts_as_8(lay: Lay) -> None:
    """KG-22 settled: the effect changes nothing, and is not offered."""
    edge = talent("edge", effect("counts_as", number=8), timing="special", at="calculation")
    table = lay(hero("rin", "B4"), foe("hound", "B3"), spell("ember", rank=3), edge)
    table.attacks("rin", "ember", "hound", dice=(6, 6))
    assert (table.asks, table.lost("hound")) == ("turn", 30)
    assert multiplier(counted(6, counts_as=8), 3, is_critical=True) == 30


def test_the_highest_die_is_read_after_manipulation(lay: Lay) -> None:
    """KG-22: the swapped 6 counts."""
    table = lay(hero("rin", "B4", spirits=[6]), foe("hound", "B3"), spell("ember", rank=3))
    table.attacks("rin", "ember", "hound", dice=(4, 3)).answers("rin", manipulate="1>0")
    assert table.lost("hound") == 18


# ---------------------------------------------------------------- what adds to it


def test_damage_is_multiplier_and_flat_damage_and_other_changes(lay: Lay) -> None:
    """KG-21: 4 x 3 + 物D 5 + 2 by a ring + 3 by the blade + 1 by a talent."""
    rin = hero("rin", "B4", physical_damage=5, items=["ring"])
    ring = item("ring", numbers={"physical_damage": 2})
    table = lay(rin, foe("hound", "B3"), BLADE, talent("keen", bonus(1)), ring)
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    parts = [
        ("multiplier", 12),
        ("physical_damage", 5),
        ("Ring", 2),
        ("Blade", 3),
        ("Keen", 1),
        ("armour", 0),
    ]
    assert table.parts("hound") == parts


def test_what_raises_the_other_kind_does_not_apply(lay: Lay) -> None:
    """KG-20: 魔D, magical Rank and magical damage are nothing to a blade."""
    arcane = talent("arcane", rank(3, "magical"), bonus(4, "magical"))
    table = lay(hero("rin", "B4", magical_damage=9), foe("hound", "B3"), BLADE, arcane)
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    assert table.lost("hound") == 12 + 3


def test_a_special_attack_uses_what_belongs_to_its_damage(lay: Lay) -> None:
    """KG-20, KG-23 settled: magical Rank, 魔D and ward for a special attack of magical damage."""
    arcane = talent("arcane", rank(1, "magical"), rank(5, "physical"))
    rin = hero("rin", "B4", magical_damage=7, physical_damage=30)
    table = lay(rin, foe("hound", "B3", ward=2, armour=30), spell("glare", kind="special", rank=3), arcane)
    table.attacks("rin", "glare", "hound", dice=(4, 3))
    assert table.lost("hound") == 16 + 7 - 2


def test_costing_life_is_not_reduced(lay: Lay) -> None:
    """KG-20: armour, "-n" and halvings leave it alone."""
    hide = talent("hide", {"kind": "minus", "amount": 9}, {"kind": "halve"})
    shout = talent(
        "shout", effect("modify", stat="evasion", amount=1), timing="preparation", cost=cost(life=7)
    )
    table = lay(hero("rin", "B4", armour=9, ward=9), foe("hound", "D9"), shout, hide)
    table.acts("rin", "talent:shout")
    assert table.told("hurt", "rin")[-1].params["amount"] == 7


def test_nobody_pays_more_life_than_she_can_lose(lay: Lay) -> None:
    """KG-20: with 7 life a cost of 7 is not offered."""
    shout = talent("shout", effect("recover", amount=1), timing="preparation", cost=cost(life=7))
    table = lay(hero("rin", "B4", life=7), foe("hound", "D9"), shout).skip_to("turn", "rin")
    assert "talent:shout" not in table.offers()


# ---------------------------------------------------------------- Rank


def test_physical_rank_starts_at_1_and_magical_rank_as_printed(lay: Lay) -> None:
    """KG-23: a blade of +2 has 3; a charm of 4 has 4."""
    charm = weapon("charm", "magic", rank=4)
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE, charm)
    assert table.attacks("rin", "blade", "hound", dice=(4, 3)).rank("hound") == 3
    assert table.skip_round().attacks("rin", "charm", "hound", dice=(4, 3)).rank("hound") == 4


def test_a_change_without_a_kind_changes_both_ranks(lay: Lay) -> None:
    """KG-23: one not named."""
    focus = talent("focus", rank(2))
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE, spell("ember", rank=4), focus)
    assert table.attacks("rin", "blade", "hound", dice=(4, 3)).rank("hound") == 5
    assert table.skip_round().attacks("rin", "ember", "hound", dice=(4, 3)).rank("hound") == 6


@given(st.integers(0, 10), st.integers(-40, 40), st.sampled_from([10, 20]))
def test_rank_is_never_above_its_cap_nor_below_0(own: int, changes: int, cap: int) -> None:
    """KG-23, KG-24: and an own Rank of 0 stays 0."""
    found = rank_of(own, changes, cap)
    assert 0 <= found <= cap
    assert found == 0 if own == 0 else found == sorted((0, own + changes, cap))[1]


def test_a_fall_and_a_rise_are_summed_before_the_cut(lay: Lay) -> None:
    """KG-23 settled: an own Rank of 1 pushed to 0 is raised again."""
    table = lay(
        hero("rin", "B4"), foe("hound", "B3"), spell("ember", rank=1), talent("odd", rank(-5), rank(6))
    )
    assert table.attacks("rin", "ember", "hound", dice=(4, 3)).rank("hound") == 2


def test_rank_pushed_to_0_leaves_the_flat_damage(lay: Lay) -> None:
    """KG-23: 0 + 魔D 7, and CR of it is no more."""
    table = lay(
        hero("rin", "B4", magical_damage=7), foe("hound", "B3"), spell("ember"), talent("odd", rank(-5))
    )
    assert table.attacks("rin", "ember", "hound", dice=(6, 6)).lost("hound") == 7


def test_n_damage_has_neither_flat_damage_nor_rank(lay: Lay) -> None:
    """KG-23: n stands for both; a fall of Rank does not touch it either."""
    rin = hero("rin", "B4", magical_damage=7)
    table = lay(rin, foe("hound", "B3"), spell("dart", rank=0, amount=8), talent("odd", rank(-3), bonus(-1)))
    assert table.attacks("rin", "dart", "hound", dice=(6, 3)).lost("hound") == 7


# ---------------------------------------------------------------- concept destruction


def test_concept_destruction_adds_a_die_to_rank(lay: Lay) -> None:
    """KG-24: 1d6 joins the sum; its 2d6 are paid when the turn ends."""
    table = lay(
        hero("rin", "B4", bonds=7), foe("hound", "B3"), spell("ember", rank=2), talent("odd", rank(-3))
    )
    table.attacks("rin", "ember", "hound").rolls(4, 3).passes("rin", "crest")
    table.rolls(5, 1, 1).answers("rin", concept="concept")
    assert (table.rank("hound"), table.battle["rin"].crest) == (4, 20)


@pytest.mark.parametrize(("bonds", "crest", "own"), [(6, 22, 2), (7, 0, 2), (7, 22, 0)])
def test_concept_destruction_needs_bonds_crest_and_rank(lay: Lay, bonds: int, crest: int, own: int) -> None:
    """KG-24, KG-37: 7 bonds, some crest left, and damage that Rank means something to."""
    rin = hero("rin", "B4", bonds=bonds, crest=crest)
    table = (
        lay(rin, foe("hound", "B3"), spell("ember", rank=own, amount=3))
        .rolls(4, 3)
        .attacks("rin", "ember", "hound")
    )
    if table.asks == "crest":
        table.passes("rin", "crest")
    assert table.asks != "concept"


def test_the_cap_of_20_is_for_concept_destruction_alone(lay: Lay) -> None:
    """KG-24: the house rule raises nothing without it."""
    table = lay(
        hero("rin", "B4"),
        foe("hound", "B3"),
        spell("ember", rank=9),
        talent("focus", rank(5)),
        concept_cap="twenty",
    )
    assert table.attacks("rin", "ember", "hound", dice=(4, 3)).rank("hound") == 10


def test_the_house_rule_is_named_where_it_decided(lay: Lay) -> None:
    """KG-24: in the Rank of an attack with concept destruction, with its setting."""
    table = lay(hero("rin", "B4", bonds=7), foe("hound", "B3"), spell("ember", rank=9), concept_cap="twenty")
    table.attacks("rin", "ember", "hound").rolls(4, 3).passes("rin", "crest")
    table.rolls(5, 1, 1).answers("rin", concept="concept")
    how = table.told("rank", "rin")[-1].explanation
    assert how is not None
    assert (how.total, how.house_rule, how.setting.key) == (  # type: ignore[union-attr]
        14,
        "concept_cap",
        "house_rule.kamigakari.concept_cap.twenty",
    )


@pytest.mark.parametrize(
    ("rank_", "dice", "rule"), [(2, (1, 2), "die_one"), (2, (2, 3), ""), (0, (1, 2), ""), (2, (6, 6), "")]
)
def test_the_rule_about_a_1_is_named_only_where_a_1_was_read(
    lay: Lay, rank_: int, dice: tuple[int, int], rule: str
) -> None:
    """KG-22: not for another die, not for "n damage", not after a critical."""
    pain = hero("rin", "B4", invocation=9, statuses=["pain"], spirits=[1])
    table = lay(pain, foe("hound", "B3"), spell("dart", rank=rank_, amount=5)).attacks(
        "rin", "dart", "hound", dice=dice
    )
    if rule or not rank_:
        table.answers("rin", manipulate="1>0")
    while table.asks in ("manipulate", "set_spirit"):
        table.passes("rin", table.asks)
    assert table.chain("hound").house_rule == rule


# ---------------------------------------------------------------- attributes


def test_of_two_attributes_one_is_picked(lay: Lay) -> None:
    """KG-25: the second one as well as the first."""
    ember = spell("ember", attributes=["fire", "flash"])
    table = lay(hero("rin", "B4"), foe("hound", "B3", weaknesses=["flash"]), ember)
    table.attacks("rin", "ember", "hound", dice=(4, 3)).answers("rin", attribute="flash")
    assert table.rank("hound") == 2


def test_a_weakness_raises_rank_for_that_target(lay: Lay) -> None:
    """KG-25: each target its own number, +1 once."""
    a, b = foe("a", "B3", weaknesses=["fire", "cold"]), foe("b", "C3", weaknesses=["cold"])
    table = lay(hero("rin", "B4"), a, b, spell("ember", rank=3, target=many(2), attributes=["fire"]))
    table.attacks("rin", "ember", "a", "b", dice=(4, 3))
    assert (table.lost("a"), table.lost("b")) == (16, 12)


def test_one_attribute_is_picked_at_calculation(lay: Lay) -> None:
    """KG-25: of talent, weapon and gear; one pick for all targets."""
    rin = hero("rin", "B4", items=["ring"])
    a, b = foe("a", "B3", weaknesses=["cold"]), foe("b", "C3", weaknesses=["fire"])
    slash = art("slash", weapon=True, target=many(2), attributes=["wind"])
    table = lay(rin, a, b, BLADE, slash, item("ring", attributes=["cold", "fire"]))
    table.attacks("rin", "slash", "a", "b", dice=(4, 3))
    assert table.offers() == ["wind", "fire", "cold"]
    table.answers("rin", attribute="cold")
    assert (table.rank("a"), table.rank("b")) == (4, 3)


# ---------------------------------------------------------------- monsters


def test_a_monsters_dice_stand_in_place_of_the_table(lay: Lay) -> None:
    """KG-35: 3d6 + 4, no die of the check, no 物D."""
    ogre = foe("ogre", "B3", accuracy=20, physical_damage=9, weapons=["blade"], dicing=(3, 4))
    table = lay(hero("rin", "B4", armour=2, weaknesses=[]), ogre, BLADE)
    table.rolls(3, 3, 5, 1, 6).attacks("ogre", "blade", "rin")
    assert table.lost("rin") == 5 + 1 + 6 + 4 - 2


def test_damage_dice_are_shown(lay: Lay) -> None:
    """KG-35: as dice are that fall on a table."""
    ogre = foe("ogre", "B3", accuracy=20, weapons=["blade"], dicing=(3, 4))
    table = lay(hero("rin", "B4"), ogre, BLADE).rolls(3, 3, 5, 1, 6).attacks("ogre", "blade", "rin")
    assert [(event.faces, event.params["total"]) for event in table.told("throws")] == [((5, 1, 6), 12)]


def test_a_monster_without_dice_does_its_flat_number(lay: Lay) -> None:
    """KG-35: no Rank then, no dice; "n damage" with its flat number (KG-23)."""
    ogre = foe("ogre", "B3", accuracy=20, weapons=["blade"], dicing=(0, 7))
    table = lay(hero("rin", "B4"), ogre, BLADE).rolls(3, 3).attacks("ogre", "blade", "rin")
    assert table.lost("rin") == 7


def test_n_dice_count_as_rank_n(lay: Lay) -> None:
    """KG-35: a weakness is one die more for that target; one roll for both."""
    ogre = foe("ogre", "B3", accuracy=20, talents=["sweep"], dicing=(2, 0))
    jun = hero("jun", "C3", initiative=9, weaknesses=["fire"], talents=[])
    sweep = art("sweep", target=many(2), attributes=["fire"])
    table = lay(hero("rin", "B4", talents=[]), jun, ogre, sweep)
    table.rolls(3, 3, 3, 3, 5, 1, 6).attacks("ogre", "sweep", "rin", "jun")
    assert (table.lost("rin"), table.lost("jun")) == (6, 12)
    counted = [table.chain(name).parts[0].label.params for name in ("rin", "jun")]
    assert counted == [{"faces": "5 + 1", "rank": 2}, {"faces": "5 + 1 + 6", "rank": 3}]
    assert (len(table.told("throws_each", "ogre")), table.told("throws", "ogre")) == (1, [])


def test_a_rolling_monsters_critical_is_10_n_and_flat(lay: Lay) -> None:
    """KG-35 settled: no damage dice fall."""
    ogre = foe("ogre", "B3", is_fixed=False, weapons=["blade"], dicing=(3, 4))
    table = lay(hero("rin", "B4"), ogre, BLADE).rolls(6, 6).attacks("ogre", "blade", "rin")
    assert table.lost("rin") == 34


def test_a_fixed_value_without_dice_of_its_own_throws_its_rank(lay: Lay) -> None:
    """KG-35: it has no die to read, so Rank 3 throws 3d6, and 物D is added."""
    ogre = foe("ogre", "B3", accuracy=20, physical_damage=9, weapons=["blade"])
    table = lay(hero("rin", "B4"), ogre, BLADE).rolls(3, 3, 2, 2, 2).attacks("ogre", "blade", "rin")
    assert table.lost("rin") == 6 + 9 + 3


def test_the_fallen_are_looked_at_after_all_life_damage(lay: Lay) -> None:
    """KG-35: a monster is down, a character faints."""
    a, jun = foe("a", "B3", life=4), hero("jun", "C4", life=4, initiative=9, talents=[])
    table = lay(hero("rin", "B4"), a, jun, foe("far", "L1"), spell("ember", target=many(2)))
    table.attacks("rin", "ember", "a", "jun", dice=(4, 3, 1, 2))
    falls = [each.key.removeprefix("kamigakari.log.") for each in table.events]
    assert [key for key in falls if key in ("hurt", "down", "faints")] == ["hurt", "hurt", "down", "faints"]
    assert table.has("jun", "faint")
    assert (table.at("a"), table.at("jun")) == ("", "")


# ---------------------------------------------------------------- the chain


def test_life_that_is_lost_to_no_attack_names_what_took_it(lay: Lay) -> None:
    """KG-20, KG-36: the price of a talent, what a talent takes, and poison open into number and source."""
    takes = effect("lose", "targets", amount=2)
    drain = talent("drain", takes, timing="preparation", cost=cost(life=3), distance=ENGAGED, target=many(1))
    rin = hero("rin", "B4", statuses=[("poison", 4)])
    table = lay(rin, foe("hound", "B3"), drain)
    table.acts("rin", "talent:drain").answers("rin", whom=["hound"]).skip_round()
    told = [event.explanation for event in table.told("hurt")]
    assert [(how.total, [part.label.key for part in how.parts]) for how in told if how] == [
        (3, ["kamigakari.name"]),
        (2, ["kamigakari.source"]),
        (4, ["kamigakari.status.poison"]),
    ]


def _hurt(table: Table, viewer: Viewer) -> LogLine:
    return next(line for line in table.log(viewer) if line.kind == "hurt")


def test_the_chain_names_every_point_of_rank(lay: Lay) -> None:
    """KG-22, KG-23: die, Rank, and where each point came from."""
    table = lay(hero("rin", "B4"), foe("hound", "B3", weaknesses=["fire"]), BLADE, talent("focus", rank(1)))
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    first = table.chain("hound").parts[0].label
    points = [(point.params["source"].key, point.params["amount"]) for point in first.params["points"]]  # type: ignore[union-attr]
    assert (first.params["die"], first.params["rank"]) == (4, 5)
    assert [amount for _source, amount in points] == ["+1", "+2", "+1", "+1"]


def test_hidden_parts_stay_hidden_and_hide_the_total(lay: Lay) -> None:
    """KG-26: a monster's armour and what else keeps damage off are the game master's; so is the sum of both."""
    fur = talent("fur", minus(1))
    table = lay(hero("rin", "B4", talents=[]), foe("hound", "B3", armour=3, talents=["fur"]), BLADE, fur)
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    known, public = _hurt(table, GAME_MASTER).explanation, _hurt(table, SPECTATOR).explanation
    assert known is not None
    assert public is not None
    assert known.total == sum(part.amount or 0 for part in known.parts) == 11
    assert public.total is None
    assert [part.amount for part in public.parts] == [12, 0, 3, None, None]


def test_a_single_hidden_part_of_a_sum_that_is_told_is_shown(lay: Lay) -> None:
    """KG-26, KG-35: anybody could reckon it: armour under "loses 11 life", accuracy under "reaches 16"."""
    table = lay(hero("rin", "B4"), foe("hound", "B3", armour=4, evasion=2), BLADE)
    table.attacks("rin", "blade", "hound", dice=(6, 5))
    struck = _hurt(table, SPECTATOR).explanation
    check = [line for line in table.log(SPECTATOR) if line.kind == "check"][-1].explanation
    assert struck is not None
    assert check is not None
    assert [part.amount for part in struck.parts] == [18, 0, 3, -4]
    assert [part.amount for part in check.parts] == [2, 7]


def test_dice_that_all_have_seen_fall_are_no_secret(lay: Lay) -> None:
    """KG-35: nor is the flat damage that is left of a sum that is told."""
    ogre = foe("ogre", "B3", is_fixed=False, accuracy=20, weapons=["claw"], dicing=(3, 4))
    table = lay(hero("rin", "B4", armour=2), ogre, weapon("claw")).rolls(4, 3, 2, 3, 5, 1, 2)
    table.attacks("ogre", "claw", "rin")
    explained = _hurt(table, SPECTATOR).explanation
    assert explained is not None
    assert (explained.total, [part.amount for part in explained.parts]) == (10, [8, 4, -2])


def test_a_monsters_rank_is_not_told_by_the_chain(lay: Lay) -> None:
    """KG-23: neither in the label nor in the line that tells the Rank."""
    ogre = foe("ogre", "B3", is_fixed=False, accuracy=20, weapons=["blade"])
    table = lay(hero("rin", "B4"), ogre, BLADE).rolls(4, 3, 2, 3).attacks("ogre", "blade", "rin")
    explained = _hurt(table, SPECTATOR).explanation
    assert explained is not None
    assert explained.parts[0].label.key == "kamigakari.part.multiplier.vague"
    assert not explained.parts[0].label.params
    assert [line.text.key for line in table.log(SPECTATOR) if line.kind == "rank"] == [
        "kamigakari.log.rank.vague"
    ]


def test_concept_destruction_says_how_much_room_rank_has(lay: Lay) -> None:
    """KG-24, KG-37: Rank 9 now, 10 at most, 20 by house rule."""
    for house, most in (("ten", 10), ("twenty", 20)):
        rin = hero("rin", "B4", accuracy=9, bonds=7)
        table = lay(rin, foe("hound", "B3"), weapon("blade", rank=8), concept_cap=house)
        table.attacks("rin", "blade", "hound").rolls(4, 3).passes("rin", "crest")
        shape: Any = table.question.choices["rin"]
        (option,) = shape.options
        assert option.note.params == {"rank": 9, "most": most}

"""The worked examples of the rules page, 1 to 13, each as it is printed."""

import pytest

from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    Table,
    art,
    bonus,
    effect,
    foe,
    halve,
    hero,
    item,
    many,
    minus,
    rank,
    spell,
    status,
    talent,
    weapon,
)

BLADE = weapon("blade", rank=2)
"""Physical Rank 1 + 2 = 3."""


def struck(lay: Lay, *dice: int, **house: str) -> Table:
    """Rank 3, 物D 15 against armour 4."""
    rin, hound = hero("rin", "B4", accuracy=20, physical_damage=15), foe("hound", "B3", armour=4)
    return lay(rin, hound, BLADE, **house).attacks("rin", "blade", "hound", dice=dice)


def test_example_1_the_highest_die_times_rank(lay: Lay) -> None:
    """KG-22: 18 + 15 - 4 = 29."""
    assert struck(lay, 6, 3).lost("hound") == 29


def test_example_1_a_critical(lay: Lay) -> None:
    """KG-14, KG-22: 30 + 15 - 4 = 41."""
    assert struck(lay, 6, 6).lost("hound") == 41


@pytest.mark.parametrize(("setting", "lost"), [("nothing", 11), ("counts", 14)])
def test_example_1_a_highest_die_of_1_after_manipulation(lay: Lay, setting: str, lost: int) -> None:
    """KG-22: 0 + 15 - 4 = 11; with the option 3 + 15 - 4 = 14."""
    rin = hero("rin", "B4", accuracy=20, physical_damage=15, spirits=[1])
    table = lay(rin, foe("hound", "B3", armour=4), BLADE, die_one=setting)
    table.attacks("rin", "blade", "hound", dice=(1, 2)).answers("rin", manipulate="1>0")
    assert table.lost("hound") == lost
    assert table.chain("hound").house_rule == "die_one"


@pytest.mark.parametrize(("damage", "left"), [(33, 6), (34, 7)])
def test_example_2_two_halvings(lay: Lay, damage: int, left: int) -> None:
    """KG-26: 33 - 4 - 5 = 24, 12, 6; 25 would go 13, 7."""
    hide, scale = talent("hide", minus(5, "physical"), halve()), talent("scale", halve("physical"))
    hound = foe("hound", "B3", armour=4, talents=["hide", "scale"])
    blow = art("blow", rank=0, amount=damage)
    table = lay(hero("rin", "B4", talents=["blow"]), hound, blow, hide, scale)
    table.attacks("rin", "blow", "hound", dice=(4, 3))
    assert table.lost("hound") == left


@pytest.mark.parametrize(
    ("dice", "lost"),
    [((5, 4, 3, 4), 12), ((5, 4, 6, 6), 0), ((5, 4, 1, 1), 27)],
    ids=["half", "critical", "fumble"],
)
def test_example_3_resist_half(lay: Lay, dice: tuple[int, ...], lost: int) -> None:
    """KG-15, KG-26: 20 + 7 - 3 = 24, 12; resisted with a critical 0; passive fumble 27."""
    resist = 3 if lost == 12 else 0
    rin, hound = (
        hero("rin", "B4", magical_damage=7),
        foe("hound", "B3", ward=3, resist=resist, is_fixed=False),
    )
    table = lay(rin, hound, spell("ember", rank=4, resisted="half"))
    table.attacks("rin", "ember", "hound", dice=dice)
    assert table.lost("hound") == lost


@pytest.mark.parametrize(("insight", "lost"), [(9, 0), (0, 24)])
def test_example_4_insight_never_halves(lay: Lay, insight: int, lost: int) -> None:
    """KG-26: a special attack doing magical damage is negated wholly, or not at all."""
    rin, hound = hero("rin", "B4", magical_damage=7), foe("hound", "B3", ward=3, insight=insight)
    table = lay(rin, hound, spell("glare", kind="special", rank=4, resisted="half"))
    table.attacks("rin", "glare", "hound", dice=(5, 4))
    assert table.lost("hound") == lost


@pytest.mark.parametrize(("own", "more", "weak"), [(9, 3, False), (10, 0, True)])
def test_example_5_rank_ends_at_10(lay: Lay, own: int, more: int, weak: bool) -> None:
    """KG-23, KG-25: 9 + 3 is 10; a weakness on 10 is still 10."""
    hound = foe("hound", "B3", weaknesses=["fire"] if weak else [])
    table = lay(
        hero("rin", "B4"), hound, spell("ember", rank=own, attributes=["fire"]), talent("focus", rank(more))
    )
    table.attacks("rin", "ember", "hound", dice=(5, 4))
    assert (table.rank("hound"), table.lost("hound")) == (10, 50)


def test_example_5_n_damage_takes_no_rank(lay: Lay) -> None:
    """KG-23: "8 damage" with Rank +2 and "damage +3": 11."""
    table = lay(
        hero("rin", "B4"),
        foe("hound", "B3"),
        spell("dart", rank=0, amount=8),
        talent("focus", rank(2), bonus(3)),
    )
    table.attacks("rin", "dart", "hound", dice=(5, 4))
    assert table.lost("hound") == 11


@pytest.mark.parametrize(("metres", "lost"), [(12, 5), (7, 0)])
def test_example_6_falling(lay: Lay, metres: int, lost: int) -> None:
    """KG-27: 12 m with acrobatics 7, armour 5: 5 damage and prone; 7 m with 7: 0 and not prone."""
    table = lay(hero("rin", "B4", armour=5), foe("hound", "B3"))
    table.rule("fall", name="rin", metres=metres, acrobatics=7)
    assert (table.lost("rin"), table.has("rin", "prone")) == (lost, lost > 0)


def test_example_7_a_critical_is_rolled_not_made(lay: Lay) -> None:
    """KG-02: 6 and 6 rolled; then 6 and 3, the 3 swapped for a spirit 6: no critical, highest die 6."""
    assert struck(lay, 6, 6).told("critical")
    table = lay(hero("rin", "B4", spirits=[6]), foe("hound", "B3"), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=(6, 3)).answers("rin", manipulate="1>0")
    assert not table.told("critical")
    assert table.lost("hound") == 6


def test_example_8_a_tie_hits(lay: Lay) -> None:
    """KG-03: 14 against 14."""
    table = lay(hero("rin", "B4", accuracy=6), foe("hound", "B3", evasion=7), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=(4, 4))
    assert table.lost("hound") == 4


@pytest.mark.parametrize(("more", "lost", "ranked"), [((-3,), 5, 0), ((11, -3), 59, 9)])
def test_example_9_all_changes_are_summed_once(
    lay: Lay, more: tuple[int, ...], lost: int, ranked: int
) -> None:
    """KG-23: Rank 1, weakness +1, penalty -3, die 6, 物D 5: Rank 0, 5 damage. Rank 1, +11, -3: Rank 9."""
    hound = foe("hound", "B3", weaknesses=["fire"] if len(more) == 1 else [])
    focus = talent("focus", *(rank(n) for n in more))
    table = lay(hero("rin", "B4", physical_damage=5), hound, weapon("brand", attributes=["fire"]), focus)
    table.attacks("rin", "brand", "hound", dice=(6, 4))
    assert (table.rank("hound"), table.lost("hound")) == (ranked, lost)


def test_example_10_two_targets(lay: Lay) -> None:
    """KG-16, KG-25: X fails: 24; Y, weak and with ward 2, resists half: 30, 15, and no harmful effect."""
    ember = spell("ember", status("dark"), rank=4, target=many(2), attributes=["fire"], resisted="half")
    x, y = foe("x", "B3", ward=3), foe("y", "C3", ward=2, resist=9, weaknesses=["fire"])
    table = lay(hero("rin", "B4", magical_damage=7), x, y, ember)
    table.attacks("rin", "ember", "x", "y", dice=(5, 4))
    assert (table.lost("x"), table.lost("y")) == (24, 15)
    assert (table.has("x", "dark"), table.has("y", "dark")) == (True, False)


@pytest.mark.parametrize(("passive", "lost"), [((1, 1), 14), ((1, 2), 12)])
def test_example_11_a_passive_fumble(lay: Lay, passive: tuple[int, int], lost: int) -> None:
    """KG-15, KG-26: 33, armour 4, "-5", one halving: 28, 14; an ordinary failure 24, 12."""
    hide = talent("hide", minus(5), halve())
    hound = foe("hound", "B3", armour=4, is_fixed=False, talents=["hide"])
    rin = hero("rin", "B4", physical_damage=15, talents=[])
    table = lay(rin, hound, BLADE, hide).attacks("rin", "blade", "hound", dice=(6, 4, *passive))
    assert table.lost("hound") == lost


@pytest.mark.parametrize(
    ("cap", "dice", "lost"),
    [("twenty", (6, 4), 95), ("twenty", (6, 6), 151), ("ten", (6, 4), 71), ("ten", (6, 6), 111)],
)
def test_example_12_concept_destruction(lay: Lay, cap: str, dice: tuple[int, int], lost: int) -> None:
    """KG-24: 4 on Rank 10, die 6, 物D 15, armour 4: house rule 95, CR 151; without it 71, CR 111."""
    rin = hero("rin", "B4", physical_damage=15, bonds=7)
    table = lay(rin, foe("hound", "B3", armour=4, life=200), weapon("blade", rank=9), concept_cap=cap)
    table.attacks("rin", "blade", "hound").rolls(*dice).passes("rin", "crest")
    table.rolls(4, 2, 2).answers("rin", concept="concept")
    assert table.lost("hound") == lost
    assert table.battle["rin"].crest == 22 - 4


def test_example_13_n_damage_ignores_weakness_and_critical(lay: Lay) -> None:
    """KG-23: "12 fire damage" at a fire-weak target, CR: 12."""
    dart = spell("dart", rank=0, amount=12, attributes=["fire"])
    table = lay(hero("rin", "B4", magical_damage=7), foe("hound", "B3", weaknesses=["fire"]), dart)
    assert table.attacks("rin", "dart", "hound", dice=(6, 6)).lost("hound") == 12


def test_example_13_damage_1_halved_thrice(lay: Lay) -> None:
    """KG-26: 1 stays 1."""
    hound = foe("hound", "B3", items=["a", "b", "c"])
    gear = [item(name, halve()) for name in "abc"]
    table = lay(hero("rin", "B4"), hound, spell("dart", rank=0, amount=1), *gear)
    assert table.attacks("rin", "dart", "hound", dice=(5, 4)).lost("hound") == 1


def test_example_13_the_die_counts_as_8(lay: Lay) -> None:
    """KG-22: Rank 3, 物D 15: 24 + 15 = 39."""
    edge = talent("edge", effect("counts_as", number=8), timing="special", at="calculation")
    table = lay(hero("rin", "B4", physical_damage=15), foe("hound", "B3"), BLADE, edge)
    table.attacks("rin", "blade", "hound", dice=(5, 4)).answers("rin", at_calculation="talent:edge")
    assert table.lost("hound") == 39

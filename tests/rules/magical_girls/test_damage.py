"""Damage: base by level, weight, traits, bonus; what it does to HP, MP, wounds (MG-20 to MG-23, MG-50 to MG-54)."""

from fractions import Fraction
from math import floor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.magical_girls.entries import Weapon
from rules.magical_girls.house_rules import HOUSE_RULES
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    Table,
    ability,
    blast,
    bow,
    effect,
    foe,
    girl,
    innate,
    thing,
    weapon,
)

REGULAR, HARD, EXTREME, CRITICAL = 40, 20, 8, 1
"""Rolls against the plain value of 50."""


def hits(lay: Lay, roll: int, *faces: int, mina: object = None, **traits: object) -> Table:
    """Mina hits the hound with a blade of those traits; these faces fall."""
    house = {key: traits.pop(key) for key in HOUSE_RULES if key in traits}
    table = lay(mina or girl("mina", dp=15), foe("hound"), weapon("blade", **traits), **house)
    return table.attacks("mina", "blade", "hound", roll=roll).takes_it("hound", *faces)


# ---------------------------------------------------------------- base damage and weight


def test_base_damage_is_the_weapons_die(lay: Lay) -> None:
    """MG-22: 1dDAM."""
    table = hits(lay, REGULAR, 7, dam=16)
    assert table.lost("hound") == 7
    assert table.told("hurt")[0].row == "MG-22"


@pytest.mark.parametrize(
    ("weight", "faces", "lost"),
    [(25, (9,), 4), (26, (9,), 9), (50, (9,), 9), (51, (9, 2), 15), (75, (9, 3), 16), (76, (9, 5), 23)],
)
def test_weight_multiplies_and_adds(lay: Lay, weight: int, faces: tuple[int, ...], lost: int) -> None:
    """MG-21: light x0.5; standard x1; heavy x1.5 and 1d3; super-heavy x2 and 1d6; floored."""
    assert hits(lay, REGULAR, *faces, weight=weight).lost("hound") == lost


def test_it_is_floored_once_at_the_end(lay: Lay) -> None:
    """MG-22: 9 x 0.5 = 4.5, x3 = 13.5, so 13; 4 x 3 would be 12."""
    assert hits(lay, REGULAR, 9, weight=20, factor=300).lost("hound") == 13


def test_the_chain_says_what_each_part_did(lay: Lay) -> None:
    """MG-22: base, weight, added die, trait, extra damage, damage bonus, in the order as written."""
    mina = girl("mina", dp=15, str=80, size=80)
    table = hits(lay, REGULAR, 9, 2, 3, mina=mina, weight=60, factor=150, extra=3)
    assert table.lost("hound") == 23 + 3 + 3
    assert table.parts("hound") == {
        "base": 9,
        "weight": 4,
        "added": 2,
        "factor": 8,
        "weapon_extra": 3,
        "bonus": 3,
    }
    assert list(table.parts("hound")) == ["base", "weight", "added", "factor", "weapon_extra", "bonus"]


def test_damage_is_never_below_nothing(lay: Lay) -> None:
    """MG-22: 1 - 2 for weakness and a bad trait heals nobody."""
    assert hits(lay, REGULAR, 1, mina=girl("mina", str=20, size=20), extra=-3).lost("hound") == 0


@pytest.mark.parametrize(
    ("half_of_str_and_size", "faces", "bonus"),
    [
        (32, (), -2),
        (33, (), -1),
        (42, (), -1),
        (43, (), 0),
        (62, (), 0),
        (63, (4,), 4),
        (82, (1,), 1),
        (83, (6,), 6),
        (102, (5,), 5),
        (103, (6, 5), 11),
        (143, (1, 1), 2),
        (144, (6, 6, 6), 18),
        (183, (1, 2, 3), 6),
        (184, (1, 1, 1, 1), 4),
    ],
)
def test_the_damage_bonus_is_of_strength_and_size(
    lay: Lay, half_of_str_and_size: int, faces: tuple[int, ...], bonus: int
) -> None:
    """MG-22: by (STR + SIZE) // 2; an odd sum is floored."""
    mina = girl("mina", str=half_of_str_and_size, size=half_of_str_and_size + 1)
    assert hits(lay, REGULAR, 5, *faces, mina=mina).lost("hound") == 5 + bonus


def test_ranged_weapons_get_no_damage_bonus(lay: Lay) -> None:
    """MG-22: neither for weakness nor for strength."""
    table = lay(girl("mina", str=90, size=90), foe("hound"), bow()).attacks("mina", "bow", "hound", roll=40)
    assert table.takes_it("hound", 5).lost("hound") == 5


def test_bare_hands_do_a_tenth_of_strength(lay: Lay) -> None:
    """MG-20: STR 41 is 1d5, x1, no weight die; the damage bonus counts."""
    mina = girl("mina", str=41, size=90)
    table = lay(mina, foe("hound")).attacks("mina", "unarmed", "hound", roll=40)
    assert table.takes_it("hound", 5, 4).parts("hound") == {"base": 5, "bonus": 4}


def test_abilities_and_gifts_add_extra_damage(lay: Lay) -> None:
    """MG-22: extra damage comes after the trait factor; what lasts for the turn, and what always works."""
    mina = girl("mina", dp=15, innate=["fury"])
    table = lay(
        mina,
        foe("hound"),
        weapon("blade", factor=200),
        ability("rage", effect("extra", amount=3, until="turn")),
        innate("fury", effect("extra", amount=2)),
    )
    table.casts("mina", "rage").attacks("mina", "blade", "hound", roll=REGULAR).takes_it("hound", 4)
    assert table.parts("hound") == {"base": 4, "factor": 4, "Fury": 2, "Rage": 3}


# ---------------------------------------------------------------- levels


def test_a_hard_hit_rolls_only_half(lay: Lay) -> None:
    """MG-23: DAM/2 + 1d(DAM/2)."""
    table = hits(lay, HARD, 5, dam=16)
    assert (table.lost("hound"), table.wound("hound")) == (8 + 5, "none")


def test_halves_are_floored_and_at_least_one(lay: Lay) -> None:
    """MG-23: DAM 17 hard is 8 + 1d8; DAM 1 is 1 + 1d1."""
    assert hits(lay, HARD, 8, dam=17).lost("hound") == 16
    assert hits(lay, HARD, 1, dam=1).lost("hound") == 2


def test_an_extreme_hit_does_all_and_wounds(lay: Lay) -> None:
    """MG-23: DAM without rolling, and a light wound."""
    table = hits(lay, EXTREME, dam=16)
    assert (table.lost("hound"), table.wound("hound")) == (16, "light")


def test_weight_and_bonus_dice_are_still_rolled(lay: Lay) -> None:
    """MG-23, settled: "highest value" is DAM alone."""
    mina = girl("mina", dp=15, str=70, size=70)
    assert hits(lay, EXTREME, 1, 2, mina=mina, weight=60, dam=16).lost("hound") == 24 + 1 + 2


def test_a_table_may_have_them_at_their_most(lay: Lay) -> None:
    """MG-23, house rule: 1d3 is 3 and 1d4 is 4."""
    mina = girl("mina", dp=15, str=70, size=70)
    table = hits(lay, EXTREME, mina=mina, weight=60, dam=16, extreme_dice="most")
    assert table.lost("hound") == 24 + 3 + 4


def test_the_criticals_die_is_rolled_all_the_same(lay: Lay) -> None:
    """MG-23, house rule: it is extra damage, not one of the attack's own dice."""
    assert hits(lay, CRITICAL, 6, weight=60, dam=16, extreme_dice="most").lost("hound") == 24 + 3 + 6


def test_a_critical_hit_does_half_as_much_more(lay: Lay) -> None:
    """MG-23: 1d(DAM/2) more as extra damage, outside multiplier and trait."""
    table = hits(lay, CRITICAL, 2, 6, weight=60, dam=16, factor=200, harm="blunt")
    assert table.lost("hound") == (24 + 2) * 2 + 6
    assert (table.parts("hound")["critical"], table.wound("hound")) == (6, "light")


def test_an_extreme_hit_that_wounds_anyhow_wounds_severely(lay: Lay) -> None:
    """MG-23: the weapon's own light wound becomes severe."""
    assert hits(lay, EXTREME, dam=2, wound="light").wound("hound") == "severe"


def test_a_light_wound_by_amount_counts_too(lay: Lay) -> None:
    """MG-23, MG-51, settled: a slashing extreme hit above half of the HP is severe."""
    mina, hound = girl("mina"), foe("hound", hp=19)
    table = lay(mina, hound, weapon("blade", dam=10)).attacks("mina", "blade", "hound", roll=EXTREME)
    assert table.takes_it("hound").wound("hound") == "severe"


@pytest.mark.parametrize(("left", "wound"), [(16, "severe"), (17, "light")])
def test_an_extreme_hit_that_fells_wounds_severely(lay: Lay, left: int, wound: str) -> None:
    """MG-23, MG-51, settled: HP 0 by anything is a light wound already, so the blunt extreme hit makes it severe."""
    table = lay(girl("mina"), foe("hound", hp=left), weapon("club", dam=16, harm="blunt"))
    table.attacks("mina", "club", "hound", roll=EXTREME).takes_it("hound")
    assert (table.hp("hound"), table.wound("hound")) == (left - 16, wound)


# ---------------------------------------------------------------- wounds by amount


@pytest.mark.parametrize(("damage", "wound"), [(10, "none"), (11, "light"), (20, "light"), (21, "severe")])
def test_a_slashing_hit_wounds_by_its_amount(lay: Lay, damage: int, wound: str) -> None:
    """MG-51: above half of max HP light, above max HP severe; MP keep her from being out."""
    table = lay(foe("hound", weapons=["claw"]), girl("mina", hp=20), weapon("claw", dam=30))
    table.attacks("hound", "claw", "mina", roll=REGULAR).takes_it("mina", damage)
    assert table.wound("mina") == wound


def test_half_is_of_the_most_hp_not_of_what_is_left(lay: Lay) -> None:
    """MG-51: 9 slashing with 10 of 20 HP left."""
    table = lay(girl("mina"), foe("hound", hp=10, max_hp=20), weapon("blade"))
    assert table.attacks("mina", "blade", "hound", roll=REGULAR).takes_it("hound", 9).wound("hound") == "none"


@pytest.mark.parametrize("harm", ["piercing", "blunt", "fire", "ice", "lightning"])
def test_other_types_wound_by_no_amount(lay: Lay, harm: str) -> None:
    """MG-50, MG-51: slashing alone; none counters another."""
    table = lay(girl("mina"), foe("hound", hp=12), weapon("rod", dam=11, harm=harm))
    table.attacks("mina", "rod", "hound", roll=REGULAR).takes_it("hound", 11)
    assert (table.hp("hound"), table.wound("hound")) == (1, "none")


@pytest.mark.parametrize("harm", ["piercing", "fire"])
def test_hp_nought_by_anything_is_a_light_wound(lay: Lay, harm: str) -> None:
    """MG-51: HP 0 exactly."""
    table = lay(girl("mina"), foe("hound", hp=9), weapon("rod", harm=harm))
    table.attacks("mina", "rod", "hound", roll=REGULAR).takes_it("hound", 9)
    assert (table.hp("hound"), table.wound("hound")) == (0, "light")


def test_the_heavier_wound_stands(lay: Lay) -> None:
    """MG-51, settled: two light ones stay light, and a severe one is not made lighter."""
    light = lay(girl("mina"), foe("hound", wound="light"), weapon("rod", dam=4, harm="blunt"))
    light.attacks("mina", "rod", "hound", roll=EXTREME).takes_it("hound")
    assert (light.wound("hound"), light.told("wounded")) == ("light", [])
    severe = lay(girl("mina"), foe("hound", wound="severe"), weapon("rod", dam=4, harm="blunt"))
    assert severe.attacks("mina", "rod", "hound", roll=EXTREME).wound("hound") == "severe"


def test_a_weapons_own_wound_comes_with_every_hit(lay: Lay) -> None:
    """MG-23, MG-51: a trait."""
    assert hits(lay, REGULAR, 1, wound="light", harm="blunt").wound("hound") == "light"


# ---------------------------------------------------------------- beyond HP


def test_at_no_hp_damage_comes_off_mp(lay: Lay) -> None:
    """MG-54: the first hit takes the last HP, what is beyond is lost; the next one takes MP."""
    table = lay(foe("hound", dp=15), girl("mina", hp=5, mp=9, dp=1))
    table.attacks("hound", "unarmed", "mina", roll=REGULAR).takes_it("mina", 5)
    assert (table.hp("mina"), table.mp("mina")) == (0, 9)
    table.attacks("hound", "unarmed", "mina", roll=REGULAR).takes_it("mina", 4)
    assert (table.mp("mina"), table.battle["mina"].is_out) == (5, False)


def test_a_table_may_let_damage_beyond_hp_come_off_mp_at_once(lay: Lay) -> None:
    """MG-54, house rule."""
    table = lay(foe("hound"), girl("mina", hp=3, mp=9), beyond_hp="from_mp")
    table.attacks("hound", "unarmed", "mina", roll=REGULAR).takes_it("mina", 5)
    assert (table.hp("mina"), table.mp("mina")) == (0, 7)


def test_without_hp_and_mp_she_is_dying(lay: Lay) -> None:
    """MG-54: she cannot act; her turn does not come."""
    table = lay(foe("hound"), girl("mina", hp=0, max_hp=9, mp=3), girl("rin"))
    table.attacks("hound", "unarmed", "mina", roll=REGULAR).takes_it("mina", 5)
    assert (table.battle["mina"].is_out, len(table.told("out"))) == (True, 1)
    assert table.ends_turn("hound").acting == "rin"


def test_who_has_no_mp_is_out_at_no_hp(lay: Lay) -> None:
    """MG-54: an enemy without MP."""
    table = lay(girl("mina"), foe("hound", hp=4), foe("cat", "H8"))
    table.attacks("mina", "unarmed", "hound", roll=REGULAR).takes_it("hound", 4)
    assert table.battle["hound"].is_out


# ---------------------------------------------------------------- guards, things


def test_a_guard_takes_damage_off(lay: Lay) -> None:
    """MG-22: what always takes off and what does so for a while, never below 0; wounds by amount come after it."""
    hound = foe("hound", hp=10, innate=["hide"])
    table = lay(girl("mina", dp=15), hound, weapon("blade"), innate("hide", effect("guard", amount=4)))
    table.attacks("mina", "blade", "hound", roll=REGULAR).takes_it("hound", 9)
    assert (table.lost("hound"), table.wound("hound")) == (5, "none")
    table.attacks("mina", "blade", "hound", roll=REGULAR).takes_it("hound", 3)
    assert table.lost("hound") == 5


def test_a_fully_blocked_hit_reopens_no_wound(lay: Lay) -> None:
    """MG-51: at HP 0, healed of her wound, nothing comes through and nothing wounds."""
    table = lay(foe("hound"), girl("mina", hp=0, max_hp=20, mp=9), weapon("shield", block=9))
    table.attacks("hound", "unarmed", "mina", roll=REGULAR).blocks("mina", 9, 5)
    assert (table.wound("mina"), table.mp("mina")) == ("none", 9)


def test_a_harmless_thing_harms_nobody(lay: Lay) -> None:
    """MG-28: thrown with a critical, a thing without a damage die neither hurts nor wounds."""
    table = lay(girl("mina", throwing=50), foe("hound"), thing("ball"), things=["thing:ball@B4"])
    table.acts("mina", "throw").answers("mina", throw="thing:ball").rolls(10, 1)
    table.answers("mina", throw_at="at:hound").takes_it("hound")
    assert (table.lost("hound"), table.wound("hound"), table.lies("B3")) == (0, "none", ["thing:ball"])


# ---------------------------------------------------------------- magic


def test_magic_has_dice_of_its_own(lay: Lay) -> None:
    """MG-24: no weapon class, no damage bonus; an extreme check leaves it as it is."""
    mina = girl("mina", str=90, size=90)
    table = lay(mina, foe("hound"), blast("ember", strike={"flat": 2})).casts("mina", "ember", "B3", EXTREME)
    table.takes_it("hound", 4, 5)
    assert (table.lost("hound"), table.wound("hound")) == (11, "none")


def test_one_roll_of_damage_counts_for_all(lay: Lay) -> None:
    """MG-22, MG-24: an area of three, one pair of dice."""
    table = lay(girl("mina", "B8"), foe("hound"), foe("cat", "C3"), foe("ox", "B4"), blast("ember"))
    table.casts("mina", "ember", "B3", REGULAR)
    for name in ("hound", "cat"):
        table.takes_it(name)
    table.takes_it("ox", 4, 5)
    assert [table.lost(name) for name in ("hound", "cat", "ox")] == [9, 9, 9]


# ---------------------------------------------------------------- any weapon

PAGE = ((25, Fraction(1, 2), 0), (50, 1, 0), (75, Fraction(3, 2), 3), (100, 2, 6))
"""Up to this weight: multiplier, added die (MG-21)."""
BONUS = ((42, -1, 0, 0), (62, 0, 0, 0), (82, 0, 1, 4), (102, 0, 1, 6), (143, 0, 2, 6))
"""Up to this half of STR + SIZE: flat, dice, sides (MG-22)."""
ROLLS = {"regular": REGULAR, "hard": HARD, "extreme": EXTREME, "critical": CRITICAL}


@given(
    blade=st.builds(
        weapon,
        st.just("blade"),
        st.integers(1, 100),
        dam=st.integers(1, 40),
        factor=st.integers(10, 500),
        extra=st.integers(-20, 20),
    ),
    strength=st.integers(40, 120),
    level=st.sampled_from(list(ROLLS)),
    luck=st.randoms(use_true_random=False),
)
def test_any_hit_is_the_sum_of_the_rules_page(blade: Weapon, strength: int, level: str, luck: Random) -> None:
    """MG-22, MG-23: (base x weight + added) x factor + extra + bonus, exact until one floor; so says its chain."""
    faces, expected = reckoned(blade, strength, level, luck)
    table = Table(girl("mina", str=strength, size=strength, dp=15), foe("hound", hp=999), blade)
    table.attacks("mina", "blade", "hound", roll=ROLLS[level]).takes_it("hound", *faces)
    table.script.assert_used_up()
    assert table.told("hurt")[-1].params["amount"] == expected
    assert max(0, sum(table.parts("hound").values())) == expected


def reckoned(blade: Weapon, strength: int, level: str, luck: Random) -> tuple[list[int], int]:
    """The faces that fall for such a hit, and the damage that the rules page makes of them."""
    half = max(1, blade.dam // 2)
    times, added_die = next(rest for most, *rest in PAGE if blade.weight <= most)
    flat, count, sides = next(rest for most, *rest in BONUS if strength <= most)
    fixed, die = {"regular": (0, blade.dam), "hard": (half, half)}.get(level, (blade.dam, 0))
    base = [luck.randint(1, die)] if die else []
    added = [luck.randint(1, added_die)] if added_die else []
    bonus = [luck.randint(1, sides) for _ in range(count)]
    critical = [luck.randint(1, half)] if level == "critical" else []
    struck = ((fixed + sum(base)) * times + sum(added)) * Fraction(blade.factor, 100)
    more = blade.extra + flat + sum(bonus) + sum(critical)
    return [*base, *added, *bonus, *critical], max(0, floor(struck + more))

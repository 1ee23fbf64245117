"""Damage reduction: the order of its steps, their kinds, falling, special damage (KG-26, KG-27)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.bots import all_the_same, play_out
from rules.engine.dice import SeededDice
from rules.engine.fights import begin
from rules.engine.log import Explanation, Part
from rules.engine.session import Session
from rules.engine.text import Text
from rules.kamigakari import SYSTEM
from rules.kamigakari.chain import reduction, total
from rules.kamigakari.state import Battle
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    Table,
    effect,
    foe,
    halve,
    hero,
    item,
    minus,
    spell,
    talent,
    weapon,
)

BLADE = weapon("blade")


def reference(damage: int, protection: int, minus: list[int], other: int, halvings: int) -> int:
    """The steps of KG-26 once more, on bare numbers."""
    life = max(damage, 0)
    life = life - protection if life > protection else 0
    for less in minus:
        life = life - less if life > less else 0
    life = life - other if life > other else 0
    for _ in range(halvings):
        life = life // 2 + life % 2
    return life


def parts(*amounts: int) -> list[Part]:
    """Nameless parts."""
    return [Part(Text("x"), amount) for amount in amounts]


def test_the_reduction_equals_an_independent_reference() -> None:
    """KG-26: for 10,000 random sets of effects, the parts of the chain add up to what the reference finds."""
    luck = random.Random(26)
    for _ in range(10_000):
        damage, armour, other = (
            luck.randint(-9, 160),
            luck.randint(0, 40),
            luck.choice([0, luck.randint(1, 30)]),
        )
        less, halves = [luck.randint(1, 20) for _ in range(luck.randint(0, 4))], luck.randint(0, 4)
        found = reduction(
            parts(damage), parts(-armour), parts(*(-n for n in less)), parts(-other), [Text("x")] * halves
        )
        assert total(found) == reference(damage, armour, less, other, halves)


@given(
    st.lists(st.integers(-30, 60), max_size=4),
    st.integers(0, 40),
    st.lists(st.integers(1, 20), max_size=3),
    st.integers(0, 4),
)
def test_no_step_goes_below_0(damage: list[int], armour: int, less: list[int], halves: int) -> None:
    """KG-26: nor is life damage ever more than the damage was."""
    found = reduction(parts(*damage), parts(-armour), parts(*(-n for n in less)), (), [Text("x")] * halves)
    assert 0 <= total(found) <= max(0, sum(damage))


# ---------------------------------------------------------------- by play


def hit(lay: Lay, *hide: dict[str, object], attack: str = "blade", **numbers: int) -> Table:
    """A blow of 20 + 4 at a hound with these constant effects."""
    rin = hero("rin", "B4", physical_damage=20, magical_damage=20, talents=["ember"])
    hound = foe("hound", "B3", talents=["hide"], **numbers)
    table = lay(rin, hound, BLADE, spell("ember"), talent("hide", *hide))
    return table.attacks("rin", attack, "hound", dice=(4, 3))


def test_armour_and_ward_each_stop_their_kind(lay: Lay) -> None:
    """KG-26: armour 5 against a blade, ward 7 against an ember."""
    assert hit(lay, armour=5, ward=7).lost("hound") == 19
    assert hit(lay, attack="ember", armour=5, ward=7).lost("hound") == 17


def test_minus_and_halving_of_the_named_kind_or_of_any(lay: Lay) -> None:
    """KG-26: what names the other kind does nothing."""
    assert hit(lay, minus(2, "physical"), minus(3), minus(9, "magical")).lost("hound") == 19
    assert hit(lay, halve("magical")).lost("hound") == 24
    assert hit(lay, halve("physical"), halve()).lost("hound") == 6


def test_halvings_come_last_whatever_the_order_of_use(lay: Lay) -> None:
    """KG-26: 24 - 4 - 5 = 15, 8; not 12 - 9."""
    assert hit(lay, halve(), minus(5), armour=4).lost("hound") == 8


def test_what_the_game_master_takes_off_comes_before_halving(lay: Lay) -> None:
    """KG-26: step 3; 24 - 4 = 20, less 6 by ruling, 7."""
    rin, hide = (
        hero("rin", "B4", physical_damage=20, talents=[]),
        talent("hide", halve(), timing="defence", at="reduction"),
    )
    table = lay(rin, foe("hound", "B3", armour=4, talents=["hide"]), BLADE, hide)
    table.attacks("rin", "blade", "hound", dice=(4, 3)).rule("spare", name="hound", value=6)
    table.answers("hound", at_reduction="talent:hide")
    assert table.lost("hound") == 7
    assert [amount for _label, amount in table.parts("hound")] == [4, 20, -4, -6, -7]


def test_a_talent_of_the_other_kind_is_not_offered(lay: Lay) -> None:
    """KG-26: halving magic against a blade."""
    rin, hide = (
        hero("rin", "B4", talents=[]),
        talent("hide", halve("magical"), timing="defence", at="reduction"),
    )
    table = lay(rin, foe("hound", "B3", talents=["hide"]), BLADE, hide)
    assert table.attacks("rin", "blade", "hound", dice=(4, 3)).asks != "at_reduction"


def test_a_talent_of_both_kinds_works_with_the_fitting_half(lay: Lay) -> None:
    """KG-26: "magical damage -9, physical damage -1" takes 1 off a blade."""
    hide = talent("hide", minus(9, "magical"), minus(1, "physical"), timing="defence", at="reduction")
    table = lay(hero("rin", "B4", talents=[]), foe("hound", "B3", talents=["hide"]), BLADE, hide)
    table.attacks("rin", "blade", "hound", dice=(4, 3)).answers("hound", at_reduction="talent:hide")
    assert table.lost("hound") == 3


def test_a_ring_that_is_worn_takes_damage_off(lay: Lay) -> None:
    """KG-26: by talents or items."""
    table = lay(hero("rin", "B4"), foe("hound", "B3", items=["ring"]), BLADE, item("ring", minus(3)))
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    assert table.parts("hound")[-1] == ("Ring", -3)


def test_life_damage_is_of_no_kind_that_is_reduced(lay: Lay) -> None:
    """KG-20, KG-26: an effect that takes life takes all of it."""
    bite = spell("bite", effect("lose", "targets", amount=5))
    hound = foe("hound", "B3", ward=30, talents=["hide"])
    table = lay(hero("rin", "B4", talents=["bite"]), hound, bite, talent("hide", minus(9), halve()))
    table.attacks("rin", "bite", "hound", dice=(4, 3))
    assert table.lost("hound") == 5


def test_the_parts_of_a_chain_add_up_to_its_total(lay: Lay) -> None:
    """KG-26: floors and rounding stand beside what they correct."""
    table = hit(lay, minus(30), armour=9)
    assert table.parts("hound") == [
        ("multiplier", 4),
        ("physical_damage", 20),
        ("armour", -9),
        ("Hide", -30),
        ("floor", 15),
    ]
    assert table.chain("hound").total == table.lost("hound") == 0


@pytest.mark.parametrize("encounter", list(SYSTEM.encounters))
def test_in_whole_fights_every_explained_number_adds_up(encounter: str) -> None:
    """KG-22, KG-23, KG-26: checks, Ranks and damage; Rank is never above its cap."""
    seed = b"\x1a" * 32
    session, record = begin(SYSTEM, SYSTEM.encounter_setup(encounter), SeededDice(seed, seed[::-1]), {})
    explained: list[tuple[str, Explanation]] = []

    def on_commit(session: Session[Battle]) -> None:
        told = [event for event in session.last.events if event.explanation]
        explained.extend((event.key, event.explanation) for event in told if event.explanation)

    play_out(session, record, all_the_same(SYSTEM.bots["random"]), seed, on_commit)
    numbers = [(key, how) for key, how in explained if how.total is not None]
    assert [key for key, how in numbers if total(how.parts) != how.total] == []
    ranks = [how.total or 0 for key, how in numbers if key == "kamigakari.log.rank"]
    assert ranks
    assert all(0 <= each <= 10 for each in ranks)


# ---------------------------------------------------------------- falling and special damage


@pytest.mark.parametrize(
    ("hide", "metres", "acrobatics", "lost"),
    [
        ([], 12, 0, 12),
        ([minus(5)], 12, 3, 4),
        ([halve()], 13, 0, 7),
        ([minus(5, "magical")], 12, 0, 12),
        ([], 5, 9, 0),
    ],
)
def test_a_fall(lay: Lay, hide: list[dict[str, object]], metres: int, acrobatics: int, lost: int) -> None:
    """KG-27: no armour; "-n" and halving of physical or unnamed damage apply; prone if any is left."""
    table = lay(hero("rin", "B4", armour=20), foe("hound", "D9"), talent("hide", *hide))
    table.rule("fall", name="rin", metres=metres, acrobatics=acrobatics)
    assert (table.lost("rin"), table.has("rin", "prone")) == (lost, lost > 0)


def test_special_damage_is_stopped_by_armour(lay: Lay) -> None:
    """KG-27: an event of the scenario does physical damage, and knocks nobody over."""
    table = lay(hero("rin", "B4", armour=3), foe("hound", "D9"), talent("hide", minus(2), halve()))
    table.rule("harm", name="rin", value=10)
    assert (table.lost("rin"), table.has("rin", "prone")) == (3, False)

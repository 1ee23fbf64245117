"""What is offered would change something here and now; what would do nothing is not offered."""

import pytest

from rules.kamigakari.state import Spirit
from rules.kamigakari.terms import StatusKey
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    AREA,
    PASS,
    ZONE,
    Plain,
    Table,
    bonus,
    cost,
    effect,
    foe,
    halve,
    hero,
    item,
    many,
    minus,
    rank,
    spell,
    squares,
    status,
    talent,
    weapon,
)

BLADE = weapon("blade")
FANG = weapon("fang")


def prepared(lay: Lay, *effects: Plain, **numbers: object) -> bool:
    """Whether Rin is offered a preparation with these effects, for herself."""
    deed = talent("deed", *effects, timing="preparation")
    return "talent:deed" in lay(hero("rin", "B4", **numbers), foe("owl", "L1"), deed).offers("rin")


# ---------------------------------------------------------------- outside an attack


@pytest.mark.parametrize(
    ("does", "in_need", "in_none"),
    [
        (effect("recover", amount=5), {"life": 60, "max_life": 100}, {}),
        (effect("cure", status="dark"), {"statuses": ["dark"]}, {"statuses": ["pain"]}),
        (status("flight", "self"), {}, {"statuses": ["flight"]}),
        (status("poison", "self", level=2), {"statuses": [("poison", 1)]}, {"statuses": [("poison", 2)]}),
        (effect("dice", amount=1), {}, {"is_fixed": True}),
        (effect("modify", stat="evasion", amount=1), {}, None),
        (effect("lose", amount=2), None, {}),
    ],
)
def test_a_preparation_is_offered_where_it_does_something(
    lay: Lay, does: Plain, in_need: dict[str, object] | None, in_none: dict[str, object] | None
) -> None:
    """KG-33: life that is missing, a status there is; to hurt oneself alone is nothing."""
    if in_need is not None:
        assert prepared(lay, does, **in_need)
    if in_none is not None:
        assert not prepared(lay, does, **in_none)


def test_one_effect_that_counts_is_enough(lay: Lay) -> None:
    """KG-33: unhurt, but dark."""
    both = effect("recover", amount=5), effect("cure", status="dark")
    assert prepared(lay, *both, statuses=["dark"])
    assert not prepared(lay, *both)


def test_spent_spirit_dice_are_there_to_be_renewed(lay: Lay) -> None:
    """KG-04, KG-33."""
    pay = talent("pay", effect("modify", stat="armour", amount=1), timing="start", cost=cost("1"))
    breath = talent("breath", effect("renew", count=1), timing="preparation")
    for paid in (True, False):
        table = lay(hero("rin", "B4", spirits=[1, 1]), foe("owl", "L1"), pay, breath)
        table.answers("rin", start_timing="talent:pay" if paid else PASS)
        assert ("talent:breath" in table.offers()) is paid
        if paid:
            table.rolls(4).skip_round()


def test_an_item_that_does_nothing_is_kept(lay: Lay) -> None:
    """KG-33: it would be used up."""
    flask = item("flask", effect("recover", amount=5), timing="preparation")
    table = lay(hero("rin", "B4", items=["flask"]), foe("owl", "L1"), flask)
    assert "item:flask" not in table.offers("rin")
    table.rule("set_life", name="rin", value=50)
    assert "item:flask" in table.offers("rin")


def test_nobody_is_asked_about_an_end_timing_in_vain(lay: Lay) -> None:
    """KG-32, KG-33: to wring out what one is not caught in; a stat that ends with the round anyway."""
    wring = talent("wring", effect("cure", status="prone"), timing="end")
    ward = talent("late", effect("modify", stat="ward", amount=3), timing="end")
    table = lay(hero("rin", "B4"), foe("owl", "L1"), wring, ward).passes("rin", "turn").passes("owl", "turn")
    assert (table.asks, table.battle.round) == ("turn", 2)


def test_what_helps_an_attack_is_not_offered_when_it_is_over(lay: Lay) -> None:
    """KG-33: aim is taken before the attack of the turn."""
    aim = talent("aim", effect("dice", amount=1), timing="preparation")
    song = talent("song", rank(1, until="round"), bonus(2, until="round"), timing="preparation")
    table = lay(hero("rin", "B4"), foe("owl", "B3"), BLADE, aim, song)
    assert {"talent:aim", "talent:song"} <= set(table.offers())
    table.rolls(1, 2).attacks("rin", "blade", "owl")
    assert not {"talent:aim", "talent:song"} & set(table.offers())


def test_rank_for_friends_who_have_acted_is_no_help(lay: Lay) -> None:
    """KG-32, KG-33: to those whose attack is still to come it is."""
    song = talent("song", rank(1, until="round") | {"to": "allies"}, timing="preparation")
    friends = hero("rin", "B4", initiative=12, talents=[]), hero("mo", "B5", initiative=9)
    table = lay(*friends, foe("owl", "B3", initiative=1), BLADE, song)
    table.passes("rin", "turn").rolls(1, 2).attacks("mo", "blade", "owl")
    assert "talent:song" not in table.offers()


def test_whom_it_would_help_is_offered(lay: Lay) -> None:
    """KG-31, KG-33: the hurt friend, not the unhurt one; what a monster lacks is not for a player to know."""
    mend = talent(
        "mend",
        effect("recover", "targets", amount=9),
        timing="preparation",
        distance=squares(3),
        target=many(2),
    )
    people = hero("rin", "B4"), hero("mo", "B5", life=5, max_life=9), hero("yu", "B6")
    table = lay(*people, foe("owl", "B3"), mend).acts("rin", "talent:mend")
    assert table.offers() == ["mo", "owl"]


def test_a_player_does_not_learn_that_a_monster_is_immune(lay: Lay) -> None:
    """KG-36: what it is offered is the same; the GM, who knows, is not offered it."""
    hex_ = talent("hex", status("pain"), timing="preparation", distance={"kind": "zone"}, target=many(1))
    immune = foe("owl", "L1", immune=[StatusKey.PAIN])
    assert lay(hero("rin", "B4"), immune, hex_).acts("rin", "talent:hex").offers() == ["owl", "rin"]
    bat = foe("bat", "L3", initiative=20, talents=["hex"])
    table = lay(hero("rin", "B4", statuses=["pain"]), immune, bat, hex_).acts("bat", "talent:hex")
    assert table.offers() == ["bat"]


# ---------------------------------------------------------------- areas and the combat zone


def comfort(target: Plain) -> object:
    """Heals those chosen, from anywhere."""
    return talent(
        "comfort", effect("recover", "targets", amount=5), timing="preparation", distance=ZONE, target=target
    )


def ward(lay: Lay, target: Plain) -> Table:
    """Two hurt friends stand together, one apart."""
    numbers = {"life": 5, "max_life": 50, "talents": []}
    friends = (hero(name, at, **numbers) for name, at in (("mo", "D4"), ("yu", "D5"), ("jin", "H8")))
    return lay(hero("rin", "B4"), *friends, foe("owl", "L1"), comfort(target)).acts("rin", "talent:comfort")


def test_of_the_combat_zone_any_number_is_chosen(lay: Lay) -> None:
    """KG-31: not everybody, friend and enemy."""
    table = ward(lay, ZONE).answers("rin", whom=["mo", "jin"])
    assert [table.life(name) for name in ("mo", "yu", "jin")] == [10, 5, 10]


def test_of_an_area_those_of_one_engaged_group_are_chosen(lay: Lay) -> None:
    """KG-31: the first one says which group; one alone is a square."""
    table = ward(lay, AREA).answers("rin", whom=["mo"])
    assert table.offers() == ["yu"]
    table.answers("rin", whom_more=["yu"])
    assert [table.life(name) for name in ("mo", "yu", "jin")] == [10, 10, 5]
    table = ward(lay, AREA).answers("rin", whom=["jin"])
    assert (table.asks, table.life("jin")) == ("turn", 10)


def test_who_left_the_distance_meanwhile_is_not_helped(lay: Lay) -> None:
    """KG-31: a ruling in between changes what is offered."""
    mend = talent(
        "mend",
        effect("recover", "targets", amount=9),
        timing="preparation",
        distance=squares(3),
        target=many(1),
    )
    people = hero("rin", "B4", life=5, max_life=9), hero("mo", "B5", life=5, max_life=9)
    table = lay(*people, foe("owl", "L1"), mend).acts("rin", "talent:mend")
    assert table.offers() == ["rin", "mo"]
    table.rule("move", name="mo", cell="K9")
    assert table.offers() == ["rin"]


# ---------------------------------------------------------------- at the moments of an attack


def struck(lay: Lay, *talents: object, dice: tuple[int, ...] = (4, 3), **numbers: object) -> Table:
    """Rin strikes an owl that cannot get away; what she knows waits for its moment."""
    people = hero("rin", "B4", accuracy=9, **numbers), foe("owl", "B3")
    return lay(*people, BLADE, *talents).attacks("rin", "blade", "owl", dice=dice)


@pytest.mark.parametrize(
    ("does", "is_offered"),
    [
        (effect("counts_as", number=8), True),
        (effect("counts_as", number=4), False),
        (effect("counts_as", number=5, at_least=True), True),
        (effect("counts_as", number=4, at_least=True), False),
        (rank(1), True),
        (rank(1, "magical"), False),
        (bonus(2, "physical"), True),
        (bonus(2, "magical"), False),
        (effect("modify", stat="physical_damage", amount=2), True),
        (effect("modify", stat="magical_damage", amount=2), False),
    ],
)
def test_at_calculation_what_changes_the_damage_is_offered(lay: Lay, does: Plain, is_offered: bool) -> None:
    """KG-20 to KG-23: the highest die is a 4, the damage physical."""
    table = struck(lay, talent("deed", does, timing="special", at="calculation"))
    assert (table.asks == "at_calculation") is is_offered


def test_a_rank_that_has_reached_its_cap_is_not_raised(lay: Lay) -> None:
    """KG-23: nor lowered where it is beyond 10 by more."""
    deed = talent("deed", rank(1), timing="special", at="calculation")
    table = lay(hero("rin", "B4", accuracy=9), foe("owl", "B3"), weapon("blade", rank=9), deed)
    assert table.attacks("rin", "blade", "owl", dice=(4, 3)).asks == "turn"


def test_a_die_of_1_gives_rank_nothing_to_multiply(lay: Lay) -> None:
    """KG-22: the highest die is a 1 after manipulation; where the table counts it, it is something."""
    deed = talent("deed", rank(1), timing="special", at="calculation")
    for house, asked in (("nothing", "turn"), ("counts", "at_calculation")):
        rin = hero("rin", "B4", accuracy=9, spirits=[1], statuses=["pain"])
        table = lay(rin, foe("owl", "B3"), BLADE, deed, die_one=house)
        table.attacks("rin", "blade", "owl", dice=(4, 3)).answers("rin", manipulate="0>0")
        assert table.asks == asked


@pytest.mark.parametrize(
    ("does", "is_offered"),
    [
        (effect("modify", stat="evasion", amount=2), True),
        (effect("modify", stat="resist", amount=2), False),
        (effect("modify", "attacker", stat="accuracy", amount=-2), False),
        (effect("dice", amount=1), True),
        (effect("recover", amount=2), False),
    ],
)
def test_at_a_passive_check_what_changes_it_is_offered(lay: Lay, does: Plain, is_offered: bool) -> None:
    """KG-33: the attacker's check is over; its own stat and dice count."""
    deed = talent("deed", does, timing="defence", at="passive_check")
    owl = foe("owl", "B3", weapons=["fang"], accuracy=9, initiative=12)
    table = lay(hero("rin", "B4", weapons=[]), owl, FANG, deed)
    if not is_offered:
        table.rolls(1, 2, 3)
    table.attacks("owl", "fang", "rin")
    assert (table.asks == "at_passive_check") is is_offered


@pytest.mark.parametrize(
    ("does", "flat", "is_offered"),
    [
        (minus(3), 9, True),
        (minus(3), 0, False),
        (minus(3, "magical"), 9, False),
        (halve(), 9, True),
        (halve(), 1, False),
        (halve("magical"), 9, False),
        (effect("modify", stat="armour", amount=2), 9, True),
        (effect("modify", stat="ward", amount=2), 9, False),
        (effect("lose", "attacker", amount=2), 0, True),
    ],
)
def test_at_reduction_what_keeps_damage_off_is_offered(
    lay: Lay, does: Plain, flat: int, is_offered: bool
) -> None:
    """KG-26: of 1 damage a halving leaves 1, of none "-n" leaves none."""
    deed = talent("deed", does, timing="defence", at="reduction")
    owl = foe("owl", "B3", weapons=["fang"], accuracy=9, initiative=12, dicing=(0, flat))
    table = lay(hero("rin", "B4", weapons=[]), owl, FANG, deed).rolls(1, 2).attacks("owl", "fang", "rin")
    assert (table.asks == "at_reduction") is is_offered


def test_of_two_targets_only_one_who_can_reduce_anything_is_asked(lay: Lay) -> None:
    """KG-16, KG-26: no order to be picked where one has nothing to reduce with."""
    deed = talent("deed", minus(3), timing="defence", at="reduction")
    people = hero("rin", "B4", resist=0), hero("mo", "B5", ward=90)
    owl = foe("owl", "B3", talents=["hex"], invocation=20, initiative=12)
    table = lay(*people, owl, spell("hex", rank=0, amount=9, target=many(2)), deed)
    table.rolls(1, 2, 1, 2).attacks("owl", "hex", "rin", "mo")
    assert (table.asks, table.asked) == ("at_reduction", ["rin"])


def test_a_talent_that_renews_what_it_costs_is_offered(lay: Lay) -> None:
    """KG-04: the die that pays is rolled again at once."""
    breath = talent("breath", effect("renew", count=1), timing="preparation", cost=cost("1"))
    table = lay(hero("rin", "B4", spirits=[1]), foe("owl", "L1"), breath).rolls(5)
    table.acts("rin", "talent:breath")
    assert table.battle["rin"].spirits == [Spirit(5)]

"""What would do nothing is not offered: magic whose good is there already, or would end before it is of use (MG-24)."""

from typing import Any

import pytest

from rules.magical_girls.abilities import only_aim
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, blast, effect, foe, girl, rival, weapon

ROUND = {"until": "round"}


def last_one(lay: Lay, *effects: dict[str, Any], dp: int = 8, **more: Any) -> Table:
    """The hound has acted; Mina's is the round's last turn, with a blade, 1 DP for her magic and `dp` in all."""
    magic = ability("glow", *effects, **more)
    table = lay(foe("hound", "B3"), girl("mina", "B4", dp=dp), weapon("blade", 20), magic)
    return table.ends_turn("hound").skip_to("turn", "mina")


def is_offered(table: Table) -> bool:
    """Whether her magic stands among her choices."""
    return "ability:glow" in table.offers()


# ---------------------------------------------------------------- until the round ends


@pytest.mark.parametrize(
    "change",
    [
        effect("boost", on="dodge", dice=1, **ROUND),
        effect("boost", on="block", dice=1, **ROUND),
        effect("boost", on="counter", dice=1, **ROUND),
    ],
)
def test_the_last_in_the_order_is_not_offered_what_ends_with_the_round(lay: Lay, change: Any) -> None:
    """MG-24: nobody attacks her before that; until the fight ends it would count."""
    assert not is_offered(last_one(lay, change))
    assert is_offered(last_one(lay, change | {"until": "fight"}))


@pytest.mark.parametrize(
    "change",
    [
        effect("boost", on="attack", dice=1, **ROUND),
        effect("extra", amount=2, **ROUND),
        effect("guard", amount=2, **ROUND),
    ],
)
def test_what_helps_her_attack_is_offered_while_she_can_pay_for_one(lay: Lay, change: Any) -> None:
    """MG-24, MG-43: with 2 DP she throws after it, and a counter may come back; with 1 nothing follows."""
    assert is_offered(last_one(lay, change, dp=2))
    assert not is_offered(last_one(lay, change, dp=1))


def test_who_has_acted_makes_no_more_of_a_bonus(lay: Lay) -> None:
    """MG-24: on attacks of hers, with the round's last turn; a penalty on dodges of whom she attacks counts."""
    keen = ability("glow", effect("boost", on="attack", dice=1, **ROUND), target="one", reach=10)
    daze = ability("daze", effect("boost", on="dodge", dice=-1, **ROUND), target="one", reach=10)
    table = lay(girl("ann", "B4", dp=1), foe("hound", "B3"), girl("mina", "B4"), keen, daze)
    table.ends_turn("ann").ends_turn("hound").skip_to("turn", "mina")
    assert only_aim(table.battle, table.battle["mina"], keen) == "mina"
    table.acts("mina", "ability:daze")
    assert table.offers() == ["ann", "hound"]


def test_a_friend_may_make_use_of_it_in_an_emergency(lay: Lay) -> None:
    """MG-24, MG-44: Ann has acted, and 2 DP for a reaction yet; Mina is asked whom she means."""
    keen = ability("glow", effect("boost", on="attack", dice=1, **ROUND), target="one", reach=10)
    table = lay(girl("ann", "B4", dp=2), foe("hound", "B3"), girl("mina", "B4"), keen)
    table.ends_turn("ann").ends_turn("hound").skip_to("turn", "mina").acts("mina", "ability:glow")
    assert table.offers() == ["ann", "mina"]


def test_a_rival_may_react_in_the_last_turn_yet(lay: Lay) -> None:
    """MG-24, MG-44: so a guard is of use to who strikes no more."""
    glow = ability("glow", effect("guard", amount=2, **ROUND))
    table = lay(rival("jun", "B3", dp=2), girl("mina", "B4", dp=1), glow, form="duel").ends_turn("jun")
    assert is_offered(table.skip_to("turn", "mina"))


def test_before_the_last_turn_all_of_it_may_be_of_use(lay: Lay) -> None:
    """MG-24, MG-44: the hound is still to come."""
    glow = ability("glow", effect("boost", on="dodge", dice=1, **ROUND))
    assert is_offered(lay(girl("mina"), foe("hound"), glow))


def test_a_prepared_action_may_come_yet(lay: Lay) -> None:
    """MG-24, MG-32: the hound waits for its moment, in the last turn too."""
    glow = ability("glow", effect("boost", on="dodge", dice=1, **ROUND))
    table = lay(foe("hound", "B3"), girl("mina", "B4"), glow).passes("hound", "turn")
    table.answers("hound", end_of_turn="prepare", prepare="attack:unarmed", trigger="She moves.")
    assert is_offered(table)


def test_no_magic_changes_the_order_that_stands(lay: Lay) -> None:
    """MG-11, MG-24: initiative has been rolled."""
    swift = ability("glow", effect("boost", on="initiative", dice=1, until="fight"))
    assert not is_offered(lay(girl("mina"), foe("hound"), swift))


# ---------------------------------------------------------------- at once


def test_the_whole_are_not_healed(lay: Lay) -> None:
    """MG-24: somebody whose HP are full is no aim; a wounded one is."""
    cure = ability("glow", effect("heal", flat=3), effect("mend"), target="one", reach=10)
    hurt, scarred = girl("ann", hp=5, max_hp=9), girl("eve", wound="light")
    table = lay(girl("mina"), hurt, scarred, foe("hound"), cure).acts("mina", "ability:glow")
    assert table.offers() == ["ann", "eve"]


@pytest.mark.parametrize(
    ("enemies", "offered"), [("all", False), ("bars", False), ("words", False), ("nothing", True)]
)
def test_who_looks_unhurt_is_not_healed(lay: Lay, enemies: str, offered: bool) -> None:
    """MG-24: numbers, ring and words say that the hound is whole; where nothing is shown it might be hurt."""
    cure = ability("glow", effect("heal", flat=3), target="one", reach=10)
    assert is_offered(lay(girl("mina"), foe("hound"), cure, enemies=enemies)) is offered
    assert is_offered(lay(girl("mina"), foe("hound", hp=4, max_hp=9), cure, enemies=enemies))


@pytest.mark.parametrize(
    ("dp", "amount", "offered"), [(15, 2, False), (14, 2, True), (0, -1, False), (1, -1, True)]
)
def test_points_are_given_and_taken_where_there_is_room(
    lay: Lay, dp: int, amount: int, offered: bool
) -> None:
    """MG-14, MG-24: not above the cap, not below 0."""
    gift = ability("glow", effect("points", amount=amount), target="one", reach=5)
    table = lay(girl("mina"), rival("jun", "B3", dp=dp), gift, form="duel").acts("mina", "ability:glow")
    assert ("jun" in table.offers()) is offered


def test_an_area_needs_somebody_it_does_something_to(lay: Lay) -> None:
    """MG-24: cells around the one friend who has lost HP."""
    rain = ability("glow", effect("heal", flat=3), target="area", reach=30, radius=0, spares=False)
    table = lay(girl("mina", "B4"), girl("ann", "D4", hp=5, max_hp=9), rain).acts("mina", "ability:glow")
    assert table.offers() == ["D4"]


def test_what_strikes_is_always_of_use(lay: Lay) -> None:
    """MG-24: its effects may do nothing."""
    table = lay(foe("hound", "B3"), girl("mina", "B4"), blast("glow", effect("mend"))).ends_turn("hound")
    assert is_offered(table.skip_to("turn", "mina"))


def test_the_dying_make_nothing_of_a_bonus(lay: Lay) -> None:
    """MG-24, MG-54: neither of one nor of a guard; healing brings them back."""
    keen = ability("glow", effect("boost", on="attack", dice=1, until="fight"), target="one", reach=10)
    table = lay(girl("mina"), girl("ann", hp=0, mp=0, max_hp=9), foe("hound"), keen).acts(
        "mina", "ability:glow"
    )
    assert table.offers() == ["mina", "hound"]

"""The spirit pool: manipulation of a check, costs paid by picked dice, renewal (KG-04)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.house_rules import Setting
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.kamigakari import SYSTEM
from rules.kamigakari.setup import open_battle
from rules.kamigakari.spirits import can_pay, payments
from rules.kamigakari.state import STORED, Battle, Spirit
from rules.kamigakari.terms import Timing
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import Table, cost, effect, foe, hero, talent, weapon

BLADE = weapon("blade")
COSTS = ("1", "4", "6", "odd", "even", "pair", "run")


# ---------------------------------------------------------------- manipulation


def test_a_rolled_die_is_swapped_and_its_face_goes_into_the_pool(lay: Lay) -> None:
    """KG-04: one for one; the check counts the new face."""
    table = lay(hero("rin", "B4", spirits=[6, 2]), foe("hound", "B3", evasion=4), BLADE)
    table.attacks("rin", "blade", "hound", dice=(5, 3)).answers("rin", manipulate="1>0")
    assert table.told("check", "rin")[-1].params["total"] == 11
    assert table.told("swaps", "rin")[-1].faces == (3, 6)
    assert table.pool("rin") == [3, 2]
    assert table.lost("hound") == 6


def test_one_rolled_die_stays(lay: Lay) -> None:
    """KG-04: of two dice one may be swapped."""
    table = lay(hero("rin", "B4", spirits=[6, 5]), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(1, 2)).answers("rin", manipulate="0>0")
    assert table.asks != "manipulate"


def test_of_three_dice_two_may_be_swapped_and_no_face_comes_back(lay: Lay) -> None:
    """KG-04: the face just put into the pool is not taken out of it in the same manipulation."""
    eye = talent("eye", effect("dice", amount=1))
    table = lay(hero("rin", "B4", spirits=[6, 5]), foe("hound", "B3"), BLADE, eye)
    table.attacks("rin", "blade", "hound", dice=(4, 2, 1)).answers("rin", manipulate="1>0")
    assert table.offers() == ["0>1", "2>1"]
    table.answers("rin", manipulate="2>1")
    assert table.pool("rin") == [2, 1]
    assert table.asks != "manipulate"


def test_manipulation_is_once_a_check(lay: Lay) -> None:
    """KG-04: after a pass nothing more is asked."""
    table = lay(hero("rin", "B4", spirits=[6, 5]), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(4, 2)).passes("rin", "manipulate")
    assert table.pool("rin") == [6, 5]
    assert table.lost("hound") == 0


def test_each_swap_of_faces_is_offered_once(lay: Lay) -> None:
    """KG-04: equal dice are one choice; a die for its own face is none."""
    table = lay(hero("rin", "B4", spirits=[6, 6, 4]), foe("hound", "B3"), BLADE)
    assert table.attacks("rin", "blade", "hound", dice=(4, 4)).offers() == ["0>0"]


def test_nobody_reaches_into_another_pool(lay: Lay) -> None:
    """KG-04: what is not offered is refused."""
    table = lay(hero("rin", "B4", spirits=[6]), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(4, 2))
    assert table.refuses("rin", manipulate="0>1").text.key == "error.no_such_choice"
    assert table.refuses("rin", manipulate="9>0").text.key == "error.no_such_choice"


# ---------------------------------------------------------------- costs


def _prepare(lay: Lay, pool: Sequence[int], *costs: str) -> Table:
    shout = talent(
        "shout", effect("modify", stat="armour", amount=1), timing="preparation", cost=cost(*costs)
    )
    return lay(hero("rin", "B4", spirits=pool), foe("hound", "D9"), shout).skip_to("turn", "rin")


@pytest.mark.parametrize(
    ("price", "pays", "fails"),
    [
        ("5", [5, 2], [4, 6]),
        ("odd", [3, 2], [2, 4]),
        ("even", [3, 2], [1, 3]),
        ("pair", [3, 3], [3, 4]),
        ("run", [3, 4], [3, 5]),
    ],
)
def test_what_pays(lay: Lay, price: str, pays: list[int], fails: list[int]) -> None:
    """KG-04: a given face, odd, even, a pair, a run of two."""
    assert "talent:shout" in _prepare(lay, pays, price).offers()
    assert "talent:shout" not in _prepare(lay, fails, price).offers()


def test_the_payer_picks_the_dice(lay: Lay) -> None:
    """KG-04: where several faces pay, she is asked; what she picks is spent."""
    shout = talent("shout", effect("modify", stat="armour", amount=1), timing="preparation", cost=cost("odd"))
    table = lay(hero("rin", "B4", spirits=[1, 2, 5]), foe("hound", "D9"), shout).acts("rin", "talent:shout")
    assert table.offers() == ["0", "2"]
    table.answers("rin", pay="2")
    assert table.pool("rin") == [1, 2]


def test_a_run_is_the_same_run_both_ways(lay: Lay) -> None:
    """KG-04: 3 4 and 4 3 are one choice."""
    shout = talent("shout", effect("modify", stat="armour", amount=1), timing="preparation", cost=cost("run"))
    table = lay(hero("rin", "B4", spirits=[3, 4, 3, 5]), foe("hound", "D9"), shout).acts(
        "rin", "talent:shout"
    )
    assert len(table.offers()) == 2
    table.answers("rin", pay=table.offers()[0])


def test_costs_are_paid_together(lay: Lay) -> None:
    """KG-04: for an odd die and a 3, the only 3 is kept for the 3."""
    shout = talent(
        "shout", effect("modify", stat="armour", amount=1), timing="preparation", cost=cost("odd", "3")
    )
    table = lay(hero("rin", "B4", spirits=[3, 5, 1]), foe("hound", "D9"), shout).acts("rin", "talent:shout")
    assert table.offers() == ["1", "2"]
    table.answers("rin", pay="1")
    assert table.pool("rin") == [1]


def test_two_costs_are_not_paid_by_one_die(lay: Lay) -> None:
    """KG-04: a single 3 is no odd die and a 3."""
    assert "talent:shout" not in _prepare(lay, [3, 2], "odd", "3").offers()


@given(st.lists(st.integers(1, 6), max_size=6), st.lists(st.sampled_from(COSTS), max_size=3))
def test_whatever_can_be_paid_is_paid_step_by_step(pool: list[int], costs: list[str]) -> None:
    """KG-04: any first payment that leaves the rest payable leads to the end; none is offered that does not."""
    who = hero("rin", spirits=pool)
    taken: list[int] = []
    is_payable = can_pay(costs, who)
    for at, price in enumerate(costs if is_payable else ()):
        free = [way for way in payments(price, who) if not set(way) & set(taken)]
        fitting = [way for way in free if can_pay(costs[at + 1 :], who, [*taken, *way])]
        assert fitting
        taken += fitting[-1]
    assert len(set(taken)) == len(taken)


# ---------------------------------------------------------------- renewal


def test_spent_dice_are_out_until_the_round_ends(lay: Lay) -> None:
    """KG-04: they pay and swap no more; at the round's end they are rolled again, the others keep their faces."""
    shout = talent("shout", effect("modify", stat="armour", amount=1), timing="preparation", cost=cost("6"))
    table = lay(hero("rin", "B4", spirits=[6, 2, 6]), foe("hound", "D9"), shout).acts("rin", "talent:shout")
    assert table.pool("rin") == [2, 6]
    table.rolls(4).skip_round()
    assert table.pool("rin") == [4, 2, 6]


def test_an_effect_rolls_spent_dice_again_at_once(lay: Lay) -> None:
    """KG-04: as many as it says."""
    shout = talent("shout", effect("modify", stat="armour", amount=1), timing="start", cost=cost("pair"))
    breath = talent("breath", effect("renew", count=1), timing="preparation")
    table = lay(hero("rin", "B4", spirits=[6, 6]), foe("hound", "D9"), shout, breath)
    table.answers("rin", start_timing="talent:shout").rolls(3).acts("rin", "talent:breath")
    assert table.pool("rin") == [3]
    table.rolls(5).skip_round()


def test_a_talent_that_cannot_be_paid_keeps_its_timing(lay: Lay) -> None:
    """KG-04: it is not offered, and nothing is spent."""
    table = _prepare(lay, [2], "6")
    assert Timing.PREPARATION not in table.spent("rin")


def test_a_monsters_pool_stays_with_the_game_master(lay: Lay) -> None:
    """KG-04: others read that it paid, not with which dice."""
    howl = talent("howl", effect("modify", stat="armour", amount=1), timing="preparation", cost=cost("6"))
    table = lay(hero("rin", "B4", talents=[]), foe("hound", "D9", spirits=[6], talents=["howl"]), howl)
    table.acts("hound", "talent:howl")
    (known,) = [line for line in table.log(GAME_MASTER) if line.text.key.startswith("kamigakari.log.spends")]
    (public,) = [line for line in table.log(SPECTATOR) if line.text.key.startswith("kamigakari.log.spends")]
    assert (known.faces, public.faces) == ((6,), ())
    table.rolls(3).skip_round()


# ---------------------------------------------------------------- from fight to fight


def _brought(pool: list[int], **house: Setting) -> Battle:
    """Mio comes to the stairs with these dice on her sheet."""
    sheet = SYSTEM.sheet_of("mio") | {"pool": pool}
    return open_battle(SYSTEM.encounter_setup("low_tide_stairs", [{"name": "mio", "sheet": sheet}]), house)


def test_a_sheet_carries_its_spirit_dice_over_where_the_table_keeps_them() -> None:
    """KG-04: else they are rolled for each fight; never more than the pool holds."""
    assert _brought([6, 5], spirit_dice="kept")["mio"].spirits == [Spirit(6), Spirit(5)]
    assert len(_brought([6, 5, 4, 3, 2, 1], spirit_dice="kept")["mio"].spirits) == 4
    assert _brought([6, 5])["mio"].spirits == []


def test_what_is_missing_of_a_pool_is_rolled(lay: Lay) -> None:
    """KG-04: two brought, two rolled when she comes to the map."""
    rin = hero("rin", spirits=[6, 5])
    rin.pool_size = 4
    table = lay(rin, foe("hound", "D1")).rolls(2, 1).answers("rin", place="D10")
    assert table.pool("rin") == [6, 5, 2, 1]


@pytest.mark.parametrize(("house", "left"), [("fight", {"crest": 22}), ("kept", {"crest": 22, "pool": [2]})])
def test_dice_that_are_not_spent_go_back_to_the_sheet_where_they_are_kept(
    lay: Lay, house: str, left: dict[str, object]
) -> None:
    """KG-04, KG-37: spent ones would be rolled again, and are, when the next fight starts."""
    shout = talent("shout", effect("modify", stat="armour", amount=1), timing="start", cost=cost("6"))
    table = lay(hero("rin", "B4", spirits=[6, 2]), foe("hound", "D9"), shout, spirit_dice=house)
    table.answers("rin", start_timing="talent:shout").rule("end", winner="")
    assert SYSTEM.after(STORED.dump(table.battle), table.record.pins) == {"rin": left}


@pytest.mark.parametrize(("own", "more", "dice"), [(4, 1, 5), (4, 2, 6), (5, 2, 6), (0, 1, 1)])
def test_talents_add_to_the_pool_which_stops_at_6(lay: Lay, own: int, more: int, dice: int) -> None:
    """KG-04: rolled with the others when she comes to the map."""
    rin = hero("rin")
    rin.pool_size = own
    table = lay(rin, foe("hound", "D1"), talent("well", effect("pool", amount=more)))
    table.rolls(*[3] * dice).answers("rin", place="D10")
    assert table.pool("rin") == [3] * dice

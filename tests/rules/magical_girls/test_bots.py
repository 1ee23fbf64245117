"""The sensible bot: what it chooses, and what it leaves to people."""

from typing import Any

import pytest

from rules import registry
from rules.engine.dice import Draws
from rules.magical_girls.bots import CHOICES, sensible
from rules.magical_girls.bots.odds import answers, chance
from rules.magical_girls.terms import Level
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    PASS,
    Table,
    ability,
    blast,
    bow,
    effect,
    foe,
    girl,
    rival,
    skill,
    thing,
    weapon,
)

BLADE = weapon("blade", dam=12)


def chosen(table: Table) -> Any:
    """What the bot answers to the open question."""
    return sensible(table.battle, table.question, table.asked[0], Draws(b"luck", "bot"))


def test_it_has_an_opinion_on_every_question() -> None:
    asked = {key for key in registry.words("en").sentences if key.startswith("magical_girls.ask.")}
    assert {key.removeprefix("magical_girls.ask.").partition(".")[0] for key in asked} == set(CHOICES)


# ---- odds


def test_it_knows_what_bonus_and_penalty_dice_do() -> None:
    """MG-02: value 50 is .125, .25, .5, .75, .875 from two penalties to two bonuses."""
    assert [chance(50, dice) for dice in (-2, -1, 0, 1, 2)] == [12, 25, 50, 75, 88]


def test_it_knows_that_a_better_level_wins_and_of_equal_ones_the_higher_value(lay: Lay) -> None:
    """MG-03."""
    battle = lay(girl("mina"), foe("hound")).battle
    assert answers(battle, 60, 0, 50, Level.REGULAR) == 60
    assert answers(battle, 50, 0, 60, Level.REGULAR) == 25
    assert answers(battle, 60, 0, 50, Level.CRITICAL) == 1


# ---- where to


def test_it_steps_into_reach(lay: Lay) -> None:
    """MG-25."""
    table = lay(girl("mina", "B6"), foe("hound", "B2"), BLADE)
    assert chosen(table) == "move"
    assert chosen(table.answers("mina", turn="move")) in ("A3", "B3", "C3")


def test_it_stays_where_it_can_strike(lay: Lay) -> None:
    assert chosen(lay(girl("mina", "B4"), foe("hound", "B3"), BLADE)) == "attack:weapon:blade"


def test_who_shoots_steps_out_of_their_arms(lay: Lay) -> None:
    """MG-17."""
    table = lay(girl("mina", "B4", dp=3, str=20), foe("hound", "B3"), bow("bow", length=5))
    assert chosen(table) == "move"
    assert chosen(table.answers("mina", turn="move"))[1:] not in ("2", "3", "4")


def test_of_hidden_foes_it_knows_nothing(lay: Lay) -> None:
    """MG-27: neither where to go nor whom to strike."""
    assert chosen(lay(girl("mina", "B6"), foe("hound", "B2", is_hidden=True), BLADE)) is PASS


# ---- what to do


def test_it_strikes_whom_it_can_fell_and_never_a_friend(lay: Lay) -> None:
    table = lay(girl("mina", "B4"), girl("yua", "B4"), foe("hound", "B3"), foe("moth", "C3", hp=3), BLADE)
    assert chosen(table.answers("mina", turn="attack:weapon:blade")) == "moth"
    table = lay(girl("mina", "B4"), girl("yua", "B4"), foe("hound", "K3"), BLADE)
    assert chosen(table.answers("mina", turn="attack:weapon:blade")) is PASS


def test_it_aims_an_area_where_it_holds_most(lay: Lay) -> None:
    """MG-24."""
    table = lay(
        girl("mina", "B8", pow=70, emo=60),
        foe("hound", "B2"),
        *(foe(f"moth{at}", "H4") for at in range(3)),
        blast("burst", dp=4),
    )
    aimed = chosen(table.answers("mina", turn="ability:burst"))
    assert (abs(ord(aimed[0]) - ord("H")) <= 1, int(aimed[1:]) in (3, 4, 5)) == (True, True)


def test_it_heals_the_wound_that_bars_its_blow(lay: Lay) -> None:
    """MG-52, MG-53."""
    table = lay(girl("mina", "B4", wound="light"), foe("hound", "B3"), BLADE).skip_to("turn", "mina")
    assert chosen(table) == "heal"
    assert chosen(table.answers("mina", turn="heal")) == "wound:mina"


def test_it_helps_a_friend_who_is_down(lay: Lay) -> None:
    cocoa = ability("cocoa", effect("heal", dice=2), target="one", reach=10, is_healing=True)
    yua = girl("yua", "B5", hp=0, max_hp=20, abilities=[])
    table = lay(girl("mina", "B4", hp=19, max_hp=20), yua, foe("hound", "B1"), cocoa)
    assert chosen(table) == "ability:cocoa"
    assert chosen(table.answers("mina", turn="ability:cocoa")) == "yua"


def test_it_gives_a_friend_who_is_down_all_the_hp_it_can(lay: Lay) -> None:
    """MG-53: 8 MP are 8 HP."""
    yua = girl("yua", "B5", hp=0, max_hp=20)
    table = lay(girl("mina", "B4", mp=8), yua, foe("hound", "B1"))
    assert chosen(table) == "heal"
    assert chosen(table.answers("mina", turn="heal")) == "hp:yua"
    assert chosen(table.answers("mina", heal="hp:yua")) == 8


def test_it_throws_what_hurts_and_keeps_its_weapon(lay: Lay) -> None:
    """MG-28."""
    mina = girl("mina", "B4", dp=1, throwing=60, mp=0)
    table = lay(mina, foe("hound", "B2"), BLADE, thing("pot", dam=8), things=["thing:pot@B4"])
    assert chosen(table) == "throw"
    assert chosen(table.answers("mina", turn="throw")) == "thing:pot"
    assert chosen(table.answers("mina", throw="thing:pot")) == "at:hound"


def test_it_throws_nothing_at_one_to_whom_it_does_not_fly(lay: Lay) -> None:
    """MG-28: 60 lets the pot fly 60 metres, and the bench, above 40, but 30."""
    mina = girl("mina", "B10", str=60, dp=1, throwing=60, mp=0)
    for what, weight, chosen_one in (("pot", 8, "throw"), ("bench", 50, None)):
        lying = thing(what, dam=8, weight=weight)
        table = lay(mina, foe("hound", "B2"), BLADE, lying, things=[f"thing:{what}@B10"])
        assert chosen(table) == chosen_one


def test_it_watches_out_when_points_would_be_lost(lay: Lay) -> None:
    """MG-14, MG-30, MG-31."""
    mina = girl("mina", "B8", dp=14, dodge=50, weapons=[])
    assert chosen(lay(mina, foe("hound", "B2")).skip_to("end_of_turn", "mina")) == "watch_dodge"
    shield = girl("mina", "B8", dp=14)
    table = lay(shield, foe("hound", "B2"), weapon("shield", block=14)).skip_to("end_of_turn", "mina")
    assert chosen(table) == "watch_block"
    poor = girl("mina", "B8", dp=3, dodge=50, weapons=[])
    assert chosen(lay(poor, foe("hound", "B2")).skip_to("end_of_turn", "mina")) is PASS


# ---- being attacked


def test_it_blocks_for_nothing(lay: Lay) -> None:
    """MG-41."""
    table = lay(foe("hound", "B3", weapons=["blade"]), girl("mina", "B4", dodge=20), weapon("blade", block=8))
    assert chosen(table.attacks("hound", "blade", "mina", roll=40)) == "block"


def test_it_dodges_where_the_odds_are_good(lay: Lay) -> None:
    """MG-42."""
    hound = foe("hound", "B3", weapons=["axe"])
    axe = weapon("axe", weight=60, dam=16)
    table = lay(hound, girl("mina", "B4", dodge=80, weapons=[], str=20), axe)
    assert chosen(table.attacks("hound", "axe", "mina", roll=40)) == "dodge"


def test_it_counters_who_is_strong(lay: Lay) -> None:
    """MG-43."""
    hound, mina = foe("hound", "B3", weapons=["blade"]), girl("mina", "B4", str=90, dodge=10)
    table = lay(hound, mina, weapon("blade", weight=20, dam=14))
    assert chosen(table.attacks("hound", "blade", "mina", roll=40)).startswith("counter:")


def test_it_keeps_its_points_from_what_hardly_hurts(lay: Lay) -> None:
    """MG-42: a dodge costs 1 DP."""
    table = lay(foe("moth", "B3", str=9), girl("mina", "B4", dodge=60, weapons=[], str=20))
    assert chosen(table.attacks("moth", "unarmed", "mina", roll=40)) is PASS


def test_it_protects_the_friend_who_has_least_left(lay: Lay) -> None:
    """MG-45."""
    friends = (girl("yua", "B8", hp=4), girl("rin", "B8", hp=18))
    wisp = foe("wisp", "B4", pow=60, emo=60, abilities=["burst"], mp=9)
    table = lay(wisp, girl("mina", "B8"), *friends, blast("burst"))
    table.casts("wisp", "burst", "B8", roll=30).requests("mina", "protect").grants("mina", "protect")
    assert chosen(table) == "yua"


# ---- the keeper


@pytest.mark.parametrize(("dp", "size"), [(8, "size_1"), (0, "size_0")])
def test_it_sizes_what_is_not_listed_small(lay: Lay, dp: int, size: str) -> None:
    """MG-15."""
    table = lay(girl("mina", "B4", dp=dp), foe("hound", "B2"))
    assert chosen(table.answers("mina", turn="free").answers("mina", free="climb the lamp post")) == size


def test_it_never_speaks(lay: Lay) -> None:
    table = lay(girl("mina", "B4"), foe("hound", "B2"))
    assert chosen(table.answers("mina", turn="free")) is PASS


def test_it_ends_the_fight_when_that_is_offered(lay: Lay) -> None:
    """MG-18."""
    table = lay(girl("mina", "B4"), foe("hound", "B3", hp=1), BLADE)
    table.attacks("mina", "blade", "hound", roll=20)
    if table.asks == "passive":
        table.takes_it("hound", 6)
    assert chosen(table.ends_turn("mina")) == "end"


def test_it_picks_the_best_skill_in_a_contest(lay: Lay) -> None:
    """MG-07."""
    table = lay(
        girl("mina", "B4", skills={"song": 60, "cake": 30}),
        rival("rei", "B3"),
        skill("song", "life"),
        skill("cake", "life"),
        form="contest",
        begins=True,
    )
    assert chosen(table.answers("gm", category="life")) == "skill:song"

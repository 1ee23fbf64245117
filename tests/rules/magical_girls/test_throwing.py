"""Throwing: how far, what hits, where it falls."""

import pytest

from rules.engine.grid import cell_at
from rules.engine.view import SPECTATOR
from rules.magical_girls.throwing import scattered
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, d100, effect, foe, girl, innate, rival, thing, weapon

KNIFE = weapon("knife", 20, dam=6)
BOX = thing("box", 10, dam=4)
HIT, MISS = 20, 90


def thrower(lay: Lay, *more: object, **numbers: object) -> Table:
    """Mina (STR 50, throwing 40) with a knife, a hound 20 m ahead."""
    strong = {"str": 50, "throwing": 40} | numbers
    return lay(girl("mina", "D8", **strong), foe("hound", "D4"), KNIFE, BOX, *more, things=["thing:box@D8"])


def hurls(table: Table, what: str, goal: str, roll: int) -> Table:
    """Throw it there; the check comes to `roll`."""
    return table.rolls(*d100(roll)).acts("mina", "throw").answers("mina", throw=what, throw_at=goal)


# ---------------------------------------------------------------- how far


@pytest.mark.parametrize(
    ("weight", "cells"), [(10, 12), (40, 12), (41, 6), (70, 6)], ids=["light", "40", "41", "70"]
)
def test_a_throw_goes_as_far_as_str(lay: Lay, weight: int, cells: int) -> None:
    """MG-28: STR 60 is 60 m; above 40 half of it."""
    table = lay(
        girl("mina", "A1", str=60, weapons=[]),
        foe("hound", "Z26"),
        thing("box", weight),
        cols=26,
        rows=26,
        things=["thing:box@A1"],
    )
    table.acts("mina", "throw").answers("mina", throw="thing:box")
    assert max(int(each[1:]) for each in table.offers() if ":" not in each) == 1 + cells


def test_a_throw_at_somebody_is_told_as_one(lay: Lay) -> None:
    """MG-28: it says what flies at whom; an attack in hand says that it attacks."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", HIT)
    assert (len(table.told("throws_at", "hound")), table.told("attacks")) == (1, [])


def test_above_70_nothing_is_thrown(lay: Lay) -> None:
    """MG-28: 71."""
    table = lay(girl("mina", "A1", weapons=[]), foe("hound"), thing("safe", 71), things=["thing:safe@A1"])
    assert "throw" not in table.offers()


def test_the_half_is_floored(lay: Lay) -> None:
    """MG-28: STR 59 throws 41 over 29 m: 5 cells."""
    table = lay(
        girl("mina", "A1", str=59, weapons=[]), foe("hound", "L9"), thing("box", 41), things=["thing:box@A1"]
    )
    table.acts("mina", "throw").answers("mina", throw="thing:box")
    assert max(int(each[1:]) for each in table.offers() if ":" not in each) == 6


def test_what_can_be_thrown(lay: Lay) -> None:
    """MG-28: what she holds, what lies in her cell, friends who share it; no enemies."""
    table = lay(
        girl("mina", "B4"),
        girl("ann", "B4", size=40),
        foe("hound", "B4"),
        KNIFE,
        BOX,
        thing("jar", 1),
        things=["thing:box@B4", "thing:jar@B5"],
    )
    table.acts("mina", "throw")
    assert table.offers() == ["throw:knife", "thing:box", "person:ann"]


def test_a_throw_is_a_small_action(lay: Lay) -> None:
    """MG-28, MG-15: 1 DP, as shown; taken back it costs nothing."""
    table = thrower(lay)
    assert table.price("throw") == 1
    table.acts("mina", "throw").passes("mina", "throw")
    table.acts("mina", "throw").answers("mina", throw="throw:knife").passes("mina", "throw_at")
    assert table.dp("mina") == 8
    hurls(table, "throw:knife", "D5", HIT)
    assert table.dp("mina") == 7


def test_a_throw_says_its_value(lay: Lay) -> None:
    """MG-28, MG-02: with the dice on throwing, before it is paid."""
    sure = innate("sure", effect("boost", dice=1, on="throwing"))
    table = lay(girl("mina", throwing=35, innate=["sure"]), foe("hound"), weapon("blade"), sure)
    note = next(each.note for each in table.question.choices["mina"].options if each.id == "throw")  # type: ignore[union-attr]
    assert words("en").render(note) == "1 DP; value 35 (bonus dice: 1)"


def test_a_throw_shows_who_hid(lay: Lay) -> None:
    """MG-27, MG-28: into a cell too."""
    table = hurls(thrower(lay, is_hidden=True), "thing:box", "F6", HIT)
    assert not table.battle["mina"].is_hidden


def test_nothing_is_thrown_at_the_dying(lay: Lay) -> None:
    """MG-28, MG-54: their cell may be aimed at."""
    table = lay(girl("mina", "D8"), foe("hound", "D4"), foe("cat", "D5", hp=0, max_hp=9), KNIFE)
    table.acts("mina", "throw").answers("mina", throw="throw:knife")
    assert [each for each in table.offers() if ":" in each] == ["at:hound"]
    assert "D5" in table.offers()


# ---------------------------------------------------------------- what hits


def test_a_thrown_weapon_hits_as_a_ranged_one(lay: Lay) -> None:
    """MG-28: the throwing skill against it, no counter, no damage bonus, weight as ever (20: x0.5)."""
    table = hurls(thrower(lay, str=90, size=90), "throw:knife", "at:hound", 30)
    assert table.level("mina") == "regular"
    assert table.offers() == ["dodge"]
    table.takes_it("hound", 5)
    assert table.lost("hound") == 2
    assert (table.lies("D4"), table.battle["mina"].weapons) == (["weapon:knife"], [])


def test_a_thing_hits_with_its_own_die(lay: Lay) -> None:
    """MG-28: and lies where its target stands."""
    table = hurls(thrower(lay), "thing:box", "at:hound", 30).takes_it("hound", 3)
    assert (table.lost("hound"), table.lies("D4"), table.lies("D8")) == (3, ["thing:box"], [])


def test_a_harmless_thing_harms_nobody(lay: Lay) -> None:
    """MG-28: however well it is thrown."""
    table = lay(girl("mina", "D8", throwing=40), foe("hound", "D4"), thing("hat", 1), things=["thing:hat@D8"])
    hurls(table, "thing:hat", "at:hound", 1).passes("hound", "passive")
    assert table.lost("hound") == 0


def test_a_dodged_throw_lies_where_it_was_aimed(lay: Lay) -> None:
    """MG-28, MG-42: it did not miss."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", 30).dodges("hound", 1)
    assert (table.lost("hound"), table.lies("D4"), table.asks) == (0, ["weapon:knife"], "turn")


def test_a_throw_into_a_cell_is_a_check_too(lay: Lay) -> None:
    """MG-28."""
    table = hurls(thrower(lay), "thing:box", "F6", HIT)
    assert table.lies("F6") == ["thing:box"]


@pytest.mark.parametrize(("what", "said"), [("thing:box", "Box"), ("person:ann", "Ann")])
def test_a_throw_into_a_cell_is_told(lay: Lay, what: str, said: str) -> None:
    """MG-28: who throws what, or whom, where to, before the dice; the cells that it flies over."""
    table = thrower(lay, girl("ann", "D8", size=40))
    table.acts("mina", "throw").rolls(*d100(HIT)).answers("mina", throw=what, throw_at="D6")
    if what.startswith("person"):
        table.answers("ann", be_thrown="let")
    lines = [words("en").render(line.text) for line in table.log(SPECTATOR)]
    assert lines[0] == f"Mina throws {said} to D6, 1 DP."
    assert table.told("throws_to", "mina")[0].cells == ("D8", "D6")


def test_a_weapon_of_her_own_comes_before_one_on_the_ground(lay: Lay) -> None:
    """MG-28: she has one and one lies at her feet."""
    table = lay(girl("mina", "D8", throwing=40), foe("hound", "A1"), KNIFE, things=["weapon:knife@D8"])
    hurls(table, "throw:knife", "D6", HIT)
    assert (table.battle["mina"].weapons, table.lies("D8"), table.lies("D6")) == (
        [],
        ["weapon:knife"],
        ["weapon:knife"],
    )
    hurls(table, "throw:knife", "D6", HIT)
    assert table.lies("D8") == []


# ---------------------------------------------------------------- people


def test_a_friend_is_thrown_if_she_likes(lay: Lay) -> None:
    """MG-28: she counts with her SIZE: 50 halves it; she lands there."""
    table = lay(girl("mina", "D8", str=50, throwing=40), girl("ann", "D8", size=50), foe("hound", "D4"))
    table.acts("mina", "throw").answers("mina", throw="person:ann", throw_at="D4")
    assert (table.asks, table.asked) == ("be_thrown", ["ann"])
    table.rolls(*d100(HIT)).answers("ann", be_thrown="let")
    assert (table.at("ann"), table.dp("mina")) == ("D4", 7)


@pytest.mark.parametrize(("goal", "there"), [("D6", "D6"), ("at:hound", "D4, at Hound")])
def test_a_friend_reads_where_she_would_be_thrown(lay: Lay, goal: str, there: str) -> None:
    """MG-28: to which cell, or at whom; the others read the cell."""
    table = lay(girl("mina", "D8"), girl("ann", "D8", size=40), foe("hound", "D4"))
    table.acts("mina", "throw").answers("mina", throw="person:ann", throw_at=goal)
    said = words("en").render
    assert said(table.question.about) == f"Mina wants to throw Ann to {there}. Is that all right?"
    assert said(table.question.public) == f"Ann is deciding about being thrown to {there[:2]}."


def test_a_friend_who_does_not_like_stays(lay: Lay) -> None:
    """MG-28: nothing is paid."""
    table = lay(girl("mina", "D8"), girl("ann", "D8", size=40), foe("hound", "D4"))
    table.acts("mina", "throw").answers("mina", throw="person:ann", throw_at="D4").passes("ann", "be_thrown")
    assert (table.at("ann"), table.dp("mina"), table.asks) == ("D8", 8, "turn")


def test_the_dying_are_not_asked(lay: Lay) -> None:
    """MG-28, MG-54: thrown out of danger."""
    table = lay(
        girl("mina", "D8", throwing=40), girl("ann", "D8", size=40, hp=0, max_hp=9, mp=0), foe("hound", "D7")
    )
    hurls(table, "person:ann", "D9", HIT)
    assert table.at("ann") == "D9"


def test_a_friend_of_70_is_the_most(lay: Lay) -> None:
    """MG-28."""
    table = lay(girl("mina", "D8"), girl("ann", "D8", size=71), girl("bea", "D8", size=70), foe("hound"))
    table.acts("mina", "throw")
    assert table.offers() == ["person:bea"]


# ---------------------------------------------------------------- where a failed one falls


@pytest.mark.parametrize(
    ("face", "cell"),
    [(1, "D8"), (2, "D3"), (3, "D5"), (4, "C4"), (5, "E4")],
    ids=["beside her", "beyond", "short", "left", "right"],
)
def test_a_failed_throw_scatters(lay: Lay, face: int, cell: str) -> None:
    """MG-28: 5 m from the target, as the thrower sees it: she looks up the map."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", MISS)
    assert (table.asks, table.asked) == ("scatter", ["gm"])
    table.rolls(face).answers("gm", scatter="roll")
    assert table.lies(cell)[-1] == "weapon:knife"
    assert table.lost("hound") == 0


def test_a_6_is_rolled_again(lay: Lay) -> None:
    """MG-28."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", MISS).rolls(6, 6, 2).answers("gm", scatter="roll")
    assert table.lies("D3") == ["weapon:knife"]


def test_house_rule_a_6_falls_on_the_target(lay: Lay) -> None:
    """MG-28: harmless."""
    table = lay(girl("mina", "D8", throwing=40), foe("hound", "D4"), KNIFE, sixth_scatter="target")
    hurls(table, "throw:knife", "at:hound", MISS).rolls(6).answers("gm", scatter="roll")
    assert (table.lies("D4"), table.lost("hound")) == (["weapon:knife"], 0)


def test_the_keeper_need_not_roll(lay: Lay) -> None:
    """MG-28: the keeper may; else it lies where it was aimed, harmless."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", MISS).answers("gm", scatter="as_aimed")
    assert (table.lies("D4"), table.lost("hound")) == (["weapon:knife"], 0)


def test_a_friend_thrown_badly_lands_elsewhere(lay: Lay) -> None:
    """MG-28: to the left of F8, as seen from D8."""
    table = lay(girl("mina", "D8", throwing=40), girl("ann", "D8", size=40), foe("hound", "L1"))
    table.acts("mina", "throw").answers("mina", throw="person:ann", throw_at="F8")
    table.rolls(*d100(MISS)).answers("ann", be_thrown="let").rolls(4).answers("gm", scatter="roll")
    assert table.at("ann") == "F7"


@pytest.mark.parametrize(
    ("goal", "beyond", "short", "left", "right"),
    [
        ("F3", "F2", "F4", "E3", "G3"),
        ("F9", "F10", "F8", "G9", "E9"),
        ("C6", "B6", "D6", "C7", "C5"),
        ("I6", "J6", "H6", "I5", "I7"),
        ("H4", "I3", "G5", "G3", "I5"),
        ("D4", "C3", "E5", "C5", "E3"),
        ("H8", "I9", "G7", "I7", "G9"),
        ("D8", "C9", "E7", "E9", "C7"),
        ("G2", "G1", "G3", "F2", "H2"),
        ("B5", "A5", "C5", "B6", "B4"),
        ("I4", "J3", "H5", "H3", "J5"),
        ("D9", "C10", "E8", "E10", "C8"),
    ],
)
def test_left_and_right_are_the_thrower_s(
    lay: Lay, goal: str, beyond: str, short: str, left: str, right: str
) -> None:
    """MG-28: from F6 in all eight ways; a goal beside them counts for the nearest."""
    table = lay(girl("mina", "F6"), foe("hound", "A1"))
    found = [scattered(table.battle, table.battle["mina"], cell_at(goal), face) for face in (2, 3, 4, 5)]
    assert [each.label for each in found] == [beyond, short, left, right]


def test_ahead_is_the_nearest_of_eight_ways(lay: Lay) -> None:
    """MG-28: 3 aside on 7 ahead lies nearer to the slant (45 degrees) than to straight ahead; 2 on 5 does not."""
    table = lay(girl("mina", "B2"), foe("hound", "A1"))
    found = [scattered(table.battle, table.battle["mina"], cell_at(goal), 2).label for goal in ("E9", "D7")]
    assert found == ["F10", "D8"]


def test_nothing_falls_beside_the_map(lay: Lay) -> None:
    """MG-28: the edge holds it."""
    table = hurls(thrower(lay, str=60), "throw:knife", "D1", MISS).rolls(2).answers("gm", scatter="roll")
    assert table.lies("D1") == ["weapon:knife"]
    assert len(table.told("edge")) == 1


def test_at_her_own_feet_ahead_is_towards_the_others(lay: Lay) -> None:
    """MG-28: up for the first side, down for the second."""
    table = lay(girl("mina", "F6"), rival("jun", "F6"))
    found = [scattered(table.battle, table.battle[who], cell_at("F6"), 2).label for who in ("mina", "jun")]
    assert found == ["F5", "F7"]


def test_a_scattered_thing_is_shown(lay: Lay) -> None:
    """MG-28: the die is told, and the cells that it flies over."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", MISS).rolls(5).answers("gm", scatter="roll")
    assert table.told("scatter", "mina")[0].faces == (5,)
    assert table.told("falls")[0].cells == (table.at("mina"), table.at("hound"), "E4")


# ---------------------------------------------------------------- cut short


@pytest.mark.parametrize("ruling", [{"frame": "turn"}, {"frame": "action"}, {}])
def test_what_flies_when_all_is_cut_short_lies_where_it_was_aimed(lay: Lay, ruling: dict[str, str]) -> None:
    """MG-28: the turn is cut, the action, or the keeper goes on by hand while the hound is asked; nothing is lost."""
    table = hurls(thrower(lay), "throw:knife", "at:hound", HIT)
    assert (table.asks, table.lies("D4")) == ("passive", [])
    table.rule("cut", **ruling) if ruling else table.rule("take_over")
    assert (table.lies("D4"), table.battle["mina"].weapons, table.battle.flying) == (["weapon:knife"], [], [])


def test_a_throw_in_the_middle_of_a_throw_leaves_each_weapon_once(lay: Lay) -> None:
    """MG-28, MG-44: Ann hurls her stone while the hound meets Mina's knife; both lie where they flew."""
    mina, ann = (
        girl("mina", "D8", str=50, throwing=40, weapons=["knife"]),
        girl("ann", "D8", throwing=40, weapons=["stone"]),
    )
    table = lay(mina, ann, foe("hound", "D4"), KNIFE, weapon("stone", 20, dam=6))
    hurls(table, "throw:knife", "at:hound", HIT).reacts("ann", "throw").rolls(*d100(HIT))
    table.answers("ann", throw="throw:stone", throw_at="D5")
    assert (table.lies("D5"), table.lies("D4"), table.asks) == (["weapon:stone"], [], "passive")
    table.takes_it("hound", 3)
    assert (table.lies("D5"), table.lies("D4")) == (["weapon:stone"], ["weapon:knife"])


def test_at_somebody_dice_on_attacks_count_too(lay: Lay) -> None:
    """MG-28, MG-02: both values stand beside the choice."""
    keen = innate("keen", effect("boost", dice=1, on="attack"))
    table = lay(girl("mina", throwing=35, innate=["keen"]), foe("hound"), weapon("blade"), keen)
    note = next(each.note for each in table.question.choices["mina"].options if each.id == "throw")  # type: ignore[union-attr]
    assert words("en").render(note) == "1 DP; value 35 into a cell, 35 (bonus dice: 1) at somebody"

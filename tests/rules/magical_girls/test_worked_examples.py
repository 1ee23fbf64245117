"""The worked examples of the rules page, as play."""

import pytest

from rules.engine.errors import NotAllowed
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import blast, d100, foe, girl, rival, thing, weapon

MAUL = weapon("maul", 60, dam=16, harm="blunt")
"""DAM 16, heavy: x1.5 and 1d3."""
SHIELD = weapon("shield", 10, block=10)


# ---------------------------------------------------------------- 1, 2, 10: damage and block


@pytest.mark.parametrize(
    ("roll", "faces", "damage", "wound"),
    [
        (40, (9, 2, 3), 18, "none"),
        (20, (5, 2, 3), 24, "none"),
        (8, (2, 3), 29, "light"),
        (1, (2, 3, 6), 35, "light"),
    ],
    ids=["regular", "hard", "extreme", "critical"],
)
def test_example_1(lay: Lay, roll: int, faces: tuple[int, ...], damage: int, wound: str) -> None:
    """MG-21 to MG-23: DAM 16, heavy, damage bonus 1d4, at every level."""
    table = lay(girl("mina", str=70, size=70), foe("hound"), MAUL).attacks("mina", "maul", "hound", roll=roll)
    table.takes_it("hound", *faces)
    assert (table.lost("hound"), table.wound("hound")) == (damage, wound)


@pytest.mark.parametrize(("strength", "rolled", "lost"), [((9, 2, 3), 7, 11), ((2, 1, 2), 9, 0)])
def test_example_2(lay: Lay, strength: tuple[int, ...], rolled: int, lost: int) -> None:
    """MG-41: block 7 against 18 leaves 11, a hit; block 9 against 6 leaves 0."""
    mina = girl("mina", str=70, size=70, weapons=["maul"])
    table = lay(mina, foe("hound", weapons=["shield"]), MAUL, SHIELD)
    table.attacks("mina", "maul", "hound", roll=40).blocks("hound", rolled, *strength)
    assert (table.lost("hound"), len(table.told("hurt", "hound"))) == (lost, 1)


def test_example_10(lay: Lay) -> None:
    """MG-22: floor((9 x 1.5 + 2) x 1.5 + 3) = 26."""
    table = lay(girl("mina"), foe("hound"), weapon("axe", 60, dam=10, factor=150, extra=3))
    assert table.attacks("mina", "axe", "hound", roll=40).takes_it("hound", 9, 2).lost("hound") == 26


# ---------------------------------------------------------------- 3, 4: DP


def test_example_3_unspent_dp_carry_over(lay: Lay) -> None:
    """MG-14: 8, a standard attack, a watchful dodge: 2 left; next round 6."""
    table = lay(girl("mina"), foe("hound"), weapon("blade")).attacks("mina", "blade", "hound", roll=99)
    assert table.ends_turn("mina", "watch_dodge").dp("mina") == 2
    assert table.skip_round().dp("mina") == 6


def test_example_3_dp_are_capped(lay: Lay) -> None:
    """MG-14: with 13 left the next round has 15, not 17."""
    assert lay(girl("mina", dp=13), foe("hound")).skip_round().dp("mina") == 15


def test_example_3_surprise_gives_two_more(lay: Lay) -> None:
    """MG-14: 10, spend 4: 6; round 2: 10, spend 0; round 3: 14; round 4: 15."""
    table = lay(girl("mina", dex=90), foe("hound"), weapon("blade"), begins=True)
    table.answers("gm", surprise="surprise_first").rolls(3, 10, 9, 10).passes("gm", "placement")
    assert (table.dp("mina"), table.dp("hound"), table.acting) == (10, 8, "mina")
    table.attacks("mina", "blade", "hound", roll=99)
    assert table.dp("mina") == 6
    assert [table.skip_round().dp("mina") for _ in range(3)] == [10, 14, 15]


def test_example_4(lay: Lay) -> None:
    """MG-44: an emergency action of 1 DP costs 2; next round +0, the one after +4."""
    table = lay(foe("hound"), girl("mina")).reacts("mina", "move").answers("mina", move="B5")
    assert table.dp("mina") == 6
    assert [table.skip_round().dp("mina") for _ in range(2)] == [6, 10]


def test_example_4_too_poor(lay: Lay) -> None:
    """MG-44: with 3 DP an emergency action of 2, which costs 4, is refused."""
    table = lay(foe("hound"), girl("mina", dp=3)).requests("mina", "react").grants("mina")
    assert table.refuses("mina", react="attack:unarmed").text.key == "error.no_such_choice"


# ---------------------------------------------------------------- 5: wounds


@pytest.mark.parametrize(
    ("harm", "damage", "hp", "wound"),
    [
        ("slashing", 11, 9, "light"),
        ("slashing", 10, 10, "none"),
        ("slashing", 21, 0, "severe"),
        ("fire", 20, 0, "light"),
    ],
)
def test_example_5(lay: Lay, harm: str, damage: int, hp: int, wound: str) -> None:
    """MG-51: HP 20 of 20."""
    table = lay(foe("hound", weapons=["claw"]), girl("mina", hp=20), weapon("claw", dam=30, harm=harm))
    table.attacks("hound", "claw", "mina", roll=40).takes_it("mina", damage)
    assert (table.hp("mina"), table.wound("mina")) == (hp, wound)


# ---------------------------------------------------------------- 6: load, throwing, movement


def test_example_6_above_twice_strength_ways_cost_double(lay: Lay) -> None:
    """MG-26: STR 40, DEX no more than SIZE, carrying 81: 10 m cost 2 DP; carrying 80, 1."""
    table = lay(girl("mina", str=40, load=81), foe("hound")).acts("mina", "move")
    assert table.price("B6") == 2
    table = lay(girl("mina", str=40, load=80), foe("hound")).acts("mina", "move")
    assert table.price("B6") == 1


def test_example_6_above_three_times_no_action(lay: Lay) -> None:
    """MG-26: 121 is too much to do anything; the turn passes to the hound."""
    assert lay(girl("mina", str=40, load=121), foe("hound")).skip_to("turn").acting == "hound"
    assert lay(girl("mina", str=40, load=120), foe("hound")).skip_to("turn").acting == "mina"


def test_example_6_throwing(lay: Lay) -> None:
    """MG-28: STR 60, weight 41: 30 m; 71: impossible."""
    laid = (foe("hound"), thing("log", 41), thing("boulder", 71))
    table = lay(girl("mina", "A1", str=60), *laid, things=["thing:log@A1", "thing:boulder@A1"])
    assert table.acts("mina", "throw").offers() == ["thing:log"]
    table.answers("mina", throw="thing:log")
    assert "G1" in table.offers()
    assert "H1" not in table.offers()


def test_example_6_a_light_wound(lay: Lay) -> None:
    """MG-25, MG-52: DEX > SIZE: 7.5 m for a DP, 3 DP are 22.5 m, 4 DP are barred."""
    table = lay(girl("mina", "A1", dex=60, wound="light"), foe("hound", "L10")).acts("mina", "move")
    assert [table.price(cell) for cell in ("B1", "C1", "D1", "E1")] == [1, 2, 2, 3]
    assert "F1" not in table.offers()


# ---------------------------------------------------------------- 7: protecting


def test_example_7(lay: Lay) -> None:
    """MG-45: protecting one of three from an area of 7: 10; block 4: 6."""
    hound = foe("hound", "B9", mp=5, abilities=["ember"])
    laid = (girl("rin"), girl("yume"), girl("kaya"), girl("mina"), SHIELD, blast("ember"))
    table = lay(hound, *laid).casts("hound", "ember", "B4", 40).protects("mina", "rin").blocks("mina", 4)
    table.takes_it("yume").takes_it("kaya", 3, 4)
    assert [table.lost(name) for name in ("rin", "yume", "kaya", "mina")] == [0, 7, 7, 6]


# ---------------------------------------------------------------- 8: contests


@pytest.mark.parametrize(
    ("values", "rolls", "winner"), [((60, 60), (30, 22), "second"), ((5, 60), (4, 30), "second")]
)
def test_example_8_skill_contest(
    lay: Lay, values: tuple[int, int], rolls: tuple[int, int], winner: str
) -> None:
    """MG-03, MG-07: hard 30 against hard 22: 22 wins; regular 04 of 5 against hard 30 of 60: 30 wins."""
    table = lay(girl("mina", dodge=values[0]), rival("yuki", dodge=values[1]), form="contest", begins=True)
    table.rolls(*d100(*rolls)).answers("mina", contest="skill:dodge").answers("yuki", contest="skill:dodge")
    assert table.winner == winner


def test_example_8_dodge(lay: Lay) -> None:
    """MG-03, MG-42: dodge 60 rolls 25 (hard), attack 50 rolls 22 (hard): the higher value wins."""
    table = lay(girl("mina"), foe("hound", dodge=60)).attacks("mina", "unarmed", "hound", roll=22)
    assert table.dodges("hound", 25).lost("hound") == 0


# ---------------------------------------------------------------- 9: bonus and penalty dice


@pytest.mark.parametrize(
    ("dice", "faces", "rolled"), [(1, (3, 10, 10), 30), (-1, (10, 4, 10), 100)], ids=["bonus", "penalty"]
)
def test_example_9(lay: Lay, dice: int, faces: tuple[int, ...], rolled: int) -> None:
    """MG-02: units 0: tens 3 and 0 are 30 and 100, a bonus die takes 30; tens 0 and 4, a penalty die takes 100."""
    table = lay(girl("mina"), foe("hound")).rule("dice", name="mina", dice=dice).rolls(*faces)
    table.acts("mina", "attack:unarmed").answers("mina", target="hound")
    assert table.told("check", "mina")[-1].params["roll"] == rolled
    if rolled == 30:
        table.takes_it("hound", 1)


# ---------------------------------------------------------------- 11: exhaustion, counters


def test_example_11_exhausted(lay: Lay) -> None:
    """MG-40: 0 DP, attacked: no block; by the house rule, a block."""
    for house, offered in ((False, []), (True, ["block"])):
        table = lay(foe("hound"), girl("mina", dp=0), girl("rin", "H9"), SHIELD, exhausted_block=house)
        assert table.attacks("hound", "unarmed", "mina", roll=40).offers() == offered


def test_example_11_counter_prices(lay: Lay) -> None:
    """MG-43: light 1, standard 2, heavy 3, super-heavy 4."""
    arms = [weapon(f"w{weight}", weight) for weight in (25, 50, 75, 100)]
    table = lay(foe("hound"), girl("mina", str=100), *arms).attacks("hound", "unarmed", "mina", roll=40)
    assert [table.price(f"counter:weapon:{each.id}") for each in arms] == [1, 2, 3, 4]


def test_example_11_odd_halves(lay: Lay) -> None:
    """MG-23: DAM 17, hard: 8 + 1d8."""
    table = lay(girl("mina"), foe("hound"), weapon("rod", dam=17)).attacks("mina", "rod", "hound", roll=20)
    assert table.takes_it("hound", 8).lost("hound") == 8 + 8


def test_what_cannot_be_paid_cannot_be_asked_for(lay: Lay) -> None:
    """MG-45: protecting is 2 DP in an emergency; with 1 the keeper is not asked."""
    table = lay(foe("hound"), girl("rin"), girl("mina", dp=1)).attacks("hound", "unarmed", "rin", roll=40)
    with pytest.raises(NotAllowed):
        table.requests("mina", "protect")

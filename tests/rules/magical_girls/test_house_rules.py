"""Each reading that tables may settle differently, proved by play; those of one chapter stand in its own tests too."""

from pathlib import Path

import pytest

from rules.magical_girls.house_rules import HOUSE_RULES
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, d100, foe, girl, weapon

BLADE = weapon("blade", block=6)
AXE = weapon("axe", 60, dam=10, harm="blunt")


def bitten(lay: Lay, roll: int, house: dict[str, object], **numbers: object) -> Table:
    """The hound (skill 50) attacks Mina with that roll."""
    table = lay(foe("hound", "B3"), girl("mina", "B4", **numbers), girl("rin", "L9"), BLADE, **house)
    return table.attacks("hound", "unarmed", "mina", roll=roll)


@pytest.mark.parametrize(
    ("rule", "value", "roll", "level"),
    [
        (0, 50, 2, "extreme"),
        (0, 50, 99, "failure"),
        (1, 50, 5, "critical"),
        (1, 49, 5, "extreme"),
        (2, 3, 3, "critical"),
        (2, 97, 97, "regular"),
        (3, 3, 5, "critical"),
        (3, 97, 96, "fumble"),
        (4, 40, 4, "critical"),
        (4, 40, 5, "extreme"),
        (5, 50, 2, "critical"),
        (5, 50, 99, "fumble"),
        (5, 50, 98, "failure"),
    ],
)
def test_house_rule_d100(lay: Lay, rule: int, value: int, roll: int, level: str) -> None:
    """MG-01: what is a critical and what a fumble, by rules 0 to 5 of the tradition."""
    table = lay(girl("mina", pow=value), foe("hound"), d100=rule)
    table.acts("mina", "skill").answers("mina", skill="attribute:pow", what_for="I hope.")
    table.rolls(*d100(roll)).answers("gm", size_skill="size_0")
    assert table.level("mina") == level


@pytest.mark.parametrize(("setting", "lost"), [("value", 3), ("roll", 0)])
def test_house_rule_tied_level(lay: Lay, setting: str, lost: int) -> None:
    """MG-03: dodge 40 rolls 35 against skill 50 rolling 45: both regular; the higher value, or the lower roll."""
    table = bitten(lay, 45, {"tied_level": setting}, dodge=40).rolls(*d100(35))
    table.rolls(*([lost] if lost else [])).answers("mina", passive="dodge")
    assert table.lost("mina") == lost


@pytest.mark.parametrize(("setting", "faces", "lost"), [("rolled", [2], 17), ("most", [], 18)])
def test_house_rule_extreme_dice(lay: Lay, setting: str, faces: list[int], lost: int) -> None:
    """MG-23: DAM 10 x 1.5, and the weight's 1d3 rolled as 2 or at its most."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), AXE, extreme_dice=setting)
    table.attacks("mina", "axe", "hound", roll=10).takes_it("hound", *faces)
    assert table.lost("hound") == lost


@pytest.mark.parametrize(("setting", "offered"), [(False, []), (True, ["block"])])
def test_house_rule_exhausted_block(lay: Lay, setting: bool, offered: list[str]) -> None:
    """MG-40: at 0 DP not even a block, or a block alone."""
    table = bitten(lay, 40, {"exhausted_block": setting}, dp=0)
    assert table.offers() == offered
    table.takes_it("mina", 1)


@pytest.mark.parametrize(("setting", "rolls", "wins"), [("defender", [25], False), ("both", [25, 40], True)])
def test_house_rule_counter_check(lay: Lay, setting: str, rolls: list[int], wins: bool) -> None:
    """MG-43: her STR 50 rolls 25 (hard) against the attack's 10 (extreme), or against the hound's STR rolling 40."""
    table = bitten(lay, 10, {"counter_check": setting}).rolls(*d100(*rolls)).rolls(*([3] if wins else []))
    table.answers("mina", passive="counter:unarmed")
    assert table.lost("hound") == (3 if wins else 0)
    assert table.lost("mina") == (0 if wins else 5)


@pytest.mark.parametrize(("setting", "mp"), [("lost", 10), ("from_mp", 7)])
def test_house_rule_beyond_hp(lay: Lay, setting: str, mp: int) -> None:
    """MG-54: 5 damage at HP 2: the other 3 are lost, or come off MP."""
    table = bitten(lay, 40, {"beyond_hp": setting}, hp=2, max_hp=20).takes_it("mina", 5)
    assert (table.hp("mina"), table.mp("mina")) == (0, mp)


@pytest.mark.parametrize("setting", ["lost", "from_mp"])
def test_damage_at_hp_0_always_comes_off_mp(lay: Lay, setting: str) -> None:
    """MG-54."""
    table = bitten(lay, 40, {"beyond_hp": setting}, hp=0, max_hp=20).takes_it("mina", 4)
    assert table.mp("mina") == 6


PROVED = {
    "first_round": "test_dp",
    "dp_cleared": "test_dp",
    "enemy_dp": "test_dp",
    "sixth_scatter": "test_throwing",
    "moved_away": "test_emergency",
    "light_wound_bars": "test_wounds",
    "enemies": "test_views",
}
"""Where the others are proved."""


def test_every_house_rule_is_proved() -> None:
    """Here, or where its chapter is."""
    here = {"d100", "tied_level", "extreme_dice", "exhausted_block", "counter_check", "beyond_hp"}
    assert set(HOUSE_RULES) == here | set(PROVED)
    for rule, module in PROVED.items():
        assert rule in Path(__file__).with_name(f"{module}.py").read_text("utf-8")

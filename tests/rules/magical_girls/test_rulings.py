"""What the keeper rules: changes of the table; what does not fit is refused in words, and nothing has changed."""

from typing import Any

import pytest

from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.magical_girls import SYSTEM
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, d100, effect, enemy, foe, girl, innate, weapon

BLADE = weapon("blade")


def duel(lay: Lay, **numbers: Any) -> Table:
    """Mina, and a hound beside her."""
    return lay(girl("mina", "B4", **numbers), foe("hound", "B3", mp=4), enemy("moth"), BLADE)


# ---------------------------------------------------------------- what works


@pytest.mark.parametrize(("name", "value"), [("hp", 7), ("mp", 0), ("dp", 15), ("load", 120)])
def test_numbers_are_set(lay: Lay, name: str, value: int) -> None:
    """MG-14, MG-26, MG-54: HP, MP, DP, load."""
    table = duel(lay).rule(f"set_{name}", name="mina", value=str(value))
    assert getattr(table.battle["mina"], name) == value
    assert table.told(f"set_{name}", "mina")[0].params["value"] == value


def test_points_go_up_to_the_cap(lay: Lay) -> None:
    """MG-14: which innate abilities raise."""
    table = lay(girl("mina", innate=["heart"]), foe("hound"), innate("heart", effect("cap", amount=2)))
    table.rule("set_dp", name="mina", value=17)
    assert table.dp("mina") == 17
    table.refuses_ruling("set_dp", name="mina", value=18)


def test_hp_0_by_anything_is_a_light_wound(lay: Lay) -> None:
    """MG-51: by the keeper's word too."""
    assert duel(lay).rule("set_hp", name="mina", value=0).wound("mina") == "light"


def test_numbers_of_enemies_are_for_the_keeper(lay: Lay) -> None:
    """The log line of an enemy's numbers is vague to the others."""
    table = duel(lay).rule("set_dp", name="hound", value=3)
    assert table.told("set_dp", "hound")[0].secret_of == "hound"


def test_somebody_is_moved(lay: Lay) -> None:
    """MG-17: any case, blanks around it, a cell that somebody stands in."""
    table = duel(lay).rule("move", name="mina", cell=" b3")
    assert table.at("mina") == table.at("hound") == "B3"


@pytest.mark.parametrize("wound", ["light", "severe"])
def test_a_wound_is_given_and_taken(lay: Lay, wound: str) -> None:
    """MG-52."""
    table = duel(lay).rule("wound", name="hound", wound=wound)
    assert table.wound("hound") == wound
    assert table.told("wounded", "hound")
    table.rule("wound", name="hound", wound="none")
    assert table.wound("hound") == "none"
    assert table.told("mended", "hound")


@pytest.mark.parametrize(
    ("harm", "value", "wound"),
    [("slashing", 11, "light"), ("slashing", 10, "none"), ("slashing", 21, "severe"), ("fire", 20, "light")],
)
def test_damage_of_an_event_wounds_as_any_other(lay: Lay, harm: str, value: int, wound: str) -> None:
    """MG-50, MG-51: of 20 HP."""
    table = duel(lay).rule("damage", name="mina", value=value, harm=harm)
    assert (table.lost("mina"), table.wound("mina")) == (min(20, value), wound)
    assert table.chain("mina").total == value


def test_dice_are_given_for_the_next_check(lay: Lay) -> None:
    """MG-02: two penalty dice, once; the keeper may take them back."""
    table = duel(lay).rule("dice", name="mina", dice=-2)
    table.rolls(1, 7, 3, 5).acts("mina", "attack:unarmed").answers("mina", target="hound")
    assert table.level("mina") == "failure"
    table = duel(lay).rule("dice", name="mina", dice=2).rule("dice", name="mina", dice=0)
    assert table.told("no_dice", "mina")
    table.attacks("mina", "unarmed", "hound", roll=90)


def test_the_hidden_are_found_and_others_hidden(lay: Lay) -> None:
    """MG-27."""
    table = duel(lay).rule("hide", name="hound")
    assert "attack:unarmed" not in table.offers()
    table.rule("find", name="hound")
    assert "attack:unarmed" in table.offers()


def test_a_weapon_is_given_and_taken(lay: Lay) -> None:
    """MG-20: handed over, broken; what she strikes with is what she has."""
    table = duel(lay).rule("arm", name="mina", weapon="blade", has=False)
    assert "attack:weapon:blade" not in table.offers()
    table.rule("arm", name="mina", weapon="blade", has=True)
    assert "attack:weapon:blade" in table.offers()
    table.rule("arm", name="hound", weapon="blade", has=True)
    assert table.log(SPECTATOR) == ()
    assert [line.kind for line in table.log(GAME_MASTER)] == ["armed"]


def test_who_has_reacted_may_again_if_the_keeper_says_so(lay: Lay) -> None:
    """MG-44, MG-14: and her next +4 comes."""
    table = lay(foe("hound", "B3"), girl("mina", "B4")).reacts("mina", "free")
    table.answers("mina", free="I duck.").answers("gm", size="size_0").rule("let_react", name="mina")
    table.requests("mina", "react").denies("mina").skip_round()
    assert table.dp("mina") == 12


def test_what_lasts_is_ended(lay: Lay) -> None:
    """MG-24, MG-30, MG-32: a bonus, a stance, a prepared action."""
    glow = ability("glow", effect("guard", amount=3, until="fight"))
    table = (
        lay(girl("mina", "B4"), foe("hound", "B3"), glow)
        .casts("mina", "glow")
        .ends_turn("mina", "watch_dodge")
    )
    mina = table.rule("end_lasting", name="mina").battle["mina"]
    assert (mina.modifiers, mina.stance, mina.prepared) == ([], None, None)


def test_somebody_counts_as_having_acted(lay: Lay) -> None:
    """MG-11: and as not having acted."""
    table = duel(lay).rule("set_acted", name="hound", acted=True).ends_turn("mina")
    assert (table.battle.round, table.acting) == (2, "mina")
    table.ends_turn("mina").rule("set_acted", name="mina", acted=False).ends_turn("hound")
    assert (table.battle.round, table.acting) == (2, "mina")


def test_the_order_is_changed(lay: Lay) -> None:
    """MG-11: something special; a place beyond the last is the last."""
    table = duel(lay).rule("set_place", name="mina", place=99)
    assert table.battle.order == ["hound", "mina"]
    assert len(table.told("new_place", "mina")) == 1


def test_ground_becomes_dangerous_and_safe(lay: Lay) -> None:
    """MG-26: for who is laden."""
    table = lay(girl("mina", "A1", load=101), foe("hound", "L9")).rule("danger", cell="A2", danger="true")
    table.acts("mina", "move")
    assert "A2" not in table.offers()
    table.rule("danger", cell="A2", danger="false")
    assert "A2" in table.offers()


def test_enemies_join_and_leave(lay: Lay) -> None:
    """MG-11, MG-14: numbered, last, with a fight's 8 DP."""
    table = duel(lay).rule("add", enemy="moth", cell="C3").rule("add", enemy="moth", cell="C3")
    assert table.battle.order[-2:] == ["moth-1", "moth-2"]
    assert (table.at("moth-2"), table.dp("moth-2")) == ("C3", 8)
    table.rule("remove", name="moth-1").rule("add", enemy="moth", cell="C3")
    assert table.battle.order[-2:] == ["moth-2", "moth-3"]


def test_who_joins_before_the_fight_starts_like_the_others(lay: Lay) -> None:
    """MG-14: 8 DP, once; and rolls initiative."""
    table = lay(girl("mina"), foe("hound"), enemy("moth", attributes={"dex": 50}), begins=True)
    table.rule("add", enemy="moth", cell="C3").passes("gm", "surprise")
    table.rolls(*d100(10, 40, 20)).passes("gm", "placement")
    assert (table.dp("moth-1"), table.battle.order) == (8, ["mina", "moth-1", "hound"])


def test_a_house_rule_changes_in_mid_fight(lay: Lay) -> None:
    """MG-52: for what is read from now on."""
    table = lay(girl("mina", "B4", wound="light"), foe("hound", "B3"), BLADE).skip_to("turn", "mina")
    assert "attack:weapon:blade" not in table.offers()
    table.rule("house_rule", key="light_wound_bars", value="above_four")
    assert "attack:weapon:blade" in table.offers()


# ---------------------------------------------------------------- what is refused


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("set_hp", {"name": "nobody", "value": 3}, "no_such_combatant"),
    ("set_hp", {"name": "mina", "value": 21}, "number_between"),
    ("set_hp", {"name": "mina", "value": -1}, "ruling_field"),
    ("set_hp", {"name": "mina", "value": "much"}, "ruling_field"),
    ("set_hp", {"name": "mina"}, "ruling_field"),
    ("set_hp", {"name": "mina", "value": 3, "more": 1}, "ruling_field"),
    ("set_hp", {"name": 7, "value": 3}, "ruling_field"),
    ("set_mp", {"name": "mina", "value": 11}, "number_between"),
    ("set_mp", {"name": "nobody", "value": 1}, "no_such_combatant"),
    ("set_dp", {"name": "mina", "value": 16}, "number_between"),
    ("set_dp", {"name": "mina", "value": 1.5}, "ruling_field"),
    ("set_load", {"name": "mina", "value": 1000}, "ruling_field"),
    ("set_load", {"name": "nobody", "value": 1}, "no_such_combatant"),
    ("move", {"name": "mina", "cell": "Z9"}, "no_such_square"),
    ("move", {"name": "mina", "cell": ""}, "no_such_square"),
    ("move", {"name": "mina", "cell": "B0"}, "no_such_square"),
    ("move", {"name": "nobody", "cell": "B4"}, "no_such_combatant"),
    ("wound", {"name": "mina", "wound": "none"}, "wounded_so"),
    ("wound", {"name": "mina", "wound": "deadly"}, "ruling_field"),
    ("wound", {"name": "nobody", "wound": "light"}, "no_such_combatant"),
    ("damage", {"name": "mina", "value": 3, "harm": "love"}, "ruling_field"),
    ("damage", {"name": "mina", "value": 1000, "harm": "fire"}, "ruling_field"),
    ("damage", {"name": "nobody", "value": 3, "harm": "fire"}, "no_such_combatant"),
    ("dice", {"name": "mina", "dice": 3}, "ruling_field"),
    ("dice", {"name": "mina", "dice": -3}, "ruling_field"),
    ("dice", {"name": "nobody", "dice": 1}, "no_such_combatant"),
    ("arm", {"name": "mina", "weapon": "spoon", "has": True}, "no_such_weapon"),
    ("arm", {"name": "mina", "weapon": "blade", "has": True}, "armed"),
    ("arm", {"name": "hound", "weapon": "blade", "has": False}, "unarmed"),
    ("let_react", {"name": "mina"}, "not_reacted"),
    ("end_lasting", {"name": "mina"}, "nothing_lasts"),
    ("find", {"name": "hound"}, "not_hidden"),
    ("find", {"name": "nobody"}, "no_such_combatant"),
    ("hide", {"name": "nobody"}, "no_such_combatant"),
    ("set_acted", {"name": "mina", "acted": True}, "has_the_turn"),
    ("set_acted", {"name": "hound", "acted": "perhaps"}, "ruling_field"),
    ("set_acted", {"name": "nobody", "acted": True}, "no_such_combatant"),
    ("set_place", {"name": "mina", "place": 0}, "ruling_field"),
    ("set_place", {"name": "nobody", "place": 1}, "no_such_combatant"),
    ("cover", {"cell": "B4", "cover": "double"}, "ruling_field"),
    ("cover", {"cell": "Q1", "cover": "half"}, "no_such_square"),
    ("danger", {"cell": "Q1", "danger": True}, "no_such_square"),
    ("danger", {"cell": "A1", "danger": "a little"}, "ruling_field"),
    ("add", {"enemy": "dragon", "cell": "B4"}, "no_such_enemy"),
    ("add", {"enemy": "moth", "cell": "A99"}, "no_such_square"),
    ("remove", {"name": "nobody"}, "no_such_combatant"),
    ("pizza", {}, "no_such_ruling"),
    ("end", {"winner": "third"}, "no_such_side"),
    ("house_rule", {"key": "d100", "value": 6}, "no_such_setting"),
    ("house_rule", {"key": "d200", "value": 0}, "no_such_house_rule"),
]


@pytest.mark.parametrize(("name", "params", "key"), BAD)
def test_what_does_not_fit_is_refused(lay: Lay, name: str, params: dict[str, Any], key: str) -> None:
    """Named, and nothing has changed."""
    table = duel(lay)
    before = table.session.digest()
    assert table.refuses_ruling(name, **params).text.key == f"error.{key}"
    assert table.session.digest() == before


def test_nobody_hides_twice_by_a_ruling(lay: Lay) -> None:
    """MG-27."""
    table = duel(lay).rule("hide", name="hound")
    assert table.refuses_ruling("hide", name="hound").text.key == "error.hidden"


def test_before_initiative_nobody_has_a_place(lay: Lay) -> None:
    """MG-11."""
    table = lay(girl("mina"), foe("hound"), begins=True)
    assert table.refuses_ruling("set_place", name="mina", place=1).text.key == "error.no_order_yet"


def test_the_last_one_stays(lay: Lay) -> None:
    """MG-18: a table with nobody is none."""
    table = duel(lay).rule("remove", name="hound")
    assert table.refuses_ruling("remove", name="mina").text.key == "error.last_one"


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("set_hp", {"name": "mina", "value": 20}),
        ("set_mp", {"name": "mina", "value": 10}),
        ("set_dp", {"name": "mina", "value": 8}),
        ("set_load", {"name": "mina", "value": 0}),
        ("move", {"name": "mina", "cell": "B4"}),
        ("dice", {"name": "mina", "dice": 0}),
        ("set_acted", {"name": "hound", "acted": False}),
        ("set_place", {"name": "mina", "place": 1}),
        ("cover", {"cell": "C3", "cover": "none"}),
        ("danger", {"cell": "C3", "danger": False}),
    ],
)
def test_what_is_so_already_is_not_told(lay: Lay, name: str, params: dict[str, Any]) -> None:
    """MG-14: the keeper hears that it would change nothing; the table reads nothing."""
    table = duel(lay)
    told = list(table.events)
    assert table.refuses_ruling(name, **params).text.key == "error.changes_nothing"
    assert table.events == told


def test_damage_happens_though_nothing_comes_of_it(lay: Lay) -> None:
    """MG-50: an innate guard takes all of it off."""
    shell = innate("shell", effect("guard", amount=5))
    table = lay(girl("mina", innate=["shell"]), foe("hound"), shell)
    table.rule("damage", name="mina", value=4, harm="fire")
    assert [each.params["amount"] for each in table.told("hurt", "mina")] == [0]


def test_every_ruling_is_proved_here() -> None:
    """Of the game's own, each is refused something."""
    assert set(SYSTEM.rulings) <= {name for name, _params, _key in BAD}


def test_who_is_dying_by_a_ruling_is_told(lay: Lay) -> None:
    """MG-54: HP 0 and MP 0, in either order."""
    table = duel(lay, mp=3).rule("set_hp", name="mina", value=0)
    assert table.told("out", "mina") == []
    assert len(table.rule("set_mp", name="mina", value=0).told("out", "mina")) == 1


def test_a_wound_in_her_own_turn_ends_it(lay: Lay) -> None:
    """MG-52: with nothing left to do she is not asked in vain."""
    assert duel(lay, mp=0).rule("wound", name="mina", wound="severe").acting == "hound"

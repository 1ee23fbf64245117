"""What wounds do, how they heal: by MP, by treatment, by rest; what the sheet gives."""

from dataclasses import replace

import pytest

from rules.magical_girls.numbers import skill as value_of
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, d100, effect, foe, girl, skill, weapon

BLADE = weapon("blade", block=6)
AXE = weapon("axe", 60)


# ---------------------------------------------------------------- what they do


def test_a_light_wound_bars_actions_of_4(lay: Lay) -> None:
    """MG-52: no standard weapon (4), bare hands (2) still."""
    table = lay(girl("mina", "B4", wound="light"), foe("hound", "B3"), BLADE).skip_to("turn", "mina")
    assert "attack:weapon:blade" not in table.offers()
    assert "attack:unarmed" in table.offers()


def test_house_rule_a_light_wound_bars_above_4_alone(lay: Lay) -> None:
    """MG-52: 4 DP go, 6 do not."""
    table = lay(
        girl("mina", "B4", wound="light"), foe("hound", "B3"), BLADE, AXE, light_wound_bars="above_four"
    ).skip_to("turn", "mina")
    assert "attack:weapon:blade" in table.offers()
    assert "attack:weapon:axe" not in table.offers()


def test_the_keeper_sizes_nothing_that_a_wound_bars(lay: Lay) -> None:
    """MG-52, MG-15."""
    table = (
        lay(girl("mina", wound="light"), foe("hound")).acts("mina", "free").answers("mina", free="I lift it.")
    )
    assert table.offers("gm") == ["size_0", "size_1", "size_2", "object", "refuse"]


def test_a_size_that_a_wound_bars_is_not_held_out_to_her(lay: Lay) -> None:
    """MG-52, MG-15: the keeper may say 0, 1 or 2, of a skill and of anything else; a second size would be too much."""
    table = lay(girl("mina", wound="light"), foe("hound")).skip_to("turn", "mina")
    notes = {each.id: each.note for each in table.question.choices["mina"].options}  # type: ignore[union-attr]
    assert [notes[id].params["sizes"] for id in ("skill", "free")] == [[0, 1, 2], [0, 1, 2]]


def test_what_an_emergency_doubles_counts(lay: Lay) -> None:
    """MG-52 (settled), MG-44: bare hands cost 4 then, and are barred."""
    table = (
        lay(foe("hound", "B3"), girl("mina", "B4", wound="light")).requests("mina", "react").grants("mina")
    )
    assert "attack:unarmed" not in table.offers()


def test_the_severely_wounded_lie_there(lay: Lay) -> None:
    """MG-52: no movement, no action, no passive action (settled)."""
    table = lay(foe("hound", "B3"), girl("mina", "B4", wound="severe", mp=0), BLADE)
    table.rolls(*d100(40), 1).acts("hound", "attack:unarmed").answers("hound", target="mina")
    assert table.told("idle_wound", "mina")
    table.ends_turn("hound")
    assert table.told("cannot_act", "mina")
    assert (table.battle.round, table.acting) == (2, "hound")


def test_the_treated_get_up(lay: Lay) -> None:
    """MG-52: until treated."""
    table = lay(girl("mina", wound="severe"), foe("hound")).skip_to("turn", "mina")
    table.rule("wound", name="mina", wound="light")
    assert "move" in table.offers()


def test_an_ability_mends_a_step(lay: Lay) -> None:
    """MG-53: severe becomes light, light heals."""
    mend = ability("mend", effect("mend"), target="one", reach=5)
    table = lay(girl("ann", "B4"), girl("mina", "B4", wound="severe"), foe("hound"), mend)
    table.casts("ann", "mend", "mina")
    assert table.wound("mina") == "light"
    table.casts("ann", "mend", "mina")
    assert table.wound("mina") == "none"


# ---------------------------------------------------------------- healing by MP


def heals(table: Table, who: str, choice: str) -> Table:
    """In the own turn."""
    return table.acts(who, "heal").answers(who, heal=choice)


@pytest.mark.parametrize(("wound", "mp"), [("light", 1), ("severe", 2)])
def test_a_wound_heals_by_mp(lay: Lay, wound: str, mp: int) -> None:
    """MG-53: a light one 1 MP, a severe one 2; a small action."""
    table = lay(girl("mina", wound=wound), foe("hound")).skip_to("turn", "mina")
    heals(table, "mina", "wound:mina")
    assert (table.wound("mina"), table.mp("mina"), table.dp("mina")) == ("none", 10 - mp, 7)


def test_hp_heal_one_for_one(lay: Lay) -> None:
    """MG-53: any number in one small action."""
    table = lay(girl("mina", hp=5, max_hp=20, mp=8), foe("hound")).acts("mina", "heal")
    assert table.offers() == ["hp:mina"]
    table.answers("mina", heal="hp:mina", heal_points=5)
    assert (table.hp("mina"), table.mp("mina"), table.dp("mina")) == (10, 3, 7)


@pytest.mark.parametrize(("hp", "mp", "most"), [(5, 8, 8), (17, 8, 3)])
def test_no_more_hp_are_healed_than_she_has_mp_and_lacks_hp(lay: Lay, hp: int, mp: int, most: int) -> None:
    """MG-53: of 20 HP."""
    table = lay(girl("mina", hp=hp, max_hp=20, mp=mp), foe("hound")).acts("mina", "heal")
    table.answers("mina", heal="hp:mina")
    assert table.refuses("mina", heal_points=most + 1).text.params == {"least": 1, "most": most}
    table.answers("mina", heal_points=most)
    assert (table.hp("mina"), table.mp("mina")) == (hp + most, mp - most)


def test_who_heals_no_hp_after_all_pays_nothing(lay: Lay) -> None:
    """MG-53."""
    table = lay(girl("mina", hp=5, max_hp=20, mp=8), foe("hound")).acts("mina", "heal")
    table.answers("mina", heal="hp:mina").passes("mina", "heal_points")
    assert (table.hp("mina"), table.mp("mina"), table.dp("mina"), table.asks) == (5, 8, 8, "turn")


def test_a_friend_out_of_arm_s_reach_by_now_is_not_healed(lay: Lay) -> None:
    """MG-53: the keeper takes her away while the points are counted; nothing is paid."""
    table = lay(girl("mina", "B4"), girl("ann", "B5", hp=5, max_hp=20), foe("hound", "L1"))
    table.acts("mina", "heal").answers("mina", heal="hp:ann").rule("move", name="ann", cell="H8")
    assert (table.asks, table.acting, table.mp("mina"), table.dp("mina")) == ("turn", "mina", 10, 8)


def test_who_gives_her_last_mp_at_hp_0_is_dying(lay: Lay) -> None:
    """MG-53, MG-54: for a friend's wound; giving them to her own HP she is up again."""
    numbers = {"hp": 0, "max_hp": 9, "mp": 1}
    table = lay(girl("mina", **numbers), girl("ann", wound="light"), foe("hound"))
    heals(table, "mina", "wound:ann")
    assert (table.wound("ann"), len(table.told("out", "mina")), table.acting) == ("none", 1, "ann")
    table = lay(girl("mina", **numbers), girl("ann"), foe("hound"))
    heals(table, "mina", "hp:mina").answers("mina", heal_points=1)
    assert (table.hp("mina"), table.told("out"), table.acting) == (1, [], "mina")


def test_a_friend_beside_her_is_healed_too(lay: Lay) -> None:
    """MG-53: in the own or a neighbour cell."""
    table = lay(
        girl("mina", "B4"),
        girl("ann", "B5", wound="severe"),
        girl("bea", "B6", wound="light"),
        foe("hound", "L1"),
    )
    table.acts("mina", "heal")
    assert table.offers() == ["wound:ann"]
    table.answers("mina", heal="wound:ann")
    assert (table.wound("ann"), table.mp("mina"), table.mp("ann")) == ("none", 8, 10)


def test_the_severely_wounded_heal_themselves_alone(lay: Lay) -> None:
    """MG-53 (settled)."""
    table = lay(girl("mina", "B4", wound="severe"), girl("ann", "B4", wound="light"), foe("hound", "L1"))
    table.skip_to("turn", "mina")
    assert table.offers() == ["heal"]
    table.answers("mina", turn="heal")
    assert table.offers() == ["wound:mina"]


def test_who_carries_too_much_does_not_even_heal_herself(lay: Lay) -> None:
    """MG-26, MG-53: above 3 x STR no action at all, severely wounded or not."""
    table = lay(girl("mina", wound="severe", load=151), foe("hound"))
    assert table.acting == "hound"


def test_without_mp_there_is_no_healing(lay: Lay) -> None:
    """MG-53: a severe wound asks 2."""
    table = lay(girl("mina", wound="severe", mp=1), foe("hound"))
    assert table.acting == "hound"
    table.ends_turn("hound")
    assert table.told("cannot_act", "mina")


def test_healing_is_for_the_own_turn(lay: Lay) -> None:
    """MG-53 (settled): not in an emergency reaction."""
    table = lay(foe("hound"), girl("mina", hp=3, max_hp=9)).requests("mina", "react").grants("mina")
    assert "heal" not in table.offers()
    assert "free" in table.offers()


def test_the_dying_are_brought_back(lay: Lay) -> None:
    """MG-53, MG-54: a friend's MP; she acts in the same round, her turn not yet come."""
    table = lay(girl("ann", "B4"), girl("mina", "B4", hp=0, max_hp=9, mp=0), foe("hound", "L1"))
    heals(table, "ann", "hp:mina").answers("ann", heal_points=9).ends_turn("ann")
    assert (table.hp("mina"), table.acting) == (9, "mina")


# ---------------------------------------------------------------- after the fight


def over(lay: Lay, **numbers: object) -> Table:
    """The fight is won; Mina is wounded, Ann treats wounds by 40."""
    table = lay(girl("mina", **numbers), girl("ann", wound_treatment=40), foe("hound"))
    return table.rule("end", winner="first")


@pytest.mark.parametrize(
    ("wound", "roll", "left"),
    [
        ("light", 40, "none"),
        ("light", 41, "light"),
        ("severe", 9, "severe"),
        ("severe", 8, "none"),
        ("severe", 1, "none"),
        ("light", 96, "light"),
    ],
)
def test_wounds_are_treated_after_the_fight(lay: Lay, wound: str, roll: int, left: str) -> None:
    """MG-52, MG-53: a success heals a light wound, an extreme one a severe one; one try. No severely wounded healer."""
    table = over(lay, wound=wound)
    assert (table.asks, table.asked, table.offers()) == (
        "treat",
        ["mina"],
        ["mina", "ann"][wound == "severe" :],
    )
    table.rolls(*d100(roll)).answers("mina", treat="ann")
    assert table.wound("mina") == left
    assert table.asks == ("" if left == "none" else "rest")


def test_treatment_is_not_for_the_fight(lay: Lay) -> None:
    """MG-53: the skill in a fight is a check that heals nothing by itself."""
    table = lay(girl("mina", wound="light", wound_treatment=90), foe("hound")).skip_to("turn", "mina")
    table.answers("mina", turn="skill", skill="skill:wound_treatment", what_for="I bind it.")
    table.rolls(*d100(20)).answers("gm", size_skill="size_1")
    assert table.wound("mina") == "light"


def test_nobody_awake_treats_nobody(lay: Lay) -> None:
    """MG-53, MG-54: with all of them dying there is only rest."""
    table = lay(girl("mina", hp=0, max_hp=9, mp=0, wound="light"), foe("hound")).rule("end", winner="second")
    assert table.asks == "rest"


@pytest.mark.parametrize(("wound", "left"), [("light", "none"), ("severe", "light")])
def test_a_long_rest_heals_a_step(lay: Lay, wound: str, left: str) -> None:
    """MG-53: if the keeper grants it, in safety."""
    table = over(lay, wound=wound).passes("mina", "treat")
    assert (table.asks, table.asked) == ("rest", ["gm"])
    table.answers("gm", rest="rest")
    assert (table.wound("mina"), table.session.is_over) == (left, True)


def test_a_rest_is_for_the_girls(lay: Lay) -> None:
    """MG-53: what they met does not rest with them."""
    table = lay(girl("mina", wound="light"), foe("hound", wound="severe")).rule("end", winner="first")
    table.passes("mina", "treat").answers("gm", rest="rest")
    assert (table.wound("mina"), table.wound("hound")) == ("none", "severe")


def test_without_a_rest_wounds_stay(lay: Lay) -> None:
    """MG-53."""
    table = over(lay, wound="light").passes("mina", "treat").passes("gm", "rest")
    assert (table.wound("mina"), table.session.is_over) == ("light", True)


def test_the_unhurt_are_asked_nothing(lay: Lay) -> None:
    """MG-53."""
    assert over(lay).session.is_over


# ---------------------------------------------------------------- the sheet


def test_what_nobody_has_learnt_has_its_base(lay: Lay) -> None:
    """MG-55: dodge (DEX + 100 - SIZE) // 5, throwing 10, weapon use 25, wound treatment 15; others their own."""
    table = lay(girl("mina", dex=67, size=50), foe("hound"), skill("blades", base=7), skill("song", "life"))
    mina = replace(table.battle["mina"], skills={})
    names = ("dodge", "throwing", "weapon_use", "wound_treatment", "blades", "song")
    assert [value_of(table.battle, mina, each) for each in names] == [23, 10, 25, 15, 7, 0]


def test_nobody_dodges_worse_than_not_at_all(lay: Lay) -> None:
    """MG-55: (20 + 100 - 180) // 5 would be below 0."""
    table = lay(girl("mina", dex=20, size=180), foe("hound"))
    assert value_of(table.battle, replace(table.battle["mina"], skills={}), "dodge") == 0


@pytest.mark.parametrize(("use", "value"), [(30, 30), (60, 55)])
def test_weapon_use_caps_other_weapon_skills(lay: Lay, use: int, value: int) -> None:
    """MG-55: blades 55, and song 55 which is no weapon skill."""
    table = lay(
        girl("mina", weapon_use=use, skills={"blades": 55, "song": 55}),
        foe("hound"),
        skill("blades", is_weapon=True),
        skill("song", "life"),
    )
    mina = table.battle["mina"]
    assert value_of(table.battle, mina, "blades") == value
    assert value_of(table.battle, mina, "song") == 55

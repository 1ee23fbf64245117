"""Moving: the four ways, what they spend and bar, engagement on the way, what slows and stops."""

import pytest

from rules.engine.choices import Route
from rules.engine.flow import GM
from rules.kamigakari.numbers import dice
from rules.kamigakari.terms import Timing
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import Table, art, bonus, effect, foe, hero, player, spell, talent, weapon

BLADE = weapon("blade")
BOW = weapon("bow", "ranged", distance={"kind": "zone"})
WAND = weapon("wand", "magic", rank=1, distance={"kind": "zone"})


def ways(table: Table) -> set[str]:
    """How she may move now."""
    return {each.removeprefix("move:") for each in table.offers() if each.startswith("move:")}


def duel(lay: Lay, **numbers: object) -> Table:
    """Rin far away from any enemy, initiative 7: combat move 4, full move 12."""
    return lay(
        hero("rin", "D9", **{"initiative": 7} | numbers), foe("owl", "L1", initiative=1), BLADE, BOW, WAND
    )


# ---------------------------------------------------------------- the four ways


def test_a_step_is_one_square_and_free(lay: Lay) -> None:
    """KG-34, KG-30: no diagonal, and nothing is spent."""
    table = duel(lay).acts("rin", "move:step")
    assert set(table.offers()) == {"D8", "C9", "E9", "D10"}
    table.answers("rin", move=["D8"])
    assert (table.at("rin"), table.spent("rin")) == ("D8", [])


def test_a_combat_move_spends_preparation(lay: Lay) -> None:
    """KG-34: ceil((7 + 5) / 3) = 4 squares; with initiative 8 it is 5."""
    table = duel(lay).acts("rin", "move:combat")
    assert set(table.offers()) >= {"D5", "F7", "H9"}
    assert not set(table.offers()) & {"D4", "G7"}
    table.answers("rin", move=["D8", "E8", "F8"])
    assert (table.at("rin"), table.spent("rin")) == ("F8", [Timing.PREPARATION])
    assert "D4" in duel(lay, initiative=8).acts("rin", "move:combat").offers()


def test_a_diagonal_costs_two(lay: Lay) -> None:
    """KG-30: two diagonals are a combat move of 4."""
    table = duel(lay).acts("rin", "move:combat")
    assert "no_step" in str(table.refuses("rin", move=["E8", "F7", "F6"]))
    table.answers("rin", move=["E8", "F7"])
    assert table.at("rin") == "F7"


def test_a_combat_move_bars_ranged_and_magic_attacks(lay: Lay) -> None:
    """KG-34: melee alone is left, of weapons and talents; the next turn everything is open again."""
    shot, hex_ = art("shot", weapon=True, distance={"kind": "zone"}), spell("hex")
    talents = (shot, hex_)
    table = lay(hero("rin", "D9"), foe("owl", "L1"), BLADE, BOW, WAND, *talents)
    assert {"weapon:blade", "weapon:bow", "weapon:wand", "talent:hex"} <= set(table.offers())
    table.acts("rin", "move:combat").answers("rin", move=["D8"])
    assert table.offers() == ["weapon:blade", "talent:shot"]
    table.skip_round()
    assert {"weapon:bow", "weapon:wand", "talent:hex"} <= set(table.offers())


@pytest.mark.parametrize(
    ("kind", "distance", "is_barred"),
    [
        ("physical", {"kind": "engaged"}, False),
        ("physical", {"kind": "move", "squares": 3}, False),
        ("physical", {"kind": "squares", "squares": 5}, True),
        ("special", {"kind": "zone"}, False),
        ("magic", {"kind": "engaged"}, True),
    ],
)
def test_a_talent_without_a_weapon_goes_by_its_reach(
    lay: Lay, kind: str, distance: dict[str, object], is_barred: bool
) -> None:
    """KG-34: what reaches beyond those engaged is ranged; a special attack is neither."""
    cut = art("cut", kind=kind, distance=distance, damage="magical" if kind == "magic" else "physical")
    table = lay(hero("rin", "D9"), foe("owl", "L1"), BLADE, cut)
    table.acts("rin", "move:combat").answers("rin", move=["D8"])
    assert ("talent:cut" not in table.offers()) is is_barred


def test_a_barred_weapon_is_not_offered_to_a_weapon_talent_either(lay: Lay) -> None:
    """KG-34, KG-10: after a combat move the talent is used with the blade."""
    table = lay(
        hero("rin", "D9"), foe("owl", "L1"), BLADE, BOW, art("shot", weapon=True, distance={"kind": "zone"})
    )
    table.acts("rin", "talent:shot")
    assert (table.asks, table.offers()) == ("weapon", ["blade", "bow"])
    table.answers("rin", weapon="bow").rolls(1, 2).answers("rin", targets=["owl"]).skip_round()
    table.acts("rin", "move:combat").answers("rin", move=["D8"]).acts("rin", "talent:shot")
    assert table.asks != "weapon"


def test_who_has_shot_may_still_make_a_combat_move(lay: Lay) -> None:
    """KG-34: it bars what comes after it."""
    table = duel(lay).rolls(1, 2).attacks("rin", "bow", "owl")
    assert ways(table) == {"step", "combat"}


def test_a_full_move_is_a_straight_line_and_spends_attack(lay: Lay) -> None:
    """KG-34: initiative + 5 squares in one of eight directions, diagonals at 2 (KG-30)."""
    table = duel(lay).acts("rin", "move:full")
    assert {"D1", "L9", "A9", "G6", "J3"} <= set(table.offers())
    assert not {"E7", "G5", "K2"} & set(table.offers())
    table.answers("rin", full_move="G6")
    assert (table.at("rin"), table.spent("rin")) == ("G6", [Timing.ATTACK])
    assert [event.cells for event in table.told("walk", "rin")] == [("D9", "E8", "F7", "G6")]


def test_a_straight_line_ends_before_whoever_stands_in_it(lay: Lay) -> None:
    """KG-34, KG-30: one character a square, and nobody is run through."""
    table = lay(hero("rin", "D9"), foe("owl", "D5"), BLADE).acts("rin", "move:full")
    assert "D6" in table.offers()
    assert not {"D5", "D4"} & set(table.offers())


def test_after_a_full_move_own_checks_roll_one_die_less(lay: Lay) -> None:
    """KG-34: until the next turn of her own, through the whole round of the others."""
    table = duel(lay).acts("rin", "move:full").answers("rin", full_move="D6")
    assert dice(table.battle, table.battle["rin"]) == 1
    table.skip_to("turn", "owl")
    assert dice(table.battle, table.battle["rin"]) == 1
    table.skip_to("turn", "rin")
    assert dice(table.battle, table.battle["rin"]) == 2


@pytest.mark.parametrize("move", ["full", "disengage"])
def test_a_move_that_costs_dice_may_be_taken_back(lay: Lay, move: str) -> None:
    """KG-34: no die fell and nobody hides; first it is said where she goes, then what it costs her."""
    table = lay(hero("rin", "D9"), foe("owl", "D8" if move == "disengage" else "L1"), BLADE)
    table.acts("rin", f"move:{move}")
    answer: dict[str, object] = {"full_move": "F9"} if move == "full" else {"move": ["E9", "F9"]}
    table.answers("rin", **answer)
    assert [line.kind for line in table.log(player("rin"))][:2] == ["walk", "modify"]
    assert table.session.take_back is not None


def test_one_movement_a_turn(lay: Lay) -> None:
    """KG-34: after a step no other way is open, until the next turn."""
    table = duel(lay).acts("rin", "move:step").answers("rin", move=["D8"])
    assert ways(table) == set()
    assert ways(table.skip_round()) == {"step", "combat", "full"}


def test_standing_still_after_all_spends_nothing(lay: Lay) -> None:
    """KG-34: a pass takes the choice back."""
    table = duel(lay).acts("rin", "move:full").passes("rin", "full_move")
    assert ways(table) == {"step", "combat", "full"}
    table.acts("rin", "move:combat").answers("rin", move=[])
    assert table.spent("rin") == []


def test_without_the_timing_there_is_no_such_move(lay: Lay) -> None:
    """KG-34: preparation spent, no combat move; attack spent, no full move."""
    stance = talent("stance", bonus(1), timing="preparation")
    table = lay(hero("rin", "D9"), foe("owl", "L1"), BOW, stance).acts("rin", "talent:stance")
    assert ways(table) == {"step", "full"}
    table.rolls(1, 2).attacks("rin", "bow", "owl")
    assert ways(table) == {"step"}


# ---------------------------------------------------------------- one a square


def test_one_character_a_square(lay: Lay) -> None:
    """KG-30: no way leads onto or through another, friend or enemy."""
    table = lay(
        hero("rin", "A5"), hero("mo", "A4"), foe("owl", "D1"), foe("bat", "A1"), BLADE, cols=4, rows=5
    )
    table.acts("rin", "move:step")
    assert table.offers() == ["B5"]
    assert "no_step" in str(table.refuses("rin", move=["A4"]))


def test_a_way_leads_around(lay: Lay) -> None:
    """KG-30: past a friend by a diagonal."""
    table = lay(hero("rin", "A10", initiative=7), hero("mo", "A9"), foe("owl", "L1"), BLADE)
    table.acts("rin", "move:combat")
    shape = table.question.choices["rin"]
    assert isinstance(shape, Route)
    assert shape.reachable()["A8"] == 4
    assert "no_step" in str(table.refuses("rin", move=["A9", "A8"]))


# ---------------------------------------------------------------- engaged


def test_in_a_group_with_enemies_only_disengaging_leads_away(lay: Lay) -> None:
    """KG-30, KG-34: as far as a combat move, it spends attack, and own checks roll one die less."""
    table = lay(hero("rin", "D5", initiative=7), foe("hound", "D4"), BLADE)
    assert ways(table) == {"disengage"}
    table.acts("rin", "move:disengage")
    assert "D9" in table.offers()
    assert "D10" not in table.offers()
    table.answers("rin", move=["D6", "D7", "D8"])
    assert (table.at("rin"), table.spent("rin")) == ("D8", [Timing.ATTACK])
    assert dice(table.battle, table.battle["rin"]) == 1


def test_a_step_in_a_group_stays_engaged(lay: Lay) -> None:
    """KG-30: onto squares next to the enemies' group, no others."""
    table = lay(hero("rin", "D5"), foe("hound", "D4"), foe("wolf", "E4"), BLADE)
    table.acts("rin", "move:step")
    assert table.offers() == ["E5"]


def test_a_friend_between_holds_too(lay: Lay) -> None:
    """KG-30: groups chain, so that who stands behind a friend is engaged with the enemy before him."""
    table = lay(hero("rin", "D6"), hero("mo", "D5", initiative=1), foe("hound", "D4", initiative=0), BLADE)
    assert ways(table) == {"disengage"}
    table.rule("move", name="rin", cell="C5")
    assert ways(table) == {"step", "disengage"}
    table.acts("rin", "move:step")
    assert table.offers() == ["C4"]


@pytest.mark.parametrize(("move", "timing"), [("full", "attack"), ("combat", "preparation")])
def test_a_move_whose_timing_is_spent_by_ruling_is_gone(lay: Lay, move: str, timing: str) -> None:
    """KG-33: each timing once a round; she is back in her turn, and has gone nowhere."""
    table = duel(lay).acts("rin", f"move:{move}")
    table.rule("set_timing", name="rin", timing=timing, spent=True)
    assert table.asks == "turn"
    assert (table.at("rin"), table.spent("rin")) == ("D9", [Timing(timing)])
    assert move not in ways(table)


def test_an_engagement_whose_timing_is_spent_by_ruling_is_gone(lay: Lay) -> None:
    """KG-30, KG-33: the special timing once a round; the next one who is passed is asked."""
    table = passing(lay)
    table.rule("set_timing", name="hound", timing="special", spent=True)
    assert table.question.actor == "wolf"
    assert table.spent("hound") == [Timing.SPECIAL]


def test_a_group_of_friends_holds_nobody(lay: Lay) -> None:
    """KG-30."""
    table = lay(hero("rin", "D6"), hero("mo", "D5", initiative=1), foe("owl", "L1"), BLADE)
    assert ways(table) == {"step", "combat", "full"}


def test_who_is_fallen_holds_nobody(lay: Lay) -> None:
    """KG-30, KG-35."""
    table = lay(hero("rin", "D5"), foe("hound", "D4"), foe("owl", "L1"), BLADE)
    table.rule("set_life", name="hound", value=0)
    assert ways(table) == {"step", "combat", "full"}


# ---------------------------------------------------------------- passing by


def passing(lay: Lay, **numbers: object) -> Table:
    """Rin runs along row 5, past the hound on D4 and the wolf on F4."""
    people = hero("rin", "A5"), foe("hound", "D4", **numbers), foe("wolf", "F4", initiative=4)
    return lay(*people, BLADE).acts("rin", "move:full").answers("rin", full_move="H5")


def test_passing_an_enemy_is_free(lay: Lay) -> None:
    """KG-30: unless it declares engagement; each enemy passed is asked, where she passes it."""
    table = passing(lay)
    assert (table.asks, table.question.actor, table.at("rin")) == ("engage", "hound", "D5")
    table.passes("hound", "engage")
    assert (table.question.actor, table.at("rin")) == ("wolf", "F5")
    table.passes("wolf", "engage")
    assert table.at("rin") == "H5"


def test_declaring_engagement_stops_her_and_spends_the_special_timing(lay: Lay) -> None:
    """KG-30, KG-33."""
    table = passing(lay).answers("hound", engage="engage")
    assert table.at("rin") == "D5"
    assert table.spent("hound") == [Timing.SPECIAL]
    assert table.spent("rin") == [Timing.ATTACK]
    assert table.told("engages", "hound")


def test_groups_form_where_the_move_ends(lay: Lay) -> None:
    """KG-30: an enemy next to the last square asks nothing, she is engaged with it."""
    table = lay(hero("rin", "A5"), foe("hound", "D4"), BLADE)
    table.acts("rin", "move:full").answers("rin", full_move="D5")
    assert table.asks == "turn"
    assert not ways(table.skip_to("turn", "hound")) & {"combat", "full"}


def test_as_often_as_its_size(lay: Lay) -> None:
    """KG-30: size 1 declares once a round, size 2 twice, with one special timing."""
    for size, often in ((1, 1), (2, 2)):
        people = [hero("rin", "A5"), hero("mo", "A6", initiative=9), hero("yu", "A7", initiative=8)]
        table = lay(*people, foe("hound", "D5", size=size), BLADE, rows=8)
        declared = 0
        for name, way in (("rin", ["B5", "B4", "C4", "D4", "E4"]), ("mo", ["B6", "C6", "D6", "E6"])):
            table.acts(name, "move:combat").answers(name, move=way)
            if table.asks == "engage":
                table.answers("hound", engage="engage")
                declared += 1
        assert declared == often
        assert table.spent("hound") == [Timing.SPECIAL]


def test_without_a_special_timing_nobody_declares_engagement(lay: Lay) -> None:
    """KG-30, KG-33: spent on a talent, it comes back with the next round."""
    roar = talent("roar", effect("modify", stat="accuracy", amount=1), timing="special", at="active_check")
    people = foe("hound", "D4", initiative=20, talents=["roar"], weapons=["bow"]), hero("rin", "A5")
    table = lay(*people, roar, BOW)
    table.acts("hound", "weapon:bow").answers("hound", targets=["rin"]).rolls(1, 2, 1)
    table.answers("hound", at_active_check="talent:roar").skip_to("turn", "rin").answers(
        "rin", turn="move:full", full_move="H5"
    )
    assert table.at("rin") == "H5"


def test_who_leaves_a_group_is_not_stopped_by_it(lay: Lay) -> None:
    """KG-30: disengaging leads away from all enemies she was engaged with."""
    table = lay(hero("rin", "D5"), foe("hound", "D4"), foe("wolf", "E4"), BLADE)
    table.acts("rin", "move:disengage").answers("rin", move=["E5", "F5", "G5"])
    assert table.at("rin") == "G5"


def test_a_ruling_in_between_ends_the_way(lay: Lay) -> None:
    """KG-30: put elsewhere while an enemy decides, she walks no further."""
    table = passing(lay).rule("move", name="rin", cell="A1")
    table.passes("hound", "engage")
    assert table.at("rin") == "A1"


def test_an_enemy_that_falls_while_it_decides_stops_nobody(lay: Lay) -> None:
    """KG-30."""
    table = passing(lay).rule("set_life", name="hound", value=0)
    assert table.question.actor == "wolf"


# ---------------------------------------------------------------- what slows


def test_the_prone_move_half_as_far(lay: Lay) -> None:
    """KG-34, KG-36: 4 squares become 2, 12 become 6; a step stays a step."""
    table = duel(lay, statuses=["prone"])
    table.acts("rin", "move:combat")
    assert "D7" in table.offers()
    assert "D6" not in table.offers()
    table.passes("rin", "move").acts("rin", "move:full")
    assert "D3" in table.offers()
    assert "D2" not in table.offers()


def test_in_the_dark_and_prone_it_is_half_once(lay: Lay) -> None:
    """KG-36: an odd half is rounded down."""
    table = duel(lay, statuses=["prone", "dark"], initiative=8).acts("rin", "move:combat")
    assert "D7" in table.offers()
    assert "D6" not in table.offers()


def test_move_n_of_an_attack_is_halved_too(lay: Lay) -> None:
    """KG-31, KG-36."""
    charge = art("charge", distance={"kind": "move", "squares": 4})
    table = lay(hero("rin", "D9", statuses=["dark"]), foe("hound", "D5"), charge).acts("rin", "talent:charge")
    assert table.told("nobody", "rin")


def test_the_immobile_go_nowhere(lay: Lay) -> None:
    """KG-36: no way to move, and no moving up with "move n"."""
    charge = art("charge", distance={"kind": "move", "squares": 4})
    table = lay(hero("rin", "D9", statuses=["immobile"]), foe("hound", "D6"), charge)
    assert ways(table) == set()
    table.acts("rin", "talent:charge")
    assert table.told("nobody", "rin")


def test_who_is_immobile_meanwhile_stays(lay: Lay) -> None:
    """KG-36: the ruling ends the question, not the turn."""
    table = lay(hero("rin", "D9"), foe("owl", "L1"), BOW).acts("rin", "move:combat")
    table.rule("give", name="rin", status="immobile")
    assert ways(table) == set()
    assert "weapon:bow" in table.offers()


def test_a_monster_moves_by_the_same_rules(lay: Lay) -> None:
    """KG-34: the GM moves it."""
    table = lay(hero("rin", "D9"), foe("owl", "L1", initiative=4), BLADE).acts("owl", "move:combat")
    assert table.asked == [GM]
    table.answers("owl", move=["K1", "J1", "J2"])
    assert table.at("owl") == "J2"

"""A round: starts, turns by initiative, ends, ongoing effects; the timings everybody has."""

from rules.engine.flow import GM
from rules.engine.grid import cell_at
from rules.kamigakari.terms import Timing
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    PASS,
    Table,
    art,
    bonus,
    cost,
    effect,
    foe,
    halve,
    hero,
    item,
    many,
    minus,
    npc,
    squares,
    status,
    talent,
    weapon,
)
from tests.rules.kamigakari.test_rulings import HOUND

BOW = weapon("bow", "ranged", distance={"kind": "zone"})


def turns(table: Table) -> list[str]:
    """Who has had a turn so far, in order."""
    return [event.about[0] for event in table.told("turn")]


# ---------------------------------------------------------------- order


def test_the_highest_initiative_acts_first(lay: Lay) -> None:
    """KG-32: each once a round, then the next round begins."""
    table = lay(
        hero("rin", "A9", initiative=7), foe("owl", "L1", initiative=9), foe("bat", "L3", initiative=2)
    )
    table.skip_round()
    assert turns(table)[:3] == ["owl", "rin", "bat"]
    assert table.battle.round == 2


def test_a_players_character_before_an_npc_on_ties(lay: Lay) -> None:
    """KG-32: of either side; the GM's own are told apart by the GM."""
    people = foe("owl", "L1", initiative=7), npc("yu", "A8", initiative=7), hero("rin", "A9", initiative=7)
    table = lay(*people).passes("rin", "turn")
    assert (table.asks, table.asked) == ("next", [GM])
    table.answers(GM, next="yu").skip_round()
    assert turns(table)[:3] == ["rin", "yu", "owl"]


def test_tied_players_agree_who_is_next(lay: Lay) -> None:
    """KG-32: whichever of them answers first."""
    table = lay(hero("rin", "A9", initiative=7), hero("mo", "A8", initiative=7), foe("owl", "L1"))
    assert (table.asks, set(table.asked)) == ("next", {"rin", "mo"})
    table.answers("rin", next="mo")
    assert table.acting == "mo"
    table.passes("mo", "turn")
    assert table.acting == "rin"


def test_the_order_follows_initiative_as_it_stands(lay: Lay) -> None:
    """KG-32: who has been quickened meanwhile is next."""
    quick = talent(
        "quicken",
        effect("modify", "targets", stat="initiative", amount=9),
        timing="preparation",
        distance={"kind": "zone"},
        target={"kind": "characters"},
    )
    people = hero("rin", "A9", initiative=8), foe("owl", "L1", initiative=5), npc("yu", "A8", initiative=1)
    table = (
        lay(*people, quick).acts("rin", "talent:quicken").answers("rin", whom=["yu"]).passes("rin", "turn")
    )
    assert table.acting == "yu"


def test_who_is_down_has_no_turn(lay: Lay) -> None:
    """KG-32, KG-35."""
    table = lay(hero("rin", "A9"), foe("owl", "L1", initiative=9), foe("bat", "L3", initiative=2))
    table.rule("set_life", name="owl", value=0).skip_round()
    assert "owl" not in turns(table)


def test_one_preparation_and_one_attack_in_any_order(lay: Lay) -> None:
    """KG-32, KG-33: attack first and prepare then, each once; a pass ends the turn."""
    stance = talent("stance", effect("modify", stat="evasion", amount=1), timing="preparation")
    table = lay(hero("rin", "A9"), foe("owl", "L1"), BOW, stance)
    table.rolls(1, 2).attacks("rin", "bow", "owl")
    assert "weapon:bow" not in table.offers()
    table.acts("rin", "talent:stance")
    assert table.offers() == ["move:step"]
    table.passes("rin", "turn")
    assert table.acting == "owl"


def test_the_turn_ends_by_itself_when_nothing_is_left(lay: Lay) -> None:
    """KG-32."""
    stance = talent("stance", effect("modify", stat="evasion", amount=1), timing="preparation")
    table = lay(hero("rin", "A9"), foe("owl", "L1"), BOW, stance).acts("rin", "talent:stance")
    table.rolls(1, 2).attacks("rin", "bow", "owl").answers("rin", turn="move:step", move=["A8"])
    assert table.acting == "owl"


def test_a_cut_turn_counts_as_taken(lay: Lay) -> None:
    """KG-32."""
    table = lay(hero("rin", "A9"), foe("owl", "L1")).rule("cut", frame="turn")
    assert table.acting == "owl"
    assert table.battle.acted == ["rin"]


# ---------------------------------------------------------------- timings


def test_everybodys_start_timing_comes_before_the_turns(lay: Lay) -> None:
    """KG-32, KG-33: in the order of initiative, one talent each or none."""
    song, dance = talent("song", bonus(1), timing="start"), talent("dance", bonus(2), timing="start")
    table = lay(hero("rin", "A9"), foe("owl", "L1", initiative=12, talents=["song"]), song, dance)
    assert (table.asks, table.question.actor, table.offers()) == ("start_timing", "owl", ["talent:song"])
    table.passes("owl", "start_timing").answers("rin", start_timing="talent:dance")
    assert table.acting == "owl"
    assert table.spent("rin") == [Timing.START]


def test_everybodys_end_timing_comes_after_the_turns(lay: Lay) -> None:
    """KG-32, KG-33: then ongoing effects, poison after the healing of an end timing."""
    balm = talent("balm", effect("recover", amount=5), timing="end")
    table = lay(hero("rin", "A9", life=100, statuses=[("poison", 3)]), foe("owl", "L1"), balm)
    table.rule("set_life", name="rin", value=50).skip_to("end_timing", "rin")
    assert table.life("rin") == 50
    table.answers("rin", end_timing="talent:balm")
    assert [
        event.key.rpartition(".")[2] for event in table.events if event.key.endswith(("heal", "hurt"))
    ] == [
        "heal",
        "hurt",
    ]
    assert table.life("rin") == 52


def test_timings_come_back_with_the_round(lay: Lay) -> None:
    """KG-33: each once a round."""
    song = talent("song", bonus(1), timing="start")
    table = lay(hero("rin", "A9"), foe("owl", "L1"), song).answers("rin", start_timing="talent:song")
    assert table.skip_round().asks == "start_timing"


def test_a_defence_once_per_attack(lay: Lay) -> None:
    """KG-33: one talent of the defence timing, and again in the next attack."""
    shield, wall = (
        talent("shield", minus(1), timing="defence", at="reduction"),
        talent("wall", halve(), timing="defence", at="reduction"),
    )
    archers = [
        foe(name, "L1" if name == "owl" else "L3", weapons=["bow"], accuracy=9) for name in ("owl", "bat")
    ]
    table = lay(hero("rin", "A9"), *archers, BOW, shield, wall)
    table.passes("rin", "turn").answers(GM, next="owl")
    for archer in ("owl", "bat"):
        table.acts(archer, "weapon:bow").rolls(1, 2, 5).answers(archer, targets=["rin"])
        assert table.offers() == ["talent:shield", "talent:wall"]
        table.answers("rin", at_reduction="talent:wall")
        assert table.asks != "at_reduction"


def test_a_special_timing_once_a_round(lay: Lay) -> None:
    """KG-33: spent at one check, it is gone for the next."""
    luck = talent("luck", effect("dice", amount=1), timing="special", at="passive_check")
    archers = [
        foe(name, "L1" if name == "owl" else "L3", weapons=["bow"], accuracy=9) for name in ("owl", "bat")
    ]
    table = lay(hero("rin", "A9"), *archers, BOW, luck)
    table.passes("rin", "turn").answers(GM, next="owl")
    table.acts("owl", "weapon:bow").answers("owl", targets=["rin"])
    table.rolls(1, 2, 3, 1).answers("rin", at_passive_check="talent:luck")
    table.acts("bat", "weapon:bow").rolls(1, 2, 1).answers("bat", targets=["rin"])
    assert table.asks != "at_passive_check"
    assert [len(event.faces) for event in table.told("roll", "rin")] == [3, 2]


def test_a_constant_talent_always_works(lay: Lay) -> None:
    """KG-33: without a timing, and it is nothing to choose."""
    hide = talent("hide", minus(2))
    table = lay(hero("rin", "A9"), foe("owl", "L1", weapons=["bow"], accuracy=9), BOW, hide)
    assert "talent:hide" not in table.offers()
    table.acts("owl", "weapon:bow").rolls(1, 2, 5).answers("owl", targets=["rin"])
    assert table.lost("rin") == 3


def test_an_item_with_a_timing_is_used_up(lay: Lay) -> None:
    """KG-33: in the preparation timing, and it spends it."""
    tea = item("tea", effect("recover", amount=7), timing="preparation")
    table = lay(hero("rin", "A9", life=100, items=["tea"]), foe("owl", "L1"), tea)
    table.rule("set_life", name="rin", value=50).acts("rin", "item:tea")
    assert table.life("rin") == 57
    assert table.battle["rin"].items == []
    assert table.spent("rin") == [Timing.PREPARATION]


def test_what_cannot_be_paid_is_not_offered(lay: Lay) -> None:
    """KG-33, KG-04: nor when it would cost the last life (KG-20)."""
    dear, deadly = (
        talent("dear", bonus(1), timing="preparation", cost=cost("6", "6")),
        talent("deadly", bonus(1), timing="preparation", cost=cost(life=5)),
    )
    table = lay(hero("rin", "A9", life=5, spirits=[6, 5]), foe("owl", "L1"), dear, deadly)
    assert not {"talent:dear", "talent:deadly"} & set(table.offers())


def test_a_talent_only_so_often_a_fight(lay: Lay) -> None:
    """KG-33."""
    once = talent("once", bonus(1), timing="start", per_fight=1)
    table = lay(hero("rin", "A9"), foe("owl", "L1"), once).answers("rin", start_timing="talent:once")
    table.skip_round()
    assert len(table.told("uses")) == 1
    assert table.asks == "turn"


# ---------------------------------------------------------------- the end of the round


def test_what_lasts_for_the_round_ends_with_it(lay: Lay) -> None:
    """KG-32."""
    stance = talent("stance", effect("modify", stat="armour", amount=3, until="round"), timing="preparation")
    table = lay(hero("rin", "A9"), foe("owl", "L1"), stance).acts("rin", "talent:stance")
    assert [each.amount for each in table.battle["rin"].modifiers] == [3]
    table.skip_round()
    assert table.battle["rin"].modifiers == []


def test_spent_spirit_dice_are_rolled_again_when_the_round_ends(lay: Lay) -> None:
    """KG-32, KG-04: the others keep their faces."""
    stance = talent("stance", bonus(1), timing="preparation", cost=cost("6"))
    table = lay(hero("rin", "A9", spirits=[6, 2]), foe("owl", "L1"), stance).acts("rin", "talent:stance")
    assert table.pool("rin") == [2]
    table.rolls(5).skip_round()
    assert table.pool("rin") == [5, 2]


# ---------------------------------------------------------------- coming to the map


def test_players_characters_are_placed_on_starting_squares(lay: Lay) -> None:
    """KG-30: by their players, and the spirit dice are rolled (KG-04)."""
    table = lay(hero("rin"), foe("owl", "L1"))
    table.battle["rin"].pool_size = 2
    assert table.offers() == [f"{col}10" for col in "ABCDEFGHIJKL"]
    table.rolls(4, 6).answers("rin", place="C10")
    assert (table.at("rin"), table.pool("rin")) == ("C10", [4, 6])


def test_a_newcomer_is_placed_before_the_next_turn(lay: Lay) -> None:
    """KG-32: anywhere that is free, and it acts in this round."""
    table = lay(hero("rin", "A9"), foe("owl", "L1"), HOUND).rule("add", monster="hound").passes("rin", "turn")
    assert (table.asks, table.asked) == ("place", [GM])
    assert {"A9", "L1"} & set(table.offers()) == set()
    table.answers("hound-1", place="A8").skip_round()
    assert "hound-1" in turns(table)


def test_a_full_map_lets_newcomers_wait(lay: Lay) -> None:
    """KG-30: one character a square; play goes on without them."""
    crowd = [hero(f"h{at}", f"{'ABCD'[at % 4]}{at // 4 + 1}") for at in range(3)]
    crowd.append(foe("owl", "D1"))
    table = lay(*crowd, HOUND, cols=4, rows=1).rule("add", monster="hound").skip_round()
    assert table.battle.round == 2
    assert table.battle["hound-1"].cell is None
    table.rule("remove", name="h0").skip_to("place", "hound-1")
    assert table.offers() == ["A1"]


def test_a_pass_is_no_place(lay: Lay) -> None:
    """KG-30: bad input is refused in words."""
    table = lay(hero("rin"), foe("owl", "L1"))
    assert "expected_choice" in str(table.refuses("rin", place=PASS))
    assert "no_such_choice" in str(table.refuses("rin", place="A1"))
    assert table.battle.at(cell_at("A1")) is None


def test_effects_on_allies_reach_the_whole_side(lay: Lay) -> None:
    """KG-33: the user included, no enemy."""
    rally = talent("rally", effect("recover", "allies", amount=5), timing="preparation")
    table = lay(hero("rin", "A9", life=100), npc("yu", "F5", life=100), foe("owl", "L1", life=100), rally)
    for name in ("rin", "yu", "owl"):
        table.rule("set_life", name=name, value=50)
    table.acts("rin", "talent:rally")
    assert [table.life(name) for name in ("rin", "yu", "owl")] == [55, 55, 50]


def test_an_attack_talent_first_does_what_it_does_for_its_user(lay: Lay) -> None:
    """KG-33, KG-10: then it strikes."""
    lunge = art(
        "lunge", status("dark"), effects=[effect("modify", stat="accuracy", amount=4, until="attack")]
    )
    table = lay(hero("rin", "A9"), foe("owl", "A8", evasion=3), lunge)
    table.attacks("rin", "lunge", "owl", dice=(2, 4))
    assert table.has("owl", "dark")
    assert table.battle["rin"].modifiers == []


def test_what_was_done_last_in_a_turn_may_be_taken_back_while_no_die_fell(lay: Lay) -> None:
    """KG-32, KG-33: the flask ended her turn; nobody has learnt anything by it."""
    flask = item("flask", effect("recover", amount=5), timing="preparation")
    rin = hero("rin", "B4", life=50, max_life=60, items=["flask"], spent=[])
    table = lay(rin, foe("owl", "L1"), flask).acts("rin", "move:step").answers("rin", move=["B5"])
    table.skip_to("turn", "rin").rule("set_timing", name="rin", timing="attack", spent=True)
    table.answers("rin", turn="item:flask")
    assert (table.acting, table.life("rin")) == ("owl", 55)
    assert table.session.take_back is not None


def test_an_attack_declared_by_a_slip_may_be_taken_back(lay: Lay) -> None:
    """KG-12: until the dice fall; to strike a monster is not to have learnt anything of it."""
    table = lay(hero("rin", "B4"), foe("owl", "B3"), foe("cat", "C4"), weapon("blade")).acts(
        "rin", "weapon:blade"
    )
    assert table.asks == "targets"
    assert table.session.take_back is not None


def test_that_a_monster_is_not_immune_is_not_taken_back(lay: Lay) -> None:
    """KG-36: who tried it has learnt something."""
    curse = talent("curse", status("dark"), timing="preparation", distance=squares(9), target=many(1))
    table = (
        lay(hero("rin", "B8"), foe("owl", "B7"), curse)
        .acts("rin", "talent:curse")
        .answers("rin", whom=["owl"])
    )
    assert table.has("owl", "dark")
    assert table.session.take_back is None

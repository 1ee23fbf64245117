"""The end of a fight: the GM declares it, the round's end is still worked through."""

from rules.engine.flow import GM
from rules.engine.view import SPECTATOR
from rules.registry import words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import PASS, Table, effect, foe, hero, talent, weapon
from tests.rules.kamigakari.test_rulings import HOUND

BOW = weapon("bow", "ranged", distance={"kind": "zone"})
BALM = talent("balm", effect("recover", amount=5), timing="end")


def won(lay: Lay, **house: object) -> Table:
    """Rin shoots the last monster down; she is poisoned, and has something for the end timing."""
    people = (
        hero("rin", "D9", life=100, statuses=[("poison", 3)], physical_damage=9),
        foe("owl", "L1", life=4),
    )
    table = lay(*people, hero("mo", "D8", initiative=1), BOW, BALM, **house)
    return (
        table.rule("set_life", name="rin", value=50)
        .rule("set_life", name="mo", value=50)
        .attacks("rin", "bow", "owl", dice=(6, 4))
        .passes("rin", "turn")
    )


def test_the_end_is_offered_when_one_side_is_down(lay: Lay) -> None:
    """KG-38: to the GM, when the turn is over."""
    table = won(lay)
    assert (table.asks, table.asked) == ("end", [GM])


def test_no_characters_bot_ends_the_fight_for_the_gm(lay: Lay) -> None:
    """KG-38: the offer is about nobody in particular, so whoever plays a character does not answer it."""
    assert won(lay).question.actor == ""


def test_the_rounds_end_timing_and_ongoing_effects_come_first(lay: Lay) -> None:
    """KG-38: no more turns; healing and poison still work, then it is over."""
    table = won(lay).answers(GM, end="end")
    assert (table.asks, table.winner) == ("end_timing", None)
    table.answers("rin", end_timing="talent:balm").passes("mo", "end_timing")
    assert table.winner == "heroes"
    assert table.life("rin") == 50 + 5 - 3
    assert [event.about[0] for event in table.told("turn")] == ["rin"]


def test_the_gm_may_let_it_go_on(lay: Lay) -> None:
    """KG-38: it is offered again after the next turn, and when the round ends."""
    table = won(lay).answers(GM, end=PASS)
    assert table.acting == "mo"
    table.passes("mo", "turn")
    assert table.asks == "end"
    table.answers(GM, end=PASS).passes("rin", "end_timing").passes("mo", "end_timing")
    assert table.asks == "end"
    table.answers(GM, end="end")
    assert table.winner == "heroes"
    assert table.battle.round == 1


def test_poison_that_fells_the_last_one_offers_the_end(lay: Lay) -> None:
    """KG-38, KG-36: at the round's end there is nothing left to work through."""
    table = lay(hero("rin", "D9"), foe("owl", "L1", life=2, statuses=[("poison", 3)])).skip_to("end")
    table.answers(GM, end="end")
    assert table.winner == "heroes"


def test_by_house_rule_it_ends_by_itself(lay: Lay) -> None:
    """KG-38: side_down asks nobody; the round's end still comes, and the log names the rule."""
    table = won(lay, ends_by="side_down")
    assert table.asks == "end_timing"
    table.passes("rin", "end_timing").passes("mo", "end_timing")
    assert table.winner == "heroes"
    explanation = table.told("over")[0].explanation
    assert explanation is not None
    assert explanation.house_rule == "ends_by"


def test_both_down_is_a_draw(lay: Lay) -> None:
    """KG-38: with nobody left nobody is asked."""
    people = (
        hero("rin", "D9", life=2, statuses=[("poison", 3)]),
        foe("owl", "L1", life=2, statuses=[("poison", 3)]),
    )
    table = lay(*people).passes("rin", "turn").passes("owl", "turn")
    assert table.winner == ""


def test_the_end_declared_with_both_standing_is_a_draw(lay: Lay) -> None:
    """KG-38: unless the GM names a winner."""
    table = lay(hero("rin", "D9"), foe("owl", "L1")).rule("declare_end", ends=True).skip_round()
    assert table.winner == ""
    table = lay(hero("rin", "D9"), foe("owl", "L1")).rule("end", winner="monsters")
    assert table.winner == "monsters"


def test_the_end_is_declared_by_ruling_while_it_is_offered(lay: Lay) -> None:
    """KG-38: then nobody is asked any more."""
    table = won(lay).rule("declare_end", ends=True)
    assert table.asks == "end_timing"


def test_somebody_who_comes_back_takes_the_offer_away(lay: Lay) -> None:
    """KG-38: the monster is put on the map again while the GM is asked."""
    table = won(lay).rule("move", name="owl", cell="L2")
    assert table.asks == "turn"


def test_a_newcomer_stands_for_its_side(lay: Lay) -> None:
    """KG-38: who is still to be placed is not down."""
    table = lay(hero("rin", "D9"), foe("owl", "L1"), HOUND)
    table.rule("add", monster="hound").rule("set_life", name="owl", value=0).passes("rin", "turn")
    assert table.asks == "place"


def test_all_taken_from_the_table(lay: Lay) -> None:
    """KG-38: the fight is over, a draw."""
    table = lay(hero("rin", "D9"), foe("owl", "L1")).rule("remove", name="owl").rule("remove", name="rin")
    assert table.winner == ""


def test_afterwards_the_map_is_cleared_and_life_stays(lay: Lay) -> None:
    """KG-38: what is left of everybody is summed up, of monsters no numbers; statuses stay for the GM to see."""
    table = won(lay, ends_by="side_down").passes("rin", "end_timing").passes("mo", "end_timing")
    view = table.view(SPECTATOR)
    say = words("en").render
    assert [say(text) for text in view.summary] == [
        "Rin: standing, life 47 of 100, spirit crest 22",
        "Owl: out of the fight",
        "Mo: standing, life 50 of 100, spirit crest 22",
    ]
    assert view.board.tokens == ()
    assert table.life("rin") == 47


def test_a_take_over_in_the_last_end_phase_still_ends_it(lay: Lay) -> None:
    """KG-38: the round counts as over, and so does the fight."""
    table = won(lay).answers(GM, end="end")
    assert table.asks == "end_timing"
    table.rule("take_over")
    assert table.winner == "heroes"

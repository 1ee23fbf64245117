"""Placement before the first round (HV-02)."""

import pytest

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import ally, enemy, rival


def test_the_gm_places_first_then_the_players(lay: Lay) -> None:
    """HV-02: character by character, each side in its own order."""
    table = lay(ally("mina"), ally("jun"), enemy("thorn"), enemy("moth"))
    assert (table.asks, table.asked) == ("place_next", ["gm"])
    table.answers("gm", place_next="moth").answers("moth", place="B1").answers("thorn", place="B3")
    assert (table.asks, table.asked) == ("place_next", ["mina", "jun"])
    table.answers("jun", place_next="jun").answers("jun", place="A4").answers("mina", place="C6")
    places = {name: table.at(name) for name in ("mina", "jun", "thorn", "moth")}
    assert places == {"mina": "C6", "jun": "A4", "thorn": "B3", "moth": "B1"}
    assert (table.asks, table.battle.round) == ("next", 1)


def test_a_player_places_no_other_players_character(lay: Lay) -> None:
    """HV-02: each seat is offered its own."""
    table = lay(ally("mina"), ally("jun"), enemy("thorn", "B1"))
    assert (table.offers("mina"), table.offers("jun")) == (["mina"], ["jun"])
    table.answers("mina", place_next="mina", place="B4").answers("jun", place="B5")


def test_only_free_cells_of_the_own_rear_are_offered(lay: Lay) -> None:
    """HV-02, HV-03: the rear 3x3 of the own camp, less what is taken."""
    table = lay(ally("mina"), ally("jun", "B5"), rival("vera"), enemy("thorn", "B1"))
    assert (table.offers("mina"), table.offers("vera")) == (["mina"], ["vera"])
    table.answers("mina", place_next="mina")
    assert table.offers("mina") == ["A4", "B4", "C4", "A5", "C5", "A6", "B6", "C6"]
    table.answers("mina", place="A4")
    assert table.offers("vera") == ["A1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]


def test_somebody_removed_while_placed_leaves_the_rest_to_be_placed(lay: Lay) -> None:
    """HV-02: the open question has no asker any more."""
    table = lay(ally("mina"), ally("jun"), enemy("thorn", "B1")).answers("jun", place_next="jun")
    table.rule("remove", name="jun")
    assert (table.asks, table.asked) == ("place", ["mina"])


def test_all_of_a_side_removed_while_its_order_is_asked(lay: Lay) -> None:
    """HV-02: nobody is left to be placed."""
    table = lay(ally("mina"), ally("jun"), ally("sora", "B4"), enemy("thorn", "B1"))
    table.rule("remove", name="jun").rule("remove", name="mina")
    assert (table.asks, table.question.actor) == ("begin", "sora")


def test_who_was_put_on_a_cell_by_the_gm_is_not_placed_again(lay: Lay) -> None:
    """HV-02, HV-03."""
    table = lay(ally("mina"), enemy("thorn", "B1")).rule("move", name="mina", cell="A2")
    assert (table.asks, table.at("mina")) == ("begin", "A2")


def test_a_newcomer_is_placed_before_the_next_action_phase(lay: Lay) -> None:
    """HV-02: in the rear of the own camp."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1")).rule("add", creature="thornling")
    table.passes("mina", "begin")
    assert (table.asks, table.question.actor, len(table.offers())) == ("place", "thornling-1", 8)
    assert table.answers("thornling-1", place="A3").at("thornling-1") == "A3"


def test_a_newcomer_without_a_free_cell_waits(lay: Lay) -> None:
    """HV-02, HV-03: play goes on; it comes when a rear cell is free."""
    rear = [f"{col}{row}" for row in (1, 2, 3) for col in "ABC"]
    foes = [enemy(f"foe{at}", cell, ss=1) for at, cell in enumerate(rear)]
    table = lay(ally("mina", "B4", ss=9), ally("jun", "B5", ss=8), *foes).rule("add", creature="thornling")
    table.passes("mina", "begin")
    assert (table.asks, table.question.actor) == ("begin", "jun")
    table.rule("move", name="foe0", cell="A6").passes("jun", "begin")
    assert (table.asks, table.question.actor, table.offers()) == ("place", "thornling-1", ["A1"])


@pytest.mark.parametrize("ask_everyone", [False, True])
def test_a_giant_whose_room_is_taken_while_it_is_placed_waits(lay: Lay, ask_everyone: bool) -> None:
    """HV-02, HV-25: a question without an answer would hold the table up, whoever is asked for courtesy."""
    fighters = ally("mina", "B4", ss=9), enemy("golem", size=(3, 3)), enemy("thorn", "B6", ss=1)
    table = lay(*fighters, ask_everyone=ask_everyone)
    assert (table.asks, table.question.actor) == ("place", "golem")
    table.rule("move", name="thorn", cell="B2")
    assert (table.asks, table.question.actor, table.at("golem")) == ("begin", "mina", "")
    table.rule("move", name="thorn", cell="B6").passes("mina", "begin")
    assert (table.asks, table.offers()) == ("place", ["A1"])

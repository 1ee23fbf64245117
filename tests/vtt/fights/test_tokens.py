"""Tokens on the board, as they are drawn."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.kamigakari.views import BoardView
from tests.rules.kamigakari.table import Table, foe, hero


@pytest.mark.parametrize(("status", "shown"), [("prone", ""), (("poison", 3), "3")])
def test_only_a_status_with_a_level_shows_a_number(status: Any, shown: str) -> None:
    """KG-36: of Kamigakari's statuses poison alone has one."""
    board = Table(hero("rin", "B4", statuses=[status]), foe("thorn", "L1")).view(SPECTATOR).board
    assert isinstance(board, BoardView)
    page = render_to_string("boards/token.html", {"token": board.tokens[0]})
    badge = page.partition('class="status-badge')[2].partition("</span>")[0]
    assert badge.rpartition(">")[2].strip() == shown


def test_life_and_statuses_are_read_beside_the_map() -> None:
    """KG-36: on a small square there is no room for numbers and names; a monster's are the GM's alone."""
    table = Table(hero("rin", "B4", statuses=["prone"]), foe("thorn", "L1", statuses=[("poison", 3)]))
    for viewer, lives in ((GAME_MASTER, 2), (SPECTATOR, 1)):
        board = table.view(viewer).board
        assert isinstance(board, BoardView)
        page = render_to_string("boards/kamigakari_side.html", {"board": board})
        assert page.count("Life <b>") == lives
        assert all(name in page for name in ("Prone", "Poison"))

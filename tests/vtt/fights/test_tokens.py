"""Tokens on the board, as they are drawn."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from rules.engine.view import SPECTATOR
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

"""Whatever a pack may hold, fights of it keep the invariants and come back from their record."""

import pytest

from rules.engine.dice import Draws
from tests.rules.harvest.fuzz import check, check_between_turns
from tests.rules.harvest.wild_content import fight

ANSWERS = 250
"""After so many enough has been seen: some made-up fights heal for ever."""


@pytest.mark.parametrize("seed", range(20))
def test_made_up_content_breaks_no_invariant(seed: int) -> None:
    """HV-03, HV-25, HV-40, HV-45, HV-82: one object a cell, points in bounds, nothing left on who is out."""
    table, draws = fight(seed), Draws(b"answers", str(seed))
    for _ in range(ANSWERS):
        if table.session.open is None:
            break
        seat = table.asked[0]
        table.session.answer(seat, table.question.choices[seat].sample(draws), table.session.ticket)
        table.keep()
        check(table.battle)
        if table.session.open:
            check_between_turns(table.battle, table.question)
    assert table.restored().digest() == table.session.digest()

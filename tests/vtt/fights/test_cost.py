"""What an input and a drawing cost does not grow with the fight: every query finds its rows by an index, in order."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.engine.errors import StaleAnswer
from rules.engine.view import GAME_MASTER
from tests.vtt.fights.conftest import Played
from vtt.fights import drawing
from vtt.fights.drawing import Audience

GROWING = ("fights_entry", "fights_version", "fights_checkpoint")


def test_an_answer_a_stale_one_and_the_gms_drawing_look_through_nothing(played: Played) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the plans are read as SQLite words them")
    played.play_on(5)
    old = played.ticket
    seat, value = played.waiting()[0], "no such answer"
    played.play_on()

    def stale() -> None:
        with pytest.raises(StaleAnswer):
            played.answer(seat, value, old)

    def drawn() -> None:
        drawing.forget()
        drawing.whole(played.fight, played.fight.version, Audience(GAME_MASTER, "en"))

    assert [plan for work in (played.play_on, stale, drawn) for plan in slow_plans(work)] == []


def slow_plans(work: Callable[[], None]) -> list[str]:
    """The queries of `work` that look through what grows with a fight, or sort it."""
    with CaptureQueriesContext(connection) as queries:
        work()
    asked = [query["sql"] for query in queries if any(table in query["sql"] for table in GROWING)]
    assert asked
    return [
        f"{plan}: {sql}"
        for sql in asked
        if sql.startswith("SELECT")
        for plan in plans(sql)
        if is_slow(plan, sql)
    ]


def plans(sql: str) -> list[str]:
    """How SQLite goes about a query."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"))
        return [row[3] for row in cursor.fetchall()]


def is_slow(plan: str, sql: str) -> bool:
    """A scan, a sort, or all of the fight's rows but for the end of an index (LIMIT, MAX)."""
    is_whole = "(fight_id=?)" in plan and "LIMIT" not in sql and "MAX(" not in sql
    return plan.startswith("SCAN") or "TEMP B-TREE" in plan or is_whole

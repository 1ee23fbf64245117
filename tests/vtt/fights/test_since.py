"""A half-made answer outlives what comes from beside the question, and never goes over to another question."""

from __future__ import annotations

import re

import pytest

from rules.engine.flow import GM
from rules.engine.view import GAME_MASTER, Role, Viewer
from tests.vtt.fights.conftest import Played
from vtt.fights import drawing, since, table

FORM = re.compile(
    r'<form class="prompt shape-\w+" id="ask-([\w-]+)".*?name="ticket" value="(\d+)"', re.DOTALL
)


def forms(played: Played, seat: str) -> list[tuple[str, int]]:
    """The names and tickets of the forms that a seat's page shows."""
    viewer = GAME_MASTER if seat == GM else Viewer(Role.PLAYER, (seat,))
    drawn = drawing.regions(played.fight, played.fight.version, drawing.Audience(viewer, "en"))
    return [(name, int(ticket)) for name, ticket in FORM.findall(drawn["prompts"])]


def asked(played: Played) -> str:
    """Play on until a player is to move."""
    played.until("move")
    while played.waiting()[0] == GM:
        played.play_on()
        played.until("move")
    return played.waiting()[0]


def test_a_ruling_and_a_request_leave_the_form_and_renew_its_ticket(played: Played) -> None:
    mover = asked(played)
    [(name, _ticket)] = forms(played, mover)
    for rule in ("pause", "resume"):
        table.rule(played.id, rule, {}, played.ticket, None)
    table.request(played.id, mover, "wait", "", played.ticket, None)
    number = played.snapshot.state["requests"][0]["id"]
    table.decide(played.id, number, True, played.ticket, GM, None)
    table.rule(played.id, "set_wax", {"name": "stub", "wax": 9}, played.ticket, None)
    assert forms(played, mover) == [(name, played.ticket)]
    assert played.ticket == played.fight.version


def test_however_often_a_ticket_is_renewed_it_is_looked_back_by_one(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    before = since._before
    monkeypatch.setattr(
        since, "_before", lambda fight, ticket, seat: looked.append(ticket) or before(fight, ticket, seat)
    )
    mover = asked(played)
    for wax in range(1, 9):
        table.rule(played.id, "set_wax", {"name": "stub", "wax": wax}, played.ticket, None)
        looked.clear()
        since.asked_since(played.id, played.ticket, mover)
        assert len(looked) <= 2


def test_other_choices_make_another_form(played: Played) -> None:
    mover = asked(played)
    played.until("targets", act="blow", breath=[])
    before = forms(played, mover)
    table.rule(played.id, "remove", {"name": "stub"}, played.ticket, None)
    assert played.question.key == "candles.targets"
    assert forms(played, mover) != before
    assert forms(played, mover) == [(f"{mover}-{played.ticket}", played.ticket)]


def test_an_answer_and_an_undo_make_another_form_however_alike(played: Played) -> None:
    mover = asked(played)
    before = forms(played, mover)
    played.answer(mover, [])
    table.undo(played.id, played.fight.take_back_entry or 0, played.ticket, mover, None)
    assert played.question.key == "candles.move"
    assert forms(played, mover) != before


def test_a_turn_that_is_cut_short_leaves_no_form_to_the_next(played: Played) -> None:
    mover = asked(played)
    before = forms(played, mover)
    table.rule(played.id, "cut", {"frame": "turn"}, played.ticket, None)
    assert before[0] not in forms(played, mover)


def test_what_somebody_starts_meanwhile_makes_the_question_another_one(played: Played) -> None:
    """A gust asks something of its own; who was asked before is asked anew."""
    played.until("act")
    actor = played.waiting()[0]
    before = forms(played, actor)
    offer = next(each for each in played.question.offers if each.seat != GM)
    table.offer(played.id, offer.seat, offer.id, None, played.ticket, None)
    played.play_on()
    assert played.question.key == "candles.act"
    assert forms(played, actor) != before

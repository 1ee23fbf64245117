"""Who is not asked may still do something: offers, offers within offers, requests to the GM."""

import pytest

from rules.engine.errors import AlreadyTaken, Malformed, NotAllowed, NotYours, StaleAnswer
from rules.engine.flow import GM, Seat
from rules.engine.log import Kind
from rules.engine.view import GAME_MASTER, SPECTATOR, Role, Viewer
from tests.rules.engine.table import Table
from tests.rules.engine.two_pages import SYSTEM


@pytest.fixture
def table() -> Table:
    """Mina is asked what to do; the others may gust."""
    table = Table()
    table.until("act", "mina")
    return table


# ---- offers


def test_an_offer_runs_its_own_story_and_then_the_question_is_asked_again(table: Table) -> None:
    old = table.ticket
    table.offer("jun", "gust-jun")
    assert (table.question.key, table.question.actor) == ("candles.gust", "jun")
    with pytest.raises(StaleAnswer):
        table.answer("mina", "rest", old)
    table.answer("jun", "stub")
    assert (table.question.key, table.question.actor) == ("candles.act", "mina")
    assert table.candle("stub").wax == 7
    assert "gust-jun" not in [offer.id for offer in table.question.offers]
    table.answer("mina", "rest")


def test_offers_nest(table: Table) -> None:
    table.offer("jun", "gust-jun")
    table.offer(GM, "shelter-stub", 2)
    assert (table.question.key, table.question.actor) == ("candles.shelter", "stub")
    assert table.restored().open == table.session.open
    table.script(5)
    table.answer(GM, "yes")
    assert table.candle("stub").wax == 10
    assert (table.question.key, table.question.actor) == ("candles.gust", "jun")
    assert [offer.id for offer in table.question.offers] == ["shelter-taper"]
    table.answer("jun", "stub")
    assert (table.question.key, table.question.actor) == ("candles.act", "mina")
    assert table.candle("stub").wax == 9


def test_an_offer_whose_taker_is_removed_lapses_and_the_question_stands(table: Table) -> None:
    table.offer("jun", "gust-jun")
    table.rule("remove", name="jun")
    assert (table.question.key, table.question.actor) == ("candles.act", "mina")


def test_an_asker_removed_during_an_offer_lapses_once_the_offer_is_done(table: Table) -> None:
    table.offer("jun", "gust-jun")
    table.rule("remove", name="mina")
    assert table.question.key == "candles.gust"
    table.answer("jun", "stub")
    assert (table.question.key, table.question.actor) == ("candles.move", "taper")


def test_only_what_is_offered_to_the_seat_is_taken(table: Table) -> None:
    for seat, offer in (("mina", "gust-jun"), ("jun", "gust-mina"), ("jun", "dance")):
        with pytest.raises(NotAllowed, match="no_such_offer"):
            table.offer(seat, offer)
    table.offer("jun", "gust-jun")
    for value in (0, 3, None, "2"):
        with pytest.raises((NotAllowed, Malformed)):
            table.offer(GM, "shelter-stub", value)


def test_an_offer_taken_twice_is_taken_once(table: Table) -> None:
    old = table.ticket
    table.offer("jun", "gust-jun")
    with pytest.raises(AlreadyTaken):
        table.session.take_offer("jun", "gust-jun", None, old)


def test_a_sealed_answer_survives_an_offer() -> None:
    table = Table()
    table.until("stake", act="rest")
    table.answer("jun", 1)
    table.decide(table.request("mina", "gust"), granted=True)
    assert table.question.key == "candles.gust"
    table.answer("mina", "taper")
    assert table.question.key == "candles.stake"
    assert table.session.open is not None
    assert table.session.open.sealed == {"jun": 1}


def test_an_undone_offer_never_was(table: Table) -> None:
    before = table.session.digest()
    table.offer("jun", "gust-jun")
    table.answer("jun", "stub")
    table.undo(table.last(Kind.OFFER).number)
    assert table.session.digest() == before


# ---- requests


def test_a_request_waits_for_its_grant_while_an_answer_arrives(table: Table) -> None:
    request = table.request("jun", "gust", "now, please")
    ticket = table.ticket
    table.answer("mina", "rest", ticket)
    assert (table.question.key, table.ticket) == ("candles.act", ticket)
    assert table.session.waiting_for() == []
    assert table.restored().open == table.session.open
    table.decide(request, granted=True)
    assert (table.question.key, table.question.actor) == ("candles.gust", "jun")
    table.answer("jun", "stub")
    assert (table.question.key, table.question.actor) == ("candles.taunt", "mina")
    assert table.candle("stub").wax == 7


def test_a_refused_request_lets_play_run_on(table: Table) -> None:
    request = table.request("jun", "gust")
    table.answer("mina", "rest")
    table.decide(request, granted=False)
    assert (table.question.key, table.question.actor) == ("candles.taunt", "mina")
    assert table.candle("stub").wax == 8


def test_two_requests_are_decided_one_by_one(table: Table) -> None:
    first, second = table.request("jun", "gust"), table.request("mina", "wait")
    table.answer("mina", "rest")
    table.decide(second, granted=False)
    assert table.question.key == "candles.act"
    table.decide(first, granted=True)
    assert table.question.key == "candles.gust"


def test_beside_a_decided_answer_no_second_one_is_taken(table: Table) -> None:
    table.answer("mina", "rest")
    table.until("cover", "mina", act="blow", cover=None, targets=["mina"])
    request = table.request("jun", "wait")
    table.answer("jun", "jun")
    assert table.session.waiting_for() == []
    with pytest.raises(NotAllowed, match="already_decided"):
        table.answer("mina", "mina")
    table.decide(request, granted=False)
    assert table.question.key != "candles.cover"


def test_a_request_is_withdrawn_by_its_own_seat_alone(table: Table) -> None:
    request = table.request("jun", "wait")
    for seat, granted in (("mina", False), ("jun", True)):
        with pytest.raises(NotYours):
            table.decide(request, granted, seat)
    table.decide(request, granted=False, seat="jun")
    assert table.duel.requests == []
    assert [event.key for event in table.session.last.events] == ["engine.log.withdrawn"]


def test_what_the_gm_refuses_is_not_called_withdrawn(table: Table) -> None:
    table.decide(table.request("jun", "wait"), granted=False)
    assert [event.key for event in table.session.last.events] == ["engine.log.refused"]


@pytest.mark.parametrize("seat", ["jun", GM], ids=["withdrawn", "refused"])
def test_who_did_not_read_a_request_does_not_read_that_nothing_came_of_it(table: Table, seat: Seat) -> None:
    """It was between the asker and the GM."""

    def readers() -> list[Viewer]:
        snapshot, pins = table.session.snapshot(), table.record.pins
        return [each for each in viewers if SYSTEM.log(snapshot, pins, each)]

    asker, other = (Viewer(Role.PLAYER, (name,)) for name in ("jun", "mina"))
    viewers = [GAME_MASTER, asker, other, SPECTATOR]
    request = table.request("jun", "wait")
    assert readers() == [GAME_MASTER, asker]
    table.decide(request, granted=False, seat=seat)
    assert readers() == [GAME_MASTER, asker]


def test_a_granted_wait_is_told_once(table: Table) -> None:
    table.decide(table.request("jun", "wait"), granted=True)
    assert [event.key for event in table.session.last.events] == ["engine.log.waited"]


def test_a_reason_stands_in_quotes_of_its_own(table: Table) -> None:
    table.request("jun", "wait", "my tea")
    assert [event.key for event in table.session.last.events] == ["engine.log.request.words"]
    table.request("mina", "wait")
    assert [event.key for event in table.session.last.events] == ["engine.log.request"]


def test_a_request_decided_twice_is_decided_once(table: Table) -> None:
    request = table.request("jun", "wait")
    table.decide(request, granted=False)
    with pytest.raises(AlreadyTaken):
        table.decide(request, granted=False)
    with pytest.raises(StaleAnswer, match="no_such_request"):
        table.decide(request, granted=True)


def test_the_same_wish_is_not_made_twice_at_once(table: Table) -> None:
    table.request("jun", "wait")
    with pytest.raises(AlreadyTaken):
        table.request("jun", "wait", "really")


def test_only_known_wishes_in_words_that_can_be_shown(table: Table) -> None:
    with pytest.raises(NotAllowed, match="no_such_request_kind"):
        table.request("jun", "pizza")
    for words in ("\x00", "\ud800"):
        with pytest.raises(Malformed):
            table.request("jun", "wait", words)
    table.request("jun", "wait", "x" * 999)
    assert len(table.duel.requests[0].words) == 200


def test_after_the_end_nothing_is_asked_for_and_a_grant_starts_nothing(table: Table) -> None:
    request = table.request("jun", "gust")
    table.rule("end", winner="")
    table.decide(request, granted=True)
    assert table.session.open is None
    with pytest.raises(NotAllowed, match="over"):
        table.request("jun", "wait")


def test_a_request_of_one_who_was_removed_starts_nothing() -> None:
    table = Table()
    table.until("act", "mina")
    request = table.request("jun", "gust")
    table.rule("remove", name="jun")
    table.decide(request, granted=True)
    assert (table.question.key, table.question.actor) == ("candles.act", "mina")

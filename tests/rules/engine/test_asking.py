"""Questions: sealed answers, first come, tickets, standing orders, and what lapses when its asker is gone."""

from itertools import permutations
from typing import Any

import pytest

from rules.engine.errors import (
    AlreadyTaken,
    Malformed,
    NotAllowed,
    NotYours,
    Refused,
    StaleAnswer,
)
from rules.engine.flow import GM
from rules.engine.log import Kind
from rules.engine.session import MOST_ORDERS
from tests.rules.engine.table import Table

STAKES = {"mina": 2, "jun": 1, GM: 0}


@pytest.fixture
def table() -> Table:
    return Table()


def at_the_draught() -> Table:
    """Everybody is asked for a stake."""
    table = Table()
    table.until("stake", act="rest")
    return table


# ---- ALL


@pytest.mark.parametrize("order", list(permutations(STAKES)))
def test_it_does_not_matter_who_answers_first_when_all_are_asked(order: tuple[str, ...]) -> None:
    table = at_the_draught()
    for seat in order:
        table.answer(seat, STAKES[seat])
    expected = at_the_draught()
    for seat, stake in STAKES.items():
        expected.answer(seat, stake)
    assert table.session.digest() == expected.session.digest()
    assert table.session.version == expected.session.version


def test_answers_are_sealed_until_the_last_and_the_ticket_stays() -> None:
    table = at_the_draught()
    ticket, wax = table.ticket, [candle.wax for candle in table.duel.candles]
    table.answer("jun", 1)
    table.answer("mina", 0)
    assert table.ticket == ticket
    assert table.session.waiting_for() == [GM]
    assert [candle.wax for candle in table.duel.candles] == wax
    table.answer(GM, 3, ticket)
    assert table.ticket > ticket


def test_a_sealed_answer_is_not_given_twice() -> None:
    table = at_the_draught()
    table.answer("jun", 1)
    with pytest.raises(AlreadyTaken):
        table.answer("jun", 1)
    with pytest.raises(NotAllowed, match="already_answered"):
        table.answer("jun", 2)


# ---- FIRST


def test_the_first_who_does_not_pass_decides(table: Table) -> None:
    table.until("cover", "stub", act="blow", targets=["stub"])
    table.answer(GM, None)
    assert table.session.last.entries[-1].kind is Kind.ROLL
    table.until("cover", "mina", act="blow", cover=None, targets=["mina"])
    old = table.ticket
    table.answer("jun", "jun")
    assert table.question.key != "candles.cover"
    with pytest.raises(StaleAnswer) as told:
        table.answer("mina", "mina", old)
    assert not isinstance(told.value, AlreadyTaken)


def test_when_all_pass_nobody_decides(table: Table) -> None:
    table.until("cover", "mina", act="blow", cover=None, targets=["mina"])
    wax = table.candle("jun").wax
    table.script(1, 1, 1, 1, 1, 1)
    table.answer("jun", None)
    assert table.question.key == "candles.cover"
    table.answer("mina", None)
    assert table.candle("jun").wax == wax


# ---- who, when, what


@pytest.mark.parametrize(
    ("seat", "value", "error"),
    [
        ("jun", ["B1"], NotYours),
        ("nobody", None, NotYours),
        ("mina", "B1", Malformed),
        ("mina", ["F1"], NotAllowed),
    ],
)
def test_what_is_not_taken_changes_nothing(
    table: Table, seat: str, value: object, error: type[Refused]
) -> None:
    table.until("move", "mina")
    before = (table.session.digest(), table.session.version, len(table.record.entries))
    with pytest.raises(error) as refused:
        table.answer(seat, value)
    assert type(refused.value) is error
    assert (table.session.digest(), table.session.version, len(table.record.entries)) == before
    assert table.restored().digest() == table.session.digest()


def test_an_answer_to_an_older_question_is_stale_and_the_same_one_quietly_known(table: Table) -> None:
    table.until("act", "mina")
    old = table.ticket
    table.answer("mina", "stretch", old)
    with pytest.raises(AlreadyTaken):
        table.answer("mina", "stretch", old)
    with pytest.raises(StaleAnswer) as stale:
        table.answer("mina", "rest", old)
    assert type(stale.value) is StaleAnswer


def test_a_list_sent_again_is_known_whatever_its_order_became(table: Table) -> None:
    table.until("targets", act="blow")
    old = table.ticket
    table.answer(table.session.waiting_for()[0], ["stub", "taper"], old)
    assert table.last(Kind.ANSWER).payload["value"] == ["taper", "stub"]
    with pytest.raises(AlreadyTaken):
        table.answer("mina", ["stub", "taper"], old)
    with pytest.raises(StaleAnswer) as stale:
        table.answer("mina", ["stub"], old)
    assert type(stale.value) is StaleAnswer


def test_words_are_kept_without_blanks_and_known_again(table: Table) -> None:
    table.until("taunt", "mina", act="rest")
    old = table.ticket
    table.answer("mina", "  Flicker!  ")
    assert table.duel.taunts == {"mina": "Flicker!"}
    with pytest.raises(AlreadyTaken):
        table.answer("mina", "  Flicker!  ", old)


def test_a_ticket_is_never_used_again_not_even_after_undo(table: Table) -> None:
    seen = [table.ticket]
    for _ in range(8):
        table.play_on()
        seen.append(table.ticket)
    table.undo(table.last(Kind.ANSWER).number)
    assert table.ticket not in seen
    for old in set(seen):
        with pytest.raises(StaleAnswer):
            table.answer(table.session.waiting_for()[0], None, old)


# ---- the asker


def test_an_asker_who_is_removed_while_asked_lapses_and_play_goes_on_after_the_frame(table: Table) -> None:
    table.until("act", "mina")
    table.rule("remove", name="mina")
    assert table.question.key == "candles.move"
    assert table.question.actor == "taper"
    assert table.restored().digest() == table.session.digest()


def test_a_target_removed_while_its_camp_is_asked_ends_only_the_reaction(table: Table) -> None:
    table.until("act", "mina")
    for seat, value in (("mina", "blow"), ("mina", []), ("mina", ["taper", "stub"])):
        table.answer(seat, value)
    table.answer("mina", ["taper", "stub"])
    assert (table.question.key, table.question.actor) == ("candles.cover", "taper")
    table.rule("remove", name="taper")
    assert (table.question.key, table.question.actor) == ("candles.cover", "stub")
    assert table.session.snapshot().frames == ("turn", "action", "reaction")


def test_one_of_several_askers_removed_is_waited_for_no_more() -> None:
    table = at_the_draught()
    table.answer(GM, 1)
    table.rule("remove", name="jun")
    assert table.session.waiting_for() == ["mina"]
    table.answer("mina", 0)
    assert table.question.key == "candles.move"


# ---- standing orders


def test_a_standing_order_passes_by_itself(table: Table) -> None:
    table.stand("mina", "candles.cover")
    table.until("cover", "mina", act="blow", cover=None, targets=["mina"])
    assert table.session.waiting_for() == ["jun"]
    table.answer("jun", None)
    assert table.question.key != "candles.cover" or table.question.actor != "mina"


def test_a_standing_order_stops_for_those_it_names(table: Table) -> None:
    table.stand("jun", "candles.", True, "mina")
    table.until("cover", "mina", act="blow", cover=None, targets=["mina"])
    assert "jun" in table.session.waiting_for()


def test_a_standing_order_given_at_the_open_question_passes_it_and_is_lifted_again(table: Table) -> None:
    table.until("taunt", "mina", act="rest")
    table.stand("mina", "candles.taunt")
    assert table.question.key == "candles.move"
    table.stand("mina", "candles.taunt", False)
    assert table.duel.standing == []
    table.until("taunt", "mina", act="rest")
    assert table.session.waiting_for() == ["mina"]


def test_a_standing_order_passes_nothing_that_may_not_be_passed(table: Table) -> None:
    table.stand("mina", "candles.")
    table.until("act", "mina")
    assert table.session.waiting_for() == ["mina"]


@pytest.mark.parametrize(
    ("key", "stop_for"), [("x" * 81, ()), ("a", ("b",) * 81), ("a", ("b" * 81,)), ("\x00", ())]
)
def test_a_standing_order_is_short(table: Table, key: str, stop_for: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        table.session.stand("mina", key, True, table.ticket, stop_for)


def test_a_seat_gives_only_so_many_standing_orders(table: Table) -> None:
    """They are stored with every version. One in the place of another is no more than before."""
    for number in range(MOST_ORDERS):
        table.stand("mina", f"nothing.{number}")
    with pytest.raises(NotAllowed):
        table.session.stand("mina", "nothing.more", True, table.ticket)
    table.stand("mina", "nothing.1", True, "jun")
    table.stand("jun", "nothing.more")
    table.stand("mina", "nothing.2", False)
    table.stand("mina", "nothing.more")


# ---- taking back


def test_a_player_takes_the_last_answer_back(table: Table) -> None:
    table.until("act", "mina")
    before = table.session.digest()
    table.answer("mina", "stretch")
    assert table.session.take_back == ("mina", table.last(Kind.ANSWER).number)
    table.undo(table.session.take_back[1], "mina")
    assert table.session.digest() == before
    assert [event.key for event in table.session.last.events] == ["engine.log.taken_back"]


def test_nobody_takes_back_what_another_answered(table: Table) -> None:
    table.until("act", "mina")
    table.answer("mina", "stretch")
    entry = table.last(Kind.ANSWER).number
    with pytest.raises(NotAllowed, match="no_take_back"):
        table.undo(entry, "jun")
    with pytest.raises(NotAllowed, match="no_take_back"):
        table.undo(entry - 1, "mina")


def test_nothing_is_taken_back_once_a_die_fell(table: Table) -> None:
    table.until("cover", "stub", act="blow", targets=["stub"], cover=None)
    table.answer(GM, None)
    assert table.session.take_back is None


def test_nothing_is_taken_back_once_something_was_revealed(table: Table) -> None:
    table.until("stretch", "mina", act="stretch")
    table.answer("mina", 1)
    assert table.session.take_back is None
    table.answer("mina", "A quiet word.")
    assert table.session.take_back is not None


def test_what_the_gm_answered_for_a_player_is_not_the_players_to_take_back(table: Table) -> None:
    table.until("act", "mina")
    table.answer("mina", "stretch", by_gm=True)
    assert table.session.take_back is None


def test_a_sealed_answer_can_be_taken_back_while_others_think() -> None:
    table = at_the_draught()
    table.answer("jun", 1)
    table.undo(table.last(Kind.ANSWER).number, "jun")
    assert set(table.session.waiting_for()) == {"mina", "jun", GM}


def test_two_undos_on_one_ticket_undo_once(table: Table) -> None:
    for _ in range(6):
        table.play_on()
    ticket, entry = table.ticket, table.last(Kind.ANSWER).number
    table.undo(entry, ticket=ticket)
    digest = table.session.digest()
    with pytest.raises(AlreadyTaken):
        table.undo(entry, ticket=ticket)
    with pytest.raises(StaleAnswer):
        table.undo(entry - 1, ticket=ticket)
    assert table.session.digest() == digest


@pytest.mark.parametrize("entry", [0, -1, 999])
def test_what_is_not_there_is_not_undone(table: Table, entry: int) -> None:
    with pytest.raises(NotAllowed, match="nothing_to_undo"):
        table.undo(entry)


def test_what_is_undone_is_marked_not_deleted(table: Table) -> None:
    for _ in range(5):
        table.play_on()
    numbers = [entry.number for entry in table.record.entries]
    table.undo(numbers[2])
    assert [e.number for e in table.record.entries] == [*numbers, numbers[-1] + 1]
    assert [e.number for e in table.record.entries if e.undone_in] == numbers[2:]
    assert [e.number for e in table.record.live(1)] == numbers[:2]


def test_a_die_cannot_be_undone_alone(table: Table) -> None:
    table.until("cover", "stub", act="blow", targets=["stub"], cover=None)
    table.answer(GM, None)
    with pytest.raises(NotAllowed, match="nothing_to_undo"):
        table.undo(table.last(Kind.ROLL).number)


def test_the_answer_undone_may_be_given_anew(table: Table) -> None:
    answers: list[Any] = ["stretch", 1, None]
    table.until("act", "mina")
    for value in answers:
        table.answer("mina", value)
    digest = table.session.digest()
    table.undo(table.record.live(1)[-3].number)
    for value in answers:
        table.answer("mina", value)
    assert table.session.digest() == digest

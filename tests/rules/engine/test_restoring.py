"""A fight can be left and taken up again after every click, whatever was played, ruled or undone before."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.dice import Draws
from rules.engine.fights import verified
from rules.engine.flow import GM
from rules.engine.log import Kind
from rules.engine.record import record_from_json, record_to_json
from rules.engine.session import Session
from tests.rules.engine.keys import with_shuffled_keys
from tests.rules.engine.table import Table
from tests.rules.engine.two_pages import SYSTEM, Duel
from tests.rules.engine.wild_play import wild_move

MOVES = 90
seeds = st.binary(min_size=3, max_size=3)


def assert_same(one: Session[Duel], other: Session[Duel]) -> None:
    """Nobody can tell the two sessions apart."""
    assert one.digest() == other.digest()
    assert one.open == other.open
    assert one.fingerprint == other.fingerprint
    assert (one.version, one.ticket, one.take_back) == (other.version, other.ticket, other.take_back)
    assert one.waiting_for() == other.waiting_for()
    assert one.snapshot().frames == other.snapshot().frames


@settings(max_examples=40)
@given(seeds)
def test_every_play_restores_from_every_prefix(seed: bytes) -> None:
    table, draws = Table(seed), Draws(seed, "wild")
    for _ in range(MOVES):
        before = table.session.version
        wild_move(table, draws)
        if table.session.version > before:
            assert_same(table.session, table.restored())
        if draws.below(2):
            table.come_back()
    assert_same(table.session, table.restored(record_from_json(record_to_json(table.record))))


@settings(max_examples=25)
@given(seeds)
def test_the_log_alone_tells_the_whole_fight_again(seed: bytes) -> None:
    table, draws = Table(seed), Draws(seed, "wild")
    for _ in range(MOVES):
        wild_move(table, draws)
    again = verified(SYSTEM, table.record)
    assert again.digest() == table.session.digest()
    assert again.open == table.session.open


@settings(max_examples=25)
@given(seeds)
def test_an_undo_is_the_fight_restored_from_the_prefix(seed: bytes) -> None:
    table, draws = Table(seed), Draws(seed, "wild")
    stood = {}
    for _ in range(MOVES):
        stood[table.record.next_number] = (table.session.digest(), table.session.open)
        wild_move(table, draws)
    inputs = [e.number for e in table.record.live(1) if e.kind is not Kind.ROLL and e.number in stood]
    while inputs:
        to = inputs[draws.below(len(inputs))]
        table.undo(to)
        assert (table.session.digest(), table.session.open) == stood[to]
        inputs = [number for number in inputs if number < to][-20:]


@settings(max_examples=15)
@given(seeds)
def test_the_state_survives_json_with_shuffled_keys_at_every_question(seed: bytes) -> None:
    straight, shuffled = Table(seed), Table(seed)
    draws = Draws(seed, "keys")
    while not straight.session.is_over:
        straight.play_on()
        shuffled.play_on()
        shuffled.record = with_shuffled_keys(shuffled.record, draws)
        shuffled.come_back()
        assert shuffled.session.digest() == straight.session.digest()
        assert shuffled.session.open == straight.session.open
    assert shuffled.record.entries == straight.record.entries


def test_the_same_seed_gives_the_same_fight() -> None:
    one, other = Table(b"same"), Table(b"same")
    one.to_the_end()
    other.to_the_end()
    assert one.record == other.record


def test_a_crash_and_a_second_try_give_the_same_faces() -> None:
    table = Table()
    table.until("cover", act="blow", cover=None)
    lost, kept = table.restored(), table.restored()
    for session in (lost, kept):
        for seat in session.waiting_for():
            session.answer(seat, None, session.ticket)
    assert lost.last.entries == kept.last.entries
    assert any(entry.kind is Kind.ROLL for entry in kept.last.entries)


def test_events_belong_to_the_commit_that_made_them_and_to_no_state() -> None:
    table = Table()
    table.until("act", "mina")
    assert [event.key for event in table.session.last.events if event.key == "candles.log.melt"] == []
    table.answer("mina", "stretch")
    table.answer("mina", 2)
    assert [event.key for event in table.session.last.events] == ["candles.log.melt"]
    assert "events" not in json.dumps(table.session.snapshot().state)
    table.come_back()
    assert table.session.last.events == ()


@pytest.mark.parametrize("end", [True, False])
def test_a_fight_that_is_over_stays_over_when_it_comes_back(end: bool) -> None:
    table = Table()
    if end:
        table.rule("end", winner="west")
    else:
        table.to_the_end()
    table.come_back()
    assert table.session.is_over
    assert table.duel.result is not None
    assert table.session.open is None
    table.undo(table.record.live(1)[-1].number if end else table.last(Kind.ANSWER).number, GM)
    assert not table.session.is_over

"""A fight as a file: written, read back, compared, refused where it is none."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import VERSION
from rules.engine.bots import all_the_same, by_seat, play_out, random_legal
from rules.engine.dice import SeededDice
from rules.engine.fights import begin, verified
from rules.engine.record import BrokenRecord, record_from_json, record_to_json
from tests.rules.engine.table import Table
from tests.rules.engine.two_pages import SETUP, SYSTEM, fierce


@pytest.fixture
def table() -> Table:
    """A whole fight, with an undo in it."""
    table = Table()
    for _ in range(9):
        table.play_on()
    table.undo(table.record.live(1)[4].number)
    table.to_the_end()
    return table


def test_a_record_survives_its_file(table: Table) -> None:
    assert record_from_json(record_to_json(table.record)) == table.record


def test_a_file_holds_the_whole_fight_a_line_an_entry(table: Table) -> None:
    told = record_to_json(table.record)
    plain = json.loads(told)
    assert plain["system"] == "candles"
    assert plain["setup"] == SETUP
    assert plain["schema"] == 1
    assert plain["house_rules"] == {"strong_draught": False}
    assert plain["version"] == table.session.version
    assert len(plain["digests"]) == table.session.version
    assert len(plain["checkpoints"]) == len(table.record.checkpoints)
    assert sum('"undone_in"' in line for line in told.splitlines()) == len(table.record.entries)


def test_a_record_names_the_build_that_played_it() -> None:
    dice = SeededDice(b"open", b"hidden")
    _session, record = begin(SYSTEM, SETUP, dice)
    assert record_from_json(record_to_json(record)).build == VERSION


def test_seeds_may_be_kept_back_while_their_hashes_are_told(table: Table) -> None:
    again = record_from_json(record_to_json(replace(table.record, seeds=None)))
    assert again.seeds is None
    assert again.commitments == table.record.commitments
    assert verified(SYSTEM, again).digest() == table.session.digest()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("", "-"),
        ("[]", "-"),
        ("{}", "system"),
        (b"\xff", "-"),
        ('{"system": "candles", "entries": [{"number": 1}]}', "entries.0.version"),
        ('{"system": "candles", "version": "many"}', "version"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_the_place(data: str | bytes, place: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        record_from_json(data)
    assert broken.value.text.params["place"] == place


@given(st.text(max_size=80) | st.binary(max_size=80))
def test_whatever_a_file_holds_it_is_no_record_or_one(data: str | bytes) -> None:
    with pytest.raises(BrokenRecord):
        record_from_json(data)


def test_an_empty_record_holds_no_fight() -> None:
    with pytest.raises(BrokenRecord, match="record_empty"):
        verified(SYSTEM, record_from_json('{"system": "candles"}'))


def test_bots_play_a_fight_to_its_end_and_the_log_tells_it_again() -> None:
    table = Table()
    seen: list[int] = []
    play_out(
        table.session,
        table.record,
        by_seat({"mina": random_legal}, fierce),
        table.seed,
        on_commit=lambda session: seen.append(session.version),
    )
    assert table.session.is_over
    assert seen == list(range(2, table.session.version + 1))
    assert verified(SYSTEM, table.record).digest() == table.session.digest()


def test_bots_stop_while_a_request_waits() -> None:
    table = Table()
    table.until("act", "mina")
    table.request("jun", "wait")
    play_out(table.session, table.record, all_the_same(random_legal), table.seed)
    assert not table.session.is_over
    assert table.question.key == "candles.act"

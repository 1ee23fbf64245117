"""A log that does not fit the rules is never guessed at: another question, die, length or state is ReplayDrift."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.choices import Amount, One, Option
from rules.engine.errors import Refused, ReplayDrift, RuleBroke, Runaway
from rules.engine.fights import verified
from rules.engine.flow import Ask, Flow, Roll, ask, nothing, question, roll
from rules.engine.log import Entry, Event, Kind
from rules.engine.record import BrokenRecord, Record
from rules.engine.session import Session
from rules.engine.state import Beat
from rules.engine.text import text
from tests.rules.engine import two_pages
from tests.rules.engine.table import BrokenDice, Table
from tests.rules.engine.two_pages import SYSTEM, Candles, Duel

Tampering = Callable[[Entry], Entry]


@pytest.fixture
def table() -> Table:
    """A table in mid-attack, dice on it."""
    table = Table()
    table.until("act", "mina")
    table.answer("mina", "blow")
    table.answer("mina", ["puff"])
    table.answer("mina", ["stub", "taper"])
    table.answer("mina", ["taper", "stub"])
    table.answer("gm", "taper")
    return table


def tamper(record: Record, kind: Kind, change: Tampering) -> Record:
    """The record with its last entry of that kind changed."""
    at = max(place for place, entry in enumerate(record.entries) if entry.kind is kind)
    entries = [change(each) if place == at else each for place, each in enumerate(record.entries)]
    return replace(record, entries=entries)


def payload(**changes: Any) -> Tampering:
    """An entry whose payload says something else."""
    return lambda entry: replace(entry, payload=entry.payload | changes)


def test_the_untouched_log_fits(table: Table) -> None:
    assert table.restored().digest() == table.session.digest()
    assert verified(SYSTEM, table.record).open == table.session.open


@pytest.mark.parametrize(
    ("kind", "change", "key"),
    [
        (Kind.ROLL, payload(sides=8), "drift_roll"),
        (Kind.ROLL, payload(faces=[1]), "drift_roll"),
        (Kind.ROLL, payload(hidden=True), "drift_roll"),
        (Kind.ROLL, payload(purpose=[2, "mina", "CD-5", 1]), "drift_roll"),
        (Kind.ROLL, payload(faces=[6, 6]), "drift_state"),
        (Kind.ANSWER, lambda entry: replace(entry, on="0123456789abcdef"), "drift_question"),
        (Kind.ANSWER, payload(value="mina"), "drift_refused"),
        (Kind.ANSWER, payload(value=7), "drift_refused"),
        (Kind.ANSWER, payload(value="stub"), "drift_state"),
    ],
)
def test_a_tampered_entry_is_found(table: Table, kind: Kind, change: Tampering, key: str) -> None:
    record = tamper(table.record, kind, change)
    with pytest.raises(ReplayDrift) as found:
        table.restored(record)
    assert found.value.text.key == f"error.{key}"
    with pytest.raises(ReplayDrift):
        verified(SYSTEM, record)


def test_a_missing_die_is_found(table: Table) -> None:
    shorter = replace(table.record, entries=[e for e in table.record.entries if e.kind is not Kind.ROLL])
    with pytest.raises(ReplayDrift, match="drift_length"):
        table.restored(shorter)
    with pytest.raises(ReplayDrift, match="drift_dice"):
        verified(SYSTEM, shorter)


def test_a_missing_answer_is_found(table: Table) -> None:
    missing = table.record.live(1)[-4].number
    shorter = replace(table.record, entries=[e for e in table.record.entries if e.number != missing])
    with pytest.raises(ReplayDrift, match=r"drift_(question|roll)"):
        table.restored(shorter)


def test_a_missing_last_answer_is_found_by_the_state(table: Table) -> None:
    shorter = replace(table.record, entries=table.record.entries[:-2])
    with pytest.raises(ReplayDrift, match="drift_state"):
        table.restored(shorter)


def test_a_die_that_no_rule_rolls_is_found(table: Table) -> None:
    extra = replace(table.last(Kind.ROLL), number=table.record.next_number)
    with pytest.raises(ReplayDrift, match="drift_roll"):
        table.restored(replace(table.record, entries=[*table.record.entries, extra]))


def test_a_beat_that_ends_sooner_than_recorded_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.until("move")
    monkeypatch.setitem(two_pages.PLAY, "turn", lambda _duel, _who: nothing())
    with pytest.raises(ReplayDrift, match="drift_length"):
        table.restored()


def test_a_changed_state_is_found(table: Table) -> None:
    checkpoint = table.record.checkpoints[-1]
    state = checkpoint.state | {"house_rules": {"strong_draught": True}}
    changed = [*table.record.checkpoints[:-1], replace(checkpoint, state=state)]
    with pytest.raises(ReplayDrift, match="drift_state"):
        table.restored(replace(table.record, checkpoints=changed))


def test_an_old_digest_is_compared_at_its_own_version(table: Table) -> None:
    digests = table.record.digests | {3: "0" * 32}
    with pytest.raises(ReplayDrift, match=r"drift_state.*3"):
        verified(SYSTEM, replace(table.record, digests=digests))


def test_words_and_numbers_for_show_are_no_drift(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def shouted(names: list[two_pages.Candle]) -> tuple[Option, ...]:
        return tuple(Option(each.name, text("candles.loud", name=each.name.upper())) for each in names)

    monkeypatch.setattr(two_pages, "options", shouted)
    assert table.restored().digest() == table.session.digest()


def test_a_new_choice_is_drift(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def more(names: list[two_pages.Candle]) -> tuple[Option, ...]:
        return (*(Option(each.name, text("candles.name")) for each in names), Option("moth", text("moth")))

    monkeypatch.setattr(two_pages, "options", more)
    with pytest.raises(ReplayDrift, match="drift_question"):
        table.restored()


def test_a_record_of_newer_rules_is_refused_and_an_older_ones_states_are_upgraded(table: Table) -> None:
    with pytest.raises(BrokenRecord, match="record_newer"):
        verified(SYSTEM, replace(table.record, schema=2))
    older = replace(table.record, schema=0, digests={table.record.version: "another"})
    assert verified(SYSTEM, older).digest() == table.session.digest()


def test_an_undo_in_a_live_log_is_drift(table: Table) -> None:
    with pytest.raises(ReplayDrift, match="drift_kind"):
        table.session._driver.apply(Kind.UNDO, "gm", {})


# ---- rules that break


class Broken(Candles):
    """The game with another turn."""

    def __init__(self, turn: Callable[[Duel], Flow[None]]) -> None:
        self._turn = turn

    def play(self, battle: Duel, beat: Beat) -> Flow[None]:
        """Placement as ever, then the broken turn."""
        return super().play(battle, beat) if beat.kind == "placement" else self._turn(battle)


def one_question(duel: Duel) -> Flow[None]:
    """Asks, then rolls no die at all."""
    yield from ask(lambda: small_question())
    assert (yield from roll("mina", "CD-9", 0)) == ()


def small_question() -> Ask:
    return question("candles.small", text("a"), {"mina": Amount(0, 1)}, public=text("b"))


def empty_question() -> Ask:
    return question("candles.empty", text("a"), {"mina": One(())}, public=text("b"))


def rolls_for_ever(duel: Duel) -> Flow[None]:
    while True:
        yield Roll("mina", "CD-9", 1)


def lapses_for_ever(duel: Duel) -> Flow[None]:
    while True:
        yield from two_pages.frame(two_pages.Frame.ACTION, lapsing())


def lapsing() -> Flow[None]:
    yield from ask(empty_question)


def talks_for_ever(duel: Duel) -> Flow[None]:
    yield from ask(lambda: small_question())
    while True:
        duel.record(Event("candles.log.talk"))


def divides_by_zero(duel: Duel) -> Flow[None]:
    yield from ask(lambda: small_question())
    duel.candles[0].wax = 1 // 0


def refuses(duel: Duel) -> Flow[None]:
    yield from ask(lambda: small_question())
    raise Refused("no_such_choice")


def ends_at_once(duel: Duel) -> Flow[None]:
    duel.acted.clear()
    return
    yield


def broken_table(turn: Callable[[Duel], Flow[None]]) -> Table:
    """A table after placement, its session played by the broken rules."""
    table = Table()
    table.session = Session.restore(Broken(turn), table.dice, table.record, table.record.pins)
    table.answer("mina", "A1")
    return table


@pytest.mark.parametrize("turn", [rolls_for_ever, lapses_for_ever, ends_at_once])
def test_play_that_asks_nobody_runs_away(turn: Callable[[Duel], Flow[None]]) -> None:
    table = broken_table(turn)
    before = list(table.record.entries)
    with pytest.raises(Runaway):
        table.answer("jun", "A1")
    assert table.record.entries == before


@pytest.mark.parametrize(
    ("turn", "error"), [(talks_for_ever, Runaway), (divides_by_zero, RuleBroke), (refuses, RuleBroke)]
)
def test_a_broken_rule_leaves_the_record_untouched(
    turn: Callable[[Duel], Flow[None]], error: type[Exception]
) -> None:
    table = broken_table(turn)
    table.answer("jun", "A1")
    digest, version, before = table.session.digest(), table.record.version, list(table.record.entries)
    with pytest.raises(error):
        table.answer("mina", 1)
    assert (table.record.entries, table.record.version) == (before, version)
    again = Session.restore(Broken(turn), table.dice, table.record, table.record.pins, digest=digest)
    assert again.open == Session.restore(Broken(turn), table.dice, table.record, table.record.pins).open
    assert again.waiting_for() == ["mina"]


def test_no_die_no_entry() -> None:
    table = broken_table(one_question)
    table.answer("jun", "A1")
    table.answer("mina", 1)
    assert Kind.ROLL not in [entry.kind for entry in table.record.entries]


def test_a_crash_names_what_broke(table: Table) -> None:
    table.session.dice = BrokenDice()
    with pytest.raises(RuleBroke) as broke:
        table.answer("gm", None)
    assert "ZeroDivisionError" in str(broke.value.text.params["what"])
    assert isinstance(broke.value.__cause__, ZeroDivisionError)


# ---- the fire exit


def test_the_gm_takes_over_by_hand_after_a_broken_rule(table: Table) -> None:
    state, beat = table.session.snapshot().state, table.duel.beat
    table.session = Session.by_hand(SYSTEM, table.dice, table.record, table.record.pins, state)
    table.rule("take_over")
    assert table.duel.beat == beat + 1
    assert table.question.key == "candles.move"
    assert table.duel.acted == ["mina", "taper"]
    assert table.restored().digest() == table.session.digest()
    assert verified(SYSTEM, table.record).digest() == table.session.digest()


def test_a_take_over_can_be_undone(table: Table) -> None:
    before, asked = table.session.digest(), table.session.open
    table.session = Session.by_hand(
        SYSTEM, table.dice, table.record, table.record.pins, table.session.snapshot().state
    )
    table.rule("take_over")
    table.play_on()
    table.undo(next(e.number for e in table.record.live(1) if e.kind is Kind.RULING))
    assert (table.session.digest(), table.session.open) == (before, asked)
    assert table.restored().digest() == before


def test_a_take_over_needs_no_working_rules(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_pages, "options", lambda _names: ())
    with pytest.raises(ReplayDrift):
        table.restored()
    state = table.session.snapshot().state
    table.session = Session.by_hand(SYSTEM, table.dice, table.record, table.record.pins, state)
    table.rule("take_over")
    assert table.question.key == "candles.move"
    assert table.restored().digest() == table.session.digest()

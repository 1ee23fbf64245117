"""The only writer of a fight: what is stored, refused, rolled back, undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.dice import SeededDice
from rules.engine.errors import AlreadyTaken, Malformed, NotYours, ReplayDrift, RuleBroke, StaleAnswer
from rules.engine.fights import verified
from rules.engine.flow import GM
from rules.engine.record import record_from_json
from tests.rules.engine.two_pages import Candles
from tests.vtt.fights.conftest import Played
from vtt.characters.models import Character
from vtt.fights import announcing, bots, export, hosting, table
from vtt.fights.models import Fight
from vtt.fights.refusals import ClosedAlready, NoSuchCombatant, NotOver, NotStarted, StartedAlready


def test_every_commit_stores_its_version(played: Played) -> None:
    played.to_the_end()
    versions = list(played.fight.versions.order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, played.fight.version + 1))
    assert played.snapshot.version == played.fight.version


def test_a_fight_is_played_from_the_database_to_its_end_and_its_record_replays(
    played: Played, candles: Candles
) -> None:
    played.to_the_end()
    assert played.fight.phase == Fight.Phase.ENDED
    record = record_from_json(export.record(played.fight))
    assert verified(candles, record).is_over


def test_a_refused_answer_changes_nothing(played: Played) -> None:
    before = _everything(played)
    for refused, seat, value, ticket in (
        (Malformed, "mina", 7, played.ticket),
        (NotYours, GM, "A1", played.ticket),
        (StaleAnswer, "mina", "A1", played.ticket - 1),
    ):
        with pytest.raises(refused):
            played.answer(seat, value, ticket)
    assert _everything(played) == before


def test_sealed_answers_share_a_ticket(played: Played) -> None:
    ticket = played.ticket
    played.answer("mina", "A1", ticket)
    assert played.ticket == ticket
    played.answer("jun", "B1", ticket)
    assert played.ticket == played.fight.version > ticket


def test_the_same_answer_again_is_already_taken(played: Played) -> None:
    ticket = played.ticket
    played.answer("mina", "A1", ticket)
    played.answer("jun", "B1", ticket)
    with pytest.raises(AlreadyTaken):
        played.answer("mina", "A1", ticket)


def test_an_undo_takes_the_whole_action_back(played: Played) -> None:
    played.until("act")
    before, version = played.snapshot.state, played.fight.version
    first = played.fight.entries.count() + 1
    played.play_on(act="blow")
    played.until("cover")
    played.play_on(1)
    table.undo(played.id, first, played.ticket, GM, None)
    assert played.snapshot.state == before
    assert played.question.key == "candles.act"
    assert played.fight.version > version + 2
    assert played.fight.entries.exclude(undone_in=None).count() > 2
    played.to_the_end()


def test_a_player_takes_back_the_own_last_answer_until_a_die_falls(played: Played) -> None:
    played.answer("mina", "A1")
    seat, entry = played.fight.take_back_seat, played.fight.take_back_entry
    assert (seat, entry) == ("mina", 1)
    table.undo(played.id, 1, played.ticket, "mina", None)
    assert played.waiting() == ["mina", "jun"]


def test_two_undos_on_one_ticket_undo_once(played: Played) -> None:
    played.play_on(4)
    ticket, to = played.ticket, played.fight.entries.order_by("number").last()
    assert to is not None
    table.undo(played.id, to.number, ticket, GM, None)
    state = played.snapshot.state
    with pytest.raises(StaleAnswer):
        table.undo(played.id, to.number, ticket, GM, None)
    assert played.snapshot.state == state


def test_a_changed_die_changes_the_play(played: Played) -> None:
    played.until("act")
    played.play_on(act="blow")
    while not played.fight.entries.filter(kind="roll").exists():
        played.play_on(cover=None)
    roll = played.fight.entries.filter(kind="roll").first()
    assert roll is not None
    table.change_die(played.id, roll.number, 0, 6, played.ticket, None)
    new = played.fight.entries.filter(kind="roll", undone_in=None).first()
    assert new is not None
    assert json.loads(new.payload)["faces"][0] == 6
    played.to_the_end()


def test_a_broken_rule_takes_nothing_and_tells_the_gm(
    played: Played, candles: Candles, monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append(r"fight \d+: rule_broke")
    played.until("move")
    entries, question, ticket = played.fight.entries.count(), played.question, played.ticket
    with monkeypatch.context() as broken:
        broken.setattr("tests.rules.engine.two_pages.Duel.move", _crash)
        with pytest.raises(RuleBroke):
            played.answer(played.waiting()[0], ["B1"] if _stands_at(played) == "A1" else [_step(played)])
    assert played.fight.entries.count() == entries
    assert (played.question, played.ticket) == (question, ticket)
    assert played.moment.trouble is not None
    assert "ZeroDivisionError" in str(played.moment.trouble.params)
    played.play_on()
    assert played.moment.trouble is None


def test_the_same_trouble_is_noted_once(
    played: Played, monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append(r"fight \d+: rule_broke")
    played.until("move")
    monkeypatch.setattr("tests.rules.engine.two_pages.Duel.move", _crash)
    versions = []
    for _ in range(3):
        with pytest.raises(RuleBroke):
            played.answer(played.waiting()[0], [_step(played)])
        versions.append(played.fight.version)
    assert len(set(versions)) == 1


def test_the_way_out_by_hand_keeps_the_table_and_goes_on(
    played: Played, monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append(r"fight \d+: replay_drift")
    played.until("targets", act="blow")
    before = played.snapshot.state["candles"]
    monkeypatch.setattr("tests.rules.engine.two_pages.breaths", _other_breaths)
    with pytest.raises(ReplayDrift):
        played.play_on()
    table.take_over(played.id, played.ticket, None)
    assert played.snapshot.state["candles"] == before
    assert played.question.key == "candles.move"
    played.to_the_end()


def test_the_turn_is_played_again_when_its_rules_have_changed(
    played: Played, monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append(r"fight \d+: replay_drift")
    played.until("targets", act="blow")
    acting = played.question.actor
    monkeypatch.setattr("tests.rules.engine.two_pages.breaths", _other_breaths)
    with pytest.raises(ReplayDrift):
        played.play_on()
    table.play_again(played.id, played.ticket, None)
    assert (played.question.key, played.question.actor) == ("candles.move", acting)
    played.to_the_end()


def test_a_state_that_is_not_the_stored_one_is_never_played_on(
    played: Played, expected_logs: list[str]
) -> None:
    expected_logs.append(r"fight \d+: replay_drift")
    played.play_on(6)
    played.fight.versions.filter(version=played.fight.version).update(digest="0" * 32)
    with pytest.raises(ReplayDrift):
        played.play_on()


def test_a_rolled_back_change_announces_nothing(
    played: Played, committed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    with committed() as told, pytest.raises(StaleAnswer):
        played.answer("mina", "A1", played.ticket - 1)
    assert not told
    with committed() as told:
        played.answer("mina", "A1")
    assert len(told) == 1


def test_failing_to_announce_fails_no_answer(
    played: Played, committed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append("on_commit")
    monkeypatch.setattr(announcing, "tell", _crash)
    with committed(execute=True):
        played.answer("mina", "A1")
    assert played.waiting() == ["jun"]


def test_phases_go_one_way(prepared: Played) -> None:
    with pytest.raises(NotStarted):
        prepared.answer("mina", "A1", 1)
    with pytest.raises(NotOver):
        hosting.close(prepared.id)
    hosting.start(prepared.id, None)
    with pytest.raises(AlreadyTaken):
        hosting.start(prepared.id, None)
    prepared.to_the_end()
    with pytest.raises(StartedAlready):
        hosting.start(prepared.id, None)
    hosting.close(prepared.id)
    with pytest.raises(ClosedAlready):
        hosting.close(prepared.id)
    with pytest.raises(ClosedAlready):
        table.undo(prepared.id, 1, prepared.ticket, GM, None)


def test_an_ended_fight_can_be_undone(played: Played) -> None:
    played.to_the_end()
    last = played.fight.entries.exclude(kind="roll").order_by("number").last()
    assert last is not None
    table.undo(played.id, last.number, played.ticket, GM, None)
    assert played.fight.phase == Fight.Phase.RUNNING


def test_closing_leaves_beside_the_sheet_only_what_the_fight_changed(played: Played) -> None:
    sheet = '{"wax": 1, "hat": "red"}'
    Character.objects.filter(key="mina").update(sheet=sheet, carried={"wax": 1, "soot": 2})
    played.to_the_end()
    assert played.cast.character("mina").carried["wax"] == 1
    hosting.close(played.id)
    mina, candles = played.cast.character("mina"), played.snapshot.state["candles"]
    wax = next(candle["wax"] for candle in candles if candle["name"] == "mina")
    assert (mina.sheet, mina.carried) == (sheet, {"wax": wax, "soot": 2})
    assert mina.as_left == {"wax": wax, "hat": "red", "soot": 2}


def test_the_dice_can_be_checked_afterwards(played: Played) -> None:
    fight = played.fight
    seeds = SeededDice(bytes.fromhex(fight.seed_open), bytes.fromhex(fight.seed_hidden))
    assert len({fight.seed_open, fight.seed_hidden}) == 2
    assert all(len(each) == 64 for each in seeds.commitments())


def test_a_driver_is_somebody_in_the_fight(prepared: Played) -> None:
    with pytest.raises(NoSuchCombatant):
        hosting.set_driver(prepared.id, "nobody", "fierce")
    version = prepared.fight.version
    prepared.drive("taper")
    assert prepared.moment.bots == {"taper": "fierce"}
    assert prepared.fight.version == version + 1
    hosting.set_driver(prepared.id, "taper", "")
    assert prepared.moment.bots == {}


def test_bots_answer_for_those_they_drive_and_for_nobody_else(played: Played) -> None:
    played.drive("mina", "taper")
    assert bots.is_due(played.moment)
    assert bots.move(played.id, played.ticket)
    assert played.waiting() == ["jun"]
    assert not bots.is_due(played.moment)
    assert not bots.move(played.id, played.ticket)


def test_the_gms_bot_answers_for_creatures_without_a_bot_of_their_own(played: Played) -> None:
    """They are the GM's: a fight whose characters and GM are bots' stands still for nobody."""
    played.drive("mina", "jun", "gm")
    acting = set()
    while bots.is_due(played.moment):
        acting.add(played.question.actor)
        assert bots.move(played.id, played.ticket)
    assert played.fight.phase == Fight.Phase.ENDED
    assert acting & {"taper", "stub"}


def test_bots_play_a_whole_fight(played: Played) -> None:
    played.drive("mina", "jun", "taper", "stub", "gm")
    while bots.is_due(played.moment):
        assert bots.move(played.id, played.ticket)
    assert played.fight.phase == Fight.Phase.ENDED


def test_bots_wait_while_a_request_waits_or_the_gm_pauses(played: Played) -> None:
    played.drive("mina", "jun", "taper", "stub")
    table.request(played.id, "mina", "wait", "", played.ticket, None)
    assert not bots.is_due(played.moment)
    assert not bots.move(played.id, played.ticket)
    table.decide(played.id, 1, False, played.ticket, GM, None)
    assert bots.is_due(played.moment)
    table.rule(played.id, "pause", {}, played.ticket, None)
    assert not bots.is_due(played.moment)
    assert not bots.move(played.id, played.ticket)


def test_a_bot_in_the_gms_place_grants_what_is_asked(played: Played) -> None:
    played.drive("gm")
    table.request(played.id, "mina", "wait", "", played.ticket, None)
    assert bots.is_due(played.moment)
    assert bots.move(played.id, played.ticket)
    assert played.snapshot.state["requests"] == []
    assert not bots.is_due(played.moment)


def test_a_bot_that_breaks_stops_and_the_gm_is_told(
    played: Played, candles: Candles, monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append(r"fight \d+: rule_broke")
    monkeypatch.setattr(candles, "bots", {"fierce": _crash})
    played.drive("mina")
    assert not bots.move(played.id, played.ticket)
    assert played.moment.trouble is not None
    assert not bots.is_due(played.moment)


def _everything(played: Played) -> tuple[Any, ...]:
    fight = played.fight
    counts = fight.entries.count(), fight.versions.count(), fight.checkpoints.count()
    return (*counts, fight.version, fight.ticket, fight.trouble, played.snapshot)


def _stands_at(played: Played) -> str:
    acting = played.question.actor
    return next(str(c["cell"]) for c in played.snapshot.state["candles"] if c["name"] == acting)


def _step(played: Played) -> str:
    shape = played.question.choices[played.waiting()[0]]
    assert shape.kind == "route"
    return next(iter(shape.exits[shape.start]))


def _crash(*_args: object, **_more: object) -> Any:
    raise ZeroDivisionError("a rule broke")


def _other_breaths(_duel: object) -> Any:
    from rules.engine.choices import Pay, Price
    from rules.engine.text import text

    return Pay(("air",), (Price("hiss", text("candles.b"), ("air",)),))

"""The only writer of a fight. Every change is one transaction: lock, restore, apply, store; announced after commit.

All functions raise `rules.engine.errors.Refused` or a `TableRefusal` for what is not taken, and RuleBroke, Runaway or
ReplayDrift when the rules themselves fail: then nothing was taken either, and the fight's `trouble` says what broke.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db import DatabaseError, transaction

from rules.engine.choices import Value
from rules.engine.errors import Refused, ReplayDrift, RuleBroke, RulesError, Runaway, crashes_named
from rules.engine.flow import GM, Seat
from rules.engine.log import Commit
from rules.engine.session import Session
from vtt.accounts.models import User
from vtt.fights import announcing, storing
from vtt.fights.models import Fight
from vtt.fights.moments import bots_of, dice_of, system_of, unpacked
from vtt.fights.past import StoredPast
from vtt.fights.refusals import ClosedAlready, NotStarted

log = logging.getLogger(__name__)

Play = Callable[[Session[Any]], Commit | Session[Any]]
"""Applies one input to the restored session; an undo answers with another session."""
Chooser = Callable[[Session[Any], Mapping[str, str]], tuple[Seat, Value] | None]
"""Given the session and the bots by combatant: the seat a bot answers for and its value, or None."""
BROKEN = (RuleBroke, ReplayDrift, Runaway)


def answer(
    fight_id: int, seat: Seat, value: object, ticket: int, by: User | None, *, by_gm: bool = False
) -> None:
    """Answer the open question for `seat`."""
    _play(fight_id, by, lambda session: session.answer(seat, value, ticket, by_gm=by_gm))


def offer(fight_id: int, seat: Seat, name: str, value: object, ticket: int, by: User | None) -> None:
    """Take what the open question offers to `seat`."""
    _play(fight_id, by, lambda session: session.take_offer(seat, name, value, ticket))


def request(fight_id: int, seat: Seat, kind: str, words: str, ticket: int, by: User | None) -> None:
    """Ask the GM for something; play waits until it is decided."""
    _play(fight_id, by, lambda session: session.request(seat, kind, words, ticket))


def decide(fight_id: int, number: int, granted: bool, ticket: int, seat: Seat, by: User | None) -> None:
    """Grant or refuse a request; its own seat may withdraw it."""
    _play(fight_id, by, lambda session: session.decide(number, granted, ticket, seat))


def stand(
    fight_id: int,
    seat: Seat,
    key: str,
    passes: bool,
    stop_for: tuple[str, ...],
    ticket: int,
    by: User | None,
) -> None:
    """Give or lift a standing order of `seat`."""
    _play(fight_id, by, lambda session: session.stand(seat, key, passes, ticket, stop_for))


def rule(fight_id: int, name: str, params: Mapping[str, Any], ticket: int, by: User | None) -> None:
    """A GM's ruling."""
    _play(fight_id, by, lambda session: session.rule(name, params, ticket))


def undo(fight_id: int, to: int, ticket: int, seat: Seat, by: User | None) -> None:
    """Go back to before entry `to`: the GM to any input, a player only past the own last answer."""
    _play(fight_id, by, lambda session: session.undo(to, ticket, seat))


def change_die(
    fight_id: int, number: int, index: int, face: int | None, ticket: int, by: User | None
) -> None:
    """Set a face of roll entry `number`, or roll it afresh (`face` None), and play on from there."""
    _play(fight_id, by, lambda session: session.change_die(number, ticket, index, face))


def take_over(fight_id: int, ticket: int, by: User | None) -> None:
    """A way out when a rule broke: keep the table as it stands, go on with the next turn."""
    _play(fight_id, by, lambda session: session.rule("take_over", {}, ticket), restored=_by_hand)


def play_again(fight_id: int, ticket: int, by: User | None) -> None:
    """A way out when a rule broke, or the rules changed under the fight: play this turn again from its start."""
    _play(fight_id, by, partial(_again, ticket), restored=_by_hand)


def move_bot(fight_id: int, ticket: int, choose: Chooser) -> bool:
    """Let a bot in the GM's place decide the oldest request, else let `choose` answer for a bot.

    It grants all but an undo, which is for people to weigh. False when the question of `ticket` is gone or there is
    nothing to do.
    """
    moved = False

    def play(session: Session[Any]) -> Commit:
        nonlocal moved
        playing = bots_of(fight_id)
        if session.ticket == ticket and session.battle.requests and GM in playing:
            moved = True
            oldest = session.battle.requests[0]
            return session.decide(oldest.id, oldest.kind != "undo", ticket)
        chosen = choose(session, playing) if session.ticket == ticket else None
        if chosen is None:
            raise _NothingToDo
        moved = True
        try:
            return session.answer(chosen[0], chosen[1], ticket)
        except Refused as illegal:
            raise RuleBroke(what=f"bot {chosen}: {illegal}") from illegal

    try:
        _play(fight_id, None, play)
    except _NothingToDo:
        return False
    return moved


class _NothingToDo(Refused):
    """Leaves a bot's transaction without a change."""


# ---- one change


def _play(
    fight_id: int,
    by: User | None,
    play: Play,
    restored: Callable[[Fight, StoredPast], Session[Any]] | None = None,
) -> None:
    try:
        with transaction.atomic():
            fight = locked(fight_id)
            _refuse_unless_played(fight)
            with crashes_named(DatabaseError):  # also where a state is read or written, outside of flows
                session = (restored or restored_at)(fight, StoredPast(fight))
                played = play(session)
                storing.keep(fight, played if isinstance(played, Session) else session, by)
            announce(fight)
    except BROKEN as broken:
        log.error("fight %s: %s", fight_id, broken, exc_info=broken)
        _note_trouble(fight_id, broken)
        raise


def locked(fight_id: int) -> Fight:
    """The fight's row, held until the transaction ends. Fight.DoesNotExist when there is none."""
    return Fight.objects.select_for_update().get(pk=fight_id)


def announce(fight: Fight) -> None:
    """Tell all servers after commit. A failure to tell is logged and fails nothing."""
    fight_id, version = fight.pk, fight.version
    transaction.on_commit(lambda: announcing.tell(fight_id, version), robust=True)


def _refuse_unless_played(fight: Fight) -> None:
    if fight.phase == Fight.Phase.PREPARED:
        raise NotStarted
    if fight.phase == Fight.Phase.CLOSED:
        raise ClosedAlready


def restored_at(fight: Fight, past: StoredPast) -> Session[Any]:
    """The session, once it is shown to be at the stored version's state."""
    pins = json.loads(fight.pins)
    return Session.restore(system_of(fight), dice_of(fight), past, pins, digest=past.digest)


def _by_hand(fight: Fight, past: StoredPast) -> Session[Any]:
    """The table as stored, no flow running: works whatever the rules say by now."""
    row = fight.versions.only("blob").get(version=fight.version)
    state = unpacked(bytes(row.blob)).snapshot.state
    return Session.by_hand(system_of(fight), dice_of(fight), past, json.loads(fight.pins), state)


def _again(ticket: int, session: Session[Any]) -> Session[Any]:
    """Without the turn's inputs; if it has none yet, without the one that led to it."""
    past = session.past
    inputs = [entry.number for entry in past.live(past.checkpoint(before=None).number) if entry.seat]
    if not inputs:
        inputs = [entry.number for entry in past.live(1) if entry.seat][-1:]
    return session.undo(inputs[0] if inputs else 0, ticket)


def _note_trouble(fight_id: int, broken: RulesError) -> None:
    """Keep what broke where the GM sees it, in a transaction of its own; the same trouble is noted once."""
    with transaction.atomic():
        fight = locked(fight_id)
        trouble = storing.TROUBLE.dump_json(broken.text).decode()
        if fight.trouble != trouble:
            fight.trouble = trouble
            storing.restate(fight)
            announce(fight)

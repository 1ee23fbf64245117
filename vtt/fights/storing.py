"""Writes what a commit changed. Called by `table.py` alone, with the fight's row locked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from rules import VERSION
from rules.engine.log import Checkpoint, Entry, Snapshot
from rules.engine.session import Session
from rules.engine.text import Text
from vtt.accounts.models import User
from vtt.fights import models
from vtt.fights.models import Fight, Version
from vtt.fights.moments import Moment, bots_of, packed, packed_state, unpacked

TROUBLE = TypeAdapter(Text)
CHANGING = ("build", "phase", "trouble", "version", "ticket", "take_back_seat", "take_back_entry")
"""The fields of a fight that play changes: not its seeds, pins and set-up, which are long and stay."""


def keep(fight: Fight, session: Session[Any], by: User | None) -> None:
    """Store the session's last commit as the fight's newest version. Any trouble is over with it."""
    commit = session.last
    if commit.undone:
        fight.entries.filter(number__in=commit.undone).update(undone_in=commit.version)
    if commit.void_from is not None:
        fight.checkpoints.filter(number__gt=commit.void_from).delete()
    models.Entry.objects.bulk_create([_entry(fight, entry, by) for entry in commit.entries])
    models.Checkpoint.objects.bulk_create([_checkpoint(fight, each) for each in commit.checkpoints])
    fight.phase = Fight.Phase.ENDED if session.is_over else Fight.Phase.RUNNING
    fight.trouble, fight.build = "", VERSION
    add_version(fight, _still_standing(fight, session.snapshot()))


def add_version(fight: Fight, snapshot: Snapshot) -> None:
    """Make `snapshot` the fight's newest version, with what stands around it now."""
    fight.version, fight.ticket = snapshot.version, snapshot.ticket
    fight.take_back_seat, fight.take_back_entry = snapshot.take_back or ("", None)
    fight.save(update_fields=CHANGING)
    Version.objects.create(
        fight=fight,
        version=snapshot.version,
        schema=snapshot.schema,
        blob=packed(_moment(fight, snapshot)),
        digest=snapshot.digest,
    )


def _still_standing(fight: Fight, snapshot: Snapshot) -> Snapshot:
    """With how the board stood at the end, where the battle was over before this version."""
    if fight.phase != Fight.Phase.ENDED or snapshot.stood:
        return snapshot
    return replace(snapshot, stood=_newest(fight).stood)


def restate(fight: Fight) -> None:
    """A new version with the same state: something around it (phase, drivers, trouble) has changed."""
    before = _newest(fight)
    take_back = None if fight.phase == Fight.Phase.CLOSED else before.take_back
    add_version(fight, replace(before, version=fight.version + 1, events=(), take_back=take_back))


def _newest(fight: Fight) -> Snapshot:
    return unpacked(bytes(fight.versions.only("blob").get(version=fight.version).blob)).snapshot


def _moment(fight: Fight, snapshot: Snapshot) -> Moment:
    return Moment(
        snapshot=snapshot,
        phase=fight.phase,
        bots=bots_of(fight.pk),
        trouble=TROUBLE.validate_json(fight.trouble) if fight.trouble else None,
    )


def _entry(fight: Fight, entry: Entry, by: User | None) -> models.Entry:
    return models.Entry(
        fight=fight,
        number=entry.number,
        version=entry.version,
        kind=entry.kind.value,
        seat=entry.seat,
        ticket=entry.ticket,
        payload=json.dumps(entry.payload, ensure_ascii=False, separators=(",", ":")),
        on=entry.on,
        by=by,
        undone_in=entry.undone_in,
    )


def _checkpoint(fight: Fight, checkpoint: Checkpoint) -> models.Checkpoint:
    return models.Checkpoint(
        fight=fight,
        beat=checkpoint.beat,
        version=checkpoint.version,
        number=checkpoint.number,
        state=packed_state(checkpoint.state),
    )

"""A whole fight in memory: begun from a set-up, and its record checked against the rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import VERSION
from rules.engine.dice import Purpose, SeededDice
from rules.engine.errors import ReplayDrift
from rules.engine.house_rules import Setting
from rules.engine.record import BrokenRecord, Record
from rules.engine.session import Session, full_replay
from rules.engine.system import B, System


def begin(
    system: System[B],
    setup: Mapping[str, Any],
    dice: SeededDice,
    house_rules: Mapping[str, Setting] | None = None,
) -> tuple[Session[B], Record]:
    """A fight played to its first question, and the record that keeps it. ContentError / Refused for its set-up."""
    battle = system.open(setup, house_rules or {})
    record = Record(
        system=system.slug,
        build=VERSION,
        pins=system.pins(battle),
        schema=system.schema,
        setup=dict(setup),
        house_rules=dict(battle.house_rules),
        seeds=(dice.open_seed.hex(), dice.hidden_seed.hex()),
        commitments=dice.commitments(),
    )
    session = Session.start(system, battle, dice, record)
    record.keep(session.last, session.take_back, session.digest())
    return session, record


def verified(
    system: System[B], record: Record, watch: Callable[[Session[B]], None] = lambda _session: None
) -> Session[B]:
    """The fight as the log alone tells it from its start, every question, die and state compared.

    `watch` sees the session after each input, with what happened in `battle.events`.

    ReplayDrift where it differs from what was recorded; BrokenRecord when newer rules have written it. States of an
    older schema are upgraded, so their digests are not compared.
    """
    if record.schema > system.schema or not record.checkpoints:
        raise BrokenRecord("record_newer" if record.checkpoints else "record_empty")
    digests = record.digests if record.schema == system.schema else {}
    session = full_replay(system, NoDice(), record, record.pins, record.checkpoints[0], digests, watch)
    session.version, session.ticket, session.take_back = record.version, record.ticket, record.take_back
    if digests.get(record.version, session.digest()) != session.digest():
        raise ReplayDrift("drift_state", version=record.version)
    return session


@dataclass(frozen=True)
class NoDice:
    """For a replay that must not roll anything new."""

    def faces(self, purpose: Purpose, count: int, sides: int, hidden: bool, attempt: int = 0) -> list[int]:
        """ReplayDrift, always."""
        raise ReplayDrift("drift_dice", purpose=str(purpose))

"""A fight as one file, for its GM: everything a replay needs to check it."""

from __future__ import annotations

import json

from pydantic import TypeAdapter

from rules.engine.record import Record
from vtt.fights.models import Fight
from vtt.fights.past import StoredPast, checkpoint_of, entry_of

_RECORD = TypeAdapter(Record)


def record(fight: Fight) -> bytes:
    """The exported fight record (JSON, UTF-8)."""
    past = StoredPast(fight)
    return _RECORD.dump_json(
        Record(
            system=fight.system,
            pins=json.loads(fight.pins),
            entries=[entry_of(row) for row in fight.entries.order_by("number")],
            checkpoints=[checkpoint_of(row) for row in fight.checkpoints.order_by("number", "pk")],
            digests=dict(fight.versions.exclude(digest="").values_list("version", "digest")),
            version=fight.version,
            ticket=fight.ticket,
            take_back=past.take_back,
            build=fight.build,
        ),
        indent=1,
    )

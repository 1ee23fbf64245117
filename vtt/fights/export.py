"""A fight as one file, for its GM: everything that a replay needs to check it."""

from __future__ import annotations

import json

from rules.engine.record import Record, record_to_json
from vtt.fights.models import Fight
from vtt.fights.moments import dice_of
from vtt.fights.past import StoredPast, checkpoint_of, entry_of


def record(fight: Fight) -> str:
    """The exported fight record. Its seeds are in it only when they have been revealed."""
    past, is_closed = StoredPast(fight), fight.phase == Fight.Phase.CLOSED
    return record_to_json(
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
            schema=fight.versions.values_list("schema", flat=True).get(version=fight.version),
            setup=json.loads(fight.setup),
            house_rules=json.loads(fight.house_rules),
            seeds=(fight.seed_open, fight.seed_hidden) if is_closed else None,
            commitments=dice_of(fight).commitments(),
        )
    )

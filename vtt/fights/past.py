"""A fight's past read from the database: only the last checkpoint and what came after it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.db.models import Max, QuerySet

from rules.engine.flow import Seat
from rules.engine.log import Checkpoint, Entry, Kind
from vtt.fights import models
from vtt.fights.models import Fight
from vtt.fights.moments import unpacked_state


class StoredPast:
    """`rules.engine.record.Past` for a fight whose row is locked."""

    def __init__(self, fight: Fight) -> None:
        self._fight = fight

    @property
    def version(self) -> int:
        """The newest commit."""
        return self._fight.version

    @property
    def ticket(self) -> int:
        """The open question's ticket."""
        return self._fight.ticket

    @property
    def take_back(self) -> tuple[Seat, int] | None:
        """Who may take back which answer."""
        entry = self._fight.take_back_entry
        return None if entry is None else (self._fight.take_back_seat, entry)

    @property
    def next_number(self) -> int:
        """The first entry number never used."""
        last: int | None = self._fight.entries.aggregate(last=Max("number"))["last"]
        return (last or 0) + 1

    @property
    def digest(self) -> str:
        """The digest stored with the newest version."""
        return self._fight.versions.values_list("digest", flat=True).get(version=self._fight.version)

    def checkpoint(self, before: int | None) -> Checkpoint:
        """The newest checkpoint whose beat began no later than entry `before` (None: of all)."""
        rows = self._fight.checkpoints.order_by("-number", "-pk")
        return checkpoint_of(rows.all()[0] if before is None else rows.filter(number__lte=before)[0])

    def live(self, start: int) -> list[Entry]:
        """Live entries from number `start` on, in order."""
        return [entry_of(row) for row in self._rows().filter(number__gte=start).order_by("number")]

    def was_taken(self, kind: Kind, seat: Seat, ticket: int, payload: Mapping[str, Any]) -> bool:
        """Whether the same input on the same ticket still counts."""
        alike = self._fight.entries.filter(
            kind=kind.value, seat=seat, ticket=ticket, undone_in=None
        ).order_by()
        return any(entry_of(row).is_again(kind, seat, ticket, payload) for row in alike)

    def _rows(self) -> QuerySet[models.Entry]:
        return self._fight.entries.filter(undone_in=None).exclude(kind=Kind.UNDO.value)


def entry_of(row: models.Entry) -> Entry:
    """The engine's entry of a row."""
    return Entry(
        number=row.number,
        version=row.version,
        kind=Kind(row.kind),
        seat=row.seat,
        ticket=row.ticket or 0,
        payload=json.loads(row.payload),
        on=row.on,
        undone_in=row.undone_in,
    )


def checkpoint_of(row: models.Checkpoint) -> Checkpoint:
    """The engine's checkpoint of a row."""
    return Checkpoint(row.beat, row.version, row.number, unpacked_state(bytes(row.state)))

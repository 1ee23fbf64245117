"""A fight's past, as a session needs it; and the past kept in memory, which is also the exported fight record."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from rules.engine.errors import RulesError
from rules.engine.flow import Seat
from rules.engine.house_rules import Setting
from rules.engine.log import Checkpoint, Commit, Entry, Kind


class Past(Protocol):
    """What was stored of a fight. `vtt` reads it from the database, tests and the terminal from a `Record`."""

    @property
    def version(self) -> int:
        """The newest commit."""
        ...

    @property
    def ticket(self) -> int:
        """The open question's ticket."""
        ...

    @property
    def take_back(self) -> tuple[Seat, int] | None:
        """Who may take back which answer."""
        ...

    @property
    def next_number(self) -> int:
        """The first entry number never used."""
        ...

    def checkpoint(self, before: int | None) -> Checkpoint:
        """The newest checkpoint whose beat began no later than entry `before` (None: of all)."""
        ...

    def live(self, start: int) -> list[Entry]:
        """Live entries from number `start` on, in order."""
        ...

    def was_taken(self, kind: Kind, seat: Seat, ticket: int, payload: Mapping[str, Any]) -> bool:
        """Whether the same input on the same ticket still counts."""
        ...


@dataclass
class Record:
    """A whole fight in memory: set-up, pinned content, log, checkpoints, digests."""

    system: str
    pins: dict[str, Any] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    """Digest by version, as far as they were kept."""
    version: int = 0
    ticket: int = 0
    take_back: tuple[Seat, int] | None = None
    build: str = ""
    """The build of the rules it was last played with."""
    schema: int = 0
    """The format of the states in it."""
    setup: dict[str, Any] = field(default_factory=dict)
    house_rules: dict[str, Setting] = field(default_factory=dict)
    """The house rules it began with."""
    seeds: tuple[str, str] | None = None
    """The open and the hidden seed in hexadecimal; None before they are revealed."""
    commitments: tuple[str, str] | None = None
    """SHA-256 of both seeds."""

    @property
    def next_number(self) -> int:
        """The first entry number never used."""
        return self.entries[-1].number + 1 if self.entries else 1

    def checkpoint(self, before: int | None) -> Checkpoint:
        """The newest checkpoint whose beat began no later than entry `before`."""
        return next(c for c in reversed(self.checkpoints) if before is None or c.number <= before)

    def live(self, start: int) -> list[Entry]:
        """Live entries from number `start` on, in order."""
        return [entry for entry in self.entries if entry.number >= start and entry.is_live]

    def was_taken(self, kind: Kind, seat: Seat, ticket: int, payload: Mapping[str, Any]) -> bool:
        """Whether the same input on the same ticket still counts."""
        return any(entry.is_again(kind, seat, ticket, payload) for entry in reversed(self.entries))

    def keep(self, commit: Commit, take_back: tuple[Seat, int] | None, digest: str | None = None) -> None:
        """Store a commit."""
        if commit.undone:
            gone = set(commit.undone)
            self.entries = [
                replace(entry, undone_in=commit.version) if entry.number in gone else entry
                for entry in self.entries
            ]
        if commit.void_from is not None:
            self.checkpoints = [c for c in self.checkpoints if c.number <= commit.void_from]
        self.entries += commit.entries
        self.checkpoints += commit.checkpoints
        self.version, self.ticket, self.take_back = commit.version, commit.ticket, take_back
        if digest:
            self.digests[commit.version] = digest


class BrokenRecord(RulesError):
    """A file that is no fight record, or one that newer rules have written."""

    slug = "broken_record"


_RECORD = TypeAdapter(Record)


def record_to_json(record: Record) -> str:
    """The record as a file's text, one entry and one checkpoint a line, so that two of them can be compared."""
    plain: dict[str, Any] = _RECORD.dump_python(record, mode="json")
    return "{\n" + ",\n".join(f"{_line(key)}: {_block(value)}" for key, value in plain.items()) + "\n}\n"


def record_from_json(data: str | bytes) -> Record:
    """The record of a file's text. BrokenRecord names the place and what was expected there."""
    try:
        return _RECORD.validate_json(data)
    except ValidationError as invalid:
        first = invalid.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BrokenRecord(place=place or "-", expected=first["msg"]) from invalid


def _block(value: Any) -> str:
    match value:
        case [_, *_]:
            return f"[\n{_lines(map(_line, value))}\n]"
        case {**members} if members:
            return f"{{\n{_lines(f'{_line(str(key))}: {_line(each)}' for key, each in members.items())}\n}}"
        case _:
            return _line(value)


def _lines(parts: Iterable[str]) -> str:
    return ",\n".join(f"  {part}" for part in parts)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

"""A fight's past, as a session needs it; and the past kept in memory, which is also the exported fight record."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from rules.engine.flow import Seat
from rules.engine.log import Checkpoint, Entry, Kind

if TYPE_CHECKING:
    from rules.engine.session import Commit


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

    def keep(self, commit: "Commit", take_back: tuple[Seat, int] | None, digest: str | None = None) -> None:
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

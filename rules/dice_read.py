"""Dice as a table reads them: where those of a d100 check fall on ten, they show a 0 (MG-02)."""

from collections.abc import Iterable

TEN, AS_READ = 10, 0


def reads_zero(system: str, kind: str) -> bool:
    """Whether dice show a 0 for a ten: those of a d100 check, by the kind of the line that tells of them."""
    return system == "magical_girls" and kind == "check"


def as_read(system: str, kind: str, faces: Iterable[int]) -> list[int]:
    """What the dice of a log line of that kind show."""
    is_read = reads_zero(system, kind)
    return [AS_READ if is_read and face == TEN else face for face in faces]

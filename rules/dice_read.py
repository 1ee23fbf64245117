"""Dice as a table reads them: where a game's dice have a 0 for a ten, they show that."""

from collections.abc import Iterable

from rules import registry

TEN, AS_READ = 10, 0


def reads_zero(slug: str, kind: str) -> bool:
    """Whether a game's dice show a 0 for a ten, by the kind of the line that tells of them."""
    return slug in registry.SLUGS and kind in registry.system(slug).with_zero


def as_read(slug: str, kind: str, faces: Iterable[int]) -> list[int]:
    """What the dice of a log line of that kind show."""
    is_read = reads_zero(slug, kind)
    return [AS_READ if is_read and face == TEN else face for face in faces]

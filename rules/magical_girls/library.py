"""Packs read as typed shelves, checked as a whole; and the starter pack, which comes with the game."""

from collections.abc import Mapping
from functools import cache

from rules.engine.shelves import own_files, shelved
from rules.magical_girls.entries import KINDS
from rules.magical_girls.pack_checks import ids_of, of_entry
from rules.magical_girls.shelf import Shelf

__all__ = ["Shelf", "read_shelf", "starter"]


@cache
def starter() -> Shelf:
    """Our own pack, read once."""
    return read_shelf(own_files("rules.magical_girls"))


def read_shelf(files: Mapping[str, bytes], base: Shelf | None = None) -> Shelf:
    """What the TOML files of a pack hold, by name, and what is on the shelf already.

    ContentError with everything wrong in it at once.
    """
    return shelved(files, base or Shelf(), KINDS, ids_of, of_entry)

"""Packs read as typed shelves, checked as a whole; and the starter pack, which comes with the game."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice

from rules.engine.content import PROBLEMS_TOLD, Content, ContentError, Pack, Problem, packaged, read_pack
from rules.engine.text import text
from rules.kamigakari.entries import KINDS, Named
from rules.kamigakari.pack_checks import ids_of, of_entry
from rules.kamigakari.shelf import SHELVES, Shelf

STARTER = "starter"
"""What the places of our own pack begin with."""
__all__ = ["Shelf", "read_shelf", "starter"]


@cache
def starter() -> Shelf:
    """Our own pack, read once."""
    files = packaged("rules.kamigakari")
    return read_shelf({f"{STARTER}/{name}": data for name, data in files.items()})


def read_shelf(files: Mapping[str, bytes], base: Shelf | None = None) -> Shelf:
    """What the TOML files of a pack hold, by name, and what is on the shelf already.

    ContentError with everything wrong in it at once.
    """
    pack, below = read_pack(files, KINDS), base or Shelf()
    shelf = below | _shelf(pack)
    found = chain(pack.problems, _taken(pack, below), _problems(pack, shelf))
    if problems := list(islice(found, PROBLEMS_TOLD)):
        raise ContentError(problems)
    return shelf


def _shelf(pack: Pack[Content]) -> Shelf:
    shelves = {SHELVES[kind]: dict(entries) for kind, entries in pack.entries.items()}
    return Shelf(**shelves, files=dict(pack.files))  # type: ignore[arg-type] # each kind has its model's


def _taken(pack: Pack[Content], below: Shelf) -> Iterator[Problem]:
    """Ids that something on the shelf has already."""
    for kind, id in pack.files:
        if (kind, id) in below.files:
            yield pack.problem(kind, id, "id", text("pack.taken", file=below.files[kind, id]))


def _problems(pack: Pack[Content], shelf: Shelf) -> Iterator[Problem]:
    """What the schema could not see. Ids whose entries could not be read are known all the same."""
    ids = ids_of(shelf)
    for kind, id in pack.files:
        ids[kind].add(id)
    for kind, entries in pack.entries.items():
        for id, entry in entries.items():
            assert isinstance(entry, Named)
            told = of_entry(entry, shelf, ids)
            yield from (pack.problem(kind, id, field, expected) for field, expected in told)

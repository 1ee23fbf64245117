"""What packs hold, as typed shelves: each system has a field for each kind of entry. Read and checked as a whole."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import chain, islice
from typing import Any, ClassVar, Self, TypeVar

from rules.engine.content import (
    PROBLEMS_TOLD,
    Content,
    ContentError,
    Named,
    Pack,
    Problem,
    packaged,
    read_pack,
)
from rules.engine.faults import short
from rules.engine.text import Text, is_plain, text

Entry = tuple[str, str]
"""An entry's kind and id."""
Told = tuple[str, Text]
"""What is wrong inside an entry: its field, and what was expected there."""
Ids = Mapping[str, Collection[str]]
"""The ids that there are, by kind."""
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
LETTERS_IN_A_NAME = 60
RESERVED = ("gm", "watch")
"""Seats and pages of a table that are nobody's character."""
STARTER = "starter"
"""What the places of a game's own pack begin with."""


@dataclass(frozen=True, eq=False)
class BaseShelf:
    """Everything there is to play with, by id. Systems inherit it."""

    names: ClassVar[Mapping[str, str]]
    """The shelf of each kind of entry."""
    files: Mapping[Entry, str] = field(default_factory=dict)
    """Where each entry was read."""

    def of(self, kind: str) -> Mapping[str, Content]:
        """The entries of a kind, by id."""
        shelf: Mapping[str, Content] = getattr(self, self.names[kind])
        return shelf

    def ids(self) -> dict[str, set[str]]:
        """The ids that there are, by kind."""
        return {kind: set(self.of(kind)) for kind in self.names}

    def __or__(self, more: Self) -> Self:
        """Both; what stands in both is the second's."""
        mine, theirs = (
            {each.name: getattr(shelf, each.name) for each in fields(shelf)} for shelf in (self, more)
        )
        return type(self)(**{name: {**mine[name], **theirs[name]} for name in mine})


S = TypeVar("S", bound=BaseShelf)
Judge = Callable[[str, Any, S, Ids], Iterator[Told]]
"""Kind, entry, shelf, known ids -> everything wrong with the entry that the schema let pass."""


def of_names(entry: Named, language: Text, line: Text, place: str = "") -> Iterator[Told]:
    """Where a name is of no language, or is no `line` of words; what is expected is told so."""
    for lang, name in entry.name.items():
        if not LANGUAGE.fullmatch(lang):
            yield f"{place}name.{short(lang)}", language
        elif not name.strip() or len(name) > LETTERS_IN_A_NAME or not is_one_line(name):
            yield f"{place}name.{lang}", line


def is_one_line(words: str) -> bool:
    """Whether it can be read, in a single line."""
    return is_plain(words) and not set(words) & set("\n\r\t")


def own_files(package: str) -> dict[str, bytes]:
    """The files of the pack that comes with a system, by the names that problems and places give them."""
    return {f"{STARTER}/{name}": data for name, data in packaged(package).items()}


def shelved(
    files: Mapping[str, bytes],
    below: S,
    models: Mapping[str, type[Content]],
    ids_of: Callable[[S], dict[str, set[str]]],
    judge: Judge[S],
) -> S:
    """What the TOML files of a pack hold, by name, on top of what is on the shelf already.

    ContentError with everything wrong in it at once.
    """
    pack = read_pack(files, models)
    shelf = below | _shelf(pack, type(below))
    found = chain(pack.problems, _taken(pack, below), _problems(pack, shelf, ids_of(shelf), judge))
    if problems := list(islice(found, PROBLEMS_TOLD)):
        raise ContentError(problems)
    return shelf


def _shelf(pack: Pack[Content], kind_of_shelf: type[S]) -> S:
    shelves: dict[str, Any] = {kind_of_shelf.names[kind]: dict(each) for kind, each in pack.entries.items()}
    return kind_of_shelf(**shelves, files=dict(pack.files))


def _taken(pack: Pack[Content], below: BaseShelf) -> Iterator[Problem]:
    """Ids that something on the shelf has already."""
    for kind, id in pack.files:
        if (kind, id) in below.files:
            yield pack.problem(kind, id, "id", text("pack.taken", file=below.files[kind, id]))


def _problems(pack: Pack[Content], shelf: S, ids: dict[str, set[str]], judge: Judge[S]) -> Iterator[Problem]:
    """What the schema could not see. Ids whose entries could not be read are known all the same."""
    for kind, id in pack.files:
        ids[kind].add(id)
    for kind, entries in pack.entries.items():
        for id, entry in entries.items():
            told = judge(kind, entry, shelf, ids)
            yield from (pack.problem(kind, id, field, expected) for field, expected in told)
    for (kind, id), part in pack.partial.items():
        told = _as_far_as_read(judge(kind, part, shelf, ids))
        yield from (pack.problem(kind, id, field, expected) for field, expected in told)


def _as_far_as_read(told: Iterator[Told]) -> Iterator[Told]:
    """Judging an entry that was read in part ends where it comes to a field that could not be read."""
    with suppress(AttributeError):
        yield from told

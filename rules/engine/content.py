"""Packs: content as TOML, judged by a schema, refused with file, entry, field and what was expected."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files as resources
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from rules.engine.errors import RulesError

BYTES_IN_A_PACK = 2_000_000
M = TypeVar("M", bound="Content")


class Content(BaseModel):
    """An entry of a pack: frozen, and no key but those it knows."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    id: str


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a pack, and where."""

    file: str
    entry: str
    field: str
    expected: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.entry, self.field) if part)
        return f"{where}: {self.expected}"


class ContentError(RulesError):
    """A pack is broken. Nothing of it was loaded; `problems` lists everything wrong at once."""

    slug = "content"

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(problems="; ".join(str(problem) for problem in problems))


@dataclass
class Pack(Generic[M]):
    """The entries of a pack, and where each of them stands."""

    entries: dict[str, dict[str, M]]
    """By kind and id."""
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    """The file of an entry, by its kind and id."""

    def problem(self, kind: str, id: str, place: str, expected: str) -> Problem:
        """Something wrong with an entry that was read."""
        return Problem(self.files.get((kind, id), ""), f"{kind} {id}", place, expected)


def packaged(package: str) -> dict[str, bytes]:
    """The TOML files of the pack that comes with a system, by name."""
    folder = resources(package).joinpath("content")
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name.endswith(".toml")}


def read_entries(files: Mapping[str, bytes], models: Mapping[str, type[M]]) -> dict[str, dict[str, M]]:
    """Entries by kind and id, out of TOML files whose tables are `[[<kind>]]`. ContentError with every problem."""
    return read_pack(files, models).entries


def read_pack(files: Mapping[str, bytes], models: Mapping[str, type[M]]) -> Pack[M]:
    """Like `read_entries`, with the file of each entry, for a system's own checks to name."""
    pack = Pack[M]({kind: {} for kind in models})
    problems: list[Problem] = []
    if sum(map(len, files.values())) > BYTES_IN_A_PACK:
        raise ContentError([Problem("", "", "", f"a pack holds at most {BYTES_IN_A_PACK} bytes")])
    for name in sorted(files):
        for kind, entry, raw in _raw_entries(name, files[name], models, problems):
            _read_one(name, kind, entry, raw, models[kind], pack, problems)
    if problems:
        raise ContentError(problems)
    return pack


def _raw_entries(
    name: str, data: bytes, models: Mapping[str, type[M]], problems: list[Problem]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    try:
        tables = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as broken:
        problems.append(Problem(name, "", "", f"not TOML in UTF-8: {broken}"))
        return
    for kind, entries in tables.items():
        if kind not in models:
            problems.append(Problem(name, kind, "", f"unknown kind; expected one of {', '.join(models)}"))
        elif not isinstance(entries, list) or not all(isinstance(raw, dict) for raw in entries):
            problems.append(Problem(name, kind, "", f"expected a list of tables, written [[{kind}]]"))
        else:
            for at, raw in enumerate(entries, 1):
                yield kind, f"{kind} {_shown(raw['id']) if 'id' in raw else f'number {at}'}", raw


def _shown(given: object) -> str:
    """What stands in a pack, short. A number may be too long for its digits to be told."""
    try:
        return str(given)[:60]
    except ValueError:
        return "…"


def _read_one(
    name: str,
    kind: str,
    entry: str,
    raw: dict[str, Any],
    model: type[M],
    pack: Pack[M],
    problems: list[Problem],
) -> None:
    try:
        content = model.model_validate(raw)
    except ValidationError as invalid:
        for error in invalid.errors():
            place = ".".join(str(part) for part in error["loc"])
            given = f", not {_shown(error['input'])!r}" if error["type"] != "missing" else ""
            problems.append(Problem(name, entry, place, error["msg"] + given))
        return
    if content.id in pack.entries[kind]:
        problems.append(Problem(name, entry, "id", "stands twice; expected an id of its own"))
    pack.entries[kind][content.id] = content
    pack.files[kind, content.id] = name

"""Packs: content as TOML, judged by a schema, refused with file, entry, field and what was expected."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files as resources
from itertools import islice
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rules.engine.errors import RulesError
from rules.engine.faults import faults, listed, short, unknown
from rules.engine.text import Local, Param, Text, text

BYTES_IN_A_PACK = 1_000_000
TABLES_DEEP = 30
"""How many lists and tables of an entry may stand one inside the other."""
ENTRIES_IN_A_PACK = 2_000
PROBLEMS_TOLD = 200
"""At so many the reading stops: whoever wrote the pack has enough to mend."""
PROBLEMS_SAID = 5
"""How many of them the error's own sentence holds."""
WHY = 120
"""So many letters the parser may say of a file that is no TOML: the line stands at their end."""
HEAD = "pack"
"""The table that says what the pack is called."""
WHOLE = 2**63
"""Whole numbers beyond are no numbers that anybody plays with."""
LONG_KEY = re.compile(
    rb"(?<![\w-])(?:(?:[\w-]++|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){20}(?=[\w\"'-])"
)
"""A key of more than twenty dotted parts: no pack needs one, and long ones take the parser for ever."""
M = TypeVar("M", bound="Content")
B = TypeVar("B", bound=BaseModel)


class Content(BaseModel):
    """An entry of a pack: frozen, and no key but those it knows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str


Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Name = Annotated[dict[str, str], Field(min_length=1, max_length=8)]
"""By language."""


class Named(Content):
    """An entry with a name in several languages."""

    id: Id
    name: Name

    @property
    def title(self) -> Local:
        """The name, to be said in the viewer's language."""
        return Local(dict(self.name))


class About(BaseModel):
    """What a pack says of itself, in its `[pack]` table."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: dict[str, str] = {}
    system: str = ""
    """Whose pack it is, such as `kamigakari`; empty: Harvest's."""
    version: str = ""
    author: str = ""
    license: str = ""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a pack, and where."""

    file: str
    entry: str
    field: str
    expected: Text

    @property
    def text(self) -> Text:
        """The whole of it, with its place."""
        where = listed(part for part in (self.file, self.entry, self.field) if part)
        return text("pack.problem", where=where, expected=self.expected) if where else self.expected


class ContentError(RulesError):
    """A pack is broken. Nothing of it was loaded; `problems` lists everything wrong at once."""

    slug = "content"

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(problems=_one_after_the_other(problems))


def _one_after_the_other(problems: list[Problem]) -> Param:
    """The first few, as one sentence."""
    said: Param = ""
    if len(problems) > PROBLEMS_SAID:
        said = text("pack.and_more", count=len(problems) - PROBLEMS_SAID)
    for problem in reversed(problems[:PROBLEMS_SAID]):
        said = text("pack.and", first=problem.text, then=said) if said else problem.text
    return said


@dataclass
class Pack(Generic[M]):
    """The entries of a pack, where each of them stands, and what is wrong with those that could not be read."""

    entries: dict[str, dict[str, M]]
    """By kind and id."""
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    """The file of an entry, by its kind and id; of those too that could not be read."""
    partial: dict[tuple[str, str], M] = field(default_factory=dict)
    """What could be read of the others, by kind and id; a field that could not be is no attribute of it."""
    about: About | None = None
    problems: list[Problem] = field(default_factory=list)

    def problem(self, kind: str, id: str, place: str, expected: Text) -> Problem:
        """Something wrong with an entry."""
        return Problem(self.files.get((kind, id), ""), f"{kind} {id}", place, expected)


def packaged(package: str) -> dict[str, bytes]:
    """The TOML files of the pack that comes with a system, by name."""
    folder = resources(package).joinpath("content")
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name.endswith(".toml")}


# ---------------------------------------------------------------- reading


def read_entries(files: Mapping[str, bytes], models: Mapping[str, type[M]]) -> dict[str, dict[str, M]]:
    """Entries by kind and id, out of TOML files whose tables are `[[<kind>]]`. ContentError with every problem."""
    pack = read_pack(files, models)
    if pack.problems:
        raise ContentError(pack.problems)
    return pack.entries


def read_pack(files: Mapping[str, bytes], models: Mapping[str, type[M]]) -> Pack[M]:
    """Like `read_entries`, with the problems beside what could be read, for a system to add its own checks."""
    pack = Pack[M]({kind: {} for kind in models})
    if sum(map(len, files.values())) > BYTES_IN_A_PACK:
        pack.problems.append(Problem("", "", "", text("pack.too_big", most=BYTES_IN_A_PACK)))
        return pack
    for name in sorted(files):
        for kind, entry, raw in _raw_entries(name, files[name], models, pack):
            _read_one(name, kind, entry, raw, models[kind], pack)
    if len(pack.files) > ENTRIES_IN_A_PACK:
        pack.problems.append(Problem("", "", "", text("pack.too_many", most=ENTRIES_IN_A_PACK)))
    return pack


def _raw_entries(
    name: str, data: bytes, models: Mapping[str, type[M]], pack: Pack[M]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    tables = _tables(name, data, pack)
    if HEAD in tables:
        _read_head(name, tables.pop(HEAD), pack)
    for kind, entries in tables.items():
        shown = short(kind)
        if _is_enough(pack):
            return
        if kind not in models:
            pack.problems.append(Problem(name, shown, "", unknown(text("pack.what.kind"), kind, models)))
        elif not isinstance(entries, list) or not all(isinstance(raw, dict) for raw in entries):
            pack.problems.append(Problem(name, shown, "", text("pack.not_tables", kind=kind)))
        else:
            for at, raw in enumerate(entries, 1):
                if _is_enough(pack):
                    return
                yield kind, f"{kind} {short(raw['id']) if 'id' in raw else at}", raw


def _is_enough(pack: Pack[M]) -> bool:
    return len(pack.problems) >= PROBLEMS_TOLD or len(pack.files) > ENTRIES_IN_A_PACK


def _tables(name: str, data: bytes, pack: Pack[M]) -> dict[str, Any]:
    """A file's tables; none where it is no TOML."""
    try:
        if LONG_KEY.search(data):
            raise RecursionError
        return tomllib.loads(data.decode("utf-8-sig"))
    except ValueError as broken:
        said = text("pack.no_toml", why=short(broken, WHY))
    except RecursionError:
        said = text("pack.too_deep", most=TABLES_DEEP)
    pack.problems.append(Problem(name, "", "", said))
    return {}


def _read_head(name: str, raw: Any, pack: Pack[M]) -> None:
    if pack.about:
        pack.problems.append(Problem(name, HEAD, "", text("pack.two_heads")))
    pack.about = pack.about or _judged(name, HEAD, raw, About, pack)


def _read_one(name: str, kind: str, entry: str, raw: dict[str, Any], model: type[M], pack: Pack[M]) -> None:
    content, id = _judged(name, entry, raw, model, pack), raw.get("id")
    if not isinstance(id, str):
        return
    if (kind, id) in pack.files:
        pack.problems.append(Problem(name, entry, "id", text("pack.taken", file=pack.files[kind, id])))
        return
    pack.files[kind, id] = name
    if content:
        pack.entries[kind][id] = content
    elif not _is_too_deep(raw):
        pack.partial[kind, id] = _in_part(raw, model)


def _in_part(raw: dict[str, Any], model: type[M]) -> M:
    """The entry with the fields that are as they should be, and without the others."""
    found: dict[str, Any] = {}
    for name, wanted in model.model_fields.items():
        if name in raw:
            with suppress(ValidationError):
                alone: Any = Annotated[wanted.annotation, wanted]
                found[name] = TypeAdapter(alone).validate_json(json.dumps(_as_json(raw[name])), strict=True)
    part: M = model.model_construct(**found)  # type: ignore[assignment]
    for name in (raw.keys() | _required(model)) & model.model_fields.keys() - found.keys():
        part.__dict__.pop(name, None)
    return part


def _required(model: type[BaseModel]) -> set[str]:
    return {name for name, wanted in model.model_fields.items() if wanted.is_required()}


def _judged(name: str, entry: str, raw: Any, model: type[B], pack: Pack[M]) -> B | None:
    """What was written, as its model; None with the problems told where it is not as it should be."""
    if _is_too_deep(raw):
        pack.problems.append(Problem(name, entry, "", text("pack.too_deep", most=TABLES_DEEP)))
        return None
    try:
        return model.model_validate_json(json.dumps(_as_json(raw)), strict=True)
    except ValidationError as invalid:
        found = islice(faults(model, invalid), PROBLEMS_TOLD)
        pack.problems += [Problem(name, entry, place, expected) for place, expected in found]
        return None


def _is_too_deep(raw: Any) -> bool:
    """Looked for level by level: what is nested a thousand times is no matter for recursion."""
    level = [raw]
    for _ in range(TABLES_DEEP):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return True


def _as_json(raw: Any) -> Any:
    """TOML's values as JSON has them. Dates, and whole numbers beyond all use, become words, which nothing takes."""
    match raw:
        case dict():
            return {key: _as_json(value) for key, value in raw.items()}
        case list():
            return [_as_json(value) for value in raw]
        case int() if abs(raw) >= WHOLE:
            return hex(raw)
        case str() | int() | float():
            return raw
    return str(raw)

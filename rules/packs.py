"""Packs that lie in a folder: read, and put on top of a system's own. No other rule reads a file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rules import registry
from rules.engine.content import BYTES_IN_A_PACK, HEAD, ContentError, Problem
from rules.engine.faults import unknown
from rules.engine.system import System
from rules.engine.text import text

SAID_SYSTEM = re.compile(rb'^\[pack\][ \t]*\r?$[^\[]*?^system[ \t]*=[ \t]*"([a-z_]{1,40})"', re.MULTILINE)
"""The line of a pack's head that says whose it is; found without reading the rest, which may be broken."""


@dataclass(frozen=True)
class Installed:
    """A system with the packs of a folder on top of its own."""

    system: System[Any]
    packs: tuple[str, ...] = ()
    """The names of those that were loaded, in their order."""
    broken: dict[str, list[Problem]] = field(default_factory=dict)
    """What is wrong with the others, by name: nothing of them was loaded."""


def with_packs(slug: str, folder: Path) -> Installed:
    """The system with its packs that lie in the folder, by name; those of other systems are passed by.

    A pack may use what the starter pack holds, and packs before it. OSError when the folder cannot be read.
    """
    found = Installed(registry.system(slug))
    for path in packs_in(folder.absolute()):
        try:
            files = pack_at(path)
            if system_of(files) != slug:
                continue
            fuller = found.system.with_pack(path.name, files)
        except ContentError as refused:
            found = replace(found, broken={**found.broken, path.name: refused.problems})
        else:
            found = replace(found, system=fuller, packs=(*found.packs, path.name))
    return found


def system_of(files: Mapping[str, bytes]) -> str:
    """Whose pack it is: what its `[pack]` table says, Harvest's where it says nothing. ContentError for no system."""
    return said_system(files) or registry.SLUGS[0]


def said_system(files: Mapping[str, bytes]) -> str:
    """What its `[pack]` table says whose pack it is; empty where it says nothing. ContentError for no system."""
    for name, data in files.items():
        said = SAID_SYSTEM.search(data)
        if said and (given := said[1].decode()) not in registry.SLUGS:
            expected = unknown(text("pack.what.system"), given, registry.SLUGS)
            raise ContentError([Problem(name, HEAD, "system", expected)])
        if said:
            return said[1].decode()
    return ""


def packs_in(folder: Path) -> list[Path]:
    """The packs of a folder, by name: the folders in it, or itself if it is one. OSError when it cannot be read."""
    found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    if any(path.suffix == ".toml" for path in found):
        return [folder]
    return [path for path in found if path.is_dir()]


def pack_at(path: Path) -> dict[str, bytes]:
    """The TOML files of a pack by name. ContentError when there are none, or one cannot be read."""
    try:
        found = files_of(path)
    except OSError as failed:
        raise ContentError([_unreadable(path, failed)]) from failed
    if not found:
        raise ContentError([Problem(path.name, "", "", text("pack.empty"))])
    return found


def _unreadable(path: Path, failed: OSError) -> Problem:
    name = Path(str(failed.filename or path)).name
    return Problem(name, "", "", text("pack.cannot_read", why=failed.strerror or ""))


def files_of(path: Path) -> dict[str, bytes]:
    """The TOML files of a folder by name, or the one file. OSError when one cannot be read.

    Of files that hold too much, no more than it takes to see that.
    """
    found: dict[str, bytes] = {}
    for each in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
        with each.open("rb") as file:
            found[each.name] = file.read(BYTES_IN_A_PACK + 1)
        if sum(map(len, found.values())) > BYTES_IN_A_PACK:
            break
    return found

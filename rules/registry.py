"""Which systems there are, and the package data (words, starter packs) that comes with them."""

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from rules.engine.content import packaged
from rules.engine.system import System
from rules.engine.text import Words

SLUGS = ("harvest", "kamigakari", "magical_girls")
"""One line a system."""
LANGUAGES = ("en", "ko")


@cache
def system(slug: str) -> System[Any]:
    """The system of that slug. KeyError when there is none."""
    if slug not in SLUGS:
        raise KeyError(slug)
    found: System[Any] = import_module(f"rules.{slug}").SYSTEM
    return found


@cache
def words(lang: str) -> Words:
    """All sentences of the engine and of every system in `lang`; English where a language has none."""
    chosen = lang if lang in LANGUAGES else "en"
    sentences: dict[str, str] = {}
    for package in ("engine", *SLUGS):
        table = files(f"rules.{package}").joinpath(f"words/{chosen}.toml").read_text(encoding="utf-8")
        sentences |= _flat(tomllib.loads(table))
    return Words(chosen, sentences)


def starter_pack(slug: str) -> dict[str, bytes]:
    """The TOML files of a system's own pack, by name."""
    return packaged(f"rules.{slug}")


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """`{"a": {"b": "c"}}` as `{"a.b": "c"}`."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return flat

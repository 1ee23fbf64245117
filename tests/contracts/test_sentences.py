"""Rules say `Text` keys, never sentences; every key has its words in every language."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from rules.engine import errors
from tests.contracts.sources import ROOT, Module, callee, module, modules

SENTENCE = re.compile(r"[^\W\d_]{2,}[,;:]? +[^\W\d_]{2,}")
GAP = re.compile(r"{(\w+)}")
FOR_OTHERS = {"compile", "add_argument", "add_parser", "ArgumentParser", "add_subparsers"}
"""Calls whose words are no player's: patterns, the help of the command line."""
ERRORS = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.RulesError)
}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
FOLDERS = sorted(path.with_name("words") for path in (ROOT / "rules").glob("*/__init__.py"))


def test_rules_hold_no_sentence() -> None:
    """Mended by a key in words/<lang>.toml and `text(key, ...)`."""
    assert [place for each in modules("rules") for place in sentences(each)] == []


SAID = ["say('Roll the dice')", "x = f'{name} is hurt badly'", "def f():\n  return '불이 붙었다'"]


@pytest.mark.parametrize("line", SAID)
def test_a_sentence_is_found(line: str) -> None:
    assert list(sentences(module(line))) != []


@pytest.mark.parametrize(
    "line",
    [
        'def f():\n    """Says what it does."""',
        'class A:\n    x: int\n    """What it is."""',
        "raise KeyError(f'no such thing {name}')",
        "assert x, 'this cannot be'",
        "re.compile('a few words')",
        "text('harvest.log.hurt')",
        "parser.add_argument('--seed', help='repeats the fight')",
    ],
)
def test_what_no_player_reads_is_let_be(line: str) -> None:
    assert list(sentences(module(line))) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_words(folder: Path, lang: str) -> None:
    """The same keys as English, none empty, with the same gaps to fill."""
    english, other = words(folder, "en"), words(folder, lang)
    assert sorted(other) == sorted(english)
    assert [key for key, sentence in other.items() if not sentence.strip()] == []
    assert {key: gaps(sentence) for key, sentence in other.items()} == {
        key: gaps(sentence) for key, sentence in english.items()
    }


def test_every_key_that_rules_name_has_words() -> None:
    """Those that stand in the code as they are; keys put together at run time are met in the fights of other tests."""
    have = {key for folder in FOLDERS for key in words(folder, "en")}
    assert sorted(key for each in modules("rules") for key in named_keys(each) if key not in have) == []


def sentences(each: Module) -> Iterator[str]:
    """The literals that a player might read, with their places."""
    for node in each.walk():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_said(each, node):
            yield f"{each.at(node)} {node.value!r}"


def is_said(each: Module, node: ast.Constant) -> bool:
    """Whether it reads as words and goes to a player, not to a developer."""
    if not SENTENCE.search(str(node.value)):
        return False
    for outer in each.ancestors(node):
        match outer:
            case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Assert():
                return False
            case ast.Call() if callee(outer) in FOR_OTHERS:
                return False
    return True


def named_keys(each: Module) -> Iterator[str]:
    """The keys of `text("key")`, `Event("key")` and of errors, `NotAllowed("too_far")`, that are plain literals."""
    for node in each.walk():
        match node:
            case ast.Call(args=[ast.Constant(str(key)), *_]) if key and callee(node) in (
                "text",
                "Text",
                "Event",
            ):
                yield key
            case ast.Call(args=[ast.Constant(str(key)), *_]) if callee(node) in ERRORS:
                yield f"error.{key}"


def words(folder: Path, lang: str) -> dict[str, str]:
    """One language's sentences by their whole key."""
    return dict(flat(tomllib.loads((folder / f"{lang}.toml").read_text(encoding="utf-8"))))


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested tables as dotted keys."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def gaps(sentence: str) -> set[str]:
    """The names in braces."""
    return set(GAP.findall(sentence))

"""Every row of the rules page is named where it is done and where it is proved."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RULES, TESTS, PAGE = (
    ROOT / "rules/kamigakari",
    ROOT / "tests/rules/kamigakari",
    ROOT / "docs/rules/kamigakari.md",
)
ROW = re.compile(r"KG-\d\d")
SPAN = re.compile(r"KG-(\d\d) to KG-(\d\d)")

ROWS = [
    f"KG-{number:02}"
    for rows in ((1, 4), (10, 16), (20, 27), (30, 38))
    for number in range(rows[0], rows[1] + 1)
]
"""All rows of the page, the worked examples aside."""


def docstrings(path: Path) -> Iterator[str]:
    """What a module, its classes, functions and fields say of themselves."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.value.value


@cache
def named_in_rules() -> frozenset[str]:
    """The rows that docstrings and content name."""
    said = [text for path in RULES.glob("*.py") for text in docstrings(path)]
    said += [path.read_text(encoding="utf-8") for path in RULES.glob("content/*.toml")]
    return rows(said)


@cache
def named_in_tests() -> frozenset[str]:
    """The rows that the docstrings of test functions name."""
    functions = (
        node
        for path in TESTS.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
    return rows(ast.get_docstring(each) or "" for each in functions)


def rows(said: Iterator[str] | list[str]) -> frozenset[str]:
    """Rows named one by one; a span such as "KG-01 to KG-05" names none."""
    return frozenset(row for text in said for row in ROW.findall(SPAN.sub("", text)))


@pytest.mark.parametrize("row", ROWS)
def test_the_row_is_named_where_it_is_done(row: str) -> None:
    assert row in named_in_rules()


@pytest.mark.parametrize("row", ROWS)
def test_the_row_is_named_where_it_is_proved(row: str) -> None:
    assert row in named_in_tests()


@pytest.mark.parametrize("row", ROWS)
def test_the_page_says_where_the_row_lives(row: str) -> None:
    """What it names exists, and the tests it names speak of the row."""
    [(places, tests)] = re.findall(
        rf"^\| {row} \| (.+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    for module, name in re.findall(r"`(\w+)\.(\w+)`", places):
        assert hasattr(import_module(f"rules.kamigakari.{module}"), name), f"{module}.{name}"
    for test in re.findall(r"`(\w+)`", tests):
        assert row in (TESTS / f"{test}.py").read_text(encoding="utf-8"), test

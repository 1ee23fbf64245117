"""Where the rows of a rules page are named: in docstrings and content, in tests, on the page of the project's docs."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Rows:
    """The rows of one system: `spans` of numbers after a prefix, such as HV-01."""

    system: str
    prefix: str
    spans: tuple[tuple[int, int], ...]

    @property
    def all(self) -> list[str]:
        """All rows of the page, the worked examples aside."""
        return [
            f"{self.prefix}-{number:02}" for first, last in self.spans for number in range(first, last + 1)
        ]

    @cached_property
    def named_in_rules(self) -> frozenset[str]:
        """The rows that docstrings and content name."""
        folder = ROOT / "rules" / self.system
        said = [text for path in folder.glob("*.py") for text in docstrings(path)]
        said += [path.read_text(encoding="utf-8") for path in folder.glob("content/*.toml")]
        return self.named(said)

    @cached_property
    def named_in_tests(self) -> frozenset[str]:
        """The rows that the docstrings of test functions name."""
        functions = (
            node
            for path in self.tests.glob("test_*.py")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        )
        return self.named(ast.get_docstring(each) or "" for each in functions)

    @property
    def tests(self) -> Path:
        """The folder of the system's tests."""
        return ROOT / "tests/rules" / self.system

    def named(self, said: Iterable[str]) -> frozenset[str]:
        """Rows named one by one; a span such as "HV-01 to HV-05" names none."""
        row, span = rf"{self.prefix}-\d\d", rf"{self.prefix}-(\d\d) to {self.prefix}-(\d\d)"
        return frozenset(found for text in said for found in re.findall(row, re.sub(span, "", text)))

    def assert_page_tells(self, row: str) -> None:
        """What the docs' page names for the row exists, and the tests it names speak of the row."""
        page = (ROOT / f"docs/rules/{self.system}.md").read_text(encoding="utf-8")
        [(places, tests)] = re.findall(rf"^\| {row} \| (.+) \| (.+) \|$", page, re.MULTILINE)
        for module, name in re.findall(r"`(\w+)\.(\w+)`", places):
            assert hasattr(import_module(f"rules.{self.system}.{module}"), name), f"{module}.{name}"
        for test in re.findall(r"`(\w+)`", tests):
            assert row in (self.tests / f"{test}.py").read_text(encoding="utf-8"), test


def docstrings(path: Path) -> Iterator[str]:
    """What a module, its classes, functions and fields say of themselves."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.value.value

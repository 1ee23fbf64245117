"""The project's own files, as the contract tests read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Module:
    """A Python file and its syntax tree; every node but the root knows its parent."""

    path: Path
    tree: ast.Module
    parents: dict[ast.AST, ast.AST]

    @property
    def name(self) -> str:
        """The path from the project's folder."""
        return self.path.as_posix()

    def walk(self) -> Iterator[ast.AST]:
        """All nodes."""
        return ast.walk(self.tree)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The node's parent, its parent's parent, and so on to the module."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def at(self, node: ast.AST) -> str:
        """Where the node stands, as an editor takes it."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}"


def module(source: str, path: Path = Path("example.py")) -> Module:
    """Python source as a module."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    return Module(path, tree, parents)


def modules(folder: str) -> list[Module]:
    """Every Python file under the folder; an error where there is none, lest a test pass over nothing."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths, f"no Python files in {folder}"
    return [module(path.read_text(encoding="utf-8"), path.relative_to(ROOT)) for path in paths]


def templates() -> list[Path]:
    """Every template; an error where there is none."""
    found = sorted(path for path in (ROOT / "templates").rglob("*.*") if path.is_file())
    assert found, "no templates"
    return found


def callee(call: ast.Call) -> str:
    """The last name of what is called: `roll` for `flow.roll(...)`."""
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""

"""Imports run one way, and the rules reach for nothing outside themselves."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.sources import ROOT, Module, callee, module, modules

OUTSIDE = {
    "asyncio", "datetime", "http", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "signal", "socket",
    "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
"""What a rule may not import: clocks, chance, files, the network, the process."""
TALK = {"open", "print", "input", "eval", "exec", "breakpoint", "__import__"}
"""What a rule may not call."""
MAY_TALK = {"rules/__main__.py", "rules/screen.py", "rules/packs.py"}
"""The command line, which is allowed both, and what reads packs from a folder."""


def test_imports_run_one_way() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_rules_reach_for_nothing_outside() -> None:
    found = [each for each in modules("rules") if each.name not in MAY_TALK]
    assert [reach for each in found for reach in reaches(each)] == []


@pytest.mark.parametrize(
    "line", ["import random", "from time import time", "import os.path", "open('x')", "print(1)"]
)
def test_a_reach_outside_is_found(line: str) -> None:
    assert reaches(module(line)) != []


def test_flows_catch_no_signal_by_accident() -> None:
    """A broad `except` or a `finally` in the rules would hold up Lapsed, Cut and BattleOver."""
    broad = [each.at(node) for each in modules("rules") for node in each.walk() if is_broad(node)]
    assert broad == []


@pytest.mark.parametrize(
    "handler", ["except:", "except BaseException:", "except (ValueError, BaseException):"]
)
def test_a_broad_except_is_found(handler: str) -> None:
    tree = module(f"try:\n    x()\n{handler}\n    pass\n")
    assert any(is_broad(node) for node in tree.walk())


def reaches(each: Module) -> list[str]:
    """Where the module imports or calls what the rules must not."""
    wrong = []
    for node in each.walk():
        match node:
            case ast.Import(names):
                wrong += [each.at(node) for alias in names if alias.name.split(".")[0] in OUTSIDE]
            case ast.ImportFrom(module=str(name), level=0) if name.split(".")[0] in OUTSIDE:
                wrong.append(each.at(node))
            case ast.Call(func=ast.Name()) if callee(node) in TALK:
                wrong.append(each.at(node))
    return wrong


def is_broad(node: ast.AST) -> bool:
    """Whether it is an `except` of everything; a `finally` is none, for it lets signals pass."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    named = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return any(each is None or (isinstance(each, ast.Name) and each.id == "BaseException") for each in named)

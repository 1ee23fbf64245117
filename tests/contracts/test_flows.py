"""Every flow is driven. `pay(battle)` without `yield from` makes a generator, does nothing and says nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

from rules.registry import SLUGS
from tests.contracts.sources import Module, callee, module, modules

DRIVERS = {"Thread"}
"""What takes a flow to run it itself: the engine's threads."""


@dataclass
class Flows:
    """The names by which flows are made: functions, methods and callable fields, tables of functions."""

    functions: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)

    def makes(self, call: ast.Call) -> bool:
        """Whether the call makes a flow."""
        match call.func:
            case ast.Name(name):
                return name in self.functions
            case ast.Attribute(value=ast.Name(owner)) if owner[0].isupper():
                return False  # a class's own method, such as Session.start: no flow hangs on a class
            case ast.Attribute(attr=name):
                return name in self.methods | self.functions
            case ast.Subscript(value=ast.Name(name)):
                return name in self.tables
        return False


@pytest.mark.parametrize("system", ["engine", *SLUGS])
def test_every_flow_is_driven(system: str) -> None:
    """Of the engine by itself, and of each system on it: systems do not know each other's names."""
    own = modules(f"rules/{system}")
    flows = flows_in([*modules("rules/engine"), *own])
    assert flows.functions, f"no flows in {system}"
    assert [each.at(call) for each in own for call in undriven(each, flows)] == []


FORGOTTEN = [
    "def turn(b) -> Flow[None]:\n    strike(b)\n    yield",
    "def turn(b) -> Flow[None]:\n    hit = strike(b)\n    yield from hit",
    "def turn(b) -> Flow[None]:\n    if strike(b):\n        yield",
    "class Turn:\n    def go(self) -> 'Flow[None]':\n        self.go()\n        yield",
    "ACTS: dict[str, Callable[[int], Flow[None]]] = {}\ndef turn(b) -> Flow[None]:\n    ACTS['x'](b)\n    yield",
    "def turn(act: Callable[[], Flow[None]]) -> Flow[None]:\n    act()\n    yield",
]
DRIVEN = [
    "def turn(b) -> Flow[None]:\n    yield from strike(b)",
    "def turn(b) -> Flow[None]:\n    hit = yield from strike(b)\n    return hit",
    "def turn(b) -> Flow[None]:\n    return strike(b)",
    "def turn(b) -> Flow[None]:\n    yield from frame(ACTION, strike(b))",
    "def turn(b) -> Flow[None]:\n    yield from (strike(b) if b else wait(b))",
    "def offer(b):\n    return Offer(view, lambda value: strike(b))",
    "def begin(b):\n    threads.append(Thread(strike(b)))",
]
OTHERS = """
def strike(b) -> Flow[None]: ...
def wait(b) -> Flow[None]: ...
def frame(kind, inner: Flow[T]) -> Flow[T]: ...
"""


@pytest.mark.parametrize("source", FORGOTTEN)
def test_a_forgotten_yield_from_is_found(source: str) -> None:
    each = module(OTHERS + source)
    assert len(list(undriven(each, flows_in([each])))) == 1


@pytest.mark.parametrize("source", DRIVEN)
def test_a_driven_flow_is_let_be(source: str) -> None:
    each = module(OTHERS + source)
    assert list(undriven(each, flows_in([each]))) == []


def undriven(each: Module, flows: Flows) -> Iterable[ast.Call]:
    """The calls that make a flow which nobody runs."""
    calls = (node for node in each.walk() if isinstance(node, ast.Call))
    return (call for call in calls if flows.makes(call) and not is_driven(each, call, flows))


def is_driven(each: Module, call: ast.Call, flows: Flows) -> bool:
    """Whether it stands under `yield from`, is returned, or is handed to what makes a flow of it or drives it."""
    child: ast.AST = call
    for parent in each.ancestors(call):
        match parent:
            case ast.YieldFrom() | ast.Return():
                return True
            case ast.Lambda(body=body):
                return body is child
            case ast.IfExp(test=condition) if condition is not child:
                child = parent
            case ast.keyword():
                child = parent
            case ast.Call() if child is not parent.func:
                return flows.makes(parent) or callee(parent) in DRIVERS
            case _:
                return False
    return False


def flows_in(found: Iterable[Module]) -> Flows:
    """The names that make flows in these modules, by their annotations."""
    flows = Flows()
    for each in found:
        for node in each.walk():
            match node:
                case ast.FunctionDef(name=name, returns=ast.expr() as returned) if is_flow(returned):
                    names = flows.methods if isinstance(each.parents[node], ast.ClassDef) else flows.functions
                    names.add(name)
                case ast.arg(arg=name, annotation=ast.expr() as noted) if makes_flow(noted):
                    flows.functions.add(name)
                case ast.AnnAssign(target=ast.Name(name), annotation=noted) if makes_flow(noted):
                    in_class = isinstance(each.parents[node], ast.ClassDef)
                    is_table = not head(noted).endswith("Callable")
                    (flows.tables if is_table else flows.methods if in_class else flows.functions).add(name)
    return flows


def is_flow(annotation: ast.expr) -> bool:
    """`Flow[...]`, also when written as a string."""
    return head(annotation).split(".")[-1] == "Flow"


def makes_flow(annotation: ast.expr) -> bool:
    """A Callable that returns a flow, or a table of such."""
    text = plain(annotation)
    return "Callable[" in text and "Flow[" in text


def head(annotation: ast.expr) -> str:
    """`dict` for `dict[str, int]`."""
    return plain(annotation).split("[")[0].strip("'\"")


def plain(annotation: ast.expr) -> str:
    """The annotation as it is written."""
    return ast.unparse(annotation)

"""Where the rules name sentences: keys, some put together at run time, and what is given to fill their gaps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.engine import errors
from tests.contracts.sources import Module, callee, modules

ERRORS = {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)
}
ASKED = {
    "harvest": {"decide": 2, "put": 1, "next_of": 2, "_ordered": 2, "overwrites": 3},
    "kamigakari": {"decide": 2, "put": 0},
    "magical_girls": {"decide": 2, "ask_keeper": 1, "put": 1, "sized": 2},
}
"""What asks a question, by system, and which of its arguments is the question's key."""
WRAPPERS = {
    "tell",
    "put",
    "decide",
    "ask_keeper",
    "sized",
    "next_of",
    "_ordered",
    "word",
    "_named",
    "say",
    "_line",
    "__init__",
}
"""Their own bodies put keys together out of what they are given: their callers count."""
OF_TRAPS = {"tell_camp": 2, "take_trap": 2}
"""What tells of a trap and its cell, and which of its arguments is the line's key."""
WHOM = {
    "harvest": {"OnObjects": {"to"}, "OnCharacters": {"to"}, "OnCells": {"on"}, "_Effect": set[str]()},
    "kamigakari": {"AnyEffect": {"to"}},
    "magical_girls": {"AnyEffect": set[str]()},
}
"""Kinds of effects, by system, and what each says beside its own."""
WITH_NOTES = {"harvest", "kamigakari"}
"""The systems whose fixed choices each have a note of their own."""
LASTING = {"for_rounds": 1, "_until": 2, "lasts": 1}
"""What says how long something lasts, and which of its arguments is the key where it is for no number of rounds."""
OPEN = {"goal"}
"""What of a question is told to the others too."""
NO_GAPS = {
    *("cells", "faces", "explanation", "reveals", "is_secret", "is_unseen", "need", "seen_by", "offers"),
    *("is_touch", "is_private", "holds", "openly"),
}
"""What is said with an event or question, but not in its sentence."""


@dataclass(frozen=True)
class Site:
    """A place in the rules that names a sentence."""

    at: str
    key: str
    """With `*` for what is put in at run time."""
    given: frozenset[str] | None
    """The names that fill its gaps; None where the code does not show them."""

    def names(self, key: str) -> bool:
        """Whether that key may be the one."""
        return re.fullmatch(re.escape(self.key).replace(r"\*", r"\w+"), key) is not None


@cache
def sites(system: str = "harvest") -> tuple[Site, ...]:
    """All of them, in the engine and in the system."""
    found = [*modules("rules/engine"), *modules(f"rules/{system}")]
    return tuple(site for each in found for node in each.walk() for site in _sites(system, each, node))


def _sites(system: str, each: Module, node: ast.AST) -> Iterator[Site]:
    if not isinstance(node, ast.Call) or _function(each, node) in WRAPPERS:
        return
    said = frozenset(word.arg for word in node.keywords if word.arg)
    for key, given in _named(system, each, node, said):
        yield Site(each.at(node), key, given)


def _named(
    system: str, each: Module, call: ast.Call, said: frozenset[str]
) -> Iterator[tuple[str, frozenset[str] | None]]:
    name, function = callee(call), _enclosing(each, call)
    if name in ("Text", "Event") and call.args:
        given = _gaps(call.args[1], function) if len(call.args) > 1 else frozenset[str]()
        yield from ((key, given) for key in _keys(call.args[0], function))
    elif name == "text":
        yield from ((key, said) for key in _keys(call.args[0], function))
    elif name in ERRORS and call.args:
        yield from ((f"error.{key}", said) for key in _keys(call.args[0], function))
    elif name == "tell":
        about = {"who"} if len(call.args) > 3 else set[str]()
        yield from ((f"{system}.log.{key}", said - NO_GAPS | about) for key in _keys(call.args[1], function))
        if "is_secret" in said:
            yield from ((f"{system}.log.{key}.vague", None) for key in _keys(call.args[1], function))
    elif name in ASKED[system]:
        for key in _keys(call.args[ASKED[system][name]], function):
            yield f"{system}.ask.{key}", None if said & {"says", "params"} else said - NO_GAPS | {"who"}
            yield f"{system}.public.{key}", frozenset({"who"} | said & OPEN | _openly(call))
    elif name in ("word", "_named"):
        for key in _keys(call.args[0], function):
            yield f"{system}.option.{key}", said
            if system in WITH_NOTES:
                yield f"{system}.option.{key}.note", said
    elif name in OF_TRAPS:
        for key in _keys(call.args[OF_TRAPS[name]], function):
            yield f"{system}.log.{key}", frozenset({"trap", "cell"})
    elif name in LASTING and len(call.args) > LASTING[name]:
        yield from ((key, frozenset[str]()) for key in _keys(call.args[LASTING[name]], function))
    elif name == "say":
        effect, kind = _class(each, call)
        yield f"{system}.effect.{effect.lower()}", said | WHOM[system][kind]


def _openly(call: ast.Call) -> set[str]:
    """What a question names as told to the others too."""
    given = next((word.value for word in call.keywords if word.arg == "openly"), None)
    return set(ast.literal_eval(given)) if isinstance(given, ast.Tuple) else set()


# ---- reading expressions


def _keys(node: ast.expr, function: ast.AST) -> list[str]:
    """The keys an expression may be."""
    match node:
        case ast.Constant(str(key)):
            return [key]
        case ast.IfExp(body=one, orelse=other):
            return _keys(one, function) + _keys(other, function)
        case ast.JoinedStr(values=parts):
            return ["".join(part.value if isinstance(part, ast.Constant) else "*" for part in parts)]
        case ast.Name(name):
            return [key for value in _values(name, function) for key in _keys(value, function)]
    return []


def _gaps(node: ast.expr, function: ast.AST) -> frozenset[str] | None:
    """The keys of a dict that stands there, or was made in the same function."""
    match node:
        case ast.Dict(keys=keys) if all(isinstance(key, ast.Constant) for key in keys):
            return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
        case ast.Name(name):
            found = [_gaps(value, function) for value in _values(name, function)]
            return found[0] if len(found) == 1 and not _grows(name, function) else None
    return None


def _values(name: str, function: ast.AST) -> Iterator[ast.expr]:
    """What is assigned to a name in the function."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(target)], value=value) if target == name:
                yield value
            case ast.AnnAssign(target=ast.Name(target), value=ast.expr() as value) if target == name:
                yield value


def _grows(name: str, function: ast.AST) -> bool:
    """Whether something is added to what the name stands for."""
    grown = (node.target for node in ast.walk(function) if isinstance(node, ast.AugAssign))
    return any(isinstance(target, ast.Name) and target.id == name for target in grown)


def _enclosing(each: Module, node: ast.AST) -> ast.AST:
    return next((outer for outer in each.ancestors(node) if isinstance(outer, ast.FunctionDef)), each.tree)


def _function(each: Module, node: ast.AST) -> str:
    return getattr(_enclosing(each, node), "name", "")


def _class(each: Module, node: ast.AST) -> tuple[str, str]:
    """The class around it and what that is a kind of."""
    around = next(outer for outer in each.ancestors(node) if isinstance(outer, ast.ClassDef))
    return around.name, getattr(around.bases[0], "id", "")


def gaps(sentence: str) -> frozenset[str]:
    """The names in a sentence's braces."""
    return frozenset(re.findall(r"{(\w+)}", sentence))

"""What a schema finds wrong, in words of our own: which key is unknown, what was expected and what stood there."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from rules.engine.text import Param, Text, is_plain, text

SHOWN = 60
"""So much of what stands in a pack is shown."""
EXPECTED = {
    "int_type": "pack.expected.whole_number",
    "int_parsing": "pack.expected.whole_number",
    "int_from_float": "pack.expected.whole_number",
    "string_type": "pack.expected.words",
    "bool_type": "pack.expected.yes_or_no",
    "tuple_type": "pack.expected.list",
    "list_type": "pack.expected.list",
    "dict_type": "pack.expected.table",
    "model_type": "pack.expected.table",
    "model_attributes_type": "pack.expected.table",
}
"""What should have stood there, by pydantic's name of the error."""
BOUNDS = {
    "greater_than_equal": ("pack.at_least", "ge"),
    "less_than_equal": ("pack.at_most", "le"),
    "too_short": ("pack.at_least_entries", "min_length"),
    "too_long": ("pack.at_most_entries", "max_length"),
    "string_too_short": ("pack.at_least_letters", "min_length"),
    "string_too_long": ("pack.at_most_letters", "max_length"),
}
"""The sentence about a bound, and where pydantic tells it."""
FORMS = {
    "^[a-z][a-z0-9_]": "pack.form.id",
    "^[A-Z][1-9]": "pack.form.cell",
    "^[A-C][1-6]": "pack.form.small_cell",
}
"""The words for a form, by how its pattern begins."""
NEAR, LISTED = 3, 20
"""How many names are offered that the author may have meant, and how many that there are."""
ALIKE = 0.7
"""How much a name must be like the one written, from 0 to 1, to be offered."""


def faults(model: type[BaseModel], invalid: ValidationError) -> Iterator[tuple[str, Text]]:
    """Each thing wrong: the field, such as `effects.0.level`, and what was expected there."""
    for error in invalid.errors(include_url=False):
        if error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]:
            continue  # it only seems short: what is wrong inside was not counted
        place, around = _place(model, error["loc"])
        yield place, _said(error, around)


def unknown(what: Text, given: str, known: Iterable[str]) -> Text:
    """There is no `what` called so: which its author may have meant, or which there are."""
    names = sorted(map(str, known))
    said: dict[str, Param] = {"what": what, "given": short(given)}
    if near := get_close_matches(given, names, NEAR, ALIKE):
        return Text("pack.unknown_near", said | {"near": listed(near)})
    if names:
        more = ["…"] if len(names) > LISTED else []
        return Text("pack.unknown_of", said | {"known": listed(names[:LISTED] + more)})
    return Text("pack.unknown", said)


def listed(names: Iterable[object]) -> Param:
    """Names to be said with commas between."""
    return [short(each) for each in names]


def short(given: object, letters: int = SHOWN) -> str:
    """What stands in a pack, short, on one line, fit to be shown."""
    try:
        shown = str(given)
    except (ValueError, RecursionError):
        return "…"
    shown = "".join(each if is_plain(each) and each not in "\n\r\t" else "�" for each in shown[: letters + 1])
    return shown if len(shown) <= letters else f"{shown[:letters]}…"


def _place(model: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[str, list[type[BaseModel]]]:
    """A field's place as its author sees it, and the models whose keys may stand there."""
    inside: list[type[BaseModel]] = [model]
    around, place = inside, list[str]()
    for part in loc:
        around = inside
        if tagged := [each for each in inside if len(inside) > 1 and _tag(each) == part]:
            inside = around = tagged
        elif part != "[key]":
            place.append(short(part))
            inside = inside if isinstance(part, int) else list(_models_of(inside, part))
    return ".".join(place), around


def _tag(model: type[BaseModel]) -> object:
    """What its `kind` says, where there are several kinds."""
    return model.model_fields["kind"].default if "kind" in model.model_fields else None


def _models_of(models: list[type[BaseModel]], field: str) -> Iterator[type[BaseModel]]:
    for each in models:
        if field in each.model_fields:
            yield from _models_in(each.model_fields[field].annotation)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from _models_in(each)


def _said(error: Any, around: list[type[BaseModel]]) -> Text:
    kind, given, context = error["type"], _given(error["input"]), error.get("ctx", {})
    if kind in EXPECTED:
        return Text(EXPECTED[kind], {"given": given})
    if kind in BOUNDS:
        sentence, bound = BOUNDS[kind]
        return Text(sentence, {"bound": context[bound], "given": given})
    match kind:
        case "missing":
            return text("pack.missing")
        case "extra_forbidden":
            return unknown(text("pack.what.key"), str(error["loc"][-1]), _keys(around))
        case "union_tag_not_found":
            return text("pack.no_kind", known=listed(filter(None, map(_tag, around))))
        case "union_tag_invalid":
            return unknown(text("pack.what.effect"), str(context["tag"]), _quoted(context["expected_tags"]))
        case "enum" | "literal_error":
            return text("pack.one_of", known=listed(_quoted(context["expected"])), given=given)
        case "string_pattern_mismatch":
            return text("pack.form", form=_form(context["pattern"]), given=given)
    return text("pack.otherwise", why=error["msg"])


def _keys(models: Iterable[type[BaseModel]]) -> list[str]:
    return list(dict.fromkeys(key for model in models for key in model.model_fields))


def _form(pattern: str) -> Param:
    """How an id or a cell looks, in words; any other form as it is."""
    return next((text(key) for start, key in FORMS.items() if pattern.startswith(start)), pattern)


def _quoted(expected: str) -> list[str]:
    """What pydantic lists as 'a', 'b' or 'c'."""
    return re.findall(r"'([^']*)'", expected)


def _given(given: object) -> Param:
    """What stands there."""
    match given:
        case bool():
            return str(given).lower()
        case str():
            return text("pack.given.words", words=short(given))
        case list():
            return text("pack.given.list")
        case dict():
            return text("pack.given.table")
    return short(given)

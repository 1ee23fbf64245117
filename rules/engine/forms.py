"""What a GM's ruling holds, as a form sends it: read by a model, refused by naming the field and what would fit."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from rules.engine.errors import Malformed, NotAllowed
from rules.engine.text import Listed, Text

Ruling = Callable[[Any, Mapping[str, Any]], None]
"""Changes the battle through the system's verbs; Refused before anything has changed."""
Named = Callable[[str], Text]
"""What people call a field."""
Choices = Mapping[Any, Sequence[Text]]
"""What may be chosen in a field, in words, by the enum that the field is of."""
Dump = Callable[[Any], Mapping[str, Any]]
"""A battle as plain data."""


def digits(given: object) -> object:
    """Digits, as a form sends them, as the number they are; anything else as it is."""
    return int(given) if isinstance(given, str) and re.fullmatch(r"-?[0-9]{1,9}", given) else given


def place(given: object) -> object:
    """The label of a cell as somebody types it, in any case and width, as cells are labelled."""
    return unicodedata.normalize("NFKC", given).strip().upper() if isinstance(given, str) else given


Digits = BeforeValidator(digits)
Place = Annotated[str, BeforeValidator(place)]
Points = Annotated[int, Digits, Field(strict=True, ge=0, le=999)]


class About(BaseModel):
    """A ruling about one combatant."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str


class Acted(About):
    """Whether somebody counts as having acted this round."""

    acted: bool


Kinds = Mapping[str, tuple[type[BaseModel], Callable[[Any, Any], None]]]
"""A system's rulings by name: what each reads, and what it does with it."""


def rulings(
    kinds: Kinds, choices: Choices, named: Named, dump: Dump, happenings: Collection[str] = ()
) -> dict[str, Ruling]:
    """A system's rulings, ready for the session: Malformed where a field does not fit, which `named` calls by name.

    NotAllowed where all is as it was before, so that the table is not told what did not happen; but `happenings`
    (a fall, damage) happen whatever comes of them.
    """
    made = {name: _ruling(model, work, choices, named) for name, (model, work) in kinds.items()}
    return {name: rule if name in happenings else _changing(rule, dump) for name, rule in made.items()}


def _changing(rule: Ruling, dump: Dump) -> Ruling:
    def changes(battle: Any, params: Mapping[str, Any]) -> None:
        before, told = dump(battle), len(battle.events)
        rule(battle, params)
        if dump(battle) == before:
            del battle.events[told:]
            raise NotAllowed("changes_nothing")

    return changes


def _ruling(
    model: type[BaseModel], work: Callable[[Any, Any], None], choices: Choices, named: Named
) -> Ruling:
    def rule(battle: Any, params: Mapping[str, Any]) -> None:
        try:
            read = model.model_validate(dict(params))
        except ValidationError as invalid:
            name = str(invalid.errors(include_url=False)[0]["loc"][0])
            raise _misfit(name, model.model_fields.get(name), choices, named) from invalid
        work(battle, read)

    return rule


def _misfit(name: str, field: FieldInfo | None, choices: Choices, named: Named) -> Malformed:
    if field is None:
        return Malformed("ruling_field", field=name[:40], why=Text("engine.expected.nothing"))
    return misfit(named(name), _expected(field, choices))


def misfit(field: Text, why: Text) -> Malformed:
    """The refusal that names the field and says what would fit it."""
    return Malformed("ruling_field", field=field, why=why)


def one_of(options: Sequence[Text]) -> Text:
    """It must be one of these."""
    names: Listed = list(options)
    return Text("engine.expected.one_of", {"options": names})


def bounds(field: FieldInfo) -> tuple[int | None, int | None]:
    """The least and the most that a number may be; None for what is no number."""
    ends = {end: getattr(each, end) for each in field.metadata for end in ("ge", "le") if hasattr(each, end)}
    return ends.get("ge"), ends.get("le")


def _expected(field: FieldInfo, choices: Choices) -> Text:
    if field.annotation in choices:
        return one_of(choices[field.annotation])
    if field.annotation is int:
        least, most = bounds(field)
        return Text("error.number_between", {"least": least or 0, "most": most or 0})
    return Text("engine.expected.yes_or_no") if field.annotation is bool else Text("error.expected_words")

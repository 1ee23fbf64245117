"""What the set-ups of all systems have in common: players and their names, the ones of a kind that are numbered."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.engine.content import ContentError, Named, Problem
from rules.engine.errors import NotAllowed
from rules.engine.faults import faults
from rules.engine.flow import GM
from rules.engine.text import Param, Text

S = TypeVar("S", bound=BaseModel)
T = TypeVar("T")


class BasePlayer(BaseModel):
    """A player character; systems add its sheet. Its name is also its seat."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]


class Called(Protocol):
    """A combatant, as far as its name goes."""

    name: str


def read(setup: type[S], given: Mapping[str, Any]) -> S:
    """A set-up as it was sent. ContentError with everything that is wrong in it."""
    try:
        return setup.model_validate(dict(given))
    except ValidationError as invalid:
        raise ContentError([Problem("", "", *told) for told in faults(setup, invalid)]) from invalid


def check_names(combatants: Iterable[Called]) -> None:
    """Each has a name of its own, and none is the GM's. NotAllowed otherwise."""
    for name, count in Counter([GM, *(each.name for each in combatants)]).items():
        if count > 1:
            raise NotAllowed("name_taken", name=name)


def counted(kinds: Iterable[tuple[str, T]]) -> Iterator[tuple[str, T, int, bool]]:
    """Each of the `(kind, what)` with its number among those of its kind, and whether it is the only one."""
    found = list(kinds)
    counts = Counter(kind for kind, _what in found)
    numbers: Counter[str] = Counter()
    for kind, what in found:
        numbers[kind] += 1
        yield kind, what, numbers[kind], counts[kind] == 1


def numbered(kind: Named, number: int) -> Text:
    """The name of one of several of a kind: "Thornling 2"."""
    return Text("engine.numbered", {"name": kind.title, "number": number})


def title_of(kind: Named, number: int, *, is_alone: bool) -> Param:
    """The name of the `number`-th of its kind, numbered for the reader where there are several."""
    return kind.title if is_alone else numbered(kind, number)

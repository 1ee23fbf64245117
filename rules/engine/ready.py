"""What comes ready with a game: sheets of its characters, and who meets in its encounters."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from rules.engine.content import Named
from rules.engine.errors import NotAllowed

C = TypeVar("C", covariant=True)
E = TypeVar("E", covariant=True)
Plain = dict[str, Any]


class Stocked(Protocol[C, E]):
    """A shelf, as far as what is ready goes."""

    @property
    def characters(self) -> Mapping[str, C]:
        """The ready player characters, by id."""
        ...

    @property
    def encounters(self) -> Mapping[str, E]:
        """The ready encounters, by id."""
        ...


def sheet_of(character: Named, sheet: type[BaseModel], lang: str) -> Plain:
    """A ready character's sheet, its name written in `lang`."""
    known = character.model_dump(mode="json", include=set(sheet.model_fields))
    return known | {"title": character.title.in_language(lang)}


def met_by(
    shelf: Stocked[C, Any],
    encounter: str,
    chosen: Iterable[Mapping[str, Any]] | None,
    sheet_of: Callable[[C], Plain],
) -> list[Plain]:
    """`chosen` characters (`name`, `sheet`), or those whom a ready encounter was made for.

    NotAllowed when there is no such encounter.
    """
    if encounter not in shelf.encounters:
        raise NotAllowed("no_such_encounter", encounter=encounter[:40])
    if chosen is not None:
        return [dict(each) for each in chosen]
    made_for = shelf.encounters[encounter].characters
    return [{"name": id, "sheet": sheet_of(shelf.characters[id])} for id in made_for]

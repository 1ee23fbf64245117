"""Questions of Harvest: who is asked, that the asker can act, and what the others read meanwhile."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from rules.engine.choices import One, Option, Shape, Value
from rules.engine.flow import Ask, Flow, Need, Seat, ask_one, decider, question
from rules.engine.grid import Cell
from rules.engine.text import Param, Text
from rules.harvest.battlefield import block
from rules.harvest.state import Battle, Combatant, Figure


class Asker(Protocol):
    """Who a question is about: a character, or what an effect comes from."""

    @property
    def name(self) -> str:
        """Its id."""
        ...

    @property
    def title(self) -> Param:
        """Its name, to be said."""
        ...

    @property
    def seat(self) -> Seat:
        """The seat that decides for it."""
        ...


def decide(
    battle: Battle,
    who: str,
    key: str,
    shape: Callable[[Combatant], Shape],
    subjects: tuple[str, ...] = (),
    says: Callable[[Combatant], Mapping[str, Param]] | None = None,
    **params: Param,
) -> Flow[Value]:
    """Ask the seat that decides for `who`. Lapsed when `who` is out, or must choose and cannot.

    What `says` fills in is looked up whenever the question is put anew.
    """

    def make() -> Ask:
        asker = battle.able(who)
        said = {**params, **(says(asker) if says else {})}
        return put(battle, key, {asker.seat: shape(asker)}, asker, subjects, Need.ALL, **said)

    return (yield from ask_one(make))


def put(
    battle: Battle,
    key: str,
    choices: Mapping[Seat, Shape],
    asker: Asker,
    subjects: tuple[str, ...] = (),
    need: Need = Need.ALL,
    **params: Param,
) -> Ask:
    """The question `harvest.<key>`: `harvest.ask.<key>` for those asked, `harvest.public.<key>` for the others.

    Where a ruling leaves nothing to choose, who may pass is still asked, for a lapse would cost the whole turn.
    Whether to act is asked in person: standing orders that pass everything would else play on without anybody.
    """
    names: dict[str, Param] = {"who": asker.title, **params}
    return question(
        f"harvest.{key}",
        Text(f"harvest.ask.{key}", names),
        choices,
        public=Text(f"harvest.public.{key}", {"who": asker.title}),
        need=need,
        actor=decider(asker, choices),
        subjects=(asker.name, *subjects),
        courtesy=bool(battle.on("ask_everyone")) or all(shape.may_pass for shape in choices.values()),
        in_person=key == "begin",
    )


def people(battle: Battle, names: Iterable[str]) -> tuple[Option, ...]:
    """Characters and special objects as options, each lighting its cells."""
    return tuple(person(found) for name in names if (found := battle.find(name)))


def person(figure: Figure, prefix: str = "", note: Text | None = None) -> Option:
    """A character or special object as an option."""
    cells = tuple(cell.label for cell in figure.cells)
    return Option(f"{prefix}{figure.name}", Text("harvest.name", {"name": figure.title}), note, cells)


def places(cells: Iterable[Cell], size: tuple[int, int] = (1, 1)) -> tuple[Option, ...]:
    """Cells as options; for an object of more cells each option lights all it would fill."""
    return tuple(_place(block(cell, size)) for cell in cells)


def _place(filled: tuple[Cell, ...]) -> Option:
    first, last = filled[0].label, filled[-1].label
    name = Text("harvest.cell", {"cell": first})
    if last != first:
        name = Text("harvest.cells", {"first": first, "last": last})
    return Option(first, name, cells=tuple(cell.label for cell in filled))


def thing(id: str, name: Param, note: Text | None = None) -> Option:
    """Something with a name of its own, such as a skill, as an option."""
    return Option(id, Text("harvest.name", {"name": name}), note)


def word(key: str, **params: Param) -> Option:
    """A fixed choice: its id is its key in `harvest.option.<key>`."""
    return Option(key, Text(f"harvest.option.{key}", params), Text(f"harvest.option.{key}.note", params))


def one_of(options: Iterable[Option], *, may_pass: bool = False) -> One:
    """Exactly one of these."""
    return One(tuple(options), may_pass)

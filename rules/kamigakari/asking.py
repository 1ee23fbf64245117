"""Questions of Kamigakari: who is asked, that the asker can act, and what the others read meanwhile."""

from collections.abc import Callable, Iterable, Mapping

from rules.engine.choices import One, Option, Shape, Value
from rules.engine.errors import Lapsed
from rules.engine.flow import Ask, Flow, Need, Seat, ask_one, decider, question
from rules.engine.grid import Cell
from rules.engine.text import Param, Text
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Side


def decide(
    battle: Battle,
    who: str,
    key: str,
    shape: Callable[[Combatant], Shape],
    subjects: tuple[str, ...] = (),
    holds: Callable[[Combatant], bool] = bool,
    **params: Param,
) -> Flow[Value]:
    """Ask the seat that decides for `who`. Lapsed when `who` is down, must choose and cannot, or `holds` no longer.

    `holds` says whether what the question is about can still be done and paid for.
    """

    def make() -> Ask:
        asker = battle.able(who)
        if not holds(asker):
            raise Lapsed()
        return put(key, {asker.seat: shape(asker)}, asker, subjects, Need.ALL, is_private=False, **params)

    return (yield from ask_one(make))


def put(
    key: str,
    choices: Mapping[Seat, Shape],
    asker: Combatant,
    subjects: tuple[str, ...] = (),
    need: Need = Need.ALL,
    is_private: bool = False,
    **params: Param,
) -> Ask:
    """The question `kamigakari.<key>`: `kamigakari.ask.<key>` for those asked, `kamigakari.public.<key>` for others.

    That a hidden monster is asked is the GM's alone to know (KG-36), and so is what is asked where it `is_private`.
    """
    names: dict[str, Param] = {"who": asker.title, **params}
    return question(
        f"kamigakari.{key}",
        Text(f"kamigakari.ask.{key}", names),
        choices,
        public=Text(f"kamigakari.public.{key}", {"who": asker.title}),
        need=need,
        private=is_private or asker.is_unseen,
        actor=decider(asker, choices),
        subjects=(asker.name, *subjects),
        courtesy=all(shape.may_pass for shape in choices.values()),
        in_person=key == "turn",
    )


def people(battle: Battle, names: Iterable[str]) -> tuple[Option, ...]:
    """Combatants as options, each lighting its square."""
    return tuple(person(found) for name in names if (found := battle.find(name)))


def sided(battle: Battle, who: Combatant, names: Iterable[str], *, first: Side) -> tuple[Option, ...]:
    """Combatants as options, those of the side it is meant for first; the others are marked as friend or enemy."""
    found = [each for name in names if (each := battle.find(name))]
    said = Text("kamigakari.option.friend" if first is not who.side else "kamigakari.option.enemy")
    return (
        *(person(each) for each in found if each.side is first),
        *(person(each, note=said) for each in found if each.side is not first),
    )


def person(who: Combatant, prefix: str = "", note: Text | None = None) -> Option:
    """A combatant as an option."""
    cells = (who.cell.label,) if who.cell else ()
    return Option(f"{prefix}{who.name}", Text("kamigakari.name", {"name": who.title}), note, cells)


def titles(whom: Iterable[Combatant]) -> Param:
    """Their names, to be said one after the other."""
    return [Text("kamigakari.name", {"name": each.title}) for each in whom]


def places(cells: Iterable[Cell]) -> tuple[Option, ...]:
    """Squares as options."""
    return tuple(place(cell) for cell in cells)


def place(cell: Cell, note: Text | None = None) -> Option:
    """A square as an option."""
    return Option(cell.label, Text("kamigakari.cell", {"cell": cell.label}), note, (cell.label,))


def thing(id: str, name: Param, note: Text | None = None, cells: tuple[str, ...] = ()) -> Option:
    """Something with a name of its own, such as a talent, as an option."""
    return Option(id, Text("kamigakari.name", {"name": name}), note, cells)


def word(key: str, **params: Param) -> Option:
    """A fixed choice: its id is its key in `kamigakari.option.<key>`."""
    return Option(
        key, Text(f"kamigakari.option.{key}", params), Text(f"kamigakari.option.{key}.note", params)
    )


def one_of(options: Iterable[Option], *, may_pass: bool = False) -> One:
    """Exactly one of these."""
    return One(tuple(options), may_pass)

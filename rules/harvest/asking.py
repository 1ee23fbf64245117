"""Questions of Harvest: who is asked, that the asker can act, and what the others read meanwhile."""

from collections.abc import Callable, Iterable, Mapping

from rules.engine.choices import One, Option, Shape, Value
from rules.engine.flow import Ask, Flow, Need, Seat, ask_one, question
from rules.engine.grid import Cell
from rules.engine.text import Param, Text
from rules.harvest.state import Battle, Combatant


def decide(
    battle: Battle,
    who: str,
    key: str,
    shape: Callable[[Combatant], Shape],
    subjects: tuple[str, ...] = (),
    **params: Param,
) -> Flow[Value]:
    """Ask the seat that decides for `who`. Lapsed when `who` is out, or must choose and cannot."""

    def make() -> Ask:
        asker = battle.able(who)
        return put(battle, key, {asker.seat: shape(asker)}, asker, subjects, Need.ALL, **params)

    return (yield from ask_one(make))


def put(
    battle: Battle,
    key: str,
    choices: Mapping[Seat, Shape],
    asker: Combatant,
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
        actor=asker.name,
        subjects=(asker.name, *subjects),
        courtesy=bool(battle.on("ask_everyone")) or all(shape.may_pass for shape in choices.values()),
        in_person=key == "begin",
    )


def people(battle: Battle, names: Iterable[str]) -> tuple[Option, ...]:
    """Combatants as options, each lighting its cell."""
    return tuple(person(battle[name]) for name in names if battle.has(name))


def person(combatant: Combatant, prefix: str = "", note: Text | None = None) -> Option:
    """A combatant as an option."""
    cells = (combatant.cell.label,) if combatant.cell else ()
    return Option(f"{prefix}{combatant.name}", Text("harvest.name", {"name": combatant.title}), note, cells)


def places(cells: Iterable[Cell]) -> tuple[Option, ...]:
    """Cells as options."""
    return tuple(
        Option(cell.label, Text("harvest.cell", {"cell": cell.label}), cells=(cell.label,)) for cell in cells
    )


def thing(id: str, name: Param, note: Text | None = None) -> Option:
    """Something with a name of its own, such as a skill, as an option."""
    return Option(id, Text("harvest.name", {"name": name}), note)


def word(key: str, **params: Param) -> Option:
    """A fixed choice: its id is its key in `harvest.option.<key>`."""
    return Option(key, Text(f"harvest.option.{key}", params), Text(f"harvest.option.{key}.note", params))


def one_of(options: Iterable[Option], *, may_pass: bool = False) -> One:
    """Exactly one of these."""
    return One(tuple(options), may_pass)

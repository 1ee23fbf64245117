"""Questions of Magical Girls: who is asked, that the asker can act, and what the others read meanwhile."""

from collections.abc import Callable, Iterable, Mapping

from rules.engine.choices import One, Option, Shape, Value
from rules.engine.errors import Lapsed
from rules.engine.flow import GM, Ask, Flow, Need, Offer, Seat, ask_one, decider, question
from rules.engine.grid import Cell
from rules.engine.text import Param, Text
from rules.magical_girls.map import seats_that_see
from rules.magical_girls.outcome import end_of_match
from rules.magical_girls.state import Battle, Combatant

OPEN = ("goal",)
"""What of a question's words the others read too."""


def decide(
    battle: Battle,
    who: str,
    key: str,
    shape: Callable[[Combatant], Shape],
    subjects: tuple[str, ...] = (),
    holds: Callable[[Combatant], bool] = bool,
    **params: Param,
) -> Flow[Value]:
    """Ask the seat that decides for `who`. Lapsed when `who` is out, must choose and cannot, or `holds` no longer.

    `holds` says whether what the question is about can still be done and paid for.
    """

    def make() -> Ask:
        asker = battle.able(who)
        if not holds(asker):
            raise Lapsed()
        return put(battle, key, {asker.seat: shape(asker)}, asker, subjects, params=params)

    return (yield from ask_one(make))


def ask_keeper(
    battle: Battle, key: str, shape: Callable[[], Shape], about: Combatant | None = None, **params: Param
) -> Flow[Value]:
    """Ask the keeper."""
    return (yield from ask_one(lambda: put(battle, key, {GM: shape()}, about, params=params)))


def put(
    battle: Battle,
    key: str,
    choices: Mapping[Seat, Shape],
    asker: Combatant | None = None,
    subjects: tuple[str, ...] = (),
    need: Need = Need.ALL,
    params: Mapping[str, Param] | None = None,
    offers: tuple[Offer, ...] = (),
    in_vain: bool = False,
    openly: Iterable[str] = OPEN,
) -> Ask:
    """The question `magical_girls.<key>`: `.ask.<key>` for those asked, `.public.<key>` for the others.

    Of the `params` these read who is asked, and what is named `openly`. `in_vain` says that who is asked can do
    nothing. That somebody hidden is asked is not for all to know (MG-27). Where a ruling has decided the match
    meanwhile, nothing is asked any more. BattleOver.
    """
    end_of_match(battle)
    named: dict[str, Param] = {"who": asker.title} if asker else {}
    told = dict(params or {})
    return question(
        f"magical_girls.{key}",
        Text(
            f"magical_girls.in_vain.{key}" if in_vain else f"magical_girls.ask.{key}",
            named | told,
        ),
        choices,
        public=Text(
            f"magical_girls.public.{key}", named | {each: told[each] for each in openly if each in told}
        ),
        need=need,
        private=asker is not None and seats_that_see(battle, asker) is not None,
        actor=decider(asker, choices) if asker else "",
        subjects=(asker.name, *subjects) if asker else subjects,
        offers=offers,
        courtesy=all(shape.may_pass for shape in choices.values()),
        in_person=key == "turn",
    )


def people(found: Iterable[Combatant], prefix: str = "") -> tuple[Option, ...]:
    """Combatants as options, each lighting its cell."""
    return tuple(person(each, prefix) for each in found)


def foes_first(who: Combatant, found: Iterable[Combatant], prefix: str = "") -> tuple[Option, ...]:
    """Whom she may strike at: the other side first, then friends, marked as such."""
    sorted_so = sorted(found, key=lambda each: each.side is who.side)
    friend = Text("magical_girls.note.friend")
    return tuple(person(each, prefix, friend if each.side is who.side else None) for each in sorted_so)


def person(who: Combatant, prefix: str = "", note: Text | None = None) -> Option:
    """A combatant as an option."""
    name = Text("magical_girls.name", {"name": who.title})
    return Option(f"{prefix}{who.name}", name, note, (who.cell.label,))


def places(cells: Iterable[Cell]) -> tuple[Option, ...]:
    """Cells as options."""
    return tuple(
        Option(cell.label, Text("magical_girls.cell", {"cell": cell.label}), cells=(cell.label,))
        for cell in cells
    )


def thing(id: str, name: Param, note: Text | None = None, cells: tuple[str, ...] = ()) -> Option:
    """Something with a name of its own, such as an ability, as an option."""
    return Option(id, Text("magical_girls.name", {"name": name}), note, cells)


def word(key: str, note: Text | None = None, **params: Param) -> Option:
    """A fixed choice: its id is its key in `magical_girls.option.<key>`."""
    return Option(key, Text(f"magical_girls.option.{key}", params), note)


def one_of(options: Iterable[Option], *, may_pass: bool = False) -> One:
    """Exactly one of these."""
    return One(tuple(options), may_pass)

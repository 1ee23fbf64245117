"""What the GM may rule beside the engine's rulings: changes of the table, through the verbs."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from rules.engine.errors import Malformed, NotAllowed
from rules.engine.grid import Cell, cell_at
from rules.engine.log import Event
from rules.engine.text import Local, Text
from rules.harvest.battlefield import FIELD
from rules.harvest.duration import lasting
from rules.harvest.setup import creature
from rules.harvest.state import Battle, Combatant, Status
from rules.harvest.terms import StatusKey
from rules.harvest.verbs import afflict, fall, lift, tell


def _digits(given: object) -> object:
    """Digits, as a form sends them, as the number they are; anything else as it is."""
    return int(given) if isinstance(given, str) and re.fullmatch(r"-?[0-9]{1,9}", given) else given


Points = Annotated[int, BeforeValidator(_digits), Field(strict=True, ge=0, le=999)]
Level = Annotated[int, BeforeValidator(_digits), Field(strict=True, ge=-9, le=9)]
Rounds = Annotated[int, BeforeValidator(_digits), Field(strict=True, ge=0, le=9)]


class About(BaseModel):
    """A ruling about one combatant."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str


class Set(About):
    """HP or TP to a number."""

    value: Points


class Move(About):
    """Onto a free cell; somebody who is out comes back with 1 HP."""

    cell: str


class Give(About):
    """A status, for a number of rounds or (0) until lifted."""

    status: StatusKey
    level: Level
    rounds: Rounds = 0


class Take(About):
    """A status away."""

    status: StatusKey


class Acted(About):
    """Whether somebody counts as having acted this round."""

    acted: bool


class Arrive(BaseModel):
    """A creature joins; it is placed next."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    creature: str


def combatant(battle: Battle, name: str) -> Combatant:
    """The one a ruling is about. NotAllowed when there is none."""
    if not battle.has(name):
        raise NotAllowed("no_such_combatant", name=name[:40])
    return battle[name]


def set_hp(battle: Battle, ruling: Set) -> None:
    """HP; 0 is incapacitated (HV-45). Who is out stays out: put her on a cell to bring her back."""
    who = combatant(battle, ruling.name)
    if who.is_out:
        raise NotAllowed("out_of_battle", who=who.title)
    who.hp = _up_to(who.max_hp, ruling.value)
    tell(battle, "set_hp", "", who, is_secret=True, value=who.hp)
    if who.is_out:
        fall(battle, who)


def set_tp(battle: Battle, ruling: Set) -> None:
    """TP."""
    who = combatant(battle, ruling.name)
    who.tp = _up_to(who.max_tp, ruling.value)
    tell(battle, "set_tp", "", who, is_secret=True, value=who.tp)


def _up_to(most: int, value: int) -> int:
    if value > most:
        raise NotAllowed("number_between", least=0, most=most)
    return value


def move(battle: Battle, ruling: Move) -> None:
    """Onto a free cell (HV-03)."""
    who, cell = combatant(battle, ruling.name), _free_cell(battle, ruling.cell)
    if who.is_out:
        who.hp = 1
    who.cell = cell
    tell(battle, "moved_by_gm", "", who, cells=(cell,), cell=cell.label)


def _free_cell(battle: Battle, label: str) -> Cell:
    try:
        cell = cell_at(label)
    except ValueError as wrong:
        raise NotAllowed("no_such_cell", cell=label[:8]) from wrong
    if cell not in FIELD:
        raise NotAllowed("no_such_cell", cell=label[:8])
    if battle.at(cell):
        raise NotAllowed("cell_taken", cell=label)
    return cell


def give(battle: Battle, ruling: Give) -> None:
    """A status, over the same one from before."""
    who = combatant(battle, ruling.name)
    if who.is_out:
        raise NotAllowed("out_of_battle", who=who.title)
    afflict(battle, who, Status(ruling.status, ruling.level, lasting(battle, ruling.rounds), ""))


def take(battle: Battle, ruling: Take) -> None:
    """A status away."""
    who = combatant(battle, ruling.name)
    if who.status(ruling.status) is None:
        raise NotAllowed("no_such_status", who=who.title, status=ruling.status.named)
    lift(battle, who, ruling.status, "")


def set_acted(battle: Battle, ruling: Acted) -> None:
    """Whether somebody counts as having acted this round; not for the one whose phase it is."""
    who = combatant(battle, ruling.name)
    if who.name == battle.acting:
        raise NotAllowed("is_acting", who=who.title)
    battle.acted = [name for name in battle.acted if name != who.name] + ([who.name] if ruling.acted else [])
    tell(battle, "set_acted" if ruling.acted else "set_not_acted", "", who)


def add(battle: Battle, ruling: Arrive) -> None:
    """A pinned creature joins the enemies; it is placed before the next action phase."""
    kind = battle.library.creatures.get(ruling.creature)
    if kind is None:
        raise NotAllowed("no_such_creature", creature=ruling.creature[:40])
    numbers = (each.name.removeprefix(f"{kind.id}-") for each in battle.combatants)
    taken = [int(number) for number in numbers if number.isdigit()]
    newcomer = creature(kind, max(taken, default=0) + 1)
    battle.combatants.append(newcomer)
    tell(battle, "arrives", "", newcomer)


def remove(battle: Battle, ruling: About) -> None:
    """Somebody leaves the fight altogether."""
    who = combatant(battle, ruling.name)
    battle.combatants.remove(who)
    battle.acted = [name for name in battle.acted if name != who.name]
    battle.record(Event("harvest.log.leaves", {"who": who.title}))


_KINDS: Mapping[str, tuple[type[BaseModel], Callable[[Battle, Any], None]]] = {
    "set_hp": (Set, set_hp),
    "set_tp": (Set, set_tp),
    "move": (Move, move),
    "afflict": (Give, give),
    "lift": (Take, take),
    "set_acted": (Acted, set_acted),
    "add": (Arrive, add),
    "remove": (About, remove),
}


def _ruling(
    model: type[BaseModel], work: Callable[[Battle, Any], None]
) -> Callable[[Battle, Mapping[str, Any]], None]:
    def rule(battle: Battle, params: Mapping[str, Any]) -> None:
        try:
            ruling = model.model_validate(dict(params))
        except ValidationError as invalid:
            field = str(invalid.errors(include_url=False)[0]["loc"][0])
            raise _misfit(field, model.model_fields.get(field)) from invalid
        work(battle, ruling)

    return rule


def _misfit(name: str, field: FieldInfo | None) -> Malformed:
    """The refusal that names the field and says what would fit it."""
    if field is None:
        return Malformed("ruling_field", field=name[:40], why=Text("harvest.expected.nothing"))
    return Malformed("ruling_field", field=Text(f"harvest.field.{name}"), why=_expected(field))


def _expected(field: FieldInfo) -> Text:
    if field.annotation is StatusKey:
        statuses: list[int | str | Text | Local] = [key.named for key in StatusKey]
        return Text("harvest.expected.one_of", {"options": statuses})
    if field.annotation is int:
        bounds = {
            end: getattr(each, end) for each in field.metadata for end in ("ge", "le") if hasattr(each, end)
        }
        return Text("error.number_between", {"least": bounds["ge"], "most": bounds["le"]})
    return Text("harvest.expected.yes_or_no") if field.annotation is bool else Text("error.expected_words")


RULINGS = {name: _ruling(*kind) for name, kind in _KINDS.items()}

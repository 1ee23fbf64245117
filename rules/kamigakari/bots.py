"""A simple sensible player: closes in, strikes the weakest with the hardest, saves good dice for what matters."""

from collections.abc import Callable, Mapping

from rules.engine.choices import One, Order, Route, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import Cell, cell_at
from rules.kamigakari.map import squares
from rules.kamigakari.state import Battle, Combatant

Choice = Callable[[Battle, Question, Seat, Draws], Value]


def sensible(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """A legal answer with some sense to it; a random legal one where it has no opinion."""
    if question.choices[seat].is_empty:
        return None
    choose = _CHOICES.get(question.key.removeprefix("kamigakari."), _any)
    return choose(battle, question, seat, draws)


def _any(_battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    return question.choices[seat].sample(draws)


def _pass(_battle: Battle, _question: Question, _seat: Seat, _draws: Draws) -> Value:
    return None


def _first(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    shape = question.choices[seat]
    return shape.options[0].id if isinstance(shape, One) else None


def _keep_order(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    shape = question.choices[seat]
    return [option.id for option in shape.options] if isinstance(shape, Order) else None


def enemies(battle: Battle, who: Combatant) -> list[Combatant]:
    """Who stands against `who`."""
    return list(battle.standing_ones(who.side.other))


def _turn(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Attack if somebody is in reach, else move up; prepare first if that costs no attack."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, One)
    ids = [option.id for option in shape.options]
    return _attack(ids, draws) or _approach(battle, who, ids) or draws.pick([*ids, ""]) or None


def _attack(ids: list[str], draws: Draws) -> str:
    strikes = [id for id in ids if id.startswith(("weapon:", "talent:"))]
    return draws.pick(strikes) if strikes else ""


def _approach(_battle: Battle, _who: Combatant, ids: list[str]) -> str:
    return next((id for id in ("move:combat", "move:full", "move:step") if id in ids), "")


def _move(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Next to the nearest enemy, or nearer to it."""
    route, who = question.choices[seat], battle[question.actor]
    assert isinstance(route, Route)
    best = min(
        [route.start, *route.reachable()],
        key=lambda label: (_gap(battle, who, cell_at(label)), draws.below(9)),
    )
    return route.way_to(best)


def _gap(battle: Battle, who: Combatant, cell: Cell) -> int:
    return min((squares(cell, foe.cell) for foe in enemies(battle, who) if foe.cell), default=0)


def _targets(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The weakest enemies, no friend where it can be helped."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, Some)
    foes = sorted((each for each in enemies(battle, who)), key=lambda foe: foe.life)
    wanted = [foe.name for foe in foes if any(option.id == foe.name for option in shape.options)][
        : shape.most
    ]
    return (
        shape.judge(wanted) if len(wanted) >= shape.least and wanted else _any(battle, question, seat, draws)
    )


_CHOICES: Mapping[str, Choice] = {
    "turn": _turn,
    "move": _move,
    "targets": _targets,
    "area_more": _targets,
    "next": _first,
    "reduction_order": _keep_order,
    "end": _first,
    "crest": _pass,
    "concept": _first,
    "revive": _first,
}

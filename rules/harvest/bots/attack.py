"""The attack: where it strikes, and whom."""

from rules.engine.choices import Option, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import cell_at
from rules.harvest.bots.plain import best, options_of
from rules.harvest.bots.tactics import Outlook, expected
from rules.harvest.state import Battle


def cell(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The cell where the blow is worth most."""
    outlook, sources = Outlook(battle, battle[question.actor]), _sources(battle)
    worths = {cell.label: outlook.hit(mark, sources) for mark in outlook.marks for cell in mark.cells}
    return best(options_of(question, seat), lambda option: worths.get(option.id, 0), draws)


def attack_range(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The range that covers most of what is worth striking."""
    outlook, sources = Outlook(battle, battle[question.actor]), _sources(battle)

    def worth(option: Option) -> int:
        return outlook.blow(sources, outlook.who.cells, frozenset(map(cell_at, option.cells)))

    return best(options_of(question, seat), worth, draws)


def _sources(battle: Battle) -> tuple[str, ...]:
    return tuple(battle.attack.sources) if battle.attack else ()


def targets(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Every enemy, no friend; a special object that is better gone."""
    wanted = {mark.figure.name for mark in Outlook(battle, battle[question.actor]).marks}
    return [option.id for option in options_of(question, seat) if option.id in wanted]


def confused(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The friend who bears it best."""

    def left(option: Option) -> int:
        return battle[option.id].hp - expected(battle, battle[option.id])

    return best(options_of(question, seat), left, draws)

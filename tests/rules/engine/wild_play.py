"""Everything that can happen at a table, at random: answers, offers, requests, rulings, undos, changed dice."""

from collections.abc import Callable

from rules.engine.dice import Draws
from rules.engine.errors import Refused
from rules.engine.flow import GM
from rules.engine.log import Kind
from tests.rules.engine.table import Table
from tests.rules.engine.two_pages import SYSTEM

Move = Callable[[Table, Draws], None]


def answer(table: Table, draws: Draws) -> None:
    """Somebody who is asked answers."""
    waiting = table.session.waiting_for()
    if waiting:
        seat = draws.pick(waiting)
        table.answer(seat, table.question.choices[seat].sample(draws))


def offer(table: Table, draws: Draws) -> None:
    """Somebody takes an offer."""
    if table.session.open and table.question.offers:
        chosen = draws.pick(table.question.offers)
        table.offer(chosen.seat, chosen.id, chosen.shape.sample(draws) if chosen.shape else None)


def request(table: Table, draws: Draws) -> None:
    """Somebody wants something."""
    table.request(draws.pick(["mina", "jun"]), draws.pick(SYSTEM.requests), "please")


def decide(table: Table, draws: Draws) -> None:
    """The GM grants or refuses what waits."""
    if table.duel.requests:
        table.decide(draws.pick(table.duel.requests).id, bool(draws.below(2)))


def stand(table: Table, draws: Draws) -> None:
    """Somebody gives or lifts a standing order."""
    key, stop_for = draws.pick(["candles.cover", "candles.taunt"]), draws.pick([(), ("mina",)])
    table.stand(draws.pick(["mina", "jun", GM]), key, bool(draws.below(2)), *stop_for)


def set_wax(table: Table, draws: Draws) -> None:
    """The GM rules how much wax a candle has, perhaps none."""
    if table.duel.candles:
        table.rule("set_wax", name=draws.pick(table.duel.candles).name, wax=draws.below(7))


def remove(table: Table, draws: Draws) -> None:
    """The GM takes a candle from the table."""
    if len(table.duel.candles) > 2 and not draws.below(3):
        table.rule("remove", name=draws.pick(table.duel.candles).name)


def house_rule(table: Table, draws: Draws) -> None:
    """The GM changes a house rule."""
    table.rule("house_rule", key="strong_draught", value=bool(draws.below(2)))


def pause(table: Table, draws: Draws) -> None:
    """The GM pauses and resumes."""
    table.rule("pause")
    table.rule("resume")


def cut(table: Table, draws: Draws) -> None:
    """The GM cuts an open frame short."""
    if table.session.snapshot().frames:
        table.rule("cut", frame=draws.pick(table.session.snapshot().frames))


def take_over(table: Table, draws: Draws) -> None:
    """The GM takes over by hand."""
    if not draws.below(3):
        table.rule("take_over")


def undo(table: Table, draws: Draws) -> None:
    """The GM goes back to one of the last inputs."""
    inputs = [entry.number for entry in table.record.live(1) if entry.kind is not Kind.ROLL][-9:]
    if inputs:
        table.undo(draws.pick(inputs))


def take_back(table: Table, draws: Draws) -> None:
    """A player takes the last answer back."""
    if table.session.take_back:
        seat, entry = table.session.take_back
        table.undo(entry, seat)


def change_die(table: Table, draws: Draws) -> None:
    """The GM changes one of the last dice."""
    rolls = [entry for entry in table.record.live(1) if entry.kind is Kind.ROLL][-3:]
    if rolls:
        roll = draws.pick(rolls)
        face = draws.pick([None, 1 + draws.below(roll.payload["sides"])])
        table.change_die(roll.number, draws.below(len(roll.payload["faces"])), face)


RARE: tuple[Move, ...] = (
    *(offer, offer, offer, offer, offer, request, decide, decide, decide, stand, set_wax, remove, house_rule),
    *(pause, cut, take_over, undo, take_back, change_die),
)


def wild_move(table: Table, draws: Draws) -> None:
    """One thing that may happen now: two times in three an answer. What the rules refuse has changed nothing."""
    move = draws.pick(RARE) if draws.below(3) == 0 else answer
    before = table.session.version, table.session.digest()
    try:
        move(table, draws)
    except Refused:
        assert (table.session.version, table.session.digest()) == before

"""Players without a person: random legal ones for every system, and the play-out that drives any bots to an end."""

from collections.abc import Callable, Mapping

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.record import Record
from rules.engine.session import Session
from rules.engine.state import BattleBase
from rules.engine.system import B, Bot

ANSWERS_IN_A_FIGHT = 5_000


def random_legal(_battle: BattleBase, question: Question, seat: Seat, draws: Draws) -> Value:
    """Any answer the shape allows."""
    return question.choices[seat].sample(draws)


def bot_draws(seed: bytes, ticket: int, seat: Seat) -> Draws:
    """A bot's own luck for one answer: from the same source as the dice, so that a seed repeats a fight."""
    return Draws(seed, f"bot/{ticket}/{seat}")


def play_out(
    session: Session[B],
    record: Record,
    bot_of: Callable[[Question, Seat], Bot],
    seed: bytes,
    on_commit: Callable[[Session[B]], None] = lambda _session: None,
) -> Session[B]:
    """Let bots answer everything until the battle is over, keeping every commit in `record`.

    RuntimeError when 5,000 answers were not enough.
    """
    for _ in range(ANSWERS_IN_A_FIGHT):
        waiting = session.waiting_for()
        if session.is_over or not waiting or session.open is None:
            return session
        question, seat = session.open.question, waiting[0]
        value = bot_of(question, seat)(session.battle, question, seat, bot_draws(seed, session.ticket, seat))
        session.answer(seat, value, session.ticket)
        record.keep(session.last, session.take_back)
        on_commit(session)
    raise RuntimeError(f"{ANSWERS_IN_A_FIGHT} answers and no end")


def all_the_same(bot: Bot) -> Callable[[Question, Seat], Bot]:
    """Every seat is played by `bot`."""
    return lambda _question, _seat: bot


def by_seat(bots: Mapping[Seat, Bot], other: Bot) -> Callable[[Question, Seat], Bot]:
    """Seats named in `bots` are played by theirs, all others by `other`."""
    return lambda _question, seat: bots.get(seat, other)

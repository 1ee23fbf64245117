"""Bots at the table: whether the open question waits for one, and its move, made through `table` as people's are.

A bot that plays the game master decides what players ask for, so that nobody waits for nobody: it grants all but an
undo, which it refuses. It also answers for the game master's combatants that have no bot of their own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from rules.engine.bots import bot_draws
from rules.engine.choices import Value
from rules.engine.errors import RuleBroke, RulesError
from rules.engine.flow import GM, Question, Seat
from rules.engine.log import Open
from rules.engine.session import Session
from vtt.fights import table
from vtt.fights.models import Fight
from vtt.fights.moments import Moment, dice_of

PACE = float(os.environ.get("RINGSIDE_BOT_PACE", "0.7"))
"""Seconds between a change and a bot's answer to it."""
LEFT_ALONE = 5.0
"""Seconds after which any process picks up a bot's question that the committing one did not."""


def is_due(moment: Moment) -> bool:
    """Whether a bot is to answer or to decide now, and nothing makes it wait (a pause, a broken rule)."""
    state, opened = moment.snapshot.state, moment.snapshot.open
    if opened is None or moment.trouble or state["paused"]:
        return False
    return GM in moment.bots if state["requests"] else _asked_bot(opened, moment.bots) is not None


def move(fight_id: int, ticket: int) -> bool:
    """Answer the question of `ticket` for the first bot it waits for; False when there is none any more."""
    seed = dice_of(Fight.objects.get(pk=fight_id)).open_seed
    try:
        return table.move_bot(fight_id, ticket, lambda session, bots: choice(session, bots, seed))
    except RulesError:
        return False  # noted as the fight's trouble, until which is over bots wait


def choice(session: Session[Any], bots: Mapping[str, str], seed: bytes) -> tuple[Seat, Value] | None:
    if session.open is None or session.battle.paused or session.battle.requests:
        return None
    asked = _asked_bot(session.open, bots)
    if asked is None:
        return None
    seat, name = asked
    bot, draws = session.system.bots[name], bot_draws(seed, session.ticket, seat)
    try:
        return seat, bot(session.battle, session.open.question, seat, draws)
    except (
        Exception
    ) as crash:  # a bot is part of the rules: whatever it is, the table stands and the GM learns of it
        raise RuleBroke(what=f"bot {name}: {type(crash).__name__}: {crash}") from crash


def _asked_bot(opened: Open, bots: Mapping[str, str]) -> tuple[Seat, str] | None:
    """The first seat whose answer is missing and a bot's to give, and that bot."""
    for seat in opened.question.choices:
        bot = _bot_of(opened.question, seat, bots)
        if bot and seat not in opened.sealed:
            return seat, bot
    return None


def _bot_of(question: Question, seat: Seat, bots: Mapping[str, str]) -> str:
    """The bot that answers for `seat`, if any: for the GM that of the one who acts, else the GM's own."""
    own = bots.get(question.actor, "") if seat == GM else ""
    return own or bots.get(seat, "")

"""Harvest's golden fights use every kind of effect: what each tells the log, or asks, is found in one of them."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

import pytest

from rules.engine.fights import verified
from rules.engine.log import Event
from rules.engine.record import record_from_json
from rules.engine.session import Session
from rules.harvest import SYSTEM
from rules.harvest.effects import Effect
from rules.harvest.terms import Gift
from tests.golden.fights import golden_fights

BY_EFFECT = "HV-41"
"""The row of what an effect did, not a rule beside it."""


def line(key: str, row: str = "") -> Callable[[Event], bool]:
    """Told by such a line, of that row if one is named."""
    return lambda event: event.key == f"harvest.log.{key}" and row in ("", event.row)


LINES: Mapping[str, Callable[[Event], bool]] = {
    "afflict": line("afflict"),
    "lift": line("lift", BY_EFFECT),
    "push": line("pushed", BY_EFFECT),
    "hurt": line("hurt", BY_EFFECT),
    "strike": line("hurt", "HV-82"),
    "heal": line("heal", BY_EFFECT),
    "refresh": line("refresh", BY_EFFECT),
    "drain": line("drain", BY_EFFECT),
    "modify": line("modify", BY_EFFECT),
    "touch": line("gift"),
    "revive": line("revived"),
    "terrain": line("terrain"),
    "trap": line("trap_laid"),
    "summon": line("set_up"),
}
"""What tells of each kind of effect; `either` only asks."""
TOUCHED = {Gift.REROLL: "reroll", Gift.TURN: "turned", Gift.PRODUCE: "produced", Gift.STORE: "stores"}


@cache
def told() -> tuple[list[Event], set[str]]:
    """Everything that was told, and the keys of all questions."""
    events, asked = list[Event](), set[str]()

    def watch(session: Session[Any]) -> None:
        events.extend(session.battle.events)
        if session.open:
            asked.add(session.open.question.key)

    for fight in golden_fights():
        if fight.system is SYSTEM:
            verified(fight.system, record_from_json(fight.file.read_bytes()), watch)
    return events, asked


def test_every_kind_of_effect_has_its_line() -> None:
    kinds = {kind.model_fields["kind"].default for kind in get_args(get_args(Effect)[0])}
    assert set(LINES) == kinds - {"either"}


@pytest.mark.parametrize("kind", LINES)
def test_a_golden_fight_tells_of_it(kind: str) -> None:
    assert any(map(LINES[kind], told()[0]))


@pytest.mark.parametrize("gift", Gift)
def test_a_golden_fight_touches_dice_that_way(gift: Gift) -> None:
    """HV-20."""
    assert any(map(line(TOUCHED[gift]), told()[0]))


def test_a_golden_fight_asks_which_of_several_effects() -> None:
    assert "harvest.either" in told()[1]

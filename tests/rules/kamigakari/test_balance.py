"""The ready encounters are fair to both sides, and the sensible bot knows what it does.

A few fights in every run, with seeds that always give the same; 200 each in `make soak`.
"""

import os
from collections import Counter
from hashlib import sha256

import pytest

from rules.engine.bots import all_the_same, by_seat, play_out
from rules.engine.dice import SeededDice
from rules.engine.fights import begin
from rules.engine.flow import GM
from rules.kamigakari import SYSTEM
from rules.kamigakari.terms import Side

IS_SOAK = int(os.environ.get("RINGSIDE_SOAK_FIGHTS", "100")) >= 1000
FIGHTS = 200 if IS_SOAK else 9
FEWEST, MOST = (1 / 3, 2 / 3) if IS_SOAK else (1 / 9, 8 / 9)
"""Of all fights, how many a side may win; in a few luck counts for more."""
MIRRORED = 200 if IS_SOAK else 12


def winner(encounter: str, number: int, players: str = "sensible", gm: str = "sensible") -> str:
    """Which side wins the `number`-th fight between these bots; empty for a draw."""
    seed = sha256(f"{encounter} {number} {players} {gm}".encode()).digest()
    dice, house_rules = SeededDice(seed, seed[::-1]), {"ends_by": "side_down"}
    session, record = begin(SYSTEM, SYSTEM.encounter_setup(encounter), dice, house_rules)
    bots = SYSTEM.bots
    bot_of = all_the_same(bots[gm]) if players == gm else by_seat({GM: bots[gm]}, bots[players])
    play_out(session, record, bot_of, seed)
    assert session.battle.result is not None
    return session.battle.result.winner


@pytest.mark.soak
@pytest.mark.parametrize("encounter", sorted(SYSTEM.encounters))
def test_each_side_wins_a_ready_encounter_often_enough(encounter: str) -> None:
    """The one with the boss too."""
    won = Counter(winner(encounter, number) for number in range(FIGHTS))
    for side in Side:
        assert FEWEST <= won[side] / FIGHTS <= MOST, f"{encounter}: {dict(won)}"


@pytest.mark.soak
def test_the_sensible_beat_the_random_whichever_side_they_play() -> None:
    """Mirrored: each encounter is played from both sides in turn."""
    ready = sorted(SYSTEM.encounters)
    won = 0
    for number in range(MIRRORED):
        encounter, are_players = ready[number // 2 % len(ready)], number % 2 == 0
        sides = ("sensible", "random") if are_players else ("random", "sensible")
        won += winner(encounter, number, *sides) == (Side.HEROES if are_players else Side.MONSTERS)
    assert won >= 0.8 * MIRRORED, f"{won} of {MIRRORED}"

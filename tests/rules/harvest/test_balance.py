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
from rules.harvest import SYSTEM
from rules.harvest.battlefield import Camp

IS_SOAK = int(os.environ.get("RINGSIDE_SOAK_FIGHTS", "500")) >= 1000
FIGHTS = 200 if IS_SOAK else 20
FEWEST, MOST = (1 / 3, 2 / 3) if IS_SOAK else (1 / 5, 4 / 5)
"""Of all fights, how many a side may win; in a few luck counts for more."""
MIRRORED = 200 if IS_SOAK else 18


def winner(encounter: str, number: int, players: str = "sensible", gm: str = "sensible") -> str:
    """Which camp wins the `number`-th fight between these bots; empty for a draw."""
    seed = sha256(f"{encounter} {number} {players} {gm}".encode()).digest()
    session, record = begin(SYSTEM, SYSTEM.encounter_setup(encounter), SeededDice(seed, seed[::-1]))
    bots = SYSTEM.bots
    bot_of = all_the_same(bots[gm]) if players == gm else by_seat({GM: bots[gm]}, bots[players])
    play_out(session, record, bot_of, seed)
    assert session.battle.result is not None
    return session.battle.result.winner


@pytest.mark.soak
@pytest.mark.parametrize("encounter", sorted(SYSTEM.encounters))
def test_each_side_wins_a_ready_encounter_often_enough(encounter: str) -> None:
    won = Counter(winner(encounter, number) for number in range(FIGHTS))
    for camp in Camp:
        assert FEWEST <= won[camp] / FIGHTS <= MOST, f"{encounter}: {dict(won)}"


@pytest.mark.soak
def test_the_sensible_beat_the_random_whichever_side_they_play() -> None:
    """Mirrored: each encounter is played from both sides in turn."""
    ready = sorted(SYSTEM.encounters)
    won = 0
    for number in range(MIRRORED):
        encounter, are_players = ready[number // 2 % len(ready)], number % 2 == 0
        sides = ("sensible", "random") if are_players else ("random", "sensible")
        won += winner(encounter, number, *sides) == (Camp.ALLY if are_players else Camp.ENEMY)
    assert won >= 0.8 * MIRRORED, f"{won} of {MIRRORED}"

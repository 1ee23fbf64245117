"""Whole fights: by bots, and wild ones with everything in them, hold together and come back from every prefix."""

import os

import pytest

from rules.engine.fights import verified
from rules.harvest import SYSTEM
from tests.rules.harvest.fuzz import Fuzz, wild_move

FIGHTS = int(os.environ.get("RINGSIDE_SOAK_FIGHTS", "100"))
WILD_MOVES = 150


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 6 // 10))
def test_a_random_fight_comes_to_its_end(seed: int) -> None:
    fuzz = Fuzz(seed, "random")
    fuzz.finish()
    assert fuzz.session.is_over
    assert fuzz.restored().digest() == fuzz.session.digest()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 2 // 10))
def test_a_sensible_fight_comes_to_its_end_by_itself(seed: int) -> None:
    """HV-06: without the GM's help, in the rounds of an evening."""
    fuzz = Fuzz(seed, "sensible", ends_by="camp_down")
    fuzz.finish()
    assert fuzz.battle.result is not None
    assert fuzz.battle.result.reason.key.startswith("harvest.result")
    assert fuzz.battle.round < 40


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 2 // 10))
def test_a_wild_fight_holds_together_and_comes_back_from_every_prefix(seed: int) -> None:
    fuzz = Fuzz(seed, "random", "sensible")
    for _ in range(WILD_MOVES):
        before = fuzz.session.version
        wild_move(fuzz)
        if fuzz.session.version > before:
            again = fuzz.restored()
            assert (again.digest(), again.open) == (fuzz.session.digest(), fuzz.session.open)
            assert (again.ticket, again.take_back) == (fuzz.session.ticket, fuzz.session.take_back)
    fuzz.finish()
    assert verified(SYSTEM, fuzz.record).digest() == fuzz.session.digest()

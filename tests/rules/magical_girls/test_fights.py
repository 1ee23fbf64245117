"""Whole fights: by bots, and wild ones with everything in them, hold together and come back from every prefix."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rules.fuzzing import RANDOM_ANSWERS, comes_back_from_every_prefix, plays_on_whatever_is_taken_away
from tests.rules.magical_girls.fuzz import Fuzz, ready

FIGHTS = int(os.environ.get("RINGSIDE_SOAK_FIGHTS", "500"))
WILD_FIGHTS = min(200, max(20, FIGHTS // 25))
"""Fewer, for each is restored after every move."""
SENSIBLE_ANSWERS = 600
"""More than any fight of sensible bots has taken."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 2 // 10))
def test_a_random_fight_comes_to_its_end_and_costs_what_was_shown(seed: int) -> None:
    """MG-14, MG-18."""
    fuzz = Fuzz(seed, "random")
    fuzz.finish(RANDOM_ANSWERS)
    assert fuzz.session.is_over
    assert fuzz.restored().digest() == fuzz.session.digest()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 8 // 10))
def test_a_sensible_fight_comes_to_its_end_by_itself(seed: int) -> None:
    """MG-18: without the keeper's help, in the rounds of an evening."""
    fuzz = Fuzz(seed, "sensible", setup=ready, d100=0)
    fuzz.finish()
    assert fuzz.battle.result is not None
    assert fuzz.battle.result.reason.key.startswith("magical_girls.result")
    assert fuzz.battle.round < 40
    assert fuzz.session.version < SENSIBLE_ANSWERS
    assert fuzz.ledger.compared > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(WILD_FIGHTS))
def test_a_wild_fight_holds_together_and_comes_back_from_every_prefix(seed: int) -> None:
    comes_back_from_every_prefix(Fuzz(seed, "random", "sensible"))


# ---------------------------------------------------------------- disturbed at every kind of question


def disturbances(fuzz: Fuzz) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything a ruling could pull from under the open question."""
    for each in fuzz.battle.combatants:
        yield "remove", {"name": each.name}
        yield "damage", {"name": each.name, "value": 99, "harm": "fire"}
        yield "wound", {"name": each.name, "wound": "severe"}
        yield "set_dp", {"name": each.name, "value": 0}
        yield "move", {"name": each.name, "cell": "A1"}
        yield "hide", {"name": each.name}
    for frame in dict.fromkeys(fuzz.session.snapshot().frames):
        yield "cut", {"frame": frame}
    yield "take_over", {}
    yield "end", {"winner": ""}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(min(20, max(2, FIGHTS // 250))))
def test_whatever_a_ruling_takes_away_at_any_question_play_goes_on(seed: int) -> None:
    plays_on_whatever_is_taken_away(Fuzz(seed, "random", "sensible", "sensible"), disturbances)

"""Whole fights: by bots, and wild ones with everything in them, hold together and come back from every prefix."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.dice import Draws
from rules.harvest.library import starter
from tests.rules.fuzzing import RANDOM_ANSWERS, comes_back_from_every_prefix, plays_on_whatever_is_taken_away
from tests.rules.harvest.anybody import anybody
from tests.rules.harvest.fuzz import Fuzz, ready

FIGHTS = int(os.environ.get("RINGSIDE_SOAK_FIGHTS", "500"))
WILD_FIGHTS = min(200, max(20, FIGHTS // 25))
"""Fewer, for each is restored after every move."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 6 // 10))
def test_a_random_fight_comes_to_its_end(seed: int) -> None:
    fuzz = Fuzz(seed, "random")
    fuzz.finish(RANDOM_ANSWERS)
    assert fuzz.session.is_over
    assert fuzz.restored().digest() == fuzz.session.digest()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 2 // 10))
def test_a_sensible_fight_comes_to_its_end_by_itself(seed: int) -> None:
    """HV-06: without the GM's help, in the rounds of an evening."""
    fuzz = Fuzz(seed, "sensible", setup=ready, ends_by="camp_down")
    fuzz.finish()
    assert fuzz.battle.result is not None
    assert fuzz.battle.result.reason.key.startswith("harvest.result")
    assert fuzz.battle.round < 40


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(FIGHTS * 2 // 10))
def test_strangers_fight_on_any_ground(seed: int) -> None:
    """All content meets all content; whoever heals for ever is stopped by the GM."""
    fuzz = Fuzz(seed, "sensible", *["random"] * (seed % 2), setup=anybody)
    fuzz.finish()
    assert fuzz.session.is_over
    assert fuzz.restored().digest() == fuzz.session.digest()


def test_between_them_strangers_bring_all_content() -> None:
    shelf, fights = starter(), [anybody(Draws(bytes([seed]), "all")) for seed in range(250)]
    brought = str(fights)
    kinds = (
        shelf.spells,
        shelf.skills,
        shelf.items,
        shelf.grands,
        shelf.creatures,
        shelf.traps,
        shelf.objects,
    )
    assert [id for kind in kinds for id in kind if f"'{id}'" not in brought] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(WILD_FIGHTS))
def test_a_wild_fight_holds_together_and_comes_back_from_every_prefix(seed: int) -> None:
    comes_back_from_every_prefix(Fuzz(seed, "random", "sensible"))


# ---------------------------------------------------------------- disturbed at every kind of question


def disturbances(fuzz: Fuzz) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything a ruling could pull from under the open question."""
    for each in fuzz.battle.combatants:
        yield "remove", {"name": each.name}
        yield "set_hp", {"name": each.name, "value": 0}
        yield "set_tp", {"name": each.name, "value": 0}
        yield "move", {"name": each.name, "cell": "B1"}
        for status in each.statuses:
            yield "lift", {"name": each.name, "status": status.key}
    for thing in fuzz.battle.things:
        yield "remove_object", {"name": thing.name}
        yield "set_hp", {"name": thing.name, "value": 0}
        yield "move", {"name": thing.name, "cell": "B1"}
    for trap in fuzz.battle.traps:
        yield "take_trap", {"laid": f"{trap.kind}@{trap.cell.label}"}
    for cell in fuzz.battle.terrain:
        yield "clear_terrain", {"cell": cell}
    for frame in dict.fromkeys(fuzz.session.snapshot().frames):
        yield "cut", {"frame": frame}
    yield "take_over", {}
    yield "end", {"winner": ""}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(min(20, max(2, FIGHTS // 250))))
def test_whatever_a_ruling_takes_away_at_any_question_play_goes_on(seed: int) -> None:
    plays_on_whatever_is_taken_away(
        Fuzz(seed, "random", "sensible", "sensible"), disturbances, times=2, answers=12
    )

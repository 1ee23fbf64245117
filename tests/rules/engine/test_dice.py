"""Faces from seeds: fair, repeatable, each purpose used once; scripts for tests; draws for bots."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.dice import Draws, Purpose, ScriptedDice, SeededDice
from rules.engine.log import Kind
from tests.rules.engine.table import Table

DICE = SeededDice(b"open" * 8, b"hidden" * 6)
THROWS = 6_000


def purposes(count: int) -> list[Purpose]:
    """Many different ones."""
    return [Purpose(number // 10, "mina", "HV-19", number % 10) for number in range(count)]


@pytest.mark.parametrize("sides", [2, 3, 6, 10])
def test_every_face_falls_as_often_as_the_others(sides: int) -> None:
    """Chi-squared stays far below what one throw in 10,000 such tests would exceed; seeds are fixed."""
    fallen = Counter(DICE.faces(purpose, 1, sides, hidden=False)[0] for purpose in purposes(THROWS))
    expected = THROWS / sides
    assert sum((fallen[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < 35


def test_neighbouring_dice_of_a_roll_do_not_follow_each_other() -> None:
    pairs = Counter(tuple(DICE.faces(purpose, 2, 6, hidden=False)) for purpose in purposes(THROWS))
    assert (
        sum((pairs[a, b] - THROWS / 36) ** 2 / (THROWS / 36) for a in range(1, 7) for b in range(1, 7)) < 80
    )


def test_the_same_purpose_gives_the_same_face_and_another_try_others() -> None:
    purpose = Purpose(3, "mina", "HV-19", 0)
    first = DICE.faces(purpose, 8, 6, hidden=False)
    assert DICE.faces(purpose, 8, 6, hidden=False) == first
    assert DICE.faces(purpose, 9, 6, hidden=False)[:8] == first
    assert DICE.faces(purpose, 8, 6, hidden=False, attempt=1) != first
    assert DICE.faces(purpose, 8, 6, hidden=True) != first
    assert DICE.faces(Purpose(3, "mina", "HV-19", 1), 8, 6, hidden=False) != first


def test_the_seeds_are_committed_to_before_the_first_roll() -> None:
    opened, hidden = DICE.commitments()
    assert opened != hidden
    assert {len(opened), len(hidden)} == {64}
    assert SeededDice(b"other", DICE.hidden_seed).commitments() != (opened, hidden)


def test_each_purpose_is_used_once_in_a_fight() -> None:
    table = Table()
    table.to_the_end()
    rolled = [entry.payload["purpose"] for entry in table.record.entries if entry.kind is Kind.ROLL]
    assert len(rolled) > 5
    assert len({tuple(purpose) for purpose in rolled}) == len(rolled)


def test_an_undo_and_the_same_answers_give_the_same_faces() -> None:
    table = Table()
    table.until("cover", act="blow")
    seats = table.session.waiting_for()
    for seat in seats:
        table.answer(seat, None)
    first = table.last(Kind.ROLL)
    table.undo(first.number - len(seats))
    for seat in seats:
        table.answer(seat, None)
    assert table.last(Kind.ROLL).payload == first.payload
    assert table.last(Kind.ROLL).number > first.number


# ---- draws


@given(st.binary(min_size=1, max_size=8), st.integers(1, 2**32))
def test_a_draw_lies_below_its_bound(seed: bytes, bound: int) -> None:
    assert 0 <= Draws(seed, "bot").below(bound) < bound


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_nothing_is_drawn_from_nothing_nor_from_more_than_a_word_holds(bound: int) -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        Draws(b"seed", "bot").below(bound)


def test_draws_repeat_and_go_on() -> None:
    one, other = Draws(b"seed", "bot"), Draws(b"seed", "bot")
    drawn = [one.below(1000) for _ in range(40)]
    assert drawn == [other.below(1000) for _ in range(40)]
    assert len(set(drawn)) > 30


@given(st.lists(st.integers(), max_size=9), st.binary(max_size=4))
def test_a_shuffle_loses_nothing(things: list[int], seed: bytes) -> None:
    before = list(things)
    assert sorted(Draws(seed, "bot").shuffled(things)) == sorted(before)
    assert things == before


# ---- scripts


def test_scripted_faces_fall_in_order_and_none_is_left_over() -> None:
    dice, purpose = ScriptedDice([1, 6, 3]), Purpose(1, "mina", "HV-19", 0)
    assert dice.faces(purpose, 2, 6, hidden=False) == [1, 6]
    with pytest.raises(AssertionError, match="left over"):
        dice.assert_used_up()
    assert dice.faces(purpose, 1, 3, hidden=True) == [3]
    dice.assert_used_up()
    with pytest.raises(AssertionError, match="1 dice wanted"):
        dice.faces(purpose, 1, 6, hidden=False)
    with pytest.raises(AssertionError, match="no faces of a d6"):
        ScriptedDice([7]).faces(purpose, 1, 6, hidden=False)

"""d100 checks: levels by every house rule, bonus and penalty dice, contests and their ties (MG-01 to MG-03)."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import cast

import pytest

from rules.engine.flow import Roll
from rules.magical_girls.checks import check, level, wins
from rules.magical_girls.state import Battle, Check
from rules.magical_girls.terms import Level
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, d100, effect, foe, girl, innate, weapon

CRITICAL, EXTREME, HARD, REGULAR, FAILURE, FUMBLE = Level
ROLLS = range(1, 101)
VALUES = range(201)
FACES = range(1, 11)
BLADE = weapon("blade")


# ---------------------------------------------------------------- levels


def by_the_page(rule: int, value: int) -> list[Level]:
    """The levels of the rolls 1 to 100, painted over one another as the page tells them."""
    painted = dict.fromkeys(ROLLS, FAILURE)
    painted |= dict.fromkeys(_to(value), REGULAR)
    painted |= dict.fromkeys(_to(value // 2), HARD)
    painted |= dict.fromkeys(_to(value // 5), EXTREME)
    best, worst = ENDS[rule](value)
    return list((painted | dict.fromkeys(best, CRITICAL) | dict.fromkeys(worst, FUMBLE)).values())


def _to(last: int) -> range:
    return range(1, min(100, last) + 1)


def _from(first: int) -> range:
    return range(first, 101)


ENDS: list[Callable[[int], tuple[range, range]]] = [
    lambda value: (_to(1), _from(100) if value >= 50 else _from(96)),
    lambda value: (_to(5), _from(100)) if value >= 50 else (_to(1), _from(96)),
    lambda value: (_to(min(5, value)), _from(min(100, max(96, value + 1)))),
    lambda _value: (_to(5), _from(96)),
    lambda value: (_to(min(5, value // 10)), _from(min(100, 96 + value // 10))),
    lambda value: (_to(min(2, value // 5)), _from(99) if value >= 50 else _from(96)),
]
"""By house rule: the rolls that are critical and those that fumble, for a value."""


@pytest.mark.parametrize("rule", range(6))
def test_every_value_and_roll_has_the_level_of_the_page(rule: int) -> None:
    """MG-01: values from 0 to 200, the most of a sheet, by each house rule of the d100 tradition."""
    found = {value: [level(rule, value, roll) for roll in ROLLS] for value in VALUES}
    assert [value for value in VALUES if found[value] != by_the_page(rule, value)] == []


@pytest.mark.parametrize(
    ("rule", "value", "levels"),
    [
        (0, 60, {1: CRITICAL, 2: EXTREME, 12: EXTREME, 13: HARD, 30: HARD, 31: REGULAR, 60: REGULAR}),
        (0, 60, {61: FAILURE, 99: FAILURE, 100: FUMBLE}),
        (0, 49, {95: FAILURE, 96: FUMBLE, 9: EXTREME, 10: HARD, 24: HARD, 25: REGULAR}),
        (0, 5, {1: CRITICAL, 2: HARD, 4: REGULAR, 6: FAILURE}),
        (1, 50, {5: CRITICAL, 6: EXTREME, 99: FAILURE}),
        (1, 49, {1: CRITICAL, 2: EXTREME}),
        (2, 3, {3: CRITICAL, 4: FAILURE}),
        (2, 97, {97: REGULAR, 98: FUMBLE, 100: FUMBLE}),
        (2, 100, {99: REGULAR, 100: FUMBLE}),
        (3, 2, {5: CRITICAL, 6: FAILURE}),
        (3, 98, {95: REGULAR, 96: FUMBLE}),
        (4, 35, {3: CRITICAL, 4: EXTREME, 98: FAILURE, 99: FUMBLE}),
        (4, 9, {1: EXTREME, 96: FUMBLE}),
        (4, 80, {5: CRITICAL, 99: FAILURE, 100: FUMBLE}),
        (5, 9, {1: CRITICAL, 2: HARD, 95: FAILURE, 96: FUMBLE}),
        (5, 50, {2: CRITICAL, 3: EXTREME, 98: FAILURE, 99: FUMBLE}),
    ],
)
def test_levels_counted_by_hand(rule: int, value: int, levels: dict[int, Level]) -> None:
    """MG-01: fifths and halves are floored; criticals and fumbles by the house rule."""
    assert {roll: level(rule, value, roll) for roll in levels} == levels


@pytest.mark.parametrize(
    ("rule", "found"), [(0, "extreme"), (1, "critical"), (3, "critical"), (5, "extreme")]
)
def test_the_table_picks_the_house_rule(lay: Lay, rule: int, found: str) -> None:
    """MG-01: an attack of 50 that rolls 3."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), BLADE, d100=rule)
    table.attacks("mina", "blade", "hound", roll=3)
    assert table.level("mina") == found


@pytest.mark.parametrize(
    ("dice", "faces", "said"),
    [
        (0, (4, 10), "d100 against Weapon use 47"),
        (1, (4, 6, 10), "Best of 40, 60 against Weapon use 47"),
        (-1, (4, 2, 10), "Worst of 40, 20 against Weapon use 47"),
    ],
)
def test_a_check_says_how_it_came_about(lay: Lay, dice: int, faces: tuple[int, ...], said: str) -> None:
    """MG-01, MG-02: value and roll in the line; which of which results counts, and the house rule, behind it."""
    table = lay(girl("mina", "B4", weapon_use=47), foe("hound", "B3"), BLADE)
    if dice:
        table.rule("dice", name="mina", dice=dice)
    table.rolls(*faces).acts("mina", "attack:weapon:blade").answers("mina", target="hound")
    told = table.told("check", "mina")[-1]
    assert (told.params["value"], told.params["roll"]) == (47, 40)
    assert told.explanation is not None
    assert (told.explanation.total, told.explanation.house_rule) == (40, "d100")
    assert [words("en").render(part.label) for part in told.explanation.parts] == [said]


# ---------------------------------------------------------------- bonus and penalty dice


def rolled(battle: Battle, more: int, faces: tuple[int, ...]) -> Check:
    """A check on STR, which is 50, with so many bonus dice (below 0: penalty dice), as these faces fall."""
    battle.steps, battle.events = 0, []
    flow = check(battle, "mina", "attribute:str", "any", "MG-02", more)
    asked = next(flow)
    assert isinstance(asked, Roll)
    assert (asked.count, asked.sides) == (len(faces), 10)
    try:
        flow.send(faces)
    except StopIteration as done:
        return cast(Check, done.value)
    raise AssertionError("a check rolls once")


def all_checks(more: int) -> Iterator[Check]:
    """One for every way the dice may fall."""
    battle = Table(girl("mina"), foe("hound")).battle
    for faces in product(FACES, repeat=2 + abs(more)):
        yield rolled(battle, more, faces)


@pytest.mark.parametrize(("more", "odds"), [(-2, 0.125), (-1, 0.25), (0, 0.5), (1, 0.75), (2, 0.875)])
def test_odds_of_bonus_and_penalty_dice_are_exact(more: int, odds: float) -> None:
    """MG-02: a value of 50, from two penalty dice to two bonus dice, over all faces."""
    found = Counter(each.level.is_success for each in all_checks(more))
    assert found[True] / found.total() == odds


def test_the_dice_read_as_the_number_they_make() -> None:
    """MG-01: tens first, so that 6 and 7 are 67."""
    assert rolled(Table(girl("mina"), foe("hound")).battle, 0, (6, 7)).roll == 67


def test_without_extra_dice_every_result_is_as_likely() -> None:
    """MG-02: 1 to 100, once each; units 0 with tens 0 is 100."""
    assert Counter(each.roll for each in all_checks(0)) == Counter(ROLLS)


@pytest.mark.parametrize(
    ("more", "faces", "roll"),
    [
        (1, (3, 10, 10), 30),
        (-1, (10, 4, 10), 100),
        (1, (10, 9, 5), 5),
        (-1, (10, 9, 5), 95),
        (2, (10, 10, 10, 10), 100),
        (-2, (2, 10, 7, 1), 71),
        (2, (10, 9, 1, 10), 10),
    ],
)
def test_the_best_or_worst_candidate_counts(more: int, faces: tuple[int, ...], roll: int) -> None:
    """MG-02: 100 is worked out for each candidate (worked example 9 first)."""
    assert rolled(Table(girl("mina"), foe("hound")).battle, more, faces).roll == roll


@pytest.mark.parametrize(
    ("innate_dice", "ruled", "tens"), [(0, 0, 1), (1, 0, 2), (1, -1, 1), (2, -1, 2), (1, -2, 2), (2, 2, 3)]
)
def test_bonus_and_penalty_dice_cancel_one_for_one(lay: Lay, innate_dice: int, ruled: int, tens: int) -> None:
    """MG-02: at most two are left over, each of them one more tens die."""
    knack = innate("knack", effect("boost", dice=innate_dice, on="any"))
    table = lay(girl("mina", "B4", innate=["knack"]), foe("hound", "B3"), BLADE, knack)
    if ruled:
        table.rule("dice", name="mina", dice=ruled)
    table.rolls(*[3] * tens, 5).acts("mina", "attack:weapon:blade").answers("mina", target="hound")
    assert len(table.told("check", "mina")[-1].faces) == 1 + tens


def test_the_keepers_dice_are_for_one_check(lay: Lay) -> None:
    """MG-02: the next check has them, the one after does not."""
    table = lay(girl("mina", "B4", dp=15), foe("hound", "B3", dp=0), BLADE)
    table.rule("dice", name="mina", dice=-1).rolls(1, 9, 5)
    table.acts("mina", "attack:weapon:blade").answers("mina", target="hound")
    table.attacks("mina", "blade", "hound", roll=99)
    assert [len(told.faces) for told in table.told("check", "mina")] == [3, 2]


@pytest.mark.parametrize(("on", "tens"), [("attack", 2), ("dodge", 1)])
def test_dice_help_the_checks_they_are_for(lay: Lay, on: str, tens: int) -> None:
    """MG-02: an attack with a bonus die on attacks, or on dodges."""
    knack = innate("knack", effect("boost", dice=1, on=on))
    table = lay(girl("mina", "B4", innate=["knack"]), foe("hound", "B3"), BLADE, knack)
    table.rolls(*[3] * tens, 5).acts("mina", "attack:weapon:blade").answers("mina", target="hound")
    assert len(table.told("check", "mina")[-1].faces) == 1 + tens


@pytest.mark.parametrize(("on", "tens"), [("throwing", 2), ("attack", 2), ("dodge", 1)])
def test_what_is_thrown_at_somebody_is_an_attack_and_a_throw(lay: Lay, on: str, tens: int) -> None:
    """MG-02, MG-28: dice on either help."""
    knack = innate("knack", effect("boost", dice=1, on=on))
    table = lay(girl("mina", "B4", innate=["knack"]), foe("hound", "B3"), BLADE, knack)
    table.acts("mina", "throw").answers("mina", throw="throw:blade").rolls(*[9] * tens, 9)
    table.answers("mina", throw_at="at:hound")
    assert len(table.told("check", "mina")[-1].faces) == 1 + tens


# ---------------------------------------------------------------- contests


def made(found: Level, value: int = 50, roll: int = 20) -> Check:
    """A check as it fell."""
    return Check("mina", "attribute:str", value, roll, found)


def battle(tied_level: str = "value") -> Battle:
    """A table that settles equal levels so."""
    return Table(girl("mina"), foe("hound"), tied_level=tied_level).battle


def winner(battle: Battle, one: Check, other: Check, *, is_skill_contest: bool = False) -> Check | None:
    """Who of two wins, whichever is asked about."""
    won = wins(battle, one, other, is_skill_contest=is_skill_contest)
    lost = wins(battle, other, one, is_skill_contest=is_skill_contest)
    assert not (won and lost)
    return one if won else other if lost else None


@pytest.mark.parametrize("tied_level", ["value", "roll"])
@pytest.mark.parametrize("is_skill_contest", [False, True])
def test_the_better_level_wins(tied_level: str, is_skill_contest: bool) -> None:
    """MG-03: whatever values and rolls are, by every option."""
    table = battle(tied_level)
    for better, worse in ((b, w) for b, w in product(Level, Level) if b.place < w.place):
        one, other = made(better, value=10, roll=90), made(worse, value=90, roll=10)
        assert winner(table, one, other, is_skill_contest=is_skill_contest) is one


@pytest.mark.parametrize("found", Level)
def test_equal_levels_go_to_the_higher_value(found: Level) -> None:
    """MG-03: the roll says nothing then; with equal values too nobody wins."""
    table, high = battle(), made(found, value=60, roll=25)
    assert winner(table, high, made(found, value=50, roll=22)) is high
    assert winner(table, high, made(found, value=60, roll=1)) is None


@pytest.mark.parametrize("found", Level)
def test_equal_levels_go_to_the_lower_roll_by_option(found: Level) -> None:
    """MG-03: the value says nothing then; with equal rolls too nobody wins."""
    table, low = battle("roll"), made(found, value=50, roll=22)
    assert winner(table, made(found, value=60, roll=25), low) is low
    assert winner(table, made(found, value=99, roll=22), low) is None


@pytest.mark.parametrize("tied_level", ["value", "roll"])
def test_a_skill_contest_goes_to_the_lower_roll(tied_level: str) -> None:
    """MG-03: by every option; both of value 60, hard 30 against hard 22 (worked example 8)."""
    table, low = battle(tied_level), made(HARD, 60, 22)
    assert winner(table, made(HARD, 60, 30), low, is_skill_contest=True) is low
    assert winner(table, made(HARD, 90, 22), low, is_skill_contest=True) is None


def test_a_skill_contest_counts_levels_before_rolls() -> None:
    """MG-03: value 5, roll 4 (regular) against value 60, roll 30 (hard) (worked example 8)."""
    low, high = made(level(0, 5, 4), 5, 4), made(level(0, 60, 30), 60, 30)
    assert (low.level, high.level) == (REGULAR, HARD)
    assert winner(battle(), high, low, is_skill_contest=True) is high


@pytest.mark.parametrize(
    ("tied_level", "dodge", "roll", "is_hit"),
    [
        ("value", 60, 25, False),
        ("value", 50, 20, True),
        ("value", 40, 20, True),
        ("roll", 60, 25, True),
        ("roll", 60, 22, True),
        ("roll", 60, 21, False),
    ],
)
def test_a_dodge_at_the_level_of_the_attack(
    lay: Lay, tied_level: str, dodge: int, roll: int, is_hit: bool
) -> None:
    """MG-03: against an attack of 50 that rolls 22, hard (worked example 8); a contest not won is a hit."""
    table = lay(girl("mina", "B4"), foe("hound", "B3", dodge=dodge), BLADE, tied_level=tied_level)
    table.attacks("mina", "blade", "hound", roll=22)
    table.dodges("hound", roll, *([5] if is_hit else []))
    assert bool(table.told("hurt", "hound")) is is_hit


def test_a_failed_dodge_does_not_win_over_a_worse_failure(lay: Lay) -> None:
    """MG-03: a contest is won by a success; a roll of 97 fails against a success."""
    table = lay(girl("mina", "B4"), foe("hound", "B3", dodge=60), BLADE)
    table.attacks("mina", "blade", "hound", roll=50).rolls(*d100(97), 5)
    table.answers("hound", passive="dodge")
    assert table.lost("hound") == 5

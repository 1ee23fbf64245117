"""The seven shapes: what they offer they take, and whatever else comes is refused by name."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.engine.choices import Amount, One, Option, Order, Pay, Price, Route, Shape, Some, Words
from rules.engine.dice import Draws
from rules.engine.errors import Malformed, NotAllowed, Refused
from rules.engine.text import text
from rules.registry import words

LABEL = text("label")
SYMBOLS = ("fire", "water", "wind")
names = st.text("abcdef", min_size=1, max_size=2)
options = st.lists(names, min_size=1, max_size=6, unique=True).map(
    lambda ids: tuple(Option(each, LABEL) for each in ids)
)
passes = st.booleans()


@st.composite
def somes(draw: st.DrawFn) -> Some:
    """Any number from any, satisfiable."""
    offered = draw(options)
    least = draw(st.integers(0, len(offered)))
    return Some(offered, least, draw(st.integers(max(1, least), len(offered) + 2)), draw(passes))


@st.composite
def pays(draw: st.DrawFn) -> Pay:
    """Prices with groups, and some that need another."""
    ids = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    costs = st.lists(st.sampled_from(SYMBOLS), max_size=3).map(tuple)
    groups, needs = st.sampled_from(["", "", "big", "small"]), st.sampled_from(["", "", *ids])
    prices = [Price(each, LABEL, draw(costs), None, draw(groups), draw(needs)) for each in ids]
    return Pay(tuple(draw(st.lists(st.sampled_from(SYMBOLS), max_size=8))), tuple(prices), draw(passes))


@st.composite
def routes(draw: st.DrawFn) -> Route:
    """Any small map, free and impossible steps among its exits."""
    cells = ["A1", "A2", "B1", "B2"]
    exits = {
        cell: draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 4), max_size=3)) for cell in cells
    }
    start, budget, least = (
        draw(st.sampled_from([*cells, "Z9"])),
        draw(st.integers(-1, 6)),
        draw(st.integers(0, 7)),
    )
    return Route(start, exits, budget, draw(passes), least)


amounts = st.builds(
    lambda least, more, may_pass: Amount(least, least + more, may_pass),
    st.integers(-50, 50),
    st.integers(0, 1000),
    passes,
)
shapes: st.SearchStrategy[Any] = st.one_of(
    st.builds(One, options, passes),
    somes(),
    st.builds(Order, options, passes),
    amounts,
    routes(),
    pays(),
    st.builds(Words, st.integers(1, 50), passes),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | names,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=3),
    max_leaves=12,
)


@given(shapes, st.binary(min_size=1, max_size=4))
def test_a_sample_is_always_legal(shape: Shape, seed: bytes) -> None:
    draws = Draws(seed, "sample")
    for _ in range(5):
        sample = shape.sample(draws)
        assert shape.judge(sample) == sample


@given(shapes, anything)
def test_whatever_comes_is_judged_or_refused_by_name(shape: Shape, value: object) -> None:
    try:
        judged = shape.judge(value)
    except Refused:
        return
    assert shape.judge(judged) == judged
    json.dumps(judged, ensure_ascii=False, allow_nan=False).encode()


def deep(levels: int) -> list[Any]:
    """A list in a list in a list."""
    nest: list[Any] = []
    for _ in range(levels):
        nest = [nest]
    return nest


@pytest.mark.parametrize(
    "value",
    [
        *(True, False, 0.0, float("nan"), float("inf"), 10**5000, "x" * 100_000, "\ud800", "\x00", {}, b""),
        *([None], [1], [True], [["a"]], deep(50_000), ["a"] * 10_000, {"a": "a"}, object()),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize(
    "shape",
    [
        One((Option("a", LABEL),)),
        Some((Option("a", LABEL),), 1, 1),
        Order((Option("a", LABEL),)),
        Amount(1, 6),
        Route("A1", {"A1": {"A2": 1}}, 3),
        Pay(("fire",), (Price("a", LABEL, ("fire",)),)),
        Words(20),
    ],
    ids=lambda shape: shape.kind,
)
def test_hostile_values_are_refused(shape: Shape, value: object) -> None:
    with pytest.raises(Refused):
        shape.judge(value)


@given(shapes)
def test_a_pass_is_taken_only_where_it_may_be(shape: Shape) -> None:
    if shape.may_pass:
        assert shape.judge(None) is None
    else:
        with pytest.raises(Malformed):
            shape.judge(None)


@given(shapes)
def test_a_shape_survives_json_and_keeps_its_identity(shape: Shape) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(Shape)
    again = adapter.validate_json(adapter.dump_json(shape))
    assert again == shape
    assert list(again.ids()) == list(shape.ids())


# ---- one by one


ABC = tuple(Option(each, LABEL) for each in "abc")


def test_some_are_counted_and_kept_in_the_order_offered() -> None:
    shape = Some(ABC, 1, 2)
    assert shape.judge(["c", "a"]) == ["a", "c"]
    for wrong in ([], ["a", "b", "c"]):
        with pytest.raises(NotAllowed, match="count_between"):
            shape.judge(wrong)
    with pytest.raises(Malformed, match="chosen_twice"):
        shape.judge(["a", "a"])
    with pytest.raises(NotAllowed, match="no_such_choice"):
        shape.judge(["a", "d"])


@pytest.mark.parametrize(("count", "said"), [(1, "Choose one."), (2, "Choose 2, not 0.")])
def test_so_many_and_no_others_are_asked_for_in_plain_words(count: int, said: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        Some(ABC, count, count).judge([])
    assert words("en").render(refused.value.text) == said


def test_an_order_holds_all() -> None:
    shape = Order(ABC)
    assert shape.judge(["c", "a", "b"]) == ["c", "a", "b"]
    with pytest.raises(NotAllowed, match="order_all"):
        shape.judge(["c", "a"])


def test_an_amount_is_a_whole_number_in_bounds() -> None:
    shape = Amount(2, 4)
    assert shape.judge(3) == 3
    for wrong in (1, 5):
        with pytest.raises(NotAllowed, match="number_between"):
            shape.judge(wrong)


def test_a_route_is_walked_step_by_step_within_its_budget() -> None:
    shape = Route("A1", {"A1": {"A2": 1, "B1": 4}, "A2": {"A3": 2}, "A3": {}}, 3)
    assert shape.judge(["A2", "A3"]) == ["A2", "A3"]
    assert shape.judge([]) == []
    assert shape.reachable() == {"A2": 1, "A3": 3}
    with pytest.raises(NotAllowed, match="too_far"):
        shape.judge(["B1"])
    with pytest.raises(NotAllowed, match="no_step"):
        shape.judge(["A2", "B1"])
    assert Route("A1", {"A1": {"B1": 4}}, 3).is_empty


def test_who_must_go_on_stops_only_where_no_step_can_be_paid() -> None:
    """As in a gale (HV-75): staying is allowed, a way that spends too little is not."""
    shape = Route("A1", {"A1": {"A2": 1, "B1": 3}, "A2": {"A1": 1, "A3": 2}, "B1": {}}, 3, least=3)
    assert [shape.judge(way) for way in ([], ["B1"], ["A2", "A3"])] == [[], ["B1"], ["A2", "A3"]]
    assert shape.judge(None) is None
    with pytest.raises(NotAllowed, match="goes_on"):
        shape.judge(["A2"])
    dead_end = Route("A1", {"A1": {"A2": 1}, "A2": {"A3": 9}}, 3, least=3)
    assert dead_end.judge(["A2"]) == ["A2"]


def test_a_near_cell_is_come_to_the_long_way_round_by_who_must_go_on() -> None:
    exits = {"A1": {"A2": 1, "B1": 1}, "A2": {"A1": 1}, "B1": {"A1": 1}}
    assert Route("A1", exits, 3).way_to("A2") == ["A2"]
    assert Route("A1", exits, 3, least=2).way_to("A2") == ["A2", "A1", "A2"]
    assert Route("A1", exits, 3, least=2).reachable() == {"A2": 3, "B1": 3}
    assert Route("A1", exits, 3, least=2).way_to("A1") == []


@given(routes())
def test_whatever_lights_up_can_be_gone_to_and_nothing_else_can(route: Route) -> None:
    reached = route.reachable()
    for cell in ("A1", "A2", "B1", "B2"):
        way = route.way_to(cell)
        assert route.judge(way) == way
        assert way[-1:] == ([cell] if cell in reached else [])


@given(routes(), st.lists(st.sampled_from(["A1", "A2", "B1", "B2"]), max_size=5))
def test_wherever_a_way_may_end_lights_up(route: Route, way: list[str]) -> None:
    if route.fits(way) and way and way[-1] != route.start:
        cost = sum(route.exits[here][to] for here, to in zip([route.start, *way[:-1]], way, strict=True))
        assert route.reachable()[way[-1]] <= cost


@given(routes())
def test_an_empty_route_leads_nowhere(route: Route) -> None:
    if route.is_empty:
        assert route.reachable() == {}
        assert route.sample(Draws(b"seed", "walk")) in (None, [])


def test_nobody_walks_on_less_than_nothing() -> None:
    stuck = Route("A1", {"A1": {"B1": 0}}, -1, may_pass=False)
    assert stuck.is_empty
    assert stuck.judge(stuck.sample(Draws(b"seed", "walk"))) == []


def test_a_pool_pays_once_with_every_symbol() -> None:
    prices = (Price("spark", LABEL, ("fire",)), Price("steam", LABEL, ("fire", "water")))
    shape = Pay(("fire", "fire", "water"), prices)
    assert shape.judge(["steam", "spark"]) == ["spark", "steam"]
    with pytest.raises(NotAllowed, match="cannot_pay"):
        Pay(("fire", "water"), prices).judge(["spark", "steam"])
    assert [price.id for price in Pay(("fire",), prices).payable()] == ["spark"]
    assert Pay(("wind",), prices).is_empty


def test_one_of_a_group_and_only_with_what_it_needs() -> None:
    prices = (
        Price("wall", LABEL, (), group="big"),
        Price("tower", LABEL, (), group="big"),
        Price("banner", LABEL, (), needs="tower"),
    )
    shape = Pay((), prices)
    assert shape.judge(["tower", "banner"]) == ["tower", "banner"]
    with pytest.raises(NotAllowed, match="one_of_group"):
        shape.judge(["wall", "tower"])
    for alone in (["banner"], ["banner", "wall"]):
        with pytest.raises(NotAllowed, match="needs_other"):
            shape.judge(alone)


def test_words_are_cut_of_blanks_and_limited() -> None:
    shape = Words(5)
    assert shape.judge("  hey\r\n") == "hey"
    assert shape.judge("a\r\nb\r\nc") == "a\nb\nc"
    for wrong in ("", "   ", "sixsix", " " * 5000 + "a"):
        with pytest.raises(NotAllowed, match="words_limit"):
            shape.judge(wrong)


@pytest.mark.parametrize(
    "shape",
    [One(()), Some((), 0, 3), Some(ABC, 0, 0), Some(ABC, 4, 5), Order(()), Amount(3, 2), Pay((), ())],
    ids=str,
)
def test_what_holds_nothing_to_choose_is_empty(shape: Shape) -> None:
    assert shape.is_empty

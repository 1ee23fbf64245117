"""The closed set of shapes an answer can have. A shape judges an answer and gives a legal sample: one truth for both.

Values are plain JSON. `None` is a pass, legal where the shape says `may_pass`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.dice import Draws
from rules.engine.errors import Malformed, NotAllowed
from rules.engine.text import Text, is_plain

Value = str | int | list[str] | None


@dataclass(frozen=True)
class Option:
    """One thing to choose: `label` names it, `note` says what it costs or would do, `cells` light up on the board."""

    id: str
    label: Text
    note: Text | None = None
    cells: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    """Cells that are pointed out beside its own while it is looked at: all that an area holds."""


def _ids(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Malformed("expected_list")
    return list(value)


def _passes(shape: "Shape", draws: Draws) -> bool:
    """Whether a random player passes: one time in eight, and where there is nothing else to do."""
    return shape.may_pass and (shape.is_empty or draws.below(8) == 0)


def _known(ids: Sequence[str], options: "Sequence[Option | Price]") -> None:
    offered = {option.id for option in options}
    for each in ids:
        if each not in offered:
            raise NotAllowed("no_such_choice", choice=each[:80])
    if len(set(ids)) < len(ids):
        raise Malformed("chosen_twice")


@dataclass(frozen=True)
class One:
    """Exactly one of `options`; the value is its id."""

    options: tuple[Option, ...]
    may_pass: bool = False
    kind: Literal["one"] = "one"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to choose but passing."""
        return not self.options

    def judge(self, value: object) -> Value:
        """The value taken, or Malformed / NotAllowed."""
        if value is None and self.may_pass:
            return None
        if not isinstance(value, str):
            raise Malformed("expected_choice")
        _known([value], self.options)
        return value

    def sample(self, draws: Draws) -> Value:
        """Any legal value, each option (and a pass) as likely as the others."""
        picked = draws.below(len(self.options) + self.may_pass)
        return self.options[picked].id if picked < len(self.options) else None

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint, without words and numbers for show."""
        return (option.id for option in self.options)


@dataclass(frozen=True)
class Some:
    """Between `least` and `most` of `options`, in any order; the value is the list of their ids."""

    options: tuple[Option, ...]
    least: int
    most: int
    may_pass: bool = False
    kind: Literal["some"] = "some"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to choose but passing."""
        return self.most < 1 or len(self.options) < max(1, self.least)

    def judge(self, value: object) -> Value:
        """The ids in the order they were offered, or Malformed / NotAllowed."""
        if value is None and self.may_pass:
            return None
        chosen = _ids(value)
        _known(chosen, self.options)
        if not self.least <= len(chosen) <= self.most:
            raise self._miscounted(len(chosen))
        return [option.id for option in self.options if option.id in chosen]

    def _miscounted(self, given: int) -> NotAllowed:
        if self.least < self.most:
            return NotAllowed("count_between", least=self.least, most=self.most, given=given)
        return (
            NotAllowed("choose_one") if self.most == 1 else NotAllowed("count", count=self.most, given=given)
        )

    def sample(self, draws: Draws) -> Value:
        """A legal selection of a random size."""
        if _passes(self, draws):
            return None
        size = self.least + draws.below(min(self.most, len(self.options)) - self.least + 1)
        return self.judge([option.id for option in draws.shuffled(self.options)[:size]])

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint."""
        yield f"{self.least}-{self.most}"
        yield from (option.id for option in self.options)


@dataclass(frozen=True)
class Order:
    """All `options`, in the order the seat wants; the value is the list of their ids."""

    options: tuple[Option, ...]
    may_pass: bool = False
    kind: Literal["order"] = "order"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to order."""
        return not self.options

    def judge(self, value: object) -> Value:
        """The whole order, or Malformed / NotAllowed. A pass keeps the order offered."""
        if value is None and self.may_pass:
            return None
        chosen = _ids(value)
        _known(chosen, self.options)
        if len(chosen) != len(self.options):
            raise NotAllowed("order_all", count=len(self.options), given=len(chosen))
        return chosen

    def sample(self, draws: Draws) -> Value:
        """Any order."""
        if _passes(self, draws):
            return None
        return [option.id for option in draws.shuffled(self.options)]

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint."""
        return (option.id for option in self.options)


@dataclass(frozen=True)
class Amount:
    """A whole number from `least` to `most`."""

    least: int
    most: int
    may_pass: bool = False
    kind: Literal["amount"] = "amount"

    @property
    def is_empty(self) -> bool:
        """Whether no number fits."""
        return self.most < self.least

    def judge(self, value: object) -> Value:
        """The number, or Malformed / NotAllowed."""
        if value is None and self.may_pass:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            raise Malformed("expected_number")
        if not self.least <= value <= self.most:
            raise NotAllowed("number_between", least=self.least, most=self.most)
        return value

    def sample(self, draws: Draws) -> Value:
        """Any number in bounds."""
        if _passes(self, draws):
            return None
        return self.least + draws.below(self.most - self.least + 1)

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint."""
        yield f"{self.least}-{self.most}"


@dataclass(frozen=True)
class Route:
    """A way from `start`, step by step along `exits` (cell -> cell -> cost), costing at most `budget` in all.

    The value is the list of cells entered, without the start; an empty list or a pass stays. Who goes at all spends
    at least `least`, if some way does.
    """

    start: str
    exits: dict[str, dict[str, int]]
    budget: int
    may_pass: bool = True
    least: int = 0
    ordinary: int | None = None
    """How much of the budget comes for nothing else; None is all of it."""
    kind: Literal["route"] = "route"

    @property
    def is_empty(self) -> bool:
        """Whether no step can be paid."""
        return not any(cost <= self.budget for cost in self.exits.get(self.start, {}).values())

    def judge(self, value: object) -> Value:
        """The cells entered, or Malformed / NotAllowed naming the first step that fails."""
        if value is None and self.may_pass:
            return None
        here, left = self.start, self.budget
        for step in _ids(value):
            if step not in self.exits.get(here, {}):
                raise NotAllowed("no_step", start=here, end=step[:8])
            left -= self.exits[here][step]
            if left < 0:
                raise NotAllowed("too_far", budget=self.budget)
            here = step
        if value and self._must_go_on(here, left):
            raise NotAllowed("goes_on", least=self.least)
        return _ids(value)

    def _must_go_on(self, here: str, left: int) -> bool:
        """Whether too little is spent yet, and another step from here can be paid."""
        return self.budget - left < self.least and any(
            cost <= left for cost in self.exits.get(here, {}).values()
        )

    def fits(self, steps: list[str]) -> bool:
        """Whether this way may be gone."""
        try:
            self.judge(steps)
        except NotAllowed:
            return False
        return True

    def sample(self, draws: Draws) -> Value:
        """A random walk of a random length within the budget; where that may not be its end, she stays."""
        if _passes(self, draws):
            return None
        here, steps = self.start, list[str]()
        left = min(self.budget, self.least + draws.below(max(0, self.budget - self.least) + 1))
        while ways := [to for to, cost in sorted(self.exits.get(here, {}).items()) if cost <= left]:
            to = draws.pick(ways)
            left -= max(1, self.exits[here][to])
            steps.append(to)
            here = to
        return steps if self.fits(steps) else []

    def reachable(self) -> dict[str, int]:
        """Each cell where a way may end, with the least that such a way costs: what the board lights up."""
        cost: dict[str, int] = {}
        for here, spent, _steps in self._ways():
            if here != self.start and not self._must_go_on(here, self.budget - spent):
                cost[here] = min(spent, cost.get(here, spent))
        return cost

    def way_to(self, goal: str) -> list[str]:
        """The cells entered on a way of the fewest steps that may end at `goal`; none for the start or out of reach."""
        for here, spent, steps in self._ways():
            if here == goal != self.start and not self._must_go_on(here, self.budget - spent):
                return steps
        return []

    def _ways(self) -> Iterator[tuple[str, int, list[str]]]:
        """Each cell at each cost that some way comes to it for: the cell, the cost, such a way of the fewest steps."""
        frontier: list[tuple[str, int, list[str]]] = [(self.start, 0, [])]
        met = {(self.start, 0)}
        while frontier:
            here, spent, steps = frontier.pop(0)
            yield here, spent, steps
            for to, cost in self.exits.get(here, {}).items():
                there = to, spent + cost
                if there[1] <= self.budget and there not in met:
                    met.add(there)
                    frontier.append((*there, [*steps, to]))

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint."""
        yield f"{self.start}/{self.budget}" + (f"/{self.least}" if self.least else "")
        for here in sorted(self.exits):
            yield from (f"{here}>{to}:{cost}" for to, cost in sorted(self.exits[here].items()))


Covers = Literal["", "add", "change", "fix"]
"""Added cells join, changed ones stand in place of the usual ones, fixed ones stand alone; empty covers none."""


@dataclass(frozen=True)
class Price:
    """Something that can be paid for out of a pool, one pool symbol for each symbol of `cost`.

    At most one price of a `group` may be chosen; `needs` names a price that must be chosen with this one.
    """

    id: str
    label: Text
    cost: tuple[str, ...]
    note: Text | None = None
    group: str = ""
    needs: str = ""
    cells: tuple[str, ...] = ()
    """What it covers from here."""
    covers: Covers = ""
    """How its cells go with those of others that are chosen too."""
    usual: tuple[str, ...] = ()
    """What it covers as long as nothing changes that; added cells join."""
    adds: dict[str, int] = field(default_factory=dict)
    """What it adds to numbers of the one who pays, by name."""


@dataclass(frozen=True)
class Pay:
    """Any prices that `pool` can pay for together; the value is the list of their ids."""

    pool: tuple[str, ...]
    prices: tuple[Price, ...]
    may_pass: bool = True
    so_far: dict[str, int] = field(default_factory=dict)
    """The numbers that prices add to, as they are without them."""
    kind: Literal["pay"] = "pay"

    @property
    def is_empty(self) -> bool:
        """Whether the pool pays for nothing."""
        return not any(self._payable([price.id]) for price in self.prices if not price.needs)

    def judge(self, value: object) -> Value:
        """The ids in the order they were offered, or Malformed / NotAllowed."""
        if value is None and self.may_pass:
            return None
        chosen = _ids(value)
        _known(chosen, self.prices)
        picked = [price for price in self.prices if price.id in chosen]
        for group, count in Counter(price.group for price in picked if price.group).items():
            if count > 1:
                raise NotAllowed("one_of_group", group=Text(f"group.{group}"))
        for price in picked:
            if price.needs and price.needs not in chosen:
                raise NotAllowed("needs_other", choice=price.label)
        if not self._payable(chosen):
            raise NotAllowed("cannot_pay")
        return [price.id for price in picked]

    def _payable(self, chosen: Sequence[str]) -> bool:
        return not self._lacking(chosen)

    def _lacking(self, chosen: Sequence[str]) -> Counter[str]:
        cost = Counter(symbol for price in self.prices if price.id in chosen for symbol in price.cost)
        return cost - Counter(self.pool)

    def payable(self) -> list[Price]:
        """The prices that the whole pool could pay for, each with what it needs."""
        return [price for price, missing in self.offered() if not missing]

    def offered(self) -> list[tuple[Price, tuple[str, ...]]]:
        """Each price and what the whole pool lacks for it and for what it needs."""
        return [(price, tuple(self._lacking([price.id, price.needs]).elements())) for price in self.prices]

    def sample(self, draws: Draws) -> Value:
        """Prices taken in random order as long as they still fit together."""
        if _passes(self, draws):
            return None
        chosen: list[str] = []
        for price in draws.shuffled(self.prices):
            if draws.below(4) and self.fits([*chosen, price.id]):
                chosen.append(price.id)
        return self.judge(chosen)

    def fits(self, chosen: list[str]) -> bool:
        """Whether these may be chosen together."""
        try:
            self.judge(chosen)
        except NotAllowed:
            return False
        return True

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint."""
        yield "".join(self.pool)
        yield from (f"{price.id}:{''.join(price.cost)}:{price.group}:{price.needs}" for price in self.prices)


@dataclass(frozen=True)
class Words:
    """Free words of at most `limit` characters."""

    limit: int
    may_pass: bool = True
    kind: Literal["words"] = "words"

    @property
    def is_empty(self) -> bool:
        """Words can always be said."""
        return False

    def judge(self, value: object) -> Value:
        """The words without the blanks around them, or Malformed / NotAllowed."""
        if value is None and self.may_pass:
            return None
        if not isinstance(value, str):
            raise Malformed("expected_words")
        if not is_plain(value):
            raise Malformed("unprintable")
        said = value.replace("\r\n", "\n").strip()
        if not 0 < len(said) <= self.limit or len(value) > 2 * self.limit:
            raise NotAllowed("words_limit", limit=self.limit)
        return said

    def sample(self, draws: Draws) -> Value:
        """A short word."""
        if _passes(self, draws):
            return None
        return "".join(draws.pick("aeiou") for _ in range(1 + draws.below(min(self.limit, 6))))

    def ids(self) -> Iterator[str]:
        """What identifies this shape's choices in a fingerprint."""
        yield str(self.limit)


Shape = Annotated[One | Some | Order | Amount | Route | Pay | Words, Field(discriminator="kind")]

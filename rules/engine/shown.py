"""What the table views of all systems are made of: who may know what, the page around the board, health, names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.engine.errors import NotAllowed
from rules.engine.flow import Seat
from rules.engine.grid import Cell
from rules.engine.house_rules import Setting
from rules.engine.log import Snapshot
from rules.engine.requests import Requests
from rules.engine.ruling_forms import RulingGroup
from rules.engine.state import BattleBase, Request, Result
from rules.engine.text import Param, Text
from rules.engine.view import (
    LogLine,
    MayRequest,
    OrderRow,
    RequestView,
    TableView,
    Viewer,
    log_lines,
    prompts_for,
    take_back_of,
    waiting_for,
)

LOOKS = ("out", "barely", "battered", "hurt", "scratched", "unhurt")
"""How somebody looks, from worst to best."""
TOLD_OF_NOTHING = ("hurt", "heal", "refresh", "drain")
"""Kinds of log line with words of their own for an amount of 0."""
Naming = Callable[[Seat], Param]
"""Who sits on a seat."""


class Fielded(Protocol):
    """A battle, as far as looking at it goes."""

    acting: str
    result: Result | None

    def find(self, name: str) -> Any:
        """Whoever has that name, or None."""
        ...

    def on(self, key: str) -> Setting:
        """A house rule's setting."""
        ...


B = TypeVar("B", bound=Fielded)


@dataclass(frozen=True)
class BaseTable(Generic[B]):
    """What drawing one version needs: the battle, the stored question, and who looks. Systems inherit it."""

    battle: B
    snapshot: Snapshot
    viewer: Viewer
    gm: ClassVar[Text] = Requests.gm_named
    """The name of the GM's seat."""
    slug: ClassVar[str]
    """The system's, under which it says how somebody is."""
    shows: ClassVar[str]
    """The house rule about the numbers of what the GM plays; `all` opens them."""

    @staticmethod
    def secret_of(_who: Any, /) -> str:
        """Whose secret somebody's numbers are; empty where they are open."""
        raise NotImplementedError

    def about(self, _request: Request) -> Text | None:
        """Whom or what a request is about, where the game knows more than its kind."""
        return None

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats waited for, as far as the viewer may know."""
        return frozenset(waiting_for(self.snapshot.open, self.viewer)[1])

    def sees(self, _who: Any, /) -> bool:
        """Whether the viewer may know that it is there at all."""
        return True

    def acts(self, name: str) -> bool:
        """Whether it is that one's turn; nobody's once the battle is over."""
        return name == self.battle.acting and not self.battle.result

    @property
    def actor(self) -> str:
        """Whose decision is open, as far as the viewer may know."""
        open = self.snapshot.open
        return open.question.actor if open and self.asked else ""

    @property
    def knows_all(self) -> bool:
        """Whether the numbers of what the GM plays are open: to the GM, or by the table's option."""
        return self.viewer.is_gm or self.battle.on(self.shows) == "all"

    def may_know(self, who: Any) -> bool:
        """Whether its numbers are open: a player character's always."""
        return not self.secret_of(who) or self.knows_all

    def knows(self, name: str) -> bool:
        """The same by name, for log lines; what has left the fight keeps its secrets."""
        found = self.battle.find(name)
        return self.may_know(found) if found else self.knows_all

    def health(self, who: Any, now: int, most: int) -> "Health":
        """Numbers where they may be known, else what the table's option leaves of them."""
        return health(now, most, "all" if self.may_know(who) else self.battle.on(self.shows), self._how_well)

    def _how_well(self, how: str) -> Text:
        return Text(f"{self.slug}.health.{how}")

    def said(self, line: LogLine) -> Text:
        """The sentence of a log line: another where its amount is 0, the same whatever numbers are left out of it."""
        is_of_nothing = line.kind in TOLD_OF_NOTHING and line.text.params.get("amount") == 0
        return Text(f"{self.slug}.log.{line.kind}.none", line.text.params) if is_of_nothing else line.text


class Seated(Protocol):
    """A combatant, as far as its seat goes."""

    seat: Seat
    title: Param

    @property
    def is_player(self) -> bool:
        """Whether it is a player character."""
        ...


def seat_names(combatants: Iterable[Seated], gm: Text) -> Naming:
    """Seats by the names of those who sit there."""
    names: dict[Seat, Param] = {each.seat: each.title for each in combatants if each.is_player}
    return lambda seat: names.get(seat, gm)


def with_seat_named(said: Text, named: Naming) -> Text:
    """The sentence with a seat's name in place of the seat."""
    seat = said.params.get("seat")
    return Text(said.key, {**said.params, "seat": named(seat)}) if isinstance(seat, str) else said


def table_view(
    table: BaseTable[Any],
    *,
    place: tuple[Text, ...],
    board: Any,
    order: tuple[OrderRow, ...],
    for_rulings: Callable[[], tuple[RulingGroup, ...]],
    may_request: tuple[MayRequest, ...],
) -> TableView:
    """Everything on the page for one audience: the system's part, and what is alike at every table."""
    battle, snapshot, viewer = table.battle, table.snapshot, table.viewer
    waiting, missing = waiting_for(snapshot.open, viewer)
    taken = take_back_of(snapshot, viewer)
    offers = snapshot.open.question.offers if snapshot.open else ()
    return TableView(
        version=snapshot.version,
        ticket=snapshot.ticket,
        system=table.slug,
        place=place,
        round=battle.round,
        board=board,
        order=order,
        prompts=prompts_for(snapshot, viewer, seat_names(battle.combatants, table.gm)),
        offers=tuple(each for each in offers if each.seat in viewer.seats),
        waiting=waiting,
        waiting_for=missing,
        requests=tuple(_request(table, each) for each in battle.requests if _may_read(viewer, each)),
        is_paused=battle.paused,
        is_held=bool(battle.requests),
        result=battle.result.reason if battle.result else None,
        summary=tuple(battle.summary),
        take_back=taken[1] if taken else None,
        take_back_seat=taken[0] if taken else "",
        house_rules=dict(battle.house_rules),
        frames=snapshot.frames if viewer.is_gm else (),
        for_rulings=for_rulings() if viewer.is_gm else (),
        may_request=tuple(_told_about(table, each) for each in may_request),
    )


def _may_read(viewer: Viewer, request: Request) -> bool:
    return viewer.is_gm or request.seat in viewer.seats


def _request(table: BaseTable[Any], request: Request) -> RequestView:
    return RequestView(request.id, request.seat, request.kind, request.words, table.about(request))


def _told_about(table: BaseTable[Any], may: MayRequest) -> MayRequest:
    """With what is told of each kind as if it were asked."""
    about = {kind: table.about(Request(0, may.seat, kind)) for kind in may.kinds}
    return replace(may, about={kind: said for kind, said in about.items() if said})


def log_of(table: BaseTable[Any]) -> tuple[LogLine, ...]:
    """The version's events as this viewer may read them, seats by the names of those who sit there."""
    named = seat_names(table.battle.combatants, table.gm)
    return tuple(
        replace(line, text=with_seat_named(table.said(line), named))
        for line in log_lines(table.snapshot, table.viewer, table.knows)
    )


class OnSquare:
    """Something on a square of a map."""

    cell: str
    """The square's label; empty beside the map."""

    @property
    def column(self) -> str:
        """The letter of its square."""
        return self.cell[:1]

    @property
    def row(self) -> str:
        """The number of its square."""
        return self.cell[1:]


class SquareMap:
    """A map of squares with letters above and numbers beside it."""

    cols: int
    rows: int

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(Cell(col, 0).label[:1] for col in range(self.cols))

    @property
    def numbers(self) -> range:
        """The names of the rows."""
        return range(1, self.rows + 1)


class Asked(Protocol):
    """A system, as far as its requests go."""

    @property
    def requests(self) -> tuple[str, ...]:
        """The kinds there are."""
        ...

    def check_request(self, battle: Any, seat: Seat, kind: str) -> None:
        """NotAllowed for a request that could not be granted now."""
        ...


def may_request(system: Asked, battle: BattleBase, viewer: Viewer) -> tuple[MayRequest, ...]:
    """What each of a player's seats may ask the GM for now; what it has asked for already, it need not again."""
    if viewer.is_gm or battle.now is None:
        return ()
    waiting = {(each.seat, each.kind) for each in battle.requests}
    found = []
    for seat in viewer.seats:
        kinds = (kind for kind in system.requests if (seat, kind) not in waiting)
        found.append(
            MayRequest(seat, tuple(each for each in kinds if _is_possible(system, battle, seat, each)))
        )
    return tuple(found)


def _is_possible(system: Asked, battle: BattleBase, seat: Seat, kind: str) -> bool:
    try:
        system.check_request(battle, seat, kind)
    except NotAllowed:
        return False
    return True


# ---------------------------------------------------------------- health


@dataclass(frozen=True)
class Health:
    """Points as far as the viewer may know: numbers, or an eighth-step ring, or words, or nothing at all."""

    now: int | None
    most: int | None
    eighths: int | None
    """0 to 8, how full the ring is; None draws no ring."""
    words: Text | None
    """Such as "barely standing"."""
    looks: int | None = None
    """How well that is, in the five steps that words have: 5 unhurt to 0 out."""

    @property
    def filled(self) -> int | None:
        """How much of a bar of health is filled, in percent and no finer than may be known; None for no bar."""
        if self.most:
            return -(-100 * (self.now or 0) // self.most)
        steps = ((self.eighths, 8), (self.looks, len(LOOKS) - 1))
        return next((100 * step // most for step, most in steps if step is not None), None)


def health(now: int, most: int, shown: Setting, said: Callable[[str], Text]) -> Health:
    """Numbers (`all`), a ring (`bars`), `words` or nothing of how well somebody is; `said` words how well that is."""
    match shown:
        case "all":
            return Health(now, most, eighths(now, most), None)
        case "bars":
            return Health(None, None, eighths(now, most), None)
        case "words":
            return Health(None, None, None, said(how_well(now, most)), LOOKS.index(how_well(now, most)))
    return Health(None, None, None, None)


def eighths(now: int, most: int) -> int:
    """How full the ring is: 0 only for who is out, 8 only for who is whole."""
    return 8 if now >= most else min(7, -(-now * 8 // most))


def how_well(now: int, most: int) -> str:
    """How somebody looks, in a word."""
    quarters = -(-now * 4 // most)
    return LOOKS[-1] if now >= most else LOOKS[quarters]

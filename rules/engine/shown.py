"""What the table views of all systems are made of: the page around the board, health, names for seats."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from rules.engine.errors import NotAllowed
from rules.engine.flow import Seat
from rules.engine.log import Snapshot
from rules.engine.ruling_forms import RulingGroup
from rules.engine.state import BattleBase, Setting
from rules.engine.text import Param, Text
from rules.engine.view import (
    MayRequest,
    OrderRow,
    TableView,
    Viewer,
    prompts_for,
    take_back_of,
    waiting_for,
)

LOOKS = ("out", "barely", "battered", "hurt", "scratched", "unhurt")
"""How somebody looks, from worst to best."""
Naming = Callable[[Seat], Param]
"""Who sits on a seat."""


class Seated(Protocol):
    """A combatant, as far as its seat goes."""

    seat: Seat
    title: Param

    @property
    def is_player(self) -> bool:
        """Whether it is a player character."""
        ...


def seat_names(combatants: Iterable[Seated]) -> Naming:
    """Seats by the names of those who sit there."""
    names: dict[Seat, Param] = {each.seat: each.title for each in combatants if each.is_player}
    return lambda seat: names.get(seat, Text("engine.gm"))


def with_seat_named(said: Text, named: Naming) -> Text:
    """The sentence with a seat's name in place of the seat."""
    seat = said.params.get("seat")
    return Text(said.key, {**said.params, "seat": named(seat)}) if isinstance(seat, str) else said


def table_view(
    battle: BattleBase,
    snapshot: Snapshot,
    viewer: Viewer,
    named: Naming,
    *,
    system: str,
    place: tuple[Text, ...],
    round: int,
    board: Any,
    order: tuple[OrderRow, ...],
    summary: Iterable[Text],
    for_rulings: Callable[[], tuple[RulingGroup, ...]],
    may_request: tuple[MayRequest, ...],
) -> TableView:
    """Everything on the page for one audience: the system's part, and what is alike at every table."""
    waiting, missing = waiting_for(snapshot.open, viewer)
    taken = take_back_of(snapshot, viewer)
    offers = snapshot.open.question.offers if snapshot.open else ()
    return TableView(
        version=snapshot.version,
        ticket=snapshot.ticket,
        system=system,
        place=place,
        round=round,
        board=board,
        order=order,
        prompts=prompts_for(snapshot, viewer, named),
        offers=tuple(each for each in offers if each.seat in viewer.seats),
        waiting=waiting,
        waiting_for=missing,
        requests=tuple(each for each in battle.requests if viewer.is_gm or each.seat in viewer.seats),
        is_paused=battle.paused,
        is_held=bool(battle.requests),
        result=battle.result.reason if battle.result else None,
        summary=tuple(summary),
        take_back=taken[1] if taken else None,
        take_back_seat=taken[0] if taken else "",
        house_rules=dict(battle.house_rules),
        frames=snapshot.frames if viewer.is_gm else (),
        for_rulings=for_rulings() if viewer.is_gm else (),
        may_request=may_request,
    )


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

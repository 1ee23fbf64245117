"""What a system says about requests before the GM is asked, and what it offers beside every question."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.dice import Draws, SeededDice
from rules.engine.errors import NotAllowed, StaleAnswer
from rules.engine.fights import begin
from rules.engine.flow import GM, Flow, Offer, OfferView, Seat
from rules.engine.log import Kind
from rules.engine.record import Record
from rules.engine.session import Session
from rules.engine.state import BattleBase
from rules.engine.text import text
from rules.engine.view import Role, Viewer
from tests.rules.engine.two_pages import SETUP, Candles, Duel

SEED = b"\x07" * 32


class Bells(Candles):
    """Candles with bells, which their players may ring beside any question; a gust is asked for once."""

    def check_request(self, battle: BattleBase, seat: Seat, kind: str) -> None:
        """A gust is asked for once."""
        assert isinstance(battle, Duel)
        who = battle.find(seat)
        if kind == "gust" and (who is None or who.has_gusted):
            raise NotAllowed("too_late")

    def offers(self, battle: BattleBase) -> tuple[Offer, ...]:
        """The bell costs wax."""
        assert isinstance(battle, Duel)
        return tuple(self._bells(battle))

    def _bells(self, duel: Duel) -> Iterator[Offer]:
        for candle in duel.burning():
            if candle.wax > 1 and candle.seat != GM:
                view = OfferView(f"bell-{candle.name}", candle.seat, text("candles.bell"))
                yield Offer(view, lambda _value, name=candle.name: self._rings(duel, name))  # type: ignore[misc]

    def _rings(self, duel: Duel, name: str) -> Flow[None]:
        duel.melt(name, duel.able(name).wax - 1, "CD-9")
        return
        yield


class Table:
    """One fight of candles with bells."""

    def __init__(self) -> None:
        self.system = Bells()
        self.dice = SeededDice(SEED, SEED[::-1])
        self.session: Session[Any]
        self.record: Record
        self.session, self.record = begin(self.system, SETUP, self.dice)

    def keep(self) -> None:
        """Store the last commit."""
        self.record.keep(self.session.last, self.session.take_back, self.session.digest())

    def offered(self) -> list[tuple[Seat, str]]:
        """What the open question offers beside its own choices."""
        assert self.session.open is not None
        return [(each.seat, each.id) for each in self.session.open.question.offers if "bell" in each.id]

    def play_on(self) -> None:
        """The next seat's first legal answer."""
        assert self.session.open is not None
        seat = self.session.waiting_for()[0]
        shape = self.session.open.question.choices[seat]
        self.session.answer(seat, shape.sample(_draws(self.session.version)), self.session.ticket)
        self.keep()

    def ring(self, seat: Seat, name: str) -> None:
        """Take the offer."""
        self.session.take_offer(seat, f"bell-{name}", None, self.session.ticket)
        self.keep()

    def comes_back(self) -> None:
        """The record has it just so."""
        again = Session.restore(self.system, self.dice, self.record, self.record.pins)
        assert (again.digest(), again.open) == (self.session.digest(), self.session.open)


def _draws(version: int) -> Draws:
    """Luck for one answer."""
    return Draws(SEED, f"{version}")


# ---------------------------------------------------------------- offers beside every question


def test_what_a_system_offers_stands_beside_every_question() -> None:
    table, keys = Table(), set()
    for _ in range(30):
        if table.session.open is None:
            break
        keys.add(table.session.open.question.key)
        burning = [each.name for each in table.session.battle.burning() if each.seat != GM and each.wax > 1]
        assert table.offered() == [(name, f"bell-{name}") for name in burning]
        table.comes_back()
        table.play_on()
    assert len(keys) > 3


def test_it_is_taken_by_its_own_seat_alone_and_the_question_is_asked_again() -> None:
    table = Table()
    asked, ticket = table.session.open, table.session.ticket
    assert asked is not None
    for seat in ("mina", GM):
        with pytest.raises(NotAllowed, match="no_such_offer"):
            table.session.take_offer(seat, "bell-jun", None, ticket)
    table.ring("jun", "jun")
    assert table.session.battle.find("jun").wax == 1
    assert table.session.open is not None
    assert table.session.open.question.key == asked.question.key
    with pytest.raises(StaleAnswer):
        table.session.answer(table.session.waiting_for()[0], None, ticket)
    table.comes_back()


def test_what_is_offered_is_asked_of_the_system_anew_each_time() -> None:
    table = Table()
    table.ring("jun", "jun")
    assert table.offered() == [("mina", "bell-mina")]
    with pytest.raises(NotAllowed, match="no_such_offer"):
        table.session.take_offer("jun", "bell-jun", None, table.session.ticket)
    table.session.rule("set_wax", {"name": "jun", "wax": 5}, table.session.ticket)
    table.keep()
    assert ("jun", "bell-jun") in table.offered()


def test_a_sealed_answer_survives_an_offer_of_the_system() -> None:
    table = Table()
    while table.session.open is not None and len(table.session.waiting_for()) < 2:
        table.play_on()
    seat = table.session.waiting_for()[0]
    assert table.session.open is not None
    value = table.session.open.question.choices[seat].sample(_draws(1))
    table.session.answer(seat, value, table.session.ticket)
    table.keep()
    table.ring("mina", "mina")
    assert table.session.open.sealed == {seat: value}
    table.comes_back()


def test_an_offer_of_the_system_is_undone() -> None:
    table = Table()
    before = table.session.digest()
    table.ring("jun", "jun")
    number = next(each.number for each in reversed(table.record.entries) if each.kind is Kind.OFFER)
    table.session = table.session.undo(number, table.session.ticket)
    table.keep()
    assert table.session.digest() == before
    assert ("jun", "bell-jun") in table.offered()


# ---------------------------------------------------------------- requests that could not be granted


def test_a_request_that_could_not_be_granted_is_refused_before_the_gm_is_asked() -> None:
    table = Table()
    version = table.session.version
    table.session.battle.find("jun").has_gusted = True
    with pytest.raises(NotAllowed, match="too_late"):
        table.session.request("jun", "gust", "", table.session.ticket)
    assert (table.session.version, table.session.battle.requests) == (version, [])


def test_others_may_ask_meanwhile() -> None:
    table = Table()
    table.session.battle.find("jun").has_gusted = True
    table.session.request("jun", "wait", "", table.session.ticket)
    table.keep()
    table.session.request("mina", "gust", "", table.session.ticket)
    table.keep()
    assert [(each.seat, each.kind) for each in table.session.battle.requests] == [
        ("jun", "wait"),
        ("mina", "gust"),
    ]


def test_the_view_says_what_may_be_asked_for() -> None:
    table = Table()
    table.session.battle.find("jun").has_gusted = True
    view = table.system.view(
        table.session.snapshot(), table.record.pins, Viewer(Role.PLAYER, ("jun", "mina"))
    )
    assert {each.seat: each.kinds for each in view.may_request} == {
        "jun": ("wait",),
        "mina": ("wait", "gust"),
    }


def test_kinds_that_no_system_has_are_never_asked_about() -> None:
    table = Table()
    with pytest.raises(NotAllowed, match="no_such_request_kind"):
        table.session.request("jun", "pizza", "", table.session.ticket)


def test_without_a_word_of_the_system_anybody_may_ask_to_wait() -> None:
    """The mixin itself: nothing offered, nothing refused, a granted wait is told."""
    system = Candles()
    session, _record = begin(system, SETUP, SeededDice(SEED, SEED[::-1]))
    assert system.offers(session.battle) == ()
    session.request("jun", "wait", "a moment", session.ticket)
    session.decide(1, True, session.ticket)
    assert session.battle.requests == []

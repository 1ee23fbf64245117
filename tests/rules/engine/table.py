"""A table for tests: takes inputs, keeps every commit in a record, comes back from it, plays on by itself."""

from collections.abc import Mapping
from typing import Any

from rules.engine.dice import Dice, Draws, Purpose, ScriptedDice, SeededDice
from rules.engine.errors import Refused
from rules.engine.fights import begin
from rules.engine.flow import GM, Question, Seat
from rules.engine.log import Entry, Kind
from rules.engine.record import Record
from rules.engine.session import Session
from tests.rules.engine.two_pages import SETUP, SYSTEM, Candle, Duel

SEED = b"\x07" * 32


class Table:
    """One fight of candles. Faces come from `seed`, or from `faces` where a test says them."""

    def __init__(self, seed: bytes = SEED, setup: Mapping[str, Any] = SETUP, **house_rules: bool) -> None:
        self.dice: Dice = SeededDice(seed, seed[::-1])
        self.seed = seed
        self.session, self.record = begin(SYSTEM, setup, self.dice, house_rules)

    def script(self, *faces: int) -> ScriptedDice:
        """Let these faces fall next."""
        self.dice = self.session.dice = ScriptedDice(faces)
        return self.dice

    # ---- what is on the table

    @property
    def duel(self) -> Duel:
        """The state."""
        return self.session.battle

    @property
    def question(self) -> Question:
        """The open question."""
        assert self.session.open is not None, "no question is open"
        return self.session.open.question

    @property
    def ticket(self) -> int:
        """The open question's ticket."""
        return self.session.ticket

    def candle(self, name: str) -> Candle:
        """A candle that is in the fight."""
        found = self.duel.find(name)
        assert found is not None, f"{name} is not in the fight"
        return found

    def last(self, kind: Kind) -> Entry:
        """The newest live entry of that kind."""
        return next(entry for entry in reversed(self.record.entries) if entry.is_live and entry.kind is kind)

    # ---- inputs

    def answer(self, seat: Seat, value: object, ticket: int | None = None, **more: Any) -> None:
        """Answer on the open ticket, or on an old one."""
        self.session.answer(seat, value, self.ticket if ticket is None else ticket, **more)
        self.keep()

    def offer(self, seat: Seat, offer: str, value: object = None) -> None:
        """Take an offer."""
        self.session.take_offer(seat, offer, value, self.ticket)
        self.keep()

    def request(self, seat: Seat, kind: str, words: str = "") -> int:
        """Make a request; its id."""
        self.session.request(seat, kind, words, self.ticket)
        self.keep()
        return self.duel.requests[-1].id

    def decide(self, request: int, granted: bool, seat: Seat = GM) -> None:
        """Grant or refuse."""
        self.session.decide(request, granted, self.ticket, seat)
        self.keep()

    def stand(self, seat: Seat, key: str, passes: bool = True, *stop_for: str) -> None:
        """Give a standing order."""
        self.session.stand(seat, key, passes, self.ticket, stop_for)
        self.keep()

    def rule(self, name: str, /, **params: Any) -> None:
        """Rule as the GM."""
        self.session.rule(name, params, self.ticket)
        self.keep()

    def undo(self, to: int, seat: Seat = GM, ticket: int | None = None) -> None:
        """Go back to before an entry."""
        self.session = self.session.undo(to, self.ticket if ticket is None else ticket, seat)
        self.keep()

    def change_die(self, roll: int, index: int = 0, face: int | None = None) -> None:
        """Set a face or roll afresh."""
        self.session = self.session.change_die(roll, self.ticket, index, face)
        self.keep()

    def keep(self) -> None:
        """Store the last commit."""
        self.record.keep(self.session.last, self.session.take_back, self.session.digest())

    # ---- coming back and going on

    def restored(self, record: Record | None = None) -> Session[Duel]:
        """The session as the record has it."""
        record = record or self.record
        digest = record.digests[record.version]
        return Session.restore(SYSTEM, self.dice, record, record.pins, digest=digest)

    def come_back(self) -> None:
        """Throw the session away and go on with a restored one."""
        self.session = self.restored()

    def draws(self) -> Draws:
        """A bot's luck at this version."""
        return Draws(self.seed, f"{self.session.version}")

    def play_on(self, **answers: object) -> None:
        """One answer: by the word after the question's key (`act="blow"`) where it is legal, else a random one."""
        seat = self.session.waiting_for()[0]
        shape, name = self.question.choices[seat], self.question.key.rsplit(".", 1)[-1]
        try:
            self.answer(seat, shape.judge(answers.get(name, "nothing")))
        except Refused:
            self.answer(seat, shape.sample(self.draws()))

    def until(self, key: str, actor: str = "", **answers: object) -> None:
        """Play on until that question is open."""
        while self.question.key != f"candles.{key}" or actor not in ("", self.question.actor):
            self.play_on(**answers)

    def to_the_end(self) -> None:
        """Random answers until the battle is over."""
        while not self.session.is_over:
            self.play_on()


class BrokenDice:
    """A rule's crash."""

    def faces(self, purpose: Purpose, count: int, sides: int, hidden: bool, attempt: int = 0) -> list[int]:
        """ZeroDivisionError, always."""
        return [1 // 0]

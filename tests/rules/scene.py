"""A table for the tests of a system: dice that fall as told, answers in the order of play, each question named."""

from typing import Any, ClassVar, Self

from rules.engine.dice import Dice, ScriptedDice
from rules.engine.errors import Refused
from rules.engine.flow import GM, Question, Seat
from rules.engine.log import Event
from rules.engine.record import Record
from rules.engine.session import Session
from rules.engine.sheet import Sheet
from rules.engine.system import System
from rules.engine.view import LogLine, Role, TableView, Viewer

PASS = None


class BaseTable:
    """One fight. Questions are named without the system; who answers is named by character, or "gm"."""

    system: ClassVar[System[Any]]

    def start(self, battle: Any, dice: Dice | None) -> None:
        """Begin with this state."""
        self.script = ScriptedDice([])
        self.dice: Dice = dice or self.script
        self.record = Record(self.system.slug, pins=self.system.pins(battle))
        self.session = Session.start(self.system, battle, self.dice, self.record)
        self.events: list[Event] = []
        self.keep()

    def keep(self) -> None:
        """Store the last commit."""
        self.record.keep(self.session.last, self.session.take_back, self.session.digest())
        self.events += self.session.last.events

    # ---- what is on the table

    @property
    def question(self) -> Question:
        """The open question."""
        assert self.session.open is not None, "no question is open"
        return self.session.open.question

    @property
    def asks(self) -> str:
        """The open question's key, "" when none is open."""
        return (
            self.session.open.question.key.removeprefix(f"{self.system.slug}.") if self.session.open else ""
        )

    @property
    def asked(self) -> list[Seat]:
        """The seats waited for."""
        return self.session.waiting_for()

    @property
    def acting(self) -> str:
        """Whose turn it is."""
        acting: str = self.session.battle.acting
        return acting

    @property
    def winner(self) -> str | None:
        """The winning side, empty for a draw, None while the battle lasts."""
        return self.session.battle.result.winner if self.session.battle.result else None

    def told(self, key: str, who: str = "") -> list[Event]:
        """The events of that key so far, about anybody or about one."""
        return [e for e in self.events if e.key == f"{self.system.slug}.log.{key}" and who in ("", *e.about)]

    def view(self, viewer: Viewer) -> TableView:
        """The newest version as somebody sees it."""
        return self.system.view(self.session.snapshot(), self.record.pins, viewer)

    def sheet(self, viewer: Viewer, name: str) -> Sheet | None:
        """A combatant's sheet at the newest version as somebody reads it."""
        return self.system.sheet(self.session.snapshot(), self.record.pins, viewer, name)

    def log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """The newest version's lines as somebody reads them."""
        return self.system.log(self.session.snapshot(), self.record.pins, viewer)

    # ---- answers

    def answers(self, who: str, **by_question: Any) -> Self:
        """Answer questions one after the other, each named: `answers("mina", begin="act", move=["B3"])`."""
        for key, value in by_question.items():
            self._expect(who, key)
            self.session.answer(self._seat(who), value, self.session.ticket)
            self.keep()
        return self

    def passes(self, who: str, *keys: str) -> Self:
        """Pass these questions."""
        return self.answers(who, **dict.fromkeys(keys, PASS))

    def _expect(self, who: str, key: str) -> None:
        assert self.asks == key, f"{who}: {key}? asked is {self.asks or 'nothing'} of {self.asked}"
        assert self._seat(who) in self.question.choices, f"{key} is asked of {self.asked}, not of {who}"
        if self._seat(who) == GM and who != GM and self.is_for_one():
            assert self.question.actor == who, f"{key} is for {self.question.actor}, not for {who}"

    def is_for_one(self) -> bool:
        """Whether the open question is one character's, so that the GM answers for nobody else."""
        return True

    def _seat(self, who: str) -> Seat:
        found = self.session.battle.find(who)
        return getattr(found, "seat", who)

    def rolls(self, *faces: int) -> Self:
        """Let these faces fall next."""
        self.script.left += faces
        return self

    def lets_be(self) -> None:
        """Pass the open question."""
        self.session.answer(self.asked[0], PASS, self.session.ticket)
        self.keep()

    def skip_to(self, key: str, who: str = "") -> Self:
        """Let every question be until `key` is open, for `who`."""
        for _ in range(200):
            if self.asks == key and who in ("", self.question.actor):
                return self
            self.lets_be()
        raise AssertionError(f"{key} of {who} never came")

    def skip_round(self) -> Self:
        """Let every question be until the next round has begun, or the battle is over."""
        now = self.session.battle.round
        while self.session.battle.round == now and self.session.open:
            self.lets_be()
        return self

    # ---- the GM

    def rule(self, name: str, /, **params: Any) -> Self:
        """Rule as the GM."""
        self.session.rule(name, params, self.session.ticket)
        self.keep()
        return self

    def refuses(self, who: str, **by_question: Any) -> Refused:
        """The answer is not taken; what was said against it."""
        (key, value), version = next(iter(by_question.items())), self.session.version
        self._expect(who, key)
        try:
            self.session.answer(self._seat(who), value, self.session.ticket)
        except Refused as refused:
            assert self.session.version == version
            return refused
        raise AssertionError(f"{key}={value!r} was taken")

    def refuses_ruling(self, name: str, /, **params: Any) -> Refused:
        """The ruling is not taken; what was said against it."""
        version = self.session.version
        try:
            self.session.rule(name, params, self.session.ticket)
        except Refused as refused:
            assert self.session.version == version
            return refused
        raise AssertionError(f"{name} {params} was taken")

    def restored(self) -> Session[Any]:
        """The session as the record has it."""
        digest = self.record.digests[self.record.version]
        return Session.restore(self.system, self.dice, self.record, self.record.pins, digest=digest)


def player(*seats: Seat) -> Viewer:
    """A player who holds these seats."""
    return Viewer(Role.PLAYER, tuple(sorted(seats)))

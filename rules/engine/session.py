"""A fight in play: takes inputs, commits them, restores from the log, undoes.

Three numbers, never mixed. `version` counts commits. `ticket` is the version at which the open question was asked or
rebuilt; every input names the ticket it was made on. An entry's place in the live log serves replay only.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Generic, Self

from rules.engine import rolls
from rules.engine.dice import Dice, Purpose
from rules.engine.digest import digest_of
from rules.engine.driver import Driver, decided
from rules.engine.errors import (
    AlreadyTaken,
    Malformed,
    NotAllowed,
    NotYours,
    Paused,
    Refused,
    ReplayDrift,
    StaleAnswer,
    crashes_named,
)
from rules.engine.flow import GM, Roll, Seat
from rules.engine.log import Checkpoint, Commit, Entry, Event, Kind, Open, Snapshot
from rules.engine.record import Past
from rules.engine.rulings import RULINGS
from rules.engine.system import B, System
from rules.engine.text import Param, Text, is_plain

WORDS_LIMIT = 200
STANDING_LIMIT = 80
"""Most characters of a standing order's key and of a name it stops for, most such names."""
MOST_ORDERS = 20
"""Standing orders of one seat: they are stored with every version."""


class Session(Generic[B]):
    """One fight between two inputs. After any exception but Refused, throw it away and restore."""

    def __init__(
        self, system: System[B], battle: B, dice: Dice, past: Past, *, version: int, number: int
    ) -> None:
        self.system = system
        self.dice = dice
        self.past = past
        self.version = version
        self.ticket = version
        self.take_back: tuple[Seat, int] | None = None
        """The seat that may take its last answer back, and that answer's entry."""
        self.last = Commit(version, version, (), (), ())
        self._driver = Driver(system, battle, self._faces, self._keep_checkpoint)
        self._number = number
        self._recorded: deque[Entry] = deque()
        self._entries: list[Entry] = []
        self._checkpoints: list[Checkpoint] = []
        self._began: dict[str, Any] | None = None
        """The state where the last beat began, if it was seen to."""

    @classmethod
    def start(cls, system: System[B], battle: B, dice: Dice, past: Past) -> Self:
        """A new fight, played to its first question; `last` is its first commit, one above the past's version."""
        session = cls(system, battle, dice, past, version=past.version + 1, number=past.next_number)
        with crashes_named():
            session._driver.begin()
        session._commit()
        return session

    @classmethod
    def restore(
        cls, system: System[B], dice: Dice, past: Past, pins: Mapping[str, Any], *, digest: str | None = None
    ) -> Self:
        """The fight as `past` has it, by running its last beat again. ReplayDrift when the rules tell another story.

        `digest` is the one stored with the newest version; without it the state itself is not compared.
        """
        checkpoint = past.checkpoint(before=None)
        session = cls._replayed(system, dice, past, pins, checkpoint, past.live(checkpoint.number))
        session._refuse_growth()
        session._compare(digest)
        session.version, session.ticket, session.take_back = past.version, past.ticket, past.take_back
        session._number = past.next_number
        session._forget()
        return session

    @classmethod
    def by_hand(
        cls, system: System[B], dice: Dice, past: Past, pins: Mapping[str, Any], state: dict[str, Any]
    ) -> Self:
        """The fire exit: the table as a stored version shows it, no flow running; then rule `take_over`."""
        session = cls(
            system, system.load(state, pins), dice, past, version=past.version, number=past.next_number
        )
        session.ticket = past.ticket
        return session

    # ---- what is open

    @property
    def battle(self) -> B:
        """The state. Read it; only flows and rulings change it."""
        return self._driver.battle

    @property
    def open(self) -> Open | None:
        """The open question, with the answers sealed so far."""
        return self._driver.open

    @property
    def fingerprint(self) -> str:
        """The open question's; empty when none is open."""
        return self.open.question.fingerprint() if self.open else ""

    @property
    def is_over(self) -> bool:
        """Whether the battle has its result and the board is cleared."""
        return self.battle.now is None

    def waiting_for(self) -> list[Seat]:
        """The seats whose answer is still missing, in the question's order; none while a decided one is held up."""
        if self.open is None or decided(self.open) is not None:
            return []
        return [seat for seat in self.open.question.choices if seat not in self.open.sealed]

    def snapshot(self) -> Snapshot:
        """Everything the newest version stores."""
        state = self.system.dump(self.battle)
        return Snapshot(
            version=self.version,
            ticket=self.ticket,
            schema=self.system.schema,
            state=state,
            open=self.open,
            frames=self._driver.frames,
            events=self.last.events,
            digest=self._digest(state),
            take_back=self.take_back,
            stood=self._began if self.is_over else None,
        )

    def digest(self) -> str:
        """The digest a stored version must have if this session is at it."""
        return self._digest(self.system.dump(self.battle))

    def _digest(self, state: dict[str, Any]) -> str:
        return digest_of(state, self.fingerprint, self.open.sealed if self.open else {})

    # ---- inputs

    def answer(self, seat: Seat, value: object, ticket: int, *, by_gm: bool = False) -> Commit:
        """Take a seat's answer. Malformed, NotAllowed, NotYours, StaleAnswer, AlreadyTaken, Paused: nothing changed."""
        self._check_pause(seat, by_gm)
        self._check_ticket(Kind.ANSWER, seat, {"value": value}, ticket)
        if self.open is None or seat not in self.open.question.choices:
            raise NotYours()
        judged = self.open.question.choices[seat].judge(value)
        if seat in self.open.sealed:
            raise AlreadyTaken() if self.open.sealed[seat] == judged else NotAllowed("already_answered")
        if decided(self.open) is not None:
            raise NotAllowed("already_decided")
        commit = self._take(Kind.ANSWER, seat, _kept({"value": judged}, {"value": value}), ticket)
        self.take_back = None if by_gm else self.take_back
        return commit

    def take_offer(self, seat: Seat, offer: str, value: object, ticket: int) -> Commit:
        """Start what the open question offers to `seat`; the question is asked again afterwards."""
        self._check_pause(seat, by_gm=False)
        given = {"offer": offer, "value": value}
        self._check_ticket(Kind.OFFER, seat, given, ticket)
        shape = self._driver.offer(seat, offer).view.shape
        judged = {"offer": offer, "value": shape.judge(value) if shape else None}
        return self._take(Kind.OFFER, seat, _kept(judged, given), ticket)

    def request(self, seat: Seat, kind: str, words: str, ticket: int) -> Commit:
        """Ask the GM for something. Answers are still taken, but the flow waits until the GM has decided."""
        payload = {"kind": kind, "words": words[:WORDS_LIMIT]}
        self._check_ticket(Kind.REQUEST, seat, payload, ticket)
        if kind not in self.system.requests:
            raise NotAllowed("no_such_request_kind", kind=kind[:40], gm=self.system.gm)
        if not is_plain(words):
            raise Malformed("unprintable")
        if self.is_over:
            raise NotAllowed("over")
        if any((waiting.seat, waiting.kind) == (seat, kind) for waiting in self.battle.requests):
            raise AlreadyTaken()
        self.system.check_request(self.battle, seat, kind)
        return self._take(Kind.REQUEST, seat, payload, ticket)

    def decide(self, request: int, granted: bool, ticket: int, seat: Seat = GM) -> Commit:
        """Grant or refuse a waiting request; its own seat may withdraw it."""
        payload = {"request": request, "granted": granted}
        self._check_ticket(Kind.DECISION, seat, payload, ticket)
        waiting = next((each for each in self.battle.requests if each.id == request), None)
        if waiting is None and self.past.was_taken(Kind.DECISION, seat, ticket, payload):
            raise AlreadyTaken()
        if waiting is None:
            raise StaleAnswer("no_such_request")
        if seat != GM and (granted or waiting.seat != seat):
            raise NotYours()
        return self._take(Kind.DECISION, seat, payload, ticket)

    def stand(
        self, seat: Seat, key: str, passes: bool, ticket: int, stop_for: tuple[str, ...] = ()
    ) -> Commit:
        """Give or lift a standing order: pass every question whose key starts with `key`, but for `stop_for`.

        A question that is asked in person (a turn's beginning) waits all the same.
        """
        if len(stop_for) > STANDING_LIMIT or not all(map(_is_short, (key, *stop_for))):
            raise Malformed("standing_order")
        payload = {"key": key, "passes": passes, "stop_for": list(stop_for)}
        self._check_ticket(Kind.STANDING, seat, payload, ticket)
        others = [order for order in self.battle.standing if order.seat == seat and order.key != key]
        if passes and len(others) >= MOST_ORDERS:
            raise NotAllowed("too_many_orders", most=MOST_ORDERS)
        return self._take(Kind.STANDING, seat, payload, ticket)

    def rule(self, name: str, params: Mapping[str, Any], ticket: int) -> Commit:
        """A GM's ruling: one of `engine.rulings`, one of the system's, or `take_over`."""
        payload: dict[str, Any] = {"name": name, "params": dict(params)}
        self._check_ticket(Kind.RULING, GM, payload, ticket)
        if name == "take_over":
            payload = _kept({"name": name, "params": {"state": self.system.dump(self.battle)}}, payload)
        elif name not in RULINGS and name not in self.system.rulings:
            raise NotAllowed("no_such_ruling", name=name[:40])
        return self._take(Kind.RULING, GM, payload, ticket)

    def _check_pause(self, seat: Seat, by_gm: bool) -> None:
        if self.battle.paused and seat != GM and not by_gm:
            raise Paused(gm=self.system.gm)

    def _check_ticket(self, kind: Kind, seat: Seat, payload: Mapping[str, Any], ticket: int) -> None:
        if ticket == self.ticket:
            return
        if self.past.was_taken(kind, seat, ticket, payload):
            raise AlreadyTaken()
        raise StaleAnswer()

    def _take(self, kind: Kind, seat: Seat, payload: dict[str, Any], ticket: int) -> Commit:
        entry = Entry(self._number, self.version + 1, kind, seat, ticket, payload, self.fingerprint)
        self._number += 1
        self.version += 1
        self._entries.append(entry)
        try:
            with crashes_named():
                self._driver.apply(kind, seat, payload)
        except Refused:
            self._number, self.version, self._entries = entry.number, entry.version - 1, []
            raise
        self.take_back = None if self._revealed(entry) else (seat, entry.number)
        return self._commit()

    def _revealed(self, entry: Entry) -> bool:
        """Whether a die fell or somebody learnt something since, or it was no answer at all."""
        return (
            entry.kind is not Kind.ANSWER
            or len(self._entries) > 1
            or any(e.reveals for e in self.battle.events)
        )

    def _commit(self, undone: tuple[int, ...] = (), void_from: int | None = None) -> Commit:
        if self._driver.asked_anew:
            self.ticket = self.version
        entries, checkpoints, events = (
            tuple(self._entries),
            tuple(self._checkpoints),
            tuple(self.battle.events),
        )
        self.last = Commit(self.version, self.ticket, entries, checkpoints, events, undone, void_from)
        self._forget()
        return self.last

    def _forget(self) -> None:
        self._entries, self._checkpoints, self.battle.events = [], [], []
        self._driver.asked_anew = False

    # ---- undo

    def undo(self, to: int, ticket: int, seat: Seat = GM) -> "Session[B]":
        """The fight as it was before entry `to`, as a new session whose `last` commit says what was taken back.

        The GM may go back to any live input, a player only to what `take_back` names.
        """
        payload = {"to": to}
        self._check_ticket(Kind.UNDO, seat, payload, ticket)
        if seat != GM and self.take_back != (seat, to):
            raise NotAllowed("no_take_back", gm=self.system.gm)
        return self._rewound(to, Entry(self._number, self.version + 1, Kind.UNDO, seat, ticket, payload), [])

    def change_die(self, number: int, ticket: int, index: int = 0, face: int | None = None) -> "Session[B]":
        """Set one face of roll entry `number`, or roll it afresh (`face` None); what came after it is undone."""
        payload = {"roll": number, "index": index, "face": face}
        self._check_ticket(Kind.UNDO, GM, payload, ticket)
        rolled = next(iter(self.past.live(number)), None)
        if rolled is None or rolled.number != number or rolled.kind is not Kind.ROLL:
            raise NotAllowed("no_such_roll")
        note = Entry(self._number, self.version + 1, Kind.UNDO, GM, ticket, payload)
        instead = replace(rolled, number=note.number + 1, version=note.version)
        changed = rolls.changed(rolled.payload, self.dice, index, face)
        return self._rewound(number, note, [replace(instead, payload=changed)])

    def _rewound(self, to: int, note: Entry, instead: list[Entry]) -> "Session[B]":
        """The fight before entry `to`; with a changed roll `instead` of it, rolled on to the next question."""
        taken_back = self.past.live(to)
        if not taken_back or taken_back[0].number != to or (taken_back[0].kind is Kind.ROLL and not instead):
            raise NotAllowed("nothing_to_undo")
        checkpoint = self.past.checkpoint(before=to)
        prefix = [entry for entry in self.past.live(checkpoint.number) if entry.number < to]
        pins, number = self.system.pins(self.battle), note.number + 1 + len(instead)
        again = type(self)._replayed(
            self.system, self.dice, self.past, pins, checkpoint, prefix + instead, number
        )
        if not instead:
            again._refuse_growth()
        again.version = note.version
        again._entries = [note, *instead, *(replace(each, version=note.version) for each in again._entries)]
        again._checkpoints = [replace(each, version=note.version) for each in again._checkpoints]
        again.battle.events = [
            _undone(note, instead, self.system.gm, again.battle.events),
            *(again.battle.events if instead else ()),
        ]
        again._driver.asked_anew = True
        again._commit(tuple(entry.number for entry in taken_back), void_from=to)
        return again

    # ---- replay

    @classmethod
    def _replayed(
        cls,
        system: System[B],
        dice: Dice,
        past: Past,
        pins: Mapping[str, Any],
        checkpoint: Checkpoint,
        entries: list[Entry],
        number: int = 0,
        digests: Mapping[int, str] | None = None,
        watch: "Callable[[Self], None]" = lambda _session: None,
    ) -> Self:
        known = digests or {}
        battle = system.load(checkpoint.state, pins)
        session = cls(system, battle, dice, past, version=checkpoint.version, number=number)
        session._recorded.extend(entries)
        with crashes_named():
            session._driver.again()
            session._compare(known.get(session.version))
            while session._recorded:
                session._repeat(session._recorded.popleft())
                session._compare(known.get(session.version))
                watch(session)
        return session

    def _repeat(self, entry: Entry) -> None:
        if entry.kind is Kind.ROLL:
            raise ReplayDrift("drift_roll", number=entry.number)
        self.version = entry.version
        self.battle.events = []
        if entry.on != self.fingerprint and not entry.is_take_over:
            raise ReplayDrift("drift_question", number=entry.number)
        try:
            if entry.kind is Kind.ANSWER and self.open:
                self.open.question.choices[entry.seat].judge(entry.payload["value"])
            self._driver.apply(entry.kind, entry.seat, entry.payload)
        except Refused as refused:
            raise ReplayDrift("drift_refused", number=entry.number, why=refused.text) from refused

    def _refuse_growth(self) -> None:
        """A replay that rolls or begins a beat beyond what was recorded tells a longer story."""
        if self._entries or self._checkpoints:
            raise ReplayDrift("drift_length", number=self.past.next_number)

    def _compare(self, digest: str | None) -> None:
        if digest and digest != self.digest():
            raise ReplayDrift("drift_state", version=self.version)

    def _faces(self, step: Roll, purpose: Purpose) -> tuple[int, ...]:
        """The recorded faces while the log is replayed, fresh ones after it."""
        if self._recorded:
            entry = self._recorded.popleft()
            if entry.kind is not Kind.ROLL or not rolls.fits(entry.payload, step, purpose):
                raise ReplayDrift("drift_roll", number=entry.number)
            self.version = entry.version
            return tuple(entry.payload["faces"])
        payload = rolls.rolled(self.dice, step, purpose)
        self._entries.append(Entry(self._number, self.version, Kind.ROLL, "", self.ticket, payload))
        self._number += 1
        return tuple(payload["faces"])

    def _keep_checkpoint(self) -> None:
        battle = self._driver.battle
        state = self.system.dump(battle)
        self._began = self._began if battle.now is None else state
        self._checkpoints.append(Checkpoint(battle.beat, self.version, self._number, state))


def _is_short(word: str) -> bool:
    return len(word) <= STANDING_LIMIT and is_plain(word)


def _kept(judged: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """An input as it was judged, and beside it as it was sent, where that differs: see `Entry.is_again`."""
    return judged if judged == given else judged | {"given": given}


WHAT_FOR = ("what", "stat")
"""What lines of checks call what was checked."""


def _undone(note: Entry, instead: list[Entry], gm: Text, told_anew: list[Event]) -> Event:
    """The log line of an undo, or of a changed die: whose it was, for what, as far as the roll's own line tells.

    Its faces stand in that line alone, which is told anew to those who may read them. A hidden roll is the GM's alone.
    """
    if not instead:
        return Event("engine.log.undone" if note.seat == GM else "engine.log.taken_back", {"seat": note.seat})
    rolled = instead[0].payload
    line = next((each for each in told_anew if _tells_of(each, rolled)), None)
    if rolled["hidden"] or line is None or "who" not in line.params:
        return Event("engine.log.die_changed", {"gm": gm}, seen_by=() if rolled["hidden"] else None)
    names: dict[str, Param] = {"gm": gm, "who": line.params["who"]}
    what = next((line.params[each] for each in WHAT_FOR if each in line.params), None)
    if what is None:
        return Event("engine.log.die_changed.of", names, seen_by=line.seen_by)
    return Event("engine.log.die_changed.for", names | {"what": what}, seen_by=line.seen_by)


def _tells_of(line: Event, rolled: Mapping[str, Any]) -> bool:
    """Whether the line shows these dice as those of the one who rolled them."""
    actor = rolled["purpose"][1]
    return line.faces == tuple(rolled["faces"]) and (not line.about or line.about[0] == actor)


def full_replay(
    system: System[B],
    dice: Dice,
    past: Past,
    pins: Mapping[str, Any],
    first: Checkpoint,
    digests: Mapping[int, str] | None = None,
    watch: Callable[[Session[B]], None] = lambda _session: None,
) -> Session[B]:
    """The whole fight from its first checkpoint, every live entry checked. ReplayDrift names the first that differs.

    `digests` by version are compared as far as they were kept. `watch` sees the session after each input, with what
    happened in `battle.events`.
    """
    entries = past.live(first.number)
    session = Session._replayed(system, dice, past, pins, first, entries, digests=digests, watch=watch)
    session._checkpoints = []
    session._refuse_growth()
    return session

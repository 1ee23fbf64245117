"""Runs flows: hands them answers and faces, unwinds them by signals, begins beat after beat."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from rules.engine.dice import Purpose
from rules.engine.errors import BattleOver, Cut, Lapsed, NotAllowed, Refused, ReplayDrift, RuleBroke, Signal
from rules.engine.flow import Answers, Ask, Enter, Flow, Leave, Need, Offer, Roll, Seat
from rules.engine.log import Event, Kind, Open
from rules.engine.requests import WAIT
from rules.engine.rulings import RULINGS
from rules.engine.state import Request, StandingOrder
from rules.engine.system import B, System
from rules.engine.text import Param, Text

Payload = dict[str, Any]


@dataclass
class Thread:
    """A running flow: the beat's own, or above it one that an offer or a granted request started."""

    flow: Flow[None]
    frames: list[str] = field(default_factory=list)
    make: Callable[[], Ask] | None = None
    open: Open | None = None
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True)
class Resume:
    """How a waiting flow goes on: with what it waited for, or with a signal that unwinds it."""

    give: Any = None
    signal: Signal | None = None

    def step(self, flow: Flow[None]) -> Any:
        """The flow's next step."""
        return flow.throw(self.signal) if self.signal else flow.send(self.give)


class Driver(Generic[B]):
    """The beat in play. Knows nothing of logs, versions and tickets."""

    def __init__(
        self,
        system: System[B],
        battle: B,
        faces: Callable[[Roll, Purpose], tuple[int, ...]],
        on_beat: Callable[[], None],
    ) -> None:
        self.system = system
        self.battle = battle
        self.threads: list[Thread] = []
        self.asked_anew = False
        """Whether a question was asked or rebuilt since this was last set back."""
        self._faces = faces
        self._on_beat = on_beat
        self._places: Counter[tuple[str, str]] = Counter()

    # ---- what is open

    @property
    def open(self) -> Open | None:
        """The open question, with the answers sealed so far."""
        return self.threads[-1].open if self.threads else None

    @property
    def frames(self) -> tuple[str, ...]:
        """The named frames play is in, each name once, outermost first; a cut finds the innermost of its name."""
        return tuple(dict.fromkeys(frame for thread in self.threads for frame in thread.frames))

    def offer(self, seat: Seat, offer: str) -> Offer:
        """What the open question offers this seat under that id. NotAllowed when there is none."""
        for each in self.threads[-1].offers if self.threads else ():
            if (each.view.seat, each.view.id) == (seat, offer):
                return each
        raise NotAllowed("no_such_offer")

    # ---- beginning

    def begin(self) -> None:
        """Run the first beat to its first question."""
        self.battle.steps = 0
        self._run(self._next_beat())

    def again(self) -> None:
        """Run the beat that `battle.now` names from its start, as a checkpoint has it."""
        if self.battle.now is not None:
            self.threads = [Thread(self.system.play(self.battle, self.battle.now))]
            self._run(Resume())

    # ---- inputs, already judged

    def apply(self, kind: Kind, seat: Seat, payload: Payload) -> None:
        """Let an input work until a question stays open, or the battle is over."""
        self.battle.steps = 0
        match kind:
            case Kind.ANSWER:
                self._answer(seat, payload)
            case Kind.OFFER:
                self._take_offer(seat, payload)
            case Kind.REQUEST:
                self._request(seat, payload)
            case Kind.DECISION:
                self._decide(seat, payload)
            case Kind.STANDING:
                self._stand(seat, payload)
            case Kind.RULING:
                self._rule(payload["name"], payload["params"])
            case Kind.ROLL | Kind.UNDO:
                raise ReplayDrift("drift_kind", kind=kind.value)

    def _answer(self, seat: Seat, payload: Payload) -> None:
        thread = self.threads[-1]
        assert thread.open is not None
        thread.open = replace(
            thread.open,
            sealed={**thread.open.sealed, seat: payload["value"]},
            asked_again=tuple(each for each in thread.open.asked_again if each != seat),
        )
        self._go_on()

    def _take_offer(self, seat: Seat, payload: Payload) -> None:
        offer = self.offer(seat, payload["offer"])
        self.threads.append(Thread(offer.start(payload["value"])))
        self._run(Resume())

    def _request(self, seat: Seat, payload: Payload) -> None:
        self.battle.requests_made += 1
        self.battle.requests.append(
            Request(self.battle.requests_made, seat, payload["kind"], payload["words"])
        )
        said: dict[str, Param] = {
            "gm": self.system.gm,
            "seat": seat,
            "kind": Text(f"request.{payload['kind']}"),
        }
        key = "engine.log.request"
        if payload["words"]:
            key, said["words"] = "engine.log.request.words", payload["words"]
        self.battle.record(Event(key, said, seen_by=(seat,), reveals=False))

    def _decide(self, seat: Seat, payload: Payload) -> None:
        request = next(each for each in self.battle.requests if each.id == payload["request"])
        self.battle.requests.remove(request)
        said = "withdrawn" if seat == request.seat else "refused"
        if payload["granted"]:
            said = "waited" if request.kind == WAIT else "granted"
        names: dict[str, Param] = {"seat": request.seat, "kind": Text(f"request.{request.kind}")}
        readers = None if payload["granted"] else (request.seat,)
        self.battle.record(Event(f"engine.log.{said}", names, seen_by=readers, reveals=False))
        if payload["granted"] and self.threads:
            self.threads.append(Thread(self.system.grant(self.battle, request)))
            self._run(Resume())
        else:
            self._go_on()

    def _stand(self, seat: Seat, payload: Payload) -> None:
        others = [
            order for order in self.battle.standing if (order.seat, order.key) != (seat, payload["key"])
        ]
        given = [StandingOrder(seat, payload["key"], tuple(payload["stop_for"]))] if payload["passes"] else []
        self.battle.standing = others + given
        if self.threads:
            self._pass_by_standing_orders(self.threads[-1])
            self._go_on()

    def _rule(self, name: str, params: Payload) -> None:
        if name == "take_over":
            self._take_over(params)
        elif name == "cut" and params.get("frame") not in self.frames:
            raise NotAllowed("no_such_frame", frames=[Text(f"frame.{each}") for each in self.frames])
        elif name in RULINGS:
            self._unwind(RULINGS[name](self.system, self.battle, params))
        else:
            self.system.rulings[name](self.battle, params)
            self.asked_anew = True
            self._unwind(None)

    def _unwind(self, signal: Signal | None) -> None:
        """Carry a ruling's signal into the flow, or rebuild the open question on the changed state."""
        if isinstance(signal, BattleOver) and not self.threads:
            self._run(self._next_beat())
        elif self.threads:
            self._run(Resume(signal=signal) if signal else self._put(self.threads[-1]))

    def _take_over(self, params: Payload) -> None:
        """Drop the running beat, keep the table as it stands, go on with the next beat."""
        if self.battle.now is None:
            raise NotAllowed("over")
        self.battle = self.system.load(params["state"], self.system.pins(self.battle))
        self.threads = []
        if self.battle.now is not None:
            self.system.abandon(self.battle, self.battle.now)
        self.battle.record(Event("engine.log.take_over", {"gm": self.system.gm}))
        self._run(self._next_beat())

    # ---- driving

    def _go_on(self) -> None:
        """Run on if the open question has all it waits for and no request is waiting."""
        if self.threads:
            self._run(self._settled(self.threads[-1]))

    def _run(self, resume: Resume | None) -> None:
        """Step flow after flow until `resume` is None: a question stays open, or all is over."""
        while resume is not None:
            thread = self.threads[-1]
            try:
                step = resume.step(thread.flow)
            except StopIteration:
                resume = self._ended(None)
            except (Lapsed, Cut, BattleOver) as signal:
                resume = self._ended(signal)
            except Refused as refused:
                raise RuleBroke(what=f"{type(refused).__name__}: {refused}") from refused
            else:
                resume = self._handle(thread, step)

    def _handle(self, thread: Thread, step: Any) -> Resume | None:
        match step:
            case Enter(frame):
                self.battle.count_step()
                thread.frames.append(frame.value)
            case Leave(frame):
                while thread.frames.pop() != frame.value:
                    pass
            case Roll():
                return Resume(self._roll(step))
            case _:
                thread.make = step
                thread.open = None
                return self._put(thread)
        return Resume()

    def _roll(self, step: Roll) -> tuple[int, ...]:
        place = self._places[step.actor, step.row]
        self._places[step.actor, step.row] += 1
        self.battle.count_step()
        return self._faces(step, Purpose(self.battle.beat, step.actor, step.row, place))

    def _ended(self, signal: Signal | None) -> Resume | None:
        """The top flow has ended: go on with the one below it, or with the next beat."""
        self.threads.pop()
        if not self.threads:
            return self._next_beat()
        if isinstance(signal, Cut | BattleOver):
            return Resume(signal=signal)
        return self._put(self.threads[-1])

    def _next_beat(self) -> Resume | None:
        self.battle.now = self.system.next_beat(self.battle)
        self._places.clear()
        self.battle.beat += 1
        self.battle.count_step()
        self.asked_anew = True
        self._on_beat()
        if self.battle.now is None:
            return None
        self.threads = [Thread(self.system.play(self.battle, self.battle.now))]
        return Resume()

    def _put(self, thread: Thread) -> Resume | None:
        """Ask or rebuild the thread's question; None when it stays open."""
        assert thread.make is not None
        self.asked_anew = True
        self.battle.count_step()
        try:
            asked = offering(thread.make(), self.system.offers(self.battle))
        except (Lapsed, Cut, BattleOver) as signal:
            return Resume(signal=signal)
        if asked.question.is_empty:
            return Resume(signal=Lapsed())
        kept = _still_sealed(thread.open, asked)
        void = _asked_again(thread.open, asked, kept)
        thread.open = Open(asked.question, kept, void)
        thread.offers = asked.offers
        self._pass_by_standing_orders(thread)
        return self._settled(thread)

    def _pass_by_standing_orders(self, thread: Thread) -> None:
        """Seal a pass for every seat whose order says so, but where a question is asked in person."""
        if thread.open is None or thread.open.question.in_person:
            return
        question, sealed = thread.open.question, dict(thread.open.sealed)
        for order in self.battle.standing:
            shape = question.choices.get(order.seat)
            stops = any(name in question.subjects for name in order.stop_for)
            if shape and shape.may_pass and question.key.startswith(order.key) and not stops:
                sealed.setdefault(order.seat, None)
        thread.open = replace(thread.open, sealed=sealed)

    def _let_requests_lapse(self) -> None:
        """Who has left the fight waits for nothing any more."""
        for each in [each for each in self.battle.requests if self.battle.has_left(each.seat)]:
            self.battle.requests.remove(each)
            kind: dict[str, Param] = {"kind": Text(f"request.{each.kind}")}
            self.battle.record(Event("engine.log.request_lapsed", kind, seen_by=(each.seat,), reveals=False))

    def _settled(self, thread: Thread) -> Resume | None:
        self._let_requests_lapse()
        if thread.open is None or self.battle.requests:
            return None
        answers = decided(thread.open)
        return None if answers is None else Resume(answers)


def offering(asked: Ask, more: tuple[Offer, ...]) -> Ask:
    """The question with what may be started while any is open."""
    if not more:
        return asked
    offers = (*asked.offers, *more)
    views = tuple(offer.view for offer in offers)
    return Ask(replace(asked.question, offers=views), offers)


def decided(open: Open) -> Answers | None:
    """The answers the flow waits for, or None while some are missing."""
    question, sealed = open.question, open.sealed
    if question.need is Need.FIRST:
        for seat, value in sealed.items():
            if value is not None:
                return {seat: value}
    if any(seat not in sealed for seat in question.choices):
        return None
    return {} if question.need is Need.FIRST else {seat: sealed[seat] for seat in question.choices}


def _still_sealed(before: Open | None, asked: Ask) -> Answers:
    """The sealed answers whose seat's own choices are unchanged."""
    sealed = before.sealed if before else {}
    return {seat: value for seat, value in sealed.items() if before and _same(before, asked, seat)}


def _asked_again(before: Open | None, asked: Ask, kept: Answers) -> tuple[Seat, ...]:
    """The seats whose sealed answer is void, by this rebuild or by an earlier one."""
    answered = (*before.sealed, *before.asked_again) if before else ()
    return tuple(seat for seat in asked.question.choices if seat in answered and seat not in kept)


def _same(before: Open, asked: Ask, seat: Seat) -> bool:
    if seat not in asked.question.choices:
        return False
    old, new = before.question.choices[seat], asked.question.choices[seat]
    return (old.kind, old.may_pass, list(old.ids())) == (new.kind, new.may_pass, list(new.ids()))

"""A table of any system where anything may happen, at random: answers good and bad, requests, rulings, undos.

What the rules refuse has changed nothing. Each system adds its fights, its invariants and its own rulings.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any

from rules.engine.bots import bot_draws
from rules.engine.dice import Draws, SeededDice
from rules.engine.errors import Refused
from rules.engine.fights import begin, verified
from rules.engine.flow import GM, Question
from rules.engine.log import Kind
from rules.engine.session import Session
from rules.engine.system import System

ANSWERS = 1200
"""After so many, four times a long fight, the GM ends it: the last two standing may need 700."""
RANDOM_ANSWERS = 300
"""Random players go on for ever, and many short fights meet more than a few long ones."""
WILD_MOVES = 150
Setup = dict[str, Any]
Disturbances = Callable[[Any], Iterable[tuple[str, dict[str, Any]]]]
"""What rulings could pull from under the open question of a fuzzed fight: their names and fields."""


class BaseFuzz:
    """One fight, set up by `seed`; each answer is given by one of the `bots`."""

    system: System[Any]
    orders: Sequence[str]
    """What standing orders are given about."""
    nonsense: Sequence[Any]
    """What somebody may send that is no answer, or another's."""
    often: "Sequence[Move]" = ()
    """Of what seldom happens, what is this system's own and should happen more."""
    is_disturbed = False
    """Whether the GM has just reached into a turn: what comes of that may only come with the next."""

    def __init__(
        self, seed: int, bots: Sequence[str], setup: Callable[[Draws], Setup], house_rules: Mapping[str, Any]
    ) -> None:
        self.seed = sha256(str(seed).encode()).digest()
        self.draws = Draws(self.seed, "fuzz")
        self.bots = [self.system.bots[bot] for bot in bots]
        self.dice = SeededDice(self.seed, self.seed[::-1])
        settled = house_rules or {
            rule.key: self.draws.pick(rule.options) for rule in self.system.house_rules.values()
        }
        self.session, self.record = begin(self.system, setup(self.draws), self.dice, settled)

    @property
    def battle(self) -> Any:
        """The state."""
        return self.session.battle

    def look(self) -> None:
        """The invariants of every state that is ever stored."""
        raise NotImplementedError

    def look_between_turns(self, question: Question) -> None:
        """What is over when the next turn begins."""
        raise NotImplementedError

    def rulings(self) -> dict[str, dict[str, Any]]:
        """The system's rulings with something in them, often what is not allowed."""
        raise NotImplementedError

    def keep(self) -> None:
        """Store the last commit, look at the table."""
        self.record.keep(self.session.last, self.session.take_back)
        self.look()

    def keep_digest(self) -> None:
        """Note what the state is, for whoever restores it; only where it is asked for: it takes its time."""
        self.record.digests[self.session.version] = self.session.digest()

    def restored(self) -> Session[Any]:
        """The session as the record has it, its digest compared where it is kept."""
        digest = self.record.digests.get(self.record.version)
        return Session.restore(self.system, self.dice, self.record, self.record.pins, digest=digest)

    def answer(self) -> None:
        """One of those who are asked answers."""
        waiting = self.session.waiting_for()
        if waiting and self.session.open:
            seat, question = self.draws.pick(waiting), self.session.open.question
            luck = bot_draws(self.seed, self.session.version, seat)
            value = self.draws.pick(self.bots)(self.battle, question, seat, luck)
            self.session.answer(seat, value, self.session.ticket)
            self.keep()
            if self.session.open and self.session.open.question != question:
                self.look_between_turns(self.session.open.question)

    def rule(self, name: str, /, **params: Any) -> None:
        """The GM rules."""
        self.session.rule(name, params, self.session.ticket)
        self.keep()

    def finish(self, answers: int = ANSWERS) -> None:
        """Answers until the battle is over; after so many the GM ends it, and its aftermath is played too."""
        for _ in range(answers):
            if self.session.is_over:
                return
            self.unblock()
            self.answer()
        if self.battle.result is None:
            self.rule("end", winner="")
        while not self.session.is_over:
            self.unblock()
            self.answer()

    def unblock(self) -> None:
        """Nothing holds the next answer up: requests are decided, the pause is over."""
        if self.battle.paused:
            self.rule("resume")
        while self.battle.requests:
            decide(self)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What happens meanwhile has not happened afterwards."""
        self.keep_digest()
        record = self.record
        place, entries, checkpoints = record.version, len(record.entries), list(record.checkpoints)
        kept = record.ticket, record.take_back
        yield
        record.entries, record.checkpoints = record.entries[:entries], checkpoints
        record.version, (record.ticket, record.take_back) = place, kept
        self.session, self.is_disturbed = self.restored(), False

    def disturb(self, name: str, params: Mapping[str, Any], answers: int) -> None:
        """A ruling on the table as it stands, if it is allowed, and some more answers."""
        with suppress(Refused):
            self.rule(name, **params)
        self.is_disturbed = True
        for _ in range(answers):
            self.unblock()
            self.answer()

    def somebody(self) -> str:
        """A seat of the fight, the GM's too."""
        seat: str = self.draws.pick([GM, *(each.seat for each in self.battle.combatants)])
        return seat


# ---------------------------------------------------------------- what may happen


def answer_badly(fuzz: BaseFuzz) -> None:
    """Somebody sends nonsense, or what another is asked."""
    seat = fuzz.somebody()
    fuzz.session.answer(seat, fuzz.draws.pick(fuzz.nonsense), fuzz.session.ticket)
    fuzz.keep()


def answer_late(fuzz: BaseFuzz) -> None:
    """An answer on an old ticket."""
    fuzz.session.answer(GM, None, fuzz.session.ticket - 1)
    raise AssertionError("an old ticket was taken")


def take_offer(fuzz: BaseFuzz) -> None:
    """Somebody starts what the open question offers beside its answers."""
    if fuzz.session.open and (offers := fuzz.session.open.question.offers):
        offer = fuzz.draws.pick(list(offers))
        value = offer.shape.sample(fuzz.draws) if offer.shape else None
        fuzz.session.take_offer(offer.seat, offer.id, value, fuzz.session.ticket)
        fuzz.keep()


def request(fuzz: BaseFuzz) -> None:
    """Somebody wants something."""
    seat = fuzz.draws.pick([each.seat for each in fuzz.battle.combatants])
    fuzz.session.request(seat, fuzz.draws.pick(fuzz.system.requests), "please", fuzz.session.ticket)
    fuzz.keep()


def decide(fuzz: BaseFuzz) -> None:
    """The GM grants or refuses what waits."""
    if fuzz.battle.requests:
        fuzz.session.decide(fuzz.battle.requests[0].id, bool(fuzz.draws.below(2)), fuzz.session.ticket)
        fuzz.keep()


def stand(fuzz: BaseFuzz) -> None:
    """Somebody gives or lifts a standing order about one thing or everything."""
    seat = fuzz.somebody()
    key = fuzz.draws.pick(fuzz.orders)
    fuzz.session.stand(seat, key, bool(fuzz.draws.below(2)), fuzz.session.ticket)
    fuzz.keep()


def change_table(fuzz: BaseFuzz) -> None:
    """The GM changes somebody or something on the table, often in a way that is not allowed."""
    rulings = fuzz.rulings()
    name = fuzz.draws.pick(sorted(rulings))
    fuzz.rule(name, **rulings[name])


def house_rule(fuzz: BaseFuzz) -> None:
    """The GM settles something otherwise."""
    rule = fuzz.draws.pick(list(fuzz.system.house_rules.values()))
    fuzz.rule("house_rule", key=rule.key, value=fuzz.draws.pick(rule.options))


def pause(fuzz: BaseFuzz) -> None:
    """The GM pauses."""
    fuzz.rule("pause")


def cut(fuzz: BaseFuzz) -> None:
    """The GM cuts an open frame short."""
    fuzz.rule("cut", frame=fuzz.draws.pick([*fuzz.session.snapshot().frames, "turn"]))


def take_over(fuzz: BaseFuzz) -> None:
    """The GM takes over by hand."""
    if fuzz.draws.below(3) == 0:
        fuzz.rule("take_over")


def undo(fuzz: BaseFuzz) -> None:
    """The GM goes back to one of the last inputs."""
    inputs = [entry.number for entry in fuzz.record.entries if entry.is_live and entry.kind is not Kind.ROLL]
    if inputs:
        fuzz.session = fuzz.session.undo(fuzz.draws.pick(inputs[-9:]), fuzz.session.ticket)
        fuzz.keep()


def take_back(fuzz: BaseFuzz) -> None:
    """A player takes the last answer back."""
    if fuzz.session.take_back:
        seat, entry = fuzz.session.take_back
        fuzz.session = fuzz.session.undo(entry, fuzz.session.ticket, seat)
        fuzz.keep()


def change_die(fuzz: BaseFuzz) -> None:
    """The GM sets one of the last dice, or lets it fall afresh."""
    rolls = [entry for entry in fuzz.record.entries if entry.is_live and entry.kind is Kind.ROLL][-3:]
    if rolls:
        roll, face = fuzz.draws.pick(rolls), fuzz.draws.pick([None, 1 + fuzz.draws.below(6)])
        index = fuzz.draws.below(len(roll.payload["faces"]))
        fuzz.session = fuzz.session.change_die(roll.number, fuzz.session.ticket, index, face)
        fuzz.keep()


def come_back(fuzz: BaseFuzz) -> None:
    """The server was killed and started again."""
    fuzz.session = fuzz.restored()


Move = Callable[[BaseFuzz], None]
RARE: tuple[Move, ...] = (
    *(change_table,) * 4,
    *(answer_badly, answer_late, take_offer, request, decide, decide),
    *(stand, house_rule, pause, cut, take_over, undo, undo, take_back, change_die, come_back),
)


def wild_move(fuzz: BaseFuzz) -> None:
    """One thing that may happen now, three times in four an answer. What is refused has changed nothing."""
    move = fuzz.draws.pick((*RARE, *fuzz.often)) if fuzz.draws.below(4) == 0 else BaseFuzz.answer
    before = fuzz.session.version, fuzz.session.digest()
    try:
        move(fuzz)
    except Refused:
        assert (fuzz.session.version, fuzz.session.digest()) == before
    if fuzz.battle.paused and fuzz.draws.below(2):
        fuzz.rule("resume")
    fuzz.keep_digest()


# ---------------------------------------------------------------- whole fights


def comes_back_from_every_prefix(fuzz: BaseFuzz) -> None:
    """150 wild moves, after each of which the record gives the same table, then the end; the whole log replays."""
    for _ in range(WILD_MOVES):
        before = fuzz.session.version
        wild_move(fuzz)
        if fuzz.session.version > before:
            again = fuzz.restored()
            assert (again.digest(), again.open) == (fuzz.session.digest(), fuzz.session.open)
            assert (again.ticket, again.take_back) == (fuzz.session.ticket, fuzz.session.take_back)
    fuzz.finish()
    assert verified(fuzz.system, fuzz.record).digest() == fuzz.session.digest()


def plays_on_whatever_is_taken_away(
    fuzz: BaseFuzz, disturbances: Disturbances, *, times: int = 1, answers: int = 6
) -> None:
    """Every ruling of `disturbances` at the first `times` questions of each kind; each is then undone."""
    met = Counter[str]()
    for _ in range(WILD_MOVES):
        if fuzz.session.open is None:
            return
        key = fuzz.session.open.question.key
        met[key] += 1
        if met[key] <= times:
            for name, params in list(disturbances(fuzz)):
                with fuzz.aside():
                    fuzz.disturb(name, params, answers)
        fuzz.answer()

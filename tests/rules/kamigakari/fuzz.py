"""A table where anything may happen, at random: answers good and bad, requests, standing orders, rulings, undos.

What the rules refuse has changed nothing; whatever else happens, the invariants hold after every commit.
"""

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from rules.engine.bots import bot_draws
from rules.engine.dice import Draws, SeededDice
from rules.engine.errors import Refused
from rules.engine.fights import begin
from rules.engine.flow import GM, Question
from rules.engine.log import Kind
from rules.engine.session import Session
from rules.kamigakari import SYSTEM
from rules.kamigakari.library import starter
from rules.kamigakari.reckoning import CONCEPT_CAP, RANK_CAP
from rules.kamigakari.setup import characters, encounter_setup, encounters, sheet_of
from rules.kamigakari.state import Attack, Battle, Combatant
from rules.kamigakari.terms import StatusKey

MONSTERS = sorted(starter().monsters)
ANSWERS = 1_500
"""After so many the GM ends a fight: random players run around each other for ever."""
MOST_FIGHTERS = 12


class Fuzz:
    """One fight of the starter pack, set up by `seed`; each answer is given by one of the `bots`."""

    def __init__(self, seed: int, *bots: str, **house_rules: Any) -> None:
        self.seed = sha256(str(seed).encode()).digest()
        self.draws = Draws(self.seed, "fuzz")
        self.bots = [SYSTEM.bots[bot] for bot in bots]
        self.dice = SeededDice(self.seed, self.seed[::-1])
        settled = house_rules or {
            rule.key: self.draws.pick(rule.options) for rule in SYSTEM.house_rules.values()
        }
        self.session, self.record = begin(SYSTEM, _setup(self.draws), self.dice, settled)

    @property
    def battle(self) -> Battle:
        """The state."""
        return self.session.battle

    def keep(self) -> None:
        """Store the last commit, look at the table."""
        self.record.keep(self.session.last, self.session.take_back)
        check(self.battle)
        check_ranks(self.session)

    def keep_digest(self) -> None:
        """Note what the state is, for whoever restores it; only where it is asked for: it takes its time."""
        self.record.digests[self.session.version] = self.session.digest()

    def restored(self) -> Session[Battle]:
        """The session as the record has it, its digest compared where it is kept."""
        digest = self.record.digests.get(self.record.version)
        return Session.restore(SYSTEM, self.dice, self.record, self.record.pins, digest=digest)

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
                check_between_turns(self.battle, self.session.open.question)

    def rule(self, name: str, /, **params: Any) -> None:
        """The GM rules."""
        self.session.rule(name, params, self.session.ticket)
        self.keep()

    def finish(self) -> None:
        """Answers until the battle is over; after 1,500 the GM ends it."""
        for _ in range(ANSWERS):
            if self.session.is_over:
                return
            self.unblock()
            self.answer()
        self.rule("end", winner="")

    def unblock(self) -> None:
        """Nothing holds the next answer up: requests are decided, the pause is over."""
        if self.battle.paused:
            self.rule("resume")
        while self.battle.requests:
            decide(self)


def _setup(draws: Draws) -> dict[str, Any]:
    """A ready encounter, with its own characters or any others."""
    encounter = draws.pick(sorted(encounters()))
    if draws.below(2):
        return encounter_setup(encounter)
    chosen = draws.shuffled(sorted(characters()))[: 1 + draws.below(4)]
    return encounter_setup(encounter, [{"name": id, "sheet": sheet_of(characters()[id])} for id in chosen])


# ---------------------------------------------------------------- what always holds


def check(battle: Battle) -> None:
    """The invariants of every state that is ever stored."""
    check_places(battle)
    for each in battle.combatants:
        check_combatant(each)
    assert len(set(battle.acted)) == len(battle.acted)
    assert set(battle.acted) <= {each.name for each in battle.combatants}
    if battle.attack:
        check_attack(battle.attack)


def check_between_turns(battle: Battle, question: Question) -> None:
    """Nothing is left over from the turn before when the next one begins."""
    if question.key == "kamigakari.next":
        assert battle.attack is None, f"KG-12: {battle.attack}"
        assert battle.acting == "", f"KG-32: {battle.acting}"
        assert not any(each.crest_debt for each in battle.combatants), "KG-37: paid at the end of the turn"


def check_places(battle: Battle) -> None:
    """Each name stands for one; one character a square, all on the map, nobody down among them (KG-30, KG-35)."""
    names = Counter(each.name for each in battle.combatants)
    assert not [name for name, count in names.items() if count > 1], f"one name, two of them: {names}"
    filled = Counter(each.cell for each in battle.combatants if each.cell is not None)
    assert not [cell for cell, count in filled.items() if count > 1], f"KG-30: {filled}"
    assert all(cell in battle.grid for cell in filled), f"KG-30: {filled}"
    assert not [each.name for each in battle.combatants if each.is_out and each.cell], "KG-35"


def check_combatant(who: Combatant) -> None:
    """Life and pool in bounds, each status once, timings once a round; nothing on one who is down (KG-04, KG-33)."""
    assert 0 <= who.life <= who.max_life, f"{who.name}: {who.life} life"
    assert len(who.spirits) in (0, who.pool_size), f"KG-04: {who.name}: {who.spirits}"
    assert all(1 <= spirit.face <= 6 for spirit in who.spirits), f"KG-04: {who.spirits}"
    keys = [status.key for status in who.statuses]
    assert len(set(keys)) == len(keys), f"KG-36: {who.name}: {keys}"
    assert not set(keys) & set(who.immune), f"KG-36: {who.name} is immune: {keys}"
    assert len(set(who.spent)) == len(who.spent), f"KG-33: {who.name}: {who.spent}"
    assert who.crest <= 22, f"KG-37: {who.crest}"
    if who.is_out:
        left = [status for status in who.statuses if status.key is not StatusKey.FAINT]
        assert (left, who.modifiers) == ([], []), f"KG-35: {who}"


def check_attack(attack: Attack) -> None:
    """Targets once each, nobody defends twice, dice a check can have (KG-01, KG-31, KG-33)."""
    assert len(set(attack.targets)) == len(attack.targets), f"KG-31: {attack.targets}"
    assert attack.attacker not in attack.targets, f"KG-31: {attack.targets}"
    assert len(set(attack.defended)) == len(attack.defended), f"KG-33: {attack.defended}"
    for each in (attack.active, *attack.passive.values()):
        assert each is None or len(each.faces) <= 5, f"KG-01: {each}"


def check_ranks(session: Session[Battle]) -> None:
    """Rank stays within its cap: 10, by house rule 20 with concept destruction (KG-23, KG-24)."""
    most = CONCEPT_CAP if session.battle.on("concept_cap") == "twenty" else RANK_CAP
    for event in session.last.events:
        if event.key == "kamigakari.log.rank":
            assert 0 <= int(str(event.params["rank"])) <= most, f"KG-23: {event}"


# ---------------------------------------------------------------- what may happen


def answer_badly(fuzz: Fuzz) -> None:
    """Somebody sends nonsense, or what another is asked."""
    seat = fuzz.draws.pick([GM, *(each.seat for each in fuzz.battle.combatants)])
    value = fuzz.draws.pick(
        [None, "", "move:full", "B4", [], ["B4"], [["B4"]], -1, True, {"a": 1}, ["mio", "mio"], "9>9", "0+0"]
    )
    fuzz.session.answer(seat, value, fuzz.session.ticket)
    fuzz.keep()


def answer_late(fuzz: Fuzz) -> None:
    """An answer on an old ticket."""
    fuzz.session.answer(GM, None, fuzz.session.ticket - 1)
    raise AssertionError("an old ticket was taken")


def request(fuzz: Fuzz) -> None:
    """Somebody wants something."""
    seat = fuzz.draws.pick([each.seat for each in fuzz.battle.combatants])
    fuzz.session.request(seat, fuzz.draws.pick(SYSTEM.requests), "please", fuzz.session.ticket)
    fuzz.keep()


def decide(fuzz: Fuzz) -> None:
    """The GM grants or refuses what waits."""
    if fuzz.battle.requests:
        fuzz.session.decide(fuzz.battle.requests[0].id, bool(fuzz.draws.below(2)), fuzz.session.ticket)
        fuzz.keep()


def stand(fuzz: Fuzz) -> None:
    """Somebody gives or lifts a standing order about the crest, reductions or everything."""
    seat = fuzz.draws.pick([GM, *(each.seat for each in fuzz.battle.combatants)])
    key = fuzz.draws.pick(["kamigakari.crest", "kamigakari.at_reduction", "kamigakari."])
    fuzz.session.stand(seat, key, bool(fuzz.draws.below(2)), fuzz.session.ticket)
    fuzz.keep()


def change_table(fuzz: Fuzz) -> None:
    """The GM changes somebody on the table, often in a way that is not allowed."""
    rulings = rulings_about_somebody(fuzz)
    name = fuzz.draws.pick(sorted(rulings))
    fuzz.rule(name, **rulings[name])


def rulings_about_somebody(fuzz: Fuzz) -> dict[str, dict[str, Any]]:
    """About a character or monster."""
    draws = fuzz.draws
    names = [each.name for each in fuzz.battle.combatants] or ["nobody"]
    about = {"name": draws.pick(names)}
    status = {"status": draws.pick([*(key.value for key in StatusKey), "hiccups"])}
    joins = {"monster": draws.pick(MONSTERS) if len(names) < MOST_FIGHTERS else "none"}
    return {
        "set_life": about | {"value": draws.pick([0, 1, 5, 40])},
        "move": about | {"cell": draws.pick([*(cell.label for cell in fuzz.battle.grid.cells()), "Z9"])},
        "give": about | status | {"level": draws.below(4), "strength": draws.below(15)},
        "cure": about | status,
        "fall": about | {"metres": draws.below(30), "acrobatics": draws.below(12)},
        "harm": about | {"value": draws.below(20)},
        "spare": about | {"value": draws.below(9)},
        "set_acted": about | {"acted": bool(draws.below(2))},
        "declare_end": {"ends": draws.below(6) == 0},
        "add": joins,
        "remove": about if draws.below(3) == 0 else {"name": "nobody"},
    }


def house_rule(fuzz: Fuzz) -> None:
    """The GM settles something otherwise."""
    rule = fuzz.draws.pick(list(SYSTEM.house_rules.values()))
    fuzz.rule("house_rule", key=rule.key, value=fuzz.draws.pick(rule.options))


def pause(fuzz: Fuzz) -> None:
    """The GM pauses."""
    fuzz.rule("pause")


def cut(fuzz: Fuzz) -> None:
    """The GM cuts an open frame short."""
    fuzz.rule("cut", frame=fuzz.draws.pick([*fuzz.session.snapshot().frames, "turn"]))


def take_over(fuzz: Fuzz) -> None:
    """The GM takes over by hand."""
    if fuzz.draws.below(3) == 0:
        fuzz.rule("take_over")


def undo(fuzz: Fuzz) -> None:
    """The GM goes back to one of the last inputs."""
    inputs = [entry.number for entry in fuzz.record.entries if entry.is_live and entry.kind is not Kind.ROLL]
    if inputs:
        fuzz.session = fuzz.session.undo(fuzz.draws.pick(inputs[-9:]), fuzz.session.ticket)
        fuzz.keep()


def take_back(fuzz: Fuzz) -> None:
    """A player takes the last answer back."""
    if fuzz.session.take_back:
        seat, entry = fuzz.session.take_back
        fuzz.session = fuzz.session.undo(entry, fuzz.session.ticket, seat)
        fuzz.keep()


def change_die(fuzz: Fuzz) -> None:
    """The GM sets one of the last dice, or lets it fall afresh."""
    rolls = [entry for entry in fuzz.record.entries if entry.is_live and entry.kind is Kind.ROLL][-3:]
    if rolls:
        roll, face = fuzz.draws.pick(rolls), fuzz.draws.pick([None, 1 + fuzz.draws.below(6)])
        index = fuzz.draws.below(len(roll.payload["faces"]))
        fuzz.session = fuzz.session.change_die(roll.number, fuzz.session.ticket, index, face)
        fuzz.keep()


def come_back(fuzz: Fuzz) -> None:
    """The server was killed and started again."""
    fuzz.session = fuzz.restored()


RARE: tuple[Callable[[Fuzz], None], ...] = (
    *(change_table,) * 4,
    *(answer_badly, answer_late, request, decide, decide),
    *(stand, house_rule, pause, cut, take_over, undo, undo, take_back, change_die, come_back),
)


def wild_move(fuzz: Fuzz) -> None:
    """One thing that may happen now, three times in four an answer. What is refused has changed nothing."""
    move = fuzz.draws.pick(RARE) if fuzz.draws.below(4) == 0 else Fuzz.answer
    before = fuzz.session.version, fuzz.session.digest()
    try:
        move(fuzz)
    except Refused:
        assert (fuzz.session.version, fuzz.session.digest()) == before
    if fuzz.battle.paused and fuzz.draws.below(2):
        fuzz.rule("resume")
    fuzz.keep_digest()

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
from rules.engine.flow import GM
from rules.engine.log import Kind
from rules.engine.session import Session
from rules.harvest import SYSTEM
from rules.harvest.battlefield import FIELD
from rules.harvest.setup import characters, encounter_setup, encounters, sheet_of
from rules.harvest.state import Battle
from rules.harvest.terms import StatusKey

ANSWERS = 1_500
"""After so many the GM ends a fight: random players heal each other for ever."""


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
        self.record.keep(self.session.last, self.session.take_back, self.session.digest())
        check(self.battle)

    def restored(self) -> Session[Battle]:
        """The session as the record has it, its digest compared."""
        digest = self.record.digests[self.record.version]
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
    cells = Counter(each.cell for each in battle.combatants if each.cell is not None)
    assert not [cell for cell, count in cells.items() if count > 1 or cell not in FIELD], f"HV-03: {cells}"
    assert len({each.name for each in battle.combatants}) == len(battle.combatants)
    assert len(set(battle.acted)) == len(battle.acted)
    assert set(battle.acted) <= {each.name for each in battle.combatants}
    for each in battle.combatants:
        assert 0 <= each.hp <= each.max_hp, f"{each.name}: {each.hp} HP"
        assert 0 <= each.tp <= each.max_tp, f"{each.name}: {each.tp} TP"
        keys = [status.key for status in each.statuses]
        assert len(set(keys)) == len(keys), f"{each.name}: {keys}"
        if each.is_out:
            assert (each.cell, each.statuses, each.modifiers, each.gifts) == (None, [], [], []), (
                f"HV-45: {each}"
            )
    if battle.attack:
        covered = {one for one, _coverer in battle.attack.covers}
        coverers = {coverer for _one, coverer in battle.attack.covers}
        assert not covered & coverers, f"HV-32: {battle.attack.covers}"
        assert battle.attack.caster not in (*battle.attack.targets, *coverers)
        assert len(set(battle.attack.used)) == len(battle.attack.used), "HV-30: nobody reacts twice"


# ---------------------------------------------------------------- what may happen


def answer_badly(fuzz: Fuzz) -> None:
    """Somebody sends nonsense, or what another is asked."""
    seat = fuzz.draws.pick([GM, *(each.seat for each in fuzz.battle.combatants)])
    value = fuzz.draws.pick(
        [None, "", "act", "B4", [], ["B4"], [["B4"]], -1, True, {"a": 1}, ["mina", "mina"]]
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
    """Somebody gives or lifts a standing order about reactions, covering or everything."""
    seat = fuzz.draws.pick([GM, *(each.seat for each in fuzz.battle.combatants)])
    key = fuzz.draws.pick(["harvest.react", "harvest.consent", "harvest."])
    fuzz.session.stand(seat, key, bool(fuzz.draws.below(2)), fuzz.session.ticket)
    fuzz.keep()


def change_table(fuzz: Fuzz) -> None:
    """The GM changes somebody or something on the table, often in a way that is not allowed."""
    draws = fuzz.draws
    names = [each.name for each in fuzz.battle.combatants] or ["nobody"]
    about = {"name": draws.pick(names)}
    status = {"status": draws.pick(list(StatusKey)).value}
    level = {"level": draws.below(8) - 3, "rounds": draws.below(3)}
    rulings: dict[str, dict[str, Any]] = {
        "set_hp": about | {"value": draws.pick([0, 1, 5, 40])},
        "set_tp": about | {"value": draws.below(9)},
        "move": about | {"cell": draws.pick(FIELD.cells()).label},
        "afflict": about | status | level,
        "lift": about | status,
        "set_acted": about | {"acted": bool(draws.below(2))},
        "add": {"creature": "thornling"} if len(names) < 9 else {"creature": "none"},
        "remove": about if draws.below(3) == 0 else {"name": "nobody"},
    }
    name = draws.pick(sorted(rulings))
    fuzz.rule(name, **rulings[name])


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
    *(
        change_table,
        change_table,
        change_table,
        change_table,
        answer_badly,
        answer_late,
        request,
        decide,
        decide,
    ),
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

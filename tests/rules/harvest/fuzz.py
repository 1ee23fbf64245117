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
from rules.harvest import SYSTEM
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.library import starter
from rules.harvest.setup import characters, encounter_setup, encounters, sheet_of
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.terms import StatusKey, TerrainKey
from tests.rules.harvest.anybody import anybody

CREATURES = sorted(starter().creatures)
ANSWERS = 1_500
"""After so many the GM ends a fight: random players heal each other for ever."""


class Fuzz:
    """One fight of the starter pack, set up by `seed`; each answer is given by one of the `bots`.

    Half of the fights are ready encounters, half are strangers on any ground: `anybody`.
    """

    def __init__(
        self,
        seed: int,
        *bots: str,
        setup: Callable[[Draws], dict[str, Any]] | None = None,
        **house_rules: Any,
    ) -> None:
        self.seed = sha256(str(seed).encode()).digest()
        self.draws = Draws(self.seed, "fuzz")
        self.bots = [SYSTEM.bots[bot] for bot in bots]
        self.dice = SeededDice(self.seed, self.seed[::-1])
        settled = house_rules or {
            rule.key: self.draws.pick(rule.options) for rule in SYSTEM.house_rules.values()
        }
        self.session, self.record = begin(SYSTEM, (setup or _any)(self.draws), self.dice, settled)

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


def _any(draws: Draws) -> dict[str, Any]:
    return (ready, anybody)[draws.below(2)](draws)


def ready(draws: Draws) -> dict[str, Any]:
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
    for thing in battle.things:
        assert 0 < thing.hp <= thing.max_hp, f"HV-82: {thing}"
        assert thing.cell is not None, f"HV-82: {thing}"
    assert all(each.is_out for each in battle.ruins), f"HV-82: {battle.ruins}"
    assert len(set(battle.acted)) == len(battle.acted)
    assert set(battle.acted) <= {each.name for each in battle.combatants}
    if battle.attack:
        check_attack(battle.attack)


def check_between_turns(battle: Battle, question: Question) -> None:
    """Nothing is left over from the turn before when the next one begins."""
    if question.key in ("harvest.next", "harvest.begin"):
        assert not battle.ruins, f"HV-82: {battle.ruins}"
        assert battle.attack is None, f"HV-27: {battle.attack}"
        assert not any(each.gifts for each in battle.combatants), "HV-20: gifts end with the phase"


def check_places(battle: Battle) -> None:
    """Everybody and everything wholly on the field, on cells of its own; terrain and traps on it too (HV-03, HV-25)."""
    names = Counter(each.name for each in battle.figures())
    assert not [name for name, count in names.items() if count > 1], f"one name, two objects: {names}"
    filled = Counter(cell for each in battle.figures() for cell in each.cells)
    assert not [cell for cell, count in filled.items() if count > 1 or cell not in FIELD], f"HV-03: {filled}"
    for each in battle.figures():
        assert len(each.cells) in (0, each.size[0] * each.size[1]), f"HV-25: {each}"
    assert set(battle.terrain) <= {cell.label for cell in FIELD.cells()}, f"HV-01: {battle.terrain}"
    assert all(trap.cell in FIELD for trap in battle.traps), f"HV-01: {battle.traps}"


def check_combatant(who: Combatant) -> None:
    """Points in bounds; nothing at all on one who is out (HV-40, HV-45)."""
    assert 0 <= who.hp <= who.max_hp, f"{who.name}: {who.hp} HP"
    assert 0 <= who.tp <= who.max_tp, f"{who.name}: {who.tp} TP"
    keys = [status.key for status in who.statuses]
    assert len(set(keys)) == len(keys), f"HV-43: {who.name}: {keys}"
    if who.is_out:
        left = (who.cell, who.statuses, who.modifiers, who.gifts, who.stored)
        assert left == (None, [], [], [], []), f"HV-45: {who}"
    else:
        assert not (who.status(StatusKey.MADNESS) and who.tp == 0), f"HV-58: {who}"


def check_attack(attack: Attack) -> None:
    """Nobody both covers and is covered, nobody reacts twice, the caster strikes herself only confused."""
    covered = {one for one, _coverer in attack.covers}
    coverers = {coverer for _one, coverer in attack.covers}
    assert not covered & coverers, f"HV-32: {attack.covers}"
    assert attack.caster not in coverers, f"HV-32: {attack.covers}"
    assert len(set(attack.targets)) == len(attack.targets), f"HV-24: {attack.targets}"
    assert len(set(attack.used)) == len(attack.used), "HV-30: nobody reacts twice"


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
    rulings = rulings_about_somebody(fuzz) | rulings_about_cells(fuzz)
    name = fuzz.draws.pick(sorted(rulings))
    fuzz.rule(name, **rulings[name])


def rulings_about_somebody(fuzz: Fuzz) -> dict[str, dict[str, Any]]:
    """About a character or special object."""
    draws = fuzz.draws
    names = [each.name for each in fuzz.battle.figures()] or ["nobody"]
    about = {"name": draws.pick(names)}
    status = {"status": draws.pick([*fuzz.battle.library.status_keys(), "hiccups"])}
    level = {"level": draws.below(8) - 3, "rounds": draws.below(3)}
    return {
        "set_hp": about | {"value": draws.pick([0, 1, 5, 40])},
        "set_tp": about | {"value": draws.below(9)},
        "move": about | {"cell": draws.pick(FIELD.cells()).label},
        "afflict": about | status | level,
        "lift": about | status,
        "set_acted": about | {"acted": bool(draws.below(2))},
        "add": {"creature": draws.pick(CREATURES) if len(names) < 9 else "none"},
        "remove": about if draws.below(3) == 0 else {"name": "nobody"},
    }


def rulings_about_cells(fuzz: Fuzz) -> dict[str, dict[str, Any]]:
    """About terrain, special objects and traps."""
    draws, library = fuzz.draws, fuzz.battle.library
    cell = {"cell": draws.pick([*(each.label for each in FIELD.cells()), "D7"])}
    traps = [f"{trap.kind}@{trap.cell.label}" for trap in fuzz.battle.traps]
    things = [thing.name for thing in fuzz.battle.things]
    level = {"level": draws.below(8) - 3, "rounds": draws.below(3)}
    return {
        "lay_terrain": cell | level | {"terrain": draws.pick(list(TerrainKey)).value},
        "clear_terrain": cell,
        "add_object": cell | {"object": draws.pick([*library.objects, "nothing"])},
        "remove_object": {"name": draws.pick([*things, "nothing"])},
        "lay_trap": cell
        | {"trap": draws.pick([*library.traps, "none"]), "camp": draws.pick(list(Camp)).value},
        "take_trap": {"laid": draws.pick([*traps, "none@A1"])},
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

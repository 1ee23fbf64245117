"""A table where anything may happen, at random: answers good and bad, requests, standing orders, rulings, undos.

What the rules refuse has changed nothing; whatever else happens, the invariants hold after every commit.
"""

from collections import Counter
from typing import Any

from rules.engine.dice import Draws
from rules.engine.flow import Question
from rules.engine.session import Session
from rules.kamigakari import SYSTEM
from rules.kamigakari.library import starter
from rules.kamigakari.numbers import pool
from rules.kamigakari.reckoning import CONCEPT_CAP, RANK_CAP
from rules.kamigakari.state import Attack, Battle, Combatant
from rules.kamigakari.terms import StatusKey, Timing
from tests.rules.fuzzing import BaseFuzz

MONSTERS = sorted(starter().monsters)
MOST_FIGHTERS = 12


class Fuzz(BaseFuzz):
    """One fight of the starter pack, set up by `seed`; each answer is given by one of the `bots`."""

    system = SYSTEM
    orders = ("kamigakari.crest", "kamigakari.at_reduction", "kamigakari.")
    nonsense = (
        *(None, "", "move:full", "B4", [], ["B4"], [["B4"]], -1, True, {"a": 1}, ["mio", "mio"]),
        *("9>9", "0+0"),
    )

    def __init__(self, seed: int, *bots: str, **house_rules: Any) -> None:
        super().__init__(seed, bots, _setup, house_rules)

    def look(self) -> None:
        """The invariants, and that of what was told."""
        check(self.battle)
        check_ranks(self.session)

    def look_between_turns(self, question: Question) -> None:
        """Nothing is left over."""
        check_between_turns(self.battle, question)

    def rulings(self) -> dict[str, dict[str, Any]]:
        """About characters and monsters."""
        return rulings_about_somebody(self)


def _setup(draws: Draws) -> dict[str, Any]:
    """A ready encounter, with its own characters or any others."""
    encounter = draws.pick(sorted(SYSTEM.encounters))
    if draws.below(2):
        return SYSTEM.encounter_setup(encounter)
    chosen = draws.shuffled(sorted(SYSTEM.characters))[: 1 + draws.below(4)]
    return SYSTEM.encounter_setup(encounter, [{"name": id, "sheet": SYSTEM.sheet_of(id)} for id in chosen])


# ---------------------------------------------------------------- what always holds


def check(battle: Battle) -> None:
    """The invariants of every state that is ever stored."""
    check_places(battle)
    for each in battle.combatants:
        check_combatant(each)
        assert len(each.spirits) in (0, pool(battle, each)), f"KG-04: {each.name}: {each.spirits}"
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


# ---------------------------------------------------------------- what the GM may rule


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
        "set_crest": about | {"crest": draws.below(23)},
        "set_die": about
        | {"die": 1 + draws.below(6), "face": 1 + draws.below(6), "spent": bool(draws.below(2))},
        "set_timing": about
        | {"timing": draws.pick([each.value for each in Timing]), "spent": bool(draws.below(2))},
        "give": about | status | {"level": 1 + draws.below(4), "strength": draws.below(15)},
        "cure": about | status,
        "fall": about | {"metres": 1 + draws.below(30), "acrobatics": draws.below(12)},
        "harm": about | {"value": 1 + draws.below(20)},
        "spare": about | {"value": draws.below(9)},
        "set_acted": about | {"acted": bool(draws.below(2))},
        "declare_end": {"ends": draws.below(6) == 0},
        "add": joins,
        "remove": about if draws.below(3) == 0 else {"name": "nobody"},
    }

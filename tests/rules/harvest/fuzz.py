"""A table where anything may happen, at random: answers good and bad, requests, standing orders, rulings, undos.

What the rules refuse has changed nothing; whatever else happens, the invariants hold after every commit.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.engine.dice import Draws
from rules.engine.flow import Question
from rules.harvest import SYSTEM
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.library import starter
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.terms import StatusKey, TerrainKey
from tests.rules.fuzzing import BaseFuzz
from tests.rules.harvest.anybody import anybody

CREATURES = sorted(starter().creatures)


class Fuzz(BaseFuzz):
    """One fight of the starter pack, set up by `seed`; each answer is given by one of the `bots`.

    Half of the fights are ready encounters, half are strangers on any ground: `anybody`.
    """

    system = SYSTEM
    orders = ("harvest.react", "harvest.consent", "harvest.")
    nonsense = (None, "", "act", "B4", [], ["B4"], [["B4"]], -1, True, {"a": 1}, ["mina", "mina"])

    def __init__(
        self,
        seed: int,
        *bots: str,
        setup: Callable[[Draws], dict[str, Any]] | None = None,
        **house_rules: Any,
    ) -> None:
        super().__init__(seed, bots, setup or _any, house_rules)

    def look(self) -> None:
        """The invariants."""
        check(self.battle)

    def look_between_turns(self, question: Question) -> None:
        """Nothing is left over."""
        check_between_turns(self.battle, question)
        is_next = question.key in TURN_BEGINS and not self.is_disturbed
        assert not (is_next and self.battle.ruins), f"HV-82: {self.battle.ruins}"

    def rulings(self) -> dict[str, dict[str, Any]]:
        """About characters, terrain, traps, special objects."""
        return rulings_about_somebody(self) | rulings_about_cells(self)


TURN_BEGINS = ("harvest.next", "harvest.begin")


def _any(draws: Draws) -> dict[str, Any]:
    return (ready, anybody)[draws.below(2)](draws)


def ready(draws: Draws) -> dict[str, Any]:
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
    if question.key in TURN_BEGINS:
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


# ---------------------------------------------------------------- what the GM may rule


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

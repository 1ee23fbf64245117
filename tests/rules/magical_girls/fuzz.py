"""A table where anything may happen, at random: answers good and bad, emergencies, triggers, rulings, undos.

What the rules refuse has changed nothing; whatever else happens, the invariants hold after every commit.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from rules.engine.dice import Draws
from rules.engine.errors import Refused
from rules.engine.flow import GM, Question
from rules.engine.log import Kind
from rules.engine.view import Role, Viewer
from rules.magical_girls import SYSTEM
from rules.magical_girls.costs import REACTIONS
from rules.magical_girls.library import starter
from rules.magical_girls.numbers import cap, mp_a_round
from rules.magical_girls.state import Attack, Battle, Combatant
from rules.magical_girls.terms import Form, Harm, Wound
from tests.rules.fuzzing import BaseFuzz, decide, take_offer
from tests.rules.magical_girls.ledger import Ledger

ENEMIES = sorted(starter().enemies)
MOST_FIGHTERS = 12


class Fuzz(BaseFuzz):
    """One fight of the starter pack, set up by `seed`; each answer is given by one of the `bots`."""

    system = SYSTEM
    orders = ("magical_girls.passive", "magical_girls.end_of_turn", "magical_girls.")
    nonsense = (
        *(None, "", "attack:unarmed", "move", "B4", [], ["B4"], -1, True, {"a": 1}, ["lin", "lin"]),
        *("counter:weapon:folding_fan", "size_4", "trigger:lin"),
    )

    def __init__(
        self,
        seed: int,
        *bots: str,
        setup: Callable[[Draws], dict[str, Any]] | None = None,
        **house_rules: Any,
    ) -> None:
        self.ledger, self.order = Ledger(), list[str]()
        super().__init__(seed, bots, setup or _any, house_rules)
        self.order = list(self.battle.order)

    def answer(self) -> None:
        """As it is told before it costs (MG-14)."""
        asked = self.session.open
        before = {each.name: each.dp for each in self.battle.combatants}
        is_held_up = bool(self.battle.requests)
        super().answer()
        last = self.session.last.entries
        if asked and last and last[0].kind is Kind.ANSWER:
            self.ledger.check(
                self.battle, asked.question, last[0], before, self.session.last.events, is_held_up
            )

    @contextmanager
    def aside(self) -> Iterator[None]:
        """The order and the prices compared, too, are those of before."""
        order = list(self.order)
        with super().aside():
            yield
        self.order = order
        self.ledger.forget()

    def disturb(self, name: str, params: Mapping[str, Any], answers: int) -> None:
        """Amid reactions, but for somebody who leaves."""
        if name != "remove":
            all_react(self)
        super().disturb(name, params, answers)

    def keep(self) -> None:
        """What the keeper ruled, or what was taken back, has no price."""
        super().keep()
        if any(entry.kind in (Kind.RULING, Kind.UNDO) for entry in self.session.last.entries):
            self.ledger.forget()

    def look(self) -> None:
        """The invariants, and that of the order."""
        check(self.battle)
        self.check_order()
        check_hidden(self)

    def check_order(self) -> None:
        """It never changes but by wounds, arrivals, departures and rulings (MG-11 to MG-13)."""
        before, self.order = self.order, list(self.battle.order)
        kinds = {entry.kind for entry in self.session.last.entries}
        if before and not kinds & {Kind.RULING, Kind.UNDO}:
            assert self.order == before, f"MG-11: {before} became {self.order}"

    def look_between_turns(self, question: Question) -> None:
        """Nothing is left over."""
        check_between_turns(self.battle, question)

    def rulings(self) -> dict[str, dict[str, Any]]:
        """About girls, enemies and cells."""
        return rulings_about_somebody(self) | rulings_about_cells(self)


def ask_keeper(fuzz: BaseFuzz) -> None:
    """Somebody wants to react, or to protect a friend (MG-44, MG-45)."""
    seats = [each.seat for each in fuzz.battle.combatants if each.seat != GM]
    if seats:
        fuzz.session.request(
            fuzz.draws.pick(seats), fuzz.draws.pick(REACTIONS), "please", fuzz.session.ticket
        )
        fuzz.keep()


def grant(fuzz: BaseFuzz) -> None:
    """The keeper grants what waits, not always the oldest first."""
    if fuzz.battle.requests:
        waiting = fuzz.draws.pick(list(fuzz.battle.requests))
        fuzz.session.decide(waiting.id, granted=True, ticket=fuzz.session.ticket)
        fuzz.keep()


def all_react(fuzz: Fuzz) -> None:
    """Everybody asks, and all that can be is granted, so that one emergency is nested in another (MG-44)."""
    for each in list(fuzz.battle.combatants):
        for kind in reversed(REACTIONS):
            with suppress(Refused):
                fuzz.session.request(each.seat, kind, "", fuzz.session.ticket)
                fuzz.keep()
    for waiting in list(fuzz.battle.requests):
        with suppress(Refused):
            fuzz.session.decide(waiting.id, granted=True, ticket=fuzz.session.ticket)
            fuzz.keep()


Fuzz.often = (*(ask_keeper,) * 9, *(grant,) * 9, *(take_offer,) * 4, decide)

# ---------------------------------------------------------------- who meets whom


def _any(draws: Draws) -> dict[str, Any]:
    return (ready, odd)[draws.below(2)](draws)


def ready(draws: Draws) -> dict[str, Any]:
    """A ready encounter, with its own characters or any others."""
    encounter = draws.pick(sorted(SYSTEM.encounters))
    least = 1 if SYSTEM.encounters[encounter].form is Form.FIGHT else 2
    if draws.below(2):
        return SYSTEM.encounter_setup(encounter)
    chosen = draws.shuffled(sorted(SYSTEM.characters))[: least + draws.below(5 - least)]
    return SYSTEM.encounter_setup(encounter, [{"name": id, "sheet": SYSTEM.sheet_of(id)} for id in chosen])


def odd(draws: Draws) -> dict[str, Any]:
    """Any form of a fight, of anybody, on any ground; sheets as a fight before may have left them."""
    form = draws.pick([Form.FIGHT, Form.FIGHT, *Form])
    girls = draws.shuffled(sorted(SYSTEM.characters))[: 1 + draws.below(3) + (form is not Form.FIGHT)]
    cols, rows = 4 + draws.below(12), 4 + draws.below(9)

    def cell() -> str:
        return f"{chr(ord('A') + draws.below(cols))}{1 + draws.below(rows)}"

    enemies = [_stand(draws, cell) for _ in range(1 + draws.below(3))] if form is Form.FIGHT else []
    return {
        "form": form.value,
        "cols": cols,
        "rows": rows,
        "start": [cell() for _ in range(3)],
        "start_second": [cell() for _ in range(2)],
        "half_cover": sorted({cell() for _ in range(draws.below(9))}),
        "full_cover": sorted({cell() for _ in range(draws.below(5))}),
        "danger": sorted({cell() for _ in range(draws.below(9))}),
        "things": [
            {"thing": draws.pick(sorted(starter().things)), "cell": cell()} for _ in range(draws.below(6))
        ],
        "enemies": enemies,
        "characters": [_worn(draws, id, at, form) for at, id in enumerate(girls)],
    }


def _stand(draws: Draws, cell: Callable[[], str]) -> dict[str, Any]:
    wing = draws.pick(["", "a", "b"])
    return {"enemy": draws.pick(ENEMIES), "cells": [cell() for _ in range(1 + draws.below(3))], "wing": wing}


def _worn(draws: Draws, id: str, at: int, form: Form) -> dict[str, Any]:
    """A girl who has been through something, perhaps; in matches every second one is on the second side."""
    sheet = SYSTEM.sheet_of(id)
    if draws.below(3) == 0:
        sheet |= {"hp": draws.below(12), "mp": draws.below(6), "wound": draws.pick(list(Wound)).value}
    if draws.below(5) == 0:
        sheet |= {"load": draws.pick([40, 90, 150])}
    side = "second" if form is not Form.FIGHT and at % 2 else "first"
    return {"name": id, "sheet": sheet, "side": side}


# ---------------------------------------------------------------- what always holds


def check(battle: Battle) -> None:
    """The invariants of every state that is ever stored."""
    names = Counter(each.name for each in battle.combatants)
    assert not [name for name, count in names.items() if count > 1], f"one name, two of them: {names}"
    for each in battle.combatants:
        check_combatant(battle, each)
    assert len(set(battle.acted)) == len(battle.acted), f"MG-10: {battle.acted}"
    assert set(battle.acted) <= set(names), f"MG-10: {battle.acted}"
    assert len(set(battle.order)) == len(battle.order), f"MG-11: {battle.order}"
    assert set(battle.order) <= set(names), f"MG-11: {battle.order}"
    assert all(each.cell in battle.grid for each in battle.things), f"MG-28: {battle.things}"
    for attack in battle.attacks:
        check_attack(attack)


def check_between_turns(battle: Battle, question: Question) -> None:
    """Nothing is left over from the turn before when the next one begins."""
    if question.key == "magical_girls.end":
        assert battle.attacks == [], f"MG-20: {battle.attacks}"
        assert battle.acting == "", f"MG-10: {battle.acting}"
        assert battle.emergencies == [], f"MG-44: {battle.emergencies}"
    if question.key == "magical_girls.turn":
        who = battle[question.actor]
        assert (who.stance, who.prepared) == (None, None), f"MG-30, MG-32: {who}"
        assert battle.attacks == [], f"MG-20: {battle.attacks}"


def check_combatant(battle: Battle, who: Combatant) -> None:
    """DP from 0 to the cap, HP and MP in bounds, MP a round, a cell on the map (MG-14, MG-24, MG-53, MG-54)."""
    assert 0 <= who.dp <= cap(battle, who), f"MG-14: {who.name}: {who.dp} DP"
    assert 0 <= who.hp <= who.max_hp, f"{who.name}: {who.hp} HP"
    assert 0 <= who.mp <= who.max_mp, f"{who.name}: {who.mp} MP"
    assert 0 <= who.mp_spent <= mp_a_round(who), f"MG-24: {who.name}: {who.mp_spent} MP in a round"
    assert who.cell in battle.grid, f"MG-17: {who.name}: {who.cell}"
    assert -2 <= who.next_dice <= 2, f"MG-02: {who.name}: {who.next_dice}"


def check_attack(attack: Attack) -> None:
    """Targets once each, nobody answers twice, what is blocked is no less than nothing (MG-40, MG-41, MG-45)."""
    for names in (attack.targets, attack.answered, attack.avoided):
        assert len(set(names)) == len(names), f"MG-40: {attack}"
    assert all(amount >= 0 for amount in attack.blocked.values()), f"MG-41: {attack}"


def check_hidden(fuzz: Fuzz) -> None:
    """No player's view names a hidden enemy's cell, where nobody else gives the cell away (MG-27)."""
    battle = fuzz.battle
    hidden = [each for each in battle.combatants if each.is_hidden and not each.is_player]
    if not hidden or battle.form is not Form.FIGHT or fuzz.draws.below(4):
        return
    seat = next((each.seat for each in battle.combatants if each.is_player), None)
    if seat is None:
        return
    view = SYSTEM.view(fuzz.session.snapshot(), fuzz.record.pins, Viewer(Role.PLAYER, (seat,)))
    for each in hidden:
        seen = [token for token in view.board.tokens if token.name == each.name]
        assert seen == [], f"MG-27: {each.name} is hidden, {seat} sees {seen}"


# ---------------------------------------------------------------- what the keeper may rule


def rulings_about_somebody(fuzz: Fuzz) -> dict[str, dict[str, Any]]:
    """About a girl or an enemy."""
    draws = fuzz.draws
    names = [each.name for each in fuzz.battle.combatants] or ["nobody"]
    about = {"name": draws.pick(names)}
    return {
        "set_hp": about | {"value": draws.pick([0, 1, 5, 40])},
        "set_mp": about | {"value": draws.pick([0, 1, 5, 40])},
        "set_dp": about | {"value": draws.pick([0, 1, 8, 15, 40])},
        "wound": about | {"wound": draws.pick([*(each.value for each in Wound), "itch"])},
        "damage": about | {"value": draws.below(20), "harm": draws.pick([each.value for each in Harm])},
        "dice": about | {"dice": draws.below(7) - 3},
        "arm": about
        | {"weapon": draws.pick([*fuzz.battle.library.weapons, "spoon"]), "has": bool(draws.below(2))},
        "let_react": about,
        "end_lasting": about,
        "find": about,
        "hide": about,
        "set_acted": about | {"acted": bool(draws.below(2))},
        "set_place": about | {"place": draws.below(9)},
        "remove": about if draws.below(3) == 0 else {"name": "nobody"},
    }


def rulings_about_cells(fuzz: Fuzz) -> dict[str, dict[str, Any]]:
    """About where somebody or something is."""
    draws, battle = fuzz.draws, fuzz.battle
    cell = draws.pick([*(each.label for each in battle.grid.cells()), "Z9"])
    may_join = len(battle.combatants) < MOST_FIGHTERS
    return {
        "move": {"name": draws.pick([each.name for each in battle.combatants] or ["nobody"]), "cell": cell},
        "cover": {"cell": cell, "cover": draws.pick(["half", "full", "none", "thick"])},
        "add": {
            "enemy": draws.pick(ENEMIES) if may_join else "none",
            "cell": cell,
            "hidden": bool(draws.below(2)),
        },
    }

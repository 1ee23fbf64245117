"""How things stand for one who is to act: whom she sees, what attacking is worth, where to stand."""

from functools import cached_property

from rules.engine.grid import Cell
from rules.magical_girls.actions import attacks
from rules.magical_girls.bots.blows import strike_worth
from rules.magical_girls.costs import attack_dp, can_pay, price
from rules.magical_girls.map import METRES, cells_between, reach, sees
from rules.magical_girls.numbers import RECOVERY, cap, has_dp
from rules.magical_girls.state import Battle, Combatant

POINT = 40
"""A DP, to walk with."""
MAGIC = 60
"""An MP."""
LATER, LEAST = 60, 20
"""Per cent of what her best attack makes of a DP; the least that one is worth."""
KEPT, DEAR = 1, 80
"""DP kept for a passive action; what it costs more to spend them too."""
A_STEP, IN_THEIR_ARMS, DANGER = 45, 120, 60
"""A cell too far from the foes; beside them for who strikes from afar; on dangerous ground."""
FAR = 2
"""Cells beyond which a reach is one from afar."""


class Blow:
    """One way to attack: its reach in cells, its price in DP, what it is worth against each foe."""

    def __init__(self, outlook: "Outlook", source: str) -> None:
        battle, who = outlook.battle, outlook.who
        dp = attack_dp(battle, source)
        weapon = battle.library.weapons.get(source.partition(":")[2])
        times = weapon.attacks if weapon else 1
        self.source, self.cells = source, reach(battle, source)
        self.paid = price(battle, who, dp)
        self.worths = {foe.name: times * strike_worth(battle, who, source, foe) for foe in outlook.foes}
        self.rate = max(self.worths.values(), default=0) // max(1, self.paid)


class Outlook:
    """The table as one combatant may see it (MG-27)."""

    def __init__(self, battle: Battle, who: Combatant) -> None:
        self.battle, self.who = battle, who
        self.foes = [each for each in battle.standing_ones(who.side.other) if sees(who, each)]

    def spent(self, dp: int, mp: int = 0) -> int:
        """What the price of an action is worth; the last DP are dear, those that would be lost cost nothing."""
        return self.spending(price(self.battle, self.who, dp), self.point) + mp * MAGIC

    def spending(self, paid: int, point: int = POINT) -> int:
        """What so many DP are worth."""
        if not has_dp(self.battle, self.who):
            return 0
        lost = max(0, self.who.dp + RECOVERY - cap(self.battle, self.who))
        return max(0, paid - lost) * point + max(0, KEPT - (self.who.dp - paid)) * DEAR

    @cached_property
    def _all_blows(self) -> list[Blow]:
        return [Blow(self, source) for source in attacks(self.who)]

    @cached_property
    def blows(self) -> list[Blow]:
        """Attacks that can be paid for."""
        battle, who = self.battle, self.who
        return [each for each in self._all_blows if can_pay(battle, who, attack_dp(battle, each.source))]

    @cached_property
    def point(self) -> int:
        """A DP, to act with: a part of what her best attack would make of it later."""
        return max(LEAST, max(each.rate for each in self._all_blows) * LATER // 100)

    @cached_property
    def promises(self) -> list[tuple[int, Blow, Combatant]]:
        """Every attack on every foe, reached or not, and what it is worth beyond its price, the best first."""
        found = [
            (blow.worths[foe.name] - self.spending(blow.paid, self.point), blow, foe)
            for blow in self.blows
            for foe in self.foes
        ]
        return sorted((each for each in found if each[0] > 0), key=lambda each: -each[0])

    def promise(self, cell: Cell, purse: int, source: str = "") -> int:
        """What the best attack from a cell is worth beyond its price, with so many DP; of all, or of one source."""
        return next(
            (
                worth
                for worth, blow, foe in self.promises
                if blow.paid <= purse
                and source in ("", blow.source)
                and cells_between(cell, foe.cell) <= blow.cells
            ),
            0,
        )

    @property
    def at_best(self) -> int:
        """What no cell can be better than."""
        return (self.promises[0][0] if self.promises else 0) + (FAR if self.range > FAR else 0)

    @cached_property
    def range(self) -> int:
        """Cells that her farthest attack reaches, magic included."""
        library = self.battle.library
        magic = [library.abilities[id] for id in self.who.abilities]
        far = [each.reach // METRES for each in magic if each.strike and each.mp <= self.who.mp]
        return max([*far, *(reach(self.battle, source) for source in attacks(self.who))])

    def stand(self, cell: Cell) -> int:
        """How well she stands there: near enough to strike; out of their arms if she strikes from afar."""
        gap = min((cells_between(cell, foe.cell) for foe in self.foes), default=0)
        risk = DANGER if cell.label in self.battle.danger else 0
        if self.range > FAR:
            return min(gap, FAR) - A_STEP * max(0, gap - self.range) - IN_THEIR_ARMS * (gap <= 1) - risk
        return -A_STEP * max(0, gap - 1) - risk

"""How the sensible bot sees its next blow: whom magic would strike from where, what is worth paying for."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import comb

from rules.engine.choices import Pay, Price
from rules.engine.grid import Cell
from rules.harvest.activation import castable
from rules.harvest.battlefield import apart, block, covered, default_cells
from rules.harvest.bots.judgement import (
    FELLED,
    HP,
    destruction_worth,
    effect_worth,
    ground_worth,
    own_worth,
)
from rules.harvest.damage import KINDLED, attack_power, hit_for
from rules.harvest.effects import Effect, Either, OnCells, OnObjects
from rules.harvest.entries import Magic, Range
from rules.harvest.numbers import value
from rules.harvest.state import Battle, Combatant, Figure
from rules.harvest.statuses import blind_from
from rules.harvest.terms import Mana, On, Stat, StatusKey, Timing, To
from rules.harvest.terrain import TERRAINS, level_under
from rules.harvest.workings import may_receive

Reached = tuple[list[frozenset[Cell]], frozenset[Cell]]
"""The areas that a caster chooses between, and the cells that are added to whichever she chooses."""
GUARD = 1
"""How much of a blow a reaction is expected to take off."""


@cache
def chance(cost: tuple[Mana, ...], dice: int) -> float:
    """How likely so many dice pay the cost."""
    return _ways(tuple(sorted(Counter(cost).values())), dice, 6)


@cache
def _ways(needs: tuple[int, ...], dice: int, faces: int) -> float:
    """The chance that each of the first faces falls as often as needed, of `faces` equally likely ones."""
    if not needs:
        return 1.0
    first, rest = needs[0], needs[1:]
    hit = 1 / faces
    return sum(
        comb(dice, count) * hit**count * (1 - hit) ** (dice - count) * _ways(rest, dice - count, faces - 1)
        for count in range(first, dice + 1)
    )


@dataclass(frozen=True)
class Mark:
    """Somebody or something worth striking."""

    figure: Figure
    defence: int
    cells: frozenset[Cell]
    fuel: dict[Mana, int]
    """How much worse the ground under it makes magic of an attribute (HV-76)."""


@dataclass
class Outlook:
    """What somebody has before her in her own action phase. It holds for one look: nothing may change meanwhile."""

    battle: Battle
    who: Combatant
    _hits: dict[tuple[tuple[str, ...], str, int], int] = field(default_factory=dict)
    _added: dict[tuple[str, str], int] = field(default_factory=dict)
    _own: dict[str, int] = field(default_factory=dict)
    _promises: dict[Cell, float] = field(default_factory=dict)

    @cached_property
    def marks(self) -> list[Mark]:
        """The enemies she knows of, and special objects better gone."""
        foes: list[Figure] = list(self.battle.standing_ones(self.who.camp.other))
        things = [
            each for each in self.battle.things if destruction_worth(self.battle, self.who.camp, each) > 0
        ]
        return [
            Mark(
                each, value(self.battle, each, Stat.DEFENCE), frozenset(each.cells), _fuel(self.battle, each)
            )
            for each in (*foes, *things)
        ]

    @cached_property
    def attack(self) -> int:
        """Her attack power before magic."""
        return value(self.battle, self.who, Stat.ATTACK)

    @cached_property
    def dice(self) -> int:
        """Her activation dice."""
        return value(self.battle, self.who, Stat.ACTION_DICE)

    @cached_property
    def spells(self) -> list[str]:
        """The attacks she knows."""
        known = castable(self.battle, self.who, Timing.ACTION)
        return [spell.id for spell in known if spell.level > 1]

    @cached_property
    def sight(self) -> int | None:
        """From how far on she can target nobody (HV-54)."""
        blindness = self.who.status(StatusKey.BLINDNESS)
        return blind_from(blindness.level) if blindness else None

    def magic(self, id: str) -> Magic:
        """A spell or enhancement."""
        return self.battle.library.magic(id)

    def strike(self, sources: Sequence[str], corner: Cell) -> int:
        """The worth of an attack with this magic from there, its range chosen for the best (HV-21, HV-22)."""
        origin = block(corner, self.who.size)
        bases, added = self._ranges(sources, origin)
        return max((self.blow(tuple(sources), origin, base | added) for base in bases), default=0)

    def _ranges(self, sources: Sequence[str], origin: tuple[Cell, ...]) -> Reached:
        ranges = [each for id in sources if (each := self.magic(id).range)]
        in_panic = self.who.status(StatusKey.PANIC) is not None
        fixes = [self._cells(each, origin) for each in ranges if each.mode == "fix"]
        if fixes:
            return fixes, frozenset()
        changes = [self._cells(each, origin) for each in ranges if each.mode == "change" and not in_panic]
        added = [self._cells(each, origin) for each in ranges if each.mode == "add" and not in_panic]
        one_cell = [frozenset((cell,)) for cell in default_cells(origin, self.who.camp)]
        return changes or one_cell, frozenset[Cell]().union(*added)

    def _cells(self, range: Range, origin: tuple[Cell, ...]) -> frozenset[Cell]:
        reading = str(self.battle.on("all_directions"))
        return frozenset(
            cell for area in range.areas for cell in covered(area, origin, self.who.camp, reading)
        )

    def power(self, sources: Sequence[str]) -> int:
        """Her attack with this magic."""
        return self.attack + sum(self.magic(id).attack for id in sources)

    def blow(self, sources: tuple[str, ...], origin: tuple[Cell, ...], cells: frozenset[Cell]) -> int:
        """What an attack on these cells is worth."""
        hits = ((mark, len(mark.cells & cells)) for mark in self.marks)
        return sum(
            self.hit(mark, sources, times)
            for mark, times in hits
            if times and (self.sight is None or apart(origin, mark.figure.cells) < self.sight)
        )

    def hit(self, mark: Mark, sources: tuple[str, ...], times: int = 1) -> int:
        """What one target is worth in it: the damage, its end, the added effects."""
        at = (sources, mark.figure.name, times)
        if at not in self._hits:
            self._hits[at] = self._hit(mark, sources, times)
        return self._hits[at]

    def _hit(self, mark: Mark, sources: tuple[str, ...], times: int) -> int:
        once = max(0, self.power(sources) - mark.defence - GUARD) + self._kindled(mark, sources)
        dealt = min(once * times, mark.figure.hp)
        is_felled = dealt >= mark.figure.hp
        if not isinstance(mark.figure, Combatant):
            worth = destruction_worth(self.battle, self.who.camp, mark.figure)
            return worth * dealt // (2 * mark.figure.hp)
        added = 0 if is_felled else sum(self._added_to(mark.figure, id) for id in sources)
        return HP * dealt + (FELLED if is_felled else 0) + added

    def _kindled(self, mark: Mark, sources: tuple[str, ...]) -> int:
        if not mark.fuel:
            return 0
        elements = {mana for id in sources if "+" not in id for mana in self.magic(id).cost}
        return sum(mark.fuel.get(mana, 0) for mana in elements)

    def _added_to(self, figure: Combatant, id: str) -> int:
        """The added effects of one spell on one target."""
        if (figure.name, id) not in self._added:
            self._added[figure.name, id] = sum(
                _on_target(self.battle, self.who, effect, figure) for effect in self.magic(id).effects
            )
        return self._added[figure.name, id]

    def own(self, id: str) -> int:
        """What this magic is worth without any target."""
        if id not in self._own:
            self._own[id] = own_worth(self.battle, self.who, self.magic(id).effects)
        return self._own[id]

    def promise(self, corner: Cell) -> float:
        """What her attacks from there come to, by what her dice will probably pay."""
        if corner not in self._promises:
            self._promises[corner] = self._promise(corner)
        return self._promises[corner]

    def _promise(self, corner: Cell) -> float:
        strikes = ((self.strike([id], corner), id) for id in self.spells)
        found, left = 0.0, 1.0
        for worth, id in sorted(strikes, reverse=True):
            if worth > 0:
                likely = chance(self.magic(id).cost, self.dice)
                found, left = found + left * likely * worth, left * (1 - likely)
        return found

    def stand(self, corner: Cell) -> float:
        """A place to her: whom she reaches from there, how near the others are, the ground."""
        cells = block(corner, self.who.size)
        promise = self.promise(corner)
        gap = min((apart(cells, mark.figure.cells) for mark in self.marks), default=0)
        return promise + self.ground(cells) - (0 if promise else 5 * gap)

    def ground(self, cells: Iterable[Cell]) -> int:
        """The ground there to her; under a giant the worst counts."""
        return min(ground_worth(self.battle, self.who, cell) for cell in cells)


def _fuel(battle: Battle, figure: Figure) -> dict[Mana, int]:
    if not battle.terrain:
        return {}
    levels = {
        kind.element: level_under(battle, figure, key) for key, kind in TERRAINS.items() if kind.element
    }
    return {mana: KINDLED * level for mana, level in levels.items() if level}


def _on_target(battle: Battle, who: Combatant, effect: Effect, target: Combatant) -> int:
    if isinstance(effect, Either):
        return max(_on_target(battle, who, each, target) for each in effect.options)
    if isinstance(effect, OnCells) and effect.on in (On.TARGETS, On.RANGE):
        return sum(effect_worth(battle, who.camp, effect, cell.label) for cell in target.cells)
    if isinstance(effect, OnObjects) and effect.to is To.TARGETS and may_receive(battle, effect, target.name):
        return effect_worth(battle, who.camp, effect, target.name)
    return 0


# ---------------------------------------------------------------- paying


def best_payment(pay: Pay, score: Callable[[list[str]], int]) -> list[str]:
    """The prices that go together and are worth most: for each big spell, and for none, the best to go with it."""
    open = [price for price in pay.prices if _fits(pay, [price])]
    starts: list[list[Price]] = [[], *([price] for price in open if price.group)]
    filled = [_filled(pay, start, [price for price in open if not price.group], score) for start in starts]
    return max(filled, key=score)


def _filled(pay: Pay, start: list[Price], more: list[Price], score: Callable[[list[str]], int]) -> list[str]:
    """The start with whatever adds to it, the best first."""
    chosen, now = list(start), score([price.id for price in start])
    while True:
        ids = [price.id for price in chosen]
        left = [
            price
            for price in more
            if price not in chosen and price.needs in ("", *ids) and _fits(pay, [*chosen, price])
        ]
        gains = {price.id: score([*ids, price.id]) - now for price in left}
        best = max(left, key=lambda price: gains[price.id] / len(price.cost), default=None)
        if best is None or gains[best.id] <= 0:
            return ids
        chosen.append(best)
        now += gains[best.id]


def _fits(pay: Pay, prices: Iterable[Price]) -> bool:
    return not Counter(mana for price in prices for mana in price.cost) - Counter(pay.pool)


def action_score(outlook: Outlook, ids: list[str]) -> int:
    """What casting these is worth in an action phase: the attack, if one is among them, and everything else."""
    battle, who = outlook.battle, outlook.who
    is_attack = any("+" not in id and battle.library.level_of(id) > 1 for id in ids)
    struck = outlook.strike(ids, who.cell) if is_attack and who.cell else 0
    return struck + sum(outlook.own(id) for id in ids)


def reaction_score(battle: Battle, who: Combatant, threat: int, ids: list[str]) -> int:
    """What casting these is worth in a reaction: the damage kept off, and everything else."""
    magics = [battle.library.magic(id) for id in ids]
    return shield(who, threat, sum(each.defence for each in magics)) + sum(
        own_worth(battle, who, each.effects) for each in magics
    )


def shield(who: Combatant, threat: int, defence: int) -> int:
    """What a rise of defence is worth against so much damage: what it keeps off, more where it saves her."""
    is_saved = threat >= who.hp > threat - defence
    return HP * min(threat, defence) + (FELLED if is_saved else 0)


def expected(battle: Battle, who: Combatant) -> int:
    """The damage `who` would take as things stand."""
    attack = battle.attack
    if attack is None:
        return 0
    return hit_for(battle, attack, attack_power(battle, attack), who.name, who.name).total or 0

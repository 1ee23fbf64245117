"""How the sensible bot sees its next blow: whom it would strike from where, how surely and how hard."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rules.engine.grid import Cell
from rules.kamigakari.bots.judgement import LIFE, effects_worth, loss, source_price
from rules.kamigakari.effects import Bonus, Rank
from rules.kamigakari.entries import Talent
from rules.kamigakari.map import squares
from rules.kamigakari.numbers import (
    FIXED,
    constant_halvings,
    constant_minus,
    damage_changes,
    dice,
    rank_changes,
    value,
)
from rules.kamigakari.plan import Plan, plan_of
from rules.kamigakari.reckoning import RANK_CAP, halved, rank
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.talents import may_pay
from rules.kamigakari.terms import AttackKind, Kind, Stat, StatusKey, Timing

DIE, USUAL_DIE = 7, 5
"""Twice the mean of a die; the highest die of a check, as a rule."""
SURE, PER_POINT, EVEN = 97, 9, 55
"""Percent: what is never passed, what a point in a contest is worth, an even contest."""
COVER, AMBUSH, PAIN = 5, 5, 2
NEAR = 3
"""From so many squares on an attack is one from afar."""


@dataclass(frozen=True)
class Blow:
    """One way to attack."""

    source: str
    weapon: str
    plan: Plan
    rank: int
    """With what its own talent and weapon add."""
    bonus: int
    price: int
    is_close: bool
    """Whether it may still be made after a combat move (KG-34)."""


@dataclass(frozen=True)
class Wall:
    """What always reduces damage of one kind (KG-26)."""

    minus: int
    halvings: int

    def left_of(self, damage: int) -> int:
        """What comes through."""
        left = max(0, damage - self.minus)
        for _ in range(self.halvings):
            left = halved(left)
        return left


@dataclass
class Outlook:
    """What somebody has before her. It holds for one look: nothing may change meanwhile."""

    battle: Battle
    who: Combatant
    _hits: dict[tuple[str, str, str], int] = field(default_factory=dict)
    _means: dict[tuple[str, Stat], int] = field(default_factory=dict)
    _gaps: dict[Cell, list[tuple[Combatant, int]]] = field(default_factory=dict)
    _walls: dict[tuple[str, Kind], Wall] = field(default_factory=dict)
    _from: dict[tuple[Cell, bool], tuple[int, Blow | None]] = field(default_factory=dict)

    @cached_property
    def foes(self) -> list[Combatant]:
        """The enemies she knows of: not those who hide (KG-36)."""
        return [each for each in self.battle.standing_ones(self.who.side.other) if self.who.sees(each)]

    @cached_property
    def places(self) -> dict[Cell, Combatant]:
        """Who may be engaged where: neither herself nor the hidden (KG-36)."""
        others = (each for each in self.battle.standing_ones() if each is not self.who)
        return {each.cell: each for each in others if each.cell and not each.is_hidden}

    @cached_property
    def chains(self) -> dict[str, frozenset[str]]:
        """The engagement group of each of the others, as it is without her (KG-30)."""
        found: dict[str, frozenset[str]] = {}
        for cell, each in self.places.items():
            if each.name not in found:
                chain = frozenset(self._chain(cell))
                found |= dict.fromkeys(chain, chain)
        return found

    def _chain(self, start: Cell) -> Iterator[str]:
        met, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            yield self.places[here].name
            ahead = [
                cell for cell in self.battle.grid.neighbours(here) if cell in self.places and cell not in met
            ]
            met.update(ahead)
            waiting += ahead

    def engaged(self, cell: Cell) -> frozenset[str]:
        """With whom she would be engaged on that square."""
        beside = (self.places.get(each) for each in self.battle.grid.neighbours(cell))
        return frozenset().union(*(self.chains[each.name] for each in beside if each))

    # ---------------------------------------------------------------- her blows

    @cached_property
    def blows(self) -> list[Blow]:
        """Every attack she can pay for."""
        found = [self.blow(f"weapon:{id}", id) for id in dict.fromkeys(self.who.weapons)]
        for id in dict.fromkeys(self.who.talents):
            talent = self.battle.library.talents[id]
            if talent.timing is Timing.ATTACK and talent.strike and may_pay(talent, self.who):
                found += [self.blow(f"talent:{id}", weapon) for weapon in self._weapons(talent)]
        return found

    def _weapons(self, talent: Talent) -> Iterable[str]:
        """The weapons a talent can be used with; none for one that is no weapon attack."""
        assert talent.strike is not None
        if not talent.strike.weapon:
            return ("",)
        is_magic = talent.strike.kind is AttackKind.MAGIC
        known = self.battle.library.weapons
        return [id for id in dict.fromkeys(self.who.weapons) if (known[id].kind == "magic") == is_magic]

    def blow(self, source: str, weapon: str) -> Blow:
        """One way to attack, paid for or not."""
        plan = plan_of(self.battle, self.who, source, weapon)
        own, held = self._effects_of(source, plan.damage), self.battle.library.weapons.get(weapon)
        more = rank_changes(self.battle, self.who, plan.damage).total + own[0]
        if held and plan.damage is Kind.PHYSICAL and not self.who.dicing:
            more += held.rank
        is_talent = source.startswith("talent:")
        return Blow(
            source,
            weapon,
            plan,
            plan.own_rank + more if plan.own_rank else 0,
            self._flat(plan, weapon) + own[1],
            source_price(self.battle, self.who, source) if is_talent else 0,
            held.kind == "melee" if held else plan.kind is not AttackKind.MAGIC,
        )

    def _effects_of(self, source: str, kind: Kind) -> tuple[int, int]:
        """What a talent adds to Rank and damage of its own attack."""
        talent = self.battle.library.talents.get(source.removeprefix("talent:"))
        fitting = [each for each in talent.effects if isinstance(each, Rank | Bonus)] if talent else []
        ranks = sum(each.amount for each in fitting if isinstance(each, Rank) and each.of in (None, kind))
        more = sum(each.amount for each in fitting if isinstance(each, Bonus) and each.of in (None, kind))
        return ranks, more

    def _flat(self, plan: Plan, weapon: str) -> int:
        """What is added to the multiplier (KG-21, KG-23, KG-35)."""
        changes = sum(part.amount for part in damage_changes(self.battle, self.who, plan.damage))
        changes += AMBUSH if self.who.status(StatusKey.AMBUSH) else 0
        if plan.own_rank == 0:
            return changes + plan.amount
        if self.who.dicing:
            return changes + self.who.dicing.flat
        held = self.battle.library.weapons.get(weapon)
        return changes + value(self.battle, self.who, plan.damage.flat) + (held.damage if held else 0)

    # ---------------------------------------------------------------- one blow at one enemy

    def hit(self, blow: Blow, foe: Combatant) -> int:
        """What striking this enemy is worth, with the chance to hit."""
        key = (blow.source, blow.weapon, foe.name)
        if key not in self._hits:
            self._hits[key] = self._hit(blow, foe)
        return self._hits[key]

    def _hit(self, blow: Blow, foe: Combatant) -> int:
        sure, dealt = self.chance(blow, foe), self.damage(blow, foe)
        harm = effects_worth(self.battle, self.who, blow.plan.harm, [foe.name]) if dealt < foe.life else 0
        halved = -loss(foe, -(-dealt // 2)) if blow.plan.is_half_resisted else 0
        return (sure * (harm - loss(foe, dealt)) + (100 - sure) * halved) // 100

    def chance(self, blow: Blow, foe: Combatant) -> int:
        """Percent that it hits."""
        held = self.battle.library.weapons.get(blow.weapon)
        ahead = self.mean(self.who, blow.plan.active) + (held.accuracy if held else 0)
        ahead -= self.mean(foe, blow.plan.kind.passive)
        ahead -= COVER if foe.status(StatusKey.COVER) and blow.plan.distance.kind != "engaged" else 0
        return max(100 - SURE, min(SURE, EVEN + PER_POINT * ahead))

    def damage(self, blow: Blow, foe: Combatant) -> int:
        """The life damage a hit does, as a rule (KG-21 to KG-26)."""
        kind, is_weak = blow.plan.damage, bool(set(blow.plan.attributes) & set(foe.weaknesses))
        points = rank(blow.rank, int(is_weak), RANK_CAP)
        is_thrown = self.who.dicing is not None or not self.battle.rolls(self.who)
        first = points * DIE // 2 if is_thrown else points * USUAL_DIE
        return self.wall(foe, kind).left_of(first + blow.bonus)

    def mean(self, who: Combatant, stat: Stat) -> int:
        """What somebody's check comes to, as a rule."""
        if (who.name, stat) not in self._means:
            self._means[who.name, stat] = mean(self.battle, who, stat)
        return self._means[who.name, stat]

    def wall(self, foe: Combatant, kind: Kind) -> Wall:
        """What reduces damage of that kind to an enemy."""
        if (foe.name, kind) not in self._walls:
            minus = -sum(part.amount for part in constant_minus(self.battle, foe, kind))
            minus += max(0, value(self.battle, foe, kind.protection))
            self._walls[foe.name, kind] = Wall(minus, len(constant_halvings(self.battle, foe, kind)))
        return self._walls[foe.name, kind]

    # ---------------------------------------------------------------- from where

    def promise(self, cell: Cell, *, is_close: bool = False) -> tuple[int, Blow | None]:
        """The best blow from that square, and what it is worth; `is_close`: after a combat move."""
        if (cell, is_close) not in self._from:
            found: tuple[int, Blow | None] = (0, None)
            for blow in self.blows:
                if blow.is_close or not is_close:
                    worth = self.from_there(blow, cell) - blow.price
                    found = (worth, blow) if worth > found[0] else found
            self._from[cell, is_close] = found
        return self._from[cell, is_close]

    def from_there(self, blow: Blow, cell: Cell) -> int:
        """A blow from that square on whom it can strike best (KG-31)."""
        worths = {foe.name: self.hit(blow, foe) for foe in self.reached(blow, cell)}
        target = blow.plan.target
        match target.kind:
            case "characters":
                return sum(sorted(worths.values(), reverse=True)[: target.count])
            case "area":
                return max((self.in_group(name, worths, cell) for name in worths), default=0)
        return sum(worths.values())

    @cached_property
    def at_best(self) -> int:
        """The most that any blow is worth, from wherever."""
        return max((self._from_anywhere(blow) for blow in self.blows), default=0)

    def _from_anywhere(self, blow: Blow) -> int:
        hits = sorted((self.hit(blow, foe) for foe in self.foes), reverse=True)
        most = blow.plan.target.count if blow.plan.target.kind == "characters" else len(hits)
        return sum(hits[:most]) - blow.price

    def in_group(self, name: str, worths: dict[str, int], cell: Cell) -> int:
        """The worth of everybody reached who is engaged with that one."""
        engaged = self.engaged(cell)
        group = engaged if name in engaged else self.chains[name]
        return sum(worth for each, worth in worths.items() if each in group)

    def reached(self, blow: Blow, cell: Cell) -> list[Combatant]:
        """The enemies within its distance from that square."""
        far, more = blow.plan.distance, blow.plan.reach
        if far.kind == "zone":
            return self.foes
        engaged = self.engaged(cell) if far.kind == "engaged" else frozenset()
        most = {"engaged": 1 if more else 0, "move": far.squares + 1}.get(far.kind, far.squares) + more
        return [foe for foe, gap in self.gaps(cell) if gap <= most or foe.name in engaged]

    def gaps(self, cell: Cell) -> list[tuple[Combatant, int]]:
        """How far from that square each enemy is."""
        if cell not in self._gaps:
            self._gaps[cell] = [(foe, squares(cell, foe.cell)) for foe in self.foes if foe.cell]
        return self._gaps[cell]

    @cached_property
    def range(self) -> int:
        """How far her best blow reaches, had she everybody in reach; 1 for one hand to hand."""
        best = max(self.blows, key=self._at_best, default=None)
        if best is None:
            return 1
        far = best.plan.distance
        return {"engaged": 1, "zone": 99, "move": 1}.get(far.kind, far.squares) + best.plan.reach

    def _at_best(self, blow: Blow) -> int:
        return max((self.hit(blow, foe) for foe in self.foes), default=0) - blow.price

    @property
    def best_stand(self) -> int:
        """The most that a place is worth to her by itself."""
        return self.range if self.range >= NEAR else 0

    def stand(self, cell: Cell) -> int:
        """How well she stands there: near enough to strike, from afar and not hand to hand where she can."""
        gap = min((gap for _foe, gap in self.gaps(cell)), default=0)
        if self.range >= NEAR:
            return min(gap, self.range) - 6 * max(0, gap - self.range) - (2 * LIFE if gap <= 1 else 0)
        return -6 * max(0, gap - 1)


def mean(battle: Battle, who: Combatant, stat: Stat) -> int:
    """What her check comes to, as a rule; ready spirit dice help a little."""
    if not battle.rolls(who):
        return value(battle, who, stat) + FIXED
    pain = PAIN if who.is_player and who.status(StatusKey.PAIN) else 0
    return value(battle, who, stat) + dice(battle, who) * DIE // 2 + bool(who.ready_spirits()) - pain

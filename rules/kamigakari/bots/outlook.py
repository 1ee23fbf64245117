"""How the sensible bot sees its next blow: whom it would strike from where, how surely and how hard."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rules.engine.grid import Cell
from rules.kamigakari.bots.blows import DIE, Blow, Wall, blows_of, mean, wall_of
from rules.kamigakari.bots.judgement import LIFE, effects_worth, loss
from rules.kamigakari.map import squares
from rules.kamigakari.movement import ends_up
from rules.kamigakari.reckoning import RANK_CAP, halved, rank
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Kind, Stat, StatusKey

USUAL_DIE = 5
"""The highest die of a check, as a rule."""
SURE, PER_POINT, EVEN = 97, 9, 55
"""Percent: what is never passed, what a point in a contest is worth, an even contest."""
COVER = 5
NEAR = 3
"""From so many squares on an attack is one from afar."""


@dataclass
class Outlook:
    """What somebody has before her. It holds for one look: nothing may change meanwhile."""

    battle: Battle
    who: Combatant
    _hits: dict[tuple[str, str, str], int] = field(default_factory=dict)
    _means: dict[tuple[str, Stat], int] = field(default_factory=dict)
    _gaps: dict[Cell, list[tuple[Combatant, int]]] = field(default_factory=dict)
    _walls: dict[tuple[str, Kind], Wall] = field(default_factory=dict)
    _moved_up: dict[int, frozenset[str]] = field(default_factory=dict)
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

    @cached_property
    def blows(self) -> list[Blow]:
        """Every attack she can pay for."""
        return list(blows_of(self.battle, self.who))

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
        resisted = -loss(foe, halved(dealt)) if blow.plan.is_half_resisted else 0
        return (sure * (harm - loss(foe, dealt)) + (100 - sure) * resisted) // 100

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
            self._walls[foe.name, kind] = wall_of(self.battle, foe, kind)
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
        """The enemies within its distance from that square; a "move n" from elsewhere than here is a guess."""
        far, more = blow.plan.distance, blow.plan.reach
        if far.kind == "move" and cell == self.who.cell:
            return [foe for foe in self.foes if foe.name in self.moved_up(far.squares + more)]
        if far.kind == "zone":
            return self.foes
        engaged = self.engaged(cell) if far.kind == "engaged" else frozenset()
        most = {"engaged": 1 if more else 0, "move": far.squares + 1}.get(far.kind, far.squares) + more
        return [foe for foe, gap in self.gaps(cell) if gap <= most or foe.name in engaged]

    def moved_up(self, far: int) -> frozenset[str]:
        """With whom she can become engaged by an attack's "move n" from where she stands (KG-31)."""
        if far not in self._moved_up:
            ends = ends_up(self.battle, self.who, far).values()
            assert self.who.cell is not None
            self._moved_up[far] = self.engaged(self.who.cell).union(*ends)
        return self._moved_up[far]

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

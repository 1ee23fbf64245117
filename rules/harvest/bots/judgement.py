"""What things are worth to a side, in tenths of an HP: how the sensible bot weighs effects, statuses and ground."""

from collections.abc import Iterator, Mapping

from rules.engine.grid import Cell, cell_at, step
from rules.harvest.at_once import new_thing
from rules.harvest.battlefield import FIELD, Camp, block
from rules.harvest.effects import (
    Afflict,
    Drain,
    Effect,
    Either,
    Heal,
    Hurt,
    Lift,
    Modify,
    OnCells,
    OnObjects,
    Push,
    Refresh,
    Revive,
    Strike,
    Summon,
    Terrain,
    Touch,
    Trap,
)
from rules.harvest.entries import SpecialObject
from rules.harvest.numbers import value
from rules.harvest.placement import is_free, rooms
from rules.harvest.state import Battle, Combatant, Figure, Ground
from rules.harvest.terms import Gift, Moment, On, Stat, StatusKey, TerrainKey, To
from rules.harvest.terrain import TERRAINS
from rules.harvest.workings import beside, may_receive

HP = 10
TP = 7
FELLED = 60
"""To have one of them out of the fight."""
COLLISION = 3 * HP
HOLE = 40
"""To walk into a trap."""

OF_A_STATUS: Mapping[str, int] = {
    StatusKey.WEAKNESS: -20,
    StatusKey.DEJECTION: -8,
    StatusKey.POISON: -25,
    StatusKey.PARALYSIS: -12,
    StatusKey.BLINDNESS: -6,
    StatusKey.BURN: -15,
    StatusKey.PRESSURE: -6,
    StatusKey.FROSTBITE: -15,
    StatusKey.MADNESS: -15,
    StatusKey.GRUDGE: -22,
    StatusKey.CONFUSION: -20,
    StatusKey.SILENCE: -8,
    StatusKey.LAMENT: -12,
    StatusKey.PANIC: -8,
    StatusKey.AWAKENING: 25,
}
"""A level of it to its bearer; a pack's own are worth what they do to numbers."""
OF_A_STAT: Mapping[Stat, int] = {
    Stat.ATTACK: 10,
    Stat.DEFENCE: 12,
    Stat.SS: 2,
    Stat.MOVEMENT: 4,
    Stat.ACTION_DICE: 14,
    Stat.REACTION_DICE: 8,
}
OF_A_GIFT: Mapping[Gift, int] = {Gift.REROLL: 8, Gift.TURN: 16, Gift.PRODUCE: 22, Gift.STORE: 5}
OF_GROUND: Mapping[TerrainKey, int] = {
    TerrainKey.LAVA: -18,
    TerrainKey.FROZEN_SOIL: -10,
    TerrainKey.YOMI: -35,
    TerrainKey.GRAVITY: -8,
    TerrainKey.GALE: -2,
}
"""A level of it to who stands there."""
ON_ENTERING: Mapping[TerrainKey, int] = {TerrainKey.NEEDLES: -30, TerrainKey.REPULSION: -12}


def side(figure: Figure, camp: Camp) -> int:
    """1 for one of that camp, -1 for one against it, 0 for what belongs to none."""
    if not isinstance(figure, Combatant):
        return 0
    return 1 if figure.camp is camp else -1


def status_worth(battle: Battle, key: str, level: int) -> int:
    """A status to its bearer."""
    if key in OF_A_STATUS:
        return OF_A_STATUS[key] * level
    per_level = battle.library.status_kind(key).per_level
    return level * sum(OF_A_STAT[stat] * amount for stat, amount in per_level.items())


def loss(figure: Figure, amount: int) -> int:
    """That much damage to who takes it."""
    return -HP * min(amount, figure.hp) - (FELLED if amount >= figure.hp else 0)


# ---------------------------------------------------------------- ground


def ground_worth(battle: Battle, figure: Figure, cell: Cell) -> int:
    """The ground of one cell to somebody who stands there."""
    ground = battle.ground_at(cell)
    return _of_ground(battle, figure, ground) if ground else 0


def _of_ground(battle: Battle, figure: Figure, ground: Ground) -> int:
    if ground.key is TerrainKey.SANCTUARY:
        missing = min(max(0, 3 * ground.level), figure.max_hp - figure.hp)
        return HP * missing
    element = TERRAINS[ground.key].element
    if element and isinstance(figure, Combatant):
        may_kindle = any(element in foe.attributes for foe in battle.standing_ones(figure.camp.other))
        return -15 * ground.level if may_kindle else 0
    return OF_GROUND.get(ground.key, 0) * ground.level


def entering_worth(battle: Battle, figure: Figure, entered: list[Cell]) -> int:
    """What comes of entering cells, as far as her camp can know: of the others' traps nothing (HV-81)."""
    grounds = [ground for cell in entered if (ground := battle.ground_at(cell))]
    found = sum(ON_ENTERING.get(ground.key, 0) * max(0, ground.level) for ground in grounds)
    known = [trap for trap in battle.traps if trap.cell in entered and side(figure, trap.camp) == 1]
    return found - HOLE * len(known)


def _laid_worth(battle: Battle, camp: Camp, effect: Terrain, cell: Cell) -> int:
    """Terrain to whoever stands there, or to those beside it, who may come to enter it."""
    there, ground = battle.at(cell), Ground(effect.terrain, effect.level)
    if there is not None:
        gain = _of_ground(battle, there, ground) - ground_worth(battle, there, cell)
        return side(there, camp) * gain
    stings = ON_ENTERING.get(effect.terrain, OF_GROUND.get(effect.terrain, 0) // 3) * effect.level
    near = (battle.figure(name) for name in beside(battle, [cell]))
    return sum(side(each, camp) for each in near) * stings // 4


def _trap_worth(battle: Battle, camp: Camp, cell: Cell) -> int:
    """A trap where enemies may step next; the own camp knows to keep clear of it."""
    is_known = any(trap.cell == cell and trap.camp is camp for trap in battle.traps)
    if is_known or battle.at(cell) is not None:
        return 0
    near = (battle.figure(name) for name in beside(battle, [cell]))
    return 16 * sum(side(each, camp) < 0 for each in near) - 4 * abs(2 * cell.row - 5) // 5


# ---------------------------------------------------------------- special objects


def thing_worth(battle: Battle, camp: Camp, entry: SpecialObject, cells: tuple[Cell, ...]) -> int:
    """What a special object there would do to those beside it."""
    near = [battle.figure(name) for name in beside(battle, cells)]
    found = 0
    for effect in entry.effects:
        for each in near:
            if isinstance(effect, Strike):
                dealt = max(0, entry.attack - value(battle, each, Stat.DEFENCE))
                found += side(each, camp) * loss(each, dealt)
            elif isinstance(effect, OnObjects) and may_receive(battle, effect, each.name):
                found += effect_worth(battle, camp, effect, each.name)
    return found


def destruction_worth(battle: Battle, camp: Camp, thing: Figure) -> int:
    """To have a special object gone."""
    entry = battle.library.objects[thing.kind]
    worth = thing_worth(battle, camp, entry, thing.cells)
    return worth if entry.moment is Moment.DESTROYED else -worth


# ---------------------------------------------------------------- effects


def effect_worth(battle: Battle, camp: Camp, effect: Effect, receiver: str) -> int:
    """One effect on one receiver, or on the cell whose label `receiver` is, to the camp it comes from."""
    match effect:
        case Either():
            return max(effect_worth(battle, camp, each, receiver) for each in effect.options)
        case Terrain():
            return _laid_worth(battle, camp, effect, cell_at(receiver))
        case Trap():
            return _trap_worth(battle, camp, cell_at(receiver))
        case Summon():
            thing = new_thing(battle, effect.object)
            cells, entry = block(cell_at(receiver), thing.size), battle.library.objects[effect.object]
            return thing_worth(battle, camp, entry, cells) if is_free(battle, thing, cells[0]) else 0
        case Revive():
            return HP * effect.hp + FELLED
        case Push():
            return _push_worth(battle, camp, effect, battle.figure(receiver))
    figure = battle.figure(receiver)
    return side(figure, camp) * _to_receiver(battle, effect, figure)


def _to_receiver(battle: Battle, effect: Effect, figure: Figure) -> int:
    match effect:
        case Hurt():
            return loss(figure, effect.amount)
        case Heal():
            return HP * min(effect.amount, figure.max_hp - figure.hp)
        case Afflict():
            old = status_worth(battle, effect.status, figure.level(effect.status))
            return status_worth(battle, effect.status, effect.level) - old
        case Lift():
            return -status_worth(battle, effect.status, figure.level(effect.status))
        case Modify():
            return OF_A_STAT[effect.stat] * effect.amount
        case Touch():
            return OF_A_GIFT[effect.gift] * effect.count
        case Refresh() | Drain() if isinstance(figure, Combatant):
            return _of_tp(effect, figure)
    return 0


def _of_tp(effect: Refresh | Drain, who: Combatant) -> int:
    if isinstance(effect, Refresh):
        return TP * min(effect.amount, who.max_tp - who.tp)
    breaks_down = who.status(StatusKey.MADNESS) and effect.amount >= who.tp
    return -TP * min(effect.amount, who.tp) - (FELLED + HP * who.hp if breaks_down else 0)


def _push_worth(battle: Battle, camp: Camp, effect: Push, figure: Figure) -> int:
    """Where it would come to, and with whom it would collide on the way."""
    here = figure.cell
    if here is None:
        return 0
    for _ in range(effect.cells):
        ahead = step(here, effect.direction, camp.forward)
        filled = block(ahead, figure.size)
        if any(cell not in FIELD for cell in filled):
            break
        hit = {found.name: found for cell in filled if (found := battle.at(cell)) and found is not figure}
        if hit:
            return -sum(side(each, camp) * COLLISION for each in (figure, *hit.values()))
        here = ahead
    entered = [cell for cell in block(here, figure.size) if cell not in figure.cells]
    gain = ground_worth(battle, figure, here) - ground_worth(battle, figure, figure.cells[0])
    return side(figure, camp) * (entering_worth(battle, figure, entered) + gain)


def own_worth(battle: Battle, who: Combatant, effects: tuple[Effect, ...]) -> int:
    """What her effects are worth that depend on no target of an attack."""
    return sum(_of_one(battle, who, effect) for effect in effects)


def _of_one(battle: Battle, who: Combatant, effect: Effect) -> int:
    if isinstance(effect, Either):
        return max(_of_one(battle, who, each) for each in effect.options)
    worths = [effect_worth(battle, who.camp, effect, each) for each in receivers(battle, who, effect)]
    if isinstance(effect, OnCells) and effect.on is On.CHOSEN:
        return sum(sorted((each for each in worths if each > 0), reverse=True)[: effect.count])
    is_one_of_choice = isinstance(effect, Revive) or (
        isinstance(effect, OnObjects) and effect.to in (To.ALLY, To.ENEMY)
    )
    return max(worths, default=0) if is_one_of_choice else sum(worths)


def receivers(battle: Battle, who: Combatant, effect: Effect) -> Iterator[str]:
    """Whom, or which cells, her effect could be for, without the targets and the range of an attack."""
    if isinstance(effect, OnCells):
        cells = {On.HERE: who.cells, On.CHOSEN: FIELD.cells()}.get(effect.on, ())
        yield from (cell.label for cell in cells)
    elif isinstance(effect, Revive):
        fallen = (each for each in battle.combatants if each.camp is who.camp and each.is_out)
        yield from (each.name for each in fallen if rooms(battle, each))
    elif isinstance(effect, OnObjects):
        yield from (name for name in _named(battle, who, effect.to) if may_receive(battle, effect, name))


def _named(battle: Battle, who: Combatant, to: To) -> list[str]:
    match to:
        case To.SELF:
            return [who.name]
        case To.ALLY | To.ALLIES:
            return [each.name for each in battle.standing_ones(who.camp)]
        case To.ENEMY | To.ENEMIES:
            return [each.name for each in battle.standing_ones(who.camp.other)]
        case To.NEAR:
            return beside(battle, who.cells, who.name)
        case To.ATTACKER if battle.attack and battle.stands(battle.attack.caster):
            return [battle.attack.caster]
    return []

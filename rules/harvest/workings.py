"""Effects that ask, roll or move somebody, and what moving sets off: collisions, terrain, traps, special objects.

One module, for these call each other: a push leads into a trap, the trap pushes on. The others: `at_once.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from pydantic import BaseModel

from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import Ask, Flow, Need, ask_one, frame, roll
from rules.engine.grid import Cell, Direction, cell_at, step
from rules.engine.log import Explanation, Part
from rules.engine.text import Param, Text
from rules.harvest.asking import one_of, places, put, word
from rules.harvest.at_once import AT_ONCE, ROW, Giver, giver_of
from rules.harvest.battlefield import FIELD, Camp, block
from rules.harvest.duration import lasting
from rules.harvest.effects import (
    Afflict,
    Effect,
    OnCells,
    OnCharacters,
    OnObjects,
    Push,
    Revive,
    Terrain,
)
from rules.harvest.ending import check_over
from rules.harvest.placement import is_free, rooms
from rules.harvest.state import (
    Battle,
    Combatant,
    Figure,
    Ground,
    Status,
    Thing,
)
from rules.harvest.terms import Moment, TerrainKey, To
from rules.harvest.verbs import (
    afflict,
    come_back,
    hurt,
    lay_terrain,
    take_trap,
    tell,
)

COLLISION_DAMAGE = 3
NEEDLE_DAMAGE = 3


def run(battle: Battle, giver: Giver, effect: Effect, receiver: str) -> Flow[None]:
    """Let one effect happen: to a character or special object, or on the cell whose label `receiver` is."""
    if type(effect) in _FLOWS:
        yield from _FLOWS[type(effect)](battle, giver, effect, receiver)
    else:
        AT_ONCE[type(effect)](battle, giver, effect, receiver)
    yield from clear_ruins(battle)


def strike_all(battle: Battle, giver: Giver, effects: Iterable[tuple[Effect, str]]) -> Flow[None]:
    """Effects of a trap or special object, one after the other; who is gone meanwhile receives nothing more.

    So with the object that is destroyed meanwhile: the rest is dropped. A frame each, for a question that lapses.
    """
    is_standing = giver.thing is not None and not giver.thing.is_out
    for effect, receiver in effects:
        if is_standing and not battle.stands(giver.name):
            return
        if isinstance(effect, OnCells) or battle.stands(receiver):
            yield from frame(Frame.REACTION, run(battle, giver, effect, receiver))


# ---------------------------------------------------------------- statuses, revival, terrain


def give_status(battle: Battle, giver: Giver, effect: Afflict, receiver: str) -> Flow[None]:
    """Give a status; over the same one from before only if the giver wants to (HV-43)."""
    who, named = battle[receiver], battle.library.status_named(effect.status)
    old = who.status(effect.status)
    if old is not None:
        levels, title = (old.level, effect.level), who.title
        wanted = yield from overwrites(
            battle, giver, levels, "overwrite", (receiver,), status=named, target=title
        )
        if not wanted or not battle.stands(receiver):
            return
    until = lasting(battle, battle.library.rounds_of(effect.status, effect.level, effect.rounds))
    afflict(battle, battle[receiver], Status(effect.status, effect.level, until, giver.name))
    check_over(battle)


def overwrites(
    battle: Battle,
    giver: Giver,
    levels: tuple[int, int],
    key: str,
    subjects: tuple[str, ...],
    **params: Param,
) -> Flow[bool]:
    """Whether the giver lets the second of `levels` replace the first; for NPCs the GM chooses (HV-43)."""
    needed = [name for name in (giver.name, *subjects) if battle.stands(name)]

    def make() -> Ask:
        if any(not battle.stands(name) for name in needed):
            raise Lapsed()
        choice = one_of([word("overwrite", old=levels[0], new=levels[1])], may_pass=True)
        return put(battle, key, {giver.seat: choice}, giver, subjects, Need.ALL, **params)

    return (yield from ask_one(make)) is not None


def revive(battle: Battle, _giver: Giver, effect: Revive, receiver: str) -> Flow[None]:
    """Back with so much HP on free cells that its controller picks; with none free it cannot be revived (HV-46)."""
    if not rooms(battle, battle[receiver]):
        tell(battle, "no_room", "HV-46", battle[receiver])
        return

    def make() -> Ask:
        if not battle.has(receiver) or not battle[receiver].is_out:
            raise Lapsed()
        who = battle[receiver]
        return put(battle, "revive", {who.seat: one_of(places(rooms(battle, who), who.size))}, who)

    cell = yield from ask_one(make)
    come_back(battle, battle[receiver], effect.hp, cell_at(str(cell)))


def _terrain(battle: Battle, giver: Giver, effect: Terrain, receiver: str) -> Flow[None]:
    """Over the same terrain only if the giver wants to; a different one is replaced (HV-43)."""
    cell, old = cell_at(receiver), battle.terrain.get(receiver)
    if old is not None and old.key is effect.terrain:
        levels, named = (old.level, effect.level), effect.terrain.named
        wanted = yield from overwrites(
            battle, giver, levels, "overwrite_terrain", (), terrain=named, cell=receiver
        )
        if not wanted:
            return
    until = lasting(battle, effect.rounds)
    lay_terrain(battle, cell, Ground(effect.terrain, effect.level, until, giver.name))


# ---------------------------------------------------------------- special objects


def at_moment(battle: Battle, thing: Thing, trigger: str = "") -> Flow[None]:
    """What a special object does at its named timing (HV-82)."""
    source = f"object:{thing.kind}"
    giver = replace(giver_of(battle, thing.name, source), thing=thing)
    around = beside(battle, thing.cells, thing.name)
    effects = _on(battle, battle.library.effects_of(source), around, thing.cells, trigger)
    if effects:
        tell(battle, "object_acts", "HV-82", thing, cells=thing.cells)
    yield from strike_all(battle, giver, effects)


def clear_ruins(battle: Battle) -> Flow[None]:
    """What special objects do when they are destroyed (HV-82)."""
    while battle.ruins:
        ruin = battle.ruins.pop(0)
        if battle.library.objects[ruin.kind].moment is Moment.DESTROYED:
            yield from at_moment(battle, ruin)


def beside(battle: Battle, cells: Sequence[Cell], but: str = "") -> list[str]:
    """The objects orthogonally next to these cells."""
    near = (battle.at(beside) for cell in cells for beside in FIELD.neighbours(cell))
    return list(dict.fromkeys(each.name for each in near if each is not None and each.name != but))


def _on(
    battle: Battle, effects: Iterable[Effect], near: list[str], here: Sequence[Cell], trigger: str
) -> list[tuple[Effect, str]]:
    """Each effect of a trap or special object with each of its receivers."""
    found: list[tuple[Effect, str]] = []
    for effect in effects:
        if isinstance(effect, OnCells):
            found += [(effect, cell.label) for cell in here]
        elif isinstance(effect, OnObjects):
            names = {To.NEAR: near, To.TRIGGER: [trigger] if trigger else []}[effect.to]
            found += [(effect, name) for name in names if may_receive(battle, effect, name)]
    return found


def may_receive(battle: Battle, effect: Effect, name: str) -> bool:
    """Whether the effect can happen to it: special objects have no statuses, TP or dice (HV-82)."""
    return battle.has(name) or (battle.find(name) is not None and not isinstance(effect, OnCharacters))


# ---------------------------------------------------------------- moving somebody


def _push(battle: Battle, giver: Giver, effect: Push, receiver: str) -> Flow[None]:
    camp = giver.camp or Camp.ALLY
    yield from push(battle, receiver, effect.direction, camp, effect.cells, ROW)


def push(battle: Battle, name: str, direction: Direction, camp: Camp, cells: int, row: str) -> Flow[None]:
    """Move somebody step by step as `camp` sees it: up to the edge, or into a collision (HV-04, HV-05).

    What a step sets off happens before the next; being moved elsewhere meanwhile ends this movement.
    """
    target = battle.figure(name)
    assert target.cell is not None
    start, way = target.cell, [target.cell]
    for _ in range(cells):
        ahead = step(way[-1], direction, camp.forward)
        filled = block(ahead, target.size)
        if any(cell not in FIELD for cell in filled):
            break
        hit = _hit(battle, target, filled)
        if hit:
            _tell_pushed(battle, target, way, row)
            collide(battle, target, hit, start, ahead)
            yield from clear_ruins(battle)
            return
        entered = [cell for cell in filled if cell not in target.cells]
        target.cell = ahead
        way.append(ahead)
        if sets_off(battle, entered):
            _tell_pushed(battle, target, way, row)
            way = [ahead]
            if (yield from enter(battle, name, entered)) is Passage.OVER:
                return
    _tell_pushed(battle, target, way, row, stays=target.cell == start)


def _hit(battle: Battle, mover: Figure, filled: Iterable[Cell]) -> list[Figure]:
    """The objects that stand where the mover would come, each once."""
    there = (battle.at(cell) for cell in filled)
    return list({each.name: each for each in there if each is not None and each.name != mover.name}.values())


def _tell_pushed(battle: Battle, target: Figure, way: list[Cell], row: str, *, stays: bool = False) -> None:
    """Where it came since it was told last; also that it could not be moved at all."""
    if len(way) > 1 or stays:
        tell(battle, "pushed", row, target, cells=tuple(way), cell=way[-1].label)


def collide(battle: Battle, mover: Figure, hit: Sequence[Figure], start: Cell, where: Cell) -> None:
    """Each takes 3, unreduced; the mover is back where this move began, even if the other falls (HV-04).

    A giant takes 3 once, each object that it hits 3 (settled). The way back sets nothing off; where something that the
    way set off has filled the first cell, the mover stays before the hit one.
    """
    if is_free(battle, mover, start):
        mover.cell = start
    how = Explanation((Part(Text("harvest.why.collision"), COLLISION_DAMAGE),), COLLISION_DAMAGE, "HV-04")
    for other in hit:
        tell(battle, "collision", "HV-04", mover, other, cells=(start, where), other=other.title)
    for each in (mover, *hit):
        hurt(battle, each, COLLISION_DAMAGE, "HV-04", Text("harvest.why.collision"), how)
    check_over(battle)


# ---------------------------------------------------------------- entering cells


def sets_off(battle: Battle, cells: Iterable[Cell]) -> bool:
    """Whether something happens to one who enters these cells."""
    keys = {ground.key for cell in cells if (ground := battle.ground_at(cell))}
    return bool(keys & {TerrainKey.NEEDLES, TerrainKey.REPULSION}) or any(
        trap.cell in cells for trap in battle.traps
    )


class Passage(StrEnum):
    """How a movement stands after a step."""

    FREE = "free"
    SPRUNG = "sprung"
    """A trap was sprung; who moved is still there."""
    OVER = "over"
    """She fell, or something moved her on."""


def enter(battle: Battle, name: str, cells: Sequence[Cell]) -> Flow[Passage]:
    """Traps spring (HV-81), needles sting (HV-77), a repulsion field moves on (HV-78).

    The terrain is that which she enters: one that a trap creates under her sets nothing off.
    """
    here = battle.figure(name).cell
    needles, repulsion = (_highest(battle, cells, key) for key in (TerrainKey.NEEDLES, TerrainKey.REPULSION))
    is_sprung = yield from spring(battle, name, cells)
    if not _is_at(battle, name, here):
        return Passage.OVER
    sting(battle, name, needles)
    yield from clear_ruins(battle)
    if not _is_at(battle, name, here) or (yield from repel(battle, name, repulsion)):
        return Passage.OVER
    return Passage.SPRUNG if is_sprung else Passage.FREE


def _is_at(battle: Battle, name: str, cell: Cell | None) -> bool:
    return battle.stands(name) and battle.figure(name).cell == cell


def spring(battle: Battle, name: str, cells: Sequence[Cell]) -> Flow[bool]:
    """Every trap on these cells applies its effects and is spent, whoever laid it (HV-81)."""
    sprung = [trap for trap in battle.traps if trap.cell in cells]
    for trap in sprung:
        if trap not in battle.traps or not battle.stands(name):
            continue
        take_trap(battle, trap, "sprung")
        source = f"trap:{trap.kind}"
        near = [each for each in beside(battle, [trap.cell]) if each != name]
        effects = _on(battle, battle.library.effects_of(source), near, [trap.cell], name)
        yield from strike_all(battle, giver_of(battle, trap.giver, source, trap.camp), effects)
    return bool(sprung)


def _highest(battle: Battle, cells: Iterable[Cell], key: TerrainKey) -> int:
    """Under a giant the highest level counts (settled)."""
    grounds = (battle.ground_at(cell) for cell in cells)
    return max((ground.level for ground in grounds if ground and ground.key is key), default=0)


def sting(battle: Battle, name: str, level: int) -> None:
    """3L damage on entering a needle mountain (HV-77)."""
    if level > 0:
        amount, named = NEEDLE_DAMAGE * level, TerrainKey.NEEDLES.named
        how = Explanation((Part(named, amount),), amount, "HV-77")
        hurt(battle, battle.figure(name), amount, "HV-77", named, how)
        check_over(battle)


def repel(battle: Battle, name: str, level: int) -> Flow[bool]:
    """Moved L cells in a random one of four directions; landing on another such field goes on (HV-78)."""
    if level < 1:
        return False
    (face,) = yield from roll(name, "HV-78", 1, sides=4)
    direction = list(Direction)[face - 1]
    who = battle.figure(name)
    said = Text(f"harvest.direction.{direction}")
    tell(battle, "repelled", "HV-78", who, faces=(face,), direction=said, level=level, cells=who.cells)
    yield from push(battle, name, direction, _camp(who), level, "HV-78")
    return True


def _camp(figure: Figure) -> Camp:
    """The camp it looks from; a special object looks as the allies do."""
    return figure.camp if isinstance(figure, Combatant) else Camp.ALLY


_FLOWS: Mapping[type[BaseModel], Callable[..., Flow[None]]] = {
    Afflict: give_status,
    Push: _push,
    Revive: revive,
    Terrain: _terrain,
}
"""The effects that may ask or roll."""

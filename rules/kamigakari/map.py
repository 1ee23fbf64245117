"""The square battle map: steps, engagement groups, distances (KG-30, KG-31)."""

from rules.engine.grid import Cell, distance
from rules.kamigakari.entries import Distance
from rules.kamigakari.state import Battle, Combatant

Group = frozenset[str]


def squares(one: Cell, other: Cell) -> int:
    """How far apart: orthogonal steps, for a diagonal costs 2 (KG-30)."""
    return distance(one, other)


def near(battle: Battle, cell: Cell) -> list[Combatant]:
    """Who stands orthogonally next to a square."""
    there = (battle.at(each) for each in battle.grid.neighbours(cell))
    return [each for each in there if each is not None]


def blocked(battle: Battle, who: Combatant) -> set[Cell]:
    """Where she cannot go: somebody stands there, as far as she sees (KG-30, KG-36)."""
    return {each.cell for each in battle.standing_ones() if each.cell is not None and who.sees(each)}


def group_of(battle: Battle, name: str) -> Group:
    """Everybody engaged with her, herself included: orthogonally adjacent characters chain (KG-30)."""
    here = battle[name].cell
    return engaged_on(battle, name, here) if here else frozenset((name,))


def engaged_on(battle: Battle, name: str, cell: Cell) -> Group:
    """Who would be engaged with her if she stood on that square, herself included (KG-30, KG-31).

    Somebody hidden is in nobody else's group (KG-36).
    """
    found, frontier = {name}, [cell]
    while frontier:
        for each in near(battle, frontier.pop()):
            if each.name not in found and each.cell and not each.is_hidden:
                found.add(each.name)
                frontier.append(each.cell)
    return frozenset(found)


def groups(battle: Battle) -> list[Group]:
    """All engagement groups of two or more, in the order of their first members; the hidden are in none."""
    found: list[Group] = []
    for each in battle.standing_ones():
        if not each.is_hidden and not any(each.name in group for group in found):
            group = group_of(battle, each.name)
            found += [group] if len(group) > 1 else []
    return found


def is_held(battle: Battle, name: str) -> bool:
    """Whether she is engaged with an enemy, so that only disengaging leads away; nobody holds the hidden (KG-30)."""
    who = battle[name]
    return not who.is_hidden and any(battle[each].side is not who.side for each in group_of(battle, name))


def within(battle: Battle, who: str, far: Distance, reach: int = 0) -> list[str]:
    """Whom her attack or talent can reach, herself included where she may be, but no hidden enemy (KG-31, KG-36).

    `reach`: squares that items add (KG-13). For "move n" those engaged with her where she stands.
    """
    if far.kind == "self":
        return [who]
    here = battle.able(who)
    assert here.cell is not None
    engaged = group_of(battle, who)
    most = {"engaged": 1 + reach, "squares": far.squares + reach, "move": 0}.get(far.kind)
    return [
        each.name
        for each in battle.standing_ones()
        if each.cell is not None
        and here.sees(each)
        and (
            most is None
            or squares(here.cell, each.cell) <= most
            or (far.kind in ("engaged", "move") and each.name in engaged)
        )
    ]

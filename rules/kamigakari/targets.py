"""Distance and target of an attack (KG-13, KG-31). Choosing may be passed: the attack then fails by itself."""

from collections.abc import Iterable

from rules.engine.choices import Option, Some
from rules.engine.errors import Lapsed
from rules.engine.flow import Flow
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Text
from rules.kamigakari.asking import decide, one_of, place, sided, titles
from rules.kamigakari.map import group_of, within
from rules.kamigakari.movement import ends_up, go, ways_up
from rules.kamigakari.plan import Plan, attack_of, plan
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.verbs import tell


def aim(battle: Battle) -> Flow[None]:
    """Choose the targets, and say at whom it is aimed before anything is rolled (KG-12, KG-13)."""
    attack = attack_of(battle)
    attack.targets = yield from _choose(battle)
    aimed = [each for name in attack.targets if (each := battle.find(name))]
    if aimed:
        tell(
            battle,
            "aims",
            "KG-13",
            battle.able(attack.attacker),
            *aimed,
            targets=titles(aimed),
            reveals=False,
        )


def _choose(battle: Battle) -> Flow[list[str]]:
    """Whom it strikes, nobody where nobody fits; for "move n" she moves up first (KG-13, KG-31)."""
    attack, now = attack_of(battle), plan(battle)
    if now.distance.kind == "move" and not attack.has_moved:
        yield from _move_up(battle)
    if not candidates(battle):
        return []
    if now.target.kind == "area":
        return (yield from _area(battle))
    most = now.target.count if now.target.kind == "characters" else len(battle.combatants)

    def shape(_who: Combatant) -> Some:
        found = _as_options(battle, _still(battle))
        return Some(found, 1, min(most, len(found)), may_pass=True)

    chosen = yield from decide(battle, attack.attacker, "targets", shape)
    if chosen is None:
        _strikes_nobody(battle)
    return _names(chosen)


def _still(battle: Battle) -> list[str]:
    """The candidates there still are. Lapsed when none is left."""
    if found := candidates(battle):
        return found
    raise Lapsed()


def _as_options(battle: Battle, names: Iterable[str]) -> tuple[Option, ...]:
    """Enemies first; a friend is marked as one, for an attack may strike her too."""
    who = battle.able(attack_of(battle).attacker)
    return sided(battle, who, names, first=who.side.other)


def _strikes_nobody(battle: Battle) -> None:
    """No target was wanted of those who fit: the attack fails by itself (KG-13)."""
    tell(battle, "strikes_nobody", "KG-13", battle.able(attack_of(battle).attacker), reveals=False)


def candidates(battle: Battle) -> list[str]:
    """Whom the attack may strike: within its distance, not oneself, no hidden enemy (KG-13, KG-31, KG-36)."""
    attack, now = attack_of(battle), plan(battle)
    near = within(battle, attack.attacker, now.distance, now.reach)
    return [name for name in near if name != attack.attacker]


def in_range(battle: Battle, who: Combatant, now: Plan) -> list[str]:
    """Whom such an attack can come to from here; for "move n" all with whom she can become engaged (KG-13, KG-31)."""
    near = within(battle, who.name, now.distance, now.reach)
    if now.distance.kind != "move":
        return near
    ends = ends_up(battle, who, now.distance.squares + now.reach)
    return list(dict.fromkeys([*near, *(name for group in ends.values() for name in sorted(group))]))


def fits_nobody(battle: Battle) -> bool:
    """Whether an attack that was never rolled failed for want of a target (KG-13)."""
    attack = attack_of(battle)
    is_settled = plan(battle).distance.kind != "move" or attack.has_moved
    return attack.active is None and is_settled and not candidates(battle)


def targets_still_there(battle: Battle) -> Flow[None]:
    """A target that a ruling made illegal is asked again; nobody left: the attack fails (KG-13)."""
    attack = attack_of(battle)
    while gone := targets_gone(battle):
        found = [each for name in gone if (each := battle.find(name))]
        if found and candidates(battle):
            tell(battle, "target_gone", "KG-13", battle.able(attack.attacker), targets=titles(found))
        yield from aim(battle)


def targets_gone(battle: Battle) -> list[str]:
    """The chosen targets that the attack may strike no more (KG-13)."""
    fitting = candidates(battle)
    return [name for name in attack_of(battle).targets if name not in fitting]


def _area(battle: Battle) -> Flow[list[str]]:
    """One square, or any number within one engaged group (KG-31): the first chosen says which group."""
    attacker = attack_of(battle).attacker
    chosen = yield from decide(
        battle, attacker, "area", lambda _who: one_of(_as_options(battle, _still(battle)), may_pass=True)
    )
    if chosen is None:
        _strikes_nobody(battle)
        return []
    first = str(chosen)
    if not _beside(battle, first):
        return [first]

    def shape(_who: Combatant) -> Some:
        found = _as_options(battle, _beside(battle, first))
        return Some(found, 0, len(found), may_pass=True)

    return [first, *_names((yield from decide(battle, attacker, "area_more", shape)))]


def _beside(battle: Battle, first: str) -> list[str]:
    """The other candidates engaged with the first one."""
    group = group_of(battle, first) if battle.find(first) else frozenset()
    return [name for name in candidates(battle) if name in group and name != first]


def _names(chosen: object) -> list[str]:
    return [str(each) for each in chosen] if isinstance(chosen, list) else []


# ---------------------------------------------------------------- move n


def _move_up(battle: Battle) -> Flow[None]:
    """Move up to n squares and become engaged, then the attack is resolved (KG-31); a pass stays."""
    attack = attack_of(battle)
    if _ends(battle, battle.able(attack.attacker)):
        chosen = yield from decide(
            battle, attack.attacker, "move_up", lambda who: one_of(_ends(battle, who), may_pass=True)
        )
        if chosen is not None:
            who = battle.able(attack.attacker)
            way = [cell_at(label) for label in ways_up(battle, who, _far(battle)).way_to(str(chosen))]
            yield from go(battle, who.name, "up", way)
    attack.has_moved = True


def _far(battle: Battle) -> int:
    now = plan(battle)
    return now.distance.squares + now.reach


def _ends(battle: Battle, who: Combatant) -> list[Option]:
    """Squares where she would be engaged with enemies, each saying with whom; without any, those beside friends."""
    found = ends_up(battle, who, _far(battle))
    enemies = {
        cell: [name for name in group if battle[name].side is not who.side] for cell, group in found.items()
    }
    if any(enemies.values()):
        return [_end(battle, cell, names) for cell, names in enemies.items() if names]
    return [_end(battle, cell, group - {who.name}) for cell, group in found.items() if len(group) > 1]


def _end(battle: Battle, cell: Cell, names: Iterable[str]) -> Option:
    beside = titles(battle[name] for name in sorted(names))
    return place(cell, Text("kamigakari.option.engaged_there", {"names": beside}))

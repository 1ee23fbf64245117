"""What somebody may do in the own turn: attack, use talents and items, shake a status off (KG-32, KG-33, KG-36)."""

from collections.abc import Iterable, Iterator, Mapping

from rules.engine.choices import Option
from rules.engine.text import Param, Text
from rules.kamigakari.asking import thing
from rules.kamigakari.descriptions import describe, describe_attack
from rules.kamigakari.entries import ALONE, MYSELF, Distance, Item, Talent, Target, Weapon
from rules.kamigakari.map import within
from rules.kamigakari.movement import Move, in_reach, moves, squares_of
from rules.kamigakari.plan import plan_of
from rules.kamigakari.state import Battle, Combatant, Status
from rules.kamigakari.talents import usable
from rules.kamigakari.targets import in_range
from rules.kamigakari.terms import AttackKind, StatusKey, Timing

CURED_BY: Mapping[StatusKey, Timing] = {
    StatusKey.PRONE: Timing.PREPARATION,
    StatusKey.POISON: Timing.PREPARATION,
    StatusKey.DARK: Timing.ATTACK,
    StatusKey.PAIN: Timing.ATTACK,
    StatusKey.PARALYSIS: Timing.END,
}
"""The timing that is spent on ending a status (KG-36)."""


def options(battle: Battle, who: Combatant) -> Iterator[Option]:
    """What she may do now: move, prepare, attack, shake a status off; nothing in a faint."""
    if who.status(StatusKey.FAINT):
        return
    yield from (_as_move(battle, who, move) for move in moves(battle, who))
    for timing in (Timing.PREPARATION, Timing.ATTACK):
        if timing not in who.spent:
            yield from (_as_deed(battle, who, timing, each) for each in _deeds(battle, who, timing))
            yield from cures(who, timing)


def _deeds(battle: Battle, who: Combatant, timing: Timing) -> list[str]:
    return attacks(battle, who) if timing is Timing.ATTACK else usable(battle, who, timing)


def _as_move(battle: Battle, who: Combatant, move: Move) -> Option:
    """With the squares it leads to."""
    note = Text(f"kamigakari.option.{move}.note", {"squares": squares_of(battle, who, move)})
    cells = tuple(cell.label for cell in in_reach(battle, who, move))
    return Option(f"move:{move}", Text(f"kamigakari.option.{move}"), note, cells)


def _as_deed(battle: Battle, who: Combatant, timing: Timing, source: str) -> Option:
    """With the timing it spends, how far and whom it reaches, what it costs and does; an attack in vain says so."""
    reached = _reached(battle, who, source)
    key = "in_vain" if is_attack(battle.library.entry(source)) and not reached else timing
    said: dict[str, Param] = {"reach": _how_far(battle, who, source), "does": _does(battle, who, source)}
    return thing(source, battle.library.title_of(source), Text(f"kamigakari.deed.{key}", said), _lit(reached))


def with_weapon(battle: Battle, who: Combatant, source: str, id: str) -> Option:
    """A weapon to make an attack with: how far and whom it reaches so, what it does (KG-10)."""
    now = plan_of(battle, who, source, id)
    said: dict[str, Param] = {
        "reach": reach_said(now.distance, now.target, now.reach),
        "does": describe_attack(battle, who, source, id),
    }
    reached = _enemies(battle, who, in_range(battle, who, now))
    return thing(id, battle.library.weapons[id].title, Text("kamigakari.deed.weapon", said), _lit(reached))


def _does(battle: Battle, who: Combatant, source: str) -> Text:
    """What it does as things stand; where weapons differ in that, what it says of itself."""
    if not is_attack(battle.library.entry(source)):
        return describe(battle, source)
    first, *others = (describe_attack(battle, who, source, id) for id in _weapons_for(battle, who, source))
    return first if all(each == first for each in others) else describe(battle, source, who.dicing)


def _how_far(battle: Battle, who: Combatant, source: str) -> Text:
    """Distance and target, with what items add to an attack's (KG-13, KG-31)."""
    entry = battle.library.entry(source)
    if isinstance(entry, Item):
        return reach_said(MYSELF, ALONE)
    if not is_attack(entry):
        return reach_said(entry.distance, entry.target)
    first, *others = (plan_of(battle, who, source, id) for id in _weapons_for(battle, who, source))
    is_one = all(each.distance == first.distance for each in others)
    return reach_said(first.distance if is_one else entry.distance, first.target, first.reach)


def is_attack(entry: Weapon | Item | Talent) -> bool:
    """Whether it is a weapon, or a talent that attacks (KG-10)."""
    return isinstance(entry, Weapon) or (isinstance(entry, Talent) and entry.strike is not None)


def _reached(battle: Battle, who: Combatant, source: str) -> list[Combatant]:
    """The others whom it reaches from here; the enemies, where it attacks (KG-13, KG-31)."""
    entry = battle.library.entry(source)
    if isinstance(entry, Item):
        return []
    if isinstance(entry, Talent) and entry.strike is None:
        names = within(battle, who.name, entry.distance)
        return [battle[name] for name in names if name != who.name]
    plans = [plan_of(battle, who, source, id) for id in _weapons_for(battle, who, source)]
    names = [name for each in plans for name in in_range(battle, who, each)]
    return _enemies(battle, who, names)


def _enemies(battle: Battle, who: Combatant, names: Iterable[str]) -> list[Combatant]:
    return [battle[name] for name in dict.fromkeys(names) if battle[name].side is not who.side]


def _weapons_for(battle: Battle, who: Combatant, source: str) -> list[str]:
    """The weapons an attack may be made with; "" where it is made without one."""
    kind, _, id = source.partition(":")
    if kind == "weapon":
        return [id]
    strike = battle.library.talents[id].strike
    return fitting_weapons(battle, who, source) if strike and strike.weapon else [""]


def _lit(found: Iterable[Combatant]) -> tuple[str, ...]:
    return tuple(each.cell.label for each in found if each.cell)


def reach_said(distance: Distance, target: Target, more: int = 0) -> Text:
    """Distance and target in words, with the squares that items add (KG-13, KG-31)."""
    if distance.kind == "self":
        return Text("kamigakari.distance.self")
    far = Text(f"kamigakari.distance.{distance.kind}", {"squares": distance.squares + more})
    if more and distance.kind == "engaged":
        far = Text("kamigakari.distance.engaged_or", {"squares": 1 + more})
    elif more and distance.kind == "weapon":
        far = Text("kamigakari.distance.weapon_and", {"squares": more})
    return Text(f"kamigakari.target.{target.kind}", {"distance": far, "count": target.count})


def cures(who: Combatant, timing: Timing) -> Iterator[Option]:
    """The statuses that she may end by spending that timing (KG-36)."""
    return (_as_cure(each) for each in who.statuses if CURED_BY.get(each.key) is timing)


def _as_cure(status: Status) -> Option:
    """Poison asks for an endurance check too (KG-36)."""
    note = Text(f"kamigakari.option.cure.{status.key}", {"strength": status.strength})
    return Option(f"cure:{status.key}", Text("kamigakari.option.cure", {"status": status.key.named}), note)


# ---------------------------------------------------------------- attacks


def attacks(battle: Battle, who: Combatant) -> list[str]:
    """Weapon attacks and talents of the attack timing; after a combat move none that is ranged or magic (KG-34)."""
    weapons = [
        f"weapon:{id}" for id in dict.fromkeys(who.weapons) if _may_swing(battle, battle.library.weapons[id])
    ]
    return weapons + [each for each in usable(battle, who, Timing.ATTACK) if _may_still(battle, who, each)]


def _may_swing(battle: Battle, weapon: Weapon) -> bool:
    """Whether a weapon of that kind may be used now (KG-34)."""
    return battle.may_shoot or weapon.kind == "melee"


def _may_still(battle: Battle, who: Combatant, source: str) -> bool:
    """A physical attack without a weapon that reaches beyond those engaged is ranged; a special one is neither."""
    kind, _, id = source.partition(":")
    talent = battle.library.talents[id] if kind == "talent" else None
    if talent is None or talent.strike is None:
        return True
    if talent.strike.weapon:
        return bool(fitting_weapons(battle, who, source))
    is_melee = talent.strike.kind is AttackKind.PHYSICAL and talent.distance.kind in ("engaged", "move")
    return battle.may_shoot or is_melee or talent.strike.kind is AttackKind.SPECIAL


def fitting_weapons(battle: Battle, who: Combatant, source: str) -> list[str]:
    """The equipped weapons that a weapon talent can be used with: of its kind, and free to be used now (KG-10)."""
    strike = battle.library.talents[source.partition(":")[2]].strike
    assert strike is not None
    is_magic = strike.kind is AttackKind.MAGIC
    found = ((id, battle.library.weapons[id]) for id in dict.fromkeys(who.weapons))
    return [id for id, weapon in found if (weapon.kind == "magic") == is_magic and _may_swing(battle, weapon)]

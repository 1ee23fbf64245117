"""Magic: abilities, and healing by MP (MG-24, MG-53)."""

from collections.abc import Callable
from dataclasses import replace

from rules.engine.choices import Amount, Option
from rules.engine.flow import Flow
from rules.engine.grid import Cell, cell_at
from rules.engine.text import Text
from rules.magical_girls.asking import decide, foes_first, one_of, people, places, word
from rules.magical_girls.attack import strike
from rules.magical_girls.costs import SMALL, can_pay, costs, pay, price
from rules.magical_girls.effects import AnyEffect, Boost, Extra, Points, Shove
from rules.magical_girls.entries import Ability
from rules.magical_girls.map import METRES, cells_between, sees, within
from rules.magical_girls.numbers import is_overladen, mp_a_round
from rules.magical_girls.relevance import serves
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Wound
from rules.magical_girls.verbs import Means, heal, names, set_wound, show, spend_mp, tell, tell_if_out
from rules.magical_girls.workings import run_all

ELSEWHERE = "elsewhere"
"""To aim an area where she sees nobody."""
LIGHT_MP, SEVERE_MP = 1, 2
"""MP that a wound costs to heal (MG-53)."""


def may_use(battle: Battle, who: Combatant, ability: Ability) -> bool:
    """DP and MP, no more MP a round than EMO / 5 but for healing, and somebody it does something to (MG-24)."""
    left = ability.is_healing or who.mp_spent + ability.mp <= mp_a_round(who)
    return (
        left
        and ability.mp <= who.mp
        and can_pay(battle, who, ability.dp)
        and (may_guess(ability) or bool(aims(battle, who, ability)))
    )


def may_guess(ability: Ability) -> bool:
    """Whether it may be aimed at what she does not see: an area that harms may hold somebody hidden (MG-27)."""
    return ability.target == "area" and (ability.strike is not None or ability.spares)


def only_aim(battle: Battle, who: Combatant, ability: Ability) -> str:
    """Where there is nothing to choose: around herself, or the only one in reach, if it is meant for such."""
    if ability.target == "area":
        return "" if ability.reach else who.cell.label
    found = aims(battle, who, ability)
    if len(found) != 1 or (ability.target == "one" and not _is_meant_for(ability, who, battle[found[0]])):
        return ""
    return found[0]


def _is_meant_for(ability: Ability, who: Combatant, whom: Combatant) -> bool:
    """Whether it does friends nothing but good, and foes none."""
    does_good = {_does_good(each) for each in ability.effects} if ability.strike is None else {False}
    return does_good <= {whom.side is who.side}


def _does_good(effect: AnyEffect) -> bool:
    match effect:
        case Boost():
            return effect.dice > 0
        case Extra() | Points():
            return effect.amount > 0
    return not isinstance(effect, Shove)


def aims(battle: Battle, who: Combatant, ability: Ability) -> list[str]:
    """What it can be aimed at: herself, somebody in reach, the middle of an area that holds somebody she sees.

    Nothing to which it would do nothing.
    """
    reach = ability.reach // METRES
    match ability.target:
        case "self":
            return [who.name] if serves(battle, who, ability, [who.name]) else []
        case "one":
            near = [each for each in touched(battle, who, ability, who.cell, reach) if sees(who, each)]
            return [each.name for each in near if serves(battle, who, ability, [each.name])]
    cells = within(battle, who.cell, reach)
    return [each.label for each in cells if serves(battle, who, ability, struck(battle, who, ability, each))]


def struck(battle: Battle, who: Combatant, ability: Ability, middle: Cell) -> list[str]:
    """Whom she sees that an area around that cell holds."""
    return [each.name for each in _around(battle, who, ability, middle) if sees(who, each)]


def touched(battle: Battle, who: Combatant, ability: Ability, middle: Cell, cells: int) -> list[Combatant]:
    """Whom it may work on so near a cell: an attack neither its user nor the dying, a sparing one no friends.

    What is for others never its user.
    """
    return [
        each
        for each in battle.combatants
        if cells_between(middle, each.cell) <= cells
        and not (ability.strike and (each is who or each.is_out))
        and not (ability.for_others and each is who)
        and not (ability.spares and each.side is who.side)
    ]


def _around(battle: Battle, who: Combatant, ability: Ability, middle: Cell) -> list[Combatant]:
    """Whom an area around that cell holds, the hidden too if they are there."""
    return touched(battle, who, ability, middle, ability.radius // METRES)


def use(battle: Battle, name: str, id: str) -> Flow[None]:
    """Aim it, pay DP and MP, then let it strike or work (MG-24)."""
    ability = battle.library.abilities[id]
    aim = yield from _aimed(battle, name, ability)
    if aim is None:
        return
    who = battle.able(name)
    paid = pay(battle, who, ability.dp)
    spend_mp(who, ability.mp)
    who.mp_spent += 0 if ability.is_healing else ability.mp
    show(battle, who)
    tell(battle, "casts", "MG-24", who, is_secret=True, source=_title(ability), dp=paid, mp=ability.mp)
    targets = _caught(battle, who, ability, cell_at(aim)) if ability.target == "area" else [aim]
    if not targets:
        tell(battle, "strikes_nobody", "MG-24", who, cells=(cell_at(aim),), cell=aim)
    elif ability.strike and ability.target == "area":
        reach = ability.radius // METRES
        yield from strike(battle, name, f"ability:{id}", targets, reach=reach, middle=aim, is_area=True)
    elif ability.strike:
        yield from strike(battle, name, f"ability:{id}", targets, reach=ability.reach // METRES)
    else:
        yield from run_all(battle, name, ability, targets, aim)
    if found := battle.find(name):
        tell_if_out(battle, found)


def _aimed(battle: Battle, name: str, ability: Ability) -> Flow[str | None]:
    """Somebody, or the cell in the middle of an area; nothing is paid before it is chosen."""
    if only := only_aim(battle, battle.able(name), ability):
        return only
    if ability.target == "area" and not aims(battle, battle.able(name), ability):
        return (yield from _ask_aim(battle, name, ability, lambda who: _anywhere(battle, who, ability)))
    chosen = yield from _ask_aim(battle, name, ability, lambda who: _seen_aims(battle, who, ability))
    if chosen == ELSEWHERE:
        return (yield from _ask_aim(battle, name, ability, lambda who: _anywhere(battle, who, ability)))
    return chosen


def _seen_aims(battle: Battle, who: Combatant, ability: Ability) -> list[Option]:
    """Those whom she sees, or cells that hold some; for an area also another cell, where somebody may hide."""
    found = aims(battle, who, ability)
    if ability.target != "area":
        seen = [battle[each] for each in found]
        return list(foes_first(who, seen) if ability.strike else people(seen))
    cells = sorted(map(cell_at, found), key=lambda cell: _promise(battle, who, ability, cell))
    elsewhere = [word("elsewhere")] if may_guess(ability) else []
    return [*(_middle(battle, who, ability, cell) for cell in cells), *elsewhere]


def _promise(battle: Battle, who: Combatant, ability: Ability, middle: Cell) -> tuple[int, int]:
    """Cells that hold most of those whom it is meant for, and fewest others, come first; then the nearest."""
    held = [battle[name] for name in struck(battle, who, ability, middle)]
    meant = sum(_is_meant_for(ability, who, each) for each in held)
    return len(held) - 2 * meant, cells_between(who.cell, middle)


def _anywhere(battle: Battle, who: Combatant, ability: Ability) -> list[Option]:
    """All cells in reach, whether she sees anybody there or not (MG-27)."""
    return [_middle(battle, who, ability, cell) for cell in within(battle, who.cell, ability.reach // METRES)]


def _ask_aim(
    battle: Battle, name: str, ability: Ability, choices: Callable[[Combatant], list[Option]]
) -> Flow[str | None]:
    chosen = yield from decide(
        battle,
        name,
        "aim",
        lambda who: one_of(choices(who), may_pass=True),
        holds=lambda who: may_use(battle, who, ability),
        source=_title(ability),
        dp=price(battle, battle.able(name), ability.dp),
    )
    return None if chosen is None else str(chosen)


def _middle(battle: Battle, who: Combatant, ability: Ability, cell: Cell) -> Option:
    """The middle of an area, with whom of those she sees it would hold."""
    held = [battle[each] for each in struck(battle, who, ability, cell)]
    (place,) = places([cell])
    if not held:
        return place
    note = Text("magical_girls.note.holds", {"who": names(held)})
    return replace(place, note=note, shows=tuple(dict.fromkeys(each.cell.label for each in held)))


def _caught(battle: Battle, who: Combatant, ability: Ability, middle: Cell) -> list[str]:
    """Whom the area holds; the hidden whom it strikes are found (MG-27)."""
    found = _around(battle, who, ability, middle)
    for each in found:
        if ability.strike or each.side is not who.side:
            show(battle, each)
    return [each.name for each in found]


def _title(ability: Ability) -> Text:
    return Text("magical_girls.name", {"name": ability.title})


# ---------------------------------------------------------------- healing by MP


def may_heal(battle: Battle, who: Combatant) -> bool:
    """A small action; who is severely wounded may still spend MP on herself (MG-53, settled)."""
    if is_overladen(battle, who) or who.dp < price(battle, who, SMALL) or who.mp < 1:
        return False
    return who.wound is Wound.SEVERE or can_pay(battle, who, SMALL)


def cures(battle: Battle, who: Combatant, healer: Combatant) -> list[Option]:
    """What MP can heal of her, each with its price: a wound, or HP one for one (MG-53)."""
    found = list[Option]()
    mp = {Wound.LIGHT: LIGHT_MP, Wound.SEVERE: SEVERE_MP}.get(who.wound, 0)
    if mp and mp <= healer.mp:
        said = Text("magical_girls.option.heal_wound", {"who": who.title, "wound": who.wound.named})
        found.append(Option(f"wound:{who.name}", said, costs(battle, healer, SMALL, mp), (who.cell.label,)))
    if most := most_points(who, healer):
        said = Text("magical_girls.option.heal_hp", {"who": who.title, "most": most})
        note = Text("magical_girls.price.mp_each", {"dp": price(battle, healer, SMALL)})
        found.append(Option(f"hp:{who.name}", said, note, (who.cell.label,)))
    return found


def most_points(who: Combatant, healer: Combatant) -> int:
    """HP that she lacks and the healer's MP can give her (MG-53)."""
    return min(who.max_hp - who.hp, healer.mp)


def healable(battle: Battle, healer: Combatant) -> list[Option]:
    """Herself, and friends in the own and the neighbour cells unless she is severely wounded."""
    near = (
        [healer]
        if healer.wound is Wound.SEVERE
        else [
            each
            for each in battle.combatants
            if each.side is healer.side and cells_between(each.cell, healer.cell) <= 1
        ]
    )
    return [option for each in near for option in cures(battle, each, healer)]


def heal_with_mp(battle: Battle, name: str) -> Flow[None]:
    """HP 1 for 1 MP, a light wound 1 MP, a severe one 2 MP (MG-53)."""
    chosen = yield from decide(
        battle,
        name,
        "heal",
        lambda who: one_of(healable(battle, who), may_pass=True),
        holds=lambda who: may_heal(battle, who),
    )
    if chosen is None:
        return
    what, _, whom = str(chosen).partition(":")
    points = (yield from _points(battle, name, whom)) if what == "hp" else 0
    if points is None:
        return
    healer, who = battle.able(name), battle[whom]
    paid = pay(battle, healer, SMALL)
    show(battle, healer)
    mp = points or (SEVERE_MP if who.wound is Wound.SEVERE else LIGHT_MP)
    spend_mp(healer, mp)
    by = Means(healer, paid, mp)
    if points:
        heal(battle, who, points, "MG-53", by=by)
    else:
        set_wound(battle, who, Wound.NONE, "MG-53", by)
    tell_if_out(battle, healer)


def _points(battle: Battle, name: str, whom: str) -> Flow[int | None]:
    """How many of the HP that can be healed (MG-53)."""
    chosen = yield from decide(
        battle,
        name,
        "heal_points",
        lambda healer: Amount(1, most_points(battle[whom], healer), may_pass=True),
        holds=lambda healer: (
            may_heal(battle, healer) and any(each.id == f"hp:{whom}" for each in healable(battle, healer))
        ),
        whom=battle[whom].title,
    )
    return None if chosen is None else int(str(chosen))

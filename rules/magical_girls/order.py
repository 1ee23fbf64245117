"""Initiative: one DEX check each, ties settled, the wounded last (MG-11 to MG-13)."""

from collections.abc import Iterator
from itertools import groupby

from rules.engine.choices import Order, Value
from rules.engine.flow import GM, Ask, Flow, Need, ask_one, roll
from rules.magical_girls.asking import people, put
from rules.magical_girls.checks import check
from rules.magical_girls.state import Battle, Check, Combatant
from rules.magical_girls.terms import Attribute, Wound
from rules.magical_girls.verbs import tell

DEXTERITY = f"attribute:{Attribute.DEX}"
Party = list[str]
"""Who shares a check, by name: one, or a wing of alike creatures (MG-11)."""


def initiative(battle: Battle) -> Flow[None]:
    """High is the better success level, then the lower roll; the order stays for the whole fight (MG-11)."""
    found = list[tuple[Check, Party]]()
    for party in parties(battle):
        found.append(((yield from check(battle, party[0], DEXTERITY, "initiative", "MG-11")), party))
    found.sort(key=lambda each: _rank(each[0]))
    order = Party()
    for _rank_of, tied in groupby(found, key=lambda each: _rank(each[0])):
        order += yield from settled(battle, [party for _check, party in tied])
    battle.order = [name for name in order if battle.find(name)]
    tell(battle, "order", "MG-11")


def _rank(found: Check) -> tuple[int, int]:
    return found.level.place, found.roll


def parties(battle: Battle) -> list[Party]:
    """Everybody, wings together."""
    found: dict[str, Party] = {}
    for each in battle.combatants:
        found.setdefault(each.wing or f"{each.name}.", []).append(each.name)
    return list(found.values())


def settled(battle: Battle, tied: list[Party]) -> Flow[Party]:
    """Players order their own ties, the keeper all others; or d100 are rolled, the higher first (MG-12)."""
    if len(tied) < 2:
        return [name for party in tied for name in party]
    firsts = [party[0] for party in tied]
    chosen = yield from _ask(battle, firsts)
    if isinstance(chosen, list):
        by_first = {party[0]: party for party in tied}
        return [name for first in chosen for name in by_first[first]]
    rolled = list[tuple[int, Party]]()
    for party in tied:
        faces = yield from roll(party[0], "MG-12", 1, 100)
        if found := battle.find(party[0]):
            tell(battle, "tie_roll", "MG-12", found, faces=faces, roll=faces[0])
        rolled.append((faces[0], party))
    rolled.sort(key=lambda each: -each[0])
    order = Party()
    for _face, again in groupby(rolled, key=lambda each: each[0]):
        order += yield from settled(battle, [party for _roll, party in again])
    return order


def _ask(battle: Battle, firsts: Party) -> Flow[Value]:
    """A pass lets dice decide."""

    def make() -> Ask:
        now = [found for name in firsts if (found := battle.find(name))]
        players = all(each.is_player for each in now)
        seats = dict.fromkeys(each.seat for each in now) if players else {GM: None}
        shape = Order(people(now), may_pass=True)
        return put(battle, "tie", dict.fromkeys(seats, shape), None, tuple(firsts), Need.FIRST)

    return (yield from ask_one(make))


# ---------------------------------------------------------------- whose turn


def in_order(battle: Battle) -> list[Combatant]:
    """Everybody as the order stands now: the wounded last, in their old relative order (MG-13)."""
    known = [found for name in battle.order if (found := battle.find(name))]
    return sorted(known, key=lambda each: each.wound is not Wound.NONE)


def waiting(battle: Battle) -> Iterator[Combatant]:
    """Who has not acted this round and is not out; the healed come next when their place has gone (MG-13)."""
    return (each for each in in_order(battle) if each.name not in battle.acted and not each.is_out)


def arrives(battle: Battle, who: Combatant) -> None:
    """A newcomer stands last in the order."""
    battle.order.append(who.name)

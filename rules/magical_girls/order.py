"""Initiative: one DEX check each, ties settled, the wounded last (MG-11 to MG-13)."""

from collections.abc import Iterator
from itertools import groupby

from rules.engine.choices import Order, Value
from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import GM, Ask, Flow, Need, Offer, OfferView, ask_one, frame, nothing, roll
from rules.engine.text import Text
from rules.magical_girls.asking import people, put
from rules.magical_girls.checks import check
from rules.magical_girls.state import Battle, Check, Combatant
from rules.magical_girls.terms import Attribute, Wound
from rules.magical_girls.verbs import tell

DEXTERITY = f"attribute:{Attribute.DEX}"
Party = list[str]
"""Who shares a check, by name: one, or a wing of alike creatures (MG-11)."""


def initiative(battle: Battle) -> Flow[None]:
    """High is the better success level, then the lower roll; the order stays for the whole fight (MG-11).

    The dying roll nothing and stand last.
    """
    found = list[tuple[Check, Party]]()
    for party in parties(battle):
        if first := next((name for name in party if battle.stands(name)), None):
            found.append(((yield from check(battle, first, DEXTERITY, "initiative", "MG-11")), party))
    found.sort(key=lambda each: _rank(each[0]))
    order = Party()
    for _rank_of, tied in groupby(found, key=lambda each: _rank(each[0])):
        order += yield from untied(battle, [party for _check, party in tied])
    everybody = [*order, *(each.name for each in battle.combatants)]
    battle.order = [name for name in dict.fromkeys(everybody) if battle.find(name)]
    tell(battle, "order", "MG-11")


def _rank(found: Check) -> tuple[int, int]:
    return found.level.place, found.roll


def parties(battle: Battle) -> list[Party]:
    """Everybody, wings together."""
    found: dict[str, Party] = {}
    for each in battle.combatants:
        found.setdefault(each.wing or f"{each.name}.", []).append(each.name)
    return list(found.values())


def untied(battle: Battle, tied: list[Party]) -> Flow[Party]:
    """Players order their own ties, the keeper all others; or d100 are rolled, the higher first (MG-12)."""
    chosen = None
    if len(tied) > 1:
        chosen = yield from frame(Frame.ACTION, _ask(battle, tied))
    tied = _present(battle, tied)
    if isinstance(chosen, list):
        return [name for first in chosen for party in tied if first in party for name in party]
    if len(tied) < 2:
        return [name for party in tied for name in party]
    return (yield from _by_dice(battle, tied))


def _by_dice(battle: Battle, tied: list[Party]) -> Flow[Party]:
    """A d100 each, the higher first; who is equal again is settled again (MG-12)."""
    rolled = list[tuple[int, Party]]()
    for party in tied:
        faces = yield from roll(party[0], "MG-12", 1, 100)
        tell(battle, "tie_roll", "MG-12", battle[party[0]], faces=faces, roll=faces[0])
        rolled.append((faces[0], party))
    rolled.sort(key=lambda each: -each[0])
    order = Party()
    for _face, again in groupby(rolled, key=lambda each: each[0]):
        order += yield from untied(battle, [party for _roll, party in again])
    return order


def _present(battle: Battle, tied: list[Party]) -> list[Party]:
    """Those of each party who are still in the fight."""
    there = ([name for name in party if battle.find(name)] for party in tied)
    return [party for party in there if party]


def _ask(battle: Battle, tied: list[Party]) -> Flow[Value]:
    """A pass lets dice decide; where players may order, the keeper may call for dice meanwhile (MG-12)."""
    called_for = list[str]()

    def make() -> Ask:
        now = [battle[party[0]] for party in _present(battle, tied)]
        if called_for or len(now) < 2:
            raise Lapsed()
        shape = Order(people(now), may_pass=True)
        subjects = tuple(each.name for each in now)
        if not all(each.is_player for each in now):
            return put(battle, "tie", {GM: shape}, None, subjects)
        dice = OfferView("tie_dice", GM, Text("magical_girls.offer.tie_dice"))
        seats = dict.fromkeys((each.seat for each in now), shape)
        return put(
            battle, "tie", seats, None, subjects, Need.FIRST, offers=(Offer(dice, lambda _value: call()),)
        )

    def call() -> Flow[None]:
        called_for.append(GM)
        yield from nothing()

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

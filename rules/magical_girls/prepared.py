"""Prepared actions wait for a stated trigger, which the player or the keeper calls (MG-32)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.choices import Words
from rules.engine.errors import Frame
from rules.engine.flow import GM, Flow, Offer, OfferView, Seat, frame
from rules.engine.text import Param, Text
from rules.magical_girls.actions import act, can_begin, options, said
from rules.magical_girls.asking import decide, one_of
from rules.magical_girls.costs import SMALL, can_pay, pay
from rules.magical_girls.free import LETTERS, act_freely
from rules.magical_girls.state import Battle, Combatant, Prepared
from rules.magical_girls.verbs import tell

FREE = "free"
"""What may be prepared in one's own words."""


def prepare(battle: Battle, name: str) -> Flow[bool]:
    """1 DP for an action and its trigger; the action's own price is paid when it comes (MG-32). Whether she did."""
    chosen = yield from decide(
        battle,
        name,
        "prepare",
        lambda who: one_of(options(battle, who, is_prepared=True), may_pass=True),
        holds=lambda who: can_pay(battle, who, SMALL),
    )
    if chosen is None:
        return False
    words = (yield from _in_own_words(battle, name)) if chosen == FREE else ""
    if words is None:
        return False
    trigger = yield from decide(
        battle, name, "trigger", lambda _who: Words(LETTERS), holds=lambda who: can_pay(battle, who, SMALL)
    )
    if trigger is None:
        return False
    who = battle.able(name)
    paid = pay(battle, who, SMALL)
    who.prepared = Prepared(str(chosen), str(trigger), words)
    tell(battle, "prepares", "MG-32", who, is_secret=True, dp=paid)
    tell(
        battle,
        "prepared_for",
        "MG-32",
        who,
        seen_by=(who.seat,),
        action=waits_to(battle, who.prepared),
        trigger=str(trigger),
    )
    return True


def _in_own_words(battle: Battle, name: str) -> Flow[str | None]:
    """What she will do when the moment comes, if it is not a listed action."""
    words = yield from decide(
        battle, name, "free", lambda _who: Words(LETTERS), holds=lambda who: can_pay(battle, who, SMALL)
    )
    return None if words is None else str(words)


def waits_to(battle: Battle, waiting: Prepared) -> Param:
    """What somebody has prepared: the action's name, or what she will do in her own words."""
    if not waiting.words:
        return said(battle, waiting.action)
    return Text("magical_girls.prepared_words", {"words": waiting.words})


def triggers(battle: Battle) -> Iterator[Offer]:
    """While any question is open: a call for each prepared action, for its player and for the keeper.

    Not amid an emergency reaction of her own, whose actions cost double (settled: normal price).
    """
    for who in battle.combatants:
        waits = who.prepared and not who.prepared.is_called
        if who.prepared and waits and not who.is_out and who.name not in battle.emergencies:
            for seat in dict.fromkeys((who.seat, GM)):
                yield _offer(battle, who, who.prepared, seat)


def _offer(battle: Battle, who: Combatant, waiting: Prepared, seat: Seat) -> Offer:
    name = who.name
    told: dict[str, Param] = {
        "who": who.title,
        "action": waits_to(battle, waiting),
        "trigger": waiting.trigger,
    }
    is_possible = can_begin(battle, who, waiting.action)
    label = Text("magical_girls.offer.trigger" if is_possible else "magical_girls.offer.trigger_fails", told)
    return Offer(OfferView(f"trigger:{name}", seat, label), lambda _value: _called(battle, name))


def _called(battle: Battle, name: str) -> Flow[None]:
    """The trigger has come: normal price, no emergency; not enough DP and it fails (MG-32, settled).

    Given up before it is paid for, it goes on waiting.
    """
    who = battle.able(name)
    if (waiting := who.prepared) is None:
        return
    tell(battle, "triggered", "MG-32", who, trigger=waiting.trigger)
    if not can_begin(battle, who, waiting.action):
        who.prepared = None
        tell(battle, "prepared_fails", "MG-32", who)
        return
    who.prepared = replace(waiting, is_called=True)
    is_kept = False
    try:
        yield from frame(Frame.REACTION, _carried_out(battle, name, waiting))
    finally:
        is_kept = _waits_on(battle, name, waiting)
    if is_kept:
        tell(battle, "waits_on", "MG-32", battle[name])


def _carried_out(battle: Battle, name: str, waiting: Prepared) -> Flow[None]:
    """What she said in her own words, or one of the actions there are."""
    if waiting.words:
        yield from act_freely(battle, name, waiting.words)
    else:
        yield from act(battle, name, waiting.action)


def _waits_on(battle: Battle, name: str, waiting: Prepared) -> bool:
    """Whether what was called was not paid for, and waits as before."""
    who = battle.find(name)
    if who is None or who.prepared is None or not who.prepared.is_called:
        return False
    who.prepared = waiting
    return True

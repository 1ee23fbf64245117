"""Prepared actions wait for a stated trigger, which the player or the keeper calls (MG-32)."""

from collections.abc import Iterator

from rules.engine.choices import Words
from rules.engine.errors import Frame
from rules.engine.flow import GM, Flow, Offer, OfferView, Seat, frame
from rules.engine.text import Text
from rules.magical_girls.actions import act, can_begin, options, said
from rules.magical_girls.asking import decide, one_of
from rules.magical_girls.costs import SMALL, can_pay, pay
from rules.magical_girls.free import LETTERS
from rules.magical_girls.state import Battle, Combatant, Prepared
from rules.magical_girls.verbs import tell


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
    trigger = yield from decide(
        battle, name, "trigger", lambda _who: Words(LETTERS), holds=lambda who: can_pay(battle, who, SMALL)
    )
    if trigger is None:
        return False
    who = battle.able(name)
    paid = pay(battle, who, SMALL)
    who.prepared = Prepared(str(chosen), str(trigger))
    tell(battle, "prepares", "MG-32", who, is_secret=True, dp=paid)
    tell(
        battle,
        "prepared_for",
        "MG-32",
        who,
        seen_by=(who.seat,),
        action=said(battle, str(chosen)),
        trigger=str(trigger),
    )
    return True


def triggers(battle: Battle) -> Iterator[Offer]:
    """While any question is open: a call for each prepared action, for its player and for the keeper.

    Not amid an emergency reaction of her own, whose actions cost double (settled: normal price).
    """
    for who in battle.combatants:
        if who.prepared and not who.is_out and who.name not in battle.emergencies:
            for seat in dict.fromkeys((who.seat, GM)):
                yield _offer(battle, who, who.prepared, seat)


def _offer(battle: Battle, who: Combatant, waiting: Prepared, seat: Seat) -> Offer:
    name = who.name
    label = Text(
        "magical_girls.offer.trigger",
        {"who": who.title, "action": said(battle, waiting.action), "trigger": waiting.trigger},
    )
    return Offer(OfferView(f"trigger:{name}", seat, label), lambda _value: _called(battle, name))


def _called(battle: Battle, name: str) -> Flow[None]:
    """The trigger has come: normal price, no emergency; not enough DP and it fails (MG-32, settled)."""
    who = battle.able(name)
    waiting, who.prepared = who.prepared, None
    if waiting is None:
        return
    tell(battle, "triggered", "MG-32", who, trigger=waiting.trigger)
    if not can_begin(battle, who, waiting.action):
        tell(battle, "prepared_fails", "MG-32", who)
        return
    yield from frame(Frame.REACTION, act(battle, name, waiting.action))

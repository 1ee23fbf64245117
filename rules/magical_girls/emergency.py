"""Emergency reactions and protecting friends: asked of the keeper at any moment (MG-44, MG-45)."""

from rules.engine.choices import Option
from rules.engine.errors import Frame, NotAllowed
from rules.engine.flow import Flow, frame
from rules.engine.text import Text
from rules.magical_girls.actions import act, attacks, can_hide, has_any, hide_dp, options
from rules.magical_girls.asking import decide, one_of, person
from rules.magical_girls.costs import PROTECT, REACT, REACTIONS, SMALL, TWICE, attack_dp, can_pay, costs, pay
from rules.magical_girls.numbers import is_helpless
from rules.magical_girls.state import Attack, Battle, Combatant
from rules.magical_girls.verbs import show, tell


def check_request(battle: Battle, seat: str, kind: str) -> None:
    """NotAllowed when no emergency reaction of that kind is possible now, so that the keeper is not asked in vain."""
    if kind not in REACTIONS:
        return
    who = battle.find(seat)
    if who is None or not is_fighting(battle) or is_helpless(battle, who):
        raise NotAllowed("cannot_react", who=who.title if who else seat)
    if who.has_reacted or seat in battle.emergencies:
        raise NotAllowed("has_reacted" if who.has_reacted else "is_reacting", who=who.title)
    if kind == PROTECT and not protectable(battle, who):
        raise NotAllowed("nobody_to_protect", who=who.title)
    if kind == REACT and is_own_affair(battle, who):
        raise NotAllowed("own_turn", who=who.title)
    if kind == REACT and not can_pay(battle, who, TWICE * least_dp(battle, who)):
        raise NotAllowed("cannot_pay_reaction", who=who.title)


def is_own_affair(battle: Battle, who: Combatant) -> bool:
    """Whether all that goes on is her own turn's doing: there she acts at the plain price (MG-16, MG-44)."""
    is_mine = all(attack.attacker == who.name for attack in battle.attacks)
    return battle.acting == who.name and is_mine and not battle.emergencies


def least_dp(battle: Battle, who: Combatant) -> int:
    """The least that one of her listed actions costs, before it is doubled (MG-15, MG-44)."""
    magic = [battle.library.abilities[id].dp for id in who.abilities]
    blows = [attack_dp(battle, source) for source in attacks(who)]
    cover = [hide_dp(battle, who)] if can_hide(battle, who) else []
    return min(SMALL, *magic, *blows, *cover)


def is_fighting(battle: Battle) -> bool:
    """Whether the rounds have begun and are not over: before and after there is no event to react to."""
    return battle.round > 0 and battle.result is None


def granted(battle: Battle, seat: str, kind: str) -> Flow[None]:
    """What the keeper granted happens at once; then play goes on where it was (MG-44)."""
    who = battle.find(seat)
    if who is None:
        return
    is_late = who.has_reacted or seat in battle.emergencies
    if is_late or is_helpless(battle, who) or not is_fighting(battle):
        tell(battle, "too_late", "MG-44", who)
        return
    drop_requests(battle, who)
    depth = len(battle.emergencies)
    battle.emergencies.append(seat)
    try:
        yield from frame(
            Frame.REACTION, _protects(battle, seat) if kind == PROTECT else _reacts(battle, seat)
        )
    finally:
        del battle.emergencies[depth:]


def drop_requests(battle: Battle, who: Combatant) -> None:
    """Granted one reaction, she waits for no other, which would only hold up play (MG-44)."""
    for each in [each for each in battle.requests if each.seat == who.seat and each.kind in REACTIONS]:
        battle.requests.remove(each)
        kind = Text(f"request.{each.kind}")
        tell(battle, "request_lapses", "MG-44", who, seen_by=(who.seat,), kind=kind)


def _reacts(battle: Battle, name: str) -> Flow[None]:
    """One action at twice its price; given up before it is paid for, nothing has happened (MG-44)."""
    chosen = yield from decide(
        battle,
        name,
        "react",
        lambda who: one_of(options(battle, who), may_pass=True),
        holds=lambda who: not who.has_reacted and has_any(battle, who),
    )
    if chosen is not None:
        yield from act(battle, name, str(chosen))


# ---------------------------------------------------------------- protecting

SHARES = {False: "one", True: "area"}
"""How much a protector takes: the whole of an attack on one, 1.5 shares of an area (MG-45)."""


def protectable(battle: Battle, who: Combatant) -> dict[str, Attack]:
    """The friends in her place whom an attack in progress is aimed at, who have not answered it yet (MG-45).

    Each with the innermost such attack; nobody protects who protects her from it, nor after her own answer to it.
    """
    found = dict[str, Attack]()
    if not can_pay_twice(battle, who):
        return found
    near = [each.name for each in battle.at(who.cell) if each is not who and each.side is who.side]
    for attack in reversed(battle.attacks):
        for name in near:
            if attack.awaits(name) and _may_bear(attack, who.name, name):
                found.setdefault(name, attack)
    return found


def _may_bear(attack: Attack, by: str, name: str) -> bool:
    """Not her own attack, nor one that she has answered, nor what the other bears in her place."""
    has_answered = by in attack.targets and not attack.awaits(by)
    is_for_her = any(by in share for share in attack.borne_by(name))
    return attack.attacker != by and not has_answered and not is_for_her


def can_pay_twice(battle: Battle, who: Combatant) -> bool:
    """Protecting is a small action, and costs double in an emergency (MG-45)."""
    is_in_one = who.name in battle.emergencies
    return can_pay(battle, who, SMALL if is_in_one else TWICE * SMALL)


def _protects(battle: Battle, name: str) -> Flow[None]:
    """She becomes the target in her friend's place; then she may use passive actions (MG-45)."""
    whom = yield from _whom(battle, name)
    if whom is None:
        return
    who = battle.able(name)
    attack = protectable(battle, who).get(whom)
    if attack is None:
        tell(battle, "too_late", "MG-45", who)
        return
    paid = pay(battle, who, SMALL)
    show(battle, who)
    attack.hand_over(whom, name)
    tell(battle, "protects", "MG-45", who, battle[whom], is_secret=True, target=battle[whom].title, dp=paid)


def _whom(battle: Battle, name: str) -> Flow[str | None]:
    """The only friend whom she can protect, or the one she chooses; None when she gives it up, which costs nothing.

    Whether she takes the place of a protector is hers to say: another may have stepped in before the keeper granted it.
    """

    def friends(who: Combatant) -> list[Combatant]:
        return [] if who.has_reacted else [battle[each] for each in protectable(battle, who)]

    found = friends(battle.able(name))
    if not found:
        return ""
    attack = protectable(battle, battle.able(name))[found[0].name]
    if len(found) == 1 and not attack.is_protector(found[0].name):
        return found[0].name
    chosen = yield from decide(
        battle, name, "protect", lambda who: one_of(_protected(battle, who, friends(who)), may_pass=True)
    )
    return None if chosen is None else str(chosen)


def _protected(battle: Battle, who: Combatant, friends: list[Combatant]) -> list[Option]:
    """Friends, each with the price, and what she takes of an area attack (MG-45)."""
    price = costs(battle, who, SMALL)
    attacks = protectable(battle, who)
    note = {
        is_area: Text(f"magical_girls.note.protect.{key}", {"price": price})
        for is_area, key in SHARES.items()
    }
    return [person(each, note=note[attacks[each.name].is_area]) for each in friends]

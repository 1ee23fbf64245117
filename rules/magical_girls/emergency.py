"""Emergency reactions and protecting friends: asked of the keeper at any moment (MG-44, MG-45)."""

from rules.engine.errors import Frame, NotAllowed
from rules.engine.flow import Flow, frame
from rules.magical_girls.actions import act, options
from rules.magical_girls.asking import decide, one_of, people
from rules.magical_girls.costs import SMALL, can_pay, pay
from rules.magical_girls.numbers import is_helpless
from rules.magical_girls.state import Attack, Battle, Combatant
from rules.magical_girls.verbs import tell

KINDS = REACT, PROTECT = "react", "protect"
"""What a seat may ask the keeper for (MG-44, MG-45)."""


def check_request(battle: Battle, seat: str, kind: str) -> None:
    """NotAllowed when no emergency reaction of that kind is possible now, so that the keeper is not asked in vain."""
    if kind not in KINDS:
        return
    who = battle.find(seat)
    if who is None or is_helpless(battle, who):
        raise NotAllowed("cannot_react", who=who.title if who else seat)
    if who.has_reacted:
        raise NotAllowed("has_reacted", who=who.title)
    if kind == PROTECT and not protectable(battle, who):
        raise NotAllowed("nobody_to_protect", who=who.title)


def granted(battle: Battle, seat: str, kind: str) -> Flow[None]:
    """What the keeper granted happens at once; then play goes on where it was (MG-44)."""
    who = battle.find(seat)
    if who is None or who.has_reacted or is_helpless(battle, who):
        if who:
            tell(battle, "too_late", "MG-44", who)
        return
    battle.emergencies.append(seat)
    yield from frame(Frame.REACTION, _protects(battle, seat) if kind == PROTECT else _reacts(battle, seat))
    battle.emergencies.remove(seat)


def _reacts(battle: Battle, name: str) -> Flow[None]:
    """One action at twice its price (MG-44)."""
    chosen = yield from decide(battle, name, "react", lambda who: one_of(options(battle, who), may_pass=True))
    if chosen is not None:
        spend_reaction(battle, battle.able(name))
        yield from act(battle, name, str(chosen))


def spend_reaction(battle: Battle, who: Combatant) -> None:
    """No other until the own next turn starts, and the next +4 stays away; two skip only one (MG-44)."""
    who.has_reacted = who.skips_recovery = True
    tell(battle, "reacts", "MG-44", who)


# ---------------------------------------------------------------- protecting


def protectable(battle: Battle, who: Combatant) -> list[Combatant]:
    """Those in her place whom the attack is aimed at and who have not answered it yet (MG-45)."""
    attack = battle.attack
    if attack is None or who.name == attack.attacker or not can_pay_twice(battle, who):
        return []
    if who.name in attack.targets and not _is_open(attack, who.name):
        return []
    return [
        each
        for each in battle.at(who.cell)
        if each is not who and each.name in attack.targets and _is_open(attack, each.name)
    ]


def can_pay_twice(battle: Battle, who: Combatant) -> bool:
    """Protecting is a small action, and costs double in an emergency (MG-45)."""
    is_in_one = who.name in battle.emergencies
    return can_pay(battle, who, SMALL if is_in_one else 2 * SMALL)


def _is_open(attack: Attack, name: str) -> bool:
    """Whether she has not answered yet: the last who was asked is answering."""
    return name not in attack.answered or attack.answered[-1] == name


def _protects(battle: Battle, name: str) -> Flow[None]:
    """She becomes the target in her friend's place; then she may use passive actions (MG-45)."""
    found = protectable(battle, battle.able(name))
    if not found:
        tell(battle, "too_late", "MG-45", battle.able(name))
        return
    whom = found[0].name
    if len(found) > 1:
        chosen = yield from decide(
            battle, name, "protect", lambda who: one_of(people(protectable(battle, who)))
        )
        whom = str(chosen)
    who, attack = battle.able(name), battle.attack
    assert attack is not None
    pay(battle, who, SMALL)
    spend_reaction(battle, who)
    take_place(attack, whom, name)
    tell(battle, "protects", "MG-45", who, battle[whom], target=battle[whom].title)


def take_place(attack: Attack, whom: str, by: str) -> None:
    """`by` bears it once, for herself too if she was a target; asked already, she is not asked again (MG-40)."""
    is_being_asked = whom in attack.answered and by not in attack.answered
    attack.targets = [by if each == whom else each for each in attack.targets if each != by]
    attack.answered = [each for each in attack.answered if each != whom] + [by] * is_being_asked
    attack.replaced[whom] = by

"""Whether an ability would change anything here and now: what would do nothing is not offered (MG-24).

Judged by what its user may know: the numbers of an enemy are the keeper's, so to a player they might always change.
"""

from collections.abc import Iterable

from rules.magical_girls.costs import BARE_HANDS, SMALL, attack_dp, is_barred, may_react, price
from rules.magical_girls.effects import AnyEffect, Boost, Extra, Guard, Heal, Mend, Points, Shove
from rules.magical_girls.entries import Ability
from rules.magical_girls.numbers import cap, has_dp, is_own_turn, secret_of
from rules.magical_girls.order import waiting
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Wound
from rules.magical_girls.workings import landing

OF_BLOWS = ("attack", "throwing")
"""Checks that only somebody who attacks makes."""


def serves(battle: Battle, user: Combatant, ability: Ability, names: Iterable[str]) -> bool:
    """Whether it would do something to any of them; what strikes always does."""
    if ability.strike:
        return any(True for _name in names)
    return any(
        changes(battle, user, ability, each, battle[name]) for name in names for each in ability.effects
    )


def changes(battle: Battle, user: Combatant, ability: Ability, effect: AnyEffect, who: Combatant) -> bool:
    """Whether an effect of hers would change anything for somebody."""
    match effect:
        case Heal():
            return who.hp < who.max_hp or not _may_read(battle, user, who)
        case Mend():
            return who.wound is not Wound.NONE
        case Points():
            return has_dp(battle, who) and (
                not _may_know(battle, user, who) or _has_room(battle, who, effect)
            )
        case Shove():
            away = landing(battle, user.cell, who, effect.metres)
            return away != who.cell or (user is not who and user.cell == who.cell)
        case Boost(on="initiative"):
            return False  # rolled once, before anybody can use an ability (MG-11)
        case Boost() | Extra() | Guard() if who.is_out:
            return False  # the dying neither act nor are struck (MG-54)
        case Boost() | Extra() | Guard():
            return effect.until != "round" or _lasts_to_be_used(battle, user, ability, effect, who)
    return True


def _may_know(battle: Battle, user: Combatant, who: Combatant) -> bool:
    return not user.is_player or not secret_of(who) or battle.on("enemies") == "all"


def _may_read(battle: Battle, user: Combatant, who: Combatant) -> bool:
    """Whether she may at least tell the unhurt from the hurt: in words and rings they look otherwise."""
    return _may_know(battle, user, who) or battle.on("enemies") != "nothing"


def _has_room(battle: Battle, who: Combatant, effect: Points) -> bool:
    return who.dp < cap(battle, who) if effect.amount > 0 else who.dp > 0


def _lasts_to_be_used(
    battle: Battle, user: Combatant, ability: Ability, effect: Boost | Extra | Guard, who: Combatant
) -> bool:
    """Whether it may be of use before the round ends: in the round's last turn, only in what its user does yet."""
    if not is_own_turn(battle, user) or any(each is not user for each in waiting(battle)):
        return True
    if any(each.prepared and not each.is_out for each in battle.combatants):
        return True
    on = effect.on if isinstance(effect, Boost) else "attack" if isinstance(effect, Extra) else "guard"
    reacting = [each for each in battle.standing_ones() if each is not user and may_react(battle, each)]
    if reacting and (who in reacting or on not in OF_BLOWS):
        return True
    if on == "any" and who is user:
        return True
    is_hers = on in (*OF_BLOWS, "guard")
    return (who is user) is is_hers and _may_strike_yet(battle, user, ability)


def _may_strike_yet(battle: Battle, user: Combatant, ability: Ability) -> bool:
    """Whether what is left to her after using it pays for the least attack she has: it may be countered, too."""
    if not has_dp(battle, user):
        return False
    magic = (battle.library.abilities[id] for id in user.abilities)
    prices = [
        SMALL if user.weapons else BARE_HANDS,
        *(attack_dp(battle, f"weapon:{id}") for id in user.weapons),
        *(each.dp for each in magic if each.strike and each.mp <= user.mp - ability.mp),
    ]
    least = price(battle, user, min(prices))
    return least <= user.dp - price(battle, user, ability.dp) and not is_barred(battle, user, least)

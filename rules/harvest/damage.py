"""Damage calculation (HV-40)."""

from collections.abc import Iterable

from rules.engine.log import Part
from rules.engine.text import Param, Text
from rules.harvest.ending import check_over
from rules.harvest.numbers import Sum, number
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.terms import Stat
from rules.harvest.verbs import hurt


def deal_damage(battle: Battle) -> None:
    """Attack once for the whole attack, defence for each hit; all hits are one batch (HV-27, HV-40)."""
    attack = battle.attack
    assert attack is not None
    if not battle.has(attack.caster):
        return
    power = attack_power(battle, attack)
    hits = [
        (hit, power + -defence(battle, attack, hit)) for hit, _meant in attack.hits() if battle.stands(hit)
    ]
    for hit, how in hits:
        if battle.stands(hit):
            dealt = damage(how.total)
            hurt(
                battle, battle[hit], dealt, "HV-40", Text("harvest.why.attack"), how.explained("HV-40", dealt)
            )
    check_over(battle)


def damage(difference: int) -> int:
    """Attack minus defence, never below 0 (HV-40)."""
    return max(0, difference)


def attack_power(battle: Battle, attack: Attack) -> Sum:
    """Catalyst attack and all that changes it, with the attack rises of what was cast; nothing of one who is gone."""
    if not battle.has(attack.caster):
        return Sum(())
    caster = battle[attack.caster]
    rises = ((battle.library.title_of(each), battle.library.magic(each).attack) for each in attack.sources)
    return number(caster, Stat.ATTACK) + _named(rises, caster)


def defence(battle: Battle, attack: Attack, hit: str) -> Sum:
    """Catalyst defence and all that changes it, with what her one reaction adds to every hit (HV-32)."""
    defender = battle[hit]
    rises = (rise for reaction in attack.reactions if reaction.who == hit for rise in reaction.defence)
    return number(defender, Stat.DEFENCE) + _named(rises, defender)


def _named(rises: Iterable[tuple[Param, int]], owner: Combatant) -> Sum:
    secret = "" if owner.is_player else owner.name
    return Sum(
        tuple(Part(Text("harvest.source", {"name": name}), rise, secret) for name, rise in rises if rise)
    )

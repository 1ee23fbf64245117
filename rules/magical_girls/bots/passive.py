"""Being attacked: the passive action with the best odds for its price (MG-40 to MG-45)."""

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.magical_girls.bots.blows import FELLED, HIT_POINT, WOUNDS, block_mean, damage, left_of, life
from rules.magical_girls.bots.odds import answers, chance
from rules.magical_girls.bots.plain import best, ids_of, worthwhile
from rules.magical_girls.costs import counter_dp, price
from rules.magical_girls.numbers import DODGE, dice, guard, value
from rules.magical_girls.passive import STRENGTH, bears_more
from rules.magical_girls.state import Attack, Battle, Combatant
from rules.magical_girls.terms import Level, Stance, Wound

POINT = 70
"""A DP spent on not being hit."""


def passive(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Block, dodge or counter, whichever spares most; none where it is not worth its DP."""
    who, attack = battle.find(question.actor), battle.attack
    attacker = battle.find(attack.attacker) if attack else None
    if who is None or attack is None or attacker is None or attack.check is None:
        return None
    harm = _harm(battle, attacker, attack, who)
    return worthwhile(ids_of(question, seat), lambda id: _worth(battle, who, attacker, attack, id, harm))


def _harm(battle: Battle, attacker: Combatant, attack: Attack, who: Combatant) -> int:
    """What the hit would do to her, as a rule, without a wound."""
    assert attack.check is not None
    done = damage(battle, attacker, attack.source, attack.check.level)
    if bears_more(attack, who.name):
        done = done * 3 // 2
    return max(0, done + guard(battle, who).total * HIT_POINT)


def _cost(attack: Attack, who: Combatant, harm: int) -> int:
    """What such a hit is worth to her: more if it would fell her, or wound her."""
    assert attack.check is not None
    is_deep = attack.check.level in (Level.EXTREME, Level.CRITICAL)
    is_weapon = not attack.source.startswith("ability:")
    wound = WOUNDS[who.wound.worse if who.wound is not Wound.SEVERE else Wound.NONE]
    felled = FELLED if harm >= life(who) else 0
    return harm + felled + (wound if is_deep and is_weapon else 0)


def _worth(battle: Battle, who: Combatant, attacker: Combatant, attack: Attack, id: str, harm: int) -> int:
    assert attack.check is not None
    whole, other, level = _cost(attack, who, harm), attack.check.value, attack.check.level
    kind, _, source = id.partition(":")
    if kind == "block":
        left = left_of(harm, block_mean(battle, who))
        return whole - _cost(attack, who, left)
    if kind == "dodge":
        more = dice(battle, who, "dodge") + (who.stance is Stance.DODGE)
        won = answers(battle, value(battle, who, f"skill:{DODGE}"), more, other, level)
        return won * whole // 100 - POINT * price(battle, who, 1, is_passive=True)
    more, own = dice(battle, who, "counter"), value(battle, who, STRENGTH)
    won = answers(battle, own, more, other, level)
    if battle.on("counter_check") == "both":
        won = chance(own, more) * 2 // 3
    given = min(damage(battle, who, source, Level.REGULAR), life(attacker))
    spent = price(battle, who, counter_dp(battle, source), is_passive=True)
    return won * (whole + given) // 100 - POINT * spent


def protect(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The friend who has least left."""
    return best(ids_of(question, seat), lambda name: -life(battle[name]))

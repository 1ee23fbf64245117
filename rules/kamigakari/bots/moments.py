"""What is used at the moments of an attack, on either side of it (KG-33)."""

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.kamigakari.bots.attack import blow_under_way, is_foe
from rules.kamigakari.bots.blows import mean
from rules.kamigakari.bots.judgement import LIFE, effects_of, effects_worth, loss, source_price
from rules.kamigakari.bots.outlook import EVEN, PER_POINT, SURE
from rules.kamigakari.bots.plain import options_of, worthwhile
from rules.kamigakari.calculation import dealt
from rules.kamigakari.effects import Bonus, CountsAs, Dice, Effect, Halve, Minus, Modify, Rank
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.ranks import chosen_die, ranked, throws
from rules.kamigakari.reckoning import RANK_CAP, counted, halved
from rules.kamigakari.reduction import reduced
from rules.kamigakari.state import Battle, Combatant

DIE_UP = 30
"""Percent of an attack's worth that one more die on its check adds."""
FACES = (4, 3)
"""Dice in place of the table, before they fall: as good as this, in turn."""


# ---------------------------------------------------------------- the attacker's moments


def stake(battle: Battle) -> int:
    """What the attack is worth if it hits all of its targets."""
    outlook, blow = blow_under_way(battle)
    struck = [battle[name] for name in attack_of(battle).targets if battle.stands(name)]
    return sum(-loss(foe, outlook.damage(blow, foe)) for foe in struck if foe.side is not outlook.who.side)


def at_active_check(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """More dice or a better stat, where the attack is worth it."""
    who, worth = battle[question.actor], stake(battle)

    def gain(source: str) -> int:
        more = sum(_for_a_check(battle, each, worth) for each in effects_of(battle, source))
        return more - source_price(battle, who, source)

    return worthwhile(options_of(question, seat), gain)


def _for_a_check(battle: Battle, effect: Effect, worth: int) -> int:
    match effect:
        case Dice():
            return worth * DIE_UP * effect.amount // 100
        case Modify() if effect.stat is plan(battle).active:
            return worth * PER_POINT * effect.amount // 100
        case Rank() | Bonus():
            return LIFE * effect.amount
    return 0


def at_calculation(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What adds more damage than it costs."""
    who = battle[question.actor]
    struck = [name for name in attack_of(battle).targets if battle.stands(name) and is_foe(battle, name)]

    def gain(source: str) -> int:
        more = sum(_more_damage(battle, each, name) for each in effects_of(battle, source) for name in struck)
        return LIFE * more - source_price(battle, who, source)

    return worthwhile(options_of(question, seat), gain)


def _more_damage(battle: Battle, effect: Effect, target: str) -> int:
    """Points of damage that an effect adds at calculation (KG-22, KG-23)."""
    points = ranked(battle, target).total or 0
    active, kind = attack_of(battle).active, plan(battle).damage
    match effect:
        case Bonus() if effect.of in (None, kind):
            return effect.amount
        case Rank() if effect.of in (None, kind) and plan(battle).own_rank:
            return (min(RANK_CAP, points + effect.amount) - points) * chosen_die(battle)
        case CountsAs() if active and not active.is_critical and not throws(battle):
            now = chosen_die(battle)
            then = max(now, effect.number) if effect.at_least else counted(effect.number)
            return (then - now) * points
    return 0


# ---------------------------------------------------------------- the target's moments


def at_passive_check(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What makes it likelier to get away, where there is much to get away from."""
    who = battle[question.actor]
    active = attack_of(battle).active
    assert active is not None
    stat, danger = plan(battle).kind.passive, threat(battle, who)
    behind = active.total + 1 - mean(battle, who, stat)

    def gain(source: str) -> int:
        points = sum(_points(each, stat) for each in effects_of(battle, source))
        saved = _percent(behind) - _percent(behind - points)
        return danger * saved // 100 - source_price(battle, who, source)

    return worthwhile(options_of(question, seat), gain)


def _points(effect: Effect, stat: str) -> int:
    """What an effect adds to a check, as a rule."""
    match effect:
        case Modify() if effect.stat == stat:
            return effect.amount
        case Dice():
            return 3 * effect.amount
    return 0


def _percent(behind: int) -> int:
    """How surely one is struck who is so many points behind."""
    return max(100 - SURE, min(SURE, 100 - EVEN + PER_POINT * behind))


def threat(battle: Battle, who: Combatant) -> int:
    """What the attack under way would cost her, if it strikes."""
    return -loss(who, _coming(battle, who))


def _coming(battle: Battle, who: Combatant) -> int:
    """The life damage that is left for her as things stand (KG-21, KG-26)."""
    if attack_of(battle).active is None:
        outlook, blow = blow_under_way(battle)
        return outlook.damage(blow, who)
    how = ranked(battle, who.name)
    faces = [FACES[at % 2] for at in range(how.total or 0)]
    return reduced(battle, who.name, dealt(battle, how, faces)).total or 0


def at_reduction(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What keeps more damage off than it costs, the worst blow first."""
    who = battle[question.actor]
    coming = _coming(battle, who)

    def gain(source: str) -> int:
        effects = effects_of(battle, source)
        left = coming - sum(_kept_off(battle, each, coming) for each in effects)
        aside = [each for each in effects if not isinstance(each, Minus | Halve)]
        more = effects_worth(battle, who, aside, [who.name])
        return loss(who, left) - loss(who, coming) + more - source_price(battle, who, source)

    return worthwhile(options_of(question, seat), gain)


def _kept_off(battle: Battle, effect: Effect, coming: int) -> int:
    match effect:
        case Minus() if effect.of in (None, plan(battle).damage):
            return min(coming, effect.amount)
        case Halve() if effect.of in (None, plan(battle).damage):
            return coming - halved(coming)
    return 0

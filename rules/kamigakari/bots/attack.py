"""An attack under way: its weapon, targets and attribute, and what is used at its moments on either side."""

from rules.engine.choices import Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import cell_at
from rules.kamigakari.bots.blows import Blow, blow_of, mean
from rules.kamigakari.bots.judgement import LIFE, effects_of, effects_worth, loss, source_price
from rules.kamigakari.bots.outlook import EVEN, PER_POINT, SURE, Outlook
from rules.kamigakari.bots.plain import options_of, worthwhile
from rules.kamigakari.calculation import chosen_die, dealt, ranked, throws
from rules.kamigakari.effects import Bonus, CountsAs, Dice, Effect, Halve, Minus, Modify, Rank
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.reckoning import RANK_CAP, counted, halved
from rules.kamigakari.reduction import reduced
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Attribute

DIE_UP = 30
"""Percent of an attack's worth that one more die on its check adds."""
FACES = (4, 3)
"""Dice in place of the table, before they fall: as good as this, in turn."""


def weapon(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The one that promises most from here."""
    who = battle[question.actor]
    outlook = Outlook(battle, who)
    offered = {option.id for option in options_of(question, seat)}
    fitting = [each for each in outlook.blows if each.weapon in offered and each.source.startswith("talent:")]

    def worth(id: str) -> int:
        there = who.cell
        return max(
            (outlook.from_there(each, there) for each in fitting if each.weapon == id and there), default=0
        )

    return max(sorted(offered), key=worth)


def _blow(battle: Battle) -> tuple[Outlook, Blow]:
    """The attack under way, as its attacker sees it."""
    attack = attack_of(battle)
    outlook = Outlook(battle, battle[attack.attacker])
    return outlook, blow_of(battle, outlook.who, attack.source, attack.weapon)


def targets(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The enemies worth most, and no friend where it can be helped."""
    shape = question.choices[seat]
    assert isinstance(shape, Some)
    outlook, blow = _blow(battle)
    names = [option.id for option in shape.options]
    worths = {name: outlook.hit(blow, battle[name]) for name in names if _is_foe(battle, name)}
    best = sorted(worths, key=lambda name: -worths[name])[: shape.most]
    return shape.judge(best or names[: shape.least])


def _is_foe(battle: Battle, name: str) -> bool:
    return battle[name].side is not battle[attack_of(battle).attacker].side


def area(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """One of the engaged group of which most can be struck."""
    outlook, blow = _blow(battle)
    names = [option.id for option in options_of(question, seat)]
    cell = outlook.who.cell
    worths = {name: outlook.hit(blow, battle[name]) for name in names if _is_foe(battle, name)}
    if not worths or cell is None:
        return names[0]
    return max(worths, key=lambda name: outlook.in_group(name, worths, cell))


def area_more(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """All enemies of that group."""
    foes = [option.id for option in options_of(question, seat) if _is_foe(battle, option.id)]
    return foes or None


def move_up(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """To where the best of them can be struck."""
    outlook, blow = _blow(battle)

    def worth(label: str) -> int:
        beside = outlook.engaged(cell_at(label))
        hits = sorted((outlook.hit(blow, foe) for foe in outlook.foes if foe.name in beside), reverse=True)
        return sum(hits[: blow.plan.target.count])

    return worthwhile(options_of(question, seat), worth)


def attribute(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The one that most of the targets are weak to (KG-25)."""
    struck = [battle[name] for name in attack_of(battle).targets if battle.stands(name)]

    def weak(id: str) -> int:
        return sum(Attribute(id) in each.weaknesses for each in struck)

    return max((option.id for option in options_of(question, seat)), key=weak)


# ---------------------------------------------------------------- the attacker's moments


def stake(battle: Battle) -> int:
    """What the attack is worth if it hits all of its targets."""
    outlook, blow = _blow(battle)
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
    struck = [name for name in attack_of(battle).targets if battle.stands(name) and _is_foe(battle, name)]

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
        outlook, blow = _blow(battle)
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

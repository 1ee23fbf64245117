"""Spirit dice and the crest: which are paid, which are swapped into a check, when the crest is worth it."""

from rules.engine.choices import Option, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.kamigakari.bots.blows import mean
from rules.kamigakari.bots.judgement import FELLED, LIFE, OF_A_FACE, dice_worth
from rules.kamigakari.bots.moments import stake, threat
from rules.kamigakari.bots.outlook import PER_POINT
from rules.kamigakari.bots.plain import best, options_of
from rules.kamigakari.crest import REVIVAL_BONDS, REVIVED
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.ranks import ranked, throws
from rules.kamigakari.reckoning import RANK_CAP
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import StatusKey

OF_CREST = 20
"""A point of the spirit crest, which is gone after the fight too."""
DIE = 4
"""What a d6 of the crest costs, as a rule."""


def pay(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The dice that are missed least."""
    who = battle[question.actor]
    return best(options_of(question, seat), lambda id: -dice_worth(who, map(int, id.split("+"))))


def set_spirit(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The lowest becomes a 6."""
    options = options_of(question, seat)
    return max(options, key=lambda each: (_new(each) == 6, -_old(each))).id if options else None


def _new(option: Option) -> int:
    return int(str(option.label.params["new"]))


def _old(option: Option) -> int:
    return int(str(option.label.params["old"]))


# ---------------------------------------------------------------- manipulation


def manipulate(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """To win a contest with the least, or to raise the die an attack is reckoned by (KG-04, KG-22)."""
    who, options = battle[question.actor], options_of(question, seat)
    total = int(str(question.about.params["total"]))
    attack = battle.attack
    if attack and attack.active and attack.active.who == who.name and not attack.active.is_settled:
        return _swapped_to_strike(battle, options)
    if attack and attack.active:
        needed = attack.active.total + 1 - total
        return _swapped_to_reach(options, needed) if threat(battle, who) > LIFE else None
    poison = who.status(StatusKey.POISON)
    return _swapped_to_reach(options, poison.strength - total) if poison else None


def _swapped_to_reach(options: tuple[Option, ...], needed: int) -> str | None:
    """The cheapest swap that is enough; where none is, nothing."""
    enough = [option for option in options if _new(option) - _old(option) >= needed > 0]
    return min(enough, key=lambda each: OF_A_FACE[_new(each)] - OF_A_FACE[_old(each)]).id if enough else None


def _swapped_to_strike(battle: Battle, options: tuple[Option, ...]) -> str | None:
    """The swap that adds most to chance and damage together, for what it takes out of the pool."""
    attack, worth = attack_of(battle), stake(battle)
    assert attack.active is not None
    struck = [battle[name] for name in attack.targets if battle.stands(name)]
    ahead = min(
        (attack.active.total - mean(battle, each, plan(battle).kind.passive) for each in struck), default=0
    )
    points = 0 if throws(battle) else sum(ranked(battle, each.name).total or 0 for each in struck)
    now = attack.active.highest

    def gain(option: Option) -> int:
        old, new = _old(option), _new(option)
        faces = list(attack.active.faces) if attack.active else []
        faces[int(option.id.partition(">")[0])] = new
        surer = min(new - old, max(0, 4 - ahead)) if new > old else new - old
        return (
            worth * PER_POINT * surer // 100
            + LIFE * points * (max(faces) - now)
            - (OF_A_FACE[new] - OF_A_FACE[old])
        )

    chosen = max(options, key=gain)
    return chosen.id if gain(chosen) > 0 else None


# ---------------------------------------------------------------- the crest


def crest(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """A die more where much hangs on the check: an attack worth it, a blow that would fell her."""
    who, attack = battle[question.actor], battle.attack
    if attack is None or _left(who) < DIE:
        return None
    is_attacker = attack.attacker == who.name
    gain = stake(battle) // 4 if is_attacker else threat(battle, who) // 3
    is_worth_it = gain > OF_CREST * DIE and (is_attacker or threat(battle, who) > FELLED)
    return options_of(question, seat)[0].id if is_worth_it else None


def concept(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """3 or 4 more of Rank, where the Rank has room for it and a good die (KG-24)."""
    who, attack = battle[question.actor], attack_of(battle)
    struck = [name for name in attack.targets if battle.stands(name) and battle[name].side is not who.side]
    room = sum(min(DIE, max(0, RANK_CAP - (ranked(battle, name).total or 0))) for name in struck)
    die = (
        10
        if attack.active and attack.active.is_critical
        else 4
        if throws(battle) or not attack.active
        else attack.active.highest
    )
    is_worth_it = LIFE * room * die > 2 * OF_CREST * DIE and _left(who) >= 2 * DIE
    return options_of(question, seat)[0].id if is_worth_it else None


def _left(who: Combatant) -> int:
    """The crest that can be used, with what ending a faint will cost kept back (KG-37)."""
    is_kept = who.bonds >= REVIVAL_BONDS and not who.used.get(REVIVED)
    return who.crest - DIE * who.crest_debt - (2 * DIE if is_kept else 0)

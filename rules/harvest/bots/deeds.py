"""What skills, items and grand magic are worth above their price."""

from rules.harvest.bots.judgement import HP, TP, own_worth
from rules.harvest.bots.tactics import Outlook, shield
from rules.harvest.effects import Effect
from rules.harvest.entries import Grand, Item, Skill
from rules.harvest.skills import tp_cost
from rules.harvest.state import Battle, Combatant
from rules.harvest.terms import Gift, Stat, StatusKey

OF_AN_ITEM = 25
OF_GRAND_MAGIC = 50
"""What something used up once a fight has to be worth."""


def preparation_worth(battle: Battle, who: Combatant) -> int:
    """What she would get out of a preparation timing now."""
    outlook = Outlook(battle, who)
    deeds = [f"skill:{id}" for id in who.skills] + [f"item:{id}" for id in dict.fromkeys(who.items)]
    deeds += [f"grand:{who.grand}"] if who.grand else []
    usable = [each for each in deeds if battle.library.deed(each).type == "A"]
    return sum(max(0, gain(outlook, each)) for each in usable if price(battle, who, each) is not None)


def gain(outlook: Outlook, source: str) -> int:
    """What a deed of type A is worth above its price; what helps an attack only where there is one to make."""
    battle, who = outlook.battle, outlook.who
    deed = battle.library.deed(source)
    cost = price(battle, who, source)
    promise = outlook.promise(who.cell) if who.cell else 0
    helps = [each for each in deed.effects if _helps_attack(each)]
    others = tuple(each for each in deed.effects if each not in helps)
    worth = own_worth(battle, who, others)
    if promise > 0:
        worth += HP * deed.attack + own_worth(battle, who, tuple(helps))
    return worth - (cost or 0)


def defensive_gain(battle: Battle, who: Combatant, threat: int, source: str) -> int:
    """What a deed of type R is worth above its price."""
    deed = battle.library.deed(source)
    return (
        shield(who, threat, deed.defence)
        + own_worth(battle, who, deed.effects)
        - (price(battle, who, source) or 0)
    )


def price(battle: Battle, who: Combatant, source: str) -> int | None:
    """What a deed costs in worth; None where she cannot pay."""
    match battle.library.deed(source):
        case Skill() as skill:
            tp = tp_cost(skill, who)
            return TP * tp + _madness(who, tp) if tp <= who.tp else None
        case Item():
            return OF_AN_ITEM
        case Grand():
            return OF_GRAND_MAGIC


def _helps_attack(effect: Effect) -> bool:
    """Whether it changes nothing but this action phase."""
    match effect.kind:
        case "touch":
            return effect.gift is not Gift.STORE
        case "modify":
            return effect.rounds == 0 or effect.stat in (Stat.ATTACK, Stat.ACTION_DICE)
    return False


def _madness(who: Combatant, tp: int) -> int:
    """The mad have to keep some TP (HV-58)."""
    left = who.tp - tp - who.level(StatusKey.MADNESS)
    return 100 * HP if who.status(StatusKey.MADNESS) and left <= 0 else 0

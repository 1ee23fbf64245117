"""What things are worth to a side, in tenths of a point of life: dice, statuses, effects, wounds."""

from collections.abc import Iterable, Mapping, Sequence

from rules.kamigakari.effects import (
    Bonus,
    Cure,
    Dice,
    Effect,
    Give,
    Lose,
    Modify,
    Rank,
    Recover,
    Renew,
)
from rules.kamigakari.entries import Costs
from rules.kamigakari.spirits import payments
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Side, Stat, StatusKey
from rules.kamigakari.workings import receivers

LIFE = 10
FELLED = 90
"""To have one of them out of the fight."""
OF_A_FACE = (0, 2, 3, 5, 8, 14, 22)
"""A spirit die with that face: high ones turn a check."""
OF_A_USE = 6
"""One of the few uses of a talent in a fight."""
OF_AN_ITEM = 30
"""An item that is used up."""
OF_A_STATUS: Mapping[StatusKey, int] = {
    StatusKey.PRONE: -30,
    StatusKey.DARK: -40,
    StatusKey.PAIN: -60,
    StatusKey.PARALYSIS: -80,
    StatusKey.IMMOBILE: -20,
    StatusKey.COVER: 40,
    StatusKey.HIDDEN: 15,
    StatusKey.AMBUSH: 45,
    StatusKey.FLIGHT: 40,
}
"""To its bearer. Poison is worth what it does."""
OF_A_STAT: Mapping[Stat, int] = {
    Stat.ACCURACY: 9,
    Stat.INVOCATION: 9,
    Stat.EVASION: 9,
    Stat.RESIST: 7,
    Stat.INSIGHT: 4,
    Stat.PHYSICAL_DAMAGE: 8,
    Stat.MAGICAL_DAMAGE: 8,
    Stat.ARMOUR: 8,
    Stat.WARD: 6,
    Stat.INITIATIVE: 2,
    Stat.ENDURANCE: 1,
    Stat.ACROBATICS: 1,
}
"""A point of it for a round."""
LASTING: Mapping[str, int] = {"moment": 1, "attack": 1, "turn": 1, "round": 1, "fight": 3}


def status_worth(status: StatusKey, level: int = 1) -> int:
    """A status to its bearer."""
    return -2 * LIFE * level if status is StatusKey.POISON else OF_A_STATUS.get(status, 0)


def loss(who: Combatant, amount: int) -> int:
    """That much life damage, to who takes it: its end counts, and a wound on the way there."""
    if who.is_out:
        return 0
    lost = min(amount, who.life)
    return -LIFE * lost - 3 * LIFE * lost // who.life - (FELLED if amount >= who.life else 0)


def price(costs: Costs, who: Combatant) -> int:
    """What paying is worth, each spirit cost with the dice that are missed least."""
    return LIFE * costs.life + sum(_dice_for(cost, who) for cost in costs.spirits)


def _dice_for(cost: str, who: Combatant) -> int:
    return min((dice_worth(who, places) for places in payments(cost, who)), default=0)


def dice_worth(who: Combatant, places: Iterable[int]) -> int:
    """These dice of a pool."""
    return sum(OF_A_FACE[who.spirits[at].face] for at in places)


def source_price(battle: Battle, who: Combatant, source: str) -> int:
    """What using a talent or item takes away: dice, life, one of few uses."""
    kind, _, id = source.partition(":")
    if kind == "item":
        return OF_AN_ITEM
    talent = battle.library.talents[id]
    return price(talent.cost, who) + (OF_A_USE if talent.per_fight else 0)


# ---------------------------------------------------------------- effects


def effects_of(battle: Battle, source: str) -> tuple[Effect, ...]:
    """What a talent or item does."""
    kind, _, id = source.partition(":")
    return battle.library.items[id].effects if kind == "item" else battle.library.talents[id].effects


def effects_worth(battle: Battle, who: Combatant, effects: Iterable[Effect], targets: Sequence[str]) -> int:
    """What her effects are worth to her side, on these targets where they are for targets."""
    return sum(
        effect_worth(who.side, effect, battle[name])
        for effect in effects
        for name in receivers(battle, who.name, effect, targets)
        if battle.stands(name)
    )


def effect_worth(side: Side, effect: Effect, receiver: Combatant) -> int:
    """One effect on one receiver, to that side."""
    return _to_receiver(effect, receiver) * (1 if receiver.side is side else -1)


def _to_receiver(effect: Effect, who: Combatant) -> int:
    match effect:
        case Give():
            return 0 if _is_in_vain(effect, who) else status_worth(effect.status, max(1, effect.level))
        case Cure():
            status = who.status(effect.status)
            return -status_worth(effect.status, max(1, status.level)) if status else 0
        case Recover():
            return LIFE * min(effect.amount, who.max_life - who.life)
        case Lose():
            return loss(who, effect.amount)
        case Renew():
            return LIFE * min(effect.count, sum(spirit.is_spent for spirit in who.spirits))
        case Modify():
            return OF_A_STAT[effect.stat] * effect.amount * LASTING[effect.until]
        case Rank():
            return 4 * LIFE * effect.amount * LASTING[effect.until]
        case Bonus():
            return LIFE * effect.amount * LASTING[effect.until]
        case Dice():
            return 3 * LIFE * effect.amount * LASTING[effect.until]
    return 0


def _is_in_vain(effect: Give, who: Combatant) -> bool:
    """Whether she is immune, or has it already."""
    old = who.status(effect.status)
    return effect.status in who.immune or (old is not None and old.level >= effect.level)

"""Whether an effect would change anything here and now: what would do nothing is not offered (KG-33).

Judged by what its user may know: the numbers of a monster are the GM's, so to a player they might always change.
"""

from collections.abc import Callable, Iterable, Sequence

from rules.kamigakari.chain import total
from rules.kamigakari.effects import (
    Bonus,
    CountsAs,
    Cure,
    Dice,
    Effect,
    Give,
    Halve,
    Lose,
    Minus,
    Modify,
    Rank,
    Recover,
    Renew,
)
from rules.kamigakari.numbers import dice, secret_of
from rules.kamigakari.plan import attack_of, plan
from rules.kamigakari.ranks import attackers_changes, chosen_die, may_destroy, rank_cap, throws
from rules.kamigakari.reckoning import counted, rank
from rules.kamigakari.state import Battle, Combatant, Status
from rules.kamigakari.terms import Stat, Timing
from rules.kamigakari.workings import receivers

Counts = Callable[[Effect, Combatant], bool]
"""Whether an effect would change anything for that receiver."""
OF_BLOWS = (Stat.ACCURACY, Stat.INVOCATION, Stat.PHYSICAL_DAMAGE, Stat.MAGICAL_DAMAGE)
"""Stats that only somebody who attacks makes use of."""
DIE_FACES = 6


def does_something(
    battle: Battle, user: str, effects: Iterable[Effect], targets: Sequence[str], counts: Counts
) -> bool:
    """Whether any of the effects would change anything for anybody."""
    return any(
        counts(effect, battle[name])
        for effect in effects
        for name in receivers(battle, user, effect, targets)
        if battle.stands(name)
    )


# ---------------------------------------------------------------- outside an attack


def in_turn(battle: Battle, user: Combatant) -> Counts:
    """What counts at a timing outside attacks: a change that ends before anybody could make use of it does not."""

    def counts(effect: Effect, who: Combatant) -> bool:
        if isinstance(effect, Modify | Rank | Dice | Bonus):
            return effect.amount != 0 and _lasts_to_be_used(battle, user, effect, who)
        return at_once(battle, user, effect, who)

    return counts


def _lasts_to_be_used(
    battle: Battle, user: Combatant, effect: Modify | Rank | Dice | Bonus, who: Combatant
) -> bool:
    if isinstance(effect, Dice) and not battle.rolls(who):
        return False
    if isinstance(effect, Rank | Bonus) or (isinstance(effect, Modify) and effect.stat in OF_BLOWS):
        return _strikes_before(battle, who, effect.until)
    if isinstance(effect, Modify) and effect.stat is Stat.INITIATIVE:
        return _goes_before(battle, who, effect.until)
    if effect.until == "attack":
        return _strikes_before(battle, user, "attack")
    return effect.until != "round" or battle.step != "ending"


def _strikes_before(battle: Battle, who: Combatant, until: str) -> bool:
    """Whether she may yet attack before it ends: in her turn now, or in one to come."""
    is_acting = battle.acting == who.name
    may_yet = Timing.ATTACK not in who.spent and (is_acting or who.name not in battle.acted)
    match until:
        case "turn":
            return is_acting and may_yet
        case "attack":
            return may_yet if battle.acting in ("", who.name) else False
        case "round":
            return may_yet and battle.step != "ending"
    return True


def _goes_before(battle: Battle, who: Combatant, until: str) -> bool:
    """Whether her turn, or her movement in it, is still to come before it ends (KG-32, KG-34)."""
    if battle.acting == who.name:
        return not battle.moved or until == "fight"
    if until == "attack":
        return not battle.acting
    return until != "round" or (who.name not in battle.acted and battle.step != "ending")


def at_once(battle: Battle, user: Combatant, effect: Effect, who: Combatant) -> bool:
    """What happens at once: a status that is new, one that can end, life that is missing, dice that are spent."""
    is_known = may_know(battle, user, who)
    match effect:
        case Give():
            return _is_new(effect, who, is_known=is_known)
        case Cure():
            return who.status(effect.status) is not None
        case Recover():
            return not is_known or who.life < who.max_life
        case Renew():
            return not is_known or any(spirit.is_spent for spirit in who.spirits)
        case Lose():
            return who is not user
    return False


def may_know(battle: Battle, user: Combatant, who: Combatant) -> bool:
    """Whether the user's seat may know the other's numbers."""
    return not user.is_player or not secret_of(who) or battle.on("monsters") == "all"


def _is_new(effect: Give, who: Combatant, *, is_known: bool) -> bool:
    """Whether the status would change anything: she has another, or none and is not known to be immune."""
    old = who.status(effect.status)
    if old is None:
        return not is_known or effect.status not in who.immune
    if is_known:
        return old != Status(effect.status, effect.level, effect.strength)
    return old.level != effect.level or effect.strength > 0


# ---------------------------------------------------------------- in an attack


def at_check(battle: Battle, user: Combatant, checker: str, stat: Stat) -> Counts:
    """What counts at a check: a change of its stat or dice for who makes it, and what happens at once (KG-33)."""

    def counts(effect: Effect, who: Combatant) -> bool:
        match effect:
            case Modify():
                return who.name == checker and effect.stat is stat and effect.amount != 0
            case Dice():
                more = dice(battle, who, effect.amount) != dice(battle, who)
                return who.name == checker and battle.rolls(who) and more
        return at_once(battle, user, effect, who)

    return counts


def at_calculation(battle: Battle, user: Combatant) -> Counts:
    """What counts at damage calculation: a change of Rank, die, 物D, 魔D or damage of this kind (KG-20 to KG-23)."""
    attack, now = attack_of(battle), plan(battle)

    def counts(effect: Effect, who: Combatant) -> bool:
        is_attackers = who.name == attack.attacker
        match effect:
            case Rank():
                return (
                    is_attackers and effect.of in (None, now.damage) and _raises(battle, who, effect.amount)
                )
            case Bonus():
                return is_attackers and effect.of in (None, now.damage) and effect.amount != 0
            case Modify():
                is_added = effect.stat is now.damage.flat and now.own_rank > 0 and who.dicing is None
                return is_attackers and is_added and effect.amount != 0
            case CountsAs():
                return _changes_the_die(battle, effect)
            case Dice():
                return False
        return at_once(battle, user, effect, who)

    return counts


def _raises(battle: Battle, attacker: Combatant, amount: int) -> bool:
    """Whether a change of Rank is not cut off whole, with concept destruction or without; it needs a die that counts.

    Weaknesses of targets are left out: they are known when they count (KG-25).
    """
    own, changes = plan(battle).own_rank, total(attackers_changes(battle))

    def ends_at(changes: int, concept: int) -> int:
        return rank(own, changes + concept, rank_cap(battle, concept))

    concepts = range(DIE_FACES + 1 if may_destroy(battle, attacker) else 1)
    return _has_a_die(battle) and any(
        ends_at(changes, each) != ends_at(changes + amount, each) for each in concepts
    )


def _has_a_die(battle: Battle) -> bool:
    """Whether the multiplier is more than nothing: a die of 1 multiplies nothing, unless a house rule counts it."""
    active = attack_of(battle).active
    is_read = active is not None and not active.is_critical and not throws(battle)
    return not is_read or chosen_die(battle) != 1 or battle.on("die_one") == "counts"


def _changes_the_die(battle: Battle, effect: CountsAs) -> bool:
    """Whether a die is read at all, and as another number (KG-22): not after a critical, not without Rank."""
    attack = attack_of(battle)
    if attack.active is None or attack.active.is_critical or throws(battle) or plan(battle).own_rank == 0:
        return False
    least = max(attack.counts_at_least, effect.number) if effect.at_least else attack.counts_at_least
    counts_as = attack.counts_as if effect.at_least else effect.number
    return counted(attack.active.highest, counts_as, least) != chosen_die(battle)


def at_reduction(battle: Battle, user: Combatant, keeps_off: Counts) -> Counts:
    """What counts at damage reduction: what keeps some of the damage off, and what happens at once (KG-26)."""

    def counts(effect: Effect, who: Combatant) -> bool:
        match effect:
            case Minus() | Halve() | Modify():
                return keeps_off(effect, who)
            case Dice():
                return False
        return at_once(battle, user, effect, who)

    return counts

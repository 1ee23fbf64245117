"""Talents and items beside attacks: what using them is worth, and for whom."""

from collections.abc import Iterable

from rules.engine.choices import Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.kamigakari.bots.judgement import LASTING, effect_worth, effects_worth, source_price, status_worth
from rules.kamigakari.bots.outlook import Outlook
from rules.kamigakari.bots.plain import options_of, worthwhile
from rules.kamigakari.effects import Dice, Effect, Give, Rank
from rules.kamigakari.entries import Item, Talent
from rules.kamigakari.map import group_of, within
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import StatusKey, Timing, To

SHAKEN_OFF = 60
"""Percent of a poisoning: the check may fail."""
OF_AN_ATTACK = 30
"""Percent of the worth of a blow that one more die, or an ambush, adds to it."""


def timing(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """At the start or end of a round: the best that is worth more than its price."""
    outlook = Outlook(battle, battle[question.actor])

    def worth(id: str) -> int:
        kind, _, key = id.partition(":")
        return cured(outlook.who, StatusKey(key)) if kind == "cure" else deed_worth(outlook, id)

    return worthwhile(options_of(question, seat), worth)


def cured(who: Combatant, key: StatusKey) -> int:
    """To be rid of a status."""
    status = who.status(key)
    worth = -status_worth(key, max(1, status.level)) if status else 0
    return worth * SHAKEN_OFF // 100 if key is StatusKey.POISON else worth


def deed_worth(outlook: Outlook, source: str) -> int:
    """A talent or item that is no attack, used for those it is best for."""
    battle, who = outlook.battle, outlook.who
    entry = battle.library.entry(source)
    assert isinstance(entry, Talent | Item)
    targets = _best_targets(battle, who, entry)
    own = sum(_for_the_next_blow(outlook, effect) for effect in entry.effects)
    rest = [effect for effect in entry.effects if not _is_for_a_blow(effect)]
    return own + effects_worth(battle, who, rest, targets) - source_price(battle, who, source)


def _is_for_a_blow(effect: Effect) -> bool:
    """Whether it serves the own next attack alone."""
    if isinstance(effect, Give):
        return effect.status in (StatusKey.AMBUSH, StatusKey.HIDDEN) and effect.to is To.SELF
    return isinstance(effect, Dice | Rank) and effect.to is To.SELF and effect.until == "attack"


def _for_the_next_blow(outlook: Outlook, effect: Effect) -> int:
    """A part of what her best blow from here is worth."""
    who = outlook.who
    if not _is_for_a_blow(effect) or who.cell is None or Timing.ATTACK in who.spent:
        return 0
    if isinstance(effect, Give) and (effect.status is StatusKey.HIDDEN or who.status(effect.status)):
        return 0
    blow = outlook.promise(who.cell, is_close=not outlook.battle.may_shoot)[0]
    return blow * OF_AN_ATTACK // 100 * LASTING["attack"]


def _best_targets(battle: Battle, who: Combatant, entry: Talent | Item) -> list[str]:
    """Those of whom using it makes most (KG-31)."""
    if isinstance(entry, Item) or entry.target.kind == "self":
        return [who.name]
    best = _sorted(battle, who, entry.effects, within(battle, who.name, entry.distance))
    match entry.target.kind:
        case "characters":
            return best[: entry.target.count]
        case "area" if best:
            return [name for name in best if name in group_of(battle, best[0])]
    return best


def _sorted(battle: Battle, who: Combatant, effects: Iterable[Effect], names: Iterable[str]) -> list[str]:
    """Those it does good for her side on, the best first."""
    aimed = [effect for effect in effects if effect.to is To.TARGETS]
    worths = {
        name: sum(effect_worth(who.side, effect, battle[name]) for effect in aimed)
        for name in names
        if who.sees(battle[name])
    }
    return sorted((name for name in worths if worths[name] > 0), key=lambda name: -worths[name])


def whom(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Those it helps most, or hurts most where it hurts; the question says which talent it is."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, Some)
    names = [option.id for option in shape.options]
    said = question.about.params.get("source")
    used = (id for id in who.talents if battle.library.title_of(f"talent:{id}") == said)
    effects = battle.library.talents[next(used)].effects
    chosen = _sorted(battle, who, effects, names)[: shape.most]
    return shape.judge(chosen or names[: shape.least])

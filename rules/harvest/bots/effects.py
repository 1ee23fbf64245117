"""Whom effects are for, which of them, and what they replace."""

from collections.abc import Iterator

from rules.engine.choices import One, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.text import Text
from rules.harvest.bots.judgement import effect_worth, own_worth, side, status_worth
from rules.harvest.bots.plain import anything, best, options_of
from rules.harvest.effects import Effect, Either
from rules.harvest.entries import Deed
from rules.harvest.state import Battle, Combatant, Library


def _of_library(library: Library) -> Iterator[Effect]:
    """Every effect there is, those inside others too."""
    magics = [each for spell in library.spells.values() for each in (spell, *spell.enhancements)]
    deeds: list[Deed] = [*library.skills.values(), *library.items.values(), *library.grands.values()]
    waiting = [effect for each in magics for effect in each.effects]
    waiting += [effect for each in deeds for effect in each.effects]
    while waiting:
        effect = waiting.pop()
        yield effect
        if isinstance(effect, Either):
            waiting += effect.options


def _asked_about(battle: Battle, question: Question) -> Effect | None:
    """The effect whose receivers are asked for: found by the words that tell of it."""
    said = question.about.params.get("effect")
    kind = said.key.rpartition(".")[2] if isinstance(said, Text) else ""
    return next(
        (
            each
            for each in _of_library(battle.library)
            if each.kind == kind and each.describe(battle.library) == said
        ),
        None,
    )


def receiver(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Whom the effect does most good, or most harm."""
    effect, camp = _asked_about(battle, question), battle[question.actor].camp
    if effect is None:
        return anything(battle, question, seat, draws)
    return best(
        options_of(question, seat), lambda option: effect_worth(battle, camp, effect, option.id), draws
    )


def cells(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The cells where it does most, none where it does nothing."""
    effect, camp, shape = _asked_about(battle, question), battle[question.actor].camp, question.choices[seat]
    if effect is None or not isinstance(shape, Some):
        return anything(battle, question, seat, draws)
    worths = {each.id: effect_worth(battle, camp, effect, each.id) for each in shape.options}
    good = [id for id in draws.shuffled(list(worths)) if worths[id] > 0]
    return sorted(good, key=lambda id: -worths[id])[: shape.most]


def either(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The one that is worth more now."""
    options = options_of(question, seat)
    said = [option.label.params.get("name") for option in options]
    offered = next(
        (
            each.options
            for each in _of_library(battle.library)
            if isinstance(each, Either) and [one.describe(battle.library) for one in each.options] == said
        ),
        None,
    )
    if offered is None:
        return anything(battle, question, seat, draws)
    who = battle[question.actor]
    return best(options, lambda option: own_worth(battle, who, (offered[int(option.id)],)), draws)


def overwrite(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """If it makes the status worth more to her side, or lasts longer."""
    named, subject = question.about.params.get("status"), battle.find(question.subjects[-1])
    key = next((key for key in battle.library.status_keys() if battle.library.status_named(key) == named), "")
    if not key or not isinstance(subject, Combatant):
        return "overwrite"
    old, new = _levels(question)
    camp = battle[question.actor].camp if battle.has(question.actor) else subject.camp.other
    gain = status_worth(battle, key, new) - status_worth(battle, key, old)
    return "overwrite" if gain * side(subject, camp) >= 0 else None


def overwrite_terrain(_battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """If it is not weaker."""
    old, new = _levels(question)
    return "overwrite" if new >= old else None


def _levels(question: Question) -> tuple[int, int]:
    """The level that is there, and that which would replace it."""
    shape = next(iter(question.choices.values()))
    said = shape.options[0].label.params if isinstance(shape, One) else {}
    return int(str(said.get("old", 0))), int(str(said.get("new", 0)))

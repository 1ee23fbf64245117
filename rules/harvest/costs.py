"""The most mana and TP that anybody can ever have, so that a cost beyond it is found before it is played (HV-20)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.harvest.activation import DICE
from rules.harvest.effects import Afflict, Effect, Modify, Terrain, Touch, leaves
from rules.harvest.entries import Caster, Spell
from rules.harvest.shelf import Shelf
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import Gift, Stat, Timing
from rules.harvest.terrain import TERRAINS

MOST_DICE = 12
"""As many as a sheet may have."""


def most_mana(spell: Spell, shelf: Shelf) -> int:
    """What those who know the spell can have for it at most; of a spell nobody knows, what anybody could."""
    timing = spell.timing
    dice = [
        (caster.action_magic if timing is Timing.ACTION else caster.reaction_magic) + _gifts(caster, shelf)
        for caster in _casters(shelf)
        if spell.id in caster.spells
    ]
    return max(dice, default=MOST_DICE) + _raised(DICE[timing], shelf)


def most_tp(skill: str, shelf: Shelf) -> int | None:
    """The most TP of anybody who knows the skill; None when nobody does."""
    known = [each.tp for each in shelf.creatures.values() if skill in each.skills]
    known += [
        shelf.catalysts[each.catalyst].tp
        for each in shelf.characters.values()
        if skill in each.skills and each.catalyst in shelf.catalysts
    ]
    return max(known, default=None)


def _casters(shelf: Shelf) -> Iterator[Caster]:
    yield from shelf.characters.values()
    yield from shelf.creatures.values()


def _gifts(caster: Caster, shelf: Shelf) -> int:
    """Mana that her own skills, items and grand magic produce, or keep from the challenge before."""
    deeds = [shelf.skills[id] for id in dict.fromkeys(caster.skills) if id in shelf.skills]
    more = [shelf.items[id] for id in dict.fromkeys(caster.items) if id in shelf.items]
    grand = [shelf.grands[caster.grand]] if caster.grand in shelf.grands else []
    return sum(
        leaf.count
        for deed in (*deeds, *more, *grand)
        for effect in deed.effects
        for leaf in leaves(effect)
        if isinstance(leaf, Touch) and leaf.gift in (Gift.PRODUCE, Gift.STORE)
    )


@lru_cache(maxsize=4)
def _raised(dice: Stat, shelf: Shelf) -> int:
    """How many more dice statuses, terrain and other effects on the shelf can give."""
    best: dict[str, int] = {}
    for effect in _effects(shelf):
        source, more = _raise_of(effect, dice, shelf)
        best[source] = max(best.get(source, 0), more)
    return sum(best.values())


def _raise_of(effect: Effect, dice: Stat, shelf: Shelf) -> tuple[str, int]:
    """What raises, and by how much; changes of a number add up without end, so that one may give any number."""
    match effect:
        case Afflict():
            own = shelf.statuses.get(effect.status)
            kind = STATUSES.get(effect.status)
            per_level = own.per_level if own else kind.per_level if kind else {}
            return effect.status, effect.level * per_level.get(dice, 0)
        case Terrain() if TERRAINS[effect.terrain].lowers is dice:
            return effect.terrain, -effect.level
        case Modify() if effect.stat is dice and effect.amount > 0:
            return effect.kind, MOST_DICE
    return effect.kind, 0


def _effects(shelf: Shelf) -> Iterator[Effect]:
    """Every effect there is, those inside others too."""
    found: list[Sequence[Effect]] = [
        each.effects for spell in shelf.spells.values() for each in (spell, *spell.enhancements)
    ]
    found += [
        each.effects for each in (*shelf.skills.values(), *shelf.items.values(), *shelf.grands.values())
    ]
    found += [each.effects for each in shelf.traps.values()] + [
        each.effects for each in shelf.objects.values()
    ]
    yield from (leaf for effects in found for effect in effects for leaf in leaves(effect))

"""What effects may do where they stand: whom and which cells they may be for, which of them have no place there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.engine.faults import listed, unknown
from rules.engine.shelves import Ids, Told
from rules.engine.text import Text, text
from rules.harvest.effects import (
    EFFECTS_DEEP,
    Afflict,
    Effect,
    Either,
    Lift,
    OnCells,
    OnObjects,
    Push,
    Revive,
    Strike,
    Summon,
    Touch,
    Trap,
    depth,
)
from rules.harvest.entries import SpecialObject, Spell
from rules.harvest.terms import Moment, On, Timing, To


@dataclass(frozen=True)
class Place:
    """Where effects stand, and what that means for them."""

    named: Text
    to: tuple[To, ...]
    on: tuple[On, ...] = (On.HERE, On.CHOSEN)
    bars: tuple[type, ...] = (Strike,)
    """Effects that have no place there."""
    is_taken: bool = True
    """Whether the owner stands `here`, so that nothing can be set up there (HV-03)."""


OWN_SIDE = (To.SELF, To.ALLY, To.ALLIES, To.ENEMY, To.ENEMIES, To.NEAR)
DEED = Place(text("harvest.pack.in.type_a"), OWN_SIDE)
SUPPORT = replace(DEED, named=text("harvest.pack.in.type_r"), to=(*OWN_SIDE, To.ATTACKER))
LEVEL_1 = Place(text("harvest.pack.in.level_1"), OWN_SIDE, bars=(Strike, Touch))
ATTACK = replace(LEVEL_1, named=text("harvest.pack.in.attack"), to=(*OWN_SIDE, To.TARGETS), on=tuple(On))
REACTION = replace(LEVEL_1, named=text("harvest.pack.in.reaction"), to=(*OWN_SIDE, To.ATTACKER))
TRAP = Place(
    text("harvest.pack.in.trap"),
    (To.NEAR, To.TRIGGER),
    (On.HERE,),
    (Strike, Touch, Revive, Either),
    is_taken=False,
)
THING = Place(text("harvest.pack.in.object"), (To.NEAR,), (On.HERE,), (Touch, Revive, Either, Push, Trap))
"""No camp is its own: it sees no front to push to, and lays traps for nobody (HV-82)."""


def place_of_spell(spell: Spell) -> Place:
    """Level 1 is no attack: it has no targets (HV-21)."""
    if spell.timing is Timing.REACTION:
        return REACTION
    return LEVEL_1 if spell.level == 1 else ATTACK


def place_of_object(thing: SpecialObject) -> Place:
    """Only an action phase beside it has somebody who set it off; destroyed, it stands in nobody's way (HV-82)."""
    match thing.moment:
        case Moment.ACTION_PHASE:
            return replace(THING, to=(To.NEAR, To.TRIGGER))
        case Moment.DESTROYED:
            return replace(THING, named=text("harvest.pack.in.ruin"), is_taken=False)
    return THING


def of_effects(effects: Sequence[Effect], place: Place, ids: Ids, field: str = "effects") -> Iterator[Told]:
    """What is wrong with effects that stand there."""
    for at, effect in enumerate(effects):
        if depth(effect) > EFFECTS_DEEP:
            yield f"{field}.{at}", text("harvest.pack.effects_deep", most=EFFECTS_DEEP)
        else:
            yield from _of_effect(effect, place, ids, f"{field}.{at}")


def _of_effect(effect: Effect, place: Place, ids: Ids, field: str) -> Iterator[Told]:
    if isinstance(effect, place.bars):
        yield field, text("harvest.pack.barred", effect=effect.kind, place=place.named)
        return
    yield from _unknown_in(effect, ids, field)
    match effect:
        case Either():
            yield from of_effects(effect.options, place, ids, f"{field}.options")
        case Touch() if effect.to is not To.SELF:
            yield f"{field}.to", text("harvest.pack.touch_self")
        case OnObjects() if effect.to not in place.to:
            yield f"{field}.to", _one_of(place.to, effect.to, place)
        case OnCells():
            yield from _on_cells(effect, place, field)


def _on_cells(effect: OnCells, place: Place, field: str) -> Iterator[Told]:
    if effect.on not in place.on:
        yield f"{field}.on", _one_of(place.on, effect.on, place)
    elif isinstance(effect, Summon) and effect.on is On.HERE and place.is_taken:
        yield f"{field}.on", text("harvest.pack.here_is_taken")
    elif effect.count > 1 and effect.on is not On.CHOSEN:
        yield f"{field}.count", text("harvest.pack.count_of_chosen")


def _one_of(allowed: Sequence[str], given: str, place: Place) -> Text:
    return text("harvest.pack.one_of_in", place=place.named, known=listed(allowed), given=given)


def _unknown_in(effect: Effect, ids: Ids, field: str) -> Iterator[Told]:
    """Ids that an effect names and nothing has."""
    match effect:
        case Afflict(status=id) | Lift(status=id) if id not in ids["status"]:
            yield f"{field}.status", unknown(text("harvest.pack.what.status"), id, ids["status"])
        case Trap(trap=id) if id not in ids["trap"]:
            yield f"{field}.trap", unknown(text("harvest.pack.what.trap"), id, ids["trap"])
        case Summon(object=id) if id not in ids["object"]:
            yield f"{field}.object", unknown(text("harvest.pack.what.object"), id, ids["object"])

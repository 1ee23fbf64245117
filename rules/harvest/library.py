"""A pack as typed shelves, checked as a whole; and the starter pack, which comes with the game."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from rules.engine.content import Content, ContentError, Pack, Problem, packaged, read_pack
from rules.harvest.effects import Effect, OnObjects, Touch
from rules.harvest.entries import (
    KINDS,
    Caster,
    Catalyst,
    Character,
    Creature,
    Encounter,
    Grand,
    HomeStatus,
    Item,
    Magic,
    Named,
    Skill,
    SpecialObject,
    Spell,
    Trap,
)
from rules.harvest.terms import Timing, To

E = TypeVar("E", bound=Content)
Told = tuple[str, str]
"""What is wrong inside an entry: its field, and what was expected there."""
MOST_IN_A_CAMP = 9
"""The cells of a camp's rear 3x3 (HV-02, HV-03)."""
OWN_SIDE = (To.SELF, To.ALLY, To.ALLIES, To.ENEMY, To.ENEMIES, To.NEAR)


@dataclass(frozen=True)
class Shelf:
    """Everything a pack holds, by id."""

    spells: Mapping[str, Spell]
    skills: Mapping[str, Skill]
    items: Mapping[str, Item]
    grands: Mapping[str, Grand]
    traps: Mapping[str, Trap]
    objects: Mapping[str, SpecialObject]
    statuses: Mapping[str, HomeStatus]
    catalysts: Mapping[str, Catalyst]
    creatures: Mapping[str, Creature]
    characters: Mapping[str, Character]
    encounters: Mapping[str, Encounter]

    def problems_of(self, caster: Caster) -> Iterator[Told]:
        """What is wrong with what somebody knows: unknown ids, one name twice (HV-47), no main attribute (HV-20)."""
        yield from _unknown("spells", caster.spells, self.spells)
        yield from _unknown("skills", caster.skills, self.skills)
        yield from _unknown("items", caster.items, self.items)
        yield from _unknown("grand", [caster.grand] if caster.grand else [], self.grands)
        spells = [self.spells[id] for id in caster.spells if id in self.spells]
        skills = [self.skills[id] for id in caster.skills if id in self.skills]
        yield from _twice("spells", spells)
        yield from _twice("skills", skills)
        for spell in spells:
            if not set(spell.cost) & set(caster.attributes):
                mains = ", ".join(caster.attributes)
                yield "spells", f"{spell.id} costs no mana of the main attributes; expected one of {mains}"


@cache
def starter() -> Shelf:
    """Our own pack, read once."""
    return read_shelf(packaged("rules.harvest"))


def read_shelf(files: Mapping[str, bytes]) -> Shelf:
    """A whole pack out of its TOML files, by name. ContentError with everything wrong in it at once."""
    pack = read_pack(files, KINDS)
    shelf = Shelf(
        spells=_of(pack, "spell", Spell),
        skills=_of(pack, "skill", Skill),
        items=_of(pack, "item", Item),
        grands=_of(pack, "grand", Grand),
        traps=_of(pack, "trap", Trap),
        objects=_of(pack, "object", SpecialObject),
        statuses=_of(pack, "status", HomeStatus),
        catalysts=_of(pack, "catalyst", Catalyst),
        creatures=_of(pack, "creature", Creature),
        characters=_of(pack, "character", Character),
        encounters=_of(pack, "encounter", Encounter),
    )
    if problems := list(_problems(pack, shelf)):
        raise ContentError(problems)
    return shelf


def _of(pack: Pack[Content], kind: str, model: type[E]) -> dict[str, E]:
    return {id: entry for id, entry in pack.entries[kind].items() if isinstance(entry, model)}


def _problems(pack: Pack[Content], shelf: Shelf) -> Iterator[Problem]:
    told: dict[tuple[str, str], Iterator[Told]] = {}
    told |= {("spell", id): _of_spell(each) for id, each in shelf.spells.items()}
    told |= {("skill", id): _of_skill(each) for id, each in shelf.skills.items()}
    told |= {("creature", id): shelf.problems_of(each) for id, each in shelf.creatures.items()}
    told |= {("character", id): _of_character(each, shelf) for id, each in shelf.characters.items()}
    told |= {("encounter", id): _of_encounter(each, shelf) for id, each in shelf.encounters.items()}
    for (kind, id), found in told.items():
        yield from (pack.problem(kind, id, field, expected) for field, expected in found)


def _of_spell(spell: Spell) -> Iterator[Told]:
    yield from _of_magic(spell, spell, "")
    for id, count in Counter(each.id for each in spell.enhancements).items():
        if count > 1:
            yield "enhancements", f"{id!r} stands twice; expected an id of its own for each"
    for each in spell.enhancements:
        yield from _of_magic(each, spell, f"enhancements.{each.id}.")


def _of_magic(magic: Magic, spell: Spell, place: str) -> Iterator[Told]:
    """A spell or its enhancement, by the spell's timing and level."""
    if spell.timing is Timing.REACTION and magic.attack:
        yield f"{place}attack", "expected none: a reaction spell attacks nobody"
    if spell.timing is Timing.REACTION and magic.range:
        yield f"{place}range", "expected none: a reaction spell has no range"
    if spell.timing is Timing.ACTION and magic.defence:
        yield f"{place}defence", "expected none: only a reaction defends (HV-41)"
    if any(isinstance(effect, Touch) for effect in magic.effects):
        yield f"{place}effects", "touch belongs to a skill: when a spell is paid the dice have been touched"
    yield from _receivers(magic.effects, _receivers_of(spell), f"{place}effects")


def _receivers_of(spell: Spell) -> tuple[To, ...]:
    """Whom a spell's effects may be for. Level 1 is no attack: it has no targets (HV-21)."""
    if spell.timing is Timing.REACTION:
        return (*OWN_SIDE, To.ATTACKER)
    return OWN_SIDE if spell.level == 1 else (*OWN_SIDE, To.TARGETS)


def _of_skill(skill: Skill) -> Iterator[Told]:
    if skill.type == "A" and skill.defence:
        yield "defence", "expected none: type A is used outside of any attack on its user (HV-15)"
    if skill.type == "R" and skill.attack:
        yield "attack", "expected none: type R is used while others attack (HV-33)"
    if any(isinstance(effect, Touch) and effect.to is not To.SELF for effect in skill.effects):
        yield "effects", "expected to = 'self' for touch: only the one who rolls touches the dice"
    yield from _receivers(
        skill.effects, OWN_SIDE if skill.type == "A" else (*OWN_SIDE, To.ATTACKER), "effects"
    )


def _receivers(effects: Sequence[Effect], allowed: tuple[To, ...], place: str) -> Iterator[Told]:
    for at, effect in enumerate(effects):
        if isinstance(effect, OnObjects) and effect.to not in allowed:
            yield f"{place}.{at}.to", f"expected one of {', '.join(allowed)}, not {effect.to.value!r}"


def _of_character(character: Character, shelf: Shelf) -> Iterator[Told]:
    yield from _unknown("catalyst", (character.catalyst,), shelf.catalysts)
    yield from shelf.problems_of(character)


def _of_encounter(encounter: Encounter, shelf: Shelf) -> Iterator[Told]:
    yield from _unknown("creatures", [band.creature for band in encounter.creatures], shelf.creatures)
    yield from _unknown("characters", encounter.characters, shelf.characters)
    if len(set(encounter.characters)) < len(encounter.characters):
        yield "characters", "expected each character once"
    for field, count in _camps(encounter).items():
        if count > MOST_IN_A_CAMP:
            yield field, f"expected at most {MOST_IN_A_CAMP} in a camp, not {count}"


def _camps(encounter: Encounter) -> dict[str, int]:
    creatures = sum(band.count for band in encounter.creatures)
    return {"creatures": creatures, "characters": len(encounter.characters)}


def _unknown(field: str, ids: Sequence[str], known: Mapping[str, Content]) -> Iterator[Told]:
    for id in ids:
        if id not in known:
            yield field, f"expected the id of an entry, not {id[:60]!r}"


def _twice(field: str, entries: Sequence[Named]) -> Iterator[Told]:
    """HV-47: nobody knows two of the same name, in whatever language it is the same."""
    names = Counter(name for entry in entries for name in entry.name.items())
    for said in dict.fromkeys(said for (_lang, said), count in names.items() if count > 1):
        yield field, f"expected each name once (HV-47), not {said!r} twice"

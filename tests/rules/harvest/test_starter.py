"""The starter pack holds what the rules page asks for: something of every kind, and every kind of effect."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

import pytest

from rules import registry
from rules.harvest.battlefield import Shape
from rules.harvest.effects import (
    Afflict,
    Effect,
    Either,
    Modify,
    OnCells,
    OnObjects,
    Terrain,
    Touch,
)
from rules.harvest.effects import Trap as TrapLaid
from rules.harvest.entries import (
    KINDS,
    Character,
    Creature,
    Deed,
    Grand,
    Item,
    Magic,
    Named,
    Skill,
    SpecialObject,
    Trap,
)
from rules.harvest.library import starter
from rules.harvest.state import Library
from rules.harvest.terms import Gift, Mana, Moment, On, Stat, StatusKey, TerrainKey, Timing, To

PACK = starter()


SHELVES: dict[str, Mapping[str, Named]] = {
    "spell": PACK.spells,
    "skill": PACK.skills,
    "item": PACK.items,
    "grand": PACK.grands,
    "trap": PACK.traps,
    "object": PACK.objects,
    "status": PACK.statuses,
    "catalyst": PACK.catalysts,
    "creature": PACK.creatures,
    "character": PACK.characters,
    "encounter": PACK.encounters,
}


def entries() -> Iterator[Named]:
    """Everything in the pack that has a name."""
    for shelf in SHELVES.values():
        yield from shelf.values()
    yield from (more for spell in PACK.spells.values() for more in spell.enhancements)


def magics() -> list[Magic]:
    """All spells and their enhancements."""
    return [each for spell in PACK.spells.values() for each in (spell, *spell.enhancements)]


def all_of(effects: Iterable[Effect]) -> Iterator[Effect]:
    """These effects and those inside them."""
    for effect in effects:
        yield effect
        if isinstance(effect, Either):
            yield from all_of(effect.options)


def effects() -> list[Effect]:
    """Every effect of every entry."""
    with_effects = [each for each in entries() if isinstance(each, Magic | Deed | Trap | SpecialObject)]
    return [effect for each in with_effects for effect in all_of(each.effects)]


def types_of(shelf: Iterable[Skill | Item | Grand]) -> Counter[str]:
    """How many are of type A, R, worn."""
    return Counter(each.type for each in shelf)


# ---- what there is


def test_there_are_spells_of_every_level_and_attribute_for_both_timings() -> None:
    spells = PACK.spells.values()
    assert len(spells) >= 24
    assert {spell.level for spell in spells} == {1, 2, 3, 4}
    assert {mana for spell in spells for mana in spell.cost} == set(Mana)
    assert {spell.timing for spell in spells} == set(Timing)


@pytest.mark.parametrize("mana", Mana)
def test_every_attribute_has_attacks_small_magic_and_defences(mana: Mana) -> None:
    own = [spell for spell in PACK.spells.values() if mana in spell.cost]
    assert {spell.level for spell in own} == {1, 2, 3, 4}
    assert {spell.timing for spell in own} == set(Timing)


def test_there_are_eight_skills_of_each_type() -> None:
    """HV-15, HV-33."""
    found = types_of(PACK.skills.values())
    assert found["A"] >= 8
    assert found["R"] >= 8


def test_there_are_items_to_use_in_both_timings_and_to_wear() -> None:
    assert len(PACK.items) >= 6
    assert set(types_of(PACK.items.values())) == {"A", "R", "worn"}


def test_each_ready_character_has_grand_magic_of_her_own() -> None:
    assert list(PACK.characters) == ["mina", "jun", "sora", "haru"]
    assert len({each.grand for each in PACK.characters.values()} & set(PACK.grands)) == 4
    assert types_of(PACK.grands.values()) == {"A": 2, "R": 2}


def test_there_are_six_creatures_one_of_them_a_giant() -> None:
    """HV-25."""
    sizes = Counter(each.size for each in PACK.creatures.values())
    assert sum(sizes.values()) >= 6
    assert sizes[2, 2] == 1


def test_there_are_three_special_objects_each_with_another_moment() -> None:
    """HV-82."""
    assert {each.moment for each in PACK.objects.values()} == set(Moment)
    assert any(each.rounds for each in PACK.objects.values())


def test_there_are_two_traps_laid_by_a_character_and_a_creature_and_there_from_the_start() -> None:
    """HV-81."""
    laying = {
        f"skill:{skill.id}"
        for skill in PACK.skills.values()
        if any(isinstance(each, TrapLaid) for each in all_of(skill.effects))
    }
    assert len(PACK.traps) >= 2
    for shelf in (PACK.characters, PACK.creatures):
        assert any(laying & {f"skill:{id}" for id in each.skills} for each in shelf.values())
    assert any(each.traps for each in PACK.encounters.values())


def test_there_are_six_catalysts() -> None:
    assert len(PACK.catalysts) >= 6


def test_there_are_three_encounters_of_unlike_sides_some_on_terrain_and_among_objects() -> None:
    sides = {
        (len(each.characters), sum(band.count for band in each.creatures))
        for each in PACK.encounters.values()
    }
    assert len(sides) == len(PACK.encounters) == 3
    assert all(ours != theirs for ours, theirs in sides)
    assert any(each.terrain for each in PACK.encounters.values())
    assert any(each.objects for each in PACK.encounters.values())


def test_numbers_stay_within_what_a_fight_of_some_rounds_needs() -> None:
    for each in (*PACK.catalysts.values(), *PACK.creatures.values()):
        cells = getattr(each, "size", (1, 1))[0] * getattr(each, "size", (1, 1))[1]
        assert 18 <= each.hp <= 45 * cells
        assert 5 <= each.attack <= 12
        assert 2 <= each.defence <= 6


def test_whatever_there_is_somebody_has_it() -> None:
    """No spell, skill, item or grand magic, no creature, that is in no fight at all."""
    known: list[Character | Creature] = [*PACK.characters.values(), *PACK.creatures.values()]
    assert {id for each in known for id in each.spells} == set(PACK.spells)
    assert {id for each in known for id in each.skills} == set(PACK.skills)
    assert {id for each in known for id in each.items} == set(PACK.items)
    fought = {band.creature for each in PACK.encounters.values() for band in each.creatures}
    assert fought == set(PACK.creatures)


# ---- every kind of everything


def test_every_kind_of_effect_is_there() -> None:
    """HV-41."""
    kinds = {kind.model_fields["kind"].default for kind in get_args(get_args(Effect)[0])}
    assert {effect.kind for effect in effects()} == kinds


def test_every_status_is_given_the_packs_own_too() -> None:
    """HV-50 to HV-64."""
    given = {effect.status for effect in effects() if isinstance(effect, Afflict)}
    assert given == {*StatusKey, *PACK.statuses}


def test_every_number_is_changed() -> None:
    assert {effect.stat for effect in effects() if isinstance(effect, Modify)} == set(Stat)


def test_dice_are_touched_in_every_way() -> None:
    """HV-20."""
    assert {effect.gift for effect in effects() if isinstance(effect, Touch)} == set(Gift)


def test_every_terrain_is_laid() -> None:
    """HV-70 to HV-78."""
    assert {effect.terrain for effect in effects() if isinstance(effect, Terrain)} == set(TerrainKey)


def test_effects_are_for_everybody_they_can_be_for() -> None:
    """HV-08."""
    assert {effect.to for effect in effects() if isinstance(effect, OnObjects)} == set(To)


def test_effects_are_laid_on_all_cells_they_can_be_laid_on() -> None:
    assert {effect.on for effect in effects() if isinstance(effect, OnCells)} == set(On)


def test_ranges_are_added_to_changed_and_fixed_in_every_shape() -> None:
    """HV-22, HV-23."""
    ranges = [each.range for each in magics() if each.range]
    assert {each.mode for each in ranges} == {"add", "change", "fix"}
    assert {area.shape for each in ranges for area in each.areas} == set(Shape)


# ---- words


def test_every_kind_of_entry_is_there() -> None:
    assert set(SHELVES) == set(KINDS)
    assert all(SHELVES.values())


@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_every_entry_has_its_name_in_every_language(lang: str) -> None:
    assert [each.id for each in entries() if not each.name.get(lang)] == []


@pytest.mark.parametrize("kind", SHELVES)
@pytest.mark.parametrize("lang", ["en", "ko", "ja"])
def test_no_two_of_a_kind_have_one_name(lang: str, kind: str) -> None:
    """HV-47 could not tell them apart."""
    names = Counter(each.name[lang] for each in SHELVES[kind].values())
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("lang", registry.LANGUAGES)
def test_every_effect_and_range_explains_itself_in_words(lang: str) -> None:
    """Effects are data that describe themselves; no key is left unsaid."""
    words = registry.words(lang)
    names = Library(traps=dict(PACK.traps), objects=dict(PACK.objects), statuses=dict(PACK.statuses))
    told = [effect.describe(names) for effect in effects()]
    told += [area.describe() for each in magics() if each.range for area in each.range.areas]
    said = [words.render(each) for each in told]
    assert [each for each in said if "harvest." in each or "{" in each] == []

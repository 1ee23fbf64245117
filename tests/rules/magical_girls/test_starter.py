"""The starter pack holds what the rules page asks for: something of every kind, and every kind of effect."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from rules import registry
from rules.magical_girls.costs import weight_class
from rules.magical_girls.effects import AnyEffect, Boost, Constant, Working
from rules.magical_girls.entries import KINDS, Character, Enemy, Named
from rules.magical_girls.library import starter
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.terms import Attribute, Category, Form, Harm, Wound

PACK = starter()
WEAPONS, ABILITIES, INNATES = PACK.weapons.values(), PACK.abilities.values(), PACK.innates.values()
GIRLS, ENEMIES = PACK.characters.values(), PACK.enemies.values()
FIGHTERS: list[Character | Enemy] = [*GIRLS, *ENEMIES]
LANGUAGES = ("en", "zh-hans", "ja", "ko")


def entries() -> Iterator[Named]:
    """Everything in the pack."""
    for kind in Shelf.names:
        yield from (entry for entry in PACK.of(kind).values() if isinstance(entry, Named))


def effects() -> list[AnyEffect]:
    """Every effect of every ability and innate ability."""
    worked = [effect for ability in ABILITIES for effect in ability.effects]
    return worked + [effect for innate in INNATES for effect in innate.effects]


def kinds(union: object) -> set[str]:
    """The words for the effects of a union."""
    return {effect.model_fields["kind"].default for effect in get_args(get_args(union)[0])}


# ---- weapons and skills


def test_ten_weapons_are_of_all_four_weights_melee_and_ranged() -> None:
    """MG-21."""
    assert len(WEAPONS) >= 10
    assert {weight_class(weapon) for weapon in WEAPONS} == {0, 1, 2, 3}
    assert {(weapon.kind, weight_class(weapon)) for weapon in WEAPONS} >= {("ranged", 0), ("ranged", 3)}


def test_weapons_have_traits_of_every_kind() -> None:
    """MG-20, MG-22, MG-23."""
    assert any(weapon.attacks > 1 for weapon in WEAPONS)
    assert any(weapon.factor != 100 for weapon in WEAPONS)
    assert any(weapon.extra for weapon in WEAPONS)
    assert any(weapon.wound is not Wound.NONE for weapon in WEAPONS)
    assert {weapon.dp > 0 for weapon in WEAPONS if weapon.dp} == {True, False}


def test_there_are_eight_skills_of_both_categories_weapon_skills_among_them() -> None:
    """MG-07, MG-55."""
    found = Counter(skill.category for skill in PACK.skills.values())
    assert found == {Category.COMBAT: 8, Category.LIFE: 8}
    assert {weapon.skill for weapon in WEAPONS} > {
        id for id, skill in PACK.skills.items() if skill.is_weapon and skill.id != "weapon_use"
    } - {"marksmanship"}


def test_damage_is_of_every_type() -> None:
    """MG-50."""
    struck = {ability.strike.harm for ability in ABILITIES if ability.strike}
    assert struck | {weapon.harm for weapon in WEAPONS} == set(Harm)


# ---- magic


def test_ten_abilities_are_for_oneself_for_one_and_for_an_area() -> None:
    """MG-24."""
    assert len(ABILITIES) >= 10
    assert {ability.target for ability in ABILITIES} == {"self", "one", "area"}
    assert {bool(ability.strike) for ability in ABILITIES} == {True, False}
    assert any(ability.is_healing for ability in ABILITIES)


def test_abilities_have_every_effect_that_works_at_once() -> None:
    assert {effect.kind for each in ABILITIES for effect in each.effects} == kinds(Working)  # type: ignore[union-attr]


def test_eight_innate_abilities_have_every_effect_that_always_works() -> None:
    """MG-14, MG-25."""
    assert len(INNATES) >= 8
    assert {effect.kind for each in INNATES for effect in each.effects} == kinds(Constant)


def test_dice_are_given_and_taken() -> None:
    """MG-02."""
    assert {effect.dice > 0 for effect in effects() if isinstance(effect, Boost)} == {True, False}


# ---- who fights


def test_there_are_six_enemies_four_girls_and_four_things() -> None:
    assert (len(ENEMIES), len(GIRLS), len(PACK.things)) == (6, 4, 4)


def test_one_kind_of_enemy_comes_in_two_wings() -> None:
    """MG-11."""
    wings = Counter(stand.enemy for each in PACK.encounters.values() for stand in each.enemies if stand.wing)
    assert wings == {"glass_moth": 2}


@pytest.mark.parametrize("girl", GIRLS, ids=lambda girl: str(girl.id))
def test_a_ready_girl_has_every_attribute_and_carries_no_more_than_she_can(girl: Character) -> None:
    """MG-26."""
    weight = girl.load + sum(PACK.weapons[id].weight for id in girl.weapons)
    assert set(girl.attributes) == set(Attribute)
    assert weight <= 2 * girl.attributes[Attribute.STR]


def test_ready_girls_play_unlike_each_other() -> None:
    """Close in with a blade, from afar, with a great weapon and a shield, by magic."""
    best = {max(PACK.weapons[id].weight for id in girl.weapons) for girl in GIRLS}
    assert len(best) == 4
    assert len({girl.max_mp for girl in GIRLS}) == 4
    assert [girl.id for girl in GIRLS if len(girl.abilities) > 3] == ["mo"]


def test_whatever_there_is_somebody_has_it() -> None:
    """No weapon, ability, innate ability or thing, no enemy, that is in no fight at all."""
    ready = PACK.encounters.values()
    assert {id for each in FIGHTERS for id in each.weapons} == set(PACK.weapons)
    assert {id for each in FIGHTERS for id in each.abilities} == set(PACK.abilities)
    assert {id for each in FIGHTERS for id in each.innate} == set(PACK.innates)
    assert {lying.thing for each in ready for lying in each.things} == set(PACK.things)
    assert {stand.enemy for each in ready for stand in each.enemies} == set(PACK.enemies)


def test_there_are_three_fights_on_unlike_maps_and_a_sparring_match() -> None:
    """MG-05, MG-17."""
    ready = list(PACK.encounters.values())
    assert Counter(each.form for each in ready) == {Form.FIGHT: 3, Form.SPARRING: 1}
    assert len({(each.cols, each.rows) for each in ready}) == len(ready)
    assert all(each.half_cover and each.things for each in ready)
    assert any(each.full_cover and each.danger for each in ready)
    assert all(10 <= each.cols <= 16 and 8 <= each.rows <= 12 for each in ready)


# ---- words


def test_every_kind_of_entry_is_there() -> None:
    assert set(Shelf.names) == set(KINDS)
    assert all(PACK.of(kind) for kind in Shelf.names)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_has_its_name_in_every_language(lang: str) -> None:
    assert [each.id for each in entries() if not each.name.get(lang)] == []


@pytest.mark.parametrize("kind", Shelf.names)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_of_a_kind_have_one_name(lang: str, kind: str) -> None:
    shelf: Mapping[str, Named] = PACK.of(kind)  # type: ignore[assignment] # all kinds have names
    names = Counter(each.name[lang] for each in shelf.values())
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("lang", registry.LANGUAGES)
def test_every_effect_explains_itself_in_words(lang: str) -> None:
    """Effects are data that describe themselves; no key is left unsaid."""
    said = [registry.words(lang).render(effect.describe()) for effect in effects()]  # type: ignore[attr-defined]
    assert [each for each in said if "magical_girls." in each or "{" in each] == []

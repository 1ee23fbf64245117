"""The starter pack holds what the rules page asks for: something of every kind, and every kind of effect."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from rules import registry
from rules.kamigakari.effects import Cure, Effect, Give, Modify
from rules.kamigakari.entries import (
    KINDS,
    Character,
    Distance,
    Monster,
    Named,
    SpiritCost,
    Strike,
    Talent,
    Target,
)
from rules.kamigakari.library import starter
from rules.kamigakari.shelf import Shelf
from rules.kamigakari.terms import At, AttackKind, Attribute, Kind, Stat, StatusKey, Timing, To

PACK = starter()
TALENTS = list(PACK.talents.values())
FIGHTERS: list[Character | Monster] = [*PACK.characters.values(), *PACK.monsters.values()]
BOSS = PACK.monsters["drowned_harbourmaster"]
LANGUAGES = ("en", "zh-hant", "ja", "ko")


def entries() -> Iterator[Named]:
    """Everything in the pack."""
    for kind in Shelf.names:
        yield from (entry for entry in PACK.of(kind).values() if isinstance(entry, Named))


def strikes() -> list[Strike]:
    """The attacks that talents make."""
    return [talent.strike for talent in TALENTS if talent.strike]


def effects() -> list[Effect]:
    """Every effect of every entry."""
    found = [effect for talent in TALENTS for effect in talent.effects]
    found += [effect for item in PACK.items.values() for effect in item.effects]
    return found + [effect for strike in strikes() for effect in strike.harm]


def talents_with(kind: str) -> list[Talent]:
    """The talents with an effect of that kind."""
    return [talent for talent in TALENTS if any(effect.kind == kind for effect in talent.effects)]


# ---- weapons


@pytest.mark.parametrize("kind", ["melee", "ranged", "magic"])
def test_there_are_ten_weapons_of_every_kind(kind: str) -> None:
    """KG-11."""
    carried = {id for each in PACK.characters.values() for id in each.weapons}
    assert len(carried) >= 10
    assert sum(PACK.weapons[id].kind == kind for id in carried) >= 3


def test_weapons_reach_the_engaged_some_squares_and_the_whole_zone() -> None:
    """KG-31."""
    assert {weapon.distance.kind for weapon in PACK.weapons.values()} == {"engaged", "squares", "zone"}


def test_weapons_strike_one_several_and_an_area() -> None:
    """KG-31."""
    targets = {(weapon.target.kind, weapon.target.count) for weapon in PACK.weapons.values()}
    assert {("characters", 1), ("characters", 2), ("area", 1)} <= targets


# ---- talents


@pytest.mark.parametrize("timing", Timing)
def test_there_are_talents_of_every_timing(timing: Timing) -> None:
    """KG-33."""
    assert len(TALENTS) >= 24
    assert sum(talent.timing is timing for talent in TALENTS) >= 3


@pytest.mark.parametrize("at", At)
def test_there_are_talents_for_every_moment(at: At) -> None:
    """KG-33."""
    assert any(talent.at is at for talent in TALENTS)


def test_every_kind_of_effect_is_there() -> None:
    kinds = {kind.model_fields["kind"].default for kind in get_args(get_args(Effect)[0])}
    assert {effect.kind for effect in effects()} == kinds


def test_effects_are_for_everybody_they_can_be_for() -> None:
    assert {effect.to for effect in effects()} == set(To)


def test_every_distance_is_there() -> None:
    """KG-31."""
    kinds = set(get_args(Distance.model_fields["kind"].annotation))
    assert {talent.distance.kind for talent in TALENTS} == kinds


def test_every_kind_of_target_is_there() -> None:
    """KG-31."""
    kinds = set(get_args(Target.model_fields["kind"].annotation))
    assert {talent.target.kind for talent in TALENTS} == kinds
    assert any(talent.target.count > 1 for talent in TALENTS)


def test_every_kind_of_spirit_cost_is_paid() -> None:
    """KG-04."""
    assert {cost for talent in TALENTS for cost in talent.cost.spirits} == set(get_args(SpiritCost))


def test_a_talent_costs_life() -> None:
    """KG-20."""
    assert any(talent.cost.life for talent in TALENTS)


def test_some_talents_are_used_a_few_times_a_fight() -> None:
    assert any(talent.per_fight for talent in TALENTS)


def test_a_talent_is_halved_when_it_is_resisted() -> None:
    """KG-15."""
    halved = [strike for strike in strikes() if strike.resisted == "half"]
    assert {strike.kind for strike in halved} == {AttackKind.MAGIC}


def test_special_attacks_check_accuracy_and_invocation_and_do_damage_of_both_kinds() -> None:
    """KG-11."""
    special = [strike for strike in strikes() if strike.kind is AttackKind.SPECIAL]
    assert {strike.active for strike in special} == {Stat.ACCURACY, Stat.INVOCATION}
    assert {strike.damage for strike in special} == set(Kind)


def test_one_attack_does_n_damage() -> None:
    """KG-23."""
    assert [strike.amount > 0 for strike in strikes() if strike.rank == 0] == [True]


def test_some_talents_are_weapon_attacks_and_some_are_none() -> None:
    """KG-10."""
    assert {strike.weapon for strike in strikes()} == {True, False}


def test_a_die_counts_as_another_number_and_as_at_least_one() -> None:
    """KG-22."""
    assert len(talents_with("counts_as")) == 2


@pytest.mark.parametrize("kind", ["rank", "bonus", "minus", "halve"])
def test_one_kind_of_damage_is_changed_by_itself(kind: str) -> None:
    """KG-20, KG-26."""
    assert any(getattr(effect, "of", None) for effect in effects() if effect.kind == kind)


def test_every_status_but_fainting_is_given_and_most_are_taken_away() -> None:
    """KG-36."""
    assert {effect.status for effect in effects() if isinstance(effect, Give)} == {*StatusKey} - {
        StatusKey.FAINT
    }
    assert len({effect.status for effect in effects() if isinstance(effect, Cure)}) >= 4


def test_harm_may_ask_for_damage() -> None:
    """KG-15."""
    assert any(effect.needs_damage for strike in strikes() for effect in strike.harm)


def test_numbers_of_offence_defence_and_speed_are_changed() -> None:
    gear = {stat for item in PACK.items.values() for stat in item.numbers}
    changed = {effect.stat for effect in effects() if isinstance(effect, Modify)} | gear
    assert changed >= {Stat.EVASION, Stat.RESIST, Stat.INSIGHT, Stat.ARMOUR, Stat.WARD, Stat.INITIATIVE}


# ---- items and armours


def test_there_are_eight_items_and_armours_some_worn_some_used_up() -> None:
    timings = {item.timing for item in PACK.items.values()}
    assert len(PACK.items) >= 8
    assert timings == {None, Timing.START, Timing.PREPARATION, Timing.END}
    assert sum(item.numbers.get(Stat.ARMOUR, 0) > 0 for item in PACK.items.values()) >= 3


def test_items_change_distance_targets_and_attribute_of_attacks() -> None:
    """KG-13, KG-25."""
    items = PACK.items.values()
    assert any(item.reach for item in items)
    assert any(item.more_targets for item in items)
    assert any(item.attributes for item in items)


# ---- who fights


def test_there_are_eight_monsters_one_of_them_a_boss() -> None:
    assert len(PACK.monsters) >= 8
    assert all(BOSS.life > each.life + 30 for each in PACK.monsters.values() if each is not BOSS)
    assert BOSS.size > 1


def test_some_monsters_throw_dice_some_roll_checks_and_some_do_neither() -> None:
    """KG-35."""
    found = Counter((each.dicing is not None, each.is_fixed) for each in PACK.monsters.values())
    assert found[True, True] >= 3
    assert found[False, False] >= 1
    assert found[False, True] >= 1


def test_some_monsters_are_immune() -> None:
    """KG-36."""
    assert sum(bool(each.immune) for each in PACK.monsters.values()) >= 3


def test_every_attribute_is_somebodys_weakness_and_some_attack_has_it() -> None:
    """KG-25."""
    weak = {attribute for each in PACK.monsters.values() for attribute in each.weaknesses}
    carried = {attribute for strike in strikes() for attribute in strike.attributes}
    carried |= {attribute for weapon in PACK.weapons.values() for attribute in weapon.attributes}
    assert weak == carried == set(Attribute)


def test_there_are_four_ready_characters_with_one_to_seven_bonds_and_a_whole_crest() -> None:
    """KG-37."""
    ready = PACK.characters.values()
    assert len(ready) == 4
    assert (min(each.bonds for each in ready), max(each.bonds for each in ready)) == (1, 7)
    assert {each.crest for each in ready} == {22}


def test_whatever_there_is_somebody_has_it() -> None:
    """No weapon, item or talent, no monster, that is in no fight at all."""
    fought = {stand.monster for each in PACK.encounters.values() for stand in each.monsters}
    assert {id for each in FIGHTERS for id in each.weapons} == set(PACK.weapons)
    assert {id for each in FIGHTERS for id in each.items} == set(PACK.items)
    assert {id for each in FIGHTERS for id in each.talents} == set(PACK.talents)
    assert fought == set(PACK.monsters)


def test_there_are_three_encounters_on_unlike_maps_one_with_the_boss() -> None:
    """KG-30."""
    ready = PACK.encounters.values()
    assert len({(each.cols, each.rows) for each in ready}) == len(ready) == 3
    assert sum(any(stand.monster == BOSS.id for stand in each.monsters) for each in ready) == 1


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
    said = [registry.words(lang).render(effect.describe()) for effect in effects()]
    assert [each for each in said if "kamigakari." in each or "{" in each] == []

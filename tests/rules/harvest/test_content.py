"""Fights set up from the starter pack; broken set-ups are refused."""

import json
from typing import Any

import pytest

from rules import registry
from rules.engine.content import ContentError
from rules.engine.errors import NotAllowed
from rules.engine.text import Text
from rules.harvest import SYSTEM
from rules.harvest.battlefield import Camp
from rules.harvest.library import starter
from rules.harvest.setup import open_battle
from rules.harvest.state import STORED, Battle


def orchard_gate() -> dict[str, Any]:
    """Mina and Jun against three thornlings."""
    return SYSTEM.encounter_setup("orchard_gate")


def test_a_ready_encounter_opens_with_both_camps() -> None:
    battle = open_battle(orchard_gate(), {})
    assert [(each.name, each.seat) for each in battle.combatants] == [
        ("mina", "mina"),
        ("jun", "jun"),
        ("thornling-1", "gm"),
        ("thornling-2", "gm"),
        ("thornling-3", "gm"),
    ]
    assert [each.camp for each in battle.combatants] == [Camp.ALLY] * 2 + [Camp.ENEMY] * 3
    assert list(SYSTEM.seats(orchard_gate())) == ["gm", "mina", "jun"]


def test_creatures_are_numbered_where_there_are_several() -> None:
    battle = open_battle(SYSTEM.encounter_setup("lantern_night"), {})
    assert battle["gourd_knight-1"].title == starter().creatures["gourd_knight"].title
    assert isinstance(battle["wick_moth-2"].title, Text)


def test_a_character_has_the_numbers_of_its_catalyst() -> None:
    mina, shears = open_battle(orchard_gate(), {})["mina"], starter().catalysts["pruning_shears"]
    assert (mina.attack, mina.defence, mina.hp, mina.tp) == (
        shears.attack,
        shears.defence,
        shears.hp,
        shears.tp,
    )
    assert (mina.ss, mina.movement, mina.max_hp) == (shears.ss, shears.movement, shears.hp)


def test_only_what_somebody_may_come_to_know_is_pinned_and_survives_json() -> None:
    battle: Battle = open_battle(orchard_gate(), {})
    known = {id for each in battle.combatants for id in each.spells}
    may_arrive = {id for each in starter().creatures.values() for id in each.spells}
    assert set(battle.library.spells) == known | may_arrive
    pins = json.loads(json.dumps(STORED.pins(battle)))
    assert STORED.load(STORED.dump(battle), pins).library == battle.library


def test_any_characters_may_be_chosen() -> None:
    chosen = [{"name": "sora", "sheet": SYSTEM.sheet_of("sora", "ko")}]
    battle = open_battle(SYSTEM.encounter_setup("orchard_gate", chosen), {})
    assert [each.title for each in battle.combatants if each.is_player] == ["소라"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"characters": []}, "error.camp_empty"),
        ({"creatures": []}, "error.camp_empty"),
        (
            {"creatures": [{"creature": "thornling", "count": 6}, {"creature": "wick_moth", "count": 4}]},
            "error.camp_full",
        ),
        ({"creatures": [{"creature": "dragon"}]}, "error.no_such_creature"),
        ({"characters": orchard_gate()["characters"] * 2}, "error.name_taken"),
        ({"house": {"gravity": True}}, "error.no_such_house_rule"),
        ({"house": {"ask_everyone": "yes"}}, "error.no_such_setting"),
    ],
)
def test_a_set_up_the_rules_do_not_allow_is_refused_in_words(change: dict[str, Any], key: str) -> None:
    """HV-02, HV-03."""
    with pytest.raises(NotAllowed) as refused:
        open_battle(orchard_gate() | change, {})
    assert refused.value.text.key == key
    for lang in registry.LANGUAGES:
        said = registry.words(lang).render(refused.value.text)
        assert "error." not in said
        assert "{" not in said


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"name": "GM!"}, "characters.0.name"),
        ({"sheet": {}}, "characters.0.sheet.catalyst"),
        ({"mood": "good"}, "characters.0.mood"),
    ],
)
def test_a_malformed_set_up_names_the_field(change: dict[str, Any], place: str) -> None:
    setup = orchard_gate()
    setup["characters"][0] |= change
    with pytest.raises(ContentError) as refused:
        open_battle(setup, {})
    assert place in [problem.field for problem in refused.value.problems]


def test_a_sheet_with_a_spell_that_is_none_names_whose() -> None:
    setup = orchard_gate()
    setup["characters"][1]["sheet"] |= {"spells": ["moonbeam"], "catalyst": "spoon"}
    with pytest.raises(ContentError) as refused:
        open_battle(setup, {})
    assert [(each.entry, each.field) for each in refused.value.problems] == [
        ("jun", "catalyst"),
        ("jun", "spells"),
    ]


def test_a_set_ups_house_rule_goes_before_the_tables() -> None:
    battle = open_battle(
        orchard_gate() | {"house": {"creatures": "bars"}}, {"creatures": "all", "ask_everyone": True}
    )
    assert (battle.on("creatures"), battle.on("ask_everyone"), battle.on("ends_by")) == (
        "bars",
        True,
        "camp_down",
    )


def test_an_unknown_encounter_is_refused() -> None:
    assert "orchard_gate" in SYSTEM.encounters
    with pytest.raises(NotAllowed):
        SYSTEM.encounter_setup("moon_landing")

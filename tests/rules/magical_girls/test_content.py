"""Fights set up from the starter pack: who stands where, with which numbers; broken set-ups are refused as a whole."""

import json
from typing import Any

import pytest

from rules.engine.content import ContentError
from rules.engine.errors import NotAllowed
from rules.engine.text import Text
from rules.magical_girls import SYSTEM, contents
from rules.magical_girls.library import starter
from rules.magical_girls.order import parties
from rules.magical_girls.setup import open_battle
from rules.magical_girls.state import STORED
from rules.magical_girls.terms import Cover, Form, Side
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import foe, girl


def lamps() -> dict[str, Any]:
    """Lin and Mo against two wings of moths and two hounds."""
    return SYSTEM.encounter_setup("greenhouse_lamps")


def test_a_ready_encounter_opens_with_both_sides_on_their_cells() -> None:
    """MG-17: several may share one."""
    battle = open_battle(lamps(), {})
    girls = [each for each in battle.combatants if each.is_player]
    assert [(each.name, each.seat, each.cell.label) for each in girls] == [
        ("lin", "lin", "D7"),
        ("mo", "mo", "E7"),
    ]
    assert [each.name for each in battle.at(battle["glass_moth-1"].cell)] == ["glass_moth-1", "glass_moth-2"]
    assert {each.side for each in battle.combatants if not each.is_player} == {Side.SECOND}
    assert list(SYSTEM.seats(lamps())) == ["gm", "lin", "mo"]
    assert (battle.cols, battle.rows, battle.form) == (10, 8, Form.FIGHT)


def test_two_wings_of_one_kind_are_two_parties_in_the_order() -> None:
    """MG-11: groups of alike creatures may share one check."""
    wings = [party for party in parties(open_battle(lamps(), {})) if len(party) > 1]
    assert wings == [[f"glass_moth-{at}" for at in (1, 2)], [f"glass_moth-{at}" for at in (3, 4)]]


def test_cover_danger_and_things_lie_on_the_map() -> None:
    """MG-26, MG-27, MG-28."""
    battle = open_battle(lamps(), {})
    assert (battle.cover["C5"], battle.cover["B7"]) == (Cover.HALF, Cover.FULL)
    assert battle.danger == ["E4", "E5"]
    assert ("thing:flower_pot", "D7") in [(each.id, each.cell.label) for each in battle.things]


def test_a_sparring_match_puts_two_parties_of_girls_against_each_other() -> None:
    """MG-05."""
    battle = open_battle(SYSTEM.encounter_setup("practice_court"), {})
    sides = {
        side: [each.name for each in battle.combatants if each.side is side and each.is_player]
        for side in Side
    }
    assert (battle.form, sides) == (Form.SPARRING, {Side.FIRST: ["lin", "mo"], Side.SECOND: ["qiao", "hana"]})


def test_enemies_are_numbered_where_there_are_several() -> None:
    battle = open_battle(SYSTEM.encounter_setup("arcade_after_closing"), {})
    assert isinstance(battle["static_hound-2"].title, Text)
    assert battle["hollow_usher-1"].title == starter().enemies["hollow_usher"].title


def test_a_sheets_numbers_are_copied_and_hp_come_from_con_where_none_are_given() -> None:
    """MG-55: CON / 5, POW / 5."""
    setup = lamps()
    lin = open_battle(setup, {})["lin"]
    assert (lin.hp, lin.mp, lin.attributes) == (22, 6, starter().characters["lin"].attributes)
    setup["characters"][0]["sheet"] |= {"max_hp": 0, "max_mp": -1}
    lin = open_battle(setup, {})["lin"]
    assert (lin.max_hp, lin.max_mp) == (55 // 5, 40 // 5)


def test_only_what_somebody_may_come_to_have_is_pinned_and_survives_json() -> None:
    battle = open_battle(lamps(), {})
    known = {id for each in battle.combatants for id in each.abilities}
    may_arrive = {id for each in starter().enemies.values() for id in each.abilities}
    assert set(battle.library.abilities) == known | may_arrive
    pins = json.loads(json.dumps(STORED.pins(battle)))
    assert STORED.load(STORED.dump(battle), pins).library == battle.library


def test_any_characters_may_be_chosen_and_bring_their_names_language() -> None:
    chosen = [{"name": "hero", "sheet": SYSTEM.sheet_of("hana", "zh-hans")}]
    assert open_battle(SYSTEM.encounter_setup("greenhouse_lamps", chosen), {})["hero"].title == "花"


def test_a_set_ups_house_rule_goes_before_the_tables() -> None:
    battle = open_battle(lamps() | {"house": {"d100": 2}}, {"d100": 5, "beyond_hp": "from_mp"})
    assert (battle.on("d100"), battle.on("beyond_hp"), battle.on("enemy_dp")) == (2, "from_mp", "same")


def test_what_an_encounter_holds_is_told() -> None:
    form, enemies, size = SYSTEM.contents("theatre_roof")
    assert form.things == (Form.FIGHT.named,)
    assert len(enemies.things) == 3
    assert size.things[0].params == {"cols": 80, "rows": 60}  # type: ignore[union-attr]


def test_a_match_says_who_picks_its_form_and_when() -> None:
    """MG-05: on the page where it is chosen."""
    court = SYSTEM.encounters["practice_court"].model_copy(update={"form": Form.VERSUS})
    form, *_others = contents.of(court, starter())
    assert [words("en").render(each) for each in form.things] == [
        "Girls against girls",
        "the keeper picks sparring, duel or skill contest once the players have said their wish",
    ]


def test_an_unknown_encounter_is_refused() -> None:
    assert "theatre_roof" in SYSTEM.encounters
    with pytest.raises(NotAllowed):
        SYSTEM.encounter_setup("moon_landing")


def test_a_fight_needs_somebody_on_each_side() -> None:
    with pytest.raises(NotAllowed):
        open_battle(lamps() | {"enemies": []}, {})


def test_a_broken_set_up_is_told_with_all_that_is_wrong() -> None:
    setup = lamps()
    setup["characters"][1]["sheet"] |= {"weapons": ["moonbeam"], "innate": ["quick_heart", "quick_heart"]}
    setup["danger"] = ["E4", "K8"]
    with pytest.raises(ContentError) as told:
        open_battle(setup, {})
    assert [(each.entry, each.field) for each in told.value.problems] == [
        ("mo", "weapons"),
        ("mo", "innate"),
        ("", "danger"),
    ]


def test_two_swarms_of_a_kind_are_counted_together() -> None:
    """The keeper who chooses a fight reads each kind once."""
    _form, enemies, _size = SYSTEM.contents("greenhouse_lamps")
    names = [each.params["name"].in_language("en") for each in enemies.things]  # type: ignore[union-attr]
    assert names.count("Glass Moth") == 1
    assert enemies.things[names.index("Glass Moth")].params["count"] == 4  # type: ignore[union-attr]


def test_an_encore_is_for_another(lay: Lay) -> None:
    """MG-24: 1 DP for 3 is no bargain with oneself."""
    encore = starter().abilities["encore"]
    table = lay(girl("mina", "B4"), girl("ann", "B5"), foe("hound", "B3", dp=3), encore)
    assert table.acts("mina", "ability:encore").offers() == ["ann", "hound"]

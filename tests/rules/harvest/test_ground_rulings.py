"""What the GM may rule about cells: terrain, special objects, traps, and whoever fills more cells than one."""

import pytest

from rules.engine.errors import Malformed, NotAllowed, Refused
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    ally,
    effect,
    enemy,
    ground,
    home_status,
    player,
    thing,
    trap,
)

JAR = thing("jar", "A4", moment="destroyed")
SNARE = trap("snare", None, effect("hurt", to="trigger", amount=4))
HASTE = home_status("haste", per_level={"ss": 1})


def table_of(lay: Lay) -> Table:
    """Mina is asked to begin; a golem fills A1 to B2, thorn stands on C1, a jar on A4, lava lies on C4."""
    fighters = ally("mina", "B5", ss=9), ally("jun", "C6", ss=4), enemy("golem", "A1", size=(2, 2), ss=3)
    more = enemy("thorn", "C1", ss=2), JAR, SNARE, thing("cart", None, size=(2, 1)), ground("lava", "C4")
    table: Table = lay(*fighters, *more, statuses=[HASTE])
    return table


# ---------------------------------------------------------------- terrain


def test_the_gm_lays_terrain_over_what_was_there(lay: Lay) -> None:
    """HV-43: a cell holds one; HV-44: a level below 0 too. A form sends digits."""
    table = table_of(lay).rule("lay_terrain", cell="C4", terrain="gale", level="-2", rounds="1")
    assert table.ground("C4") == ("gale", -2)
    [told] = table.told("terrain")
    assert (told.row, told.cells, told.params["level"]) == ("HV-75", ("C4",), -2)


def test_terrain_for_one_round_ends_by_itself(lay: Lay) -> None:
    """HV-42: at the end of the next action at the same SS."""
    table = table_of(lay).rule("lay_terrain", cell="A6", terrain="yomi", level=1, rounds=1).skip_round()
    assert table.ground("A6") == ("yomi", 1)
    assert table.skip_to("begin", "mina").passes("mina", "begin").ground("A6") is None


def test_the_gm_clears_terrain(lay: Lay) -> None:
    """HV-07 waits for the end; the GM need not."""
    table = table_of(lay).rule("clear_terrain", cell="C4")
    assert (table.ground("C4"), len(table.told("terrain_ends"))) == (None, 1)


def test_needles_laid_under_somebody_sting_nobody(lay: Lay) -> None:
    """HV-77, settled: "on entering" never triggers when terrain is created."""
    table = table_of(lay).rule("lay_terrain", cell="B5", terrain="needles", level=2)
    assert table.lost("mina") == 0


# ---------------------------------------------------------------- special objects


def test_the_gm_sets_an_object_up_and_takes_it_away(lay: Lay) -> None:
    """HV-82: a second one of its kind has a name of its own; taken away it is not destroyed."""
    table = table_of(lay).rule("add_object", object="jar", cell="B4")
    [new] = [each.name for each in table.battle.things if each.name != "jar"]
    assert (table.at(new), table.hp(new)) == ("B4", 10)
    table.rule("remove_object", name=new)
    assert (table.at(new), table.told("destroyed")) == ("", [])
    assert [event.about for event in table.told("taken_down")] == [(new,)]


def test_an_object_needs_all_its_cells_free(lay: Lay) -> None:
    """HV-03, HV-25."""
    table = table_of(lay)
    for cell, why in (("C4", "does_not_fit"), ("A4", "cell_taken"), ("A5", "cell_taken")):
        with pytest.raises(NotAllowed, match=why):
            table.rule("add_object", object="cart", cell=cell)
    table.rule("add_object", object="cart", cell="B4")
    assert [cell.label for cell in table.battle.things[-1].cells] == ["B4", "C4"]


def test_the_gm_moves_an_object_and_sets_its_hp(lay: Lay) -> None:
    """HV-82: its HP is nobody's secret; at 0 it is destroyed."""
    table = table_of(lay).rule("move", name="jar", cell="B4").rule("set_hp", name="jar", value=3)
    assert (table.at("jar"), table.hp("jar")) == ("B4", 3)
    [line] = table.log(SPECTATOR)
    assert words("en").render(line.text) == "The game master sets the HP of Jar to 3."
    table.rule("set_hp", name="jar", value=0)
    assert (table.at("jar"), len(table.told("destroyed"))) == ("", 1)


def test_a_destroyed_object_does_what_it_does_then(lay: Lay) -> None:
    """HV-82: at the GM's hand as well."""
    mine = thing("mine", "A5", effect("hurt", to="near", amount=4), moment="destroyed")
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "C1"), mine)
    table.rule("set_hp", name="mine", value=0).passes("mina", "begin")
    assert table.lost("mina") == 4


@pytest.mark.parametrize("ruling", ["afflict", "lift", "set_tp", "set_acted", "remove"])
def test_what_is_for_characters_is_refused_for_objects(lay: Lay, ruling: str) -> None:
    """HV-82: it has no statuses, no TP and no turn."""
    more = {"afflict": {"status": "burn", "level": 1}, "lift": {"status": "burn"}, "set_tp": {"value": 1}}
    params = {"name": "jar"} | more.get(ruling, {"acted": True} if ruling == "set_acted" else {})
    with pytest.raises(NotAllowed, match="no_such_combatant"):
        table_of(lay).rule(ruling, **params)


def test_only_an_object_is_taken_away_as_one(lay: Lay) -> None:
    with pytest.raises(NotAllowed, match="no_such_combatant"):
        table_of(lay).rule("remove_object", name="thorn")


# ---------------------------------------------------------------- giants


def test_the_gm_moves_a_giant_with_all_its_cells(lay: Lay) -> None:
    """HV-25: onto cells that it filled itself as well."""
    table = table_of(lay).rule("move", name="golem", cell="A2")
    assert [cell.label for cell in table.battle["golem"].cells] == ["A2", "B2", "A3", "B3"]


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("B1", "cell_taken"),
        ("A3", "cell_taken"),
        ("A1", "cell_taken"),
        ("C3", "does_not_fit"),
        ("A6", "does_not_fit"),
    ],
)
def test_a_giant_goes_only_where_all_of_it_has_room(lay: Lay, cell: str, why: str) -> None:
    """HV-03, HV-25: thorn, the jar, its own place, the field's edges."""
    with pytest.raises(NotAllowed, match=why):
        table_of(lay).rule("move", name="golem", cell=cell)


# ---------------------------------------------------------------- traps


def test_the_gm_lays_a_trap_that_springs(lay: Lay) -> None:
    """HV-81."""
    table = table_of(lay).rule("lay_trap", trap="snare", cell="B4", camp="enemy")
    assert table.traps == ["snare@B4"]
    table.begins("mina").answers("mina", move=["B4"])
    assert (table.traps, table.lost("mina")) == ([], 4)


def test_only_the_camp_that_laid_it_and_the_gm_read_of_a_trap(lay: Lay) -> None:
    """HV-81."""
    for ruling, params in (
        ("lay_trap", {"trap": "snare", "cell": "B4", "camp": "ally"}),
        ("take_trap", {"laid": "snare@B4"}),
    ):
        table = table_of(lay)
        if ruling == "take_trap":
            table.rule("lay_trap", trap="snare", cell="B4", camp="ally")
        table.rule(ruling, **params)
        read = {
            viewer.audience: len(table.log(viewer)) for viewer in (GAME_MASTER, player("mina"), SPECTATOR)
        }
        assert read == {"gm": 1, "player:mina": 1, "spectator": 0}


def test_a_trap_taken_away_springs_no_more(lay: Lay) -> None:
    """HV-81: the other of two on one cell lies on."""
    table = table_of(lay)
    for camp in ("enemy", "ally"):
        table.rule("lay_trap", trap="snare", cell="B4", camp=camp)
    table.rule("take_trap", laid="snare@B4").begins("mina").answers("mina", move=["B4"])
    assert (table.traps, table.lost("mina")) == ([], 4)


def test_the_gm_alone_is_told_what_lies_and_what_may_come(lay: Lay) -> None:
    table = table_of(lay).rule("lay_trap", trap="snare", cell="B4", camp="ally")
    named = {
        f"{form.id}.{blank.name}": [each.id for each in blank.options]
        for group in table.view(GAME_MASTER).for_rulings
        for form in group.forms
        for blank in form.blanks
    }
    assert (named["object-gone.name"], named["trap-gone.laid"]) == (["jar"], ["snare@B4"])
    assert (named["object.object"], named["trap.camp"]) == (["cart", "jar"], ["enemy", "ally"])
    assert "jar" in named["move.name"]
    assert "jar" not in named["status.name"]
    assert (named["trap.trap"], named["status.status"][-1], len(named["terrain.terrain"])) == (
        ["snare"],
        "haste",
        11,
    )
    for viewer in (SPECTATOR, player("mina")):
        assert table.view(viewer).for_rulings == ()


# ---------------------------------------------------------------- statuses of the pack


def test_a_status_of_the_packs_own_is_given_and_lifted(lay: Lay) -> None:
    """HV-64: a table may define more."""
    table = table_of(lay).rule("afflict", name="thorn", status="haste", level=6).passes("mina", "begin")
    assert (table.level("thorn", "haste"), table.acting) == (6, "thorn")
    assert table.rule("lift", name="thorn", status="haste").level("thorn", "haste") is None


def test_an_unknown_status_is_refused_with_those_there_are(lay: Lay) -> None:
    with pytest.raises(Malformed) as refused:
        table_of(lay).rule("afflict", name="thorn", status="hiccups", level=1)
    assert words("en").render(refused.value.text).endswith("Panic, Awakening, Haste.")


# ---------------------------------------------------------------- what does not fit


@pytest.mark.parametrize(
    ("ruling", "params", "said"),
    [
        (
            "lay_terrain",
            {"terrain": "mud"},
            "“terrain”: It must be one of these: Lava, Frozen soil,",
        ),
        (
            "lay_terrain",
            {"terrain": None},
            "“terrain”: It must be one of these: Lava, Frozen soil,",
        ),
        ("lay_terrain", {"level": 10}, "“level”: The number must be from -9 to 9."),
        ("lay_terrain", {"level": True}, "“level”: The number must be from -9 to 9."),
        ("lay_terrain", {"rounds": -1}, "“rounds (0: no end)”: The number must be from 0 to 9."),
        (
            "lay_terrain",
            {"rounds": "soon"},
            "“rounds (0: no end)”: The number must be from 0 to 9.",
        ),
        ("lay_terrain", {"cell": "D1"}, "“D1” is no cell; the battlefield goes from A1 to C6."),
        ("lay_terrain", {"cell": ["A1"]}, "“cell”: Some words are expected."),
        ("lay_terrain", {"name": "mina"}, "“name”: It has no place here."),
        ("clear_terrain", {"cell": "A1"}, "There is no terrain on A1."),
        ("clear_terrain", {"cell": "A7"}, "“A7” is no cell; the battlefield goes from A1 to C6."),
        ("clear_terrain", {"cell": None}, "“cell”: Some words are expected."),
        (
            "add_object",
            {"object": "moon"},
            "“special object”: It must be one of these: Jar, Cart.",
        ),
        ("add_object", {"object": 1}, "“special object”: Some words are expected."),
        ("add_object", {"cell": "A4"}, "A4 is taken: one object a cell."),
        ("add_object", {"cell": "🐝"}, "“🐝” is no cell; the battlefield goes from A1 to C6."),
        ("remove_object", {"name": "moon"}, "Nobody named “moon” is in this fight."),
        ("remove_object", {"name": {}}, "“who”: Some words are expected."),
        ("lay_trap", {"trap": "pit"}, "“trap”: It must be one of these: Snare."),
        (
            "lay_trap",
            {"camp": "us"},
            "“camp”: It must be one of these: the allies, the enemies.",
        ),
        (
            "lay_trap",
            {"camp": None},
            "“camp”: It must be one of these: the allies, the enemies.",
        ),
        ("lay_trap", {"cell": "B"}, "“B” is no cell; the battlefield goes from A1 to C6."),
        ("take_trap", {"laid": "snare@C3"}, "There is no trap “snare@C3”."),
        ("take_trap", {"laid": 3}, "“trap”: Some words are expected."),
    ],
)
def test_each_field_that_does_not_fit_is_named_and_nothing_changes(
    lay: Lay, ruling: str, params: dict[str, object], said: str
) -> None:
    right: dict[str, dict[str, object]] = {
        "lay_terrain": {"cell": "A5", "terrain": "lava", "level": 1},
        "clear_terrain": {"cell": "C4"},
        "add_object": {"object": "jar", "cell": "A5"},
        "remove_object": {"name": "jar"},
        "lay_trap": {"trap": "snare", "cell": "A5", "camp": "ally"},
        "take_trap": {"laid": "snare@A5"},
    }
    table = table_of(lay)
    before = table.session.version, table.session.digest()
    with pytest.raises(Refused) as refused:
        table.rule(ruling, **(right[ruling] | params))
    assert words("en").render(refused.value.text).startswith(said)
    assert isinstance(refused.value.text, Text)
    assert (table.session.version, table.session.digest()) == before


@pytest.mark.parametrize(
    "ruling", ["lay_terrain", "clear_terrain", "add_object", "remove_object", "lay_trap", "take_trap"]
)
def test_a_ruling_without_its_fields_is_refused(lay: Lay, ruling: str) -> None:
    with pytest.raises(Malformed, match="ruling_field"):
        table_of(lay).rule(ruling)

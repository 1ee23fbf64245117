"""From a set-up to the battle before its first beat: numbers, sides, cells; what does not fit is refused."""

from typing import Any

import pytest

from rules.engine.content import ContentError
from rules.engine.errors import NotAllowed
from rules.engine.text import Text
from rules.magical_girls import SYSTEM
from rules.magical_girls.state import Battle
from rules.magical_girls.terms import Cover, Form, Side

Plain = dict[str, Any]
ENEMY, OTHER = list(SYSTEM.shelf.enemies)[:2]
THING = next(iter(SYSTEM.shelf.things))


def sheet(**numbers: Any) -> Plain:
    """CON 64, POW 59."""
    attributes = {"str": 50, "con": 64, "dex": 60, "size": 50, "pow": 59}
    return {"title": "Mina", "attributes": attributes} | numbers


def player(name: str, **more: Any) -> Plain:
    """A girl by that name."""
    side = {"side": more.pop("side")} if "side" in more else {}
    return {"name": name, "sheet": sheet(**more)} | side


def fight(**more: Any) -> Plain:
    """Mina meets one enemy."""
    return {"characters": [player("mina")], "enemies": [{"enemy": ENEMY, "cells": ["C2"]}]} | more


def opened(**more: Any) -> Battle:
    """The battle of such a set-up."""
    return SYSTEM.open(fight(**more), {})


# ---------------------------------------------------------------- numbers


def test_hp_and_mp_are_a_fifth() -> None:
    """MG-55: CON 64 // 5 and POW 59 // 5."""
    mina = opened()["mina"]
    assert (mina.max_hp, mina.hp, mina.max_mp, mina.mp) == (12, 12, 11, 11)


@pytest.mark.parametrize(("hp", "mp", "left"), [(-1, -1, (20, 8)), (5, 0, (5, 0)), (99, 99, (20, 8))])
def test_a_sheet_may_say_so_itself(hp: int, mp: int, left: tuple[int, int]) -> None:
    """MG-55: the most, and what the last fight left, never above it."""
    mina = opened(characters=[player("mina", max_hp=20, max_mp=8, hp=hp, mp=mp)])["mina"]
    assert (mina.hp, mina.mp) == left
    assert mina.hp_before == mina.hp


def test_nobody_has_less_than_1_hp() -> None:
    """MG-55: a CON below 5."""
    frail = player("mina", attributes={"con": 3})
    assert opened(characters=[frail])["mina"].max_hp == 1


# ---------------------------------------------------------------- places and sides


def test_each_stands_on_the_next_cell_of_her_side() -> None:
    """MG-10, MG-17: and they share them when there are more girls than cells."""
    battle = opened(characters=[player(name) for name in ("ann", "bea", "cho")], start=["D7", "E7"])
    assert [battle[name].cell.label for name in ("ann", "bea", "cho")] == ["D7", "E7", "D7"]


def test_the_second_side_stands_elsewhere() -> None:
    """MG-05: its own cells, or those of the first from behind."""
    girls = [player("ann"), player("bea", side="second")]
    battle = opened(form="duel", characters=girls, enemies=[], start=["D7", "E7"], start_second=["D2"])
    assert (battle["bea"].cell.label, battle["bea"].side, battle.form) == ("D2", Side.SECOND, Form.DUEL)
    battle = opened(form="duel", characters=girls, enemies=[], start=["D7", "E7"])
    assert battle["bea"].cell.label == "E7"


def test_enemies_are_numbered_where_there_are_several() -> None:
    """MG-11: one alone has its plain name; those of a wing know it."""
    stands = [
        {"enemy": ENEMY, "cells": ["C2", "C2"], "wing": "a"},
        {"enemy": ENEMY, "cells": ["D2"], "wing": "b"},
    ]
    battle = opened(enemies=stands)
    names = [f"{ENEMY}-{number}" for number in (1, 2, 3)]
    assert [battle[name].wing for name in names] == [f"{ENEMY}:a", f"{ENEMY}:a", f"{ENEMY}:b"]
    assert battle[names[1]].title == Text(
        "engine.numbered", {"name": SYSTEM.shelf.enemies[ENEMY].title, "number": 2}
    )
    assert opened()[f"{ENEMY}-1"].title == SYSTEM.shelf.enemies[ENEMY].title


def test_the_map_has_cover_danger_and_things() -> None:
    """MG-17, MG-26 to MG-28."""
    lying = [{"thing": THING, "cell": "B2"}]
    battle = opened(half_cover=["A1"], full_cover=["A2"], danger=["A3"], things=lying)
    assert battle.cover == {"A1": Cover.HALF, "A2": Cover.FULL}
    assert battle.danger == ["A3"]
    assert [(each.id, each.cell.label) for each in battle.things] == [(f"thing:{THING}", "B2")]


def test_a_ready_match_divides_whoever_comes() -> None:
    """MG-05: those it names, or every second girl."""
    ready = next(each for each in SYSTEM.encounters.values() if each.form is not Form.FIGHT)
    sides = [each["side"] for each in SYSTEM.encounter_setup(ready.id)["characters"]]
    assert set(sides) == {"first", "second"}
    strangers = [player(name) for name in ("ann", "bea", "cho")]
    chosen = SYSTEM.encounter_setup(ready.id, strangers)["characters"]
    assert [each["side"] for each in chosen] == ["first", "second", "first"]


@pytest.mark.parametrize("id", list(SYSTEM.encounters))
def test_every_ready_encounter_opens(id: str) -> None:
    """And comes back from its stored state."""
    battle = SYSTEM.open(SYSTEM.encounter_setup(id), {})
    again = SYSTEM.load(SYSTEM.dump(battle), SYSTEM.pins(battle))
    assert SYSTEM.dump(again) == SYSTEM.dump(battle)


def test_seats_are_the_keeper_and_the_girls() -> None:
    """A girl's name is her seat."""
    assert SYSTEM.seats(fight()) == {"gm": "GM", "mina": "Mina"}


def test_house_rules_come_with_the_set_up() -> None:
    """MG-01: a setting of the set-up goes before the table's."""
    battle = SYSTEM.open(fight(house={"d100": 3}), {"d100": 1, "tied_level": "roll"})
    assert (battle.on("d100"), battle.on("tied_level"), battle.on("enemy_dp")) == (3, "roll", "same")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "broken",
    [
        {"characters": [player("mina", weapons=["moonbeam"])]},
        {"characters": [player("mina", abilities=["moonbeam"])]},
        {"characters": [player("mina", innate=["moonbeam"])]},
        {"characters": [player("mina", skills={"moonbeam": 5})]},
        {"characters": [player("mina", attributes={"charm": 5})]},
        {"characters": [player("mina", attributes={"str": 201})]},
        {"characters": [player("Mina!")]},
        {"characters": "mina"},
        {"form": "war"},
        {"start": ["Z99"]},
        {"start": ["moon"]},
        {"start": []},
        {"cols": 3},
        {"half_cover": ["Z9"]},
        {"danger": ["?"]},
        {"things": [{"thing": "moon", "cell": "B2"}]},
        {"enemies": [{"enemy": ENEMY, "cells": []}]},
        {"enemies": [{"enemy": ENEMY, "cells": ["Z9"]}]},
        {"moon": 1},
    ],
    ids=str,
)
def test_a_broken_set_up_is_refused(broken: Plain) -> None:
    """ContentError with everything wrong in it."""
    with pytest.raises(ContentError):
        opened(**broken)


@pytest.mark.parametrize(
    ("broken", "key"),
    [
        ({"characters": []}, "side_empty"),
        ({"enemies": []}, "side_empty"),
        ({"characters": [player("mina"), player("mina")]}, "name_taken"),
        ({"characters": [player("gm")]}, "name_taken"),
        ({"characters": [player(f"{ENEMY}-1")]}, "name_taken"),
        ({"enemies": [{"enemy": "moon", "cells": ["C2"]}]}, "no_such_enemy"),
        ({"house": {"d100": 6}}, "no_such_setting"),
        ({"house": {"moon": 1}}, "no_such_house_rule"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(broken: Plain, key: str) -> None:
    """Named."""
    with pytest.raises(NotAllowed) as refused:
        opened(**broken)
    assert refused.value.text.key == f"error.{key}"


def test_no_such_encounter() -> None:
    """Named."""
    with pytest.raises(NotAllowed) as refused:
        SYSTEM.encounter_setup("moon")
    assert str(refused.value.text.params["encounter"]) == "moon"
    assert refused.value.text.key == "error.no_such_encounter"


def test_enemies_may_be_hidden_from_the_start() -> None:
    """MG-27: before anybody starts the fight nobody but the keeper sees them."""
    battle = opened(
        enemies=[{"enemy": ENEMY, "cells": ["C2"], "hidden": True}, {"enemy": OTHER, "cells": ["D2"]}]
    )
    assert [each.is_hidden for each in battle.combatants] == [False, True, False]

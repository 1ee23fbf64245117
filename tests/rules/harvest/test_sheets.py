"""A sheet as those who look at it may read it: own ones whole, a creature's as far as the table lets it be known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.harvest.state import Combatant
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    ally,
    effect,
    enemy,
    enhancement,
    item,
    player,
    reaction,
    skill,
    spell,
)
from tests.rules.sheet_reading import MARK, lines_of, read

EMBER = spell("ember", attack=5, enhancements=[enhancement("flare", attack=2)])
WARD = reaction("ward", defence=2)
ATTACK = Text("harvest.stat.attack")
BOAST = skill("boast", effect("modify", to="self", stat="attack", amount=3, rounds=1), tp=2)
SECRETS: dict[str, Callable[[Combatant], None]] = {
    "HP": lambda foe: setattr(foe, "hp", 28),
    "TP": lambda foe: setattr(foe, "tp", 7),
    "attack": lambda foe: setattr(foe, "attack", 3),
    "SS": lambda foe: setattr(foe, "ss", 4),
    "spells": lambda foe: setattr(foe, "spells", []),
    "attributes": lambda foe: foe.attributes.reverse(),
    "notes": lambda foe: setattr(foe, "notes", f"{MARK} in the cellar"),
}


def test_a_player_reads_the_numbers_she_plays_with(lay: Lay) -> None:
    """HV-20, HV-42, HV-44: a stat opens into what it is the sum of; what lasts says until when and what it does."""
    mina = ally("mina", "B4", attack=4, ss=9, items=["tea", "tea"])
    tea = item("tea", effect("heal", to="self", amount=2))
    table = lay(mina, enemy("thorn", "A1"), magic=[EMBER, WARD], skills=[BOAST], items=[tea])
    table.answers("mina", begin="act").passes("mina", "move").answers("mina", prepare="skill:boast")
    table.rule("afflict", name="mina", status="grudge", level=1)
    sheet = read(table, player("mina"))
    assert sheet["TP"] == "8 of 10"
    assert sheet["Main attributes"] == "Earth, Water, Fire, Wind, Light, Dark"
    assert sheet["Ember"] == "level 2, action phase: Fire; attack +5"
    assert sheet["Flare"] == "enhancement: Light; attack +2"
    assert sheet["Ward"] == "level 1, reaction phase: Water; defence +2"
    assert sheet["Tea"] == "preparation timing; heals oneself by 2 HP (carried: 2)"
    assert sheet["Boast"] == "attack +3; until SS 9 of round 2"
    assert sheet["Grudge"].startswith("level 1, until lifted; attack -1, defence -1; lifted by")
    attack = next(each for each in lines_of(table, player("mina"), "mina") if each.label == ATTACK)
    assert (attack.value, [part.amount for part in attack.parts]) == (6, [4, -1, 3])


def test_dice_are_shown_as_they_are_never_below_0(lay: Lay) -> None:
    """HV-20: weakness 3 on one die of action magic leaves none."""
    table = lay(ally("mina", "B4"), enemy("thorn", "A1"))
    table.rule("afflict", name="mina", status="weakness", level=3)
    assert read(table, SPECTATOR)["action magic"] == "0"


@pytest.mark.parametrize("creatures", ["bars", "words", "nothing"])
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_a_creatures_secret_have_the_same_sheet(
    lay: Lay, secret: str, creatures: str
) -> None:
    """The players read the same of both, the game master does not."""
    sheets = []
    for change in (lambda _foe: None, SECRETS[secret]):
        foe = enemy("thorn", "A1", hp=29, tp=9, attack=2, attributes=["fire", "dark"], notes=MARK)
        change(foe)
        table = lay(ally("mina", "B4", ss=9), foe, magic=[EMBER], skills=[BOAST], creatures=creatures)
        sheets.append([table.sheet(each, "thorn") for each in (player("mina"), SPECTATOR, GAME_MASTER)])
    assert sheets[0][:2] == sheets[1][:2]
    assert MARK not in repr(sheets[0][:2])
    assert sheets[0][2] != sheets[1][2]
    assert MARK in repr(sheets[0][2])


def test_a_creature_shows_how_it_looks_and_what_lasts_on_it(lay: Lay) -> None:
    """HV-42: the SS at which a creature's own effect ends is a number of its own."""
    table = lay(ally("mina", "B4"), enemy("thorn", "A1", ss=9, hp=12), skills=[BOAST])
    table.answers("thorn", begin="act").passes("thorn", "move").answers("thorn", prepare="skill:boast")
    table.rule("afflict", name="thorn", status="poison", level=2)
    sheet = read(table, player("mina"), "thorn")
    assert sheet["HP"] == "battered"
    assert sheet["Boast"] == "attack +3; until round 2"
    assert sheet["Poison"].startswith("level 2, until lifted; 2 damage in each end phase")
    assert list(sheet) == ["HP", "Poison", "Boast"]
    assert read(table, GAME_MASTER, "thorn")["Boast"] != sheet["Boast"]


def test_a_table_that_plays_with_open_numbers_keeps_the_notes_closed(lay: Lay) -> None:
    """House rule creatures: all opens numbers and knowledge, not the game master's own words."""
    table = lay(ally("mina", "B4"), enemy("thorn", "A1", notes=MARK), magic=[EMBER], creatures="all")
    assert read(table, player("mina"), "thorn")["HP"] == "30 of 30"
    assert "Ember" in read(table, player("mina"), "thorn")
    assert MARK not in repr(table.sheet(player("mina"), "thorn"))


def test_who_is_not_there_has_no_sheet(lay: Lay) -> None:
    """Neither somebody who never was nor one who has left the fight."""
    table = lay(ally("mina", "B4"), enemy("thorn", "A1"), enemy("moth", "A2"))
    table.rule("remove", name="thorn")
    assert table.sheet(GAME_MASTER, "thorn") is None
    assert table.sheet(GAME_MASTER, "nobody") is None

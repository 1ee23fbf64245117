"""A sheet as those who look at it may read it: own ones whole, a monster's as far as the table lets it be known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.kamigakari.state import Combatant, Modifier, Spirit, Status
from rules.kamigakari.terms import Attribute, Stat, StatusKey, Timing
from rules.registry import words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import Table, effect, foe, hero, item, player, talent, weapon
from tests.rules.sheet_reading import MARK, lines_of, read

BLADE = weapon("blade", rank=1, damage=3, attributes=["fire"])
RUSH = talent("rush", effect("modify", stat="accuracy", amount=2), timing="preparation", per_fight=2)
KEEN = talent("keen", effect("modify", stat="evasion", amount=1), timing="constant")
SECRETS: dict[str, Callable[[Combatant], None]] = {
    "life": lambda each: setattr(each, "life", 98),
    "armour": lambda each: each.stats.update({Stat.ARMOUR: 5}),
    "weaknesses": lambda each: setattr(each, "weaknesses", [Attribute.COLD]),
    "immunity": lambda each: setattr(each, "immune", [StatusKey.DARK]),
    "spirit dice": lambda each: setattr(each, "spirits", [Spirit(6)]),
    "timings": lambda each: setattr(each, "spent", [Timing.ATTACK]),
    "uses left": lambda each: each.used.update(rush=1),
    "weapons": lambda each: setattr(each, "weapons", []),
    "notes": lambda each: setattr(each, "notes", f"{MARK} in the cellar"),
}


def test_a_player_reads_the_numbers_she_plays_with() -> None:
    """KG-04, KG-33, KG-37: a stat opens into its sum; spirit dice, crest, timings and uses are what is left of them."""
    rin = hero("rin", "B4", accuracy=4, items=["ring"], bonds=3, used={"rush": 1})
    table = Table(rin, foe("hound", "B3"), BLADE, RUSH, KEEN, item("ring", numbers={"accuracy": 1}))
    rin = table.battle["rin"]
    rin.spirits = [Spirit(6), Spirit(3), Spirit(2, is_spent=True)]
    rin.crest_debt, rin.spent = 2, [Timing.PREPARATION]
    rin.modifiers = [Modifier(Stat.ACCURACY, 2, RUSH.title, "round")]
    rin.statuses = [Status(StatusKey.PRONE)]
    sheet = read(table, player("rin"), "rin")
    assert sheet["Spirit dice"] == "6 3; spent: 1"
    assert sheet["Spirit crest"] == "22 left, 2d6 of it owed already"
    assert sheet["Timings spent this round"] == "preparation"
    assert sheet["Prone"].startswith("accuracy and evasion -2")
    assert sheet["Rush"] == "accuracy +2; until the round ends"
    assert (
        sheet["Blade"]
        == "engaged, targets: 1; physical attack, melee, Rank 2, damage +3, active check +5, fire"
    )
    assert sheet["Ring"] == "worn; accuracy +1"
    accuracy = next(
        each for each in lines_of(table, player("rin"), "rin") if each.label == Stat.ACCURACY.named
    )
    assert (accuracy.value, [part.amount for part in accuracy.parts]) == (5, [4, 1, 2, -2])
    talents = next(group for group in table.sheet(player("rin"), "rin").groups if group.key == "talents")
    rush, keen = (tuple(map(words("en").render, (each.value, each.note or ""))) for each in talents.lines)
    assert rush[0] == "preparation, uses left in this fight: 1 of 2"
    assert keen == ("always", "evasion +1 for oneself (always)")


def test_every_status_says_what_it_does() -> None:
    """KG-36: on a character, and on a monster, which pain hinders otherwise."""
    table = Table(hero("rin", "B4"), foe("hound", "B3"))
    for each in table.battle.combatants:
        each.statuses = [Status(key, 4, 9) for key in StatusKey]
    hers, its = read(table, player("rin"), "rin"), read(table, GAME_MASTER, "hound")
    assert set(map(words("en").render, (key.named for key in StatusKey))) <= set(hers) & set(its)
    assert "4 life lost after each end timing" in hers["Poison"]
    assert "reaches 9" in hers["Poison"]
    assert (hers["Pain"][:10], its["Pain"][:9]) == ("the lowest", "checks -2")


@pytest.mark.parametrize("monsters", ["bars", "words", "nothing"])
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_a_monsters_secret_have_the_same_sheet(secret: str, monsters: str) -> None:
    """KG-35: the players read the same of both, the game master does not."""
    sheets = []
    for change in (lambda _foe: None, SECRETS[secret]):
        hound = foe("hound", "B3", life=99, max_life=100, weapons=["blade"], talents=["rush"], notes=MARK)
        table = Table(hero("rin", "B4"), hound, BLADE, RUSH, monsters=monsters)
        change(table.battle["hound"])
        sheets.append([table.sheet(each, "hound") for each in (player("rin"), SPECTATOR, GAME_MASTER)])
    assert sheets[0][:2] == sheets[1][:2]
    assert MARK not in repr(sheets[0][:2])
    assert sheets[0][2] != sheets[1][2]
    assert MARK in repr(sheets[0][2])


def test_a_monster_shows_how_it_looks_and_what_lasts_on_it(lay: Lay) -> None:
    """KG-35, KG-36: its weaknesses and fixed values are the game master's."""
    hound = foe("hound", "B3", life=40, max_life=100, accuracy=5, weaknesses=["cold"], statuses=["dark"])
    table = lay(hero("rin", "B4"), hound)
    assert read(table, player("rin"), "hound") == {
        "Life": "battered",
        "Dark": "active checks -2, moves halved; ended by spending attack",
    }
    known = read(table, GAME_MASTER, "hound")
    assert (known["Life"], known["accuracy"], known["Weaknesses"]) == (
        "40 of 100",
        "3; rolls no dice: 10",
        "cold",
    )


def test_a_hidden_monster_has_no_sheet_but_the_game_masters(lay: Lay) -> None:
    """KG-36: it is as if it were not there; a hidden character is seen by everybody at the table."""
    table = lay(
        hero("rin", "B4", statuses=["hidden"]),
        foe("hound", "E9", statuses=["hidden"], life=9),
        foe("rat", "B9"),
    )
    for viewer in (player("rin"), SPECTATOR):
        assert table.sheet(viewer, "hound") is None
        assert table.sheet(viewer, "rin") is not None
    assert table.sheet(GAME_MASTER, "hound") is not None

"""A sheet as those who look at it may read it: own ones whole, an enemy's as far as the table lets it be known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.magical_girls.state import Combatant, Modifier, Prepared
from rules.magical_girls.terms import Attribute, Stance, Wound
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, effect, foe, girl, innate, player, skill, weapon
from tests.rules.sheet_reading import MARK, lines_of, read

KIT = (
    weapon("blade", weight=60, block=6, skill="blades"),
    skill("blades", is_weapon=True),
    ability("glow", effect("heal", flat=2), mp=2, target="one", reach=20),
    innate("fierce", effect("extra", amount=1)),
)
SECRETS: dict[str, Callable[[Combatant], None]] = {
    "HP": lambda each: setattr(each, "hp", 58),
    "MP": lambda each: setattr(each, "mp", 3),
    "DP": lambda each: setattr(each, "dp", 2),
    "attributes": lambda each: each.attributes.update({Attribute.LUCK: 77}),
    "abilities": lambda each: setattr(each, "abilities", ["glow"]),
    "load": lambda each: setattr(each, "load", 7),
    "next check": lambda each: setattr(each, "next_dice", 1),
    "what it has prepared": lambda each: setattr(each, "prepared", Prepared("move", f"{MARK} two")),
    "notes": lambda each: setattr(each, "notes", f"{MARK} in the cellar"),
}


def test_a_player_reads_the_numbers_she_plays_with() -> None:
    """MG-14, MG-20, MG-24, MG-55: points left, what an attack costs and is checked on, magic, extra damage."""
    mina = girl("mina", skills={"blades": 70}, weapon_use=40, innate=["fierce"], load=20)
    table = Table(mina, foe("hound"), *KIT)
    mina = table.battle["mina"]
    mina.dp, mina.mp_spent, mina.next_dice = 5, 4, -1
    mina.modifiers = [Modifier("extra", 2, "Glow", "round"), Modifier("dice", 1, "Chime", "turn", "dodge")]
    sheet = read(table, player("mina"), "mina")
    assert (sheet["DP"], sheet["MP"], sheet["MP that magic may still cost this round"]) == (
        "5 of 15",
        "10 of 10",
        "6 of 10",
    )
    assert sheet["Next check"] == "penalty dice: 1"
    assert (
        sheet["Blade"] == "6 DP; Blades 40, reach 5 m, 1d10 slashing damage, weight × 1.5, +1d3, blocks 1d6"
    )
    assert sheet["Blades"] == "40; no higher than weapon use"
    assert sheet["Chime"] == "bonus dice: 1 on dodges (until the next turn)"
    assert sheet["Fierce"] == "damage +1 (always)"
    assert sheet["Load"] == "80 of 100"
    assert sheet["Movement"] == "10 m for 1 DP"
    magic = next(group for group in table.sheet(player("mina"), "mina").groups if group.key == "magic")
    assert words("en").render(magic.lines[0].note or "") == "2 HP back; one target within 20 m"
    extra = next(each for each in lines_of(table, player("mina"), "mina") if each.parts)
    assert (extra.value, [part.amount for part in extra.parts]) == (3, [1, 2])


def test_no_more_mp_are_left_for_the_round_than_there_are() -> None:
    """MG-24: 10 a round are allowed, and 5 are left in all."""
    table = Table(girl("mina", mp=5), foe("hound"))
    assert read(table, player("mina"), "mina")["MP that magic may still cost this round"] == "5 of 10"


def test_what_lasts_says_what_it_does() -> None:
    """MG-30, MG-44, MG-52."""
    table = Table(girl("mina", stance="dodge", wound="light"), foe("hound"))
    mina = table.battle["mina"]
    mina.has_reacted, mina.stance = True, Stance.DODGE
    sheet = read(table, SPECTATOR, "mina")
    assert sheet["light wound"].startswith("A light wound halves movement")
    assert sheet["watchful dodge"].startswith("Watchful dodge: 2 DP")
    assert sheet["has made an emergency reaction"].startswith("An emergency reaction")


def test_what_a_girl_has_prepared_is_her_players_and_the_keepers_to_know() -> None:
    """MG-32: the others see that she waits, not for what."""
    table = Table(girl("mina"), girl("aki"), foe("hound"))
    table.battle["mina"].prepared = Prepared("move", f"{MARK} one")
    said = {each: read(table, each, "mina")["action prepared"] for each in (player("mina"), GAME_MASTER)}
    assert set(said.values()) == {f"Move, when: “{MARK} one”"}
    for viewer in (player("aki"), SPECTATOR):
        assert read(table, viewer, "mina")["action prepared"] == ""
        assert MARK not in repr(table.sheet(viewer, "mina"))


@pytest.mark.parametrize("enemies", ["bars", "words", "nothing"])
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_an_enemys_secret_have_the_same_sheet(secret: str, enemies: str) -> None:
    """MG-14: the players read the same of both, the keeper does not."""
    sheets = []
    for change in (lambda _foe: None, SECRETS[secret]):
        table = Table(girl("mina"), foe("hound", hp=59, max_hp=60, mp=5), *KIT, enemies=enemies)
        hound = table.battle["hound"]
        hound.notes, hound.prepared = MARK, Prepared("move", f"{MARK} one")
        change(hound)
        sheets.append([table.sheet(each, "hound") for each in (player("mina"), SPECTATOR, GAME_MASTER)])
    assert sheets[0][:2] == sheets[1][:2]
    assert MARK not in repr(sheets[0][:2])
    assert sheets[0][2] != sheets[1][2]
    assert MARK in repr(sheets[0][2])


def test_an_enemy_shows_how_it_looks_and_what_lasts_on_it() -> None:
    """MG-51, MG-52: a wound is seen."""
    table = Table(girl("mina"), foe("hound", hp=40, max_hp=60), *KIT)
    table.battle["hound"].wound = Wound.SEVERE
    sheet = read(table, player("mina"), "hound")
    assert (list(sheet), sheet["HP"]) == (["HP", "severe wound"], "hurt")
    assert "DEX" in read(table, GAME_MASTER, "hound")


def test_somebody_hidden_has_no_sheet_but_for_those_who_know(lay: Lay) -> None:
    """MG-27: she is as if she were not there."""
    table = lay(girl("mina"), foe("hound", is_hidden=True), foe("moth"))
    assert table.sheet(player("mina"), "hound") is None
    assert table.sheet(SPECTATOR, "hound") is None
    assert table.sheet(GAME_MASTER, "hound") is not None

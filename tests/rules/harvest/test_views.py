"""Nobody's page holds another's secret: fights that differ in secrets alone look the same, byte for byte."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.bots import bot_draws
from rules.engine.choices import Value
from rules.engine.dice import SeededDice
from rules.engine.shown import log_of
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.harvest import SYSTEM, sheets, views
from rules.harvest.state import Combatant
from rules.harvest.views import CellView, table_view
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    ground,
    home_status,
    player,
    reaction,
    skill,
    spell,
    thing,
    trap,
)

CREATURES = ("bars", "words", "nothing")
VIEWERS = (SPECTATOR, player("mina"), player("jun"), player("mina", "jun"))
SEED = b"\x05" * 32
ANSWERS = 60

STORM = spell("storm", effect("hurt", amount=1), afflict("burn", 1, rounds=1), range=change(around(2)))
TEA = spell(
    "tea",
    effect("heal", to="allies", amount=2),
    effect("refresh", to="allies", amount=1),
    level=1,
    cost="wind",
)
HEX = spell("hex", effect("modify", stat="ss", amount=-1, rounds=1), cost="dark")
WARD = reaction("ward", effect("heal", to="self", amount=1), defence=2)
SPITE = reaction("spite", afflict("poison", 1, to="attacker", rounds=1), cost="earth")
RISE, GUARD = skill("rise", attack=1), skill("guard", type="R", defence=1)
AGAIN = skill("again", effect("touch", to="self", gift="reroll", count=1))
KNOWN = {"magic": [STORM, TEA, HEX, WARD, SPITE], "skills": [RISE, GUARD, AGAIN]}


def fight(change_it: Callable[[Combatant], None] | None = None, **house: Any) -> Table:
    """Two players and two creatures too tough to be told apart by their wounds; `change_it` makes the twin."""
    sturdy = {"max_hp": 4000, "max_tp": 90, "tp": 80, "action_magic": 4, "reaction_magic": 3, "defence": 200}
    people = ally("mina", "B4", ss=90, **sturdy), ally("jun", "A4", ss=40, **sturdy)
    foes = enemy("thorn", "B3", hp=2900, ss=70, **sturdy), enemy("moth", "A3", hp=2900, ss=50, **sturdy)
    if change_it:
        for foe in foes:
            foe.spells, foe.skills = (
                [each.id for each in KNOWN["magic"]],
                [each.id for each in KNOWN["skills"]],
            )
            change_it(foe)
    return Table(*people, *foes, dice=SeededDice(SEED, SEED), **KNOWN, **house)


def seen(table: Table, viewer: Viewer) -> str:
    """All that a viewer's page could be made of, and the sheets that can be opened on it."""
    looked_at = views.Table(table.battle, table.session.snapshot(), viewer)
    return page(table, viewer) + repr([sheets.sheet(looked_at, each) for each in table.battle.combatants])


def page(table: Table, viewer: Viewer) -> str:
    """The page alone: a character's sheet names the traps that its skills lay, wherever those lie."""
    snapshot = table.session.snapshot()
    looked_at = views.Table(table.battle, snapshot, viewer)
    return repr((table_view(table.battle, snapshot, viewer, ()), log_of(looked_at)))


def step(table: Table, twin: Table) -> bool:
    """The same random answer on both tables; False when the fight is over."""
    if table.session.is_over:
        return False
    value = chosen(table)
    answer(table, value)
    answer(twin, value)
    return True


def chosen(table: Table) -> Value:
    """An answer of the first who is asked, sensible two times in three."""
    luck = bot_draws(SEED, table.session.ticket, table.asked[0])
    bot = SYSTEM.bots["sensible" if luck.below(3) else "random"]
    return bot(table.battle, table.question, table.asked[0], luck)


def answer(table: Table, value: Value) -> None:
    """The first who is asked answers."""
    table.session.answer(table.asked[0], value, table.session.ticket)
    table.keep()


SECRETS: dict[str, Callable[[Combatant], None]] = {
    "HP": lambda foe: setattr(foe, "hp", 2800),
    "TP": lambda foe: setattr(foe, "tp", 70),
    "most TP": lambda foe: setattr(foe, "max_tp", 95),
    "attack": lambda foe: setattr(foe, "attack", 3),
    "defence": lambda foe: setattr(foe, "defence", 203),
    "SS": lambda foe: setattr(foe, "ss", foe.ss + 2),
    "notes": lambda foe: setattr(foe, "notes", "the cellar"),
    "attributes": lambda foe: foe.attributes.reverse(),
}


@pytest.mark.parametrize("creatures", CREATURES)
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_a_creatures_secret_look_the_same(secret: str, creatures: str) -> None:
    """HP within the same word and eighth; damage that its numbers do not change."""
    table, twin = fight(creatures=creatures), fight(SECRETS[secret], creatures=creatures)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        for viewer in VIEWERS:
            assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
        if not step(table, twin):
            break


def test_asking_everyone_always_hides_what_a_creature_knows() -> None:
    """House rule ask_everyone: one twin's creatures know nothing, the other's do nothing."""

    def forget(foe: Combatant) -> None:
        foe.spells, foe.skills = [], []

    table, twin = fight(ask_everyone=True), fight(forget, ask_everyone=True)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        assert seen(table, SPECTATOR) == seen(twin, SPECTATOR), (table.session.version, table.asks)
        idle = {"begin": "act", "activate": "challenge"}.get(table.asks)
        value = idle if table.asked == ["gm"] else chosen(table)
        answer(table, value)
        answer(twin, value)


# ---------------------------------------------------------------- numbers that would tell


def test_what_a_creature_regains_is_not_told(lay: Lay) -> None:
    """1 or 2 HP to its most: both are scratched, then unhurt; the number would have told."""
    pages = set()
    for hp in (28, 29):
        table = lay(enemy("thorn", "B1", ss=9, hp=hp), ally("mina", "B6"), magic=[TEA]).casts("thorn", "tea")
        pages.add(seen(table, SPECTATOR))
        told = [line.text.key for line in table.log(SPECTATOR) if line.kind == "heal"]
        assert told == ["harvest.log.heal.vague"]
        assert [line.text.params["amount"] for line in table.log(GAME_MASTER) if line.kind == "heal"] == [
            30 - hp
        ]
    assert len(pages) == 1


def test_what_a_player_regains_is_told(lay: Lay) -> None:
    table = lay(ally("mina", "B6", ss=9, hp=29), enemy("thorn", "B1"), magic=[TEA]).casts("mina", "tea")
    assert [line.text.params["amount"] for line in table.log(SPECTATOR) if line.kind == "heal"] == [1]


def struck(lay: Lay, **house: Any) -> Table:
    """Mina has struck thorn for 4."""
    blow = spell("blow", attack=9)
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3", defence=5), enemy("moth", "C1")
    table: Table = lay(*fighters, magic=[blow], **house)
    return table.attacks("mina", "blow", cell="B3", targets=["thorn"])


@pytest.mark.parametrize("creatures", CREATURES)
def test_an_explanation_with_a_hidden_part_hides_the_total(lay: Lay, creatures: str) -> None:
    """HV-40: the attack is known, the creature's defence is not."""
    [line] = [each for each in struck(lay, creatures=creatures).log(SPECTATOR) if each.kind == "hurt"]
    assert line.explanation is not None
    assert [part.amount for part in line.explanation.parts] == [0, 9, None]
    assert line.explanation.total is None


def test_a_table_may_open_the_creatures_numbers(lay: Lay) -> None:
    """House rule creatures: all."""
    table = struck(lay, creatures="all")
    [line] = [each for each in table.log(SPECTATOR) if each.kind == "hurt"]
    assert line.explanation is not None
    assert line.explanation.total == 4
    health = {
        each.token.name: each.token.health.now for each in table.view(SPECTATOR).board.cells if each.token
    }
    assert health == {"mina": 30, "thorn": 26, "moth": 30}


def test_a_removed_creature_keeps_its_secrets(lay: Lay) -> None:
    """Its numbers stand in the line of the damage that is told in the same moment."""
    table = struck(lay)
    snapshot = table.session.snapshot()
    table.battle.combatants = [each for each in table.battle.combatants if each.name != "thorn"]
    [line] = [each for each in log_of(views.Table(table.battle, snapshot, SPECTATOR)) if each.kind == "hurt"]
    assert line.explanation is not None
    assert line.explanation.total is None
    table.session = table.restored()


@pytest.mark.parametrize(
    ("creatures", "shown"),
    [
        ("all", (26, 30, 7)),
        ("bars", (None, None, 7)),
        ("words", (None, None, None)),
        ("nothing", (None, None, None)),
    ],
)
def test_a_creatures_health_as_the_table_likes(
    lay: Lay, creatures: str, shown: tuple[int | None, ...]
) -> None:
    """House rule creatures; the GM always sees the numbers, everybody those of players."""
    table = struck(lay, creatures=creatures)
    tokens = {each.token.name: each.token for each in table.view(SPECTATOR).board.cells if each.token}
    health = tokens["thorn"].health
    assert (health.now, health.most, health.eighths) == shown
    assert (health.words is not None) == (creatures == "words")
    assert (tokens["thorn"].tp is not None) == (creatures == "all")
    assert tokens["mina"].health.now == 30
    gm = {each.token.name: each.token for each in table.view(GAME_MASTER).board.cells if each.token}
    assert gm["thorn"].health.now == 26


# ---------------------------------------------------------------- other seats' matters


def test_a_sealed_answer_looks_the_same_whatever_it_is(lay: Lay) -> None:
    """A request holds the decided question up: Jun has answered, nobody knows what."""
    pages = []
    for choice in ("mina", "jun"):
        table = lay(ally("mina", "B4"), ally("jun", "A4"), enemy("thorn", "B1"))
        table.session.request("mina", "wait", "", table.session.ticket)
        table.keep()
        table.answers("jun", next=choice)
        assert table.asks == "next"
        pages.append([seen(table, viewer) for viewer in (SPECTATOR, player("mina"))])
    assert pages[0] == pages[1]


def test_options_of_others_are_nowhere_on_the_page(lay: Lay) -> None:
    """Only the seat that is asked has the prompt; the others read that it is asked."""
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3"), magic=[STORM, HEX])
    table.begins("mina").skip_to("activate").rolls(6).answers("mina", activate="challenge")
    assert table.asks == "pay"
    assert [prompt.seat for prompt in table.view(player("mina")).prompts] == ["mina"]
    for viewer in (SPECTATOR, player("jun"), GAME_MASTER):
        assert table.view(viewer).prompts == ()
        assert "Hex" not in repr(table.view(viewer))


def test_planted_secrets_appear_on_no_other_page() -> None:
    """Notes of creatures and sheets, words of requests: in no view of others, in no line, all through a fight."""
    table = fight(lambda foe: setattr(foe, "notes", "PLANTED"))
    for name in ("mina", "jun"):
        table.battle[name].notes = "PLANTED"
    for at in range(ANSWERS):
        if at % 10 == 3:
            table.session.request("mina", "wait", "PLANTED", table.session.ticket)
            table.keep()
            assert ["PLANTED" in seen(table, each) for each in (player("mina"), GAME_MASTER)] == [True, True]
            assert ["PLANTED" in seen(table, each) for each in (player("jun"), SPECTATOR)] == [False, False]
            table.session.decide(table.battle.requests[0].id, at % 20 == 3, table.session.ticket)
            table.keep()
        assert not any("PLANTED" in seen(table, viewer) for viewer in VIEWERS)
        answer(table, chosen(table))


def test_frames_and_take_backs_are_for_those_who_may_use_them(lay: Lay) -> None:
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B1")).begins("mina")
    assert table.view(GAME_MASTER).frames == ("turn",)
    assert table.view(SPECTATOR).frames == table.view(player("mina")).frames == ()
    assert table.view(player("mina")).take_back is not None
    assert table.view(player("jun")).take_back is table.view(SPECTATOR).take_back is None


# ---------------------------------------------------------------- what lies on the board


def littered(lay: Lay, **house: Any) -> Table:
    """A golem on A1 to B2, a jar on B4, a cart on B5 and C5, terrain under all of them and beside."""
    fighters = ally("mina", "B6", ss=9), enemy("golem", "A1", size=(2, 2), hp=20)
    objects = thing("jar", "B4", attack=2), thing("cart", "B5", size=(2, 1))
    laid = ground("lava", "B2", "A4", level=2), ground("gale", "B4", level=-1), trap("pit", "A1", HARM)
    table: Table = lay(*fighters, *objects, *laid, **house)
    return table


HARM = effect("hurt", to="trigger", amount=1)


def told(cell: CellView) -> str:
    """The whole cell, as it is read out."""
    return words("en").render(cell.text)


def test_a_giant_is_on_each_of_its_cells_and_has_one_corner(lay: Lay) -> None:
    """HV-25: drawn once, from its upper left cell; its token says all the cells."""
    cells = [each for each in littered(lay).view(SPECTATOR).board.cells if each.token]
    giant = [each for each in cells if each.token and each.token.name == "golem"]
    assert [(each.label, each.is_corner) for each in giant] == [
        ("A1", True),
        ("B1", False),
        ("A2", False),
        ("B2", False),
    ]
    assert {(each.token.cells, each.token.size) for each in giant if each.token} == {
        (("A1", "B1", "A2", "B2"), (2, 2))
    }
    assert [each.label for each in cells if each.is_corner] == ["A1", "B4", "B5", "B6"]


@pytest.mark.parametrize("creatures", CREATURES)
def test_objects_have_no_camp_and_their_hp_is_nobodys_secret(lay: Lay, creatures: str) -> None:
    """HV-08, HV-82: whatever the table shows of creatures."""
    table = littered(lay, creatures=creatures).rule("set_hp", name="jar", value=4)
    for viewer in (SPECTATOR, player("mina"), GAME_MASTER):
        tokens = {each.token.name: each.token for each in table.view(viewer).board.cells if each.token}
        jar, cart = tokens["jar"], tokens["cart"]
        assert (jar.camp, jar.tp, jar.kind, jar.is_own) == ("", None, "jar", False)
        assert (jar.health.now, jar.health.most, jar.health.eighths) == (4, 10, 4)
        assert cart.cells == ("B5", "C5")


def test_terrain_is_shown_and_said_with_its_level_and_time(lay: Lay) -> None:
    """HV-44, HV-70, HV-75: on free cells and under those who stand there; a level below 0 too."""
    table = littered(lay).rule("lay_terrain", cell="C6", terrain="yomi", level=1, rounds=1)
    cells = {each.label: each for each in table.view(SPECTATOR).board.cells}
    shown = {each.label: (each.terrain.key, each.terrain.level) for each in cells.values() if each.terrain}
    assert shown == {"B2": ("lava", 2), "A4": ("lava", 2), "B4": ("gale", -1), "C6": ("yomi", 1)}
    assert told(cells["A4"]) == "A4, empty, Lava 2, until the battle ends"
    assert told(cells["B4"]) == "B4, Jar, 10 of 10 HP, Gale -1, until the battle ends"
    assert told(cells["C6"]) == "C6, empty, Yomi 1, until SS 9 of round 2"


def test_terrain_made_in_a_creatures_phase_tells_nobody_its_ss(lay: Lay) -> None:
    """HV-42: how long it lasts goes by an SS that only the GM may know."""
    table = littered(lay).passes("mina", "begin")
    table.rule("lay_terrain", cell="C6", terrain="yomi", level=1, rounds=1)
    said = {
        viewer.audience: next(told(each) for each in table.view(viewer).board.cells if each.label == "C6")
        for viewer in (SPECTATOR, GAME_MASTER)
    }
    assert said == {
        "spectator": "C6, empty, Yomi 1, until round 2",
        "gm": "C6, empty, Yomi 1, until SS 5 of round 2",
    }


def test_all_that_is_on_a_cell_is_said_in_one_sentence(lay: Lay) -> None:
    """HV-25, HV-81: who stands there, how, on what ground; traps to those who may know."""
    table = littered(lay).rule("afflict", name="golem", status="burn", level=2)
    table.rule("lay_terrain", cell="A1", terrain="lava", level=1)
    said = {
        viewer.audience: next(told(each) for each in table.view(viewer).board.cells if each.label == "A1")
        for viewer in (SPECTATOR, GAME_MASTER)
    }
    assert said == {
        "spectator": "A1, Golem, hurt, Burn 2, until lifted, Lava 1, until the battle ends",
        "gm": "A1, Golem, 20 of 30 HP, Burn 2, until lifted, Lava 1, until the battle ends, Pit",
    }


def test_a_status_of_the_packs_own_has_the_badge_of_its_side(lay: Lay) -> None:
    """HV-64: a picture for good ones and one for bad ones, the name from the pack."""
    own = home_status("haste", per_level={"ss": 1}), home_status("itch", per_level={"ss": -1}, is_good=False)
    table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1"), statuses=own)
    for key in ("haste", "itch", "burn"):
        table.rule("afflict", name="mina", status=key, level=1)
    [mina] = [each.token for each in table.view(SPECTATOR).board.cells if each.token and each.token.is_asked]
    assert [(each.key, each.is_good) for each in mina.badges] == [
        ("good", True),
        ("bad", False),
        ("burn", False),
    ]
    assert words("en").render(mina.badges[0].label) == "Haste 1, until lifted"


def test_the_fallen_and_the_waiting_stand_beside_the_board(lay: Lay) -> None:
    """HV-45, HV-82: who is out is shown so; an object that is destroyed is nowhere any more."""
    table = littered(lay).rule("set_hp", name="jar", value=0).rule("add", creature="thornling")
    table.rule("set_hp", name="golem", value=0)
    board = table.view(SPECTATOR).board
    assert [each.name for each in board.out] == ["golem"]
    assert [each.name for each in board.unplaced] == ["thornling-1"]
    assert [each.label for each in board.cells if each.token] == ["B5", "C5", "B6"]

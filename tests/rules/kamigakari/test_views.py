"""Nobody's page holds another's secret: fights that differ in secrets alone look the same, byte for byte."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.bots import bot_draws, random_legal
from rules.engine.choices import Value
from rules.engine.dice import SeededDice
from rules.engine.errors import Refused
from rules.engine.flow import GM
from rules.engine.grid import cell_at
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.kamigakari import sheets, views
from rules.kamigakari.state import Combatant, Spirit
from rules.kamigakari.terms import Attribute, Stat
from rules.kamigakari.views import BoardView, TokenView
from rules.registry import LANGUAGES, words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    PASS,
    Table,
    art,
    effect,
    foe,
    halve,
    hero,
    minus,
    player,
    spell,
    squares,
    status,
    talent,
    weapon,
)

MONSTERS = ("bars", "words", "nothing")
VIEWERS = (SPECTATOR, player("rin"), player("mo"), player("mo", "rin"))
SEED = b"\x07" * 32
ANSWERS = 80

KIT = (
    weapon("blade", damage=3),
    weapon("bow", "ranged", distance={"kind": "squares", "squares": 8}),
    spell("hex", status("dark", needs_damage=False), attributes=["fire"]),
    talent("guard", minus(2), halve(), timing="defence", at="reduction"),
    talent("vigour", effect("recover", amount=3), timing="end"),
    talent("stance", effect("modify", stat="accuracy", amount=2), timing="preparation"),
)


def fight(change_it: Callable[[Combatant], None] | None = None, **house: Any) -> Table:
    """Two players and two monsters too tough to be told apart by their wounds; `change_it` makes the twin."""
    people = [
        hero(name, cell, bonds=4, spirits=[6, 3, 2, 1], life=4000)
        for name, cell in (("rin", "B4"), ("mo", "D9"))
    ]
    known = {
        "weapons": ["blade", "bow"],
        "talents": ["hex", "guard", "vigour", "stance"],
        "max_life": 4000,
        "life": 2900,
    }
    foes = [
        foe("thorn", "B3", armour=300, ward=300, accuracy=9, invocation=9, initiative=4, **known),
        foe("moth", "F5", armour=300, ward=300, accuracy=9, invocation=9, initiative=12, **known),
    ]
    for each in foes if change_it else ():
        assert change_it
        change_it(each)
    return Table(*people, *foes, *KIT, dice=SeededDice(SEED, SEED), **house)


def seen(table: Table, viewer: Viewer) -> str:
    """All that a viewer's page could be made of."""
    looked_at = views.Table(table.session.battle, table.session.snapshot(), viewer)
    read = [sheets.sheet(looked_at, each) for each in looked_at.battle.combatants if looked_at.sees(each)]
    return repr((table.view(viewer), table.log(viewer), read))


def answer(table: Table, value: Value) -> None:
    """The first who is asked answers."""
    table.session.answer(table.asked[0], value, table.session.ticket)
    table.keep()


def chosen(table: Table) -> Value:
    """A random legal answer of the first who is asked."""
    luck = bot_draws(SEED, table.session.ticket, table.asked[0])
    return random_legal(table.battle, table.question, table.asked[0], luck)


def by_name(table: Table, viewer: Viewer) -> dict[str, TokenView]:
    """The tokens a viewer sees on the map and beside it."""
    board: BoardView = table.view(viewer).board
    return {each.name: each for each in (*board.tokens, *board.unplaced, *board.out)}


# ---------------------------------------------------------------- a monster's numbers


SECRETS: dict[str, Callable[[Combatant], None]] = {
    "life": lambda each: setattr(each, "life", 2800),
    "armour": lambda each: each.stats.update({Stat.ARMOUR: 320}),
    "ward": lambda each: each.stats.update({Stat.WARD: 320}),
    "endurance": lambda each: each.stats.update({Stat.ENDURANCE: 7}),
    "insight": lambda each: each.stats.update({Stat.INSIGHT: 7}),
    "notes": lambda each: setattr(each, "notes", "the cellar"),
    "weaknesses": lambda each: setattr(each, "weaknesses", [Attribute.COLD]),
    "strength": lambda each: setattr(each, "strength", 9),
    "crest": lambda each: setattr(each, "crest", 9),
    "spirit dice": lambda each: setattr(each, "spirits", [Spirit(6, is_spent=False)] * 2),
}


@pytest.mark.parametrize("monsters", MONSTERS)
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_a_monsters_secret_look_the_same(secret: str, monsters: str) -> None:
    """KG-35: life within the same word and eighth; numbers that no result tells of."""
    table, twin = fight(monsters=monsters), fight(SECRETS[secret], monsters=monsters)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        for viewer in VIEWERS:
            assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
        if table.session.is_over:
            break
        value = chosen(table)
        answer(table, value)
        answer(twin, value)


def test_what_the_table_lets_players_see_of_monsters(lay: Lay) -> None:
    """House rule monsters: numbers, a ring, words, nothing; the GM sees all."""
    looks = {}
    for setting in ("all", "bars", "words", "nothing"):
        table = lay(
            hero("rin", "B4"), foe("thorn", "B3", life=20, max_life=100, initiative=3), monsters=setting
        )
        health = by_name(table, player("rin"))["thorn"].health
        said = words("en").render(health.words) if health.words else ""
        looks[setting] = (health.now, health.most, health.eighths, said)
        assert by_name(table, GAME_MASTER)["thorn"].health.now == 20
    assert looks == {
        "all": (20, 100, 2, ""),
        "bars": (None, None, 2, ""),
        "words": (None, None, None, "barely standing"),
        "nothing": (None, None, None, ""),
    }


def test_players_numbers_are_open(lay: Lay) -> None:
    """KG-04, KG-37: life, spirit dice and crest of a character, for everybody."""
    table = lay(hero("rin", "B4", life=30, spirits=[6, 2], crest=12), foe("thorn", "B3"))
    token = by_name(table, SPECTATOR)["rin"]
    assert (token.health.now, token.crest, [each.face for each in token.spirits]) == (30, 12, [6, 2])


def test_who_faints_lies_on_her_square_and_keeps_her_row(lay: Lay) -> None:
    """KG-35, KG-37: she may rise where she fell, which is free meanwhile; a monster that is down is gone."""
    table = lay(hero("rin", "B4"), hero("mo", "C4", crest=9), foe("thorn", "L1"), foe("moth", "L3"))
    table.rule("set_life", name="mo", value=0).rule("set_life", name="moth", value=0)
    board: BoardView = table.view(SPECTATOR).board
    assert [(each.name, each.cell, each.crest) for each in board.fallen] == [("mo", "C4", 9)]
    assert [each.name for each in board.people] == ["rin", "mo", "thorn"]
    assert [each.name for each in board.tokens] == ["rin", "thorn"]
    assert [each.name for each in board.gone] == ["moth"]


def test_a_monsters_initiative_is_its_own(lay: Lay) -> None:
    """KG-32: others see the order, not the number."""
    table = lay(hero("rin", "B4"), foe("thorn", "B3", initiative=3))
    assert [(row.name, row.value) for row in table.view(SPECTATOR).order] == [("rin", "10"), ("thorn", "")]
    assert [(row.name, row.value) for row in table.view(GAME_MASTER).order] == [("rin", "10"), ("thorn", "3")]


def test_a_monsters_armour_is_not_in_the_chain(lay: Lay) -> None:
    """KG-26: beside what else comes off the part is named, its amount is the GM's."""
    thorn = foe("thorn", "B3", armour=4, talents=["bark"])
    bark, blade = talent("bark", minus(1)), weapon("blade")
    table = lay(hero("rin", "B4", physical_damage=9, talents=[]), thorn, blade, bark)
    table.attacks("rin", "blade", "thorn", dice=(6, 3))
    line = next(line for line in table.log(SPECTATOR) if line.kind == "hurt")
    assert line.explanation is not None
    assert [part.amount for part in line.explanation.parts][-2:] == [None, None]
    assert line.explanation.total is None
    line = next(line for line in table.log(GAME_MASTER) if line.kind == "hurt")
    assert line.explanation is not None
    assert [part.amount for part in line.explanation.parts][-2:] == [-4, -1]


def _order(table: Table, viewer: Viewer) -> list[tuple[str, bool]]:
    return [(row.name, row.is_tied) for row in table.view(viewer).order]


@pytest.mark.parametrize("monsters", ["all", *MONSTERS])
def test_twins_whose_monsters_are_tied_or_not_look_the_same(lay: Lay, monsters: str) -> None:
    """KG-32: the order is open, that two monsters in it are equally quick is not; players' ties are."""

    def laid(moth: int) -> Table:
        people = hero("rin", "B4"), hero("mo", "B5")
        monsters_ = foe("thorn", "L1", initiative=4), foe("moth", "L3", initiative=moth)
        return lay(*people, *monsters_, monsters=monsters)

    tied, quicker = laid(4), laid(3)
    for viewer in VIEWERS:
        assert (seen(tied, viewer) == seen(quicker, viewer)) is (monsters != "all")
        assert _order(tied, viewer)[:2] == [("rin", True), ("mo", True)]
    assert _order(tied, GAME_MASTER)[2:] == [("thorn", True), ("moth", True)]
    assert _order(quicker, GAME_MASTER)[2:] == [("thorn", False), ("moth", False)]


@pytest.mark.parametrize(("monsters", "waits"), [("all", ("gm",)), ("words", ())])
def test_which_monsters_the_gm_chooses_among_is_not_told(
    lay: Lay, monsters: str, waits: tuple[str, ...]
) -> None:
    """KG-32: others read that somebody decides, and of equal initiative only where the table shows all."""
    table = lay(hero("rin", "B4"), foe("thorn", "L1"), foe("moth", "L3"), monsters=monsters)
    table.passes("rin", "turn")
    assert (table.asks, table.asked) == ("next", [GM])
    view = table.view(player("rin"))
    assert view.waiting_for == waits
    assert ("Equal initiative" in words("en").render(view.waiting or "")) is (monsters == "all")


# ---------------------------------------------------------------- hidden monsters


def lurking(cell: str) -> Table:
    """Two players, a monster in the open and one that hides on that square, the only difference."""
    people = [
        hero(name, at, bonds=4, spirits=[6, 3], life=4000) for name, at in (("rin", "E8"), ("mo", "F8"))
    ]
    thorn = foe("thorn", "E6", life=4000, weapons=["bow"], accuracy=9, initiative=4)
    moth = foe("moth", cell, life=4000, statuses=["hidden"], talents=["vigour"], initiative=10)
    return Table(*people, thorn, moth, *KIT, dice=SeededDice(SEED, SEED))


NOOKS = ("A1", "L1", "E10", "G8")


@pytest.mark.parametrize("nook", NOOKS[1:])
def test_where_a_hidden_monster_stands_shows_nowhere(nook: str) -> None:
    """KG-36: neither on the board nor in order, choices, prompts, log and waiting, as long as nobody finds it."""
    table, twin = lurking(NOOKS[0]), lurking(nook)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        for viewer in VIEWERS:
            assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
        value = _harmless(table, twin)
        answer(table, value)
        answer(twin, value)


def _harmless(table: Table, twin: Table) -> Value:
    """A random answer that both tables take, and that leads onto no nook; else the hidden one lets it be."""
    if table.question.actor == "moth" and table.asks == "turn":
        return PASS
    for attempt in range(9):
        luck = bot_draws(SEED, table.session.ticket * 10 + attempt, table.asked[0])
        value = random_legal(table.battle, table.question, table.asked[0], luck)
        goes = value if isinstance(value, list) else [value]
        if not {*NOOKS, "move:full"} & set(map(str, goes)) and _is_taken(twin, value):
            return value
    return PASS


def _is_taken(table: Table, value: Value) -> bool:
    try:
        table.question.choices[table.asked[0]].judge(value)
    except Refused:
        return False
    return True


def test_a_hidden_monster_is_seen_by_the_gm_alone(lay: Lay) -> None:
    """KG-36: on the board, in the order, and where it is its turn."""
    table = lay(hero("rin", "B4"), foe("moth", "D4", statuses=["hidden"]), foe("thorn", "L1", initiative=1))
    table.passes("rin", "turn")
    assert table.acting == "moth"
    for viewer in (SPECTATOR, player("rin")):
        view = table.view(viewer)
        assert "moth" not in by_name(table, viewer)
        assert "moth" not in [row.name for row in view.order]
        assert view.waiting_for == ()
        assert "Moth" not in repr((view, table.log(viewer)))
    assert "moth" in by_name(table, GAME_MASTER)
    assert "moth" in [row.name for row in table.view(GAME_MASTER).order]
    assert [prompt.actor for prompt in table.view(GAME_MASTER).prompts] == ["moth"]


def test_what_a_hidden_monster_does_is_the_gms_to_read(lay: Lay) -> None:
    """KG-36: its walk, what it uses; until it shows itself."""
    people = foe("moth", "D4", statuses=["hidden"], initiative=20, talents=["stance"]), hero("rin", "B9")
    table = lay(*people, *KIT).acts("moth", "talent:stance")
    assert table.log(player("rin")) == ()
    assert [line.kind for line in table.log(GAME_MASTER)] == ["uses", "modify"]
    table.acts("moth", "move:full").answers("moth", full_move="D6")
    assert [line.about for line in table.log(player("rin"))] == [("rin",)]
    assert "walk" in [line.kind for line in table.log(GAME_MASTER)]


def test_a_hidden_attacker_shows_itself_with_the_attack(lay: Lay) -> None:
    """KG-36: its target's players read what strikes, and the accuracy they have to beat, before they answer."""
    moth = foe("moth", "D4", statuses=["hidden"], initiative=20, weapons=["fang"], accuracy=3)
    table = lay(moth, hero("rin", "D5", bonds=1), weapon("fang"))
    table.acts("moth", "weapon:fang")
    assert [line.kind for line in table.log(player("rin"))] == ["cure", "declares"]
    assert "moth" in by_name(table, player("rin"))
    table.answers("moth", targets=["rin"])
    (told,) = [line for line in table.log(player("rin")) if line.kind == "check"]
    assert (table.asks, told.text.params["total"]) == ("crest", 3 + 7)


def test_hiding_and_being_found_are_seen(lay: Lay) -> None:
    """KG-36: all see somebody vanish, and who is found."""
    hide = talent("hide", status("hidden", to="self"), timing="preparation")
    table = lay(foe("moth", "D4", initiative=20, talents=["hide"]), hero("rin", "D9"), hide)
    table.acts("moth", "talent:hide")
    assert [line.kind for line in table.log(player("rin"))] == ["uses", "status"]
    assert "moth" not in by_name(table, player("rin"))
    table.passes("moth", "turn").acts("rin", "move:full").answers("rin", full_move="D3")
    assert [line.kind for line in table.log(SPECTATOR)] == ["walk", "finds", "cure", "modify"]
    assert "moth" in by_name(table, SPECTATOR)


@pytest.mark.parametrize(("statuses", "may_take_back"), [([], True), (["hidden"], False)])
def test_nobody_feels_for_a_hidden_monster_and_takes_it_back(
    lay: Lay, statuses: list[str], may_take_back: bool
) -> None:
    """KG-36: while one hides, a walk that found nobody stays walked."""
    table = lay(hero("rin", "B9"), foe("moth", "D4", statuses=statuses)).acts("rin", "move:step")
    table.answers("rin", move=["B8"])
    assert (table.session.take_back is not None) is may_take_back


def test_a_hidden_character_is_seen_by_the_whole_table(lay: Lay) -> None:
    """KG-36: its own side knows, and the GM judges."""
    table = lay(hero("rin", "B4", statuses=["hidden"]), foe("thorn", "L1"))
    assert all("rin" in by_name(table, viewer) for viewer in (SPECTATOR, GAME_MASTER, player("rin")))


def test_a_hidden_monster_that_is_tied_is_not_told(lay: Lay) -> None:
    """KG-32, KG-36: whom the GM chooses among is the GM's to know."""
    table = lay(hero("rin", "B4"), foe("thorn", "L1"), foe("moth", "L3", statuses=["hidden"])).passes(
        "rin", "turn"
    )
    assert (table.asks, table.asked) == ("next", [GM])
    view = table.view(player("rin"))
    assert "Moth" not in repr(view)
    assert view.waiting_for == ()
    assert not [row for row in view.order if row.is_tied]


def test_taken_away_hidden_it_was_never_there(lay: Lay) -> None:
    """KG-36: rulings about it are the GM's to read."""
    table = lay(hero("rin", "B4"), foe("moth", "L3", statuses=["hidden"]), foe("thorn", "L1"))
    for ruling, params in (
        ("move", {"cell": "K3"}),
        ("set_life", {"value": 9}),
        ("set_acted", {"acted": True}),
    ):
        table.rule(ruling, name="moth", **params)
        assert table.log(player("rin")) == ()
        assert table.log(GAME_MASTER) != ()
    table.rule("remove", name="moth")
    assert table.log(player("rin")) == ()


def test_a_hidden_monster_that_falls_is_seen(lay: Lay) -> None:
    """KG-36, KG-35: poison betrays it in the end."""
    moth = foe("moth", "L3", statuses=["hidden", ("poison", 3)], life=3)
    table = lay(hero("rin", "B4"), moth, foe("thorn", "L1")).skip_round()
    assert table.told("down", "moth")[0].seen_by is None
    assert by_name(table, SPECTATOR)["moth"].cell == ""


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_of_a_turn_says_what_it_costs_and_does(lay: Lay, lang: str) -> None:
    """KG-32, KG-34: a note beside each, in the viewer's language."""
    rin = hero("rin", "B4", statuses=["prone", "dark", "pain", ("poison", 3)], spirits=[1, 1])
    table = lay(rin, foe("thorn", "L1"), *KIT)
    shape: Any = table.question.choices["rin"]
    for option in shape.options:
        assert option.note is not None, option.id
        said = words(lang).render(option.note)
        assert said, option.id
        assert "kamigakari" not in said, said


def test_the_turns_choices_read_well(lay: Lay) -> None:
    """KG-32: moves first, then what spends preparation, then what spends attack."""
    table = lay(hero("rin", "B4", statuses=["prone"]), foe("thorn", "L1"), *KIT)
    shape: Any = table.question.choices["rin"]
    said = {each.id: words("en").render(each.note) for each in shape.options}
    assert list(said) == [
        *("move:step", "move:combat", "move:full", "talent:stance", "cure:prone"),
        *("weapon:blade", "weapon:bow", "talent:hex"),
    ]
    assert said["weapon:bow"].startswith("No enemy in reach! Spends attack; within 8 squares, targets: 1;")
    assert said["cure:prone"] == "Spends preparation."


def test_a_monsters_attack_says_what_it_throws(lay: Lay) -> None:
    """KG-35: its dice and flat number in place of the weapon's, as many as its Rank; without dice "n damage"."""
    kit = weapon("fang", damage=4), weapon("maw"), spell("hex", rank=2)
    ogre = foe("ogre", "B5", initiative=20, dicing=(3, 9), weapons=["fang"], talents=["hex"])
    imp = foe("imp", "B6", initiative=19, dicing=(0, 5), weapons=["maw"])
    table = lay(ogre, imp, hero("rin", "B4"), *kit)
    shape: Any = table.question.choices[GM]
    said = {each.id: words("en").render(each.note) for each in shape.options}
    assert "3d6 +9 damage, Rank 3" in said["weapon:fang"]
    assert "3d6 +9 damage, Rank 3" in said["talent:hex"]
    assert "damage +4" not in said["weapon:fang"]
    shape = table.passes("ogre", "turn").question.choices[GM]
    assert "5 damage" in {each.id: words("en").render(each.note) for each in shape.options}["weapon:maw"]


def test_an_attack_lights_whom_it_reaches_or_says_that_it_is_in_vain(lay: Lay) -> None:
    """KG-13: it may be declared all the same; the weapon's distance is that of the weapons it may be made with."""
    kit = (
        weapon("blade"),
        weapon("bow", "ranged", distance=squares(4)),
        art("aim", distance={"kind": "weapon"}, weapon=True),
    )
    table = lay(hero("rin", "B4"), foe("thorn", "B7"), *kit)
    options = {each.id: each for each in table.question.choices["rin"].options}  # type: ignore[union-attr]
    assert {id: options[id].cells for id in ("weapon:blade", "weapon:bow", "talent:aim")} == {
        "weapon:blade": (),
        "weapon:bow": ("B7",),
        "talent:aim": ("B7",),
    }
    assert words("en").render(options["weapon:blade"].note).startswith("No enemy in reach!")


def test_a_move_lights_where_it_leads(lay: Lay) -> None:
    """KG-34: a step to the four squares beside, round whoever stands there; a full move in straight lines."""
    table = lay(hero("rin", "B4", initiative=-3), foe("thorn", "D4", initiative=-4), *KIT)
    lit = {each.id: set(each.cells) for each in table.question.choices["rin"].options}  # type: ignore[union-attr]
    assert lit["move:step"] == {"A4", "C4", "B3", "B5"}
    assert lit["move:full"] == {"A4", "C4", "B3", "B2", "B5", "B6", "A3", "A5", "C3", "C5"}


def test_squares_are_places_on_the_map(lay: Lay) -> None:
    """KG-30: what is lit is on the board."""
    table = lay(hero("rin", "B4"), foe("thorn", "L1")).acts("rin", "move:full")
    shape: Any = table.question.choices["rin"]
    assert all(cell_at(each.cells[0]) in table.battle.grid for each in shape.options)


def test_those_who_are_out_stand_last_in_the_order_and_stay_where_they_are(lay: Lay) -> None:
    """KG-32, KG-35: whoever has acted meanwhile."""
    people = [
        foe("owl", "L1", initiative=20),
        foe("bat", "L3", initiative=3),
        hero("rin", "D9"),
        hero("mo", "B9"),
    ]
    table = lay(*people).skip_to("turn", "owl").passes("owl", "turn")
    table.rule("set_life", name="owl", value=0).rule("set_life", name="mo", value=0)
    for acting in ("rin", "bat"):
        table.skip_to("turn", acting)
        order = [row.name for row in table.view(SPECTATOR).order]
        assert order == ["rin", "bat", "owl", "mo"]

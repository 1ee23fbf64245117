"""Nobody's page holds another's secret: fights that differ in secrets alone look the same, byte for byte."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.bots import bot_draws, random_legal
from rules.engine.choices import Value
from rules.engine.dice import SeededDice
from rules.engine.errors import Refused
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.magical_girls import sheets, views
from rules.magical_girls.state import Combatant, Prepared
from rules.magical_girls.terms import Attribute
from rules.magical_girls.views import BoardView, Spot, TokenView
from rules.registry import LANGUAGES, words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    PASS,
    Table,
    ability,
    blast,
    effect,
    enemy,
    foe,
    girl,
    player,
    rival,
    weapon,
)

SETTINGS = ("bars", "words", "nothing")
VIEWERS = (SPECTATOR, player("mina"), player("aki"), player("aki", "mina"))
SEED = b"\x07" * 32
ANSWERS = 80
MARK = "xyzzy"
KIT = (weapon("blade", block=6), ability("glow", effect("heal", flat=2), target="one", reach=20))
PLENTY = {"hp": 2900, "max_hp": 4000, "mp": 40}


def fight(change_it: Callable[[Combatant], None] | None = None, **house: Any) -> Table:
    """Two girls, and two foes too tough to be told apart by their wounds; `change_it` makes the twin."""
    girls = [girl(name, cell, **PLENTY) for name, cell in (("mina", "B4"), ("aki", "B4"))]
    foes = [foe(name, cell, weapons=["blade"], **PLENTY) for name, cell in (("moth", "B3"), ("hound", "F5"))]
    foes[0].prepared = Prepared("attack:unarmed", f"{MARK} one")
    for each in foes if change_it else ():
        assert change_it
        change_it(each)
    return Table(*girls, *foes, *KIT, dice=SeededDice(SEED, SEED), **house)


def seen(table: Table, viewer: Viewer) -> str:
    """All that a viewer's page could be made of."""
    looked_at = views.Table(table.session.battle, table.session.snapshot(), viewer)
    read = [sheets.sheet(looked_at, each) for each in looked_at.battle.combatants if looked_at.sees(each)]
    return repr((table.view(viewer), table.log(viewer), read))


def answer(table: Table, value: Value) -> None:
    """The first who is asked answers."""
    table.session.answer(table.asked[0], value, table.session.ticket)
    table.keep()


def harmless(table: Table, twin: Table) -> Value:
    """A random answer that both tables take; without one a pass."""
    for attempt in range(9):
        luck = bot_draws(SEED, table.session.ticket * 10 + attempt, table.asked[0])
        value = random_legal(table.battle, table.question, table.asked[0], luck)
        if not set(NOOKS) & {str(value)} and _is_taken(twin, value):
            return value
    return PASS


def _is_taken(table: Table, value: Value) -> bool:
    try:
        table.question.choices[table.asked[0]].judge(value)
    except Refused:
        return False
    return True


def by_name(table: Table, viewer: Viewer) -> dict[str, TokenView]:
    """The tokens a viewer sees."""
    board: BoardView = table.view(viewer).board
    return {each.name: each for each in board.tokens}


def may_ask(table: Table, name: str) -> tuple[str, ...]:
    """What that player's page offers to ask for."""
    (found,) = table.view(player(name)).may_request
    return found.kinds


# ---------------------------------------------------------------- an enemy's numbers


SECRETS: dict[str, Callable[[Combatant], None]] = {
    "hp": lambda each: setattr(each, "hp", 2800),
    "mp": lambda each: setattr(each, "mp", 39),
    "load": lambda each: setattr(each, "load", 7),
    "luck": lambda each: each.attributes.update({Attribute.LUCK: 77}),
    "notes": lambda each: setattr(each, "notes", MARK),
    "abilities": lambda each: setattr(each, "abilities", ["glow"]),
    "what it has prepared": lambda each: setattr(
        each, "prepared", each.prepared and Prepared("move", f"{MARK} two")
    ),
}


@pytest.mark.parametrize("enemies", SETTINGS)
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_an_enemys_secret_look_the_same(secret: str, enemies: str) -> None:
    """MG-14: HP within the same word and eighth, MP, load, notes, what it waits for."""
    table, twin = fight(enemies=enemies), fight(SECRETS[secret], enemies=enemies)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        for viewer in VIEWERS:
            assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
            assert MARK not in seen(table, viewer)
        value = harmless(table, twin)
        answer(table, value)
        answer(twin, value)


def test_what_the_table_lets_players_see_of_enemies(lay: Lay) -> None:
    """House rule enemies: numbers, a ring, words, nothing; the keeper sees all."""
    looks = {}
    for setting in ("all", *SETTINGS):
        table = lay(girl("mina"), foe("moth", hp=12, max_hp=60, dp=5), enemies=setting)
        token = by_name(table, player("mina"))["moth"]
        said = words("en").render(token.health.words) if token.health.words else ""
        looks[setting] = (token.health.now, token.health.eighths, said, token.dp)
        assert by_name(table, GAME_MASTER)["moth"].dp == 5
    assert looks == {
        "all": (12, 2, "", 5),
        "bars": (None, 2, "", None),
        "words": (None, None, "barely standing", None),
        "nothing": (None, None, "", None),
    }


def test_girls_points_are_open(lay: Lay) -> None:
    """MG-14: DP, HP and MP of a girl, for everybody; the pips go up to the cap."""
    token = by_name(lay(girl("mina", dp=7, mp=4), foe("moth")), SPECTATOR)["mina"]
    assert (token.dp, token.most_dp, token.mp, token.health.now) == (7, 15, 4, 20)
    assert token.pips == (True,) * 7 + (False,) * 8


def test_where_enemies_have_no_dp_none_are_shown(lay: Lay) -> None:
    """MG-14, house rule enemy_dp: not even to the keeper."""
    table = lay(foe("moth"), girl("mina"), enemy_dp="none")
    shown = by_name(table, GAME_MASTER)
    assert (shown["moth"].dp, shown["mina"].dp) == (None, 8)


def test_an_enemys_check_is_told_without_its_numbers(lay: Lay) -> None:
    """MG-01: players read how well it went; value, roll and dice are the keeper's."""
    table = lay(foe("moth"), girl("mina")).attacks("moth", "unarmed", "mina", roll=40)
    told = {
        viewer.role: next(line for line in table.log(viewer) if line.kind in ("check", "vague"))
        for viewer in (SPECTATOR, GAME_MASTER)
    }
    hidden, open_ = told[SPECTATOR.role], told[GAME_MASTER.role]
    assert (hidden.faces, hidden.explanation) == ((), None)
    assert not {"value", "roll"} & set(hidden.text.params)
    assert open_.text.params["roll"] == 40


# ---------------------------------------------------------------- whoever hides


NOOKS = ("A1", "L1", "L10", "A10")


def lurking(cell: str) -> Table:
    """Two girls, an enemy in the open and one that hides in that cell, the only difference."""
    girls = [girl(name, at, **PLENTY) for name, at in (("mina", "F6"), ("aki", "F6"))]
    hound = foe("hound", "F5", weapons=["blade"], **PLENTY)
    moth = foe("moth", cell, is_hidden=True, notes=MARK, **PLENTY)
    return Table(*girls, hound, moth, weapon("blade"), dice=SeededDice(SEED, SEED))


@pytest.mark.parametrize("nook", NOOKS[1:])
def test_where_a_hidden_enemy_is_shows_nowhere(nook: str) -> None:
    """MG-27: neither on the map nor in order, choices, prompts, log and waiting, as long as nobody finds it."""
    table, twin = lurking(NOOKS[0]), lurking(nook)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        for viewer in VIEWERS:
            assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
            assert MARK not in seen(table, viewer)
        value = PASS if table.question.actor == "moth" else harmless(table, twin)
        answer(table, value)
        answer(twin, value)


def test_what_an_enemys_blow_is_made_of_is_one_hidden_part(lay: Lay) -> None:
    """MG-22: neither DAM nor the bonus of STR and SIZE, nor how many parts there are; the damage itself is told."""
    table = lay(foe("moth", str=80, size=80), girl("mina")).attacks("moth", "unarmed", "mina", roll=40)
    table.takes_it("mina", 5, 3)
    line = next(each for each in table.log(SPECTATOR) if each.kind == "hurt")
    assert line.explanation is not None
    assert [(each.label.key, each.amount) for each in line.explanation.parts] == [
        ("magical_girls.part.blow", None)
    ]
    assert line.text.params["amount"] == 8


def test_a_hidden_enemy_is_the_keepers_to_see(lay: Lay) -> None:
    """MG-27: on the map, in the order, and where it is its turn."""
    table = lay(foe("moth", "D4", is_hidden=True), girl("mina", "B4"))
    assert table.acting == "moth"
    for viewer in (SPECTATOR, player("mina")):
        view = table.view(viewer)
        assert "moth" not in by_name(table, viewer)
        assert [row.name for row in view.order] == ["mina"]
        assert view.waiting_for == ()
        assert "Moth" not in repr((view, table.log(viewer)))
    assert "moth" in by_name(table, GAME_MASTER)
    assert [prompt.actor for prompt in table.view(GAME_MASTER).prompts] == ["moth"]


def test_who_hides_stays_hidden_when_the_fight_is_over(lay: Lay) -> None:
    """MG-27, MG-18: the keeper may take the end back, so an ambush that never came is not told."""
    table = lay(girl("mina", "B4"), foe("hound"), foe("moth", "D4", is_hidden=True)).rule(
        "end", winner="first"
    )
    for viewer in (SPECTATOR, player("mina")):
        assert "Moth" not in repr((table.view(viewer), table.log(viewer)))
    assert "moth" in by_name(table, GAME_MASTER)


@pytest.mark.parametrize("hidden", [True, False])
def test_an_enemy_may_join_hidden(lay: Lay, hidden: bool) -> None:
    """MG-27: that it came, and where, is the keeper's to know then."""
    table = lay(girl("mina", "B4"), foe("hound"), enemy("moth", name={"en": MARK}))
    table.rule("add", enemy="moth", cell="D4", hidden=hidden)
    for viewer in (SPECTATOR, player("mina")):
        assert (MARK in repr((table.view(viewer), table.log(viewer)))) is not hidden
    assert MARK in repr(table.log(GAME_MASTER))


def test_whom_the_keeper_hides_nobody_is_told_of(lay: Lay) -> None:
    """MG-27: neither that it hides now nor where."""
    table = lay(girl("mina", "B4"), foe("hound"), foe("moth", "D4")).rule("hide", name="moth")
    assert "Moth" not in repr((table.view(SPECTATOR), table.log(SPECTATOR)))
    assert [line.kind for line in table.log(GAME_MASTER)] == ["hides"]


def test_the_hidden_surprise_without_being_named(lay: Lay) -> None:
    """MG-14, MG-27: who can be seen is."""
    table = lay(girl("mina"), foe("hound"), foe("moth", is_hidden=True), begins=True)
    table.answers("gm", surprise="surprise_second")
    assert (table.dp("hound"), table.dp("moth")) == (10, 10)
    assert "Moth" not in repr(table.log(SPECTATOR))


def test_all_read_what_somebody_is_deciding_about(lay: Lay) -> None:
    """MG-40: who attacks, with what, and how well: so friends and the keeper know what a reaction is for."""
    table = lay(foe("hound", "B3"), girl("mina", "B4")).attacks("hound", "unarmed", "mina", roll=40)
    waiting = table.view(SPECTATOR).waiting
    assert waiting
    said = words("en").render(waiting)
    assert said == "Hound attacks Mina: bare hands, success. Mina is deciding how to meet it."


def test_who_is_dying_bears_a_badge_that_says_so(lay: Lay) -> None:
    """MG-54: beside the wound, first."""
    table = lay(girl("mina", hp=0, mp=0, max_hp=9, max_mp=5, wound="light"), girl("ann"), foe("hound"))
    said = [words("en").render(each.label) for each in by_name(table, SPECTATOR)["mina"].badges]
    assert said == ["dying: HP 0 and MP 0", "light wound"]


def test_the_order_says_what_is_left_to_whom_one_may_know(lay: Lay) -> None:
    """MG-14: DP and HP; of enemies nothing but to the keeper."""
    table = lay(girl("mina", dp=7, hp=9), foe("hound", dp=3, hp=4, max_hp=8))
    said = {
        viewer.role: [row.left and words("en").render(row.left) for row in table.view(viewer).order]
        for viewer in (SPECTATOR, GAME_MASTER)
    }
    assert said[SPECTATOR.role] == ["7 DP · HP 9/9", None]
    assert said[GAME_MASTER.role] == ["7 DP · HP 9/9", "3 DP · HP 4/8"]


def test_in_a_match_a_hidden_girl_is_seen_by_her_own_side(lay: Lay) -> None:
    """MG-05, MG-27: not by the other side, nor by those who watch."""
    table = lay(girl("mina", is_hidden=True), girl("aki"), rival("ume"), form="duel")
    sees = {viewer.audience: "mina" in by_name(table, viewer) for viewer in (*VIEWERS, player("ume"))}
    assert sees["player:aki"]
    assert sees["player:mina"]
    assert not sees["player:ume"]
    assert not sees["spectator"]


# ---------------------------------------------------------------- the page


def test_all_who_share_a_cell_are_one_spot(lay: Lay) -> None:
    """MG-17: who acts first, then the viewer's own girl; what has no room is counted."""
    foes = [foe(f"moth-{at}", "B4") for at in range(1, 6)]
    table = lay(*foes, girl("mina"), foe("hound", "C9"))
    board: BoardView = table.view(player("mina")).board
    crowd, alone = board.spots
    assert [each.is_acting for each in crowd.tokens] == [True, *[False] * 5]
    assert crowd.names.split()[1] == "mina"
    assert (len(crowd.tokens), crowd.beyond) == (6, {"small": 3, "large": 0})
    assert (alone.is_shared, alone.beyond["small"]) == (False, 0)
    assert Spot("B4", crowd.tokens * 2).beyond == {"small": 9, "large": 7}


def test_wounded_stand_last_in_the_order_shown(lay: Lay) -> None:
    """MG-13: as they act."""
    table = lay(girl("mina", wound="light"), girl("aki"), foe("moth"))
    assert [row.name for row in table.view(SPECTATOR).order] == ["aki", "moth", "mina"]


def test_before_initiative_all_are_listed_as_set_up(lay: Lay) -> None:
    """MG-10: the keeper can hand everybody to a bot from the beginning."""
    table = lay(foe("moth"), girl("mina"), foe("hound", is_hidden=True), begins=True)
    assert [row.name for row in table.view(GAME_MASTER).order] == ["moth", "mina", "hound"]
    assert [row.name for row in table.view(SPECTATOR).order] == ["moth", "mina"]


def test_marks_have_names(lay: Lay) -> None:
    """MG-27, MG-30, MG-32, MG-44, MG-52: wound, stance, hiding, prepared, reacted."""
    mina = girl("mina", wound="light", stance="dodge", is_hidden=True, has_reacted=True)
    mina.prepared = Prepared("move", "now")
    table = lay(girl("aki"), mina, foe("moth"))
    for lang in LANGUAGES:
        said = [words(lang).render(each.label) for each in by_name(table, SPECTATOR)["mina"].badges]
        assert len(said) == 5
        assert not [each for each in said if each.startswith("magical_girls")]


def test_purses_are_those_of_the_viewer_or_of_who_decides(lay: Lay) -> None:
    """MG-14: a player's own girls; for the keeper whoever is asked."""
    table = lay(girl("mina"), girl("aki"), foe("moth"))
    purses = {
        viewer.audience: [each.name for each in table.view(viewer).board.purses]
        for viewer in (player("aki"), player("aki", "mina"), SPECTATOR, GAME_MASTER)
    }
    assert purses == {
        "player:aki": ["aki"],
        "player:aki,mina": ["mina", "aki"],
        "spectator": [],
        "gm": ["mina"],
    }


# ---------------------------------------------------------------- what may be asked for


def test_protecting_is_offered_only_while_it_is_possible(lay: Lay) -> None:
    """MG-45: in the cell of the attacked, while the attack is open, with the DP for it."""
    table = lay(foe("moth"), girl("mina"), girl("aki"), girl("ume", "D9"), girl("eri", dp=1))
    assert "protect" not in may_ask(table, "aki")
    table.attacks("moth", "unarmed", "mina", roll=40)
    assert {name: "protect" in may_ask(table, name) for name in ("aki", "ume", "eri")} == {
        "aki": True,
        "ume": False,
        "eri": False,
    }
    table.protects("aki")
    assert may_ask(table, "aki") == ("wait", "undo")


def test_what_waits_already_is_not_offered_again(lay: Lay) -> None:
    """MG-44: one request of a kind at a time; nobody else's page knows of it."""
    table = lay(foe("moth"), girl("mina"), girl("aki"))
    before = may_ask(table, "mina")
    table.requests("aki", "react")
    assert may_ask(table, "aki") == ("wait", "undo")
    assert may_ask(table, "mina") == before == ("react", "wait", "undo")
    assert table.view(player("mina")).requests == ()
    assert table.view(GAME_MASTER).may_request == table.view(SPECTATOR).may_request == ()


def test_nobody_feels_for_the_hidden_by_what_may_be_asked(lay: Lay) -> None:
    """MG-27, MG-45: a hidden rival in one's cell is not to be found by the offer to protect her."""
    eri, ume = girl("eri", "E5"), rival("ume", "B4", is_hidden=True)
    table = lay(eri, girl("mina", "B4"), ume, blast("storm", radius=0, spares=False), form="duel")
    table.casts("eri", "storm", "B4", roll=40)
    assert table.battle.attack is not None
    assert table.question.actor == "mina"
    assert "protect" not in may_ask(table, "mina")


def badges_of(table: Table, name: str, viewer: Viewer = SPECTATOR) -> list[tuple[str, str]]:
    """The pictures and words on somebody's token."""
    return [(each.key, words("en").render(each.label)) for each in by_name(table, viewer)[name].badges]


def test_a_change_in_force_is_on_the_token_of_whom_it_changes(lay: Lay) -> None:
    """MG-02, MG-22: everybody saw it made; what harms looks otherwise than what helps."""
    gloom = ability("gloom", effect("boost", on="attack", dice=-1), target="one", reach=20)
    bell = ability("bell", effect("guard", amount=3))
    table = lay(girl("mina"), foe("hound"), foe("cat"), gloom, bell)
    table.casts("mina", "gloom", "hound").casts("mina", "bell")
    assert badges_of(table, "hound") == [("bad", "Gloom: penalty dice: 1 on attacks (until the round ends)")]
    assert badges_of(table, "mina") == [("good", "Bell: 3 damage less taken (until the round ends)")]


def test_who_is_laden_shows_it_to_who_may_know_her_numbers(lay: Lay) -> None:
    """MG-26: a girl's load is open, an enemy's the keeper's."""
    table = lay(girl("mina", load=120), foe("hound", load=120), girl("rin", load=160))
    assert badges_of(table, "mina") == [("bad", "laden: movement costs twice")]
    assert badges_of(table, "rin") == [("bad", "carries too much to act")]
    assert badges_of(table, "hound") == []
    assert badges_of(table, "hound", GAME_MASTER) == [("bad", "laden: movement costs twice")]


def test_dice_that_go_with_a_check_stand_beside_its_value(lay: Lay) -> None:
    """MG-02: of attacks, passive actions and skills; the keeper's dice for the next check too."""
    gloom = ability("gloom", effect("boost", on="attack", dice=-1), target="one", reach=20)
    table = (
        lay(girl("mina"), foe("hound"), foe("cat"), gloom).casts("mina", "gloom", "hound").ends_turn("mina")
    )
    note = next(each.note for each in table.skip_to("turn", "hound").question.choices["gm"].options)  # type: ignore[union-attr]
    assert "50 (penalty dice: 1)" in words("en").render(note)

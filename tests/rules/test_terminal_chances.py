"""Magical Girls at the terminal: a map that is shared, requests and offers beside the questions."""

import io
import re
from collections.abc import Callable

import pytest

from rules import registry, terminal
from rules.__main__ import main
from rules.engine.dice import Draws
from rules.engine.flow import GM
from rules.engine.view import GAME_MASTER, Role, Viewer
from rules.magical_girls import SYSTEM
from rules.screen import Quit, Screen, things
from tests.rules.magical_girls.table import Table, d100, foe, girl, player, weapon

Capture = pytest.CaptureFixture[str]
Plays = Callable[..., str]
BLADE = weapon("blade", dam=10)


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Plays:
    """Lets a person sit down at a table that is laid and type these lines; what stands on the screen then."""

    def type_at(table: Table, *typed: str, people: tuple[str, ...] = (), lang: str = "en") -> str:
        seats = people or tuple({each.seat for each in table.battle.combatants})
        viewer = Viewer(Role.GM, seats) if GM in seats else player(*seats)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        screen = Screen(registry.words(lang))
        sitting = terminal.Table(table.session, table.record, screen, viewer, frozenset(seats), b"luck")
        with pytest.raises(Quit):
            sitting.to_the_end()
        table.session = sitting.session
        return capsys.readouterr().out

    return type_at


def attacked() -> Table:
    """The hound's attack on Lin has succeeded; Lin is asked, Mei stands in the same cell."""
    table = Table(foe("hound", "B3", weapons=["blade"], dp=4), girl("mei", "B4"), girl("lin", "B4"), BLADE)
    return table.attacks("hound", "blade", "lin", roll=40)


def test_the_ten_of_a_check_is_read_as_its_0(capsys: Capture) -> None:
    """MG-02: 40 is a 4 and a 0."""
    Screen(registry.words("en")).log(attacked().log(GAME_MASTER))
    assert "[4] [0]" in capsys.readouterr().out


# ---------------------------------------------------------------- requests


def test_a_friend_asks_and_is_let_protect(plays: Plays) -> None:
    """MG-45: what may be asked stands beside the choices; the person who is the keeper says yes."""
    table = attacked()
    said = plays(table, "!1 I jump in between", "yes")
    assert "!1 Mei: ask the keeper: protect a friend" in said
    assert "Mei asks the keeper: protect a friend. “I jump in between”" in said
    assert "Mei protects Lin and bears the attack, 2 DP." in said
    assert table.question.actor == "mei"


def test_the_keeper_reads_who_asks_for_what_of_several_who_wait(plays: Plays) -> None:
    """MG-44, MG-45: each by name, in the asker's own words where there are some."""
    table = attacked().requests("mei", "protect", "I jump in between").requests("lin", "react")
    said = plays(table)
    assert "Mei asks: protect a friend. “I jump in between” Is it granted? 1) yes, 2) no" in said
    assert "Later: Lin asks: emergency reaction." in said


def test_the_keeper_says_no_and_play_goes_on_where_it_was(plays: Plays) -> None:
    """MG-44."""
    table = attacked()
    said = plays(table, "!1", "perhaps", "no")
    assert "1 or yes, 2 or no?" in said
    assert "Not granted to Mei: protect a friend." in said
    assert table.question.actor == "lin"


@pytest.mark.parametrize(("typed", "told"), [("1", "Mei protects Lin"), ("2", "Not granted to Mei")])
def test_yes_and_no_may_be_typed_as_numbers(plays: Plays, typed: str, told: str) -> None:
    """MG-44: as every other choice is."""
    assert told in plays(attacked(), "!1", typed)


def test_a_bot_that_is_the_keeper_lets_it_happen(plays: Plays) -> None:
    """MG-44: play pauses for the person, though Lin, a bot, is asked; Mei protects her."""
    table = attacked()
    said = plays(table, "!1", people=("mei",))
    assert "! and a number steps in" in said
    assert "Mei protects Lin and bears the attack, 2 DP." in said


def test_enter_lets_play_go_on_without_stepping_in(plays: Plays) -> None:
    """MG-44: at the pause; Lin, a bot, fails to counter, and the next one asked is Mei in her own turn."""
    table = attacked().rolls(*d100(99), 7)
    plays(table, "", people=("mei",))
    assert not table.battle["mei"].has_reacted
    assert (table.lost("lin"), table.acting) == (7, "mei")


@pytest.mark.parametrize("typed", ["!9", "!0"])
def test_what_does_not_stand_there_cannot_be_done(plays: Plays, typed: str) -> None:
    assert f"“{typed}” cannot be chosen here." in plays(attacked(), typed)


def test_requests_are_told_in_the_persons_language(plays: Plays) -> None:
    said = plays(attacked(), "!1", "예", lang="ko")
    assert "키퍼에게 요청: 동료 지키기" in said
    assert "Mei이(가)" not in said


# ---------------------------------------------------------------- offers, and words of one's own


def test_a_prepared_action_is_called_from_beside_the_choices(plays: Plays) -> None:
    """MG-32: prepared with a trigger in words; called while the hound is asked, its target chosen then."""
    table = Table(girl("lin", "B4"), foe("hound", "B3"), BLADE)
    table.passes("lin", "turn").answers("lin", end_of_turn="prepare", prepare="attack:weapon:blade")
    said = plays(table, "when the hound growls", "!1", "2")
    assert "Lin prepares: Attack: Blade. When: “when the hound growls”" in said
    assert "!1) Now! Lin, “when the hound growls”: Attack: Blade" in said
    assert "What Lin has waited for happens" in said


def test_free_words_are_sized_by_the_keeper(plays: Plays) -> None:
    """MG-15: said in words, sized by a number."""
    table = Table(girl("lin", "B4"), foe("hound", "B3"))
    said = plays(table, "free", "I kick the door shut", "size_1")
    assert "What does this cost Lin? “I kick the door shut”" in said
    assert table.dp("lin") == 7


# ---------------------------------------------------------------- the map


def test_the_map_shows_who_shares_a_cell_and_what_is_there(plays: Plays) -> None:
    """MG-17, MG-26, MG-27: several in a cell, cover, danger, things that lie there; how everybody is below."""
    table = Table(
        girl("lin", "B4", wound="light"),
        girl("mei", "B4"),
        foe("hound", "C3"),
        BLADE,
        cols=4,
        rows=4,
        cover={"B4": "half", "D1": "full"},
        danger=["A2"],
        things=["weapon:blade@C3"],
    )
    lines = plays(table, "?").splitlines()
    top = lines.index("     A   B     C   D")
    assert lines[top : top + 6] == [
        "     A   B     C   D",
        "  1  .   .     .   #",
        "  2  !   .     .   .",
        "  3  .   .     v3o .",
        "  4  .   ^1^2+ .   .",
        "  1  ^ Lin  B4  HP 20/20  MP 10/10  DP 8/15  light wound",
    ]
    assert "  o  C3  Blade" in lines
    assert any(line.startswith("On the map: ^ the girls") for line in lines)


def test_a_player_reads_no_numbers_of_enemies(plays: Plays) -> None:
    """The house rule on enemies' HP: words for a player, numbers for the keeper."""
    lines = plays(attacked(), people=("lin",)).splitlines()
    assert "  1  *v Hound  B3  unhurt" in lines


def test_many_cells_stand_in_lines_by_their_price(plays: Plays) -> None:
    """MG-25: 10 m for each DP; a cell is typed by its name."""
    table = Table(girl("lin", "A1"), foe("hound", "H8"))
    said = plays(table, "move", "c3")
    assert re.search(r"^  1 DP: [^\n]*\bC3\b", said, re.MULTILINE)
    assert re.search(r"^  2 DP: [^\n]*\bD4\b", said, re.MULTILINE)
    assert "Lin moves 10 m to C3, 1 DP." in said


# ---------------------------------------------------------------- whole fights


@pytest.mark.parametrize("encounter", list(SYSTEM.encounters))
@pytest.mark.parametrize("lang", registry.LANGUAGES)
def test_every_ready_fight_is_told_in_every_language(encounter: str, lang: str, capsys: Capture) -> None:
    given = ["play", "magical_girls", "--bots", "--seed", "1", "--encounter", encounter, "--lang", lang]
    assert main(given) == 0
    said = capsys.readouterr().out
    assert not re.search(r"\b(magical_girls|terminal|engine|error)\.\w", said)


def test_a_whole_fight_can_be_typed(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """A person at every seat types what a sensible bot would do, and now and then a request."""
    tables: list[terminal.Table] = []
    to_the_end = terminal.Table.to_the_end

    def remembered(table: terminal.Table) -> None:
        tables.append(table)
        to_the_end(table)

    draws = Draws(b"typist", "chances")
    monkeypatch.setattr(terminal.Table, "to_the_end", remembered)
    monkeypatch.setattr("builtins.input", lambda _mark: _typist(tables[0], draws))
    assert main(["play", "magical_girls", "--seed", "one"]) == 0
    assert tables[0].session.is_over
    said = capsys.readouterr().out
    assert "Ended in round" in said
    assert "Granted to" in said


def _typist(table: terminal.Table, draws: Draws) -> str:
    """What a sensible bot would answer, typed; sometimes a command or what stands beside the choices."""
    if table.session.battle.requests:
        return draws.pick(["yes", "no"])
    if draws.below(10) == 0:
        return draws.pick(["?", "board", "undo", "!1", "!2 quickly"])
    assert table.session.open is not None
    question, seat = table.session.open.question, table.put[0]
    value = SYSTEM.bots["sensible"](table.session.battle, question, seat, draws)
    offered = [each.id for each in things(question.choices[seat])]
    match value:
        case None:
            return ""
        case list():
            return ", ".join(str(offered.index(str(each)) + 1) for each in value)
    return str(offered.index(value) + 1) if value in offered else str(value)

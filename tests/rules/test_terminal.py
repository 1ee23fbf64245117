"""The terminal as people use it: fights by bots and by hand, records checked, bad input answered in one sentence."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules import field_map, registry
from rules.__main__ import main
from rules.engine.choices import Amount, One, Option, Order, Pay, Price, Route, Shape, Some, Value, Words
from rules.engine.dice import Draws, SeededDice
from rules.engine.errors import Malformed, Refused
from rules.engine.fights import begin
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER
from rules.harvest.library import starter
from rules.packs import with_packs
from rules.screen import things
from rules.square_map import square_map
from rules.terminal import Table, read_answer
from tests.rules.kamigakari.table import Table as KamigakariTable
from tests.rules.kamigakari.table import foe, hero

SEED = b"\x07" * 32
Type = Callable[..., None]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Type:
    """Lines typed by the person; after the last the input ends."""

    def type_lines(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return type_lines


def option(id: str) -> Option:
    """Something to choose."""
    return Option(id, Text("harvest.cell", {"cell": id}))


ABC = (option("A1"), option("B1"), option("C1"))


# ---- bots


def test_bots_play_a_fight_to_its_end(capsys: Capture) -> None:
    assert main(["play", "harvest", "--bots", "--seed", "apple"]) == 0
    said = capsys.readouterr().out
    assert "Round 1." in said
    assert re.search(r"Ended in round \d+", said)
    assert not re.search(r"\b(harvest|terminal|engine)\.\w", said)


def test_a_seed_repeats_a_fight_exactly(capsys: Capture) -> None:
    fights = []
    for seed in ("apple", "apple", "pear"):
        main(["play", "harvest", "--bots", "--seed", seed])
        fights.append(capsys.readouterr().out.splitlines()[1:])
    assert fights[0] == fights[1] != fights[2]


@pytest.mark.parametrize("encounter", ["orchard_gate", "lantern_night"])
@pytest.mark.parametrize("lang", registry.LANGUAGES)
def test_every_ready_fight_is_told_in_every_language(encounter: str, lang: str, capsys: Capture) -> None:
    assert main(["play", "harvest", "--bots", "--seed", "1", "--encounter", encounter, "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert not re.search(r"\b(harvest|terminal|engine|error)\.\w", said)
    assert ("미나" in said) is (lang == "ko")


# ---- a person


def test_a_person_places_a_character_by_a_cells_label(typed: Type, capsys: Capture) -> None:
    typed("1", "b4", "quit")
    assert main(["play", "harvest", "--seed", "1", "--me", "mina"]) == 0
    said = capsys.readouterr().out
    assert "Mina takes position on B4." in said
    assert "You leave the fight." in said


def test_undo_asks_the_last_question_again(typed: Type, capsys: Capture) -> None:
    typed("undo", "1", "b4", "undo", "c5", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "mina"])
    said = capsys.readouterr().out
    assert "You have answered nothing yet." in said
    assert (
        said.index("Mina takes position on B4.") < said.index("You go back") < said.index("position on C5.")
    )
    assert "back to an earlier point" not in said


def test_a_question_mark_explains_the_choices(typed: Type, capsys: Capture) -> None:
    typed("1", "b4", "?", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "mina"])
    assert "each may be left unused" in capsys.readouterr().out


def test_help_explains_and_q_quits(typed: Type, capsys: Capture) -> None:
    typed("1", "b4", "help", "q")
    assert main(["play", "harvest", "--seed", "1", "--me", "mina"]) == 0
    said = capsys.readouterr().out
    assert "each may be left unused" in said
    assert "You leave the fight." in said


def test_what_cannot_be_taken_is_said_and_asked_again(typed: Type, capsys: Capture) -> None:
    typed("1", "A1", "b4", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "mina"])
    said = capsys.readouterr().out
    assert "“A1” cannot be chosen here." in said
    assert "Mina takes position on B4." in said


def test_commands_are_typed_in_the_persons_language(typed: Type, capsys: Capture) -> None:
    typed("1", "b4", "취소", "판", "끝")
    assert main(["play", "harvest", "--seed", "1", "--me", "mina", "--lang", "ko"]) == 0
    assert "전투를 그만둡니다." in capsys.readouterr().out


def test_enter_lets_the_other_of_two_asked_seats_answer_first(typed: Type, capsys: Capture) -> None:
    typed("", "1", "a4", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "mina,jun"])
    assert "Jun takes position on A4." in capsys.readouterr().out


def test_a_player_reads_no_creatures_numbers(typed: Type, capsys: Capture) -> None:
    """The house rule on creatures' HP: a player reads words, the GM numbers."""
    hp = starter().creatures["thornling"].hp
    typed("1", "b4", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "mina"])
    assert f"HP {hp}/{hp}" not in capsys.readouterr().out
    typed("1", "b1", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "gm"])
    assert f"HP {hp}/{hp}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("system", "seed"), [("harvest", "one"), ("harvest", "two"), ("harvest", "three"), ("kamigakari", "one")]
)
def test_whole_fights_can_be_typed(
    system: str, seed: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """A person at every seat types whatever is legal, as numbers, labels and lists, and now and then undoes it."""
    tables: list[Table] = []
    monkeypatch.setattr(Table, "to_the_end", _remembering(tables, Table.to_the_end))
    draws = Draws(seed.encode(), "typist")
    monkeypatch.setattr("builtins.input", lambda _mark: _typist(tables[0], draws))
    assert main(["play", system, "--seed", seed]) == 0
    assert tables[0].session.is_over
    assert "Ended in round" in capsys.readouterr().out


def _remembering(tables: list[Table], play: Callable[[Table], None]) -> Callable[[Table], None]:
    def remembered(table: Table) -> None:
        tables.append(table)
        play(table)

    return remembered


def _typist(table: Table, draws: Draws) -> str:
    """A random legal answer to the question that stands on the screen, typed; sometimes a command."""
    if draws.below(20) == 0:
        return draws.pick(["?", "board", "undo", "nonsense"])
    assert table.session.open is not None
    shape = table.session.open.question.choices[table.put[0]]
    value = shape.sample(draws)
    offered = [each.id for each in things(shape)]
    match value:
        case None:
            return ""
        case list():
            return ", ".join(str(offered.index(each) + 1) if each in offered else each for each in value)
    return str(offered.index(value) + 1) if value in offered else str(value)


# ---- plain text


WAYS = Route("B4", {"B4": {"B3": 1, "A4": 1}, "B3": {"B2": 1}, "A4": {}, "B2": {}}, 2)
PRICES = Pay(
    ("fire", "fire"),
    (
        Price("spark", Text("a"), ("fire",)),
        Price("wave", Text("b"), ("water",)),
        Price("blaze", Text("c"), ("fire", "fire")),
    ),
)


@pytest.mark.parametrize(
    ("shape", "said", "value"),
    [
        (One(ABC), "2", "B1"),
        (One(ABC), "b1", "B1"),
        (One(ABC, may_pass=True), "", None),
        (Some(ABC, 0, 3), "1, 3", ["A1", "C1"]),
        (Some(ABC, 0, 3), "1 c1", ["A1", "C1"]),
        (Some(ABC, 0, 3), "", []),
        (Some(ABC, 0, 3, may_pass=True), "", None),
        (Order(ABC), "3,1,2", ["C1", "A1", "B1"]),
        (Order(ABC), "", ["A1", "B1", "C1"]),
        (Amount(1, 5), "4", 4),
        (Amount(-5, 5), "-4", -4),
        (WAYS, "b2", ["B3", "B2"]),
        (WAYS, "b3, b2", ["B3", "B2"]),
        (WAYS, "", None),
        (PRICES, "2", ["blaze"]),
        (PRICES, "wave", ["wave"]),
        (Words(20), "well met", "well met"),
    ],
)
def test_plain_text_is_read_as_the_question_wants_it(shape: Shape, said: str, value: Value) -> None:
    assert read_answer(shape, said) == value


@pytest.mark.parametrize("said", ["four", "4.0", "٤", "9" * 5000, "-"])
def test_what_is_no_number_is_refused(said: str) -> None:
    with pytest.raises(Malformed):
        read_answer(Amount(1, 5), said)


@pytest.mark.parametrize("said", ["0", "4", "Z9", "²", "1" * 5000])
def test_what_is_not_offered_is_refused_by_the_question(said: str) -> None:
    shape = One(ABC)
    with pytest.raises(Refused):
        shape.judge(read_answer(shape, said))


def test_korean_letters_take_two_columns_of_a_cell() -> None:
    assert field_map.width("미나 B4") == 7
    assert field_map.width(field_map.fitted("가" * 40)) == field_map.CELL_WIDTH


# ---- records


@pytest.fixture
def record(tmp_path: Path, capsys: Capture) -> Path:
    """The record of a fight that bots played."""
    path = tmp_path / "fight.json"
    assert main(["play", "harvest", "--bots", "--seed", "apple", "--save", str(path)]) == 0
    capsys.readouterr()
    return path


def test_a_saved_fight_replays_as_it_was_played(record: Path, capsys: Capture) -> None:
    main(["play", "harvest", "--bots", "--seed", "apple"])
    played = [line for line in capsys.readouterr().out.splitlines() if "casts" in line or "damage" in line]
    assert main(["replay", str(record)]) == 0
    told = capsys.readouterr().out
    assert [line for line in told.splitlines() if "casts" in line or "damage" in line] == played
    assert "The record holds" in told


def test_a_fight_left_in_the_middle_replays_so_far(tmp_path: Path, typed: Type, capsys: Capture) -> None:
    path = tmp_path / "left.json"
    typed("1", "b4", "undo", "c4", "quit")
    main(["play", "harvest", "--seed", "1", "--me", "mina", "--save", str(path)])
    assert main(["replay", str(path)]) == 0
    assert "unfinished" in capsys.readouterr().out


def change(path: Path, work: Callable[[dict[str, Any]], None]) -> None:
    """Tamper with a record."""
    plain = json.loads(path.read_text(encoding="utf-8"))
    work(plain)
    path.write_text(json.dumps(plain), encoding="utf-8")


def _other_die(plain: dict[str, Any]) -> None:
    roll = next(entry for entry in plain["entries"] if entry["kind"] == "roll")
    roll["payload"]["faces"][0] = roll["payload"]["faces"][0] % 6 + 1


def _other_question(plain: dict[str, Any]) -> None:
    plain["entries"][3]["on"] = "0123456789abcdef"


def _other_state(plain: dict[str, Any]) -> None:
    plain["digests"]["5"] = "0" * 32


def _cut_off(plain: dict[str, Any]) -> None:
    plain["entries"] = [entry for entry in plain["entries"] if entry["kind"] != "roll"]


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (_other_die, r"At version \d+|Entry \d+|entry \d+"),
        (_other_question, r"Entry \d+ answers another question"),
        (_other_state, r"At version 5 the table stands otherwise"),
        (_cut_off, r"\S+"),
    ],
)
def test_drift_is_named_with_its_place(
    record: Path, tamper: Callable[[dict[str, Any]], None], said: str, capsys: Capture
) -> None:
    change(record, tamper)
    assert main(["replay", str(record)]) == 1
    assert re.search(said, capsys.readouterr().err)


# ---- bad input


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["play", "chess"], "There is no system “chess”. There are: harvest, kamigakari, magical_girls."),
        (["play", "harvest", "--encounter", "moon"], "There is no encounter “moon”."),
        (["play", "harvest", "--me", "bob"], "Nobody plays as “bob”. Seats are: gm, mina, jun."),
        (["replay", "{}/nothing.json"], "cannot be read"),
        (["replay", "{}"], "cannot be read"),
        (["check-pack", "{}"], "holds no TOML file"),
        (["check-pack", "{}/nothing.toml"], "cannot be read"),
        (["check-pack", "{}", "--system", "chess"], "There is no system “chess”."),
        (["play", "harvest", "--bots", "--save", "{}/no/where.json"], "cannot be written"),
    ],
)
def test_bad_input_is_one_plain_sentence(
    command: list[str], said: str, tmp_path: Path, capsys: Capture
) -> None:
    assert main([part.format(tmp_path) for part in command]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"no json", b"[]", b"{}", b'{"system": 3}', b"\xff\xfe", b'{"system": "harvest", "entries": [{}]}'],
)
def test_a_file_that_is_no_record_is_one_plain_sentence(
    content: bytes, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "fight.json"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def _other_system(plain: dict[str, Any]) -> None:
    plain["system"] = "chess"


def _newer(plain: dict[str, Any]) -> None:
    plain["schema"] = 99


def _no_state(plain: dict[str, Any]) -> None:
    plain["checkpoints"][0]["state"] = {"combatants": "none"}


def _no_pins(plain: dict[str, Any]) -> None:
    plain["pins"] = {"spells": 3}


@pytest.mark.parametrize("tamper", [_other_system, _newer, _no_state, _no_pins])
def test_a_record_that_cannot_be_played_is_one_plain_sentence(
    record: Path, tamper: Callable[[dict[str, Any]], None], capsys: Capture
) -> None:
    change(record, tamper)
    assert main(["replay", str(record)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("system", registry.SLUGS)
def test_our_own_packs_are_fine(system: str, capsys: Capture) -> None:
    content = Path(registry.__file__).with_name(system) / "content"
    assert main(["check-pack", str(content), "--system", system]) == 0
    assert "Nothing is wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        ([], 0, "Nothing is wrong with pack.toml."),
        (["--system", "kamigakari"], 0, "Nothing is wrong with pack.toml."),
        (["--system", "harvest"], 2, "This is a pack of kamigakari, not of harvest."),
    ],
)
def test_a_pack_says_itself_whose_it_is(
    options: list[str], code: int, told: str, tmp_path: Path, capsys: Capture
) -> None:
    blade = '[[weapon]]\nid = "ice"\nname = { en = "Ice" }\nkind = "melee"\n'
    (tmp_path / "pack.toml").write_text(f'[pack]\nsystem = "kamigakari"\n{blade}', encoding="utf-8")
    assert main(["check-pack", str(tmp_path), *options]) == code
    assert "".join(capsys.readouterr()).splitlines() == [told]


def test_a_pack_of_no_system_is_told_so(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "pack.toml").write_text('[pack]\nsystem = "harvset"\n', encoding="utf-8")
    assert main(["check-pack", str(tmp_path)]) == 1
    assert "There is no system “harvset”. Is this meant: harvest?" in capsys.readouterr().out


def test_a_broken_pack_lists_every_fault_with_its_place(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "own.toml").write_text('[[spell]]\nid = "a"\n[[monster]]\nid = "b"\n', encoding="utf-8")
    assert main(["check-pack", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "own.toml, spell a, level: This is missing." in told.out
    assert "own.toml, monster" in told.out
    assert "cannot be used" in told.err


# ---- packs of a folder

EXAMPLE = Path(registry.__file__).parents[1] / "docs/example-pack"
LOW_TIDE = ["play", "harvest", "--packs", str(EXAMPLE), "--encounter", "low_tide", "--seed", "1"]


def test_a_fight_of_a_pack_is_played(capsys: Capture) -> None:
    assert main([*LOW_TIDE, "--bots"]) == 0
    told = capsys.readouterr()
    assert "Reef Crab 2" in told.out
    assert told.err == ""


def test_the_board_shows_giants_objects_terrain_and_traps(typed: Type, capsys: Capture) -> None:
    """HV-25, HV-82: a giant stands on all its cells, how it is stands on its first."""
    typed("1", "a2", "quit")
    main([*LOW_TIDE, "--me", "gm"])
    board = capsys.readouterr().out.partition("Reef Crab 1 takes position on A2 to B2.")[2]
    lines = [re.sub(" +", " ", line) for line in board.splitlines()]
    assert "2 | v Reef Crab 1 | v Reef Crab 1 | |" in lines
    assert " | HP 26/26 TP 3 | | |" in lines
    assert "3 | | o Clanging Buoy | |" in lines
    assert " | ~ Ocean 1 | ! Rope Snare | ~ Ocean 1 |" in lines


def test_a_trap_of_the_other_camps_is_not_on_the_board(typed: Type, capsys: Capture) -> None:
    """HV-81."""
    typed("1", "quit")
    main([*LOW_TIDE, "--me", "nari"])
    told = capsys.readouterr().out
    assert "Clanging Buoy" in told
    assert "Rope Snare" not in told


def test_a_status_of_a_packs_own_has_its_name_on_the_board() -> None:
    system: Any = with_packs("harvest", EXAMPLE).system
    session, record = begin(system, system.encounter_setup("low_tide"), SeededDice(SEED, SEED))
    session.rule("move", {"name": "nari", "cell": "A6"}, session.ticket)
    session.rule("afflict", {"name": "nari", "status": "soaked", "level": 2}, session.ticket)
    board = system.view(session.snapshot(), record.pins, GAME_MASTER).board
    lines = field_map.field_map(board, registry.words("ko"))
    assert any("흠뻑 젖음 2" in line for line in lines)


def test_a_broken_pack_is_told_and_left_out(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd/own.toml").write_text('[[spell]]\nid = "a"\n', encoding="utf-8")
    assert main(["play", "harvest", "--bots", "--seed", "1", "--packs", str(tmp_path), "--lang", "ko"]) == 0
    told = capsys.readouterr()
    assert "“odd” 팩은 쓰지 않습니다:" in told.out
    assert "odd/own.toml, spell a, level: 빠져 있습니다." in told.out
    assert "잘못된 곳: 4군데" in told.err


@pytest.mark.parametrize("command", [["check-pack"], ["play", "harvest", "--bots", "--packs"]])
def test_a_folder_that_is_not_there_is_named(command: list[str], tmp_path: Path, capsys: Capture) -> None:
    assert main([*command, str(tmp_path / "gone")]) == 2
    assert "cannot be read: No such file or directory." in capsys.readouterr().err


def test_an_empty_folder_is_no_pack(tmp_path: Path, capsys: Capture) -> None:
    assert main(["check-pack", str(tmp_path)]) == 2
    assert "holds no TOML file" in capsys.readouterr().err


def test_a_pack_is_checked_on_top_of_the_starter_pack(tmp_path: Path, capsys: Capture) -> None:
    first = next(iter(starter().spells))
    (tmp_path / "own.toml").write_text(f'[[spell]]\nid = "{first}"\n', encoding="utf-8")
    assert main(["check-pack", str(tmp_path)]) == 1
    assert f"spell {first}, id: The id is taken already, in starter/spells.toml." in capsys.readouterr().out


def test_the_square_map_says_who_stands_where_and_how_they_are(typed: Type, capsys: Capture) -> None:
    """Squares with numbers, then the numbers' names with square, life and spirit dice; others below."""
    typed("1", "1")
    main(["play", "kamigakari", "--seed", "apple"])
    shown = re.sub(" +", " ", capsys.readouterr().out)
    first = shown.partition("takes position")[0]
    assert "\n 2 . . . v1 . . v2 . . .\n" in first
    assert "\n 1 v Bilge Rats 1 D2 60/60\n" in first
    assert "\n - ^ Mio 38/38 crest 22\n" in first
    assert re.search(r"\n 1 \^ Mio D8 38/38 (\[[1-6]\]){4} crest 22 group 1\n", shown)


def test_the_legend_speaks_of_the_board_that_is_played_on(typed: Type, capsys: Capture) -> None:
    """Each system's own signs: Kamigakari's map has no terrain, and it has spirit dice."""
    typed("?", "quit")
    main(["play", "kamigakari", "--seed", "apple"])
    told = capsys.readouterr().out
    assert "[n] a spirit die" in told
    assert "terrain" not in told
    typed("?", "quit")
    main(["play", "harvest", "--seed", "apple"])
    assert "~ terrain" in capsys.readouterr().out


def test_the_map_says_who_is_engaged_and_what_the_crest_still_owes() -> None:
    """KG-30, KG-37: the group of those who are engaged, the d6 to be paid when the turn ends."""
    rin = hero("rin", "B4", crest=12, crest_debt=2, spirits=[6, 3])
    board = KamigakariTable(rin, foe("owl", "B3"), foe("bat", "L9")).view(GAME_MASTER).board
    told = [re.sub(" +", " ", line).strip() for line in square_map(board, registry.words("en"))][-3:]
    assert told == [
        "1 *^ Rin B4 100/100 [6][3] crest 12, 2d6 owed group 1",
        "2 v Owl B3 100/100 group 1",
        "3 v Bat L9 100/100",
    ]


def test_the_crest_is_asked_about_with_what_is_left_of_it(typed: Type, capsys: Capture) -> None:
    """KG-37: Mio strikes, and reads what more dice would cost her."""
    typed("1", "1", "", "", *["1"] * 40)
    main(["play", "kamigakari", "--seed", "apple", "--me", "mio"])
    assert re.search(
        r"Does Mio add dice for [\w ]+ by the spirit crest \(\d+ left\)\? Each costs 1d6",
        capsys.readouterr().out,
    )

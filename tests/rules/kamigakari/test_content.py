"""Fights set up from the starter pack; packs and set-ups that are wrong are refused with everything wrong in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.__main__ import main
from rules.engine.content import ContentError
from rules.engine.errors import NotAllowed
from rules.engine.text import Text
from rules.kamigakari import SYSTEM
from rules.kamigakari.library import read_shelf, starter
from rules.kamigakari.setup import open_battle
from rules.kamigakari.shelf import Shelf
from rules.kamigakari.state import STORED
from rules.kamigakari.terms import Side, Stat
from rules.packs import with_packs

RAKE = """
[[weapon]]
id = "rake"
name = { en = "Rake" }
kind = "melee"
"""


def stairs() -> dict[str, Any]:
    """Mio and Yue against two swarms of rats and a wraith."""
    return SYSTEM.encounter_setup("low_tide_stairs")


def refused(table: str, base: Shelf | None = None, lang: str = "en") -> list[str]:
    """What a pack of these tables is refused for, without the file's name."""
    with pytest.raises(ContentError) as told:
        read_shelf({"own.toml": table.encode()}, base or starter())
    said = [registry.words(lang).render(problem.text) for problem in told.value.problems]
    return [each.removeprefix("own.toml, ") for each in said]


def places(table: str) -> list[str]:
    """Only where the problems are."""
    with pytest.raises(ContentError) as told:
        read_shelf({"own.toml": table.encode()}, starter())
    return [problem.field for problem in told.value.problems]


def talent(more: str, timing: str = "attack") -> str:
    """A talent of that timing with something more to it."""
    return f'[[talent]]\nid = "odd"\nname = {{ en = "Odd" }}\ntiming = "{timing}"\n{more}\n'


def encounter(monsters: str, more: str = "") -> str:
    """A ready fight on a small map."""
    return (
        f'[[encounter]]\nid = "odd"\nname = {{ en = "Odd" }}\ncols = 6\nrows = 6\nstart = ["A6", "B6"]\n'
        f"monsters = [{monsters}]\n{more}\n"
    )


RATS = '{ monster = "bilge_rats", cells = ["A1"] }'

# ---- set-ups


def test_a_ready_encounter_opens_with_both_sides_and_the_monsters_on_their_squares() -> None:
    battle = open_battle(stairs(), {})
    assert [(each.name, each.seat) for each in battle.combatants] == [
        ("mio", "mio"),
        ("yue", "yue"),
        ("bilge_rats-1", "gm"),
        ("bilge_rats-2", "gm"),
        ("net_wraith-1", "gm"),
    ]
    assert [each.side for each in battle.combatants] == [Side.HEROES] * 2 + [Side.MONSTERS] * 3
    assert [each.cell.label if each.cell else "" for each in battle.combatants] == ["", "", "D2", "G2", "E1"]
    assert list(SYSTEM.seats(stairs())) == ["gm", "mio", "yue"]
    assert (battle.cols, battle.rows) == (10, 8)


def test_monsters_are_numbered_where_there_are_several() -> None:
    battle = open_battle(stairs(), {})
    assert battle["net_wraith-1"].title == starter().monsters["net_wraith"].title
    assert isinstance(battle["bilge_rats-2"].title, Text)


def test_a_sheets_numbers_are_copied_and_gear_is_counted_later() -> None:
    mio, sheet = open_battle(stairs(), {})["mio"], starter().characters["mio"]
    assert (mio.life, mio.strength, mio.crest, mio.bonds) == (sheet.life, sheet.strength, 22, 7)
    assert mio.stats == sheet.stats
    assert Stat.ARMOUR not in mio.stats


def test_monsters_roll_by_house_rule() -> None:
    """KG-35."""
    fixed, rolling = open_battle(stairs(), {}), open_battle(stairs(), {"monsters_roll": True})
    assert not fixed.rolls(fixed["net_wraith-1"])
    assert rolling.rolls(rolling["net_wraith-1"])


def test_only_what_somebody_may_come_to_have_is_pinned_and_survives_json() -> None:
    battle = open_battle(stairs(), {})
    known = {id for each in battle.combatants for id in each.talents}
    may_arrive = {id for each in starter().monsters.values() for id in each.talents}
    assert set(battle.library.talents) == known | may_arrive
    pins = json.loads(json.dumps(STORED.pins(battle)))
    assert STORED.load(STORED.dump(battle), pins).library == battle.library


def test_any_characters_may_be_chosen() -> None:
    chosen = [{"name": "hero", "sheet": SYSTEM.sheet_of("den", "zh-hant")}]
    battle = open_battle(SYSTEM.encounter_setup("low_tide_stairs", chosen), {})
    assert battle["hero"].title == "老傳"


def test_a_set_ups_house_rule_goes_before_the_tables() -> None:
    battle = open_battle(stairs() | {"house": {"monsters": "bars"}}, {"monsters": "all", "die_one": "counts"})
    assert (battle.on("monsters"), battle.on("die_one"), battle.on("ends_by")) == ("bars", "counts", "gm")


def test_an_unknown_encounter_is_refused() -> None:
    assert "harbour_office" in SYSTEM.encounters
    with pytest.raises(NotAllowed):
        SYSTEM.encounter_setup("moon_landing")


def test_a_fight_needs_somebody_on_each_side() -> None:
    with pytest.raises(NotAllowed):
        open_battle(stairs() | {"monsters": []}, {})


def test_a_broken_set_up_is_told_with_all_that_is_wrong() -> None:
    setup = stairs()
    setup["characters"][1]["sheet"] |= {"weapons": ["moonbeam"], "talents": ["wail", "wail"]}
    setup["start"] = ["D8", "K8"]
    with pytest.raises(ContentError) as told:
        open_battle(setup, {})
    assert [(each.entry, each.field) for each in told.value.problems] == [
        ("yue", "weapons"),
        ("yue", "talents"),
        ("", "start"),
    ]


# ---- packs on top of the starter pack


def test_a_pack_adds_to_the_starter_pack() -> None:
    fuller = SYSTEM.with_pack("garden", {"tools.toml": RAKE.encode()})
    assert "rake" in fuller.shelf.weapons
    assert "rake" not in SYSTEM.shelf.weapons
    setup = stairs()
    setup["characters"][0]["sheet"] |= {"weapons": ["rake"]}
    assert fuller.open(setup, {})["mio"].weapons == ["rake"]


def test_a_pack_says_what_it_is_called() -> None:
    assert read_shelf(
        {"own.toml": b'[pack]\nname = { en = "Garden" }\nversion = "1"\n' + RAKE.encode()}
    ).weapons


ITS_SYSTEM = '[pack]\nname = { en = "Garden" }\nversion = "1"\nsystem = "kamigakari"\n'


def test_packs_in_a_folder_are_loaded_and_a_broken_one_is_left_out(tmp_path: Path) -> None:
    for name in ("garden", "worse"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tools.toml").write_text(RAKE)
        (tmp_path / name / "pack.toml").write_text(ITS_SYSTEM)
    found = with_packs("kamigakari", tmp_path)
    assert found.packs == ("garden",)
    assert list(found.broken) == ["worse"]


def test_an_id_stands_once() -> None:
    assert refused(RAKE.replace('"rake"', '"gaff_hook"')) == [
        "weapon gaff_hook, id: The id is taken already, in starter/weapons.toml. It needs one of its own."
    ]


def test_the_starter_pack_is_checked_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-pack", "rules/kamigakari/content", "--system", "kamigakari"]) == 0
    assert "talents.toml" in capsys.readouterr().out


def test_a_broken_pack_is_told_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(talent("strike = { rank = 0 }\ndistance = { kind = 'engaged' }"))
    assert main(["check-pack", str(tmp_path), "--system", "kamigakari"]) == 1
    assert "strike.amount" in capsys.readouterr().out


# ---- what is wrong


ODD = '[[monster]]\nid = "odd"\nname = { en = "Odd" }\n'
ON_ONE = 'distance = { kind = "engaged" }\ntarget = { kind = "characters" }\n'


@pytest.mark.parametrize(
    ("table", "where"),
    [
        (RAKE + 'distance = { kind = "self" }', ["distance.kind"]),
        (RAKE + 'distance = { kind = "weapon" }', ["distance.kind"]),
        (RAKE + 'target = { kind = "self" }', ["target.kind"]),
        (RAKE.replace('en = "Rake"', 'english = "Rake"'), ["name.english"]),
        (RAKE.replace('en = "Rake"', 'en = " "'), ["name.en"]),
        (RAKE.replace('"melee"', '"spoon"'), ["kind"]),
        ('[[item]]\nid = "odd"\nname = { en = "Odd" }\ntiming = "defence"', ["timing"]),
        (
            '[[item]]\nid = "odd"\nname = { en = "Odd" }\neffects = [{ kind = "recover", amount = 3 }]',
            ["effects.0"],
        ),
        (talent("strike = {}", "preparation"), ["strike"]),
        (talent("strike = {}"), ["target"]),
        (talent(ON_ONE + "strike = { rank = 0 }"), ["strike.amount"]),
        (talent(ON_ONE + 'strike = { kind = "magic" }'), ["strike.damage"]),
        (talent(ON_ONE.replace("engaged", "weapon") + "strike = {}"), ["distance.kind"]),
        (talent('distance = { kind = "weapon" }', "end"), ["distance.kind"]),
        (talent('at = "reduction"', "preparation"), ["at"]),
        (talent("", "defence"), ["at"]),
        (talent('at = "calculation"', "defence"), ["at"]),
        (talent('cost = { spirits = ["odd"] }', "constant"), ["cost"]),
        (talent('cost = { spirits = ["pair", "pair", "run", "1"] }', "end"), ["cost.spirits"]),
        (talent('effects = [{ kind = "counts_as", number = 8 }]', "end"), ["effects.0"]),
        (talent('effects = [{ kind = "halve" }]', "start"), ["effects.0"]),
        (talent('effects = [{ kind = "lose", amount = 3, to = "attacker" }]', "end"), ["effects.0.to"]),
        (talent('effects = [{ kind = "rank", amount = 1, to = "allies" }]', "constant"), ["effects.0.to"]),
        (talent(ON_ONE + 'strike = { harm = [{ kind = "minus", amount = 1 }] }'), ["strike.harm.0"]),
        (encounter('{ monster = "whale", cells = ["A1"] }'), ["monsters.0.monster"]),
        (encounter(RATS, 'characters = ["mio", "mio"]'), ["characters"]),
        (encounter(RATS, 'characters = ["mio", "yue", "den"]'), ["start"]),
        (encounter(RATS.replace("A1", "G1")), ["monsters.0.cells"]),
        (encounter(RATS.replace("A1", "A6")), ["monsters"]),
        (encounter(f"{RATS}, {RATS}"), ["monsters"]),
        (encounter(RATS).replace('"B6"', '"B9"'), ["start"]),
        (encounter(RATS).replace('en = "Odd"', 'en = "The Low-Tide Stairs"'), ["name.en"]),
        ('[[character]]\nid = "gm"\nname = { en = "Odd" }\nlife = 9\nstats = {}', ["id"]),
        (
            '[[character]]\nid = "odd"\nname = { en = "Odd" }\nlife = 0\nstats = { luck = 3 }',
            ["stats.luck", "life"],
        ),
        (
            '[[monster]]\nid = "odd"\nname = { en = "Odd" }\nlife = 9\nstats = {}\nitems = ["hat"]\n'
            'weapons = ["gaff_hook", "gaff_hook"]',
            ["items", "weapons"],
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place_in_every_language(table: str, where: list[str]) -> None:
    assert places(table) == where
    for lang in registry.LANGUAGES:
        assert not [said for said in refused(table, lang=lang) if "kamigakari." in said or "{" in said]


def test_an_id_that_is_nearly_right_is_offered() -> None:
    setup = '[[monster]]\nid = "odd"\nname = { en = "Odd" }\nlife = 9\nstats = {}\nweapons = ["gaf_hook"]'
    assert refused(setup) == [
        "monster odd, weapons: There is no weapon “gaf_hook”. Is this meant: gaff_hook?"
    ]


def test_everything_wrong_is_told_at_once() -> None:
    table = (
        RAKE
        + 'distance = { kind = "self" }\n'
        + encounter('{ monster = "whale", cells = ["A1"] }')
        + talent("")
    )
    assert len(refused(table + talent("").replace('"odd"', '"Odd"'))) == 3


@pytest.mark.parametrize(
    ("table", "where"),
    [
        (RAKE + 'attributes = ["fire", "fire"]', ["attributes"]),
        (talent(ON_ONE + 'strike = { attributes = ["fire", "cold", "fire"] }'), ["strike.attributes"]),
        ('[[item]]\nid = "odd"\nname = { en = "Odd" }\nattributes = ["wind", "wind"]', ["attributes"]),
        (ODD + 'life = 9\nstats = {}\nweaknesses = ["fire", "fire"]', ["weaknesses"]),
        (encounter(RATS).replace('"B6"', '"B6", "B6"'), ["start"]),
    ],
)
def test_what_stands_twice_is_told(table: str, where: list[str]) -> None:
    """KG-25, KG-30: an attribute, a weakness, a square to start from."""
    assert places(table) == where


@pytest.mark.parametrize(
    ("table", "where"),
    [
        (ODD + 'life = 9\nweapons = ["spoon"]', ["stats", "weapons"]),
        (ODD + 'life = 0\nstats = {}\ntalents = ["spoon"]\nmood = 3', ["life", "mood", "talents"]),
        (RAKE.replace('"melee"', '"spoon"') + 'distance = { kind = "self" }', ["kind", "distance.kind"]),
        (talent(ON_ONE + "strike = { rank = 0 }", "never"), ["timing"]),
    ],
)
def test_a_field_that_cannot_be_read_does_not_hide_the_others(table: str, where: list[str]) -> None:
    """All of an entry is judged in one run, up to what is asked of the field that could not be read."""
    assert places(table) == where


def test_only_an_attack_moves_up() -> None:
    """KG-31: "move n" is resolved against somebody; help from afar has another distance."""
    helping = talent(
        'distance = { kind = "move", squares = 3 }\ntarget = { kind = "characters" }', "preparation"
    )
    (told,) = refused(helping)
    assert told.startswith("talent odd, distance.kind: Only an attack moves up")


@pytest.mark.parametrize(
    ("effects", "field"),
    [
        ('effects = [{ kind = "rank", amount = 1, to = "targets" }]', "effects.0.to"),
        ('effects = [{ kind = "rank", amount = 1, needs_damage = true }]', "effects.0.needs_damage"),
    ],
)
def test_what_a_strike_could_never_do_before_its_attack_is_refused(effects: str, field: str) -> None:
    """KG-10, KG-15: it has no targets yet, and nobody has lost life; both belong in its harm."""
    assert places(talent(f"{ON_ONE}strike = {{ rank = 1 }}\n{effects}")) == [field]

"""Packs that are wrong are refused with everything wrong in them, file, entry and field named; good ones add up."""

from pathlib import Path

import pytest

from rules import registry
from rules.__main__ import main
from rules.engine.content import ContentError
from rules.magical_girls import SYSTEM
from rules.magical_girls.library import read_shelf, starter
from rules.packs import with_packs

LADLE = '[[weapon]]\nid = "ladle"\nname = { en = "Ladle" }\nweight = 20\ndam = 6\n'
ITS_SYSTEM = '[pack]\nname = { en = "Kitchen" }\nversion = "1"\nsystem = "magical_girls"\n'


def refused(table: str, lang: str = "en") -> list[str]:
    """What a pack of these tables is refused for, without the file's name."""
    with pytest.raises(ContentError) as told:
        read_shelf({"own.toml": table.encode()}, starter())
    said = [registry.words(lang).render(problem.text) for problem in told.value.problems]
    return [each.removeprefix("own.toml, ") for each in said]


def places(table: str) -> list[str]:
    """Only where the problems are."""
    with pytest.raises(ContentError) as told:
        read_shelf({"own.toml": table.encode()}, starter())
    return [problem.field for problem in told.value.problems]


def entry(kind: str, more: str) -> str:
    """An entry with nothing but a name and that."""
    return f'[[{kind}]]\nid = "odd"\nname = {{ en = "Odd" }}\n{more}\n'


def ability(more: str, effects: str = '{ kind = "mend" }', price: str = "dp = 1\nmp = 1") -> str:
    """An ability that mends a wound, and something more."""
    return entry("ability", f"{price}\neffects = [{effects}]\n{more}")


def fighter(more: str, kind: str = "enemy", attributes: str = "str = 50, emo = 50, pow = 50") -> str:
    """Somebody with these attributes and something more."""
    return entry(kind, f"attributes = {{ {attributes} }}\n{more}")


def fight(more: str = "", enemies: str = '{ enemy = "glass_moth", cells = ["A1"] }') -> str:
    """A ready fight on a small map."""
    return entry("encounter", f'cols = 6\nrows = 6\nstart = ["A6"]\nenemies = [{enemies}]\n{more}')


def match(more: str) -> str:
    """A ready match on a small map."""
    return entry("encounter", f'form = "duel"\ncols = 6\nrows = 6\nstart = ["A6"]\n{more}')


@pytest.mark.parametrize(
    ("table", "where"),
    [
        (LADLE + "weihgt = 3", ["weihgt"]),
        (LADLE.replace("dam = 6", 'dam = "six"'), ["dam"]),
        (LADLE.replace("weight = 20", "weight = 101"), ["weight"]),
        (LADLE.replace('en = "Ladle"', 'english = "Ladle"'), ["name.english"]),
        (LADLE.replace('en = "Ladle"', 'en = " "'), ["name.en"]),
        (LADLE + 'skill = "cooking"', ["skill"]),
        (LADLE + 'skill = "baking"', ["skill"]),
        (LADLE + 'skill = "dodge"', ["skill"]),
        (LADLE + 'kind = "ranged"\nblock = 4', ["block"]),
        (LADLE + "length = 2", ["length"]),
        (LADLE + "dp = -2", ["dp"]),
        (entry("skill", 'category = "art"'), ["category"]),
        (entry("skill", 'category = "life"\nis_weapon = true'), ["is_weapon"]),
        (entry("skill", 'category = "combat"').replace('"odd"', '"dodge"'), ["id"]),
        (ability("", price="dp = 0\nmp = 0"), ["dp"]),
        (ability("", price="dp = 16\nmp = 0"), ["dp"]),
        (ability("", price="dp = 1\nmp = 41"), ["mp"]),
        (ability("is_healing = true", '{ kind = "points", amount = 1 }'), ["is_healing"]),
        (ability("", ""), ["effects"]),
        (ability("", '{ kind = "heal" }'), ["effects.0"]),
        (ability("", '{ kind = "mend" }, { kind = "boost", dice = 0 }'), ["effects.1"]),
        (ability("", '{ kind = "points", amount = 0 }'), ["effects.0"]),
        (ability("", '{ kind = "shove", metres = 5 }'), ["effects.0"]),
        (ability("", '{ kind = "swift", metres = 5 }'), ["effects.0"]),
        (ability("reach = 10"), ["reach"]),
        (ability('target = "one"\nreach = 3'), ["reach"]),
        (ability('target = "one"\nradius = 5'), ["radius"]),
        (ability('target = "one"\nspares = true'), ["spares"]),
        (ability('target = "area"\nradius = 7'), ["radius"]),
        (ability("strike = {}"), ["target"]),
        (ability('target = "one"\nstrike = { dice = 0 }'), ["strike.dice"]),
        (ability('target = "one"\nstrike = { check = "attribute:wit" }'), ["strike.check"]),
        (ability('target = "one"\nstrike = { check = "skill:wit" }'), ["strike.check"]),
        (entry("innate", "effects = []"), ["effects"]),
        (entry("innate", 'effects = [{ kind = "heal", flat = 2 }]'), ["effects.0"]),
        (entry("innate", 'effects = [{ kind = "start", amount = 0 }]'), ["effects.0"]),
        (entry("innate", 'effects = [{ kind = "swift", metres = 7 }]'), ["effects.0.metres"]),
        (entry("thing", "weight = 71"), ["weight"]),
        (fighter('weapons = ["spoon"]\nabilities = ["sing"]'), ["weapons", "abilities"]),
        (fighter('abilities = ["hot_cocoa"]'), ["abilities"]),
        (fighter('max_mp = 9\nabilities = ["encore"]', attributes="str = 50, emo = 10"), ["abilities"]),
        (fighter('weapons = ["carousel_axe"]', attributes="str = 20"), ["weapons"]),
        (fighter("load = 200"), ["load"]),
        (fighter("", attributes="wit = 3"), ["attributes.wit"]),
        (fighter('innate = ["quick_heart", "quick_heart"]'), ["innate"]),
        (fighter("", kind="character").replace('"odd"', '"gm"'), ["id"]),
        (fight(enemies=""), ["enemies"]),
        (fight(enemies='{ enemy = "whale", cells = ["A1"] }'), ["enemies.0.enemy"]),
        (fight(enemies='{ enemy = "glass_moth", cells = ["G1"] }'), ["enemies.0.cells"]),
        (fight('danger = ["A7"]'), ["danger"]),
        (fight('half_cover = ["B2"]\nfull_cover = ["B2"]'), ["full_cover"]),
        (fight('things = [{ thing = "anvil", cell = "A1" }]'), ["things.0.thing"]),
        (fight('characters = ["lin", "lin"]'), ["characters"]),
        (fight('characters = ["lin"]\nsecond = ["lin"]'), ["second"]),
        (fight().replace('en = "Odd"', 'en = "The Greenhouse Lamps"'), ["name.en"]),
        (match('characters = ["lin"]'), ["characters"]),
        (match('characters = ["lin", "mo"]\nsecond = ["qiao"]'), ["second"]),
        (
            match('characters = ["lin", "mo"]\nenemies = [{ enemy = "glass_moth", cells = ["A1"] }]'),
            ["enemies"],
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place_in_every_language(table: str, where: list[str]) -> None:
    assert places(table) == where
    for lang in registry.LANGUAGES:
        assert not [said for said in refused(table, lang) if "magical_girls." in said or "{" in said]


def test_a_check_is_on_an_attribute_or_a_skill() -> None:
    assert places(ability('target = "one"\nstrike = { check = "luck" }')) == ["strike.check"]


def test_what_is_too_deep_is_refused() -> None:
    assert refused(entry("thing", "weight = " + "[" * 40 + "]" * 40))


def test_an_id_that_is_nearly_right_is_offered() -> None:
    assert refused(fighter('weapons = ["folding_fann"]')) == [
        "enemy odd, weapons: There is no weapon “folding_fann”. Is this meant: folding_fan?"
    ]


def test_everything_wrong_is_told_at_once() -> None:
    assert len(refused(LADLE + "dp = -2\n" + ability("reach = 10") + fight(enemies=""))) == 3


def test_an_id_stands_once() -> None:
    assert refused(LADLE.replace('"ladle"', '"folding_fan"')) == [
        "weapon folding_fan, id: The id is taken already, in starter/weapons.toml. It needs one of its own."
    ]


# ---- packs on top of the starter pack


def test_a_pack_adds_to_the_starter_pack() -> None:
    fuller = SYSTEM.with_pack("kitchen", {"tools.toml": LADLE.encode()})
    assert "ladle" not in SYSTEM.shelf.weapons
    setup = SYSTEM.encounter_setup("greenhouse_lamps")
    setup["characters"][0]["sheet"] |= {"weapons": ["ladle"]}
    assert fuller.open(setup, {})["lin"].weapons == ["ladle"]


def test_packs_in_a_folder_are_loaded_and_a_broken_one_is_left_out(tmp_path: Path) -> None:
    for name in ("kitchen", "pantry"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tools.toml").write_text(LADLE)
        (tmp_path / name / "pack.toml").write_text(ITS_SYSTEM)
    found = with_packs("magical_girls", tmp_path)
    assert found.packs == ("kitchen",)
    assert list(found.broken) == ["pantry"]


@pytest.mark.parametrize("pack", ["rules/magical_girls/content", "docs/example-pack-magical-girls"])
def test_our_own_packs_are_checked_from_the_command_line(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-pack", pack, "--system", "magical_girls"]) == 0
    assert "magic.toml" in capsys.readouterr().out


def test_a_broken_pack_is_told_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(ability("reach = 10"))
    assert main(["check-pack", str(tmp_path), "--system", "magical_girls"]) == 1
    assert "reach" in capsys.readouterr().out


def test_what_a_cell_looks_like_is_said_in_words() -> None:
    """No pattern for programs: the author wrote a small letter."""
    said = refused(fight().replace("A6", "a6"))
    assert "a cell, a capital letter and a number, such as C4, not “a6”" in " ".join(said)


def test_what_is_for_others_is_aimed_at_somebody() -> None:
    """MG-24: what works on its user alone would work on nobody."""
    assert places(ability("for_others = true")) == ["for_others"]
    read_shelf({"own.toml": ability('for_others = true\ntarget = "one"\nreach = 5').encode()}, starter())

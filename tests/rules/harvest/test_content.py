"""Our own pack, and what happens to a broken one: refused as a whole, every fault with its file, entry and field."""

from typing import Any

import pytest

from rules import registry
from rules.engine.content import ContentError
from rules.engine.errors import NotAllowed
from rules.engine.text import Text
from rules.harvest.battlefield import Camp
from rules.harvest.library import Shelf, read_shelf, starter
from rules.harvest.setup import characters, encounter_setup, encounters, open_battle, seats, sheet_of
from rules.harvest.state import PINS, Battle

SPARK = """
[[spell]]
id = "spark"
name = { en = "Spark" }
level = 2
timing = "action"
cost = ["fire"]
"""


def broken(*tables: str) -> list[str]:
    """What a pack with these tables is refused for."""
    with pytest.raises(ContentError) as refused:
        read_shelf({"own.toml": "\n".join(tables).encode()})
    return [str(problem) for problem in refused.value.problems]


def spell(timing: str, level: int, more: str) -> str:
    """A fire spell with something more to it."""
    head = f'[[spell]]\nid = "odd"\nname = {{ en = "Odd" }}\ncost = ["fire"]\nlevel = {level}\n'
    return f'{head}timing = "{timing}"\n{more}'


def caster(kind: str = "character", spells: str = '["spark"]', attributes: str = '["fire"]') -> str:
    """Somebody with spells."""
    return f"""
[[catalyst]]
id = "stick"
name = {{ en = "Stick" }}
attack = 5
defence = 2
hp = 20
tp = 4
ss = 6
movement = 2

[[{kind}]]
id = "kim"
name = {{ en = "Kim" }}
catalyst = "stick"
action_magic = 4
reaction_magic = 2
attributes = {attributes}
spells = {spells}
"""


def afflicting(to: str) -> str:
    """An effect for somebody."""
    return f'effects = [{{ kind = "afflict", to = "{to}", status = "burn", level = 1 }}]'


# ---- a broken pack


def test_a_broken_file_is_named_with_entry_and_field() -> None:
    assert broken(SPARK.replace("level = 2", "level = 9")) == [
        "own.toml, spell spark, level: Input should be less than or equal to 4, not '9'"
    ]


def test_every_fault_is_told_at_once() -> None:
    told = broken(SPARK, caster(spells='["spark", "spork"]', attributes='["water"]'))
    assert told == [
        "own.toml, character kim, spells: expected the id of an entry, not 'spork'",
        "own.toml, character kim, spells: spark costs no mana of the main attributes; expected one of water",
    ]


def test_nobody_knows_two_spells_of_one_name() -> None:
    """HV-47."""
    other = SPARK.replace('"spark"', '"other_spark"')
    told = broken(SPARK, other, caster(spells='["spark", "other_spark"]'))
    assert told == ["own.toml, character kim, spells: expected each name once (HV-47), not 'Spark' twice"]


def test_nobody_knows_one_spell_twice() -> None:
    """HV-47."""
    assert "HV-47" in broken(SPARK, caster(spells='["spark", "spark"]'))[0]


@pytest.mark.parametrize(
    ("odd", "field"),
    [
        (spell("action", 1, afflicting("targets")), "effects.0.to"),
        (spell("action", 2, afflicting("attacker")), "effects.0.to"),
        (spell("reaction", 2, afflicting("targets")), "effects.0.to"),
        (spell("action", 2, "defence = 3"), "defence"),
        (spell("reaction", 2, "attack = 3"), "attack"),
        (spell("reaction", 1, 'range = { mode = "add", areas = [{ shape = "around", n = 1 }] }'), "range"),
        (spell("action", 2, 'effects = [{ kind = "touch", gift = "turn", count = 1 }]'), "effects"),
    ],
)
def test_a_spell_does_only_what_its_timing_allows(odd: str, field: str) -> None:
    """HV-21, HV-41: level 1 has no targets, only a reaction has an attacker, only an attack attacks."""
    assert [line.split(":")[0] for line in broken(odd)] == [f"own.toml, spell odd, {field}"]


@pytest.mark.parametrize(
    ("type", "more", "field"),
    [
        ("A", afflicting("targets"), "effects.0.to"),
        ("A", afflicting("attacker"), "effects.0.to"),
        ("R", afflicting("targets"), "effects.0.to"),
        ("A", "defence = 1", "defence"),
        ("R", "attack = 1", "attack"),
    ],
)
def test_a_skill_does_only_what_its_type_allows(type: str, more: str, field: str) -> None:
    """HV-15, HV-33."""
    odd = f'[[skill]]\nid = "odd"\nname = {{ en = "Odd" }}\ntype = "{type}"\ntp = 1\n{more}'
    assert [line.split(":")[0] for line in broken(odd)] == [f"own.toml, skill odd, {field}"]


def test_enhancements_of_one_spell_have_ids_of_their_own() -> None:
    more = '[[spell.enhancements]]\nid = "far"\nname = { en = "Far" }\ncost = ["fire"]\n'
    assert broken(SPARK + more + more) == [
        "own.toml, spell spark, enhancements: 'far' stands twice; expected an id of its own for each"
    ]


def test_an_encounter_names_who_there_is() -> None:
    odd = '[[encounter]]\nid = "odd"\nname = { en = "Odd" }\ncreatures = [{ creature = "nobody" }]\n'
    assert broken(odd, 'characters = ["kim"]') == [
        "own.toml, encounter odd, creatures: expected the id of an entry, not 'nobody'",
        "own.toml, encounter odd, characters: expected the id of an entry, not 'kim'",
    ]


def test_a_pack_of_ones_own_is_read() -> None:
    pack: Shelf = read_shelf({"own.toml": (SPARK + caster()).encode()})
    assert pack.characters["kim"].spells == ("spark",)


# ---- setting a fight up


def orchard_gate() -> dict[str, Any]:
    """Mina and Jun against three thornlings."""
    return encounter_setup("orchard_gate")


def test_a_ready_encounter_opens_with_both_camps() -> None:
    battle = open_battle(orchard_gate(), {})
    assert [(each.name, each.seat) for each in battle.combatants] == [
        ("mina", "mina"),
        ("jun", "jun"),
        ("thornling-1", "gm"),
        ("thornling-2", "gm"),
        ("thornling-3", "gm"),
    ]
    assert [each.camp for each in battle.combatants] == [Camp.ALLY] * 2 + [Camp.ENEMY] * 3
    assert list(seats(orchard_gate())) == ["gm", "mina", "jun"]


def test_creatures_are_numbered_where_there_are_several() -> None:
    battle = open_battle(encounter_setup("lantern_night"), {})
    assert battle["gourd_knight-1"].title == starter().creatures["gourd_knight"].title
    assert isinstance(battle["wick_moth-2"].title, Text)


def test_a_character_has_the_numbers_of_its_catalyst() -> None:
    mina, shears = open_battle(orchard_gate(), {})["mina"], starter().catalysts["pruning_shears"]
    assert (mina.attack, mina.defence, mina.hp, mina.tp) == (
        shears.attack,
        shears.defence,
        shears.hp,
        shears.tp,
    )
    assert (mina.ss, mina.movement, mina.max_hp) == (shears.ss, shears.movement, shears.hp)


def test_only_what_somebody_may_come_to_know_is_pinned_and_survives_json() -> None:
    battle: Battle = open_battle(orchard_gate(), {})
    known = {id for each in battle.combatants for id in each.spells}
    may_arrive = {id for each in starter().creatures.values() for id in each.spells}
    assert set(battle.library.spells) == known | may_arrive
    assert PINS.validate_json(PINS.dump_json(battle.library)) == battle.library


def test_any_characters_may_be_chosen() -> None:
    chosen = [{"name": "sora", "sheet": sheet_of(characters()["sora"], "ko")}]
    battle = open_battle(encounter_setup("orchard_gate", chosen), {})
    assert [each.title for each in battle.combatants if each.is_player] == ["소라"]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"characters": []}, "error.camp_empty"),
        ({"creatures": []}, "error.camp_empty"),
        (
            {"creatures": [{"creature": "thornling", "count": 6}, {"creature": "wick_moth", "count": 4}]},
            "error.camp_full",
        ),
        ({"creatures": [{"creature": "dragon"}]}, "error.no_such_creature"),
        ({"characters": orchard_gate()["characters"] * 2}, "error.name_taken"),
        ({"house": {"gravity": True}}, "error.no_such_house_rule"),
        ({"house": {"ask_everyone": "yes"}}, "error.no_such_setting"),
    ],
)
def test_a_set_up_the_rules_do_not_allow_is_refused_in_words(change: dict[str, Any], key: str) -> None:
    """HV-02, HV-03."""
    with pytest.raises(NotAllowed) as refused:
        open_battle(orchard_gate() | change, {})
    assert refused.value.text.key == key
    for lang in registry.LANGUAGES:
        said = registry.words(lang).render(refused.value.text)
        assert "error." not in said
        assert "{" not in said


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"name": "GM!"}, "characters.0.name"),
        ({"sheet": {}}, "characters.0.sheet.catalyst"),
        ({"mood": "good"}, "characters.0.mood"),
    ],
)
def test_a_malformed_set_up_names_the_field(change: dict[str, Any], place: str) -> None:
    setup = orchard_gate()
    setup["characters"][0] |= change
    with pytest.raises(ContentError) as refused:
        open_battle(setup, {})
    assert place in [problem.field for problem in refused.value.problems]


def test_a_sheet_with_a_spell_that_is_none_names_whose() -> None:
    setup = orchard_gate()
    setup["characters"][1]["sheet"] |= {"spells": ["moonbeam"], "catalyst": "spoon"}
    with pytest.raises(ContentError) as refused:
        open_battle(setup, {})
    assert [(each.entry, each.field) for each in refused.value.problems] == [
        ("jun", "catalyst"),
        ("jun", "spells"),
    ]


def test_a_set_ups_house_rule_goes_before_the_tables() -> None:
    battle = open_battle(
        orchard_gate() | {"house": {"creatures": "bars"}}, {"creatures": "all", "ask_everyone": True}
    )
    assert (battle.on("creatures"), battle.on("ask_everyone"), battle.on("ends_by")) == (
        "bars",
        True,
        "camp_down",
    )


def test_an_unknown_encounter_is_refused() -> None:
    assert "orchard_gate" in encounters()
    with pytest.raises(NotAllowed):
        encounter_setup("moon_landing")

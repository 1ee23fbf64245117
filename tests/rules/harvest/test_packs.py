"""Packs: what is wrong is told at once, with file, entry and field, and then nothing of the pack is loaded."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import registry
from rules.engine.content import (
    BYTES_IN_A_PACK,
    ENTRIES_IN_A_PACK,
    PROBLEMS_TOLD,
    ContentError,
    packaged,
)
from rules.harvest import SYSTEM
from rules.harvest.library import read_shelf, starter
from rules.harvest.shelf import Shelf
from rules.packs import with_packs
from rules.registry import words

SPARK = """
[[spell]]
id = "spark"
name = { en = "Spark" }
level = 2
timing = "action"
cost = ["fire"]
"""
STICK = """
[[catalyst]]
id = "stick"
name = { en = "Stick" }
attack = 5
defence = 2
hp = 20
tp = 4
ss = 6
movement = 2
"""


def refused(*tables: str, lang: str = "en", base: Shelf | None = None) -> list[str]:
    """What a pack of these tables is refused for, without the file's name."""
    with pytest.raises(ContentError) as told:
        read_shelf({"own.toml": "\n".join(tables).encode()}, base)
    said = [words(lang).render(problem.text) for problem in told.value.problems]
    return [each.removeprefix("own.toml, ") for each in said]


def spell(more: str = "", *, level: int = 2, timing: str = "action", cost: str = '["fire"]') -> str:
    """A spell with something more to it."""
    return f"""
[[spell]]
id = "odd"
name = {{ en = "Odd" }}
level = {level}
timing = "{timing}"
cost = {cost}
{more}
"""


def deed(kind: str, more: str = "", *, type: str = "A") -> str:
    """A skill, an item or grand magic with something more to it."""
    tp = "tp = 1" if kind == "skill" else ""
    return f'[[{kind}]]\nid = "odd"\nname = {{ en = "Odd" }}\ntype = "{type}"\n{tp}\n{more}\n'


def trap(effects: str, id: str = "odd") -> str:
    """A trap with these effects."""
    return f'[[trap]]\nid = "{id}"\nname = {{ en = "Odd" }}\neffects = [{effects}]\n'


def thing(effects: str = "", id: str = "odd", *, moment: str = "end_phase", size: str = "[1, 1]") -> str:
    """A special object with these effects."""
    head = f'[[object]]\nid = "{id}"\nname = {{ en = "Odd" }}\nhp = 5\nmoment = "{moment}"\nsize = {size}\n'
    return f"{head}effects = [{effects}]\n"


def caster(
    more: str = "", *, kind: str = "character", spells: str = '["spark"]', dice: int = 4, mains: str = "fire"
) -> str:
    """Somebody with spells and her catalyst, or a creature with numbers of its own."""
    numbers = "\n".join(STICK.splitlines()[4:]) if kind == "creature" else 'catalyst = "stick"'
    return f"""{STICK if kind == "character" else ""}
[[{kind}]]
id = "kim"
name = {{ en = "Kim" }}
{numbers}
action_magic = {dice}
reaction_magic = 2
attributes = ["{mains}"]
spells = {spells}
{more}
"""


def encounter(more: str = "", *, count: int = 1) -> str:
    """A fight against Kim."""
    foes = f'creatures = [{{ creature = "kim", count = {count} }}]'
    return f'[[encounter]]\nid = "odd"\nname = {{ en = "Odd" }}\n{foes}\n{more}\n'


def afflicting(to: str) -> str:
    """An effect for somebody."""
    return f'{{ kind = "afflict", to = "{to}", status = "burn", level = 1 }}'


def effects(*each: str) -> str:
    """A field of effects."""
    return f"effects = [{', '.join(each)}]"


CREATURE = SPARK + caster(kind="creature")


# ---- what a single field holds


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "smell = 1",
            "spell odd, smell: There is no key “smell”. There are: attack, cost, defence, effects, enhancements, "
            "id, level, name, range, timing.",
        ),
        ("atack = 3", "spell odd, atack: There is no key “atack”. Is this meant: attack?"),
        ('attack = "3"', "spell odd, attack: A whole number, not “3”."),
        ("attack = 3.5", "spell odd, attack: A whole number, not 3.5."),
        ("attack = true", "spell odd, attack: A whole number, not true."),
        ("attack = 2026-11-30", "spell odd, attack: A whole number, not “2026-11-30”."),
        ("attack = -1", "spell odd, attack: At least 0, not -1."),
        ("attack = 100", "spell odd, attack: At most 99, not 100."),
        ("effects = 3", "spell odd, effects: A list in [ ], not 3."),
        ("range = []", "spell odd, range: A table, not a list."),
        (
            'effects = [{ to = "self" }]',
            "spell odd, effects.0: It needs a kind, one of these: afflict, lift, push, hurt, strike, heal, "
            "refresh, drain, modify, touch, revive, terrain, trap, summon, either.",
        ),
        (
            'effects = [{ kind = "hert", amount = 1 }]',
            "spell odd, effects.0: There is no effect “hert”. Is this meant: hurt?",
        ),
        ('effects = [{ kind = "hurt" }]', "spell odd, effects.0.amount: This is missing."),
        (
            'effects = [{ kind = "hurt", amount = 1, cells = 2 }]',
            "spell odd, effects.0.cells: There is no key “cells”. There are: amount, kind, to.",
        ),
        (
            'effects = [{ kind = "hurt", amount = 1, to = "foe" }]',
            "spell odd, effects.0.to: One of these: self, targets, attacker, ally, allies, enemy, enemies, "
            "near, trigger; not “foe”.",
        ),
    ],
)
def test_a_field_is_named_with_what_was_expected(line: str, told: str) -> None:
    assert refused(spell(line)) == [told]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('[[spell]]\nid = "a"', ["name", "cost", "level", "timing"]),
        (SPARK.replace('"spark"', '"A b"'), ["id"]),
        (SPARK.replace('["fire"]', "[]"), ["cost"]),
        (SPARK.replace('["fire"]', '["ice"]'), ["cost.0"]),
        (SPARK.replace('{ en = "Spark" }', "{}"), ["name"]),
        (SPARK.replace('{ en = "Spark" }', '{ en = " " }'), ["name.en"]),
        (SPARK.replace('{ en = "Spark" }', '{ en = "Sp\\u0007ark" }'), ["name.en"]),
        (SPARK.replace('{ en = "Spark" }', '{ en = "Spark\\nand more" }'), ["name.en"]),
        (SPARK.replace('{ en = "Spark" }', '{ English = "Spark" }'), ["name.English"]),
        (SPARK.replace("level = 2", "level = 9"), ["level"]),
    ],
)
def test_what_every_entry_needs(table: str, told: list[str]) -> None:
    assert [line.split(":")[0].split(", ")[1] for line in refused(table)] == told


def test_an_id_has_its_form() -> None:
    assert refused(SPARK.replace('"spark"', '"Ember Seed"')) == [
        "spell Ember Seed, id: It must have the form of an id: small letters a to z, digits and _, "
        "a letter first, 40 at most, not “Ember Seed”."
    ]


def test_an_unknown_kind_of_entry_is_told_with_the_nearest() -> None:
    assert refused('[[spel]]\nid = "a"') == ["spel: There is no kind of entry “spel”. Is this meant: spell?"]


# ---- everything at once


def test_everything_wrong_is_told_at_once_in_every_file() -> None:
    files = {
        "a.toml": spell("smell = 1"),
        "b.toml": deed("skill", 'effects = [{ kind = "trap", on = "chosen", trap = "pit" }]'),
        "c.toml": caster(spells='["odd", "spork"]'),
        "d.toml": "[[",
    }
    with pytest.raises(ContentError) as told:
        read_shelf({name: each.encode() for name, each in files.items()})
    assert [(each.file, each.entry, each.field) for each in told.value.problems] == [
        ("a.toml", "spell odd", "smell"),
        ("d.toml", "", ""),
        ("b.toml", "skill odd", "effects.0.trap"),
        ("c.toml", "character kim", "spells"),
    ], "and no one is told that there is no spell “odd”: it stands there, broken"


@pytest.mark.parametrize("lang", registry.LANGUAGES)
def test_the_error_itself_tells_the_first_few(lang: str) -> None:
    with pytest.raises(ContentError) as told:
        read_shelf({"own.toml": "\n".join(spell(f"odd_{at} = 1") for at in range(9)).encode()})
    said = words(lang).render(told.value.text)
    assert "odd_0" in said
    assert "odd_8" not in said
    assert "{" not in said


def test_an_author_reads_it_in_korean() -> None:
    assert refused(spell("atack = 3"), lang="ko") == [
        "spell odd, atack: “atack”: 그런 키는 없습니다. 혹시 이것입니까: attack?"
    ]


# ---- ids


def test_an_id_that_nothing_has_is_told_with_the_nearest() -> None:
    assert refused(SPARK, caster(spells='["spark", "spork"]')) == [
        "character kim, spells: There is no spell “spork”. Is this meant: spark?"
    ]


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ('{ kind = "afflict", status = "burns", level = 1 }', "0.status: There is no status “burns”."),
        ('{ kind = "lift", status = "burns" }', "0.status: There is no status “burns”."),
        ('{ kind = "trap", on = "chosen", trap = "pit" }', "0.trap: There is no trap “pit”."),
        ('{ kind = "summon", on = "range", object = "keg" }', "0.object: There is no special object “keg”."),
    ],
)
def test_what_an_effect_names_is_there(effect: str, told: str) -> None:
    (line,) = refused(spell(effects(effect)))
    assert line.startswith(f"spell odd, effects.{told}")


@pytest.mark.parametrize("field", ["spells", "skills", "items", "exceptions"])
def test_what_somebody_knows_is_there(field: str) -> None:
    both = 'spells = ["nothing"]' if field == "spells" else f'spells = []\n{field} = ["nothing"]'
    (line,) = refused(caster().replace('spells = ["spark"]', both))
    assert line.startswith(f"character kim, {field}: There is no ")


def test_a_grand_magic_and_a_catalyst_are_there() -> None:
    (line,) = refused(caster('grand = "nothing"', spells="[]"))
    assert line == "character kim, grand: There is no grand magic “nothing”."
    (line,) = refused(caster(spells="[]").replace('"stick"', '"rod"', 1))
    assert line == "character kim, catalyst: There is no catalyst “stick”. There are: rod."


def test_an_id_stands_once_in_a_pack() -> None:
    assert refused(SPARK, SPARK) == [
        "spell spark, id: The id is taken already, in own.toml. It needs one of its own."
    ]


def test_an_id_of_the_starter_pack_is_taken() -> None:
    first = next(iter(starter().spells))
    assert refused(SPARK.replace('"spark"', f'"{first}"'), base=starter()) == [
        f"spell {first}, id: The id is taken already, in starter/spells.toml. It needs one of its own."
    ]


def test_a_status_of_the_rulebook_is_the_rulebooks() -> None:
    own = '[[status]]\nid = "burn"\nname = { en = "Burn" }\nper_level = { attack = 1 }'
    assert refused(own) == [
        "status burn, id: “burn” is a status of the rulebook; a status of your own needs another id."
    ]


def test_a_character_is_not_called_like_the_game_masters_seat() -> None:
    assert refused(SPARK, caster().replace('"kim"', '"gm"')) == [
        "character gm, id: “gm” is the name of a place at the table; a character needs another id."
    ]


# ---- what one may know


def test_nobody_knows_two_spells_of_one_name() -> None:
    """HV-47."""
    other = SPARK.replace('"spark"', '"other_spark"')
    assert refused(SPARK, other, caster(spells='["spark", "other_spark"]')) == [
        "character kim, spells: Nobody knows two of the same name, “Spark”, unless it stands in "
        "exceptions (HV-47)."
    ]


def test_a_named_exception_may_stand_twice() -> None:
    """HV-47."""
    other = SPARK.replace('"spark"', '"other_spark"')
    kim = caster('exceptions = ["other_spark"]', spells='["spark", "other_spark"]')
    assert "kim" in read_shelf({"own.toml": (SPARK + other + kim).encode()}).characters


def test_everybody_can_cast_what_they_know() -> None:
    """HV-20."""
    assert refused(SPARK, caster(mains="water")) == [
        "character kim, spells: “spark” costs no mana of the main attributes: water (HV-20)."
    ]


# ---- what effects may do where they stand


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            spell(effects(afflicting("targets")), level=1),
            "effects.0.to: One of these in magic of level 1: self, ally, allies, enemy, enemies, near; "
            "not “targets”.",
        ),
        (
            spell(effects(afflicting("attacker"))),
            "effects.0.to: One of these in an attack spell: self, ally, allies, enemy, enemies, near, targets; "
            "not “attacker”.",
        ),
        (
            spell(effects(afflicting("targets")), timing="reaction"),
            "effects.0.to: One of these in a reaction spell: self, ally, allies, enemy, enemies, near, attacker; "
            "not “targets”.",
        ),
        (
            spell(effects('{ kind = "terrain", on = "range", terrain = "lava", level = 1 }'), level=1),
            "effects.0.on: One of these in magic of level 1: here, chosen; not “range”.",
        ),
        (
            spell(effects('{ kind = "touch", gift = "turn", count = 1 }')),
            "effects.0: “touch” has no place in an attack spell.",
        ),
        (
            spell(effects('{ kind = "strike", to = "near" }')),
            "effects.0: “strike” has no place in an attack spell.",
        ),
        (spell("defence = 3"), "defence: Only a reaction defends: no defence (HV-41)."),
        (
            spell("attack = 3", timing="reaction"),
            "attack: A reaction spell attacks nobody: no attack (HV-41).",
        ),
        (
            spell('range = { mode = "add", areas = [{ shape = "around", n = 1 }] }', timing="reaction"),
            "range: A reaction spell strikes nowhere: no range (HV-22).",
        ),
    ],
)
def test_a_spell_does_only_what_its_timing_and_level_allow(table: str, told: str) -> None:
    """HV-21, HV-22, HV-41."""
    assert refused(table) == [f"spell odd, {told}"]


@pytest.mark.parametrize("kind", ["skill", "item", "grand"])
@pytest.mark.parametrize(
    ("type", "more", "told"),
    [
        ("A", "defence = 1", "defence: Type A is used while nobody attacks its user: no defence (HV-15)."),
        ("R", "attack = 1", "attack: Type R is used while others attack: no attack (HV-33)."),
        (
            "A",
            effects(afflicting("attacker")),
            "effects.0.to: One of these in type A: self, ally, allies, enemy, enemies, near; not “attacker”.",
        ),
        (
            "R",
            effects(afflicting("targets")),
            "effects.0.to: One of these in type R: self, ally, allies, enemy, enemies, near, attacker; "
            "not “targets”.",
        ),
        (
            "A",
            effects('{ kind = "touch", to = "ally", gift = "turn", count = 1 }'),
            "effects.0.to: Only “self”: nobody but the one who rolls touches the dice (HV-20).",
        ),
        (
            "A",
            effects('{ kind = "terrain", on = "here", count = 2, terrain = "lava", level = 1 }'),
            "effects.0.count: A count belongs to cells of choice alone: on = “chosen”.",
        ),
    ],
)
def test_a_deed_does_only_what_its_type_allows(kind: str, type: str, more: str, told: str) -> None:
    """HV-15, HV-33."""
    assert refused(deed(kind, more, type=type)) == [f"{kind} odd, {told}"]


def test_what_is_worn_has_no_effects() -> None:
    """HV-40."""
    assert refused(deed("item", effects(afflicting("self")), type="worn")) == [
        "item odd, effects: What is worn raises attack and defence all the time and has no effects."
    ]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (trap(afflicting("self")), "to: One of these in a trap: near, trigger; not “self”."),
        (
            trap('{ kind = "terrain", on = "chosen", terrain = "lava", level = 1 }'),
            "on: One of these in a trap: here; not “chosen”.",
        ),
        (trap('{ kind = "revive", hp = 1 }'), ": “revive” has no place in a trap."),
        (trap('{ kind = "touch", gift = "turn", count = 1 }'), ": “touch” has no place in a trap."),
        (trap('{ kind = "strike", to = "near" }'), ": “strike” has no place in a trap."),
        (
            trap(f'{{ kind = "either", options = [{afflicting("near")}, {afflicting("near")}] }}'),
            ": “either” has no place in a trap.",
        ),
        (thing(afflicting("trigger")), "to: One of these in a special object: near; not “trigger”."),
        (
            thing('{ kind = "push", to = "near", direction = "front", cells = 1 }'),
            ": “push” has no place in a special object.",
        ),
        (
            thing('{ kind = "touch", gift = "reroll", count = 1 }', moment="destroyed"),
            ": “touch” has no place in a special object that is destroyed.",
        ),
        (
            thing('{ kind = "summon", on = "here", object = "other" }') + thing(id="other"),
            "on: Its owner stands here: nothing can be set up on the same cell (HV-03).",
        ),
    ],
)
def test_traps_and_special_objects_do_what_nobody_is_asked_about(table: str, told: str) -> None:
    """HV-81, HV-82."""
    (line,) = refused(table)
    assert line.partition(", effects.0")[2].lstrip(".") == told


def test_a_special_object_beside_whom_a_phase_starts_knows_who_that_is() -> None:
    """HV-82."""
    read_shelf({"own.toml": thing(afflicting("trigger"), moment="action_phase").encode()})


# ---- costs, ranges, circles, depth


def test_a_cost_that_nobody_can_pay() -> None:
    """HV-20."""
    big = SPARK.replace('["fire"]', '["fire", "fire", "fire", "fire", "fire"]')
    assert refused(big, caster(dice=4)) == [
        "spell spark, cost: 5 mana, and nobody who may cast it ever has more than 4 (HV-20)."
    ]


def test_a_cost_is_payable_with_produced_mana_and_given_dice() -> None:
    """HV-20, HV-64."""
    big = SPARK.replace('["fire"]', '["fire", "fire", "fire", "fire", "fire"]')
    well = deed("skill", effects('{ kind = "touch", gift = "produce", count = 1 }'))
    bell = deed("item", effects('{ kind = "afflict", to = "ally", status = "awakening", level = 1 }'))
    read_shelf({"own.toml": (big + well + caster('skills = ["odd"]')).encode()})
    read_shelf({"own.toml": (big + bell + caster()).encode()})


def test_an_enhancement_that_can_never_be_paid_with_its_spell() -> None:
    """HV-20."""
    more = (
        '[[spell.enhancements]]\nid = "far"\nname = { en = "Far" }\ncost = ["fire", "fire", "fire", "fire"]\n'
    )
    assert refused(SPARK, more, caster()) == [
        "spell spark, enhancements.far.cost: 5 mana, and nobody who may cast it ever has more than 4 (HV-20)."
    ]


def test_enhancements_of_one_spell_have_ids_of_their_own() -> None:
    more = '[[spell.enhancements]]\nid = "far"\nname = { en = "Far" }\ncost = ["fire"]\n'
    assert refused(SPARK, more, more) == [
        "spell spark, enhancements: “far” stands here twice; each may stand once."
    ]


def test_tp_that_nobody_has() -> None:
    costly = deed("skill").replace("tp = 1", "tp = 5")
    assert refused(SPARK, costly, caster('skills = ["odd"]')) == [
        "skill odd, tp: 5 TP, and nobody who knows it ever has more than 4."
    ]


@pytest.mark.parametrize(
    ("area", "told"),
    [
        (
            '{ shape = "end", n = 3, directions = ["left"] }',
            "range.areas.0: From no cell of the battlefield does this range cover a cell. [left, only cell 3]",
        ),
        (
            '{ shape = "line", n = 3, directions = [] }',
            "range.areas.0: From no cell of the battlefield does this range cover a cell. ",
        ),
        (
            '{ shape = "end", n = 6, directions = ["front"] }',
            "range.areas.0.n: At most 5, not 6.",
        ),
        (
            '{ shape = "around", n = 1, directions = ["front"] }',
            "range.areas.0.directions: “around” goes in all directions: none are named.",
        ),
    ],
)
def test_a_range_that_covers_nothing(area: str, told: str) -> None:
    """HV-23."""
    assert refused(spell(f'range = {{ mode = "change", areas = [{area}] }}')) == [f"spell odd, {told}"]


def test_traps_and_objects_that_set_each_other_up() -> None:
    """HV-81, HV-82."""
    keg = thing('{ kind = "summon", on = "here", object = "box" }', "keg", moment="destroyed")
    box = thing('{ kind = "summon", on = "here", object = "keg" }', "box", moment="destroyed")
    assert refused(keg, box) == [
        "object box, effects: It sets itself up again without end: object box > object keg > object box."
    ]
    assert refused(trap('{ kind = "trap", on = "here", trap = "odd" }')) == [
        "trap odd, effects: It sets itself up again without end: trap odd > trap odd."
    ]


def nested(levels: int) -> str:
    """A choice of a choice of a choice."""
    inner = afflicting("self")
    for _ in range(levels - 1):
        inner = f'{{ kind = "either", options = [{inner}, {afflicting("ally")}] }}'
    return inner


def test_effects_three_deep_are_read_and_four_deep_refused() -> None:
    read_shelf({"own.toml": spell(effects(nested(3))).encode()})
    assert refused(spell(effects(nested(4)))) == [
        "spell odd, effects.0: Effects stand too deep inside one another; 3 levels are the most."
    ]


@pytest.mark.parametrize(
    "deep",
    [
        spell(effects(nested(40))),
        spell(effects(nested(400))),
        spell("effects = " + "[" * 5000 + "]" * 5000),
        spell("smell" + ".a" * 300_000 + " = 1"),
        "[[spell" + ".a" * 300_000 + "]]",
        '[[spell]]\nid = "a"\n' + "\n".join(f"[spell{'.a' * depth}]" for depth in range(1, 20)) * 2,
    ],
    ids=["forty", "four hundred", "brackets", "a long key", "a long heading", "headings"],
)
def test_monstrous_nesting_is_a_problem_and_no_crash(deep: str) -> None:
    started = time.process_time()
    assert refused(deep)
    assert time.process_time() - started < 5


# ---- who meets whom, and where


def test_an_encounter_names_who_there_is() -> None:
    assert refused(encounter('characters = ["mia"]')) == [
        "encounter odd, creatures.0.creature: There is no creature “kim”.",
        "encounter odd, characters: There is no character “mia”.",
    ]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            'terrain = [{ terrain = "lava", cells = ["A1"] }, { terrain = "gale", cells = ["A1", "B1"] }]',
            "terrain: A cell has one terrain; A1 would have several (HV-43).",
        ),
        (
            'terrain = [{ terrain = "lava", cells = ["D1"] }]',
            "terrain.0.cells.0: It must have the form of a cell of the battlefield, A1 to C6, not “D1”.",
        ),
        ('traps = [{ trap = "pit", cell = "A1" }]', "traps.0.trap: There is no trap “pit”."),
        (
            'objects = [{ object = "keg", cell = "A1" }]',
            "objects.0.object: There is no special object “keg”. There are: odd.",
        ),
        (
            'objects = [{ object = "odd", cell = "C6" }]',
            "objects.0.cell: This lies beside the battlefield: D6, C7, D7.",
        ),
        (
            'objects = [{ object = "odd", cell = "A4" }, { object = "odd", cell = "B5" }]',
            "objects.1.cell: One object a cell; these hold one already: B5 (HV-03).",
        ),
    ],
)
def test_what_lies_on_the_battlefield_fits(more: str, told: str) -> None:
    """HV-03, HV-43."""
    (line,) = refused(CREATURE, thing(size="[2, 2]"), encounter(more))
    assert line == f"encounter odd, {told}"


@pytest.mark.parametrize(
    ("size", "count", "more"),
    [
        ("[2, 2]", 2, ""),
        ("[3, 3]", 2, ""),
        ("[2, 1]", 5, ""),
        ("[2, 2]", 1, 'objects = [{ object = "odd", cell = "B2" }]'),
    ],
    ids=["two squares", "two whole camps", "five bricks", "an object in the middle"],
)
def test_a_camp_that_finds_no_room_is_refused(size: str, count: int, more: str) -> None:
    """HV-02, HV-25: every giant with all its cells in the rear 3x3, beside what lies there."""
    giant = CREATURE + f"size = {size}\n"
    (line,) = refused(giant, thing(), encounter(more, count=count))
    assert line.startswith("encounter odd, creatures: Not all of them find room in their camp's rear 3x3;")


def test_a_square_and_a_brick_find_room() -> None:
    """HV-25."""
    square = CREATURE.replace('"kim"', '"box"').replace(SPARK, "") + "size = [2, 2]\n"
    foes = 'creatures = [{ creature = "box" }, { creature = "kim" }]'
    fight = encounter().replace('creatures = [{ creature = "kim", count = 1 }]', foes)
    read_shelf({"own.toml": (CREATURE + "size = [2, 1]\n" + square + fight).encode()})


# ---- too much of everything


def test_ten_megabytes_of_text_are_refused_before_they_are_read() -> None:
    started = time.process_time()
    assert refused("#" * 10_000_000) == [f"A pack holds at most {BYTES_IN_A_PACK} bytes of text."]
    assert time.process_time() - started < 1


def test_an_endless_list_of_faults_ends() -> None:
    told = refused(*(f'[[spell]]\nid = "s{at}"' for at in range(ENTRIES_IN_A_PACK * 2)))
    assert len(told) == PROBLEMS_TOLD


def test_a_pack_holds_so_many_entries() -> None:
    assert refused(*(SPARK.replace('"spark"', f'"s{at}"') for at in range(ENTRIES_IN_A_PACK + 1))) == [
        f"A pack holds at most {ENTRIES_IN_A_PACK} entries."
    ]


OWN = b"".join(packaged("rules.harvest").values())


@st.composite
def torn(draw: st.DrawFn) -> bytes:
    """Our own pack, cut and glued at random."""
    spots = sorted(draw(st.lists(st.integers(0, len(OWN)), min_size=2, max_size=4)))
    return OWN[: spots[0]] + draw(st.binary(max_size=20)) + OWN[spots[-1] :]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode) | torn())
@example(b'"' * 100_000)
@example(b"a." * 400_000)
@example(b'"a b"."c".' * 90_000 + b"d = 1")
@example(b"a\\" * 400_000)
@example(b"[[spell]]\n" * 90_000)
@example(b"".join(b"k%d = 1\n" % at for at in range(80_000)))
@example(b"[[spell]]\n" + b"".join(b"k%d = 1\n" % at for at in range(80_000)))
@example(b"[[object]]\nhp = 0x" + b"F" * 900_000)
def test_whatever_the_bytes_they_are_a_pack_or_refused(data: bytes) -> None:
    started = time.process_time()
    with suppress(ContentError):
        read_shelf({"own.toml": data})
    assert time.process_time() - started < 10


# ---- packs on top of the starter pack


def test_a_pack_may_use_what_the_starter_pack_holds() -> None:
    kim = caster(spells="[]").replace(STICK, "").replace('"stick"', f'"{next(iter(starter().catalysts))}"')
    shelf = read_shelf({"own.toml": kim.encode()}, starter())
    assert list(shelf.characters) == [*starter().characters, "kim"]
    assert "kim" not in starter().characters


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two packs that are fine, one that is broken and one that is empty."""
    for name, text in {
        "10_sparks/spells.toml": SPARK,
        "20_people/who.toml": caster(),
        "20_people/fights.toml": CREATURE.replace(SPARK, "").replace('"kim"', '"imp"')
        + encounter('characters = ["kim"]').replace('creature = "kim"', 'creature = "imp"'),
        "30_broken/fine.toml": SPARK.replace('"spark"', '"glow"'),
        "30_broken/odd.toml": spell("atack = 1"),
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "40_empty").mkdir()
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_packs_of_a_folder_are_read_in_order_and_a_broken_one_is_left_out(folder: Path) -> None:
    found = with_packs("harvest", folder)
    assert found.packs == ("10_sparks", "20_people")
    assert [*found.system.shelf.spells][-1] == "spark"
    assert "glow" not in found.system.shelf.spells
    said = {
        name: [words("en").render(problem.text) for problem in broken]
        for name, broken in found.broken.items()
    }
    assert said == {
        "30_broken": [
            "30_broken/odd.toml, spell odd, atack: There is no key “atack”. Is this meant: attack?",
        ],
        "40_empty": ["40_empty: There is no TOML file here."],
    }
    assert "spark" not in SYSTEM.shelf.spells


def test_a_fight_of_a_pack_is_played_and_does_not_heed_later_edits(folder: Path) -> None:
    """Pins: what a running fight uses is what it was when the fight was made."""
    system: Any = with_packs("harvest", folder).system
    battle = system.open(system.encounter_setup("odd"), {})
    pins, state = system.pins(battle), system.dump(battle)
    (folder / "10_sparks/spells.toml").write_text(SPARK.replace("level = 2", "level = 3"), encoding="utf-8")
    edited: Any = with_packs("harvest", folder).system
    assert edited.shelf.spells["spark"].level == 3
    for now in (edited, SYSTEM):
        assert now.load(state, pins).library.spells["spark"].level == 2


# ---- the shelves


@pytest.mark.parametrize("kind", Shelf.names)
def test_every_kind_has_its_shelf(kind: str) -> None:
    assert starter().of(kind)
    assert all((kind, id) in starter().files for id in starter().of(kind))

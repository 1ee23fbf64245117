"""Statuses of the magic attack: dejection, blindness, confusion, silence, panic (HV-51, HV-54, HV-60, HV-61, HV-63)."""

import pytest

from rules.engine.text import Text
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    LR,
    Table,
    add,
    afflict,
    ally,
    around,
    change,
    effect,
    end,
    enemy,
    enhancement,
    fix,
    line,
    reaction,
    skill,
    spell,
    thing,
)

BLOW, STORM = spell("blow", attack=5), spell("storm", attack=5, range=change(around(5)))
WARD, BRACE = reaction("ward", cost="fire"), skill("brace", type="R", defence=1, tp=2)

# ---------------------------------------------------------------- dejection


def dejected(lay: Lay, level: int = 1, *others: object, **more: object) -> Table:
    """Mina is dejected; thorn (SS 9) stands in front of her, Jun beside her."""
    mina, jun = ally("mina", "B5", spells=["ward", "blow"]), ally("jun", "A5", ss=1)
    more = {"magic": [BLOW, STORM, WARD], "skills": [BRACE]} | more
    table: Table = lay(mina, jun, enemy("thorn", "B4", ss=9), *others, **more)
    return table.rule("afflict", name="mina", status="dejection", level=level)


def attacked(table: Table, *targets: str) -> Table:
    """Thorn's storm goes to its end; Mina is covered by nobody."""
    table.skip_to("begin", "thorn").attacks("thorn", "storm", targets=targets)
    return table.nobody_reacts()


def test_the_dejected_react_with_cover_and_skills_but_no_magic(lay: Lay) -> None:
    """HV-51."""
    table = dejected(lay).attacks("thorn", "storm", targets=["mina"])
    assert table.offers("mina") == ["cover:jun", "skill:brace"]


def test_the_dejected_may_cover(lay: Lay) -> None:
    """HV-51, HV-32: and then react with skills alone."""
    table = dejected(lay).attacks("thorn", "storm", targets=["jun"])
    table.answers("jun", react="cover:mina").answers("mina", consent="consent")
    assert table.offers("mina") == ["skill:brace"]


def test_the_dejected_cast_in_their_own_phase(lay: Lay) -> None:
    """HV-51: reaction phases alone are barred."""
    table = dejected(lay).skip_to("begin", "mina").attacks("mina", "blow", cell="B4", targets=["thorn"])
    assert table.nobody_reacts().lost("thorn") == 5


def test_dejection_is_lifted_when_as_many_attacks_are_over(lay: Lay) -> None:
    """HV-51: of level 2, after the second."""
    table = attacked(dejected(lay, 2), "mina")
    assert table.level("mina", "dejection") == 2
    assert attacked(table.skip_round(), "mina").level("mina", "dejection") is None
    assert table.told("lift", "mina")[-1].row == "HV-51"


def test_an_attack_on_others_is_not_counted(lay: Lay) -> None:
    """HV-51: nor one that has Mina in its range, nor the end phase."""
    table = attacked(dejected(lay), "jun").skip_round()
    assert attacked(table).level("mina", "dejection") == 1


def test_the_last_attack_is_over_before_it_lifts(lay: Lay) -> None:
    """HV-51, settled: no magic against it, and its added effects come first."""
    sting = spell("sting", afflict("burn", 1))
    table = dejected(lay, magic=[sting, WARD]).attacks("thorn", "sting", cell="B5", targets=["mina"])
    assert table.offers("mina") == ["cover:jun", "skill:brace"]
    said = [event.key.removeprefix("harvest.log.") for event in table.nobody_reacts().events]
    assert said.index("hurt") < said.index("afflict", said.index("hurt")) < said.index("lift")


def test_the_attack_that_gave_dejection_is_not_counted(lay: Lay) -> None:
    """HV-51, settled: the next one is."""
    gloom = spell("gloom", afflict("dejection", 1))
    table = lay(ally("mina", "B5"), enemy("thorn", "B4", ss=9), magic=[gloom, BLOW, WARD])
    table.attacks("thorn", "gloom", cell="B5", targets=["mina"]).nobody_reacts()
    assert table.level("mina", "dejection") == 1
    table.skip_round().attacks("thorn", "blow", cell="B5", targets=["mina"])
    assert table.level("mina", "dejection") is None


def test_dejection_given_again_starts_to_count_anew(lay: Lay) -> None:
    """HV-51, HV-43: overwritten in the attack that would have lifted the old one."""
    gloom = spell("gloom", afflict("dejection", 1))
    table = dejected(lay, magic=[gloom, WARD]).attacks("thorn", "gloom", cell="B5", targets=["mina"])
    table.nobody_reacts().answers("thorn", overwrite="overwrite")
    assert table.level("mina", "dejection") == 1


def test_dejection_not_overwritten_goes_on_counting(lay: Lay) -> None:
    """HV-51, HV-43."""
    gloom = spell("gloom", afflict("dejection", 5))
    table = dejected(lay, magic=[gloom, WARD]).attacks("thorn", "gloom", cell="B5", targets=["mina"])
    table.nobody_reacts().passes("thorn", "overwrite")
    assert table.level("mina", "dejection") is None


def test_who_covers_is_attacked_and_who_is_covered_is_not(lay: Lay) -> None:
    """HV-51, HV-32: the coverer becomes the target instead."""
    table = dejected(lay).rule("afflict", name="jun", status="dejection", level=1)
    table.attacks("thorn", "storm", targets=["mina"]).answers("mina", react="cover:jun")
    table.answers("jun", consent="consent").passes("jun", "react")
    assert (table.level("mina", "dejection"), table.level("jun", "dejection")) == (1, None)


@pytest.mark.parametrize("level", [0, -2])
def test_dejection_for_no_attacks_is_lifted_at_once(lay: Lay, level: int) -> None:
    """HV-44, settled."""
    gloom = spell("gloom", afflict("dejection", level))
    table = lay(ally("mina", "B5"), enemy("thorn", "B4", ss=9), magic=[gloom])
    table.attacks("thorn", "gloom", cell="B5", targets=["mina"]).nobody_reacts()
    assert table.level("mina", "dejection") is None
    assert [event.row for event in table.told("lift", "mina")] == ["HV-44"]


# ---------------------------------------------------------------- blindness

AFAR = {"b5": 1, "a5": 2, "b3": 3, "b2": 4, "b1": 5, "a1": 6}
"""Foes by the orthogonal steps to them from B6."""


def seen(lay: Lay, level: int, *others: object) -> list[str]:
    """Whom Mina on B6 can target with a range that covers everything."""
    foes = [enemy(name, name.upper()) for name in AFAR] if not others else []
    table: Table = lay(ally("mina", "B6", ss=9), *foes, *others, magic=[STORM])
    table.rule("afflict", name="mina", status="blindness", level=level).casts("mina", "storm")
    return table.offers("mina") if table.asks == "targets" else []


@pytest.mark.parametrize(
    ("level", "steps"), [(-2, 6), (-1, 5), (0, 4), (1, 3), (2, 2), (3, 1), (4, 1), (9, 1)]
)
def test_the_blind_target_nobody_5_less_level_steps_away(lay: Lay, level: int, steps: int) -> None:
    """HV-54, HV-44, settled: never below 2, so that the next cell is always in sight; orthogonal steps."""
    assert set(seen(lay, level)) == {name for name, away in AFAR.items() if away <= steps}


def test_a_giant_is_as_near_as_its_nearest_cell(lay: Lay) -> None:
    """HV-54, settled: on A1 to B2 it is four steps from B6."""
    for level, in_sight in ((0, ["golem"]), (1, [])):
        assert seen(lay, level, enemy("golem", "A1", size=(2, 2))) == in_sight


def test_a_blind_giant_sees_from_its_nearest_cell(lay: Lay) -> None:
    """HV-54, HV-25: the golem's B2 is two steps from B4; C6 is five from it."""
    golem = enemy("golem", "A1", size=(2, 2), ss=9)
    table = lay(golem, ally("mina", "B4"), ally("jun", "C6"), magic=[STORM])
    table.rule("afflict", name="golem", status="blindness", level=2).casts("golem", "storm")
    assert table.offers("gm") == ["mina"]


def test_who_is_named_by_an_effect_is_no_target(lay: Lay) -> None:
    """HV-54, HV-24: "1 ally" may be far away."""
    song = spell("song", effect("heal", to="ally", amount=3), level=1)
    table = lay(ally("mina", "B6", ss=9), ally("jun", "B1", hp=20), enemy("thorn", "A1"), magic=[song])
    table.rule("afflict", name="mina", status="blindness", level=4).casts("mina", "song")
    assert table.answers("mina", ally="jun").hp("jun") == 23


def test_a_far_coverer_is_still_hit(lay: Lay) -> None:
    """HV-54, HV-32, settled: blindness is not asked again; a target two steps away is covered from three."""
    table = lay(ally("mina", "B6", ss=9), rival_of("b"), rival_of("c"), magic=[STORM])
    table.rule("afflict", name="mina", status="blindness", level=2).attacks("mina", "storm", targets=["b"])
    table.answers("b", react="cover:c")
    assert (table.lost("b"), table.lost("c")) == (0, 5)


def rival_of(name: str) -> object:
    return enemy(name, {"b": "B4", "c": "B3"}[name])


# ---------------------------------------------------------------- confusion


def confused(lay: Lay, *others: object, level: int = 2, **more: object) -> Table:
    """Mina (SS 9) is confused; thorn stands in front of her."""
    more = {"magic": [BLOW, STORM, WARD], "skills": [BRACE]} | more
    table: Table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4"), *others, **more)
    return table.rule("afflict", name="mina", status="confusion", level=level)


def test_the_confused_add_an_ally_to_their_targets(lay: Lay) -> None:
    """HV-60: inside the range."""
    table = confused(lay, ally("jun", "A5")).attacks("mina", "storm", targets=["thorn"])
    assert (table.asks, table.offers("mina")) == ("confused", ["jun", "mina"])
    table.answers("mina", confused="jun").nobody_reacts()
    assert (table.lost("jun"), table.lost("thorn"), table.lost("mina")) == (5, 5, 0)


def test_or_the_confused_add_themselves(lay: Lay) -> None:
    """HV-60, HV-24: the exception; she reacts like any target and is hit."""
    table = confused(lay, ally("jun", "A5")).attacks("mina", "storm", targets=["thorn"])
    table.answers("mina", confused="mina").answers("thorn", reaction_order=["mina", "thorn"])
    table.answers("mina", react="skill:brace").nobody_reacts()
    assert (table.lost("jun"), table.lost("thorn"), table.lost("mina")) == (0, 5, 4)


def test_the_confused_receive_the_effects_of_their_own_magic(lay: Lay) -> None:
    """HV-60, HV-41."""
    sear = spell("sear", afflict("burn", 2))
    table = confused(lay, magic=[sear]).attacks("mina", "sear", cell="B4", targets=[]).nobody_reacts()
    assert (table.level("mina", "burn"), table.level("thorn", "burn")) == (2, None)


def test_who_is_added_by_confusion_is_not_added_to_what_was_answered(lay: Lay) -> None:
    """HV-60: else the fight would not come back from its record."""
    table = confused(lay).attacks("mina", "blow", cell="B4", targets=["thorn"])
    answered = [entry.payload.get("value") for entry in table.nobody_reacts().record.entries]
    assert (["thorn"] in answered, table.lost("mina")) == (True, 5)


def test_with_an_ally_among_the_targets_nobody_is_added(lay: Lay) -> None:
    """HV-60."""
    table = confused(lay, ally("jun", "A5")).attacks("mina", "storm", targets=["thorn", "jun"])
    assert table.asks == "reaction_order"
    assert table.nobody_reacts().lost("mina") == 0


def test_with_nobody_else_in_the_range_the_confused_are_not_asked(lay: Lay) -> None:
    """HV-60: an ally outside the range cannot be added; enemies and special objects are none."""
    table = confused(lay, ally("jun", "C6"), thing("jar", "B6")).attacks(
        "mina", "blow", cell="B4", targets=["thorn"]
    )
    assert table.nobody_reacts().lost("mina") == 5


def test_whoever_else_is_in_the_range_is_no_ally(lay: Lay) -> None:
    """HV-60, HV-82: a special object as the only target."""
    table = (
        confused(lay, thing("jar", "B6")).attacks("mina", "blow", cell="B6", targets=["jar"]).nobody_reacts()
    )
    assert (table.lost("mina"), table.battle.figure("jar").hp) == (5, 5)


def test_who_targets_nobody_is_confused_all_the_same(lay: Lay) -> None:
    """HV-60: every magic attack."""
    assert confused(lay).attacks("mina", "blow", cell="B4", targets=[]).nobody_reacts().lost("mina") == 5


def test_an_ally_may_cover_the_confused(lay: Lay) -> None:
    """HV-60, HV-32."""
    table = confused(lay, ally("jun", "A5")).attacks("mina", "blow", cell="B4", targets=[])
    table.answers("mina", react="cover:jun").answers("jun", consent="consent").nobody_reacts()
    assert (table.lost("mina"), table.lost("jun")) == (0, 5)


def test_the_allies_of_a_confused_creature_are_creatures(lay: Lay) -> None:
    """HV-60, HV-08: seen from the user; the GM picks."""
    foes = enemy("thorn", "B4", ss=9), enemy("moth", "A4")
    table = lay(ally("mina", "B5"), *foes, magic=[STORM])
    table.rule("afflict", name="thorn", status="confusion", level=1).attacks(
        "thorn", "storm", targets=["mina"]
    )
    assert (table.asked, table.offers("gm")) == (["gm"], ["moth", "thorn"])


def test_the_blind_and_confused_add_no_ally_that_they_do_not_see(lay: Lay) -> None:
    """HV-54, HV-60: an ally two steps away cannot be targeted."""
    table = confused(lay, ally("jun", "A6")).rule("afflict", name="mina", status="blindness", level=3)
    assert table.attacks("mina", "storm", targets=["thorn"]).nobody_reacts().lost("mina") == 5


def test_level_1_magic_of_the_confused_hits_nobody(lay: Lay) -> None:
    """HV-60, HV-21: it is no attack."""
    song = spell("song", effect("heal", to="self", amount=1), level=1)
    table = confused(lay, ally("jun", "A5", ss=1), magic=[song]).casts("mina", "song")
    assert table.acting == "thorn"


# ---------------------------------------------------------------- as many rounds as levels


@pytest.mark.parametrize("status", ["confusion", "silence", "panic"])
def test_it_lasts_as_many_rounds_as_its_level(lay: Lay, status: str) -> None:
    """HV-60, HV-61, HV-63, HV-42: given at SS 9 in round 1, of level 2 it ends after the action at SS 9 in round 3."""
    daze = spell("daze", afflict(status, 2))
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4"), magic=[daze])
    table.attacks("mina", "daze", cell="B4", targets=["thorn"]).skip_round().skip_round()
    assert (table.battle.round, table.level("thorn", status)) == (3, 2)
    assert table.passes("mina", "begin").level("thorn", status) is None


def test_what_is_to_be_cast_says_how_long_it_lasts(lay: Lay) -> None:
    """HV-60, HV-52: as many rounds as levels, or until lifted."""
    daze = spell("daze", afflict("confusion", 2), afflict("poison", 2))
    library = lay(ally("mina", "B5"), magic=[daze]).battle.library
    assert [effect.describe(library).params["long"] for effect in daze.effects] == [
        Text("harvest.for_rounds", {"rounds": 2}),
        Text("harvest.until_lifted"),
    ]


@pytest.mark.parametrize("status", ["confusion", "silence", "panic"])
@pytest.mark.parametrize("level", [0, -3])
def test_for_no_rounds_it_is_lifted_at_once(lay: Lay, status: str, level: int) -> None:
    """HV-44, settled: and what it overwrote is gone."""
    daze = spell("daze", afflict(status, level))
    table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4"), magic=[daze])
    table.rule("afflict", name="thorn", status=status, level=2)
    table.attacks("mina", "daze", cell="B4", targets=["thorn"]).answers("mina", overwrite="overwrite")
    assert table.level("thorn", status) is None
    assert [event.row for event in table.told("lift", "thorn")] == ["HV-44"]


# ---------------------------------------------------------------- silence


def silenced(lay: Lay) -> Table:
    """Mina knows a spell of each level and timing, and cannot say the small ones."""
    hum = spell(
        "hum", effect("heal", to="self", amount=1), level=1, enhancements=[enhancement("long", cost="fire")]
    )
    blow = spell("blow", attack=5, enhancements=[enhancement("hard", attack=1, cost="fire")])
    wall = reaction("wall", level=2, cost="fire")
    magic = [hum, blow, WARD, wall]
    table: Table = lay(
        ally("mina", "B5", ss=9, action_magic=4), enemy("thorn", "B4", spells=["blow"]), magic=magic
    )
    return table.rule("afflict", name="mina", status="silence", level=2)


def test_the_silenced_cast_no_level_1_magic_in_their_phase(lay: Lay) -> None:
    """HV-61: magic of level 2 and more, and its enhancements, they do."""
    table = silenced(lay).begins("mina").skip_to("activate").rolls(3, 3, 3, 3)
    assert table.answers("mina", activate="challenge").offers("mina") == ["blow", "blow+hard"]
    table.answers("mina", pay=["blow", "blow+hard"], cell="B4", targets=["thorn"])
    assert table.nobody_reacts().lost("thorn") == 6


def test_the_silenced_cast_no_level_1_magic_in_a_reaction(lay: Lay) -> None:
    """HV-61."""
    table = silenced(lay).skip_to("begin", "thorn").attacks("thorn", "blow", cell="B5", targets=["mina"])
    assert table.rolls(3).answers("mina", react="challenge").offers("mina") == ["wall"]
    table.answers("mina", pay=["wall"])


def test_who_knows_only_level_1_magic_has_nothing_to_say_in_silence(lay: Lay) -> None:
    """HV-61, HV-20: no challenge is offered, in either phase."""
    hum = spell("hum", level=1)
    table = lay(
        ally("mina", "B5", ss=9, spells=["hum", "ward"]), enemy("thorn", "B4"), magic=[hum, BLOW, WARD]
    )
    table.rule("afflict", name="mina", status="silence", level=2).begins("mina").passes("mina", "move")
    assert table.acting == "thorn"
    table.attacks("thorn", "blow", cell="B5", targets=["mina"])
    assert table.lost("mina") == 5


# ---------------------------------------------------------------- panic


def ranges(lay: Lay, *magic: str) -> tuple[str, list[str]]:
    """What Mina on B5 is asked for the range of that magic in panic, and what she is offered."""
    known = [
        spell("reach", range=change(end(2, *FRONT))),
        spell("wide", level=1, range=add(line(1, *LR))),
        spell("still", level=1, range=fix(line(1, *LR))),
    ]
    foes = enemy("near", "B4"), enemy("far", "B3"), enemy("left", "A5"), enemy("right", "C5")
    table: Table = lay(ally("mina", "B5", ss=9, action_magic=3), *foes, magic=known)
    table.rule("afflict", name="mina", status="panic", level=1).casts("mina", *magic)
    return table.asks, table.offers("mina")


def test_in_panic_a_range_is_neither_changed_nor_added_to(lay: Lay) -> None:
    """HV-63, HV-21: one cell of choice, and that alone."""
    assert ranges(lay, "reach", "wide") == ("cell", ["B4", "A5", "C5", "B6"])


def test_in_panic_a_fix_stays(lay: Lay) -> None:
    """HV-63, HV-22: it is neither."""
    assert ranges(lay, "reach", "wide", "still") == ("targets", ["left", "right"])


def test_in_panic_no_reading_of_all_directions_decides(lay: Lay) -> None:
    """HV-63, HV-23: the log names the house rule only where it did."""
    for panics in (False, True):
        table = lay(ally("mina", "B5", ss=9), enemy("thorn", "B4"), magic=[STORM])
        if panics:
            table.rule("afflict", name="mina", status="panic", level=1)
        table.attacks("mina", "storm", cell="B4" if panics else "", targets=["thorn"])
        assert (table.told("attack")[0].explanation is None) == panics

"""Every line of the log opens into the rule's row, every number into its parts, and house rules say so and how."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.bots import by_seat, play_out
from rules.engine.dice import SeededDice
from rules.engine.fights import begin
from rules.engine.flow import GM
from rules.engine.log import Event
from rules.engine.session import Session
from rules.engine.view import GAME_MASTER, SPECTATOR, ExplanationView, LogLine
from rules.harvest import SYSTEM
from rules.harvest.state import Battle
from rules.registry import LANGUAGES, words
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
    player,
    rival,
    skill,
    spell,
    thing,
)

PAGE = Path(__file__).parents[3] / "docs/rules/harvest.md"
VIEWERS = (GAME_MASTER, player("mina"), SPECTATOR)
BY_THE_GM = {"set_hp", "set_tp", "moved_by_gm", "set_acted", "set_not_acted", "arrives", "leaves"}
"""Lines of rulings, which have no row."""


# ---------------------------------------------------------------- rows in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_of_the_page_has_its_line_and_none_is_left_over(lang: str) -> None:
    listed = re.findall(r"^\| (HV-\d\d) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = [key for key in words(lang).sentences if key.startswith("row.HV-")]
    assert sorted(told) == sorted(f"row.{row}" for row in listed)
    assert [
        key for key in told if "\n" in words(lang).sentences[key] or len(words(lang).sentences[key]) > 150
    ] == []


# ---------------------------------------------------------------- whole fights


def lines(encounter: str, **house: Any) -> Iterator[tuple[Event, list[LogLine | None]]]:
    """Each event of a fight of bots, and its line for each of the viewers (None: not for them)."""
    seed = encounter.encode().ljust(32, b".")
    dice = SeededDice(seed, seed[::-1])
    session, record = begin(SYSTEM, SYSTEM.encounter_setup(encounter), dice, house)
    pins = SYSTEM.pins(session.battle)
    found: list[tuple[Event, list[LogLine | None]]] = []

    def look(session: Session[Battle]) -> None:
        snapshot = session.snapshot()
        by_viewer = [{each.index: each for each in SYSTEM.log(snapshot, pins, viewer)} for viewer in VIEWERS]
        for index, event in enumerate(snapshot.events):
            found.append((event, [each.get(index) for each in by_viewer]))

    look(session)
    play_out(session, record, by_seat({GM: SYSTEM.bots["random"]}, SYSTEM.bots["sensible"]), seed, look)
    yield from found


def adds_up(told: ExplanationView) -> bool:
    """Whether the total is the sum of its parts, and is hidden where one of them is."""
    amounts = [part.amount for part in told.parts]
    if None in amounts:
        return told.total is None
    return told.total == sum(each for each in amounts if each is not None) if amounts else told.total is None


@pytest.mark.parametrize(
    ("encounter", "house"),
    [
        *((encounter, {}) for encounter in sorted(SYSTEM.encounters)),
        *(
            (encounter, {"creatures": "all", "lift_by_giving_up": "all"})
            for encounter in sorted(SYSTEM.encounters)[:1]
        ),
    ],
)
def test_every_line_opens_into_its_row_and_every_number_into_its_parts(
    encounter: str, house: dict[str, Any]
) -> None:
    """For the game master, a player and a spectator, over whole fights."""
    for event, told in lines(encounter, **house):
        kind = event.key.rsplit(".", 1)[-1]
        assert (f"row.{event.row}" in words("en").sentences) or kind in BY_THE_GM or "engine." in event.key, (
            event
        )
        numbers = [each for each in event.params.values() if isinstance(each, int)]
        if kind in ("hurt", "heal", "refresh", "drain", "roll", "turn"):
            assert event.explanation is not None, event
            assert event.explanation.total in numbers, event
        for line in told:
            assert line is None or line.row == event.row
            assert line is None or line.explanation is None or adds_up(line.explanation), line


# ---------------------------------------------------------------- numbers


def parts(table: Table, key: str, who: str = "") -> list[tuple[str, int]]:
    """The parts of the last such line, and its total, in English."""
    how = table.told(key, who)[-1].explanation
    assert how is not None
    told = [(words("en").render(part.label), part.amount) for part in how.parts]
    return [*told, ("total", how.total or 0)]


def test_who_is_next_is_told_with_the_ss(lay: Lay) -> None:
    """HV-10, HV-53: paralysis counts; a creature's SS is not told to players."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1", ss=8))
    table.rule("afflict", name="thorn", status="paralysis", level=3).passes("mina", "begin")
    assert parts(table, "turn", "thorn") == [("Catalyst SS", 8), ("Paralysis", -3), ("total", 5)]
    keys = {
        viewer: [each.text.key for each in table.log(viewer) if each.kind == "turn"] for viewer in VIEWERS
    }
    assert keys == {
        GAME_MASTER: ["harvest.log.turn"],
        player("mina"): ["harvest.log.turn.vague"],
        SPECTATOR: ["harvest.log.turn.vague"],
    }


def test_a_tie_is_told(lay: Lay) -> None:
    """HV-11: players' characters as they agree."""
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4", ss=9), enemy("thorn", "B1"))
    table.answers("jun", next="jun").passes("jun", "begin")
    rows = [event.explanation.row for event in table.told("turn") if event.explanation]
    assert rows == ["HV-11", "HV-10"]


def test_a_turn_that_is_told_lets_the_last_answer_be_taken_back(lay: Lay) -> None:
    """HV-10: who is next was to be seen before."""
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B1", ss=1))
    assert table.passes("mina", "begin").session.take_back is not None


def test_what_is_healed_names_its_source_and_its_bound(lay: Lay) -> None:
    """HV-41: no more than there is room for."""
    tea = spell("tea", effect("heal", to="self", amount=5), effect("refresh", to="self", amount=2), level=1)
    table = lay(ally("mina", "B4", ss=9, hp=27, tp=1), enemy("thorn", "B1"), magic=[tea]).casts("mina", "tea")
    assert parts(table, "heal") == [("Tea", 5), ("No more than the most HP", -2), ("total", 3)]
    assert parts(table, "refresh") == [("Tea", 2), ("total", 2)]


def test_what_the_ground_takes_names_it(lay: Lay) -> None:
    """HV-72, HV-73: sanctuary and yomi; no more TP than there is."""
    people = ally("mina", "B4", ss=9, hp=20, tp=1), ally("jun", "A4", hp=20, tp=1)
    table = lay(*people, enemy("thorn", "B1"), ground("sanctuary", "B4"), ground("yomi", "A4", level=2))
    table.skip_round()
    assert parts(table, "heal") == [("Sanctuary", 3), ("total", 3)]
    assert parts(table, "drain") == [("Yomi", 2), ("No more TP was left", -1), ("total", 1)]


@pytest.mark.parametrize(("level", "told"), [(-2, [("Yomi", -6), ("Never below 0", 6)]), (1, [("Yomi", 3)])])
def test_a_negative_level_deals_nothing_and_says_why(
    lay: Lay, level: int, told: list[tuple[str, int]]
) -> None:
    """HV-44, HV-73: formulas use the sign; what would be below 0 is 0."""
    table = lay(ally("mina", "B4"), enemy("thorn", "B1"), ground("yomi", "B4", level=level)).skip_round()
    assert parts(table, "hurt") == [*told, ("total", max(0, 3 * level))]


def test_dice_that_would_be_fewer_than_none_say_so(lay: Lay) -> None:
    """HV-20, HV-50: weakness takes more dice than she has; stored mana is a challenge."""
    table = lay(ally("mina", "B4", ss=9, action_magic=2), enemy("thorn", "B1"), magic=[spell("ember")])
    table.rule("afflict", name="mina", status="weakness", level=1).begins("mina").skip_to("activate").rolls(1)
    table.answers("mina", activate="challenge")
    assert parts(table, "roll") == [("Action magic value", 2), ("Weakness", -1), ("total", 1)]


def test_a_skill_shows_what_it_cost(lay: Lay) -> None:
    """HV-15, HV-56: pressure makes it dearer; a negative level makes it free at most."""
    for level, told in ((2, [("Pressure", 2), ("total", 3)]), (-3, [("Pressure", -3), ("Never below 0", 2)])):
        table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), skills=[skill("rise", attack=1)])
        table.rule("afflict", name="mina", status="pressure", level=level).begins("mina")
        table.skip_to("prepare").answers("mina", prepare="skill:rise")
        assert parts(table, "skill")[: 1 + len(told)] == [("TP cost", 1), *told]


def test_an_objects_blow_adds_up(lay: Lay) -> None:
    """HV-82: its attack less the defence, never below 0."""
    imp = thing("imp", "B5", effect("strike", to="near"), attack=3, moment="end_phase")
    table = lay(ally("mina", "B4", defence=5), enemy("thorn", "B1"), imp).skip_round()
    assert parts(table, "hurt") == [
        ("Catalyst attack", 3),
        ("Catalyst defence", -5),
        ("Never below 0", 2),
        ("total", 0),
    ]


# ---------------------------------------------------------------- house rules


def decided(table: Table, key: str, lang: str = "en") -> list[tuple[str, str, str]]:
    """(row, house rule, its setting in words) of such lines, as a spectator reads them, where one decided."""
    pins, found = table.record.pins, table.session.snapshot()
    told = [line.explanation for line in SYSTEM.log(found, pins, SPECTATOR) if line.kind == key]
    return [
        (each.row, each.house_rule, words(lang).render(each.setting))
        for each in told
        if each and each.house_rule
    ]


def test_a_range_all_around_names_the_reading(lay: Lay) -> None:
    """HV-23, house rule all_directions."""
    storm = spell("storm", range=change(around(2)))
    for reading, said in (("square", "the whole square"), ("lines", "four straight lines")):
        table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[storm], all_directions=reading)
        table.casts("mina", "storm").answers("mina", targets=["thorn"])
        assert decided(table, "attack") == [("HV-23", "all_directions", said)]


def test_the_last_of_a_camp_falls_and_the_fight_goes_on(lay: Lay) -> None:
    """HV-06, house rule ends_by: named where the battle would have ended, and nowhere else."""
    foes = enemy("thorn", "B1"), enemy("moth", "C1")
    for ends_by, told in (("gm", [("HV-06", "ends_by", "when the game master says so")]), ("camp_down", [])):
        table = lay(ally("mina", "B4", ss=9), *foes, ends_by=ends_by)
        assert decided(table.rule("set_hp", name="thorn", value=0), "fall") == []
        assert decided(table.rule("set_hp", name="moth", value=0), "fall") == told


def test_an_end_by_the_rule_names_it(lay: Lay) -> None:
    """HV-06: when one camp is incapacitated."""
    blast = spell("blast", effect("hurt", to="enemies", amount=99), level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[blast]).casts("mina", "blast")
    assert table.winner == "ally"
    assert decided(table, "over") == [("HV-06", "ends_by", "when one camp is incapacitated")]


def test_one_timing_for_all_names_the_reading(lay: Lay) -> None:
    """HV-12, house rule lift_by_giving_up."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), lift_by_giving_up="all")
    for status in ("grudge", "pressure"):
        table.rule("afflict", name="mina", status=status, level=1)
    table.begins("mina").skip_to("give_up_preparation").answers("mina", give_up_preparation="grudge")
    said = ("HV-12", "lift_by_giving_up", "all statuses that name it")
    assert decided(table, "lift") == [said, said]
    assert (
        decided(table, "lift", "ko")[0][2]
        == words("ko").sentences["house_rule.harvest.lift_by_giving_up.all"]
    )


def test_a_foe_who_covers_names_the_reading(lay: Lay) -> None:
    """HV-32, house rule cover_by."""
    people = ally("mina", "B4", defence=4), rival("vera", "A4")
    table = lay(rival("thorn", "B3", ss=9), *people, magic=[spell("blow")])
    table.attacks("thorn", "blow", cell="B4", targets=["mina"]).answers("mina", react="cover:vera")
    table.answers("vera", consent="consent")
    assert [each[:2] for each in decided(table, "cover")] == [("HV-32", "cover_by")]


def test_a_burn_explains_itself(lay: Lay) -> None:
    """HV-55: the status and its level."""
    fire = spell("fire", afflict("burn", 2), range=change(around(1)))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[fire])
    table.casts("mina", "fire").answers("mina", targets=["thorn"]).nobody_reacts()
    assert parts(table.begins("thorn"), "hurt") == [("Burn", 2), ("total", 2)]

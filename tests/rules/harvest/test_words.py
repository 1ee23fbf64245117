"""Every sentence of Harvest in every language: none missing, none left over, each with the gaps the rules fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

import pytest

from rules.engine.bots import all_the_same, play_out
from rules.engine.choices import One
from rules.engine.dice import SeededDice
from rules.engine.errors import Frame, Refused
from rules.engine.fights import begin
from rules.engine.flow import GM
from rules.engine.record import Record
from rules.engine.rulings import RULINGS
from rules.engine.session import Session
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR, Role, Viewer
from rules.harvest import SYSTEM, activation, skills
from rules.harvest.battlefield import NAMED, Camp, Shape
from rules.harvest.drawer import DRAWER
from rules.harvest.library import starter
from rules.harvest.setup import open_battle
from rules.harvest.state import Battle, Library
from rules.harvest.statuses import STATUSES, LiftedBy
from rules.harvest.terms import Gift, Mana, Moment, On, Stat, StatusKey, TerrainKey, To
from rules.harvest.terrain import TERRAINS
from rules.registry import LANGUAGES, words
from tests.rules.vocabulary import Vocabulary, played_through, seen, unreadable

SEED = b"\x05" * 32
OBJECT, TRAP = min(starter().objects), min(starter().traps)
VIEWERS = (GAME_MASTER, Viewer(Role.PLAYER, ("mina",)), SPECTATOR)

FAMILIES: Mapping[str, Iterable[str]] = {
    "engine.log.*": ("granted", "refused", "waited", "withdrawn"),
    "frame.*": Frame,
    "group.*": ("big_spell",),
    "request.*": SYSTEM.requests,
    "harvest.*": ("item", "grand"),
    "harvest.area.*": Shape,
    "harvest.ask.give_up_*": (LiftedBy.MOVEMENT, LiftedBy.PREPARATION),
    "harvest.public.give_up_*": (LiftedBy.MOVEMENT, LiftedBy.PREPARATION),
    "harvest.base.*": Stat,
    "harvest.camp.*": Camp,
    "harvest.does.*": (
        *(key for key, kind in STATUSES.items() if not kind.per_level),
        *(key for key, kind in TERRAINS.items() if not kind.lowers),
    ),
    "harvest.does.at.*": Moment,
    "harvest.lifted_by.*": LiftedBy,
    "harvest.direction.*": ("front", "back", "left", "right", *NAMED.values()),
    "harvest.effect.*": Gift,
    "harvest.gift.*": Gift,
    "harvest.field.*": (
        *("name", "value", "cell", "status", "level", "rounds", "acted", "creature"),
        *("terrain", "object", "trap", "camp", "laid"),
    ),
    "harvest.log.*.none": ("hurt", "heal", "refresh", "drain"),
    "harvest.health.*": ("unhurt", "scratched", "hurt", "battered", "barely", "out"),
    "harvest.mana.*": (*Mana, "any"),
    "harvest.pass.*": (
        *("begin", "give_up_movement", "move", "give_up_preparation", "prepare", "activate"),
        *("reroll", "turn_die", "pay", "targets", "reaction_order", "react", "consent", "effects_order"),
        *("reaction_effects_order", "overwrite", "ticks", "cells", "overwrite_terrain", "store"),
    ),
    "harvest.received.*": (
        *("afflict", "lift", "push", "hurt", "heal", "refresh", "modify", "drain"),
        *("revive", "terrain", "trap", "summon", *Gift),
    ),
    "harvest.range.*": ("add", "change", "fix"),
    "harvest.sheet.when.*": ("A", "R", "worn"),
    "harvest.result.*": (*Camp, "draw"),
    "harvest.wins.*": SYSTEM.sides,
    "harvest.stage.*": (
        *("placement", "turn", "movement", "preparation", "activation", "range", "reaction"),
        *("damage", "effects", "end_phase", "aftermath"),
    ),
    "harvest.on.*": (*On, "one"),
    "harvest.stat.*": Stat,
    "harvest.status.*": StatusKey,
    "harvest.terrain.*": TerrainKey,
    "harvest.to.*": To,
    "house_rule.*.*": [f"harvest.{key}" for key in SYSTEM.house_rules],
    "house_rule.*.*.why": [f"harvest.{key}" for key in SYSTEM.house_rules],
    "house_rule.*.*.*": [
        f"harvest.{rule.key}.{option}"
        for rule in SYSTEM.house_rules.values()
        for option in rule.options
        if isinstance(option, str)
    ],
    "rulings.*.*": [f"harvest.{id}" for id in DRAWER.layout],
    "ruling.*": (*RULINGS, *SYSTEM.rulings, "take_over"),
    "ruling.*.sure": DRAWER.final,
    "ruling.*.*": ("set_acted.yes", "set_acted.no"),
}
"""Keys put together at run time, and what may stand there."""

UNSAID = {
    "harvest.log.attack_nobody": {"targets"},
    "harvest.area.around": {"directions"},
    "harvest.effect.reroll": {"mana"},
    "harvest.effect.turn": {"mana"},
    "harvest.effect.store": {"mana"},
    "harvest.grand": {"left"},
    "harvest.ask.cells": {"who", "count"},
    **{
        f"harvest.{face}.{key}": {"who"}
        for face in ("ask", "public")
        for key in ("place_next", "next", "end_next", "reaction_order", "reaction_effects_order")
    },
}
"""What a sentence is given and leaves out, because it would say nothing."""


WORDS = Vocabulary("harvest", FAMILIES, UNSAID)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_sentence_and_none_is_left_over(lang: str) -> None:
    assert WORDS.missing(lang) == []
    assert WORDS.left_over(lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_has_the_gaps_that_its_call_fills(lang: str) -> None:
    assert WORDS.wrong_gaps(lang) == {}


# ---------------------------------------------------------------- what is met in play


def assert_readable(session: Session[Battle], pins: Mapping[str, Any], pages: bool = True) -> None:
    """Events, the open question for those asked and for the others, and what each viewer sees."""
    assert unreadable(seen(SYSTEM, session, pins, VIEWERS if pages else ())) == []


@pytest.mark.parametrize(
    ("players", "gm", "encounter", "house"),
    [
        ("sensible", "sensible", "orchard_gate", {}),
        ("sensible", "random", "lantern_night", {"creatures": "nothing", "lift_by_giving_up": "all"}),
        ("random", "sensible", "orchard_gate", {"creatures": "bars", "ask_everyone": True}),
        ("random", "random", "pumpkin_throne", {"creatures": "all", "all_directions": "lines"}),
    ],
)
def test_a_whole_fight_is_readable(players: str, gm: str, encounter: str, house: dict[str, Any]) -> None:
    ready = SYSTEM.encounter_setup(encounter)
    session = played_through(SYSTEM, ready, (players, gm), house, SEED, assert_readable)
    assert session.battle.result is not None


def test_all_that_has_effects_says_what_it_does() -> None:
    battle, shelf = open_battle(SYSTEM.encounter_setup("orchard_gate"), {}), starter()
    battle.library = Library(**{each.name: dict(getattr(shelf, each.name)) for each in fields(Library)})
    magic = [each for spell in shelf.spells.values() for each in (spell, *spell.enhancements)]
    deeds = [f"{kind}:{id}" for kind in ("skill", "item", "grand") for id in getattr(shelf, f"{kind}s")]
    told = [activation.describe(battle, each) for each in magic]
    told += [skills.describe(battle, battle["mina"], each) for each in deeds]
    for each in (*shelf.traps.values(), *shelf.objects.values()):
        told += [effect.describe(battle.library) for effect in each.effects]
    assert unreadable(told) == []


# ---------------------------------------------------------------- rulings and refusals


@pytest.fixture
def fight() -> tuple[Session[Battle], Record]:
    """Mina and Jun before two thornlings, everybody placed, Mina to act."""
    session, record = begin(SYSTEM, SYSTEM.encounter_setup("orchard_gate"), SeededDice(SEED, SEED[::-1]))
    while session.battle.round == 0:
        answer_first(session, record)
    return session, record


def answer_first(session: Session[Battle], record: Record) -> None:
    """A pass where one may pass, else the first choice."""
    seat = session.waiting_for()[0]
    assert session.open is not None
    shape = session.open.question.choices[seat]
    first = shape.options[0].id if isinstance(shape, One) else None
    session.answer(seat, None if shape.may_pass else first, session.ticket)
    record.keep(session.last, session.take_back)


def refused(attempt: Callable[[], object]) -> Text:
    """What the refusal says."""
    with pytest.raises(Refused) as told:
        attempt()
    assert unreadable(told.value.text) == []
    return told.value.text


def test_every_ruling_tells_what_it_did(fight: tuple[Session[Battle], Record]) -> None:
    session, _record = fight
    pins = SYSTEM.pins(session.battle)
    rulings: list[tuple[str, dict[str, Any]]] = [
        ("set_hp", {"name": "jun", "value": 9}),
        ("set_tp", {"name": "jun", "value": 1}),
        ("move", {"name": "jun", "cell": "C6"}),
        ("afflict", {"name": "jun", "status": "burn", "level": -1, "rounds": 1}),
        ("afflict", {"name": "jun", "status": "poison", "level": 2}),
        ("lift", {"name": "jun", "status": "poison"}),
        ("set_acted", {"name": "jun", "acted": True}),
        ("set_acted", {"name": "jun", "acted": False}),
        ("lay_terrain", {"cell": "C5", "terrain": "lava", "level": -1, "rounds": 1}),
        ("clear_terrain", {"cell": "C5"}),
        ("add_object", {"object": OBJECT, "cell": "A6"}),
        ("remove_object", {"name": f"{OBJECT}-1"}),
        ("lay_trap", {"trap": TRAP, "cell": "B3", "camp": "ally"}),
        ("take_trap", {"laid": f"{TRAP}@B3"}),
        ("add", {"creature": "wick_moth"}),
        ("remove", {"name": "thornling-2"}),
        ("house_rule", {"key": "ends_by", "value": "gm"}),
        ("house_rule", {"key": "ask_everyone", "value": True}),
        ("pause", {}),
        ("resume", {}),
        ("set_hp", {"name": "jun", "value": 0}),
        ("cut", {"frame": "turn"}),
        ("take_over", {}),
        ("end", {"winner": "ally"}),
    ]
    assert {name for name, _params in rulings} == {*RULINGS, *SYSTEM.rulings, "take_over"}
    for name, params in rulings:
        session.rule(name, params, session.ticket)
        assert session.last.events
        assert_readable(session, pins)


@pytest.mark.parametrize(
    ("ruling", "params", "error"),
    [
        ("set_hp", {"name": "nobody", "value": 1}, "no_such_combatant"),
        ("set_hp", {"name": "mina", "value": "x"}, "ruling_field"),
        ("move", {"name": "mina", "cell": "Z9"}, "no_such_cell"),
        ("move", {"name": "mina", "cell": "?"}, "no_such_cell"),
        ("lift", {"name": "mina", "status": "burn"}, "no_such_status"),
        ("set_acted", {"name": "mina", "acted": True}, "is_acting"),
        ("add", {"creature": "dragon"}, "no_such_creature"),
        ("cut", {"frame": "reaction"}, "no_such_frame"),
        ("house_rule", {"key": "ends_by", "value": "never"}, "no_such_setting"),
        ("house_rule", {"key": "luck", "value": 1}, "no_such_house_rule"),
        ("resume", {}, "not_paused"),
        ("dance", {}, "no_such_ruling"),
    ],
)
def test_a_refused_ruling_says_why(
    fight: tuple[Session[Battle], Record], ruling: str, params: dict[str, Any], error: str
) -> None:
    session, _record = fight
    assert refused(lambda: session.rule(ruling, params, session.ticket)).key == f"error.{error}"


def test_a_taken_cell_and_a_fallen_one_are_named(fight: tuple[Session[Battle], Record]) -> None:
    session, _record = fight
    where = session.battle["jun"].cell
    assert where is not None
    move = {"name": "mina", "cell": where.label}
    assert refused(lambda: session.rule("move", move, session.ticket)).key == "error.cell_taken"
    session.rule("set_hp", {"name": "jun", "value": 0}, session.ticket)
    told = refused(lambda: session.rule("set_hp", {"name": "jun", "value": 5}, session.ticket))
    assert words("ko").render(told) == "Jun은 전투불능입니다. 먼저 Jun을 빈 칸에 놓으세요."


def test_an_answer_of_no_use_is_refused_in_words() -> None:
    seed = b"\x08" * 32
    session, record = begin(SYSTEM, SYSTEM.encounter_setup("lantern_night"), SeededDice(seed, seed[::-1]))
    shapes: set[str] = set()

    def on_commit(session: Session[Battle]) -> None:
        for seat in session.waiting_for():
            assert session.open is not None
            shapes.add(session.open.question.choices[seat].kind)
            for value in ("nonsense", ["nonsense"], 10**6, {}):
                refused(lambda seat=seat, value=value: session.answer(seat, value, session.ticket))

    play_out(session, record, all_the_same(SYSTEM.bots["random"]), seed, on_commit)
    assert {"one", "some", "route", "pay"} <= shapes


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        ({"characters": []}, "camp_empty"),
        (
            {"creatures": [{"creature": "thornling", "count": 6}, {"creature": "wick_moth", "count": 4}]},
            "camp_full",
        ),
        ({"creatures": [{"creature": "dragon"}]}, "no_such_creature"),
        ({"house": {"luck": 1}}, "no_such_house_rule"),
        ({"house": {"ends_by": "never"}}, "no_such_setting"),
    ],
)
def test_a_refused_set_up_says_why(setup: dict[str, Any], error: str) -> None:
    assert (
        refused(lambda: open_battle(SYSTEM.encounter_setup("orchard_gate") | setup, {})).key
        == f"error.{error}"
    )


def test_an_unknown_encounter_and_a_name_given_twice_are_named() -> None:
    ready = SYSTEM.encounter_setup("orchard_gate")
    twice = ready | {"characters": ready["characters"][:1] * 2}
    assert refused(lambda: SYSTEM.encounter_setup("the_moon")).key == "error.no_such_encounter"
    assert refused(lambda: open_battle(twice, {})).key == "error.name_taken"


# ---------------------------------------------------------------- a few lines, as they are read


def test_what_a_player_asks_is_logged_under_her_name(fight: tuple[Session[Battle], Record]) -> None:
    session, _record = fight
    session.request("mina", "undo", "the wrong cell", session.ticket)
    (line,) = SYSTEM.log(session.snapshot(), SYSTEM.pins(session.battle), GAME_MASTER)
    assert words("en").render(line.text) == "Mina asks the game master: please undo. “the wrong cell”"
    session.decide(session.battle.requests[0].id, True, session.ticket, GM)
    assert_readable(session, SYSTEM.pins(session.battle))


@pytest.mark.parametrize(
    ("said", "english", "korean"),
    [
        (
            Text("harvest.log.hurt", {"who": "미나", "amount": 8, "why": Text("harvest.why.attack")}),
            "미나 takes 8 damage (magic attack).",
            "미나가 피해 8을 받았습니다 (마법 공격).",
        ),
        (
            Text(
                "harvest.log.afflict",
                {
                    "who": "준",
                    "status": Text("harvest.status.burn"),
                    "level": -1,
                    "long": Text("harvest.until_lifted"),
                },
            ),
            "준 receives Burn level -1 (until lifted).",
            "준에게 화상 레벨 -1 부여 (해제될 때까지).",
        ),
        (
            Text("harvest.log.collision", {"who": "가시둥이 2", "other": "준", "cell": "B3"}),
            "가시둥이 2 is moved into 준, collides and ends up on B3.",
            "가시둥이 2가 준과 충돌하고 B3에 멈춥니다.",
        ),
    ],
)
def test_lines_read_well(said: Text, english: str, korean: str) -> None:
    assert (words("en").render(said), words("ko").render(said)) == (english, korean)


def test_a_status_given_in_a_creatures_phase_tells_nobody_its_ss(
    fight: tuple[Session[Battle], Record],
) -> None:
    """How long it lasts goes by the SS of the creature whose phase it is, which only the GM may know (HV-42)."""
    session, record = fight
    while not session.battle.acting.startswith("thornling"):
        answer_first(session, record)
    session.rule("afflict", {"name": "mina", "status": "burn", "level": 2, "rounds": 1}, session.ticket)
    snapshot, pins = session.snapshot(), SYSTEM.pins(session.battle)
    told = [
        words("en").render(cell.token.badges[0].label)
        for viewer in (GAME_MASTER, SPECTATOR)
        for cell in SYSTEM.view(snapshot, pins, viewer).board.cells
        if cell.token and cell.token.badges
    ]
    assert told == ["Burn 2, until SS 8 of round 2", "Burn 2, until round 2"]

"""Every sentence of Kamigakari in every language: none missing, none left over, each with the gaps the rules fill."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import pytest

from rules.engine.errors import Frame
from rules.engine.rulings import RULINGS
from rules.engine.session import Session
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR, Role, Viewer
from rules.kamigakari import SYSTEM
from rules.kamigakari.deeds import CURED_BY
from rules.kamigakari.descriptions import describe
from rules.kamigakari.drawer import DRAWER
from rules.kamigakari.effect_checks import Place
from rules.kamigakari.entries import Distance, Target
from rules.kamigakari.library import starter
from rules.kamigakari.movement import Move
from rules.kamigakari.setup import open_battle
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import At, AttackKind, Attribute, Kind, Side, Stat, StatusKey, Timing, To
from rules.registry import LANGUAGES, words
from tests.rules.vocabulary import Vocabulary, played_through, seen, unlike, unreadable

SEED = b"\x05" * 32
VIEWERS = (
    GAME_MASTER,
    Viewer(Role.PLAYER, (next(iter(SYSTEM.encounters.values())).characters[0],)),
    SPECTATOR,
)
MOMENTS = [at for at in At if at is not At.TURN]
KINDS = (*Kind, "both")

PASSABLE = (
    *("start_timing", "end_timing", "turn", "move", "full_move", "move_up", "engage"),
    *(
        "targets",
        "area",
        "area_more",
        "whom_more",
        "crest",
        "manipulate",
        "set_spirit",
        *(f"at_{at}" for at in MOMENTS),
    ),
    *("concept", "revive", "end"),
)
"""The questions that may be passed: each says what it is to pass it."""

FAMILIES: Mapping[str, Iterable[str]] = {
    "engine.log.*": ("granted", "refused", "waited", "withdrawn"),
    "frame.*": Frame,
    "group.*": ("big_spell",),
    "request.*": SYSTEM.requests,
    "kamigakari.*": ("badge", "badge_level"),
    "kamigakari.ask.at_*": MOMENTS,
    "kamigakari.ask.*_timing": ("start", "end"),
    "kamigakari.attribute.*": Attribute,
    "kamigakari.bonus.*": KINDS,
    "kamigakari.cost.*": ("odd", "even", "pair", "run"),
    "kamigakari.distance.*": get_args(Distance.model_fields["kind"].annotation),
    "kamigakari.effect.*": ("at_least", "countsas"),
    "kamigakari.field.*": (
        *("name", "value", "cell", "status", "level", "strength"),
        *("metres", "acrobatics", "acted", "monster", "ends"),
        *("crest", "die", "face", "spent", "timing"),
    ),
    "kamigakari.health.*": ("unhurt", "scratched", "hurt", "battered", "barely", "out"),
    "kamigakari.log.*.none": ("hurt", "heal"),
    "kamigakari.move.*": (*Move, "up"),
    "kamigakari.option.*": Move,
    "kamigakari.option.*.note": Move,
    "kamigakari.deed.*": ("preparation", "attack", "in_vain"),
    "kamigakari.option.swap.*": ("note", "ties", "wards_off", "halves", "gives_in"),
    "kamigakari.against.*": ("halved", "warded_off"),
    "kamigakari.summary.*.left": ("standing", "out"),
    "kamigakari.option.cure.*": CURED_BY,
    "kamigakari.option.crest_*": "123",
    "kamigakari.option.crest_*.note": "123",
    "kamigakari.pack.in.*": [place.value for place in Place],
    "kamigakari.pack.what.*": ("weapon", "item", "talent", "monster", "character"),
    "kamigakari.part.*": ("multiplier", "critical"),
    "kamigakari.part.*.vague": ("multiplier", "critical"),
    "kamigakari.pass.*": PASSABLE,
    "kamigakari.public.at_*": MOMENTS,
    "kamigakari.public.*_timing": ("start", "end"),
    "kamigakari.rank.*": KINDS,
    "kamigakari.result.*": (*Side, "draw"),
    "kamigakari.wins.*": SYSTEM.sides,
    "kamigakari.side.*": Side,
    "kamigakari.stage.*": ("placement", "start", "turn", "end", "aftermath"),
    "kamigakari.stat.*": Stat,
    "kamigakari.status.*": StatusKey,
    "kamigakari.strike.*": AttackKind,
    "kamigakari.summary.*": ("standing", "out"),
    "kamigakari.target.*": get_args(Target.model_fields["kind"].annotation),
    "kamigakari.does.*": [key for key in StatusKey if key is not StatusKey.POISON],
    "kamigakari.timing.*": Timing,
    "kamigakari.to.*": To,
    "kamigakari.until.*": ("moment", "attack", "turn", "round", "fight"),
    "kamigakari.weapon.*": ("melee", "ranged", "magic"),
    "house_rule.*.*": [f"kamigakari.{key}" for key in SYSTEM.house_rules],
    "house_rule.*.*.why": [f"kamigakari.{key}" for key in SYSTEM.house_rules],
    "house_rule.*.*.*": [
        f"kamigakari.{rule.key}.{option}"
        for rule in SYSTEM.house_rules.values()
        for option in rule.options
        if isinstance(option, str)
    ],
    "rulings.*.*": [f"kamigakari.{id}" for id in DRAWER.layout],
    "ruling.*": (*RULINGS, *SYSTEM.rulings, "take_over"),
    "ruling.*.sure": DRAWER.final,
    "ruling.*.*": [
        f"{ruling}.{said}"
        for ruling in ("set_acted", "declare_end", "set_die", "set_timing")
        for said in ("yes", "no")
    ],
}
"""Keys put together at run time, and what may stand there."""

UNSAID = {
    "kamigakari.log.status": {"level"},
    "kamigakari.log.given_by_gm": {"level"},
    "kamigakari.badge": {"level"},
    **{f"kamigakari.ask.at_{at}": {"check"} for at in MOMENTS if at is not At.PASSIVE_CHECK},
    "kamigakari.target.self": {"distance", "count"},
    **{f"kamigakari.target.{kind}": {"count"} for kind in ("area", "zone")},
    **{f"kamigakari.distance.{kind}": {"squares"} for kind in ("self", "engaged", "weapon", "zone")},
    "kamigakari.option.concept": {"rank", "most"},
    **{f"kamigakari.option.cure.{key}": {"strength"} for key in ("prone", "dark", "pain", "paralysis")},
    **{
        f"kamigakari.{face}.{key}": {"who"}
        for face in ("ask", "public")
        for key in ("next", "reduction_order", "end")
    },
}
"""What a sentence is given and leaves out, because it would say nothing."""


WORDS = Vocabulary("kamigakari", FAMILIES, UNSAID)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_sentence_and_none_is_left_over(lang: str) -> None:
    assert WORDS.missing(lang) == []
    assert WORDS.left_over(lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_has_the_gaps_that_its_call_fills(lang: str) -> None:
    assert WORDS.wrong_gaps(lang) == {}


def test_both_languages_have_the_same_gaps() -> None:
    assert unlike("kamigakari.", "row.KG-") == []


# ---------------------------------------------------------------- what is met in play


def assert_readable(session: Session[Battle], pins: Mapping[str, Any], pages: bool = True) -> None:
    """Events, the open question for those asked and for the others, and what each viewer sees; a pass by its name."""
    opened = session.open
    if opened and any(shape.may_pass for shape in opened.question.choices.values()):
        assert opened.question.key.removeprefix("kamigakari.") in PASSABLE
    assert unreadable(seen(SYSTEM, session, pins, VIEWERS if pages else ())) == []


@pytest.mark.parametrize(
    ("players", "gm", "encounter", "house"),
    [
        ("sensible", "sensible", 0, {}),
        ("sensible", "random", 1, {"monsters": "nothing", "die_one": "counts"}),
        ("random", "sensible", 2, {"monsters": "bars", "monsters_roll": True}),
        ("random", "random", 0, {"monsters": "all", "concept_cap": "twenty", "ends_by": "side_down"}),
    ],
)
def test_a_whole_fight_is_readable(players: str, gm: str, encounter: int, house: dict[str, Any]) -> None:
    ready = SYSTEM.encounter_setup(list(SYSTEM.encounters)[encounter])
    session = played_through(SYSTEM, ready, (players, gm), house, SEED, assert_readable)
    assert session.battle.result is not None


def test_all_that_has_effects_says_what_it_does() -> None:
    battle, shelf = open_battle(SYSTEM.encounter_setup(next(iter(SYSTEM.encounters))), {}), starter()
    battle.library.talents, battle.library.items = dict(shelf.talents), dict(shelf.items)
    deeds = [f"talent:{id}" for id in shelf.talents] + [
        f"item:{id}" for id, each in shelf.items.items() if each.timing
    ]
    assert unreadable([describe(battle, each) for each in deeds]) == []


MULTIPLIED = Text(
    "kamigakari.part.multiplier",
    {
        "die": 6,
        "rank": 4,
        "points": [
            Text("kamigakari.point", {"source": Text("kamigakari.part.own_rank"), "amount": "+3"}),
            Text(
                "kamigakari.point",
                {
                    "source": Text(
                        "kamigakari.part.weakness", {"attribute": Text("kamigakari.attribute.fire")}
                    ),
                    "amount": "+1",
                },
            ),
        ],
    },
)


@pytest.mark.parametrize(
    ("said", "english", "korean"),
    [
        (
            MULTIPLIED,
            "Die 6 × Rank 4 (own Rank +3, weakness: fire +1)",
            "다이스 6 × 랭크 4 (본래 랭크 +3, 약점: 화염 +1)",
        ),
        (
            Text("kamigakari.log.hurt", {"who": "린", "amount": 29}),
            "린 loses 29 life.",
            "린이 생명력 29를 잃었습니다.",
        ),
        (
            Text("kamigakari.log.swaps", {"who": "린", "old": 3, "new": 6, "total": 14}),
            "린 swaps a rolled 3 for a spirit die of 6: 14.",
            "린의 영력 조작: 3 대신 6, 달성치 14.",
        ),
    ],
)
def test_lines_read_well(said: Text, english: str, korean: str) -> None:
    assert (words("en").render(said), words("ko").render(said)) == (english, korean)

"""Every sentence of Magical Girls in every language: none missing, none left over, with the gaps the rules fill."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import pytest

from rules.engine.errors import Frame
from rules.engine.rulings import RULINGS
from rules.engine.session import Session
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR, Role, Viewer
from rules.magical_girls import SYSTEM, costs
from rules.magical_girls.actions import described
from rules.magical_girls.costs import SIZES
from rules.magical_girls.drawer import DRAWER
from rules.magical_girls.library import starter
from rules.magical_girls.numbers import BASES, DODGE
from rules.magical_girls.state import Battle
from rules.magical_girls.terms import MATCHES, Attribute, Category, Form, Harm, Level, Side, Stance, Wound
from rules.registry import LANGUAGES, words
from tests.rules.magical_girls.test_rows import ROWS
from tests.rules.vocabulary import Vocabulary, played_through, seen, unlike, unreadable

SEED = b"\x07" * 32
VIEWERS = (
    GAME_MASTER,
    Viewer(Role.PLAYER, (next(iter(SYSTEM.encounters.values())).characters[0],)),
    SPECTATOR,
)
BEATS = ("form", "contest", "surprise", "placement", "initiative", "round", "turn", "aftermath")

PASSABLE = (
    *("wish", "sides", "surprise", "placement", "place", "tie", "turn", "end_of_turn", "move", "target"),
    *("throw", "throw_at", "be_thrown", "heal", "heal_points", "skill", "what_for"),
    *("free", "passive", "react", "aim", "shove", "protect", "prepare", "trigger", "treat", "rest", "end"),
)
"""The questions that may be passed: each says what it is to pass it."""

SIDES = {"fight": Side, "match": Side}

FAMILIES: Mapping[str, Iterable[str]] = {
    "engine.log.*": ("granted", "refused", "waited", "withdrawn"),
    "frame.*": Frame,
    "group.*": (),
    "request.*": SYSTEM.requests,
    "request.*.costs": costs.REACTIONS,
    "house_rule.*.*": [f"magical_girls.{key}" for key in SYSTEM.house_rules],
    "house_rule.*.*.why": [f"magical_girls.{key}" for key in SYSTEM.house_rules],
    "house_rule.*.*.*": [
        f"magical_girls.{rule.key}.{option}"
        for rule in SYSTEM.house_rules.values()
        for option in rule.options
        if isinstance(option, str)
    ],
    "rulings.*.*": [f"magical_girls.{id}" for id in DRAWER.layout],
    "ruling.*.sure": DRAWER.final,
    "ruling.*.*": [f"{key}.{said}" for key in ("set_acted", "add", "arm") for said in ("yes", "no")],
    "ruling.*": (*RULINGS, *SYSTEM.rulings, "take_over"),
    "magical_girls.*": ("bonus_dice", "penalty_dice"),
    "magical_girls.*_dice": ("bonus", "penalty"),
    "magical_girls.aim.*": ("self", "one", "other", "area", "here", "area.foes", "here.foes"),
    "magical_girls.attribute.*": Attribute,
    "magical_girls.badge.*": ("dying", "out"),
    "magical_girls.cover.*": ("half", "full", "none"),
    "magical_girls.field.*": (
        *("name", "value", "cell", "wound", "harm", "dice", "place", "cover", "acted", "enemy", "danger"),
        *("hidden", "weapon", "has"),
    ),
    "magical_girls.form.*": Form,
    "magical_girls.harm.*": Harm,
    "magical_girls.health.*": ("unhurt", "scratched", "hurt", "battered", "barely", "out"),
    "magical_girls.in_vain.*": ("passive",),
    "magical_girls.kind.*": (
        *("attack", "ability", "move", "throw", "hide", "heal", "lift", "put_down", "skill", "free"),
    ),
    "magical_girls.level.*": Level,
    "magical_girls.log.*": (
        *("attacks", "throws_at", "recover", "all_recover"),
        *("placed", "lands", "shoved", "moved_by_keeper", "not_allowed"),
        *(f"watch_{stance}" for stance in Stance),
    ),
    "magical_girls.log.*.none": ("hurt", "heal"),
    "magical_girls.log.*.vague": ("attacks", "throws_at", *(f"watch_{stance}" for stance in Stance)),
    "magical_girls.note.burden.*": ("laden", "overladen"),
    "magical_girls.note.protect.*": ("one", "area"),
    "magical_girls.note.*": ("keeper_sizes", "touch"),
    "magical_girls.on.*": ("attack", "dodge", "counter", "block", "initiative", "throwing", "any"),
    "magical_girls.option.*": (*MATCHES, *Category, "refuse", "object"),
    "magical_girls.option.size_*": SIZES,
    "magical_girls.option.surprise.*.*": [f"{kind}.{side}" for kind in SIDES for side in Side],
    "magical_girls.option.touch.*": ("lift", "put_down"),
    "magical_girls.option.watch_*": Stance,
    "magical_girls.pack.what.*": (
        *("attribute", "skill", "weapon", "ability", "innate", "thing", "enemy", "character"),
    ),
    "magical_girls.part.*": ("rolled", "best_of", "worst_of"),
    "magical_girls.pass.*": PASSABLE,
    "magical_girls.part.recovery.*": ("natural", "special", "limit"),
    "magical_girls.recovery.*": ("gains", "gains_less"),
    "magical_girls.result.fight.*": (*Side, "draw"),
    "magical_girls.scatter.*": (*range(1, 6), *(map(str, SYSTEM.house_rules["sixth_scatter"].options))),
    "magical_girls.sheet.all.*": ("extra", "guard"),
    "magical_girls.side.*.*": [f"{kind}.{side}" for kind in SIDES for side in Side],
    "magical_girls.side.fight.*": Side,
    "magical_girls.side.match.*": Side,
    "magical_girls.skill.*": (DODGE, *BASES),
    "magical_girls.stage.*": BEATS,
    "magical_girls.stance.*": Stance,
    "magical_girls.summary.*": ("standing", "down", "out"),
    "magical_girls.until.*": ("turn", "round", "fight"),
    "magical_girls.why.*": ("third", "down"),
    "magical_girls.weight.*": range(len(costs.CLASSES)),
    "magical_girls.wins.*": SYSTEM.sides,
    "magical_girls.wins.fight.*": Side,
    "magical_girls.wound.*": Wound,
}
"""Keys put together at run time, and what may stand there."""

UNSAID = {
    "magical_girls.ask.target": {"dp"},
    "magical_girls.ask.aim": {"dp"},
    "magical_girls.ask.throw_at": {"dp"},
    "magical_girls.ask.be_thrown": {"goal"},
    "magical_girls.price": {"mp"},
    "magical_girls.aim.self": {"metres", "radius"},
    "magical_girls.aim.one": {"radius"},
    "magical_girls.aim.other": {"radius"},
    "magical_girls.aim.here": {"metres"},
    "magical_girls.aim.here.foes": {"metres"},
    "magical_girls.log.mended": {"wound"},
    **{f"magical_girls.scatter.{where}": {"metres"} for where in (1, "again", "target")},
    "magical_girls.part.rolled": {"results"},
    **{
        f"magical_girls.{face}.{key}": {"who"}
        for face in ("ask", "public")
        for key in (
            "wish",
            "form",
            "sides",
            "category",
            "champion",
            "contest",
            "surprise",
            "placement",
            "tie",
        )
    },
    **{f"magical_girls.{face}.{key}": {"who"} for face in ("ask", "public") for key in ("rest", "end")},
}
"""What a sentence is given and leaves out, because it would say nothing."""


WORDS = Vocabulary("magical_girls", FAMILIES, UNSAID)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_sentence_and_none_is_left_over(lang: str) -> None:
    assert WORDS.missing(lang) == []
    assert WORDS.left_over(lang) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_has_the_gaps_that_its_call_fills(lang: str) -> None:
    assert WORDS.wrong_gaps(lang) == {}


def test_both_languages_have_the_same_gaps() -> None:
    assert unlike("magical_girls.", "row.MG-") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_is_told_in_one_line(lang: str) -> None:
    told = [key.removeprefix("row.") for key in words(lang).sentences if key.startswith("row.MG-")]
    assert told == ROWS.all


def test_korean_has_one_word_each_for_the_keeper_and_for_a_reaction() -> None:
    """MG-44: the engine's own 리액션 stands on the same page as an emergency reaction."""
    said = files("rules.magical_girls").joinpath("words/ko.toml").read_text(encoding="utf-8")
    assert [word for word in ("반응", "게임 마스터") if word in said] == []
    assert "리액션" in words("ko").render(Text("frame.reaction"))


# ---------------------------------------------------------------- what is met in play


def assert_readable(session: Session[Battle], pins: Mapping[str, Any], pages: bool = True) -> None:
    """Events, the open question for those asked and for the others, and what each viewer sees; a pass by its name."""
    opened = session.open
    if opened and any(shape.may_pass for shape in opened.question.choices.values()):
        assert opened.question.key.removeprefix("magical_girls.") in PASSABLE
    assert unreadable(seen(SYSTEM, session, pins, VIEWERS if pages else ())) == []


@pytest.mark.parametrize(
    ("players", "gm", "encounter", "house"),
    [
        ("sensible", "sensible", 0, {}),
        ("sensible", "random", 1, {"enemies": "nothing", "d100": 3}),
        ("random", "sensible", 2, {"enemies": "bars", "enemy_dp": "none"}),
        ("random", "random", 3, {"enemies": "all", "beyond_hp": "from_mp", "counter_check": "both"}),
    ],
)
def test_a_whole_fight_is_readable(players: str, gm: str, encounter: int, house: dict[str, Any]) -> None:
    ready = SYSTEM.encounter_setup(list(SYSTEM.encounters)[encounter])
    session = played_through(SYSTEM, ready, (players, gm), house, SEED, assert_readable)
    assert session.battle.result is not None


def test_all_that_has_effects_says_what_it_does() -> None:
    shelf = starter()
    said = [described(ability) for ability in shelf.abilities.values()]
    constant = [effect.describe() for innate in shelf.innates.values() for effect in innate.effects]
    assert unreadable([*said, *constant]) == []


CHECKED = Text(
    "magical_girls.log.check",
    {
        "who": "린",
        "what": Text("magical_girls.attribute.dex"),
        "value": 65,
        "roll": 32,
        "level": Text("magical_girls.level.hard"),
    },
)
ATTACKED = Text(
    "magical_girls.ask.passive",
    {
        "who": "린",
        "attacker": "유리나방",
        "source": Text("magical_girls.unarmed"),
        "level": Text("magical_girls.level.regular"),
    },
)


@pytest.mark.parametrize(
    ("said", "english", "korean"),
    [
        (CHECKED, "린: DEX 65, rolls 32: hard success.", "린: 민첩 65, 주사위 32, 어려운 성공."),
        (
            ATTACKED,
            "유리나방 attacks 린: bare hands, success. What does 린 do?",
            "유리나방의 공격(맨손, 성공): 린은 어떻게 합니까?",
        ),
        (
            Text("magical_girls.recovery.gains", {"who": "린", "amount": "+4", "dp": 12}),
            "린 +4 (now 12)",
            "린 +4 (현재 12)",
        ),
    ],
)
def test_lines_read_well(said: Text, english: str, korean: str) -> None:
    assert (words("en").render(said), words("ko").render(said)) == (english, korean)

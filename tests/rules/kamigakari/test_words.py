"""Every sentence of Kamigakari in every language: none missing, none left over, each with the gaps the rules fill."""

import re
from collections.abc import Iterable, Mapping
from typing import get_args

import pytest

from rules.engine.errors import Frame
from rules.engine.rulings import RULINGS
from rules.kamigakari import SYSTEM
from rules.kamigakari.deeds import CURED_BY
from rules.kamigakari.entries import Distance, Target
from rules.kamigakari.effect_checks import Place
from rules.kamigakari.movement import Move
from rules.kamigakari.terms import At, AttackKind, Attribute, Kind, Side, Stat, StatusKey, To
from rules.registry import LANGUAGES, words
from tests.rules.harvest.call_sites import gaps, sites

MOMENTS = [at for at in At if at is not At.TURN]
KINDS = (*Kind, "both")

FAMILIES: Mapping[str, Iterable[str]] = {
    "engine.log.*": ("granted", "refused", "withdrawn"),
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
    ),
    "kamigakari.health.*": ("unhurt", "scratched", "hurt", "battered", "barely", "out"),
    "kamigakari.move.*": (*Move, "up"),
    "kamigakari.option.*": Move,
    "kamigakari.option.*.note": Move,
    "kamigakari.deed.*": ("preparation", "attack"),
    "kamigakari.option.cure.*": CURED_BY,
    "kamigakari.option.crest_*": "123",
    "kamigakari.option.crest_*.note": "123",
    "kamigakari.pack.in.*": [place.value for place in Place],
    "kamigakari.pack.what.*": ("weapon", "item", "talent", "monster", "character"),
    "kamigakari.part.*": ("multiplier", "critical", "thrown"),
    "kamigakari.part.*.vague": ("multiplier", "critical", "thrown"),
    "kamigakari.public.at_*": MOMENTS,
    "kamigakari.public.*_timing": ("start", "end"),
    "kamigakari.rank.*": KINDS,
    "kamigakari.result.*": (*Side, "draw"),
    "kamigakari.side.*": Side,
    "kamigakari.stage.*": ("placement", "start", "turn", "end", "aftermath"),
    "kamigakari.stat.*": Stat,
    "kamigakari.status.*": StatusKey,
    "kamigakari.strike.*": AttackKind,
    "kamigakari.summary.*": ("standing", "out"),
    "kamigakari.target.*": get_args(Target.model_fields["kind"].annotation),
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
    "ruling.*": (*RULINGS, *SYSTEM.rulings, "take_over"),
}
"""Keys put together at run time, and what may stand there."""

UNSAID = {
    "kamigakari.log.status": {"level"},
    "kamigakari.badge": {"level"},
    "kamigakari.target.self": {"distance", "count"},
    **{f"kamigakari.target.{kind}": {"count"} for kind in ("area", "zone")},
    **{f"kamigakari.distance.{kind}": {"squares"} for kind in ("self", "engaged", "weapon", "zone")},
    **{f"kamigakari.option.cure.{key}": {"strength"} for key in ("prone", "dark", "pain")},
    **{
        f"kamigakari.{face}.{key}": {"who"}
        for face in ("ask", "public")
        for key in ("next", "reduction_order", "end")
    },
}
"""What a sentence is given and leaves out, because it would say nothing."""


def whole(key: str) -> list[str]:
    """The keys that a key with `*` stands for."""
    if "*" not in key:
        return [key]
    return [re.sub(r"\*(\.\*)*", str(member), key, count=1) for member in FAMILIES[key]]


def said_somewhere() -> set[str]:
    """Every key that the rules, or pages about the rules, can say."""
    named = {key for site in sites("kamigakari") for key in whole(site.key)}
    return (named | {key for family in FAMILIES for key in whole(family)}) - {""}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_has_its_sentence_and_none_is_left_over(lang: str) -> None:
    mine = {key for key in words(lang).sentences if key.startswith(("kamigakari.", "house_rule.kamigakari."))}
    assert sorted(said_somewhere() - set(words(lang).sentences)) == []
    assert sorted(mine - said_somewhere()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_has_the_gaps_that_its_call_fills(lang: str) -> None:
    sentences = words(lang).sentences
    wrong = {
        f"{key} at {site.at}": (sorted(gaps(sentences[key])), sorted(site.given))
        for site in sites("kamigakari")
        if site.given is not None
        for key in whole(site.key)
        if key and gaps(sentences[key]) != site.given - UNSAID.get(key, set())
    }
    assert wrong == {}


def test_both_languages_have_the_same_gaps() -> None:
    english, korean = words("en").sentences, words("ko").sentences
    mine = [key for key in english if key.startswith(("kamigakari.", "row.KG-"))]
    assert [key for key in mine if gaps(english[key]) != gaps(korean[key])] == []

"""Magical Girls' golden fights use every kind of effect, and every way to answer an attack or to interrupt."""

from functools import cache
from typing import Any, get_args

import pytest

from rules.engine.fights import verified
from rules.engine.record import record_from_json
from rules.engine.session import Session
from rules.magical_girls import SYSTEM
from rules.magical_girls.effects import Constant, Working
from rules.magical_girls.library import starter
from tests.golden.fights import golden_fights


@cache
def told() -> tuple[set[str], set[str]]:
    """The keys of everything that was told, and the kinds of effects that were used or always worked."""
    keys, kinds = set[str](), set[str]()
    cast = {ability.name["en"]: ability for ability in starter().abilities.values()}

    def watch(session: Session[Any]) -> None:
        for event in session.battle.events:
            keys.add(event.key.removeprefix("magical_girls.log."))
            if event.key == "magical_girls.log.casts":
                named = event.params["source"].params["name"]  # type: ignore[union-attr]
                kinds.update(effect.kind for effect in cast[named.in_language("en")].effects)  # type: ignore[index]
        for each in session.battle.combatants:
            kinds.update(effect.kind for id in each.innate for effect in starter().innates[id].effects)

    for fight in golden_fights():
        if fight.system is SYSTEM:
            verified(fight.system, record_from_json(fight.file.read_bytes()), watch)
    return keys, kinds


def kinds_of(union: object) -> set[str]:
    """The words for the effects of a union."""
    return {effect.model_fields["kind"].default for effect in get_args(get_args(union)[0])}


def test_golden_fights_use_every_kind_of_effect() -> None:
    assert told()[1] == kinds_of(Working) | kinds_of(Constant)


@pytest.mark.parametrize(
    "key",
    ["blocks", "dodges", "counters", "watch_dodge", "prepares", "hides", "reacts", "protects", "scatter"],
)
def test_golden_fights_tell_of_it(key: str) -> None:
    """MG-27 to MG-45."""
    assert key in told()[0]

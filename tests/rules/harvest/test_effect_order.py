"""Which effects are in each other's way, and are asked about (HV-41)."""

from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest
from pydantic import TypeAdapter

from rules.engine.errors import BattleOver
from rules.harvest.at_once import giver_of
from rules.harvest.effect_order import Pending, in_the_way
from rules.harvest.effects import Effect, OnCells
from rules.harvest.state import STORED, Battle, Status
from rules.harvest.workings import may_receive, run
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    on_cells,
    spell,
    thing,
    trap,
)

READ: TypeAdapter[Effect] = TypeAdapter(Effect)
EFFECTS = (
    effect("hurt", amount=2),
    effect("hurt", amount=5),
    effect("drain", amount=9),
    effect("heal", amount=3),
    effect("refresh", amount=2),
    afflict("burn", 1),
    afflict("madness", 1),
    effect("lift", status="burn"),
    effect("lift", status="madness"),
    effect("modify", stat="defence", amount=2),
    effect("push", direction="front", cells=2),
)
ON_CELLS = (
    on_cells("terrain", terrain="lava", level=1),
    on_cells("terrain", terrain="forest", level=1),
    on_cells("trap", trap="pit"),
    on_cells("summon", object="jar"),
)


def scene(lay: Lay, hp: int, tp: int, *statuses: str) -> Battle:
    """Two of each camp and a jar that heals when it breaks, all as frail as told."""
    numbers: dict[str, Any] = {"hp": hp, "max_hp": 30, "tp": tp, "max_tp": 10}
    fighters = [
        *(ally("mina", "B5", **numbers), ally("jun", "A4", **numbers)),
        *(enemy("thorn", "B3", **numbers), enemy("moth", "A3", **numbers)),
    ]
    for each in fighters:
        each.statuses = [Status(key, 1) for key in statuses]
    jar = thing("jar", "B4", effect("heal", to="near", amount=3), hp=hp, moment="destroyed")
    battle: Battle = lay(*fighters, jar, trap("pit", None, effect("hurt", to="trigger", amount=1))).battle
    return battle


def everything(battle: Battle) -> list[Pending]:
    """Every effect on everything that may receive it, and on two cells."""
    found = [READ.validate_python(each) for each in EFFECTS]
    pending = [
        Pending("charm", each, who.name, f"{at}.{who.name}")
        for at, each in enumerate(found)
        for who in battle.figures()
        if may_receive(battle, each, who.name)
    ]
    laid = [READ.validate_python(each) for each in ON_CELLS]
    return pending + [
        Pending("charm", each, cell, f"{at}+{cell}") for at, each in enumerate(laid) for cell in ("C1", "B3")
    ]


ASKED = "asked"
"""Whether to overwrite is its giver's to say when it happens (HV-43): any outcome can be had in either order."""


def outcome(battle: Battle, pair: tuple[Pending, Pending]) -> Any:
    """How the table stands after both; of a battle that is over, who won and who stood."""
    battle = deepcopy(battle, {id(battle.library): battle.library})
    try:
        for each in pair:
            stands = isinstance(each.effect, OnCells) or battle.stands(each.receiver)
            if stands and battle.stands("mina"):
                giver = giver_of(battle, "mina", "trap:pit")
                if any(callable(step) for step in run(battle, giver, each.effect, each.receiver)):
                    return ASKED
    except BattleOver:
        assert battle.result
        return battle.result.winner, [each.is_out for each in battle.combatants]
    told = STORED.dump(battle)
    for each in told["combatants"] + told["things"]:
        each["statuses"].sort(key=str)
        each["modifiers"].sort(key=str)
    return told | {"traps": sorted(told["traps"], key=str)}


@pytest.mark.parametrize(
    ("hp", "tp", "statuses"),
    [(30, 10, ()), (3, 0, ("burn",)), (3, 9, ()), (3, 1, ("madness",)), (5, 9, ("madness", "burn"))],
)
def test_what_is_not_asked_about_comes_to_the_same_either_way(
    lay: Lay, hp: int, tp: int, statuses: tuple[str, ...]
) -> None:
    """HV-41: every two effects that are in nobody's way, tried in both orders, sturdy and frail, mad and burning."""
    battle = scene(lay, hp, tp, *statuses)
    free = [two for two in combinations(everything(battle), 2) if not in_the_way(battle, "mina", *two)]
    differing = [two for two in free if len(outcomes(battle, *two)) > 1]
    assert len(free) > 300
    assert [(one.id, other.id) for one, other in differing] == []


def outcomes(battle: Battle, one: Pending, other: Pending) -> list[Any]:
    """The different ones of the two orders."""
    first, second = outcome(battle, (one, other)), outcome(battle, (other, one))
    return [first] if first == second or ASKED in (first, second) else [first, second]


def test_what_differs_is_asked_about(lay: Lay) -> None:
    """HV-41: the pairs that come out differently are all in each other's way, and there are such."""
    battle = scene(lay, 3, 1, "madness")
    differing = [two for two in combinations(everything(battle), 2) if len(outcomes(battle, *two)) > 1]
    assert len(differing) > 50
    assert all(in_the_way(battle, "mina", *two) for two in differing)


# ---------------------------------------------------------------- who is asked what


def test_awakening_for_the_friends_and_harm_for_the_foes_need_no_order(lay: Lay) -> None:
    """HV-41: each on others, none of them moved; nobody is asked."""
    hymn = spell("hymn", afflict("awakening", 1, "allies", 1), effect("hurt", "enemies", amount=2), level=1)
    fighters = ally("mina", "B5", ss=9), ally("jun", "A6"), enemy("thorn", "B1"), enemy("moth", "C1")
    table = lay(*fighters, magic=[hymn]).casts("mina", "hymn")
    assert [table.level(name, "awakening") for name in ("mina", "jun")] == [1, 1]
    assert [table.lost(name) for name in ("thorn", "moth")] == [2, 2]


def test_only_those_in_each_others_way_are_asked_about(lay: Lay) -> None:
    """HV-41: the heal and the harm for thorn; the awakenings have happened before."""
    storm = spell(
        "storm",
        effect("hurt", amount=5),
        afflict("awakening", 1, "allies", 1),
        effect("heal", amount=3),
        range=change(around(2)),
    )
    fighters = ally("mina", "B4", ss=9), ally("jun", "A6"), enemy("thorn", "B3"), enemy("moth", "A1")
    table = lay(*fighters, magic=[storm]).attacks("mina", "storm", targets=["thorn"]).nobody_reacts()
    assert (table.asks, table.offers()) == ("effects_order", ["storm.0.thorn", "storm.2.thorn"])


def test_the_fallen_are_not_listed(lay: Lay) -> None:
    """HV-41, HV-45: thorn falls by the damage."""
    blast = spell("blast", effect("push", direction="front", cells=1), attack=5, range=change(around(2)))
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3", hp=5), enemy("moth", "A3"), enemy("imp", "C3")
    table = lay(*fighters, magic=[blast])
    table.attacks("mina", "blast", targets=["thorn", "moth", "imp"]).nobody_reacts()
    assert table.offers() == ["blast.0.moth", "blast.0.imp"]


def test_an_order_reads_as_sentences(lay: Lay) -> None:
    """HV-41: each row says who and what, not for whom."""
    effects = (
        effect("push", direction="front", cells=2),
        afflict("awakening", 1, "self", 1),
        on_cells("terrain", terrain="lava", level=2),
    )
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=[spell("storm", *effects)])
    table.attacks("mina", "storm", cell="B3", targets=["thorn"])
    options = table.question.choices["mina"].options  # type: ignore[union-attr]
    assert [words("en").render(each.label) for each in options] == [
        "Thorn: is moved by 2 (front)",
        "Mina: Awakening 1",
        "B3: Lava 2",
    ]
    assert words("ko").render(options[0].label) == "Thorn: 2칸 이동 (앞방향)"


def test_damage_to_both_camps_is_an_order_that_matters(lay: Lay) -> None:
    """HV-06, HV-41: the camp whose last one falls first has lost."""
    battle = scene(lay, 30, 10)
    harm = READ.validate_python(effect("hurt", amount=1))
    jun, thorn, moth = (Pending("charm", harm, name, name) for name in ("jun", "thorn", "moth"))
    assert in_the_way(battle, "mina", jun, thorn)
    assert not in_the_way(battle, "mina", thorn, moth)

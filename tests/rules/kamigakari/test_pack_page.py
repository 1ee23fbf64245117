"""docs/packs-kamigakari.md says what a pack may hold: every kind, field, effect and word, with examples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from rules.kamigakari import Kamigakari
from rules.kamigakari.effect_checks import MOMENTS, Place, of_effects
from rules.kamigakari.effects import (
    Bonus,
    CountsAs,
    Cure,
    Dice,
    Effect,
    Give,
    Halve,
    Lose,
    Minus,
    Modify,
    Pool,
    Rank,
    Recover,
    Renew,
    Until,
)
from rules.kamigakari.entries import KINDS, Costs, Dicing, Distance, SpiritCost, Stand, Strike, Target, Weapon
from rules.kamigakari.library import read_shelf, starter
from rules.kamigakari.setup import open_battle
from rules.kamigakari.shelf import Shelf
from rules.kamigakari.terms import At, AttackKind, Attribute, Kind, Stat, StatusKey, Timing, To
from rules.packs import files_of

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "packs-kamigakari.md").read_text(encoding="utf-8")
EXAMPLE = files_of(DOCS / "example-pack-kamigakari")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
EFFECTS: list[type[BaseModel]] = list(get_args(get_args(Effect)[0]))
IN_EVERY_EFFECT = {"kind", "to", "needs_damage"}
INSIDE = {
    "talent": (Distance, Target, Costs, Strike),
    "monster": (Dicing,),
    "encounter": (Stand,),
}
"""What stands inside an entry of that kind."""
ROWS = {
    Place.CONSTANT: "constant talents",
    Place.OWN: "the `effects` of a talent that strikes",
    Place.TURN: "other talents",
    Place.HARM: "`harm` (?=.*targets)",
    Place.CHECK: "at `active_check`",
    Place.CALCULATION: "at `calculation`",
    Place.REDUCTION: "at `reduction`",
}
"""How the rows begin that say what may stand there."""
SOME: tuple[Effect, ...] = (
    Give(status=StatusKey.PRONE),
    Cure(status=StatusKey.PRONE),
    Recover(amount=1),
    Lose(amount=1),
    Modify(stat=Stat.WARD, amount=1),
    Rank(amount=1),
    Dice(amount=1),
    Bonus(amount=1),
    CountsAs(number=2),
    Minus(amount=1),
    Halve(),
    Renew(count=1),
    Pool(amount=1),
)
"""One effect of each kind."""


def section(kind: str) -> str:
    """What the page says of a kind of entry."""
    parts = re.split(r"^##(?:#)? ", PAGE, flags=re.MULTILINE)
    (found,) = [part for part in parts if f"`[[{kind}]]`" in part.splitlines()[0]]
    return found


def named_in(text: str) -> set[str]:
    """The words that stand between backticks, with or without quotation marks."""
    return {each.strip('"') for each in re.findall(r"`([^`\n]+)`", text)}


def words_of(model: type[BaseModel], field: str) -> tuple[Any, ...]:
    """The closed list of words that a field may be."""
    return get_args(model.model_fields[field].annotation)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_kind_is_explained(kind: str) -> None:
    fields = {name for model in (KINDS[kind], *INSIDE.get(kind, ())) for name in model.model_fields}
    assert sorted(fields - {"id", "name"} - named_in(section(kind))) == []


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.__name__)
def test_every_effect_has_its_row_with_all_its_fields(effect: type[BaseModel]) -> None:
    kind = effect.model_fields["kind"].default
    effects = PAGE.partition("## Effects")[2]
    (row,) = re.findall(rf"^\| `{kind}` .*$", effects, re.MULTILINE)
    assert kind in {each.kind for each in SOME}
    assert sorted(set(effect.model_fields) - IN_EVERY_EFFECT - named_in(row)) == []
    assert named_in(effects) >= IN_EVERY_EFFECT


@pytest.mark.parametrize(
    "words",
    [
        *(To, Stat, Kind, AttackKind, Attribute, Timing, At, StatusKey),
        *(get_args(Until), get_args(SpiritCost)),
        *(words_of(model, "kind") for model in (Weapon, Distance, Target)),
        words_of(Strike, "resisted"),
    ],
)
def test_every_word_of_the_closed_lists_is_named(words: Iterable[str]) -> None:
    assert sorted({str(each) for each in words} - named_in(PAGE)) == []


@pytest.mark.parametrize("timing", MOMENTS)
def test_the_moments_of_a_timing_are_its_own(timing: Timing) -> None:
    (told,) = re.findall(rf"with `{timing}`: ([^;]*);", PAGE, re.IGNORECASE)
    assert named_in(told) == set(MOMENTS[timing])


@pytest.mark.parametrize("place", ROWS, ids=lambda place: place.value)
def test_receivers_and_effects_stand_where_they_are_allowed(place: Place) -> None:
    (row,) = re.findall(rf"^\| {ROWS[place]}.*?\|(.*?)\|(.*?)\|$", PAGE, re.MULTILINE)
    assert told_by(row[0], {str(to) for to in To}) == set(place.receivers)
    allowed = {each.kind for each in SOME if not list(of_effects([each], place))}
    assert told_by(row[1], {each.kind for each in SOME}) == allowed


def told_by(cell: str, every: set[str]) -> set[str]:
    """What a cell of a table names: these, all, or all but these."""
    return every - named_in(cell) if cell.strip().startswith("all") else named_in(cell)


def test_the_example_pack_has_something_of_every_kind_and_can_be_played() -> None:
    shelf = read_shelf(EXAMPLE, starter())
    assert [kind for kind in Shelf.names if len(shelf.of(kind)) == len(starter().of(kind))] == []
    battle = open_battle(Kamigakari(shelf).encounter_setup("ice_house"), {}, shelf)
    assert [each.name for each in battle.combatants] == ["sora", "mio", "ice_porter-1", "bilge_rats-1"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[1])
def test_examples_on_the_page_are_the_example_packs(block: str) -> None:
    held = "\n".join(data.decode() for data in EXAMPLE.values())
    assert [each for each in re.split(r"\n(?=\[\[)", block) if each.strip() not in held] == []


def test_every_kind_has_an_example_on_the_page() -> None:
    shown = "\n".join(BLOCKS)
    assert [kind for kind in KINDS if f"[[{kind}]]" not in shown] == []

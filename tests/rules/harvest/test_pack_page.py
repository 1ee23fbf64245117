"""docs/packs.md says what a pack may hold: every kind, field, effect and word, and examples that are read."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from rules.engine.content import BYTES_IN_A_PACK, ENTRIES_IN_A_PACK, About
from rules.engine.grid import Direction
from rules.harvest import Harvest
from rules.harvest.battlefield import Area, Shape
from rules.harvest.effects import Effect
from rules.harvest.entries import KINDS, Band, Enhancement, LaidObject, LaidTerrain, LaidTrap, Range
from rules.harvest.library import read_shelf, starter
from rules.harvest.setup import open_battle
from rules.harvest.shelf import Shelf
from rules.harvest.terms import Gift, Mana, Moment, On, Stat, StatusKey, TerrainKey, Timing, To
from rules.packs import files_of

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "packs.md").read_text(encoding="utf-8")
EXAMPLE = files_of(DOCS / "example-pack")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
EFFECTS: list[type[BaseModel]] = list(get_args(get_args(Effect)[0]))
INSIDE = {
    "spell": (Enhancement, Range, Area),
    "encounter": (Band, LaidTerrain, LaidTrap, LaidObject),
}
"""What stands inside an entry of that kind."""


def section(kind: str) -> str:
    """What the page says of a kind of entry."""
    parts = re.split(r"^##+ ", PAGE, flags=re.MULTILINE)
    (found,) = [part for part in parts if f"`[[{kind}]]`" in part.splitlines()[0]]
    return found


def named_in(text: str) -> set[str]:
    """The words that stand between backticks, with or without quotation marks."""
    return {each.strip('"') for each in re.findall(r"`([^`\n]+)`", text)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_kind_is_explained(kind: str) -> None:
    fields = {name for model in (KINDS[kind], *INSIDE.get(kind, ())) for name in model.model_fields}
    assert sorted(fields - {"id", "name"} - named_in(section(kind))) == []


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.__name__)
def test_every_effect_has_its_row_with_all_its_fields(effect: type[BaseModel]) -> None:
    kind = effect.model_fields["kind"].default
    (row,) = re.findall(rf"^\| `{kind}` .*$", PAGE.partition("## Effects")[2], re.MULTILINE)
    assert sorted(set(effect.model_fields) - {"kind"} - named_in(row)) == []


@pytest.mark.parametrize(
    "words", [To, On, Moment, Stat, Gift, Mana, TerrainKey, StatusKey, Timing, Shape, Direction]
)
def test_every_word_of_the_closed_lists_is_named(words: type[StrEnum]) -> None:
    assert sorted(set(words) - named_in(PAGE)) == []


def test_the_page_knows_the_head_and_the_limits() -> None:
    assert set(About.model_fields) <= named_in(PAGE)
    assert f"{BYTES_IN_A_PACK:,} bytes or {ENTRIES_IN_A_PACK:,} entries" in PAGE


def test_the_example_pack_has_something_of_every_kind_and_can_be_played() -> None:
    shelf = read_shelf(EXAMPLE, starter())
    assert [kind for kind in Shelf.names if len(shelf.of(kind)) == len(starter().of(kind))] == []
    battle = open_battle(Harvest(shelf).encounter_setup("low_tide"), {}, shelf)
    assert [each.name for each in battle.combatants] == [
        "nari",
        "mina",
        "reef_crab-1",
        "reef_crab-2",
        "thornling-1",
    ]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_examples_on_the_page_are_the_example_packs(block: str) -> None:
    assert any(block in data.decode() for data in EXAMPLE.values())


def test_every_kind_has_an_example_on_the_page() -> None:
    shown = "\n".join(BLOCKS)
    assert [kind for kind in KINDS if f"[[{kind}]]" not in shown] == []

"""docs/packs-magical-girls.md says what a pack may hold: every kind, field, effect and word, with examples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from rules.magical_girls import MagicalGirls
from rules.magical_girls.effects import Constant, On, Until, Working
from rules.magical_girls.entries import KINDS, Ability, Lying, Stand, Strike, Weapon
from rules.magical_girls.library import read_shelf, starter
from rules.magical_girls.numbers import BASES, DODGE
from rules.magical_girls.setup import open_battle
from rules.magical_girls.shelf import Shelf
from rules.magical_girls.terms import Attribute, Category, Form, Harm, Wound
from rules.packs import files_of

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "packs-magical-girls.md").read_text(encoding="utf-8")
EXAMPLE = files_of(DOCS / "example-pack-magical-girls")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
WORKINGS: list[type[BaseModel]] = list(get_args(get_args(Working)[0]))
CONSTANTS: list[type[BaseModel]] = list(get_args(get_args(Constant)[0]))
INSIDE = {"ability": (Strike,), "encounter": (Stand, Lying)}
"""What stands inside an entry of that kind."""


def kind_of(effect: type[BaseModel]) -> str:
    """The word for it."""
    return str(effect.model_fields["kind"].default)


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


@pytest.mark.parametrize("effect", {*WORKINGS, *CONSTANTS}, ids=lambda effect: str(effect.__name__))
def test_every_effect_has_its_row_with_its_fields_and_where_it_may_stand(effect: type[BaseModel]) -> None:
    effects = PAGE.partition("## Effects")[2]
    (row,) = re.findall(rf"^\| `{kind_of(effect)}` .*$", effects, re.MULTILINE)
    assert sorted(set(effect.model_fields) - {"kind"} - named_in(row)) == []
    _, _, _, works, always, *_ = [cell.strip() for cell in row.split("|")]
    assert (works, always) == ("yes" * (effect in WORKINGS), "yes" * (effect in CONSTANTS))


@pytest.mark.parametrize(
    "words",
    [
        *(Attribute, Category, Form, Harm, Wound, (DODGE, *BASES)),
        *(get_args(On), get_args(Until), words_of(Weapon, "kind"), words_of(Ability, "target")),
    ],
)
def test_every_word_of_the_closed_lists_is_named(words: Iterable[str]) -> None:
    assert sorted({str(each) for each in words} - named_in(PAGE)) == []


def test_the_example_pack_has_something_of_every_kind_and_can_be_played() -> None:
    shelf = read_shelf(EXAMPLE, starter())
    assert [kind for kind in Shelf.names if len(shelf.of(kind)) == len(starter().of(kind))] == []
    battle = open_battle(MagicalGirls(shelf).encounter_setup("night_pool"), {}, shelf)
    names = [each.name for each in battle.combatants]
    assert names == ["ruo", "lin", "pool_attendant-1", "glass_moth-1", "glass_moth-2"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.splitlines()[1]))
def test_examples_on_the_page_are_the_example_packs(block: str) -> None:
    held = "\n".join(data.decode() for data in EXAMPLE.values())
    assert [each for each in re.split(r"\n(?=\[\[)", block) if each.strip() not in held] == []


def test_every_kind_has_an_example_on_the_page() -> None:
    shown = "\n".join(BLOCKS)
    assert [kind for kind in KINDS if f"[[{kind}]]" not in shown] == []

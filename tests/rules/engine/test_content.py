"""Packs: a broken one is refused with file, entry, field and what was expected, everything wrong at once."""

from contextlib import suppress
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from rules.engine.content import BYTES_IN_A_PACK, Content, ContentError, Problem, read_entries
from rules.registry import words


class Wick(Content):
    """A wick."""

    length: int = Field(ge=1, le=9)
    colour: Literal["red", "white"] = "white"


class Wax(Content):
    """A wax."""

    names: dict[str, str]


MODELS: dict[str, type[Content]] = {"wick": Wick, "wax": Wax}
GOOD = """
[[wick]]
id = "long"
length = 9

[[wax]]
id = "bee"
names = {en = "Beeswax", ko = "밀랍"}
""".encode()


def problems(**files: bytes) -> list[Problem]:
    """Everything wrong with a pack."""
    with pytest.raises(ContentError) as broken:
        read_entries({f"{name}.toml": data for name, data in files.items()}, MODELS)
    assert broken.value.problems
    return broken.value.problems


def said(problem: Problem) -> str:
    """The problem as its author reads it."""
    return words("en").render(problem.text)


def test_entries_come_by_kind_and_id() -> None:
    found = read_entries({"a.toml": GOOD, "b.toml": b'[[wick]]\nid = "short"\nlength = 1'}, MODELS)
    assert list(found["wick"]) == ["long", "short"]
    assert found["wax"]["bee"].model_dump()["names"]["ko"] == "밀랍"


@pytest.mark.parametrize(
    "data",
    [
        b"[[wick]",
        b"\xff\xfe",
        b"a = 1\na = 2",
        b"a = " + b"[" * 5000,
        b"a = " + b"9" * 5000,
    ],
    ids=["open bracket", "not UTF-8", "twice", "too deep", "too long a number"],
)
def test_what_is_no_toml_is_named_by_its_file(data: bytes) -> None:
    (problem,) = problems(broken=data, good=GOOD)
    assert (problem.file, problem.entry, problem.field) == ("broken.toml", "", "")


def test_an_unknown_kind_names_the_known_ones() -> None:
    (problem,) = problems(a=b'[[flame]]\nid = "x"')
    assert said(problem) == "a.toml, flame: There is no kind of entry “flame”. There are: wax, wick."


@pytest.mark.parametrize("data", [b"wick = 3", b'wick = ["long"]', b'[wick]\nid = "long"'])
def test_a_kind_holds_tables(data: bytes) -> None:
    (problem,) = problems(a=data)
    assert said(problem) == "a.toml, wick: Entries are written as tables: [[wick]]."


def test_an_entry_without_an_id_is_named_by_its_number() -> None:
    found = problems(a=b'[[wick]]\nid = "long"\nlength = 1\n[[wick]]\nlength = 1')
    assert [(problem.entry, problem.field) for problem in found] == [("wick 2", "id")]


def test_everything_wrong_is_told_at_once() -> None:
    found = problems(
        a=b'[[wick]]\nid = "long"\nlength = "much"\nsmell = 1\n[[wick]]\nid = "red"\nlength = 12\ncolour = "blue"',
        b=b'[[wax]]\nid = "bee"\n[[wax]]\nid = "tallow"\nnames = {en = 3}',
        c=b"[[",
        d=b"[[flame]]",
    )
    assert [(problem.file, problem.entry, problem.field) for problem in found] == [
        ("a.toml", "wick long", "length"),
        ("a.toml", "wick long", "smell"),
        ("a.toml", "wick red", "length"),
        ("a.toml", "wick red", "colour"),
        ("b.toml", "wax bee", "names"),
        ("b.toml", "wax tallow", "names.en"),
        ("c.toml", "", ""),
        ("d.toml", "flame", ""),
    ]
    assert [said(problem) for problem in found[:4]] == [
        "a.toml, wick long, length: A whole number, not “much”.",
        "a.toml, wick long, smell: There is no key “smell”. There are: colour, id, length.",
        "a.toml, wick red, length: At most 9, not 12.",
        "a.toml, wick red, colour: One of these: red, white; not “blue”.",
    ]


def test_an_id_stands_once_whatever_the_file() -> None:
    (problem,) = problems(a=GOOD, b=b'[[wick]]\nid = "long"\nlength = 2')
    assert (problem.file, problem.entry, problem.field) == ("b.toml", "wick long", "id")


def test_a_huge_number_is_shown_short() -> None:
    (problem,) = problems(a=b'[[wick]]\nid = "long"\nlength = 0x' + b"F" * 50_000)
    assert problem.field == "length"
    assert len(said(problem)) < 200


def test_a_pack_has_its_size() -> None:
    (problem,) = problems(a=b"#" * BYTES_IN_A_PACK, b=b"#")
    assert said(problem) == "A pack holds at most 1000000 bytes of text."


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_whatever_a_file_holds_it_is_read_or_refused(data: bytes) -> None:
    with suppress(ContentError):
        read_entries({"a.toml": data}, MODELS)

"""A sheet as its reader sees it, for the tests of all games."""

from __future__ import annotations

from typing import Any

from rules.engine.sheet import Line
from rules.engine.view import Viewer
from rules.registry import words
from tests.rules.vocabulary import unreadable

MARK = "xyzzy"
"""Planted where some may not read."""


def read(table: Any, viewer: Viewer, name: str = "mina") -> dict[str, str]:
    """A sheet's lines in English by label, the first of each: the value, then what the note says."""
    said, found = words("en").render, dict[str, str]()
    for each in lines_of(table, viewer, name):
        told = "; ".join(filter(None, (said(each.value), said(each.note or ""))))
        found.setdefault(said(each.label), told)
    return found


def lines_of(table: Any, viewer: Viewer, name: str) -> list[Line]:
    """Every line of a sheet, each readable in every language."""
    sheet = table.sheet(viewer, name)
    assert sheet
    assert unreadable(sheet) == []
    return [line for group in sheet.groups for line in group.lines]

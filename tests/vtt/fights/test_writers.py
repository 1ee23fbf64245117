"""Only `table.py` and `hosting.py` write fights, and both through `storing.py`."""

from __future__ import annotations

import re
from pathlib import Path

VTT = Path(__file__).parents[3] / "vtt"
WRITERS = {"table.py", "hosting.py", "storing.py"}
ROWS = r"(Fight|Entry|Version|Checkpoint|Seat|Driver)"
RELATED = r"(fights|entries|versions|checkpoints|seats|drivers)"
DEEDS = r"(create|bulk_create|get_or_create|update_or_create|update|delete|bulk_update)\("
WRITING = re.compile(rf"\b{ROWS}\.objects\.([\w()=., ]+\.)?{DEEDS}|\b{RELATED}\.([\w()=., ]+\.)?{DEEDS}")
ALLOWED = {("rights.py", "seats.update(")}
"""A person who is put out of a campaign holds no seat any more."""


def test_nobody_else_writes_a_fight() -> None:
    found = {
        (path.name, match[0])
        for path in VTT.rglob("*.py")
        if path.name not in WRITERS and "migrations" not in path.parts
        for match in WRITING.finditer(path.read_text(encoding="utf-8"))
    }
    assert found <= ALLOWED

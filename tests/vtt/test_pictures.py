"""Every status, terrain and mana has its picture in the sprite that tables load."""

from __future__ import annotations

import re
from pathlib import Path

from rules.harvest.terms import Mana, StatusKey, TerrainKey

SPRITE = Path(__file__).parents[2] / "static" / "img" / "game.svg"


def test_every_picture_the_board_may_name_is_there() -> None:
    """A pack's own statuses are drawn as `good` or `bad`."""
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8")))
    named = {f"status-{key}" for key in [*StatusKey, "good", "bad"]}
    named |= {f"terrain-{key}" for key in TerrainKey} | {f"mana-{key}" for key in Mana}
    assert named <= drawn


def test_every_terrain_has_a_tint_of_its_own() -> None:
    """Beside its picture and level, never instead of them."""
    rules = (SPRITE.parents[1] / "css" / "board.css").read_text(encoding="utf-8")
    tints = dict(re.findall(r"\.ground-(\w+) \{ --earthy: var\((--\w+)\)", rules))
    assert set(tints) == set(TerrainKey)
    assert len(set(tints.values())) == len(tints)

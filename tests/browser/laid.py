"""A battlefield laid by hand in a fight that has not begun: who stands where, what lies and stands there."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from rules.engine.grid import cell_at
from tests.browser.stage import House

State = dict[str, Any]


def change_state(house: House, change: Callable[[State], None]) -> None:
    """Change the stored battle of every fight that has not begun."""
    with closing(sqlite3.connect(house.folder / "ringside.sqlite3")) as database, database:
        rows = database.execute("SELECT id, blob FROM fights_version").fetchall()
        for row, blob in rows:
            moment = json.loads(zlib.decompress(blob))
            change(moment["snapshot"]["state"])
            changed = zlib.compress(json.dumps(moment).encode())
            database.execute("UPDATE fights_version SET blob = ? WHERE id = ?", (changed, row))


def pin(house: House, **entries: Mapping[str, Any]) -> None:
    """Let a fight know entries that its pack has not: `traps={"snare": {...}}`."""
    with closing(sqlite3.connect(house.folder / "ringside.sqlite3")) as database, database:
        for fight, pins in database.execute("SELECT id, pins FROM fights_fight").fetchall():
            known = json.loads(pins)
            for kind, more in entries.items():
                known[kind] = known.get(kind, {}) | more
            database.execute("UPDATE fights_fight SET pins = ? WHERE id = ?", (json.dumps(known), fight))


def stand(state: State, name: str, cell: str, **changes: Any) -> None:
    """Put a character on a cell before the fight begins: she is not asked where to."""
    for combatant in state["combatants"]:
        if combatant["name"] == name:
            combatant |= {"cell": at(cell)} | changes


def at(cell: str) -> list[int]:
    """A cell as a battle stores it."""
    return list(cell_at(cell))


def entry(id: str, *effects: Mapping[str, Any], **more: Any) -> State:
    """A pack's entry of that id, named by it."""
    return {"id": id, "name": {"en": id.replace("_", " ").title()}, "effects": list(effects)} | more


def status(key: str, level: int = 1) -> State:
    """A status until it is lifted."""
    return {"key": key, "level": level}


def ground(key: str, level: int = 1) -> State:
    """Terrain to the end of the battle."""
    return {"key": key, "level": level}


def trap(kind: str, cell: str, camp: str = "enemy") -> State:
    """A trap that lies."""
    return {"kind": kind, "cell": at(cell), "camp": camp}


def thing(kind: str, cell: str, **more: Any) -> State:
    """A special object that stands."""
    named = {"name": f"{kind}-1", "title": kind.replace("_", " ").title(), "kind": kind, "cell": at(cell)}
    return named | {"attack": 0, "defence": 0, "max_hp": 12, "hp": 12} | more

"""Fights over all content: anybody against anything, on any ground, set up by a stream of draws."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from rules.engine.dice import Draws
from rules.engine.grid import Cell
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.entries import Creature, Spell
from rules.harvest.library import starter
from rules.harvest.terms import Mana, TerrainKey

T = TypeVar("T")
MIDDLE = ("A3", "B3", "C3", "A4", "B4", "C4")
"""Where objects stand from the start: every camp keeps two rows for a giant and the rest."""


def anybody(draws: Draws) -> dict[str, Any]:
    """A set-up of strangers: one to four students who know whatever they may, creatures, and a littered field."""
    return {
        "characters": [_student(draws, name) for name in ("ada", "bo", "cy", "dot")[: 1 + draws.below(4)]],
        "creatures": list(_bands(draws)),
        "terrain": _terrain(draws),
        "traps": [_trap(draws) for _ in range(draws.below(3))],
        "objects": _objects(draws),
    }


def some(draws: Draws, options: Sequence[T], most: int) -> list[T]:
    """Up to `most` of them, each once."""
    return draws.shuffled(options)[: draws.below(most + 1)]


def _student(draws: Draws, name: str) -> dict[str, Any]:
    shelf, mains = starter(), draws.shuffled(list(Mana))[:2]
    sheet = {
        "title": name.title(),
        "catalyst": draws.pick(sorted(shelf.catalysts)),
        "action_magic": 1 + draws.below(8),
        "reaction_magic": draws.below(6),
        "attributes": [mana.value for mana in mains],
        "spells": some(draws, _castable(mains), 9),
        "skills": some(draws, sorted(shelf.skills), 6),
        "items": [draws.pick(sorted(shelf.items)) for _ in range(draws.below(4))] if shelf.items else [],
        "grand": draws.pick(["", *sorted(shelf.grands)]),
    }
    return {"name": name, "sheet": sheet}


def _castable(mains: Sequence[Mana]) -> list[str]:
    return sorted(id for id, spell in starter().spells.items() if _is_castable(spell, mains))


def _is_castable(spell: Spell, mains: Sequence[Mana]) -> bool:
    return bool(set(spell.cost) & set(mains))


def _bands(draws: Draws) -> Iterator[dict[str, Any]]:
    """Creatures of any kind, no more than their camp has cells for; one giant at most."""
    left, kinds = len(Camp.ENEMY.rear) - 3, starter().creatures
    for id in draws.shuffled(sorted(kinds))[: 1 + draws.below(3)]:
        filled = _cells(kinds[id])
        count = 1 if filled > 1 else 1 + draws.below(2)
        if filled * count <= left:
            left -= filled * count if filled == 1 else left - 1
            yield {"creature": id, "count": count}


def _cells(kind: Creature) -> int:
    cols, rows = kind.size
    return cols * rows


def _terrain(draws: Draws) -> list[dict[str, Any]]:
    """Up to three kinds, on up to five cells each; a cell holds one."""
    cells, kinds = draws.shuffled(FIELD.cells()), draws.shuffled(list(TerrainKey))[: draws.below(4)]
    return [
        {
            "terrain": kind.value,
            "level": draws.below(5) - 1,
            "cells": _labels(cells[at * 5 : at * 5 + 1 + draws.below(5)]),
        }
        for at, kind in enumerate(kinds)
    ]


def _labels(cells: Sequence[Cell]) -> list[str]:
    return [cell.label for cell in cells]


def _trap(draws: Draws) -> dict[str, Any]:
    return {"trap": draws.pick(sorted(starter().traps)), "cell": draws.pick(FIELD.cells()).label}


def _objects(draws: Draws) -> list[dict[str, Any]]:
    small = sorted(id for id, each in starter().objects.items() if each.size == (1, 1))
    cells = some(draws, MIDDLE, 2) if small else []
    return [{"object": draws.pick(small), "cell": cell} for cell in cells]

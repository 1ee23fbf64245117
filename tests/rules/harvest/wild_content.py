"""Fights of made-up content: any effect of any spell, skill, trap or object, on any ground, with giants of any size."""

from collections.abc import Sequence
from typing import Any

from rules.engine.dice import Draws, SeededDice
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.entries import Skill, Spell
from rules.harvest.state import Combatant
from rules.harvest.terms import Moment, StatusKey, TerrainKey
from tests.rules.harvest.table import (
    FRONT,
    LR,
    Grounds,
    Placed,
    Table,
    add,
    afflict,
    ally,
    around,
    change,
    effect,
    end,
    enemy,
    fix,
    ground,
    line,
    on_cells,
    reaction,
    skill,
    spell,
    thing,
    trap,
)

CELLS = [cell.label for cell in FIELD.cells()]
SIZES = [(1, 1), (1, 1), (2, 2), (3, 1), (1, 2), (3, 2)]
AREAS = [line(2, *FRONT), line(1, *LR), line(1), end(2), around(1), around(2)]
DIRECTIONS = ["front", "back", "left", "right"]
WHOM = {
    "spell": ["targets", "self", "ally", "allies", "enemy", "near"],
    "reaction": ["attacker", "self", "near"],
    "skill": ["self", "ally", "enemies", "near"],
    "trap": ["trigger", "near"],
    "object": ["near", "near"],
}
WHERE = {
    "spell": ["range", "targets", "here", "chosen"],
    "reaction": ["here", "chosen"],
    "skill": ["here", "chosen"],
}


def fight(seed: int) -> Table:
    """A table of random content and people, at its first question."""
    draws = Draws(b"wild", str(seed))
    dice = SeededDice(b"open %d" % seed, b"hidden %d" % seed)
    laid = [*_people(draws), *_grounds(draws), *_traps(draws), *_objects(draws)]
    return Table(*laid, magic=_magic(draws), skills=_skills(draws), dice=dice)


def _people(draws: Draws) -> list[Combatant]:
    students = [ally(f"student{n}", **_numbers(draws)) for n in range(1 + draws.below(3))]
    foes = [enemy(f"foe{n}", size=draws.pick(SIZES), **_numbers(draws)) for n in range(1 + draws.below(2))]
    return students + foes


def _numbers(draws: Draws) -> dict[str, int]:
    dice = {"action_magic": 4, "reaction_magic": 2}
    return dice | {
        "max_hp": 5 + draws.below(20),
        "attack": draws.below(9),
        "ss": 1 + draws.below(9),
        "movement": draws.below(4),
    }


def _grounds(draws: Draws) -> list[Grounds]:
    return [
        ground(draws.pick(list(TerrainKey)), draws.pick(CELLS), level=_level(draws))
        for _ in range(draws.below(9))
    ]


def _level(draws: Draws) -> int:
    return draws.below(5) - 1


def _traps(draws: Draws) -> list[Placed]:
    givers = ["", "student0", "foe0"]
    return [
        trap(
            f"trap{n}",
            draws.pick(CELLS),
            *_effects(draws, "trap", least=1),
            camp=draws.pick(list(Camp)),
            giver=draws.pick(givers),
        )
        for n in range(3)
    ]


def _objects(draws: Draws) -> list[Placed]:
    """One stands, two may be set up."""
    return [
        thing(
            f"object{n}",
            "B3" if n == 0 else None,
            *_effects(draws, "object"),
            hp=1 + draws.below(9),
            attack=draws.below(6),
            rounds=draws.below(3),
            moment=draws.pick(list(Moment)),
            size=(1, 1) if n == 0 else draws.pick(SIZES),
        )
        for n in range(3)
    ]


def _magic(draws: Draws) -> list[Spell]:
    ranges = [None, change(draws.pick(AREAS)), add(draws.pick(AREAS)), fix(draws.pick(AREAS))]
    attacks = [
        spell(
            f"spell{n}",
            *_effects(draws, "spell"),
            cost=draws.pick(["fire", "water", "earth", "wind fire"]),
            attack=draws.below(6),
            range=each,
        )
        for n, each in enumerate(ranges)
    ]
    wards = [reaction(f"ward{n}", *_effects(draws, "reaction"), defence=draws.below(4)) for n in range(2)]
    return attacks + wards


def _skills(draws: Draws) -> list[Skill]:
    return [
        skill("trick", *_effects(draws, "skill")),
        skill("shield", *_effects(draws, "skill"), type="R", tp=0),
    ]


def _effects(draws: Draws, where: str, least: int = 0) -> list[dict[str, Any]]:
    """Up to three; traps and objects set nothing up, or they might do so for ever."""
    kinds = ["afflict", "push", "push", "hurt", "heal", "drain", "modify", "terrain"]
    kinds += ["trap", "summon", "revive"] if where in WHERE else ["strike"] if where == "object" else []
    return [_effect(draws, draws.pick(kinds), where) for _ in range(least + draws.below(3))]


def _effect(draws: Draws, kind: str, where: str) -> dict[str, Any]:
    to, rounds = draws.pick(WHOM[where]), draws.below(3)
    match kind:
        case "afflict":
            return afflict(draws.pick(list(StatusKey)), _level(draws), to, rounds)
        case "push":
            return effect(kind, to, direction=draws.pick(DIRECTIONS), cells=1 + draws.below(4))
        case "modify":
            stat = draws.pick(["attack", "defence", "ss", "movement"])
            return effect(kind, to, stat=stat, amount=draws.below(7) - 3, rounds=rounds)
        case "strike":
            return effect(kind, to)
        case "revive":
            return {"kind": kind, "hp": 1 + draws.below(9)}
        case "terrain" | "trap" | "summon":
            return _on_cells(draws, kind, draws.pick(WHERE.get(where, ["here"])), rounds)
    return effect(kind, to, amount=1 + draws.below(6))


def _on_cells(draws: Draws, kind: str, on: str, rounds: int) -> dict[str, Any]:
    count = 1 + draws.below(2)
    if kind == "terrain":
        return on_cells(
            kind, on, terrain=draws.pick(list(TerrainKey)), level=_level(draws), rounds=rounds, count=count
        )
    named: Sequence[str] = [f"trap{n}" for n in range(3)] if kind == "trap" else ["object1", "object2"]
    return on_cells(kind, on, count=count, **{"object" if kind == "summon" else "trap": draws.pick(named)})

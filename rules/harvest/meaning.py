"""What a status, a terrain, a special object or a trap does at its level, and until when, in one sentence each."""

from collections.abc import Mapping

from rules.engine.text import Listed, Param, Text
from rules.harvest.state import Battle, End, Until
from rules.harvest.statuses import STATUSES, blind_from
from rules.harvest.terms import Stat, StatusKey, TerrainKey
from rules.harvest.terrain import TERRAINS

A_LEVEL: Mapping[str, int] = {
    StatusKey.LAMENT: 3,
    TerrainKey.SANCTUARY: 3,
    TerrainKey.YOMI: 3,
    TerrainKey.FOREST: 5,
    TerrainKey.QUICKSAND: 5,
    TerrainKey.OCEAN: 5,
    TerrainKey.NEEDLES: 3,
}
"""HP, or damage, a level, where that is not 1 (HV-62, HV-72, HV-73, HV-76, HV-77)."""
IDLE_BELOW_1 = {
    *(StatusKey.POISON, StatusKey.BURN, StatusKey.LAMENT),
    *(TerrainKey.SANCTUARY, TerrainKey.YOMI, TerrainKey.NEEDLES, TerrainKey.REPULSION),
}
"""What does nothing at level 0 and below (HV-44)."""


def status_does(battle: Battle, key: str, level: int) -> Text:
    """What a status does at this level and what lifts it (HV-50 to HV-64)."""
    lifted_by = battle.library.status_kind(key).lifted_by
    lifted = Text(f"harvest.lifted_by.{lifted_by}")
    return Text("harvest.does.status", {"does": status_effect(battle, key, level), "lifted": lifted})


def status_effect(battle: Battle, key: str, level: int) -> Text:
    """What a status does at this level."""
    kind = battle.library.status_kind(key)
    said: Listed = []
    if kind.bars_movement:
        said.append(Text("harvest.does.bars_movement"))
    for stat in (each for each in Stat if each in kind.per_level):
        signed = f"{kind.per_level[stat] * level:+d}"
        said.append(Text("harvest.does.number", {"stat": Text(f"harvest.stat.{stat}"), "amount": signed}))
    if key in STATUSES and not said:
        said.append(_of_rulebook(key, level))
    return Text("harvest.does.all", {"does": said})


def terrain_does(key: TerrainKey, level: int) -> Text:
    """What terrain does at this level to whoever stands on it, enters or leaves it (HV-70 to HV-78)."""
    lowered = TERRAINS[key].lowers
    if lowered:
        named = Text(f"harvest.stat.{lowered}")
        return Text("harvest.does.number", {"stat": named, "amount": f"{-level:+d}"})
    return _of_rulebook(key, level)


def _of_rulebook(key: str, level: int) -> Text:
    """The rulebook's sentence with its numbers."""
    if key in IDLE_BELOW_1 and level < 1:
        return Text("harvest.does.nothing")
    return Text(f"harvest.does.{key}", _numbers(key, level))


def _numbers(key: str, level: int) -> dict[str, Param]:
    """`amount` is the plain one, `signed` what is added, the others say how far."""
    amount = A_LEVEL.get(key, 1) * level
    return {
        "amount": max(0, amount),
        "level": level,
        "signed": f"{amount:+d}",
        "cells": blind_from(level),
        "steps": max(0, 1 + level),
    }


def object_does(battle: Battle, kind: str) -> Text | None:
    """What a special object does, and when (HV-82); None where it only stands there."""
    entry = battle.library.objects[kind]
    said: Listed = [effect.describe(battle.library) for effect in entry.effects]
    return Text(f"harvest.does.at.{entry.moment}", {"does": said}) if said else None


def trap_does(battle: Battle, kind: str) -> Text:
    """What a trap does, once, to whoever enters its cell (HV-81)."""
    said: Listed = [effect.describe(battle.library) for effect in battle.library.traps[kind].effects]
    return Text("harvest.does.all", {"does": said})


def lasts(until: Until, otherwise: str, *, knows_ss: bool) -> Text:
    """How long, in words; `otherwise` is the key where only something else ends it.

    The SS it ends at is a number of the one who acted, which not everybody may know.
    """
    match until.end:
        case End.SS if knows_ss:
            return Text("harvest.until_passed", {"round": until.round, "ss": until.ss})
        case End.SS:
            return Text("harvest.until_round", {"round": until.round})
        case End.END_PHASE:
            return Text("harvest.until_end_phase", {"round": until.round})
        case End.PHASE:
            return Text("harvest.this_phase")
    return Text(otherwise)

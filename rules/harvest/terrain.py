"""Terrain: what each does, as data (HV-70 to HV-78), and what lies under an object."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.harvest.state import Battle, Figure, Ground
from rules.harvest.terms import Mana, Stat, TerrainKey


@dataclass(frozen=True)
class TerrainKind:
    """One terrain: its row, which of the numbers of who stands on it is lowered by a level, what sets it off."""

    row: str
    lowers: Stat | None = None
    element: Mana | None = None
    """Damage by magic of this attribute grows and the terrain vanishes (HV-76)."""


TERRAINS: Mapping[TerrainKey, TerrainKind] = {
    TerrainKey.LAVA: TerrainKind("HV-70", lowers=Stat.ACTION_DICE),
    TerrainKey.FROZEN_SOIL: TerrainKind("HV-71", lowers=Stat.REACTION_DICE),
    TerrainKey.SANCTUARY: TerrainKind("HV-72"),
    TerrainKey.YOMI: TerrainKind("HV-73"),
    TerrainKey.GRAVITY: TerrainKind("HV-74"),
    TerrainKey.GALE: TerrainKind("HV-75"),
    TerrainKey.FOREST: TerrainKind("HV-76", element=Mana.FIRE),
    TerrainKey.QUICKSAND: TerrainKind("HV-76", element=Mana.WATER),
    TerrainKey.OCEAN: TerrainKind("HV-76", element=Mana.WIND),
    TerrainKey.NEEDLES: TerrainKind("HV-77"),
    TerrainKey.REPULSION: TerrainKind("HV-78"),
}
"""Lava (HV-70) and frozen soil (HV-71) lower dice; sanctuary (HV-72) and yomi (HV-73) strike in `end_phase.py`;
gravity field (HV-74) and gale (HV-75) count in `movement.py`; forest, quicksand and ocean (HV-76) in `damage.py`;
needle mountain (HV-77) and repulsion field (HV-78) in `workings.py`."""

LOWERED_BY: Mapping[Stat, tuple[TerrainKey, ...]] = {
    stat: tuple(key for key, kind in TERRAINS.items() if kind.lowers is stat)
    for stat in (Stat.ACTION_DICE, Stat.REACTION_DICE)
}
"""Which terrains lower a number, by the number."""


def under(battle: Battle, figure: Figure, key: TerrainKey) -> Ground | None:
    """The terrain of that kind it stands on; under a giant the highest level counts (settled)."""
    found = [ground for cell in figure.cells if (ground := battle.ground_at(cell)) and ground.key is key]
    return max(found, key=lambda ground: ground.level, default=None)


def level_under(battle: Battle, figure: Figure, key: TerrainKey) -> int:
    """Its level, 0 where there is none."""
    ground = under(battle, figure, key)
    return ground.level if ground else 0

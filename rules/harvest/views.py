"""What a viewer may see of a Harvest fight."""

from dataclasses import dataclass

from rules.engine.text import Param, Text


@dataclass(frozen=True)
class Badge:
    """A status on a token: its key names the icon, `label` the whole ("Burn 2, for 1 round")."""

    key: str
    level: int
    label: Text
    is_good: bool


@dataclass(frozen=True)
class Health:
    """HP as far as the viewer may know: numbers, or an eighth-step ring, or words, or nothing at all."""

    now: int | None
    most: int | None
    eighths: int | None
    """0 to 8, how full the ring is; None draws no ring."""
    words: Text | None
    """Such as "barely standing"."""


@dataclass(frozen=True)
class TokenView:
    """One object on the board."""

    name: str
    """Its id, such as `mina`: stable over a fight, safe in an element id."""
    title: Param
    """The name people read, for `words.render`: a player's own words, or a creature's in the viewer's language."""
    initials: Param
    portrait: str
    camp: str
    """`ally`, `enemy`, or empty for objects of no camp."""
    cells: tuple[str, ...]
    """The cells it stands on; more than one for a giant."""
    health: Health
    tp: tuple[int, int] | None
    """TP and max TP, or None where the viewer may not know."""
    badges: tuple[Badge, ...]
    is_acting: bool
    is_asked: bool
    is_own: bool
    """Whether one of the viewer's seats decides for it."""
    is_bot: bool = False


@dataclass(frozen=True)
class TerrainView:
    """Terrain on a cell."""

    key: str
    level: int
    label: Text


@dataclass(frozen=True)
class CellView:
    """One of the 18 cells, in the order A1, B1, C1, A2 ... C6 (row 1 is the enemies' far row)."""

    label: str
    token: TokenView | None
    terrain: TerrainView | None
    text: Text
    """The whole cell for screen readers: "B4, Mina, 12 of 20 HP, burning 2"."""


@dataclass(frozen=True)
class BoardView:
    """The battlefield; those who are out stand beside it."""

    cells: tuple[CellView, ...]
    out: tuple[TokenView, ...]
    near: str
    """The camp drawn nearest: `ally`, or `enemy` for a viewer who plays only enemies."""

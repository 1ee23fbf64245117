"""What a viewer may see of a Kamigakari fight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.engine import shown
from rules.engine.grid import Cell
from rules.engine.log import Snapshot
from rules.engine.shown import BaseTable, Health, OnSquare, SquareMap
from rules.engine.text import Param, Text, initials
from rules.engine.view import (
    MayRequest,
    OrderRow,
    TableView,
    Viewer,
)
from rules.kamigakari.drawer import DRAWER, options
from rules.kamigakari.map import group_of, groups
from rules.kamigakari.numbers import secret_of, value
from rules.kamigakari.order import in_order, precedence
from rules.kamigakari.state import Battle, Combatant, Status
from rules.kamigakari.terms import Side, Stat

CAMPS: Mapping[Side, str] = {Side.HEROES: "ally", Side.MONSTERS: "enemy"}
"""What the page calls the two sides."""
SIDES: Mapping[str, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@dataclass(frozen=True)
class Badge:
    """A status on a token."""

    key: str
    level: int
    label: Text
    is_good: bool


@dataclass(frozen=True)
class SpiritView:
    """One die of a spirit pool."""

    face: int
    is_spent: bool


@dataclass(frozen=True)
class TokenView(OnSquare):
    """One character or monster on the map."""

    name: str
    title: Param
    initials: Param
    portrait: str
    camp: str
    """Whose it is, in the page's words: ally or enemy."""
    cell: str
    """The square it stands on, or she fainted on, by label; empty beside the map."""
    health: Health
    spirits: tuple[SpiritView, ...]
    """Its pool, where the viewer may know it."""
    crest: int | None
    crest_owed: int
    """d6 of it that are paid at the end of the turn (KG-37)."""
    badges: tuple[Badge, ...]
    group: int
    """The engagement group it is in, numbered from 1; 0 for none."""
    edges: tuple[str, ...]
    """The sides of its square that are on the outline of its group: north, east, south, west."""
    is_acting: bool
    is_asked: bool
    is_own: bool


@dataclass(frozen=True)
class BoardView(SquareMap):
    """The square map: its size, who stands where, and who is beside it."""

    cols: int
    rows: int
    tokens: tuple[TokenView, ...]
    unplaced: tuple[TokenView, ...]
    out: tuple[TokenView, ...]
    people: tuple[TokenView, ...]
    """Who stands or lies on the map, each in the same place of the list from first to last."""

    @property
    def at_hand(self) -> tuple[TokenView, ...]:
        """The viewer's own: what they have is asked for with every question."""
        return tuple(each for each in self.people if each.is_own)

    @property
    def fallen(self) -> tuple[TokenView, ...]:
        """Who lies on a square, which that leaves free (KG-35)."""
        return tuple(each for each in self.out if each.cell)

    @property
    def gone(self) -> tuple[TokenView, ...]:
        """Who is out and lies nowhere."""
        return tuple(each for each in self.out if not each.cell)


@dataclass(frozen=True)
class Table(BaseTable[Battle]):
    """What drawing one version needs."""

    slug = "kamigakari"
    shows = "monsters"
    secret_of = staticmethod(secret_of)

    def sees(self, who: Combatant) -> bool:
        """A hidden monster is seen by the GM alone, a hidden character by everybody at the table (KG-36)."""
        return self.viewer.is_gm or not who.is_unseen


def table_view(
    battle: Battle, snapshot: Snapshot, viewer: Viewer, may_request: tuple[MayRequest, ...]
) -> TableView:
    """Everything on the page for one audience."""
    table = Table(battle, snapshot, viewer)
    return shown.table_view(
        table,
        place=_place(table),
        board=board(table),
        order=_order(table),
        for_rulings=lambda: DRAWER.groups(options(battle)),
        may_request=may_request,
    )


def _place(table: Table) -> tuple[Text, ...]:
    """Round, whose turn, which step; a hidden monster's turn is nobody's but the GM's to see (KG-36)."""
    battle = table.battle
    found = [Text("kamigakari.place.round", {"round": battle.round})] if battle.round else []
    acting = battle.find(battle.acting)
    if acting and table.sees(acting):
        found.append(Text("kamigakari.place.turn", {"who": acting.title}))
    if battle.stage:
        found.append(Text(f"kamigakari.stage.{battle.stage}"))
    return tuple(found)


def board(table: Table) -> BoardView:
    """The map and who is beside it, as far as the viewer may know."""
    battle = table.battle
    seen = [each for each in battle.combatants if table.sees(each)]
    on = [each for each in seen if each.cell is not None]
    off = [each for each in seen if each.cell is None and not battle.is_cleared]
    return BoardView(
        cols=battle.cols,
        rows=battle.rows,
        tokens=tuple(token(table, each) for each in on),
        unplaced=tuple(token(table, each) for each in off if not each.is_out),
        out=tuple(token(table, each) for each in off if each.is_out),
        people=tuple(token(table, each) for each in seen if each in on or (each in off and _lies(each))),
    )


def _lies(who: Combatant) -> bool:
    """Whether she fainted somewhere, where she may rise again (KG-35, KG-37); a monster that is down is gone."""
    return who.is_player and who.is_out and who.fell is not None


def token(table: Table, who: Combatant) -> TokenView:
    """One character or monster as the viewer may see it."""
    is_known = table.may_know(who)
    place = who.fell if _lies(who) else who.cell
    return TokenView(
        name=who.name,
        title=who.title,
        initials=initials(who.title),
        portrait=who.portrait,
        camp=CAMPS[who.side],
        cell=place.label if place else "",
        health=table.health(who, who.life, who.max_life),
        spirits=tuple(SpiritView(each.face, each.is_spent) for each in who.spirits) if is_known else (),
        crest=who.crest if who.is_player else None,
        crest_owed=who.crest_debt if who.is_player else 0,
        badges=tuple(_badge(status) for status in who.statuses),
        group=_group(table, who),
        edges=tuple(_edges(table.battle, who)),
        is_acting=table.acts(who.name),
        is_asked=who.name == table.actor or (who.is_player and who.seat in table.asked),
        is_own=who.is_player and who.seat in table.viewer.seats,
    )


def _group(table: Table, who: Combatant) -> int:
    """Groups among those the viewer sees."""
    found = groups(table.battle)
    return next((at for at, group in enumerate(found, 1) if who.name in group), 0)


def _edges(battle: Battle, who: Combatant) -> Iterator[str]:
    """Where nobody of its own group stands next to it."""
    group = group_of(battle, who.name) if who.cell and not who.is_hidden else frozenset[str]()
    if who.cell is None or len(group) < 2:
        return
    for side, (col, row) in SIDES.items():
        beside = battle.at(Cell(who.cell.col + col, who.cell.row + row))
        if beside is None or beside.name not in group:
            yield side


def _badge(status: Status) -> Badge:
    key = "badge_level" if status.level else "badge"
    label = Text(f"kamigakari.{key}", {"status": status.key.named, "level": status.level})
    return Badge(status.key.value, status.level, label, status.key.is_good)


def _order(table: Table) -> tuple[OrderRow, ...]:
    """This round: who has acted, in order; then who is to act, by initiative as it stands now (KG-32).

    Those who are out come last, always in the same order.
    """
    battle = table.battle
    acted = [found for name in battle.acted if (found := battle.find(name))]
    past = (*battle.acted, battle.acting)
    waiting = [each for each in battle.combatants if each.name not in past and table.sees(each)]
    acting = [found] if (found := battle.find(battle.acting)) else []
    rows = [*(each for each in acted + acting if table.sees(each)), *in_order(battle, waiting)]
    standing = [each for each in rows if not each.is_out]
    out = [each for each in battle.combatants if each.is_out and each in rows]
    return tuple(_order_row(table, each, waiting) for each in (*standing, *out))


def _order_row(table: Table, who: Combatant, waiting: list[Combatant]) -> OrderRow:
    here = precedence(table.battle, who)
    tied = [each for each in waiting if not each.is_out and precedence(table.battle, each) == here]
    return OrderRow(
        name=who.name,
        title=who.title,
        camp=CAMPS[who.side],
        value=str(value(table.battle, who, Stat.INITIATIVE)) if table.may_know(who) else "",
        has_acted=who.name in table.battle.acted,
        is_acting=table.acts(who.name),
        is_asked=who.name == table.actor,
        is_out=who.is_out,
        is_tied=who in tied and len(tied) > 1 and all(table.may_know(each) for each in tied),
    )

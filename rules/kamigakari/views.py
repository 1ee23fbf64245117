"""What a viewer may see of a Kamigakari fight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.engine import shown
from rules.engine.flow import Seat
from rules.engine.grid import Cell
from rules.engine.log import Snapshot
from rules.engine.shown import Health, health, seat_names, with_seat_named
from rules.engine.text import Param, Text, initials
from rules.engine.view import (
    LogLine,
    MayRequest,
    OrderRow,
    TableView,
    Viewer,
    log_lines,
    waiting_for,
)
from rules.kamigakari.drawer import DRAWER, options
from rules.kamigakari.map import group_of, groups
from rules.kamigakari.numbers import secret_of, value
from rules.kamigakari.order import in_order, precedence
from rules.kamigakari.state import Battle, Combatant, Status
from rules.kamigakari.terms import Side, Stat, StatusKey

CAMPS: Mapping[Side, str] = {Side.HEROES: "ally", Side.MONSTERS: "enemy"}
"""What the page calls the two sides."""
SIDES: Mapping[str, tuple[int, int]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
GOOD = (StatusKey.COVER, StatusKey.HIDDEN, StatusKey.AMBUSH, StatusKey.FLIGHT)


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
class TokenView:
    """One character or monster on the map."""

    name: str
    title: Param
    initials: Param
    portrait: str
    camp: str
    """Whose it is, in the page's words: ally or enemy."""
    cell: str
    """The square it stands on, by label; empty beside the map."""
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

    @property
    def column(self) -> str:
        """The letter of its square."""
        return self.cell[:1]

    @property
    def row(self) -> str:
        """The number of its square."""
        return self.cell[1:]


@dataclass(frozen=True)
class BoardView:
    """The square map: its size, who stands where, and who is beside it."""

    cols: int
    rows: int
    tokens: tuple[TokenView, ...]
    unplaced: tuple[TokenView, ...]
    out: tuple[TokenView, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(Cell(col, 0).label[:1] for col in range(self.cols))

    @property
    def numbers(self) -> range:
        """The names of the rows."""
        return range(1, self.rows + 1)


@dataclass(frozen=True)
class Table:
    """What drawing one version needs: the battle, the stored question, and who looks."""

    battle: Battle
    snapshot: Snapshot
    viewer: Viewer

    @property
    def asked(self) -> frozenset[Seat]:
        """The seats waited for, as far as the viewer may know."""
        return frozenset(waiting_for(self.snapshot.open, self.viewer)[1])

    def acts(self, name: str) -> bool:
        """Whether it is that one's turn; nobody's once the battle is over."""
        return name == self.battle.acting and not self.battle.result

    @property
    def actor(self) -> str:
        """Whose decision is open, as far as the viewer may know."""
        open = self.snapshot.open
        return open.question.actor if open and self.asked else ""

    def may_know(self, who: Combatant) -> bool:
        """Whether its numbers are open: players' always, monsters' to the GM or by the table's option."""
        return not secret_of(who) or self.viewer.is_gm or self.battle.on("monsters") == "all"

    def sees(self, who: Combatant) -> bool:
        """A hidden monster is seen by the GM alone, a hidden character by everybody at the table (KG-36)."""
        return self.viewer.is_gm or not who.is_unseen

    def knows(self, name: str) -> bool:
        """The same by name, for log lines; a monster that has left the fight keeps its secrets."""
        found = self.battle.find(name)
        return self.may_know(found) if found else self.viewer.is_gm or self.battle.on("monsters") == "all"


def table_view(
    battle: Battle, snapshot: Snapshot, viewer: Viewer, may_request: tuple[MayRequest, ...]
) -> TableView:
    """Everything on the page for one audience."""
    table = Table(battle, snapshot, viewer)
    return shown.table_view(
        battle,
        snapshot,
        viewer,
        seat_names(battle.combatants),
        system="kamigakari",
        place=_place(table),
        round=battle.round,
        board=board(table),
        order=_order(table),
        summary=battle.summary,
        for_rulings=lambda: DRAWER.groups(options(battle)),
        may_request=may_request,
    )


def log_of(battle: Battle, snapshot: Snapshot, viewer: Viewer) -> tuple[LogLine, ...]:
    """The version's events as this viewer may read them, seats by the names of those who sit there."""
    named, knows = seat_names(battle.combatants), Table(battle, snapshot, viewer).knows
    return tuple(
        replace(line, text=with_seat_named(_of_nothing(line), named))
        for line in log_lines(snapshot, viewer, knows)
    )


def _of_nothing(line: LogLine) -> Text:
    """What was 0 is told as nothing; a line without its numbers reads the same whatever they are."""
    is_nothing = line.kind in ("hurt", "heal") and line.text.params.get("amount") == 0
    return Text(f"kamigakari.log.{line.kind}.none", line.text.params) if is_nothing else line.text


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
    )


def token(table: Table, who: Combatant) -> TokenView:
    """One character or monster as the viewer may see it."""
    is_known = table.may_know(who)
    return TokenView(
        name=who.name,
        title=who.title,
        initials=initials(who.title),
        portrait=who.portrait,
        camp=CAMPS[who.side],
        cell=who.cell.label if who.cell else "",
        health=_health(table, who),
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
    return Badge(status.key.value, status.level, label, status.key in GOOD)


def _health(table: Table, who: Combatant) -> Health:
    """Numbers where they may be known, else what the table's option leaves of them."""
    option = "all" if table.may_know(who) else table.battle.on("monsters")
    return health(who.life, who.max_life, option, lambda how: Text(f"kamigakari.health.{how}"))


def _order(table: Table) -> tuple[OrderRow, ...]:
    """This round: who has acted, in order; then who is to act, by initiative as it stands now (KG-32)."""
    battle = table.battle
    acted = [found for name in battle.acted if (found := battle.find(name))]
    past = (*battle.acted, battle.acting)
    waiting = [each for each in battle.combatants if each.name not in past and table.sees(each)]
    acting = [found] if (found := battle.find(battle.acting)) else []
    rows = [*(each for each in acted + acting if table.sees(each)), *in_order(battle, waiting)]
    return tuple(_order_row(table, each, waiting) for each in rows)


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

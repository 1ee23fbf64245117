"""What a viewer may see of a Harvest fight."""

from dataclasses import dataclass

from rules.engine import shown
from rules.engine.flow import Need
from rules.engine.grid import Cell
from rules.engine.log import Snapshot
from rules.engine.shown import BaseTable, Health
from rules.engine.text import Listed, Param, Text, initials
from rules.engine.view import (
    MayRequest,
    OrderRow,
    TableView,
    Viewer,
)
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.drawer import DRAWER, options
from rules.harvest.meaning import lasts, object_does, status_does, terrain_does, trap_does
from rules.harvest.numbers import secret_of, value
from rules.harvest.order import in_order, precedence
from rules.harvest.state import Battle, Combatant, Figure, Status, Thing, Until
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import Stat


@dataclass(frozen=True)
class Badge:
    """A status on a token: its key names the icon, `label` the whole ("Burn 2, for 1 round")."""

    key: str
    level: int
    label: Text
    is_good: bool
    does: Text
    """What it does at its level and what lifts it ("2 damage when the own action phase starts; lifted by ...")."""


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
    size: tuple[int, int]
    """Columns and rows it fills."""
    health: Health
    tp: tuple[int, int] | None
    """TP and max TP, or None where the viewer may not know."""
    badges: tuple[Badge, ...]
    is_acting: bool
    is_asked: bool
    is_own: bool
    """Whether one of the viewer's seats decides for it."""
    kind: str = ""
    """The id of its creature or special object; empty for a player character."""
    is_bot: bool = False
    does: Text | None = None
    """What a special object does, and when; None for characters."""


@dataclass(frozen=True)
class TerrainView:
    """Terrain on a cell."""

    key: str
    level: int
    label: Text
    """The whole of it: "Lava 2, for 1 round"."""
    does: Text
    """What it does at its level ("action magic -2")."""


@dataclass(frozen=True)
class TrapView:
    """A trap on a cell, for those who know of it (HV-81)."""

    title: Text
    camp: str
    does: Text
    """What it does to whoever enters."""


@dataclass(frozen=True)
class CellView:
    """One of the 18 cells, in the order A1, B1, C1, A2 ... C6 (row 1 is the enemies' far row)."""

    label: str
    token: TokenView | None
    """Who or what stands on it; a giant on each of its cells."""
    is_corner: bool
    """Whether it is the token's upper left cell, where it is drawn once (HV-25)."""
    terrain: TerrainView | None
    traps: tuple[TrapView, ...]
    text: Text
    """The whole cell for screen readers: "B4, Mina, 12 of 20 HP, burning 2"."""


@dataclass(frozen=True)
class BoardView:
    """The battlefield; those who are off it stand beside it."""

    cells: tuple[CellView, ...]
    unplaced: tuple[TokenView, ...]
    """Who is still to be placed."""
    out: tuple[TokenView, ...]
    """Who is incapacitated."""
    near: str
    """The camp drawn nearest: `ally`, or `enemy` for a viewer who plays only enemies."""


@dataclass(frozen=True)
class Table(BaseTable[Battle]):
    """What drawing one version needs."""

    slug = "harvest"
    shows = "creatures"
    secret_of = staticmethod(secret_of)

    @property
    def actor(self) -> str:
        """Whose decision is open, as far as the viewer may know; nobody's where whoever comes first decides."""
        open = self.snapshot.open
        return super().actor if open and open.question.need is not Need.FIRST else ""

    def knows_traps_of(self, camp: Camp) -> bool:
        """Whether the viewer plays in that camp, or is the GM (HV-81)."""
        return self.viewer.is_gm or bool(set(self.battle.seats_of(camp)) & set(self.viewer.seats))


def table_view(
    battle: Battle, snapshot: Snapshot, viewer: Viewer, may_request: tuple[MayRequest, ...]
) -> TableView:
    """Everything on the page for one audience."""
    table = Table(battle, snapshot, viewer)
    return shown.table_view(
        table,
        place=_place(battle),
        board=board(table),
        order=_order(table),
        for_rulings=lambda: DRAWER.groups(options(battle)),
        may_request=may_request,
    )


def _place(battle: Battle) -> tuple[Text, ...]:
    """Round, whose phase, which timing."""
    found = [Text("harvest.place.round", {"round": battle.round})] if battle.round else []
    if battle.acting and battle.has(battle.acting):
        found.append(Text("harvest.place.action", {"who": battle[battle.acting].title}))
    if battle.stage:
        found.append(Text(f"harvest.stage.{battle.stage}"))
    return tuple(found)


def board(table: Table) -> BoardView:
    """The 18 cells and who is off them, as far as the viewer may know."""
    own = {
        each.camp for each in table.battle.combatants if each.is_player and each.seat in table.viewer.seats
    }
    near = Camp.ENEMY if own == {Camp.ENEMY} else Camp.ALLY
    off = [each for each in table.battle.combatants if each.cell is None and not table.battle.is_cleared]
    return BoardView(
        cells=tuple(_cell(table, cell) for cell in FIELD.cells()),
        unplaced=tuple(token(table, each) for each in off if not each.is_out),
        out=tuple(token(table, each) for each in off if each.is_out),
        near=near.value,
    )


def _cell(table: Table, cell: Cell) -> CellView:
    there, ground = table.battle.at(cell), _ground(table, cell)
    shown = token(table, there) if there else None
    traps = _traps(table, cell)
    return CellView(
        label=cell.label,
        token=shown,
        is_corner=there is not None and there.cell == cell,
        terrain=ground,
        traps=traps,
        text=_cell_text(cell, shown, ground, traps),
    )


def _ground(table: Table, cell: Cell) -> TerrainView | None:
    ground = table.battle.ground_at(cell)
    if ground is None:
        return None
    long = _until(table, ground.until, "harvest.to_the_end")
    said: dict[str, Param] = {"terrain": ground.key.named, "level": ground.level, "long": long}
    does = terrain_does(ground.key, ground.level)
    return TerrainView(ground.key.value, ground.level, Text("harvest.ground", said), does)


def _traps(table: Table, cell: Cell) -> tuple[TrapView, ...]:
    """The traps on a cell that the viewer may know of (HV-81)."""
    known = [each for each in table.battle.traps if each.cell == cell and table.knows_traps_of(each.camp)]
    battle = table.battle
    return tuple(
        TrapView(battle.library.trap_named(each.kind), each.camp.value, trap_does(battle, each.kind))
        for each in known
    )


def _cell_text(
    cell: Cell, shown: TokenView | None, ground: TerrainView | None, traps: tuple[TrapView, ...]
) -> Text:
    """The whole cell, said."""
    also: Listed = [
        *([ground.label] if ground else []),
        *(each.title for each in traps),
    ]
    said: dict[str, Param] = {
        "cell": cell.label,
        "also": Text("harvest.cell.also", {"also": also}) if also else "",
    }
    if shown is None:
        return Text("harvest.cell.empty", said)
    said |= {"who": shown.title, "health": _health_words(shown.health), "badges": _said(shown)}
    return Text("harvest.cell.taken", said)


def _said(shown: TokenView) -> Text:
    """The badges of a token, said one after the other."""
    return (
        Text("harvest.cell.badges", {"badges": [badge.label for badge in shown.badges]})
        if shown.badges
        else Text("")
    )


def _health_words(health: Health) -> Text:
    if health.now is not None and health.most is not None:
        return Text("harvest.health.numbers", {"now": health.now, "most": health.most})
    if health.words:
        return health.words
    if health.eighths is not None:
        return Text("harvest.health.eighths", {"eighths": health.eighths})
    return Text("harvest.health.unknown")


def token(table: Table, figure: Figure) -> TokenView:
    """One object as the viewer may see it."""
    who = figure if isinstance(figure, Combatant) else None
    is_player = who is not None and who.is_player
    return TokenView(
        name=figure.name,
        title=figure.title,
        initials=initials(figure.title),
        portrait=who.portrait if who else "",
        camp=who.camp.value if who else "",
        cells=tuple(cell.label for cell in figure.cells),
        size=figure.size,
        health=table.health(figure, figure.hp, figure.max_hp),
        tp=(who.tp, who.max_tp) if who and table.may_know(who) else None,
        badges=tuple(_badge(table, status) for status in figure.statuses),
        is_acting=table.acts(figure.name),
        is_asked=figure.name == table.actor or (is_player and who is not None and who.seat in table.asked),
        is_own=is_player and who is not None and who.seat in table.viewer.seats,
        kind=figure.kind,
        does=object_does(table.battle, figure.kind) if isinstance(figure, Thing) else None,
    )


def _badge(table: Table, status: Status) -> Badge:
    library, long = table.battle.library, _until(table, status.until)
    said: dict[str, Param] = {"status": library.status_named(status.key), "level": status.level, "long": long}
    is_good = library.status_kind(status.key).is_good
    picture = status.key if status.key in STATUSES else "good" if is_good else "bad"
    does = status_does(table.battle, status.key, status.level)
    return Badge(picture, status.level, Text("harvest.badge", said), is_good, does)


def _until(table: Table, until: Until, otherwise: str = "harvest.until_lifted") -> Text:
    """How long, in words, as far as the viewer may know."""
    return lasts(until, otherwise, knows_ss=table.knows(until.actor))


def _order(table: Table) -> tuple[OrderRow, ...]:
    """This round: who has acted, in order; then who is to act, by SS as it stands now (HV-10)."""
    battle = table.battle
    acted = [battle[name] for name in battle.acted if battle.has(name)]
    waiting = [
        each for each in battle.combatants if each.name not in battle.acted and each.name != battle.acting
    ]
    acting = [battle[battle.acting]] if battle.acting and battle.has(battle.acting) else []
    rows = acted + acting + in_order(battle, waiting)
    return tuple(_order_row(table, each, waiting) for each in rows)


def _order_row(table: Table, who: Combatant, waiting: list[Combatant]) -> OrderRow:
    here = precedence(table.battle, who)
    tied = [each for each in waiting if not each.is_out and precedence(table.battle, each) == here]
    return OrderRow(
        name=who.name,
        title=who.title,
        camp=who.camp.value,
        value=str(value(table.battle, who, Stat.SS)) if table.may_know(who) else "",
        has_acted=who.name in table.battle.acted,
        is_acting=table.acts(who.name),
        is_asked=who.name == table.actor,
        is_out=who.is_out,
        is_tied=who in tied and len(tied) > 1 and all(table.may_know(each) for each in tied),
    )

"""What a viewer may see of a Harvest fight."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.engine.choices import Option
from rules.engine.flow import OfferView, Seat
from rules.engine.grid import Cell
from rules.engine.log import Snapshot
from rules.engine.text import Param, Text, initials
from rules.engine.view import (
    LogLine,
    OrderRow,
    TableView,
    Viewer,
    log_lines,
    prompts_for,
    take_back_of,
    waiting_for,
)
from rules.harvest.asking import thing
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.numbers import value
from rules.harvest.order import precedence
from rules.harvest.state import Battle, Combatant, End, Status, Until
from rules.harvest.statuses import STATUSES
from rules.harvest.terms import Stat, StatusKey


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
    """The battlefield; those who are off it stand beside it."""

    cells: tuple[CellView, ...]
    unplaced: tuple[TokenView, ...]
    """Who is still to be placed."""
    out: tuple[TokenView, ...]
    """Who is incapacitated."""
    near: str
    """The camp drawn nearest: `ally`, or `enemy` for a viewer who plays only enemies."""


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

    @property
    def actor(self) -> str:
        """Whose decision is open, as far as the viewer may know."""
        open = self.snapshot.open
        return open.question.actor if open and self.asked else ""

    def may_know(self, combatant: Combatant) -> bool:
        """Whether its numbers are open: players' characters always, creatures to the GM or by the table's option."""
        return combatant.is_player or self.viewer.is_gm or self.battle.on("creatures") == "all"

    def knows(self, name: str) -> bool:
        """The same by name, for log lines; a creature that has left the fight keeps its secrets."""
        if not self.battle.has(name):
            return self.viewer.is_gm or self.battle.on("creatures") == "all"
        return self.may_know(self.battle[name])


def table_view(battle: Battle, snapshot: Snapshot, viewer: Viewer) -> TableView:
    """Everything on the page for one audience."""
    table = Table(battle, snapshot, viewer)
    waiting, missing = waiting_for(snapshot.open, viewer)
    taken = take_back_of(snapshot, viewer)
    return TableView(
        version=snapshot.version,
        ticket=snapshot.ticket,
        system="harvest",
        place=_place(battle),
        round=battle.round,
        board=board(table),
        order=_order(table),
        prompts=prompts_for(snapshot, viewer, _seat_names(battle)),
        offers=tuple(each for each in _offers(snapshot) if each.seat in viewer.seats),
        waiting=waiting,
        waiting_for=missing,
        requests=tuple(each for each in battle.requests if viewer.is_gm or each.seat in viewer.seats),
        is_paused=battle.paused,
        result=battle.result.reason if battle.result else None,
        summary=tuple(battle.summary),
        take_back=taken[1] if taken else None,
        take_back_seat=taken[0] if taken else "",
        house_rules=dict(battle.house_rules),
        frames=snapshot.frames if viewer.is_gm else (),
        for_rulings=_for_rulings(battle) if viewer.is_gm else {},
    )


def log_of(battle: Battle, snapshot: Snapshot, viewer: Viewer) -> tuple[LogLine, ...]:
    """The version's events as this viewer may read them, seats by the names of those who sit there."""
    named, knows = _seat_names(battle), Table(battle, snapshot, viewer).knows
    return tuple(
        replace(line, text=_with_seat_named(_of_nothing(line), named))
        for line in log_lines(snapshot, viewer, knows)
    )


def _of_nothing(line: LogLine) -> Text:
    """What was 0 is told as nothing; a line without its numbers reads the same whatever they are."""
    is_nothing = line.kind in ("hurt", "heal", "refresh") and line.text.params.get("amount") == 0
    return Text(f"harvest.log.{line.kind}.none", line.text.params) if is_nothing else line.text


def _with_seat_named(said: Text, named: Callable[[Seat], Param]) -> Text:
    seat = said.params.get("seat")
    return Text(said.key, {**said.params, "seat": named(seat)}) if isinstance(seat, str) else said


def _for_rulings(battle: Battle) -> dict[str, tuple[Option, ...]]:
    """The statuses there are, and who may yet join."""
    kinds = sorted(battle.library.creatures.values(), key=lambda kind: kind.id)
    return {
        "status": tuple(Option(key.value, key.named) for key in StatusKey),
        "creature": tuple(thing(kind.id, kind.title) for kind in kinds),
    }


def _offers(snapshot: Snapshot) -> tuple[OfferView, ...]:
    return snapshot.open.question.offers if snapshot.open else ()


def _place(battle: Battle) -> tuple[Text, ...]:
    """Round, whose phase, which timing."""
    found = [Text("harvest.place.round", {"round": battle.round})] if battle.round else []
    if battle.acting and battle.has(battle.acting):
        found.append(Text("harvest.place.action", {"who": battle[battle.acting].title}))
    if battle.stage:
        found.append(Text(f"harvest.stage.{battle.stage}"))
    return tuple(found)


def _seat_names(battle: Battle) -> Callable[[Seat], Param]:
    names: dict[Seat, Param] = {each.seat: each.title for each in battle.combatants if each.is_player}
    return lambda seat: names.get(seat, Text("engine.gm"))


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
    there = table.battle.at(cell)
    if there is None:
        return CellView(cell.label, None, None, Text("harvest.cell.empty", {"cell": cell.label}))
    shown = token(table, there)
    said = {
        "cell": cell.label,
        "who": there.title,
        "health": _health_words(shown.health),
        "badges": _said(shown),
    }
    return CellView(cell.label, shown, None, Text("harvest.cell.taken", said))


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


def token(table: Table, who: Combatant) -> TokenView:
    """One object as the viewer may see it."""
    is_known = table.may_know(who)
    return TokenView(
        name=who.name,
        title=who.title,
        initials=initials(who.title),
        portrait=who.portrait,
        camp=who.camp.value,
        cells=(who.cell.label,) if who.cell else (),
        health=_health(table, who),
        tp=(who.tp, who.max_tp) if is_known else None,
        badges=tuple(_badge(table, status) for status in who.statuses),
        is_acting=who.name == table.battle.acting,
        is_asked=who.name == table.actor or (who.is_player and who.seat in table.asked),
        is_own=who.is_player and who.seat in table.viewer.seats,
    )


def _badge(table: Table, status: Status) -> Badge:
    long = _until(table, status.until)
    label = Text("harvest.badge", {"status": status.key.named, "level": status.level, "long": long})
    return Badge(status.key.value, status.level, label, STATUSES[status.key].is_good)


def _until(table: Table, until: Until) -> Text:
    """How long, in words; the SS it ends at is a number of the one who acted."""
    match until.end:
        case End.SS if table.knows(until.actor):
            return Text("harvest.until_passed", {"round": until.round, "ss": until.ss})
        case End.SS:
            return Text("harvest.until_round", {"round": until.round})
        case End.END_PHASE:
            return Text("harvest.until_end_phase", {"round": until.round})
        case End.PHASE:
            return Text("harvest.this_phase")
    return Text("harvest.until_lifted")


def _health(table: Table, who: Combatant) -> Health:
    """Numbers where they may be known, else what the table's option leaves of them."""
    if table.may_know(who):
        return Health(who.hp, who.max_hp, _eighths(who), None)
    match table.battle.on("creatures"):
        case "bars":
            return Health(None, None, _eighths(who), None)
        case "words":
            return Health(None, None, None, Text(f"harvest.health.{_how_well(who)}"))
    return Health(None, None, None, None)


def _eighths(who: Combatant) -> int:
    """How full the ring is: 0 only for who is out, 8 only for who is whole."""
    return 8 if who.hp >= who.max_hp else min(7, -(-who.hp * 8 // who.max_hp))


def _how_well(who: Combatant) -> str:
    quarters = -(-who.hp * 4 // who.max_hp)
    return "unhurt" if who.hp >= who.max_hp else ("out", "barely", "battered", "hurt", "scratched")[quarters]


def _order(table: Table) -> tuple[OrderRow, ...]:
    """This round: who has acted, in order; then who is to act, by SS as it stands now (HV-10)."""
    battle = table.battle
    acted = [battle[name] for name in battle.acted if battle.has(name)]
    waiting = [
        each for each in battle.combatants if each.name not in battle.acted and each.name != battle.acting
    ]
    acting = [battle[battle.acting]] if battle.acting and battle.has(battle.acting) else []
    rows = acted + acting + sorted(waiting, key=precedence)
    return tuple(_order_row(table, each, waiting) for each in rows)


def _order_row(table: Table, who: Combatant, waiting: list[Combatant]) -> OrderRow:
    tied = [each for each in waiting if not each.is_out and precedence(each) == precedence(who)]
    return OrderRow(
        name=who.name,
        title=who.title,
        camp=who.camp.value,
        value=str(value(who, Stat.SS)) if table.may_know(who) else "",
        has_acted=who.name in table.battle.acted,
        is_acting=who.name == table.battle.acting,
        is_asked=who.name == table.actor,
        is_out=who.is_out,
        is_tied=who in tied and len(tied) > 1,
    )

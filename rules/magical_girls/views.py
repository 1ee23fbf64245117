"""What a viewer may see of a Magical Girls fight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.engine import shown
from rules.engine.log import Snapshot
from rules.engine.shown import BaseTable, Health, OnSquare, SquareMap
from rules.engine.state import Request
from rules.engine.text import Param, Text, initials
from rules.engine.view import LogLine, MayRequest, OrderRow, TableView, Viewer
from rules.magical_girls.costs import PROTECT
from rules.magical_girls.drawer import DRAWER, options
from rules.magical_girls.effects import long
from rules.magical_girls.emergency import protectable
from rules.magical_girls.map import METRES, seats_that_see
from rules.magical_girls.numbers import cap, dice_of, has_dp, is_laden, is_overladen, secret_of
from rules.magical_girls.order import in_order
from rules.magical_girls.state import Battle, Combatant, Modifier
from rules.magical_girls.terms import KEEPER_NAMED, Cover, Form, Side, Wound
from rules.magical_girls.verbs import names

CAMPS: Mapping[Side, str] = {Side.FIRST: "ally", Side.SECOND: "enemy"}
"""What the page calls the two sides."""


@dataclass(frozen=True)
class Badge:
    """Something to know about somebody: a wound, a stance, that she hides, waits or has reacted."""

    key: str
    label: Text
    is_good: bool


@dataclass(frozen=True)
class TokenView(OnSquare):
    """One girl or enemy on the map."""

    name: str
    title: Param
    initials: Param
    portrait: str
    camp: str
    """Whose it is, in the page's words: ally or enemy."""
    cell: str
    """Its cell, by label."""
    health: Health
    mp: int | None
    max_mp: int | None
    dp: int | None
    """Action points, where the viewer may know them, and the table gives it any (MG-14)."""
    most_dp: int | None
    badges: tuple[Badge, ...]
    is_out: bool
    is_acting: bool
    is_asked: bool
    is_own: bool

    @property
    def pips(self) -> tuple[bool, ...]:
        """Its action points one by one, up to the cap: had or not."""
        return tuple(at < (self.dp or 0) for at in range(self.most_dp or 0))


@dataclass(frozen=True)
class Spot(OnSquare):
    """A cell with somebody in it; several may share it (MG-17)."""

    cell: str
    tokens: tuple[TokenView, ...]
    has_things: bool = False
    """Whether things lie there."""

    @property
    def is_shared(self) -> bool:
        """Whether there are several."""
        return len(self.tokens) > 1

    @property
    def names(self) -> str:
        """Who is there, as the page's scripts read it."""
        return " ".join(each.name for each in self.tokens)

    @property
    def beyond(self) -> dict[str, int]:
        """How many have no room: in a small cell three are drawn and in a large one five, where not all fit."""
        many = len(self.tokens)
        return {"small": many - 3 if many > 4 else 0, "large": many - 5 if many > 6 else 0}


@dataclass(frozen=True)
class Ground(OnSquare):
    """What a cell holds beside people: cover, danger, things that lie there."""

    cell: str
    cover: str
    """`half`, `full` or empty."""
    is_dangerous: bool
    things: tuple[Text, ...]


@dataclass(frozen=True)
class BoardView(SquareMap):
    """The map in metres: its size, the ground, who stands where; several may share a cell (MG-17)."""

    cols: int
    rows: int
    metres: int
    """The side of a cell."""
    ground: tuple[Ground, ...]
    tokens: tuple[TokenView, ...]
    purses: tuple[TokenView, ...] = ()
    """Whose points stand in front: the viewer's own girls'; for the keeper, of whoever decides."""

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The cells where somebody is, in each the viewer's own first: they are left out last, but for who acts."""
        found: dict[str, list[TokenView]] = {}
        for each in sorted(self.tokens, key=lambda token: (not token.is_own, token.is_out)):
            found.setdefault(each.cell, []).append(each)
        lying = {each.cell for each in self.ground if each.things}
        return tuple(Spot(cell, _who_acts_first(found[cell]), cell in lying) for cell in sorted(found))

    @property
    def people(self) -> tuple[TokenView, ...]:
        """Everybody, the viewer's own first, then the allies."""
        return tuple(sorted(self.tokens, key=lambda token: (not token.is_own, token.camp)))


def _who_acts_first(there: list[TokenView]) -> tuple[TokenView, ...]:
    """Where not all have room, who acts or is asked is among those who have."""
    if len(there) <= ROOM:
        return tuple(there)
    return tuple(sorted(there, key=lambda token: (not token.is_acting, not token.is_own, not token.is_asked)))


ROOM = 4
"""How many have room in a cell, however small it is."""


@dataclass(frozen=True)
class Table(BaseTable[Battle]):
    """What drawing one version needs."""

    gm = KEEPER_NAMED
    slug = "magical_girls"
    shows = "enemies"
    secret_of = staticmethod(secret_of)

    def sees(self, who: Combatant) -> bool:
        """Somebody hidden is seen by the keeper and those who may know (MG-27)."""
        seats = seats_that_see(self.battle, who)
        return self.viewer.is_gm or seats is None or bool(set(seats) & set(self.viewer.seats))

    def about(self, request: Request) -> Text | None:
        """Whom she could protect (MG-45)."""
        who = self.battle.find(request.seat)
        if who is None or request.kind != PROTECT:
            return None
        friends = names(self.battle[name] for name in protectable(self.battle, who))
        return Text("magical_girls.protectable", {"friends": friends}) if friends else None

    def said(self, line: LogLine) -> Text:
        """The sentence of a log line: without a price where nothing was paid beside what was told before (MG-20)."""
        params = line.text.params
        is_free = params.get("dp") == 0 and "mp" not in params
        return Text(f"magical_girls.log.{line.kind}.vague", params) if is_free else super().said(line)


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
    """Form, round, whose turn, which step; a hidden one's turn is not for all to see (MG-27)."""
    battle = table.battle
    found = [battle.form.named] if battle.form is not Form.FIGHT else []
    found += [Text("magical_girls.place.round", {"round": battle.round})] if battle.round else []
    acting = battle.find(battle.acting)
    if acting and table.sees(acting):
        found.append(Text("magical_girls.place.turn", {"who": acting.title}))
    elif battle.stage and not acting:
        found.append(Text(f"magical_girls.stage.{battle.stage}"))
    for name in battle.emergencies:
        if (who := battle.find(name)) and table.sees(who):
            found.append(Text("magical_girls.place.emergency", {"who": who.title}))
    return tuple(found)


def board(table: Table) -> BoardView:
    """The map and everybody on it, as far as the viewer may know."""
    battle = table.battle
    tokens = tuple(token(table, each) for each in battle.combatants if table.sees(each))
    return BoardView(
        cols=battle.cols,
        rows=battle.rows,
        metres=METRES,
        ground=_ground(battle),
        tokens=tokens,
        purses=tuple(each for each in tokens if _is_in_front(table, each)),
    )


def _is_in_front(table: Table, token: TokenView) -> bool:
    """The points of one's own girls; the keeper has too many for that, and sees whose decision is open."""
    return token.name == table.actor if table.viewer.is_gm else token.is_own


def _ground(battle: Battle) -> tuple[Ground, ...]:
    lying: dict[str, list[Text]] = {}
    for each in battle.things:
        lying.setdefault(each.cell.label, []).append(battle.library.title_of(each.id))
    labels = dict.fromkeys([*sorted(battle.cover), *battle.danger, *lying])
    return tuple(
        Ground(label, _cover(battle.cover.get(label)), label in battle.danger, tuple(lying.get(label, ())))
        for label in labels
    )


def _cover(cover: Cover | None) -> str:
    return cover.value if cover else ""


def token(table: Table, who: Combatant) -> TokenView:
    """One girl or enemy as the viewer may see it."""
    is_known = table.may_know(who)
    counts = is_known and has_dp(table.battle, who)
    return TokenView(
        name=who.name,
        title=who.title,
        initials=initials(who.title),
        portrait=who.portrait,
        camp=CAMPS[who.side],
        cell=who.cell.label,
        health=table.health(who, who.hp, who.max_hp),
        mp=who.mp if is_known else None,
        max_mp=who.max_mp if is_known else None,
        dp=who.dp if counts else None,
        most_dp=cap(table.battle, who) if counts else None,
        badges=(
            *badges(who),
            *_burdens(table, who, is_known=is_known),
            *(_change(each) for each in who.modifiers),
        ),
        is_out=who.is_out,
        is_acting=table.acts(who.name),
        is_asked=who.name == table.actor or (who.is_player and who.seat in table.asked),
        is_own=who.is_player and who.seat in table.viewer.seats,
    )


def badges(who: Combatant) -> tuple[Badge, ...]:
    """That she is dying, wounds, stances, hiding, a prepared action, an emergency reaction made."""
    found = []
    if who.is_out:
        said = "dying" if who.max_mp else "out"
        found.append(Badge("bad", Text(f"magical_girls.badge.{said}"), False))
    if who.wound is not Wound.NONE:
        found.append(Badge(f"wound-{who.wound}", who.wound.named, False))
    if who.stance:
        found.append(Badge(f"watch-{who.stance}", who.stance.named, True))
    if who.is_hidden:
        found.append(Badge("hidden", Text("magical_girls.badge.hidden"), True))
    if who.prepared:
        found.append(Badge("prepared", Text("magical_girls.badge.prepared"), True))
    if who.has_reacted:
        found.append(Badge("reacted", Text("magical_girls.badge.reacted"), True))
    return tuple(found)


def _burdens(table: Table, who: Combatant, *, is_known: bool) -> Iterator[Badge]:
    """What she carries and the keeper's dice for her next check, for who may know her numbers (MG-02, MG-26)."""
    if not is_known:
        return
    if is_overladen(table.battle, who):
        yield Badge("bad", Text("magical_girls.badge.overladen"), False)
    elif is_laden(table.battle, who):
        yield Badge("bad", Text("magical_girls.badge.laden"), False)
    if who.next_dice:
        said = Text("magical_girls.badge.next_dice", {"dice": dice_of(who.next_dice)})
        yield _badge(said, is_good=who.next_dice > 0)


def _change(each: Modifier) -> Badge:
    """A change in force, by what and until when; that it was made was told to all who see her."""
    said = Text("magical_girls.badge.change", {"source": each.source, "what": changed(each)})
    return _badge(said, is_good=each.amount > 0)


def _badge(said: Text, *, is_good: bool) -> Badge:
    return Badge("good" if is_good else "bad", said, is_good)


def changed(each: Modifier) -> Text:
    """What a modifier changes, and until when."""
    until = long(each.until)
    match each.what:
        case "dice":
            on = Text(f"magical_girls.on.{each.on}")
            return Text("magical_girls.effect.boost", {"dice": dice_of(each.amount), "on": on, "long": until})
        case "extra":
            return Text("magical_girls.effect.extra", {"amount": f"{each.amount:+d}", "long": until})
    return Text("magical_girls.effect.guard", {"amount": each.amount, "long": until})


def _order(table: Table) -> tuple[OrderRow, ...]:
    """The order of initiative as it stands; who is not in it yet comes after, as set up (MG-11, MG-13)."""
    battle = table.battle
    yet = [each for each in battle.combatants if each.name not in battle.order]
    return tuple(_order_row(table, each) for each in (*in_order(battle), *yet) if table.sees(each))


def _order_row(table: Table, who: Combatant) -> OrderRow:
    return OrderRow(
        name=who.name,
        title=who.title,
        camp=CAMPS[who.side],
        value="",
        has_acted=who.name in table.battle.acted,
        is_acting=table.acts(who.name),
        is_asked=who.name == table.actor,
        is_out=who.is_out,
        is_tied=False,
        left=_left(table, who),
    )


def _left(table: Table, who: Combatant) -> Text | None:
    """DP and HP, for who may know them; the dying have none to speak of."""
    if not table.may_know(who) or who.is_out:
        return None
    hp: dict[str, Param] = {"hp": who.hp, "most": who.max_hp}
    if not has_dp(table.battle, who):
        return Text("magical_girls.order.hp", hp)
    return Text("magical_girls.order.left", hp | {"dp": who.dp})

"""Candles: the smallest game that uses all of the engine. Two camps of candles blow at each other's flames.

Candles stand on a row of cells, act once a round from the tallest down, and melt: who has no wax left is out. A round
ends with a draught that melts whoever staked least against it. The last camp that burns wins.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from rules.engine.bots import random_legal
from rules.engine.choices import Amount, One, Option, Order, Pay, Price, Route, Some, Value, Words
from rules.engine.dice import Draws
from rules.engine.errors import BattleOver, Frame, Lapsed, NotAllowed
from rules.engine.flow import (
    GM,
    Ask,
    Flow,
    Need,
    Offer,
    OfferView,
    Question,
    Seat,
    ask,
    ask_one,
    frame,
    nothing,
    question,
    roll,
)
from rules.engine.house_rules import HouseRule, Setting
from rules.engine.log import Event, Explanation, Part, Snapshot
from rules.engine.requests import Requests
from rules.engine.shown import may_request
from rules.engine.state import BattleBase, Beat, Request, Result
from rules.engine.system import Held
from rules.engine.text import Text, text
from rules.engine.view import (
    LogLine,
    RequestView,
    TableView,
    Viewer,
    log_lines,
    prompts_for,
    take_back_of,
    waiting_for,
)

CELLS = ("A1", "B1", "C1", "D1", "E1", "F1")


@dataclass
class Candle:
    """A duellist."""

    name: str
    camp: str
    seat: Seat
    height: int
    wax: int
    cell: str = ""
    has_gusted: bool = False


@dataclass(frozen=True)
class Breath:
    """Content: a way to blow harder, paid for with air."""

    id: str
    strength: int
    cost: tuple[str, ...]
    group: str = ""
    needs: str = ""


@dataclass
class Duel(BattleBase):
    """The whole fight."""

    candles: list[Candle] = field(default_factory=list)
    round: int = 1
    acted: list[str] = field(default_factory=list)
    is_placed: bool = False
    taunts: dict[Seat, str] = field(default_factory=dict)
    breaths: Annotated[list[Breath], Field(exclude=True)] = field(default_factory=list)

    def burning(self, camp: str = "") -> list[Candle]:
        """Who is not out, of one camp or of both."""
        return [candle for candle in self.candles if candle.wax > 0 and camp in ("", candle.camp)]

    def against(self, name: str) -> list[Candle]:
        """The burning foes of that candle."""
        return [candle for candle in self.burning() if candle.camp != self.able(name).camp]

    def find(self, name: str) -> Candle | None:
        """The candle of that name, if it is in the fight."""
        return next((candle for candle in self.candles if candle.name == name), None)

    def able(self, name: str) -> Candle:
        """The candle, burning. Lapsed when it is out or gone."""
        found = self.find(name)
        if found is None or found.wax <= 0:
            raise Lapsed()
        return found

    # ---- verbs

    def melt(self, name: str, wax: int, row: str, *, secret: bool = False) -> None:
        """Take wax away."""
        candle = self.able(name)
        candle.wax = max(0, candle.wax - wax)
        why = Explanation((Part(text("candles.wind"), wax, name if secret else ""),), wax, row)
        said = {"who": name, "wax": wax}
        self.record(
            Event("candles.log.melt", said, row, why, about=(name,), secret_of=name if secret else "")
        )

    def move(self, name: str, cell: str) -> None:
        """Stand on another cell."""
        self.able(name).cell = cell
        self.record(Event("candles.log.move", {"who": name, "cell": cell}, "CD-2", cells=(cell,)))

    def settle(self) -> None:
        """Look whether a camp is out. BattleOver when it is."""
        camps = {candle.camp for candle in self.burning()}
        if len(camps) < 2:
            self.result = Result("".join(camps), text("candles.result.out"))
            raise BattleOver()


def options(names: list[Candle]) -> tuple[Option, ...]:
    """Candles to choose from."""
    return tuple(Option(candle.name, text("candles.name", name=candle.name)) for candle in names)


def asked(key: str, seat: Seat, shape: Any, actor: str = "", **more: Any) -> Ask:
    """A question to one seat."""
    about, public = text(f"candles.ask.{key}"), text("candles.public", actor=actor)
    return question(f"candles.{key}", about, {seat: shape}, public=public, actor=actor, **more)


# ---- beats


def placement(duel: Duel) -> Flow[None]:
    """CD-1: all seats place their candles at once; the GM's stand where they like."""
    answers = yield from ask(lambda: placement_question(duel))
    for candle in duel.candles:
        chosen = answers.get(candle.seat)
        if candle.seat == GM or not isinstance(chosen, str):
            chosen = CELLS[-1]
        duel.move(candle.name, chosen)


def placement_question(duel: Duel) -> Ask:
    """Every player's seat, each with its own cells."""
    cells = tuple(Option(cell, text("candles.cell", cell=cell), cells=(cell,)) for cell in CELLS[:3])
    seats = [candle.seat for candle in duel.burning() if candle.seat != GM]
    choices = {seat: One(cells) for seat in seats}
    return question("candles.place", text("candles.ask.place"), choices, public=text("candles.public.all"))


def turn(duel: Duel, name: str) -> Flow[None]:
    """CD-2: move, act, and say something."""
    way = yield from ask_one(lambda: move_question(duel, name))
    for cell in way if isinstance(way, list) else []:
        duel.move(name, cell)
    yield from frame(Frame.ACTION, action(duel, name))
    duel.settle()
    said = yield from ask_one(lambda: asked("taunt", duel.able(name).seat, Words(40), name, private=True))
    if isinstance(said, str):
        duel.taunts[duel.able(name).seat] = said
        duel.record(Event("candles.log.taunt", {"words": said}, reveals=False))


def move_question(duel: Duel, name: str) -> Ask:
    """One step costs 1, over the draughty middle 2."""
    exits: dict[str, dict[str, int]] = {cell: {} for cell in CELLS}
    for one, other in pairwise(CELLS):
        cost = 2 if one == "C1" else 1
        exits[one][other] = exits[other][one] = cost
    candle = duel.able(name)
    return asked("move", candle.seat, Route(candle.cell, exits, 3), name)


def action(duel: Duel, name: str) -> Flow[None]:
    """CD-3: blow at foes, grow taller for wax, or rest."""
    chosen = yield from ask_one(lambda: action_question(duel, name))
    if chosen == "blow":
        yield from blow(duel, name)
    elif chosen == "stretch":
        wax = yield from ask_one(lambda: asked("stretch", duel.able(name).seat, Amount(1, 3), name))
        assert isinstance(wax, int)
        duel.able(name).height += wax
        duel.melt(name, wax, "CD-3")


def action_question(duel: Duel, name: str) -> Ask:
    """What to do; meanwhile any other candle may start its one gust of the fight."""
    choices = tuple(Option(each, text(f"candles.{each}")) for each in ("blow", "stretch", "rest"))
    offers = tuple(gust_offers(duel, name))
    return asked("act", duel.able(name).seat, One(choices), name, offers=offers)


def gust_offers(duel: Duel, acting: str) -> Iterator[Offer]:
    """CD-6: one for every candle that has not gusted and does not act."""
    for candle in duel.burning():
        if candle.name != acting and not candle.has_gusted:
            view = OfferView(f"gust-{candle.name}", candle.seat, text("candles.gust"))
            yield Offer(view, lambda _value, who=candle.name: gust(duel, who))


def gust(duel: Duel, name: str) -> Flow[None]:
    """CD-6: out of turn, one wax off a foe, whose camp may offer shelter meanwhile."""
    duel.able(name).has_gusted = True
    duel.record(Event("candles.log.gust", {"who": name}, "CD-6"))
    target = yield from ask_one(lambda: gust_question(duel, name))
    assert isinstance(target, str)
    duel.melt(target, 1, "CD-6")


def gust_question(duel: Duel, name: str) -> Ask:
    """Whom to gust at; a foe's seat may take shelter first, once it has nothing left to gust with."""
    foes = duel.against(name)
    offers = tuple(
        Offer(
            OfferView(f"shelter-{foe.name}", foe.seat, text("candles.shelter"), Amount(1, 2)),
            lambda value, who=foe.name: shelter(duel, who, value),
        )
        for foe in foes
        if not foe.has_gusted
    )
    return asked("gust", duel.able(name).seat, One(options(foes)), name, offers=offers)


def shelter(duel: Duel, name: str, wax: Value) -> Flow[None]:
    """CD-7: give up the gust for wax, on the roll of a hidden die; told to the own seat alone."""
    duel.able(name).has_gusted = True
    sure = One((Option("yes", text("candles.yes")), Option("no", text("candles.no"))))
    chosen = yield from ask_one(lambda: asked("shelter", duel.able(name).seat, sure, name, private=True))
    faces = yield from roll(name, "CD-7", 1, hidden=True)
    if chosen == "yes" and isinstance(wax, int) and faces[0] > 3:
        duel.able(name).wax += wax
        duel.record(Event("candles.log.shelter", {"who": name, "wax": wax}, seen_by=(duel.able(name).seat,)))


def blow(duel: Duel, name: str) -> Flow[None]:
    """CD-4: pay breaths, choose targets and their order; each target may be covered by its camp."""
    paid = yield from ask_one(lambda: asked("breath", duel.able(name).seat, breaths(duel), name))
    chosen = yield from ask_one(
        lambda: asked("targets", duel.able(name).seat, Some(options(duel.against(name)), 1, 2), name)
    )
    order = chosen
    if isinstance(chosen, list) and len(chosen) > 1:
        order = yield from ask_one(lambda: order_question(duel, name, chosen))
    strength = 1 + sum(each.strength for each in duel.breaths if isinstance(paid, list) and each.id in paid)
    for target in order if isinstance(order, list) else []:
        yield from frame(Frame.REACTION, hit(duel, name, target, strength))


def breaths(duel: Duel) -> Pay:
    """What to blow with."""
    prices = tuple(Price(b.id, text("candles.b"), b.cost, None, b.group, b.needs) for b in duel.breaths)
    return Pay(("air", "air", "fire"), prices)


def order_question(duel: Duel, name: str, chosen: list[str]) -> Ask:
    """Who is hit first."""
    left = [candle for candle in duel.against(name) if candle.name in chosen]
    return asked("order", duel.able(name).seat, Order(options(left)), name, subjects=tuple(chosen))


def hit(duel: Duel, name: str, target: str, strength: int) -> Flow[None]:
    """CD-5: the first of the target's camp that steps in is hit instead; sixes do not melt."""
    cover = yield from ask(lambda: cover_question(duel, target))
    struck = next((str(value) for value in cover.values()), target)
    faces = yield from roll(name, "CD-5", strength)
    duel.melt(struck, sum(face < 6 for face in faces), "CD-5", secret=duel.able(struck).seat == GM)


def cover_question(duel: Duel, target: str) -> Ask:
    """Every seat of the camp that has a candle to step in with."""
    by_seat: dict[Seat, list[Candle]] = {}
    for candle in duel.burning(duel.able(target).camp):
        by_seat.setdefault(candle.seat, []).append(candle)
    choices = {seat: One(options(candles), may_pass=True) for seat, candles in by_seat.items()}
    about, public = text("candles.ask.cover"), text("candles.public.cover")
    return question(
        "candles.cover", about, choices, public=public, need=Need.FIRST, actor=target, subjects=(target,)
    )


def draught(duel: Duel) -> Flow[None]:
    """CD-8: all stake wax in secret; the lowest stakes melt by the draught, the highest by what they staked."""
    duel.settle()
    stakes = yield from ask(lambda: stake_question(duel))
    faces = yield from roll("draught", "CD-8", 2, 3, hidden=True)
    lost = max(faces) if duel.house_rules["strong_draught"] else 1
    given = {seat: stake for seat, stake in stakes.items() if isinstance(stake, int)}
    for candle in duel.burning():
        stake = given.get(candle.seat, 0)
        duel.melt(candle.name, lost if stake == min(given.values()) else stake // 2, "CD-8")
    duel.round, duel.acted = duel.round + 1, []
    duel.settle()


def stake_question(duel: Duel) -> Ask:
    """Every seat that has a candle burning."""
    choices = {candle.seat: Amount(0, min(3, candle.wax)) for candle in duel.burning()}
    about, public = text("candles.ask.stake"), text("candles.public.all")
    return question("candles.stake", about, choices, public=public)


# ---- rulings and bots


def set_wax(duel: Duel, params: Mapping[str, Any]) -> None:
    """GM: a candle has that much wax."""
    candle, wax = duel.find(str(params.get("name"))), params.get("wax")
    if candle is None or not isinstance(wax, int):
        raise NotAllowed("no_such_choice", choice=str(params.get("name")))
    candle.wax = wax
    duel.record(Event("candles.log.set", {"who": candle.name, "wax": wax}))


def remove(duel: Duel, params: Mapping[str, Any]) -> None:
    """GM: a candle is taken from the table."""
    candle = duel.find(str(params.get("name")))
    if candle is None:
        raise NotAllowed("no_such_choice", choice=str(params.get("name")))
    duel.candles.remove(candle)
    duel.record(Event("candles.log.removed", {"who": candle.name}))


def fierce(duel: Duel, asked_for: Question, seat: Seat, draws: Draws) -> Value:
    """Blows at the weakest foe, never covers, stakes one; random where it has no opinion."""
    foes = sorted(duel.burning(), key=lambda candle: (candle.wax, candle.name))
    shape = asked_for.choices[seat]
    match asked_for.key:
        case "candles.act":
            return "blow"
        case "candles.targets" if isinstance(shape, Some):
            return [next(foe.name for foe in foes if foe.name in {option.id for option in shape.options})]
        case "candles.cover":
            return None
        case _:
            return random_legal(duel, asked_for, seat, draws)


# ---- the door

STATE = TypeAdapter(Duel)
BREATHS = TypeAdapter(list[Breath])
PLAY: dict[str, Callable[[Duel, str], Flow[None]]] = {
    "placement": lambda duel, _who: placement(duel),
    "turn": lambda duel, who: frame(Frame.TURN, turn(duel, who)),
    "draught": lambda duel, _who: draught(duel),
}


class Candles(Requests):
    """The system."""

    slug = "candles"
    schema = 1
    house_rules: Mapping[str, HouseRule] = {
        "strong_draught": HouseRule("strong_draught", False, (False, True), "CD-8")
    }
    rulings: Mapping[str, Any] = {"set_wax": set_wax, "remove": remove}
    bots: Mapping[str, Any] = {"random": random_legal, "fierce": fierce}
    requests = ("wait", "gust")
    sides = ("west", "east")
    matches: tuple[str, ...] = ()
    with_zero: tuple[str, ...] = ()
    clears_board = True
    characters: Mapping[str, Any] = {}
    encounters: Mapping[str, Any] = {}

    def contents(self, encounter: str) -> tuple[Held, ...]:
        """There are no ready encounters."""
        return ()

    def open(self, setup: Mapping[str, Any], house_rules: Mapping[str, Setting]) -> Duel:
        """`{"candles": [...], "breaths": [...]}`."""
        duel = STATE.validate_python({"candles": setup["candles"]})
        duel.breaths = BREATHS.validate_python(setup["breaths"])
        duel.house_rules = {key: rule.default for key, rule in self.house_rules.items()} | dict(house_rules)
        return duel

    def won_by(self, battle: Duel, side: str) -> Text:
        """The west or the east."""
        return Text(f"candles.wins.{side}")

    def dump(self, battle: Duel) -> dict[str, Any]:
        """The state as JSON."""
        state: dict[str, Any] = STATE.dump_python(battle, mode="json")
        return state

    def load(self, state: Mapping[str, Any], pins: Mapping[str, Any]) -> Duel:
        """The duel of a dumped state."""
        duel = STATE.validate_python(state)
        duel.breaths = BREATHS.validate_python(pins["breaths"])
        return duel

    def pins(self, battle: Duel) -> dict[str, Any]:
        """The breaths in use."""
        return {"breaths": BREATHS.dump_python(battle.breaths, mode="json")}

    def next_beat(self, battle: Duel) -> Beat | None:
        """Placement, turns from the tallest down, the draught, round after round."""
        if battle.result:
            return None
        if not battle.is_placed:
            return Beat("placement")
        waiting = [candle for candle in battle.burning() if candle.name not in battle.acted]
        if not waiting:
            return Beat("draught")
        tallest = max(waiting, key=lambda candle: (candle.height, candle.name))
        return Beat("turn", tallest.name)

    def play(self, battle: Duel, beat: Beat) -> Flow[None]:
        """The beat's story; a turn counts as taken from its start."""
        battle.is_placed = True
        battle.acted += [beat.who] if beat.who else []
        return PLAY[beat.kind](battle, beat.who)

    def abandon(self, battle: Duel, beat: Beat) -> None:
        """Count the beat as done."""
        battle.is_placed = True
        if beat.kind == "draught":
            battle.round, battle.acted = battle.round + 1, []
        elif beat.who not in battle.acted:
            battle.acted.append(beat.who)

    def view(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> TableView:
        """The table for `viewer`."""
        duel = self.load(snapshot.state, pins)
        waiting, seats = waiting_for(snapshot.open, viewer)
        asked_offers = snapshot.open.question.offers if snapshot.open else ()
        taken = take_back_of(snapshot, viewer)
        return TableView(
            version=snapshot.version,
            ticket=snapshot.ticket,
            system=self.slug,
            place=(text("candles.round", round=duel.round),),
            round=duel.round,
            board={c.cell: c.name for c in duel.burning()},
            order=(),
            prompts=prompts_for(snapshot, viewer, lambda seat: seat),
            offers=tuple(offer for offer in asked_offers if offer.seat in viewer.seats),
            waiting=waiting,
            waiting_for=seats,
            requests=tuple(
                RequestView(**vars(each))
                for each in duel.requests
                if viewer.is_gm or each.seat in viewer.seats
            ),
            is_paused=duel.paused,
            is_held=bool(duel.requests),
            result=duel.result.reason if duel.result else None,
            summary=(),
            take_back=taken[1] if taken else None,
            take_back_seat=taken[0] if taken else "",
            house_rules=duel.house_rules,
            frames=snapshot.frames if viewer.is_gm else (),
            may_request=may_request(self, duel, viewer),
        )

    def log(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> tuple[LogLine, ...]:
        """Foes' numbers are the GM's to know."""
        duel = self.load(snapshot.state, pins)
        return log_lines(snapshot, viewer, lambda who: viewer.is_gm or bool(_own(duel, who, viewer)))

    def seats(self, setup: Mapping[str, Any]) -> dict[Seat, str]:
        """The GM's and one a player's candle."""
        return {candle["seat"]: candle["name"] for candle in setup["candles"]} | {GM: "GM"}

    def after(self, state: Mapping[str, Any], pins: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Wax is lasting."""
        return {c.name: {"wax": c.wax} for c in self.load(state, pins).candles if c.seat != GM}

    def carried(self, sheet: Mapping[str, Any], left: Mapping[str, Any]) -> list[Text]:
        """Wax that burned down."""
        return [Text("candles.wax", {"wax": left["wax"]})] if left["wax"] < sheet.get("wax", 9) else []

    def grant(self, battle: BattleBase, request: Request) -> Flow[None]:
        """A granted gust comes before the open question."""
        assert isinstance(battle, Duel)
        name = next((candle.name for candle in battle.candles if candle.seat == request.seat), "")
        return gust(battle, name) if request.kind == "gust" and name else nothing()


def _own(duel: Duel, who: str, viewer: Viewer) -> bool:
    candle = duel.find(who)
    return candle is not None and candle.seat in viewer.seats


SYSTEM = Candles()
SETUP: dict[str, Any] = {
    "candles": [
        {"name": "mina", "camp": "west", "seat": "mina", "height": 8, "wax": 9},
        {"name": "jun", "camp": "west", "seat": "jun", "height": 5, "wax": 9},
        {"name": "taper", "camp": "east", "seat": GM, "height": 7, "wax": 9},
        {"name": "stub", "camp": "east", "seat": GM, "height": 2, "wax": 8},
    ],
    "breaths": [
        {"id": "puff", "strength": 1, "cost": ["air"]},
        {"id": "blast", "strength": 2, "cost": ["air", "air"], "group": "big"},
        {"id": "roar", "strength": 3, "cost": ["air", "fire"], "group": "big"},
        {"id": "echo", "strength": 1, "cost": ["air"], "needs": "roar"},
    ],
}

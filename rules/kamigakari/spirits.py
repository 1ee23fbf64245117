"""The spirit pool 靈力: manipulation of a check, costs paid by picked dice, and its renewal (KG-02, KG-04)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from rules.engine.choices import One, Option
from rules.engine.flow import Flow, roll
from rules.engine.text import Text
from rules.kamigakari.asking import decide, one_of
from rules.kamigakari.numbers import pool
from rules.kamigakari.plan import plan
from rules.kamigakari.stakes import as_it_stands, to_beat
from rules.kamigakari.state import Battle, Check, Combatant, Spirit
from rules.kamigakari.verbs import tell

ROW = "KG-04"
Places = tuple[int, ...]
"""Dice of a pool, by their place."""


def rolled_pool(battle: Battle, name: str) -> Flow[None]:
    """Everybody's pool is rolled when the fight starts, but for the dice that the sheet brought (KG-04)."""
    who = battle[name]
    faces = yield from roll(name, ROW, pool(battle, who) - len(who.spirits))
    if faces:
        battle[name].spirits += [Spirit(face) for face in faces]
        tell(battle, "pool", ROW, battle[name], faces=tuple(faces), is_secret=True)


def renew(battle: Battle, name: str, most: int | None = None) -> Flow[None]:
    """Spent dice are rolled again; unspent ones keep their faces (KG-04)."""
    spent = [at for at, spirit in enumerate(battle[name].spirits) if spirit.is_spent][:most]
    faces = yield from roll(name, f"{ROW} renew", len(spent))
    for at, face in zip(spent, faces, strict=True):
        battle[name].spirits[at] = Spirit(face)
    if faces:
        tell(battle, "renews", ROW, battle[name], faces=tuple(faces), is_secret=True)


# ---------------------------------------------------------------- manipulation


def manipulate(battle: Battle, check: Check) -> Flow[None]:
    """After a roll, once a check: rolled dice for pool dice, one for one; at least one rolled die stays (KG-04).

    Not after a critical or fumble (KG-02), not with a single die; a die made 1 by pain is not swapped (KG-36).
    """
    swapped: dict[int, int] = {}
    while _swaps(battle, check, swapped):
        chosen = yield from decide(
            battle,
            check.who,
            "manipulate",
            lambda who: One(tuple(_options(battle, who, check, swapped)), may_pass=True),
            stat=as_it_stands(battle, check, halves=_is_halved(battle)),
            total=check.total,
        )
        if chosen is None:
            return
        die, _, spirit = str(chosen).partition(">")
        swap(battle, check, int(die), int(spirit))
        swapped[int(die)] = int(spirit)


def swap(battle: Battle, check: Check, die: int, place: int) -> None:
    """One rolled die for one of the pool: the rolled face goes into the pool."""
    who = battle[check.who]
    rolled, spirit = check.faces[die], who.spirits[place]
    check.faces[die], check.total = spirit.face, check.total - rolled + spirit.face
    who.spirits[place] = replace(spirit, face=rolled)
    faces = rolled, spirit.face
    tell(
        battle, "swaps", ROW, who, faces=faces, old=rolled, new=spirit.face, total=check.total, reveals=False
    )


def _swaps(battle: Battle, check: Check, swapped: Mapping[int, int]) -> bool:
    may = not (check.is_critical or check.is_fumble) and len(swapped) < len(check.faces) - 1
    return may and bool(list(_options(battle, battle.able(check.who), check, swapped)))


def _options(battle: Battle, who: Combatant, check: Check, swapped: Mapping[int, int]) -> Iterator[Option]:
    """`<rolled die>><pool die>`, each pair of faces once; a face just rolled into the pool does not come back."""
    seen: set[tuple[int, int]] = set()
    ready = [place for place in who.ready_spirits() if place not in swapped.values()]
    for die, face in enumerate(check.faces):
        for place in ready if die not in swapped and die not in check.fixed else ():
            new = who.spirits[place].face
            if new != face and (face, new) not in seen:
                seen.add((face, new))
                said = Text("kamigakari.option.swap", {"old": face, "new": new})
                yield Option(f"{die}>{place}", said, _result(battle, check, check.total - face + new))


def _result(battle: Battle, check: Check, total: int) -> Text:
    """What the swap makes of the check, and what that changes in a contest; a tie goes to the active side (KG-03)."""
    return Text(f"kamigakari.option.swap.{_turn(battle, check, total)}", {"total": total})


def _is_halved(battle: Battle) -> bool:
    """Whether a success against the attack in progress leaves half of its damage (KG-15)."""
    return battle.attack is not None and plan(battle).is_half_resisted


def _turn(battle: Battle, check: Check, total: int) -> str:
    """How a contest turns with another total; `note` where it does not."""
    beaten = to_beat(battle, check)
    if total == beaten:
        return "ties"
    if beaten is None or (total > beaten) == (check.total > beaten):
        return "note"
    if total > beaten:
        return "halves" if _is_halved(battle) else "wards_off"
    return "gives_in"


# ---------------------------------------------------------------- costs


def payments(cost: str, who: Combatant) -> list[Places]:
    """The dice that pay one cost: a given face, odd, even, a pair, a run of two (KG-04)."""
    ready = who.ready_spirits()

    def face(at: int) -> int:
        return who.spirits[at].face

    match cost:
        case "odd" | "even":
            return [(at,) for at in ready if face(at) % 2 == (cost == "odd")]
        case "pair":
            return [pair for pair in combinations(ready, 2) if face(pair[0]) == face(pair[1])]
        case "run":
            return [pair for pair in combinations(ready, 2) if abs(face(pair[0]) - face(pair[1])) == 1]
    return [(at,) for at in ready if face(at) == int(cost)]


def can_pay(costs: Sequence[str], who: Combatant, taken: Sequence[int] = ()) -> bool:
    """Whether the pool pays all of these together."""
    if not costs:
        return True
    free = (each for each in payments(costs[0], who) if not set(each) & set(taken))
    return any(can_pay(costs[1:], who, [*taken, *each]) for each in free)


def pay(battle: Battle, name: str, costs: Sequence[str], source: Text) -> Flow[None]:
    """Pick the dice for each cost, so that the rest can still be paid; they are spent until the round's end."""
    for at, cost in enumerate(costs):

        def fitting(who: Combatant, cost: str = cost, rest: Sequence[str] = costs[at + 1 :]) -> list[Places]:
            return [each for each in payments(cost, who) if can_pay(rest, who, each)]

        chosen = yield from _picked(battle, name, fitting, cost, source)
        spend(battle, battle.able(name), chosen, source)


def _picked(
    battle: Battle, name: str, fitting: Callable[[Combatant], list[Places]], cost: str, source: Text
) -> Flow[Places]:
    """Dice of the same faces are the same way to pay. Lapsed when a ruling leaves none that pay."""

    def options(who: Combatant) -> list[Option]:
        by_faces: dict[Places, Places] = {}
        for way in fitting(who):
            by_faces.setdefault(tuple(sorted(who.spirits[at].face for at in way)), way)
        return [_way(way, faces) for faces, way in by_faces.items()]

    only = options(battle.able(name))
    if len(only) == 1:
        return _dice(only[0].id)
    chosen = yield from decide(
        battle, name, "pay", lambda who: one_of(options(who)), cost=cost_named(cost), source=source
    )
    return _dice(str(chosen))


def _way(way: Places, faces: Places) -> Option:
    return Option(
        "+".join(map(str, way)), Text("kamigakari.option.dice", {"faces": " + ".join(map(str, faces))})
    )


def _dice(way: str) -> Places:
    return tuple(int(at) for at in way.split("+"))


def cost_named(cost: str) -> Text:
    """One cost in words: "a 5", "a pair"."""
    if cost.isdigit():
        return Text("kamigakari.cost.face", {"face": int(cost)})
    return Text(f"kamigakari.cost.{cost}")


def spend(battle: Battle, who: Combatant, places: Places, source: Text) -> None:
    """Spent dice are out until they are rolled again."""
    faces = tuple(who.spirits[at].face for at in places)
    for at in places:
        who.spirits[at] = replace(who.spirits[at], is_spent=True)
    tell(battle, "spends", ROW, who, faces=faces, source=source, is_secret=True, reveals=False)


# ---------------------------------------------------------------- criticals and fumbles


def after_critical(battle: Battle, name: str) -> Flow[None]:
    """The roller sets one of its spirit dice to any face; an empty pool skips it (KG-02)."""

    def options(who: Combatant) -> One:
        """Dice of the same face are one to choose."""
        dice = {who.spirits[at].face: at for at in reversed(who.ready_spirits())}
        return one_of(
            [
                Option(f"{at}={new}", Text("kamigakari.option.set", {"old": old, "new": new}))
                for old, at in sorted(dice.items(), key=lambda die: die[1])
                for new in range(1, 7)
                if new != old
            ],
            may_pass=True,
        )

    if not battle.able(name).ready_spirits():
        return
    chosen = yield from decide(battle, name, "set_spirit", options)
    if chosen is not None:
        at, _, face = str(chosen).partition("=")
        battle.able(name).spirits[int(at)] = Spirit(int(face))
        tell(battle, "sets_spirit", "KG-02", battle.able(name), face=int(face), is_secret=True, reveals=False)


def after_fumble(battle: Battle, name: str) -> None:
    """Its highest spirit die becomes 1; an empty pool skips it (KG-02)."""
    who = battle[name]
    if who.ready_spirits():
        highest = max(who.ready_spirits(), key=lambda at: who.spirits[at].face)
        who.spirits[highest] = Spirit(1)
        tell(battle, "loses_spirit", "KG-02", who)

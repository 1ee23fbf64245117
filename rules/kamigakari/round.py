"""The round: start timing, turns by initiative, end timing, ongoing effects (KG-32)."""

from collections.abc import Iterator

from rules.engine.choices import Option
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.state import Beat
from rules.kamigakari.asking import decide, one_of
from rules.kamigakari.crest import last_chance, pay_crest
from rules.kamigakari.deeds import cures
from rules.kamigakari.ending import aftermath, end_with_round, offer_end, settle
from rules.kamigakari.order import candidates, in_order
from rules.kamigakari.placement import is_due, placement
from rules.kamigakari.spirits import renew
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.talents import options, usable, use
from rules.kamigakari.terms import StatusKey, Timing
from rules.kamigakari.turn import finish_turn, shake_off, turn
from rules.kamigakari.verbs import expire, lose, tell, topple


def next_beat(battle: Battle) -> Beat | None:
    """Placement, then round after round of start, turns, end; then what is left of it (KG-32)."""
    if battle.result:
        return None if battle.is_cleared else Beat("aftermath")
    if is_due(battle):
        return Beat("placement")
    if battle.step in ("", "end"):
        return Beat("start")
    return Beat("turn") if candidates(battle) and not battle.is_ending else Beat("end")


def play(battle: Battle, beat: Beat) -> Flow[None]:
    """The beat's story."""
    battle.stage = beat.kind
    match beat.kind:
        case "placement":
            yield from frame(Frame.TURN, placement(battle))
        case "start":
            yield from start(battle)
        case "turn":
            yield from turn(battle)
        case "end":
            yield from end(battle)
        case _:
            yield from pay_crest(battle)
            aftermath(battle)


def abandon(battle: Battle, beat: Beat) -> None:
    """Count the beat as done, the table as it stands (a take-over by hand)."""
    match beat.kind:
        case "start":
            begin_round(battle)
            battle.step = "turns"
        case "turn":
            finish_turn(battle, battle.acting or next((each.name for each in candidates(battle)), ""))
        case "end":
            finish_round(battle)
            if battle.is_ending:
                settle(battle)
        case "aftermath" if not battle.is_cleared:
            aftermath(battle)


def start(battle: Battle) -> Flow[None]:
    """A new round: timings come back, then everybody's start timing in the order of initiative (KG-32)."""
    begin_round(battle)
    yield from _everybodys(battle, Timing.START)
    battle.step = "turns"


def begin_round(battle: Battle) -> None:
    """Nobody has acted, nothing is spent; once a round, however often it is come to."""
    if battle.step == "start":
        return
    battle.round, battle.acted, battle.step = battle.round + 1, [], "start"
    for each in battle.combatants:
        each.spent, each.engagements_left = [], each.size
    tell(battle, "round", "KG-32", round=battle.round, reveals=False)


def _everybodys(battle: Battle, timing: Timing) -> Flow[None]:
    for name in [each.name for each in in_order(battle, battle.standing_ones())]:
        if battle.stands(name):
            yield from frame(Frame.ACTION, _timing(battle, name, timing))


def _timing(battle: Battle, name: str, timing: Timing) -> Flow[None]:
    """One talent or item at that timing, or a status that is ended by it, or nothing (KG-33, KG-36)."""

    def now(who: Combatant) -> list[Option]:
        return [*options(battle, usable(battle, who, timing)), *_shaken_off(who, timing)]

    if not now(battle.able(name)):
        return
    chosen = yield from decide(battle, name, f"{timing}_timing", lambda who: one_of(now(who), may_pass=True))
    kind, _, id = str(chosen).partition(":")
    if kind == "cure":
        yield from shake_off(battle, name, StatusKey(id))
    elif chosen is not None:
        yield from use(battle, name, str(chosen), timing)


def _shaken_off(who: Combatant, timing: Timing) -> Iterator[Option]:
    """Nothing in a faint, or with the timing spent (KG-33, KG-36)."""
    may_be = timing not in who.spent and who.status(StatusKey.FAINT) is None
    return cures(who, timing) if may_be else iter(())


def end(battle: Battle) -> Flow[None]:
    """Everybody's end timing, then ongoing effects: damage, recovery, removal; spent spirit dice re-rolled (KG-32)."""
    battle.step = "ending"
    yield from _everybodys(battle, Timing.END)
    yield from ongoing(battle)
    yield from last_chance(battle)
    for name in [each.name for each in battle.combatants]:
        yield from renew(battle, name)
    finish_round(battle)
    yield from offer_end(battle)
    end_with_round(battle)


def ongoing(battle: Battle) -> Flow[None]:
    """Poison n takes n life after each end timing, from all at once (KG-36)."""
    for each in in_order(battle, battle.standing_ones()):
        poison = each.status(StatusKey.POISON)
        if poison:
            lose(battle, each, poison.level, poison.key.named, "KG-36")
    topple(battle)
    return
    yield


def finish_round(battle: Battle) -> None:
    """The round is over; what lasted until now ends."""
    expire(battle, "round")
    battle.step = "end"

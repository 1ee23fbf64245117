"""The course of a fight: form, surprise, places, initiative, then round after round (MG-05, MG-10 to MG-14)."""

from dataclasses import replace

from rules.engine.choices import Option
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.grid import cell_at
from rules.engine.state import Beat
from rules.engine.text import Text
from rules.magical_girls.asking import ask_keeper, one_of, people, places
from rules.magical_girls.ending import aftermath, clear, clear_fight, offer_end
from rules.magical_girls.numbers import SURPRISE, start_dp
from rules.magical_girls.order import initiative, waiting
from rules.magical_girls.outcome import end_of_match, settle
from rules.magical_girls.recovery import recover_all
from rules.magical_girls.state import Battle
from rules.magical_girls.terms import Form, Side
from rules.magical_girls.throwing import land
from rules.magical_girls.turn import finish_turn, turn
from rules.magical_girls.verbs import expire, gain_dp, names, stand, tell
from rules.magical_girls.versus import contest, pick_form

STEPS = ("form", "surprise", "placement", "initiative")
"""What comes before the first round, in this order (MG-10)."""


def next_beat(battle: Battle) -> Beat | None:
    """What comes next (MG-10)."""
    if battle.result:
        return None if battle.is_cleared else Beat("aftermath")
    if battle.form is Form.VERSUS:
        return Beat("form")
    if battle.form is Form.CONTEST:
        return Beat("contest")
    if battle.step not in ("round", "turns"):
        ahead = STEPS.index(battle.step) + 1 if battle.step in STEPS else 1
        return Beat(STEPS[ahead]) if ahead < len(STEPS) else Beat("round")
    return Beat("turn") if next(waiting(battle), None) else Beat("round")


def play(battle: Battle, beat: Beat) -> Flow[None]:
    """The beat's story."""
    battle.stage = beat.kind
    match beat.kind:
        case "form":
            yield from frame(Frame.TURN, pick_form(battle))
            settle_form(battle)
        case "contest":
            yield from contest(battle)
        case "surprise":
            yield from _surprise(battle)
        case "placement":
            yield from frame(Frame.TURN, _placement(battle))
        case "initiative":
            yield from initiative(battle)
        case "round":
            begin_round(battle)
            end_of_match(battle)
            yield from offer_end(battle)
        case "turn":
            yield from turn(battle)
        case _:
            yield from aftermath(battle)
    if beat.kind in STEPS:
        battle.step = beat.kind
    battle.stage = ""


def abandon(battle: Battle, beat: Beat) -> None:
    """Count the beat as done, the table as it stands (a take-over by hand)."""
    battle.attacks, battle.emergencies, battle.stage = [], [], ""
    land(battle)
    for each in battle.combatants:
        each.prepared = each.prepared and replace(each.prepared, is_called=False)
    match beat.kind:
        case "form":
            settle_form(battle)
        case "contest":
            settle(battle)
        case "surprise":
            start_fight(battle, None)
        case "initiative":
            battle.order = [each.name for each in battle.combatants]
        case "turn":
            finish_turn(battle)
        case "aftermath" if not battle.is_cleared:
            clear_fight(battle)
            clear(battle)
    if beat.kind in STEPS:
        battle.step = beat.kind


def settle_form(battle: Battle) -> None:
    """A form that nobody picked is sparring."""
    if battle.form is Form.VERSUS:
        battle.form = Form.SPARRING


# ---------------------------------------------------------------- before the first round


def _surprise(battle: Battle) -> Flow[None]:
    """The keeper rules who is surprised; the surprising side has 2 DP more (MG-10, MG-14)."""
    kind = "fight" if battle.form is Form.FIGHT else "match"
    sides = [
        Option(f"surprise_{side}", Text(f"magical_girls.option.surprise.{kind}.{side}")) for side in Side
    ]
    chosen = yield from ask_keeper(battle, "surprise", lambda: one_of(sides, may_pass=True))
    start_fight(battle, Side(str(chosen).removeprefix("surprise_")) if chosen else None)


def start_fight(battle: Battle, surprising: Side | None) -> None:
    """8 DP + specials, 2 more for surprising the others (MG-14)."""
    for each in battle.combatants:
        each.hp_before = each.hp
        gain_dp(battle, each, start_dp(battle, each) + (SURPRISE if each.side is surprising else 0))
    surprisers = [each for each in battle.combatants if each.side is surprising and not each.is_hidden]
    if surprisers:
        tell(battle, "surprises", "MG-14", names=names(surprisers))


def _placement(battle: Battle) -> Flow[None]:
    """The keeper places everyone; all stand as set up until moved (MG-10)."""
    while chosen := (
        yield from ask_keeper(battle, "placement", lambda: one_of(people(battle.combatants), may_pass=True))
    ):
        name = str(chosen)
        goal = yield from ask_keeper(
            battle, "place", lambda: one_of(places(battle.grid.cells()), may_pass=True), battle.find(name)
        )
        if goal is not None and (who := battle.find(name)):
            stand(battle, who, cell_at(str(goal)), "placed", "MG-10")


# ---------------------------------------------------------------- rounds


def begin_round(battle: Battle) -> None:
    """Nobody has acted; +4 DP and specials for all, not in the first round (MG-14)."""
    if battle.round:
        finish_round(battle)
    battle.round, battle.acted, battle.step = battle.round + 1, [], "turns"
    tell(battle, "round", "MG-10", round=battle.round)
    for each in battle.combatants:
        each.mp_spent = 0
    recover_all(battle)


def finish_round(battle: Battle) -> None:
    """What lasted for the round ends; the table may clear all DP (MG-14)."""
    expire(battle, "round")
    if battle.on("dp_cleared") == "round":
        for each in battle.combatants:
            each.dp = 0

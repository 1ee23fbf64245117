"""How long effects last: "for 1 round" by the SS they were made at (HV-42)."""

from collections.abc import Callable

from rules.engine.text import Text
from rules.harvest.numbers import value
from rules.harvest.order import candidates
from rules.harvest.state import Battle, End, Figure, Until
from rules.harvest.terms import Stat
from rules.harvest.verbs import clear_terrain, lift, take_down, tell


def lasting(battle: Battle, rounds: int, otherwise: End = End.LIFTED) -> Until:
    """Until the same point `rounds` rounds later: the SS of the character whose action phase it is, or the end phase.

    0 rounds: until `otherwise`.
    """
    if rounds < 1:
        return Until(otherwise)
    if not battle.acting:
        return Until(End.END_PHASE, battle.round + rounds)
    return Until(End.SS, battle.round + rounds, battle.acting_ss, battle.acting)


def end_with_action(battle: Battle, actor: str) -> None:
    """After `actor`'s action phase: what lasted for this phase, and what was made at this SS in her phase (HV-42).

    What was made at this SS in the phase of somebody who does not act at it now ends after the last action at it.
    """
    is_last = all(value(battle, each, Stat.SS) != battle.acting_ss for each in candidates(battle))

    def is_due(until: Until) -> bool:
        if until.end is End.PHASE:
            return True
        at_this_ss = (until.end, until.ss) == (End.SS, battle.acting_ss) and until.round <= battle.round
        return at_this_ss and (is_last or until.actor == actor)

    _expire(battle, is_due)
    for combatant in battle.combatants:
        combatant.gifts = []


def end_passed(battle: Battle, next_ss: int | None) -> None:
    """When the order goes on to `next_ss` (None: nobody is left to act): what was made at a higher SS ends (HV-42)."""

    def is_due(until: Until) -> bool:
        is_passed = next_ss is None or next_ss < until.ss
        return until.end is End.SS and until.round <= battle.round and is_passed

    _expire(battle, is_due)


def end_with_round(battle: Battle) -> None:
    """After the end phase: what was made in an end phase (HV-42), and in this one for this phase alone."""

    def is_due(until: Until) -> bool:
        return until.end is End.PHASE or (until.end is End.END_PHASE and until.round <= battle.round)

    _expire(battle, is_due)


def _expire(battle: Battle, is_due: Callable[[Until], bool]) -> None:
    for figure in battle.figures():
        for status in [each for each in figure.statuses if is_due(each.until)]:
            lift(battle, figure, status.key, "HV-42")
        _expire_modifiers(battle, figure, is_due)
    for label in [label for label, ground in battle.terrain.items() if is_due(ground.until)]:
        clear_terrain(battle, label, "HV-42")
    for thing in [each for each in battle.things if is_due(each.until)]:
        take_down(battle, thing, "HV-42")


def _expire_modifiers(battle: Battle, figure: Figure, is_due: Callable[[Until], bool]) -> None:
    ended = [each for each in figure.modifiers if is_due(each.until)]
    figure.modifiers = [each for each in figure.modifiers if not is_due(each.until)]
    for each in ended:
        stat = Text(f"harvest.stat.{each.stat}")
        tell(battle, "modifier_ends", "HV-42", figure, stat=stat, source=each.source)

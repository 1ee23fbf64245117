"""The round: one action phase after another, then the end phase (HV-10 to HV-17)."""

from rules.engine.choices import Option
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.log import decided_by
from rules.engine.state import Beat
from rules.engine.text import Param, Text
from rules.harvest.activation import challenge, may_challenge
from rules.harvest.added_effects import resolve
from rules.harvest.asking import decide, one_of, thing, word
from rules.harvest.attack import magic_attack
from rules.harvest.battlefield import apart
from rules.harvest.cautions import spending
from rules.harvest.duration import end_passed, end_with_action
from rules.harvest.end_phase import end_phase, finish_end_phase
from rules.harvest.ending import aftermath, check_over
from rules.harvest.meaning import A_LEVEL, status_effect
from rules.harvest.movement import basic_movement
from rules.harvest.numbers import number, value
from rules.harvest.order import candidates, next_of, precedence
from rules.harvest.placement import placement, unplaced
from rules.harvest.skills import as_options, usable, use
from rules.harvest.state import Battle, Combatant
from rules.harvest.statuses import LiftedBy
from rules.harvest.terms import Moment, Stat, StatusKey, Timing
from rules.harvest.verbs import lift, suffer, tell
from rules.harvest.workings import at_moment, clear_ruins


def next_beat(battle: Battle) -> Beat | None:
    """Placement, then round after round of action phases and an end phase, then what is left of it."""
    if battle.result:
        return None if battle.is_cleared else Beat("aftermath")
    for side, players in (("gm", False), ("players", True)):
        if unplaced(battle, players=players):
            return Beat("placement", side)
    if battle.round == 0 or battle.is_round_over:
        battle.round, battle.acted, battle.is_round_over = battle.round + 1, [], False
        tell(battle, "round", "HV-17", round=battle.round)
    return Beat("turn") if candidates(battle) else Beat("end_phase")


def play(battle: Battle, beat: Beat) -> Flow[None]:
    """The beat's story."""
    battle.stage = beat.kind
    match beat.kind:
        case "placement":
            yield from frame(Frame.TURN, placement(battle, players=beat.who == "players"))
        case "turn":
            yield from turn(battle)
        case "end_phase":
            yield from end_phase(battle)
        case _:
            aftermath(battle)


def abandon(battle: Battle, beat: Beat) -> None:
    """Count the beat as done, the table as it stands (a take-over by hand)."""
    match beat.kind:
        case "turn":
            finish_turn(battle, battle.acting or next((each.name for each in candidates(battle)), ""))
        case "end_phase":
            finish_end_phase(battle)
        case "aftermath" if not battle.is_cleared:
            aftermath(battle)


def turn(battle: Battle) -> Flow[None]:
    """The next character's action phase (HV-10, HV-12); what lasts until the order passes its SS ends first (HV-42).

    What the GM destroyed meanwhile does what it does then (HV-82).
    """
    check_over(battle)
    yield from clear_ruins(battle)
    actor = yield from next_of(battle, lambda: candidates(battle), "next")
    ss = value(battle, battle[actor], Stat.SS)
    end_passed(battle, ss)
    battle.acting, battle.acting_ss = actor, ss
    tell_turn(battle, actor)
    yield from frame(Frame.TURN, action_phase(battle, actor))
    finish_turn(battle, actor)
    check_over(battle)


def tell_turn(battle: Battle, actor: str) -> None:
    """Who acts next, and what her SS is made of (HV-10); whether others had the same (HV-11)."""
    who = battle[actor]
    is_tied = sum(precedence(battle, each) == precedence(battle, who) for each in candidates(battle)) > 1
    how = number(battle, who, Stat.SS).explained("HV-11" if is_tied else "HV-10")
    tell(battle, "turn", "HV-10", who, explanation=how, reveals=False, is_secret=True, ss=battle.acting_ss)


def finish_turn(battle: Battle, actor: str) -> None:
    """She has acted; what lasted until now ends (HV-42)."""
    if battle.has(actor):
        battle.acted.append(actor)
    end_with_action(battle, actor)
    battle.acting, battle.acting_ss, battle.attack, battle.stage = "", 0, None, ""


def action_phase(battle: Battle, actor: str) -> Flow[None]:
    """Movement, preparation and activation timing; the whole may be passed, then no phase starts (HV-12)."""
    start = yield from decide(battle, actor, "begin", lambda _who: one_of([word("act")], may_pass=True))
    if start is None:
        tell(battle, "passes", "HV-12", battle[actor], reveals=False)
        return
    burn(battle, actor)
    yield from things_beside(battle, actor)
    has_moved_fully = yield from movement_timing(battle, actor)
    if not has_moved_fully:
        yield from preparation_timing(battle, actor)
    yield from activation_timing(battle, actor)


def burn(battle: Battle, actor: str) -> None:
    """Level damage when the own action phase starts (HV-55)."""
    if battle.able(actor).status(StatusKey.BURN):
        suffer(battle, battle.able(actor), StatusKey.BURN)
        check_over(battle)


def things_beside(battle: Battle, actor: str) -> Flow[None]:
    """Special objects that act when the action phase of a character beside them starts (HV-82)."""
    for each in list(battle.things):
        is_meant = battle.library.objects[each.kind].moment is Moment.ACTION_PHASE
        if is_meant and each in battle.things and apart(each.cells, battle.able(actor).cells) == 1:
            yield from at_moment(battle, each, actor)


def movement_timing(battle: Battle, actor: str) -> Flow[bool]:
    """Move, or give the timing up to lift a status. True when a full move gave the preparation timing up (HV-14)."""
    battle.stage = "movement"
    has_moved = is_full = False
    if not (yield from give_up(battle, actor, LiftedBy.MOVEMENT)):
        movement = yield from basic_movement(battle, actor)
        has_moved, is_full = movement.has_moved, movement.is_full
    if not has_moved:
        lament(battle, actor)
    return is_full


def lament(battle: Battle, actor: str) -> None:
    """3L damage for not having moved in the movement timing (HV-62)."""
    suffer(battle, battle.able(actor), StatusKey.LAMENT, A_LEVEL[StatusKey.LAMENT])
    check_over(battle)


def liftable(battle: Battle, actor: str, by: LiftedBy) -> list[str]:
    """Which of her statuses giving that timing up would lift."""
    keys = [status.key for status in battle.able(actor).statuses]
    return [key for key in keys if battle.library.status_kind(key).lifted_by is by]


def give_up(battle: Battle, actor: str, by: LiftedBy) -> Flow[bool]:
    """Give a timing up to lift one status of choice, or all that name it (house rule `lift_by_giving_up`; HV-12)."""
    if not liftable(battle, actor, by):
        return False
    choice = yield from decide(
        battle,
        actor,
        f"give_up_{by}",
        lambda who: one_of(
            [_status(battle, who, key) for key in liftable(battle, actor, by)],
            may_pass=True,
        ),
    )
    if choice is None:
        return False
    keys = liftable(battle, actor, by)
    how = decided_by("lift_by_giving_up", "HV-12") if len(keys) > 1 else None
    for key in keys if battle.on("lift_by_giving_up") == "all" else [str(choice)]:
        lift(battle, battle.able(actor), key, battle.library.status_kind(key).row, how)
    return True


def _status(battle: Battle, who: Combatant, key: str) -> Option:
    """A status to be lifted, with its level and what it does."""
    level = who.level(key)
    said: dict[str, Param] = {"status": battle.library.status_named(key), "level": level}
    return thing(key, Text("harvest.status_level", said), status_effect(battle, key, level))


def preparation_timing(battle: Battle, actor: str) -> Flow[None]:
    """Any number of different A skills, or give the timing up (HV-15)."""
    battle.stage = "preparation"
    if (yield from give_up(battle, actor, LiftedBy.PREPARATION)):
        return
    used: list[str] = []
    while usable(battle, battle.able(actor), "A", used) or battle.on("ask_everyone"):
        choice = yield from decide(
            battle,
            actor,
            "prepare",
            lambda who: one_of(as_options(battle, who, usable(battle, who, "A", used)), may_pass=True),
            says=lambda who: spending(battle, who, "A", used),
        )
        if choice is None:
            return
        used.append(str(choice))
        yield from use(battle, actor, used[-1])


def activation_timing(battle: Battle, actor: str) -> Flow[None]:
    """An activation challenge with action magic (HV-16); a spell of level 2 or more is a magic attack (HV-21)."""
    battle.stage = "activation"
    cast = (yield from frame(Frame.ACTION, activation(battle, actor))) or []
    if any(battle.library.level_of(id) > 1 for id in cast):
        yield from magic_attack(battle, actor, cast)
    else:
        yield from frame(Frame.ACTION, resolve(battle, actor, cast))


def activation(battle: Battle, actor: str) -> Flow[list[str]]:
    """The challenge, if she wants one: what is cast."""
    if not may_challenge(battle, battle.able(actor), Timing.ACTION) and not battle.on("ask_everyone"):
        return []
    choice = yield from decide(
        battle, actor, "activate", lambda _who: one_of([word("challenge")], may_pass=True)
    )
    return [] if choice is None else (yield from challenge(battle, actor, Timing.ACTION))

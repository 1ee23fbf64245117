"""The round: start timing, turns by initiative, end timing, ongoing effects (KG-32 to KG-38)."""

from collections.abc import Callable, Iterable

from rules.engine.choices import Option
from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import GM, Ask, Flow, Need, ask, frame, roll
from rules.engine.grid import Cell, cell_at
from rules.engine.state import Beat
from rules.engine.text import Text
from rules.kamigakari.asking import decide, one_of, people, places, put, thing, word
from rules.kamigakari.attack import strike
from rules.kamigakari.checks import endures
from rules.kamigakari.ending import aftermath, declare_end, one_side_is_down
from rules.kamigakari.entries import Weapon
from rules.kamigakari.movement import Move, make_move, moves, squares_of
from rules.kamigakari.numbers import value
from rules.kamigakari.spirits import renew, rolled_pool
from rules.kamigakari.state import Battle, Combatant, Status
from rules.kamigakari.talents import describe, pay_for, usable, use
from rules.kamigakari.talents import options as talent_options
from rules.kamigakari.terms import AttackKind, Stat, StatusKey, Timing
from rules.kamigakari.verbs import cure, expire, hurt, place, spend_timing, tell, topple
from rules.kamigakari.workings import run_all

CURED_BY: dict[Timing, tuple[StatusKey, ...]] = {
    Timing.PREPARATION: (StatusKey.PRONE, StatusKey.POISON),
    Timing.ATTACK: (StatusKey.DARK, StatusKey.PAIN),
}
"""What spending a timing is good against (KG-36)."""
REVIVAL_BONDS, REVIVAL_COST = 4, 2


def next_beat(battle: Battle) -> Beat | None:
    """Placement, then round after round of start, turns, end; then what is left of it."""
    if battle.result:
        return None if battle.is_cleared else Beat("aftermath")
    if any(is_unplaced(each) for each in battle.combatants):
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
            aftermath(battle)


def abandon(battle: Battle, beat: Beat) -> None:
    """Count the beat as done, the table as it stands (a take-over by hand)."""
    match beat.kind:
        case "start":
            battle.step = "turns"
        case "turn":
            finish_turn(battle, battle.acting or next((each.name for each in candidates(battle)), ""))
        case "end":
            finish_round(battle)
        case "aftermath" if not battle.is_cleared:
            aftermath(battle)


# ---------------------------------------------------------------- placement and start


def is_unplaced(who: Combatant) -> bool:
    """Whether it has not come to the map yet."""
    return who.cell is None and not who.is_out


def placement(battle: Battle) -> Flow[None]:
    """Each player places the own character on a starting square; the spirit pools are rolled (KG-04)."""
    for who in [each.name for each in battle.combatants if is_unplaced(each)]:
        yield from frame(Frame.ACTION, _placed(battle, who))
    for who in [each.name for each in battle.combatants]:
        if not battle[who].spirits:
            yield from rolled_pool(battle, who)


def _placed(battle: Battle, name: str) -> Flow[None]:
    def free() -> list[Cell]:
        cells = (
            [cell_at(label) for label in battle.start]
            if battle[name].is_player
            else list(battle.grid.cells())
        )
        open_ = [cell for cell in cells if battle.at(cell) is None]
        return open_ or [cell for cell in battle.grid.cells() if battle.at(cell) is None]

    def make() -> Ask:
        if battle.find(name) is None or not is_unplaced(battle[name]):
            raise Lapsed()
        return put("place", {battle[name].seat: one_of(places(free()))}, battle[name])

    answers = yield from ask(make)
    place(battle, battle[name], cell_at(str(next(iter(answers.values())))))


def start(battle: Battle) -> Flow[None]:
    """A new round: timings come back, then everybody's start timing in the order of initiative (KG-32)."""
    battle.round, battle.acted, battle.step = battle.round + 1, [], "start"
    for each in battle.combatants:
        each.spent, each.engagements_left = [], each.size
    tell(battle, "round", "KG-32", round=battle.round)
    yield from _everybodys(battle, Timing.START)
    battle.step = "turns"


def _everybodys(battle: Battle, timing: Timing) -> Flow[None]:
    for name in [each.name for each in in_order(battle, battle.standing_ones())]:
        if battle.stands(name):
            yield from frame(Frame.ACTION, _timing(battle, name, timing))


def _timing(battle: Battle, name: str, timing: Timing) -> Flow[None]:
    """One talent or item at that timing, or none (KG-33)."""
    if not usable(battle, battle.able(name), timing):
        return

    def now(who: Combatant) -> list[Option]:
        return talent_options(battle, usable(battle, who, timing))

    chosen = yield from decide(battle, name, f"{timing}_timing", lambda who: one_of(now(who), may_pass=True))
    if chosen is not None:
        yield from use(battle, name, str(chosen), timing)


# ---------------------------------------------------------------- whose turn


def candidates(battle: Battle) -> list[Combatant]:
    """Who stands and has not acted this round, the highest initiative first (KG-32)."""
    return in_order(battle, [each for each in battle.standing_ones() if each.name not in battle.acted])


def in_order(battle: Battle, whom: Iterable[Combatant]) -> list[Combatant]:
    """By initiative, players' characters before NPCs on ties (KG-32)."""
    return sorted(whom, key=lambda each: precedence(battle, each))


def precedence(battle: Battle, who: Combatant) -> tuple[int, bool]:
    """Sort key: a higher initiative first; with equal ones a player's character before an NPC (KG-32)."""
    return -value(battle, who, Stat.INITIATIVE), not who.is_player


def next_of(battle: Battle) -> Flow[str]:
    """Ties are asked: any of the players, who agree; the GM for NPCs (KG-32)."""
    tied = _tied(battle, candidates(battle))
    if len(tied) == 1:
        return tied[0].name

    def make() -> Ask:
        now = _tied(battle, candidates(battle))
        if not now:
            raise Lapsed()
        seats = dict.fromkeys(each.seat for each in now) if now[0].is_player else {GM: None}
        shape = one_of(people(battle, [each.name for each in now]))
        return put("next", dict.fromkeys(seats, shape), now[0], tuple(each.name for each in now), Need.FIRST)

    answers = yield from ask(make)
    return str(next(iter(answers.values())))


def _tied(battle: Battle, waiting: list[Combatant]) -> list[Combatant]:
    return [each for each in waiting if precedence(battle, each) == precedence(battle, waiting[0])]


# ---------------------------------------------------------------- a turn


def turn(battle: Battle) -> Flow[None]:
    """The next one's turn: 1 preparation and 1 attack timing, one movement, in any order (KG-32)."""
    name = yield from next_of(battle)
    battle.acting, battle.moved, battle.may_shoot = name, False, True
    expire(battle, "turn", battle[name])
    yield from frame(Frame.TURN, _acts(battle, name))
    finish_turn(battle, name)
    yield from ask_for_end(battle)


def finish_turn(battle: Battle, name: str) -> None:
    """It has acted; what the spirit crest owes is paid at the end of the turn (KG-37) by `pay_crest`."""
    if battle.find(name):
        battle.acted.append(name)
    battle.acting, battle.attack, battle.stage = "", None, ""


def _acts(battle: Battle, name: str) -> Flow[None]:
    tell(battle, "turn", "KG-32", battle.able(name), reveals=False)
    _paralysed(battle, battle.able(name))
    while options(battle, battle.able(name)):
        battle.stage = "turn"
        chosen = yield from decide(
            battle, name, "turn", lambda who: one_of(options(battle, who), may_pass=True)
        )
        if chosen is None:
            break
        yield from act(battle, name, str(chosen))
    yield from pay_crest(battle)


def _paralysed(battle: Battle, who: Combatant) -> None:
    """Paralysis takes one preparation and one attack timing; then it is over (KG-36)."""
    if who.status(StatusKey.PARALYSIS):
        who.spent += [Timing.PREPARATION, Timing.ATTACK]
        cure(battle, who, StatusKey.PARALYSIS)


def options(battle: Battle, who: Combatant) -> list[Option]:
    """What she may do now: move, prepare, attack, shake a status off."""
    found = [_as_move(battle, who, move) for move in moves(battle, who)]
    if Timing.PREPARATION not in who.spent:
        found += [_as_deed(battle, each) for each in usable(battle, who, Timing.PREPARATION)]
    if Timing.ATTACK not in who.spent:
        found += [_as_deed(battle, each) for each in attacks(battle, who)]
    for timing, keys in CURED_BY.items():
        if timing not in who.spent:
            found += [_as_cure(key) for key in keys if who.status(key)]
    return found


def _as_cure(key: StatusKey) -> Option:
    return Option(f"cure:{key}", Text("kamigakari.option.cure", {"status": key.named}))


def _as_move(battle: Battle, who: Combatant, move: Move) -> Option:
    said = {"squares": squares_of(battle, who, move)}
    return Option(
        f"move:{move}", Text(f"kamigakari.option.{move}"), Text(f"kamigakari.option.{move}.note", dict(said))
    )


def _as_deed(battle: Battle, source: str) -> Option:
    kind = source.partition(":")[0]
    note = Text("kamigakari.weapon_attack") if kind == "weapon" else describe(battle, source)
    return thing(source, battle.library.title_of(source), note)


def attacks(battle: Battle, who: Combatant) -> list[str]:
    """Weapon attacks and talents of the attack timing; after a combat move none that is ranged or magic (KG-34)."""
    weapons = [
        f"weapon:{id}" for id in dict.fromkeys(who.weapons) if may_swing(battle, battle.library.weapons[id])
    ]
    return weapons + [each for each in usable(battle, who, Timing.ATTACK) if _may_still(battle, who, each)]


def may_swing(battle: Battle, weapon: Weapon) -> bool:
    """Whether a weapon of that kind may be used now (KG-34)."""
    return battle.may_shoot or weapon.kind == "melee"


def _may_still(battle: Battle, who: Combatant, source: str) -> bool:
    kind, _, id = source.partition(":")
    talent = battle.library.talents[id] if kind == "talent" else None
    if talent is None or talent.strike is None:
        return True
    if talent.strike.weapon:
        return bool(fitting_weapons(battle, who, source))
    return battle.may_shoot or talent.strike.kind is not AttackKind.MAGIC


def fitting_weapons(battle: Battle, who: Combatant, source: str) -> list[str]:
    """The equipped weapons that a weapon talent can be used with: of its kind, and free to be used now."""
    strike_ = battle.library.talents[source.partition(":")[2]].strike
    assert strike_ is not None
    is_magic = strike_.kind is AttackKind.MAGIC
    found = ((id, battle.library.weapons[id]) for id in dict.fromkeys(who.weapons))
    return [id for id, weapon in found if (weapon.kind == "magic") == is_magic and may_swing(battle, weapon)]


def act(battle: Battle, name: str, choice: str) -> Flow[None]:
    """One of the things she may do in her turn."""
    kind, _, id = choice.partition(":")
    match kind:
        case "move":
            yield from make_move(battle, name, Move(id))
        case "cure":
            yield from shake_off(battle, name, StatusKey(id))
        case "weapon":
            spend_timing(battle.able(name), Timing.ATTACK)
            yield from strike(battle, name, choice, id)
        case _:
            yield from _deed(battle, name, choice)


def _deed(battle: Battle, name: str, source: str) -> Flow[None]:
    kind, _, id = source.partition(":")
    entry = battle.library.talents[id] if kind == "talent" else battle.library.items[id]
    timing = entry.timing
    assert timing is not None
    talent = battle.library.talents.get(id) if kind == "talent" else None
    if talent is None or talent.strike is None:
        yield from use(battle, name, source, timing)
        return
    weapon = (yield from _which_weapon(battle, name, source)) if talent.strike.weapon else ""
    yield from pay_for(battle, name, source, timing)
    yield from use_on_self(battle, name, source)
    yield from strike(battle, name, source, weapon)


def use_on_self(battle: Battle, name: str, source: str) -> Flow[None]:
    """What an attacking talent does for its user before the attack."""
    talent = battle.library.talents[source.partition(":")[2]]
    yield from run_all(battle, name, talent.effects, [], talent.title)


def _which_weapon(battle: Battle, name: str, source: str) -> Flow[str]:
    fitting: Callable[[Combatant], list[str]] = lambda who: fitting_weapons(battle, who, source)  # noqa: E731
    if len(fitting(battle.able(name))) == 1:
        return fitting(battle.able(name))[0]
    chosen = yield from decide(
        battle,
        name,
        "weapon",
        lambda who: one_of([thing(id, battle.library.weapons[id].title) for id in fitting(who)]),
    )
    return str(chosen)


def shake_off(battle: Battle, name: str, key: StatusKey) -> Flow[None]:
    """Prone and poison for the preparation timing, dark and pain for the attack timing; poison by a check (KG-36)."""
    who = battle.able(name)
    timing = next(timing for timing, keys in CURED_BY.items() if key in keys)
    spend_timing(who, timing)
    status = who.status(key)
    is_over = status is not None
    if status is not None and key is StatusKey.POISON:
        is_over = yield from endures(battle, name, status.strength)
    if is_over:
        cure(battle, battle.able(name), key)
    else:
        tell(battle, "still", "KG-36", battle.able(name), status=key.named)


def pay_crest(battle: Battle) -> Flow[None]:
    """What was used of the spirit crest is paid at the end of the turn, d6 for d6; it may go below 0 (KG-37)."""
    for name in [each.name for each in battle.combatants if each.crest_debt]:
        faces = yield from roll(name, "KG-37", battle[name].crest_debt)
        battle[name].crest -= sum(faces)
        battle[name].crest_debt = 0
        tell(
            battle,
            "pays_crest",
            "KG-37",
            battle[name],
            faces=faces,
            amount=sum(faces),
            left=battle[name].crest,
        )


# ---------------------------------------------------------------- the end of a round, and of the fight


def ask_for_end(battle: Battle) -> Flow[None]:
    """When one side is down the GM is offered to declare the end (KG-38)."""
    if battle.is_ending or not one_side_is_down(battle):
        return
    yield from revival(battle)
    if not one_side_is_down(battle):
        return
    if battle.on("ends_by") == "side_down":
        battle.is_ending = True
        return

    def make() -> Ask:
        if not battle.combatants:
            raise Lapsed()
        return put("end", {GM: one_of([word("end")], may_pass=True)}, battle.combatants[0])

    answers = (yield from frame(Frame.TURN, ask(make))) or {}
    battle.is_ending = next(iter(answers.values()), None) == "end"


def revival(battle: Battle) -> Flow[None]:
    """4 bonds: once a fight a faint ends, life is STR, for 2d6 of the spirit crest (KG-37)."""
    for name in [each.name for each in battle.combatants if may_revive(each)]:
        yield from frame(Frame.ACTION, _revived(battle, name))
    yield from pay_crest(battle)


def may_revive(who: Combatant) -> bool:
    """Whether the crest can end her faint."""
    return (
        who.is_player
        and who.is_out
        and who.bonds >= REVIVAL_BONDS
        and who.crest > 0
        and not who.used.get("crest:revive")
    )


def _revived(battle: Battle, name: str) -> Flow[None]:
    def free() -> list[Cell]:
        return [cell for cell in battle.grid.cells() if battle.at(cell) is None]

    def make() -> Ask:
        who = battle.find(name)
        if who is None or not may_revive(who):
            raise Lapsed()
        return put("revive", {who.seat: one_of(places(free()), may_pass=True)}, who)

    answers = yield from ask(make)
    cell = next(iter(answers.values()))
    if cell is None:
        return
    who = battle[name]
    who.used["crest:revive"], who.crest_debt = 1, who.crest_debt + REVIVAL_COST
    who.life, who.statuses, who.cell = max(1, min(who.strength, who.max_life)), [], cell_at(str(cell))
    tell(battle, "revives", "KG-37", who, cells=(who.cell,), life=who.life)


def end(battle: Battle) -> Flow[None]:
    """Everybody's end timing, then ongoing effects: damage, recovery, removal; spent spirit dice re-rolled (KG-32)."""
    battle.step = "ending"
    yield from _everybodys(battle, Timing.END)
    yield from ongoing(battle)
    yield from revival(battle)
    for name in [each.name for each in battle.combatants]:
        yield from renew(battle, name)
    finish_round(battle)
    if battle.is_ending or (one_side_is_down(battle) and battle.on("ends_by") == "side_down"):
        declare_end(battle)


def ongoing(battle: Battle) -> Flow[None]:
    """Poison n takes n life after each end timing (KG-36)."""
    for each in in_order(battle, battle.standing_ones()):
        poison: Status | None = each.status(StatusKey.POISON)
        if poison:
            hurt(battle, each, poison.level, "KG-36")
    topple(battle)
    return
    yield


def finish_round(battle: Battle) -> None:
    """The round is over; what lasted until now ends."""
    expire(battle, "round")
    battle.step = "end"

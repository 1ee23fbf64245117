"""The magic attack, from range to added effects (HV-21 to HV-27)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rules.engine.choices import One, Option, Order, Some
from rules.engine.errors import Frame, Lapsed
from rules.engine.flow import GM, Ask, Flow, Need, Seat, ask, frame
from rules.engine.grid import Cell, cell_at
from rules.engine.log import decided_by
from rules.engine.text import Text
from rules.harvest.added_effects import resolve
from rules.harvest.asking import decide, one_of, people, places, put
from rules.harvest.battlefield import Shape, apart, default_cells
from rules.harvest.damage import deal_damage
from rules.harvest.entries import Range
from rules.harvest.preview import aims, struck
from rules.harvest.reach import cells_of
from rules.harvest.reaction import is_there, may_react, reaction_phase
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.statuses import blind_from
from rules.harvest.terms import StatusKey
from rules.harvest.verbs import lift, tell
from rules.harvest.workings import clear_ruins


def magic_attack(battle: Battle, caster: str, sources: list[str]) -> Flow[None]:
    """Range; targets; reactions; damage; added effects of the action side, then of the reaction side (HV-27).

    Each step is finished for all targets before the next. The reactors' effects follow even where the action side
    lapses or is cut short after the damage (HV-45: the attack goes on).
    """
    battle.attack = Attack(caster, sources)
    yield from frame(Frame.ACTION, action_side(battle, caster, sources))
    if battle.attack.is_dealt:
        yield from reaction_side(battle)
    outlive(battle, battle.attack)
    battle.attack = None


def outlive(battle: Battle, attack: Attack) -> None:
    """An attack is over: it counts for its targets that were dejected when it began (HV-51).

    Who was covered was no target after all; who covered her was (HV-32).
    """
    for name in (each for each in attack.receivers() if each in attack.dejected):
        who = battle.find(name)
        status = who.status(StatusKey.DEJECTION) if who else None
        if who is None or status is None:
            continue
        counted = replace(status, attacked=status.attacked + 1)
        who.statuses = [counted if each.key == status.key else each for each in who.statuses]
        if counted.attacked >= counted.level:
            lift(battle, who, status.key, "HV-51")


def action_side(battle: Battle, caster: str, sources: list[str]) -> Flow[None]:
    """From range to the caster's added effects."""
    attack = attack_of(battle)
    battle.stage = "range"
    attack.cells = yield from choose_range(battle, caster, sources)
    attack.targets = yield from choose_targets(battle, caster, attack.cells)
    attack.targets += yield from confused_target(battle, caster)
    attack.dejected = [each.name for each in battle.standing_ones() if each.status(StatusKey.DEJECTION)]
    announce(battle)
    battle.stage = "reaction"
    first = yield from reaction_order(battle)
    for target in [*first, *(each for each in attack.targets if each not in first)]:
        yield from reaction_phase(battle, target)
    battle.stage = "damage"
    attack.is_dealt = True
    deal_damage(battle)
    yield from clear_ruins(battle)
    battle.stage = "effects"
    if caster not in attack.fallen:
        yield from resolve(battle, caster, sources)


def reaction_side(battle: Battle) -> Flow[None]:
    """The reactors' added effects, one reactor after the other (HV-41)."""
    for reactor in (yield from effects_order(battle)):
        if reactor in _with_effects(battle):
            effects = attack_of(battle).reaction_of(reactor).effects
            yield from frame(Frame.REACTION, resolve(battle, reactor, effects))


def attack_of(battle: Battle) -> Attack:
    """The attack in progress."""
    assert battle.attack is not None
    return battle.attack


def choose_range(battle: Battle, caster: str, sources: Sequence[str]) -> Flow[list[Cell]]:
    """The attack's cells: a fix alone, or a change or one cell of choice with all additions (HV-21, HV-22).

    In panic the range can be neither changed nor added to (HV-63).
    """
    ranges = ranges_of(battle, battle.able(caster), sources)
    adds = [added for _source, added in _of_mode(ranges, "add")]
    if fixes := _of_mode(ranges, "fix"):
        return _cells(battle, caster, [(yield from _one_range(battle, caster, fixes))])
    if changes := _of_mode(ranges, "change"):
        return _cells(battle, caster, [(yield from _one_range(battle, caster, changes, adds)), *adds])
    return _sorted([(yield from _one_cell(battle, caster)), *_cells(battle, caster, adds)])


def ranges_of(battle: Battle, caster: Combatant, sources: Sequence[str]) -> list[tuple[str, Range]]:
    """What bears on the range, by source: all that these say of it, in panic a fix alone (HV-63)."""
    ranges = ((source, battle.library.magic(source).range) for source in sources)
    found = [(source, each) for source, each in ranges if each is not None]
    return _of_mode(found, "fix") if caster.status(StatusKey.PANIC) else found


def _of_mode(ranges: Iterable[tuple[str, Range]], mode: str) -> list[tuple[str, Range]]:
    return [(source, each) for source, each in ranges if each.mode == mode]


def _cells(battle: Battle, caster: str, ranges: Iterable[Range]) -> list[Cell]:
    """Counted from the caster, whatever the camp she looks from (HV-23)."""
    return _sorted(cell for each in ranges for cell in cells_of(battle, battle.able(caster), each))


def _sorted(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(set(cells), key=lambda cell: (cell.row, cell.col))


def _one_range(
    battle: Battle, caster: str, ranges: list[tuple[str, Range]], adds: Sequence[Range] = ()
) -> Flow[Range]:
    """Several changes, or several fixes: the caster picks one (HV-22), seeing what it covers with what is added."""
    if len(ranges) == 1:
        return ranges[0][1]

    def option(source: str, range: Range) -> Option:
        cells = _cells(battle, caster, [range, *adds])
        shown = Option(source, battle.library.title_of(source), cells=tuple(cell.label for cell in cells))
        return struck(battle, shown, _aimable(battle, caster, cells))

    by_source = dict(ranges)
    chosen = yield from decide(
        battle, caster, "range", lambda _who: one_of(option(source, each) for source, each in ranges)
    )
    return by_source[str(chosen)]


def _one_cell(battle: Battle, caster: str) -> Flow[Cell]:
    """Without a change of range: one cell of front, back, left, right (HV-21)."""

    def shape(who: Combatant) -> One:
        around = default_cells(who.cells, who.camp)
        there = (_aimable(battle, caster, [cell]) for cell in around)
        return one_of(struck(battle, *each) for each in zip(places(around), there, strict=True))

    return cell_at(str((yield from decide(battle, caster, "cell", shape))))


def choose_targets(battle: Battle, caster: str, cells: list[Cell]) -> Flow[list[str]]:
    """Any objects inside the range, as many as the caster likes, none forced, never oneself (HV-24)."""

    def shape(who: Combatant) -> Some:
        options = aims(battle, attack_of(battle), _aimable(battle, caster, cells), who.seat)
        return Some(options, 0, len(options), may_pass=True)

    if not _aimable(battle, caster, cells):
        return []
    chosen = yield from decide(battle, caster, "targets", shape)
    return chosen if isinstance(chosen, list) else []


def _aimable(battle: Battle, caster: str, cells: Sequence[Cell]) -> list[str]:
    """What she may target there, never oneself (HV-24)."""
    return [name for name in _inside(battle, caster, cells) if name != caster]


def _inside(battle: Battle, caster: str, cells: Sequence[Cell]) -> list[str]:
    """The objects inside the range that she can target: the blind see none (5-L) or more cells away (HV-54)."""
    who = battle.able(caster)
    blindness = who.status(StatusKey.BLINDNESS)
    far = blind_from(blindness.level) if blindness else None
    there = (battle.at(cell) for cell in cells)
    seen = [
        each for each in there if each is not None and (far is None or apart(who.cells, each.cells) < far)
    ]
    return list(dict.fromkeys(each.name for each in seen))


def confused_target(battle: Battle, caster: str) -> Flow[list[str]]:
    """The confused add one ally inside the range, or themselves, where none is a target already (HV-60)."""
    attack = attack_of(battle)
    if not battle.able(caster).status(StatusKey.CONFUSION):
        return []
    camp = battle.able(caster).camp
    if any(battle.has(name) and battle[name].camp is camp for name in attack.targets):
        return []

    def allies() -> list[str]:
        inside = [name for name in _inside(battle, caster, attack.cells) if battle.has(name)]
        return list(dict.fromkeys([*(name for name in inside if battle[name].camp is camp), caster]))

    def shape(who: Combatant) -> One:
        return one_of(aims(battle, attack_of(battle), allies(), who.seat))

    added = allies()[0]
    if len(allies()) > 1:
        added = str((yield from decide(battle, caster, "confused", shape)))
    tell_confused(battle, caster, added)
    return [added]


def tell_confused(battle: Battle, caster: str, added: str) -> None:
    """Whom confusion has made a target (HV-60)."""
    who, other = battle[caster], battle[added]
    if who is other:
        tell(battle, "confused_self", "HV-60", who)
    else:
        tell(battle, "confused", "HV-60", who, other, other=other.title)


def announce(battle: Battle) -> None:
    """Tell who is attacked, where the magic strikes, and whether a reading of "all directions" decided that (HV-23)."""
    attack = attack_of(battle)
    titles: list[int | str | Text] = [
        Text("harvest.name", {"name": found.title}) for each in attack.targets if (found := battle.find(each))
    ]
    key = "attack" if titles else "attack_nobody"
    if battle.has(attack.caster):
        caster, cells = battle[attack.caster], tuple(attack.cells)
        spreads = _spreads_around(ranges_of(battle, caster, attack.sources))
        how = decided_by("all_directions", "HV-23") if spreads else None
        tell(battle, key, "HV-24", caster, cells=cells, explanation=how, targets=list(titles))


def _spreads_around(ranges: Sequence[tuple[str, Range]]) -> bool:
    return any(area.shape is Shape.AROUND for _source, range in ranges for area in range.areas)


def opposed_seats(battle: Battle) -> list[Seat]:
    """Who orders reactions: any player of the camp opposed to the caster, or the GM where it has none (HV-30)."""
    caster = attack_of(battle).caster
    if not battle.has(caster):
        return [GM]
    camp = battle[caster].camp.other
    players = [each.seat for each in battle.combatants if each.camp is camp and each.is_player]
    return list(dict.fromkeys(players)) or [GM]


def reaction_order(battle: Battle) -> Flow[list[str]]:
    """In which order the targets react; asked where two or more can (HV-30)."""
    return (yield from _ordered(battle, lambda: _reactors(battle), "reaction_order"))


def _reactors(battle: Battle) -> list[str]:
    standing = [name for name in attack_of(battle).targets if is_there(battle, name)]
    return [name for name in standing if battle.on("ask_everyone") or may_react(battle, name)]


def effects_order(battle: Battle) -> Flow[list[str]]:
    """Among several reactors the camp opposed to the caster orders their added effects (HV-41)."""
    return (yield from _ordered(battle, lambda: _with_effects(battle), "reaction_effects_order"))


def _with_effects(battle: Battle) -> list[str]:
    """The reactors with added effects; who fell in this attack has lost them, even if she is back (HV-45)."""
    attack = attack_of(battle)
    return [
        reaction.who
        for reaction in attack.reactions
        if any(battle.library.effects_of(id) for id in reaction.effects)
        and battle.stands(reaction.who)
        and reaction.who not in attack.fallen
    ]


def _ordered(battle: Battle, names: Callable[[], list[str]], key: str) -> Flow[list[str]]:
    """`names` in the order the opposed camp likes; a pass keeps them as they stand."""
    as_they_stand = names()
    if len(as_they_stand) < 2:
        return as_they_stand

    def make() -> Ask:
        now = names()
        if not now:
            raise Lapsed()
        seats = dict.fromkeys(opposed_seats(battle), Order(people(battle, now), may_pass=True))
        return put(battle, key, seats, battle[now[0]], tuple(now), need=Need.FIRST)

    answers = (yield from frame(Frame.REACTION, ask(make))) or {}
    chosen = next(iter(answers.values()), None)
    return chosen if isinstance(chosen, list) else names()

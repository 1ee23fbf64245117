"""A simple sensible player: walks into reach, casts what hits, reacts, covers the weak."""

from collections.abc import Callable, Mapping, Sequence

from rules.engine.choices import One, Order, Pay, Price, Route, Some, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import Cell, cell_at, distance
from rules.harvest.battlefield import block, covered, default_cells
from rules.harvest.damage import attack_power, damage
from rules.harvest.entries import Spell
from rules.harvest.numbers import value
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.terms import Stat, Timing

Choice = Callable[[Battle, Question, Seat, Draws], Value]


def sensible(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """A legal answer with some sense to it; a random legal one where it has no opinion."""
    if question.choices[seat].is_empty:
        return None
    choose = _CHOICES.get(question.key.removeprefix("harvest."), _any)
    return choose(battle, question, seat, draws)


def _any(_battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    return question.choices[seat].sample(draws)


def _first(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    shape = question.choices[seat]
    return shape.options[0].id if isinstance(shape, One) else None


def _keep_order(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    shape = question.choices[seat]
    return [option.id for option in shape.options] if isinstance(shape, Order) else None


def enemies(battle: Battle, who: Combatant) -> list[Combatant]:
    """Who stands against `who`."""
    return list(battle.standing_ones(who.camp.other))


def reach(battle: Battle, who: Combatant, cell: Cell) -> int:
    """How many enemies some known attack could strike from `cell`, the best spell counting."""
    there = {cell for each in enemies(battle, who) for cell in each.cells}
    near = [1 for near in default_cells(block(cell, who.size), who.camp) if near in there]
    return max(
        [min(1, len(near)), *(len(there & set(_area(spell, who, cell))) for spell in _attacks(battle, who))]
    )


def _attacks(battle: Battle, who: Combatant) -> list[Spell]:
    known = (battle.library.spells[id] for id in who.spells)
    return [spell for spell in known if spell.level > 1 and spell.timing is Timing.ACTION]


def _area(spell: Spell, who: Combatant, cell: Cell) -> list[Cell]:
    """What the spell covers from a cell; an added range without its cell of choice."""
    areas = spell.range.areas if spell.range else ()
    return [each for area in areas for each in covered(area, block(cell, who.size), who.camp)]


def _place(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """In the foremost row that is free, anywhere in it."""
    shape = question.choices[seat]
    assert isinstance(shape, One)
    camp = battle[question.actor].camp
    ahead = sorted(shape.options, key=lambda option: cell_at(option.id).row * camp.forward, reverse=True)
    foremost = [each for each in ahead if cell_at(each.id).row == cell_at(ahead[0].id).row]
    return draws.pick(foremost).id


def _move(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Where most enemies are in reach, and else nearer to them; not farther than needed."""
    route, who = question.choices[seat], battle[question.actor]
    assert isinstance(route, Route)
    assert who.cell is not None
    costs = {route.start: 0} | route.reachable()
    foes = [each.cell for each in enemies(battle, who) if each.cell]
    wants_preparation = bool(who.skills) and who.tp > 1

    def worth(label: str) -> tuple[int, int, int]:
        cell = cell_at(label)
        gap = min((distance(cell, foe) for foe in foes), default=0)
        is_full = costs[label] > value(battle, who, Stat.MOVEMENT) and wants_preparation
        return reach(battle, who, cell), -gap - is_full, -costs[label]

    worths = {label: worth(label) for label in costs}
    best = max(worths.values())
    goal = draws.pick([label for label in costs if worths[label] == best])
    return route.way_to(goal)


def _prepare(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Use skills while there is somebody to strike."""
    who = battle[question.actor]
    if who.cell is None or reach(battle, who, who.cell) == 0:
        return None
    return _any(battle, question, seat, draws)


def _begin(_battle: Battle, _question: Question, _seat: Seat, _draws: Draws) -> Value:
    return "act"


def _activate(_battle: Battle, _question: Question, _seat: Seat, _draws: Draws) -> Value:
    return "challenge"


def _pay(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The costliest big spell with all the mana that is left spent on its enhancements and small spells."""
    pay, who = question.choices[seat], battle[question.actor]
    assert isinstance(pay, Pay)
    chosen: list[str] = []
    for price in sorted(pay.prices, key=lambda price: _weight(battle, who, price), reverse=True):
        if pay.fits([*chosen, price.id]) and _is_useful(battle, who, price):
            chosen.append(price.id)
    return chosen


def _weight(battle: Battle, who: Combatant, price: Price) -> tuple[int, int]:
    """Big spells by how many they strike and how hard, then the rest by cost."""
    magic = battle.library.magic(price.id)
    struck = len(
        {cell for each in enemies(battle, who) for cell in each.cells} & set(_struck(battle, who, price))
    )
    return (struck * 10 + magic.attack + magic.defence if price.group else 0, len(price.cost))


def _struck(battle: Battle, who: Combatant, price: Price) -> Sequence[Cell]:
    spell = battle.library.spells.get(price.id)
    if spell is None or who.cell is None:
        return ()
    fixed_or_changed = spell.range is not None and spell.range.mode != "add"
    return _area(spell, who, who.cell) if fixed_or_changed else default_cells(who.cells, who.camp)


def _is_useful(battle: Battle, who: Combatant, price: Price) -> bool:
    """An attack that strikes nobody is worth nothing."""
    spell = battle.library.spells.get(price.id)
    if spell is None or spell.level == 1 or spell.timing is Timing.REACTION:
        return True
    return bool(
        {cell for each in enemies(battle, who) for cell in each.cells} & set(_struck(battle, who, price))
    )


def _cell(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """The cell of the weakest enemy in reach."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, One)
    foes = [battle.at(cell_at(option.id)) for option in shape.options]
    wanted = [each for each in foes if isinstance(each, Combatant) and each.camp is not who.camp]
    if not wanted:
        return _any(battle, question, seat, draws)
    weakest = min(wanted, key=lambda foe: foe.hp)
    assert weakest.cell is not None
    return weakest.cell.label


def _targets(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Every enemy, no friend."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, Some)
    foes = {each.name for each in enemies(battle, who)}
    return [option.id for option in shape.options if option.id in foes]


def _react(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Cover when the blow would fell her and a friend could take it; else a skill or a challenge, if it hurts."""
    shape, who = question.choices[seat], battle[question.actor]
    assert isinstance(shape, One)
    if battle.attack is None or expected(battle, battle.attack, who) == 0:
        return None
    covers = [option.id.removeprefix("cover:") for option in shape.options if option.id.startswith("cover:")]
    friends = [name for name in covers if _would_gladly_take(battle, battle.attack, who, battle[name])]
    if expected(battle, battle.attack, who) >= who.hp and friends:
        return f"cover:{friends[0]}"
    others = [option.id for option in shape.options if not option.id.startswith("cover:")]
    return draws.pick(others) if others else None


def expected(battle: Battle, attack: Attack, who: Combatant) -> int:
    """The damage `who` would take as things stand."""
    return damage(attack_power(battle, attack).total - value(battle, who, Stat.DEFENCE))


def _would_gladly_take(battle: Battle, attack: Attack, target: Combatant, coverer: Combatant) -> bool:
    return coverer.camp is target.camp and coverer.hp > expected(battle, attack, coverer)


def _consent(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """Cover a friend if one survives it."""
    coverer, target = battle[question.actor], battle[question.subjects[-1]]
    gladly = battle.attack is not None and _would_gladly_take(battle, battle.attack, target, coverer)
    return "consent" if gladly else None


_CHOICES: Mapping[str, Choice] = {
    "place": _place,
    "place_next": _first,
    "next": _first,
    "end_next": _first,
    "begin": _begin,
    "move": _move,
    "give_up_movement": _first,
    "give_up_preparation": _first,
    "prepare": _prepare,
    "activate": _activate,
    "pay": _pay,
    "cell": _cell,
    "targets": _targets,
    "react": _react,
    "consent": _consent,
    "overwrite": _first,
    "effects_order": _keep_order,
    "reaction_order": _keep_order,
    "reaction_effects_order": _keep_order,
    "ticks": _keep_order,
}

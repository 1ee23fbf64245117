"""The own turn: prepare what pays, walk into reach, strike; and where to walk."""

from collections.abc import Iterable, Sequence

from rules.engine.choices import Route, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import Cell, cell_at
from rules.kamigakari.bots.deeds import cured, deed_worth
from rules.kamigakari.bots.judgement import LIFE
from rules.kamigakari.bots.outlook import Outlook
from rules.kamigakari.bots.plain import options_of, worthwhile
from rules.kamigakari.movement import Move, in_reach
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import StatusKey, Timing

WORTH_A_STEP = 5
"""So much better a place must be to go there."""
OUT_OF_BREATH = 20
"""A die less on checks after a full move (KG-34)."""


def turn(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The best thing to do next; nothing where nothing is worth it."""
    who = battle[question.actor]
    ids = [option.id for option in options_of(question, seat)]
    outlook = Outlook(battle, who)
    if not outlook.foes or who.cell is None:
        return _prepare(outlook, ids)
    strike, blow = _strike(outlook, who.cell)
    stay = strike + outlook.stand(who.cell)
    worths = _walks(outlook, ids, blow, stay)
    step, run = worths.get(Move.STEP, stay), worths.get(Move.COMBAT, stay)
    prepared = _prepare(outlook, ids)
    if run > max(stay, step, worths.get(Move.FULL, stay)) + _gain(outlook, prepared):
        return _as_id(Move.COMBAT)
    if prepared:
        return prepared
    if step > stay + WORTH_A_STEP and step >= max(worths.values()):
        return _as_id(Move.STEP)
    relief, worth = _relief(outlook, ids)
    return blow if blow and strike > worth else relief or _go_on(worths, stay)


def _as_id(move: Move) -> str:
    return f"move:{move}"


def _walks(outlook: Outlook, ids: Sequence[str], blow: str, stay: int) -> dict[Move, int]:
    """What the moves that she may think of are worth."""
    wanted = _wanted(blow) if _may_be_better_elsewhere(outlook, stay) else ()
    return {move: _best_walk(outlook, move)[0] for move in wanted if _as_id(move) in ids}


def _wanted(blow: str) -> tuple[Move, ...]:
    """The moves to think of: none that costs a blow, if there is one to strike."""
    return (Move.STEP, Move.COMBAT) if blow else (Move.STEP, Move.COMBAT, Move.FULL)


def _may_be_better_elsewhere(outlook: Outlook, stay: int) -> bool:
    """Whether any square at all could be worth a step, so that it is worth looking."""
    strike = 0 if Timing.ATTACK in outlook.who.spent else outlook.at_best
    return strike + outlook.best_stand > stay + WORTH_A_STEP


def _strike(outlook: Outlook, cell: Cell) -> tuple[int, str]:
    """The best blow from where she stands, and its worth."""
    if Timing.ATTACK in outlook.who.spent:
        return 0, ""
    worth, blow = outlook.promise(cell, is_close=not outlook.battle.may_shoot)
    return worth, blow.source if blow else ""


def _prepare(outlook: Outlook, ids: Iterable[str]) -> str | None:
    """The deed or cure of the preparation timing that pays best."""
    found = {id: _gain(outlook, id) for id in ids if _is_preparation(outlook, id)}
    best = max(found, key=lambda id: found[id], default=None)
    return best if best and found[best] > 0 else None


def _is_preparation(outlook: Outlook, id: str) -> bool:
    kind, _, key = id.partition(":")
    if kind == "cure":
        return key in (StatusKey.PRONE, StatusKey.POISON)
    library = outlook.battle.library
    if kind == "item":
        return True
    return kind == "talent" and library.talents[key].timing is Timing.PREPARATION


def _gain(outlook: Outlook, id: str | None) -> int:
    if id is None:
        return 0
    if id.startswith("cure:"):
        return cured(outlook.who, StatusKey(id.removeprefix("cure:")))
    return deed_worth(outlook, id)


def _relief(outlook: Outlook, ids: Iterable[str]) -> tuple[str | None, int]:
    """What the attack timing can be spent on in place of an attack: dark and pain shaken off (KG-36)."""
    keys = (StatusKey.DARK, StatusKey.PAIN)
    found = {f"cure:{key}": cured(outlook.who, key) for key in keys if f"cure:{key}" in ids}
    best = max(found, key=lambda id: found[id], default=None)
    return best, found[best] if best else 0


def _go_on(worths: dict[Move, int], stay: int) -> str | None:
    """Nobody in reach: to a better place, with the timing that is missed least."""
    best = max(worths.values(), default=stay)
    move = next((move for move in worths if worths[move] == best), None)
    return _as_id(move) if move and best > stay + WORTH_A_STEP else None


# ---------------------------------------------------------------- where to


def _best_walk(outlook: Outlook, move: Move) -> tuple[int, Cell | None]:
    """The best square such a move leads to, and what standing and striking there is worth."""
    return _best(outlook, move, in_reach(outlook.battle, outlook.who, move))


def _best(outlook: Outlook, move: Move, cells: Iterable[Cell]) -> tuple[int, Cell | None]:
    may_strike = move in (Move.STEP, Move.COMBAT) and Timing.ATTACK not in outlook.who.spent
    is_close = move is Move.COMBAT or not outlook.battle.may_shoot
    found: tuple[int, Cell | None] = (-10_000, None)
    for cell in cells:
        strike = outlook.promise(cell, is_close=is_close)[0] if may_strike else 0
        worth = strike + outlook.stand(cell) - (OUT_OF_BREATH if move is Move.FULL else 0)
        found = (worth, cell) if worth > found[0] else found
    return found


def move(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """To the best square; a way of one square is a step, after which every attack is open (KG-34)."""
    route, who = question.choices[seat], battle[question.actor]
    assert isinstance(route, Route)
    how = Move.STEP if route.budget == 1 else Move.COMBAT
    _worth, cell = _best(Outlook(battle, who), how, [cell_at(label) for label in route.reachable()])
    return route.way_to(cell.label) if cell else None


def full_move(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """To the best square in a straight line."""
    cells = [cell_at(option.id) for option in options_of(question, seat)]
    cell = _best(Outlook(battle, battle[question.actor]), Move.FULL, cells)[1]
    return cell.label if cell else None


def place(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Where she stands best, to begin with or after a faint."""
    outlook = Outlook(battle, battle[question.actor])
    return max(options_of(question, seat), key=lambda option: outlook.stand(cell_at(option.id))).id


def engage(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Hold one who passes, if she fights hand to hand."""
    who = battle[question.actor]
    worth = LIFE if Outlook(battle, who).range == 1 else 0
    return worthwhile(options_of(question, seat), lambda _id: worth)

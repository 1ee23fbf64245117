"""Placement and the action phase: where to stand, what to give up, what to prepare."""

from rules.engine.choices import Route, Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import cell_at
from rules.harvest.battlefield import block
from rules.harvest.bots.deeds import gain, preparation_worth
from rules.harvest.bots.judgement import HP, status_worth
from rules.harvest.bots.plain import best, options_of
from rules.harvest.bots.tactics import Outlook
from rules.harvest.bots.walking import best_way
from rules.harvest.movement import may_move
from rules.harvest.state import Battle
from rules.harvest.terms import StatusKey, TerrainKey

LAMENTING = 3 * HP
PATIENCE = 12
"""From this round on nobody waits any more."""


def place(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """In the foremost row that is free, on good ground, anywhere in it."""
    outlook = Outlook(battle, battle[question.actor])
    return best(options_of(question, seat), lambda option: _placed(outlook, option.id), draws)


def _placed(outlook: Outlook, label: str) -> float:
    cell, who = cell_at(label), outlook.who
    return 5 * cell.row * who.camp.forward + outlook.ground(block(cell, who.size))


def revive(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Where she can do most."""
    outlook = Outlook(battle, battle[question.actor])
    return best(options_of(question, seat), lambda option: outlook.stand(cell_at(option.id)), draws)


def begin(battle: Battle, question: Question, _seat: Seat, _draws: Draws) -> Value:
    """Act, unless burning would be the end of her and others can go on (HV-12)."""
    who = battle[question.actor]
    burns_down = who.level(StatusKey.BURN) >= who.hp
    others = [each for each in battle.standing_ones(who.camp) if each is not who]
    return None if burns_down and others and battle.round < PATIENCE else "act"


def move(battle: Battle, question: Question, seat: Seat, draws: Draws) -> Value:
    """Where most can be struck, and else nearer to them; not farther than needed, around what stings."""
    route, who = question.choices[seat], battle[question.actor]
    assert isinstance(route, Route)
    steps = question.about.params.get("steps")
    of_staying = LAMENTING * who.level(StatusKey.LAMENT)
    of_preparing = preparation_worth(battle, who)
    outlook = Outlook(battle, who)
    return best_way(outlook, route, int(str(steps or 0)), of_preparing, of_staying, draws)


def give_up_movement(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Lift the worst where she stands well enough, or cannot move anyway."""
    who = battle[question.actor]
    worst, relief = _worst(battle, question, seat)
    outlook = Outlook(battle, who)
    if not may_move(who):
        return worst
    lament = LAMENTING * who.level(StatusKey.LAMENT)
    stands_well = who.cell is not None and outlook.promise(who.cell) > 0
    return worst if relief > lament and (stands_well or relief > 3 * HP) else None


def give_up_preparation(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Lift the worst if that is worth more than what she could prepare."""
    worst, relief = _worst(battle, question, seat)
    return worst if relief > preparation_worth(battle, battle[question.actor]) else None


def _worst(battle: Battle, question: Question, seat: Seat) -> tuple[str, int]:
    """The status it would be best to be rid of, and what that is worth."""
    who = battle[question.actor]
    worths = {
        each.id: -status_worth(battle, each.id, who.level(each.id)) for each in options_of(question, seat)
    }
    worst = max(worths, key=lambda id: worths[id])
    return worst, worths[worst]


def prepare(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What is worth more than its price."""
    outlook = Outlook(battle, battle[question.actor])
    gains = {each.id: gain(outlook, each.id) for each in options_of(question, seat)}
    pick = max(gains, key=lambda id: gains[id])
    return pick if gains[pick] > 0 else None


def activate(_battle: Battle, _question: Question, _seat: Seat, _draws: Draws) -> Value:
    return "challenge"


def ticks(_battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What heals first, what may be the end of her last."""
    keys = [option.id for option in options_of(question, seat)]
    return sorted(keys, key=lambda key: key != TerrainKey.SANCTUARY)

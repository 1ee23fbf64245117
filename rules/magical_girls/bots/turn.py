"""The own turn: step into reach, strike where it counts, heal, and keep something for the foes' turns."""

from collections.abc import Callable, Iterable, Mapping

from rules.engine.choices import Value
from rules.engine.dice import Draws
from rules.engine.flow import Question, Seat
from rules.engine.grid import Cell
from rules.engine.text import Text
from rules.magical_girls.abilities import healable
from rules.magical_girls.actions import attacks
from rules.magical_girls.bots import deeds
from rules.magical_girls.bots.blows import FELLED, HIT_POINT, block_mean, life, strike_worth
from rules.magical_girls.bots.outlook import Outlook
from rules.magical_girls.bots.plain import best, ids_of, worthwhile
from rules.magical_girls.costs import SMALL, attack_dp
from rules.magical_girls.moving import left_to_pay, ways
from rules.magical_girls.numbers import DODGE, RECOVERY, cap, has_dp, is_overladen, skill
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.throwing import throwables

WORTH_A_STEP = 15
"""So much better a place must be to go there."""
OVER = 5
"""DP with which a stance can be paid and something is left."""
GOOD_DODGE, GOOD_BLOCK = 35, 400
"""A dodge in per cent, a block in hundredths of a hit point, that are worth watching out for."""


def turn(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The best thing to do next; nothing where nothing is worth it."""
    outlook = Outlook(battle, battle[question.actor])
    return worthwhile(ids_of(question, seat), lambda id: _worth(outlook, id))


def _worth(outlook: Outlook, id: str) -> int:
    """What it is worth beyond its price; to go elsewhere, what it is worth more than to act from here."""
    kind, _, source = id.partition(":")
    found = WORTHS.get(kind)
    return found(outlook, source) if found else 0


def _attack(outlook: Outlook, source: str) -> int:
    return outlook.promise(outlook.who.cell, outlook.who.dp, source)


def _move(outlook: Outlook, _source: str) -> int:
    worths = walks(outlook)
    return max(worths.values(), default=0)


def _heal(outlook: Outlook, _source: str) -> int:
    worths = (deeds.cure(outlook, each.id) for each in healable(outlook.battle, outlook.who))
    return max(worths, default=0) - outlook.spent(SMALL)


def _throw(outlook: Outlook, _source: str) -> int:
    worths = (deeds.thrown(outlook, each.id) for each in throwables(outlook.battle, outlook.who))
    return max(worths, default=0) - outlook.spent(SMALL)


def _lift(outlook: Outlook, _source: str) -> int:
    """Who has no weapon takes one up."""
    return 0 if outlook.who.weapons else 1


def _put_down(outlook: Outlook, source: str) -> int:
    """Who carries too much to act lets go of the heaviest."""
    battle = outlook.battle
    is_too_much = is_overladen(battle, outlook.who)
    return battle.library.weapons[source.partition(":")[2]].weight if is_too_much else 0


WORTHS: Mapping[str, Callable[[Outlook, str], int]] = {
    "attack": _attack,
    "ability": deeds.magic,
    "move": _move,
    "heal": _heal,
    "throw": _throw,
    "lift": _lift,
    "put_down": _put_down,
}


# ---------------------------------------------------------------- where to


def walks(outlook: Outlook) -> dict[str, int]:
    """The cells she may go to, and by how much standing and striking there is worth more than here."""
    battle, who = outlook.battle, outlook.who
    here = outlook.promise(who.cell, who.dp) + outlook.stand(who.cell) + WORTH_A_STEP
    if not outlook.foes or outlook.at_best <= here:
        return {}
    cells = ways(battle, who)
    paid = {far: left_to_pay(battle, who, far) if has_dp(battle, who) else 0 for far in set(cells.values())}
    return {cell.label: _walk(outlook, cell, paid[far]) - here for cell, far in cells.items()}


def _walk(outlook: Outlook, cell: Cell, paid: int) -> int:
    return outlook.promise(cell, outlook.who.dp - paid) + outlook.stand(cell) - outlook.spending(paid)


def move(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """To the best cell, if one is better than here."""
    worths = walks(Outlook(battle, battle[question.actor]))
    return worthwhile(ids_of(question, seat), lambda label: worths.get(label, 0))


# ---------------------------------------------------------------- at whom


def asked_about(battle: Battle, question: Question, sources: Iterable[str]) -> str:
    """Which of these sources a question names, one of several attacks of it too (MG-20)."""
    said = question.about.params.get("source")
    if isinstance(said, Text) and said.key == "magical_girls.attack_of":
        said = said.params["source"]
    return next((each for each in sources if battle.library.title_of(each) == said), "")


def target(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """The foe worth most; never a friend."""
    who = battle[question.actor]
    outlook, source = Outlook(battle, who), asked_about(battle, question, attacks(who))
    worths = {foe.name: strike_worth(battle, who, source, foe) for foe in outlook.foes} if source else {}
    return worthwhile(ids_of(question, seat), lambda name: worths.get(name, 0))


def aim(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Where it does most."""
    who = battle[question.actor]
    outlook = Outlook(battle, who)
    source = asked_about(battle, question, (f"ability:{id}" for id in who.abilities))
    ability = battle.library.abilities[source.partition(":")[2]]
    return best(ids_of(question, seat), lambda id: deeds.aimed(outlook, ability, id))


def heal(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What helps most."""
    outlook = Outlook(battle, battle[question.actor])
    return worthwhile(ids_of(question, seat), lambda id: deeds.cure(outlook, id))


def throw(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """What hurts most."""
    outlook = Outlook(battle, battle[question.actor])
    return worthwhile(ids_of(question, seat), lambda what: deeds.thrown(outlook, what))


def throw_at(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """At the foe with the least left."""
    outlook = Outlook(battle, battle[question.actor])
    lives = {f"at:{foe.name}": FELLED - life(foe) // HIT_POINT for foe in outlook.foes}
    return worthwhile(ids_of(question, seat), lambda id: lives.get(id, 0))


# ---------------------------------------------------------------- the end of it


def end_of_turn(battle: Battle, question: Question, seat: Seat, _draws: Draws) -> Value:
    """Watch out, if DP are over that would be lost or that no attack needs (MG-14, MG-30, MG-31)."""
    who, offered = battle[question.actor], ids_of(question, seat)
    is_over = who.dp + RECOVERY > cap(battle, who) or (who.dp >= OVER and not _needs_dp(battle, who))
    if not is_over or not Outlook(battle, who).foes:
        return None
    stance = "watch_block" if block_mean(battle, who) >= GOOD_BLOCK else "watch_dodge"
    is_good = stance == "watch_block" or skill(battle, who, DODGE) >= GOOD_DODGE
    return stance if is_good and stance in offered else None


def _needs_dp(battle: Battle, who: Combatant) -> bool:
    """Whether she saves for an attack that the next round's DP alone would not pay."""
    return any(attack_dp(battle, source) > RECOVERY for source in attacks(who))

"""One turn: moving and acting in any order, then a stance or a prepared action (MG-16, MG-30 to MG-32)."""

from rules.engine.choices import Option, Value
from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.text import Text
from rules.magical_girls.actions import act, has_any, may_act, options
from rules.magical_girls.asking import decide, one_of, word
from rules.magical_girls.costs import SMALL, STANDARD, can_pay, costs, pay, price
from rules.magical_girls.ending import offer_end
from rules.magical_girls.numbers import has_dp
from rules.magical_girls.order import waiting
from rules.magical_girls.outcome import end_of_match
from rules.magical_girls.passive import block_die
from rules.magical_girls.prepared import prepare
from rules.magical_girls.recovery import recovery_due
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Stance
from rules.magical_girls.verbs import expire, tell

STANCE_DP = STANDARD


def turn(battle: Battle) -> Flow[None]:
    """The next one's turn (MG-10)."""
    name = next(waiting(battle)).name
    begin_turn(battle, battle[name])
    yield from frame(Frame.TURN, _acts(battle, name))
    finish_turn(battle)
    end_of_match(battle)
    yield from offer_end(battle)


def begin_turn(battle: Battle, who: Combatant) -> None:
    """Stance and prepared action end, emergency reactions are open again (MG-30, MG-32, MG-44)."""
    battle.acting, battle.stage = who.name, "turn"
    battle.moved = battle.pace = battle.moved_dp = battle.interactions = battle.deeds = 0
    if who.prepared:
        tell(battle, "lapses", "MG-32", who)
    who.stance, who.prepared, who.has_reacted = None, None, False
    expire(battle, "turn", who)
    tell(battle, "turn", "MG-10", who, reveals=False)


def finish_turn(battle: Battle) -> None:
    """It has acted, whatever cut its turn short."""
    if battle.find(battle.acting) and battle.acting not in battle.acted:
        battle.acted.append(battle.acting)
    battle.attacks, battle.emergencies, battle.acting, battle.stage = [], [], "", ""


def _acts(battle: Battle, name: str) -> Flow[None]:
    """One thing after the other until she passes; then the end of her turn (MG-16)."""
    if not has_any(battle, battle.able(name)):
        tell(battle, "cannot_act", "MG-52", battle.able(name))
    while has_any(battle, battle.able(name)):
        chosen = yield from decide(
            battle,
            name,
            "turn",
            lambda who: one_of(options(battle, who), may_pass=True),
            holds=lambda who: has_any(battle, who),
        )
        if chosen is None:
            break
        yield from frame(Frame.ACTION, act(battle, name, str(chosen)))
        end_of_match(battle)
    yield from _end_of_turn(battle, name)


def _end_of_turn(battle: Battle, name: str) -> Flow[None]:
    """At most one: watch out to dodge or to block, or prepare an action (MG-30 to MG-32)."""
    is_over = not stances(battle, battle.able(name))
    while not is_over:
        chosen = yield from decide(
            battle, name, "end_of_turn", lambda who: one_of(stances(battle, who), may_pass=True)
        )
        if chosen == "prepare":
            is_over = yield from prepare(battle, name)
        else:
            is_over = True
            _watch_out(battle, battle.able(name), chosen)


def _watch_out(battle: Battle, who: Combatant, chosen: Value) -> None:
    """A stance until the own next turn (MG-30, MG-31), or none."""
    if chosen in ("watch_dodge", "watch_block"):
        paid = pay(battle, who, STANCE_DP)
        who.stance = Stance(str(chosen).removeprefix("watch_"))
        row = "MG-30" if who.stance is Stance.DODGE else "MG-31"
        tell(battle, str(chosen), row, who, is_secret=True, dp=paid)


def serves(battle: Battle, who: Combatant, stance: Stance) -> bool:
    """Whether a stance may bring anything: a block die, and DP left or to come, for at 0 she is exhausted (MG-40)."""
    if stance is Stance.BLOCK and not block_die(battle, who):
        return False
    if not has_dp(battle, who) or _blocks_at_0(battle, stance):
        return True
    return left_of_stance(battle, who) + recovery_due(battle, who) > 0


def _blocks_at_0(battle: Battle, stance: Stance) -> bool:
    """A block costs nothing: by the table's option it is possible without any DP (MG-40, MG-41)."""
    return stance is Stance.BLOCK and battle.on("exhausted_block") is True


def left_of_stance(battle: Battle, who: Combatant) -> int:
    """DP left to her after a stance, until the round's recovery comes."""
    return who.dp - price(battle, who, STANCE_DP)


def _stance_note(battle: Battle, who: Combatant, stance: Stance) -> Text:
    """Its price; and that nothing is left to dodge or block with before the next round's DP (MG-14, MG-40)."""
    paid = costs(battle, who, STANCE_DP)
    is_bare = has_dp(battle, who) and left_of_stance(battle, who) < 1 and not _blocks_at_0(battle, stance)
    return Text("magical_girls.note.bare_stance", {"price": paid}) if is_bare else paid


def stances(battle: Battle, who: Combatant) -> list[Option]:
    """What may end her turn, with its price."""
    found = list[Option]()
    if not may_act(battle, who):
        return found
    if can_pay(battle, who, STANCE_DP):
        found += [
            word(f"watch_{each}", _stance_note(battle, who, each))
            for each in Stance
            if serves(battle, who, each)
        ]
    if can_pay(battle, who, SMALL):
        found.append(word("prepare", costs(battle, who, SMALL)))
    return found

"""One turn: a preparation and an attack timing and one movement, in any order (KG-32 to KG-36)."""

from rules.engine.errors import Frame
from rules.engine.flow import Flow, frame
from rules.engine.text import Text
from rules.kamigakari.asking import decide, one_of
from rules.kamigakari.attack import strike
from rules.kamigakari.checks import endures
from rules.kamigakari.crest import pay_crest, rise_again
from rules.kamigakari.deeds import CURED_BY, attacks, fitting_weapons, options, with_weapon
from rules.kamigakari.ending import offer_end
from rules.kamigakari.entries import Item, Talent
from rules.kamigakari.movement import Move, make_move
from rules.kamigakari.order import next_of
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.talents import pay_for, use
from rules.kamigakari.terms import StatusKey, Timing
from rules.kamigakari.verbs import cure, expire, spend_timing, tell
from rules.kamigakari.workings import run_all


def turn(battle: Battle) -> Flow[None]:
    """The next one's turn; at its end the spirit crest is paid, and who fainted may rise again (KG-32, KG-37)."""
    name = yield from next_of(battle)
    battle.acting, battle.moved, battle.may_shoot = name, False, True
    expire(battle, "turn", battle[name])
    yield from frame(Frame.TURN, _acts(battle, name))
    finish_turn(battle, name)
    yield from pay_crest(battle)
    yield from rise_again(battle)
    yield from offer_end(battle)


def finish_turn(battle: Battle, name: str) -> None:
    """It has acted, whatever cut its turn short."""
    if battle.find(name):
        battle.acted.append(name)
    for until in ("moment", "attack"):
        expire(battle, until)
    battle.acting, battle.attack, battle.stage = "", None, ""


def _acts(battle: Battle, name: str) -> Flow[None]:
    tell(battle, "turn", "KG-32", battle.able(name), reveals=False)
    _paralysed(battle, battle.able(name))
    while next(options(battle, battle.able(name)), None):
        battle.stage = "turn"
        chosen = yield from decide(
            battle, name, "turn", lambda who: one_of(options(battle, who), may_pass=True)
        )
        if chosen is None:
            return
        yield from act(battle, name, str(chosen))


def _paralysed(battle: Battle, who: Combatant) -> None:
    """Paralysis takes one preparation and one attack timing, in each turn that it lasts (KG-36)."""
    if who.status(StatusKey.PARALYSIS):
        who.spent += [each for each in (Timing.PREPARATION, Timing.ATTACK) if each not in who.spent]
        tell(battle, "paralysed", "KG-36", who, reveals=False)


def act(battle: Battle, name: str, choice: str) -> Flow[None]:
    """One of the things she may do in her turn."""
    kind, _, id = choice.partition(":")
    match kind:
        case "move":
            yield from frame(Frame.ACTION, make_move(battle, name, Move(id)))
        case "cure":
            yield from shake_off(battle, name, StatusKey(id))
        case "weapon":
            spend_timing(battle.able(name), Timing.ATTACK)
            yield from strike(battle, name, choice, id)
        case _:
            yield from _deed(battle, name, choice)


def _deed(battle: Battle, name: str, source: str) -> Flow[None]:
    """A talent that attacks strikes, after what it does for its user; others and items work at once (KG-10, KG-33)."""
    entry = battle.library.entry(source)
    assert isinstance(entry, Talent | Item)
    assert entry.timing is not None
    if not isinstance(entry, Talent) or entry.strike is None:
        yield from use(battle, name, source, entry.timing)
        return
    weapon: str | None = ""
    if entry.strike.weapon:
        weapon = yield from frame(Frame.ACTION, _which_weapon(battle, name, source))
    if weapon is None:
        return
    yield from pay_for(battle, name, source, entry.timing)
    yield from run_all(battle, name, entry.effects, [], entry.title)
    yield from strike(battle, name, source, weapon)


def _which_weapon(battle: Battle, name: str, source: str) -> Flow[str]:
    """The only one that fits, or the one she chooses while she can still use the talent."""

    def fitting(who: Combatant) -> list[str]:
        return fitting_weapons(battle, who, source)

    if len(fitting(battle.able(name))) == 1:
        return fitting(battle.able(name))[0]
    chosen = yield from decide(
        battle,
        name,
        "weapon",
        lambda who: one_of(with_weapon(battle, who, source, id) for id in fitting(who)),
        holds=lambda who: source in attacks(battle, who),
    )
    return str(chosen)


def shake_off(battle: Battle, name: str, key: StatusKey) -> Flow[None]:
    """Prone and poison for preparation, dark and pain for attack, paralysis for end; poison by a check (KG-36)."""
    who = battle.able(name)
    spend_timing(who, CURED_BY[key])
    status, is_over = who.status(key), True
    if status is not None and key is StatusKey.POISON:
        is_over = yield from endures(battle, name, status.strength)
    if is_over:
        spent = Text("kamigakari.ends.timing", {"timing": CURED_BY[key].named})
        cure(battle, battle.able(name), key, spent)
    else:
        tell(battle, "still", "KG-36", battle.able(name), status=key.named)

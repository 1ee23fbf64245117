"""When a fight ends, and what is left of it (MG-05, MG-06, MG-18, MG-53, MG-54)."""

from collections.abc import Iterator

from rules.engine.choices import Option
from rules.engine.errors import BattleOver, Frame, Lapsed
from rules.engine.flow import GM, Ask, Flow, ask_one, frame, roll
from rules.engine.log import Event, Explanation
from rules.engine.text import Text
from rules.magical_girls.asking import ask_keeper, one_of, put, thing, word
from rules.magical_girls.checks import check, value_now
from rules.magical_girls.hits import wounds
from rules.magical_girls.numbers import TREATMENT, is_helpless
from rules.magical_girls.outcome import beaten, settle
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Form, Level, Side, Wound
from rules.magical_girls.verbs import mend, set_wound, tell

ENDS_BY = {Form.SPARRING: "MG-05", Form.DUEL: "MG-06", Form.CONTEST: "MG-07"}
"""The row that ends a match; all else the keeper ends (MG-18)."""
LOSERS_DIE = 2
"""What the losing side of a sparring loses: 1d2 HP each (MG-05)."""


def offer_end(battle: Battle) -> Flow[None]:
    """The keeper ends the fight: offered when one side has nobody above HP 0, or nobody can act any more (MG-18).

    Once a round, for who has let it go on need not say so after every turn. With everybody dying it is over anyway.
    """
    if battle.goes_on == battle.round or not _may_end(battle):
        return
    if any(battle.standing_ones()):
        chosen = yield from frame(Frame.TURN, ask_one(lambda: _offered(battle)))
        if chosen != "end":
            battle.goes_on = battle.round if _may_end(battle) else battle.goes_on
            return
    settle(battle)
    raise BattleOver()


def _may_end(battle: Battle) -> bool:
    return bool(beaten(battle)) or all(is_helpless(battle, each) for each in battle.combatants)


def _offered(battle: Battle) -> Ask:
    if not _may_end(battle):
        raise Lapsed()
    return put(battle, "end", {GM: one_of([word("end")], may_pass=True)})


def aftermath(battle: Battle) -> Flow[None]:
    """What a sparring gives back and costs; wounds treated, a rest; then the summary (MG-05, MG-53)."""
    assert battle.result is not None
    decided = Explanation((), None, "MG-03") if battle.form is Form.CONTEST else None
    tell(battle, "over", ENDS_BY.get(battle.form, "MG-18"), explanation=decided, result=battle.result.reason)
    clear_fight(battle)
    if battle.form is Form.SPARRING:
        yield from _after_sparring(battle)
    yield from _treatments(battle)
    yield from _rest(battle)
    clear(battle)


def clear_fight(battle: Battle) -> None:
    """DP are cleared when the fight ends (MG-14); what lasted for the fight is over.

    Girls hide no more; an enemy stays out of sight, for the keeper may yet take the end back (MG-27).
    """
    for each in battle.combatants:
        each.dp, each.modifiers, each.is_hidden = 0, [], each.is_hidden and not each.is_player
        each.stance, each.prepared = None, None
    battle.attacks, battle.emergencies, battle.acting, battle.stage = [], [], "", ""


def _after_sparring(battle: Battle) -> Flow[None]:
    """HP return to those before it; then each of the losing side loses 1d2 HP, never below 0 (MG-05)."""
    for each in battle.combatants:
        each.hp = each.hp_before
        tell(battle, "hp_return", "MG-05", each, hp=each.hp, is_secret=True)
    for name in [each.name for each in battle.combatants if battle.result and each.side in _losers(battle)]:
        faces = yield from roll(name, "MG-05", 1, LOSERS_DIE)
        if found := battle.find(name):
            lost = min(found.hp, faces[0])
            found.hp -= lost
            tell(battle, "loser_pays", "MG-05", found, faces=faces, amount=lost)
            wounds(battle, found, Wound.NONE)


def _losers(battle: Battle) -> list[Side]:
    winner = battle.result.winner if battle.result else ""
    return [Side(winner).other] if winner else []


# ---------------------------------------------------------------- wounds, outside the fight


def _treatments(battle: Battle) -> Flow[None]:
    """Each wounded girl may be treated once: a success heals a light wound, an extreme one a severe (MG-53)."""
    for name in [each.name for each in battle.combatants if each.is_player and each.wound is not Wound.NONE]:
        yield from frame(Frame.ACTION, _treatment(battle, name))


def _treatment(battle: Battle, name: str) -> Flow[None]:
    def make() -> Ask:
        who = battle.find(name)
        if who is None or who.wound is Wound.NONE or not any(_healers(battle, who)):
            raise Lapsed()
        shape = one_of(_healers(battle, who), may_pass=True)
        return put(battle, "treat", {who.seat: shape}, who, params={"wound": who.wound.named})

    chosen = yield from ask_one(make)
    if chosen is None:
        return
    healer = str(chosen)
    found = yield from check(battle, healer, f"skill:{TREATMENT}", "any", "MG-53")
    who = battle.find(name)
    needed = Level.EXTREME if who and who.wound is Wound.SEVERE else Level.REGULAR
    if who and found.level.place <= needed.place:
        set_wound(battle, who, Wound.NONE, "MG-53")
    elif who:
        tell(battle, "treatment_fails", "MG-53", who)


def _healers(battle: Battle, who: Combatant) -> Iterator[Option]:
    """The friends who are awake, herself included, each with the skill; none who is severely wounded (MG-52)."""
    for each in battle.standing_ones(who.side):
        if each.is_player and each.wound is not Wound.SEVERE:
            value = value_now(battle, each, f"skill:{TREATMENT}", "any")
            note = Text("magical_girls.note.value", {"value": value})
            yield thing(each.name, each.title, note)


def _rest(battle: Battle) -> Flow[None]:
    """A long rest in safety, if the keeper grants one: light wounds heal, severe ones become light (MG-53)."""
    if not any(each.is_player and each.wound is not Wound.NONE for each in battle.combatants):
        return
    chosen = yield from ask_keeper(battle, "rest", lambda: one_of([word("rest")], may_pass=True))
    if chosen == "rest":
        tell(battle, "rest", "MG-53")
        for each in battle.combatants:
            if each.is_player:
                mend(battle, each, "MG-53")


def clear(battle: Battle) -> None:
    """Everything is told; nothing more comes."""
    battle.summary = [_how_it_went(each) for each in battle.combatants if not each.is_hidden]
    battle.is_cleared = True
    battle.record(Event("magical_girls.log.cleared", row="MG-18"))


def _how_it_went(who: Combatant) -> Text:
    state = "out" if who.is_out else "down" if who.is_down else "standing"
    return Text(f"magical_girls.summary.{state}", {"who": who.title, "wound": who.wound.named})

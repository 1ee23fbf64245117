"""Girls against girls: the form is picked after hearing the players; the skill contest (MG-05, MG-07)."""

from collections.abc import Iterator
from functools import partial

from rules.engine.choices import Option, Some
from rules.engine.errors import BattleOver, Frame
from rules.engine.flow import Ask, Flow, Need, ask, ask_one, frame
from rules.engine.state import Result
from rules.engine.text import Param, Text
from rules.magical_girls.asking import ask_keeper, one_of, people, person, put, thing, word
from rules.magical_girls.checks import check, value_now, wins
from rules.magical_girls.numbers import BASES, DODGE, named
from rules.magical_girls.outcome import match_result
from rules.magical_girls.state import Battle, Check, Combatant
from rules.magical_girls.terms import MATCHES, Category, Form, Side
from rules.magical_girls.verbs import names, tell


def pick_form(battle: Battle) -> Flow[None]:
    """The players say what they would like; the keeper picks one of three forms, and the sides (MG-05)."""
    wishes = yield from _wishes(battle)
    chosen = yield from ask_keeper(
        battle, "form", lambda: one_of(word(form.value, _wished_by(battle, wishes, form)) for form in MATCHES)
    )
    battle.form = Form(str(chosen))
    tell(battle, "form", "MG-05", form=battle.form.named)
    yield from _pick_sides(battle)


def _wishes(battle: Battle) -> Flow[dict[str, str]]:
    """By seat."""

    def make() -> Ask:
        seats = dict.fromkeys(each.seat for each in battle.combatants if each.is_player)
        shape = one_of([word(form.value) for form in MATCHES], may_pass=True)
        return put(battle, "wish", dict.fromkeys(seats, shape))

    said = (yield from frame(Frame.ACTION, ask(make))) or {}
    return {seat: str(each) for seat, each in said.items() if each is not None}


def _wished_by(battle: Battle, wishes: dict[str, str], form: Form) -> Text | None:
    wishing = [each for each in battle.combatants if wishes.get(each.seat) == form]
    return Text("magical_girls.note.wished", {"names": names(wishing)}) if wishing else None


def _pick_sides(battle: Battle) -> Flow[None]:
    """Who stands on the second side, each with the side she is on now; a pass leaves it as set up."""

    def shape() -> Some:
        there = tuple(person(each, note=_side(each.side)) for each in battle.combatants)
        return Some(there, 1, len(there) - 1, may_pass=True)

    chosen = yield from ask_keeper(battle, "sides", shape)
    if isinstance(chosen, list):
        for each in battle.combatants:
            each.side = Side.SECOND if each.name in chosen else Side.FIRST
    for side in Side:
        there = [each for each in battle.combatants if each.side is side]
        tell(battle, "side", "MG-05", side=_side(side), names=names(there))


def _side(side: Side) -> Text:
    return Text(f"magical_girls.side.match.{side}")


# ---------------------------------------------------------------- skill contest


def contest(battle: Battle) -> Flow[None]:
    """Each side's champion picks a skill of the same category; both check; MG-03 decides (MG-07). BattleOver."""
    absent = [side for side in Side if not any(battle.standing_ones(side))]
    if absent:
        winner = absent[0].other if len(absent) == 1 else None
        battle.result = match_result(battle, winner, Text("magical_girls.why.nobody"))
        raise BattleOver()
    category = yield from _category(battle)
    champions = []
    for side in Side:
        champions.append((yield from _champion(battle, side)))
    picked = yield from _picks(battle, champions, category)
    _tell_of(battle, champions, picked)
    first = yield from check(battle, champions[0], picked[0], "any", "MG-07")
    second = yield from check(battle, champions[1], picked[1], "any", "MG-07")
    battle.result = _decided(battle, first, second)
    raise BattleOver()


def _tell_of(battle: Battle, champions: list[str], picked: list[str]) -> None:
    """Who meets whom, each with which skill (MG-07)."""
    one, other = (battle.able(name) for name in champions)
    what, against = (named(battle, each) for each in picked)
    tell(battle, "contest", "MG-07", one, other, what=what, other=other.title, against=against)


def _decided(battle: Battle, first: Check, second: Check) -> Result:
    """The better level wins, then the lower roll; still equal, nobody does (MG-03, MG-07)."""
    if wins(battle, first, second, is_skill_contest=True):
        return match_result(battle, Side.FIRST, _why(battle, first, second))
    if wins(battle, second, first, is_skill_contest=True):
        return match_result(battle, Side.SECOND, _why(battle, second, first))
    return match_result(battle, None, Text("magical_girls.why.equal", {"level": first.level.named}))


def _why(battle: Battle, won: Check, lost: Check) -> Text:
    """Whose check beats whose: by its level, or by the lower roll of equal ones."""
    said: dict[str, Param] = {
        "who": battle[won.who].title,
        "level": won.level.named,
        "other": battle[lost.who].title,
    }
    if won.level is lost.level:
        return Text("magical_girls.why.roll", said)
    return Text("magical_girls.why.level", {**said, "lost": lost.level.named})


def _category(battle: Battle) -> Flow[Category]:
    """The keeper names the category, where there are skills of several (MG-07)."""
    known = [each for each in Category if skills_of(battle, each)]
    if len(known) == 1:
        return known[0]
    chosen = yield from ask_keeper(battle, "category", lambda: one_of([word(each.value) for each in known]))
    return Category(str(chosen))


def _champion(battle: Battle, side: Side) -> Flow[str]:
    """Who checks for a side: those on it say, where there are several."""

    def make() -> Ask:
        there = list(battle.standing_ones(side))
        seats = dict.fromkeys(each.seat for each in there)
        return put(battle, "champion", dict.fromkeys(seats, one_of(people(there))), need=Need.FIRST)

    there = list(battle.standing_ones(side))
    return there[0].name if len(there) == 1 else str((yield from ask_one(make)))


def _picks(battle: Battle, champions: list[str], category: Category) -> Flow[list[str]]:
    """Both pick at once and sealed; one after the other where one seat plays both (MG-07)."""
    parties = [champions]
    if len({battle.able(name).seat for name in champions}) == 1:
        parties = [[name] for name in champions]
    found = list[str]()
    for party in parties:
        picked = yield from ask(partial(_pick, battle, party, category))
        found += [str(picked[battle.able(name).seat]) for name in party]
    return found


def _pick(battle: Battle, party: list[str], category: Category) -> Ask:
    picking = [battle.able(name) for name in party]
    choices = {who.seat: one_of(_skills(battle, who, category)) for who in picking}
    return put(battle, "contest", choices, None, tuple(party), params={"names": names(picking)})


def skills_of(battle: Battle, category: Category) -> list[str]:
    """All skills of that category; those that the rules themselves know are skills of combat."""
    known = [
        id
        for id, entry in sorted(battle.library.skills.items(), key=lambda each: each[0])
        if entry.category is category
    ]
    if category is Category.COMBAT:
        known += [id for id in (DODGE, *BASES) if id not in battle.library.skills]
    return known


def _skills(battle: Battle, who: Combatant, category: Category) -> Iterator[Option]:
    """Each with her value."""
    for what in (f"skill:{id}" for id in skills_of(battle, category)):
        note = Text("magical_girls.note.value", {"value": value_now(battle, who, what, "any")})
        yield thing(what, named(battle, what), note)

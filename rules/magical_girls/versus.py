"""Girls against girls: the form is picked after hearing the players; the skill contest (MG-05, MG-07)."""

from collections.abc import Iterator

from rules.engine.choices import Option, Some
from rules.engine.errors import BattleOver, Frame
from rules.engine.flow import Ask, Flow, Need, ask, ask_one, frame
from rules.engine.state import Result
from rules.engine.text import Text
from rules.magical_girls.asking import ask_keeper, one_of, people, put, thing, word
from rules.magical_girls.checks import check, wins
from rules.magical_girls.numbers import named, value
from rules.magical_girls.state import Battle, Combatant
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
    """Who stands on the second side; a pass leaves it as set up."""

    def shape() -> Some:
        return Some(people(battle.combatants), 1, len(battle.combatants) - 1, may_pass=True)

    chosen = yield from ask_keeper(battle, "sides", shape)
    if isinstance(chosen, list):
        for each in battle.combatants:
            each.side = Side.SECOND if each.name in chosen else Side.FIRST
    for side in Side:
        there = [each for each in battle.combatants if each.side is side]
        tell(battle, "side", "MG-05", side=Text(f"magical_girls.side.match.{side}"), names=names(there))


# ---------------------------------------------------------------- skill contest


def contest(battle: Battle) -> Flow[None]:
    """Each side's champion picks a skill of the same category; both check; MG-03 decides (MG-07). BattleOver."""
    category = Category(
        str(
            (
                yield from ask_keeper(
                    battle, "category", lambda: one_of([word(each.value) for each in Category])
                )
            )
        )
    )
    found = []
    for side in Side:
        name = yield from _champion(battle, side)
        what = yield from _skill(battle, name, category)
        found.append((name, what))
    (one, one_skill), (other, other_skill) = found
    first = yield from check(battle, one, one_skill, "any", "MG-07")
    second = yield from check(battle, other, other_skill, "any", "MG-07")
    winner = ""
    if wins(battle, first, second, is_skill_contest=True):
        winner = Side.FIRST.value
    elif wins(battle, second, first, is_skill_contest=True):
        winner = Side.SECOND.value
    battle.result = Result(winner, Text(f"magical_girls.result.match.{winner or 'draw'}"))
    raise BattleOver()


def _champion(battle: Battle, side: Side) -> Flow[str]:
    """Who checks for a side: those on it say, where there are several."""

    def make() -> Ask:
        there = list(battle.standing_ones(side)) or [e for e in battle.combatants if e.side is side]
        seats = dict.fromkeys(each.seat for each in there)
        return put(battle, "champion", dict.fromkeys(seats, one_of(people(there))), need=Need.FIRST)

    there = [each for each in battle.combatants if each.side is side]
    return there[0].name if len(there) == 1 else str((yield from ask_one(make)))


def _skill(battle: Battle, name: str, category: Category) -> Flow[str]:
    def make() -> Ask:
        who = battle[name]
        return put(battle, "contest", {who.seat: one_of(skills_of(battle, who, category))}, who)

    return str((yield from ask_one(make)))


def skills_of(battle: Battle, who: Combatant, category: Category) -> Iterator[Option]:
    """All skills of that category, each with her value."""
    for id, entry in battle.library.skills.items():
        if entry.category is category:
            what = f"skill:{id}"
            note = Text("magical_girls.note.value", {"value": value(battle, who, what)})
            yield thing(what, named(battle, what), note)

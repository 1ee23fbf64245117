"""What is not listed: skills in use, free actions, things touched; the keeper sizes them (MG-15, MG-16)."""

from rules.engine.choices import Option, Words
from rules.engine.flow import Flow
from rules.engine.text import Param, Text
from rules.magical_girls.asking import ask_keeper, decide, one_of, thing, word
from rules.magical_girls.checks import check, value_now
from rules.magical_girls.costs import SIZES, can_pay, costs, pay, spend_reaction
from rules.magical_girls.numbers import BASES, DODGE, is_own_turn, named
from rules.magical_girls.state import Battle, Combatant
from rules.magical_girls.terms import Attribute
from rules.magical_girls.verbs import show, tell

LETTERS = 200
REFUSE, OBJECT = "refuse", "object"


def is_touch_free(battle: Battle, name: str) -> bool:
    """Whether the turn's one free interaction with an object is left (MG-16)."""
    return battle.interactions == 0 and is_own_turn(battle, battle[name])


def sized(battle: Battle, name: str, key: str, *, is_touch: bool = False, **said: Param) -> Flow[int | None]:
    """The keeper says in one click what it costs; then it is paid for: how many DP, None if refused (MG-15).

    Words may be about an object, the first of a turn for nothing; one more object costs an action (MG-16). What costs
    nothing is no action of who has but one a turn (MG-14).
    """

    def sizes() -> list[Option]:
        who = battle.able(name)
        fits = [size for size in SIZES if can_pay(battle, who, size) and (size or not is_touch)]
        touch = [word(OBJECT, costs(battle, who, 0))] if is_touch_free(battle, name) else []
        return [*(word(f"size_{size}", costs(battle, who, size)) for size in fits), *touch, word(REFUSE)]

    chosen = str((yield from ask_keeper(battle, key, lambda: one_of(sizes()), battle.able(name), **said)))
    who = battle.able(name)
    if chosen == REFUSE:
        tell(battle, "not_allowed", "MG-15", who)
        return None
    battle.interactions += chosen == OBJECT
    if size := 0 if chosen == OBJECT else int(chosen.removeprefix("size_")):
        return pay(battle, who, size)
    spend_reaction(battle, who)
    return 0


def act_freely(battle: Battle, name: str, words: str = "") -> Flow[None]:
    """Anything else, in words (MG-15)."""
    if not words:
        said = yield from decide(battle, name, "free", lambda _who: Words(LETTERS))
        words = str(said or "")
    paid = (yield from sized(battle, name, "size", words=words)) if words else None
    if paid is not None:
        show(battle, battle.able(name))
        tell(battle, "acts_freely", "MG-15", battle.able(name), is_secret=True, words=words, dp=paid)


def use_skill(battle: Battle, name: str) -> Flow[None]:
    """A skill or attribute, for a purpose in words; sized, then checked (MG-15)."""
    chosen = yield from decide(battle, name, "skill", lambda who: one_of(skills(battle, who), may_pass=True))
    if chosen is None:
        return
    what = str(chosen)
    words = yield from decide(
        battle, name, "what_for", lambda _who: Words(LETTERS), skill=named(battle, what)
    )
    if words is None:
        return
    skill = named(battle, what)
    paid = yield from sized(battle, name, "size_skill", words=str(words), skill=skill)
    if paid is not None:
        who = battle.able(name)
        show(battle, who)
        tell(battle, "uses_skill", "MG-15", who, is_secret=True, skill=skill, words=str(words), dp=paid)
        yield from check(battle, name, what, "any", "MG-15")


def skills(battle: Battle, who: Combatant) -> list[Option]:
    """Her skills and attributes, each with its value; a stored sheet may have its keys in any order."""
    known = [f"skill:{id}" for id in dict.fromkeys((*sorted(who.skills), DODGE, *BASES))]
    known += [f"attribute:{which}" for which in Attribute if which in who.attributes]
    return [
        thing(
            what,
            named(battle, what),
            Text(
                "magical_girls.note.value",
                {"value": value_now(battle, who, what, "any")},
            ),
        )
        for what in known
    ]

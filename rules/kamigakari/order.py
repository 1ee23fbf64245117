"""Whose turn it is: the highest initiative that has not acted; ties are settled by those tied (KG-32)."""

from collections.abc import Iterable

from rules.engine.errors import Lapsed
from rules.engine.flow import GM, Ask, Flow, Need, ask_one
from rules.kamigakari.asking import one_of, people, put
from rules.kamigakari.numbers import secret_of, value
from rules.kamigakari.state import Battle, Combatant
from rules.kamigakari.terms import Stat


def candidates(battle: Battle) -> list[Combatant]:
    """Who stands and has not acted this round, the highest initiative first (KG-32)."""
    return in_order(battle, [each for each in battle.standing_ones() if each.name not in battle.acted])


def in_order(battle: Battle, whom: Iterable[Combatant]) -> list[Combatant]:
    """By initiative, players' characters before NPCs on ties (KG-32)."""
    return sorted(whom, key=lambda each: precedence(battle, each))


def precedence(battle: Battle, who: Combatant) -> tuple[int, bool]:
    """Sort key: a higher initiative first; with equal ones a player's character before an NPC (KG-32)."""
    return -value(battle, who, Stat.INITIATIVE), not who.is_player


def next_of(battle: Battle) -> Flow[str]:
    """Ties are asked: any of the players, who agree; the GM for NPCs (KG-32). Lapsed when nobody is left to act.

    That monsters are equally quick tells of their initiative: it is the GM's to know, unless the table shows all.
    """

    def make() -> Ask:
        now = tied(battle)
        if not now:
            raise Lapsed()
        seats = dict.fromkeys(each.seat for each in now) if now[0].is_player else {GM: None}
        shape = one_of(people(battle, [each.name for each in now]))
        first = next((each for each in now if each.is_unseen), now[0])
        names = tuple(each.name for each in now)
        return put(
            "next", dict.fromkeys(seats, shape), first, names, Need.FIRST, is_private=_is_secret(battle, now)
        )

    if len(tied(battle)) == 1:
        return tied(battle)[0].name
    return str((yield from ask_one(make)))


def _is_secret(battle: Battle, whom: Iterable[Combatant]) -> bool:
    """Whether somebody's initiative is hidden from the players."""
    return battle.on("monsters") != "all" and any(secret_of(each) for each in whom)


def tied(battle: Battle) -> list[Combatant]:
    """Who may be next: one, or several of the same precedence."""
    waiting = candidates(battle)
    return [each for each in waiting if precedence(battle, each) == precedence(battle, waiting[0])]

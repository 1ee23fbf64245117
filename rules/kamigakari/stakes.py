"""What a question is about: a check's stat, in a contest the result to beat (KG-03), the crest that is left."""

from rules.engine.text import Text
from rules.kamigakari.state import Battle, Check, Combatant


def to_beat(battle: Battle, check: Check) -> int | None:
    """The active result, for the passive check of the attack in progress; a tie goes to the active side (KG-03)."""
    attack = battle.attack
    is_passive = attack is not None and attack.passive.get(check.who) is check
    return attack.active.total if attack and attack.active and is_passive else None


def at_stake(battle: Battle, check: Check) -> Text:
    """The check in a question: "evasion", or "evasion against 14"."""
    total = to_beat(battle, check)
    if total is None:
        return check.stat.named
    return Text("kamigakari.against", {"stat": check.stat.named, "total": total})


def as_it_stands(battle: Battle, check: Check, *, halves: bool) -> Text:
    """The same once it is rolled, with what it has come to if it succeeds already."""
    total = to_beat(battle, check)
    if total is None or check.total <= total:
        return at_stake(battle, check)
    key = "halved" if halves else "warded_off"
    return Text(f"kamigakari.against.{key}", {"stat": check.stat.named, "total": total})


def crest_at_stake(who: Combatant) -> Text:
    """What is left of the spirit crest, and what of it is owed by the end of this turn (KG-37)."""
    if not who.crest_debt:
        return Text("kamigakari.crest_left", {"left": who.crest})
    return Text("kamigakari.crest_owed", {"left": who.crest, "owed": who.crest_debt})

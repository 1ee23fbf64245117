"""What a check is about: its stat, and in a contest the result to beat (KG-03)."""

from rules.engine.text import Text
from rules.kamigakari.state import Battle, Check


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

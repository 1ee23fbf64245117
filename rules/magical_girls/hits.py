"""A hit as it lands: shares, block, guards, HP, wounds (MG-22, MG-23, MG-41, MG-45, MG-51)."""

from rules.engine.flow import Flow
from rules.engine.log import Explanation, Part
from rules.engine.text import Text
from rules.magical_girls.damage import Blow, arm_of, blow, wound_by
from rules.magical_girls.numbers import guard
from rules.magical_girls.state import Attack, Battle, Combatant
from rules.magical_girls.terms import Level, Wound
from rules.magical_girls.verbs import hurt, wound


def land(
    battle: Battle,
    who: Combatant,
    done: Blow,
    *,
    share: int = 2,
    blocked: int | None = None,
    row: str = "MG-22",
) -> None:
    """A hit: 1.5 shares for who protects from an area (floored), the block off, guards off, then wounds.

    A block lets on-hit effects through, and the wound of an extreme hit even at 0 damage (MG-41, MG-45, settled).
    """
    shared = done.amount * share // 2
    parts = [*done.parts]
    if shared != done.amount:
        parts.append(Part(Text("magical_girls.part.share"), shared - done.amount))
    if blocked is not None:
        parts.append(Part(Text("magical_girls.part.block"), -blocked))
    spared = guard(battle, who)
    amount = max(0, shared - (blocked or 0) + spared.total)
    hurt(battle, who, amount, row, Explanation((*parts, *spared.parts), amount, row))
    caused, by = wound_by(who, done, amount)
    if amount:
        wounds(battle, who, caused, by)
    else:
        wound(battle, who, caused, by)


def wounds(battle: Battle, who: Combatant, caused: Wound, row: str = "MG-51") -> None:
    """What harm leaves: a wound by that row, and a light one for whoever is at HP 0 by anything (MG-51)."""
    wound(battle, who, caused, row)
    if who.is_down:
        wound(battle, who, Wound.LIGHT, "MG-51")


def on_hit(battle: Battle, name: str, attack: Attack) -> None:
    """What a weapon does to whom it hits, beside the damage."""
    attacker, who = battle.find(attack.attacker), battle.find(name)
    if attacker and who:
        wound(battle, who, arm_of(battle, attacker, attack.source).wound, "MG-43")


def strike_back(battle: Battle, name: str, source: str, attacker: str) -> Flow[None]:
    """A won counter hits without a check, at regular level, and cannot be answered (MG-43)."""
    done = yield from blow(battle, name, source, Level.REGULAR)
    if found := battle.find(attacker):
        land(battle, found, done, row="MG-43")

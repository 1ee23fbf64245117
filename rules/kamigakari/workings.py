"""How each effect of talents and items works on its receiver."""

from collections.abc import Iterable, Sequence

from rules.engine.flow import Flow
from rules.engine.text import Param, Text
from rules.kamigakari.effects import (
    Bonus,
    CountsAs,
    Cure,
    Dice,
    Effect,
    Give,
    Halve,
    Lose,
    Minus,
    Modify,
    Rank,
    Recover,
    Renew,
)
from rules.kamigakari.falling import is_knocked_from_flight, knock_down
from rules.kamigakari.numbers import source_named
from rules.kamigakari.plan import plan
from rules.kamigakari.spirits import renew
from rules.kamigakari.state import Battle, Modifier, Status
from rules.kamigakari.terms import StatusKey, To
from rules.kamigakari.verbs import cure, give, lose, modify, recover

ROW = "KG-33"


def receivers(battle: Battle, user: str, effect: Effect, targets: Sequence[str]) -> list[str]:
    """Whom the effect is for, seen from its user."""
    match effect.to:
        case To.SELF:
            return [user]
        case To.TARGETS:
            return list(targets)
        case To.ATTACKER:
            return [battle.attack.attacker] if battle.attack else []
        case To.ALLIES:
            return [each.name for each in battle.standing_ones(battle[user].side)]


def run_all(
    battle: Battle, user: str, effects: Iterable[Effect], targets: Sequence[str], source: Param
) -> Flow[None]:
    """Every effect on every receiver that still stands."""
    for effect in effects:
        for name in receivers(battle, user, effect, targets):
            if battle.stands(name):
                yield from run(battle, effect, name, source)


def run(battle: Battle, effect: Effect, name: str, source: Param) -> Flow[None]:
    """Let one effect happen to one receiver."""
    who = battle[name]
    match effect:
        case Give(status=StatusKey.PRONE) if is_knocked_from_flight(who):
            yield from knock_down(battle, name)
        case Give():
            give(battle, who, Status(effect.status, effect.level, effect.strength))
        case Cure():
            cure(battle, who, effect.status, source_named(source))
        case Recover():
            recover(battle, who, effect.amount, ROW)
        case Lose():
            lose(battle, who, effect.amount, source_named(source), "KG-20")
        case Modify():
            modify(
                battle,
                who,
                Modifier(effect.stat, effect.amount, source, effect.until),
                effect.stat.named,
                ROW,
            )
        case Rank():
            named = Text(f"kamigakari.rank.{effect.of or 'both'}")
            modify(
                battle, who, Modifier("rank", effect.amount, source, effect.until, effect.of), named, "KG-23"
            )
        case Dice():
            modify(
                battle,
                who,
                Modifier("dice", effect.amount, source, effect.until),
                Text("kamigakari.dice"),
                "KG-01",
            )
        case Bonus():
            named = Text(f"kamigakari.bonus.{effect.of or 'both'}")
            modify(
                battle, who, Modifier("bonus", effect.amount, source, effect.until, effect.of), named, "KG-21"
            )
        case Renew():
            yield from renew(battle, name, effect.count)
        case CountsAs() | Minus() | Halve():
            in_attack(battle, effect, name, source)


def in_attack(battle: Battle, effect: CountsAs | Minus | Halve, name: str, source: Param) -> None:
    """What counts in the calculation or reduction of the attack in progress alone (KG-20, KG-22, KG-26)."""
    attack = battle.attack
    if attack is None or (isinstance(effect, Minus | Halve) and effect.of not in (None, plan(battle).damage)):
        return
    match effect:
        case CountsAs(at_least=True):
            attack.counts_at_least = max(attack.counts_at_least, effect.number)
        case CountsAs():
            attack.counts_as = effect.number
        case Minus():
            attack.minus.setdefault(name, []).append((source, effect.amount))
        case Halve():
            attack.halved.setdefault(name, []).append(source)

"""What a choice would do before it is made, in words, as far as the seat that is asked may know. Nothing here decides.

A question's words are stored once a seat; they never hold what that seat may not know.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.engine.choices import Option
from rules.engine.flow import GM, Seat
from rules.engine.log import Part
from rules.engine.text import Listed, Param, Text
from rules.harvest.asking import person
from rules.harvest.damage import attack_power, cells_hit, damage, defence, kindled
from rules.harvest.effects import Modify
from rules.harvest.numbers import Sum
from rules.harvest.state import Attack, Battle, Combatant
from rules.harvest.terms import Stat, To

Hits = Listed
"""Sentences that are said one after the other."""


def knows(battle: Battle, seat: Seat, sum: Sum) -> bool:
    """Whether a seat may know every part: creatures' numbers are for the GM, or for all by the house rule."""
    is_open = seat == GM or battle.on("creatures") == "all"
    return is_open or not any(part.secret_of for part in sum.parts)


# ---------------------------------------------------------------- damage to come


def blow(battle: Battle, attack: Attack, hit: str, meant: str, seat: Seat, more: int = 0) -> Text:
    """One hit before it is dealt: "15 - 4 = 11 damage" (HV-40). `more`: defence that is not added yet."""
    power, shield = attack_power(battle, attack), defence(battle, attack, hit)
    ground, times = kindled(battle, attack, hit), cells_hit(battle, attack, hit, meant)
    difference = power.total - shield.total - more
    is_known = knows(battle, seat, power) and knows(battle, seat, shield)
    said = Text(
        "harvest.preview.less",
        {"attack": _attack(battle, seat, power), "defence": _defence(battle, seat, shield, more)},
    )
    said = _with_ground(said, ground, is_floored=is_known and difference < 0)
    if times > 1:
        said = Text("harvest.preview.times", {"sum": said, "cells": times})
    if not is_known:
        return Text("harvest.preview.open", {"sum": said})
    total = damage(damage(difference) + sum(part.amount for part in ground)) * times
    if total == 0:
        return Text("harvest.preview.none", {"sum": said})
    return Text("harvest.preview.damage", {"sum": said, "total": total})


def _attack(battle: Battle, seat: Seat, power: Sum) -> Param:
    return power.total if knows(battle, seat, power) else Text("harvest.preview.hidden_attack")


def _defence(battle: Battle, seat: Seat, shield: Sum, more: int) -> Param:
    """Her defence, and what is not added to it yet: "(4 + 3)"."""
    known = knows(battle, seat, shield)
    said: Param = shield.total if known else Text("harvest.preview.hidden_defence")
    return Text("harvest.preview.raised", {"defence": said, "more": more}) if more else said


def _with_ground(said: Text, ground: Sequence[Part], *, is_floored: bool) -> Text:
    """What terrain adds comes after the floor (HV-76)."""
    if ground and is_floored:
        said = Text("harvest.preview.floor", {"sum": said})
    for part in ground:
        key = "harvest.preview.plus" if part.amount >= 0 else "harvest.preview.minus"
        said = Text(key, {"sum": said, "amount": abs(part.amount), "terrain": part.label})
    return said


def aims(battle: Battle, attack: Attack, names: Iterable[str], seat: Seat) -> tuple[Option, ...]:
    """Objects as targets, each with the damage to come before reactions (HV-24, HV-40)."""
    found = (figure for name in names if (figure := battle.find(name)))
    return tuple(person(each, note=blow(battle, attack, each.name, each.name, seat)) for each in found)


def coming(battle: Battle, who: str, seat: Seat, more: int = 0) -> Hits:
    """The hits that somebody takes as things stand: her own, and those that she covers (HV-32)."""
    attack = battle.attack
    assert attack is not None
    hits = [
        (meant, blow(battle, attack, hit, meant, seat, more)) for hit, meant in attack.hits() if hit == who
    ]
    return _labelled(battle, who, hits)


def _labelled(battle: Battle, who: str, hits: Sequence[tuple[str, Text]]) -> Hits:
    """Each hit with whom it was meant for, where that is not plain: who covers takes those of others too (HV-32).

    What was meant for somebody who has left the battle since is hers.
    """
    if all(meant == who for meant, _hit in hits):
        return [hit for _meant, hit in hits]
    return [_for(battle, who, meant, hit) for meant, hit in hits]


def _for(battle: Battle, who: str, meant: str, hit: Text) -> Text:
    other = battle.find(meant) if meant != who else None
    if other is None:
        return Text("harvest.preview.own", {"hit": hit})
    return Text("harvest.preview.for", {"who": other.title, "hit": hit})


# ---------------------------------------------------------------- reactions


def reaction(battle: Battle, who: Combatant, option: Option) -> Option:
    """A choice of the reaction phase with what would hit then, and whom (HV-32, HV-33)."""
    kind, _, name = option.id.partition(":")
    if kind == "cover":
        return covering(battle, name, who.name, who.seat, option)
    rise = rise_of(battle, option.id) if name else 0
    return _then(option, coming(battle, who.name, who.seat, rise)) if rise else option


def covering(battle: Battle, coverer: str, target: str, seat: Seat, option: Option) -> Option:
    """With the hit that she would take in place of the other, beside those that she takes anyway (HV-32)."""
    attack = battle.attack
    assert attack is not None
    taken = [
        (meant, blow(battle, attack, hit, meant, seat)) for hit, meant in attack.hits() if hit == coverer
    ]
    more = blow(battle, attack, coverer, target, seat)
    return _then(option, _labelled(battle, coverer, [*taken, (target, more)]) if taken else [more])


def rise_of(battle: Battle, source: str) -> int:
    """What a skill, item or grand magic adds to its user's defence at once."""
    deed = battle.library.deed(source)
    changes = (each for each in deed.effects if isinstance(each, Modify) and each.to in (To.SELF, To.ALLIES))
    return deed.defence + sum(each.amount for each in changes if each.stat is Stat.DEFENCE)


def _then(option: Option, hits: Hits) -> Option:
    """What a choice does, and what would hit after it."""
    does: Param = option.note or ""
    return replace(option, note=Text("harvest.preview.then", {"does": does, "hits": hits}))


# ---------------------------------------------------------------- cells


def struck(battle: Battle, option: Option, names: Sequence[str]) -> Option:
    """A range or cell, with who stands there (HV-24)."""
    there = [figure.title for name in names if (figure := battle.find(name))]
    said: Hits = [Text("harvest.name", {"name": title}) for title in there]
    return replace(option, note=Text("harvest.preview.there", {"who": said})) if said else option

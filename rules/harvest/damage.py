"""Damage calculation (HV-40), the terrain that makes it worse (HV-76), and giants hit on several cells (HV-26)."""

from collections.abc import Iterable, Iterator

from rules.engine.log import Explanation, Part
from rules.engine.text import Param, Text
from rules.harvest.ending import check_over
from rules.harvest.entries import Spell
from rules.harvest.numbers import Sum, number, secret_of
from rules.harvest.state import Attack, Battle, Figure
from rules.harvest.terms import Mana, Stat, TerrainKey
from rules.harvest.terrain import TERRAINS, level_under, under
from rules.harvest.verbs import clear_terrain, hurt

KINDLED = 5
"""More damage a level of forest, quicksand or ocean (HV-76)."""


def deal_damage(battle: Battle) -> None:
    """Attack once for the whole attack, defence for each hit; all hits are one batch (HV-27, HV-40)."""
    attack = battle.attack
    assert attack is not None
    if not battle.has(attack.caster):
        return
    power = attack_power(battle, attack)
    hits = [
        (hit, hit_for(battle, attack, power, hit, meant))
        for hit, meant in attack.hits()
        if battle.stands(hit)
    ]
    fuel = {ground for hit, _meant in attack.hits() for ground in _fuel(battle, attack, hit)}
    for hit, how in hits:
        if battle.stands(hit):
            assert how.total is not None
            hurt(battle, battle.figure(hit), how.total, "HV-40", Text("harvest.why.attack"), how)
    for label in sorted(fuel):
        clear_terrain(battle, label, "HV-76")
    check_over(battle)


def hit_for(battle: Battle, attack: Attack, power: Sum, hit: str, meant: str) -> Explanation:
    """One hit, explained: attack less defence, at least 0; plus terrain (HV-76); times the cells hit (HV-26)."""
    reckoned = power + -defence(battle, attack, hit)
    once = (reckoned.not_below_0() + Sum(tuple(kindled(battle, attack, hit)))).not_below_0()
    times = cells_hit(battle, attack, hit, meant)
    more = [Part(Text("harvest.part.cells_hit", {"cells": times}), once.total * (times - 1))]
    if times == 1:
        return once.explained("HV-40")
    return (once + Sum(tuple(more))).explained("HV-26")


def cells_hit(battle: Battle, attack: Attack, hit: str, meant: str) -> int:
    """How many of its cells are inside the range; a covered hit counts once (HV-26, HV-32 settled)."""
    if hit != meant:
        return 1
    return max(1, len(set(battle.figure(hit).cells) & set(attack.cells)))


def elements(battle: Battle, attack: Attack) -> set[Mana]:
    """The attributes of the magic: those in the cost of its spell of level 2 or more (HV-76 settled)."""
    spells = (battle.library.magic(id) for id in attack.sources if "+" not in id)
    return {mana for spell in spells if isinstance(spell, Spell) and spell.level > 1 for mana in spell.cost}


def _burning(battle: Battle, attack: Attack, hit: str) -> list[TerrainKey]:
    """The terrain under it that this magic makes worse (HV-76)."""
    of_magic = elements(battle, attack)
    keys = [key for key, kind in TERRAINS.items() if kind.element in of_magic]
    return [key for key in keys if under(battle, battle.figure(hit), key)]


def kindled(battle: Battle, attack: Attack, hit: str) -> list[Part]:
    """+5L after the floor (HV-76)."""
    keys = _burning(battle, attack, hit)
    return [Part(key.named, KINDLED * level_under(battle, battle.figure(hit), key)) for key in keys]


def _fuel(battle: Battle, attack: Attack, hit: str) -> Iterator[str]:
    """The cells whose terrain vanishes with this hit; under a giant only that of the highest level (HV-76)."""
    if not battle.stands(hit):
        return
    figure = battle.figure(hit)
    for key in _burning(battle, attack, hit):
        worst = under(battle, figure, key)
        yield next(cell.label for cell in figure.cells if battle.ground_at(cell) == worst)


def damage(difference: int) -> int:
    """Attack minus defence, never below 0 (HV-40)."""
    return max(0, difference)


def attack_power(battle: Battle, attack: Attack) -> Sum:
    """Catalyst attack and all that changes it, with the attack rises of what was cast; nothing of one who is gone."""
    if not battle.has(attack.caster):
        return Sum(())
    caster = battle[attack.caster]
    rises = ((battle.library.title_of(each), battle.library.magic(each).attack) for each in attack.sources)
    return number(battle, caster, Stat.ATTACK) + _named(rises, caster)


def defence(battle: Battle, attack: Attack, hit: str) -> Sum:
    """Catalyst defence and all that changes it, with what her one reaction adds to every hit (HV-32)."""
    defender = battle.figure(hit)
    rises = (rise for reaction in attack.reactions if reaction.who == hit for rise in reaction.defence)
    return number(battle, defender, Stat.DEFENCE) + _named(rises, defender)


def _named(rises: Iterable[tuple[Param, int]], owner: Figure) -> Sum:
    secret = secret_of(owner)
    return Sum(
        tuple(Part(Text("harvest.source", {"name": name}), rise, secret) for name, rise in rises if rise)
    )

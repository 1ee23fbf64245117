"""What talents and items say of themselves: what they cost, how they strike, what they do."""

from collections.abc import Iterable, Iterator, Sequence

from rules.engine.text import Listed, Text
from rules.kamigakari.effects import Bonus, Effect
from rules.kamigakari.effects import Rank as RankChange
from rules.kamigakari.entries import Costs, Dicing, Item, Strike, Talent, Weapon
from rules.kamigakari.force import changes, flat, of_its_own, rank_parts
from rules.kamigakari.numbers import value
from rules.kamigakari.plan import PHYSICAL_RANK, Plan, plan_of
from rules.kamigakari.reckoning import rank
from rules.kamigakari.spirits import cost_named
from rules.kamigakari.state import Battle, Combatant


def describe(battle: Battle, source: str, dicing: Dicing | None = None) -> Text:
    """`weapon:<id>`, `talent:<id>` or `item:<id>`: costs and effects in words; `dicing`: what its monster throws."""
    entry = battle.library.entry(source)
    if isinstance(entry, Weapon):
        return Text("kamigakari.does", {"does": list(_of_weapon(entry, dicing))})
    does: Listed = [effect.describe() for effect in entry.effects]
    if isinstance(entry, Talent) and entry.strike:
        does = [*_of_kind(entry), *_of_strike(entry.strike, dicing), *does, *_of_harm(entry.strike.harm)]
    return _costing(entry, does)


def describe_attack(battle: Battle, who: Combatant, source: str, weapon: str) -> Text:
    """An attack as she would make it now: Rank, damage and check are the sums that count (KG-11, KG-21, KG-23)."""
    now, entry = plan_of(battle, who, source, weapon), battle.library.entry(source)
    talent = entry if isinstance(entry, Talent) else None
    own = of_its_own(talent, now.damage)
    does: Listed = [
        *_of_kind(entry),
        *_of_force(battle, who, now, weapon, own),
        *_of_check(battle, who, now, weapon),
    ]
    does += [attribute.named for attribute in now.attributes]
    does += [Text("kamigakari.part.resisted")] if now.is_half_resisted else []
    does += [effect.describe() for effect in talent.effects if effect not in own] if talent else []
    return _costing(entry, [*does, *_of_harm(now.harm)])


def _costing(entry: Weapon | Talent | Item, does: Listed) -> Text:
    costs: Listed = list(_of_costs(entry.cost)) if isinstance(entry, Talent) else []
    if costs:
        return Text("kamigakari.costs", {"does": does, "costs": costs})
    return Text("kamigakari.does", {"does": does})


def _of_kind(entry: Weapon | Talent | Item) -> Iterator[Text]:
    """Kind of attack (KG-10, KG-11)."""
    if isinstance(entry, Weapon):
        yield Text(f"kamigakari.weapon.{entry.kind}")
    elif isinstance(entry, Talent) and entry.strike:
        yield Text(f"kamigakari.strike.{entry.strike.kind}")
        if entry.strike.weapon:
            yield Text("kamigakari.strike_weapon")


def _of_force(
    battle: Battle, who: Combatant, now: Plan, weapon: str, own: Sequence[RankChange | Bonus]
) -> Iterator[Text]:
    """Rank and what is added to its multiplier, or "n damage" (KG-21, KG-23, KG-35)."""
    more = changes(battle, who, now.damage).total + sum(
        each.amount for each in own if isinstance(each, Bonus)
    )
    if now.own_rank == 0:
        yield Text("kamigakari.strike_amount", {"amount": max(0, now.amount + more)})
        return
    parts = rank_parts(battle, who, now, weapon)
    raised = sum(part.amount for part in parts) + sum(
        each.amount for each in own if isinstance(each, RankChange)
    )
    points, added = rank(now.own_rank, raised), flat(battle, who, now, weapon).total + more
    if who.dicing or not battle.rolls(who):
        yield Text("kamigakari.strike_throws", {"dice": points, "flat": f"{added:+d}"})
    yield Text("kamigakari.strike_rank", {"rank": points})
    if added and not who.dicing and battle.rolls(who):
        yield Text("kamigakari.weapon_damage", {"amount": f"{added:+d}"})


def _of_check(battle: Battle, who: Combatant, now: Plan, weapon: str) -> Iterator[Text]:
    """What is added to the dice of the active check (KG-11)."""
    held = battle.library.weapons.get(weapon)
    total = value(battle, who, now.active) + (held.accuracy if held else 0)
    yield Text("kamigakari.weapon_check", {"amount": f"{total:+d}"})


def _of_harm(harm: Iterable[Effect]) -> Iterator[Text]:
    """What befalls those who are struck, some of it only where life was lost (KG-15)."""
    for effect in harm:
        does = effect.describe()
        yield Text("kamigakari.if_damage", {"does": does}) if effect.needs_damage else does


def _of_weapon(weapon: Weapon, dicing: Dicing | None) -> Iterator[Text]:
    """Kind of attack, Rank, what it adds to damage and check, attributes (KG-11, KG-21, KG-23, KG-25)."""
    yield from _of_kind(weapon)
    base = 0 if weapon.kind == "magic" else PHYSICAL_RANK
    if dicing and base + weapon.rank:
        yield from _of_dicing(dicing)
    else:
        yield Text("kamigakari.strike_rank", {"rank": base + weapon.rank})
    if weapon.damage and not dicing:
        yield Text("kamigakari.weapon_damage", {"amount": f"{weapon.damage:+d}"})
    if weapon.accuracy:
        yield Text("kamigakari.weapon_check", {"amount": f"{weapon.accuracy:+d}"})
    yield from (attribute.named for attribute in weapon.attributes)


def _of_dicing(dicing: Dicing) -> Iterator[Text]:
    """A monster's dice and flat number in place of the table; N dice count as Rank N (KG-35)."""
    if not dicing.dice:
        yield Text("kamigakari.strike_amount", {"amount": dicing.flat})
        return
    yield Text("kamigakari.strike_throws", {"dice": dicing.dice, "flat": f"{dicing.flat:+d}"})
    yield Text("kamigakari.strike_rank", {"rank": dicing.dice})


def _of_strike(strike: Strike, dicing: Dicing | None) -> Iterator[Text]:
    """Rank or "n damage", attributes, what a passive success leaves (KG-15, KG-23, KG-25)."""
    if dicing and (strike.weapon or strike.rank):
        yield from _of_dicing(dicing)
    elif not strike.weapon:
        yield _of_rank(strike)
    yield from (attribute.named for attribute in strike.attributes)
    if strike.resisted == "half":
        yield Text("kamigakari.part.resisted")


def _of_rank(strike: Strike) -> Text:
    if strike.rank:
        return Text("kamigakari.strike_rank", {"rank": strike.rank})
    return Text("kamigakari.strike_amount", {"amount": strike.amount})


def _of_costs(cost: Costs) -> Iterator[Text]:
    yield from (cost_named(each) for each in cost.spirits)
    if cost.life:
        yield Text("kamigakari.cost.life", {"amount": cost.life})

"""What talents and items say of themselves: what they cost, how they strike, what they do."""

from collections.abc import Iterator

from rules.engine.text import Local, Text
from rules.kamigakari.entries import Costs, Dicing, Strike, Talent, Weapon
from rules.kamigakari.plan import PHYSICAL_RANK
from rules.kamigakari.spirits import cost_named
from rules.kamigakari.state import Battle

Said = list[int | str | Text | Local]


def describe(battle: Battle, source: str, dicing: Dicing | None = None) -> Text:
    """`weapon:<id>`, `talent:<id>` or `item:<id>`: costs and effects in words; `dicing`: what its monster throws."""
    entry = battle.library.entry(source)
    if isinstance(entry, Weapon):
        return Text("kamigakari.does", {"does": list(_of_weapon(entry, dicing))})
    does: Said = [effect.describe() for effect in entry.effects]
    if isinstance(entry, Talent) and entry.strike:
        does = [
            *_of_strike(entry.strike, dicing),
            *does,
            *(effect.describe() for effect in entry.strike.harm),
        ]
    costs: Said = list(_of_costs(entry.cost)) if isinstance(entry, Talent) else []
    if costs:
        return Text("kamigakari.costs", {"does": does, "costs": costs})
    return Text("kamigakari.does", {"does": does})


def _of_weapon(weapon: Weapon, dicing: Dicing | None) -> Iterator[Text]:
    """Kind of attack, Rank, what it adds to damage and check, attributes (KG-11, KG-21, KG-23, KG-25)."""
    yield Text(f"kamigakari.weapon.{weapon.kind}")
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
    """Kind of attack, Rank or "n damage", attributes, what a passive success leaves (KG-11, KG-15, KG-23, KG-25)."""
    yield Text(f"kamigakari.strike.{strike.kind}")
    if strike.weapon:
        yield Text("kamigakari.strike_weapon")
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

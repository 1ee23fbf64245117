"""What talents and items say of themselves: what they cost, how they strike, what they do."""

from collections.abc import Iterator

from rules.engine.text import Local, Text
from rules.kamigakari.entries import Costs, Strike, Talent, Weapon
from rules.kamigakari.plan import PHYSICAL_RANK
from rules.kamigakari.spirits import cost_named
from rules.kamigakari.state import Battle

Said = list[int | str | Text | Local]


def describe(battle: Battle, source: str) -> Text:
    """`weapon:<id>`, `talent:<id>` or `item:<id>`: costs and effects in words."""
    entry = battle.library.entry(source)
    if isinstance(entry, Weapon):
        return Text("kamigakari.does", {"does": list(_of_weapon(entry))})
    does: Said = [effect.describe() for effect in entry.effects]
    if isinstance(entry, Talent) and entry.strike:
        does = [*_of_strike(entry.strike), *does, *(effect.describe() for effect in entry.strike.harm)]
    costs: Said = list(_of_costs(entry.cost)) if isinstance(entry, Talent) else []
    if costs:
        return Text("kamigakari.costs", {"does": does, "costs": costs})
    return Text("kamigakari.does", {"does": does})


def _of_weapon(weapon: Weapon) -> Iterator[Text]:
    """Kind of attack, Rank, what it adds to damage and check, attributes (KG-11, KG-21, KG-23, KG-25)."""
    yield Text(f"kamigakari.weapon.{weapon.kind}")
    base = 0 if weapon.kind == "magic" else PHYSICAL_RANK
    yield Text("kamigakari.strike_rank", {"rank": base + weapon.rank})
    if weapon.damage:
        yield Text("kamigakari.weapon_damage", {"amount": f"{weapon.damage:+d}"})
    if weapon.accuracy:
        yield Text("kamigakari.weapon_check", {"amount": f"{weapon.accuracy:+d}"})
    yield from (attribute.named for attribute in weapon.attributes)


def _of_strike(strike: Strike) -> Iterator[Text]:
    """Kind of attack, Rank or "n damage", attributes, what a passive success leaves (KG-11, KG-15, KG-23, KG-25)."""
    yield Text(f"kamigakari.strike.{strike.kind}")
    if strike.weapon:
        yield Text("kamigakari.strike_weapon")
    elif strike.rank:
        yield Text("kamigakari.strike_rank", {"rank": strike.rank})
    else:
        yield Text("kamigakari.strike_amount", {"amount": strike.amount})
    yield from (attribute.named for attribute in strike.attributes)
    if strike.resisted == "half":
        yield Text("kamigakari.part.resisted")


def _of_costs(cost: Costs) -> Iterator[Text]:
    yield from (cost_named(each) for each in cost.spirits)
    if cost.life:
        yield Text("kamigakari.cost.life", {"amount": cost.life})

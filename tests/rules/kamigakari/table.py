"""A table for Kamigakari's tests: fighters on squares by hand, dice that fall as told, answers in the order of play.

table = lay(hero("rin", "B4", accuracy=6), foe("hound", "B3", evasion=4), weapon("blade", damage=5))
table.attacks("rin", "blade", "hound", dice=(6, 3))
assert table.lost("hound") == 6 + 5

A hero knows every weapon and talent laid on the table; a foe and who carries which item are named:

lay(hero("rin", "B4", items=["ring"]), foe("ogre", "B3", talents=["hide"]), talent("hide", minus(3)), item("ring"))
"""

from collections.abc import Sequence
from typing import Any

from rules.engine.choices import One, Option, Order, Value
from rules.engine.dice import Dice
from rules.engine.flow import GM, Seat
from rules.engine.grid import cell_at
from rules.engine.house_rules import Setting
from rules.engine.log import Explanation
from rules.kamigakari import SYSTEM
from rules.kamigakari.entries import Dicing, Item, Monster, Talent, Weapon
from rules.kamigakari.house_rules import HOUSE_RULES
from rules.kamigakari.state import Battle, Combatant, Library, Spirit, Status
from rules.kamigakari.terms import Attribute, Side, Stat, StatusKey, Timing
from tests.rules.scene import PASS as PASS
from tests.rules.scene import BaseTable
from tests.rules.scene import player as player

ALL = ["*"]
"""Every weapon or talent that lies on the table."""
Entry = Weapon | Item | Talent | Monster
Plain = dict[str, Any]

# ---------------------------------------------------------------- who fights


def hero(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A player's character; its seat has its name. It acts before a foe and knows all weapons and talents."""
    plain = {"weapons": ALL, "talents": ALL, "initiative": 10}
    return _fighter(name, cell, Side.HEROES, name, plain | numbers)


def foe(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A monster of the GM's, with fixed values (KG-35) unless told otherwise."""
    return _fighter(name, cell, Side.MONSTERS, GM, {"is_fixed": True, "initiative": 5} | numbers)


def npc(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A character of the GM's on the heroes' side, with fixed values."""
    return _fighter(name, cell, Side.HEROES, GM, {"is_fixed": True, "initiative": 5} | numbers)


def rival(name: str, cell: str | None = None, **numbers: Any) -> Combatant:
    """A player's character on the monsters' side."""
    return _fighter(name, cell, Side.MONSTERS, name, {"initiative": 5} | numbers)


def _fighter(name: str, cell: str | None, side: Side, seat: Seat, numbers: Plain) -> Combatant:
    """100 life, every stat 0, no spirit dice, no bonds where nothing is said.

    Stats by name; `spirits=[6, 3]` are faces of the pool, `statuses=["prone"]`, `dicing=(dice, flat)`.
    """
    stats = {stat: numbers.pop(stat.value) for stat in Stat if stat.value in numbers}
    life = numbers.pop("max_life", numbers.get("life", 100))
    numbers = {"life": life, "crest": 22 if seat != GM else 0} | numbers
    numbers["spirits"] = [Spirit(face) for face in numbers.get("spirits", ())]
    numbers["statuses"] = [_status(each) for each in numbers.get("statuses", ())]
    numbers["weaknesses"] = [Attribute(each) for each in numbers.get("weaknesses", ())]
    if dicing := numbers.pop("dicing", None):
        numbers["dicing"] = Dicing(dice=dicing[0], flat=dicing[1])
    place = cell_at(cell) if cell else None
    return Combatant(
        name=name,
        title=name.title(),
        side=side,
        seat=seat,
        stats=stats,
        max_life=life,
        cell=place,
        pool_size=len(numbers["spirits"]),
        **numbers,
    )


def _status(told: str | tuple[str, int] | Status) -> Status:
    if isinstance(told, Status):
        return told
    return Status(StatusKey(told)) if isinstance(told, str) else Status(StatusKey(told[0]), told[1])


# ---------------------------------------------------------------- what they have


ENGAGED: Plain = {"kind": "engaged"}
ZONE: Plain = {"kind": "zone"}
"""The whole combat zone, as a distance or as a target."""
AREA: Plain = {"kind": "area"}
ONESELF: Plain = {"kind": "self"}


def squares(n: int) -> Plain:
    """A distance of n squares."""
    return {"kind": "squares", "squares": n}


def move(n: int) -> Plain:
    """The distance "move n"."""
    return {"kind": "move", "squares": n}


def many(n: int) -> Plain:
    """n different characters."""
    return {"kind": "characters", "count": n}


def weapon(id: str, kind: str = "melee", **more: Any) -> Weapon:
    """A weapon for one engaged target."""
    return Weapon.model_validate(_named(id) | {"kind": kind} | more)


def item(id: str, *effects: Plain, **more: Any) -> Item:
    """Gear that is worn, or with a timing used up."""
    return Item.model_validate(_named(id) | {"effects": effects} | more)


def talent(id: str, *effects: Plain, timing: str = "constant", **more: Any) -> Talent:
    """A talent that makes no attack: constant, or at a timing; `at="reduction"` for a moment of an attack."""
    return Talent.model_validate(_named(id) | {"effects": effects, "timing": timing} | more)


def art(id: str, *harm: Plain, **more: Any) -> Talent:
    """A talent that attacks one target within 9 squares; `harm` befalls who is struck.

    `cost`, `distance`, `target`, `effects` and `per_fight` are the talent's, all else is its strike's.
    """
    own = {
        key: more.pop(key) for key in ("cost", "distance", "target", "effects", "per_fight") if key in more
    }
    plain = {"timing": "attack", "distance": squares(9), "target": many(1)}
    return Talent.model_validate(_named(id) | plain | own | {"strike": {"harm": harm} | more})


def spell(id: str, *harm: Plain, **more: Any) -> Talent:
    """A magic attack of Rank 1."""
    return art(id, *harm, **{"kind": "magic", "damage": "magical"} | more)


def _named(id: str) -> Plain:
    return {"id": id, "name": {"en": id.replace("_", " ").title()}}


def effect(kind: str, to: str = "self", **more: Any) -> Plain:
    """Any effect."""
    return {"kind": kind, "to": to} | more


def status(key: str, to: str = "targets", **more: Any) -> Plain:
    """Give a status."""
    return effect("status", to, status=key, **more)


def rank(amount: int, of: str | None = None, **more: Any) -> Plain:
    """Rank changes, of one kind or of both."""
    return effect("rank", amount=amount, of=of, **more)


def bonus(amount: int, of: str | None = None, **more: Any) -> Plain:
    """Damage changes at its calculation."""
    return effect("bonus", amount=amount, of=of, **more)


def minus(amount: int, of: str | None = None) -> Plain:
    """ "damage -n"."""
    return effect("minus", amount=amount, of=of)


def halve(of: str | None = None) -> Plain:
    """Damage halved."""
    return effect("halve", of=of)


def cost(*spirits: str, life: int = 0) -> Plain:
    """What a talent costs: spirit dice and life."""
    return {"spirits": spirits, "life": life}


# ---------------------------------------------------------------- the table


class Table(BaseTable):
    """One fight. Questions are named without `kamigakari.`; who answers is named by character, or "gm"."""

    system = SYSTEM

    def __init__(
        self,
        *laid: Combatant | Entry,
        cols: int = 12,
        rows: int = 10,
        dice: Dice | None = None,
        **house: Setting,
    ) -> None:
        library = Library(
            weapons={each.id: each for each in laid if isinstance(each, Weapon)},
            items={each.id: each for each in laid if isinstance(each, Item)},
            talents={each.id: each for each in laid if isinstance(each, Talent)},
            monsters={each.id: each for each in laid if isinstance(each, Monster)},
        )
        fighters = [each for each in laid if isinstance(each, Combatant)]
        for fighter in fighters:
            fighter.weapons = list(library.weapons) if fighter.weapons == ALL else fighter.weapons
            fighter.talents = list(library.talents) if fighter.talents == ALL else fighter.talents
        settled = {rule.key: rule.default for rule in HOUSE_RULES.values()} | house
        battle = Battle(house_rules=settled, combatants=fighters, cols=cols, rows=rows, library=library)
        battle.start = [f"{col}{rows}" for col in "ABCDEFGHIJKL"[:cols]]
        self.start(battle, dice)

    # ---- what is on the table

    @property
    def battle(self) -> Battle:
        """The state."""
        return self.session.battle

    def offers(self, seat: Seat | None = None) -> list[str]:
        """What may be chosen now, by id; for a move the squares that can be reached."""
        shape: Any = self.question.choices[seat or self.asked[0]]
        return list(shape.reachable()) if shape.kind == "route" else [each.id for each in shape.options]

    def options(self) -> dict[str, Option]:
        """What may be chosen now, each with its words, its note and the squares it lights up."""
        shape: Any = self.question.choices[self.asked[0]]
        return {each.id: each for each in shape.options}

    def note(self, choice: str) -> tuple[str, dict[str, Any]]:
        """What is said beside a choice: the last words of its key, and what fills its gaps; "" where nothing is."""
        said = self.options()[choice].note
        return (said.key.removeprefix("kamigakari."), dict(said.params)) if said else ("", {})

    def life(self, name: str) -> int:
        """Life left."""
        return self.battle[name].life

    def lost(self, name: str) -> int:
        """Life lost."""
        return self.battle[name].max_life - self.battle[name].life

    def at(self, name: str) -> str:
        """The square somebody stands on; empty beside the map."""
        cell = self.battle[name].cell
        return cell.label if cell else ""

    def pool(self, name: str) -> list[int]:
        """The faces of the spirit dice that are not spent."""
        return [each.face for each in self.battle[name].spirits if not each.is_spent]

    def spent(self, name: str) -> list[Timing]:
        """The timings somebody has spent this round."""
        return list(self.battle[name].spent)

    def has(self, name: str, status: str) -> bool:
        """Whether somebody has a status."""
        return self.battle[name].status(StatusKey(status)) is not None

    def chain(self, who: str) -> Explanation:
        """How the last damage to somebody came about."""
        found = self.told("hurt", who)[-1].explanation
        assert found is not None
        return found

    def parts(self, who: str) -> list[tuple[str, int]]:
        """The last damage to somebody, part by part, each by the last word of its key or the name of its source."""
        return [(_label(part.label), part.amount) for part in self.chain(who).parts]

    def rank(self, who: str) -> int:
        """The Rank that the last damage calculation used against somebody."""
        return int(str(self.told("rank", who)[-1].params["rank"]))

    # ---- answers

    def is_for_one(self) -> bool:
        """The GM answers for several where they are asked together."""
        return len(self.question.subjects) < 2

    def lets_be(self) -> None:
        """A pass where one may pass, else the first choice."""
        shape = self.question.choices[self.asked[0]]
        first: Value = None
        if isinstance(shape, One):
            first = shape.options[0].id
        elif isinstance(shape, Order):
            first = [each.id for each in shape.options]
        self.session.answer(self.asked[0], PASS if shape.may_pass else first, self.session.ticket)
        self.keep()

    def acts(self, who: str, choice: str) -> "Table":
        """Choose that in the own turn, letting everything before it be: `move:step`, `weapon:blade`, `talent:ember`."""
        return self.skip_to("turn", who).answers(who, turn=choice)

    def attacks(self, who: str, source: str, *targets: str, dice: Sequence[int] = ()) -> "Table":
        """Attack with a weapon or talent in the own turn: these targets, these faces next (the attacker's first)."""
        kind = "weapon" if source in self.battle.library.weapons else "talent"
        self.rolls(*dice).acts(who, f"{kind}:{source}")
        if self.asks == "area":
            self.answers(who, area=targets[0])
            return self.answers(who, area_more=list(targets[1:])) if self.asks == "area_more" else self
        return self.answers(who, targets=list(targets))


def _label(label: Any) -> str:
    """`multiplier` of `kamigakari.part.multiplier`, `Blade` of a source of that name."""
    if label.key == "kamigakari.source":
        name = label.params["name"]
        return str(name.in_language("en")) if hasattr(name, "in_language") else str(name)
    return str(label.key.rpartition(".")[2])

"""A table for Magical Girls' tests: girls and foes on cells by hand, dice that fall as told, answers in order.

table = lay(girl("mina", "B4"), foe("hound", "B3"), weapon("blade", dam=10))
table.attacks("mina", "blade", "hound", roll=40).takes_it("hound", 7)
assert table.lost("hound") == 7

The fight is in its first round, at the turn of whoever is laid first; the others follow in the order they are laid.
`begins=True` starts it before that, at the keeper's word on who is surprised (in a match: at its form).
"""

from collections.abc import Iterable
from typing import Any

from rules.engine.choices import One
from rules.engine.dice import Dice
from rules.engine.flow import GM, Seat
from rules.engine.grid import cell_at
from rules.engine.house_rules import Setting
from rules.engine.log import Explanation
from rules.magical_girls import SYSTEM
from rules.magical_girls.entries import Ability, Enemy, Innate, Skill, Thing, Weapon
from rules.magical_girls.house_rules import HOUSE_RULES
from rules.magical_girls.state import UNARMED, Battle, Combatant, Library, Lies
from rules.magical_girls.terms import Attribute, Cover, Form, Side, Stance, Wound
from tests.rules.scene import PASS as PASS
from tests.rules.scene import BaseTable
from tests.rules.scene import player as player

ALL = ["*"]
"""Every weapon, or every ability, that is laid on the table."""
PLAIN = 50
"""Every attribute, where nothing is said: no damage bonus, 10 m for each DP, load up to 100."""
Entry = Skill | Weapon | Ability | Innate | Thing | Enemy
Plain = dict[str, Any]

# ---------------------------------------------------------------- who fights


def girl(name: str, cell: str = "B4", **numbers: Any) -> Combatant:
    """A player's girl; her seat has her name. She has all weapons and abilities that are laid, and 10 MP."""
    return _fighter(
        name, cell, Side.FIRST, name, {"weapons": ALL, "abilities": ALL, "hp": 20, "mp": 10} | numbers
    )


def rival(name: str, cell: str = "B3", **numbers: Any) -> Combatant:
    """A player's girl on the second side, for matches."""
    return _fighter(
        name, cell, Side.SECOND, name, {"weapons": ALL, "abilities": ALL, "hp": 20, "mp": 10} | numbers
    )


def foe(name: str, cell: str = "B3", **numbers: Any) -> Combatant:
    """An enemy of the keeper's: no MP, no weapon, no ability unless told otherwise."""
    return _fighter(name, cell, Side.SECOND, GM, {"hp": 60, "mp": 0, "kind": name} | numbers)


def ally(name: str, cell: str = "B4", **numbers: Any) -> Combatant:
    """Somebody of the keeper's on the girls' side."""
    return _fighter(name, cell, Side.FIRST, GM, {"hp": 20, "mp": 0, "kind": name} | numbers)


def _fighter(name: str, cell: str, side: Side, seat: Seat, numbers: Plain) -> Combatant:
    """Attributes by name (`str=60`), skills too (`dodge=40`, `weapon_use=50`; others by `skills={}`).

    `hp` and `mp` are also the most, unless `max_hp` or `max_mp` say so; `wound="light"`, `stance="dodge"`.
    """
    attributes = {each: numbers.pop(each.value, PLAIN) for each in Attribute}
    skills: dict[str, int] = {"weapon_use": PLAIN} | numbers.pop("skills", {})
    for known in ("dodge", "throwing", "weapon_use", "wound_treatment"):
        if known in numbers:
            skills[known] = numbers.pop(known)
    most = {f"max_{each}": numbers.pop(f"max_{each}", numbers[each]) for each in ("hp", "mp")}
    stance, wound = numbers.pop("stance", None), Wound(numbers.pop("wound", "none"))
    lists = {each: list(numbers.pop(each, ())) for each in ("weapons", "abilities", "innate")}
    return Combatant(
        name=name,
        title=name.title(),
        side=side,
        seat=seat,
        cell=cell_at(cell),
        attributes=attributes,
        skills=skills,
        wound=wound,
        stance=Stance(stance) if stance else None,
        **({"hp_before": numbers["hp"], "dp": -1} | most | lists | numbers),
    )


# ---------------------------------------------------------------- what they have


def weapon(id: str, weight: int = 40, **more: Any) -> Weapon:
    """A standard melee weapon (x1, 4 DP) that slashes with DAM 10 and blocks nothing (`block` is its DEF)."""
    return Weapon.model_validate(_named(id) | {"weight": weight, "dam": 10} | more)


def bow(id: str = "bow", length: int = 3, **more: Any) -> Weapon:
    """A standard ranged weapon for LEN x 10 m that pierces with DAM 8."""
    return weapon(id, **{"kind": "ranged", "length": length, "dam": 8, "harm": "piercing"} | more)


def ability(id: str, *effects: Plain, **more: Any) -> Ability:
    """An ability for 1 DP and 1 MP, on oneself unless `target` says otherwise; `strike={...}` attacks."""
    return Ability.model_validate(_named(id) | {"dp": 1, "mp": 1, "effects": effects} | more)


def blast(id: str, *effects: Plain, **more: Any) -> Ability:
    """An ability that attacks the area around a cell within 30 m, on POW: 2d6 fire unless told otherwise."""
    area = {"target": "area", "reach": 30, "radius": 5, "spares": True}
    strike = {"dice": 2, "sides": 6, "harm": "fire"} | more.pop("strike", {})
    return ability(id, *effects, **area | {"strike": strike} | more)


def innate(id: str, *effects: Plain) -> Innate:
    """An innate ability."""
    return Innate.model_validate(_named(id) | {"effects": effects})


def thing(id: str, weight: int = 10, dam: int = 0) -> Thing:
    """Something to be thrown."""
    return Thing.model_validate(_named(id) | {"weight": weight, "dam": dam})


def skill(id: str, category: str = "combat", **more: Any) -> Skill:
    """A skill of the table's own."""
    return Skill.model_validate(_named(id) | {"category": category} | more)


def enemy(id: str, **more: Any) -> Enemy:
    """A kind of enemy that may arrive by a ruling."""
    return Enemy.model_validate(_named(id) | {"attributes": {"con": PLAIN, "str": PLAIN}} | more)


def effect(kind: str, **more: Any) -> Plain:
    """Any effect: `effect("boost", dice=1, on="dodge")`."""
    return {"kind": kind} | more


def _named(id: str) -> Plain:
    return {"id": id, "name": {"en": id.replace("_", " ").title()}}


# ---------------------------------------------------------------- dice


def d100(*rolls: int) -> list[int]:
    """The faces of plain checks that come to these: tens, then units, 10 for a 0 (MG-02)."""
    return [face for roll in rolls for face in (roll // 10 % 10 or 10, roll % 10 or 10)]


# ---------------------------------------------------------------- the table


class Table(BaseTable):
    """One fight. Questions are named without `magical_girls.`; who answers is named by combatant, or "gm"."""

    system = SYSTEM

    def __init__(
        self,
        *laid: Combatant | Entry,
        cols: int = 12,
        rows: int = 10,
        cover: dict[str, str] | None = None,
        danger: Iterable[str] = (),
        things: Iterable[str] = (),
        form: str = "fight",
        begins: bool = False,
        dice: Dice | None = None,
        **house: Setting,
    ) -> None:
        library = _library(laid)
        fighters = [each for each in laid if isinstance(each, Combatant)]
        for each in fighters:
            each.weapons = list(library.weapons) if each.weapons == ALL else each.weapons
            each.abilities = list(library.abilities) if each.abilities == ALL else each.abilities
            each.dp = each.dp if each.dp >= 0 else 0 if begins else 8
        battle = Battle(
            house_rules={rule.key: rule.default for rule in HOUSE_RULES.values()} | house,
            form=Form(form),
            combatants=fighters,
            cols=cols,
            rows=rows,
            cover={cell: Cover(kind) for cell, kind in (cover or {}).items()},
            danger=list(danger),
            things=[_lying(each) for each in things],
            library=library,
        )
        if not begins:
            battle.round, battle.step, battle.order = 1, "turns", [each.name for each in fighters]
        self.start(battle, dice)

    # ---- what is on the table

    @property
    def battle(self) -> Battle:
        """The state."""
        return self.session.battle

    def offers(self, seat: Seat | None = None) -> list[str]:
        """What may be chosen now, by id."""
        shape: Any = self.question.choices[seat or self.asked[0]]
        return [each.id for each in shape.options]

    def price(self, choice: str) -> int:
        """The DP that are shown beside a choice of the open question: what it will cost."""
        shape: Any = self.question.choices[self.asked[0]]
        note = next(each.note for each in shape.options if each.id == choice)
        shown = note.params.get("price", note)
        return int(getattr(shown, "params", {})["dp"])

    def calls(self, seat: Seat) -> list[str]:
        """The prepared actions whose trigger that seat may call now (MG-32)."""
        return [each.id.partition(":")[2] for each in self.question.offers if each.seat == seat]

    def dp(self, name: str) -> int:
        """Action points left."""
        return self.battle[name].dp

    def hp(self, name: str) -> int:
        """Hit points left."""
        return self.battle[name].hp

    def mp(self, name: str) -> int:
        """Magic left."""
        return self.battle[name].mp

    def lost(self, name: str) -> int:
        """HP lost of the most she may have."""
        return self.battle[name].max_hp - self.battle[name].hp

    def wound(self, name: str) -> str:
        """Her wound."""
        return self.battle[name].wound.value

    def at(self, name: str) -> str:
        """The cell somebody stands in."""
        return self.battle[name].cell.label

    def lies(self, cell: str) -> list[str]:
        """What lies in a cell."""
        return [each.id for each in self.battle.things if each.cell.label == cell]

    def level(self, who: str) -> str:
        """How well somebody's last check went."""
        return str(self.told("check", who)[-1].params["level"].key.rpartition(".")[2])  # type: ignore[union-attr]

    def chain(self, who: str) -> Explanation:
        """How the last damage to somebody came about."""
        found = self.told("hurt", who)[-1].explanation
        assert found is not None
        return found

    def parts(self, who: str) -> dict[str, int]:
        """The last damage to somebody, part by part, each by the last word of its key or the name of its source."""
        return {_label(part.label): part.amount for part in self.chain(who).parts}

    def waiting(self) -> list[tuple[str, str]]:
        """The requests that wait for the keeper, the oldest first: who, for what."""
        return [(each.seat, each.kind) for each in self.battle.requests]

    # ---- answers

    def is_for_one(self) -> bool:
        """The keeper answers for several where they are asked together."""
        return len(self.question.subjects) < 2 or bool(self.question.actor)

    def lets_be(self) -> None:
        """A pass where one may pass, else the first choice."""
        shape = self.question.choices[self.asked[0]]
        first = shape.options[0].id if isinstance(shape, One) else None
        self.session.answer(self.asked[0], PASS if shape.may_pass else first, self.session.ticket)
        self.keep()

    def acts(self, who: str, choice: str) -> "Table":
        """Choose that in the own turn, letting everything before it be: `move`, `attack:unarmed`, `ability:glow`."""
        return self.skip_to("turn", who).answers(who, turn=choice)

    def attacks(self, who: str, source: str, target: str, roll: int) -> "Table":
        """Attack with a weapon or `unarmed` in the own turn; its check comes to `roll`."""
        self.rolls(*d100(roll))
        named = source if source == UNARMED else f"weapon:{source}"
        return self.acts(who, f"attack:{named}").answers(who, target=target)

    def casts(self, who: str, ability: str, aim: str | None = None, roll: int | None = None) -> "Table":
        """Use an ability in the own turn, aimed at somebody or at a cell; the check of one that strikes is `roll`."""
        self.rolls(*([] if roll is None else d100(roll))).acts(who, f"ability:{ability}")
        return self if aim is None or self.asks != "aim" else self.answers(who, aim=aim)

    def moves(self, who: str, cell: str) -> "Table":
        """Move in the own turn."""
        return self.acts(who, "move").answers(who, move=cell)

    def ends_turn(self, who: str, stance: str | None = None) -> "Table":
        """End the own turn, with a stance (`watch_dodge`, `watch_block`), with `prepare`, or plainly."""
        self.skip_to("turn", who).passes(who, "turn")
        return self.answers(who, end_of_turn=stance) if self.asks == "end_of_turn" else self

    def takes_it(self, who: str, *faces: int) -> "Table":
        """Take no passive action; these faces fall then."""
        return self.rolls(*faces).passes(who, "passive")

    def blocks(self, who: str, *faces: int) -> "Table":
        """Block: the block die first."""
        return self.rolls(*faces).answers(who, passive="block")

    def dodges(self, who: str, roll: int, *faces: int) -> "Table":
        """Dodge with that roll."""
        return self.rolls(*d100(roll), *faces).answers(who, passive="dodge")

    def counters(self, who: str, source: str, roll: int, *faces: int) -> "Table":
        """Counter with a weapon or `unarmed`: the STR check comes to `roll`."""
        named = source if source == UNARMED else f"weapon:{source}"
        return self.rolls(*d100(roll), *faces).answers(who, passive=f"counter:{named}")

    # ---- requests, offers, dice changed

    def requests(self, who: str, kind: str, words: str = "") -> "Table":
        """Ask the keeper: `react`, `protect`, `wait`."""
        self.session.request(self._seat(who), kind, words, self.session.ticket)
        self.keep()
        return self

    def grants(self, who: str, kind: str | None = None) -> "Table":
        """The keeper grants what somebody asked for, whatever waits beside it."""
        return self._decides(who, kind, granted=True)

    def denies(self, who: str, kind: str | None = None) -> "Table":
        """The keeper refuses it."""
        return self._decides(who, kind, granted=False)

    def _decides(self, who: str, kind: str | None, *, granted: bool) -> "Table":
        found = [each for each in self.battle.requests if each.seat == who and kind in (None, each.kind)]
        assert found, f"{who} has not asked for {kind or 'anything'}: {self.waiting()}"
        self.session.decide(found[0].id, granted, self.session.ticket)
        self.keep()
        return self

    def protects(self, who: str, whom: str | None = None) -> "Table":
        """Ask to protect, and be let: the friend where several can be protected."""
        self.requests(who, "protect").grants(who, "protect")
        return self.answers(who, protect=whom) if whom else self

    def reacts(self, who: str, choice: str) -> "Table":
        """Ask for an emergency reaction, be let, choose its action."""
        return self.requests(who, "react").grants(who, "react").answers(who, react=choice)

    def calls_trigger(self, seat: Seat, name: str) -> "Table":
        """Say that the trigger of somebody's prepared action has come."""
        self.session.take_offer(seat, f"trigger:{name}", None, self.session.ticket)
        self.keep()
        return self


def _library(laid: Iterable[Combatant | Entry]) -> Library:
    """What is laid, each on its shelf."""
    shelves: dict[type[Entry], str] = {
        Skill: "skills",
        Weapon: "weapons",
        Ability: "abilities",
        Innate: "innates",
        Thing: "things",
        Enemy: "enemies",
    }
    library = Library()
    for each in laid:
        if not isinstance(each, Combatant):
            getattr(library, shelves[type(each)])[each.id] = each
    return library


def _lying(told: str) -> Lies:
    """`weapon:blade@B4`."""
    id, _, cell = told.partition("@")
    return Lies(id, cell_at(cell))


def _label(label: Any) -> str:
    """`base` of `magical_girls.part.base`, `Glow` of a source of that name."""
    if label.key == "magical_girls.source":
        name = label.params["name"]
        return str(name.in_language("en")) if hasattr(name, "in_language") else str(name)
    return str(label.key.rpartition(".")[2])

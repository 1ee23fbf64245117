"""The forms of the keeper's rulings in the drawer, and what may be chosen in them."""

from rules.engine.choices import Option
from rules.engine.ruling_forms import Drawer, Example, Options
from rules.engine.text import Text
from rules.magical_girls.asking import person, thing
from rules.magical_girls.rulings import KINDS, named
from rules.magical_girls.state import Battle
from rules.magical_girls.terms import Harm, Wound

DRAWER = Drawer(
    system="magical_girls",
    layout={
        "people": {
            "points": ("set_hp", "set_mp", "set_dp", "set_load"),
            "damage": ("damage",),
            "wound": ("wound",),
            "dice": ("dice",),
            "arm": ("arm",),
            "lasting": ("let_react", "end_lasting"),
            "move": ("move",),
            "sight": ("find", "hide"),
            "remove": ("remove",),
            "add": ("add",),
        },
        "order": {"place": ("set_place",), "acted": ("set_acted",)},
        "ground": {"cover": ("cover",), "danger": ("danger",)},
    },
    kinds=KINDS,
    named=named,
    examples={
        "value": Example(hint="0"),
        "cell": Example(hint="B4"),
        "dice": Example("1"),
        "place": Example("1"),
    },
    final=frozenset({"remove"}),
)
COVERS = ("half", "full", "none")


def options(battle: Battle) -> Options:
    """Who fights, who is hidden or not, wounds, damage types, kinds of cover, and who may yet join."""
    kinds = sorted(battle.library.enemies.values(), key=lambda kind: kind.id)
    return {
        "name": tuple(person(each) for each in battle.combatants),
        "wound": tuple(Option(each.value, each.named) for each in Wound),
        "harm": tuple(Option(each.value, each.named) for each in Harm),
        "cover": tuple(Option(each, Text(f"magical_girls.cover.{each}")) for each in COVERS),
        "enemy": tuple(thing(kind.id, kind.title) for kind in kinds),
        "weapon": tuple(thing(id, weapon.title) for id, weapon in sorted(battle.library.weapons.items())),
    }

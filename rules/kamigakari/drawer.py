"""The forms of Kamigakari's rulings in the GM's drawer, and what may be chosen in them."""

from rules.engine.choices import Option
from rules.engine.ruling_forms import Drawer, Example, Options
from rules.kamigakari.asking import person, thing
from rules.kamigakari.rulings import KINDS, named
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import StatusKey

DRAWER = Drawer(
    system="kamigakari",
    layout={
        "people": {
            "life": ("set_life", "harm", "spare"),
            "move": ("move",),
            "status": ("give",),
            "lift": ("cure",),
            "fall": ("fall",),
            "acted": ("set_acted",),
            "remove": ("remove",),
            "add": ("add",),
        },
        "end": {"end": ("declare_end",)},
    },
    kinds=KINDS,
    named=named,
    examples={"value": Example(hint="0"), "cell": Example(hint="B4"), "metres": Example(hint="6")},
    final=frozenset({"remove"}),
)


def options(battle: Battle) -> Options:
    """Who fights, the statuses there are, and who may yet join."""
    kinds = sorted(battle.library.monsters.values(), key=lambda kind: kind.id)
    return {
        "name": tuple(person(each) for each in battle.combatants),
        "status": tuple(Option(key.value, key.named) for key in StatusKey),
        "monster": tuple(thing(kind.id, kind.title) for kind in kinds),
    }

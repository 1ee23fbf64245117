"""The forms of Kamigakari's rulings in the GM's drawer, and what may be chosen in them."""

from rules.engine.choices import Option
from rules.engine.ruling_forms import Drawer, Example, Options
from rules.kamigakari.asking import people, person, thing
from rules.kamigakari.rulings import KINDS, TIMINGS, named
from rules.kamigakari.state import Battle
from rules.kamigakari.terms import StatusKey

DRAWER = Drawer(
    system="kamigakari",
    layout={
        "people": {
            "life": ("set_life", "harm"),
            "spare": ("spare",),
            "move": ("move",),
            "status": ("give",),
            "lift": ("cure",),
            "fall": ("fall",),
            "crest": ("set_crest",),
            "die": ("set_die",),
            "timing": ("set_timing",),
            "acted": ("set_acted",),
            "remove": ("remove",),
            "add": ("add",),
        },
        "end": {"end": ("declare_end",)},
    },
    kinds=KINDS,
    named=named,
    examples={
        "value": Example(hint="5"),
        "cell": Example(hint="B4"),
        "metres": Example(hint="6"),
        "crest": Example(hint="22"),
        "die": Example(hint="1"),
        "face": Example(hint="6"),
    },
    final=frozenset({"remove"}),
)


def options(battle: Battle) -> Options:
    """Who fights, who is struck by the attack in progress, who has dice or a crest, and who may yet join."""
    struck = battle.attack.targets if battle.attack else []
    kinds = sorted(battle.library.monsters.values(), key=lambda kind: kind.id)
    return {
        "name": tuple(person(each) for each in battle.combatants),
        "spare.name": people(battle, struck),
        "set_crest.name": tuple(person(each) for each in battle.combatants if each.is_player),
        "set_die.name": tuple(person(each) for each in battle.combatants if each.spirits),
        "timing": tuple(Option(timing.value, timing.named) for timing in TIMINGS),
        "status": tuple(Option(key.value, key.named) for key in StatusKey),
        "monster": tuple(thing(kind.id, kind.title) for kind in kinds),
    }

"""The forms of Harvest's rulings in the GM's drawer, and what may be chosen in them."""

from rules.engine.choices import Option
from rules.engine.ruling_forms import Drawer, Example, Options
from rules.engine.text import Param, Text
from rules.harvest.asking import person, places, thing
from rules.harvest.battlefield import FIELD, Camp
from rules.harvest.rulings import KINDS, named
from rules.harvest.state import Battle, LaidTrap
from rules.harvest.terms import TerrainKey

DRAWER = Drawer(
    system="harvest",
    layout={
        "people": {
            "points": ("set_hp", "set_tp"),
            "move": ("move",),
            "status": ("afflict",),
            "lift": ("lift",),
            "acted": ("set_acted",),
            "remove": ("remove",),
            "add": ("add",),
        },
        "ground": {"terrain": ("lay_terrain",), "clear": ("clear_terrain",)},
        "things": {
            "object": ("add_object",),
            "object-gone": ("remove_object",),
            "trap": ("lay_trap",),
            "trap-gone": ("take_trap",),
        },
    },
    kinds=KINDS,
    named=named,
    examples={"value": Example(hint="0"), "level": Example("1")},
    final=frozenset({"remove"}),
)


def options(battle: Battle) -> Options:
    """Who fights, the statuses, terrains, traps and special objects there are, what lies about, who may yet join."""
    library = battle.library
    people, things = (tuple(person(each) for each in found) for found in (battle.combatants, battle.things))
    free = [cell for cell in FIELD.cells() if (each := battle.at(cell)) is None or len(each.cells) > 1]
    return {
        "name": people,
        **dict.fromkeys(("set_hp.name", "move.name"), people + things),
        "remove_object.name": things,
        "status": tuple(Option(key, library.status_named(key)) for key in library.status_keys()),
        "creature": tuple(thing(id, each.title) for id, each in sorted(library.creatures.items())),
        "object": tuple(thing(id, each.title) for id, each in sorted(library.objects.items())),
        "trap": tuple(thing(id, each.title) for id, each in sorted(library.traps.items())),
        "terrain": tuple(Option(key.value, key.named) for key in TerrainKey),
        "camp": tuple(Option(camp.value, Text(f"harvest.camp.{camp}")) for camp in reversed(Camp)),
        "laid": tuple(_laid(battle, trap) for trap in battle.traps),
        "cell": places(FIELD.cells()),
        "move.cell": places(free),
        "clear_terrain.cell": places(cell for cell in FIELD.cells() if battle.ground_at(cell)),
    }


def _laid(battle: Battle, trap: LaidTrap) -> Option:
    said: dict[str, Param] = {"trap": battle.library.trap_named(trap.kind), "cell": trap.cell.label}
    return Option(f"{trap.kind}@{trap.cell.label}", Text("harvest.trap_at", said), cells=(trap.cell.label,))

"""Makes static/img/ui.svg and game.svg: the icons that templates use, as sprites, `<use href="ui.svg#undo">`.

Every page shows some of the first; tables alone load the second. Add a line below and run `python tools/icons.py`.
Needs npm; nobody needs npm to run Ringside.
Pictures of the game come from Game Icons (CC BY 3.0), those of the interface from Lucide (ISC): see NOTICE.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from pathlib import Path

from environment import ROOT
from vendor import unpacked

SPRITES = ROOT / "static" / "img"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Made by tools/icons.py. Credits: NOTICE. -->\n'
GAME_ICONS = ("@iconify-json/game-icons", "1.2.4")
LUCIDE = ("lucide-static", "1.62.0")

STATUSES = {
    "weakness": "broken-arrow",
    "dejection": "despair",
    "poison": "poison-bottle",
    "paralysis": "thunder-struck",
    "blindness": "blindfold",
    "burn": "flame",
    "pressure": "weight-crush",
    "frostbite": "frozen-body",
    "madness": "brain-leak",
    "grudge": "burning-skull",
    "confusion": "star-swirl",
    "silence": "silenced",
    "lament": "tear-tracks",
    "panic": "screaming",
    "awakening": "sunrise",
    "good": "upgrade",
    "bad": "broken-heart",
}
KAMIGAKARI = {
    "prone": "falling",
    "dark": "blindfold",
    "pain": "broken-bone",
    "immobile": "imprisoned",
    "faint": "sleepy",
    "cover": "brick-wall",
    "hidden": "hidden",
    "ambush": "hooded-assassin",
    "flight": "feathered-wing",
}
"""The statuses of Kamigakari that Harvest has not."""
MAGICAL_GIRLS = {
    "wound-light": "bandage-roll",
    "wound-severe": "broken-bone",
    "watch-dodge": "dodging",
    "watch-block": "shield-echoes",
    "prepared": "stopwatch",
    "reacted": "quick-slash",
}
"""Wounds, stances and what else is known of a girl."""
ATTRIBUTES = {
    "fire": "flame",
    "cold": "snowflake-1",
    "electric": "lightning-trio",
    "wind": "whirlwind",
    "magnetism": "magnet",
    "flash": "sun",
    "poison": "poison-bottle",
    "phantom": "ghost",
}
MANA = {
    "earth": "stone-block",
    "water": "drop",
    "fire": "flame",
    "wind": "whirlwind",
    "light": "sun",
    "dark": "moon",
}
TERRAIN = {
    "lava": "lava",
    "frozen_soil": "snowflake-1",
    "sanctuary": "shinto-shrine",
    "yomi": "death-skull",
    "gravity": "weight",
    "gale": "tornado",
    "forest": "pine-tree",
    "quicksand": "quicksand",
    "ocean": "big-wave",
    "needles": "spikes",
    "repulsion": "expand",
    "half": "stone-wall",
    "full": "brick-wall",
    "danger": "hazard-sign",
}
GAME = {
    "sword": "crossed-swords",
    "shield": "shield",
    "heart": "hearts",
    "fallen": "tombstone",
    "object": "rune-stone",
    "trap": "wolf-trap",
    "crest": "magic-swirl",
    "thing": "wooden-crate",
}
INTERFACE = {
    "undo": "undo-2",
    "pause": "pause",
    "play": "play",
    "users": "users",
    "eye": "eye",
    "eye-off": "eye-off",
    "message": "message-circle",
    "settings": "settings",
    "chevron-down": "chevron-down",
    "chevron-up": "chevron-up",
    "chevron-left": "chevron-left",
    "chevron-right": "chevron-right",
    "wifi": "wifi",
    "wifi-off": "wifi-off",
    "bot": "bot",
    "user": "user",
    "crown": "crown",
    "sun": "sun",
    "moon": "moon",
    "theme": "sun-moon",
    "languages": "languages",
    "link": "link",
    "x": "x",
    "check": "check",
    "hand": "hand",
    "gavel": "gavel",
    "list": "list",
    "hourglass": "hourglass",
    "scissors": "scissors",
    "history": "history",
    "warning": "triangle-alert",
    "flag": "flag",
    "plus": "plus",
    "minus": "minus",
    "sound-on": "volume-2",
    "sound-off": "volume-x",
    "send": "send",
    "wrench": "wrench",
    "trash": "trash-2",
    "copy": "copy",
    "whole": "maximize",
    "locate": "locate-fixed",
}
PIPS = {
    1: ["c"],
    2: ["nw", "se"],
    3: ["nw", "c", "se"],
    4: ["nw", "ne", "sw", "se"],
    5: ["nw", "ne", "c", "sw", "se"],
    6: ["nw", "ne", "w", "e", "sw", "se"],
}
PLACES = {
    "nw": (7.5, 7.5), "ne": (16.5, 7.5), "w": (7.5, 12), "c": (12, 12),
    "e": (16.5, 12), "sw": (7.5, 16.5), "se": (16.5, 16.5),
}  # fmt: skip


def main() -> None:
    """Write both sprites anew."""
    write("ui.svg", interface_symbols())
    write("game.svg", [*game_symbols(), *die_symbols()])


def write(name: str, symbols: Iterable[str]) -> None:
    """One sprite file."""
    (SPRITES / name).write_text(HEAD + "\n".join(symbols) + "\n</svg>\n", encoding="utf-8")


def game_symbols() -> Iterator[str]:
    """Pictures of the game, filled with the colour of the text around them."""
    wanted = {
        f"{kind}-{name}": source
        for kind, icons in (
            ("status", STATUSES | KAMIGAKARI | MAGICAL_GIRLS),
            ("attribute", ATTRIBUTES),
            ("mana", MANA),
            ("terrain", TERRAIN),
            ("game", GAME),
        )
        for name, source in icons.items()
    }
    with unpacked(*GAME_ICONS) as package:
        icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    for name, source in wanted.items():
        yield f'<symbol id="{name}" viewBox="0 0 512 512">{icons[source]["body"]}</symbol>'


def interface_symbols() -> Iterator[str]:
    """Pictures of the interface, drawn in lines of the colour of the text around them."""
    with unpacked(*LUCIDE) as package:
        for name, source in INTERFACE.items():
            yield _lines(name, package / "icons" / f"{source}.svg")


def die_symbols() -> Iterator[str]:
    """The six faces of a die; the pips are holes, so that the paper shows through."""
    for face, pips in PIPS.items():
        body = "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4z"
        holes = "".join(_pip(*PLACES[place]) for place in pips)
        path = f'<path fill="currentColor" fill-rule="evenodd" d="{body}{holes}"/>'
        yield f'<symbol id="die-{face}" viewBox="0 0 24 24">{path}</symbol>'


def _pip(x: float, y: float) -> str:
    return f"M{x - 1.9:g} {y:g}a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0z"


def _lines(name: str, picture: Path) -> str:
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    shapes = "".join(ET.tostring(shape, encoding="unicode") for shape in root)
    bare = re.sub(r'\s*xmlns(:ns0)?="[^"]*"|\n\s*', "", shapes).replace("ns0:", "")
    stroke = (
        'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    )
    return f'<symbol id="{name}" viewBox="0 0 24 24"><g {stroke}>{bare}</g></symbol>'


if __name__ == "__main__":
    main()

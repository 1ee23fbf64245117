"""A real server of candle fights, for tests that need one: `python -m tests.vtt.fights.candles_server PORT`.

Its data folder is RINGSIDE_DATA. The first start makes fights and writes `cast.json`; a later one goes on with them.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command

FIGHTS = 32
SEATS = ("mina", "jun", "ada", "kim")
WORDS: dict[str, str] = {}
"""Sentences show their keys: what they say is not what these tests are about."""


def set_up() -> None:
    """Django and the candles."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vtt.settings")
    templates = Path(__file__).parent / "templates"
    settings.TEMPLATES[0]["DIRS"].append(templates)
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    django.setup()
    from rules import registry
    from rules.engine.text import Words
    from tests.vtt.fights.conftest import CandlesInOrder

    system = CandlesInOrder()
    registry.system = lambda _slug: system  # type: ignore[assignment]
    registry.words = lambda lang: Words(lang, WORDS)  # type: ignore[assignment]
    for name, value in json.loads(os.environ.get("CANDLES_KNOBS", "{}")).items():
        module, constant = name.split(".")
        setattr(import_module(f"vtt.fights.{module}"), constant, value)
    if os.environ.get("CANDLES_DEAF"):
        import_module("vtt.fights.announcing").tell = lambda *_news: None


def setup() -> dict[str, Any]:
    """Four players' candles against two of the GM's."""
    from tests.rules.engine.two_pages import SETUP

    players = [
        {"name": key, "camp": "west", "seat": key, "height": 9 - at, "wax": 9} for at, key in enumerate(SEATS)
    ]
    return SETUP | {"candles": [*players, *SETUP["candles"][2:]]}


def populate() -> dict[str, Any]:
    """People, links, and fights in which everybody is to place their candle; in the last, a cover is asked for."""
    from tests import cast as casting
    from tests.vtt.fights.conftest import Played
    from vtt.campaigns import links
    from vtt.campaigns.models import Invite, Role
    from vtt.fights import hosting

    cast = casting.assemble()
    for key in SEATS[2:]:
        casting.make_character(cast.campaign, key, [cast.jun.member])
    fights = [hosting.make(cast.campaign, "candles", f"Fight {at}", setup()) for at in range(FIGHTS)]
    for fight in fights[1:]:
        hosting.start(fight.pk, None)
    played = Played(cast, fights[-1].pk)
    while played.question.key != "candles.cover" or len(played.question.choices) < len(SEATS):
        played.play_on(act="blow", cover=None)
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    passer_by = casting.guest(cast.campaign, "Pip", Role.SPECTATOR)
    people = {"gm": cast.gm, "mina": cast.mina, "jun": cast.jun, "sol": cast.spectator, "pip": passer_by}
    return {
        "campaign": cast.campaign.pk,
        "fights": [fight.pk for fight in fights],
        "token": token,
        "sessions": {
            name: person.browser.cookies[settings.SESSION_COOKIE_NAME].value
            for name, person in people.items()
        },
        "members": {name: person.member.pk for name, person in people.items()},
    }


def main() -> None:
    """Serve."""
    set_up()
    from vtt.fights import server
    from vtt.fights.single import AnotherServer

    path = Path(settings.DATA_DIR) / "cast.json"
    if not path.exists():
        call_command("migrate", verbosity=0, interactive=False)
        path.write_text(json.dumps(populate()), encoding="utf-8")
    try:
        server.serve(["-v", "1", "-p", sys.argv[1]])
    except AnotherServer as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main()

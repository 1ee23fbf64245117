"""One answer through HTTP with the drawing for a table of five, in this process on SQLite."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from rules.engine.view import GAME_MASTER, SPECTATOR, Role, Viewer
from tests import cast as casting
from tests.bench.figures import BARE_RUNS, Figure, cpu_ms, median_ms
from vtt.fights import demo, hosting, moments, room
from vtt.fights.bots import choice
from vtt.fights.drawing import Audience
from vtt.fights.models import Fight
from vtt.fights.past import StoredPast
from vtt.fights.table import restored_at

ANSWERS = 120
VIEWERS = (GAME_MASTER, Viewer(Role.PLAYER, ("mina",)), Viewer(Role.PLAYER, ("jun",)), SPECTATOR)
TABLE = [*(Audience(viewer, "en") for viewer in VIEWERS), Audience(SPECTATOR, "ko")]
"""A GM, two players and two spectators, one of them in another language."""


def bare(_request: HttpRequest) -> HttpResponse:
    """What a view costs that does nothing."""
    return HttpResponse("nothing")


urlpatterns = [path("bare/", bare)]


def figures() -> Iterator[Figure]:
    """What an answer costs, and which part of it is whose."""
    call_command("migrate", verbosity=0)
    demo.make()
    fight = Fight.objects.select_related("campaign").get()
    hosting.start(fight.pk, None)
    browser = Client(SERVER_NAME="localhost")
    casting.carry(browser, [fight.campaign.memberships.get(role="gm")])
    posts, draws, restores = [], [], []
    for _ in range(ANSWERS):
        fields = next_answer(fight.pk)
        if fields is None:
            break
        restores.append(cpu_ms(lambda: restored(fight.pk)))
        posts.append(cpu_ms(lambda fields=fields: post(browser, fight.pk, fields)))
        draws.append(cpu_ms(lambda: draw(fight.pk)))
    both = statistics.median(one + other for one, other in zip(posts, draws, strict=True))
    with override_settings(ROOT_URLCONF="tests.bench.web"):
        plain = median_ms(lambda: browser.get("/bare/"), BARE_RUNS)
    yield Figure("restoring from SQLite (median)", statistics.median(restores), "ms", "at most 10")
    yield Figure(
        "an answer over HTTP, drawn for five (median)", both, "ms", "at most 60", against(both, plain)
    )
    yield Figure("  lock, restore, referee, store (median)", statistics.median(posts), "ms", "")
    yield Figure("  drawing for five audiences (median)", statistics.median(draws), "ms", "")
    yield Figure("a bare Django view", plain, "ms", "")


def against(value: float, plain: float) -> str:
    """A ratio in words."""
    return f"{value / plain:.0f} x a bare view"


def restored(fight_id: int) -> Any:
    """The session, as an answer restores it."""
    fight = Fight.objects.get(pk=fight_id)
    return restored_at(fight, StoredPast(fight))


def next_answer(fight_id: int) -> dict[str, Any] | None:
    """The form of a sensible answer to the open question; None when the fight is over."""
    session = restored(fight_id)
    if session.open is None:
        return None
    everybody = dict.fromkeys([*hosting.driven(Fight.objects.get(pk=fight_id), newest(fight_id))], "sensible")
    chosen = choice(session, everybody, b"bench")
    assert chosen is not None
    seat, value = chosen
    said = {"pass": "1"} if value is None else {"value": value if value != [] else ""}  # a field left empty
    return {"seat": seat, "ticket": session.ticket} | said


def newest(fight_id: int) -> moments.Moment:
    """The newest version."""
    return moments.at(fight_id, Fight.objects.get(pk=fight_id).version)


def post(browser: Client, fight_id: int, fields: dict[str, Any]) -> None:
    """The GM answers."""
    reply = browser.post(f"/fights/{fight_id}/gm/answer/", fields, headers={"HX-Request": "true"})
    assert reply.status_code == 204, reply.content


def draw(fight_id: int) -> None:
    """What a room does when it hears of the answer."""
    now = room.look(fight_id, VIEWERS)
    assert now is not None
    version = now.fight.version
    room.draw(now.fight, [(audience, version - 1, version) for audience in TABLE])

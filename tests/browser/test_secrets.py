"""Twin fights: two houses whose fights differ only in what players may not know send players the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket

from tests.browser.hand import answer
from tests.browser.stage import House, Seat, at_fight, begin, change_creatures, enter
from tests.vtt.fights.live import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
MARKER = "XYZZY-the-orchard-is-a-trap"
ANSWERS = 14
OWN = (
    (re.compile(r'(name="csrf-token" content|value)="[A-Za-z0-9]{64}"'), "csrf"),
    (re.compile(r"/watch/[A-Za-z0-9_-]+/"), "/watch/link/"),
    (re.compile(r"localhost:\d+"), "here"),
    (re.compile(r"<time[^>]*>[^<]*</time>|\d{4}-\d\d-\d\dT[\d:.]+"), "now"),
)
"""What is a page's own: its token against forgery, its link, its server's port, the time."""


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[list[House]]:
    """Two houses with the same dice: in the second, creatures have more HP and TP, other spells, and notes."""
    houses = [House(tmp_path / name, free_port()) for name in ("one", "other")]
    for house in houses:
        house.folder.mkdir()
        house.run("migrate", "--verbosity=0")
        house.run("demo")
        house.set_seed("7")
    change_creatures(houses[1], hp=40, max_hp=40, tp=9, max_tp=9, attack=3, skills=[], notes=MARKER)
    for house in houses:
        house.start()
    yield houses
    for house in houses:
        house.stop()


def listening(seat: Seat) -> list[str]:
    """All that comes over the page's sockets from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(str(payload)))

    seat.page.on("websocket", listen)
    seat.page.reload()
    return heard


def without_own(said: str) -> str:
    """The page without what is its own."""
    for pattern, name in OWN:
        said = pattern.sub(name, said)
    return said


def seen(browser: Browser, house: House) -> tuple[dict[str, list[str]], int]:
    """What each page but the GM's held after each of some answers, and how many answers were given."""
    context = browser.new_context(locale="en")
    context.set_default_timeout(15_000)
    seats = [at_fight(enter(context, house, whom)) for whom in house.links]
    heard = {seat.name: listening(seat) for seat in seats[1:]}
    shown: dict[str, list[str]] = {name: [] for name in heard}
    begin(seats)
    given = 0
    while given < ANSWERS:
        seat = next(each for each in seats if each.prompts.count())
        answer(seat)
        given += 1
        newest = max(each.version for each in seats)
        for each in seats:
            each.until(newest)
        for each in seats[1:]:
            shown[each.name].append(without_own(each.text()))
    for name, frames in heard.items():
        assert frames, f"{name} heard nothing"
        shown[name] += [without_own(frame) for frame in frames if '"presence"' not in frame]
    context.close()
    return shown, given


def test_twin_fights_look_the_same_to_players_and_spectators(browser: Browser, twins: list[House]) -> None:
    """No page and no socket but the GM's tells a creature's HP, TP, attack, skills or notes."""
    (one, _given), (other, _again) = (seen(browser, house) for house in twins)
    for name, pages in other.items():
        assert not any(MARKER in page for page in pages)
        assert pages == one[name], f"{name} sees which of the twins this is"

"""Twin fights: two houses whose fights differ only in what players may not know send players the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket

from tests.browser.hand import answer
from tests.browser.stage import House, Seat, at_fight, begin, change_creatures, enter, together
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
    """Two houses with the same dice: in the second, creatures have other HP, TP, attack, defence and notes."""
    houses = [House(tmp_path / name, free_port()) for name in ("one", "other")]
    for house in houses:
        house.folder.mkdir()
        house.run("migrate", "--verbosity=0")
        house.run("demo")
        house.set_seed("7")
    change_creatures(houses[1], hp=40, max_hp=40, tp=9, max_tp=9, attack=3, defence=1, notes=MARKER)
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


@dataclass
class Seen:
    """What a page that is not the GM's held: its table after each answer, and all that it was ever told."""

    tables: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


def seen(browser: Browser, house: House) -> dict[str, Seen]:
    """The players' and the spectator's pages over the first answers of a fight."""
    context = browser.new_context(locale="en", reduced_motion="reduce")
    context.set_default_timeout(15_000)
    seats = [at_fight(enter(context, house, whom)) for whom in house.links]
    others = {seat: Seen(told=listening(seat)) for seat in seats[1:]}
    begin(seats)
    for _ in range(ANSWERS):
        answer(next(each for each in seats if each.prompts.count()))
        together(seats)
        for seat, found in others.items():
            found.tables.append(without_own(seat.page.locator("main").inner_html()))
            found.told.append(seat.text())
    context.close()
    return {seat.name: found for seat, found in others.items()}


def test_twin_fights_look_the_same_to_players_and_spectators(browser: Browser, twins: list[House]) -> None:
    """No page and no socket but the GM's tells a creature's HP, TP, attack, defence or notes."""
    one, other = (seen(browser, house) for house in twins)
    for name, found in other.items():
        assert len(found.told) > ANSWERS, f"{name}'s socket is silent"
        assert not any(MARKER in said for said in found.told)
        for table, twin in zip(found.tables, one[name].tables, strict=True):
            assert table == twin, f"{name} sees which of the twins this is: {difference(table, twin)}"


def difference(page: str, twin: str) -> str:
    """Where two pages part."""
    at = next((at for at, (one, other) in enumerate(zip(page, twin, strict=False)) if one != other), 0)
    return f"…{page[max(0, at - 200) : at + 120]}… against …{twin[at : at + 120]}…"

"""Magical Girls on four real pages: protecting a friend from an area attack; several girls in one cell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.laid import State, change_state, entry, pin, stand
from tests.browser.stage import House, Seat, at_fight, begin, enter, together
from tests.vtt.fights.live import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
DESK, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 740}
MOTH, OTHER = "glass_moth-1", "glass_moth-2"
STORM = entry(
    "storm",
    dp=2,
    mp=0,
    target="area",
    reach=60,
    radius=0,
    spares=True,
    strike={"check": "attribute:pow", "dice": 0, "flat": 7, "harm": "fire"},
)
"""Seven to all in a cell."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with the demo of Magical Girls, its dice settled."""
    made = House(tmp_path, free_port(), game="magical_girls")
    made.run("migrate", "--verbosity=0")
    made.run("demo", "magical_girls")
    made.set_seed("5")
    pin(made, abilities={"storm": STORM})
    yield made
    made.stop()


def lay(state: State) -> None:
    """Lin's turn comes; Mo is in her cell; a moth waits for that with a storm."""
    names = [each["name"] for each in state["combatants"]]
    state |= {"round": 1, "step": "turns", "order": ["lin", "mo", *names[2:]], "acted": names[4:]}
    stand(state, "lin", "E6", hp=30, max_hp=30, dp=8)
    stand(state, "mo", "E6", hp=30, max_hp=30, dp=8, skills={"dodge": 99, "weapon_use": 50})
    ready = {"action": "ability:storm", "trigger": "they stand together"}
    attributes = {"pow": 98, "str": 50, "dex": 50, "size": 50, "emo": 90}
    stand(state, MOTH, "E3", dp=8, abilities=["storm"], attributes=attributes, prepared=ready)


def four(browser: Browser, house: House) -> list[Seat]:
    """Keeper, Lin, Mo and a spectator at the table; the fight has begun."""
    context = browser.new_context(viewport=DESK, locale="en", reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(15_000)
    seats = [at_fight(enter(context, house, whom)) for whom in house.links]
    begin(seats)
    together(seats)
    return seats


def send(seats: list[Seat], seat: Seat, button: Locator) -> None:
    """Click, and wait until all pages show what came of it."""
    seat.page.bring_to_front()
    before = seat.version
    button.click()
    seat.wait_past(before)
    together(seats)


def test_a_friend_protects_from_an_area_attack_in_anothers_turn(browser: Browser, house: House) -> None:
    """MG-32, MG-44, MG-45: called by the keeper in Lin's turn, asked for by Mo, granted while another request waits."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    keeper, lin, _mo, _spectator = seats
    expect(lin.prompts.first).to_have_attribute("data-key", "magical_girls.turn")
    send(seats, keeper, keeper.page.locator("#prompts .offer button"))
    keeper.page.locator("#prompts [data-cells='E6']").first.click()

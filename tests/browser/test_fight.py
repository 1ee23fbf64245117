"""A whole fight in four real pages: each sees every change at once, and nobody another's secrets."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hand import answer
from tests.browser.stage import House, Seat, at_fight, begin, change_creatures, enter, together

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
ANSWERS = 400
PICTURE = Path(__file__).parents[2] / "docs" / "table.png"


def four(browser: Browser, house: House) -> list[Seat]:
    """GM, two players and a spectator, in four tabs of one browser."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en")
    context.set_default_timeout(15_000)
    return [at_fight(enter(context, house, whom)) for whom in house.links]


def play(seats: list[Seat], answers: int = ANSWERS) -> list[str]:
    """Answer whoever is asked, and after every answer compare all pages; the keys of what was asked."""
    asked: list[str] = []
    while len(asked) < answers:
        seat = next((each for each in seats if each.prompts.count()), None)
        if seat is None:
            break
        asked.append(answer(seat))
        together(seats)
    return asked


def test_a_fight_from_placement_to_its_end_in_four_pages(browser: Browser, house: House) -> None:
    """All pages show the same board and version after each step; the end clears the board (HV-06, HV-07)."""
    change_creatures(house, hp=9, max_hp=9)
    house.start()
    seats = four(browser, house)
    begin(seats)
    together(seats)

    asked = play(seats)

    for seat in seats:
        expect(seat.page.locator("#result")).to_be_visible()
    assert {"place", "begin", "move", "activate", "pay", "targets", "react"} <= set(asked)
    together(seats)
    for seat in seats:
        assert seat.board(), "how it stood at the end can still be looked at"
        result, board = (seat.page.locator(part).bounding_box() for part in ("#result", "#board"))
        assert result is not None
        assert board is not None
        assert result["y"] + result["height"] <= board["y"], "the result stands above it"


def test_a_killed_server_loses_nothing_and_pages_come_back_by_themselves(
    browser: Browser, house: House
) -> None:
    """kill -9 in mid-turn, start again: every answer is there, the open question stands."""
    house.start()
    seats = four(browser, house)
    begin(seats)
    play(seats, answers=8)
    before = [(seat.version, seat.board(), seat.prompts.count()) for seat in seats]

    house.stop(signal.SIGKILL)
    for seat in seats:
        expect(seat.page.locator("#connection")).to_have_attribute("data-state", "cut", timeout=40_000)
    house.start()

    for seat in seats:
        expect(seat.page.locator("#connection")).to_have_attribute("data-state", "live", timeout=60_000)
    assert [(seat.version, seat.board(), seat.prompts.count()) for seat in seats] == before
    play(seats, answers=3)


def test_whoever_is_handed_to_a_bot_plays_on_alone(browser: Browser, house: House) -> None:
    """The GM hands every character to a bot; the fight plays itself to its end before everybody's eyes."""
    house.start()
    seats = four(browser, house)
    begin(seats)
    page = seats[0].page
    page.bring_to_front()
    page.locator(".gm-button").click()
    page.locator("#drivers > summary").click()
    for driver in page.locator("#drivers select").evaluate_all("all => all.map(one => one.id)"):
        before = seats[0].version
        page.locator(f"#{driver}").select_option("sensible")
        page.locator(f"form:has(#{driver}) button").click()
        seats[0].wait_past(before)
    for seat in seats:
        expect(seat.page.locator("#result")).to_be_visible(timeout=400_000)
    together(seats)

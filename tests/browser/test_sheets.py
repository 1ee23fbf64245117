"""The panel that says what one may know of somebody: opened from the order, read, closed, true while play goes on."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.laid import State, change_state, status
from tests.browser.stage import House, Seat, begin, change_creatures, ruling, together
from tests.browser.test_harvest_board import arm, lay, sit
from tests.browser.test_look import DESK, PHONE, overflow

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
NOTES = "The cellar door is open."


def test_a_sheet_is_opened_read_and_closed_by_keys_and_by_clicks(browser: Browser, house: House) -> None:
    """Enter opens, Escape closes and focus is back; a click elsewhere closes; the panel fits a phone."""
    seats = at_a_table(browser, house)
    page = seats[1].page
    page.bring_to_front()
    link, panel = page.locator("#sheet-of-mina"), page.locator("#sheet")
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        link.focus()
        page.keyboard.press("Enter")
        expect(panel).to_be_visible()
        expect(panel).to_be_focused()
        expect(panel.locator("h2")).to_have_text("Mina")
        expect(panel).to_contain_text("2 damage at the start of each own action phase")
        assert overflow(seats[1])[0] == 0
        assert within(page)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(link).to_be_focused()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    link.click()
    expect(panel).to_be_visible()
    page.locator("#log-heading").click()
    expect(panel).to_be_hidden()


def test_an_open_sheet_stays_true_open_and_where_it_was(browser: Browser, house: House) -> None:
    """An update changes its numbers; what somebody has opened in it stays open, and nothing of it jumps."""
    seats = at_a_table(browser, house)
    gm, page = seats[0].page, seats[1].page
    page.bring_to_front()
    page.locator("#sheet-of-mina").click()
    panel = page.locator("#sheet")
    panel.locator("summary").first.click()
    panel.evaluate("panel => panel.scrollTo(0, 40)")
    gm.bring_to_front()
    gm.locator(".gm-button").click()
    gm.locator("#rulings > summary").click()
    ruling(seats[0], "points", "set_hp", name="mina", value="5")
    together(seats)
    page.bring_to_front()
    expect(panel.locator(".fact dd").first).to_have_text("5 of 22")
    expect(panel.locator("details[open]")).to_have_count(1)
    assert panel.evaluate("panel => panel.scrollTop") == 40


def test_what_one_may_not_know_never_reaches_the_browser(browser: Browser, house: House) -> None:
    """A creature's sheet tells players how it looks; the game master reads its numbers and the own notes."""
    change_creatures(house, notes=NOTES)
    seats = at_a_table(browser, house)
    for seat in seats:
        seat.page.bring_to_front()
        seat.page.locator("#order .camp-enemy a.name").first.click()
        panel = seat.page.locator("#sheet")
        expect(panel).to_contain_text("HP")
        is_gm = "master" in seat.name
        assert (NOTES in seat.text(), "Main attributes" in panel.inner_text()) == (is_gm, is_gm)


def test_the_sheet_of_somebody_who_leaves_is_closed(browser: Browser, house: House) -> None:
    """Nothing else comes in its place."""
    seats = at_a_table(browser, house)
    gm, page = seats[0].page, seats[1].page
    page.bring_to_front()
    page.locator("#sheet-of-jun").click()
    expect(page.locator("#sheet h2")).to_have_text("Jun")
    gm.bring_to_front()
    gm.locator(".gm-button").click()
    gm.locator("#rulings > summary").click()
    gm.locator("#rule-remove [name=name]").select_option("jun")
    before = seats[0].version
    for _ in ("remove", "yes, remove"):
        gm.locator("#rule-remove button[value=remove]").click()
    seats[1].wait_past(before)
    page.bring_to_front()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#sheet h2")).to_have_text("Jun")


def at_a_table(browser: Browser, house: House) -> list[Seat]:
    """A fight that has begun: Mina burns and bears a grudge."""
    arm(house)
    change_state(house, afflicted)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    return seats


def afflicted(state: State) -> None:
    """As laid, and Mina with two statuses."""
    lay(state)
    mina = next(each for each in state["combatants"] if each["name"] == "mina")
    mina["statuses"] = [status("burn", 2), status("grudge")]


def within(page: Page) -> bool:
    """Whether the panel lies inside the window."""
    found: bool = page.evaluate(
        """() => {
          const { left, top, right, bottom } = document.getElementById('sheet').getBoundingClientRect()
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        }"""
    )
    return found

"""The table of Magical Girls: what its map shows, what its dock folds away, what its drawer keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.laid import State, change_state, stand
from tests.browser.stage import House, at_fight, begin, enter, together
from tests.browser.test_look import DESK, PHONE
from tests.browser.test_magical_girls import MOTH, four, lay, send, served

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with the demo of Magical Girls, its dice settled."""
    yield from served(tmp_path)


def test_one_of_many_cells_is_clicked_on_the_map_or_found_in_a_list(browser: Browser, house: House) -> None:
    """MG-25: a desk says that the map can be clicked; the list opens for who wants it; by keys the map is next."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    lin = seats[1]
    lin.page.bring_to_front()
    options = lin.prompts.first.locator("[data-option]")
    lin.prompts.first.locator("[data-option=move]").press("Enter")
    expect(lin.prompts.first).to_have_attribute("data-key", "magical_girls.move")
    assert options.count() > 40
    expect(options.first).to_be_hidden()
    expect(lin.prompts.first.locator("[data-pass]")).to_be_in_viewport(ratio=1)
    expect(lin.page.locator(".map .cell:focus")).to_have_count(1)
    opener = lin.page.get_by_role("button", name="Click a lit cell on the board, or open the list")
    expect(opener).to_be_in_viewport(ratio=1)
    opener.click()
    expect(options.first).to_be_in_viewport(ratio=1)
    found = Axe().run(lin.page)
    assert found.violations_count == 0, found.generate_report()
    lin.page.locator("#dock-open").click()
    expect(options.first).to_be_hidden()
    send(seats, lin, lin.page.locator(".cell.lit[data-cell='C5']"))
    assert "C5 lin ally" in lin.board()


def test_who_is_no_cell_stays_in_sight_beside_many_cells(browser: Browser, house: House) -> None:
    """MG-28: what is thrown goes at somebody or to a cell; on a cell with somebody the choices of both are shown."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    lin = seats[1]
    send(seats, lin, lin.prompts.first.locator("[data-option=throw]"))
    send(seats, lin, lin.prompts.first.locator("[data-option^='throw:']").first)
    form = lin.prompts.first
    for size in (DESK, PHONE):
        lin.page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(form.locator(f"[data-option$='{MOTH}']")).to_be_visible()
        expect(form.locator("[data-option=E4]")).to_be_hidden()
        expect(lin.page.locator("#dock-open")).to_be_in_viewport(ratio=1)
    lin.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    lin.page.locator(".cell.lit[data-cell=E3]").press("Enter")
    expect(form.locator(".pointed")).to_have_count(2)
    expect(form.locator("[data-option=E3]")).to_be_visible()


def test_focus_stays_near_what_was_pressed_in_the_drawer(browser: Browser, house: House) -> None:
    """The point that was undone to is gone, then the section in which the fight was ended."""
    change_state(house, lay)
    house.start()
    keeper, lin, *_others = seats = four(browser, house)
    send(seats, lin, lin.prompts.first.locator("[data-option=move]"))
    keeper.page.bring_to_front()
    keeper.page.locator(".gm-button").click()
    keeper.page.locator("#history > summary").click()
    before = keeper.version
    keeper.page.locator("#undo-to button").first.press("Enter")
    keeper.wait_past(before)
    expect(keeper.page.locator("#history > summary")).to_be_focused()
    keeper.page.locator("#end-fight > summary").click()
    keeper.page.locator("#end-fight button").first.press("Enter")
    expect(keeper.page.locator("#end-fight")).to_have_count(0)
    expect(keeper.page.locator(".drawer-body")).to_be_focused()
    keeper.page.keyboard.press("Tab")
    expect(keeper.page.locator("#gm-drawer :focus")).to_have_count(1)


def test_who_is_played_by_a_bot_reads_so_on_her_own_panel(browser: Browser, house: House) -> None:
    """Asked or not, until the keeper gives her back; what she is asked she may answer all the same."""
    change_state(house, lay)
    house.environment["RINGSIDE_BOT_PACE"] = "60"
    house.start()
    keeper, lin, mo, spectator = seats = four(browser, house)
    keeper.page.bring_to_front()
    keeper.page.locator(".gm-button").click()
    keeper.page.locator("#drivers > summary").click()
    for name, bot in (("mo", "sensible"), ("lin", "sensible"), ("mo", "")):
        form = keeper.page.locator(f"form:has(#driver-{name})")
        form.locator("select").select_option(bot)
        send(seats, keeper, form.locator("button"))
        if name == "mo" and bot:
            expect(mo.page.locator("#botted-mo")).to_contain_text("A bot plays Mo until the keeper gives")
    expect(mo.page.locator("#botted-mo")).to_have_count(0)
    expect(spectator.page.locator(".botted")).to_have_count(0)
    lin.page.bring_to_front()
    expect(lin.page.locator("#botted-lin")).to_be_in_viewport()
    expect(lin.page.locator(".by-bot summary")).to_contain_text("A bot is answering for Lin.")
    lin.page.get_by_text("Answer instead").click()
    send(seats, lin, lin.page.locator(".by-bot [data-option=move]"))


def wide(state: State) -> None:
    """On a map that is higher and wider than what is shown of it: the girls below, moths above at both sides."""
    lay(state)
    state |= {"cols": 14, "rows": 10}
    for each, cell in zip(state["combatants"][:4], ("G10", "H9", "A1", "N1"), strict=False):
        stand(state, each["name"], cell, prepared=None)


ARE_WHOLE = """() => {
  const rect = (selector) => document.querySelector(selector).getBoundingClientRect()
  const [view, corner] = [rect('.map-view'), rect('.map-corner')]
  const isSeen = ({ left, right, top, bottom }) =>
    left >= corner.right - 1 && right <= view.right + 1 && top >= corner.bottom - 1 && bottom <= view.bottom + 1
  return ['#spot-G10', '#spot-H9'].every((spot) => isSeen(rect(spot)))
}"""


def test_a_large_map_opens_where_the_girls_are(browser: Browser, house: House) -> None:
    """For a spectator, before and while the fight goes on."""
    change_state(house, wide)
    house.start()
    context = browser.new_context(viewport=DESK, locale="en")  # type: ignore[arg-type]
    context.set_default_timeout(15_000)
    seats = [at_fight(enter(context, house, whom)) for whom in house.links]
    watching = seats[3]
    watching.page.bring_to_front()
    watching.page.wait_for_function(ARE_WHOLE)
    begin(seats)
    together(seats)
    assert watching.page.evaluate(ARE_WHOLE)
    for size in (PHONE, DESK):
        watching.page.set_viewport_size(size)  # type: ignore[arg-type]
        watching.page.reload()
        watching.page.wait_for_function(ARE_WHOLE)


def cluttered(state: State) -> None:
    """Things lie under all; cover and danger too; the numbers have two digits or three."""
    lay(state)
    for each, cell in zip(state["combatants"][2:], ("E5", "E5", "F5", "G6", "F7", "D7"), strict=True):
        stand(state, each["name"], cell, dp=10, prepared=None)
    stand(state, "lin", "E6", hp=100, max_hp=100, dp=14)
    stand(state, "mo", "D6", hp=30, max_hp=30, dp=12)
    at_cells = [each["cell"] for each in state["combatants"]]
    state["things"] = [{"id": "thing:bicycle", "cell": cell} for cell in (at_cells[1], *at_cells)]


COVERED = """() => {
  const rect = (each) => each.getBoundingClientRect()
  const within = (a, b, from, to) => a[from] < b[to] - 0.5 && b[from] < a[to] - 0.5
  const meet = (a, b) => within(a, b, 'left', 'right') && within(a, b, 'top', 'bottom')
  const priceOf = (cell) => {
    const [box, style] = [rect(cell), getComputedStyle(cell, '::after')]
    const [left, top] = [box.left + parseFloat(style.left), box.top + parseFloat(style.top)]
    return { left, top, right: left + parseFloat(style.width), bottom: top + parseFloat(style.height) }
  }
  const prices = [...document.querySelectorAll('.cell.lit[data-price]')].map(priceOf)
  const over = [...prices, ...[...document.querySelectorAll('.lies .icon')].map(rect)]
  const all = [...document.querySelectorAll('.piece .hp:not(.words), .piece .dp-count')]
  const numbers = all.filter((each) => rect(each).width && getComputedStyle(each).visibility === 'visible')
  const isFramed = (each) => {
    const [box, cell] = [rect(each), rect(each.closest('.spot'))]
    return box.left < cell.left + 2.5 || box.right > cell.right - 2.5 || box.bottom > cell.bottom - 2.5
  }
  const isCovered = (each) => isFramed(each) || over.some((other) => meet(rect(each), other))
  return [numbers.length, numbers.filter(isCovered).map((each) => each.closest('.piece').id + each.textContent)]
}"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_lies_over_a_number_on_the_map(browser: Browser, house: House, size: dict[str, int]) -> None:
    """Neither what lies in a cell, nor its frame, nor what a move there costs; the keeper reads all of them."""
    change_state(house, cluttered)
    house.start()
    keeper, lin, *_others = seats = four(browser, house)
    for seat in (keeper, lin):
        seat.page.set_viewport_size(size)  # type: ignore[arg-type]
    assert keeper.page.evaluate(COVERED) == [12, []]
    send(seats, lin, lin.prompts.first.locator("[data-option='move']"))
    expect(lin.page.locator(".cell.lit[data-price]").first).to_be_attached()
    assert lin.page.evaluate(COVERED) == [4, []]

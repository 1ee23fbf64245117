"""The page of a fight on a square map: pieces, heads, the drawer beside it, the log that follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.laid import State, change_state, status
from tests.browser.stage import House, ruling
from tests.browser.test_kamigakari import DESK, PHONE, four, house, lay

__all__ = ["house"]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
KEYS = ("poison", "prone", "pain", "dark", "flight", "cover")

UNREADABLE = """() => {
  const box = one => one.getBoundingClientRect()
  const shown = one => one && box(one).width > 0
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 &&
    a.top >= b.top - 1 && a.bottom <= b.bottom + 1
  return [...document.querySelectorAll('.spot')].flatMap(spot => {
    const part = name => spot.querySelector(name)
    const words = ['.initials', '.name', '.life', '.hp'].map(part).filter(shown)
    const marks = [...spot.querySelectorAll('.status-badge, .mark')].filter(shown)
    const wrong = words.filter(one => !within(box(one), box(spot))).map(one => `${one.className} sticks out`)
    if (parseFloat(getComputedStyle(part('.initials')).fontSize) < 9) wrong.push('small initials')
    if (!shown(part('.initials'))) wrong.push('no initials')
    if (!shown(part('.life')) || box(part('.life')).height < 3) wrong.push('life')
    if (part('.status-badge') && !marks.some(one => one.matches('.status-badge'))) wrong.push('no status')
    wrong.push(...marks.flatMap(mark => words.filter(word => meet(box(mark), box(word)))
      .map(word => `${mark.className.baseVal ?? mark.className} over ${word.className.baseVal ?? word.className}`)))
    return wrong.map(what => `${spot.id}: ${what}`)
  })
}"""

UNDER_THE_HEADS = """() => {
  const view = document.querySelector('.map-view'), head = document.querySelector('.map-axis.across')
  const spot = document.querySelector('.spot:has(.own)')
  view.scrollTop += spot.getBoundingClientRect().top - head.getBoundingClientRect().top + 4
  const [at, over] = [spot.getBoundingClientRect(), head.getBoundingClientRect()]
  const top = document.elementFromPoint(at.left + at.width / 2, over.top + over.height / 2)
  const isOpaque = getComputedStyle(head).backgroundColor.startsWith('rgb(')
  return { isCovered: at.top < over.bottom, isOnTop: head.contains(top), isOpaque }
}"""

COVERED = """() => [...document.querySelectorAll('.map-tools button')].filter(button => {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return [left + 3, right - 3].some(x => !button.contains(document.elementFromPoint(x, (top + bottom) / 2)))
}).length"""


def crowd(state: State) -> None:
    """A map of 12 by 12, statuses on everybody."""
    lay(state)
    state["cols"], state["rows"] = 12, 12
    for count, each in enumerate(state["combatants"]):
        each["statuses"] = [{**status(key, 3 if key == "poison" else 0)} for key in KEYS[: count + 2]]


def test_pieces_are_readable_however_small(browser: Browser, house: House) -> None:
    """Initials and a bar of life on every square, statuses beside them; what slides under the heads is hidden."""
    change_state(house, crowd)
    house.start()
    seats = four(browser, house)
    for seat, lang in zip(seats[:2], ("ko", "en"), strict=True):
        page = seat.page
        page.bring_to_front()
        if lang != "en":
            page.locator("select[name=language]").select_option(lang)
            expect(page.locator("html")).to_have_attribute("lang", lang)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.locator("[data-zoom=fit]").click()
            for _larger in range(7):
                assert page.evaluate(UNREADABLE) == [], f"{seat.name}, {lang}, {size}"
                page.locator("[data-zoom=in]").click()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert page.evaluate(UNDER_THE_HEADS) == {"isCovered": True, "isOnTop": True, "isOpaque": True}


def is_at_end(page: Page) -> bool:
    """Whether the log shows its last line."""
    end: bool = page.locator("#log-scroll").evaluate(
        "one => one.scrollHeight - one.scrollTop - one.clientHeight < 4"
    )
    return end


def test_the_drawer_and_the_log_beside_it(browser: Browser, house: House) -> None:
    """The drawer leaves the map's buttons free and closes by Escape; the log follows whoever reads its end."""
    house.start()
    gm, mio, *_others = four(browser, house)
    page = gm.page
    page.bring_to_front()
    page.locator(".gm-button").click()
    assert page.evaluate(COVERED) == 0
    page.locator("#rulings > summary").click()
    ruling(gm, "move", "move", name="mio", cell=" d6 ")
    assert "D6 mio ally" in gm.board()
    page.keyboard.press("Escape")
    expect(page.locator("#gm-drawer")).to_be_hidden()
    expect(page.locator(".gm-button")).to_be_focused()

    page.keyboard.press("Enter")
    reader = mio.page
    reader.set_viewport_size({"width": 1280, "height": 480})
    for life in range(100, 112):
        ruling(gm, "life", "harm", name="mio", value=str(life - 95))
    mio.until(gm.version)
    reader.bring_to_front()
    assert is_at_end(reader)
    lines = reader.locator("#log details.reckoned")
    lines.nth(-3).locator("summary").click()
    ruling(gm, "life", "harm", name="mio", value="1")
    mio.until(gm.version)
    assert is_at_end(reader), "it follows though a line is open"
    expect(reader.locator("#log-newer")).to_be_hidden()

    reader.locator("#log-scroll").evaluate("one => one.scrollTo(0, 0)")
    reader.wait_for_timeout(100)
    ruling(gm, "life", "harm", name="mio", value="2")
    mio.until(gm.version)
    assert reader.locator("#log-scroll").evaluate("one => one.scrollTop") == 0
    reader.locator("#log-newer").click()
    assert is_at_end(reader)
    expect(reader.locator("#log-newer")).to_be_hidden()

    page.locator("#history > summary").click()
    before = gm.version
    page.locator(".points button").first.click()
    gm.wait_past(before)
    mio.until(gm.version)
    struck = reader.locator("#log .line.undone details.reckoned .said")
    expect(struck).to_have_count(1)
    for hovered in (False, True):
        if hovered:
            struck.hover()
        assert "line-through" in struck.evaluate("one => getComputedStyle(one).textDecorationLine")


def test_the_map_tells_what_is_pointed_at_and_who_is_touched(browser: Browser, house: House) -> None:
    """Square and distance stand there while the pointer is on the map; a touched token says life and statuses.

    On a phone a large map opens with squares that can be read, and fits when it shall; the menu of views lies within
    the window, and closes by Escape and when something else is touched.
    """
    change_state(house, crowd)
    house.start()
    page = four(browser, house)[1].page
    page.bring_to_front()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.mouse.move(*middle(page, ".map-view"))
    expect(page.locator("#map-where")).to_have_text(re.compile("distance"))
    page.mouse.move(*middle(page, ".dock"))
    expect(page.locator("#map-where")).to_have_text("")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.locator("#spot-net_wraith-1").click()
    expect(page.locator(".toast")).to_have_text(re.compile("Net Wraith, unhurt, Poison 3, Prone"))
    wide = "document.querySelector('.map-field').offsetWidth / 12"
    page.reload()
    page.wait_for_function(f"{wide} > 34")
    page.locator("[data-zoom=fit]").click()
    assert page.evaluate(wide) * 12 <= PHONE["width"]
    views, button = page.locator("details.ways[open]"), page.locator("details.ways summary").first
    for closing in (lambda: page.keyboard.press("Escape"), page.locator("#map-view").click):
        button.click()
        box = views.locator(".menu").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        closing()
        expect(views).to_have_count(0)
    assert broken == []


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Where the middle of an element is in the window."""
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

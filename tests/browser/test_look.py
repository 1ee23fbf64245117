"""How the table looks: nothing overflows, nothing is unreachable for a screen reader, in both languages and colours.

With RINGSIDE_PICTURE=1 the picture in README is taken anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.hand import answer
from tests.browser.stage import ROOT, House, Seat, at_fight, begin, enter, together

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
PICTURE = ROOT / "docs" / "table.png"
DESK, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 740}
ANSWERS = 8
SETTLE = 600
"""Milliseconds until colours have changed."""


def in_mid_turn(browser: Browser, house: House) -> list[Seat]:
    """Four pages some answers into the fight, one of the players paying for magic."""
    context = browser.new_context(viewport=DESK, locale="en")  # type: ignore[arg-type]
    context.set_default_timeout(15_000)
    seats = [at_fight(enter(context, house, whom)) for whom in house.links]
    begin(seats)
    for _ in range(ANSWERS):
        answer(next(seat for seat in seats if seat.prompts.count()))
        together(seats)
    while not any(seat.page.locator("#prompts .shape-pay").count() for seat in seats[1:]):
        answer(next(seat for seat in seats if seat.prompts.count()))
        together(seats)
    return seats


def overflow(seat: Seat) -> tuple[int, int]:
    """How many pixels the page is wider and higher than its window."""
    page = "document.documentElement"
    wider: int = seat.page.evaluate(f"{page}.scrollWidth - innerWidth")
    higher: int = seat.page.evaluate(f"{page}.scrollHeight - innerHeight")
    return max(0, wider), max(0, higher)


def test_the_table_fits_speaks_and_is_read_aloud(browser: Browser, house: House, tmp_path: Path) -> None:
    """1280x720 without scrolling, 360 px without sideways scrolling, no axe violation, light and dark, en and ko."""
    house.start()
    seats = in_mid_turn(browser, house)
    for seat in seats:
        seat.page.bring_to_front()
        for lang in ("en", "ko"):
            if seat.page.locator("html").get_attribute("lang") != lang:
                seat.page.locator("select[name=language]").select_option(lang)
                expect(seat.page.locator("html")).to_have_attribute("lang", lang)
            for colours in ("light", "dark"):
                seat.page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
                seat.page.wait_for_timeout(SETTLE)
                _check(seat, tmp_path / f"{seat.name}-{lang}-{colours}")
        seat.page.locator("select[name=language]").select_option("en")
        expect(seat.page.locator("html")).to_have_attribute("lang", "en")
    if os.environ.get("RINGSIDE_PICTURE"):
        _take_picture(next(seat for seat in seats[1:] if seat.prompts.count()))


def _check(seat: Seat, picture: Path) -> None:
    seat.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert overflow(seat) == (0, 0), f"{picture.name} scrolls at 1280x720"
    _read_aloud(seat, f"{picture.name} at 1280x720")
    seat.page.screenshot(path=f"{picture}-desk.png")
    seat.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert overflow(seat)[0] == 0, f"{picture.name} scrolls sideways at 360 px"
    _read_aloud(seat, f"{picture.name} at 360 px")
    seat.page.screenshot(path=f"{picture}-phone.png", full_page=True)
    seat.page.set_viewport_size(DESK)  # type: ignore[arg-type]


def _read_aloud(seat: Seat, where: str) -> None:
    found = Axe().run(seat.page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"


def _take_picture(seat: Seat) -> None:
    seat.page.bring_to_front()
    seat.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    seat.page.wait_for_timeout(SETTLE)
    seat.page.screenshot(path=PICTURE)

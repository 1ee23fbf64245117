"""The page of a new fight and the house rules at the table: they fit, and a screen reader can use them."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import House, at_fight, enter
from tests.browser.test_look import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def check(page: Page) -> None:
    """Nothing stands out at the side, nothing is unreachable."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not Axe().run(page).response["violations"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_fight_is_chosen_with_its_characters_and_house_rules(
    browser: Browser, house: House, size: dict[str, int]
) -> None:
    house.start()
    context = browser.new_context(viewport=size, locale="en")  # type: ignore[arg-type]
    context.set_default_timeout(15_000)
    mina, gm = (at_fight(enter(context, house, whom)).page for whom in ("mina", "game master"))
    mina.locator("#rules summary").click()
    expect(mina.get_by_role("region", name="House rules of this table")).to_be_visible()
    check(mina)
    gm.goto(f"{house.address}/fights/new/1/")
    expect(gm.locator("input:checked")).to_have_count(2)
    gm.get_by_role("link", name="Choose Before the Pumpkin Throne").click()
    expect(gm.locator("input:checked")).to_have_count(4)
    gm.get_by_text("House rules", exact=True).click()
    check(gm)
    gm.get_by_label("Who may cover a target").select_option("friends")
    gm.get_by_role("button", name="To the table").click()
    expect(gm.locator("#rules")).to_contain_text("characters of its own camp not as usual")
    check(gm)

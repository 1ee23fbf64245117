"""An exchange of blows on the square map, played in four real pages that show the same after every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from rules.kamigakari.library import starter
from tests.browser.laid import State, change_state, pin, stand
from tests.browser.stage import House, Seat, at_fight, begin, enter, ruling, together
from tests.vtt.fights.live import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
DESK, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 740}
ANSWERS = 60
POOL = [{"face": face, "is_spent": False} for face in (6, 6, 5, 4)]
"""Spirit dice of who stands already, and is not rolled for."""
SETTLE = 600
"""Milliseconds until colours have changed."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with the demo of Kamigakari: Mio and Yue side by side, rats before them, the wraith behind."""
    made = House(tmp_path, free_port(), game="kamigakari")
    made.run("migrate", "--verbosity=0")
    made.run("demo", "kamigakari")
    made.set_seed("3")
    breaker = starter().talents["breaker"].model_dump(mode="json")
    pin(made, talents={"breaker": breaker | {"cost": {"spirits": [], "life": 0}}})
    change_state(made, lay)
    yield made
    made.stop()


def lay(state: State) -> None:
    """Mio acts first, then the wraith, whose breaker reaches both heroes; both may brace."""
    for name, cell, first in (("mio", "E5", 30), ("net_wraith-1", "E1", 25), ("yue", "F5", 20)):
        who = next(each for each in state["combatants"] if each["name"] == name)
        talents = ["breaker"] if name.startswith("net") else ["brace"]
        stand(state, name, cell, stats=who["stats"] | {"initiative": first}, talents=talents, spirits=POOL)
        who |= {"max_life": 120, "life": 120}
    stand(state, "bilge_rats-1", "E4")
    stand(state, "bilge_rats-2", "J8")


def four(browser: Browser, house: House) -> list[Seat]:
    """GM, Mio, Yue and a spectator, in four tabs of one browser; the fight has begun."""
    context = browser.new_context(viewport=DESK, locale="en")  # type: ignore[arg-type]
    context.set_default_timeout(15_000)
    seats = [at_fight(enter(context, house, whom)) for whom in house.links]
    begin(seats)
    together(seats)
    return seats


def play(seats: list[Seat], until: str) -> list[tuple[str, str]]:
    """Answer whoever is asked, all pages compared after each, until that question is open: (whom, what)."""
    asked: list[tuple[str, str]] = []
    while len(asked) < ANSWERS:
        seat = next(each for each in seats if each.prompts.count())
        key = key_of(seat)
        if key == until:
            return asked
        asked.append((seat.name, key))
        answer(seat, key)
        together(seats)
    raise AssertionError(f"{until} was never asked: {asked}")


def key_of(seat: Seat) -> str:
    """What the page is asked, if it is."""
    asked = seat.prompts.first.get_attribute("data-key") if seat.prompts.count() else ""
    return (asked or "").removeprefix("kamigakari.")


def answer(seat: Seat, key: str) -> None:
    """One answer, as a person with a mouse would give it."""
    seat.page.bring_to_front()
    before = seat.version
    ANSWER.get(key, let_be)(seat.page, seat.prompts.first)
    seat.wait_past(before)


def let_be(_page: Page, form: Locator) -> None:
    """A pass where one may, else the first choice."""
    (
        form.locator("[data-pass]") if form.locator("[data-pass]").count() else form.locator(".option")
    ).first.click()


def turn(page: Page, form: Locator) -> None:
    """A weapon or the breaker where there is one, else the turn is over."""
    for wanted in ("talent:breaker", "weapon:gaff_hook"):
        if form.locator(f"[value='{wanted}']").count():
            form.locator(f"[value='{wanted}']").click()
            return
    let_be(page, form)


def on_square(page: Page, *squares: str) -> None:
    """The first of these that is lit."""
    lit = [each for each in squares if page.locator(f".cell.lit[data-cell='{each}']").count()]
    page.locator(f".cell.lit[data-cell='{lit[0]}']").click()


def targets(page: Page, form: Locator) -> None:
    """The rats, chosen on the map."""
    on_square(page, "E4")
    form.locator("[data-submit]").click()


def area_more(page: Page, form: Locator) -> None:
    """Yue beside Mio."""
    on_square(page, "F5")
    form.locator("[data-submit]").click()


def first_option(_page: Page, form: Locator) -> None:
    """The first choice."""
    form.locator(".option").first.click()


def in_order(_page: Page, form: Locator) -> None:
    """The other one first."""
    form.locator("[data-move='1']").first.click()
    form.locator("[data-submit]").click()


ANSWER: Mapping[str, Callable[[Page, Locator], None]] = {
    "turn": turn,
    "targets": targets,
    "area": lambda page, _form: on_square(page, "E5"),
    "area_more": area_more,
    "manipulate": first_option,
    "at_reduction": first_option,
    "reduction_order": in_order,
}


def test_an_attack_a_passive_check_and_two_reductions_in_four_pages(browser: Browser, house: House) -> None:
    """Manipulation of an active and a passive check, reductions in a picked order, the same for all (KG-04, KG-16)."""
    house.start()
    seats = four(browser, house)

    attack = play(seats, until="area")
    assert ("mio", "turn") in attack
    assert ("mio", "manipulate") in attack

    struck = play(seats, until="reduction_order")
    assert {("mio", "manipulate"), ("yue", "manipulate")} & set(struck)

    reductions = play(seats, until="turn")
    assert reductions[0][1] == "reduction_order"
    assert [who for who, key in reductions if key == "at_reduction"] == ["yue", "mio"]
    together(seats)
    for seat in seats:
        for line in ("Mio swaps a rolled", "Yue loses", "Mio loses"):
            expect(seat.page.locator("#log .said", has_text=line).last).to_be_visible()


def test_a_way_over_the_map_by_mouse_and_by_keys(browser: Browser, house: House) -> None:
    """Squares are lit with what they cost, a diagonal 2; arrow keys walk over the map, Enter chooses (KG-30).
    Focus goes from the choice to the map, and from there by Tab to the question's buttons.

    A ruling about somebody else leaves the half-made way, and the keys where they are; who faints lies on her square,
    and on a phone too rising again is a button, with what she has beside it (KG-37).
    """
    change_state(house, lambda state: stand(state, "bilge_rats-1", "A1"))
    change_state(house, lambda state: stand(state, "yue", "F5", bonds=4))
    house.start()
    seats = four(browser, house)
    page = seats[1].page
    page.bring_to_front()
    page.locator("[value='move:combat']").press("Enter")
    diagonal = page.locator(".cell.lit[data-cell='D4']")
    expect(diagonal).to_have_attribute("data-price", "2")
    page.locator(".cell:focus").wait_for()
    page.locator(".cell.lit[data-cell='E4']").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".cell:focus")).to_have_attribute("data-cell", "E3")
    expect(page.locator(".cell:focus")).to_have_accessible_name("E3, free, distance 2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-spent] b")).to_have_text("2")
    gm = seats[0]
    gm.page.locator(".gm-button").click()
    gm.page.locator("#rulings > summary").click()
    ruling(gm, "crest", "set_crest", name="yue", crest="7")
    seats[1].until(gm.version)
    expect(page.locator("[data-way]")).to_have_text("E5E4E3")
    expect(page.locator(".cell:focus")).to_have_attribute("data-cell", "E3")
    before = seats[1].version
    for _stop in ("One step back", "Go this way"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    seats[1].wait_past(before)
    together(seats)
    assert "E3 mio ally" in seats[3].board()

    ruling(gm, "life", "set_life", name="yue", value="0")
    seats[1].until(gm.version)
    expect(page.locator("#lain-yue")).to_have_accessible_name("F5: Yue, Faint")
    expect(page.locator("#pool-yue .crest")).to_contain_text("7")
    together(seats)
    seats[2].page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    while key_of(seats[2]) != "revive":
        answer(seats[1], "pass")
        together(seats)
    expect(seats[2].prompts.locator("[data-option=F5]")).to_be_visible()
    expect(seats[2].page.locator("#hand-yue .crest")).to_be_in_viewport()


def test_a_square_that_is_clicked_in_the_turn_is_where_the_way_begins(browser: Browser, house: House) -> None:
    """The step asks which way; the square that was clicked for it is taken already, and nothing is sent by that."""
    change_state(house, lambda state: stand(state, "bilge_rats-1", "A1"))
    house.start()
    mio = four(browser, house)[1]
    mio.page.bring_to_front()
    before = mio.version
    on_square(mio.page, "E4")
    mio.wait_past(before)
    expect(mio.page.locator("[data-way]")).to_have_text("E5E4")
    expect(mio.page.locator(".cell.chosen")).to_have_attribute("data-cell", "E4")
    mio.page.locator("#prompts [data-submit]").click()
    mio.wait_past(before + 1)
    assert "E4 mio ally" in mio.board()


def test_the_map_grows_and_shrinks(browser: Browser, house: House) -> None:
    """It fits at first; buttons, keys and the wheel make it larger; "whole map" fits again."""
    house.start()
    page = four(browser, house)[1].page
    page.bring_to_front()
    wide = "document.querySelector('.map-field').offsetWidth"
    room = "document.querySelector('.map-view').clientWidth"
    first = page.evaluate(wide)
    assert first <= page.evaluate(room)
    page.locator("[data-zoom=in]").click()
    assert page.evaluate(wide) > first
    page.locator(".map-field").hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"{wide} > {first * 1.5}")
    page.locator("[data-zoom=fit]").click()
    assert page.evaluate(wide) == first


def test_the_map_fits_speaks_and_is_read_aloud(browser: Browser, house: House, tmp_path: Path) -> None:
    """No axe violation and no sideways scrolling, at 1280x720 and 360 px, light and dark, en and ko."""
    house.start()
    seats = four(browser, house)
    play(seats, until="area")
    for seat in seats[:2]:
        page = seat.page
        page.bring_to_front()
        for lang in ("en", "ko"):
            if page.locator("html").get_attribute("lang") != lang:
                page.locator("select[name=language]").select_option(lang)
                expect(page.locator("html")).to_have_attribute("lang", lang)
            for size in (DESK, PHONE):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                for colours in ("light", "dark"):
                    page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
                    page.wait_for_timeout(SETTLE)
                    found = Axe().run(page)
                    assert found.violations_count == 0, (
                        f"{seat.name} {lang} {colours}\n{found.generate_report()}"
                    )
                    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            page.set_viewport_size(DESK)  # type: ignore[arg-type]

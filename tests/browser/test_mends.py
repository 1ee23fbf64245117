"""What people stumbled over at real tables: each fault's kind, once mended, stays so."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hand import answer
from tests.browser.laid import State, change_state, stand
from tests.browser.stage import House, begin, together
from tests.browser.test_harvest_board import arm, asked, lay, send, sit
from tests.browser.test_look import DESK, PHONE, overflow

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
TOLD = re.compile("3 of 7 TP")
LONG = "W" * 40 + " " + "An evening in the orchard, much longer than"


def test_a_fight_that_ends_before_ones_eyes_is_closed_by_a_click(browser: Browser, house: House) -> None:
    """The form came over the socket, which knows nobody's token."""
    house.start()
    seats = sit(browser, house)
    begin(seats)
    page = seats[0].page
    page.bring_to_front()
    page.locator(".gm-button").click()
    page.locator("#end-fight > summary").click()
    send(seats, seats[0], page.locator("#end-fight button[value=ally]"))
    page.locator("#gm-drawer header button").click()
    page.locator("#close-fight").click()
    page.locator("button[name=sure]").click()
    expect(page.locator(".status")).to_contain_text("This fight is closed")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_long_names_fit(browser: Browser, house: House, size: dict[str, int]) -> None:
    """Fight, campaign and characters with as many letters as they may have, most of them wide ones."""
    change_state(house, lambda state: rename(state, "W" * 40))
    with closing(sqlite3.connect(house.folder / "ringside.sqlite3")) as database, database:
        database.execute("UPDATE fights_fight SET name = ?", (LONG[:80],))
        database.execute("UPDATE campaigns_campaign SET name = ?", (LONG[:80],))
    house.start()
    seats = sit(browser, house)
    begin(seats)
    for seat in seats:
        seat.page.bring_to_front()
        seat.page.set_viewport_size(size)  # type: ignore[arg-type]
        wider, higher = overflow(seat)
        assert wider == 0, f"{seat.name} is {wider} px too wide"
        assert higher == 0 or size is PHONE, f"{seat.name} is {higher} px too high"


def rename(state: State, title: str) -> None:
    """Call every player character so."""
    for each in state["combatants"]:
        if not each["kind"]:
            each["title"] = title


def test_tp_stands_on_tokens_for_those_who_may_know_it(browser: Browser, house: House) -> None:
    """On the token, in the cell's sentence and in what a touch tells; a creature's only for the GM."""
    change_state(house, lambda state: (lay(state), stand(state, "mina", "A4", tp=3, max_tp=7))[0])
    house.start()
    seats = sit(browser, house)
    begin(seats)
    for seat in seats:
        expect(seat.page.locator("#token-mina .tp")).to_have_text("TP 3")
        expect(seat.page.locator("[data-cell=A4]")).to_have_attribute("aria-label", TOLD)
        creatures = seat.page.locator(".token.camp-enemy .tp")
        expect(creatures).to_have_count(0) if "master" not in seat.name else None
    seats[3].page.bring_to_front()
    seats[3].page.locator("[data-cell=A4]").click()
    expect(seats[3].page.locator(".toast")).to_contain_text("3 of 7 TP")


def test_what_was_clicked_while_cut_off_says_that_it_waits(browser: Browser, house: House) -> None:
    """In words, in its own form; once there is a way to the server again it is sent, and the words go."""
    arm(house)
    change_state(house, lay)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    mina = asked(seats, "move")
    before = mina.version
    mina.page.context.set_offline(True)
    mina.prompts.first.locator("[data-pass]").click()
    said = mina.prompts.first.locator(".not-sent")
    expect(said).to_have_text("Not sent yet: it goes out by itself when the connection is back.")
    expect(said).to_be_in_viewport(ratio=1)
    mina.page.context.set_offline(False)
    mina.wait_past(before)
    expect(mina.page.locator(".not-sent")).to_have_count(0)


def test_a_second_click_does_not_pass_the_next_question_too(browser: Browser, house: House) -> None:
    """The pass button says what is passed; a question that has just replaced another takes no click."""
    arm(house)
    change_state(house, lay)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    mina = asked(seats, "move")
    stay = mina.prompts.locator("[data-pass]")
    expect(stay).to_have_text("Stay here")
    box = stay.bounding_box()
    assert box
    before = mina.version
    stay.click()
    mina.wait_past(before)
    now = mina.version
    mina.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mina.page.wait_for_function("() => !document.querySelector('main').hasAttribute('data-fresh')")
    assert mina.version == now
    expect(mina.prompts.first).to_have_attribute("data-key", "harvest.prepare")
    send(seats, mina, mina.prompts.get_by_text("No more skills"))
    expect(mina.prompts.locator("[data-pass]")).to_have_text("No magic")


LATE = """() => {
  const ticket = document.querySelector('#prompts form[data-prompt] [name=ticket]')
  ticket.value = Number(ticket.value) - 1
}"""


def test_a_refusal_goes_when_play_goes_on(browser: Browser, house: House) -> None:
    """What was refused was of the last question; it stays long enough to be read."""
    change_state(house, lay)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    mina = asked(seats, "move")
    mina.page.evaluate(LATE)
    mina.prompts.locator("[data-pass]").click()
    expect(mina.page.locator("#refusal .refusal")).to_be_visible()
    gm = seats[0].page
    gm.bring_to_front()
    gm.locator(".gm-button").click()
    gm.locator(".for-other > summary").first.click()
    send(seats, seats[0], gm.locator(".for-other [data-pass]").first)
    expect(mina.page.locator("#refusal .refusal")).to_have_count(0)


COVERED = """() => {
  const dock = document.querySelector('.dock').getBoundingClientRect()
  const lit = [...document.querySelectorAll('.cell.lit')].map(cell => [cell.id, cell.getBoundingClientRect()])
  return { lit: lit.length, covered: lit.filter(([, box]) => box.bottom > dock.top || box.top < 0).map(([id]) => id) }
}"""


def test_on_a_phone_the_dock_covers_no_cell_that_may_be_chosen(browser: Browser, house: House) -> None:
    """Placement, a move, a cell to attack: the dock stays low, and opens when asked."""
    house.start()
    seats = sit(browser, house)
    for seat in seats:
        seat.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    begin(seats)
    seen = set()
    while "move" not in seen:
        seat = next(each for each in seats if each.prompts.count())
        look = seat.page.evaluate(COVERED)
        key = (seat.prompts.first.get_attribute("data-key") or "").removeprefix("harvest.")
        if key in ("place", "move"):
            assert look["lit"], (seat.name, key)
            assert look["covered"] == [], (seat.name, key)
        if key == "place":
            options = seat.prompts.locator("[data-option]").first
            expect(options).to_be_hidden()
            seat.page.locator("#dock-open").click()
            expect(options).to_be_visible()
        seen.add(answer(seat))
        together(seats)


def test_nobody_can_answer_while_the_fight_is_paused(browser: Browser, house: House) -> None:
    """The buttons of players look as they work; the GM's go on."""
    change_state(house, lay)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    mina = asked(seats, "move")
    gm = seats[0]
    gm.page.bring_to_front()
    gm.page.locator(".gm-button").click()
    send(seats, gm, gm.page.locator("#pause"))
    expect(mina.prompts.locator("[data-pass]")).to_be_disabled()
    send(seats, gm, gm.page.locator("#pause"))
    expect(mina.prompts.locator("[data-pass]")).to_be_enabled()

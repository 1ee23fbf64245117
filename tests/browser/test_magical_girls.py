"""Magical Girls on four real pages: protecting a friend from an area attack; several girls in one cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from tests.browser.laid import State, change_state, entry, pin, stand
from tests.browser.stage import House, Seat, at_fight, begin, enter, together
from tests.browser.test_look import DESK, PHONE, SETTLE, overflow
from tests.vtt.fights.live import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
MOTH, OTHER = "glass_moth-1", "glass_moth-2"
FLIGHTS = """() => {
  window.flights = 0
  new MutationObserver(() => { window.flights += document.querySelectorAll('.flying').length })
    .observe(document.getElementById('board'), { childList: true, subtree: true })
}"""
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
    yield from served(tmp_path)


def served(tmp_path: Path) -> Iterator[House]:
    """The body of that fixture."""
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
    if not button.is_visible():
        seat.page.locator("#dock-open").click()
    button.click()
    seat.wait_past(before)
    together(seats)


def decide(keeper: Seat, asker: str, granted: int) -> Locator:
    """The keeper's button for what somebody asks."""
    asked = keeper.page.locator("#prompts .request").filter(has_text=f"{asker} asks")
    return asked.locator(f"button[value='{granted}']")


def options(seat: Seat) -> list[str]:
    """What the page's first question offers, as it is read."""
    return seat.prompts.first.locator(".option").all_inner_texts()


def test_a_friend_protects_from_an_area_attack_in_anothers_turn(browser: Browser, house: House) -> None:
    """MG-32, MG-42 to MG-45: in Lin's turn; Mo asks, is let, and dodges; another request waits meanwhile."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    keeper, lin, mo, spectator = seats
    expect(lin.prompts.first).to_have_attribute("data-key", "magical_girls.turn")
    expect(mo.page.locator("[value=protect]")).to_have_count(0)
    send(seats, keeper, keeper.page.locator("#prompts .offer button"))
    send(seats, keeper, keeper.page.locator("#prompts [data-option='E6']"))
    expect(lin.prompts.first).to_have_attribute("data-key", "magical_girls.passive")
    assert "1 DP" in options(lin)[-1]

    protect = mo.page.locator(".emergency [value=protect]")
    expect(protect).to_be_in_viewport()
    expect(protect).to_contain_text("Protect a friend (Lin) Costs 2 DP")
    expect(mo.page.locator(".emergency [value=react]")).to_contain_text(
        "Costs double, and no +4 DP next round"
    )
    send(seats, mo, protect)
    send(seats, lin, lin.page.locator(".emergency [value=react]"))
    expect(keeper.page.locator("#prompts .request .about")).to_contain_text(["(Lin)", "Lin asks"])
    expect(spectator.page.locator(".request, .emergency")).to_have_count(0)
    keeper.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(decide(keeper, "Mo", 1)).to_be_in_viewport(ratio=1)
    decide(keeper, "Mo", 1).click(trial=True)
    keeper.page.set_viewport_size(DESK)  # type: ignore[arg-type]

    send(seats, keeper, decide(keeper, "Mo", 1))
    expect(lin.prompts).to_have_count(0)
    expect(mo.page.locator("[data-purse=mo] .dp b")).to_have_text("6")
    mo.page.locator("[data-option=dodge]").hover()
    expect(mo.page.locator("[data-purse=mo] [data-would]")).to_contain_text("5 left")
    expect(mo.page.locator("[data-purse=mo] .going")).to_have_count(1)
    send(seats, mo, mo.page.locator("[data-option=dodge]"))
    expect(mo.page.locator("#prompts .sealed")).to_contain_text("first the keeper decides")

    send(seats, keeper, decide(keeper, "Lin", 0))
    log = spectator.page.locator("#log")
    expect(log).to_contain_text("Mo protects Lin")
    expect(log).to_contain_text("Mo dodges, 1 DP: not hit")
    expect(lin.prompts.first).to_have_attribute("data-key", "magical_girls.turn")
    expect(mo.page.locator("[data-purse=mo]")).to_contain_text("30/30")
    expect(mo.page.locator(".emergency")).to_have_count(0)


def test_a_trigger_is_in_sight_while_the_keeper_is_asked(browser: Browser, house: House) -> None:
    """MG-32: in a moth's turn with many choices and a wordy trigger, on a desk; a click calls it."""

    def her_turn(state: State) -> None:
        lay(state)
        names = [each["name"] for each in state["combatants"]]
        waits = {"action": "move", "trigger": "they come nearer to us than ten metres, or somebody shouts"}
        state |= {"order": [OTHER, MOTH, *(name for name in names if name not in (MOTH, OTHER))]}
        stand(state, OTHER, "E5", dp=8)
        stand(state, "mo", "E6", prepared=waits)

    change_state(house, her_turn)
    house.start()
    seats = four(browser, house)
    keeper, mo = seats[0], seats[2]
    expect(keeper.prompts.first).to_have_attribute("data-key", "magical_girls.turn")
    triggers = keeper.page.locator("#offers .button")
    for trigger in triggers.all():
        expect(trigger).to_be_in_viewport(ratio=1)
        expect(trigger).to_have_attribute("title", re.compile("ten metres|together"))
        trigger.click(trial=True)
    assert triggers.count() == 2
    last = keeper.page.locator("#prompts .option").last
    last.focus()
    last.click(trial=True)
    assert overflow(keeper)[0] == 0
    found = Axe().run(keeper.page)
    assert found.violations_count == 0, found.generate_report()
    send(seats, keeper, triggers.filter(has_text="ten metres"))
    expect(mo.prompts.first).to_have_attribute("data-key", "magical_girls.move")


def test_a_name_beside_the_map_opens_its_sheet(browser: Browser, house: House) -> None:
    """As one in the order does; Escape closes it, and focus is back at the name."""
    change_state(house, lay)
    house.start()
    mo = four(browser, house)[2]
    mo.page.bring_to_front()
    name, panel = mo.page.locator("#person-sheet-of-lin"), mo.page.locator("#sheet")
    name.click()
    expect(panel.locator("h2")).to_have_text("Lin")
    mo.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(name).to_be_focused()


def test_who_protects_bears_one_and_a_half_shares(browser: Browser, house: House) -> None:
    """MG-45: seven to each become ten for her who lets it come."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    keeper, _lin, mo, _spectator = seats
    send(seats, keeper, keeper.page.locator("#prompts .offer button"))
    send(seats, keeper, keeper.page.locator("#prompts [data-option='E6']"))
    send(seats, mo, mo.page.locator(".emergency [value=protect]"))
    send(seats, keeper, decide(keeper, "Mo", 1))
    send(seats, mo, mo.prompts.first.locator("[data-pass]"))
    expect(mo.page.locator("[data-purse=mo]")).to_contain_text("20/30")


def crowd(state: State) -> None:
    """Three moths before Lin in one cell, a lone one beside it; five more things to look at in hers."""
    lay(state)
    for at, each in enumerate(state["combatants"][2:]):
        stand(state, each["name"], "E5" if at < 3 else "F5", prepared=None)


def test_one_of_several_in_a_cell_is_chosen_on_a_phone(browser: Browser, house: House) -> None:
    """MG-17: a touch on a crowded cell opens the list of all in it; one of them is the target."""
    change_state(house, crowd)
    house.start()
    seats = four(browser, house)
    lin = seats[1]
    lin.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    send(seats, lin, lin.prompts.first.locator("[data-option='attack:unarmed']"))
    cell = lin.page.locator(".cell.lit[data-cell='E5']")
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 40
    cell.focus()
    cell.press("Enter")
    people = lin.page.locator("#here-E5 button")
    expect(people).to_have_count(3)
    expect(people.nth(1)).to_be_in_viewport()
    assert min(each.bounding_box()["height"] for each in people.all()) >= 44  # type: ignore[index]
    send(seats, lin, people.nth(1))
    expect(lin.page.locator("#here-E5")).to_be_hidden()
    expect(seats[0].page.locator("#log")).to_contain_text("attacks Glass Moth 2")


def apart(state: State) -> None:
    """Four moths around Lin, each in a cell of its own, far from where the map begins."""
    lay(state)
    stand(state, "lin", "I8", dp=12)
    for each, cell in zip(state["combatants"][2:6], ("H8", "I7", "J8", "H7"), strict=True):
        stand(state, each["name"], cell, prepared=None)


IN_SIGHT = """() => {
  const [view, dock] = ['.map-view', '.dock'].map((each) => document.querySelector(each).getBoundingClientRect())
  const isSeen = (box) => box.left >= view.left && box.right <= view.right && box.top >= 0 && box.bottom <= dock.top
  return [...document.querySelectorAll('.cell.lit')].map((cell) => isSeen(cell.getBoundingClientRect()))
}"""


GAP = """() => {
  const box = (part) => document.querySelector(`#token-lin ${part}`).getBoundingClientRect()
  const [initials, count] = [box('.initials'), box('.dp-count')]
  return count.left - initials.right
}"""


def test_targets_that_stand_apart_are_in_sight_on_a_phone_and_in_a_list(
    browser: Browser, house: House
) -> None:
    """The dock is low and says so; the button that opens the list lies under nothing else; the map is moved to them."""
    change_state(house, apart)
    house.start()
    seats = four(browser, house)
    lin = seats[1]
    lin.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    lin.page.reload()
    expect(lin.page.locator("#token-lin")).to_be_in_viewport()
    assert lin.page.evaluate(GAP) >= 0, "her DP lie over her initials"
    send(seats, lin, lin.prompts.first.locator("[data-option='attack:unarmed']"))
    assert lin.page.evaluate(IN_SIGHT) == [True] * 4
    option = lin.prompts.first.locator("[data-option='glass_moth-2']")
    expect(option).to_be_hidden()
    expect(lin.page.locator("#purse-lin [data-would]")).to_contain_text("−2")
    opener = lin.page.get_by_role("button", name="Tap a lit cell, or open the list")
    expect(opener).to_be_in_viewport(ratio=1)
    opener.click()
    send(seats, lin, option)
    expect(seats[0].page.locator("#log")).to_contain_text("attacks Glass Moth 2")


def test_the_table_fits_and_is_read_aloud(browser: Browser, house: House) -> None:
    """1280x720 without scrolling, 360 px without sideways scrolling, nothing that a screen reader trips over."""
    change_state(house, crowd)
    house.start()
    seats = four(browser, house)
    send(seats, seats[1], seats[1].prompts.first.locator("[data-option='attack:unarmed']"))
    for seat in seats[:2]:
        seat.page.bring_to_front()
        for colours in ("light", "dark"):
            seat.page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
            seat.page.wait_for_timeout(SETTLE)
            for size in (DESK, PHONE):
                seat.page.set_viewport_size(size)  # type: ignore[arg-type]
                wider, higher = overflow(seat)
                assert wider == 0
                assert higher == 0 or size is PHONE
                found = Axe().run(seat.page)
                assert found.violations_count == 0, f"{seat.name}, {colours}: {found.generate_report()}"
    lin = seats[1].page
    lin.locator(".cell.lit[data-cell='E5']").focus()
    lin.keyboard.press("Enter")
    expect(lin.locator("#here-E5")).to_be_visible()
    found = Axe().run(lin)
    assert found.violations_count == 0, found.generate_report()


def test_a_thing_that_is_thrown_flies(browser: Browser, house: House) -> None:
    """MG-28: from her hand to where it falls, where motion is not unwanted."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    lin, watching = seats[1], seats[3].page
    watching.emulate_media(reduced_motion="no-preference")
    watching.evaluate(FLIGHTS)
    send(seats, lin, lin.prompts.first.locator("[data-option=throw]"))
    send(seats, lin, lin.prompts.first.locator("[data-option^='throw:']").first)
    send(seats, lin, lin.prompts.first.locator("[data-option='E4']"))
    scatter = seats[0].page.locator("[data-key='magical_girls.scatter'] [data-option=as_aimed]")
    if scatter.count():
        send(seats, seats[0], scatter)
    expect(watching.locator("#log")).to_contain_text("E4")
    watching.wait_for_function("() => window.flights > 0")


def test_on_a_desk_a_click_means_the_one_under_it(browser: Browser, house: House) -> None:
    """MG-17: the second of three in the cell, without a list."""
    change_state(house, crowd)
    house.start()
    seats = four(browser, house)
    lin = seats[1]
    send(seats, lin, lin.prompts.first.locator("[data-option='attack:unarmed']"))
    lin.page.bring_to_front()
    box = lin.page.locator(f"#token-{OTHER}").bounding_box()
    assert box
    before = lin.version
    lin.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    lin.wait_past(before)
    expect(seats[0].page.locator("#log")).to_contain_text("attacks Glass Moth 2")


UNDER = """([x, y]) => {
  const button = document.elementFromPoint(x, y)?.closest('button, input')
  return button ? button.textContent : null
}"""
IS_READ = """about => {
  const { x, y, height } = about.getBoundingClientRect()
  return about.contains(document.elementFromPoint(x + 8, y + height / 2))
}"""


IS_WHOLE = """field => {
  field.scrollIntoView({ block: "nearest" })
  const { x, top, bottom } = field.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) => document.elementFromPoint(x + 20, y) === field)
}"""


def test_where_a_request_was_pressed_no_other_button_comes_up(browser: Browser, house: House) -> None:
    """MG-42: Mo asks on a phone and is let; her question stands from its head, not under her finger."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    keeper, _lin, mo, _spectator = seats
    send(seats, keeper, keeper.page.locator("#prompts .offer button"))
    send(seats, keeper, keeper.page.locator("#prompts [data-option='E6']"))
    mo.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    why = mo.page.locator(".emergency input[name=words]")
    why.fill("she is my friend")
    assert why.evaluate(IS_WHOLE)
    protect = mo.page.locator(".emergency [value=protect]")
    box = protect.bounding_box()
    assert box
    finger = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    send(seats, mo, protect)
    mo.page.wait_for_timeout(SETTLE + 100)
    assert mo.page.evaluate(UNDER, finger) is None
    expect(keeper.page.locator("#prompts .request")).to_contain_text("she is my friend")
    send(seats, keeper, decide(keeper, "Mo", 1))
    mo.page.bring_to_front()
    mo.page.wait_for_timeout(SETTLE + 100)
    assert mo.page.evaluate(UNDER, finger) is None
    assert mo.prompts.first.locator(".about").evaluate(IS_READ)


def test_a_die_is_changed_unasked_where_no_answer_goes_with_it(browser: Browser, house: House) -> None:
    """MG-02: and the field says what the dice of the chosen roll may show."""
    change_state(house, lay)
    house.start()
    seats = four(browser, house)
    keeper, lin, _mo, _spectator = seats
    send(seats, keeper, keeper.page.locator("#prompts .offer button"))
    send(seats, keeper, keeper.page.locator("#prompts [data-option='E6']"))
    asking = keeper.page.locator("#change-die button[data-sure]")
    expect(asking).to_have_count(0)
    expect(keeper.page.locator("#die-face")).to_have_attribute("placeholder", "0–9")
    send(seats, lin, lin.prompts.first.locator("[data-option=block]"))
    shown = "options => options.map(({ dataset, value }) => [dataset.shows, dataset.after, value])"
    offered = keeper.page.locator("#die-roll option").evaluate_all(shown)
    assert len({shows for shows, _after, _value in offered}) == 2
    for shows, after, roll in offered:
        keeper.page.locator("#die-roll").evaluate(CHOOSE, roll)
        expect(keeper.page.locator("#die-face")).to_have_attribute("placeholder", shows)
        expect(asking).to_have_count(0 if after == "0" else 2)
    assert {after for _shows, after, _value in offered} == {"0", "1"}


CHOOSE = """(select, value) => {
  select.value = value
  select.dispatchEvent(new Event("change", { bubbles: true }))
}"""

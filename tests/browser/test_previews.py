"""Prompts show what a choice would do, and log lines open into why it was so, in real pages."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from rules.harvest.terms import Mana
from tests.browser.laid import State, change_state, entry, pin, stand
from tests.browser.stage import House, Seat, begin
from tests.browser.test_harvest_board import asked, send, sit

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
AHEAD = {"mode": "change", "areas": [{"shape": "line", "n": 2, "directions": ["front"]}]}
ASIDE = {"mode": "add", "areas": [{"shape": "line", "n": 1, "directions": ["left", "right"]}]}


def spells() -> dict[str, State]:
    """Two a mana: whatever the dice show, a bolt ahead, and for the next die a wing to both sides."""
    bolts = {f"{mana}_bolt": (mana, 2, 3, AHEAD) for mana in Mana}
    wings = {f"{mana}_wing": (mana, 1, 1, ASIDE) for mana in Mana}
    return {
        id: entry(id, level=level, timing="action", cost=[mana], attack=attack, range=area)
        for id, (mana, level, attack, area) in (bolts | wings).items()
    }


def lay(state: State) -> None:
    """Mina, who acts first, with creatures before and beside her."""
    foes = [each["name"] for each in state["combatants"] if each["camp"] == "enemy"]
    stand(state, "mina", "B4", ss=50, attack=7, spells=list(spells()), skills=[], items=[], grand="")
    stand(state, "mina", "B4", action_magic=4, attributes=list(Mana))
    stand(state, "jun", "C6")
    for name, cell in zip(foes, ("B3", "A4", "A1", "C1"), strict=False):
        stand(state, name, cell, defence=2)


@pytest.fixture
def seats(browser: Browser, house: House) -> list[Seat]:
    """The table when Mina has rolled for magic."""
    change_state(house, lay)
    pin(house, spells=spells())
    house.start()
    seated = sit(browser, house)
    begin(seated)
    return seated


def chosen(seat: Seat, kind: str = "chosen") -> set[str]:
    """The cells that are lit so."""
    return set(seat.page.locator(f".cell.{kind}").evaluate_all("all => all.map(one => one.dataset.cell)"))


def open_price(seat: Seat, kind: str) -> Locator:
    """The first such spell that can still be paid for."""
    return seat.prompts.locator(f"input[data-price$='_{kind}']:not(:disabled):not(:checked)").first


def test_what_is_paid_for_shows_on_the_board_and_adds_up(seats: list[Seat]) -> None:
    """HV-20, HV-22: pointed at and chosen; what cannot be paid for says what is missing."""
    seat = asked(seats, "pay")
    attack = seat.prompts.locator("[data-number=attack]")
    expect(attack).to_have_text("attack 7")
    assert (chosen(seat), chosen(seat, "lit")) == (set(), set())

    bolt = open_price(seat, "bolt")
    bolt.locator("xpath=..").hover()
    assert chosen(seat, "shown") == {"B3", "B2"}
    bolt.check()
    assert chosen(seat) == {"B3", "B2"}
    expect(attack).to_have_text("attack 7 + 3 = 10")
    expect(seat.prompts.locator("[data-reaches]")).to_have_text("covers B2, B3")

    open_price(seat, "wing").check()
    assert chosen(seat) == {"B3", "B2", "A4", "C4"}
    expect(attack).to_have_text("attack 7 + 4 = 11")
    expect(seat.prompts.locator(".beyond .missing").first).to_contain_text("missing:")
    found = Axe().run(seat.page)
    assert found.violations_count == 0, found.generate_report()

    send(seats, seat, seat.prompts.locator("[data-submit]"))
    assert asked(seats, "targets") is seat
    notes = seat.prompts.locator(".option .note").all_inner_texts()
    assert set(notes) == {"11 - hidden defence = ? damage"}


def test_the_step_of_a_full_move_is_told_apart(seats: list[Seat]) -> None:
    """HV-14: its cells are dashed; a way that takes one says so."""
    seat = next(each for each in seats if each.prompts.count())
    send(seats, seat, seat.prompts.locator("[data-option=act]"))
    route = seat.prompts.locator(".route")
    ordinary, budget = (int(route.get_attribute(f"data-{name}") or 0) for name in ("ordinary", "budget"))
    assert ordinary == budget - 1
    far = chosen(seat, "far")
    assert far
    assert far < chosen(seat, "lit")
    seat.page.locator(f"[data-cell='{min(far)}']").click()
    expect(seat.prompts.locator("[data-far]")).to_have_class("hint again")


def test_a_hit_opens_into_its_parts_its_row_and_what_is_hidden(seats: list[Seat]) -> None:
    """HV-40: the game master reads all of it, Mina her own part; it is read aloud and fits a phone."""
    seat = asked(seats, "pay")
    open_price(seat, "bolt").check()
    send(seats, seat, seat.prompts.locator("[data-submit]"))
    seat = asked(seats, "targets")
    seat.prompts.locator("input[data-cells='B3']").check()
    send(seats, seat, seat.prompts.locator("[data-submit]"))
    asked(seats, "begin")
    told = {each.name: opened(each, "hurt") for each in (seats[0], seat)}
    assert "Total\t8" in told[seats[0].name]
    assert "hidden" in told[seat.name]
    assert "Total" not in told[seat.name]
    assert all("HV-40 Damage is the attacker's attack less" in each for each in told.values())
    assert "HV-10 Next acts" in opened(seat, "turn")


def opened(seat: Seat, kind: str) -> str:
    """The newest line of that kind, opened; nothing on the page is wrong then, at a desk or on a phone."""
    page = seat.page
    page.bring_to_front()
    line = page.locator(f"#log .line[data-kind={kind}]").last
    line.locator("summary").click()
    for colours, width in (("light", 1280), ("dark", 360)):
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 720})
        page.wait_for_timeout(600)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 1280, "height": 720})
    return line.inner_text()

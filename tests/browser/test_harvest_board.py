"""Harvest's board in real pages: a giant drawn once, a trap only its own camp knows, a status overwritten or not."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from rules.harvest.battlefield import FIELD
from rules.harvest.terms import Mana, StatusKey, TerrainKey
from tests.browser.hand import answer
from tests.browser.laid import State, change_state, entry, ground, pin, stand, status, thing, trap
from tests.browser.stage import House, Seat, at_fight, begin, enter, together
from tests.browser.test_secrets import difference, listening, without_own
from tests.vtt.fights.live import free_port

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]
MOST = 40
BOLTS = [f"{mana}_bolt" for mana in Mana]
"""One spell a mana: whatever the dice show, there is something to cast."""
SNARE = entry("snare", {"kind": "hurt", "to": "trigger", "amount": 3})


def arm(house: House, *effects: dict[str, object]) -> None:
    """Let the fight know the bolts, which strike all cells around, a trap and an object."""
    around = {"mode": "fix", "areas": [{"shape": "around", "n": 1}]}
    bolts = {
        f"{mana}_bolt": entry(
            f"{mana}_bolt", *effects, level=2, timing="action", cost=[mana], attack=3, range=around
        )
        for mana in Mana
    }
    pin(house, spells=bolts, traps={"snare": SNARE}, objects={"lamp_post": entry("lamp_post", hp=12)})


def lay(state: State) -> None:
    """Mina, who acts first, before a giant; everybody else far away."""
    giant, *others = (each["name"] for each in state["combatants"] if each["camp"] == "enemy")
    stand(state, giant, "A2", size=[2, 2], hp=40, max_hp=40, defence=0)
    stand(state, "mina", "A4", ss=50, spells=BOLTS, skills=[], action_magic=4, attributes=list(Mana))
    stand(state, "jun", "C6")
    for name, cell in zip(others, ("C1", "B1", "A1"), strict=False):
        stand(state, name, cell)


def sit(browser: Browser, house: House) -> list[Seat]:
    """GM, two players and a spectator."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, locale="en", reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    return [at_fight(enter(context, house, whom)) for whom in house.links]


def asked(seats: list[Seat], key: str) -> Seat:
    """Answer as the hand does, but nobody moves or reacts, until that is asked; the page it is put to, in front."""
    for _ in range(MOST):
        seat = next(each for each in seats if each.prompts.count())
        seat.page.bring_to_front()
        now = seat.prompts.first.get_attribute("data-key")
        if now == f"harvest.{key}":
            return seat
        if now in ("harvest.react", "harvest.move"):
            send(seats, seat, seat.prompts.first.locator("[data-pass]"))
        else:
            answer(seat)
            together(seats)
    raise AssertionError(f"{key} is never asked")


def send(seats: list[Seat], seat: Seat, button: Locator) -> None:
    """Click, and wait until all pages show what came of it."""
    before = seat.version
    button.click()
    seat.wait_past(before)
    together(seats)


def test_a_giant_is_drawn_once_and_chosen_by_any_of_its_cells(browser: Browser, house: House) -> None:
    """HV-25: one piece over its four cells, whichever way the picture lies; each cell stays a button that is it."""
    change_state(house, lay)
    arm(house)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    seat = asked(seats, "targets")
    page, giant = seat.page, seat.page.locator(".giant")
    for size in ({"width": 1280, "height": 720}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for near in ("enemy", "ally"):
            page.evaluate(
                "near => { document.querySelector('[data-board]').className = near }", f"board near-{near}"
            )
            assert giant.count() == 1
            assert spans(giant, [cell(seat, label) for label in ("A2", "B2", "A3", "B3")]), (near, size)
    page.set_viewport_size({"width": 1280, "height": 720})

    box = seat.prompts.locator("input[data-cells~='B3']")
    for label, is_chosen in (("A2", True), ("B3", False), ("B2", True), ("A3", False), ("A2", True)):
        cell(seat, label).click()
        assert box.is_checked() is is_chosen, f"{label} is one of its cells"
        expect(page.locator(".cell.chosen")).to_have_count(4 if is_chosen else 0)
    cell(seat, "A2").focus()
    for key, label in (("ArrowLeft", "A3"), ("ArrowDown", "B3"), ("ArrowRight", "B2"), ("ArrowUp", "A2")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.cell") == label

    send(seats, seat, seat.prompts.locator("[data-submit]"))
    asked(seats, "begin")
    hits = seat.page.locator("#log .line[data-kind=hurt]")
    expect(hits).to_have_count(1)


def cell(seat: Seat, label: str) -> Locator:
    """One of the 18 buttons."""
    return seat.page.locator(f"[data-cell='{label}']")


def spans(piece: Locator, cells: list[Locator]) -> bool:
    """Whether it covers exactly these."""
    boxes = [box for each in cells if (box := each.bounding_box())]
    drawn = piece.bounding_box()
    assert drawn
    left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right = max(box["x"] + box["width"] for box in boxes)
    bottom = max(box["y"] + box["height"] for box in boxes)
    wanted = (left, top, right - left, bottom - top)
    found = (drawn["x"], drawn["y"], drawn["width"], drawn["height"])
    return all(abs(one - other) < 1 for one, other in zip(wanted, found, strict=True))


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[list[House]]:
    """Two houses with the same dice: in the second an enemy's trap lies in Mina's way. An allies' trap lies in both."""
    houses = [House(tmp_path / name, free_port()) for name in ("one", "other")]
    for house, hidden in zip(houses, ([], [trap("snare", "B4")]), strict=True):
        house.folder.mkdir()
        house.run("migrate", "--verbosity=0")
        house.run("demo")
        house.set_seed("7")
        arm(house)
        change_state(house, lambda state, hidden=hidden: lie(state, hidden))  # type: ignore[misc]
        house.start()
    yield houses
    for house in houses:
        house.stop()


def lie(state: State, hidden: list[State]) -> None:
    """The same table, with traps."""
    lay(state)
    state["traps"] = [trap("snare", "B5", "ally"), *hidden]


ILLEGAL = """async () => {
  const form = document.querySelector('#prompts form[data-prompt]')
  const body = new FormData(form)
  body.set('value', 'B4 C1')
  const headers = { 'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content, 'HX-Request': 'true' }
  return (await fetch(form.action, { method: 'POST', body, headers })).text()
}"""


def updates(heard: list[str]) -> list[str]:
    """What changed at the table; who is there is told whenever somebody comes."""
    return [each for each in heard if each.startswith('{"type":"update"')]


def test_the_cell_of_a_trap_looks_free_to_the_other_camp_until_it_is_sprung(
    browser: Browser, twins: list[House]
) -> None:
    """HV-81: pages, choices, refusals and sockets of players and spectators are the same with the trap and without."""
    tables = [sit(browser, house) for house in twins]
    told = [[listening(seat) for seat in seats[1:]] for seats in tables]
    refused = []
    for seats in tables:
        begin(seats)
        mina = asked(seats, "move")
        refused.append(without_own(mina.page.evaluate(ILLEGAL)))
    assert "C1" in refused[0]
    assert refused[0] == refused[1]
    for one, other in zip(tables[0][1:], tables[1][1:], strict=True):
        page, twin = (without_own(seat.page.locator("main").inner_html()) for seat in (one, other))
        assert page == twin, f"{one.name} sees which of the twins this is: {difference(page, twin)}"
    for heard, other_heard in ([*map(updates, pair)] for pair in zip(*told, strict=True)):
        assert heard, "the socket is silent"
        assert [without_own(each) for each in heard] == [without_own(each) for each in other_heard]

    seats = tables[1]
    gm, mina, _jun, spectator = seats
    expect(gm.page.locator("[data-cell=B4] .trap.camp-enemy")).to_have_attribute(
        "title", re.compile(r"^Snare \(the enemies\) ")
    )
    expect(mina.page.locator(".trap")).to_have_count(1)
    expect(mina.page.locator("[data-cell=B5]")).to_have_attribute(
        "aria-label", re.compile("^B5, empty, Snare")
    )
    expect(spectator.page.locator(".trap")).to_have_count(0)

    mina.page.bring_to_front()
    cell(mina, "B4").click()
    send(seats, mina, mina.prompts.locator("[data-submit]"))
    for seat in seats:
        expect(seat.page.locator("#log .line[data-kind=sprung]")).to_contain_text("Snare")
        expect(seat.page.locator("[data-cell=B4] .trap")).to_have_count(0)


def test_a_status_is_overwritten_for_one_and_kept_for_another(browser: Browser, house: House) -> None:
    """HV-43: whoever gives a status that is there already is asked each time, and everybody sees what came of it."""
    arm(house, {"kind": "afflict", "to": "targets", "status": "poison", "level": 4})
    change_state(house, poisoned)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    seat = asked(seats, "targets")
    for box in seat.prompts.locator("input[data-option]").all():
        box.check()
    send(seats, seat, seat.prompts.locator("[data-submit]"))

    first = asked(seats, "overwrite")
    send(seats, first, first.prompts.locator("button[data-option]"))
    second = asked(seats, "overwrite")
    send(seats, second, second.prompts.locator("[data-pass]"))

    for each in seats:
        badges = each.page.locator("#board .status-badge use[href$='#status-poison']")
        expect(badges).to_have_count(2)
        levels = each.page.locator("#board .status-badge:has(use[href$='#status-poison'])").all_inner_texts()
        assert sorted(level.strip() for level in levels) == ["1", "4"]


def poisoned(state: State) -> None:
    """Two foes around Mina, too far apart to cover each other, who are poisoned already."""
    lay(state)
    foes = [each["name"] for each in state["combatants"] if each["camp"] == "enemy"]
    for name, at in zip(foes[:2], ("A3", "B5"), strict=True):
        stand(state, name, at, size=[1, 1], hp=40, max_hp=40, statuses=[status("poison")])
    state["terrain"] = {"A4": ground("forest")}


OVERLAPS = """() => {
  const words = '.cell-name, .terrain, .trap, .status-badge, .name, .hp, .tp'
  const shown = [...document.querySelectorAll('#board .board')].flatMap(board => [...board.querySelectorAll(words)])
    .map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width)
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  const where = one => `${one.closest('.cell, .giant').id} ${one.className} ${one.textContent.trim()}`
  return shown.flatMap(([one, box], at) =>
    shown.slice(at + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${where(one)} / ${where(other)}`))
}"""


def test_a_crowded_board_is_legible_and_read_aloud(browser: Browser, house: House) -> None:
    """Every terrain, traps of both camps, an object, a giant and many statuses: no words meet, axe finds nothing."""
    arm(house)
    change_state(house, crowd)
    house.start()
    gm, mina, *_others = seats = sit(browser, house)
    begin(seats)
    asked(seats, "begin")
    for seat in (gm, mina):
        seat.page.bring_to_front()
        for lang in ("ko", "en"):
            seat.page.locator("select[name=language]").select_option(lang)
            expect(seat.page.locator("html")).to_have_attribute("lang", lang)
            for size in ({"width": 1280, "height": 720}, {"width": 360, "height": 740}):
                seat.page.set_viewport_size(size)  # type: ignore[arg-type]
                assert seat.page.evaluate(OVERLAPS) == [], f"{seat.name}, {lang}, {size}"
                for colours in ("light", "dark"):
                    seat.page.emulate_media(color_scheme=colours)
                    seat.page.wait_for_timeout(300)
                    found = Axe().run(seat.page)
                    assert found.violations_count == 0, (
                        f"{seat.name}, {lang}, {size}: {found.generate_report()}"
                    )


def crowd(state: State) -> None:
    """As much as a board may hold."""
    lay(state)
    keys = list(StatusKey)
    giant, *others = (each["name"] for each in state["combatants"] if each["camp"] == "enemy")
    stand(state, giant, "A2", statuses=[status(key, 2) for key in keys[:2]])
    stand(state, others[0], "C3", statuses=[status("poison")])
    stand(state, "mina", "B4", statuses=[status(key) for key in keys[2:5]])
    stand(state, "jun", "C6", statuses=[status(key, -1) for key in keys[5:10]])
    kinds = itertools.cycle(TerrainKey)
    state["terrain"] = {cell.label: ground(next(kinds), 3) for cell in FIELD.cells()}
    state["traps"] = [
        trap("snare", "C3"),
        trap("snare", "B5"),
        trap("snare", "B5", "ally"),
        trap("snare", "B2"),
    ]
    state["things"] = [thing("lamp_post", "A6", hp=7)]


def test_the_gm_lays_ground_objects_and_traps_from_the_drawer(browser: Browser, house: House) -> None:
    """HV-70, HV-81, HV-82 by ruling: what is laid is seen at once, by those who may see it, and can be taken away."""
    arm(house)
    change_state(house, lay)
    house.start()
    gm, mina, _jun, spectator = seats = sit(browser, house)
    begin(seats)
    asked(seats, "move")
    gm.page.bring_to_front()
    gm.page.locator(".gm-button").click()
    for summary in ("#rulings", "#rulings-ground", "#rulings-things"):
        gm.page.locator(f"{summary} > summary").click()

    rule(seats, "rule-terrain", "lay_terrain", terrain="lava", cell="C4", level="3")
    rule(seats, "rule-object", "add_object", object="lamp_post", cell="B5")
    rule(seats, "rule-trap", "lay_trap", trap="snare", cell="A5", camp="enemy")
    for seat in seats:
        expect(cell(seat, "C4").locator(".terrain")).to_have_text("3")
        expect(cell(seat, "B5").locator(".token.camp-none")).to_contain_text("Lamp Post")
        expect(cell(seat, "A5").locator(".trap")).to_have_count(1 if seat is gm else 0)
    rule(seats, "rule-points", "set_hp", name="lamp_post-1", value="5")
    rule(seats, "rule-move", "move", name="lamp_post-1", cell="C5")
    for seat in seats:
        expect(cell(seat, "C5").locator(".token.camp-none")).to_contain_text("5/12")
    assert Axe().run(gm.page).violations_count == 0

    rule(seats, "rule-trap-gone", "take_trap")
    rule(seats, "rule-object-gone", "remove_object")
    rule(seats, "rule-clear", "clear_terrain")
    for seat in (gm, mina, spectator):
        expect(seat.page.locator("#board :is(.trap, .terrain, .token.camp-none)")).to_have_count(0)


def rule(seats: list[Seat], form: str, button: str, **fields: str) -> None:
    """One ruling from the drawer, fields filled in."""
    gm = seats[0]
    for name, chosen in fields.items():
        field = gm.page.locator(f"#{form} [name={name}]")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(chosen)
        else:
            field.fill(chosen)
    send(seats, gm, gm.page.locator(f"#{form} button[value={button}]"))


def test_a_way_shows_its_prices_and_goes_there_and_back_in_a_gale(browser: Browser, house: House) -> None:
    """HV-74, HV-75: no way too short out of a gale is sent; the board tells what leaving a gravity field costs."""
    arm(house)
    change_state(house, blow)
    house.start()
    seats = sit(browser, house)
    begin(seats)
    mina = asked(seats, "move")
    submit = mina.prompts.locator("[data-submit]")
    assert not mina.page.locator("[data-cell][data-price]").count()
    for label in ("B4", "A4", "B4", "A4"):
        expect(submit).to_be_disabled()
        cell(mina, label).click()
    assert steps(mina) == 4
    expect(submit).to_be_enabled()
    cell(mina, "A4").click()
    assert steps(mina) == 3, "a click on where she would stand takes the last step back"
    expect(submit).to_be_disabled()
    expect(mina.prompts.locator("[data-on].again")).to_contain_text("at least 4 steps")
    cell(mina, "B5").click()
    send(seats, mina, submit)
    assert "B5 mina ally" in mina.board()

    jun = asked(seats, "move")
    assert jun.name == "jun"
    expect(cell(jun, "C5")).to_have_attribute("data-price", "3")
    expect(cell(jun, "C4")).to_have_attribute("data-price", "4")


def steps(seat: Seat) -> int:
    """How many steps the way has that is not sent yet."""
    return seat.prompts.locator("[data-way] > span").count() - 1


def blow(state: State) -> None:
    """Mina in a gale, Jun, who acts next, in a gravity field."""
    lay(state)
    stand(state, "mina", "A4", movement=3, spells=[])
    stand(state, "jun", "C6", ss=49, movement=3)
    state["terrain"] = {"A4": ground("gale", 1), "C6": ground("gravity", 2)}

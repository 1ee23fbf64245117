"""A hand that plays: answers whatever a page asks, by what stands on the page, as a person with a mouse would."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.sync_api import Locator

from tests.browser.stage import Seat


def answer(seat: Seat) -> str:
    """Answer the page's first question; its key. The fight's end shows as the version going on."""
    seat.page.bring_to_front()
    form = seat.prompts.first
    key = (form.get_attribute("data-key") or "").removeprefix("harvest.")
    before = seat.version
    _ANSWERS.get(key, _first)(seat, form)
    seat.wait_past(before)
    return key


def _first(_seat: Seat, form: Locator) -> None:
    """The first option where one is picked, all that is asked where several are, else a pass."""
    buttons = form.locator("button[data-option]")
    if buttons.count():
        buttons.first.click()
    elif form.locator("[data-pass]").count():
        form.locator("[data-pass]").click()
    else:
        form.locator("[data-submit]").click()


def _own_camp(seat: Seat) -> str:
    return "enemy" if "master" in seat.name else "ally"


def _cells(form: Locator) -> dict[str, str]:
    """Option by the cell it lights."""
    options = form.locator("[data-option][data-cells]")
    pairs = options.evaluate_all("all => all.map(one => [one.dataset.cells, one.dataset.option])")
    return {cells.split(" ")[0]: option for cells, option in pairs if cells}


def _place(seat: Seat, form: Locator) -> None:
    """The foremost free cell, clicked on the board."""
    front = max(_cells(form), key=lambda cell: _forwardness(seat, cell))
    seat.page.locator(f"[data-cell='{front}']").click()


def _forwardness(seat: Seat, cell: str) -> tuple[int, str]:
    row = int(cell[1:])
    return (row if _own_camp(seat) == "enemy" else -row, cell)


def _foes(seat: Seat) -> list[str]:
    """The cells foes stand on."""
    tokens = [each.split() for each in seat.board()]
    return [cell for cell, _name, camp in tokens if camp not in (_own_camp(seat), "none")]


def _gap(cell: str, foes: list[str]) -> int:
    """Steps to the nearest foe."""
    return min((abs(ord(at[0]) - ord(cell[0])) + abs(int(at[1:]) - int(cell[1:])) for at in foes), default=0)


def _move(seat: Seat, form: Locator) -> None:
    """One click on the lit cell nearest to a foe, then off; stay where that is nearest."""
    start = form.locator(".route").get_attribute("data-start") or ""
    lit = seat.page.locator("[data-cell].lit").evaluate_all("all => all.map(one => one.dataset.cell)")
    foes = _foes(seat)
    goal = min([start, *lit], key=lambda cell: (_gap(cell, foes), cell))
    if goal == start:
        form.locator("[data-pass]").click()
    else:
        seat.page.locator(f"[data-cell='{goal}']").click()
        form.locator("[data-submit]").click()


def _cell(seat: Seat, form: Locator) -> None:
    """A cell with a foe on it, clicked on the board."""
    cells = _cells(form)
    foes = [cell for cell in _foes(seat) if cell in cells]
    seat.page.locator(f"[data-cell='{(foes or sorted(cells))[0]}']").click()


def _targets(seat: Seat, form: Locator) -> None:
    """Every foe, no friend."""
    foes = _foes(seat)
    for cell, option in _cells(form).items():
        if cell in foes:
            form.locator(f"input[data-option='{option}']").check()
    form.locator("[data-submit]").click()


def _pay(_seat: Seat, form: Locator) -> None:
    """The first spell for an attack that the pool pays for, else any that it pays for."""
    open_prices = form.locator("input[data-price]:not(:disabled)")
    big = form.locator("input[data-price][data-group='big_spell']:not(:disabled)")
    chosen = big if big.count() else open_prices
    if chosen.count():
        chosen.first.check()
        form.locator("[data-submit]").click()
    else:
        form.locator("[data-pass]").click()


def _pass(_seat: Seat, form: Locator) -> None:
    form.locator("[data-pass]").click()


def _react(seat: Seat, form: Locator) -> None:
    """Be covered where somebody can, else a challenge, else let it be."""
    for wanted in ("[data-option^='cover:']", "[data-option='challenge']"):
        found = form.locator(f"button{wanted}")
        if found.count():
            found.first.click()
            return
    _pass(seat, form)


_ANSWERS: Mapping[str, Callable[[Seat, Locator], None]] = {
    "place": _place,
    "move": _move,
    "cell": _cell,
    "targets": _targets,
    "pay": _pay,
    "react": _react,
    "prepare": _pass,
}

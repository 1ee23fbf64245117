"""A real server with the demo, and real Chromium pages at its table."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
SHOWN_SECONDS = 15
LINK = re.compile(r"^\s+(.+?)\s+http://localhost:(\d+)(/\S+)$", re.MULTILINE)


@dataclass
class House:
    """`manage.py play` on a folder of its own; killed, it can be started again on the same data."""

    folder: Path
    port: int
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    links: dict[str, str] = field(default_factory=dict)
    """Fresh links by whom they are for, of the last start."""
    game: str = "harvest"
    """Whose demo it serves."""

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://localhost:{self.port}"

    @property
    def output(self) -> Path:
        """What it wrote."""
        return self.folder / "output"

    def run(self, *arguments: str) -> None:
        """A management command on this house's data."""
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self._environ(), check=True)

    def start(self) -> None:
        """Start, and return when the links are printed and pages come."""
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "play", self.game],
                cwd=ROOT,
                env=self._environ(),
                stdout=output,
                stderr=output,
            )
        self._wait(lambda: "Ctrl+C" in self.output.read_text(encoding="utf-8"))
        told = self.output.read_text(encoding="utf-8")
        self.links = {whom.lower(): path for whom, _port, path in LINK.findall(told)}
        self.port = int(LINK.findall(told)[0][1])
        self._wait(self._answers)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the process, in order or (SIGKILL) not."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(20)

    def set_seed(self, seed: str) -> None:
        """Give every fight that has not begun the same dice."""
        with sqlite3.connect(self.folder / "ringside.sqlite3") as database:
            database.execute("UPDATE fights_fight SET seed_open = ?, seed_hidden = ?", (seed * 64, seed * 64))
        database.close()

    def _environ(self) -> dict[str, str]:
        gone = {"DATABASE_URL", "REDIS_URL", "RINGSIDE_DEBUG", "DJANGO_SETTINGS_MODULE"}
        mine = {
            "RINGSIDE_DATA": str(self.folder),
            "PORT": str(self.port),
            "RINGSIDE_BOT_PACE": "0",
            "LANG": "C.UTF-8",
        }
        return (
            {name: value for name, value in os.environ.items() if name not in gone} | mine | self.environment
        )

    def _wait(self, is_there: Callable[[], bool]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not is_there():
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.output.read_text(encoding='utf-8')}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        import socket

        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


LOOK = """() => ({
  version: Number(document.querySelector('main[data-version]').dataset.version),
  board: [...document.querySelectorAll('[data-cell][data-who]')].flatMap(({ dataset }) => {
    const campOf = who => [...document.getElementById(`token-${who}`).classList].find(name => name.startsWith('camp-'))
    return dataset.who.split(' ').map(who => `${dataset.cell} ${who} ${campOf(who).slice(5)}`)
  }).sort(),
  order: [...document.querySelectorAll('#order .order-row')].map(row => row.id),
})"""


@dataclass(frozen=True)
class Shown:
    """A page's version, board ("B4 mina ally", a giant on each of its cells) and order, as it draws them."""

    version: int
    board: list[str]
    order: list[str]


@dataclass(frozen=True)
class Seat:
    """One page at the table."""

    name: str
    page: Page

    @property
    def version(self) -> int:
        """The version the page shows."""
        return int(self.page.locator("main[data-version]").get_attribute("data-version") or -1)

    @property
    def prompts(self) -> Locator:
        """The questions put to this page's seats."""
        return self.page.locator("#prompts form[data-prompt]")

    def shown(self) -> Shown:
        """What the page shows, in one look."""
        return Shown(**self.page.evaluate(LOOK))

    def board(self) -> list[str]:
        """What stands where: "B4 mina ally"."""
        return self.shown().board

    def until(self, version: int) -> None:
        """Wait until the page shows at least that version."""
        self.page.wait_for_function(
            "version => Number(document.querySelector('main[data-version]').dataset.version) >= version",
            arg=version,
            polling=50,
            timeout=SHOWN_SECONDS * 1000,
        )

    def wait_past(self, version: int) -> None:
        """Wait until the page shows a newer version than that."""
        self.until(version + 1)

    def text(self) -> str:
        """Everything the page holds, hidden or not."""
        return self.page.content()


def enter(context: BrowserContext, house: House, whom: str) -> Seat:
    """Open somebody's link, join by the button, go to the demo's fight."""
    page = context.new_page()
    page.goto(house.address + house.links[whom])
    if "/join/" in page.url:
        page.locator("main form button[type=submit], main form button:not([type])").first.click()
        page.wait_for_url(lambda url: "/join/" not in url)
    return Seat(whom, page)


def at_fight(seat: Seat) -> Seat:
    """From a campaign's page to the table of its newest fight."""
    if "/fights/" not in seat.page.url:
        seat.page.locator("main a[href*='/fights/'], main a[href*='fights/']").first.click()
    expect(seat.page.locator("main[data-version]")).to_be_visible()
    return seat


def begin(seats: list[Seat]) -> None:
    """The GM starts the fight; everybody sees its first question put."""
    prepared = seats[0].version
    seats[0].page.locator("#start").click()
    for seat in seats:
        seat.wait_past(prepared)


def together(seats: list[Seat]) -> None:
    """All pages show the same version, the same board and the same order."""
    newest = max(seat.version for seat in seats)
    for seat in seats:
        seat.until(newest)
    first, *others = [seat.shown() for seat in seats]
    for seat, other in zip(seats[1:], others, strict=True):
        assert other == first, f"{seat.name} and {seats[0].name} show different tables"


def ruling(seat: Seat, form: str, button: str, **fields: str) -> None:
    """One ruling from the open drawer."""
    before = seat.version
    for name, value in fields.items():
        field = seat.page.locator(f"#rule-{form} [name={name}]")
        field.select_option(value) if field.evaluate("one => one.matches('select')") else field.fill(value)
    seat.page.locator(f"#rule-{form} button[value={button}]").click()
    seat.wait_past(before)


def launch(chromium: Path, playwright: object) -> Browser:
    """Headless Chromium, offline and quiet."""
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    flags += ["--disable-background-timer-throttling", "--disable-renderer-backgrounding"]
    flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    browser: Browser = playwright.chromium.launch(executable_path=str(chromium), args=flags)  # type: ignore[attr-defined]
    return browser


def change_creatures(house: House, **changes: object) -> None:
    """Give every creature of the fight that has not begun other numbers or notes than its pack says."""
    with sqlite3.connect(house.folder / "ringside.sqlite3") as database:
        for fight, version, blob in database.execute(
            "SELECT fight_id, version, blob FROM fights_version"
        ).fetchall():
            moment = json.loads(zlib.decompress(blob))
            for combatant in moment["snapshot"]["state"]["combatants"]:
                if combatant["kind"]:
                    combatant |= changes
            changed = zlib.compress(json.dumps(moment).encode())
            database.execute(
                "UPDATE fights_version SET blob = ? WHERE fight_id = ? AND version = ?",
                (changed, fight, version),
            )
    database.close()

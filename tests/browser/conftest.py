"""One Chromium for all browser tests, a house for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.stage import House, launch
from tests.vtt.fights.live import free_port


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Browser]:
    """Chromium."""
    with sync_playwright() as playwright:
        opened = launch(chromium, playwright)
        yield opened
        opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with the demo, its dice settled, to be started."""
    made = House(tmp_path, free_port())
    made.run("migrate", "--verbosity=0")
    made.run("demo")
    made.set_seed("7")
    yield made
    made.stop()

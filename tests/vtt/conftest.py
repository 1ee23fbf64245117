"""What the tests of the web share."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast, assemble


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast in a campaign of its own."""
    return assemble()


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    """Hashes that take no time: their strength is Django's to test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _no_packs(settings: Any) -> None:
    """Whatever lies in the developer's own `packs/`."""
    settings.PACKS_DIR = None

"""The packs of this installation: what lies in its folder adds to what comes with the game."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from rules import packs, registry
from rules.engine.content import Problem
from rules.engine.system import System
from rules.packs import Installed

log = logging.getLogger(__name__)

SHOWN = 5
"""How many problems of a broken pack are shown; `check-pack` tells them all."""


def system(slug: str) -> System[Any]:
    """The rules that new fights are made by, with every pack that can be used. KeyError when there are none."""
    return _installed(slug, settings.PACKS_DIR).system if settings.PACKS_DIR else registry.system(slug)


def broken(*slugs: str) -> dict[str, list[str]]:
    """The packs of these games that cannot be used, and why: the first few problems of each."""
    if not settings.PACKS_DIR:
        return {}
    told = [_installed(slug, settings.PACKS_DIR).broken for slug in slugs]
    found = {name: problems for each in told for name, problems in each.items()}
    return {name: _said(problems, get_language() or "en") for name, problems in found.items()}


def read() -> None:
    """Read them all, as the server does when it starts: its log says what is broken."""
    for slug in registry.SLUGS:
        system(slug)


@cache
def _installed(slug: str, folder: Path) -> Installed:
    """Read once: a changed pack is there after the server's next start."""
    try:
        found = packs.with_packs(slug, folder)
    except OSError as failed:
        log.warning("The packs in %s cannot be read: %s", folder, failed.strerror)
        return Installed(registry.system(slug))
    for name, problems in found.broken.items():
        log.warning("The pack %s is left out. %s", name, " ".join(_said(problems, "en")))
    if found.packs:
        log.info("Packs: %s", ", ".join(found.packs))
    return found


def _said(problems: list[Problem], lang: str) -> list[str]:
    words = registry.words(lang)
    return [words.render(problem.text) for problem in problems[:SHOWN]]


def forget() -> None:
    """Read the folder again when it is wanted next: for tests, which change it."""
    _installed.cache_clear()

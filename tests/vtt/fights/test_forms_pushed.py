"""The forms that reach a page over its socket: bytes shared by many browsers, with nobody's token in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from vtt.fights.templatetags.table import pass_words

TEMPLATES = Path(__file__).parents[3] / "templates"
PUSHED = sorted(
    [
        *(TEMPLATES / "fights" / "regions").glob("*.html"),
        *(TEMPLATES / "prompts").glob("*.html"),
        *(TEMPLATES / "boards").glob("*.html"),
        TEMPLATES / "fights" / "result.html",
    ]
)
FORM = re.compile(r"<form[^>]*>\s*(?:<!--csrf-->)?")
LEAVES = ["close/"]
"""Answered by a page of its own; `htmx-setup.js` gives it the token, as tests/browser/test_mends.py proves."""


def forms() -> list[str]:
    """Every form's opening tag, with its mark for the token."""
    return [found for path in PUSHED for found in FORM.findall(path.read_text(encoding="utf-8"))]


def test_every_pushed_form_posts_by_htmx_or_gets_its_token_when_it_leaves() -> None:
    assert len(forms()) > 10
    for form in forms():
        assert form.endswith("<!--csrf-->"), f"without scripts it has no token: {form}"
        (action,) = re.findall(r' action="([^"]*)"', form)
        by_htmx = re.findall(r' hx-post="([^"]*)"', form)
        assert by_htmx == ([] if action in LEAVES else [action]), form


def test_no_pushed_template_holds_a_token() -> None:
    for path in PUSHED:
        assert "csrf_token" not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize(
    ("key", "lang", "said"),
    [
        ("harvest.prepare", "en", "No more skills"),
        ("harvest.prepare", "ko", "더 쓰지 않기"),
        ("kamigakari.targets", "en", "Nobody: the attack fails"),
        ("kamigakari.at_reduction", "ko", "쓰지 않기"),
        ("candles.react", "en", "Pass"),
        ("", "ko", "패스"),
    ],
)
def test_a_pass_button_says_what_is_passed(key: str, lang: str, said: str) -> None:
    """Two passes in the same place, one after the other, do not look alike."""
    with override(lang):
        assert pass_words(key) == said

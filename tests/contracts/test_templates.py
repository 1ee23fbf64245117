"""Templates hold no sentence that cannot be translated, and nothing that the Content-Security-Policy forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.contracts.sources import ROOT, templates

TRANSLATED = re.compile(r"{%\s*(blocktranslate|blocktrans|comment)\b.*?{%\s*end\1\s*%}", re.DOTALL)
SPOKEN_TAG = re.compile(r"{%\s*(?:translate|trans|load|url|static|extends|block|if|elif)\b.*?%}|{#.*?#}")
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
CLASSES = re.compile(r"{%\s*block \w+_class\s*%}.*?{%\s*endblock.*?%}")
LITERAL = re.compile(r"""(_\()?("[^"]*"|'[^']*')""")
WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
"""One word; the name of a cell, B4, is none."""
WORDS = re.compile(r"[^\W\d_]{2,} +[^\W\d_]{2,}")
READ_ALOUD = {
    "title",
    "alt",
    "placeholder",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "label",
}
"""Attributes that a person reads or hears."""


class Page(HTMLParser):
    """What a page says in its own words, and what it brings inline."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.inline: list[str] = []
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Looks at the attributes of every element."""
        given = {name: value or "" for name, value in attrs}
        self._within = tag if tag in ("script", "style") else ""
        self.inline += [f"{tag} {name}=" for name in given if name == "style" or name.startswith("on")]
        self.inline += [
            f"{tag} {name}=javascript:" for name, value in given.items() if "javascript:" in value
        ]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(f"<{tag}>")
        is_button = tag == "input" and given.get("type") in ("submit", "button", "reset")
        read = READ_ALOUD | ({"value"} if is_button else set())
        self.said += [value for name, value in given.items() if name in read and has_letters(value)]
        self.said += [
            value for name, value in given.items() if name.startswith("data-") and WORDS.search(value)
        ]

    def handle_endtag(self, tag: str) -> None:
        """Ends a script's or a style's text."""
        self._within = ""

    def handle_data(self, data: str) -> None:
        """Notes words that stand between tags."""
        if not self._within and has_letters(data):
            self.said.append(data.strip())


@pytest.mark.parametrize(
    "path", templates(), ids=lambda path: path.relative_to(ROOT / "templates").as_posix()
)
def test_a_template_says_nothing_untranslated(path: Path) -> None:
    """Mended by {% translate %} or {% blocktranslate %}."""
    assert list(hard_coded(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "path", templates(), ids=lambda path: path.relative_to(ROOT / "templates").as_posix()
)
def test_a_template_has_no_inline_style_or_script(path: Path) -> None:
    """Mended by a class and a file in static/: the Content-Security-Policy blocks anything inline."""
    assert read(path.read_text(encoding="utf-8")).inline == []


@pytest.mark.parametrize(
    "source",
    [
        "<p>Hello</p>",
        "{% if x %}<b>{{ n }} points</b>{% endif %}",
        '<input placeholder="Your name">',
        '<button aria-label="Close {{ name }}"></button>',
        '<input type="submit" value="Go">',
        '<p data-done="All is done"></p>',
        '{% include "x.html" with label="Start now" %}',
        '{{ name|default:"no name" }}',
        "<p>안녕</p>",
    ],
)
def test_a_hard_coded_word_is_found(source: str) -> None:
    assert list(hard_coded(source)) != []


@pytest.mark.parametrize(
    "source",
    [
        '<p class="a b">{% translate "Hello there" %} {{ name }}: 3 / 4</p>',
        '<a title="{% translate "Go" %}">{% blocktranslate with n=name %}To {{ n }}{% endblocktranslate %}</a>',
        '{# a note to the reader #}{% include "x.html" with label=_("Start now") %}&nbsp;&times;',
        '<meta name="htmx-config" content=\'{"history": false}\'>',
        '<input placeholder="B4 B3" data-cells="A1 B4">',
        '<button class="card {% if on %}is on{% endif %}" type="submit" value="go"></button>',
    ],
)
def test_a_translated_word_is_let_be(source: str) -> None:
    assert list(hard_coded(source)) == []


@pytest.mark.parametrize(
    "source", ["<p style='color: red'>", "<a onclick='x()'>", "<script>x()</script>", "<style>p {}</style>"]
)
def test_inline_style_and_script_are_found(source: str) -> None:
    assert read(source).inline != []


def hard_coded(source: str) -> Iterator[str]:
    """The words of a template that no translator will ever see."""
    yield from read(source).said
    for tag in TAG.findall(without_translated(source)):
        for is_translated, literal in LITERAL.findall(tag):
            if WORDS.search(literal) and not is_translated:
                yield literal


def read(source: str) -> Page:
    """The page without Django's tags and what they translate."""
    page = Page()
    page.feed(TAG.sub("", without_translated(source)))
    page.close()
    return page


def without_translated(source: str) -> str:
    """The template without what is translated, or is no word at all."""
    for part in (CLASSES, TRANSLATED, SPOKEN_TAG):
        source = part.sub("", source)
    return source


def has_letters(text: str) -> bool:
    """Whether somebody would read it as a word."""
    return bool(WORD.search(text))

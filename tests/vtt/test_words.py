"""Every sentence of the interface is gathered, translated and compiled."""

from __future__ import annotations

import pytest

from tools import words


def test_every_sentence_is_translated() -> None:
    """Mended by `make messages` and a translator."""
    assert list(words.find_problems()) == []


def test_a_templates_sentences_are_found() -> None:
    template = """{% load i18n %}
        <p>{% translate "One" %}</p>
      {% blocktranslate with name=x %}Two, {{ name }}{% endblocktranslate %}"""
    python = words.as_python(template, "page.html")
    assert "gettext(u'One')" in python
    assert "Two, %(name)s" in python


def test_an_unknown_command_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert words.main(["upate"]) == 2
    assert "update | check" in capsys.readouterr().out

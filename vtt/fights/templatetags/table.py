"""What templates of the table need beside Django's own: the rules' words in the viewer's language, ways as JSON."""

from __future__ import annotations

import json

from django import template
from django.utils.translation import get_language, gettext

from rules import registry
from rules.engine.choices import Route
from rules.engine.text import Param, Text

register = template.Library()
DICED = ("swap", "set", "dice")
"""Choices that are about dice, by the last part of their keys."""


@register.filter
def say(said: Param) -> str:
    """A `Text`, a name or a number as the language of the page has it."""
    return registry.words(get_language() or "en").render(said)


@register.filter
def term(key: str) -> str:
    """The words of a key, such as `harvest.mana.fire`."""
    return say(Text(key))


@register.filter
def dice(choice: Text) -> list[int]:
    """The dice that a choice is about: the face that goes and the one that comes, or those that pay."""
    if choice.key.rsplit(".", 1)[-1] not in DICED:
        return []
    shown = [choice.params[name] for name in ("old", "new", "faces") if name in choice.params]
    return [int(face) for face in " ".join(map(str, shown)).replace("+", " ").split() if face.isdigit()]


@register.filter
def rule(row: str) -> str:
    """What a row of the rules says, in one line; nothing where the rules have no words for it."""
    return registry.words(get_language() or "en").sentences.get(f"row.{row}", "")


@register.filter
def pass_words(key: str) -> str:
    """What it is to pass a question ("harvest.prepare": "No more skills"); "Pass" where the rules have no words."""
    system, _, question = key.partition(".")
    sentences = registry.words(get_language() or "en").sentences
    return sentences.get(f"{system}.pass.{question}") or gettext("Pass")


@register.filter
def exits(route: Route) -> str:
    """A route's `exits` as JSON, for the board's script."""
    return json.dumps(route.exits, separators=(",", ":"))

"""`{{ text|say }}`: what the rules say, in the viewer's language."""

from __future__ import annotations

from django import template
from django.utils.translation import get_language

from rules import registry
from rules.engine.text import Param

register = template.Library()


@register.filter
def say(said: Param) -> str:
    """A `Text`, a name or a number as the language of the page has it."""
    return registry.words(get_language() or "en").render(said)

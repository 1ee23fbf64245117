"""The house rules of a fight: chosen when it is made, read by everybody at its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules import registry
from rules.engine.house_rules import HouseRule, Setting, setting_said
from rules.engine.system import System
from rules.engine.text import Param, Text

PREFIX = "rule"
"""What a form calls a house rule: this, a hyphen, its key."""


@dataclass(frozen=True)
class Settled:
    """One house rule as it stands at a table."""

    name: Text
    why: str
    setting: Param
    row: str
    is_usual: bool


def settled(system: System[Any], settings: Mapping[str, Setting]) -> list[Settled]:
    """Every house rule of the game with its setting, the usual one where nothing was settled."""
    return [
        _settled(system.slug, rule, settings.get(rule.key, rule.default))
        for rule in system.house_rules.values()
    ]


def _settled(slug: str, rule: HouseRule, setting: Setting) -> Settled:
    said = setting_said(slug, rule.key, setting)
    return Settled(_name(slug, rule), _why(slug, rule), said, rule.row, setting == rule.default)


class HouseRules(forms.Form):
    """How each house rule shall be in a new fight; what is not said is as usual."""

    def __init__(self, data: Any, system: System[Any]) -> None:
        super().__init__(data, prefix=PREFIX)
        self.rules = tuple(system.house_rules.values())
        for rule in self.rules:
            self.fields[rule.key] = _field(system.slug, rule)

    def settings(self) -> dict[str, Setting]:
        """What was chosen, by the rule's key, once the form is valid."""
        typed = {rule: self.cleaned_data[rule.key] for rule in self.rules}
        return {rule.key: _options(rule)[said] if said else rule.default for rule, said in typed.items()}


def _field(slug: str, rule: HouseRule) -> forms.ChoiceField:
    said = {typed: _say(setting_said(slug, rule.key, each)) for typed, each in _options(rule).items()}
    usual = _typed(rule.default)
    said[usual] = _("%(setting)s (as usual)") % {"setting": said[usual]}
    return forms.ChoiceField(
        label=_say(_name(slug, rule)),
        help_text=_why(slug, rule),
        choices=list(said.items()),
        initial=usual,
        required=False,
    )


def _options(rule: HouseRule) -> dict[str, Setting]:
    return {_typed(option): option for option in rule.options}


def _typed(setting: Setting) -> str:
    """A setting as forms send it."""
    return str(setting).lower()


def _name(slug: str, rule: HouseRule) -> Text:
    return Text(f"house_rule.{slug}.{rule.key}")


def _why(slug: str, rule: HouseRule) -> str:
    """The sentence about the rule; nothing where the game has none."""
    return registry.words(get_language() or "en").sentences.get(f"house_rule.{slug}.{rule.key}.why", "")


def _say(said: Param) -> str:
    return registry.words(get_language() or "en").render(said)

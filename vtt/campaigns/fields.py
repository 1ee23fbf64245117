"""Kinds of fields that forms share."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from vtt.addresses import RowConverter

_NUMBER = re.compile(RowConverter.regex)
_NOT_THERE = _("One of the choices is not there.")
_KEPT = "\u200c\u200d\0"
"""Joiners, which some scripts and emoji are written with; and NUL, for which Django refuses the whole."""
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")


class OneRow(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of a table's rows, by its number."""

    def clean(self, value: Any) -> Any:
        """Refuses what is no row's number before the database is asked."""
        _check([value] if value else [])
        return super().clean(value)


class SomeRows(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Any of a table's rows, by their numbers."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> Any:
        """Refuses what is no row's number before the database is asked."""
        _check(value or [])
        return super().clean(value)


class NameField(forms.CharField):
    """A name that others read: what cannot be seen, or turns the words around it, is left out."""

    def to_python(self, value: Any) -> str:
        """The name as it is shown."""
        return (super().to_python("".join(filter(_is_seen, str(value or "")))) or "").strip()


def _check(numbers: list[Any]) -> None:
    for number in numbers:
        if not _NUMBER.fullmatch(str(number)):
            raise ValidationError(_NOT_THERE, code="invalid_choice")


def _is_seen(letter: str) -> bool:
    return letter in _KEPT or unicodedata.category(letter) not in _HIDDEN

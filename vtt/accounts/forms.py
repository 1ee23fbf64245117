"""What people type to get an account or to come back to it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from vtt.accounts.models import USERNAME_LENGTH, User
from vtt.campaigns.models import Membership


class Claim(forms.Form):
    """A part of both forms: which of this browser's guests the account takes over."""

    claimed = forms.MultipleChoiceField(
        label=_("These are me"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any, guests: list[Membership], began_here: list[int]) -> None:
        super().__init__(data)
        self.guests = guests
        field = self.fields["claimed"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(str(guest.pk), f"{guest.name} ({guest.campaign.name})") for guest in guests]
        field.initial = [str(pk) for pk in began_here]

    def claims(self) -> list[Membership]:
        """The guests that were ticked, the strongest first."""
        return [guest for guest in self.guests if str(guest.pk) in self.cleaned_data["claimed"]]


class SignUp(Claim):
    """A user name and a password for who has none yet."""

    field_order = ("username", "password", "claimed")
    username = UsernameField(
        label=_("User name"), max_length=USERNAME_LENGTH, validators=[UnicodeUsernameValidator()]
    )
    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean_username(self) -> str:
        """Refuses a name that is taken, however it is written."""
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("This user name is taken."))
        return username

    def clean(self) -> dict[str, Any]:
        """Refuses a password that is easily guessed."""
        typed = self.cleaned_data
        if {"username", "password"} <= typed.keys():
            try:
                validate_password(typed["password"], User(username=typed["username"], name=typed["username"]))
            except ValidationError as problem:
                self.add_error("password", problem)
        return typed


class LogIn(Claim):
    """A user name and its password."""

    field_order = ("username", "password", "claimed")
    username = UsernameField(label=_("User name"), max_length=USERNAME_LENGTH)
    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    account: User

    def clean(self) -> dict[str, Any]:
        """Finds the account; one sentence whether the name or the password is wrong."""
        typed = self.cleaned_data
        if {"username", "password"} <= typed.keys():
            account = authenticate(username=typed["username"], password=typed["password"])
            if not isinstance(account, User):
                raise ValidationError(_("No account has this user name and password."))
            self.account = account
        return typed

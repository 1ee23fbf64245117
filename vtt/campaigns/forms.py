"""What people type on a campaign's pages."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from vtt.accounts.models import NAME_LENGTH
from vtt.campaigns.fields import NameField, SomeRows
from vtt.campaigns.models import TITLE_LENGTH, Campaign, Invite, Membership, Role
from vtt.characters.models import Character
from vtt.fights import starter

LIVES = (("", _("never")), ("1", _("in a day")), ("7", _("in a week")), ("30", _("in 30 days")))
"""Days after which a link dies, and how the page says it."""


class Joining(forms.Form):
    """Coming in by a link."""

    name = NameField(label=_("Your name at the table"), max_length=NAME_LENGTH)


class Founding(forms.Form):
    """Making a campaign."""

    title = NameField(label=_("What the campaign is called"), max_length=TITLE_LENGTH)
    name = NameField(label=_("Your name at the table"), max_length=NAME_LENGTH)
    game = forms.ChoiceField(
        label=_("Game"), choices=[("", _("all games")), *starter.GAMES.items()], required=False
    )

    @property
    def games(self) -> list[str]:
        """The games whose ready characters and encounters come with it; none named for all."""
        return [self.cleaned_data["game"]] if self.cleaned_data["game"] else []


class People(SomeRows):
    """Characters, with the names of their games where there are several."""

    is_mixed = False

    def label_from_instance(self, obj: Any) -> str:
        """Its name, and its game where that is not clear."""
        return f"{obj} ({starter.GAMES.get(obj.system, obj.system)})" if self.is_mixed else str(obj)


class LinkMaking(forms.Form):
    """Making a link: what who joins by it becomes, plays, and until when it works."""

    role = forms.ChoiceField(label=_("For"), choices=Invite.Kind.choices, initial=Invite.Kind.PLAYER)
    characters = People(
        Character.objects.none(),
        label=_("Plays"),
        required=False,
        help_text=_("Only for a player's link."),
    )
    days = forms.ChoiceField(label=_("Ends"), choices=LIVES, required=False)

    def __init__(self, data: Any, campaign: Campaign) -> None:
        super().__init__(data, auto_id="link_%s")
        choice = self.fields["characters"]
        assert isinstance(choice, People)
        choice.queryset = people = campaign.characters.order_by("system", "name")
        choice.is_mixed = len({each.system for each in people}) > 1

    def clean(self) -> dict[str, Any]:
        """Refuses characters on a link that is not a player's."""
        typed = self.cleaned_data
        if typed.get("characters") and typed.get("role") != Invite.Kind.PLAYER:
            raise ValidationError(_("Only a player's link can hand out characters."))
        return typed

    def expires(self) -> datetime | None:
        """When the link dies; None: never."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=int(days)) if days else None


class RoleChange(forms.Form):
    """Giving somebody another role."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class Control(forms.Form):
    """Saying who decides for a character."""

    controllers = SomeRows(
        Membership.objects.none(),
        label=_("Played by"),
        required=False,
    )

    def __init__(self, data: Any, character: Character) -> None:
        initial = {"controllers": character.controllers.all()}
        super().__init__(data, initial=initial, auto_id=f"character_{character.pk}_%s")
        choice = self.fields["controllers"]
        assert isinstance(choice, SomeRows)
        people = Membership.objects.filter(campaign=character.campaign_id, state=Membership.State.ACTIVE)
        choice.queryset = people.exclude(role=Role.SPECTATOR).order_by("name")

"""A new fight from a ready encounter, with the characters the GM chooses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.engine.content import ContentError
from rules.engine.errors import Refused
from vtt.campaigns import permissions
from vtt.campaigns.fields import NameField, OneRow, SomeRows
from vtt.campaigns.grants import GM
from vtt.campaigns.models import TITLE_LENGTH, Campaign
from vtt.characters.models import Character
from vtt.fights import hosting, packs, starter
from vtt.fights.models import Encounter, Fight
from vtt.fights.refusals import sentence_of


class NewFight(forms.Form):
    """Which encounter, for whom."""

    encounter = OneRow(Encounter.objects.none(), label=_("Encounter"), empty_label=None)
    characters = SomeRows(Character.objects.none(), label=_("Characters"))
    name = NameField(label=_("What the fight is called"), max_length=TITLE_LENGTH, required=False)

    def __init__(self, data: Any, campaign: Campaign, slug: str) -> None:
        super().__init__(data)
        encounter, characters = self.fields["encounter"], self.fields["characters"]
        assert isinstance(encounter, OneRow)
        assert isinstance(characters, SomeRows)
        encounter.queryset = campaign.encounters.filter(system=slug).order_by("name")
        people = campaign.characters.filter(system=slug).order_by("name")
        characters.queryset, party = people, people.filter(key__in=starter.first_party(slug))
        characters.initial = list(party or people)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def fight(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Choose, and go to the new table. What packs have brought since the campaign was made is there too."""
    host = permissions.host(request, campaign_id)
    starter.unpack(host.campaign)
    games = _games(host.campaign)
    game = next((slug for slug in games if slug == request.GET.get("game")), next(iter(games), ""))
    form = NewFight(request.POST or None, host.campaign, game)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            made = make(typed["encounter"], typed["characters"], typed["name"])
        except (ContentError, Refused) as refused:
            form.add_error(None, sentence_of(refused))
        else:
            return redirect("table", made.pk, GM)
    status = 422 if form.errors else 200
    context = {"form": form, "campaign": host.campaign, "games": games, "game": game}
    context["broken_packs"] = packs.broken(game)
    return render(request, "fights/new.html", context, status=status)


def _games(campaign: Campaign) -> dict[str, Any]:
    """The games that the campaign has encounters of, with their names."""
    known = set(campaign.encounters.values_list("system", flat=True))
    return {slug: title for slug, title in starter.GAMES.items() if slug in known}


def make(encounter: Encounter, characters: Iterable[Character], name: str = "") -> Fight:
    """A fight of that encounter for copies of these characters' sheets. ContentError or Refused if it cannot be."""
    chosen = [{"name": character.key, "sheet": json.loads(character.sheet)} for character in characters]
    setup = json.loads(encounter.setup) | {"characters": chosen}
    return hosting.make(encounter.campaign, encounter.system, name or encounter.name, setup)

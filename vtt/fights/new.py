"""A new fight from a ready encounter, with the characters and the house rules the GM chooses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.engine.content import ContentError
from rules.engine.errors import Refused
from rules.engine.house_rules import Setting
from rules.engine.system import Held
from vtt.campaigns import permissions
from vtt.campaigns.fields import NameField, OneRow, SomeRows
from vtt.campaigns.grants import GM
from vtt.campaigns.models import TITLE_LENGTH, Campaign
from vtt.characters.models import Character
from vtt.fights import carried, hosting, packs, starter
from vtt.fights.house_rules import HouseRules
from vtt.fights.models import Encounter, Fight
from vtt.fights.refusals import sentence_of
from vtt.fights.templatetags.table import say, term


@dataclass(frozen=True)
class Offered:
    """An encounter to be chosen: what it holds, and whom it is made for."""

    encounter: Encounter
    party: list[Character]
    contents: tuple[Held, ...]
    second: tuple[Character, ...] = ()
    """Between players: who is on the second side."""

    @property
    def is_match(self) -> bool:
        """Whether players meet players."""
        return json.loads(self.encounter.setup).get("form") in packs.system(self.encounter.system).matches


@dataclass(frozen=True)
class Match:
    """Players against players."""

    form: str
    second: tuple[Character, ...]


class People(SomeRows):
    """Characters, each with what fights left of it."""

    def label_from_instance(self, obj: Any) -> str:
        """Its name, what it carries, and whether it could act at all."""
        left = carried.words(obj)
        if not left:
            return str(obj)
        warned = (
            format_html(' <strong class="error">{}</strong>', _("could not act"))
            if carried.is_helpless(obj)
            else ""
        )
        return format_html('{} <span class="badge bad">{}</span>{}', obj, say(list(left)), warned)


class NewFight(forms.Form):
    """Which encounter, for whom."""

    encounter = OneRow(Encounter.objects.none(), widget=forms.HiddenInput)
    characters = People(Character.objects.none(), label=_("Characters"))
    form = forms.ChoiceField(label=_("What kind of match"))
    second = People(Character.objects.none(), label=_("Who is on the second side"), required=False)
    name = NameField(label=_("What the fight is called"), max_length=TITLE_LENGTH, required=False)

    def __init__(self, data: Any, campaign: Campaign, slug: str, chosen: Offered | None) -> None:
        super().__init__(data)
        encounter, characters = self.fields["encounter"], self.fields["characters"]
        assert isinstance(encounter, OneRow)
        assert isinstance(characters, SomeRows)
        encounter.queryset = campaign.encounters.filter(system=slug)
        characters.queryset = people = campaign.characters.filter(system=slug).order_by("name")
        encounter.initial = chosen.encounter.pk if chosen else None
        characters.initial = list((chosen and chosen.party) or people)
        if any(map(carried.words, people)):
            characters.help_text = _told_where_to_rest(campaign)
        self._match(chosen, people)

    def _match(self, chosen: Offered | None, people: QuerySet[Character]) -> None:
        """Between players: its form, and who stands against whom; a fight with the GM's creatures asks for neither."""
        form, second = self.fields["form"], self.fields["second"]
        assert isinstance(form, forms.ChoiceField)
        assert isinstance(second, SomeRows)
        if not (chosen and chosen.is_match):
            del self.fields["form"], self.fields["second"]
            return
        slug = chosen.encounter.system
        form.choices = [(each, term(f"{slug}.form.{each}")) for each in packs.system(slug).matches]
        form.initial = json.loads(chosen.encounter.setup)["form"]
        second.queryset = people
        second.initial = chosen.second


def _told_where_to_rest(campaign: Campaign) -> str:
    page = f"{reverse('campaign', args=[campaign.pk])}#characters"
    said = _("What fights left of them goes into this one. Who has had time to rest gets “Rested” first:")
    return format_html('{} <a href="{}">{}</a>', said, page, _("to the characters"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def fight(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Choose, and go to the new table. What is ready of a game comes into the campaign when it is asked for."""
    campaign = permissions.host(request, campaign_id).campaign
    wanted = request.POST.get("bring")
    if wanted in starter.GAMES:
        starter.unpack(campaign, wanted)
        return redirect(f"{request.path}?game={wanted}")
    games = _games(campaign)
    game = _game(request, campaign, games)
    if request.method == "POST" and game:
        starter.unpack(campaign, game)
    offers = [_offered(each) for each in campaign.encounters.filter(system=game).order_by("pk")]
    chosen = _chosen(request, offers)
    form = NewFight(request.POST or None, campaign, game, chosen)
    house = HouseRules(request.POST or None, packs.system(game)) if game else None
    if request.method == "POST" and house and (made := _made(form, house)):
        return redirect("table", made.pk, GM)
    is_wrong = bool(form.errors or (house and house.errors))
    context: dict[str, Any] = {
        "form": form,
        "house": house,
        "is_wrong": is_wrong,
        "offers": offers,
        "chosen": chosen,
        "others": {slug: title for slug, title in starter.GAMES.items() if slug not in games},
        "new": starter.new_of(campaign, game) if game else [],
    }
    context |= {
        "campaign": campaign,
        "games": games,
        "game": game,
        "broken_packs": packs.broken(*([game] if game else starter.GAMES)),
    }
    return render(request, "fights/new.html", context, status=422 if is_wrong else 200)


def _games(campaign: Campaign) -> dict[str, Any]:
    """The games that the campaign has encounters of, with their names."""
    known = set(campaign.encounters.values_list("system", flat=True))
    return {slug: title for slug, title in starter.GAMES.items() if slug in known}


def _game(request: HttpRequest, campaign: Campaign, games: Mapping[str, Any]) -> str:
    """The one that was asked for, else the one that was played last, else the first; empty where there is none."""
    last = campaign.fights.order_by("-pk").values_list("system", flat=True).first()
    return (
        next((slug for slug in (request.GET.get("game"), last) if slug in games), next(iter(games), "")) or ""
    )


def _offered(encounter: Encounter) -> Offered:
    id = starter.ready(encounter)
    contents = packs.system(encounter.system).contents(id) if id else ()
    return Offered(encounter, starter.party(encounter), contents, starter.second_side(encounter))


def _chosen(request: HttpRequest, offers: list[Offered]) -> Offered | None:
    """The one that was asked for, else the first."""
    asked = request.POST.get("encounter") or request.GET.get("encounter")
    return next((each for each in offers if str(each.encounter.pk) == asked), next(iter(offers), None))


def _made(form: NewFight, house: HouseRules) -> Fight | None:
    """The fight; None with the reason on the form where it cannot be."""
    if not (form.is_valid() and house.is_valid()):
        return None
    typed = form.cleaned_data
    try:
        match = Match(typed["form"], tuple(typed["second"])) if "form" in typed else None
        return make(typed["encounter"], typed["characters"], typed["name"], house.settings(), match)
    except (ContentError, Refused) as refused:
        form.add_error(None, sentence_of(refused))
    return None


def make(
    encounter: Encounter,
    characters: Iterable[Character],
    name: str = "",
    house_rules: Mapping[str, Setting] | None = None,
    match: Match | None = None,
) -> Fight:
    """A fight of that encounter for these characters as fights left them. ContentError or Refused if it cannot be."""
    people = list(characters)
    chosen: list[dict[str, Any]] = [{"name": each.key, "sheet": each.as_left} for each in people]
    setup = json.loads(encounter.setup) | {"characters": chosen}
    if match:
        first, second = packs.system(encounter.system).sides
        sides = {each.key: second if each in match.second else first for each in people}
        setup |= {"form": match.form, "characters": [each | {"side": sides[each["name"]]} for each in chosen]}
    return hosting.make(encounter.campaign, encounter.system, name or encounter.name, setup, house_rules)

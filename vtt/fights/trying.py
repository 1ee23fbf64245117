"""A fight to try alone: the visitor plays one character and hosts, bots play everybody else."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules import registry
from vtt.campaigns import grants, joining
from vtt.fights import hosting, moments, new, starter
from vtt.fights.models import Fight


@require_POST
def try_fight(request: HttpRequest) -> HttpResponse:
    """Makes a campaign of the visitor's own with a fight already begun, and leads to its table."""
    account, slug = grants.account_of(request), _game(request)
    with transaction.atomic():
        host = joining.found(request, _("A fight to try"), account.name if account else _("You"))
        starter.stock(host.campaign, slug)
        party = starter.characters(host.campaign, starter.first_party(slug), slug)
        party[0].controllers.add(host)
        fight = new.make(starter.encounters(host.campaign, slug)[0], party)
        _hand_to_bots(fight, party[0].key)
        hosting.start(fight.pk, by=host.user)
    return redirect("table", fight.pk, party[0].key)


def _game(request: HttpRequest) -> str:
    """The game that was asked for, else the first."""
    asked = request.POST.get("game", "")
    return asked if asked in registry.SLUGS else registry.SLUGS[0]


def _hand_to_bots(fight: Fight, spared: str) -> None:
    """A bot for everybody but one, and for what nobody in particular decides."""
    bot = next(iter(moments.system_of(fight).bots))
    for name in hosting.driven(fight, moments.at(fight.pk, fight.version)):
        if name != spared:
            hosting.set_driver(fight.pk, name, bot)

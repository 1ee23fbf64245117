"""What the table's page is made of, for one tab."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from django.middleware.csrf import get_token
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from rules.engine.errors import Malformed, RulesError
from rules.engine.text import Param
from vtt.campaigns import grants
from vtt.campaigns.models import Membership, Role
from vtt.fights import drawing, forms, moments
from vtt.fights.drawing import Audience
from vtt.fights.permissions import Place
from vtt.fights.refusals import TableRefusal

Problem = RulesError | TableRefusal
CSRF_MARK = "<!--csrf-->"
"""Stands in the forms of shared regions; the page puts its own token there, for browsers without JavaScript."""
ADDRESSED = (' action="', ' href="token/')
"""How addresses below the page's begin: the page, which may answer at a form's own, puts its own before them."""


def context(request: HttpRequest, place: Place) -> dict[str, Any]:
    """Everything the page shows, at the version that is newest for it."""
    audience = Audience(place.viewer, get_language() or "en")
    version = moments.newest(place.fight, place.viewer)
    log, before = drawing.log_until(place.fight, version, audience)
    token = get_token(request) if place.grant.membership else ""
    return {
        "fight": place.fight,
        "campaign": place.fight.campaign,
        "grant": place.grant,
        "viewer": place.viewer,
        "address": place.address,
        "version": version,
        "regions": _own(drawing.regions(place.fight, version, audience), place.address, token),
        "log": [mark_safe(line) for line in log],
        "older": before,
        "csrf": token,
        "ways": _other_ways(request, place) if place.grant.membership else [],
        "refusal": "",
        **(_people(place) if place.grant.is_gm else {}),
    }


def older(request: HttpRequest, place: Place) -> dict[str, Any]:
    """A page of log lines before a version."""
    newest = moments.newest(place.fight, place.viewer)
    before = _before(request) or newest + 1
    audience = Audience(place.viewer, get_language() or "en")
    log, still_older = drawing.log_until(place.fight, min(before - 1, newest), audience, newest)
    return {"log": [mark_safe(line) for line in log], "older": still_older, "address": place.address}


def sheet(place: Place, name: str) -> dict[str, Any]:
    """A combatant's sheet at the version that is newest for the page. Http404 where nobody of that name is seen."""
    found = drawing.sheet(place.fight, moments.newest(place.fight, place.viewer), place.viewer, name)
    if found is None:
        raise Http404("nobody of that name")
    return {"sheet": found, "address": place.address}


def _before(request: HttpRequest) -> int | None:
    """The version a link asks for older lines than; Http404 for one that no link of ours names."""
    try:
        return forms.number_or_none(request.GET, "before")
    except Malformed:
        raise Http404("no such version") from None


def _own(regions: drawing.Regions, address: str, token: str) -> dict[str, str]:
    """Shared regions with what only this page knows, for browsers without JavaScript."""
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token) if token else ""
    whole = {name: html.replace(CSRF_MARK, field) for name, html in regions.items()}
    return {name: mark_safe(_addressed(html, address)) for name, html in whole.items()}


def _addressed(html: str, address: str) -> str:
    for start in ADDRESSED:
        attribute, quote, rest = start.partition('"')
        html = html.replace(start, f"{attribute}{quote}{address}{rest}")
    return html


def _other_ways(request: HttpRequest, place: Place) -> list[dict[str, Param]]:
    found, titles = grants.grants_at(request, place.fight), moments.titles_of(place.fight)
    return [
        {
            "name": way.name,
            "title": titles.get(way.name, way.name),
            "address": f"/fights/{place.fight.pk}/{way.name}/",
        }
        for way in found
        if way.name != place.grant.name
    ]


def _people(place: Place) -> dict[str, Any]:
    """Whom the GM can give seats to, and who was given one."""
    campaign = place.fight.campaign
    active = campaign.memberships.filter(state=Membership.State.ACTIVE).exclude(role=Role.SPECTATOR)
    titles = moments.titles_of(place.fight)
    seats = place.fight.seats.order_by("pk")
    return {
        "members": active.order_by("name"),
        "holders": [
            {"key": seat.key, "title": titles.get(seat.key, seat.key), "holder_id": seat.holder_id}
            for seat in seats
        ],
    }

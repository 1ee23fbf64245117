"""Pages of campaigns: the first page, a campaign, the links into it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from vtt.campaigns import joining, links, overview, permissions, rights
from vtt.campaigns.forms import Control, Founding, Joining, LinkMaking, RoleChange
from vtt.campaigns.models import Invite, Membership, Role
from vtt.fights import carried, starter


@require_safe
@never_cache
def landing(request: HttpRequest) -> HttpResponse:
    """The first page: one's campaigns, a new one, a fight to try."""
    form = Founding(initial=overview.own_name(request))
    return render(request, "campaigns/landing.html", overview.landing(request, form))


@require_POST
def found(request: HttpRequest) -> HttpResponse:
    """Makes a campaign, hosted by whoever asks, with ready characters and encounters in it."""
    form = Founding(request.POST)
    if not form.is_valid():
        return render(request, "campaigns/landing.html", overview.landing(request, form), status=422)
    with transaction.atomic():
        membership = joining.found(request, form.cleaned_data["title"], form.cleaned_data["name"])
        starter.stock(membership.campaign, *form.games)
    return redirect("campaign", membership.campaign_id)


@require_safe
@never_cache
def campaign(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """A campaign, as its members see it."""
    member = permissions.member(request, campaign_id)
    return render(request, "campaigns/campaign.html", overview.campaign(request, member))


@require_POST
@never_cache
def make_link(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Makes a link and shows it, once."""
    host = permissions.host(request, campaign_id)
    form = LinkMaking(request.POST, host.campaign)
    if not form.is_valid():
        return _campaign_page(request, host, status=422, link_form=form)
    role, characters = Invite.Kind(form.cleaned_data["role"]), form.cleaned_data["characters"]
    invite, token = links.make(host.campaign, role, characters, expires=form.expires())
    return _campaign_page(request, host, fresh=overview.fresh_link(request, invite, token))


@require_POST
@never_cache
def link_again(request: HttpRequest, campaign_id: int, pk: int) -> HttpResponse:
    """Makes a new personal link for somebody who is in already, and kills their older ones."""
    host = permissions.host(request, campaign_id)
    member = get_object_or_404(_people(host).exclude(role=Role.SPECTATOR), pk=pk)
    invite, token = links.replace(member)
    return _campaign_page(request, host, fresh=overview.fresh_link(request, invite, token))


@require_POST
def revoke_link(request: HttpRequest, campaign_id: int, pk: int) -> HttpResponse:
    """Kills a link."""
    host = permissions.host(request, campaign_id)
    links.revoke(get_object_or_404(host.campaign.invites, pk=pk))
    return _back_to("links", campaign_id)


@require_POST
def set_role(request: HttpRequest, campaign_id: int, pk: int) -> HttpResponse:
    """Gives somebody another role."""
    host = permissions.host(request, campaign_id)
    member = get_object_or_404(_people(host), pk=pk)
    form = RoleChange(request.POST)
    if not form.is_valid():
        return _campaign_page(request, host, status=422)
    try:
        rights.set_role(member, Role(form.cleaned_data["role"]))
    except rights.LastGM as problem:
        return _campaign_page(request, host, status=409, problem=problem)
    return _back_to("people", campaign_id)


@require_POST
def remove(request: HttpRequest, campaign_id: int, pk: int) -> HttpResponse:
    """Puts somebody out of the campaign."""
    host = permissions.host(request, campaign_id)
    member = get_object_or_404(_people(host), pk=pk)
    try:
        rights.remove(member)
    except rights.LastGM as problem:
        return _campaign_page(request, host, status=409, problem=problem)
    return redirect("landing") if member == host else _back_to("people", campaign_id)


@require_POST
def control(request: HttpRequest, campaign_id: int, pk: int) -> HttpResponse:
    """Says who plays a character."""
    host = permissions.host(request, campaign_id)
    character = get_object_or_404(host.campaign.characters, pk=pk)
    form = Control(request.POST, character)
    if not form.is_valid():
        return _campaign_page(request, host, status=422)
    rights.set_controllers(character, form.cleaned_data["controllers"])
    return _back_to("characters", campaign_id)


@require_POST
def rested(request: HttpRequest, campaign_id: int, pk: int) -> HttpResponse:
    """Takes away what fights left of a character: it has had the days it needs (MG-53)."""
    host = permissions.host(request, campaign_id)
    get_object_or_404(host.campaign.characters, pk=pk)
    carried.rest(host.campaign.characters.filter(pk=pk))
    return _back_to("characters", campaign_id)


@require_POST
def all_rested(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The same for everybody of the campaign."""
    host = permissions.host(request, campaign_id)
    carried.rest(host.campaign.characters.all())
    return _back_to("characters", campaign_id)


def _back_to(section: str, campaign_id: int) -> HttpResponse:
    """To the part of the campaign's page where the button was."""
    return redirect(f"{reverse('campaign', args=[campaign_id])}#{section}")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Shows where a link leads; the button comes in, and the token leaves the address."""
    invite = links.find(token)
    known = joining.known(request, invite)
    form = Joining(request.POST or None, initial=overview.own_name(request))
    if request.method == "POST" and (known or form.is_valid()):
        name = known.name if known else form.cleaned_data["name"]
        return redirect(overview.first_place(joining.join(request, token, name)))
    context = {
        "token": token,
        "invite": invite,
        "characters": invite.characters.all(),
        "known": known,
        "form": form,
    }
    return render(request, "campaigns/join.html", context)


@require_safe
@never_cache
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """The fights that a watch link shows, to anybody who has it."""
    invite = links.find(token, watching=True)
    return render(request, "campaigns/watch.html", overview.watching(invite, token))


def _campaign_page(
    request: HttpRequest, host: Membership, *, status: int = 200, **more: object
) -> HttpResponse:
    context = overview.campaign(request, host) | more
    return render(request, "campaigns/campaign.html", context, status=status)


def _people(host: Membership) -> QuerySet[Membership]:
    return host.campaign.memberships.filter(state=Membership.State.ACTIVE)

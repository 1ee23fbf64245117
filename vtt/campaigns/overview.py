"""What the pages of campaigns show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse

from rules.engine.text import Text
from vtt.campaigns import grants
from vtt.campaigns.forms import Control, LinkMaking
from vtt.campaigns.models import Campaign, Invite, Membership, Role
from vtt.characters.models import Character
from vtt.fights import carried, starter
from vtt.fights.models import Encounter, Fight

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

OPEN = (Fight.Phase.PREPARED, Fight.Phase.RUNNING)
"""Phases of a fight that somebody who comes in would want to see at once."""


@dataclass(frozen=True)
class FreshLink:
    """A link just made: the only moment its address can be shown."""

    invite: Invite
    address: str


@dataclass(frozen=True)
class Door:
    """One way into a fight's table."""

    name: str
    """What stands in the URL: "gm", a character's key, "watch"."""
    address: str
    label: str = ""
    """The character's name as people read it."""


@dataclass(frozen=True)
class FightRow:
    """A fight and the browser's ways into it."""

    fight: Fight
    doors: list[Door]


@dataclass(frozen=True)
class CharacterRow:
    """A character, what fights left of it, and for a GM the form that says who plays it."""

    character: Character
    carried: list[Text]
    """For whoever plays it, and for a GM."""
    control: Control | None
    game: str | StrPromise
    """The name of its game, where the campaign has characters of several; else empty."""


@dataclass(frozen=True)
class Game:
    """A game and the encounters that are ready of it."""

    slug: str
    title: StrPromise
    encounters: list[Encounter]


def table_address(fight: Fight, name: str) -> str:
    """Where the table stands for the grant called `name`."""
    return reverse("table", args=[fight.pk, name])


def first_place(member: Membership) -> str:
    """Where somebody who just came in goes: to the newest open fight, else to the campaign's page."""
    fight = member.campaign.fights.filter(phase__in=OPEN).order_by("-pk").first()
    if fight is None:
        return reverse("campaign", args=[member.campaign_id])
    return table_address(fight, next(grants.grants_by(member, fight)).name)


def own_name(request: HttpRequest) -> dict[str, str]:
    """The account's name, to start a form with."""
    account = grants.account_of(request)
    return {"name": account.name} if account else {}


def fresh_link(request: HttpRequest, invite: Invite, token: str) -> FreshLink:
    """The whole address of a link just made."""
    page = "watch" if invite.role == Invite.Kind.WATCH else "join"
    return FreshLink(invite, request.build_absolute_uri(reverse(page, args=[token])))


def landing(request: HttpRequest, form: Form) -> dict[str, Any]:
    """The first page: one's campaigns, each once, and the form for a new one."""
    strongest: dict[int, Membership] = {}
    for membership in grants.by_strength(grants.memberships_of(request)):
        strongest.setdefault(membership.campaign_id, membership)
    return {
        "form": form,
        "games": starter.GAMES,
        "memberships": list(strongest.values()),
        "account": grants.account_of(request),
        "address": reverse("landing"),
    }


def campaign(request: HttpRequest, member: Membership) -> dict[str, Any]:
    """A campaign as the member sees it; what only a GM may see or do is there for a GM alone."""
    place = member.campaign
    characters = list(place.characters.order_by("system", "name").prefetch_related("controllers"))
    names = {character.key: character.name for character in characters}
    is_mixed = len({character.system for character in characters}) > 1
    rows = [_character_row(character, member, is_mixed=is_mixed) for character in characters]
    seen: dict[str, Any] = {
        "campaign": place,
        "address": reverse("campaign", args=[place.pk]),
        "member": member,
        "is_host": member.role == Role.GM,
        "people": _people(place),
        "characters": rows,
        "resting": {row.character.system for row in rows if row.carried},
        "fights": [_fight_row(request, fight, names) for fight in place.fights.order_by("-pk")],
    }
    return seen | _for_the_host(place) if seen["is_host"] else seen


def watching(invite: Invite, token: str) -> dict[str, Any]:
    """The campaign's fights, for somebody with a watch link."""
    rows = [
        FightRow(fight, [Door(grants.WATCH, reverse("watch_table", args=[token, fight.pk]))])
        for fight in invite.campaign.fights.order_by("-pk")
    ]
    return {"campaign": invite.campaign, "fights": rows}


def _for_the_host(place: Campaign) -> dict[str, Any]:
    links = place.invites.filter(revoked=False).select_related("bound").prefetch_related("characters")
    return {
        "links": [link for link in links.order_by("pk") if not link.is_expired],
        "link_form": LinkMaking(None, place),
        "roles": Role.choices,
        "games": _games(place),
    }


def _games(place: Campaign) -> list[Game]:
    """The games that encounters are ready of, the one that was played last first."""
    played = list(place.fights.order_by("-pk").values_list("system", flat=True))
    ready = {slug: list(place.encounters.filter(system=slug).order_by("pk")) for slug in starter.GAMES}
    found = [Game(slug, title, ready[slug]) for slug, title in starter.GAMES.items() if ready[slug]]
    return sorted(found, key=lambda game: played.index(game.slug) if game.slug in played else len(played))


def _people(place: Campaign) -> list[Membership]:
    active = place.memberships.filter(state=Membership.State.ACTIVE)
    return grants.by_strength(active.select_related("user").prefetch_related("characters"))


def _character_row(character: Character, member: Membership, *, is_mixed: bool) -> CharacterRow:
    is_host = member.role == Role.GM
    left = carried.words(character) if is_host or member in character.controllers.all() else []
    game = starter.GAMES.get(character.system, "") if is_mixed else ""
    return CharacterRow(character, left, Control(None, character) if is_host else None, game)


def _fight_row(request: HttpRequest, fight: Fight, names: dict[str, str]) -> FightRow:
    ways = [way.name for way in grants.grants_at(request, fight)]
    return FightRow(fight, [Door(way, table_address(fight, way), names.get(way, way)) for way in ways])

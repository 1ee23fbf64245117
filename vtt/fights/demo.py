"""The demo campaign of a game: a fight ready to start, links for everybody. Made again, it is brought up to date."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from rules import registry
from vtt.accounts.models import User
from vtt.campaigns import links
from vtt.campaigns.models import Campaign, Invite, Membership, Role
from vtt.characters.models import Character
from vtt.fights import new, packs, starter
from vtt.fights.models import Fight


@dataclass(frozen=True)
class Link:
    """A way in, for whom, as a path on this server."""

    whom: str
    path: str


@transaction.atomic
def make(slug: str = registry.SLUGS[0]) -> list[Link]:
    """The demo's links, made anew, since only hashes are kept; pages that are open go on by the older ones."""
    campaign, _made = Campaign.objects.get_or_create(settings=marks(slug), defaults={"name": _("Demo")})
    starter.characters(campaign, packs.system(slug).characters, slug)
    encounter = starter.encounters(campaign, slug)[0]
    characters = starter.characters(campaign, starter.first_party(slug), slug)
    if not campaign.fights.filter(phase__in=(Fight.Phase.PREPARED, Fight.Phase.RUNNING)).exists():
        new.make(encounter, characters)
    host = _member(campaign, Role.GM, _("Game master"))
    joining = [Link(_("game master"), _join(host))]
    joining += [Link(character.name, _join(_player(campaign, character))) for character in characters]
    return [*joining, Link(_("spectators"), _watch(campaign))]


def marks(slug: str) -> str:
    """What the campaign is known by, whatever it is renamed to."""
    return json.dumps({"demo": True if slug == registry.SLUGS[0] else slug})


def _player(campaign: Campaign, character: Character) -> Membership:
    """Whoever plays the character; the demo's own player if nobody does."""
    playing = character.controllers.filter(state=Membership.State.ACTIVE).first()
    if playing is None:
        playing = _member(campaign, Role.PLAYER, character.name)
        character.controllers.add(playing)
    return playing


def _member(campaign: Campaign, role: Role, name: str) -> Membership:
    active = campaign.memberships.filter(role=role, state=Membership.State.ACTIVE)
    found = active.first() if role == Role.GM else active.filter(name=name).first()
    if found:
        return found
    return Membership.objects.create(campaign=campaign, user=User.objects.guest(name), role=role, name=name)


def _join(member: Membership) -> str:
    return f"/join/{links.another(member)[1]}/"


def _watch(campaign: Campaign) -> str:
    return f"/watch/{links.make(campaign, Invite.Kind.WATCH)[1]}/"

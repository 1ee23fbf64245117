"""Who may open or change what of a campaign. Forbidden and unknown are both Http404."""

from __future__ import annotations

from django.http import Http404

from vtt.campaigns.grants import Bearer, by_strength, memberships_of
from vtt.campaigns.models import Membership, Role


def member(bearer: Bearer, campaign_id: int) -> Membership:
    """The strongest membership the browser holds in the campaign."""
    mine = by_strength(memberships_of(bearer).filter(campaign=campaign_id))
    if not mine:
        raise Http404(f"not in campaign {campaign_id}")
    return mine[0]


def host(bearer: Bearer, campaign_id: int) -> Membership:
    """The membership of a GM of the campaign, who alone changes its people, roles and links."""
    mine = member(bearer, campaign_id)
    if mine.role != Role.GM:
        raise Http404(f"no GM of campaign {campaign_id}")
    return mine

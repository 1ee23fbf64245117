"""Who may do what has changed: the one place that says so."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from vtt.campaigns.models import Campaign, Membership, Role
from vtt.characters.models import Character

rights_changed = Signal()
"""Sent after commit with `campaign_id`: sockets of that campaign look their rights up again."""


def changed(campaign: Campaign) -> None:
    """Counts one change of rights in the campaign. Called inside the transaction that changes them."""
    Campaign.objects.filter(pk=campaign.pk).update(rights_version=F("rights_version") + 1)
    transaction.on_commit(lambda: _tell(campaign.pk), robust=True)


class LastGM(Exception):
    """A campaign must keep one GM."""

    slug = "last_gm"
    sentence = _("A campaign needs a game master. Make somebody else one first.")


def set_role(membership: Membership, role: Role) -> None:
    """Makes the person a GM, a player or a spectator, who decides for nobody. Raises LastGM."""
    with transaction.atomic():
        _keep_a_gm(membership, role)
        Membership.objects.filter(pk=membership.pk).update(role=role)
        if role == Role.SPECTATOR:
            _take_seats(membership)
        changed(membership.campaign)


def set_controllers(character: Character, members: Iterable[Membership]) -> None:
    """Says who decides for the character where nobody else was given its seat."""
    with transaction.atomic():
        character.controllers.set(members)
        changed(character.campaign)


def remove(membership: Membership) -> None:
    """Puts a person out of the campaign: their grants end at once, what they did stays in the logs.

    Raises LastGM.
    """
    with transaction.atomic():
        _keep_a_gm(membership, None)
        Membership.objects.filter(pk=membership.pk).update(state=Membership.State.REMOVED)
        _take_seats(membership)
        changed(membership.campaign)


def _keep_a_gm(membership: Membership, role: Role | None) -> None:
    """Refuses to take the role of GM from the only one. Locks the campaign, so that two cannot do so at once."""
    campaign = Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    gms = campaign.memberships.filter(role=Role.GM, state=Membership.State.ACTIVE)
    if role != Role.GM and not gms.exclude(pk=membership.pk).exists():
        raise LastGM


def _take_seats(membership: Membership) -> None:
    membership.characters.clear()
    membership.seats.update(holder=None)


def _tell(campaign_id: int) -> None:
    rights_changed.send(sender=Campaign, campaign_id=campaign_id)

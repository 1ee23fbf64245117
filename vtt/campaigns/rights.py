"""Who may do what has changed: the one place that says so."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal

from vtt.campaigns.models import Campaign, Membership

rights_changed = Signal()
"""Sent after commit with `campaign_id`: sockets of that campaign look their rights up again."""


def changed(campaign: Campaign) -> None:
    """Counts one change of rights in the campaign. Called inside the transaction that changes them."""
    Campaign.objects.filter(pk=campaign.pk).update(rights_version=F("rights_version") + 1)
    transaction.on_commit(partial(_tell, campaign.pk), robust=True)


def remove(membership: Membership) -> None:
    """Puts a person out of the campaign: their grants end at once, what they did stays in the logs."""
    with transaction.atomic():
        Membership.objects.filter(pk=membership.pk).update(state=Membership.State.REMOVED)
        membership.characters.clear()
        membership.seats.update(holder=None)
        changed(membership.campaign)


def _tell(campaign_id: int) -> None:
    rights_changed.send(sender=Campaign, campaign_id=campaign_id)

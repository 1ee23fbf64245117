"""What people say at a campaign's tables. Chat has its own sequence and never changes a fight."""

from __future__ import annotations

from django.db import models

from vtt.accounts.models import NAME_LENGTH
from vtt.campaigns.models import Campaign, Membership
from vtt.fights.models import Fight


class Message(models.Model):
    """One line of chat."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="messages")
    fight = models.ForeignKey(Fight, models.CASCADE, null=True, blank=True, related_name="messages")
    """The fight it was said in; null: in the campaign's own room."""
    tab = models.CharField(max_length=40, default="main")
    """The tab it stands in."""
    seq = models.PositiveIntegerField()
    """Its place among all messages of the campaign, from 1."""
    audience = models.TextField(default='"all"')
    """Who may read it, JSON: "all", "gm", or a list of membership ids."""
    by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="messages")
    """Who wrote it."""
    speaker = models.CharField(max_length=NAME_LENGTH)
    """The name it was said under: the writer's or a character's."""
    body = models.TextField()
    roll = models.TextField(blank=True, default="")
    """Dice rolled with it, JSON; empty: none."""
    at = models.DateTimeField(auto_now_add=True)
    edited = models.DateTimeField(null=True, blank=True)
    """When the body was last changed; null: never."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["campaign", "seq"], name="message_place_once_per_campaign"),
        )

    def __str__(self) -> str:
        return f"{self.speaker}: {self.body[:40]}"

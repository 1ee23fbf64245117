"""Characters: a sheet in its system's own JSON, and the people who play it."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from vtt.accounts.models import NAME_LENGTH
from vtt.campaigns.models import Campaign, Invite, Membership

KEY = r"[a-z][a-z0-9_-]*"
"""A name-id: what a character is called in the rules, in logs and in URLs."""
RESERVED_KEYS = ("gm", "watch")
"""Seats and pages that are nobody's character."""


class Character(models.Model):
    """Somebody's character in one campaign. Fights work on copies of its sheet."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters")
    key = models.CharField(max_length=40, validators=[RegexValidator(rf"^{KEY}\Z")])
    """The name-id, one per campaign; also the key of the character's seat in a fight."""
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    """The name people read."""
    system = models.CharField(max_length=40)
    """The folder in `rules` whose sheet this is, e.g. "harvest"."""
    schema = models.PositiveIntegerField(default=1)
    """The number of the sheet's format in that system."""
    sheet = models.TextField()
    """The sheet as the system reads it, JSON."""
    carried = models.JSONField(default=dict, blank=True)
    """Fields of the sheet as fights left them, until the character has rested (see fights/carried.py)."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="characters"
    )
    """Who made it and may take it elsewhere; null: the campaign's."""
    controllers = models.ManyToManyField(Membership, blank=True, related_name="characters")
    """Who decides for it in fights where nobody else was given its seat."""
    invites = models.ManyToManyField(Invite, blank=True, related_name="characters")
    """The player links that hand it to whoever joins by them."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["campaign", "key"], name="character_key_once_per_campaign"),
            models.CheckConstraint(
                condition=~models.Q(key__in=RESERVED_KEYS), name="character_key_not_reserved"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def as_left(self) -> dict[str, Any]:
        """The sheet as the next fight finds it."""
        return {**json.loads(self.sheet), **self.carried}

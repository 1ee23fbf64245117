"""Campaigns, the people in them, and the links that let people in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from vtt.accounts.models import NAME_LENGTH

TITLE_LENGTH = 80
"""Characters in the title of a campaign, a fight or an encounter."""


class Role(models.TextChoices):
    """What a person is in a campaign."""

    GM = "gm", _("game master")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")

    @property
    def strength(self) -> int:
        """Larger for the role that may do more."""
        return {Role.SPECTATOR: 0, Role.PLAYER: 1, Role.GM: 2}[self]


class Campaign(models.Model):
    """A group's shared place: its people, characters, encounters and fights."""

    name = models.CharField(_("name"), max_length=TITLE_LENGTH)
    rights_version = models.PositiveIntegerField(default=0)
    """+1 whenever what somebody may do here changes (see rights.py); sockets compare it."""
    settings = models.TextField(default="{}")
    """The group's own choices, JSON."""
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One person in one campaign."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACTIVE = "active", _("active")
        REMOVED = "removed", _("removed")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    name = models.CharField(_("display name"), max_length=NAME_LENGTH)
    """How this person is called in this campaign."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.ACTIVE)
    """Only an active membership grants anything."""
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["campaign", "user"], name="membership_once_per_campaign"),
        )

    def __str__(self) -> str:
        return self.name


class Invite(models.Model):
    """A link that lets people in. Which characters it hands out: `invite.characters` (see Character)."""

    class Kind(models.TextChoices):
        GM = "gm", _("game master")
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")
        WATCH = "watch", _("watching, without joining")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invites")
    role = models.CharField(max_length=10, choices=Kind.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the link's token, hexadecimal; the token itself is stored nowhere."""
    bound = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="personal_links"
    )
    """The one person a personal link (GM, player) belongs to; null until its first use."""
    expires = models.DateTimeField(null=True, blank=True)
    """Dead from this moment; null: never."""
    uses_left = models.PositiveIntegerField(null=True, blank=True)
    """How many more people may join by it; null: any number. Coming back is not a use."""
    revoked = models.BooleanField(default=False)
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.get_role_display()} #{self.pk}"

    @property
    def is_personal(self) -> bool:
        """Whether the link belongs to the first person who uses it."""
        return self.role in (self.Kind.GM, self.Kind.PLAYER)

    @property
    def is_expired(self) -> bool:
        """Whether the link's time is over."""
        return self.expires is not None and self.expires <= timezone.now()

"""Invite links: made once, shown once, kept only as a hash of their token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from vtt.accounts.models import User
from vtt.campaigns import rights
from vtt.campaigns.models import Campaign, Invite, Membership
from vtt.characters.models import Character

TOKEN_BYTES = 24
"""Random bytes in a token: too many to guess."""


class BadLink(Exception):
    """A link that does not lead anywhere; `middleware.BadLinkPage` shows it as a page of its own."""

    slug = "bad_link"
    status = 404
    sentence: str | Promise


class UnknownLink(BadLink):
    """No such token: mistyped, cut off, or tampered with."""

    slug = "unknown_link"
    sentence = _("This link is not known here. Perhaps a part of it got lost on the way.")


class RevokedLink(BadLink):
    """The GM withdrew the link, or the membership it belongs to."""

    slug = "revoked_link"
    status = 410
    sentence = _("This link was withdrawn.")


class ExpiredLink(BadLink):
    """The link's time is over."""

    slug = "expired_link"
    status = 410
    sentence = _("This link's time is over.")


class UsedUpLink(BadLink):
    """As many people as it was made for have joined by it."""

    slug = "used_up_link"
    status = 410
    sentence = _("This link has been used as often as it was made for.")


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def make(
    campaign: Campaign,
    role: Invite.Kind,
    characters: Iterable[Character] = (),
    *,
    bound: User | None = None,
    expires: datetime | None = None,
    uses: int | None = None,
) -> tuple[Invite, str]:
    """A new link and its token, which cannot be read again later.

    `bound` makes a personal link that lets that person in again on another device.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        invite = Invite.objects.create(
            campaign=campaign,
            role=role,
            token_hash=token_hash(token),
            bound=bound,
            expires=expires,
            uses_left=uses,
        )
        invite.characters.set(characters)
        rights.changed(campaign)
    return invite, token


def another(member: Membership) -> tuple[Invite, str]:
    """One more personal link for somebody who is in already; older ones go on working."""
    return make(member.campaign, Invite.Kind(member.role), member.characters.all(), bound=member.user)


def replace(member: Membership) -> tuple[Invite, str]:
    """A new personal link for somebody who is in already; their older ones die."""
    with transaction.atomic():
        member.campaign.invites.filter(bound=member.user_id).update(revoked=True)
        return another(member)


def find(token: str, *, watching: bool = False, lock: bool = False) -> Invite:
    """The living link with this token: one to watch by, or one to join by. Raises BadLink.

    `lock` keeps others from using it until the transaction ends.
    """
    rows = Invite.objects.select_for_update() if lock else Invite.objects.select_related("campaign", "bound")
    invite = rows.filter(token_hash=token_hash(token)).first()
    if invite is None or (invite.role == Invite.Kind.WATCH) != watching:
        raise UnknownLink
    check(invite)
    return invite


def check(invite: Invite) -> None:
    """Raises BadLink if the link is dead."""
    if invite.revoked:
        raise RevokedLink
    if invite.is_expired:
        raise ExpiredLink


def revoke(invite: Invite) -> None:
    """Kills the link. Who has joined by it stays; who watches by it is cut off."""
    with transaction.atomic():
        Invite.objects.filter(pk=invite.pk).update(revoked=True)
        rights.changed(invite.campaign)

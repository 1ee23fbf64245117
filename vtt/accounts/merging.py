"""A guest becomes an account, or moves into one."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models, transaction

from vtt.accounts.models import User
from vtt.campaigns import rights
from vtt.campaigns.models import Membership, Role


def become_account(guest: User, username: str, password: str) -> User:
    """Fills the guest's row: the same person, who can now log in anywhere."""
    guest.username = username
    guest.set_password(password)
    guest.save(update_fields=["username", "password"])
    return guest


def move_all(memberships: Iterable[Membership], account: User) -> None:
    """Moves guests' memberships to the account, with all that hangs on them.

    Where the account is in the campaign already the stronger role wins and the two become one.
    """
    with transaction.atomic():
        for membership in memberships:
            if membership.user_id != account.pk:
                _move(membership, account)


def _move(membership: Membership, account: User) -> None:
    guest = membership.user
    own = Membership.objects.filter(campaign=membership.campaign_id, user=account).first()
    if own is None:
        Membership.objects.filter(pk=membership.pk).update(user=account)
    else:
        _absorb(own, membership)
    if not guest.memberships.exists():
        _hand_over(guest, account)
        guest.delete()
    rights.changed(membership.campaign)


def _absorb(own: Membership, other: Membership) -> None:
    """Makes `other` a part of `own`; a membership that was removed counts for nothing."""
    roles = [Role(row.role) for row in (own, other) if row.state == Membership.State.ACTIVE]
    own.role = max(roles, key=lambda role: role.strength)
    own.state = Membership.State.ACTIVE
    own.save(update_fields=["role", "state"])
    _hand_over(other, own)
    other.delete()


def _hand_over(old: models.Model, new: models.Model) -> None:
    """Points every row that names `old` at `new`: seats, characters, log entries, links, messages."""
    for relation in old._meta.related_objects:
        rows = relation.related_model._default_manager.filter(**{relation.field.name: old})
        if relation.many_to_many:
            for row in rows:
                getattr(row, relation.field.name).add(new)
        else:
            rows.update(**{relation.field.name: new})

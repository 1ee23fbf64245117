"""Coming in by a link: once as somebody new, later as the same person again."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest

from vtt.accounts.models import User
from vtt.campaigns import grants, links, rights
from vtt.campaigns.models import Campaign, Invite, Membership, Role


def found(request: HttpRequest, title: str, name: str) -> Membership:
    """Makes a campaign called `title`, hosted by the account that is logged in or by a new guest `name`."""
    with transaction.atomic():
        campaign = Campaign.objects.create(name=title)
        host = grants.account_of(request) or User.objects.guest(name)
        membership = Membership.objects.create(campaign=campaign, user=host, role=Role.GM, name=name)
    grants.hold(request, membership, is_new=True)
    return membership


def known(request: HttpRequest, invite: Invite) -> Membership | None:
    """Whom the link leads back to: its own person, or for a spectator's link whoever is in already.

    None: somebody new may join. Raises RevokedLink when the link's person was removed, UsedUpLink when
    nobody new may join.
    """
    person = _its_person(invite) if invite.is_personal else _who_is_in(request, invite)
    if person is None and invite.uses_left == 0:
        raise links.UsedUpLink
    return person


def join(request: HttpRequest, token: str, name: str) -> Membership:
    """Joins by the link as `name` (or comes back as whom it knows) and adds the grant to the session.

    Raises links.BadLink. Two people who use an unused personal link at once become one: the first.
    """
    with transaction.atomic():
        invite = links.find(token, lock=True)
        old = known(request, invite)
        membership = old or _join_anew(request, invite, name)
    grants.hold(request, membership, is_new=old is None)
    return membership


def _join_anew(request: HttpRequest, invite: Invite, name: str) -> Membership:
    membership = _membership(grants.account_of(request), invite, name)
    membership.characters.add(*invite.characters.all())
    if invite.is_personal:
        invite.bound = membership.user
    if invite.uses_left is not None:
        invite.uses_left -= 1
    invite.save(update_fields=["bound", "uses_left"])
    rights.changed(invite.campaign)
    return membership


def _its_person(invite: Invite) -> Membership | None:
    if invite.bound is None:
        return None
    person = Membership.objects.filter(campaign=invite.campaign_id, user=invite.bound).first()
    if person is None or person.state != Membership.State.ACTIVE:
        raise links.RevokedLink
    return person


def _who_is_in(request: HttpRequest, invite: Invite) -> Membership | None:
    mine = grants.by_strength(grants.memberships_of(request).filter(campaign=invite.campaign_id))
    return mine[0] if mine else None


def _membership(account: User | None, invite: Invite, name: str) -> Membership:
    """The account's membership; a guest's if there is none or if it is in the campaign as somebody else."""
    active = Membership.objects.filter(campaign=invite.campaign_id, state=Membership.State.ACTIVE)
    if account is None or active.filter(user=account).exists():
        account = User.objects.guest(name)
    membership, _new = Membership.objects.update_or_create(
        campaign=invite.campaign,
        user=account,
        defaults={"role": invite.role, "name": name, "state": Membership.State.ACTIVE},
    )
    return membership

"""One browser, several grants; the tab's URL says which."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import Http404, HttpRequest
from django.test import Client

from tests.cast import Cast, assemble, carry, make_fight, nothing_written
from vtt.accounts.models import User
from vtt.campaigns import grants, links, rights
from vtt.campaigns.models import Invite, Membership, Role
from vtt.fights.models import Fight, Seat


def request_of(browser: Client) -> HttpRequest:
    """A request as the browser would send it now."""
    return browser.get("/account/").wsgi_request


def scope_of(browser: Client) -> dict[str, Any]:
    """The scope of a socket the browser opened."""
    return {"type": "websocket", "session": browser.session}


@pytest.fixture
def fight(cast: Cast) -> Fight:
    return make_fight(cast.campaign)


def test_each_member_opens_the_table_under_its_own_names(cast: Cast, fight: Fight) -> None:
    names = [
        [grant.name for grant in grants.grants_at(request_of(person.browser), fight)]
        for person in cast.everybody()
    ]
    assert names == [["gm", "watch"], ["mina", "watch"], ["jun", "watch"], ["watch"], []]


def test_a_grant_says_role_seats_and_person(cast: Cast, fight: Fight) -> None:
    grant = grants.grant_for(request_of(cast.mina.browser), fight, "mina")
    assert (grant.role, grant.seats, grant.user) == (Role.PLAYER, ("mina",), cast.mina.member.user)
    gm = grants.grant_for(request_of(cast.gm.browser), fight, "gm")
    assert (gm.is_gm, gm.seats) == (True, ("gm",))


@pytest.mark.parametrize(
    ("who", "name"), [("mina", "gm"), ("mina", "jun"), ("spectator", "mina"), ("stranger", "watch")]
)
def test_a_name_that_is_not_held_is_404(cast: Cast, fight: Fight, who: str, name: str) -> None:
    browser = getattr(cast, who).browser
    for bearer in (request_of(browser), scope_of(browser)):
        with pytest.raises(Http404):
            grants.grant_for(bearer, fight, name)


def test_four_tabs_of_one_browser_hold_four_grants(cast: Cast, fight: Fight) -> None:
    browser = Client()
    carry(browser, [cast.gm.member, cast.mina.member, cast.jun.member, cast.spectator.member])
    for name, person in (("gm", cast.gm), ("mina", cast.mina), ("jun", cast.jun)):
        assert grants.grant_for(request_of(browser), fight, name).membership == person.member
        assert grants.grant_for(scope_of(browser), fight, name).membership == person.member
    assert grants.grant_for(request_of(browser), fight, "watch").seats == ()


def test_a_seat_handed_to_somebody_is_theirs_alone(cast: Cast, fight: Fight) -> None:
    Seat.objects.filter(fight=fight, key="mina").update(holder=cast.jun.member)
    jun = grants.grant_for(request_of(cast.jun.browser), fight, "mina")
    assert jun.seats == ("jun", "mina")
    with pytest.raises(Http404):
        grants.grant_for(request_of(cast.mina.browser), fight, "mina")


def test_a_gm_who_holds_a_players_seat_opens_it_as_that_player(cast: Cast, fight: Fight) -> None:
    Seat.objects.filter(fight=fight, key="mina").update(holder=cast.gm.member)
    request = request_of(cast.gm.browser)
    assert grants.grant_for(request, fight, "gm").seats == ("gm", "mina")
    as_player = grants.grant_for(request, fight, "mina")
    assert (as_player.role, as_player.is_gm, as_player.seats) == (Role.PLAYER, False, ("mina",))


@pytest.mark.parametrize("state", [Membership.State.REMOVED, Membership.State.WAITING])
def test_only_an_active_membership_grants(cast: Cast, fight: Fight, state: str) -> None:
    Membership.objects.filter(pk=cast.mina.member.pk).update(state=state)
    assert grants.grants_at(request_of(cast.mina.browser), fight) == []


def test_an_open_socket_loses_its_grant_when_the_person_is_removed(cast: Cast, fight: Fight) -> None:
    scope = scope_of(cast.mina.browser)
    assert grants.grant_for(scope, fight, "mina")
    rights.remove(cast.mina.member)
    with pytest.raises(Http404):
        grants.grant_for(scope, fight, "mina")


def test_an_open_socket_loses_its_grant_when_the_browser_logs_out(cast: Cast, fight: Fight) -> None:
    scope = scope_of(cast.mina.browser)
    cast.mina.browser.post("/account/log-out/")
    with pytest.raises(Http404):
        grants.grant_for(scope, fight, "mina")


def test_an_account_brings_its_memberships_to_any_browser(cast: Cast, fight: Fight) -> None:
    account = User.objects.create_user("mina", "correct horse")
    Membership.objects.filter(pk=cast.mina.member.pk).update(user=account)
    elsewhere = Client()
    elsewhere.force_login(account)
    assert grants.grant_for(request_of(elsewhere), fight, "mina").user == account
    assert grants.grant_for(scope_of(elsewhere), fight, "mina").user == account


def test_another_campaigns_fight_is_404(cast: Cast) -> None:
    other = make_fight(assemble("Another").campaign)
    with pytest.raises(Http404):
        grants.grant_for(request_of(cast.gm.browser), other, "gm")


def test_a_watch_link_needs_no_session(cast: Cast, fight: Fight) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    with nothing_written():
        grant = grants.watch_grant(token, fight)
    assert (grant.name, grant.role, grant.seats, grant.user) == ("watch", Role.SPECTATOR, (), None)


def test_a_watch_link_ends_when_it_is_revoked(cast: Cast, fight: Fight) -> None:
    invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    links.revoke(invite)
    with pytest.raises(links.RevokedLink):
        grants.watch_grant(token, fight)


def test_a_watch_link_shows_its_own_campaign_alone(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    with pytest.raises(Http404):
        grants.watch_grant(token, make_fight(assemble("Another").campaign))


@pytest.mark.parametrize("kind", [Invite.Kind.PLAYER, Invite.Kind.SPECTATOR, Invite.Kind.GM])
def test_a_join_links_token_does_not_watch(cast: Cast, fight: Fight, kind: Invite.Kind) -> None:
    _invite, token = links.make(cast.campaign, kind)
    with pytest.raises(links.UnknownLink):
        grants.watch_grant(token, fight)


def test_looking_up_a_grant_writes_nothing(cast: Cast, fight: Fight) -> None:
    request, scope = request_of(cast.mina.browser), scope_of(cast.mina.browser)
    with nothing_written():
        grants.grant_for(request, fight, "mina")
        grants.grant_for(scope, fight, "mina")

"""Guests become accounts, log in to accounts, log out."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from tests.cast import Cast, assemble, carry, make_fight, nothing_written
from vtt.accounts import views
from vtt.accounts.models import User
from vtt.campaigns import links
from vtt.campaigns.models import Campaign, Invite, Membership, Role
from vtt.chat.models import Message
from vtt.fights.models import Entry, Seat

PASSWORD = "seven brooms fly"


def enter(browser: Client, page: str, username: str = "mina", claimed: Any = (), **more: str) -> Any:
    """Fills in the form of the page ("sign-up" or "log-in") and sends it."""
    ids = [str(membership.pk) for membership in claimed]
    typed = {"username": username, "password": PASSWORD, "claimed": ids, **more}
    return browser.post(f"/account/{page}/", typed)


@pytest.fixture
def account(db: None) -> User:
    return User.objects.create_user("mina", PASSWORD, name="Mina K.")


# ---- signing up


def test_a_guest_becomes_an_account_in_the_same_row(cast: Cast) -> None:
    response = enter(cast.mina.browser, "sign-up", claimed=[cast.mina.member])
    assert response["Location"] == "/account/"
    user = User.objects.get(pk=cast.mina.member.user_id)
    assert (user.username, user.check_password(PASSWORD), user.is_guest) == ("mina", True, False)
    elsewhere = Client()
    enter(elsewhere, "log-in")
    assert elsewhere.get(f"/campaigns/{cast.campaign.pk}/").status_code == 200


def test_signing_up_without_a_guest_makes_a_new_person(cast: Cast) -> None:
    enter(cast.stranger.browser, "sign-up", "stray")
    assert User.objects.get(username="stray").memberships.count() == 0


def test_nobody_is_claimed_who_was_not_ticked(cast: Cast) -> None:
    enter(cast.mina.browser, "sign-up")
    cast.mina.member.refresh_from_db()
    assert cast.mina.member.user.is_guest


def test_nobody_is_claimed_whom_the_browser_does_not_hold(cast: Cast) -> None:
    response = enter(cast.mina.browser, "sign-up", claimed=[cast.jun.member])
    assert response.status_code == 200
    assert not User.objects.filter(username="mina").exists()


def test_only_who_began_in_this_browser_is_ticked(cast: Cast) -> None:
    """A GM who looks through a player's personal link must not swallow the player by logging in."""
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER, bound=cast.mina.member.user)
    cast.gm.browser.post(f"/join/{token}/")
    page = cast.gm.browser.get("/account/log-in/").content.decode()
    assert f'value="{cast.gm.member.pk}" id="id_claimed_0" checked' in page
    assert f'value="{cast.mina.member.pk}" id="id_claimed_1">' in page


@pytest.mark.parametrize(
    ("username", "password"),
    [
        ("", PASSWORD),
        ("mina", ""),
        ("mina", "1234"),
        ("mina", "password"),
        ("a b", PASSWORD),
        ("x" * 61, PASSWORD),
    ],
)
def test_a_bad_name_or_password_makes_no_account(cast: Cast, username: str, password: str) -> None:
    typed = {"username": username, "password": password}
    assert cast.mina.browser.post("/account/sign-up/", typed).status_code == 200
    assert not User.objects.exclude(username=None).exists()


@pytest.mark.parametrize("username", ["mina", "MINA", "ｍｉｎａ"])
def test_a_taken_name_is_refused_however_it_is_written(account: User, username: str) -> None:
    response = enter(Client(), "sign-up", username)
    assert "This user name is taken." in response.content.decode()


def test_two_who_take_one_name_at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other was written between the look and the write."""

    def overtaken(*_: Any) -> User:
        raise IntegrityError

    monkeypatch.setattr(views.merging, "become_account", overtaken)
    response = enter(cast.mina.browser, "sign-up", claimed=[cast.mina.member])
    assert "This user name is taken." in response.content.decode()


# ---- logging in


def test_the_wrong_password_and_an_unknown_name_get_one_sentence(account: User) -> None:
    for typed in ({"username": "mina", "password": "wrong"}, {"username": "nobody", "password": PASSWORD}):
        response = Client().post("/account/log-in/", typed)
        assert "No account has this user name and password." in response.content.decode()


def test_logging_in_moves_the_guests_membership(cast: Cast, account: User) -> None:
    fight = make_fight(cast.campaign)
    guest = cast.mina.member.user
    Entry.objects.create(fight=fight, number=1, version=1, kind="answer", payload="{}", by=guest)
    enter(cast.mina.browser, "log-in", claimed=[cast.mina.member])
    cast.mina.member.refresh_from_db()
    assert cast.mina.member.user == account
    assert Entry.objects.get().by == account
    assert not User.objects.filter(pk=guest.pk).exists()
    assert f"/fights/{fight.pk}/mina/" in page_of(cast.mina.browser, cast.campaign)


@pytest.mark.parametrize(
    ("own", "guests", "strongest"),
    [
        (Role.SPECTATOR, Role.PLAYER, Role.PLAYER),
        (Role.GM, Role.PLAYER, Role.GM),
        (Role.PLAYER, Role.GM, Role.GM),
    ],
)
def test_two_memberships_become_one_and_the_stronger_role_wins(
    cast: Cast, account: User, own: Role, guests: Role, strongest: Role
) -> None:
    mine = Membership.objects.create(campaign=cast.campaign, user=account, role=own, name="Mina K.")
    Membership.objects.filter(pk=cast.mina.member.pk).update(role=guests)
    before = Campaign.objects.get().rights_version
    enter(cast.mina.browser, "log-in", claimed=[cast.mina.member])
    mine.refresh_from_db()
    assert mine.role == strongest
    assert list(account.memberships.all()) == [mine]
    assert Campaign.objects.get().rights_version > before


def test_all_that_hangs_on_a_membership_moves_with_it(cast: Cast, account: User) -> None:
    mine = Membership.objects.create(campaign=cast.campaign, user=account, role=Role.SPECTATOR, name="M")
    fight = make_fight(cast.campaign)
    Seat.objects.filter(fight=fight, key="jun").update(holder=cast.mina.member)
    Message.objects.create(campaign=cast.campaign, seq=1, by=cast.mina.member, speaker="Mina", body="Hm.")
    invite, token = links.make(cast.campaign, Invite.Kind.PLAYER, bound=cast.mina.member.user)
    enter(cast.mina.browser, "log-in", claimed=[cast.mina.member])
    assert list(cast.character("mina").controllers.all()) == [mine]
    assert Seat.objects.get(fight=fight, key="jun").holder == mine
    assert Message.objects.get().by == mine
    invite.refresh_from_db()
    assert invite.bound == account
    assert Client().get(f"/join/{token}/").status_code == 200


def test_a_removed_membership_lends_no_strength(cast: Cast, account: User) -> None:
    """An account that was put out as a GM and came back as a guest spectator stays a spectator."""
    Membership.objects.create(
        campaign=cast.campaign, user=account, role=Role.GM, name="M", state=Membership.State.REMOVED
    )
    enter(cast.spectator.browser, "log-in", claimed=[cast.spectator.member])
    mine = account.memberships.get()
    assert (mine.role, mine.state) == (Role.SPECTATOR, "active")


def test_a_browser_that_held_everybody_becomes_one_gm_who_plays_both(cast: Cast, account: User) -> None:
    fight = make_fight(cast.campaign)
    browser = Client()
    everybody = [cast.gm.member, cast.mina.member, cast.jun.member]
    carry(browser, everybody)
    enter(browser, "log-in", claimed=everybody)
    mine = account.memberships.get()
    assert mine.role == Role.GM
    page = page_of(browser, cast.campaign)
    assert all(f"/fights/{fight.pk}/{name}/" in page for name in ("gm", "mina", "jun"))


def test_memberships_of_several_campaigns_move(cast: Cast, account: User) -> None:
    other = assemble("Another")
    browser = Client()
    carry(browser, [cast.mina.member, other.jun.member])
    enter(browser, "log-in", claimed=[cast.mina.member, other.jun.member])
    assert account.memberships.count() == 2


def test_somebody_elses_account_is_not_swallowed(cast: Cast, account: User) -> None:
    """Only guests move: who came in by an account's personal link holds a grant, not the account."""
    other = User.objects.create_user("jun", PASSWORD)
    Membership.objects.filter(pk=cast.jun.member.pk).update(user=other)
    browser = Client()
    carry(browser, [cast.jun.member])
    assert enter(browser, "log-in", claimed=[cast.jun.member]).status_code == 200
    assert enter(browser, "log-in").status_code == 302
    assert list(other.memberships.all()) == [cast.jun.member]


def page_of(browser: Client, campaign: Campaign) -> str:
    response = browser.get(f"/campaigns/{campaign.pk}/")
    assert response.status_code == 200
    return str(response.content.decode())


# ---- going on


@pytest.mark.parametrize("page", ["sign-up", "log-in"])
@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [
        ("/campaigns/7/", "/campaigns/7/"),
        ("https://evil.example/", "/account/"),
        ("//evil.example/", "/account/"),
        ("/\\evil.example/", "/account/"),
        ("javascript:alert(1)", "/account/"),
        ("", "/account/"),
    ],
)
def test_the_next_page_is_one_of_ours(db: None, page: str, wanted: str, led_to: str) -> None:
    if page == "log-in":
        User.objects.create_user("mina", PASSWORD)
    assert enter(Client(), page, next=wanted)["Location"] == led_to


def test_who_is_logged_in_already_goes_on(account: User) -> None:
    browser = Client()
    enter(browser, "log-in")
    assert browser.get("/account/log-in/?next=/campaigns/7/")["Location"] == "/campaigns/7/"
    assert browser.get("/account/sign-up/")["Location"] == "/account/"


def test_the_language_switch_leads_to_our_pages_alone(db: None) -> None:
    response = Client().post("/language/setlang/", {"language": "ko", "next": "https://evil.example/"})
    assert response["Location"] == "/"


# ---- logging out, looking


def test_logging_out_forgets_guests_too(cast: Cast) -> None:
    before = Campaign.objects.get().rights_version
    assert cast.mina.browser.post("/account/log-out/")["Location"] == "/"
    assert cast.mina.browser.get(f"/campaigns/{cast.campaign.pk}/").status_code == 404
    assert Campaign.objects.get().rights_version == before + 1


def test_logging_out_is_a_post(cast: Cast) -> None:
    assert cast.mina.browser.get("/account/log-out/").status_code == 405


@pytest.mark.parametrize("page", ["", "sign-up/", "log-in/"])
def test_looking_writes_nothing(cast: Cast, page: str) -> None:
    for person in cast.everybody():
        with nothing_written():
            assert person.browser.get(f"/account/{page}").status_code == 200

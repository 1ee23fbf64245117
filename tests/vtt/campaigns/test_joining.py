"""Coming in by a link."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.cast import Cast, make_character, make_fight, nothing_written
from vtt.accounts.models import User
from vtt.campaigns import joining, links, rights
from vtt.campaigns.models import Invite, Membership, Role


def join(token: str, browser: Client | None = None, name: str = "Nari") -> Client:
    """Presses the link's button."""
    browser = browser or Client()
    response = browser.post(f"/join/{token}/", {"name": name})
    assert response.status_code == 302, response.content
    return browser


def names_at(browser: Client, campaign_id: int) -> str:
    """The campaign's page as the browser sees it."""
    response = browser.get(f"/campaigns/{campaign_id}/")
    assert response.status_code == 200
    return response.content.decode()


# ---- looking


def test_opening_a_link_shows_what_it_is_for_and_changes_nothing(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER, [cast.character("mina")])
    with nothing_written():
        page = Client().get(f"/join/{token}/")
    assert page.status_code == 200
    assert cast.campaign.name in page.content.decode()
    assert "Mina" in page.content.decode()
    assert "sessionid" not in page.cookies
    assert Membership.objects.count() == 4
    assert "no-store" in page["Cache-Control"]


def test_only_the_hash_of_a_token_is_kept(cast: Cast, tmp_path: Path) -> None:
    invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    assert invite.token_hash == links.token_hash(token)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            assert token not in str(cursor.fetchall()), table


def test_a_token_is_not_guessable(cast: Cast) -> None:
    tokens = {links.make(cast.campaign, Invite.Kind.SPECTATOR)[1] for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(token) == 32 for token in tokens)


# ---- coming in


def test_a_player_joins_and_plays_the_links_characters(cast: Cast) -> None:
    ara = make_character(cast.campaign, "ara")
    invite, token = links.make(cast.campaign, Invite.Kind.PLAYER, [ara])
    browser = join(token)
    member = Membership.objects.get(name="Nari")
    assert (member.role, member.state, list(ara.controllers.all())) == (Role.PLAYER, "active", [member])
    assert member.user.is_guest
    assert "Nari" in names_at(browser, cast.campaign.pk)
    invite.refresh_from_db()
    assert invite.bound == member.user


def test_the_token_leaves_the_address(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    response = Client().post(f"/join/{token}/", {"name": "Nari"})
    assert response["Location"] == f"/campaigns/{cast.campaign.pk}/"


@pytest.mark.parametrize(
    ("kind", "name"), [(Invite.Kind.GM, "gm"), (Invite.Kind.PLAYER, "ara"), (Invite.Kind.SPECTATOR, "watch")]
)
def test_joining_leads_to_the_open_fight(cast: Cast, kind: Invite.Kind, name: str) -> None:
    characters = [make_character(cast.campaign, "ara")] if kind == Invite.Kind.PLAYER else []
    fight = make_fight(cast.campaign, ["gm", "ara"])
    _invite, token = links.make(cast.campaign, kind, characters)
    response = Client().post(f"/join/{token}/", {"name": "Nari"})
    assert response["Location"] == f"/fights/{fight.pk}/{name}/"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b"])
def test_a_name_is_needed(cast: Cast, name: str) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    response = Client().post(f"/join/{token}/", {"name": name})
    assert response.status_code == 200
    assert Membership.objects.count() == 4


def test_joining_counts_a_change_of_rights(cast: Cast, django_capture_on_commit_callbacks: Any) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.SPECTATOR)
    cast.campaign.refresh_from_db()
    before, told = cast.campaign.rights_version, []

    def listen(campaign_id: int, **_: Any) -> None:
        told.append(campaign_id)

    rights.rights_changed.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        join(token)
    rights.rights_changed.disconnect(listen)
    cast.campaign.refresh_from_db()
    assert cast.campaign.rights_version == before + 1
    assert told == [cast.campaign.pk]


def test_the_session_key_changes_with_the_first_grant_only(cast: Cast) -> None:
    """A later change would cut the browser's open tables off."""
    browser = Client()
    browser.session.save()
    keys = []
    for _ in range(2):
        _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
        join(token, browser)
        keys.append(browser.session.session_key)
    assert keys[0] == keys[1]


# ---- coming back


def test_a_players_link_on_a_second_device_is_the_same_player(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    join(token)
    other_device = Client()
    with nothing_written():
        assert "Welcome, Nari" in other_device.get(f"/join/{token}/").content.decode()
    join(token, other_device, name="")
    assert Membership.objects.filter(name="Nari").count() == 1
    assert "Nari" in names_at(other_device, cast.campaign.pk)


def test_a_second_link_in_the_same_browser_adds_a_grant(cast: Cast) -> None:
    fight = make_fight(cast.campaign, ["gm", "ara", "bo"])
    browser = Client()
    for key in ("ara", "bo"):
        _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER, [make_character(cast.campaign, key)])
        join(token, browser, name=key)
    page = names_at(browser, cast.campaign.pk)
    assert f"/fights/{fight.pk}/ara/" in page
    assert f"/fights/{fight.pk}/bo/" in page


def test_a_spectators_link_lets_many_in_and_nobody_twice(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.SPECTATOR)
    first = join(token, name="Uno")
    join(token, name="Due")
    join(token, first, name="Tre")
    spectators = Membership.objects.filter(role=Role.SPECTATOR).values_list("name", flat=True)
    assert sorted(spectators) == ["Due", "Sol", "Uno"]


def test_two_who_open_an_unused_personal_link_at_once_become_one(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second looked at the link before the first had joined, and presses the button after."""
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    join_in_earnest = joining.join

    def overtaken(*args: Any) -> Membership:
        monkeypatch.setattr(joining, "join", join_in_earnest)
        join(token, name="First")
        return join_in_earnest(*args)

    monkeypatch.setattr(joining, "join", overtaken)
    join(token, name="Second")
    assert Membership.objects.filter(name="First").count() == 1
    assert not Membership.objects.filter(name="Second").exists()


def test_an_account_joins_as_itself(cast: Cast) -> None:
    account = User.objects.create_user("nari", "correct horse")
    browser = Client()
    browser.force_login(account)
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    join(token, browser)
    assert Membership.objects.get(name="Nari").user == account


def test_a_gm_who_tries_a_players_link_becomes_that_player_beside(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    join(token, cast.gm.browser)
    cast.gm.member.refresh_from_db()
    assert cast.gm.member.role == Role.GM
    assert Membership.objects.get(name="Nari").role == Role.PLAYER


def test_a_removed_account_comes_back_by_a_new_link(cast: Cast) -> None:
    account = User.objects.create_user("mina", "correct horse")
    Membership.objects.filter(pk=cast.mina.member.pk).update(user=account)
    rights.remove(cast.mina.member)
    browser = Client()
    browser.force_login(account)
    _invite, token = links.make(cast.campaign, Invite.Kind.SPECTATOR)
    join(token, browser)
    member = Membership.objects.get(user=account)
    assert (member.pk, member.role, member.state) == (cast.mina.member.pk, Role.SPECTATOR, "active")


# ---- links that lead nowhere


def assert_says(page: Any, status: int, sentence: str) -> None:
    """The page is the plain one, says what happened and whom to ask."""
    text = page.content.decode()
    assert page.status_code == status
    assert sentence in text
    assert "game master" in text


def everywhere(token: str) -> list[Any]:
    """What a browser gets that looks at the link and that presses the button."""
    return [Client().get(f"/join/{token}/"), Client().post(f"/join/{token}/", {"name": "Nari"})]


@pytest.mark.parametrize("change", [str.swapcase, lambda token: token[:-1], lambda token: token + "x"])
def test_a_tampered_link_is_unknown(cast: Cast, change: Any) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    for page in everywhere(change(token)):
        assert_says(page, 404, "This link is not known here.")
    assert_says(Client().get(f"/watch/{change(token)}/"), 404, "This link is not known here.")


def test_a_revoked_link_says_so(cast: Cast) -> None:
    invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    links.revoke(invite)
    for page in everywhere(token):
        assert_says(page, 410, "This link was withdrawn.")


def test_an_expired_link_says_so(cast: Cast) -> None:
    _invite, token = links.make(
        cast.campaign, Invite.Kind.SPECTATOR, expires=timezone.now() + timedelta(days=1)
    )
    assert Client().get(f"/join/{token}/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        for page in everywhere(token):
            assert_says(page, 410, "time is over")


def test_a_link_for_one_lets_one_in(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.SPECTATOR, uses=1)
    first = join(token)
    for page in everywhere(token):
        assert_says(page, 410, "as often as it was made for")
    assert first.get(f"/join/{token}/").status_code == 200


def test_the_personal_link_of_a_removed_player_is_dead(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    join(token)
    rights.remove(Membership.objects.get(name="Nari"))
    for page in everywhere(token):
        assert_says(page, 410, "This link was withdrawn.")


def test_a_watch_link_does_not_join(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    for page in everywhere(token):
        assert_says(page, 404, "This link is not known here.")


# ---- watching


def test_a_watch_link_lists_fights_without_a_cookie(cast: Cast) -> None:
    fight = make_fight(cast.campaign)
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    browser = Client()
    with nothing_written():
        page = browser.get(f"/watch/{token}/")
    assert f"/watch/{token}/fights/{fight.pk}/" in page.content.decode()
    assert "ringside_session" not in browser.cookies
    assert browser.post(f"/watch/{token}/").status_code == 405


def test_a_revoked_watch_link_says_so(cast: Cast) -> None:
    invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    links.revoke(invite)
    assert_says(Client().get(f"/watch/{token}/"), 410, "This link was withdrawn.")


@pytest.mark.parametrize("name", ["Mi\u202ena", "\u200bMina\u2066", "Mi\u0007na", "\ufeffMina "])
def test_a_name_holds_nothing_that_cannot_be_seen_or_turns_words_around(cast: Cast, name: str) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    cast.stranger.browser.post(f"/join/{token}/", {"name": name})
    assert cast.campaign.memberships.filter(name__in=("Mina", "Mi na")).exists()


def test_a_name_of_nothing_that_can_be_seen_is_none(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.PLAYER)
    assert cast.stranger.browser.post(f"/join/{token}/", {"name": "\u200b\u202e"}).status_code == 200

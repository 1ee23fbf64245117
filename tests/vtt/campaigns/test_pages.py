"""A campaign's pages: who may open and do what, and what it does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.cast import Cast, assemble, make_fight, nothing_written
from vtt.campaigns import links, rights
from vtt.campaigns.models import Campaign, Invite, Membership, Role
from vtt.fights.models import Fight

EVERYBODY = ("gm", "mina", "jun", "spectator", "stranger")
MEMBERS = EVERYBODY[:4]
PERMISSIONS = (
    ("get", "/", EVERYBODY),
    ("get", "/account/", EVERYBODY),
    ("post", "/campaigns/", EVERYBODY),
    ("post", "/fights/try/", EVERYBODY),
    ("get", "/campaigns/{campaign}/", MEMBERS),
    ("post", "/campaigns/{campaign}/links/", ("gm",)),
    ("post", "/campaigns/{campaign}/links/{invite}/revoke/", ("gm",)),
    ("post", "/campaigns/{campaign}/people/{member}/role/", ("gm",)),
    ("post", "/campaigns/{campaign}/people/{member}/link/", ("gm",)),
    ("post", "/campaigns/{campaign}/people/{member}/remove/", ("gm",)),
    ("post", "/campaigns/{campaign}/characters/{character}/", ("gm",)),
    ("post", "/campaigns/{campaign}/characters/{character}/rested/", ("gm",)),
    ("post", "/campaigns/{campaign}/rested/", ("gm",)),
    ("get", "/campaigns/999/", ()),
    ("post", "/campaigns/999/links/", ()),
)
"""Method, address, who may; for all others it is not there."""


def address(template: str, cast: Cast) -> str:
    """The address with this cast's ids; the person and the character are Jun's."""
    invite = cast.campaign.invites.first()
    assert invite is not None
    return template.format(
        campaign=cast.campaign.pk,
        invite=invite.pk,
        member=cast.jun.member.pk,
        character=cast.character("jun").pk,
    )


def standing(campaign: Campaign) -> list[object]:
    """Everything that a campaign's pages can change."""
    campaign.refresh_from_db()
    return [
        campaign.rights_version,
        list(campaign.memberships.order_by("pk").values_list("pk", "role", "state", "characters")),
        list(campaign.invites.order_by("pk").values_list("pk", "revoked", "bound")),
    ]


@pytest.fixture(autouse=True)
def invite(cast: Cast) -> Invite:
    """A link that stands already."""
    return links.make(cast.campaign, Invite.Kind.PLAYER)[0]


# ---- who may


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize(("method", "template", "allowed"), PERMISSIONS)
def test_who_may_open_what(
    cast: Cast, method: str, template: str, allowed: tuple[str, ...], who: str
) -> None:
    before = standing(cast.campaign)
    response = getattr(getattr(cast, who).browser, method)(address(template, cast))
    assert (response.status_code != 404) == (who in allowed)
    assert response.status_code < 500
    assert who in allowed or standing(cast.campaign) == before


@pytest.mark.parametrize(("method", "template"), [row[:2] for row in PERMISSIONS])
def test_the_wrong_method_is_refused(cast: Cast, method: str, template: str) -> None:
    wrong = {"get": cast.gm.browser.post, "post": cast.gm.browser.get}[method]
    assert wrong(address(template, cast)).status_code == 405


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("template", [row[1] for row in PERMISSIONS if row[0] == "get"])
def test_looking_writes_nothing(cast: Cast, template: str, who: str) -> None:
    make_fight(cast.campaign)
    with nothing_written():
        getattr(cast, who).browser.get(address(template, cast))


def test_another_campaigns_gm_changes_nothing_here(cast: Cast) -> None:
    outsider, before = assemble("Another").gm, standing(cast.campaign)
    for method, template, _allowed in PERMISSIONS[4:]:
        assert getattr(outsider.browser, method)(address(template, cast)).status_code == 404
    assert standing(cast.campaign) == before


def test_ids_of_another_campaign_are_404(cast: Cast) -> None:
    """A GM cannot reach into a campaign by naming its people, links or characters under the own one."""
    other = assemble("Another")
    foreign, _token = links.make(other.campaign, Invite.Kind.PLAYER)
    here = f"/campaigns/{cast.campaign.pk}"
    for path in (
        f"links/{foreign.pk}/revoke/",
        f"people/{other.jun.member.pk}/role/",
        f"people/{other.jun.member.pk}/link/",
        f"people/{other.jun.member.pk}/remove/",
        f"characters/{other.character('jun').pk}/",
        f"characters/{other.character('jun').pk}/rested/",
    ):
        assert cast.gm.browser.post(f"{here}/{path}", {"role": "gm"}).status_code == 404


def test_a_player_sees_neither_links_nor_controls(cast: Cast) -> None:
    page = cast.mina.browser.get(f"/campaigns/{cast.campaign.pk}/").content.decode()
    assert "/links/" not in page
    assert "/people/" not in page


# ---- campaigns


def test_anybody_makes_a_campaign_and_is_its_gm(db: None) -> None:
    browser = Client()
    response = browser.post("/campaigns/", {"title": "Winter term", "name": "Ari"})
    member = Membership.objects.get(campaign__name="Winter term")
    assert response["Location"] == f"/campaigns/{member.campaign_id}/"
    assert (member.role, member.name, member.user.is_guest) == (Role.GM, "Ari", True)
    assert "Winter term" in browser.get("/").content.decode()


def test_a_new_campaign_can_fight_at_once(cast: Cast) -> None:
    made = cast.stranger.browser.post("/campaigns/", {"title": "Winter term", "name": "Ari"})
    place = Campaign.objects.get(name="Winter term")
    assert place.characters.count() >= 2
    assert f"/fights/new/{place.pk}/" in cast.stranger.browser.get(made["Location"]).content.decode()


def test_a_visitor_tries_a_fight_against_bots(db: None) -> None:
    browser = Client()
    response = browser.post("/fights/try/")
    fight = Fight.objects.get()
    mine = response["Location"].split("/")[-2]
    assert response["Location"] == f"/fights/{fight.pk}/{mine}/"
    assert fight.phase == Fight.Phase.RUNNING
    assert not fight.drivers.filter(character=mine, kind="bot").exists()
    assert fight.drivers.filter(kind="bot").count() >= 3
    assert browser.get(response["Location"]).status_code == 200
    assert browser.get(f"/fights/{fight.pk}/gm/").status_code == 200


def test_a_campaign_without_a_title_is_not_made(cast: Cast) -> None:
    response = cast.stranger.browser.post("/campaigns/", {"title": "", "name": "Ari"})
    assert response.status_code == 422
    assert Campaign.objects.count() == 1


# ---- links


def test_a_new_link_is_shown_once(cast: Cast) -> None:
    page = f"/campaigns/{cast.campaign.pk}/"
    made = cast.gm.browser.post(
        f"{page}links/", {"role": "player", "characters": [cast.character("mina").pk]}
    )
    (token,) = re.findall(r"http://testserver/join/([\w-]{32})/", made.content.decode())
    assert list(links.find(token).characters.all()) == [cast.character("mina")]
    assert token not in cast.gm.browser.get(page).content.decode()
    assert "no-store" in made["Cache-Control"]


def test_a_watch_links_address_is_for_watching(cast: Cast) -> None:
    made = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/links/", {"role": "watch", "days": "7"})
    (token,) = re.findall(r"http://testserver/watch/([\w-]{32})/", made.content.decode())
    assert links.find(token, watching=True).expires is not None


@pytest.mark.parametrize(
    "typed",
    [{"role": "king"}, {}, {"role": "player", "characters": ["999"]}, {"role": "player", "days": "0"}],
)
def test_a_malformed_link_is_not_made(cast: Cast, typed: dict[str, Any]) -> None:
    response = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/links/", typed)
    assert response.status_code == 422
    assert cast.campaign.invites.count() == 1


def test_only_a_players_link_hands_out_characters(cast: Cast) -> None:
    typed = {"role": "spectator", "characters": [cast.character("mina").pk]}
    assert cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/links/", typed).status_code == 422


def test_a_link_is_revoked(cast: Cast, invite: Invite) -> None:
    cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/links/{invite.pk}/revoke/")
    invite.refresh_from_db()
    assert invite.revoked
    assert (
        f"links/{invite.pk}/" not in cast.gm.browser.get(f"/campaigns/{cast.campaign.pk}/").content.decode()
    )


def test_a_player_who_lost_the_link_gets_a_new_one(cast: Cast) -> None:
    old, _token = links.make(cast.campaign, Invite.Kind.PLAYER, bound=cast.mina.member.user)
    made = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/people/{cast.mina.member.pk}/link/")
    (token,) = re.findall(r"/join/([\w-]{32})/", made.content.decode())
    old.refresh_from_db()
    assert old.revoked
    elsewhere = Client()
    elsewhere.post(f"/join/{token}/")
    assert "Min-ah" in elsewhere.get(f"/campaigns/{cast.campaign.pk}/").content.decode()


def test_spectators_have_no_personal_link(cast: Cast) -> None:
    path = f"/campaigns/{cast.campaign.pk}/people/{cast.spectator.member.pk}/link/"
    assert cast.gm.browser.post(path).status_code == 404


# ---- people


def test_a_role_is_given(cast: Cast) -> None:
    before = standing(cast.campaign)[0]
    cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/people/{cast.jun.member.pk}/role/", {"role": "gm"})
    cast.jun.member.refresh_from_db()
    assert cast.jun.member.role == Role.GM
    assert standing(cast.campaign)[0] != before


@pytest.mark.parametrize("role", ["", "king"])
def test_a_role_that_is_none_is_refused(cast: Cast, role: str) -> None:
    path = f"/campaigns/{cast.campaign.pk}/people/{cast.jun.member.pk}/role/"
    assert cast.gm.browser.post(path, {"role": role}).status_code == 422


@pytest.mark.parametrize(("action", "typed"), [("role", {"role": "player"}), ("remove", {})])
def test_the_last_gm_stays(cast: Cast, action: str, typed: dict[str, str]) -> None:
    path = f"/campaigns/{cast.campaign.pk}/people/{cast.gm.member.pk}/{action}/"
    response = cast.gm.browser.post(path, typed)
    assert response.status_code == 409
    assert "needs a game master" in response.content.decode()
    cast.gm.member.refresh_from_db()
    assert (cast.gm.member.role, cast.gm.member.state) == (Role.GM, "active")


def test_a_removed_player_is_out_at_once(cast: Cast) -> None:
    before = standing(cast.campaign)[0]
    cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/people/{cast.mina.member.pk}/remove/")
    assert cast.mina.browser.get(f"/campaigns/{cast.campaign.pk}/").status_code == 404
    assert list(cast.character("mina").controllers.all()) == []
    assert standing(cast.campaign)[0] != before
    page = cast.gm.browser.get(f"/campaigns/{cast.campaign.pk}/").content.decode()
    assert "Min-ah" not in page


def test_a_removed_player_leaves_given_seats(cast: Cast) -> None:
    fight = make_fight(cast.campaign)
    fight.seats.filter(key="jun").update(holder=cast.mina.member)
    rights.remove(cast.mina.member)
    assert fight.seats.get(key="jun").holder is None


def test_a_player_who_becomes_a_spectator_decides_for_nobody(cast: Cast) -> None:
    fight = make_fight(cast.campaign)
    fight.seats.filter(key="jun").update(holder=cast.mina.member)
    rights.set_role(cast.mina.member, Role.SPECTATOR)
    assert list(cast.mina.member.characters.all()) == []
    assert fight.seats.get(key="jun").holder is None


def test_a_character_is_handed_to_another_player(cast: Cast) -> None:
    before = standing(cast.campaign)[0]
    path = f"/campaigns/{cast.campaign.pk}/characters/{cast.character('mina').pk}/"
    cast.gm.browser.post(path, {"controllers": [cast.jun.member.pk]})
    assert list(cast.character("mina").controllers.all()) == [cast.jun.member]
    assert standing(cast.campaign)[0] != before


def test_a_spectator_is_handed_no_character(cast: Cast) -> None:
    path = f"/campaigns/{cast.campaign.pk}/characters/{cast.character('mina').pk}/"
    response = cast.gm.browser.post(path, {"controllers": [cast.spectator.member.pk]})
    assert response.status_code == 422
    assert list(cast.character("mina").controllers.all()) == [cast.mina.member]


def test_two_gms_cannot_both_leave(cast: Cast) -> None:
    rights.set_role(cast.jun.member, Role.GM)
    rights.remove(cast.gm.member)
    with pytest.raises(rights.LastGM):
        rights.remove(cast.jun.member)

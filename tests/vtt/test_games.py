"""Several games in one campaign: what is ready of each, and fights of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from rules import registry
from tests.cast import Cast, assemble
from vtt.campaigns.models import Campaign
from vtt.fights import drawing, starter
from vtt.fights.models import Fight

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Databases of tests go back in time; what processes keep in memory does not."""
    drawing.forget()
    yield
    drawing.forget()


@pytest.fixture
def cast() -> Cast:
    """A campaign from before there were several games."""
    return assemble()


def test_every_game_has_its_name_and_its_door() -> None:
    assert list(starter.GAMES) == list(registry.SLUGS)
    for system in starter.systems():
        encounter = next(iter(system.encounters))
        assert set(starter.first_party(system.slug)) <= set(system.characters)
        setup = system.encounter_setup(encounter)
        assert list(system.seats(setup))[1:] == list(system.encounters[encounter].characters)


def test_a_new_campaign_holds_what_is_ready_of_every_game() -> None:
    Client().post("/campaigns/", {"title": "Both", "name": "Gia"})
    campaign = Campaign.objects.get()
    for held in (campaign.characters, campaign.encounters):
        assert set(held.values_list("system", flat=True)) == set(registry.SLUGS)


@pytest.mark.parametrize("game", registry.SLUGS)
def test_a_fight_of_each_game_can_be_tried(game: str) -> None:
    browser = Client()
    assert f'name="game" value="{game}"' in browser.get("/").content.decode()
    reply = browser.post("/fights/try/", {"game": game})
    fight = Fight.objects.get()
    assert fight.system == game
    assert reply["Location"] == f"/fights/{fight.pk}/{starter.first_party(game)[0]}/"
    assert browser.get(reply["Location"]).status_code == 200


def test_an_unknown_game_is_the_first_one() -> None:
    Client().post("/fights/try/", {"game": "../chess"})
    assert Fight.objects.get().system == registry.SLUGS[0]


@pytest.mark.parametrize("game", registry.SLUGS)
def test_a_new_fight_is_of_one_game(cast: Cast, game: str) -> None:
    """Its encounters and characters are offered, nobody else's; what came since the campaign was made is there."""
    address = f"/fights/new/{cast.campaign.pk}/?game={game}"
    assert cast.gm.browser.get(address).status_code == 200
    encounter = cast.campaign.encounters.filter(system=game).first()
    assert encounter is not None
    party = cast.campaign.characters.filter(system=game, key__in=starter.first_party(game)).exclude(
        sheet="{}"
    )
    foreign = cast.campaign.characters.exclude(system=game)
    chosen = {"encounter": encounter.pk, "characters": [each.pk for each in foreign]}
    assert cast.gm.browser.post(address, chosen).status_code == 422
    if party:
        reply = cast.gm.browser.post(address, chosen | {"characters": [each.pk for each in party]})
        assert reply.status_code == 302, reply.content.decode()
        made = Fight.objects.latest("pk")
        assert made.system == game
        assert len(json.loads(made.setup)["characters"]) == len(party)


def test_a_name_that_another_games_character_has_is_told_apart(cast: Cast) -> None:
    cast.campaign.characters.filter(key="mina").update(key="mio")
    newcomer = starter.characters(cast.campaign, ["mio"], "kamigakari")[0]
    assert newcomer.key == "mio-kamigakari"
    assert starter.characters(cast.campaign, ["mio"], "kamigakari") == [newcomer]


def test_each_game_has_a_demo() -> None:
    for game in registry.SLUGS:
        call_command("demo", game, stdout=StringIO())
        call_command("demo", game, stdout=StringIO())
    assert sorted(Fight.objects.values_list("system", flat=True)) == sorted(registry.SLUGS)

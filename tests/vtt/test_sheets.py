"""A combatant's sheet on the page: who may open whose, at which moment, with which words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
import time_machine
from django.test import Client

from rules import registry
from tests.cast import Cast, nothing_written
from tests.vtt.fights.conftest import Played
from vtt.campaigns import links
from vtt.campaigns.models import Invite
from vtt.fights import drawing, hosting, new, starter, table
from vtt.fights.models import Fight

pytestmark = pytest.mark.django_db
PANEL = {"hx-request": "true"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Databases of tests go back in time; what processes keep in memory does not."""
    drawing.forget()
    yield
    drawing.forget()


def begun(cast: Cast, game: str = "harvest") -> Played:
    """The game's first ready encounter; its first character is played by Min-ah."""
    cast.campaign.characters.all().delete()
    starter.unpack(cast.campaign)
    ready = cast.campaign.encounters.filter(system=game).first()
    assert ready is not None
    party = starter.characters(cast.campaign, starter.first_party(game), game)
    party[0].controllers.set([cast.mina.member])
    made = new.make(ready, party)
    hosting.start(made.pk, None)
    return Played(cast, made.pk)


def names(played: Played) -> tuple[str, str]:
    """A player's character and something the GM plays."""
    state = played.snapshot.state["combatants"]
    return next(each["name"] for each in state if not each["kind"]), next(
        e["name"] for e in state if e["kind"]
    )


@pytest.mark.parametrize("game", registry.SLUGS)
def test_each_opens_sheets_from_the_own_table_alone(cast: Cast, game: str) -> None:
    played = begun(cast, game)
    own, foe = names(played)
    for person, grant in product(cast.everybody(), ("gm", own, "watch")):
        may = {"gm": person is cast.gm, own: person is cast.mina}.get(grant, person is not cast.stranger)
        for who in (own, foe):
            reply = person.browser.get(played.url(grant, f"token/{who}/"), headers=PANEL)
            assert reply.status_code == (200 if may else 404), (person.name, grant, who)
    assert cast.gm.browser.post(played.url("gm", f"token/{own}/")).status_code == 405


@pytest.mark.parametrize("lang", registry.LANGUAGES)
@pytest.mark.parametrize("game", registry.SLUGS)
def test_everybody_on_the_order_has_a_sheet_in_ones_own_words(cast: Cast, game: str, lang: str) -> None:
    """Each link of the order leads to one, and none shows a key."""
    played = begun(cast, game)
    page = cast.gm.browser.get(played.url("gm")).content.decode()
    found = list(dict.fromkeys(re.findall(r'href="([^"]+/token/[^"]+/)"', page)))
    assert len(found) == len(played.snapshot.state["combatants"])
    for address in found:
        html = cast.gm.browser.get(address, headers=PANEL | {"accept-language": lang}).content.decode()
        assert f"{game}." not in html
        assert "engine." not in html


def test_who_is_not_in_this_fight_has_no_sheet(cast: Cast) -> None:
    """Somebody of another fight of the same campaign is nobody here."""
    one, other = begun(cast, "harvest"), begun(cast, "kamigakari")
    stranger = names(other)[1]
    for who in (stranger, "nobody"):
        assert cast.gm.browser.get(one.url("gm", f"token/{who}/")).status_code == 404
    assert cast.gm.browser.get(other.url("gm", f"token/{stranger}/")).status_code == 200


def test_somebody_hidden_is_like_somebody_who_is_not_there(cast: Cast) -> None:
    """KG-36: the answer to a player is the same as for a name that was made up."""
    played = begun(cast, "kamigakari")
    own, foe = names(played)
    table.rule(played.id, "give", {"name": foe, "status": "hidden"}, played.ticket, None)
    for who in (foe, "nobody"):
        assert cast.mina.browser.get(played.url(own, f"token/{who}/")).status_code == 404
    assert cast.gm.browser.get(played.url("gm", f"token/{foe}/")).status_code == 200


def test_looking_at_a_sheet_writes_nothing(cast: Cast) -> None:
    played = begun(cast)
    with nothing_written():
        cast.gm.browser.get(played.url("gm", f"token/{names(played)[0]}/"))


def test_without_scripts_a_sheet_is_a_page_with_a_way_back(cast: Cast) -> None:
    played = begun(cast)
    own, _foe = names(played)
    html = cast.mina.browser.get(played.url(own, f"token/{own}/")).content.decode()
    assert f'<a href="{played.url(own)}">' in html
    table_page = cast.mina.browser.get(played.url(own)).content.decode()
    assert f'href="{played.url(own)}token/{own}/"' in table_page
    panel = cast.mina.browser.get(played.url(own, f"token/{own}/"), headers=PANEL).content.decode()
    assert "<html" not in panel


def test_a_watcher_by_link_reads_sheets_too(cast: Cast) -> None:
    played = begun(cast)
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    address = f"/watch/{token}/fights/{played.id}/token/"
    assert Client().get(f"{address}{names(played)[1]}/").status_code == 200
    assert Client().get(f"{address}nobody/").status_code == 404


def test_a_fight_shown_late_has_late_sheets(cast: Cast) -> None:
    """A spectator reads of the moment that the page shows, a player of now."""
    with time_machine.travel("2026-11-30 12:00", tick=False) as clock:
        played = begun(cast)
        own, _foe = names(played)
        Fight.objects.filter(pk=played.id).update(delay=60)
        clock.shift(120)
        table.rule(played.id, "set_hp", {"name": own, "value": 1}, played.ticket, None)

        def hp(browser: Client, grant: str) -> bool:
            html = browser.get(played.url(grant, f"token/{own}/"), headers=PANEL).content.decode()
            return ">1 of " in html

        assert (hp(cast.spectator.browser, "watch"), hp(cast.mina.browser, own)) == (False, True)
        clock.shift(61)
        assert hp(cast.spectator.browser, "watch")


def test_after_the_battle_sheets_say_how_everybody_stood(cast: Cast) -> None:
    """As the board does: HV-07 restores them for the next fight."""
    played = begun(cast)
    own, _foe = names(played)
    table.rule(played.id, "set_hp", {"name": own, "value": 1}, played.ticket, None)
    table.rule(played.id, "end", {"winner": "enemy"}, played.ticket, None)
    assert ">1 of " in cast.mina.browser.get(played.url(own, f"token/{own}/"), headers=PANEL).content.decode()

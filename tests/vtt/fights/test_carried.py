"""What fights leave of characters: carried into the next fight, told to whom it concerns, gone after a rest."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rules import registry
from rules.registry import system as ready_system
from tests.cast import Cast, Person, assemble
from tests.vtt.fights.conftest import Played
from vtt.characters.models import Character
from vtt.fights import hosting, new, starter, table
from vtt.fights.models import Fight

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch, candles: Any) -> None:
    """The real games, not the candles of the tests beside."""
    monkeypatch.setattr(registry, "system", ready_system)


@pytest.fixture
def cast(cast: Cast) -> Cast:
    """In a campaign with everything ready; Min-ah plays Lin of the magical girls and Mio of the godhunters."""
    cast.campaign.characters.all().delete()
    starter.stock(cast.campaign)
    for key in ("lin", "mio"):
        cast.character(key).controllers.add(cast.mina.member)
    return cast


def fight(cast: Cast, key: str) -> Played:
    """That character's fight in her game's first ready encounter, begun."""
    character = cast.character(key)
    ready = cast.campaign.encounters.filter(system=character.system).order_by("pk").first()
    assert ready is not None
    played = Played(cast, new.make(ready, starter.party(ready)).pk)
    hosting.start(played.id, None)
    return played


def left(played: Played, **rulings: dict[str, Any]) -> Played:
    """Set by hand how it went, and over."""
    for name, params in (*rulings.items(), ("end", {"winner": ""})):
        table.rule(played.id, name, params, played.ticket, None)
    while played.fight.phase == Fight.Phase.RUNNING:
        played.answer(played.waiting()[0], None)
    return played


def hurt(cast: Cast) -> Played:
    """A fight that leaves Lin with HP 4 and a severe wound."""
    wound = {"name": "lin", "wound": "severe"}
    return left(fight(cast, "lin"), set_hp={"name": "lin", "value": 4}, wound=wound)


def at_start(played: Played, key: str) -> dict[str, Any]:
    """A combatant's numbers now."""
    state: dict[str, Any] = next(c for c in played.snapshot.state["combatants"] if c["name"] == key)
    return state


def page(person: Person, cast: Cast) -> str:
    """The campaign's page as somebody sees it, without what is new with every request."""
    html = person.browser.get(f"/campaigns/{cast.campaign.pk}/").content.decode()
    return "\n".join(line for line in html.splitlines() if "csrf" not in line)


def test_a_wounded_girl_begins_the_next_fight_wounded_until_she_has_rested(cast: Cast) -> None:
    """MG-53: HP and the wound come along; her sheet stays as it was made, and after days of rest it counts."""
    made = cast.character("lin").sheet
    hosting.close(hurt(cast).id)
    lin = cast.character("lin")
    assert (lin.sheet, lin.carried["hp"], lin.carried["wound"]) == (made, 4, "severe")
    again = at_start(fight(cast, "lin"), "lin")
    assert (again["hp"], again["wound"]) == (4, "severe")
    reply = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/characters/{lin.pk}/rested/")
    assert reply["Location"] == f"/campaigns/{cast.campaign.pk}/#characters"
    whole = at_start(fight(cast, "lin"), "lin")
    assert (whole["hp"], whole["wound"]) == (whole["max_hp"], "none")


def test_the_crest_stays_below_0_until_its_owner_has_rested(cast: Cast) -> None:
    """KG-37."""
    hosting.close(left(fight(cast, "mio"), set_crest={"name": "mio", "crest": -3}).id)
    assert at_start(fight(cast, "mio"), "mio")["crest"] == -3
    assert "crest -3" in page(cast.gm, cast)
    reply = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/rested/")
    assert reply["Location"].endswith("#characters")
    assert at_start(fight(cast, "mio"), "mio")["crest"] == 22
    assert "crest -3" not in page(cast.gm, cast)


def test_before_a_fight_is_closed_the_gm_reads_what_the_characters_will_carry(cast: Cast) -> None:
    """MG-53: who was not hurt is not named."""
    played = hurt(cast)
    asked = cast.gm.browser.post(played.url("gm", "close/")).content.decode()
    assert "HP 4, severe wound" in asked
    assert asked.count("<li>") == 1
    assert cast.character("lin").carried == {}
    unhurt = left(fight(cast, "lin"))
    assert "carry nothing away" in cast.gm.browser.post(unhurt.url("gm", "close/")).content.decode()


def test_the_gm_and_who_plays_her_read_what_she_carries(cast: Cast) -> None:
    """Who only plays her has no button; others read nothing, whatever she carries."""
    twin = [page(person, cast) for person in (cast.jun, cast.spectator)]
    hosting.close(hurt(cast).id)
    Fight.objects.all().delete()
    assert "HP 4, severe wound" in page(cast.gm, cast)
    assert page(cast.gm, cast).count("/rested/") == 2
    assert "HP 4, severe wound" in page(cast.mina, cast)
    assert "/rested/" not in page(cast.mina, cast)
    assert [page(person, cast) for person in (cast.jun, cast.spectator)] == twin


def test_a_fight_that_hurt_nobody_leaves_the_page_as_it_was(cast: Cast) -> None:
    """And nothing to take away."""
    before = page(cast.gm, cast)
    hosting.close(left(fight(cast, "lin")).id)
    Fight.objects.all().delete()
    assert cast.character("lin").carried["wound"] == "none"
    assert page(cast.gm, cast) == before


def test_the_gm_of_that_campaign_alone_says_who_has_rested(cast: Cast) -> None:
    """Nobody else, not even a GM elsewhere, nor by naming her under a campaign of the own."""
    hosting.close(hurt(cast).id)
    elsewhere, lin = assemble("Another"), cast.character("lin")
    here, there = f"/campaigns/{cast.campaign.pk}/", f"/campaigns/{elsewhere.campaign.pk}/"
    for person in (cast.mina, cast.jun, cast.spectator, cast.stranger, elsewhere.gm):
        assert person.browser.post(f"{here}rested/").status_code == 404
        assert person.browser.post(f"{here}characters/{lin.pk}/rested/").status_code == 404
    assert elsewhere.gm.browser.post(f"{there}characters/{lin.pk}/rested/").status_code == 404
    assert elsewhere.gm.browser.post(f"{there}rested/").status_code == 302
    assert cast.character("lin").carried["hp"] == 4


def test_a_sheet_that_an_older_fight_wrote_into_stays_as_it_is(cast: Cast) -> None:
    """What later fights leave lies over it, and what it says itself is not told as carried."""
    old = json.loads(cast.character("lin").sheet) | {"hp": 5, "wound": "light"}
    Character.objects.filter(key="lin").update(sheet=json.dumps(old))
    hosting.close(left(fight(cast, "lin")).id)
    assert "/rested/" not in page(cast.gm, cast)
    hosting.close(left(fight(cast, "lin"), set_hp={"name": "lin", "value": 4}).id)
    assert "HP 4<" in page(cast.gm, cast)
    reply = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/rested/")
    assert reply["Location"].endswith("#characters")
    assert at_start(fight(cast, "lin"), "lin")["hp"] == 5


def test_who_makes_a_fight_reads_what_each_carries_into_it(cast: Cast) -> None:
    """MG-52, MG-53: beside her name, with a warning where she could do nothing and the way to the rest."""
    address = f"/fights/new/{cast.campaign.pk}/?game=magical_girls"
    before = cast.gm.browser.get(address).content.decode()
    hosting.close(left(fight(cast, "lin"), set_hp={"name": "lin", "value": 4}).id)
    hosting.close(left(fight(cast, "mo"), wound={"name": "mo", "wound": "severe"}).id)
    html = cast.gm.browser.get(address).content.decode()
    said = dict(re.findall(r"checked>\s*(\w+)\s(.*?)</label>", html, re.S))
    assert ("HP 4" in said["Lin"], "could not act" in said["Lin"]) == (True, False)
    assert ("severe wound" in said["Mo"], "could not act" in said["Mo"]) == (True, True)
    there = f'href="/campaigns/{cast.campaign.pk}/#characters"'
    assert (there in html, there in before) == (True, False)
    cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/rested/")
    assert there not in cast.gm.browser.get(address).content.decode()


def test_the_two_rests_are_told_apart(cast: Cast) -> None:
    """MG-53: a long rest heals wounds alone; where no girl carries anything it is not spoken of."""
    hosting.close(left(fight(cast, "mio"), set_crest={"name": "mio", "crest": -3}).id)
    assert "A long rest" not in page(cast.gm, cast)
    hosting.close(hurt(cast).id)
    assert "A long rest" in page(cast.gm, cast)

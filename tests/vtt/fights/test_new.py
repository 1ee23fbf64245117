"""A new fight: what each encounter holds, whom choosing it ticks, and the house rules that go with it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from rules import registry
from rules.engine.house_rules import Setting
from rules.registry import system as ready_system
from tests.cast import Cast
from vtt.campaigns import links
from vtt.campaigns.models import Invite
from vtt.fights import demo, starter
from vtt.fights.models import Encounter, Fight

pytestmark = pytest.mark.django_db

USUAL: dict[str, Setting] = {rule.key: rule.default for rule in ready_system("harvest").house_rules.values()}


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch, candles: Any) -> None:
    """The real games, not the candles of the tests beside."""
    monkeypatch.setattr(registry, "system", ready_system)


@pytest.fixture
def cast(cast: Cast) -> Cast:
    """In a campaign with everything ready."""
    cast.campaign.characters.all().delete()
    starter.stock(cast.campaign)
    return cast


def encounter(cast: Cast, name: str) -> Encounter:
    """A ready one."""
    return cast.campaign.encounters.get(name=name)


def page(cast: Cast, game: str = "harvest", **asked: int | str) -> str:
    """The page where Gia makes a fight, as it comes without JavaScript."""
    reply = cast.gm.browser.get(f"/fights/new/{cast.campaign.pk}/", {"game": game, **asked})
    return str(reply.content.decode())


def ticked(html: str) -> list[str]:
    """The names that are chosen already."""
    return re.findall(r'name="characters"[^>]*checked>\s*([^<]+?)\s*</label>', html)


def post(cast: Cast, **typed: object) -> Any:
    """Gia sends the form for the Orchard Gate, with the characters it is made for."""
    gate = encounter(cast, "At the Orchard Gate")
    form = {"encounter": gate.pk, "characters": [each.pk for each in starter.party(gate)], **typed}
    return cast.gm.browser.post(f"/fights/new/{cast.campaign.pk}/?game=harvest", form)


def test_each_encounter_says_what_it_holds_and_for_whom(cast: Cast) -> None:
    harvest, kamigakari = page(cast), page(cast, "kamigakari")
    for said in ("3 × Thornling", "Forest 1 (A3, C4)", "Forgotten Rake (B4)", "for 4 characters", "(A6)"):
        assert said in harvest
    for said in ("2 × Bilge Rats, Net Wraith", "10 × 8 squares", "for 3 characters"):
        assert said in kamigakari


@pytest.mark.parametrize("game", registry.SLUGS)
def test_choosing_an_encounter_ticks_the_characters_it_is_made_for(cast: Cast, game: str) -> None:
    for id, ready in ready_system(game).encounters.items():
        row = next(each for each in cast.campaign.encounters.all() if starter.ready(each) == id)
        html = page(cast, game, encounter=row.pk)
        assert sorted(name.lower() for name in ticked(html)) == sorted(ready.characters)
        assert f'value="{row.pk}"' in html


@pytest.mark.parametrize("asked", ["0", "99999999", "abc", "-1"])
def test_what_is_no_encounter_is_the_first_one(cast: Cast, asked: str) -> None:
    assert ticked(page(cast, encounter=asked)) == ["Jun", "Mina"]


def test_an_encounter_that_names_nobody_is_for_all(cast: Cast) -> None:
    own = Encounter.objects.create(campaign=cast.campaign, system="harvest", name="Our own", setup="{}")
    assert ticked(page(cast, encounter=own.pk)) == ["Haru", "Jun", "Mina", "Sora"]


def test_the_house_rules_stand_on_the_page_with_their_sentence_and_default(cast: Cast) -> None:
    html = page(cast)
    assert html.count("(as usual)") == len(USUAL)
    assert "Several statuses may name the same timing" in html


def test_the_chosen_house_rules_are_the_fights(cast: Cast) -> None:
    assert post(cast, **{"rule-cover_by": "friends", "rule-ask_everyone": "true"}).status_code == 302
    chosen = json.loads(Fight.objects.get().house_rules)
    assert chosen == USUAL | {"cover_by": "friends", "ask_everyone": True}


def test_what_is_not_said_is_as_usual(cast: Cast) -> None:
    assert post(cast).status_code == 302
    assert json.loads(Fight.objects.get().house_rules) == USUAL


@pytest.mark.parametrize("typed", ["enemies", "True", "\0", "x" * 9999])
def test_a_setting_that_is_none_is_refused(cast: Cast, typed: str) -> None:
    reply = post(cast, **{"rule-ask_everyone": typed})
    assert reply.status_code == 422
    assert '<details class="settle" open>' in reply.content.decode()
    assert not Fight.objects.exists()


def test_everybody_at_the_table_reads_the_house_rules(cast: Cast) -> None:
    """Players and spectators too; only what differs is marked."""
    post(cast, **{"rule-cover_by": "friends"})
    fight = Fight.objects.get()
    cast.character("mina").controllers.add(cast.mina.member)
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    pages = [
        cast.gm.browser.get(f"/fights/{fight.pk}/gm/"),
        cast.mina.browser.get(f"/fights/{fight.pk}/mina/"),
        Client().get(f"/watch/{token}/fights/{fight.pk}/"),
    ]
    for reply in pages:
        html = reply.content.decode()
        assert "House rules of this table" in html
        assert "<dd>characters of its own camp <strong" in html
        assert html.count("not as usual") == 1


def test_the_demo_can_play_every_encounter_as_it_is_meant() -> None:
    """Everybody ready is there; the first fight and its links are for those it is made for."""
    for game in registry.SLUGS:
        made = demo.make(game)
        fight = Fight.objects.get(system=game)
        assert set(fight.campaign.characters.values_list("key", flat=True)) == set(
            ready_system(game).characters
        )
        for each in fight.campaign.encounters.all():
            assert len(starter.party(each)) == len(
                ready_system(game).encounters[str(starter.ready(each))].characters
            )
        assert len(made) == 2 + len(starter.first_party(game))


# ---------------------------------------------------------------- matches between players


def match_of(cast: Cast) -> Encounter:
    """The ready sparring of Magical Girls."""
    found = cast.campaign.encounters.filter(system="magical_girls")
    return next(each for each in found if json.loads(each.setup)["form"] == "sparring")


def test_a_match_is_made_with_its_form_and_sides(cast: Cast) -> None:
    """MG-05: picked by the GM; who is not named stands on the first side."""
    address = f"/fights/new/{cast.campaign.pk}/?game=magical_girls"
    cast.gm.browser.get(address)
    encounter = match_of(cast)
    page = cast.gm.browser.get(f"{address}&encounter={encounter.pk}").content.decode()
    assert 'value="sparring" selected' in page
    girls = list(cast.campaign.characters.filter(system="magical_girls").order_by("name"))
    chosen = {"encounter": encounter.pk, "characters": [each.pk for each in girls], "form": "duel"}
    assert cast.gm.browser.post(address, chosen).status_code == 422
    assert cast.gm.browser.post(address, chosen | {"second": [girls[0].pk]}).status_code == 302
    setup = json.loads(Fight.objects.latest("pk").setup)
    sides = {each["name"]: each["side"] for each in setup["characters"]}
    assert setup["form"] == "duel"
    assert sides == {each.key: "first" for each in girls} | {girls[0].key: "second"}


def test_a_fight_with_creatures_asks_for_no_sides(cast: Cast) -> None:
    """Nor is a form taken that somebody posts by hand."""
    address = f"/fights/new/{cast.campaign.pk}/?game=magical_girls"
    page = cast.gm.browser.get(address).content.decode()
    assert 'name="second"' not in page
    encounter = cast.campaign.encounters.filter(system="magical_girls").first()
    assert encounter
    girls = [each.pk for each in cast.campaign.characters.filter(system="magical_girls")]
    cast.gm.browser.post(address, {"encounter": encounter.pk, "characters": girls, "form": "duel"})
    assert json.loads(Fight.objects.latest("pk").setup)["form"] == "fight"

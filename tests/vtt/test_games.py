"""Several games in one campaign: what is ready of each, and fights of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from rules import registry
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR, LogLine, MayRequest, Role, Viewer
from tests.cast import Cast, assemble, nothing_written
from tests.rules.magical_girls.table import Table, foe, girl, weapon
from tests.vtt.fights.conftest import Played
from vtt.campaigns.models import Campaign
from vtt.fights import drawer, drawing, hosting, moments, new, starter, table
from vtt.fights.drawer import Point
from vtt.fights.models import Fight
from vtt.fights.templatetags.table import faces, range_of_faces, usual

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
def test_a_campaign_of_one_game_holds_nothing_of_the_others(game: str) -> None:
    """Founded with it, or by a fight to try; where all are of one game, none is labelled."""
    browser, named = Client(), f'<span class="badge">{starter.GAMES[game]}</span>'
    browser.post("/campaigns/", {"title": "One", "name": "Gia", "game": game})
    browser.post("/fights/try/", {"game": game})
    for campaign in Campaign.objects.all():
        for held in (campaign.characters, campaign.encounters):
            assert set(held.values_list("system", flat=True)) == {game}
        assert named not in browser.get(f"/campaigns/{campaign.pk}/").content.decode()


def test_characters_of_several_games_are_labelled() -> None:
    """On the campaign's page and in the form for a link; each game's stand together."""
    browser = Client()
    reply = browser.post("/campaigns/", {"title": "Both", "name": "Gia"})
    html = browser.get(reply["Location"]).content.decode()
    assert '<strong>Lin</strong> <span class="badge">Magical Girls</span>' in html
    offered = re.findall(r'name="characters"[^>]*>\s*\w+ \(([^)]+)\)</label>', html)
    held = Campaign.objects.get().characters
    assert len(offered) == held.count()
    assert offered == sorted(offered)


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
    """Its encounters and characters are offered, nobody else's; they come in when the GM asks for that game."""
    address = f"/fights/new/{cast.campaign.pk}/?game={game}"
    before = set(cast.campaign.characters.values_list("system", flat=True))
    with nothing_written():
        assert f'name="bring" value="{game}"' in cast.gm.browser.get(address).content.decode()
    cast.gm.browser.post(address, {"bring": game})
    assert set(cast.campaign.characters.values_list("system", flat=True)) == before | {game}
    assert f'name="bring" value="{game}"' not in cast.gm.browser.get(address).content.decode()
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


@pytest.mark.parametrize("game", registry.SLUGS)
def test_every_roll_in_the_drawer_says_whose_it_was_and_what_for(cast: Cast, game: str) -> None:
    """By the log's own line: a GM who would change a die finds it."""
    played = begun(cast, game)
    while len(rolls(played)) < 3:
        played.play_on()
    names = hosting.driven(played.fight, played.moment)
    for point in rolls(played):
        row = played.fight.entries.get(number=point.number)
        assert isinstance(point.text, Text)
        assert point.text.params["who"] == names[json.loads(row.payload)["purpose"][1]]
        assert any(
            line.text == point.text and line.faces == point.faces for line in told(played, row.version)
        )


@pytest.mark.parametrize("game", registry.SLUGS)
def test_every_setting_of_a_house_rule_is_offered_in_words(cast: Cast, game: str) -> None:
    """In the drawer as where a fight is made; numbers are numbers."""
    played = begun(cast, game)
    drawn = drawing.regions(played.fight, played.fight.version, drawing.Audience(GAME_MASTER, "en"))["drawer"]
    forms = drawn.partition('id="house-rules"')[2].partition("</details>")[0]
    offered = re.findall(r"<option [^>]*>([^<]*)</option>", forms)
    assert len(offered) == sum(len(rule.options) for rule in registry.system(game).house_rules.values())
    assert [said for said in offered if "house_rule" in said or not said] == []
    assert forms.count(" selected>") == len(registry.system(game).house_rules)


@pytest.mark.parametrize("game", registry.SLUGS)
def test_an_undo_that_is_asked_for_takes_back_the_askers_last_answer(cast: Cast, game: str) -> None:
    """The GM's button names that answer; the request goes with it. Without one there is the list to undo by."""
    played = begun(cast, game)
    while (asker := played.waiting()[0]) == "gm":
        played.play_on()
    gm = drawing.Audience(GAME_MASTER, "en")
    table.request(played.id, asker, "undo", "a slip", played.ticket, None)
    assert ' name="to"' not in drawing.regions(played.fight, played.fight.version, gm)["prompts"]
    table.decide(played.id, 1, False, played.ticket, "gm", None)
    played.play_on()
    entry = played.fight.entries.filter(kind="answer", seat=asker, undone_in=None).get()
    table.request(played.id, asker, "undo", "a slip", played.ticket, None)
    drawn = drawing.regions(played.fight, played.fight.version, gm)["prompts"]
    assert f'form="undo-for-2" name="to" value="{entry.number}"' in drawn
    assert "Takes back:" in drawn
    fields = {"ticket": str(played.ticket), "to": str(entry.number)}
    assert (
        played.cast.gm.browser.post(
            played.url("gm", "undo/"), fields, headers={"hx-request": "true"}
        ).status_code
        == 204
    )
    assert played.snapshot.state["requests"] == []
    assert asker in played.waiting()


@pytest.mark.parametrize(("kind", "shown"), [("check", [0, 7]), ("hurt", [10, 7])])
def test_the_ten_of_a_d100_check_is_drawn_as_its_0(kind: str, shown: list[int]) -> None:
    """MG-02: in the log and in the drawer; other dice show what they fell on."""
    point = Point(1, "gm", "", kind=kind, faces=(10, 7))
    assert faces(point, "magical_girls") == shown
    assert faces(point, "harvest") == [10, 7]
    ranges = {"check": "0–9"}
    assert range_of_faces(replace(point, sides=14), "magical_girls") == ranges.get(kind, "1–14")


def test_a_check_s_die_is_set_to_the_0_that_the_table_reads(cast: Cast) -> None:
    """MG-02: it falls on 10; other dice, and those of other games, have no 0."""
    played = begun(cast, "magical_girls")
    for _ in ("surprise", "placement"):
        played.answer("gm", None)
    first = min((each for each in rolls(played) if each.kind == "check"), key=lambda each: each.number)
    audience = drawing.Audience(GAME_MASTER, "en")
    drawn = drawing.regions(played.fight, played.fight.version, audience)["drawer"]
    assert 'name="face" min="0"' in drawn
    assert "] (0–9)" in drawn
    fields = {"ticket": str(played.ticket), "roll": str(first.number), "index": "1", "face": "0"}
    cast.gm.browser.post(played.url("gm", "die/"), fields, headers={"hx-request": "true"})
    now = played.fight.entries.filter(kind="roll", undone_in=None).earliest("number")
    assert json.loads(now.payload)["faces"] == [first.faces[0], 10]
    assert drawer.face_meant(played.fight, now.number - 1, 0) == 0


@pytest.mark.parametrize("lang", registry.LANGUAGES)
@pytest.mark.parametrize("game", registry.SLUGS)
def test_each_game_has_one_word_for_who_runs_the_table(cast: Cast, game: str, lang: str) -> None:
    """In all parts of the page, paused and held, for everybody who looks."""
    played = begun(cast, game)
    girl = starter.first_party(game)[0]
    table.request(played.id, girl, "wait", "", played.ticket, None)
    table.rule(played.id, "pause", {}, played.ticket, None)
    own, other = {"en": ("keeper", "game master"), "ko": ("키퍼", "게임 마스터")}[lang]
    if game != "magical_girls":
        own, other = other, own
    for viewer in (GAME_MASTER, SPECTATOR, Viewer(Role.PLAYER, (girl,))):
        audience = drawing.Audience(viewer, lang)
        page = "".join(drawing.regions(played.fight, played.fight.version, audience).values()).lower()
        page += "".join(drawing.lines(played.fight, played.fight.version, audience)).lower()
        assert (own in page, other in page) == (True, False)
    html = (
        cast.gm.browser.get(played.url("gm", ""), headers={"accept-language": lang}).content.decode().lower()
    )
    assert (own in html, other in html) == (True, False)


@pytest.mark.parametrize("key", ["size", "size_skill", "size_touch"])
def test_every_question_of_size_has_a_default(key: str) -> None:
    """MG-15, MG-16: one click for what is said most often."""
    at = Table(girl("mina"), foe("hound"), weapon("blade"), things=["weapon:blade@B4", "weapon:blade@B4"])
    match key:
        case "size":
            at.acts("mina", "free").answers("mina", free="I ring the bell.")
        case "size_skill":
            at.acts("mina", "skill").answers("mina", skill="skill:dodge", what_for="I dance.")
        case _:
            at.acts("mina", "lift:weapon:blade").acts("mina", "lift:weapon:blade")
    assert at.asks == key
    assert usual(at.question.key) in at.offers("gm")


def begun(cast: Cast, game: str) -> Played:
    """The game's first ready encounter, started."""
    cast.campaign.characters.all().delete()
    starter.unpack(cast.campaign)
    ready = cast.campaign.encounters.filter(system=game).first()
    assert ready is not None
    made = new.make(ready, starter.characters(cast.campaign, starter.first_party(game), game))
    hosting.start(made.pk, None)
    return Played(cast, made.pk)


def rolls(played: Played) -> list[Point]:
    """The rolls that the GM may change."""
    return [each for each in drawer.points(played.fight, played.fight.version, {}) if each.is_roll]


def told(played: Played, version: int) -> tuple[LogLine, ...]:
    """What the GM reads of a version."""
    snapshot = moments.at(played.id, version).snapshot
    return moments.system_of(played.fight).log(snapshot, moments.pins_of(played.id), GAME_MASTER)


def test_the_campaign_leads_to_each_ready_encounter(cast: Cast) -> None:
    """The game that was played last stands first, open."""
    starter.unpack(cast.campaign)
    party = starter.characters(cast.campaign, starter.first_party("kamigakari"), "kamigakari")
    last = cast.campaign.encounters.filter(system="kamigakari").first()
    assert last is not None
    new.make(last, party)
    html = cast.gm.browser.get(f"/campaigns/{cast.campaign.pk}/").content.decode()
    assert html.index("Ready encounters of Kamigakari") < html.index("Ready encounters of Harvest")
    for each in cast.campaign.encounters.all():
        address = f"/fights/new/{cast.campaign.pk}/?game={each.system}&amp;encounter={each.pk}#fight"
        assert f'href="{address}"' in html
        page = cast.gm.browser.get(address.replace("&amp;", "&").partition("#")[0]).content.decode()
        assert f"<h2>{escape(each.name)}</h2>" in page
    assert "Ready encounters" not in cast.mina.browser.get(f"/campaigns/{cast.campaign.pk}/").content.decode()


@pytest.mark.parametrize("game", registry.SLUGS)
def test_when_it_is_over_the_board_shows_how_it_ended(cast: Cast, game: str) -> None:
    """HV-07, KG-38: what was cleared can still be looked at, under the result; undone, it is a question again."""
    played = begun(cast, game)
    while played.question.key.split(".")[-1] in ("place", "place_next"):
        played.play_on()
    before = places(played)
    table.rule(played.id, "end", {"winner": ""}, played.ticket, None)
    assert played.fight.phase == Fight.Phase.ENDED
    assert before
    assert places(played) == before
    regions = drawing.regions(played.fight, played.fight.version, drawing.Audience(SPECTATOR, "en"))
    assert 'id="result"' in regions["status"]
    table.rule(played.id, "pause", {}, played.ticket, None)
    assert places(played) == before
    hosting.close(played.id)
    assert places(played) == before


@pytest.mark.parametrize("game", registry.SLUGS)
def test_the_drawer_ends_a_fight_for_each_side(cast: Cast, game: str) -> None:
    """Each side that can win by the rules, and a draw."""
    played = begun(cast, game)
    sides = (*registry.system(game).sides, "")
    drawn = drawing.regions(played.fight, played.fight.version, drawing.Audience(GAME_MASTER, "en"))["drawer"]
    assert tuple(re.findall(r'name="winner" value="(\w*)">(?!\w+\.)', drawn)) == sides
    for winner in sides:
        table.rule(played.id, "end", {"winner": winner}, played.ticket, None)
        assert played.snapshot.state["result"]["winner"] == winner
        table.undo(
            played.id,
            played.fight.entries.filter(kind="ruling").latest("number").number,
            played.ticket,
            "gm",
            None,
        )


def test_after_a_sparring_the_page_shows_the_hp_that_return(cast: Cast) -> None:
    """MG-05: the table as the aftermath leaves it, not as it stood before."""
    played = begun(cast, "magical_girls")
    name = played.snapshot.state["combatants"][0]["name"]
    table.rule(played.id, "set_hp", {"name": name, "value": 1}, played.ticket, None)
    table.rule(played.id, "end", {"winner": ""}, played.ticket, None)
    moment = moments.at(played.id, played.fight.version)
    state = moment.snapshot.state["combatants"][0]
    seen = drawing.seen(
        registry.system("magical_girls"), moment.snapshot, moments.pins_of(played.id), SPECTATOR
    )
    token = next(each for each in seen.board.tokens if each.name == name)
    assert (token.health.now, token.dp) == (state["hp"], state["dp"]) == (1, 0)


def test_who_waits_after_the_end_reads_what_play_waits_for(cast: Cast) -> None:
    """MG-53: the result stands, and somebody's wound is still to be treated."""
    played = begun(cast, "magical_girls")
    girl = next(each for each in played.snapshot.state["combatants"] if each["seat"] != "gm")
    params = {"name": girl["name"], "wound": "light"}
    table.rule(played.id, "wound", params, played.ticket, None)
    table.rule(played.id, "end", {"winner": ""}, played.ticket, None)
    assert played.question.key == "magical_girls.treat"
    assert '<p class="calm waiting">' in prompts(played, SPECTATOR)
    assert '<p class="calm waiting">' not in prompts(played, Viewer(Role.PLAYER, (girl["seat"],)))


def places(played: Played) -> list[str]:
    """Who stands where, as spectators see it."""
    audience = drawing.Audience(SPECTATOR, "en")
    html = drawing.regions(played.fight, played.fight.version, audience)["board"]
    return sorted(re.findall(r'data-cell="\w+" data-who="[\w-]+"', html))


def test_each_game_has_a_demo() -> None:
    for game in registry.SLUGS:
        call_command("demo", game, stdout=StringIO())
        call_command("demo", game, stdout=StringIO())
    assert sorted(Fight.objects.values_list("system", flat=True)) == sorted(registry.SLUGS)


def prompts(played: Played, viewer: Viewer) -> str:
    """The decisions as that audience sees them."""
    audience = drawing.Audience(viewer, "en")
    return drawing.regions(played.fight, played.fight.version, audience)["prompts"]


def test_a_games_own_requests_stand_in_front_while_they_are_possible(cast: Cast) -> None:
    """MG-44: for the player alone; once asked it can be withdrawn, and the GM decides the oldest first."""
    played = begun(cast, "magical_girls")
    Fight.objects.filter(pk=played.id).update(seed_open="5" * 64, seed_hidden="5" * 64)
    while not played.snapshot.state["acting"]:
        played.play_on()
    girls = [Viewer(Role.PLAYER, (name,)) for name in starter.first_party("magical_girls")]
    react = 'name="kind" value="react"'
    assert [react in prompts(played, each) for each in (*girls, GAME_MASTER, SPECTATOR)] == [
        *(True for _girl in girls),
        False,
        False,
    ]
    for asker in girls:
        table.request(played.id, asker.seats[0], "react", "", played.ticket, None)
    assert react not in prompts(played, girls[0])
    assert "Withdraw" in prompts(played, girls[0])
    asked = re.findall(r'id="request-(\d+)"', prompts(played, GAME_MASTER))
    assert asked == [str(each["id"]) for each in played.snapshot.state["requests"]]
    assert "request-" not in prompts(played, SPECTATOR)
    costs = registry.words("en").sentences["request.react.costs"]
    assert [prompts(played, each).count(costs) for each in (GAME_MASTER, girls[0])] == [len(girls), 0]


def test_what_is_answered_waits_for_the_decision_of_a_request(cast: Cast) -> None:
    """The GM is not told of the GM as of somebody else."""
    played = begun(cast, "magical_girls")
    table.request(played.id, "lin", "wait", "", played.ticket, None)
    played.answer("gm", None)
    assert "Answered. First a request has to be decided." in prompts(played, GAME_MASTER)


@pytest.mark.parametrize(("lang", "asks"), [("en", "Protect a friend (Lin)"), ("ko", "동료 지키기 (Lin)")])
def test_what_may_be_asked_says_about_whom_and_what_it_costs(lang: str, asks: str) -> None:
    """MG-44, MG-45: each kind for itself, in its own button."""
    about = {"protect": Text("magical_girls.protectable", {"friends": ["Lin"]})}
    may = MayRequest("mo", ("wait", "react", "protect"), about)
    with override(lang):
        html = render_to_string("prompts/ask_now.html", {"may": may, "seats": []})
    buttons = dict(re.findall(r'name="kind" value="(\w+)">.*?</svg>\s*<span>(.*?)</button>', html, re.S))
    assert list(buttons) == ["react", "protect"]
    assert buttons["protect"].startswith(asks)
    for kind, said in buttons.items():
        assert registry.words(lang).sentences[f"request.{kind}.costs"] in said


@pytest.mark.parametrize("game", ["harvest", "kamigakari"])
def test_what_can_be_asked_in_every_game_is_in_the_menu(cast: Cast, game: str) -> None:
    """Nothing stands in front where the game has no requests of its own."""
    played = begun(cast, game)
    viewer = Viewer(Role.PLAYER, (starter.first_party(game)[0],))
    status = drawing.regions(played.fight, played.fight.version, drawing.Audience(viewer, "en"))["status"]
    assert re.findall(r'name="kind" value="(\w+)"', status) == ["wait", "undo"]
    assert "emergency" not in prompts(played, viewer)

"""The table's addresses: who may open or post what, how a refusal is said, what a page may know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client

from rules import VERSION
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.engine.view import Role as Seen
from tests.cast import Cast, Person, nothing_written
from tests.rules.engine.two_pages import SETUP
from tests.vtt.fights.conftest import Played
from vtt.campaigns import links, rights
from vtt.campaigns.models import Invite
from vtt.fights import drawer, drawing, hosting, permissions, table
from vtt.fights.drawing import Audience
from vtt.fights.models import Encounter, Fight

POSTS = {
    "answer/": "answer",
    "offer/": "offer",
    "request/": "request",
    "decide/": "decide",
    "standing/": "stand",
    "undo/": "undo",
    "rule/": "rule",
    "die/": "die",
    "again/": "again",
    "take-over/": "take_over",
    "start/": "start",
    "close/": "close",
    "driver/": "driver",
    "seat/": "seat",
}
HTMX = {"HX-Request": "true"}
MINA = Viewer(Seen.PLAYER, ("mina",))
JUN = Viewer(Seen.PLAYER, ("jun",))


def own_name(person: Person) -> str:
    """What stands in the URL of somebody's own tab."""
    return {"Gia": "gm", "Min-ah": "mina", "Jun-ho": "jun"}.get(person.name, "watch")


# ---- who may do what


def test_each_opens_the_own_table_and_nobody_elses(played: Played) -> None:
    cast = played.cast
    for person, name in product(cast.everybody(), ("gm", "mina", "jun", "watch", "nobody")):
        reply = person.browser.get(played.url(name))
        may = person is not cast.stranger and name in (own_name(person), "watch")
        assert reply.status_code == (200 if may else 404), (person.name, name)
        if may:
            assert "no-store" in reply["Cache-Control"]


@pytest.mark.parametrize("page", POSTS)
def test_what_a_role_may_not_do_is_not_there(played: Played, page: str, expected_logs: list[str]) -> None:
    expected_logs.append(r"permissions: fight \d+: \w+ tried to")
    cast, before = played.cast, played.fight.version
    for person in cast.everybody():
        role = person.member.role if person.membership else None
        if role in permissions.MAY[POSTS[page]]:
            continue
        reply = person.browser.post(played.url(own_name(person), page), {"ticket": played.ticket})
        assert reply.status_code == 404, person.name
    assert played.fight.version == before


@pytest.mark.parametrize("page", POSTS)
def test_nothing_is_done_by_looking(played: Played, page: str) -> None:
    assert played.cast.gm.browser.get(played.url("gm", page)).status_code == 405


@pytest.mark.parametrize("page", POSTS)
def test_nothing_is_done_for_another_site(played: Played, page: str, expected_logs: list[str]) -> None:
    expected_logs.append("django.security.csrf: Forbidden")
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = played.cast.gm.browser.cookies
    assert browser.post(played.url("gm", page)).status_code == 403


@pytest.mark.parametrize("page", ["", "log/", "record/"])
def test_looking_writes_nothing(played: Played, page: str) -> None:
    with nothing_written():
        assert played.cast.gm.browser.get(played.url("gm", page)).status_code == 200


def test_a_fight_that_is_not_there_is_like_one_that_is_forbidden(played: Played) -> None:
    there = played.cast.stranger.browser.get(played.url("gm"))
    nowhere = played.cast.gm.browser.get("/fights/999999/gm/")
    assert (there.status_code, nowhere.status_code) == (404, 404)


def test_a_players_ruling_made_by_hand_is_refused_and_logged(
    played: Played, expected_logs: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    expected_logs.append(r"permissions: fight \d+: player tried to rule")
    before = played.snapshot
    fields = {"ticket": played.ticket, "ruling": "set_wax", "name": "taper", "wax": "1"}
    for name in ("mina", "gm"):
        reply = played.cast.mina.browser.post(played.url(name, "rule/"), fields)
        assert reply.status_code == 404
    assert played.snapshot == before
    assert "player tried to rule" in caplog.text


def test_watching_needs_no_cookie_and_no_session(played: Played, settings: Any) -> None:
    _invite, token = links.make(played.cast.campaign, Invite.Kind.WATCH)
    for page in ("", "log/"):
        browser = Client()
        assert browser.get(f"/watch/{token}/fights/{played.id}/{page}").status_code == 200
        assert settings.SESSION_COOKIE_NAME not in browser.cookies
    assert browser.get(f"/watch/{token}x/fights/{played.id}/").status_code == 404


# ---- what is posted


def test_an_answer_is_taken_and_the_page_comes_back_without_javascript(played: Played) -> None:
    reply = _answer(played, "mina", {"value": "B1"}, htmx=False)
    assert reply.status_code == 302
    assert reply["Location"] == played.url("mina")
    assert played.waiting() == ["jun"]


def test_an_answer_is_taken_quietly_from_htmx(played: Played) -> None:
    assert _answer(played, "mina", {"value": "B1"}).status_code == 204
    assert _answer(played, "mina", {"value": "B1"}).status_code == 204
    assert played.fight.version == 3


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"value": "F1"}, 409),
        ({"value": "Z9"}, 409),
        ({}, 422),
        ({"value": ["A1", "B1"]}, 422),
        ({"value": "A1", "ticket": "x"}, 422),
        ({"value": "A1", "ticket": "1"}, 409),
        ({"value": "A1", "ticket": "99"}, 409),
        ({"value": "A1", "seat": "jun"}, 409),
        ({"value": "A1", "seat": "gm"}, 409),
        ({"value": "A1", "seat": "nobody"}, 409),
        ({"pass": "1"}, 422),
    ],
)
def test_what_is_not_taken_says_why_at_its_sender_and_changes_nothing(
    played: Played, fields: dict[str, Any], status: int
) -> None:
    before = played.fight.version, played.snapshot
    reply = _answer(played, "mina", fields)
    assert reply.status_code == status
    assert re.search(r"<span>[^<.]+.*</span>", reply.content.decode(), re.DOTALL)
    assert "<html" not in reply.content.decode()
    page = _answer(played, "mina", fields, htmx=False)
    assert page.status_code == status
    assert 'class="refusal"' in page.content.decode()
    assert (played.fight.version, played.snapshot) == before


@pytest.mark.parametrize("page", POSTS)
@pytest.mark.parametrize("typed", ["", "\0", "9" * 40, "-1", "\u0661", "\ud55c" * 5000, "[]"])
def test_nothing_that_can_be_typed_breaks_the_server(played: Played, page: str, typed: str) -> None:
    """Every field full of nonsense, on the open ticket."""
    if page in ("start/", "again/", "take-over/"):
        return
    names = (
        "seat",
        "value",
        "offer",
        "kind",
        "words",
        "key",
        "stop_for",
        "ruling",
        "name",
        "frame",
        "to",
        "roll",
    )
    fields = dict.fromkeys((*names, "index", "face", "character", "bot", "holder", "request"), typed)
    reply = played.cast.gm.browser.post(
        played.url("gm", page), fields | {"ticket": played.ticket}, headers=HTMX
    )
    assert reply.status_code in (200, 204, 409, 422)


def test_each_refusal_has_its_own_sentence(played: Played) -> None:
    said = [
        _answer(played, "mina", fields).content.decode()
        for fields in (
            {},
            {"value": "Z9"},
            {"value": "A1", "ticket": "1"},
            {"value": "A1", "seat": "jun"},
        )
    ]
    assert len(set(said)) == len(said)


def test_the_gm_answers_for_somebody_who_is_away(played: Played) -> None:
    fields = {"seat": "mina", "ticket": played.ticket, "value": "A1"}
    assert played.cast.gm.browser.post(played.url("gm", "answer/"), fields, headers=HTMX).status_code == 204
    entry = played.fight.entries.get(seat="mina")
    assert entry.by == played.cast.gm.member.user


def test_every_shape_can_be_answered_by_a_form(played: Played) -> None:
    seen = set()
    for _ in range(400):
        if played.fight.phase != Fight.Phase.RUNNING:
            break
        seat, question = played.waiting()[0], played.question
        shape = question.choices[seat]
        seen.add(shape.kind)
        value = shape.sample(_draws(played))
        fields: dict[str, Any] = {"seat": seat, "ticket": played.ticket}
        sent = "" if value == [] and shape.kind == "route" else value
        fields |= {"pass": "1"} if value is None else {"value": sent}
        reply = played.cast.gm.browser.post(played.url("gm", "answer/"), fields, headers=HTMX)
        assert reply.status_code == 204, reply.content.decode()
    assert seen == {"one", "some", "order", "amount", "route", "pay", "words"}


def test_a_seat_that_is_handed_over_is_the_other_ones(played: Played) -> None:
    cast = played.cast
    fields = {"key": "mina", "holder": cast.jun.member.pk}
    assert cast.gm.browser.post(played.url("gm", "seat/"), fields, headers=HTMX).status_code == 204
    assert cast.mina.browser.get(played.url("mina")).status_code == 404
    assert cast.jun.browser.get(played.url("mina")).status_code == 200
    reply = cast.jun.browser.post(
        played.url("mina", "answer/"), {"seat": "mina", "ticket": played.ticket, "value": "A1"}, headers=HTMX
    )
    assert reply.status_code == 204
    fields = {"key": "mina", "holder": cast.spectator.member.pk}
    assert cast.gm.browser.post(played.url("gm", "seat/"), fields, headers=HTMX).status_code == 409


def test_a_request_waits_for_the_gm_and_its_own_seat_may_withdraw_it(played: Played) -> None:
    cast = played.cast
    ask = {"seat": "mina", "ticket": played.ticket, "kind": "wait", "words": " one moment "}
    assert cast.mina.browser.post(played.url("mina", "request/"), ask, headers=HTMX).status_code == 204
    seen = cast.jun.browser.get(played.url("jun")).content.decode()
    assert "play waits for the decision" in seen
    assert "one moment" not in seen
    back = {"seat": "mina", "ticket": played.ticket, "request": "1", "granted": "0"}
    assert cast.jun.browser.post(played.url("jun", "decide/"), back | {"seat": "jun"}).status_code == 409
    assert cast.mina.browser.post(played.url("mina", "decide/"), back, headers=HTMX).status_code == 204
    assert played.snapshot.state["requests"] == []


def test_closing_is_asked_twice(played: Played) -> None:
    played.to_the_end()
    browser = played.cast.gm.browser
    assert "sure" in browser.post(played.url("gm", "close/")).content.decode()
    assert played.fight.phase == Fight.Phase.ENDED
    browser.post(played.url("gm", "close/"), {"sure": "1"})
    assert played.fight.phase == Fight.Phase.CLOSED
    page = browser.get(played.url("gm")).content.decode()
    assert played.fight.seed_open in page


def test_a_broken_rule_is_shown_to_the_gm_alone(
    played: Played, monkeypatch: pytest.MonkeyPatch, expected_logs: list[str]
) -> None:
    expected_logs.append("rule_broke")

    def crash(*_args: object) -> None:
        raise ZeroDivisionError("plum pudding")

    played.until("act")
    seat = played.waiting()[0]
    monkeypatch.setattr("tests.rules.engine.two_pages.blow", crash)
    reply = _answer(played, "gm", {"seat": seat, "value": "blow"})
    assert reply.status_code == 409
    assert "plum pudding" in played.cast.gm.browser.get(played.url("gm")).content.decode()
    for person in (played.cast.mina, played.cast.spectator):
        page = person.browser.get(played.url(own_name(person))).content.decode()
        assert "plum pudding" not in page


def test_older_lines_are_paged_back_to_the_first(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "LINES", 5)
    played.to_the_end()
    browser, before, lines = played.cast.gm.browser, None, list[str]()
    while True:
        reply = browser.get(played.url("gm", "log/") + (f"?before={before}" if before else ""), headers=HTMX)
        lines[:0] = re.findall(r'id="(log-\d+-\d+)"', reply.content.decode())
        before = next(iter(re.findall(r"before=(\d+)", reply.content.decode())), None)
        if before is None:
            break
    assert len(lines) == len(set(lines)) > 15
    assert lines == sorted(lines, key=lambda line: [int(part) for part in line.split("-")[1:]])


def test_the_gm_alone_exports_the_record(played: Played, expected_logs: list[str]) -> None:
    expected_logs.append("player tried to export")
    played.play_on(5)
    reply = played.cast.gm.browser.get(played.url("gm", "record/"))
    told = json.loads(reply.content)
    assert (told["version"], told["build"]) == (played.fight.version, VERSION)
    assert played.cast.mina.browser.get(played.url("mina", "record/")).status_code == 404


# ---- a new fight


def test_the_gm_makes_another_fight_with_chosen_characters(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    encounter = Encounter.objects.create(
        campaign=cast.campaign, system="harvest", name="Candlelight", setup=json.dumps(SETUP)
    )
    address = f"/fights/new/{cast.campaign.pk}/"
    assert cast.mina.browser.get(address).status_code == 404
    assert cast.gm.browser.get(address).status_code == 200
    chosen = [cast.character("mina").pk]
    reply = cast.gm.browser.post(address, {"encounter": encounter.pk, "characters": chosen})
    made = Fight.objects.get()
    assert reply["Location"] == f"/fights/{made.pk}/gm/"
    assert json.loads(made.setup)["characters"] == [{"name": "mina", "sheet": {}}]
    reply = cast.gm.browser.post(address, {"encounter": encounter.pk})
    assert reply.status_code == 422


# ---- what a page may know


def test_twin_fights_that_differ_in_a_secret_look_the_same(prepared: Played) -> None:
    """Mina's sealed answer, and a private question, are nobody else's."""
    twin = Played(prepared.cast, hosting.make(prepared.cast.campaign, "candles", "Wax and wind", SETUP).pk)
    Fight.objects.filter(pk=twin.id).update(
        seed_open=prepared.fight.seed_open, seed_hidden=prepared.fight.seed_hidden
    )
    for each, cell in ((prepared, "A1"), (twin, "B1")):
        hosting.start(each.id, None)
        each.answer("mina", cell)
    for viewer in (JUN, SPECTATOR):
        assert _all_bytes(prepared, viewer) == _all_bytes(twin, viewer)
    assert _all_bytes(prepared, GAME_MASTER) == _all_bytes(twin, GAME_MASTER)


def test_what_is_drawn_for_an_audience_names_nobody_and_holds_no_token(played: Played) -> None:
    played.to_the_end()
    marks = [person.name for person in played.cast.everybody()] + ["csrfmiddlewaretoken", "csrftoken"]
    for viewer in (GAME_MASTER, MINA, SPECTATOR):
        drawn = "".join(_all_bytes(played, viewer))
        assert not [mark for mark in marks if mark in drawn]
        assert played.fight.seed_open not in drawn
        assert played.fight.seed_hidden not in drawn


def test_sealed_answers_and_fingerprints_never_leave_the_server(played: Played) -> None:
    table.answer(played.id, "mina", "A1", played.ticket, None)
    for viewer in (MINA, JUN, SPECTATOR, GAME_MASTER):
        drawn = "".join(_all_bytes(played, viewer))
        assert played.question.fingerprint() not in drawn
        assert played.snapshot.digest not in drawn


def test_a_fight_shown_late_is_late_in_everything(played: Played, time_machine: Any) -> None:
    Fight.objects.filter(pk=played.id).update(delay=60)
    time_machine.shift(120)
    start = played.fight.version
    played.play_on(5)
    page = played.cast.spectator.browser.get(played.url("watch")).content.decode()
    assert f'data-version="{start}"' in page
    log = played.cast.spectator.browser.get(played.url("watch", "log/"), {"before": start + 6})
    assert f"log-{start + 1}-" not in log.content.decode()
    assert f'data-version="{start + 5}"' in played.cast.mina.browser.get(played.url("mina")).content.decode()
    time_machine.shift(61)
    page = played.cast.spectator.browser.get(played.url("watch")).content.decode()
    assert f'data-version="{start + 5}"' in page


@pytest.fixture
def time_machine() -> Iterator[Any]:
    """A clock that is moved by hand and stands still otherwise."""
    import time_machine as machine

    class Clock:
        def __init__(self, traveller: Any) -> None:
            self.traveller = traveller

        def shift(self, seconds: float) -> None:
            self.traveller.shift(seconds)

    from datetime import UTC, datetime

    with machine.travel(datetime.now(UTC), tick=False) as traveller:
        yield Clock(traveller)


def _answer(played: Played, name: str, fields: dict[str, Any], *, htmx: bool = True) -> Any:
    person = {"mina": played.cast.mina, "jun": played.cast.jun, "gm": played.cast.gm}[name]
    sent = {"seat": name, "ticket": played.ticket} | fields
    return person.browser.post(played.url(name, "answer/"), sent, headers=HTMX if htmx else {})


def _draws(played: Played) -> Any:
    from rules.engine.dice import Draws

    return Draws(b"pages", str(played.fight.version))


def _all_bytes(played: Played, viewer: Viewer) -> list[str]:
    fight, audience = played.fight, Audience(viewer, "en")
    return [
        text
        for version in range(1, fight.version + 1)
        for text in (
            *drawing.regions(fight, version, audience).values(),
            *drawing.lines(fight, version, audience),
        )
    ]


# ---- faults that were found


@pytest.mark.parametrize("page", ["answer/", "undo/", "close/"])
def test_a_refusal_without_javascript_leaves_every_form_working(played: Played, page: str) -> None:
    """The page that says no stands at the form's own address: what it posts next must not be looked for under that."""
    fields = {"seat": "mina", "ticket": played.ticket, "value": "Z9", "to": "99", "sure": "1"}
    reply = played.cast.gm.browser.post(played.url("gm", page), fields)
    assert reply.status_code == 409
    html = reply.content.decode()
    actions = re.findall(r' action="([^"]*)"', html)
    assert len(actions) > 3
    assert all(action.startswith("/") for action in actions)
    assert f'name="next" value="{played.url("gm")}"' in html  # the language's form leads back to a page


@pytest.mark.parametrize("before", ["abc", "-3", "99999999999", "\u0661", "\0"])
def test_older_lines_than_no_version_are_not_there(played: Played, before: str) -> None:
    _invite, token = links.make(played.cast.campaign, Invite.Kind.WATCH)
    for address in (played.url("gm", "log/"), f"/watch/{token}/fights/{played.id}/log/"):
        assert played.cast.gm.browser.get(address, {"before": before}).status_code == 404


@pytest.mark.parametrize("number", ["9" * 10, "9" * 20, "9" * 400])
def test_a_number_that_no_row_can_have_leads_nowhere(cast: Cast, number: str) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    addresses = ("/fights/{}/gm/", "/fights/new/{}/", "/campaigns/{}/", f"/watch/{token}/fights/{{}}/")
    for address in addresses:
        assert cast.gm.browser.get(address.format(number)).status_code == 404, address


@pytest.mark.parametrize("number", ["9" * 20, "-" + "9" * 20, "\0", "1.5"])
def test_a_choice_that_no_row_can_be_is_said_no_to(cast: Cast, number: str) -> None:
    new = cast.gm.browser.post(
        f"/fights/new/{cast.campaign.pk}/", {"encounter": number, "characters": number}
    )
    made = cast.gm.browser.post(
        f"/campaigns/{cast.campaign.pk}/links/", {"role": "player", "characters": number}
    )
    key = cast.character("mina").pk
    given = cast.gm.browser.post(f"/campaigns/{cast.campaign.pk}/characters/{key}/", {"controllers": number})
    assert [reply.status_code for reply in (new, made, given)] == [422, 422, 422]


def test_a_die_is_set_only_to_a_typed_face(played: Played) -> None:
    while not (roll := played.fight.entries.filter(kind="roll", undone_in=None).first()):
        played.play_on()
    fields = {"ticket": played.ticket, "roll": roll.number, "index": 0, "face": ""}
    reply = played.cast.gm.browser.post(played.url("gm", "die/"), fields, headers=HTMX)
    assert (reply.status_code, "Type the face" in reply.content.decode()) == (409, True)
    reply = played.cast.gm.browser.post(played.url("gm", "die/"), fields | {"fresh": "1"}, headers=HTMX)
    assert reply.status_code == 204


def test_lines_that_were_taken_back_are_marked_on_load_and_live(played: Played) -> None:
    played.play_on(6)
    gm = Audience(GAME_MASTER, "en")
    entry = played.fight.entries.filter(kind="answer", undone_in=None).order_by("number")[0]
    before = played.fight.version
    table.undo(played.id, entry.number, played.ticket, "gm", None)
    fight = played.fight
    told = json.loads(drawing.update(fight, before, fight.version, gm))
    assert entry.version in told["undone"]
    assert set(told["undone"]) <= set(json.loads(drawing.whole(fight, fight.version, gm))["undone"])
    log = "".join(drawing.log_until(fight, fight.version, gm)[0])
    marked = {int(v) for v in re.findall(r'<li class="line [^"]* undone"[^>]*data-version="(\d+)"', log)}
    assert marked, "lines were taken back"
    assert marked <= set(told["undone"])
    assert entry.version > 1, "the start itself stands"


def test_a_second_click_on_start_is_quiet(prepared: Played) -> None:
    for _ in range(2):
        reply = prepared.cast.gm.browser.post(prepared.url("gm", "start/"), headers=HTMX)
        assert reply.status_code == 204
    assert prepared.fight.version == 2


def test_an_answer_to_an_older_question_of_somebody_else_is_stale(played: Played) -> None:
    reply = _answer(played, "mina", {"value": "A1", "ticket": "1"})
    assert "changed" in reply.content.decode()


def test_points_to_undo_to_name_their_question_and_what_goes(played: Played) -> None:
    played.play_on(5)
    points = [point for point in drawer.points(played.fight, played.fight.version, {}) if not point.is_roll]
    assert [point.undoes for point in points] == list(range(1, len(points) + 1))
    assert all(point.asked for point in points)


def test_points_without_a_line_say_what_was_chosen_or_passed(played: Played) -> None:
    """Not what was asked: that is the same however it was answered."""
    played.until("taunt", move=["B1"], act="rest")
    mover = played.waiting()[0]
    played.answer(mover, None)
    newest = drawer.points(played.fight, played.fight.version, {})
    says = {
        point.asked.key: (point.chosen, point.passed) for point in newest if isinstance(point.asked, Text)
    }
    assert says["candles.ask.taunt"] == ("", "candles.taunt")
    assert says["candles.ask.act"] == ([Text("candles.rest")], "")
    assert says["candles.ask.move"] == ("A1 → B1", "")
    drawn = drawing.regions(played.fight, played.fight.version, Audience(GAME_MASTER, "en"))["drawer"]
    assert ": Pass <" in drawn


def test_a_roll_that_no_line_shows_names_who_rolled_by_which_rule(played: Played) -> None:
    """CD-5: candles tell of melted wax, never of dice."""
    names = {"mina": "Mina"}
    while not (
        rolls := [each for each in drawer.points(played.fight, played.fight.version, names) if each.is_roll]
    ):
        played.play_on(act="blow", breath=None)
    assert {(each.text, each.who, each.row) for each in rolls} <= {
        ("", who, row)
        for who in ("Mina", "jun", "taper", "stub", "draught")
        for row in ("CD-5", "CD-7", "CD-8")
    }


def test_too_many_fields_get_a_sentence_and_no_traceback(
    played: Played, expected_logs: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    expected_logs.append("django.security.TooManyFieldsSent")
    fields, browser = {f"f{number}": "1" for number in range(1100)}, played.cast.gm.browser
    for headers in (HTMX, {}):
        reply = browser.post(played.url("gm", "rule/"), fields, headers=headers)
        assert reply.status_code == 400
        assert "more than a form here can hold" in reply.content.decode()
    assert "Traceback" not in caplog.text


def test_seats_and_views_are_called_by_names(played: Played) -> None:
    hosting.give_seat(played.id, "mina", played.cast.gm.member.pk)
    html = played.cast.gm.browser.get(played.url("gm")).content.decode()
    assert '<label for="holder-gm">Game master</label>' in html
    assert "as usual (who plays the character)" in html


def test_a_requests_words_turn_nothing_around(played: Played) -> None:
    fields = {"seat": "mina", "ticket": played.ticket, "kind": "wait", "words": "a\u202eb"}
    assert (
        played.cast.mina.browser.post(played.url("mina", "request/"), fields, headers=HTMX).status_code == 422
    )


def test_the_game_master_is_told_of_a_character_that_nobody_plays(prepared: Played) -> None:
    """Before the start and with every question to it, which stands on the table; nothing once somebody has it."""
    gm = prepared.cast.gm.browser
    assert "unheld" not in gm.get(prepared.url("gm")).content.decode()
    rights.set_controllers(prepared.cast.character("jun"), [])
    page = gm.get(prepared.url("gm")).content.decode()
    assert 'id="unheld-jun"' in page
    assert 'id="unheld-mina"' not in page
    gm.post(prepared.url("gm", "start/"))
    page = gm.get(prepared.url("gm")).content.decode()
    assert page.count('id="for-nobody-jun"') == 1
    assert page.count(f'id="ask-jun-{prepared.ticket}"') == 1
    gm.post(prepared.url("gm", "driver/"), {"character": "jun", "bot": "fierce"})
    assert "for-nobody" not in gm.get(prepared.url("gm")).content.decode()


def test_giving_a_seat_lifts_the_warning_that_nobody_has_it(prepared: Played) -> None:
    """At the same version: what was drawn before is not shown again."""
    rights.set_controllers(prepared.cast.character("jun"), [])
    audience, before = drawing.Audience(GAME_MASTER, "en"), prepared.fight.version
    assert "unheld-jun" in drawing.regions(prepared.fight, before, audience)["prompts"]
    hosting.give_seat(prepared.id, "jun", prepared.cast.jun.member.pk)
    assert "unheld-jun" not in drawing.regions(prepared.fight, before, audience)["prompts"]


def test_as_many_dice_are_offered_as_fell(played: Played) -> None:
    """Each roll says how many fell; the list of dice is no longer than the largest of them."""
    while not played.fight.entries.filter(kind="roll", undone_in=None).exists():
        played.play_on()
    drawn = drawing.regions(played.fight, played.fight.version, drawing.Audience(GAME_MASTER, "en"))["drawer"]
    fell = [int(count) for count in re.findall(r'data-dice="(\d+)"', drawn)]
    rolls = [each.faces for each in drawer.points(played.fight, played.fight.version, {}) if each.is_roll]
    assert fell == [len(faces) for faces in rolls]
    offered = drawn.partition('id="die-index"')[2].partition("</select>")[0]
    assert offered.count("<option") == max(fell)

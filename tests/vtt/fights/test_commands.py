"""`manage.py demo`, and the lock of a lone server."""

from __future__ import annotations

import re
import socket
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from rules import registry
from rules.harvest import SYSTEM
from vtt.campaigns.models import Campaign
from vtt.fights import demo, server, single
from vtt.fights.management.commands import play
from vtt.fights.models import Fight

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _harvest(monkeypatch: pytest.MonkeyPatch, candles: Any) -> None:
    """The demo's own system."""
    monkeypatch.setattr(registry, "system", lambda _slug: SYSTEM)


def told(**options: str) -> dict[str, str]:
    """The links that the command prints, by whom they are for."""
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return {
        whom.strip(): link for whom, link in re.findall(r"^ +(.+?) +(http\S+)$", out.getvalue(), re.MULTILINE)
    }


def test_the_demo_has_a_fight_ready_to_start_and_a_link_for_everybody() -> None:
    links = told(at="http://table.example")
    assert len(links) == 4
    assert all(link.startswith("http://table.example/") for link in links.values())
    fight = Fight.objects.get()
    assert fight.phase == Fight.Phase.PREPARED
    assert set(fight.seats.values_list("key", flat=True)) == {"gm", "mina", "jun"}


def test_the_demo_made_again_is_the_same_one_and_pages_open_by_older_links_go_on() -> None:
    before, after = told(), told()
    assert (Campaign.objects.count(), Fight.objects.count()) == (1, 1)
    assert Campaign.objects.get().memberships.count() == 3
    assert set(before.values()).isdisjoint(after.values())
    for link in (*before.values(), *after.values()):
        assert Client().get(link.removeprefix("http://localhost:8000")).status_code == 200


def test_each_link_of_the_demo_leads_to_its_table() -> None:
    fight, names = None, []
    for link in demo.make()[:-1]:
        browser = Client()
        page = browser.post(link.path, {"name": "Somebody"}, follow=True)
        fight = Fight.objects.get()
        assert page.status_code == 200
        names.append(page.redirect_chain[-1][0])
    assert fight
    assert names == [f"/fights/{fight.pk}/{name}/" for name in ("gm", "mina", "jun")]


def test_play_takes_the_next_port_where_one_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind((play.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < play.free_port(port) <= port + play.TRIED


def test_play_says_so_where_another_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise single.AnotherServer

    monkeypatch.setattr(single, "hold", refuse)
    with pytest.raises(CommandError, match="REDIS_URL"):
        call_command("play")


def test_one_process_holds_the_lock_once(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(single, "_held", [])
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", tmp_path / "ringside.sqlite3")
    single.hold()
    single.hold()
    (lock,) = single._held
    monkeypatch.setattr(single, "_held", [])
    with lock, pytest.raises(single.AnotherServer):
        single.hold()


def test_with_redis_any_number_may_serve(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(single, "_held", [])
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer"}}
    single.hold()
    assert single._held == []


def test_what_waits_in_a_transport_is_counted() -> None:
    class Transport:
        dataBuffer, offset, _tempDataBuffer = b"12345", 2, [b"678", b"9"]  # noqa: N815

    assert server.unread(Transport()) == 7

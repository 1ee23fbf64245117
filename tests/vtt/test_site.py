"""What holds for every page: headers, languages, logs, static files, where sockets may come from."""

from __future__ import annotations

import io
import logging
import stat
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from daphne.access import AccessLogGenerator
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client

from tests.cast import Cast
from vtt import asgi, environment
from vtt.campaigns import links
from vtt.campaigns.models import Invite
from vtt.own_host import OwnHostOnly
from vtt.quiet_log import QuietFormatter

# ---- headers and pages


def test_pages_allow_no_foreign_and_no_inline_code(db: None) -> None:
    policy = Client().get("/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_page_that_is_not_there_says_so(db: None) -> None:
    response = Client().get("/nowhere/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_a_form_without_its_cookie_is_refused(cast: Cast, expected_logs: list[str]) -> None:
    expected_logs.append("django.security.csrf: Forbidden")
    careful = Client(enforce_csrf_checks=True)
    response = careful.post("/campaigns/", {"title": "Winter", "name": "Ari"})
    assert response.status_code == 403
    assert "cookie" in response.content.decode()


def test_cookies_are_closed_to_scripts_and_other_sites(cast: Cast) -> None:
    response = Client().post("/campaigns/", {"title": "Winter", "name": "Ari"})
    cookie = response.cookies["ringside_session"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_migrations_match_the_models(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


# ---- languages


def test_pages_follow_the_browsers_language(db: None) -> None:
    assert "캠페인" in Client(headers={"accept-language": "ko"}).get("/").content.decode()
    assert "campaign" in Client(headers={"accept-language": "fr"}).get("/").content.decode()


def test_a_chosen_language_stays(db: None) -> None:
    browser = Client()
    browser.post("/language/setlang/", {"language": "ko", "next": "/"})
    assert "캠페인" in browser.get("/").content.decode()


def test_a_bad_link_speaks_the_readers_language(db: None) -> None:
    page = Client(headers={"accept-language": "ko"}).get("/join/nothing/").content.decode()
    assert "링크" in page


# ---- tokens never reach a log


@pytest.fixture
def console() -> Any:
    """What the console's log handler writes."""
    (handler,) = (each for each in logging.getLogger().handlers if isinstance(each.formatter, QuietFormatter))
    assert isinstance(handler, logging.StreamHandler)
    stream = io.StringIO()
    old = handler.setStream(stream)
    yield stream
    handler.setStream(old)


@pytest.mark.parametrize(
    "path", ["/join/{}/", "/watch/{}/", "/watch/{}/fights/9/", "/join/{}", "/watch/{}/x/?q=1"]
)
def test_a_refused_link_is_logged_without_its_token(db: None, console: io.StringIO, path: str) -> None:
    Client().get(path.format("SeCrEt-tOkEn_123"), follow=True)
    assert "/-" in console.getvalue()
    assert "SeCrEt" not in console.getvalue()


def test_a_traceback_is_logged_without_tokens(console: io.StringIO, expected_logs: list[str]) -> None:
    expected_logs.append("vtt: it broke")
    try:
        raise ValueError("/join/SeCrEt-tOkEn_123/")
    except ValueError:
        logging.getLogger("vtt").exception("it broke")
    assert "ValueError: /join/-/" in console.getvalue()
    assert "SeCrEt" not in console.getvalue()


def test_daphnes_access_log_has_no_tokens(cast: Cast) -> None:
    _invite, token = links.make(cast.campaign, Invite.Kind.WATCH)
    stream = io.StringIO()
    log = AccessLogGenerator(stream)
    seen = {
        "client": "127.0.0.1:9",
        "path": f"/watch/{token}/fights/7/",
        "method": "GET",
        "status": 200,
        "size": 9,
    }
    for protocol, action in (("http", "complete"), ("websocket", "connected"), ("websocket", "rejected")):
        log(protocol, action, seen)
    assert stream.getvalue().count("/watch/-/fights/7/") == 3
    assert token not in stream.getvalue()


# ---- the server's door


def scope(kind: str, path: str, **headers: str) -> dict[str, Any]:
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": kind,
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": pairs,
    }


async def test_static_files_are_served_whole_without_a_warning() -> None:
    server = ApplicationCommunicator(asgi.application, scope("http", "/static/img/ui.svg", host="localhost"))
    await server.send_input({"type": "http.request"})
    start, body = await server.receive_output(5), await server.receive_output(5)
    assert start["status"] == 200
    assert body["body"] == Path("static/img/ui.svg").read_bytes()
    await server.wait()


@pytest.mark.parametrize(
    ("host", "is_open"), [("localhost:8000", True), ("127.0.0.1", True), ("evil.example", False), ("", False)]
)
async def test_sockets_open_under_our_host_names_alone(host: str, is_open: bool, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]

    async def welcome(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    socket = WebsocketCommunicator(OwnHostOnly(welcome), "/", [(b"host", host.encode())])
    assert (await socket.connect())[0] == is_open


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
async def test_sockets_opened_by_other_sites_are_refused(origin: str) -> None:
    headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
    socket = WebsocketCommunicator(asgi.application, "/fights/1/gm/live/", headers)
    assert not (await socket.connect())[0]


async def test_a_socket_without_a_table_is_refused() -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(asgi.application, "/nowhere/", headers)
    assert not (await socket.connect())[0]


# ---- the environment


def test_a_database_url_is_read() -> None:
    found = environment.database("postgresql://ann:p%40ss@db:5433/ring?sslmode=require", Path())
    wanted = {
        "NAME": "ring",
        "USER": "ann",
        "PASSWORD": "p@ss",
        "HOST": "db",
        "PORT": "5433",
        "CONN_MAX_AGE": 0,
    }
    assert wanted.items() <= found.items()
    assert found["OPTIONS"]["sslmode"] == "require"


def test_a_database_that_is_not_postgresql_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        environment.database("mysql://db/ring", Path())


def test_the_secret_key_is_made_once_for_the_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RINGSIDE_SECRET_KEY", raising=False)
    folder = tmp_path / "data"
    key = environment.secret_key(folder)
    assert environment.secret_key(folder) == key
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    monkeypatch.setenv("RINGSIDE_SECRET_KEY", "given")
    assert environment.secret_key(folder) == "given"


def test_redis_is_used_when_it_is_named() -> None:
    assert environment.channel_layer("redis://r:6379/0")["BACKEND"].endswith("RedisPubSubChannelLayer")
    assert "InMemory" in environment.channel_layer("")["BACKEND"]

"""What holds for every test: real services or a loud skip, no unexpected log line, properties without deadlines."""

from __future__ import annotations

import logging
import os
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.services import (
    PostgresServer,
    RedisServer,
    find_chromium,
    find_postgres,
    find_redis,
    own_folder,
    running,
)

REQUIRE_ALL = os.environ.get("RINGSIDE_REQUIRE_ALL") == "1"
NEEDS: dict[str, tuple[Callable[[], Path | None], str]] = {
    "browser": (find_chromium, "no Chromium: apt-get install chromium, or set CHROMIUM to its path"),
    "postgres": (find_postgres, "no PostgreSQL: apt-get install postgresql (on x86_64 a wheel brings it)"),
    "redis": (find_redis, "no Redis: apt-get install redis-server (on x86_64 a wheel brings it)"),
}

settings.register_profile("ringside", deadline=None, print_blob=True)
settings.register_profile(
    "ci", settings.get_profile("ringside"), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "ringside")


# ---- skips are loud, and failures where everything is required


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what this machine cannot run, saying how it could."""
    for name, (find, how) in NEEDS.items():
        wanting = [item for item in items if item.get_closest_marker(name)]
        if wanting and find() is None:
            for item in wanting:
                item.add_marker(pytest.mark.skip(reason=how))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """With RINGSIDE_REQUIRE_ALL=1 a skipped test is a failed one."""
    return _failed_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    """The same for a module that skips itself."""
    return _failed_if_skipped((yield))


def _failed_if_skipped(report: Any) -> Any:
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"RINGSIDE_REQUIRE_ALL=1, but this was skipped: {_reason(report)}"
    return report


def _reason(report: Any) -> str:
    where = report.longrepr
    return str(where[2] if isinstance(where, tuple) else where).removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List what was skipped and how to run it."""
    skipped = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    if skipped:
        terminalreporter.section("NOT ALL TESTS RAN", sep="!", red=True, bold=True)
        for reason, count in skipped.most_common():
            terminalreporter.line(f"{count} skipped, {reason}", red=True)


# ---- logs


@pytest.fixture
def expected_logs() -> list[str]:
    """Patterns of the log lines (`logger: message`) that a test causes on purpose: append yours."""
    return []


@pytest.fixture(autouse=True)
def _no_unexpected_log(caplog: pytest.LogCaptureFixture, expected_logs: list[str]) -> Iterator[None]:
    yield
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    lines = [f"{record.name}: {record.getMessage()}" for record in records if _is_trouble(record)]
    unexpected = [line for line in lines if not any(re.search(pattern, line) for pattern in expected_logs)]
    assert not unexpected, "Log lines that no one expected:\n" + "\n".join(unexpected)


def _is_trouble(record: logging.LogRecord) -> bool:
    """A warning or worse; Django's note of a 404 or 403 is none, for a test looks at the answer itself."""
    is_answer = record.name == "django.request" and 400 <= getattr(record, "status_code", 500) < 500
    return record.levelno >= logging.WARNING and not is_answer


# ---- services


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser's program."""
    found = find_chromium()
    assert found, "mark the test with `browser`"
    return found


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server for this run, as DATABASE_URL names it. Mark the test with `postgres`."""
    binaries = find_postgres()
    assert binaries, "mark the test with `postgres`"
    for server in running(PostgresServer(binaries, own_folder("pg"))):
        yield server.url


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A Redis of the test's own that may be stopped and started. Mark the test with `redis`."""
    binary = find_redis()
    assert binary, "mark the test with `redis`"
    yield from running(RedisServer(binary, own_folder("redis")))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis for this run, as REDIS_URL names it. Mark the test with `redis`."""
    binary = find_redis()
    assert binary, "mark the test with `redis`"
    for server in running(RedisServer(binary, own_folder("redis"))):
        yield server.url

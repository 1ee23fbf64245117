"""Without a shared channel layer only one process may serve: it holds a lock that ends with it, however it ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

LOCK_NUMBER = 0x52494E47
"""The advisory lock's number on PostgreSQL ("RING")."""
_held: list[Any] = []
"""What keeps the lock for as long as the process lives."""


class AnotherServer(Exception):
    """Another process serves this database, and the two could not tell each other of changes."""

    def __str__(self) -> str:
        return _(
            "Another Ringside server is running on this database. Stop it first, or set REDIS_URL for both: "
            "without Redis two servers cannot tell each other what happens at their tables."
        )


def hold() -> None:
    """Take the lock, if one is needed. AnotherServer when another process has it."""
    layer = settings.CHANNEL_LAYERS["default"]["BACKEND"]
    if layer != "channels.layers.InMemoryChannelLayer" or _held:
        return
    _held.append(_advisory_lock() if connection.vendor == "postgresql" else _lock_file())


def _lock_file() -> IO[str]:
    """A locked file beside SQLite's."""
    path = Path(settings.DATABASES["default"]["NAME"]).with_name("server.lock")
    file = path.open("a", encoding="ascii")
    try:
        _lock(file)
    except OSError:
        file.close()
        raise AnotherServer from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


if os.name == "posix":
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

else:
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]


def _advisory_lock() -> Any:
    """A session of its own that keeps the lock until it ends."""
    import psycopg

    wanted = connection.get_connection_params()
    session = psycopg.connect(
        **{key: wanted[key] for key in ("dbname", "user", "password", "host", "port") if wanted.get(key)},
        autocommit=True,
    )
    row = session.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_NUMBER]).fetchone()
    if not row or not row[0]:
        session.close()
        raise AnotherServer
    return session

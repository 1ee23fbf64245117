"""What the settings read from the environment: folders, addresses, flags, the secret key."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SQLITE_SECONDS = 20
"""How long a writer waits for SQLite's one write lock."""


def flag(name: str) -> bool:
    """Whether the variable is set to something that means yes."""
    return os.environ.get(name, "").lower() in ("1", "true", "yes", "on")


def words(name: str, default: str) -> list[str]:
    """The variable's comma-separated parts."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def secret_key(folder: Path) -> str:
    """The key that signs cookies: RINGSIDE_SECRET_KEY, else one made once and kept in the data folder."""
    if given := os.environ.get("RINGSIDE_SECRET_KEY"):
        return given
    path = folder / "secret_key"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with open(handle, "w", encoding="ascii") as file:
        file.write(key := secrets.token_urlsafe(50))
    return key


def packs(usual: Path) -> Path | None:
    """The folder of packs: RINGSIDE_PACKS, which must be there, else the usual one if it is there."""
    given = os.environ.get("RINGSIDE_PACKS")
    if given and not Path(given).is_dir():
        raise ImproperlyConfigured(f"RINGSIDE_PACKS must name a folder, and {given} is none")
    folder = Path(given) if given else usual
    return folder if folder.is_dir() else None


def database(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for the database at `url` (postgresql://...), or for SQLite in `folder` if it is empty."""
    return _postgresql(url) if url else _sqlite(folder)


def channel_layer(url: str) -> dict[str, Any]:
    """The layer that carries announcements: Redis at `url`, or this process's memory if it is empty."""
    if not url:
        return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    return {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [url]}}


def _sqlite(folder: Path) -> dict[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    pragmas = {"journal_mode": "WAL", "synchronous": "NORMAL", "busy_timeout": SQLITE_SECONDS * 1000}
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": folder / "ringside.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": SQLITE_SECONDS,
            "init_command": "; ".join(f"PRAGMA {name}={value}" for name, value in pragmas.items()),
        },
    }


def _postgresql(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("DATABASE_URL must start with postgresql://")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 10}, **dict(parse_qsl(parts.query))},
    }

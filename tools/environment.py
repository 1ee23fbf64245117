"""The project's own `.venv`: made once, installed into again only when a lock has changed. Standard library only."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
RUNTIME = ROOT / "requirements.lock"
DEVELOPMENT = ROOT / "requirements-dev.lock"
OLDEST = (3, 11)

OLD_PYTHON = (
    "Ringside needs Python {needed} or newer; this is {given}. Call a newer one: python3.12 tools/run.py ..."
)
NO_VENV = "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
BROKEN_VENV = "The folder .venv could not be made; Python's own words stand above."
NO_PACKAGES = (
    "The packages in {lock} could not be installed; pip's own words stand above.\n"
    "Most often the machine is offline: connect it and run the same command again."
)


class SetupFailed(Exception):
    """What is missing on this machine, as a sentence for the person at the terminal."""


def prepare(lock: Path) -> None:
    """Make `.venv` hold what `lock` pins. Does nothing when it already does. SetupFailed says what to mend."""
    if is_prepared(lock):
        return
    make_venv()
    install(lock)


def is_prepared(lock: Path) -> bool:
    """Whether the lock as it stands now was the last to be installed under its name."""
    stamp = _stamp(lock)
    return PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == _digest(lock)


def make_venv() -> None:
    """A `.venv` with pip in it, made anew where there is none or a broken one."""
    if _has_pip():
        return
    check_python()
    say(f"Making .venv with Python {sys.version.split()[0]} ...")
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False)
    if made.returncode:
        raise SetupFailed(BROKEN_VENV)


def install(lock: Path) -> None:
    """Install exactly what the lock pins and remember that it was done."""
    say(f"Installing the packages of {lock.name} (only now and when that file changes) ...")
    pip = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", str(lock)]
    if subprocess.run(pip, check=False, stdout=sys.stderr).returncode:
        raise SetupFailed(NO_PACKAGES.format(lock=lock.name))
    for held in (DEVELOPMENT, RUNTIME) if lock == DEVELOPMENT else (RUNTIME,):
        _stamp(held).write_text(_digest(held), encoding="ascii")


def check_python() -> None:
    """SetupFailed when this Python is too old or lacks venv."""
    if sys.version_info < OLDEST:
        needed, given = (".".join(map(str, version)) for version in (OLDEST, sys.version_info[:3]))
        raise SetupFailed(OLD_PYTHON.format(needed=needed, given=given))
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise SetupFailed(NO_VENV)


def say(line: str) -> None:
    """A line of progress, at once and apart from what the command itself prints."""
    print(line, file=sys.stderr, flush=True)


def _has_pip() -> bool:
    asked = [str(PYTHON), "-m", "pip", "--version"]
    return PYTHON.exists() and not subprocess.run(asked, check=False, capture_output=True).returncode


def _stamp(lock: Path) -> Path:
    return VENV / f"{lock.name}.installed"


def _digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()

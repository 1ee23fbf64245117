"""The project's commands, for a machine with nothing but Python: `python3 tools/run.py play` (or `make play`).

Each sets up `.venv` first, then runs in it. Words after the command are handed on: `tools/run.py test -k cover`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import environment
from environment import BIN, DEVELOPMENT, PYTHON, ROOT, RUNTIME

MOST_WORKERS = 4
SOAK_FIGHTS = "10000"

CHECKS = {
    "style": [str(BIN / "ruff"), "check"],
    "formatting": [str(BIN / "ruff"), "format", "--check", "--quiet"],
    "types": [str(BIN / "mypy")],
    "arrows between folders": [str(BIN / "lint-imports"), "--no-cache"],
    "migrations": [str(PYTHON), "manage.py", "makemigrations", "--check", "--dry-run"],
}


def workers() -> str:
    """How many processes share the tests."""
    return str(min(MOST_WORKERS, os.cpu_count() or 1))


def play(words: list[str]) -> int:
    """Migrate, make the demo campaign, serve it and print the links."""
    return become(str(PYTHON), "manage.py", "play", *words)


def setup(_words: list[str]) -> int:
    """Make .venv with everything a developer needs."""
    environment.say("Ready.")
    return 0


def test(words: list[str]) -> int:
    """All checks and all tests; with words (a path, -k ...) only those tests."""
    if words:
        return become(str(PYTHON), "-m", "pytest", *words)
    return report({**CHECKS, "tests": [str(PYTHON), "-m", "pytest", "-n", workers(), "--dist", "loadfile"]})


def lint(_words: list[str]) -> int:
    """All checks but the tests."""
    return report(CHECKS)


def tidy(_words: list[str]) -> int:
    """Format the code and mend what ruff can mend."""
    subprocess.run([str(BIN / "ruff"), "check", "--fix", "--quiet"], cwd=ROOT, check=False)
    return become(str(BIN / "ruff"), "format")


def soak(words: list[str]) -> int:
    """10,000 whole fights by bots over all content, or as many as RINGSIDE_SOAK_FIGHTS says."""
    os.environ.setdefault("RINGSIDE_SOAK_FIGHTS", SOAK_FIGHTS)
    return become(str(PYTHON), "-m", "pytest", "-n", workers(), "-m", "soak", "--timeout", "0", *words)


def bench(words: list[str]) -> int:
    """Print the figures: fights a second, restores, answers."""
    return become(str(PYTHON), "-m", "tests.bench", *words)


def golden(words: list[str]) -> int:
    """Write the golden fights anew; read the diff before committing it."""
    return become(str(PYTHON), "-m", "tests.golden", *words)


def messages(words: list[str]) -> int:
    """Bring the translations in locale/ up to the sentences in templates and code, and compile them."""
    return become(str(PYTHON), "tools/words.py", *(words or ["update"]))


def lock(words: list[str]) -> int:
    """Write the lock files anew from pyproject.toml."""
    return become(str(PYTHON), "tools/lock.py", *words)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    command.__name__: command
    for command in (play, test, setup, lint, tidy, soak, bench, golden, messages, lock)
}


def report(steps: dict[str, list[str]]) -> int:
    """Run every step, whatever the others say, and sum up; 1 if any failed."""
    failed = []
    for name, command in steps.items():
        environment.say(f"== {name}")
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            failed.append(name)
    environment.say(f"\nNot in order: {', '.join(failed)}." if failed else f"\nIn order: {', '.join(steps)}.")
    return 1 if failed else 0


def become(*command: str) -> int:
    """Go on as that program, so that signals and the exit code are its own; Windows waits for it instead."""
    os.chdir(ROOT)
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def main(arguments: list[str]) -> int:
    """The exit code of the command asked for."""
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        described = "\n".join(f"  {name:10}{each.__doc__}" for name, each in COMMANDS.items())
        print(f"python3 tools/run.py COMMAND\n\n{described}", file=sys.stderr)
        return 2
    try:
        environment.prepare(RUNTIME if command is play else DEVELOPMENT)
        return command(arguments[1:])
    except environment.SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

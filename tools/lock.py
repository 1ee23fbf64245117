"""Writes requirements.lock and requirements-dev.lock: every package, exactly pinned, for every machine supported.

Pip resolves for the machine it runs on. What only another Python or system needs (a marker that is false here) is
looked up as well, so that one lock serves them all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from typing import Any

from environment import DEVELOPMENT, ROOT, RUNTIME
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HEAD = "# Written by `make lock` from pyproject.toml: {what}. Do not edit.\n"
PYTHONS = ("3.11.2", "3.11.7", "3.12.0", "3.13.0", "3.14.0")
SYSTEMS = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64"))


@dataclass(frozen=True)
class Pin:
    """One resolved package and what it requires in turn."""

    name: str
    version: str
    requires: tuple[Requirement, ...]


def main() -> None:
    """Both locks; the first is a part of the second."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = [Requirement(line) for line in project["dependencies"]]
    everything = runtime + [Requirement(line) for line in project["optional-dependencies"]["dev"]]
    pins = resolve(everything)
    needed = reach(runtime, pins)
    RUNTIME.write_text(written([p for p in pins if p.name in needed], runtime, "what runs"), encoding="utf-8")
    DEVELOPMENT.write_text(
        written(pins, everything, "what runs, and the developers' tools"), encoding="utf-8"
    )


def resolve(wanted: list[Requirement]) -> list[Pin]:
    """All packages that `wanted` needs on any supported machine, by name."""
    asked = list(wanted)
    while True:
        pins = _pip(asked)
        known = {pin.name for pin in pins}
        extras = _extras(wanted, pins)
        missing = [
            each
            for pin in pins
            for each in pin.requires
            if canonicalize_name(each.name) not in known and applies(each, extras.get(pin.name, set()))
        ]
        if not missing:
            return sorted(pins, key=lambda pin: pin.name)
        asked += [_bare(each) for each in missing]


def reach(wanted: list[Requirement], pins: list[Pin]) -> set[str]:
    """The names of what `wanted` needs, directly or not, among `pins`."""
    by_name = {pin.name: pin for pin in pins}
    extras = _extras(wanted, pins)
    found: set[str] = set()
    ahead = [canonicalize_name(each.name) for each in wanted]
    while ahead:
        if (name := ahead.pop()) in found or name not in by_name:
            continue
        found.add(name)
        needs = (each for each in by_name[name].requires if applies(each, extras.get(name, set())))
        ahead += [canonicalize_name(each.name) for each in needs]
    return found


def applies(requirement: Requirement, extras: set[str]) -> bool:
    """Whether any supported machine needs it, given the extras asked of the package that names it."""
    if requirement.marker is None:
        return True
    marker = requirement.marker
    return any(
        marker.evaluate({**machine, "extra": extra}) for machine in machines() for extra in {"", *extras}
    )


def machines() -> list[dict[str, str]]:
    """The environments a lock must serve, as markers see them."""
    return [
        {
            **{name: str(value) for name, value in default_environment().items()},
            "python_version": python.rpartition(".")[0],
            "python_full_version": python,
            "sys_platform": system,
            "platform_machine": machine,
            "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
            "os_name": "nt" if system == "win32" else "posix",
        }
        for python in PYTHONS
        for system, machine in SYSTEMS
    ]


def written(pins: list[Pin], wanted: list[Requirement], what: str) -> str:
    """The lock file's text. A package that is only ever wanted under a marker keeps it."""
    extras = _extras(wanted, pins)
    wishes: dict[str, list[Requirement]] = {}
    for each in wanted:
        wishes.setdefault(canonicalize_name(each.name), []).append(each)
    for pin in pins:
        for each in pin.requires:
            if applies(each, extras.get(pin.name, set())):
                wishes.setdefault(canonicalize_name(each.name), []).append(each)
    return HEAD.format(what=what) + "".join(_line(pin, wishes[pin.name]) for pin in pins)


def _line(pin: Pin, wishes: list[Requirement]) -> str:
    markers = [str(each.marker) for each in wishes if each.marker and "extra" not in str(each.marker)]
    if len(markers) < len(wishes):
        return f"{pin.name}=={pin.version}\n"
    return f"{pin.name}=={pin.version} ; {' or '.join(dict.fromkeys(markers))}\n"


def _pip(requirements: list[Requirement]) -> list[Pin]:
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--report",
        "-",
    ]
    done = subprocess.run([*command, *map(str, requirements)], check=True, stdout=subprocess.PIPE)
    return [_pin(each["metadata"]) for each in json.loads(done.stdout)["install"]]


def _pin(metadata: dict[str, Any]) -> Pin:
    requires = tuple(Requirement(line) for line in metadata.get("requires_dist", []))
    return Pin(canonicalize_name(metadata["name"]), metadata["version"], requires)


def _extras(wanted: list[Requirement], pins: list[Pin]) -> dict[str, set[str]]:
    extras: dict[str, set[str]] = {}
    for each in [*wanted, *(each for pin in pins for each in pin.requires if not each.marker)]:
        extras.setdefault(canonicalize_name(each.name), set()).update(each.extras)
    return extras


def _bare(requirement: Requirement) -> Requirement:
    return Requirement(f"{requirement.name}{requirement.specifier}")


if __name__ == "__main__":
    main()

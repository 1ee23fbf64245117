"""The lock files pin everything, and what pyproject.toml wants; the project has one version."""

from __future__ import annotations

import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import rules
from tests.contracts.sources import ROOT


def test_the_locks_pin_what_the_project_wants() -> None:
    """Mended by `make lock`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, everything = pins("requirements.lock"), pins("requirements-dev.lock")
    assert unmet(project["dependencies"], runtime) == []
    assert unmet(project["optional-dependencies"]["dev"], everything) == []


def test_what_runs_is_a_part_of_what_developers_have() -> None:
    """So that installing the second is installing the first."""
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_every_dependency_has_a_bound_and_a_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[tool.")[0].splitlines()
    wanted = [line for line in lines if line.startswith('    "')]
    assert wanted
    assert [
        line for line in wanted if "#" not in line or not any(sign in line for sign in ("~=", "<", "=="))
    ] == []


def test_the_rules_name_the_projects_version() -> None:
    """Fights keep it as their build."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == rules.VERSION


def unmet(wanted: list[str], pinned: dict[str, str]) -> list[str]:
    """The requirements without a pin that fits."""
    requirements = [Requirement(line) for line in wanted]
    return [
        str(each)
        for each in requirements
        if pinned.get(canonicalize_name(each.name), "none") not in each.specifier
    ]


def pins(lock: str) -> dict[str, str]:
    """Versions by package; an error for a line that pins nothing."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line) for line in lines if not line.startswith("#")]
    assert all(str(each.specifier).startswith("==") and not each.url for each in requirements)
    return {canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in requirements}

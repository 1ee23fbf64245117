"""README, CONTRIBUTING and docs name only what exists."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.contracts.sources import ROOT, modules

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`((?:make|python3?|\.venv/bin/\w+) [^`]+)`")
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
PYTHONS = {"python", "python3", ".venv/bin/python"}
STANDARD = {"venv", "pip"}
VARIABLE = re.compile(r"""["'](RINGSIDE_\w+|DATABASE_URL|REDIS_URL)["']""")


def test_readme_has_the_two_commands() -> None:
    """Each on a line of its own, and as plain Python for where there is no make."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(readme) for line in block.splitlines()]
    assert "make play" in lines
    assert "make test" in lines
    assert "`python3 tools/run.py play`" in readme
    assert "`python3 tools/run.py test`" in readme


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_docs_exist(page: Path) -> None:
    """Every `make` target, script and module that a page tells its reader to run."""
    told = page.read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(told) for line in block.splitlines() if line.strip()]
    assert [line for line in (*lines, *INLINE.findall(told)) if not may_run(line)] == []


def test_make_calls_every_command_of_the_runner() -> None:
    """And every module and script that the runner hands on to is there."""
    runner = (ROOT / "tools/run.py").read_text(encoding="utf-8")
    commands = re.search(r"for command in \((.*?)\)", runner, re.DOTALL)
    assert commands
    assert re.findall(r"\w+", commands[1]) == make_targets()
    handed_on = re.findall(r'str\(PYTHON\), "-m", "([\w.]+)"', runner)
    assert [module for module in handed_on if not is_program(module)] == []
    scripts = re.findall(r'str\(PYTHON\), "(\S+\.py)"', runner)
    assert [path for path in scripts if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "line", ["make tea", "python3 tools/tea.py", "python -m rules.tea", "PORT=1 make tea"]
)
def test_a_command_that_does_not_exist_is_found(line: str) -> None:
    assert not may_run(line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_in_docs_lead_somewhere(page: Path) -> None:
    """Files beside the page; addresses elsewhere are not asked."""
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_map_leads_to_every_page() -> None:
    """Mended by a line under "Where next" in CONTRIBUTING.md."""
    links = set(LINK.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
    pages = (path.relative_to(ROOT).as_posix() for path in PAGES)
    assert [page for page in pages if page.startswith("docs/") and page not in links] == []


def test_every_setting_is_documented() -> None:
    """Whatever the code reads from the environment stands in docs/deploy.md."""
    read = {
        name for each in modules("vtt") for name in VARIABLE.findall((ROOT / each.path).read_text("utf-8"))
    }
    documented = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    assert sorted(name for name in read if f"`{name}`" not in documented) == []


def may_run(line: str) -> bool:
    """Whether what the line calls is there."""
    words = [word for word in line.split() if not re.fullmatch(r"[A-Z_]+=.*", word)]
    match words:
        case ["make", target, *_]:
            return target == "X" or target in make_targets()
        case [python, "-m", module, *_] if python in PYTHONS:
            return module in STANDARD or is_program(module)
        case [python, script, *_] if python in PYTHONS:
            return (ROOT / script).exists()
        case [".venv/bin/pip" | ".venv/bin/pytest" | "git" | "cd" | "docker", *_]:
            return True
    return False


def is_program(module: str) -> bool:
    """Whether `python -m` can run it: a module, or a package with a `__main__`."""
    spec = find_spec(module)
    if spec and spec.submodule_search_locations:
        spec = find_spec(f"{module}.__main__")
    return spec is not None


def make_targets() -> list[str]:
    """What the Makefile can make."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^COMMANDS = (.*)$", makefile, re.MULTILINE)
    assert found
    return found[1].split()

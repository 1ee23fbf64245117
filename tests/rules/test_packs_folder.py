"""A folder of packs for several games: each system takes its own."""

import shutil
from pathlib import Path

import pytest

from rules import registry
from rules.packs import with_packs

DOCS = Path(registry.__file__).parents[1] / "docs"
OWN = {
    "harvest": "example-pack",
    "kamigakari": "example-pack-kamigakari",
    "magical_girls": "example-pack-magical-girls",
}
"""The example pack of each game."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """All example packs, side by side."""
    for name in OWN.values():
        shutil.copytree(DOCS / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(("slug", "own"), OWN.items())
def test_each_game_reads_its_own_packs_and_passes_by_the_others(folder: Path, slug: str, own: str) -> None:
    installed = with_packs(slug, folder)
    assert (installed.packs, installed.broken) == ((own,), {})


def test_a_pack_of_no_game_is_left_out_and_told(folder: Path) -> None:
    (folder / "odd").mkdir()
    (folder / "odd" / "pack.toml").write_text('[pack]\nsystem = "harvset"\n', encoding="utf-8")
    broken = with_packs("harvest", folder).broken
    said = registry.words("en").render(broken["odd"][0].text)
    assert said == "pack.toml, pack, system: There is no system “harvset”. Is this meant: harvest?"

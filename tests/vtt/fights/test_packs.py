"""Packs of an installation: in the folder that its settings name, in every campaign, broken ones told and left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from rules.harvest import SYSTEM
from tests.cast import Cast, nothing_written
from vtt import environment
from vtt.fights import packs, starter
from vtt.fights.models import Encounter, Fight

FIGHT = """
[[encounter]]
id = "moon"
name = { en = "Under the Moon", ko = "달빛 아래" }
creatures = [{ creature = "imp" }]
characters = ["kim"]

[[creature]]
id = "imp"
name = { en = "Imp" }
attack = 5
defence = 2
hp = 20
tp = 4
ss = 6
movement = 2
action_magic = 3
reaction_magic = 1
attributes = ["fire"]
spells = ["glow"]

[[spell]]
id = "glow"
name = { en = "Glow" }
level = 2
timing = "action"
cost = ["fire"]

[[character]]
id = "kim"
name = { en = "Kim" }
catalyst = "copper_ladle"
action_magic = 4
reaction_magic = 2
attributes = ["fire", "water"]
spells = ["glow"]
"""


@pytest.fixture
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pack, known to the settings. Fights here are Harvest's, not of candles."""
    (tmp_path / "moonlight").mkdir()
    (tmp_path / "moonlight/all.toml").write_text(FIGHT, encoding="utf-8")
    settings.PACKS_DIR = tmp_path
    monkeypatch.setattr("rules.registry.system", lambda _slug: SYSTEM)
    packs.forget()
    return tmp_path


@pytest.fixture
def broken(folder: Path, expected_logs: list[str]) -> None:
    """One more pack in the folder, a broken one."""
    (folder / "sunlight").mkdir()
    (folder / "sunlight/fights.toml").write_text(FIGHT + "atack = 1", encoding="utf-8")
    expected_logs.append(r"The pack sunlight is left out\. sunlight/fights\.toml, character kim, atack: ")


def new_fight(cast: Cast) -> str:
    """The page where Gia makes a fight."""
    return str(cast.gm.browser.get(f"/fights/new/{cast.campaign.pk}/").content.decode())


def brought(cast: Cast) -> str:
    """The same page when Gia has brought in what is ready of Harvest."""
    address = f"/fights/new/{cast.campaign.pk}/"
    assert cast.gm.browser.post(address, {"bring": "harvest"})["Location"] == f"{address}?game=harvest"
    return new_fight(cast)


def test_characters_and_encounters_of_a_pack_are_there_to_be_chosen(cast: Cast, folder: Path) -> None:
    """In a campaign that is older than the pack too."""
    for _ in range(2):
        page = brought(cast)
    assert "Under the Moon" in page
    assert "for 1 character: Kim" in page
    assert "Imp" in page
    assert cast.campaign.encounters.filter(name="Under the Moon").count() == 1


def test_what_a_new_pack_holds_is_told_and_brought_in_when_it_is_asked_for(cast: Cast, folder: Path) -> None:
    """Beside what the campaign has of the game; to look at the page brings in nothing."""
    Encounter.objects.create(campaign=cast.campaign, system="harvest", name="Our own", setup="{}")
    with nothing_written():
        page = new_fight(cast)
    assert "Under the Moon" in page.partition("Not in this campaign yet:")[2]
    assert "for 1 character: Kim" not in page
    page = brought(cast)
    assert "Not in this campaign yet:" not in page
    assert "for 1 character: Kim" in page


def test_a_fight_of_a_pack_is_made_and_keeps_what_it_is_made_of(cast: Cast, folder: Path) -> None:
    """An edited pack changes the next fight, after the server's next start, and no other."""
    brought(cast)
    made = [_make(cast)]
    (folder / "moonlight/all.toml").write_text(FIGHT.replace("level = 2", "level = 3"), encoding="utf-8")
    made.append(_make(cast))
    packs.forget()
    made.append(_make(cast))
    levels = [json.loads(fight.pins)["spells"]["glow"]["level"] for fight in made]
    assert levels == [2, 2, 3]


def test_an_edited_encounter_is_the_one_chosen_next(cast: Cast, folder: Path) -> None:
    brought(cast)
    (folder / "moonlight/all.toml").write_text(
        FIGHT.replace('{ creature = "imp" }', '{ creature = "imp", count = 3 }'), encoding="utf-8"
    )
    packs.forget()
    assert json.loads(_make(cast).setup)["creatures"] == [{"creature": "imp", "count": 3}]


def test_a_broken_pack_is_told_to_the_log_and_to_the_game_master(
    cast: Cast, folder: Path, broken: None
) -> None:
    packs.read()
    page = brought(cast)
    assert "The pack “sunlight” is broken and is left out." in page
    assert (
        "sunlight/fights.toml, character kim, atack: There is no key “atack”. There are: action_magic,"
        in page
    )
    assert "Under the Moon" in page


def test_it_is_told_in_the_game_masters_language(cast: Cast, folder: Path, broken: None) -> None:
    cast.gm.browser.cookies["django_language"] = "ko"
    page = new_fight(cast)
    assert "sunlight/fights.toml, character kim, atack: “atack”: 그런 키는 없습니다." in page


def test_a_folder_that_cannot_be_read_leaves_the_game_as_it_comes(
    settings: Any, tmp_path: Path, expected_logs: list[str]
) -> None:
    settings.PACKS_DIR = tmp_path / "gone"
    packs.forget()
    expected_logs.append("The packs in .*gone cannot be read: No such file or directory")
    assert packs.system("harvest") is not None
    assert packs.broken("harvest") == {}


def test_without_a_folder_there_are_no_packs(settings: Any) -> None:
    settings.PACKS_DIR = None
    packs.read()
    assert packs.broken("harvest") == {}


def test_the_folder_is_the_named_one_or_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RINGSIDE_PACKS", raising=False)
    assert environment.packs(tmp_path / "packs") is None
    (tmp_path / "packs").mkdir()
    assert environment.packs(tmp_path / "packs") == tmp_path / "packs"
    monkeypatch.setenv("RINGSIDE_PACKS", str(tmp_path))
    assert environment.packs(tmp_path / "packs") == tmp_path
    monkeypatch.setenv("RINGSIDE_PACKS", str(tmp_path / "nowhere"))
    with pytest.raises(ImproperlyConfigured, match="RINGSIDE_PACKS must name a folder"):
        environment.packs(tmp_path / "packs")


def _make(cast: Cast) -> Fight:
    """Kim under the moon."""
    kim = starter.characters(cast.campaign, ["kim"])
    encounter = cast.campaign.encounters.get(name="Under the Moon")
    form = {"encounter": encounter.pk, "characters": [each.pk for each in kim]}
    reply = cast.gm.browser.post(f"/fights/new/{cast.campaign.pk}/", form)
    assert reply.status_code == 302, reply.content.decode()
    return Fight.objects.latest("pk")

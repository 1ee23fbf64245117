"""What each status, terrain, special object and trap does at its level, as the board says it (HV-50 to HV-82)."""

import pytest

from rules.engine.view import GAME_MASTER
from rules.harvest.meaning import status_does, terrain_does
from rules.harvest.terms import StatusKey, TerrainKey
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import ally, effect, enemy, ground, home_status, thing, trap
from tests.rules.vocabulary import unreadable

READ = words("en").render


@pytest.mark.parametrize("level", [-1, 0, 1, 4])
def test_every_status_and_terrain_says_what_it_does(lay: Lay, level: int) -> None:
    """HV-44, HV-50 to HV-64, HV-70 to HV-78: in every language, at every level."""
    battle = lay(ally("mina", "B4"), enemy("thorn", "B1")).battle
    told = [status_does(battle, key, level) for key in StatusKey]
    told += [terrain_does(key, level) for key in TerrainKey]
    assert unreadable(told) == []


@pytest.mark.parametrize(
    ("key", "level", "does"),
    [
        ("weakness", 2, "action magic -2, reaction magic -2; lifted by the end phase"),
        (
            "frostbite",
            1,
            "no movement in the movement timing, defence -1; lifted by giving up the movement timing",
        ),
        (
            "lament",
            2,
            "6 damage for not moving in the movement timing; lifted by giving up the preparation timing",
        ),
        (
            "blindness",
            3,
            "cannot target anything 2 or more cells away; lifted by giving up the preparation timing",
        ),
        ("poison", -1, "does nothing at this level; lifted by magic, skills and items alone"),
        ("sticky", 1, "movement -1; lifted by giving up the movement timing"),
    ],
)
def test_a_status_says_what_it_does_and_what_lifts_it(lay: Lay, key: str, level: int, does: str) -> None:
    """HV-50 to HV-64, a pack's own too."""
    sticky = home_status("sticky", per_level={"movement": -1}, lifted_by="movement", is_good=False)
    battle = lay(ally("mina", "B4"), enemy("thorn", "B1"), statuses=[sticky]).battle
    assert READ(status_does(battle, key, level)) == does


@pytest.mark.parametrize(
    ("key", "level", "does"),
    [
        ("lava", 2, "action magic -2"),
        ("sanctuary", 2, "in the end phase HP +6, TP +2"),
        ("forest", 1, "damage of fire magic +5, then it vanishes"),
        ("gravity", 2, "steps needed to leave: 3"),
        ("needles", 3, "9 damage to whoever enters"),
    ],
)
def test_terrain_says_what_it_does(key: str, level: int, does: str) -> None:
    """HV-70 to HV-78."""
    assert READ(terrain_does(TerrainKey(key), level)) == does


def test_the_board_says_it_of_badges_ground_objects_and_known_traps(lay: Lay) -> None:
    """HV-81, HV-82."""
    hive = thing("hive", "C4", effect("hurt", to="trigger", amount=2), moment="action_phase")
    pit = trap("pit", "A1", effect("hurt", to="trigger", amount=4))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), hive, pit, ground("lava", "B4"))
    table.rule("afflict", name="mina", status="burn", level=1)
    cells = {cell.label: cell for cell in table.view(GAME_MASTER).board.cells}
    mina = cells["B4"]
    assert READ(mina.token.badges[0].does).startswith(
        "1 damage at the start of each own action phase; lifted"
    )
    assert (mina.token.does, READ(mina.terrain.does)) == (None, "action magic -1")
    assert READ(cells["A1"].traps[0].does) == "4 damage to whoever sets it off"
    assert READ(cells["C4"].token.does) == (
        "when the action phase of somebody next to it starts: 2 damage to whoever sets it off"
    )


def test_an_object_that_acts_tells_what_it_does(lay: Lay) -> None:
    """HV-82."""
    hive = thing("hive", "C4", effect("hurt", to="trigger", amount=2), moment="action_phase")
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), hive).begins("mina")
    (told,) = table.told("object_acts")
    assert "2 damage to whoever sets it off" in READ(told.params["does"])
    assert [event.row for event in table.told("hurt", "mina")] == ["HV-82"]

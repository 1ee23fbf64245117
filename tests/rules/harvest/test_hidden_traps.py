"""Traps: fights that differ only in where one lies, which one, or whether there is one, look the same (HV-81).

The camp that laid it and the GM see it; players of the other camp and spectators nothing, until it is sprung.
"""

from collections.abc import Callable

import pytest

from rules.engine.dice import SeededDice
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.harvest.battlefield import Camp
from rules.harvest.views import BoardView
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, ally, effect, enemy, ground, player, rival, skill, thing, trap
from tests.rules.harvest.test_views import HEX, SEED, SPITE, STORM, WARD, answer, chosen, page, seen

MARKER = "ambush"
SNARES = [
    trap(MARKER, None, effect("hurt", to="trigger", amount=4)),
    trap("pit", None, effect("push", to="trigger", direction="back", cells=1)),
]


def laying(*traps: str, count: int = 1) -> dict[str, object]:
    """Lay a trap on cells of choice."""
    kinds = [{"kind": "trap", "on": "chosen", "count": count, "trap": each} for each in traps]
    return kinds[0] if len(kinds) == 1 else {"kind": "either", "options": kinds}


DIG = skill("dig", laying(MARKER, "pit", count=2))
Difference = Callable[[Table, int], None]


def fight(differ: Difference, which: int) -> Table:
    """Mina and Jun against thorn and Vera's character, a jar and some ground between them; `differ` makes the twin."""
    sturdy = {"max_hp": 4000, "tp": 0, "action_magic": 4, "reaction_magic": 3, "movement": 1}
    people = ally("mina", "B5", ss=90, **sturdy), ally("jun", "A5", ss=40, **sturdy)
    foes = enemy("thorn", "B2", ss=70, **sturdy), rival("vera", "C2", ss=50, **sturdy)
    digger = people[0] if differ in ALLIES_TRAPS else foes[0]
    digger.tp = 1
    known = {"magic": [STORM, HEX, WARD, SPITE], "skills": [DIG]}
    laid = (thing("jar", "A4", hp=900), ground("gale", "C5"), *SNARES)
    table = Table(*people, *foes, *laid, dice=SeededDice(SEED, SEED), **known)
    differ(table, which)
    return table


def digs(table: Table, who: str, either: str, cells: list[str]) -> None:
    """Lay it in the preparation timing, standing still."""
    table.begins(who).skip_to("prepare", who).answers(who, prepare="skill:dig", either=either, cells=cells)


def elsewhere(table: Table, which: int) -> None:
    """Mina lays it on one cell or another."""
    digs(table, "mina", "0", [["A1"], ["C6"]][which])


def another(table: Table, which: int) -> None:
    """Mina lays one or the other."""
    digs(table, "mina", "01"[which], ["C6"])


def none(table: Table, which: int) -> None:
    """Mina lays two, or keeps her hands clean."""
    digs(table, "mina", "0", [["A1", "C6"], []][which])


def of_a_creature(table: Table, which: int) -> None:
    """Thorn lays it here or there."""
    digs(table, "thorn", "0", [["A1"], ["C6"]][which])


def by_the_gm(table: Table, which: int) -> None:
    """The GM lays one for the enemies here or there, and takes another away."""
    table.rule("lay_trap", trap=MARKER, cell=["A1", "C6"][which], camp="enemy")
    table.rule("lay_trap", trap=["pit", MARKER][which], cell="C6", camp="enemy")
    table.rule("take_trap", laid=["pit@C6", f"{MARKER}@C6"][which])


ALLIES_TRAPS: list[Difference] = [elsewhere, another, none]
ENEMIES_TRAPS: list[Difference] = [of_a_creature, by_the_gm]
CASES = [
    *((differ, viewer) for differ in ALLIES_TRAPS for viewer in (SPECTATOR, player("vera"))),
    *(
        (differ, viewer)
        for differ in ENEMIES_TRAPS
        for viewer in (SPECTATOR, player("mina"), player("jun", "mina"))
    ),
]


def is_sprung(*tables: Table) -> bool:
    """Whether somebody has stepped into one."""
    return any(table.told("sprung") for table in tables)


@pytest.mark.parametrize(("differ", "viewer"), CASES)
def test_twins_that_differ_in_a_trap_look_the_same_until_it_is_sprung(
    differ: Difference, viewer: Viewer
) -> None:
    """HV-81: board, prompts, order and log, byte for byte; every line from the laying on."""
    table, twin = fight(differ, 0), fight(differ, 1)
    assert table.session.digest() != twin.session.digest()
    looks = 0
    while not is_sprung(table, twin) and looks < 90:
        assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
        assert MARKER not in page(table, viewer).casefold()
        looks += 1
        value = chosen(table)
        answer(table, value)
        answer(twin, value)
    assert looks >= 40


@pytest.mark.parametrize("differ", ALLIES_TRAPS)
def test_every_version_of_the_laying_looks_the_same_too(differ: Difference) -> None:
    """HV-81: the questions about trap and cells, the lines while they are answered; no gap in the lines' numbers."""
    pages: list[list[str]] = [[], []]

    class Watched(Table):
        def keep(self) -> None:
            super().keep()
            for viewer in (SPECTATOR, player("vera")):
                pages[which].append(seen(self, viewer))
                assert MARKER not in page(self, viewer).casefold()

    for which in (0, 1):
        sturdy = {"action_magic": 0, "reaction_magic": 0}
        watched = Watched(
            ally("mina", "B6", ss=9, **sturdy), rival("vera", "B1", **sturdy), *SNARES, skills=[DIG]
        )
        differ(watched, which)
        watched.passes("mina", *(["prepare"] if watched.asks == "prepare" else []))
    assert pages[0] == pages[1]


def test_its_own_camp_and_the_gm_see_where_it_lies() -> None:
    """HV-81: the friend as well as the one who laid it."""
    table = fight(elsewhere, 1)
    for viewer in (GAME_MASTER, player("mina"), player("jun")):
        assert shown(table.view(viewer).board) == {"C6": ["Ambush"]}, viewer
        [line] = table.log(viewer)[-1:]
        assert (line.kind, line.cells, line.row) == ("trap_laid", ("C6",), "HV-81")
        said = words("en").render(next(c.text for c in table.view(viewer).board.cells if c.label == "C6"))
        assert said == "C6, empty, Ambush"
    for viewer in (SPECTATOR, player("vera")):
        assert shown(table.view(viewer).board) == {}, viewer


def shown(board: BoardView) -> dict[str, list[str]]:
    """The traps that a board shows, by cells."""
    found = {cell.label: [words("en").render(each.title) for each in cell.traps] for cell in board.cells}
    return {cell: traps for cell, traps in found.items() if traps}


def test_who_plays_on_both_sides_sees_both_sides_traps(lay: Lay) -> None:
    fighters = ally("mina", "B6", ss=9), rival("vera", "B1")
    harm = effect("hurt", to="trigger", amount=4)
    table = lay(*fighters, trap("pit", "A1", harm), trap("net", "C6", harm, camp=Camp.ALLY))
    assert shown(table.view(player("mina", "vera")).board) == {"A1": ["Pit"], "C6": ["Net"]}


def test_a_sprung_trap_is_told_to_everybody(lay: Lay) -> None:
    """HV-81: name, cell and what it does; then the cell is free of it."""
    net = trap("net", "B5", effect("hurt", to="trigger", amount=4))
    table = (
        lay(ally("mina", "B6", ss=9), enemy("thorn", "B1"), net).begins("mina").answers("mina", move=["B5"])
    )
    for viewer in (GAME_MASTER, SPECTATOR, player("mina")):
        told = [words("en").render(line.text) for line in table.log(viewer)]
        assert told == ["Mina moves to B5.", "Net on B5 is sprung!", "Mina takes 4 damage (Net)."]
        assert shown(table.view(viewer).board) == {}


def test_a_trap_cell_looks_free_in_choices_and_refusals(lay: Lay) -> None:
    """HV-81: to move there is offered and taken like to any other cell; a refusal says nothing of the trap."""
    said: set[str] = set()
    for cell in ("B5", "C5"):
        net = trap("net", cell, effect("hurt", to="trigger", amount=4))
        table = lay(ally("mina", "B6", ss=9, movement=1), enemy("thorn", "B1"), net).begins("mina")
        said |= {seen(table, player("mina"))}
        said |= {str(table.refuses("mina", move=["B5", "B4", "B3", "B2"]))}
    assert len(said) == 2

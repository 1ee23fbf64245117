"""The spirit crest: more dice, rising again, concept destruction, and the price at the end of the turn."""

import pytest

from rules.engine.flow import GM
from rules.kamigakari import SYSTEM
from rules.kamigakari.state import STORED
from rules.registry import words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import Table, foe, hero, weapon

BOW = weapon("bow", "ranged", distance={"kind": "zone"})


def archer(lay: Lay, *more: object, **numbers: object) -> Table:
    """Rin with a bow, an owl that dodges nothing."""
    return lay(hero("rin", "D9", **numbers), *more, foe("owl", "L1", weapons=["bow"], accuracy=9), BOW)


def crest(table: Table, who: str = "rin") -> int:
    """What is left of it."""
    return table.battle[who].crest


# ---------------------------------------------------------------- dice


def test_one_bond_adds_dice_to_a_check(lay: Lay) -> None:
    """KG-37: 1 to 3 more dice, as many d6 of crest at the end of the turn."""
    table = archer(lay, bonds=1).attacks("rin", "bow", "owl")
    assert table.offers() == ["crest_1", "crest_2", "crest_3"]
    table.rolls(1, 2, 3, 4).answers("rin", crest="crest_2")
    assert len(table.told("roll", "rin")[0].faces) == 4
    assert crest(table) == 22
    table.rolls(3, 5).skip_to("turn", "owl")
    assert crest(table) == 22 - 8


def test_without_a_bond_there_are_no_more_dice(lay: Lay) -> None:
    """KG-37."""
    table = archer(lay, bonds=0).rolls(1, 2).attacks("rin", "bow", "owl")
    assert table.asks != "crest"


def test_what_a_defender_uses_is_paid_when_the_turn_ends(lay: Lay) -> None:
    """KG-37: at the end of the current turn, which is the owl's."""
    table = archer(lay, bonds=1).passes("rin", "turn").attacks("owl", "bow", "rin")
    table.rolls(1, 2, 2, 1).answers("rin", crest="crest_1")
    assert crest(table) == 22
    table.rolls(6).passes("owl", "turn")
    assert crest(table) == 16


def test_the_crest_may_go_below_0_in_a_fight(lay: Lay) -> None:
    """KG-37: what is owed is paid in full."""
    table = archer(lay, bonds=1, crest=2).attacks("rin", "bow", "owl").rolls(1, 2, 3)
    table.answers("rin", crest="crest_1").rolls(6).passes("rin", "turn")
    assert crest(table) == -4


def test_a_cut_turn_is_paid_for(lay: Lay) -> None:
    """KG-37: whatever ended the turn."""
    table = archer(lay, bonds=1).attacks("rin", "bow", "owl").rolls(1, 2, 3).answers("rin", crest="crest_1")
    table.rolls(5).rule("cut", frame="turn")
    assert crest(table) == 17


def test_a_fight_ended_in_mid_turn_is_paid_for(lay: Lay) -> None:
    """KG-37, KG-38."""
    table = archer(lay, bonds=1).attacks("rin", "bow", "owl").rolls(1, 2, 3).answers("rin", crest="crest_1")
    table.rolls(5).rule("end", winner="")
    assert crest(table) == 17


def test_what_is_left_is_written_back_to_the_sheet(lay: Lay) -> None:
    """KG-37: below 0 too; monsters have none."""
    table = archer(lay, bonds=1, crest=2).attacks("rin", "bow", "owl").rolls(1, 2, 3)
    table.answers("rin", crest="crest_1").rolls(6).rule("end", winner="")
    assert SYSTEM.after(STORED.dump(table.battle), table.record.pins) == {"rin": {"crest": -4}}


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ({"crest": -3, "pool": [6, 2]}, ["crest -3", "spirit dice 6 2"]),
        ({"crest": 22, "pool": []}, []),
    ],
)
def test_what_a_fight_left_of_a_character_is_told_until_she_has_rested(
    left: dict[str, object], told: list[str]
) -> None:
    """KG-04, KG-37: only what is worse than her sheet, and the dice that the table keeps."""
    sheet = SYSTEM.sheet_of("mio")
    assert [words("en").render(each) for each in SYSTEM.carried(sheet, left)] == told
    assert SYSTEM.carried(sheet | left, left) == []


def test_however_much_was_called_on_the_next_fight_can_begin() -> None:
    """KG-37: all that one turn owes is paid at its end, from 1 crest as from 22."""
    mio = {"name": "mio", "sheet": SYSTEM.sheet_of("mio") | {"crest": -40}}
    assert SYSTEM.open(SYSTEM.encounter_setup("low_tide_stairs", [mio]), {})["mio"].crest == -40


# ---------------------------------------------------------------- rising again


def struck_down(lay: Lay, **numbers: object) -> Table:
    """Rin faints in the owl's turn; Mo still stands."""
    more = hero("mo", "A9", initiative=1)
    table = archer(lay, more, **{"bonds": 4, "strength": 9, "life": 1, "max_life": 50} | numbers).passes(
        "rin", "turn"
    )
    table.rolls(2, 1, 6).attacks("owl", "bow", "rin")
    return table.passes("rin", "crest") if table.asks == "crest" else table


def test_who_fainted_may_rise_when_the_turn_ends(lay: Lay) -> None:
    """KG-37: 4 bonds, life = STR, on the square where she fell, for 2d6 at once since the turn is over."""
    table = struck_down(lay).passes("owl", "turn")
    assert (table.asks, table.asked, table.offers()) == ("revive", ["rin"], ["D9"])
    table.rolls(3, 4).answers("rin", revive="D9")
    assert (table.life("rin"), table.at("rin"), crest(table)) == (9, "D9", 15)
    assert not table.has("rin", "faint")
    assert table.acting == "mo"


def test_on_the_nearest_squares_if_hers_is_taken(lay: Lay) -> None:
    """KG-37, KG-30."""
    table = struck_down(lay).rule("move", name="owl", cell="D9").passes("owl", "turn")
    assert set(table.offers()) == {"D8", "C9", "E9", "D10"}


def test_life_is_never_more_than_the_most(lay: Lay) -> None:
    """KG-37: STR 9, at most 5 life."""
    table = (
        struck_down(lay, strength=9, max_life=5).passes("owl", "turn").rolls(1, 1).answers("rin", revive="D9")
    )
    assert table.life("rin") == 5


def test_questions_say_what_of_the_crest_is_left_and_owed(lay: Lay) -> None:
    """KG-37: 22, and after 2 dice that were called for 2d6 of it are owed."""
    rin, blade = hero("rin", "B4", bonds=7), weapon("blade")
    table = lay(rin, foe("owl", "B3"), blade).acts("rin", "weapon:blade").answers("rin", targets=["owl"])
    assert "(22 left)" in words("en").render(table.question.about)
    table.rolls(4, 3, 2, 1).answers("rin", crest="crest_2")
    assert table.asks == "concept"
    assert "(22 left, 2d6 of it owed already)" in words("en").render(table.question.about)


def test_once_a_fight(lay: Lay) -> None:
    """KG-37: fallen again she stays down."""
    table = struck_down(lay).passes("owl", "turn").rolls(1, 1).answers("rin", revive="D9")
    table.rule("set_life", name="rin", value=0).passes("mo", "turn")
    assert table.asks != "revive"


def test_three_bonds_are_too_few(lay: Lay) -> None:
    """KG-37."""
    assert struck_down(lay, bonds=3).passes("owl", "turn").asks == "turn"


def test_without_crest_nobody_rises(lay: Lay) -> None:
    """KG-37: nothing left to pay with when it is asked."""
    table = struck_down(lay, crest=0)
    assert table.passes("owl", "turn").asks == "turn"


def test_who_stays_down_is_asked_again_when_the_round_ends(lay: Lay) -> None:
    """KG-37: not after every turn."""
    table = struck_down(lay).passes("owl", "turn").passes("rin", "revive")
    assert table.asks == "turn"
    table.passes("mo", "turn")
    assert table.asks == "revive"


def test_when_all_are_down_everybody_is_asked_first(lay: Lay) -> None:
    """KG-37, KG-38: before the end is offered."""
    table = struck_down(lay).passes("owl", "turn").passes("rin", "revive")
    table.rule("set_life", name="mo", value=0)
    assert table.asks == "revive"
    table.passes("rin", "revive")
    assert (table.asks, table.asked) == ("end", [GM])


def test_who_rose_is_in_the_fight_again(lay: Lay) -> None:
    """KG-37, KG-32: she acts next round, and her side is not down."""
    table = archer(lay, bonds=4, strength=9).rule("set_life", name="rin", value=0)
    table.rolls(1, 2).answers("rin", revive="D9").skip_to("turn", "owl").passes("owl", "turn")
    assert table.acting == "rin"
    assert table.battle.round == 2

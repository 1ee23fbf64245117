"""The square map: neighbours, engaged groups, distances and who is in them."""

import pytest

from rules.engine.grid import cell_at
from rules.engine.view import SPECTATOR
from rules.kamigakari.map import groups, squares
from rules.kamigakari.state import Combatant
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    AREA,
    ENGAGED,
    ONESELF,
    ZONE,
    Table,
    art,
    effect,
    foe,
    hero,
    item,
    many,
    move,
    npc,
    talent,
    weapon,
)
from tests.rules.kamigakari.table import squares as within_squares

BLADE = weapon("blade", damage=5)


def groups_of(table: Table) -> list[set[str]]:
    """All engaged groups."""
    return [set(group) for group in groups(table.battle)]


def reach(table: Table, who: str, source: str) -> set[str]:
    """Whom somebody may strike with it."""
    kind = "weapon" if source in table.battle.library.weapons else "talent"
    table.acts(who, f"{kind}:{source}")
    return set(table.offers()) if table.asks in ("targets", "area") else set()


# ---------------------------------------------------------------- the grid


def test_squares_are_counted_in_orthogonal_steps() -> None:
    """KG-30: a diagonal is two."""
    assert squares(cell_at("B2"), cell_at("B3")) == 1
    assert squares(cell_at("B2"), cell_at("C3")) == 2
    assert squares(cell_at("B2"), cell_at("E6")) == 7


def test_neighbours_chain_into_a_group(lay: Lay) -> None:
    """KG-30: orthogonally next to each other; a diagonal is no engagement, but somebody between makes one."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), foe("wolf", "C3"), foe("bear", "F3"), npc("yu", "G4"))
    assert groups_of(table) == [{"rin", "hound", "wolf"}]


def test_a_group_of_allies_is_one_too(lay: Lay) -> None:
    """KG-30."""
    table = lay(hero("rin", "B4"), npc("yu", "B5"), foe("hound", "F3"))
    assert groups_of(table) == [{"rin", "yu"}]


def test_the_fallen_chain_nobody(lay: Lay) -> None:
    """KG-30: who is down stands on no square."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), foe("wolf", "B2"), BLADE)
    table.rule("set_life", name="hound", value=0)
    assert groups_of(table) == []


def test_the_map_shows_the_groups(lay: Lay) -> None:
    """KG-30: each token has its group's number."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), foe("bear", "F3"), npc("yu", "F4"), foe("owl", "J9"))
    tokens = table.view(SPECTATOR).board.tokens
    assert {each.name: each.group for each in tokens} == {"rin": 1, "hound": 1, "bear": 2, "yu": 2, "owl": 0}


# ---------------------------------------------------------------- distances and targets


def monsters() -> list[Combatant]:
    """Two in a group, one further off, one at the other end of the map."""
    return [foe("hound", "B3"), foe("wolf", "C3"), foe("bear", "E4"), foe("owl", "L9")]


@pytest.mark.parametrize(
    ("distance", "found"),
    [
        (ENGAGED, {"hound", "wolf"}),
        (within_squares(1), {"hound"}),
        (within_squares(2), {"hound", "wolf"}),
        (within_squares(3), {"hound", "wolf", "bear"}),
        (ZONE, {"hound", "wolf", "bear", "owl"}),
    ],
    ids=["engaged", "1 square", "2 squares", "3 squares", "combat zone"],
)
def test_who_is_within_a_distance(lay: Lay, distance: dict[str, object], found: set[str]) -> None:
    """KG-31, KG-13: engaged is the whole group, n squares are counted, the combat zone is the map."""
    table = lay(hero("rin", "B4"), *monsters(), art("cut", distance=distance))
    assert reach(table, "rin", "cut") == found


def test_nobody_is_in_a_distance_of_oneself(lay: Lay) -> None:
    """KG-31, KG-13: an attack does not strike its own user."""
    table = lay(hero("rin", "B4"), *monsters(), art("cut", distance=ONESELF))
    assert reach(table, "rin", "cut") == set()
    assert table.told("nobody", "rin")


def test_an_item_reaches_further(lay: Lay) -> None:
    """KG-13: the added effect of an item changes the distance of talents and weapons too."""
    table = lay(
        hero("rin", "B4", items=["lens"]),
        *monsters(),
        art("cut", distance=within_squares(1)),
        item("lens", reach=2),
    )
    assert reach(table, "rin", "cut") == {"hound", "wolf", "bear"}


def test_so_many_different_characters(lay: Lay) -> None:
    """KG-31: n characters are different ones."""
    table = lay(hero("rin", "B4"), *monsters(), art("cut", target=many(2), distance=ZONE))
    table.acts("rin", "talent:cut")
    assert "chosen_twice" in str(table.refuses("rin", targets=["hound", "hound"]))
    assert "count_between" in str(table.refuses("rin", targets=["hound", "wolf", "owl"]))
    table.rolls(1, 2).answers("rin", targets=["hound", "owl"])
    assert {event.about[0] for event in table.told("contest_won")} == {"hound", "owl"}


def test_an_area_is_one_square_or_any_number_of_one_group(lay: Lay) -> None:
    """KG-31: who stands alone is struck alone; of a group as many as one likes."""
    table = lay(hero("rin", "J9"), *monsters(), art("burst", target=AREA, distance=ZONE))
    table.acts("rin", "talent:burst").answers("rin", area="hound")
    assert table.offers() == ["wolf"]
    table.rolls(1, 2).answers("rin", area_more=["wolf"])
    assert {event.about[0] for event in table.told("contest_won")} == {"hound", "wolf"}


def test_an_area_strikes_one_who_stands_alone(lay: Lay) -> None:
    """KG-31: nobody else is asked about."""
    table = lay(hero("rin", "J9"), *monsters(), art("burst", target=AREA, distance=ZONE))
    table.acts("rin", "talent:burst").rolls(1, 2).answers("rin", area="bear")
    assert [event.about[0] for event in table.told("contest_won")] == ["bear"]


def test_the_combat_zone_is_any_number(lay: Lay) -> None:
    """KG-31: as a target."""
    table = lay(hero("rin", "J9"), *monsters(), art("storm", target=ZONE, distance=ZONE))
    table.acts("rin", "talent:storm").rolls(1, 2)
    table.answers("rin", targets=["hound", "wolf", "bear", "owl"])
    assert len(table.told("contest_won")) == 4


def test_move_n_moves_up_and_becomes_engaged_first(lay: Lay) -> None:
    """KG-31: only squares where somebody would be engaged, not beyond n; then those engaged may be struck."""
    table = lay(hero("rin", "B8"), *monsters(), art("charge", distance=move(4)))
    table.acts("rin", "talent:charge")
    assert table.asks == "move_up"
    assert table.offers() == ["B4"]
    table.answers("rin", move_up="B4")
    assert table.at("rin") == "B4"
    assert table.offers() == ["hound", "wolf"]
    table.rolls(1, 2).answers("rin", targets=["wolf"])
    assert [move.key for move in table.told("walk", "rin")] == ["kamigakari.log.walk"]


def test_move_n_that_comes_to_nobody_fails(lay: Lay) -> None:
    """KG-31, KG-13: nobody to move up to, nobody to strike; the timing stays spent."""
    table = lay(hero("rin", "J9"), foe("hound", "B3"), art("charge", distance=move(2)))
    table.acts("rin", "talent:charge")
    assert table.told("nobody", "rin")
    assert "attack" in table.spent("rin")


def test_move_n_may_stay_where_somebody_is_engaged(lay: Lay) -> None:
    """KG-31: a pass stays, and those engaged are struck."""
    table = lay(hero("rin", "B4"), *monsters(), art("charge", distance=move(2)))
    table.acts("rin", "talent:charge").passes("rin", "move_up")
    assert set(table.offers()) == {"hound", "wolf"}
    table.rolls(1, 2).answers("rin", targets=["hound"])
    assert table.at("rin") == "B4"


def test_a_supporting_talent_goes_by_its_distance(lay: Lay) -> None:
    """KG-31: oneself too; further off nobody. Offered are those whom it would help (KG-33)."""
    mend = talent(
        "mend",
        effect("recover", "targets", amount=5),
        timing="preparation",
        distance=within_squares(2),
        target=many(1),
    )
    table = lay(hero("rin", "B4"), npc("yu", "B6", life=100), npc("mo", "G6"), foe("owl", "L9"), mend)
    for name in ("rin", "yu", "mo"):
        table.rule("set_life", name=name, value=50)
    table.acts("rin", "talent:mend")
    assert table.offers() == ["rin", "yu"]
    table.answers("rin", whom=["yu"])
    assert table.life("yu") == 55

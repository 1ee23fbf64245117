"""What a choice promises before it is made: distances, Rank and damage as they will be reckoned."""

from rules import registry
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    Table,
    art,
    bonus,
    effect,
    foe,
    hero,
    item,
    many,
    rank,
    spell,
    squares,
    status,
    talent,
    weapon,
)


def promise(table: Table, choice: str) -> str:
    """What is said beside a choice, as the player reads it."""
    note = table.options()[choice].note
    return registry.words("en").render(note) if note else ""


def test_the_rank_and_damage_offered_are_the_ones_that_strike(lay: Lay) -> None:
    """KG-21, KG-23: Rank 1 and 1 of a talent and 1 of the attack itself; 2 of the blade and 7 of her own."""
    table = lay(
        hero("rin", "B4", physical_damage=7, accuracy=5),
        foe("ogre", "B3"),
        weapon("blade", damage=2, accuracy=1),
        talent("strong", rank(1, "physical")),
        art("cleave", weapon=True, effects=[rank(1)], distance={"kind": "weapon"}),
    ).skip_to("turn", "rin")
    assert "Rank 2, damage +9, active check +6" in promise(table, "weapon:blade")
    assert "Rank 3, damage +9, active check +6" in promise(table, "talent:cleave")
    table.attacks("rin", "cleave", "ogre", dice=(6, 3))
    assert (table.rank("ogre"), table.lost("ogre")) == (3, 6 * 3 + 9)


def test_flat_damage_is_offered_with_what_is_added_to_it(lay: Lay) -> None:
    """KG-23: no Rank changes it, flat changes do."""
    rin = hero("rin", "B4", magical_damage=7)
    table = lay(rin, foe("ogre", "B3"), spell("spark", rank=0, amount=8), talent("keen", bonus(3), rank(2)))
    table.skip_to("turn", "rin")
    assert "11 damage" in promise(table, "talent:spark")
    table.attacks("rin", "spark", "ogre", dice=(6, 3))
    assert table.lost("ogre") == 11


def test_a_monsters_dice_are_offered_with_what_changes_them(lay: Lay) -> None:
    """KG-35: its dice stand in place of the table, the flat number in place of its stat."""
    ogre = foe("ogre", "B3", dicing=(2, 4), initiative=20, weapons=["claw"], talents=["rage"])
    table = lay(hero("rin", "B4"), ogre, weapon("claw"), talent("rage", rank(1), bonus(1)))
    table.skip_to("turn", "ogre")
    assert "3d6 +5 damage, Rank 3" in promise(table, "weapon:claw")


def test_what_items_add_to_reach_and_targets_is_said(lay: Lay) -> None:
    """KG-13: 6 squares and 2, one target and one more; engaged, or 3 squares away."""
    rin = hero("rin", "B8", items=["float"])
    table = lay(
        rin,
        foe("owl", "B1"),
        weapon("bow", "ranged", distance=squares(6)),
        weapon("needle"),
        item("float", reach=2, more_targets=1),
    ).skip_to("turn", "rin")
    assert "within 8 squares, targets: 2" in promise(table, "weapon:bow")
    assert "engaged, or within 3 squares, targets: 2" in promise(table, "weapon:needle")


def test_harm_that_asks_for_damage_says_so(lay: Lay) -> None:
    """KG-15: prone only where life is lost, dark in any case."""
    sweep = art("sweep", status("prone", needs_damage=True), status("dark"))
    table = lay(hero("rin", "B4"), foe("ogre", "B3"), sweep).skip_to("turn", "rin")
    assert "Prone on the targets, if it does damage, Dark on the targets" in promise(table, "talent:sweep")


def test_weapons_are_chosen_by_what_each_would_do(lay: Lay) -> None:
    """KG-10: the talent's distance may be the weapon's; the one nobody is in reach of lights up nobody."""
    strike = art("strike", weapon=True, distance={"kind": "weapon"})
    bow = weapon("bow", "ranged", distance=squares(6), rank=1)
    table = lay(hero("rin", "B8", physical_damage=3), foe("owl", "B4"), weapon("blade"), bow, strike)
    table.acts("rin", "talent:strike")
    assert table.asks == "weapon"
    assert "within 6 squares, targets: 1; physical attack, weapon attack, Rank 2, damage +3" in promise(
        table, "bow"
    )
    assert promise(table, "blade").startswith("engaged, targets: 1; physical attack, weapon attack, Rank 1")
    assert (table.options()["bow"].cells, table.options()["blade"].cells) == (("B4",), ())


def test_help_is_offered_to_friends_first(lay: Lay) -> None:
    """KG-31: the enemy who could be helped as well comes last, and is marked."""
    mend = talent(
        "mend",
        effect("recover", "targets", amount=5),
        timing="preparation",
        distance=squares(9),
        target=many(1),
    )
    owl, rin = foe("owl", "B7", life=50, max_life=60), hero("rin", "B8", life=50, max_life=60)
    table = lay(owl, rin, mend).acts("rin", "talent:mend")
    assert table.offers() == ["rin", "owl"]
    assert (table.note("rin")[0], table.note("owl")[0]) == ("", "option.enemy")


def test_harm_is_offered_to_enemies_first(lay: Lay) -> None:
    """KG-31: a curse that is no attack; the friend it could befall is marked."""
    curse = talent("curse", status("dark"), timing="preparation", distance=squares(9), target=many(1))
    table = lay(hero("rin", "B8"), hero("jun", "B9", initiative=9), foe("owl", "B7"), curse)
    table.acts("rin", "talent:curse")
    assert table.offers()[0] == "owl"
    assert (table.note("owl")[0], table.note("jun")[0]) == ("", "option.friend")

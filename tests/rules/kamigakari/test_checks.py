"""Checks and contests: dice, criticals and fumbles, ties, the spirit crest, fixed values (KG-01 to KG-03)."""

from typing import Any

import pytest

from rules.engine.choices import One
from rules.registry import words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import Table, effect, foe, hero, npc, spell, status, talent, weapon

BLADE = weapon("blade", accuracy=1)


def total(table: Table, who: str) -> object:
    """The result of somebody's last settled check."""
    return table.told("check", who)[-1].params["total"]


def test_a_check_is_stat_and_dice_and_what_changes_it(lay: Lay) -> None:
    """KG-01: accuracy 6, 4 + 3 on the dice, +1 by the weapon."""
    table = lay(hero("rin", "B4", accuracy=6), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    found = table.told("check", "rin")[-1].explanation
    assert found is not None
    assert [part.amount for part in found.parts] == [6, 1, 7]
    assert found.total == 14


@pytest.mark.parametrize(("change", "count"), [(-4, 1), (-1, 1), (0, 2), (1, 4), (4, 5)])
def test_never_fewer_than_one_die_nor_more_than_five(lay: Lay, change: int, count: int) -> None:
    """KG-01: however many are taken or given."""
    more = talent("eye", effect("dice", amount=change), effect("dice", amount=change))
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE, more)
    table.attacks("rin", "blade", "hound", dice=(2,) * count)
    assert len(table.told("roll", "rin")[-1].faces) == count


def test_two_sixes_are_a_critical_and_set_a_spirit_die(lay: Lay) -> None:
    """KG-02: it succeeds at once, is not manipulated, and one spirit die gets any face."""
    table = lay(hero("rin", "B4", spirits=[2, 3]), foe("hound", "B3", evasion=40), BLADE)
    table.attacks("rin", "blade", "hound", dice=(6, 6))
    table.answers("rin", set_spirit="1=6")
    assert table.pool("rin") == [2, 6]
    assert not table.told("swaps")
    assert table.lost("hound") == 10


def test_of_equal_spirit_dice_one_is_set(lay: Lay) -> None:
    """KG-02: which of them is no choice."""
    table = lay(hero("rin", "B4", spirits=[3, 2, 3]), foe("hound", "B3", evasion=40), BLADE)
    table.attacks("rin", "blade", "hound", dice=(6, 6))
    shape = table.question.choices["rin"]
    assert isinstance(shape, One)
    assert {option.id.partition("=")[0] for option in shape.options} == {"0", "1"}
    assert len(shape.options) == 2 * 5
    table.passes("rin", "set_spirit")


def test_two_sixes_among_more_dice_are_a_critical(lay: Lay) -> None:
    """KG-02: two or more, whatever the others show."""
    table = lay(hero("rin", "B4", bonds=1), foe("hound", "B3", evasion=40), BLADE)
    table.rolls(6, 1, 6, 2).attacks("rin", "blade", "hound").answers("rin", crest="crest_1")
    assert table.told("critical", "rin")


def test_all_ones_are_a_fumble_and_spoil_the_highest_spirit_die(lay: Lay) -> None:
    """KG-02: it fails at once, is not manipulated, and the highest spirit die becomes 1."""
    table = lay(hero("rin", "B4", accuracy=40, spirits=[2, 5, 3]), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(1, 1))
    assert table.pool("rin") == [2, 1, 3]
    assert table.lost("hound") == 0
    assert not table.told("swaps")


def test_an_empty_pool_skips_the_change_of_a_spirit_die(lay: Lay) -> None:
    """KG-02 settled: nothing is asked, nothing is lost."""
    table = lay(hero("rin", "B4"), foe("hound", "B3"), BLADE)
    table.attacks("rin", "blade", "hound", dice=(6, 6))
    table.skip_round().attacks("rin", "blade", "hound", dice=(1, 1))
    assert table.told("fumble", "rin")


@pytest.mark.parametrize(("face", "told"), [(1, "fumble"), (6, "check")])
def test_one_die_may_fumble_and_is_never_critical(lay: Lay, face: int, told: str) -> None:
    """KG-02 settled: nor may it be swapped."""
    tired = talent("tired", effect("dice", amount=-1))
    table = lay(hero("rin", "B4", spirits=[4, 4]), foe("hound", "B3", evasion=9), BLADE, tired)
    table.attacks("rin", "blade", "hound", dice=(face,))
    assert table.told(told, "rin")
    assert not table.told("critical")
    assert not table.told("swaps")


def test_faces_by_manipulation_are_neither_critical_nor_fumble(lay: Lay) -> None:
    """KG-02: a 6 swapped in beside a 6 only adds up."""
    table = lay(hero("rin", "B4", spirits=[6]), foe("hound", "B3", evasion=3), BLADE)
    table.attacks("rin", "blade", "hound", dice=(6, 2)).answers("rin", manipulate="1>0")
    assert total(table, "rin") == 13
    assert not table.told("critical")


def test_a_tie_goes_to_the_active_side(lay: Lay) -> None:
    """KG-03: 14 against 14 hits; 13 against 14 does not."""
    table = lay(hero("rin", "B4", accuracy=6), foe("hound", "B3", evasion=7), BLADE)
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    assert table.lost("hound") == 4
    table.skip_round().attacks("rin", "blade", "hound", dice=(4, 2))
    assert table.lost("hound") == 4


def test_the_passive_side_manipulates_last(lay: Lay) -> None:
    """KG-03: 8 against 6, and a spirit 6 for the 2 wards the attack off; nobody is asked after that."""
    rin, jun = hero("rin", "B4", spirits=[6]), hero("jun", "B5", initiative=9, spirits=[6])
    table = lay(rin, jun, foe("hound", "D9"), weapon("blade"))
    table.rolls(2, 4).attacks("rin", "blade", "jun", dice=(5, 3))
    table.passes("rin", "manipulate").answers("jun", manipulate="0>0")
    assert (table.asks, table.question.actor) == ("turn", "rin")
    assert table.lost("jun") == 0


def test_who_wards_off_is_told_what_is_to_be_beaten(lay: Lay) -> None:
    """KG-03: 8 in every question of the passive check, and which swap beats it; a tie does not."""
    luck = talent("luck", effect("dice", amount=1), timing="special", at="passive_check")
    jun = hero("jun", "B5", initiative=9, bonds=1, spirits=[6, 4], talents=["luck"])
    table = lay(hero("rin", "B4", talents=[]), jun, foe("hound", "D9"), weapon("blade"), luck)
    table.attacks("rin", "blade", "jun", dice=(5, 3, 2, 4))
    say = words("en").render
    assert say(table.question.about) == "Before the check on evasion against 8: what does Jun use?"
    assert say(table.passes("jun", "at_passive_check").question.about).startswith(
        "Does Jun add dice for evasion against 8"
    )
    assert say(table.passes("jun", "crest").question.about).startswith("Jun has 6 for evasion against 8.")
    options: Any = table.question.choices["jun"]
    notes = {each.id: say(each.note) for each in options.options}
    assert notes["0>0"] == "Result 10: wards the attack off."
    assert notes["0>1"] == "Result 8: a tie, which hits."


def test_who_wards_off_already_is_told_so_and_what_a_swap_would_lose(lay: Lay) -> None:
    """KG-03, KG-04: she may still put a die into her pool; only what turns the contest is marked."""
    jun = hero("jun", "B5", initiative=9, spirits=[4, 1], talents=[])
    table = lay(hero("rin", "B4", talents=[]), jun, foe("hound", "D9"), weapon("blade"))
    table.attacks("rin", "blade", "jun", dice=(5, 3, 6, 4))
    say = words("en").render
    assert say(table.question.about).startswith("Jun has 10 for evasion against 8, warded off already.")
    notes = {each.id: say(each.note) for each in table.options().values() if each.note}
    assert notes["1>1"] == "Result 7: the attack hits!"
    assert notes["0>0"] == "Result 8: a tie, which hits."
    assert notes["0>1"] == "Result 5: the attack hits!"


def test_what_changes_another_check_is_not_offered(lay: Lay) -> None:
    """KG-11: evasion does not help to resist; what adds dice helps with any check."""
    dodge = talent("dodge", effect("modify", stat="evasion", amount=9), timing="defence", at="passive_check")
    will = talent("will", effect("modify", stat="resist", amount=1), timing="defence", at="passive_check")
    luck = talent("luck", effect("dice", amount=1), timing="special", at="passive_check")
    aim = talent("aim", effect("modify", stat="accuracy", amount=9), timing="special", at="active_check")
    jun = hero("jun", "B5", talents=["dodge", "will", "luck"])
    table = lay(
        hero("rin", "B4", talents=["gust", "aim"]),
        jun,
        foe("far", "L1"),
        dodge,
        will,
        luck,
        aim,
        spell("gust"),
    )
    table.attacks("rin", "gust", "jun", dice=(5, 3))
    assert (table.asks, set(table.offers())) == ("at_passive_check", {"talent:will", "talent:luck"})


def test_the_spirit_crest_adds_dice_and_is_paid_when_the_turn_ends(lay: Lay) -> None:
    """KG-37 on KG-01: 1 to 3 dice more, as many d6 of the crest."""
    table = lay(hero("rin", "B4", bonds=1), foe("hound", "B3"), weapon("blade"))
    table.rolls(3, 2, 2, 4).attacks("rin", "blade", "hound")
    assert table.offers() == ["crest_1", "crest_2", "crest_3"]
    table.rolls(5, 6).answers("rin", crest="crest_2")
    assert total(table, "rin") == 11
    assert table.battle["rin"].crest == 11
    assert [each.key for each in table.events][-1] == "kamigakari.log.turn"


def test_the_spirit_crest_never_pays_for_a_sixth_die(lay: Lay) -> None:
    """KG-01: with 4 dice one more is all that can be bought."""
    table = lay(
        hero("rin", "B4", bonds=1), foe("hound", "B3"), BLADE, talent("eye", effect("dice", amount=2))
    )
    assert table.attacks("rin", "blade", "hound").offers() == ["crest_1"]
    table.rolls(2, 2, 2, 3).passes("rin", "crest")


def test_nobody_without_a_bond_is_asked_about_the_crest(lay: Lay) -> None:
    """KG-37: the GM's own neither."""
    table = lay(npc("guard", "B4", initiative=20, weapons=["blade"], bonds=3), foe("hound", "B3"), BLADE)
    table.rolls(3).attacks("guard", "blade", "hound")
    assert not table.told("crest")


def test_a_fixed_value_is_stat_and_seven_and_never_a_critical_or_fumble(lay: Lay) -> None:
    """KG-35: no dice fall for either side's fixed value."""
    table = lay(hero("rin", "B4", accuracy=6), foe("hound", "B3", evasion=6), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    found = table.told("check", "hound")[-1].explanation
    assert found is not None
    assert [part.amount for part in found.parts] == [6, 7]
    assert table.lost("hound") == 4


@pytest.mark.parametrize(
    ("statuses", "accuracy"), [(["prone"], -2), (["dark"], -2), (["flight"], 1), (["prone", "dark"], -4)]
)
def test_statuses_change_active_checks(lay: Lay, statuses: list[str], accuracy: int) -> None:
    """KG-36: prone and dark -2, flight +1."""
    table = lay(hero("rin", "B4", statuses=statuses), foe("hound", "B3"), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    assert total(table, "rin") == 7 + accuracy


def test_pain_makes_the_lowest_die_a_one_that_is_not_swapped(lay: Lay) -> None:
    """KG-36: 5 and 3 become 5 and 1; only the 5 may be swapped, but one rolled die stays."""
    table = lay(hero("rin", "B4", statuses=["pain"], spirits=[6]), foe("hound", "B3"), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=(5, 3))
    assert table.offers() == ["0>0"]
    table.answers("rin", manipulate="0>0")
    assert total(table, "rin") == 7
    assert table.pool("rin") == [5]


@pytest.mark.parametrize(("dice", "told"), [((5, 3), "pain"), ((5, 1), "pain_kept")])
def test_pain_says_what_it_did(lay: Lay, dice: tuple[int, int], told: str) -> None:
    """KG-36: a lowest die that is a 1 already becomes none; it is not swapped all the same."""
    table = lay(hero("rin", "B4", statuses=["pain"], spirits=[6]), foe("hound", "B3"), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=dice)
    assert [key for key in ("pain", "pain_kept") if table.told(key, "rin")] == [told]
    assert table.offers() == ["0>0"]


def test_an_npc_in_pain_has_two_less_on_its_checks(lay: Lay) -> None:
    """KG-36: evasion 6 + 7 - 2."""
    table = lay(
        hero("rin", "B4", accuracy=6), foe("hound", "B3", evasion=6, statuses=["pain"]), weapon("blade")
    )
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    assert total(table, "hound") == 11


def test_cover_helps_against_those_who_are_not_engaged(lay: Lay) -> None:
    """KG-36: 5 harder to hit from afar, no harder for one who stands beside."""
    bow = weapon("bow", "ranged", distance={"kind": "squares", "squares": 9})
    table = lay(
        hero("rin", "B4"), foe("hound", "B8", statuses=["cover"]), foe("cat", "B3", statuses=["cover"]), bow
    )
    table.attacks("rin", "bow", "hound", dice=(5, 4))
    assert total(table, "hound") == 7 + 5
    table.skip_round().attacks("rin", "bow", "cat", dice=(5, 4))
    assert total(table, "cat") == 7


def test_an_ambush_counts_for_the_first_attack_only(lay: Lay) -> None:
    """KG-36: +2 to the check and +5 damage, then it is over, and so is hiding."""
    table = lay(hero("rin", "B4", statuses=["ambush", "hidden"]), foe("hound", "B3"), weapon("blade"))
    table.attacks("rin", "blade", "hound", dice=(4, 3))
    assert total(table, "rin") == 9
    assert table.lost("hound") == 4 + 5
    assert not table.has("rin", "hidden")
    table.skip_round().attacks("rin", "blade", "hound", dice=(4, 3))
    assert table.lost("hound") == 4 + 5 + 4


def test_a_talent_before_a_check_serves_that_check_only(lay: Lay) -> None:
    """KG-33: evasion +4 against this attack, nothing against the next, even where its text says longer."""
    dodge = talent(
        "dodge",
        effect("modify", stat="evasion", amount=4, until="fight"),
        timing="defence",
        at="passive_check",
    )
    again = talent("again", status("dark", to="self"), timing="preparation")
    rin = hero("rin", "B4", initiative=9, talents=["dodge"])
    table = lay(
        rin, npc("guard", "B5", weapons=["blade"]), foe("hound", "B3", weapons=["blade"]), BLADE, dodge, again
    )
    table.rolls(3, 3).attacks("hound", "blade", "rin").answers("rin", at_passive_check="talent:dodge")
    assert total(table, "rin") == 10
    table.skip_to("turn", "guard").rolls(2, 3, 1).attacks("guard", "blade", "rin").passes(
        "rin", "at_passive_check"
    )
    assert total(table, "rin") == 5

"""Watching out to dodge or to block, at the end of a turn."""

import pytest

from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, d100, effect, foe, girl, innate, weapon

BLADE = weapon("blade", block=6)


def watching(lay: Lay, stance: str, **numbers: object) -> Table:
    """Mina ends her turn watching out; the hound attacks her with a roll of 40."""
    table = lay(girl("mina", "B4", dodge=50, **numbers), foe("hound", "B3", weapon_use=50), BLADE)
    return table.ends_turn("mina", stance).attacks("hound", "unarmed", "mina", roll=40)


def test_a_watchful_dodge_has_a_bonus_die(lay: Lay) -> None:
    """MG-30: 2 DP, and 1 for the dodge; tens 6 and 1: 13 is hard and wins."""
    table = watching(lay, "watch_dodge")
    assert table.dp("mina") == 6
    assert table.price("dodge") == 1
    table.rolls(6, 1, 3).answers("mina", passive="dodge")
    assert (table.level("mina"), table.lost("mina"), table.dp("mina")) == ("hard", 0, 5)


def test_a_watchful_dodge_leaves_no_other_passive_action(lay: Lay) -> None:
    """MG-30."""
    table = watching(lay, "watch_dodge")
    assert table.offers() == ["dodge"]
    table.takes_it("mina", 1)


def test_every_dodge_of_the_round_has_the_bonus(lay: Lay) -> None:
    """MG-30: the second attack too."""
    table = watching(lay, "watch_dodge").rolls(6, 1, 3).answers("mina", passive="dodge")
    table.attacks("hound", "unarmed", "mina", roll=40).rolls(1, 6, 3).answers("mina", passive="dodge")
    assert table.lost("mina") == 0


def test_a_watchful_block_has_1d3_more(lay: Lay) -> None:
    """MG-31: 2 DP, the block itself free: 2 + 3 off 5."""
    table = watching(lay, "watch_block")
    assert (table.dp("mina"), table.price("block")) == (6, 0)
    table.blocks("mina", 2, 3, 5)
    assert (table.lost("mina"), table.told("blocks", "mina")[0].params["amount"]) == (0, 5)


def test_a_watchful_block_leaves_no_other_passive_action(lay: Lay) -> None:
    """MG-31."""
    table = watching(lay, "watch_block")
    assert table.offers() == ["block"]
    table.takes_it("mina", 1)


def test_who_has_nothing_to_block_with_is_offered_no_watchful_block(lay: Lay) -> None:
    """MG-31, MG-41: bare hands block nothing."""
    table = lay(girl("mina", "B4", weapons=[]), foe("hound", "B3"), BLADE).passes("mina", "turn")
    assert table.offers() == ["watch_dodge", "prepare"]


def test_a_stance_that_takes_the_last_dp_says_so(lay: Lay) -> None:
    """MG-14, MG-30, MG-40: with 0 DP she is exhausted until the next round's 4 come; with 1 left she can dodge."""
    for dp, key in ((2, "bare_stance"), (3, "price")):
        table = lay(girl("mina", "B4", dp=dp), foe("hound", "B3"), BLADE).passes("mina", "turn")
        notes = [each.note.key for each in table.question.choices["mina"].options[:2]]  # type: ignore[union-attr]
        assert [each.rpartition(".")[2] for each in notes] == [key, key]


def test_a_stance_that_no_dp_will_follow_is_not_sold(lay: Lay) -> None:
    """MG-30, MG-44: she has reacted, so the next round brings nothing to dodge or block with either."""
    mina = girl("mina", "B4", dp=2, skips_recovery=True)
    assert lay(mina, foe("hound", "B3"), BLADE).passes("mina", "turn").offers() == ["prepare"]


@pytest.mark.parametrize("stance", ["watch_dodge", "watch_block"])
def test_a_stance_ends_when_the_own_next_turn_starts(lay: Lay, stance: str) -> None:
    """MG-30, MG-31."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), BLADE).ends_turn("mina", stance)
    assert table.battle["mina"].stance is not None
    table.ends_turn("hound")
    assert (table.acting, table.battle["mina"].stance) == ("mina", None)


def test_a_stance_lasts_over_the_start_of_a_round(lay: Lay) -> None:
    """MG-30 (settled): until the own turn, not the round, though the hound acts first in it."""
    table = lay(foe("hound", "B3"), girl("mina", "B4"), BLADE).ends_turn("hound")
    table.ends_turn("mina", "watch_dodge")
    assert table.battle.round == 2
    table.attacks("hound", "unarmed", "mina", roll=40)
    assert table.offers() == ["dodge"]
    table.takes_it("mina", 1)


def test_at_most_one_stance_per_turn_end(lay: Lay) -> None:
    """MG-30, MG-31 (settled): the first one ends the turn; both are offered with their price."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), BLADE).ends_turn("mina")
    assert table.asks == "turn"
    table.skip_round().passes("mina", "turn")
    assert table.offers() == ["watch_dodge", "watch_block", "prepare"]
    assert [table.price(each) for each in table.offers()] == [2, 2, 1]
    table.answers("mina", end_of_turn="watch_dodge")
    assert table.acting == "hound"


def test_with_too_few_points_there_is_no_stance(lay: Lay) -> None:
    """MG-30 to MG-32: 1 DP is enough to prepare, none for nothing."""
    table = lay(girl("mina", "B4", dp=1), girl("ann", dp=0), foe("hound", "B3")).passes("mina", "turn")
    assert table.offers() == ["prepare"]
    table.passes("mina", "end_of_turn").passes("ann", "turn")
    assert table.acting == "hound"


def test_a_stance_without_points_left_is_exhausted(lay: Lay) -> None:
    """MG-40, MG-30: the dodge itself must still be paid."""
    table = lay(girl("mina", "B4", dp=2), foe("hound", "B3"), BLADE).ends_turn("mina", "watch_dodge")
    table.rolls(*d100(40), 1).acts("hound", "attack:unarmed").answers("hound", target="mina")
    assert (table.lost("mina"), len(table.told("idle_dp", "mina"))) == (1, 1)


def test_a_stance_allows_emergency_reactions(lay: Lay) -> None:
    """MG-30, MG-44 (settled)."""
    table = lay(girl("mina", "B4"), foe("hound", "B3")).ends_turn("mina", "watch_dodge")
    table.rolls(*d100(90)).reacts("mina", "attack:unarmed").answers("mina", target="hound")
    assert table.dp("mina") == 8 - 2 - 4


def test_enemies_take_stances_too(lay: Lay) -> None:
    """MG-30."""
    table = lay(foe("hound", "B3"), girl("mina", "B4")).ends_turn("hound", "watch_dodge")
    table.attacks("mina", "unarmed", "hound", roll=40)
    assert (table.dp("hound"), table.offers()) == (6, ["dodge"])
    table.takes_it("hound", 1)


def test_the_block_says_all_its_dice(lay: Lay) -> None:
    """MG-31, MG-41: the stance's die and what always adds to her blocks."""
    firm = innate("firm", effect("boost", dice=2, on="block"))
    table = lay(girl("mina", "B4", innate=["firm"]), foe("hound", "B3"), BLADE, firm).ends_turn(
        "mina", "watch_block"
    )
    table.attacks("hound", "unarmed", "mina", roll=40)
    [block] = table.question.choices["mina"].options  # type: ignore[union-attr]
    assert words("en").render(block.note).startswith("0 DP; 1d6 + 1d3 + 2 off the damage")


def test_house_rule_a_block_at_0_dp_is_worth_watching_out_for(lay: Lay) -> None:
    """MG-31, MG-40: with the table's option 2 DP are enough, and nothing is missing then."""
    for option, note in (True, "price"), (False, "note.bare_stance"):
        table = lay(girl("mina", "B4", dp=2), foe("hound", "B3"), BLADE, exhausted_block=option)
        table.passes("mina", "turn")
        notes = {each.id: each.note for each in table.question.choices["mina"].options}  # type: ignore[union-attr]
        assert notes["watch_block"].key == f"magical_girls.{note}"

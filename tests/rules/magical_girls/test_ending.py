"""The end of a fight: offered to the keeper, declared, and what is written back."""

import pytest

from rules.magical_girls import SYSTEM
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, effect, foe, girl, innate, rival


def beaten(lay: Lay, **numbers: object) -> Table:
    """Mina strikes the only enemy down with her bare hands, and ends her turn."""
    table = lay(girl("mina", "B4", **numbers), girl("ann", "A1"), foe("hound", "B3", hp=3, max_mp=9, mp=9))
    return table.attacks("mina", "unarmed", "hound", roll=40).takes_it("hound", 3).ends_turn("mina")


# ---------------------------------------------------------------- the keeper ends it


def test_the_end_is_offered_when_a_side_has_nobody_above_0(lay: Lay) -> None:
    """MG-18: when the turn is over."""
    table = beaten(lay)
    assert (table.asks, table.asked) == ("end", ["gm"])
    table.answers("gm", end="end")
    assert (table.winner, table.session.is_over) == ("first", True)


def test_the_keeper_lets_it_go_on(lay: Lay) -> None:
    """MG-18: who is at HP 0 with MP left may act; the end is offered again with the next round."""
    table = beaten(lay).passes("gm", "end")
    assert (table.asks, table.acting) == ("turn", "ann")
    table.ends_turn("ann")
    assert (table.asks, table.acting) == ("turn", "hound")
    table.ends_turn("hound")
    assert (table.asks, table.battle.round) == ("end", 2)
    table.passes("gm", "end")


def test_a_side_that_is_up_again_is_not_beaten(lay: Lay) -> None:
    """MG-18: an offer that waits is gone when the keeper heals somebody."""
    table = beaten(lay).rule("set_hp", name="hound", value=3)
    assert (table.asks, table.acting) == ("turn", "ann")


def test_one_of_two_at_0_ends_nothing(lay: Lay) -> None:
    """MG-18: nobody of a side."""
    table = lay(girl("mina", "B4"), foe("hound", "B3", hp=3), foe("imp", "L1"))
    table.attacks("mina", "unarmed", "hound", roll=40).takes_it("hound", 3).ends_turn("mina")
    assert (table.asks, table.acting) == ("turn", "imp")


def test_the_keeper_ends_it_at_any_moment(lay: Lay) -> None:
    """MG-18: even in the middle of an attack, with a winner or without."""
    table = lay(girl("mina", "B4"), foe("hound", "B3")).attacks("mina", "unarmed", "hound", roll=40)
    table.rule("end", winner="")
    assert (table.winner, table.session.is_over, table.battle.attacks) == ("", True, [])


def test_with_everybody_dying_it_is_over(lay: Lay) -> None:
    """MG-18, MG-54: a draw."""
    table = lay(girl("mina", mp=0), foe("hound")).rule("set_hp", name="hound", value=0)
    table.rule("set_hp", name="mina", value=0)
    assert table.winner == ""
    assert table.asks == "rest"


def test_when_nobody_can_act_the_end_is_offered(lay: Lay) -> None:
    """MG-18, MG-26, MG-52: all overladen or severely wounded; letting it go on asks again next round."""
    table = lay(girl("mina", load=151), foe("hound", wound="severe"))
    assert (table.asks, table.battle.round) == ("end", 1)
    table.passes("gm", "end")
    assert (table.asks, table.battle.round) == ("end", 2)


def test_the_dying_do_not_act(lay: Lay) -> None:
    """MG-54: who has no MP is out at HP 0; who has some acts on."""
    table = lay(
        girl("mina", hp=0, max_hp=9, mp=0), girl("ann", hp=0, max_hp=9, mp=1), girl("bea"), foe("hound")
    )
    assert table.acting == "ann"
    table.ends_turn("ann").ends_turn("bea").ends_turn("hound")
    assert (table.battle.round, table.acting) == (2, "ann")


# ---------------------------------------------------------------- what is left


def test_what_lasted_for_the_fight_is_gone(lay: Lay) -> None:
    """MG-14, MG-18, MG-30: DP, boosts, stances."""
    glow = ability("glow", effect("extra", amount=2, until="fight"))
    table = lay(girl("mina"), foe("hound"), glow).casts("mina", "glow").ends_turn("mina", "watch_dodge")
    table.rule("end", winner="first")
    mina = table.battle["mina"]
    assert (mina.dp, mina.modifiers, mina.stance) == (0, [], None)


def test_the_sheets_are_written_back(lay: Lay) -> None:
    """MG-53: HP, MP and wounds of the girls, of no enemy."""
    table = lay(girl("mina", hp=7, max_hp=20, mp=3, wound="severe"), girl("ann"), foe("hound"))
    table.rule("end", winner="first").passes("mina", "treat").passes("gm", "rest")
    state = table.system.dump(table.battle)
    assert table.system.after(state, table.record.pins) == {
        "mina": {"hp": 7, "mp": 3, "wound": "severe"},
        "ann": {"hp": 20, "mp": 10, "wound": "none"},
    }


def test_a_written_sheet_starts_the_next_fight(lay: Lay) -> None:
    """MG-53, MG-55: HP, MP and the wound as they were left."""
    table = lay(girl("mina"), foe("hound"))
    sheet = table.system.sheet_of("lin") | {"hp": 5, "mp": 2, "wound": "light"}
    setup = table.system.encounter_setup(
        next(iter(table.system.encounters)), [{"name": "lin", "sheet": sheet}]
    )
    lin = table.system.open(setup, {})["lin"]
    assert (lin.hp, lin.mp, lin.wound.value, lin.hp_before) == (5, 2, "light", 5)


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ({"hp": 4, "mp": 19, "wound": "severe"}, ["HP 4", "severe wound"]),
        ({"hp": 11, "mp": 0, "wound": "none"}, ["MP 0"]),
        ({"hp": 11, "mp": 19, "wound": "none"}, []),
    ],
)
def test_what_a_fight_left_of_a_girl_is_told_until_she_has_rested(
    left: dict[str, object], told: list[str]
) -> None:
    """MG-53: only what is worse than her sheet."""
    sheet = SYSTEM.sheet_of("lin") | {"max_hp": 11, "max_mp": 19}
    assert [words("en").render(each) for each in SYSTEM.carried(sheet, left)] == told
    assert SYSTEM.carried(sheet | left, left) == []


@pytest.mark.parametrize(("form", "key"), [("fight", "fight.second"), ("duel", "match.won")])
def test_the_result_is_named_for_its_form(lay: Lay, form: str, key: str) -> None:
    """MG-06, MG-18: the girls lose against enemies, or one side against the other."""
    other = foe("hound") if form == "fight" else rival("jun")
    table = lay(girl("mina", "B4", hp=0, max_hp=9, mp=3), other, form=form)
    if form == "fight":
        table.ends_turn("mina").answers("gm", end="end")
    else:
        table.rule("set_mp", name="mina", value=2)
    assert table.battle.result is not None
    assert table.battle.result.reason.key == f"magical_girls.result.{key}"


def test_the_summary_says_how_each_came_out(lay: Lay) -> None:
    """MG-18: standing, down, or dying."""
    table = lay(girl("mina"), girl("ann", hp=0, max_hp=9, mp=3), foe("hound", hp=0, max_hp=9))
    table.rule("end", winner="first")
    assert [each.key.rpartition(".")[2] for each in table.battle.summary] == ["standing", "down", "out"]


def test_a_friend_raised_while_the_end_is_asked_is_no_word_to_fight_on(lay: Lay) -> None:
    """MG-18: the question is void; down again in the same round, the end is offered again."""
    table = beaten(lay).rule("set_hp", name="hound", value=2)
    assert table.asks == "turn"
    table.rule("set_hp", name="hound", value=0).ends_turn("ann")
    assert table.asks == "end"


def test_treatment_says_its_dice(lay: Lay) -> None:
    """MG-53, MG-02."""
    lucky = innate("lucky", effect("boost", dice=1, on="any"))
    table = lay(girl("mina", wound="light", innate=["lucky"]), foe("hound"), lucky).rule(
        "end", winner="first"
    )
    [own] = table.question.choices["mina"].options  # type: ignore[union-attr]
    assert words("en").render(own.note) == "value 15 (bonus dice: 1)"

"""Abilities: their DP and MP, whom they work on, what each effect does (MG-24), and innate abilities."""

from typing import Any

import pytest

from rules.magical_girls.entries import Ability
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    Table,
    ability,
    blast,
    effect,
    foe,
    girl,
    innate,
    rival,
    weapon,
)

# ---------------------------------------------------------------- price


def test_an_ability_costs_its_dp_and_mp(lay: Lay) -> None:
    """MG-24: both, as shown before."""
    table = lay(girl("mina"), foe("hound"), ability("ward", effect("guard", amount=1), dp=3, mp=4))
    assert table.price("ability:ward") == 3
    table.casts("mina", "ward")
    assert (table.dp("mina"), table.mp("mina")) == (5, 6)


@pytest.mark.parametrize(("dp", "mp"), [(2, 10), (8, 3)])
def test_both_must_be_there(lay: Lay, dp: int, mp: int) -> None:
    """MG-24: 2 DP of 3, or 3 MP of 4."""
    table = lay(
        girl("mina", dp=dp, mp=mp), foe("hound"), ability("ward", effect("guard", amount=1), dp=3, mp=4)
    )
    assert "ability:ward" not in table.offers()


def test_no_more_mp_a_round_than_a_fifth_of_emotion(lay: Lay) -> None:
    """MG-24: EMO 49 is 9 MP, floored, EMO 50 is 10; 5 go, and 5 more do or do not until the next round."""
    ward = ability("ward", effect("guard", amount=1), mp=5)
    table = lay(girl("mina", emo=50, mp=20), foe("hound"), ward).casts("mina", "ward")
    assert "ability:ward" in table.offers()
    table = lay(girl("mina", emo=49, mp=20), foe("hound"), ward).casts("mina", "ward")
    assert "ability:ward" not in table.offers()
    table.skip_round().skip_to("turn", "mina")
    assert "ability:ward" in table.offers()


def test_a_reaction_counts_against_the_same_round(lay: Lay) -> None:
    """MG-24, MG-44: 6 of EMO 50's 10 MP in her own turn; 6 more are too many in the hound's."""
    table = lay(girl("mina", mp=20), foe("hound"), ability("ward", effect("guard", amount=1), mp=6))
    table.casts("mina", "ward").ends_turn("mina").requests("mina", "react").grants("mina")
    assert "ability:ward" not in table.offers()


def test_healing_does_not_count_against_it(lay: Lay) -> None:
    """MG-24: for abilities, not for healing; neither an ability that heals nor MP spent on wounds."""
    mina = girl("mina", emo=20, mp=20, dp=15, hp=5, max_hp=30)
    table = lay(
        mina,
        foe("hound"),
        ability("balm", effect("heal", flat=2), mp=4, is_healing=True),
        ability("ward", effect("guard", amount=1), mp=4),
    )
    table.casts("mina", "balm").casts("mina", "balm").acts("mina", "heal")
    table.answers("mina", heal="hp:mina", heal_points=1)
    assert table.hp("mina") == 10
    table.casts("mina", "ward")
    assert "ability:ward" not in table.offers()


def test_who_thinks_better_of_it_pays_nothing(lay: Lay) -> None:
    """MG-24: paid is when it is aimed."""
    table = (
        lay(girl("mina"), foe("hound"), blast("ember")).acts("mina", "ability:ember").passes("mina", "aim")
    )
    assert (table.dp("mina"), table.mp("mina"), table.asks) == (8, 10, "turn")


# ---------------------------------------------------------------- aim


def test_one_target_in_reach(lay: Lay) -> None:
    """MG-17, MG-24: 10 m are two cells; herself and friends too; not whom she does not see."""
    table = lay(
        girl("mina", "B6"),
        girl("rin", "B6"),
        foe("hound", "B4"),
        foe("cat", "B3"),
        foe("imp", "B5", is_hidden=True),
        ability("glow", effect("boost", dice=1), target="one", reach=10),
    )
    assert table.acts("mina", "ability:glow").offers() == ["mina", "rin", "hound"]


def test_an_attack_is_never_aimed_at_oneself_or_the_dying(lay: Lay) -> None:
    """MG-24, MG-54: but what heals reaches the dying."""
    dying = girl("rin", "B4", hp=0, max_hp=20, mp=0)
    bolt = ability("bolt", target="one", reach=10, strike={"dice": 1})
    balm = ability("balm", effect("heal", flat=3), target="one", reach=10)
    table = lay(girl("mina"), dying, foe("hound"), foe("cat"), bolt, balm)
    assert table.acts("mina", "ability:bolt").offers() == ["hound", "cat"]
    table.passes("mina", "aim").casts("mina", "balm", "rin")
    assert (table.hp("rin"), table.battle["rin"].is_out) == (3, False)


def test_nobody_in_reach_nothing_offered(lay: Lay) -> None:
    """MG-24: nobody to work on."""
    bolt = ability("bolt", target="one", reach=10, strike={"dice": 1})
    assert "ability:bolt" not in lay(girl("mina", "B9"), foe("hound"), bolt).offers()


def test_an_area_holds_everybody_around_its_middle(lay: Lay) -> None:
    """MG-17, MG-24: a radius of 5 m is the cell and its neighbours; its user is not struck by it."""
    table = lay(
        girl("mina", "B5"),
        girl("rin", "C4"),
        foe("hound", "B3"),
        foe("cat", "B2"),
        blast("ember", spares=False),
    )
    table.casts("mina", "ember", "B4", 40).takes_it("rin").takes_it("hound", 3, 4)
    assert [table.lost(name) for name in ("mina", "rin", "hound", "cat")] == [0, 7, 7, 0]


def test_who_aims_an_area_reads_whom_it_would_reach(lay: Lay) -> None:
    """MG-24, MG-27: around each middle, all whom she sees; none who hides."""
    foes = (foe("hound", "B3"), foe("cat", "B2"), foe("imp", "B4", is_hidden=True))
    table = lay(girl("mina", "B5"), *foes, blast("ember")).answers("mina", turn="ability:ember")
    middles = {each.id: each for each in table.question.choices["mina"].options}  # type: ignore[union-attr]
    assert [words("en").render(middles[each].note) for each in ("B3", "B4")] == [
        "would reach Hound, Cat",
        "would reach Hound",
    ]
    assert (middles["B3"].shows, middles["B4"].shows) == (("B3", "B2"), ("B3",))


def test_the_most_promising_cells_come_first(lay: Lay) -> None:
    """MG-24: most foes and fewest friends, then the nearest; healing looks for friends."""
    burn = blast("ember", spares=False, radius=0, reach=20)
    assert crowd(lay, burn).acts("mina", "ability:ember").offers() == ["B3", "B2", "B4", "elsewhere"]
    balm = ability("balm", effect("heal", flat=1), target="area", reach=20)
    assert crowd(lay, balm).acts("mina", "ability:balm").offers() == ["B4"]


def crowd(lay: Lay, magic: Ability) -> Table:
    """Mina at B6, a hurt friend at B4, a hound and a cat behind her."""
    rin = girl("rin", "B4", hp=9, max_hp=10)
    return lay(girl("mina", "B6"), rin, foe("hound", "B3"), foe("cat", "B2"), magic)


def test_what_strikes_says_its_check(lay: Lay) -> None:
    """MG-24, MG-02: the value and the dice that go with it, before anything is paid."""
    table = lay(girl("mina", "B5", pow=61, next_dice=1), foe("hound", "B3"), blast("ember"))
    note = next(each.note for each in table.question.choices["mina"].options if each.id == "ability:ember")  # type: ignore[union-attr]
    assert "POW 61 (bonus dice: 1): 2d6 fire damage" in words("en").render(note)


def test_an_area_may_spare_the_own_side(lay: Lay) -> None:
    """MG-24: whether it strikes or only works."""
    laid = (girl("mina", "B5"), girl("rin", "C4"), foe("hound", "B3"))
    table = lay(*laid, blast("ember")).casts("mina", "ember", "B4", 40).takes_it("hound", 3, 4)
    assert (table.lost("rin"), table.lost("hound")) == (0, 7)
    gloom = ability("gloom", effect("boost", dice=-1), target="area", reach=10, radius=5, spares=True)
    table = lay(girl("mina", "B5"), girl("rin", "C4"), foe("hound", "B3"), gloom).casts("mina", "gloom", "B4")
    assert [len(table.battle[name].modifiers) for name in ("mina", "rin", "hound")] == [0, 0, 1]


def test_an_area_strikes_and_finds_the_hidden_in_it(lay: Lay) -> None:
    """MG-27: out of sight nobody aims at the imp, but the fire reaches it, and then all see it."""
    table = lay(girl("mina", "B5"), foe("hound"), foe("imp", "C3", is_hidden=True), blast("ember"))
    table.casts("mina", "ember", "B3", 40)
    assert not table.battle["imp"].is_hidden
    table.takes_it("hound").takes_it("imp", 3, 4)
    assert table.lost("imp") == 7


@pytest.mark.parametrize(("dice", "spares"), [(-1, True), (1, False)])
def test_an_area_that_only_works_finds_the_hidden_of_the_other_side(
    lay: Lay, dice: int, spares: bool
) -> None:
    """MG-27: what works on the imp shows it; a friend who hides in it stays hidden."""
    gloom = ability("gloom", effect("boost", dice=dice), target="area", reach=10, radius=5, spares=spares)
    hiding = (girl("rin", "C4", is_hidden=True), foe("imp", "B3", is_hidden=True))
    table = lay(girl("mina", "B5"), *hiding, foe("hound", "B3"), gloom).casts("mina", "gloom", "B4")
    assert [name for name in ("rin", "imp") if not table.battle[name].is_hidden] == ["imp"]


def test_where_nobody_is_seen_an_area_is_offered_whether_somebody_hides_or_not(lay: Lay) -> None:
    """MG-27: else the choices would betray them; at a single one nobody aims whom she does not see."""
    bolt = ability("bolt", target="one", reach=10, strike={"dice": 1})
    for imp in (foe("imp", "L1", is_hidden=True), foe("imp", "B3", is_hidden=True)):
        table = lay(girl("mina", "B5"), foe("hound", "H9"), imp, blast("ember", reach=10), bolt)
        magic = [each for each in table.offers() if each.startswith("ability")]
        assert magic == ["ability:ember"]


def test_casting_shows_who_hid(lay: Lay) -> None:
    """MG-27: hidden until it acts."""
    table = lay(girl("mina", is_hidden=True), foe("hound"), ability("ward", effect("guard", amount=1)))
    assert not table.casts("mina", "ward").battle["mina"].is_hidden


# ---------------------------------------------------------------- strikes


def test_a_strike_is_checked_on_what_the_ability_says(lay: Lay) -> None:
    """MG-24: POW, or a skill."""
    mina = girl("mina", pow=70, skills={"weapon_use": 50, "song": 20})
    bolt = ability("bolt", target="one", reach=30, strike={"dice": 1})
    tune = ability("tune", target="one", reach=30, strike={"dice": 1, "check": "skill:song"})
    assert lay(mina, foe("hound"), bolt).casts("mina", "bolt", "hound", 70).level("mina") == "regular"
    mina = girl("mina", pow=70, skills={"weapon_use": 50, "song": 20})
    assert lay(mina, foe("hound"), tune).casts("mina", "tune", "hound", 21).level("mina") == "failure"


def test_a_strikes_effects_work_on_whom_it_hits(lay: Lay) -> None:
    """MG-24: the cat dodges and stands; the hound is shoved."""
    table = lay(
        girl("mina", "B5"),
        foe("hound", "B4"),
        foe("cat", "C4", dodge=60),
        blast("gust", effect("shove", metres=10)),
    )
    table.casts("mina", "gust", "B4", 40).takes_it("hound").dodges("cat", 30, 1, 1)
    assert (table.at("hound"), table.at("cat")) == ("B2", "C4")


def test_a_strikes_own_wound_comes_with_it(lay: Lay) -> None:
    """MG-24: and a slashing one wounds by its amount."""
    thorn = ability("thorn", target="one", reach=30, strike={"dice": 1, "wound": "light"})
    assert (
        lay(girl("mina"), foe("hound"), thorn)
        .casts("mina", "thorn", "hound", 40)
        .takes_it("hound", 1)
        .wound("hound")
    ) == "light"


def last_magic(lay: Lay) -> Table:
    """Mina, down, spends her last MP on a bolt at the hound."""
    bolt = ability("bolt", mp=3, target="one", reach=30, strike={"dice": 1})
    table = lay(girl("mina", hp=0, max_hp=9, mp=3), girl("ann", dodge=60), foe("hound", dodge=60), bolt)
    return table.casts("mina", "bolt", "hound", 40)


def test_the_last_magic_comes_home(lay: Lay) -> None:
    """MG-24, MG-54: it is paid for, so it strikes; then she is dying, and her turn is over."""
    table = last_magic(lay)
    assert (table.asked, table.offers()) == (["gm"], ["dodge"])
    table.takes_it("hound", 4)
    assert (table.lost("hound"), len(table.told("out", "mina")), table.acting) == (4, 1, "ann")
    assert table.told("attack_stopped") == []


def test_the_last_magic_is_dodged_like_any_other(lay: Lay) -> None:
    """MG-42, MG-54."""
    assert last_magic(lay).dodges("hound", 30).lost("hound") == 0


def test_who_falls_before_her_magic_comes_home_has_not_struck(lay: Lay) -> None:
    """MG-44, MG-54: only her own last MP do not stop it; the keeper's word does."""
    bolt = ability("bolt", mp=3, target="one", reach=30, strike={"dice": 1})
    table = lay(girl("mina", mp=9), girl("ann"), foe("hound"), bolt).casts("mina", "bolt", "hound", 40)
    table.rule("set_mp", name="mina", value=0).rule("set_hp", name="mina", value=0)
    assert (table.lost("hound"), len(table.told("attack_stopped", "mina"))) == (0, 1)


def test_girls_strike_each_other_in_a_match(lay: Lay) -> None:
    """MG-05, MG-24: an area that spares the own side strikes rivals."""
    table = lay(girl("mina"), rival("yuki"), blast("ember"), form="duel").casts("mina", "ember", "B3", 40)
    assert table.asked == ["yuki"]


# ---------------------------------------------------------------- effects


def cast(lay: Lay, *effects: dict[str, Any], **mina: Any) -> Any:
    """Mina works a spell of these effects on herself."""
    return lay(girl("mina", **{"dp": 15} | mina), foe("hound"), ability("spell", *effects))


def test_healing_gives_hp_up_to_the_most(lay: Lay) -> None:
    """MG-24: 2d6 + 3."""
    table = cast(lay, effect("heal", dice=2, flat=3), hp=5, max_hp=30).rolls(4, 6).casts("mina", "spell")
    assert table.hp("mina") == 18
    table.rolls(6, 6).casts("mina", "spell")
    assert table.hp("mina") == 30


def test_mending_makes_a_wound_one_step_lighter(lay: Lay) -> None:
    """MG-53."""
    assert cast(lay, effect("mend"), wound="light").casts("mina", "spell").wound("mina") == "none"


def test_mending_helps_the_severely_wounded_friend(lay: Lay) -> None:
    """MG-53: severe becomes light."""
    mend = ability("stitch", effect("mend"), target="one", reach=5)
    table = lay(girl("mina"), girl("rin", wound="severe"), foe("hound"), mend).casts("mina", "stitch", "rin")
    assert table.wound("rin") == "light"


@pytest.mark.parametrize(("amount", "left"), [(3, 10), (9, 15), (-20, 0)])
def test_points_stay_between_nothing_and_the_cap(lay: Lay, amount: int, left: int) -> None:
    """MG-14: 8 - 1, and then so many."""
    assert cast(lay, effect("points", amount=amount), dp=8).casts("mina", "spell").dp("mina") == left


def test_a_boost_gives_a_bonus_die_to_one_kind_of_check(lay: Lay) -> None:
    """MG-02: on attacks until the round ends; tens 8 and 4, units 0: 40."""
    table = cast(lay, effect("boost", on="attack", dice=1)).casts("mina", "spell")
    table.rolls(8, 4, 10).acts("mina", "attack:unarmed").answers("mina", target="hound")
    assert table.level("mina") == "regular"
    table.takes_it("hound", 1).skip_round().skip_to("turn", "mina")
    assert table.battle["mina"].modifiers == []


def test_a_boost_on_dodges_leaves_attacks_alone(lay: Lay) -> None:
    """MG-02: two faces fall for the attack."""
    table = cast(lay, effect("boost", on="dodge", dice=1)).casts("mina", "spell")
    assert table.attacks("mina", "unarmed", "hound", roll=99).level("mina") == "failure"


@pytest.mark.parametrize(
    ("until", "after_turn", "after_round"), [("turn", 1, 0), ("round", 1, 0), ("fight", 1, 1)]
)
def test_how_long_a_change_lasts(lay: Lay, until: str, after_turn: int, after_round: int) -> None:
    """MG-24: until the own next turn, to the round's end, to the fight's end."""
    table = cast(lay, effect("guard", amount=2, until=until)).casts("mina", "spell").ends_turn("mina")
    assert len(table.battle["mina"].modifiers) == after_turn
    table.skip_round().skip_to("turn", "mina")
    assert len(table.battle["mina"].modifiers) == after_round


def test_what_lasts_until_the_own_turn_outlasts_the_round(lay: Lay) -> None:
    """MG-24: the hound acts first in the next round; the guard still stands."""
    table = (
        cast(lay, effect("guard", amount=2, until="turn"))
        .casts("mina", "spell")
        .rule("set_place", name="hound", place=1)
    )
    table.skip_round().attacks("hound", "unarmed", "mina", roll=40).takes_it("mina", 5)
    assert table.lost("mina") == 3


def test_a_shove_goes_straight_away_up_to_the_edge(lay: Lay) -> None:
    """MG-24: 5 m a cell; who stands at the edge would stay and is no choice."""
    push = ability("push", effect("shove", metres=15), target="one", reach=10)
    table = lay(girl("mina", "C4"), foe("hound", "B3"), push).acts("mina", "ability:push")
    assert (table.at("hound"), "ability:push" in table.offers()) == ("A2", False)


def test_a_burst_shoves_from_where_it_struck(lay: Lay) -> None:
    """MG-24, MG-44: Mina is beyond the hound by then; it is shoved away from where she burst, as it was struck."""
    burst = ability(
        "burst", effect("shove", metres=5), target="area", radius=10, spares=True, strike={"dice": 1}
    )
    table = lay(girl("mina", "D6", emo=90), foe("hound", "D5"), burst).casts("mina", "burst", roll=40)
    table.rule("move", name="mina", cell="D4").takes_it("hound", 1)
    assert table.at("hound") == "D4"


def test_who_shares_her_cell_is_shoved_where_she_likes(lay: Lay) -> None:
    """MG-24: away from her is no way there; eight are, and to shove nowhere; paid is paid."""
    push = ability("push", effect("shove", metres=10), target="one", reach=10)
    table = lay(girl("mina", "C4"), foe("cat", "C4"), push).acts("mina", "ability:push")
    assert table.offers() == ["A2", "C2", "E2", "A4", "E4", "A6", "C6", "E6"]
    table.answers("mina", shove="E6")
    assert (table.at("cat"), table.mp("mina")) == ("E6", 9)


def test_the_only_one_in_reach_is_not_asked_for_by_name(lay: Lay) -> None:
    """MG-24: the choice says on whom it works; a friend is never struck unasked."""
    bolt = ability("bolt", target="one", reach=10, strike={"dice": 1})
    table = lay(girl("mina"), foe("hound"), bolt)
    note = next(each.note for each in table.question.choices["mina"].options if each.id == "ability:bolt")  # type: ignore[union-attr]
    assert (note.key, note.params["whom"]) == ("magical_girls.note.ability_on", "Hound")
    assert table.casts("mina", "bolt", roll=40).asked == ["gm"]
    table.takes_it("hound", 3)
    assert lay(girl("mina"), girl("rin"), foe("far", "L9"), bolt).acts("mina", "ability:bolt").offers() == [
        "rin"
    ]


def test_no_enemy_is_helped_and_no_friend_harmed_unasked(lay: Lay) -> None:
    """MG-24: though nobody else is in reach; whom it is meant for is not asked for."""
    cure = ability("cure", effect("heal", flat=3), target="one", reach=10)
    daze = ability("daze", effect("boost", on="dodge", dice=-1), target="one", reach=10, for_others=True)
    hound, rin = foe("hound", hp=4, max_hp=9), girl("rin", hp=4, max_hp=9)
    table = lay(girl("mina"), hound, cure).acts("mina", "ability:cure")
    assert (table.asks, table.offers(), table.mp("mina")) == ("aim", ["hound"], 10)
    table = lay(girl("mina"), girl("rin"), foe("far", "L9"), daze).acts("mina", "ability:daze")
    assert (table.asks, table.offers()) == ("aim", ["rin"])
    assert lay(girl("mina"), rin, foe("far", "L9"), cure).casts("mina", "cure").hp("rin") == 7
    assert lay(girl("mina"), foe("hound"), daze).casts("mina", "daze").asks == "turn"


def test_what_is_prepared_does_not_say_whom_it_works_on_now(lay: Lay) -> None:
    """MG-24, MG-32: when its moment comes it may be somebody else."""
    bolt = ability("bolt", target="one", reach=10, strike={"dice": 1})
    table = lay(girl("mina"), foe("hound"), bolt).ends_turn("mina", "prepare")
    note = next(each.note for each in table.question.choices["mina"].options if each.id == "ability:bolt")  # type: ignore[union-attr]
    assert note.key == "magical_girls.note.ability"


# ---------------------------------------------------------------- innate abilities


def test_innate_abilities_always_work(lay: Lay) -> None:
    """MG-02, MG-22: a bonus die on attacks and extra damage, without any action."""
    keen = innate("keen", effect("boost", on="attack", dice=1), effect("extra", amount=2))
    table = lay(girl("mina", innate=["keen"]), foe("hound"), weapon("blade"), keen)
    table.rolls(9, 4, 10).acts("mina", "attack:weapon:blade").answers("mina", target="hound")
    assert table.takes_it("hound", 5).lost("hound") == 7


def test_bonus_and_penalty_dice_cancel(lay: Lay) -> None:
    """MG-02: a gift and a curse: a plain roll."""
    keen = innate("keen", effect("boost", on="attack", dice=1))
    gloom = ability("gloom", effect("boost", on="any", dice=-1))
    table = lay(girl("mina", innate=["keen"]), foe("hound"), keen, gloom).casts("mina", "gloom")
    assert table.attacks("mina", "unarmed", "hound", roll=99).level("mina") == "failure"


def test_an_area_that_spares_says_so(lay: Lay) -> None:
    """MG-24: her friends stand in it unhurt; and a spell that always wounds says that too."""
    burst = blast("ember", strike={"wound": "light"})
    table = lay(girl("mina", "B5"), foe("hound", "B3"), burst)
    note = next(each.note for each in table.question.choices["mina"].options if each.id == "ability:ember")  # type: ignore[union-attr]
    said = words("en").render(note)
    assert "2d6 fire damage, light wound; all but friends within 5 m of a cell up to 30 m away" in said


def test_what_was_paid_with_the_last_mp_shoves_out_of_a_shared_cell_too(lay: Lay) -> None:
    """MG-24, MG-54: dying by then she chooses nothing; the keeper says where to."""
    mina = girl("mina", "B4", hp=0, max_hp=20, mp=1, emo=50, wound="light")
    zap = ability("zap", effect("shove", metres=5), target="one", reach=10, strike={"dice": 0, "flat": 2})
    table = lay(mina, foe("hound", "B4", wound="light"), girl("ann", "A1"), zap).casts("mina", "zap", roll=40)
    table.takes_it("hound")
    assert (table.asks, table.asked) == ("shove", ["gm"])
    assert table.answers("gm", shove="C4").at("hound") == "C4"


def test_whom_a_ruling_moves_is_shoved_no_more_and_the_others_are(lay: Lay) -> None:
    """MG-24: the keeper puts Rin aside while her way is asked for; Mina flies all the same."""
    gale = ability("gale", effect("shove", metres=5), target="area", radius=5, spares=True)
    table = lay(foe("imp", "D4", mp=9, abilities=["gale"]), girl("rin", "D4"), girl("mina", "E4"), gale)
    table.casts("imp", "gale")
    assert table.asks == "shove"
    table.rule("move", name="rin", cell="D5")
    assert (table.at("rin"), table.at("mina"), table.asks) == ("D5", "F4", "turn")

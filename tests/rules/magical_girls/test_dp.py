"""Action points: at the start, each round, the cap, what carries over, sizes of actions."""

import pytest

from rules.engine.view import GAME_MASTER, Viewer
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, bow, d100, effect, foe, girl, innate, player, rival, weapon

BLADE = weapon("blade")


def opened(table: Table, surprise: str | None = None) -> Table:
    """The fight begins, with or without a surprise; Mina acts first."""
    table.answers("gm", surprise=surprise).rolls(*d100(10, 40)).passes("gm", "placement")
    return table


def duel(lay: Lay, **house: object) -> Table:
    """Mina with a standard blade, and a hound beside her, before the first round."""
    return lay(girl("mina", "B4"), foe("hound", "B3"), BLADE, begins=True, **house)


# ---------------------------------------------------------------- start and rounds


def test_a_fight_starts_with_8(lay: Lay) -> None:
    """MG-14: enemies too, and the first round brings no 4."""
    table = opened(duel(lay))
    assert (table.dp("mina"), table.dp("hound"), table.battle.round) == (8, 8, 1)


@pytest.mark.parametrize(("side", "points"), [("first", (10, 8)), ("second", (8, 10))])
def test_the_surprising_side_has_2_more(lay: Lay, side: str, points: tuple[int, int]) -> None:
    """MG-14, MG-10."""
    table = opened(duel(lay), f"surprise_{side}")
    assert (table.dp("mina"), table.dp("hound")) == points


def test_each_round_brings_4_and_what_is_left_stays(lay: Lay) -> None:
    """MG-14: 8, an attack for 4, a stance for 2: 2 left, next round 6."""
    table = opened(duel(lay)).attacks("mina", "blade", "hound", roll=90).ends_turn("mina", "watch_dodge")
    assert table.dp("mina") == 2
    table.skip_round()
    assert (table.dp("mina"), table.dp("hound")) == (6, 12)


def test_nobody_has_more_than_15(lay: Lay) -> None:
    """MG-14: 13 left, next round 15."""
    table = lay(girl("mina", dp=13), foe("hound")).skip_round()
    assert table.dp("mina") == 15


def test_a_surprise_carried_over(lay: Lay) -> None:
    """MG-14: 10, spend 4: 6; round 2: 10; round 3: 14; round 4: 15."""
    table = opened(duel(lay), "surprise_first").attacks("mina", "blade", "hound", roll=90)
    found = [table.dp("mina")]
    for _ in range(3):
        found.append(table.skip_round().dp("mina"))
    assert found == [6, 10, 14, 15]


def test_innate_abilities_give_specials(lay: Lay) -> None:
    """MG-14: +1 at the start, +2 a round, a cap of 18."""
    heart = innate("heart", effect("start", amount=1), effect("recovery", amount=2), effect("cap", amount=3))
    table = opened(lay(girl("mina", innate=["heart"]), foe("hound"), heart, begins=True))
    assert [table.dp("mina")] + [table.skip_round().dp("mina") for _ in range(2)] == [9, 15, 18]


def test_specials_and_surprise_stay_below_the_cap(lay: Lay) -> None:
    """MG-14: 8 + 7 + 2 are 15; what takes DP away takes no more than there are."""
    laid = (innate("eager", effect("start", amount=7)), innate("late", effect("start", amount=-20)))
    table = lay(
        girl("mina", innate=["eager"]), girl("ann", innate=["late"]), foe("hound"), *laid, begins=True
    )
    table.answers("gm", surprise="surprise_first")
    assert (table.dp("mina"), table.dp("ann"), table.dp("hound")) == (15, 0, 8)


def test_a_round_s_points_are_told_in_one_line(lay: Lay) -> None:
    """MG-14, MG-44: who has how many more and now, who has no +4 and why; each number opens into its parts."""
    heart = innate("heart", effect("recovery", amount=2))
    table = lay(girl("mina", dp=13, innate=["heart"]), girl("ann"), foe("hound"), foe("wasp", dp=14), heart)
    table.reacts("ann", "free")
    table.answers("ann", free="I whistle.").answers("gm", size="size_1").skip_round()
    for viewer in (player("mina"), GAME_MASTER):
        [line] = [each for each in table.log(viewer) if each.row == "MG-14"]
        assert words("en").render(line.text) == (
            "DP: Mina +2 (now 15), Ann +0 (now 6; no +4 after an emergency reaction). The enemies recover too."
        )
        assert line.explanation is not None
        parts = [(words("en").render(each.label), each.amount) for each in line.explanation.parts]
        mina = [("Mina: each round", 4), ("Mina: Heart", 2), ("Mina: between 0 and 15", -4)]
        hidden = [("Enemies", None)]
        hers = [("Hound: each round", 4), ("Wasp: each round", 4), ("Wasp: between 0 and 15", -3)]
        assert parts == mina + (hers if viewer.is_gm else hidden)


def test_what_somebody_hidden_recovers_is_for_those_who_see_her(lay: Lay) -> None:
    """MG-14, MG-27: in a match the other side reads of no hidden girl."""
    table = lay(girl("mina"), girl("ann", is_hidden=True), rival("jun"), form="duel").skip_round()

    def read(viewer: Viewer) -> list[str]:
        return [words("en").render(each.text) for each in table.log(viewer) if each.row == "MG-14"]

    assert read(player("jun")) == ["DP: Mina +4 (now 12), Jun +4 (now 12)."]
    assert read(player("mina")) == [*read(player("jun")), "DP: Ann +4 (now 12)."]


def test_the_dying_recover_too(lay: Lay) -> None:
    """MG-14: all do."""
    table = lay(girl("mina"), girl("ann", hp=0, max_hp=9, mp=0, dp=1), foe("hound")).skip_round()
    assert table.dp("ann") == 5


def test_points_are_gone_when_the_fight_is_over(lay: Lay) -> None:
    """MG-14: cleared when the fight ends."""
    table = lay(girl("mina"), foe("hound")).rule("end", winner="first")
    assert (table.dp("mina"), table.dp("hound")) == (0, 0)


# ---------------------------------------------------------------- house rules


def test_house_rule_the_first_round_brings_4_too(lay: Lay) -> None:
    """MG-14: 12."""
    assert opened(duel(lay, first_round="both")).dp("mina") == 12


def test_house_rule_points_are_cleared_with_each_round(lay: Lay) -> None:
    """MG-14: nothing carries over, so that each round has 4."""
    table = opened(duel(lay, dp_cleared="round"))
    assert [table.dp("mina"), table.skip_round().dp("mina"), table.skip_round().dp("mina")] == [8, 4, 4]


def test_house_rule_enemies_have_no_points(lay: Lay) -> None:
    """MG-14: an enemy makes one action and moves for 2 DP's worth; what it does costs nothing."""
    table = opened(duel(lay, enemy_dp="none")).ends_turn("mina")
    assert table.dp("hound") == 0
    assert table.price("attack:unarmed") == 0
    table.acts("hound", "move").answers("hound", move="B2")
    assert "attack:unarmed" not in table.offers()
    table.acts("hound", "move").answers("hound", move="B3")
    table.attacks("hound", "unarmed", "mina", roll=90)
    assert table.asks == "turn"
    assert table.offers() == ["move"]
    table.moves("hound", "B2").moves("hound", "B1")
    assert (table.at("hound"), table.asks, table.acting) == ("B1", "turn", "mina")


def test_an_enemy_without_points_that_thinks_again_still_acts(lay: Lay) -> None:
    """MG-14: a choice taken back is no action."""
    table = opened(duel(lay, enemy_dp="none")).ends_turn("mina")
    table.acts("hound", "attack:unarmed").passes("hound", "target")
    assert "attack:unarmed" in table.offers()


def test_an_enemy_without_points_heals_as_its_one_action(lay: Lay) -> None:
    """MG-14, MG-53: a small action; then it may only move."""
    hound = foe("hound", "B3", hp=5, max_hp=20, mp=9, dp=0)
    table = lay(hound, girl("mina", "B4"), enemy_dp="none")
    table.acts("hound", "heal").answers("hound", heal="hp:hound", heal_points=1)
    assert (table.hp("hound"), table.asks, table.offers()) == (6, "turn", ["move"])


@pytest.mark.parametrize(("size", "acts_on"), [("size_0", True), ("object", True), ("size_1", False)])
def test_an_enemy_without_points_talks_and_opens_a_door_beside_its_action(
    lay: Lay, size: str, acts_on: bool
) -> None:
    """MG-14, MG-16: short talk and the free object are no action; what the keeper sizes as one is."""
    table = lay(foe("hound", "B3", dp=0), girl("mina", "B4"), enemy_dp="none")
    table.acts("hound", "free").answers("hound", free="Grr!").answers("gm", size=size)
    assert ("attack:unarmed" in table.offers()) is acts_on


def test_an_enemy_without_points_has_one_action_each_turn(lay: Lay) -> None:
    """MG-14: one in the first round, one in the next."""
    table = lay(foe("hound", "B3", dp=0), girl("mina", "B4"), enemy_dp="none")
    for _ in range(2):
        table.attacks("hound", "unarmed", "mina", roll=90)
        assert table.offers() == ["move"]
        table.skip_round()


def test_what_others_do_in_its_turn_is_no_action_of_an_enemy_without_points(lay: Lay) -> None:
    """MG-14, MG-44: neither Mina's emergency reaction nor the hound's own dodge."""
    table = lay(foe("hound", "B3", dp=0), girl("mina", "B4"), enemy_dp="none").reacts(
        "mina", "attack:unarmed"
    )
    table.rolls(*d100(40)).answers("mina", target="hound").dodges("hound", 1)
    assert (table.acting, "attack:unarmed" in table.offers()) == ("hound", True)


def test_an_enemy_without_points_keeps_its_prepared_action_for_anothers_turn(lay: Lay) -> None:
    """MG-14, MG-32: the cat springs though the hound has acted in its own turn."""
    table = lay(foe("cat", "B3", dp=0), foe("hound", "B3", dp=0), girl("mina", "B4"), enemy_dp="none")
    table.ends_turn("cat", "prepare").answers("cat", prepare="attack:unarmed", trigger="The hound bites.")
    table.attacks("hound", "unarmed", "mina", roll=90).calls_trigger("gm", "cat")
    assert (table.asks, table.question.actor) == ("target", "cat")
    table.rolls(*d100(91)).answers("cat", target="mina")


def test_a_laden_enemy_without_points_goes_half_as_far(lay: Lay) -> None:
    """MG-14, MG-26: 2 DP's worth of movement are 20 m, laden 10 m."""
    for load, far in ((100, "E3"), (101, "C3")):
        table = lay(foe("hound", "A3", dp=0, load=load), girl("mina", "A9"), enemy_dp="none").acts(
            "hound", "move"
        )
        assert max(cell for cell in table.offers() if cell.endswith("3")) == far


def test_an_enemy_without_points_gets_none_with_the_rounds(lay: Lay) -> None:
    """MG-14: neither by surprise nor by the round."""
    table = opened(duel(lay, enemy_dp="none"), "surprise_second")
    assert [table.dp("hound"), table.skip_round().dp("hound")] == [0, 0]
    assert table.dp("mina") == 12


def test_an_enemy_without_points_dodges_for_nothing(lay: Lay) -> None:
    """MG-14, MG-42."""
    table = opened(duel(lay, enemy_dp="none")).attacks("mina", "blade", "hound", roll=40)
    assert "dodge" in table.offers()
    table.dodges("hound", 1)
    assert (table.lost("hound"), table.dp("hound")) == (0, 0)


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize(("size", "paid"), [("size_0", 0), ("size_1", 1), ("size_2", 2), ("size_4", 4)])
def test_the_keeper_sizes_what_is_not_listed(lay: Lay, size: str, paid: int) -> None:
    """MG-15: no, a small, a standard or a large action; the price is shown with each."""
    table = lay(girl("mina"), foe("hound")).acts("mina", "free").answers("mina", free="I ring the bell.")
    assert (table.asks, table.asked, table.question.actor) == ("size", ["gm"], "")
    assert table.price(size) == paid
    table.answers("gm", size=size)
    assert table.dp("mina") == 8 - paid
    assert table.told("acts_freely", "mina")[0].params["words"] == "I ring the bell."


def test_the_keeper_says_no(lay: Lay) -> None:
    """MG-15: nothing is paid, and her turn goes on."""
    table = lay(girl("mina"), foe("hound")).acts("mina", "free").answers("mina", free="I fly.")
    table.answers("gm", size="refuse")
    assert (table.dp("mina"), table.asks) == (8, "turn")
    assert not table.told("acts_freely")


def test_what_she_cannot_pay_is_no_size(lay: Lay) -> None:
    """MG-15: with 1 DP no standard and no large action."""
    table = lay(girl("mina", dp=1), foe("hound")).acts("mina", "free").answers("mina", free="I climb.")
    assert table.offers("gm") == ["size_0", "size_1", "object", "refuse"]


def test_a_skill_is_sized_by_its_motion_and_checked(lay: Lay) -> None:
    """MG-15: any skill or attribute, for a purpose in words."""
    table = lay(girl("mina", pow=60), foe("hound")).acts("mina", "skill")
    table.answers("mina", skill="attribute:pow", what_for="I listen.")
    table.rolls(*d100(33)).answers("gm", size_skill="size_1")
    assert (table.dp("mina"), table.level("mina")) == (7, "regular")


def test_a_skill_refused_is_not_checked(lay: Lay) -> None:
    """MG-15."""
    table = lay(girl("mina"), foe("hound")).acts("mina", "skill")
    table.answers("mina", skill="skill:dodge", what_for="I dance.").answers("gm", size_skill="refuse")
    assert not table.told("check")


# ---------------------------------------------------------------- what is shown is what is paid


def test_the_price_is_shown_before(lay: Lay) -> None:
    """MG-14, MG-20, MG-21: of a weapon by its weight, of bare hands 2, of hiding 2, of throwing 1."""
    table = lay(
        girl("mina", "B4"),
        foe("hound", "B3"),
        weapon("knife", 25),
        weapon("axe", 75),
        bow(),
        cover={"B4": "half"},
    )
    shown = {each: table.price(each) for each in ("attack:weapon:knife", "attack:weapon:axe")}
    assert shown == {"attack:weapon:knife": 2, "attack:weapon:axe": 6}
    assert [table.price(each) for each in ("attack:unarmed", "hide", "throw")] == [2, 2, 1]
    table.acts("mina", "hide")
    assert table.dp("mina") == 6

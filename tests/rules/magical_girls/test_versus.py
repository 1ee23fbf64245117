"""Girls against girls: who picks the form, how a sparring and a duel end, the skill contest."""

from typing import Any

from rules.engine.text import Text
from rules.engine.view import SPECTATOR
from rules.magical_girls.terms import Form, Side
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import (
    Table,
    blast,
    d100,
    effect,
    enemy,
    foe,
    girl,
    innate,
    rival,
    skill,
    weapon,
)

SONG, DANCE = skill("song", "life"), skill("dance", "life")


def strikes(table: Table, who: str, whom: str, damage: int, *more: int) -> Table:
    """An unarmed attack that nobody answers."""
    return table.attacks(who, "unarmed", whom, roll=40).takes_it(whom, damage, *more)


def ended(table: Table) -> str:
    """What the last line of the fight says of how it ended."""
    said: Any = table.told("over")[0].params["result"]
    return words("en").render(said)


# ---------------------------------------------------------------- the form


def test_the_keeper_picks_the_form_after_hearing_the_players(lay: Lay) -> None:
    """MG-05: Mina wishes for a duel, Jun for nothing; it becomes a sparring."""
    table = lay(girl("mina"), rival("jun"), form="versus", begins=True)
    assert (table.asks, table.asked) == ("wish", ["mina", "jun"])
    table.answers("mina", wish="duel").passes("jun", "wish")
    assert (table.asks, table.asked) == ("form", ["gm"])
    notes = {each.id: each.note for each in table.question.choices["gm"].options}  # type: ignore[union-attr]
    assert notes["duel"] == Text(
        "magical_girls.note.wished", {"names": [Text("magical_girls.name", {"name": "Mina"})]}
    )
    assert notes["sparring"] is None
    table.answers("gm", form="sparring").passes("gm", "sides")
    assert table.battle.form is Form.SPARRING
    assert table.asks == "surprise"


def test_the_keeper_says_who_stands_where(lay: Lay) -> None:
    """MG-05: the sides of a match are picked with its form."""
    table = lay(girl("mina"), girl("ann"), rival("jun"), form="versus", begins=True)
    table.passes("mina", "wish").passes("ann", "wish").passes("jun", "wish").answers("gm", form="duel")
    table.answers("gm", sides=["mina"])
    assert {each.name: each.side for each in table.battle.combatants} == {
        "mina": Side.SECOND,
        "ann": Side.FIRST,
        "jun": Side.FIRST,
    }


def test_who_picks_the_sides_sees_who_is_on_which(lay: Lay) -> None:
    """MG-05: beside each name the side that a pass leaves her on."""
    table = lay(girl("mina"), girl("ann"), rival("jun"), form="versus", begins=True)
    table.passes("mina", "wish").passes("ann", "wish").passes("jun", "wish").answers("gm", form="duel")
    notes = {each.id: words("en").render(each.note) for each in table.question.choices["gm"].options}  # type: ignore[union-attr]
    assert notes == {"mina": "First side", "ann": "First side", "jun": "Second side"}


def test_who_joins_once_the_form_is_picked_starts_like_the_others(lay: Lay) -> None:
    """MG-05, MG-14: 8 DP, once."""
    table = lay(girl("mina"), rival("jun"), enemy("moth"), form="versus", begins=True)
    table.passes("mina", "wish").passes("jun", "wish").answers("gm", form="duel").passes("gm", "sides")
    table.rule("add", enemy="moth", cell="C3").passes("gm", "surprise")
    assert [table.dp(name) for name in ("mina", "jun", "moth-1")] == [8, 8, 8]


def test_a_side_is_never_left_empty(lay: Lay) -> None:
    """MG-05: not all of them on the second side."""
    table = lay(girl("mina"), rival("jun"), form="versus", begins=True)
    table.passes("mina", "wish").passes("jun", "wish").answers("gm", form="duel")
    assert "choose_one" in str(table.refuses("gm", sides=["mina", "jun"]))


def test_a_form_that_nobody_picks_is_sparring(lay: Lay) -> None:
    """MG-05: the keeper cuts the talk short."""
    table = lay(girl("mina"), rival("jun"), form="versus", begins=True).rule("cut", frame="turn")
    assert (table.battle.form, table.asks) == (Form.SPARRING, "surprise")


# ---------------------------------------------------------------- sparring


def test_a_sparring_ends_when_somebody_is_down_to_a_third(lay: Lay) -> None:
    """MG-05: 2 of 6 HP; they come back, then the loser loses 1d2."""
    table = lay(girl("mina"), rival("jun", hp=6), form="sparring")
    strikes(table, "mina", "jun", 3)
    assert table.winner is None
    strikes(table, "mina", "jun", 1, 2)
    assert (table.winner, table.session.is_over) == ("first", True)
    assert table.hp("jun") == 6 - 2


def test_a_third_is_of_the_hp_at_its_start(lay: Lay) -> None:
    """MG-05: 9 of 20 HP at the start: 3 end it, and 9 come back."""
    table = lay(girl("mina"), rival("jun", hp=9, max_hp=20), form="sparring")
    strikes(table, "mina", "jun", 5)
    assert table.winner is None
    strikes(table, "mina", "jun", 1, 1)
    assert (table.winner, table.hp("jun")) == ("first", 9 - 1)


def test_a_third_is_of_what_she_had_when_it_began(lay: Lay) -> None:
    """MG-05: the keeper tends to Jun before the sparring starts, so that 6 of 18 HP end it, and 18 come back."""
    table = lay(girl("mina"), rival("jun", hp=9, max_hp=18), form="sparring", begins=True)
    table.rule("set_hp", name="jun", value=18).passes("gm", "surprise").rolls(*d100(10, 40))
    table.passes("gm", "placement").rule("damage", name="jun", value=11, harm="blunt")
    assert table.winner is None
    table.rolls(2).rule("damage", name="jun", value=1, harm="blunt")
    assert (table.winner, table.hp("jun")) == ("first", 18 - 2)


def test_anyone_of_a_side_loses_it_for_all_and_each_rolls(lay: Lay) -> None:
    """MG-05: Jun is down to a third; Jun loses 2, Ann 1, the winners nothing."""
    table = lay(girl("mina", hp=9, max_hp=20), rival("jun", hp=3), rival("ann", hp=8), form="sparring")
    strikes(table, "mina", "jun", 2, 2, 1)
    assert (table.winner, table.hp("jun"), table.hp("ann"), table.hp("mina")) == ("first", 1, 7, 9)


def test_the_winners_hp_come_back_too(lay: Lay) -> None:
    """MG-05: what Jun did to Mina is gone."""
    table = lay(girl("mina", hp=20), rival("jun", hp=3), form="sparring")
    strikes(table.ends_turn("mina"), "jun", "mina", 5)
    strikes(table, "mina", "jun", 2, 1)
    assert (table.hp("mina"), table.hp("jun")) == (20, 2)


def test_what_was_healed_in_a_sparring_is_gone_too(lay: Lay) -> None:
    """MG-05: HP return to those before it, 9 of 20, whatever MP have done meanwhile."""
    table = lay(girl("mina", hp=9, max_hp=20), rival("jun", hp=3), form="sparring")
    table.acts("mina", "heal").answers("mina", heal="hp:mina", heal_points=5)
    strikes(table, "mina", "jun", 2, 1)
    assert (table.hp("mina"), table.mp("mina")) == (9, 5)


def test_whose_side_has_gone_has_lost_the_sparring(lay: Lay) -> None:
    """MG-05: nobody is left to be struck."""
    table = lay(girl("mina"), rival("jun"), form="sparring").rule("remove", name="jun")
    assert table.winner == "first"


def test_a_sparring_is_decided_when_its_rounds_have_begun(lay: Lay) -> None:
    """MG-05, MG-10: the keeper leaves Jun 1 of 9 HP while the places are chosen; initiative still comes."""
    table = lay(girl("mina"), rival("jun", hp=9), form="sparring", begins=True).passes("gm", "surprise")
    table.rule("set_hp", name="jun", value=1)
    assert (table.asks, table.winner) == ("placement", None)
    table.rolls(*d100(10, 40), 1).passes("gm", "placement")
    assert table.winner == "first"


def test_what_a_sparring_costs_never_goes_below_nothing(lay: Lay) -> None:
    """MG-05, MG-51: Ann has 1 HP and rolls a 2: HP 0, and a light wound as by anything."""
    table = lay(girl("mina"), rival("jun", hp=3), rival("ann", hp=1), form="sparring")
    strikes(table, "mina", "jun", 2, 1, 2)
    assert (table.hp("ann"), table.wound("ann")) == (0, "light")
    assert table.asks == "treat"


def test_a_draw_by_the_keeper_costs_nobody_anything(lay: Lay) -> None:
    """MG-05: no side has lost; HP come back all the same."""
    table = lay(girl("mina"), rival("jun", hp=9), form="sparring")
    strikes(table, "mina", "jun", 3).rule("end", winner="")
    assert (table.winner, table.hp("jun"), table.hp("mina")) == ("", 9, 20)


def test_both_sides_down_to_a_third_at_once_have_drawn(lay: Lay) -> None:
    """MG-05: Mina's blast spares nobody; no side has lost, so HP come back and nobody pays."""
    laid = (girl("mina", "H9"), girl("ann", "B4", hp=9), rival("jun", "B3", hp=9))
    table = lay(*laid, blast("burst", spares=False), form="sparring")
    table.casts("mina", "burst", "B4", roll=40).takes_it("ann").takes_it("jun", 4, 3)
    assert (table.winner, table.hp("ann"), table.hp("jun")) == ("", 9, 9)


def test_the_log_says_who_has_won_a_sparring_or_duel_and_why(lay: Lay) -> None:
    """MG-05, MG-06: the winners by name, and who is down, or down to a third."""
    spar = lay(girl("mina"), girl("ann"), rival("jun", hp=6), form="sparring")
    assert ended(strikes(spar, "mina", "jun", 4, 2)) == (
        "First side wins: Mina, Ann. Down to a third of HP: Jun."
    )
    duel = lay(girl("mina"), rival("jun", hp=3), form="duel")
    assert ended(strikes(duel, "mina", "jun", 3)) == "First side wins: Mina. At HP 0: Jun."


def test_the_keeper_who_ends_a_fight_says_who_has_won(lay: Lay) -> None:
    """MG-18: the girls, the enemies, or a side of a match by the names of those on it."""
    fight = lay(girl("mina"), foe("hound")).rule("end", winner="second")
    assert ended(fight).endswith(" ended the fight. The enemies win.")
    match = lay(girl("mina"), rival("jun"), form="duel").rule("end", winner="first")
    assert ended(match).endswith(" ended the fight. First side wins: Mina.")
    draw = lay(girl("mina"), rival("jun"), form="duel").rule("end", winner="")
    assert ended(draw).endswith(" ended the fight. Nobody wins.")


# ---------------------------------------------------------------- duel


def test_a_duel_ends_when_all_of_one_side_are_at_0(lay: Lay) -> None:
    """MG-06: one of two is not enough; what was lost stays lost."""
    table = lay(girl("mina"), rival("jun", hp=3), rival("ann", hp=4), form="duel")
    strikes(table, "mina", "jun", 3)
    assert table.winner is None
    strikes(table, "mina", "ann", 4)
    assert (table.winner, table.hp("jun"), table.hp("ann")) == ("first", 0, 0)


def test_a_match_is_over_between_two_attacks_of_the_same_dp(lay: Lay) -> None:
    """MG-05, MG-20: the second attack does not come."""
    table = lay(girl("mina"), rival("jun", hp=3), weapon("twin", attacks=2), form="duel")
    table.attacks("mina", "twin", "jun", roll=40).takes_it("jun", 3)
    assert table.winner == "first"


def test_a_match_is_over_in_the_middle_of_another_s_turn(lay: Lay) -> None:
    """MG-06, MG-44: Jun's emergency attack ends the duel before Mina has acted."""
    table = lay(girl("mina", hp=3), rival("jun"), form="duel")
    table.reacts("jun", "attack:unarmed").rolls(*d100(40)).answers("jun", target="mina").takes_it("mina", 3)
    assert table.winner == "second"


def test_a_match_is_over_by_magic_in_another_s_turn(lay: Lay) -> None:
    """MG-06, MG-24, MG-44: Jun's blast strikes both down at once."""
    table = lay(girl("mina", hp=3), girl("ann", hp=3), rival("jun"), blast("burst"), form="duel")
    table.reacts("jun", "ability:burst").rolls(*d100(40)).answers("jun", aim="B4")
    table.takes_it("mina").takes_it("ann", 2, 2)
    assert table.winner == "second"


def test_a_match_is_over_by_a_counter(lay: Lay) -> None:
    """MG-06, MG-43: the attacker strikes her last."""
    table = lay(girl("mina", hp=3), rival("jun", str=80), form="duel")
    table.attacks("mina", "unarmed", "jun", roll=40).counters("jun", "unarmed", 10, 3, 1)
    assert table.winner == "second"


def test_a_ruling_that_decides_a_match_ends_it_at_once(lay: Lay) -> None:
    """MG-05, MG-06: damage of an event in mid-turn, HP set amid an attack."""
    spar = lay(girl("mina"), rival("jun", hp=9), form="sparring").rolls(1)
    spar.rule("damage", name="jun", value=6, harm="fire")
    assert (spar.winner, spar.session.is_over, spar.hp("jun")) == ("first", True, 9 - 1)
    duel = lay(girl("mina"), rival("jun", wound="light"), form="duel").attacks(
        "mina", "unarmed", "jun", roll=40
    )
    duel.rule("set_hp", name="mina", value=0)
    assert (duel.winner, duel.battle.attacks) == ("second", [])


# ---------------------------------------------------------------- skill contest


def contest(lay: Lay, **more: object) -> Table:
    """Mina sings 60, Jun dances 60."""
    return lay(
        girl("mina", skills={"song": 60, "dance": 5}),
        rival("jun", skills={"dance": 60}),
        SONG,
        DANCE,
        form="contest",
        begins=True,
        **more,
    )


def picked(table: Table, *rolls: int, mina: str = "song") -> Table:
    """Both pick a life skill; these rolls fall, Mina's first."""
    table.answers("gm", category="life").answers("mina", contest=f"skill:{mina}")
    return table.rolls(*d100(*rolls)).answers("jun", contest="skill:dance")


def test_a_skill_contest_is_won_by_the_lower_roll_of_equal_levels(lay: Lay) -> None:
    """MG-07, MG-03: both hard, 30 against 22, and the other way round."""
    assert picked(contest(lay), 30, 22).winner == "second"
    assert picked(contest(lay), 22, 30).winner == "first"


def test_a_skill_contest_is_won_by_the_better_level(lay: Lay) -> None:
    """MG-07, MG-03: 04 of 5 is regular, 30 of 60 hard."""
    assert picked(contest(lay), 4, 30, mina="dance").winner == "second"


def test_a_skill_contest_that_both_fail_is_won_by_the_lower_roll(lay: Lay) -> None:
    """MG-07, MG-03: equal levels, whatever they are; and a failure is better than a fumble."""
    assert picked(contest(lay), 70, 80).winner == "first"
    assert picked(contest(lay), 100, 80).winner == "second"


def test_the_log_says_who_has_won_a_skill_contest_and_why(lay: Lay) -> None:
    """MG-07, MG-03: by the lower roll, by the better level, by neither."""
    assert ended(picked(contest(lay), 30, 22)) == (
        "Second side wins: Jun. Jun and Mina both: hard success."
        " The lower roll decides then, and it is that of Jun."
    )
    assert ended(picked(contest(lay), 4, 30, mina="dance")) == (
        "Second side wins: Jun. Jun: hard success, against the success of Mina."
    )
    assert ended(picked(contest(lay), 30, 30)) == (
        "Neither side has won. Both: hard success, and the same roll."
    )


def test_the_champions_of_a_skill_contest_are_named(lay: Lay) -> None:
    """MG-07, MG-03: who meets whom with which skill, before the dice; its end opens into both rows."""
    table = picked(contest(lay), 30, 22)
    lines = {each.kind: each for each in table.log(SPECTATOR)}
    assert words("en").render(lines["contest"].text) == "Skill contest: Mina, Song, against Jun, Dance."
    told = lines["over"].explanation
    assert told is not None
    assert (lines["over"].row, told.row) == ("MG-07", "MG-03")


def test_an_equal_skill_contest_is_a_draw(lay: Lay) -> None:
    """MG-07, MG-03: the same level and the same roll."""
    assert picked(contest(lay), 30, 30).winner == ""


def test_both_pick_sealed_and_of_the_same_category(lay: Lay) -> None:
    """MG-07: not always the same skill; Jun is still asked when Mina has picked, and nothing has rolled."""
    table = contest(lay).answers("gm", category="life")
    assert table.asked == ["mina", "jun"]
    assert table.offers("mina") == ["skill:dance", "skill:song"]
    table.answers("mina", contest="skill:song")
    assert table.asked == ["jun"]
    assert not table.told("check")


def test_skills_of_the_other_category_are_not_offered(lay: Lay) -> None:
    """MG-07: song is for life, blades for combat."""
    laid = (girl("mina"), rival("jun"), SONG, skill("blades"))
    life = lay(*laid, form="contest", begins=True).answers("gm", category="life")
    assert life.offers("mina") == ["skill:song"]
    laid = (girl("mina"), rival("jun"), SONG, skill("blades"))
    combat = lay(*laid, form="contest", begins=True).answers("gm", category="combat")
    assert ("skill:blades" in combat.offers("mina"), "skill:song" in combat.offers("mina")) == (True, False)


def test_what_the_rules_know_are_skills_of_combat(lay: Lay) -> None:
    """MG-07, MG-55: dodge, throwing, weapon use, wound treatment; without life skills no category is asked."""
    table = lay(girl("mina"), rival("jun"), form="contest", begins=True)
    assert table.asks == "contest"
    assert table.offers("mina") == [
        "skill:dodge",
        "skill:throwing",
        "skill:weapon_use",
        "skill:wound_treatment",
    ]


def test_a_side_of_several_says_who_checks(lay: Lay) -> None:
    """MG-07: whoever of them answers first."""
    table = lay(girl("mina"), girl("ann"), rival("jun"), form="contest", begins=True)
    assert (table.asks, table.asked) == ("champion", ["mina", "ann"])
    table.answers("ann", champion="ann")
    assert table.asked == ["ann", "jun"]


def test_nobody_contests_with_the_dying(lay: Lay) -> None:
    """MG-07, MG-54: whose side has nobody awake has lost."""
    table = lay(girl("mina"), rival("jun", hp=0, max_hp=9, mp=0), form="contest", begins=True)
    assert table.winner == "first"


def test_a_champion_who_leaves_is_replaced(lay: Lay) -> None:
    """MG-07: the contest starts again with those who are there."""
    table = lay(girl("mina"), rival("jun"), rival("ann"), SONG, form="contest", begins=True)
    table.answers("gm", category="life").answers("jun", champion="jun").rule("remove", name="jun")
    assert table.asks == "category"
    table.answers("gm", category="life")
    assert table.asked == ["mina", "ann"]


def test_a_loser_with_1_hp_pays_no_more(lay: Lay) -> None:
    """MG-05: never below 0, and the log says what it was."""
    table = lay(girl("mina", "B4", hp=9), rival("jun", "B3", hp=1, max_hp=20), form="sparring")
    table.attacks("mina", "unarmed", "jun", roll=40).rolls(4, 2).takes_it("jun")
    assert (table.hp("jun"), table.told("loser_pays")[0].params["amount"]) == (0, 1)


def test_a_contest_says_the_dice_of_each_skill(lay: Lay) -> None:
    """MG-07, MG-02."""
    lucky = innate("lucky", effect("boost", dice=1, on="any"))
    girls = girl("mina", skills={"song": 40}, innate=["lucky"]), rival("jun", innate=[])
    table = lay(*girls, SONG, lucky, form="contest").answers("gm", category="life")
    [song] = table.question.choices["mina"].options  # type: ignore[union-attr]
    assert words("en").render(song.note) == "value 40 (bonus dice: 1)"

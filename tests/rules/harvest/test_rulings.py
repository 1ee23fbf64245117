"""What the GM may rule (beside the engine's rulings): the table changes, play goes on."""

import pytest

from rules.engine.errors import Malformed, NotAllowed, Refused
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.harvest import SYSTEM
from rules.harvest.setup import open_battle
from rules.harvest.terms import StatusKey
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, ally, enemy, player, reaction, spell


def two(lay: Lay) -> Table:
    """Mina is asked to begin; thorn has fallen, moth stands."""
    table: Table = lay(
        ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "C1"), magic=[spell("blow")]
    )
    return table.rule("set_hp", name="thorn", value=0)


@pytest.mark.parametrize(
    ("name", "params", "slug"),
    [
        ("set_hp", {"name": "nobody", "value": 3}, "not_allowed"),
        ("set_hp", {"name": "thorn", "value": 3}, "not_allowed"),
        ("set_hp", {"name": "moth", "value": -1}, "malformed"),
        ("set_hp", {"name": "moth", "value": "many"}, "malformed"),
        ("set_hp", {"name": "moth"}, "malformed"),
        ("set_tp", {"name": "moth", "value": 1, "more": 1}, "malformed"),
        ("move", {"name": "moth", "cell": "B4"}, "not_allowed"),
        ("move", {"name": "moth", "cell": "D9"}, "not_allowed"),
        ("move", {"name": "moth", "cell": ""}, "not_allowed"),
        ("afflict", {"name": "moth", "status": "hiccups", "level": 1}, "malformed"),
        ("afflict", {"name": "moth", "status": "burn", "level": 99}, "malformed"),
        ("afflict", {"name": "thorn", "status": "burn", "level": 1}, "not_allowed"),
        ("lift", {"name": "moth", "status": "burn"}, "not_allowed"),
        ("set_acted", {"name": "mina", "acted": True}, "not_allowed"),
        ("add", {"creature": "dragon"}, "not_allowed"),
        ("remove", {"name": "dragon"}, "not_allowed"),
        ("cut", {"frame": "reaction"}, "not_allowed"),
        ("fly", {}, "not_allowed"),
    ],
)
def test_a_wrong_ruling_is_refused_and_changes_nothing(
    lay: Lay, name: str, params: dict[str, object], slug: str
) -> None:
    table = two(lay)
    before = table.session.version, table.session.digest()
    with pytest.raises(Refused) as refused:
        table.session.rule(name, params, table.session.ticket)
    assert refused.value.slug == slug
    assert (table.session.version, table.session.digest()) == before


def test_points_are_set_up_to_the_most(lay: Lay) -> None:
    """A form sends digits."""
    table = two(lay).rule("set_hp", name="mina", value=29).rule("set_tp", name="mina", value="4")
    assert (table.hp("mina"), table.battle["mina"].tp) == (29, 4)
    for ruling, most in (("set_hp", 30), ("set_tp", 10)):
        with pytest.raises(NotAllowed) as refused:
            table.rule(ruling, name="mina", value=most + 1)
        assert refused.value.text == Text("error.number_between", {"least": 0, "most": most})


@pytest.mark.parametrize("value", [True, False, 3.0, "3.0", "1_0", " 3", "", None, [3], "9" * 5000])
def test_a_number_is_a_whole_number(lay: Lay, value: object) -> None:
    for ruling, params in (
        ("set_hp", {"name": "moth", "value": value}),
        ("afflict", {"name": "moth", "status": "burn", "level": value}),
        ("afflict", {"name": "moth", "status": "burn", "level": 1, "rounds": value}),
    ):
        with pytest.raises(Malformed, match="ruling_field"):
            two(lay).rule(ruling, **params)


@pytest.mark.parametrize(
    ("ruling", "params", "english", "korean"),
    [
        (
            "set_hp",
            {"name": "moth", "value": "many"},
            "“number”: The number must be from 0 to 999.",
            "“수”: 0에서 999까지의 수여야 합니다.",
        ),
        (
            "lift",
            {"name": "moth", "status": "hiccups"},
            "“status”: It must be one of these: Weakness, Dejection, Poison, Paralysis, Blindness,"
            " Burn, Pressure, Frostbite, Madness, Grudge, Confusion, Silence, Lament, Panic, Awakening.",
            "“스테이터스”: 다음 중 하나여야 합니다: 쇠약, 풀죽음, 독, 마비, 맹목,"
            " 화상, 중압, 동상, 발광, 원념, 혼란, 침묵, 한탄, 당황, 각성.",
        ),
        (
            "set_acted",
            {"name": "moth", "acted": "perhaps"},
            "“has acted”: It must be yes or no.",
            "“행동 여부”: 예 또는 아니요여야 합니다.",
        ),
        (
            "move",
            {"name": "moth", "cell": 7},
            "“cell”: Some words are expected.",
            "“칸”: 글이 필요합니다.",
        ),
        (
            "remove",
            {"name": "moth", "why": "tired"},
            "“why”: It has no place here.",
            "“why”: 여기에는 쓰지 않는 값입니다.",
        ),
    ],
)
def test_a_field_that_does_not_fit_says_what_would(
    lay: Lay, ruling: str, params: dict[str, object], english: str, korean: str
) -> None:
    with pytest.raises(Malformed) as refused:
        two(lay).rule(ruling, **params)
    assert [words(lang).render(refused.value.text) for lang in ("en", "ko")] == [english, korean]


@pytest.mark.parametrize(("ruling", "points"), [("set_hp", "HP"), ("set_tp", "TP")])
def test_the_log_tells_what_is_set_but_not_of_creatures(lay: Lay, ruling: str, points: str) -> None:
    """The house rule on creatures' HP: their numbers are the GM's."""
    for who, to_players in (("mina", " to 7"), ("moth", "")):
        table = two(lay).rule(ruling, name=who, value=7)
        told = f"The game master sets the {points} of {who.title()}"
        for viewer, number in ((GAME_MASTER, " to 7"), (player("mina"), to_players), (SPECTATOR, to_players)):
            [line] = table.log(viewer)
            assert words("en").render(line.text) == f"{told}{number}."
            assert ("value" in line.text.params) is bool(number)


@pytest.mark.parametrize("winner", ["martians", "gm", None, True])
def test_only_a_camp_can_be_said_to_win(lay: Lay, winner: object) -> None:
    with pytest.raises(NotAllowed, match="no_such_side"):
        two(lay).rule("end", winner=winner)


def test_what_is_over_is_neither_ended_again_nor_taken_over(lay: Lay) -> None:
    table = two(lay).rule("end", winner="ally")
    for ruling, params in (("end", {"winner": "enemy"}), ("take_over", {})):
        with pytest.raises(NotAllowed, match="over"):
            table.rule(ruling, **params)
    assert table.winner == "ally"


def test_who_is_put_on_a_cell_stands_again(lay: Lay) -> None:
    """HV-45, by the GM's hand: with 1 HP; it acts this round if it has not."""
    table = two(lay).rule("move", name="thorn", cell="A1").passes("mina", "begin")
    assert (table.hp("thorn"), table.at("thorn"), table.asks) == (1, "A1", "next")


def test_who_counts_as_having_acted_is_passed_over_and_the_other_way_round(lay: Lay) -> None:
    """HV-10."""
    table = two(lay).rule("set_acted", name="moth", acted=True).passes("mina", "begin")
    assert (table.battle.round, table.acting) == (2, "mina")
    table.passes("mina", "begin").rule("set_acted", name="mina", acted=False).passes("moth", "begin")
    assert (table.battle.round, table.acting) == (2, "mina")


def test_the_acting_one_removed_ends_her_turn_and_leaves_no_trace(lay: Lay) -> None:
    """HV-10: a namesake that comes later has not acted."""
    table = two(lay).passes("mina", "begin").rule("remove", name="moth")
    assert table.winner == "ally"
    table = (
        two(lay).rule("add", creature="thornling").passes("mina", "begin").answers("thornling-1", place="B1")
    )
    table.rule("remove", name="thornling-1")
    assert "thornling-1" not in table.battle.acted


def test_removed_newcomers_are_not_placed(lay: Lay) -> None:
    """HV-02."""
    table = (
        two(lay).rule("add", creature="thornling").passes("mina", "begin").rule("remove", name="thornling-1")
    )
    assert (table.asks, table.acting) == ("begin", "moth")


def test_a_creature_arrives_as_the_fight_pinned_it() -> None:
    """HV-02: whatever has become of the pack since."""
    battle = open_battle(SYSTEM.encounter_setup("orchard_gate"), {})
    pins = SYSTEM.pins(battle)
    pins["creatures"] = {"gnat": pins["creatures"]["thornling"] | {"id": "gnat", "hp": 77}}
    kept = SYSTEM.load(SYSTEM.dump(battle), pins)
    SYSTEM.rulings["add"](kept, {"creature": "gnat"})
    assert (kept["gnat-1"].hp, kept["gnat-1"].cell) == (77, None)
    with pytest.raises(NotAllowed):
        SYSTEM.rulings["add"](kept, {"creature": "thornling"})


def test_the_gm_alone_is_told_what_rulings_may_name(lay: Lay) -> None:
    table = two(lay)
    people = {form.id: form for form in table.view(GAME_MASTER).for_rulings[0].forms}
    (kind,), (_who, status, level, rounds) = people["add"].blanks, people["status"].blanks
    assert "thornling" in [each.id for each in kind.options]
    assert {each.id for each in status.options} >= set(StatusKey)
    assert [(each.least, each.most, each.value) for each in (level, rounds)] == [(-9, 9, "1"), (0, 9, "0")]
    assert table.view(player("mina")).for_rulings == ()


def test_taking_over_by_hand_goes_on_with_the_next_turn(lay: Lay) -> None:
    """The fire exit in mid-attack: the table as it stands, the actor has acted, no attack is open."""
    magic = [spell("blow", attack=5), reaction("ward")]
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=magic)
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).rule("take_over")
    assert (table.acting, table.lost("thorn"), table.battle.attack) == ("thorn", 0, None)


def test_taking_over_while_a_tie_is_asked_counts_the_first_as_having_acted(lay: Lay) -> None:
    table = lay(ally("mina", "B4"), ally("jun", "A4"), enemy("thorn", "B3")).rule("take_over")
    assert (table.battle.acted, table.acting) == (["mina"], "jun")


def test_a_turn_cut_short_is_over(lay: Lay) -> None:
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3")).begins("mina").rule("cut", frame="turn")
    assert (table.acting, table.battle.acted) == ("thorn", ["mina"])


def test_a_house_rule_changed_in_mid_fight_counts_from_now_on(lay: Lay) -> None:
    table = two(lay).rule("house_rule", key="ends_by", value="gm").rule("set_hp", name="moth", value=0)
    assert table.passes("mina", "begin").winner is None
    assert table.rule("house_rule", key="ends_by", value="camp_down").passes("mina", "begin").winner == "ally"


def test_the_gm_answers_for_an_absent_player(lay: Lay) -> None:
    table = two(lay)
    table.session.answer("mina", None, table.session.ticket, by_gm=True)
    table.keep()
    assert table.acting == "moth"


def test_a_players_answer_for_another_is_refused(lay: Lay) -> None:
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3"))
    with pytest.raises(Refused) as refused:
        table.session.answer("jun", "act", table.session.ticket)
    assert refused.value.slug == "not_yours"
    with pytest.raises(NotAllowed):
        table.session.answer("mina", "dance", table.session.ticket)


def test_who_was_alone_of_its_kind_is_numbered_when_a_second_comes() -> None:
    """HV-02: "The Pumpkin King" and "The Pumpkin King 2" would be hard to tell apart in a sentence."""
    battle = open_battle(SYSTEM.encounter_setup("pumpkin_throne"), {})
    (king,) = (each for each in battle.combatants if each.kind == "pumpkin_king")
    assert words("en").render(king.title) == "The Pumpkin King"
    SYSTEM.rulings["add"](battle, {"creature": "pumpkin_king"})
    kings = [each.title for each in battle.combatants if each.kind == "pumpkin_king"]
    assert [words("en").render(title) for title in kings] == ["The Pumpkin King 1", "The Pumpkin King 2"]


def test_the_log_says_whose_status_it_was_to_give(lay: Lay) -> None:
    """Given and lifted by the game master, not by anybody who fights."""
    table = two(lay)
    said = []
    for ruling, params in (("afflict", {"level": 2}), ("lift", {})):
        table.rule(ruling, name="mina", status="burn", **params)
        said += [words("en").render(line.text) for line in table.log(GAME_MASTER)]
    assert said == [
        "The game master gives Mina Burn level 2 (until lifted).",
        "The game master lifts Burn from Mina.",
    ]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("set_hp", {"value": 30}),
        ("set_tp", {"value": 10}),
        ("move", {"cell": "B4"}),
        ("afflict", {"status": "burn", "level": 2}),
    ],
)
def test_what_is_so_already_is_not_told(lay: Lay, name: str, params: dict[str, object]) -> None:
    """The GM hears that it would change nothing; the table reads nothing."""
    table = two(lay).rule("afflict", name="mina", status="burn", level=2)
    told = list(table.events)
    table.refuses_ruling(name, name="mina", **params)
    assert table.events == told

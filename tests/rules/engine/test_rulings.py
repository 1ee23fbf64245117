"""The GM's word: it changes the state under an open question, dice, frames, house rules, the fight itself."""

from typing import Any

import pytest

from rules.engine.errors import NotAllowed, Paused, Refused, StaleAnswer
from rules.engine.fights import verified
from rules.engine.flow import GM
from rules.engine.log import Kind
from rules.engine.rulings import RULINGS
from rules.engine.text import Text
from rules.registry import words
from tests.rules.engine.table import Table
from tests.rules.engine.two_pages import SYSTEM


@pytest.fixture
def table() -> Table:
    return Table()


def staked() -> Table:
    """The draught: Jun and the GM have sealed their stakes, Mina thinks."""
    table = Table()
    table.until("stake", act="rest")
    table.answer("jun", 2)
    table.answer(GM, 1)
    return table


def in_a_reaction() -> Table:
    """Mina blows at both foes; the first is about to be covered."""
    table = Table()
    table.until("act", "mina")
    for value in ("blow", ["roar", "puff"], ["taper", "stub"], ["stub", "taper"]):
        table.answer("mina", value)
    assert table.session.snapshot().frames == ("turn", "action", "reaction")
    return table


# ---- state under an open question


def test_a_ruling_rebuilds_the_open_question_and_makes_its_ticket_stale(table: Table) -> None:
    table.until("targets", "mina", act="blow")
    old = table.ticket
    table.rule("remove", name="stub")
    shape = table.question.choices["mina"]
    assert [option.id for option in shape.options] == ["taper"]  # type: ignore[union-attr]
    with pytest.raises(StaleAnswer):
        table.answer("mina", ["taper"], old)
    table.answer("mina", ["taper"])


def test_a_sealed_answer_stays_where_its_seats_choices_are_unchanged() -> None:
    table = staked()
    old = table.ticket
    table.rule("set_wax", name="mina", wax=1)
    assert table.ticket > old
    assert table.session.open is not None
    assert table.session.open.sealed == {"jun": 2, GM: 1}
    assert table.session.open.asked_again == ()
    assert table.session.waiting_for() == ["mina"]


def test_a_seat_whose_choices_changed_is_asked_again_and_told_so() -> None:
    table = staked()
    table.rule("set_wax", name="jun", wax=1)
    assert table.session.open is not None
    assert table.session.open.sealed == {GM: 1}
    assert table.session.open.asked_again == ("jun",)
    assert set(table.session.waiting_for()) == {"mina", "jun"}
    table.answer("mina", 0)
    assert table.session.open.asked_again == ("jun",)
    table.rule("set_wax", name="stub", wax=5)
    assert table.session.open.asked_again == ("jun",)
    assert table.restored().open == table.session.open
    table.answer("jun", 1)
    assert table.question.key == "candles.move"


def test_a_ruling_that_names_nobody_changes_nothing(table: Table) -> None:
    before = table.session.digest(), table.session.version
    for name, params in (("set_wax", {"name": "moth", "wax": 1}), ("remove", {}), ("dance", {})):
        with pytest.raises(NotAllowed):
            table.session.rule(name, params, table.ticket)
    assert (table.session.digest(), table.session.version) == before
    table.play_on()
    assert table.restored().digest() == table.session.digest()


def test_only_the_newest_ticket_rules(table: Table) -> None:
    old = table.ticket
    table.rule("set_wax", name="stub", wax=3)
    with pytest.raises(StaleAnswer):
        table.session.rule("set_wax", {"name": "stub", "wax": 2}, old)


# ---- cut


def test_a_reaction_cut_short_goes_on_with_the_next_target() -> None:
    table = in_a_reaction()
    assert table.question.actor == "stub"
    table.rule("cut", frame="reaction")
    assert (table.question.key, table.question.actor) == ("candles.cover", "taper")
    assert table.candle("stub").wax == 8


def test_an_action_cut_short_goes_on_with_the_turn() -> None:
    table = in_a_reaction()
    table.rule("cut", frame="action")
    assert (table.question.key, table.question.actor) == ("candles.taunt", "mina")
    assert table.session.snapshot().frames == ("turn",)


def test_a_turn_cut_short_goes_on_with_the_next_turn() -> None:
    table = in_a_reaction()
    table.rule("cut", frame="turn")
    assert (table.question.key, table.question.actor) == ("candles.move", "taper")
    assert table.restored().digest() == table.session.digest()


@pytest.mark.parametrize("frame", ["reaction", "action", "beat", "", None, ["turn"], {"turn": 1}])
def test_only_an_open_frame_is_cut(table: Table, frame: Any) -> None:
    table.until("move", "mina")
    before = table.session.snapshot()
    with pytest.raises(NotAllowed, match="no_such_frame"):
        table.rule("cut", frame=frame)
    assert table.session.snapshot() == before


def test_frames_of_one_name_inside_each_other_are_named_once() -> None:
    table = in_a_reaction()
    table.session._driver.threads[-1].frames.append("reaction")
    assert table.session.snapshot().frames == ("turn", "action", "reaction")
    with pytest.raises(NotAllowed, match="no_such_frame") as refused:
        table.rule("cut", frame="beat")
    assert refused.value.text.params["frames"] == [
        Text("frame.turn"),
        Text("frame.action"),
        Text("frame.reaction"),
    ]


def test_a_cut_inside_an_offer_reaches_the_frame_around_it(table: Table) -> None:
    table.until("act", "mina")
    table.offer("jun", "gust-jun")
    assert table.question.key == "candles.gust"
    table.rule("cut", frame="action")
    assert table.question.key == "candles.taunt"
    assert table.candle("jun").has_gusted


# ---- dice


def test_a_die_is_set_and_what_came_after_it_is_undone() -> None:
    table = in_a_reaction()
    table.script(6, 6, 6, 6, 6, 1, 1, 1, 1, 1)
    table.answer(GM, None)
    assert table.candle("stub").wax == 8
    roll = table.last(Kind.ROLL)
    table.answer(GM, None)
    table.change_die(roll.number, 1, 2)
    assert table.candle("stub").wax == 7
    assert (table.question.key, table.question.actor) == ("candles.cover", "taper")
    assert table.last(Kind.ROLL).payload["faces"] == [6, 2, 6, 6, 6]
    assert table.restored().digest() == table.session.digest()
    assert verified(SYSTEM, table.record).digest() == table.session.digest()


def test_a_changed_die_shows_what_it_changed() -> None:
    """By the lines of its game alone: those leave out faces where they are not everybody's."""
    table = in_a_reaction()
    table.answer(GM, None)
    table.change_die(table.last(Kind.ROLL).number, 0, 3)
    keys = [event.key for event in table.session.last.events]
    assert keys[0] == "engine.log.die_changed"
    assert "candles.log.melt" in keys
    assert not table.session.last.events[0].faces


def test_a_changed_hidden_die_is_shown_to_the_gm_alone(table: Table) -> None:
    table.until("stake", act="rest")
    for seat in table.session.waiting_for():
        table.answer(seat, 1)
    table.change_die(table.last(Kind.ROLL).number, 0, 3)
    assert table.session.last.events[0].seen_by == ()


def test_a_fresh_die_is_another_try_of_the_same_purpose() -> None:
    table = in_a_reaction()
    table.answer(GM, None)
    first = table.last(Kind.ROLL)
    table.change_die(first.number)
    second = table.last(Kind.ROLL)
    assert second.payload["purpose"] == first.payload["purpose"]
    assert (first.payload["try"], second.payload["try"]) == (0, 1)
    table.undo(table.last(Kind.ANSWER).number)
    table.answer(GM, None)
    assert table.last(Kind.ROLL).payload == first.payload


@pytest.mark.parametrize(("index", "face"), [(0, 0), (0, 7), (9, 1), (-1, 1)])
def test_a_die_has_only_its_own_faces(index: int, face: int) -> None:
    table = in_a_reaction()
    table.answer(GM, None)
    with pytest.raises(NotAllowed, match="no_such_face") as refused:
        table.change_die(table.last(Kind.ROLL).number, index, face)
    said = words("en").render(refused.value.text)
    assert said == "That roll was 5d6: each die of it shows 1 to 6."


def test_only_a_roll_is_changed() -> None:
    table = in_a_reaction()
    for number in (table.last(Kind.ANSWER).number, 0, 999):
        with pytest.raises(NotAllowed, match="no_such_roll"):
            table.change_die(number)


# ---- pause, house rules, the end


def test_a_paused_fight_takes_no_players_answer_but_the_gms(table: Table) -> None:
    table.until("act", "mina")
    table.rule("pause")
    for refused in (
        lambda: table.answer("mina", "rest"),
        lambda: table.offer("jun", "gust-jun"),
    ):
        with pytest.raises(Paused):
            refused()
    with pytest.raises(NotAllowed, match="paused_already"):
        table.rule("pause")
    table.answer("mina", "rest", by_gm=True)
    table.rule("resume")
    with pytest.raises(NotAllowed, match="not_paused"):
        table.rule("resume")
    table.answer("mina", None)


def test_a_house_rule_changes_what_is_read_from_now_on(table: Table) -> None:
    table.until("stake", act="rest")
    table.rule("house_rule", key="strong_draught", value=True)
    table.script(2, 3)
    for seat in table.session.waiting_for():
        table.answer(seat, 1)
    assert [candle.wax for candle in table.duel.candles] == [6, 6, 6, 5]


def test_a_house_rule_that_is_so_already_is_not_told(table: Table) -> None:
    with pytest.raises(NotAllowed, match="changes_nothing"):
        table.rule("house_rule", key="strong_draught", value=False)


@pytest.mark.parametrize(
    "params",
    [{}, {"key": "strong_draught"}, {"key": "strong_draught", "value": 1}, {"key": ["x"], "value": True}],
)
def test_only_a_known_house_rule_takes_only_a_known_setting(table: Table, params: dict[str, Any]) -> None:
    with pytest.raises(NotAllowed, match=r"no_such_(house_rule|setting)"):
        table.rule("house_rule", **params)
    assert table.duel.house_rules == {"strong_draught": False}


def test_the_gm_ends_the_fight_with_a_stated_winner() -> None:
    table = in_a_reaction()
    table.rule("end", winner="east")
    assert table.session.is_over
    assert table.duel.result is not None
    assert table.duel.result.winner == "east"
    assert table.duel.result.reason == Text(
        "engine.result.ruled", {"gm": Text("engine.gm"), "won": Text("candles.wins.east")}
    )
    assert table.session.open is None
    with pytest.raises(Refused):
        table.answer(GM, None)
    table.undo(table.last(Kind.RULING).number)
    assert (table.question.key, table.question.actor) == ("candles.cover", "stub")


@pytest.mark.parametrize("winner", ["martians", "west" * 9999, None, True, ["west"], {"west": 1}])
def test_only_a_side_of_the_game_can_be_said_to_win(table: Table, winner: Any) -> None:
    before = table.session.snapshot()
    with pytest.raises(NotAllowed, match="no_such_side"):
        table.rule("end", winner=winner)
    assert table.session.snapshot() == before


@pytest.mark.parametrize(("name", "params"), [("end", {"winner": "east"}), ("end", {}), ("take_over", {})])
def test_a_fight_that_is_over_is_neither_ended_nor_taken_over(
    table: Table, name: str, params: dict[str, Any]
) -> None:
    table.rule("end", winner="west")
    before = table.session.snapshot()
    with pytest.raises(NotAllowed, match="over"):
        table.rule(name, **params)
    assert table.session.snapshot() == before
    assert table.restored().digest() == table.session.digest()


def test_the_gm_may_still_rule_after_the_end(table: Table) -> None:
    table.rule("end", winner="west")
    table.rule("set_wax", name="mina", wax=4)
    assert table.duel.result is not None
    assert table.duel.result.winner == "west"
    assert SYSTEM.after(table.session.snapshot().state, table.record.pins)["mina"] == {"wax": 4}
    assert table.restored().digest() == table.session.digest()
    checkpoints = [(checkpoint.beat, checkpoint.version) for checkpoint in table.record.checkpoints]
    assert len(set(checkpoints)) == len(checkpoints)


def test_every_engine_ruling_says_what_it_does() -> None:
    assert all(ruling.__doc__ for ruling in RULINGS.values())

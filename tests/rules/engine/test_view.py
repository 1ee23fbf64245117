"""Who sees what: questions, sealed answers, secret numbers."""

from rules.engine.flow import GM
from rules.engine.view import GAME_MASTER, SPECTATOR, LogLine, Role, TableView, Viewer
from tests.rules.engine.table import Table
from tests.rules.engine.two_pages import SYSTEM

MINA, JUN = Viewer(Role.PLAYER, ("mina",)), Viewer(Role.PLAYER, ("jun",))


def seen(table: Table, viewer: Viewer) -> TableView:
    """The table as that viewer sees it."""
    return SYSTEM.view(table.session.snapshot(), table.record.pins, viewer)


def lines(table: Table, viewer: Viewer) -> tuple[LogLine, ...]:
    """The last version's log lines."""
    return SYSTEM.log(table.session.snapshot(), table.record.pins, viewer)


def test_only_who_is_asked_gets_the_question() -> None:
    table = Table()
    table.until("act", "mina")
    assert [prompt.key for prompt in seen(table, MINA).prompts] == ["candles.act"]
    assert seen(table, JUN).prompts == ()
    assert [offer.id for offer in seen(table, JUN).offers] == ["gust-jun"]
    assert seen(table, SPECTATOR).waiting_for == ("mina",)
    assert seen(table, SPECTATOR).frames == ()
    assert seen(table, GAME_MASTER).frames == ("turn", "action")


def test_of_a_private_question_others_see_only_that_something_is_waited_for() -> None:
    table = Table()
    table.until("taunt", "mina", act="rest")
    for viewer in (JUN, SPECTATOR):
        waiting = seen(table, viewer).waiting
        assert waiting is not None
        assert waiting.key == "engine.waiting"
        assert seen(table, viewer).waiting_for == ()
    assert seen(table, GAME_MASTER).waiting_for == ("mina",)


def test_a_sealed_answer_is_shown_as_given_and_never_as_what() -> None:
    table = Table()
    table.until("stake", act="rest")
    table.answer("jun", 2)
    (prompt,) = seen(table, JUN).prompts
    assert prompt.is_sealed
    assert all(not prompt.is_sealed for prompt in seen(table, MINA).prompts)
    assert seen(table, MINA).waiting_for == ("mina", GM)


def test_a_foes_numbers_are_told_vaguely_and_to_the_gm_in_full() -> None:
    table = Table()
    table.until("cover", "stub", act="blow", targets=["stub"], breath=[])
    table.script(1, 1, 1, 1, 1)
    table.answer(GM, None)
    (vague,) = [line for line in lines(table, MINA) if line.kind == "melt"]
    (full,) = [line for line in lines(table, GAME_MASTER) if line.kind == "melt"]
    assert vague.text.key == "candles.log.melt.vague"
    assert vague.text.params == {"who": "stub"}
    assert vague.explanation is None
    assert full.text.params["wax"] == 1
    assert full.explanation is not None
    assert full.explanation.total == 1


def test_an_event_for_one_seat_is_read_by_it_and_the_gm_alone() -> None:
    table = Table()
    table.until("act", "taper")
    table.offer("mina", "gust-mina")
    table.rule("cut", frame="action")
    table.rule("pause")
    assert [line.kind for line in lines(table, SPECTATOR)] == ["paused"]


def test_equal_viewers_are_one_audience() -> None:
    assert Viewer(Role.PLAYER, ("jun", "mina")).audience == "player:jun,mina"
    assert (GAME_MASTER.audience, SPECTATOR.audience) == ("gm", "spectator")

"""Prepared actions: a stated trigger that the player or the keeper calls."""

import pytest

from rules.engine.errors import NotAllowed
from rules.engine.text import Text
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, ability, bow, d100, effect, foe, girl, weapon

WHEN = "When the hound moves."


def prepared(lay: Lay, action: str = "attack:weapon:bow", **numbers: object) -> Table:
    """Mina with a bow (4 DP) prepares; it is the hound's turn, 10 m away."""
    table = lay(
        girl("mina", "B6", **numbers), foe("hound", "B4"), bow(), ability("glow", effect("heal", flat=3))
    )
    table.ends_turn("mina", "prepare").answers("mina", prepare=action, trigger=WHEN)
    return table


def free_one(lay: Lay) -> Table:
    """Mina prepares something of her own: what she will do is asked before what she waits for."""
    table = lay(girl("mina", "B6"), foe("hound", "B4")).ends_turn("mina", "prepare")
    return table.answers("mina", prepare="free", free="I cut the rope.", trigger=WHEN)


def test_what_is_not_listed_is_said_when_it_is_prepared(lay: Lay) -> None:
    """MG-32, MG-15: the keeper who calls the trigger reads what will happen."""
    table = free_one(lay)
    action = table.question.offers[0].label.params["action"]
    assert action == Text("magical_girls.prepared_words", {"words": "I cut the rope."})
    table.calls_trigger("gm", "mina").answers("gm", size="size_2")
    assert (table.dp("mina"), len(table.told("acts_freely", "mina"))) == (5, 1)


def test_a_trigger_that_would_find_nothing_possible_says_so(lay: Lay) -> None:
    """MG-32: out of reach, or too few DP by now; she may wait for better."""
    table = prepared(lay)
    assert table.question.offers[0].label.key == "magical_girls.offer.trigger"
    table.rule("move", name="hound", cell="L10")
    assert table.question.offers[0].label.key == "magical_girls.offer.trigger_fails"
    table.rule("move", name="hound", cell="B4").rule("set_dp", name="mina", value=3)
    assert table.question.offers[0].label.key == "magical_girls.offer.trigger_fails"


def test_preparing_costs_1_dp(lay: Lay) -> None:
    """MG-32: its own price comes later; she and the keeper know what and when, the others that she waits."""
    table = prepared(lay)
    assert (table.dp("mina"), table.acting) == (7, "hound")
    waiting = table.battle["mina"].prepared
    assert waiting is not None
    assert (waiting.action, waiting.trigger) == ("attack:weapon:bow", WHEN)
    assert table.told("prepares", "mina")[0].seen_by is None
    assert table.told("prepared_for", "mina")[0].seen_by == ("mina",)


@pytest.mark.parametrize("seat", ["mina", "gm"])
def test_the_player_or_the_keeper_calls_the_trigger(lay: Lay, seat: str) -> None:
    """MG-32: in the hound's turn, for the normal price; then that turn goes on."""
    table = prepared(lay)
    assert (table.calls("mina"), table.calls("gm")) == (["mina"], ["mina"])
    table.calls_trigger(seat, "mina").rolls(*d100(40)).answers("mina", target="hound").takes_it("hound", 5)
    assert (table.lost("hound"), table.dp("mina")) == (5, 3)
    assert (table.asks, table.acting, table.calls("mina")) == ("turn", "hound", [])


def test_it_is_no_emergency_reaction(lay: Lay) -> None:
    """MG-32 (settled): she may still react, and recovers in the next round."""
    table = prepared(lay).calls_trigger("mina", "mina").rolls(*d100(90)).answers("mina", target="hound")
    assert not table.battle["mina"].has_reacted
    table.skip_round()
    assert table.dp("mina") == 3 + 4


def test_without_its_points_it_fails(lay: Lay) -> None:
    """MG-32: 3 DP left are not 4; nothing is paid, and it is gone."""
    table = prepared(lay, dp=4).calls_trigger("gm", "mina")
    assert table.told("prepared_fails", "mina")
    assert (table.dp("mina"), table.asks, table.calls("mina")) == (3, "turn", [])


def test_without_a_target_it_fails(lay: Lay) -> None:
    """MG-32: the hound is out of reach by then."""
    table = prepared(lay).rule("move", name="hound", cell="L10").calls_trigger("mina", "mina")
    assert table.told("prepared_fails", "mina")


@pytest.mark.parametrize("seat", ["mina", "gm"])
def test_who_strikes_nobody_after_all_goes_on_waiting(lay: Lay, seat: str) -> None:
    """MG-32: nothing is paid, and it may be called again; amid it, it is not called twice."""
    table = prepared(lay).calls_trigger(seat, "mina")
    assert (table.asks, table.calls("mina")) == ("target", [])
    table.passes("mina", "target")
    assert table.told("waits_on", "mina")
    assert (table.dp("mina"), table.asks, table.calls("mina")) == (7, "turn", ["mina"])
    assert table.restored().digest() == table.session.digest()
    table.calls_trigger(seat, "mina").rolls(*d100(90)).answers("mina", target="hound")
    assert (table.dp("mina"), table.calls("mina"), len(table.told("waits_on", "mina"))) == (3, [], 1)


def test_what_the_keeper_refuses_waits_on(lay: Lay) -> None:
    """MG-32, MG-15: the rope may be cut at a better moment."""
    table = free_one(lay).calls_trigger("mina", "mina").answers("gm", size="refuse")
    assert (table.dp("mina"), table.calls("mina")) == (7, ["mina"])
    table.calls_trigger("mina", "mina").answers("gm", size="size_0")
    assert (table.dp("mina"), table.calls("mina")) == (7, [])


def test_an_emergency_amid_it_leaves_it_called(lay: Lay) -> None:
    """MG-32, MG-44: what is paid for there is the reaction; the prepared shot may still be given up."""
    table = (
        prepared(lay, dp=9).calls_trigger("mina", "mina").reacts("mina", "move").answers("mina", move="B7")
    )
    assert (table.asks, table.battle["mina"].has_reacted) == ("target", True)
    assert table.passes("mina", "target").calls("mina") == ["mina"]


def test_it_lapses_at_the_own_next_turn(lay: Lay) -> None:
    """MG-32."""
    table = prepared(lay).ends_turn("hound")
    assert table.acting == "mina"
    assert table.told("lapses", "mina")
    assert table.calls("mina") == []


def test_it_may_be_called_in_the_middle_of_an_attack(lay: Lay) -> None:
    """MG-32: before Mina answers the hound's bite she heals herself, as she said she would."""
    table = prepared(lay, "ability:glow", hp=10, max_hp=20).rule("move", name="hound", cell="B5")
    table.attacks("hound", "unarmed", "mina", roll=40)
    assert table.asks == "passive"
    table.calls_trigger("mina", "mina")
    assert (table.hp("mina"), table.dp("mina"), table.asks) == (13, 6, "passive")
    table.takes_it("mina", 1)


@pytest.mark.parametrize("action", ["move", "skill", "hide", "throw", "attack:unarmed"])
def test_anything_can_be_prepared(lay: Lay, action: str) -> None:
    """MG-32: even what is not possible yet; no healing with MP, which is for the own turn (MG-53)."""
    table = lay(girl("mina", "B6", hp=3, max_hp=9), foe("hound", "L1")).ends_turn("mina", "prepare")
    assert "heal" not in table.offers()
    table.answers("mina", prepare=action, trigger=WHEN)
    assert table.calls("gm") == ["mina"]


def test_a_prepared_step_is_paid_like_any_other(lay: Lay) -> None:
    """MG-32, MG-25: 10 m for 1 DP in another's turn."""
    table = prepared(lay, "move").calls_trigger("mina", "mina").answers("mina", move="B8")
    assert (table.at("mina"), table.dp("mina"), table.acting) == ("B8", 6, "hound")


def test_a_prepared_free_action_is_sized_when_it_comes(lay: Lay) -> None:
    """MG-32, MG-15."""
    table = free_one(lay).calls_trigger("gm", "mina")
    table.answers("gm", size="size_2")
    assert table.dp("mina") == 5


def test_thinking_again_goes_back_to_the_end_of_the_turn(lay: Lay) -> None:
    """MG-32, MG-30: what is not prepared costs nothing, and a stance is still open."""
    table = lay(girl("mina"), foe("hound")).ends_turn("mina", "prepare").passes("mina", "prepare")
    assert table.asks == "end_of_turn"
    table.answers("mina", end_of_turn="prepare", prepare="attack:unarmed").passes("mina", "trigger")
    assert (table.asks, table.dp("mina")) == ("end_of_turn", 8)
    table.answers("mina", end_of_turn="prepare", prepare="free").passes("mina", "free")
    assert (table.asks, table.dp("mina")) == ("end_of_turn", 8)
    table.answers("mina", end_of_turn="watch_dodge")
    assert table.dp("mina") == 6


def test_nobody_else_calls_it(lay: Lay) -> None:
    """MG-32: the player or the keeper."""
    table = lay(girl("mina"), girl("ann"), foe("hound")).ends_turn("mina", "prepare")
    table.answers("mina", prepare="attack:unarmed", trigger=WHEN)
    with pytest.raises(NotAllowed, match="no_such_offer"):
        table.calls_trigger("ann", "mina")


def test_enemies_prepare_too(lay: Lay) -> None:
    """MG-32: for the keeper alone."""
    table = lay(foe("hound", "B3"), girl("mina", "B4"), weapon("blade")).ends_turn("hound", "prepare")
    table.answers("hound", prepare="attack:unarmed", trigger=WHEN)
    assert (table.calls("gm"), table.calls("mina")) == (["hound"], [])
    assert table.told("prepared_for", "hound")[0].seen_by == ("gm",)
    table.calls_trigger("gm", "hound").rolls(*d100(90)).answers("hound", target="mina")
    assert (table.dp("hound"), table.acting) == (5, "mina")


def test_the_dying_have_nothing_prepared(lay: Lay) -> None:
    """MG-32, MG-54."""
    table = prepared(lay, mp=0).rule("set_hp", name="mina", value=0)
    assert table.calls("gm") == []


def test_the_severely_wounded_fail(lay: Lay) -> None:
    """MG-32, MG-52: no action."""
    table = prepared(lay).rule("wound", name="mina", wound="severe").calls_trigger("gm", "mina")
    assert table.told("prepared_fails", "mina")


def test_not_amid_an_emergency_reaction_of_her_own(lay: Lay) -> None:
    """MG-32, MG-44: normal price, so not while her actions cost double."""
    table = prepared(lay).requests("mina", "react").grants("mina")
    assert (table.asks, table.calls("mina")) == ("react", [])
    table.passes("mina", "react")
    assert table.calls("mina") == ["mina"]


def test_a_prepared_movement_is_made_once_without_dp_too(lay: Lay) -> None:
    """MG-32, MG-14: an enemy to which the table gives no DP pays nothing for it, and has done it then."""
    table = lay(foe("hound", "B3"), girl("mina", "B5"), enemy_dp="none").ends_turn("hound", "prepare")
    table.answers("hound", prepare="move", trigger=WHEN).calls_trigger("gm", "hound").answers(
        "hound", move="B4"
    )
    assert (table.at("hound"), table.battle["hound"].prepared, table.calls("gm")) == ("B4", None, [])


def test_by_hand_a_called_action_waits_again(lay: Lay) -> None:
    """MG-32: the keeper takes over while its target is asked for; nothing was paid, so it may be called anew."""
    table = lay(girl("mina", "B4"), foe("hound", "B3"), foe("cat", "B3"), weapon("blade"))
    table.ends_turn("mina", "prepare").answers("mina", prepare="attack:weapon:blade", trigger=WHEN)
    table.calls_trigger("mina", "mina").rule("take_over")
    assert (table.acting, table.calls("mina")) == ("cat", ["mina"])

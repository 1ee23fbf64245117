"""Whatever is asked: it comes back from the record, is taken back, cut, taken over, and survives what is ruled."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.engine.dice import Draws, SeededDice
from rules.engine.errors import Refused
from rules.engine.log import Kind
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.registry import words
from tests.rules.magical_girls.table import (
    PASS,
    Table,
    ability,
    blast,
    bow,
    d100,
    effect,
    enemy,
    foe,
    girl,
    player,
    rival,
    skill,
    thing,
    weapon,
)

BLADE = weapon("blade", block=6)
GLOW = ability("glow", effect("heal", flat=2), target="one", reach=10)
SEED = b"\x05" * 32
Scene = Callable[[], Table]


def comes_back(table: Table) -> None:
    """From its record, just as it stands."""
    again = table.restored()
    assert (again.digest(), again.open) == (table.session.digest(), table.session.open)
    assert (again.ticket, again.take_back) == (table.session.ticket, table.session.take_back)


def melee(**more: Any) -> Table:
    """Mina and Ann in one cell, a hound and an imp beside them; a box lies there."""
    return Table(
        girl("mina", "B4", throwing=40, size=40),
        girl("ann", "B4", size=40),
        foe("hound", "B3"),
        foe("imp", "B3"),
        BLADE,
        bow(),
        GLOW,
        blast("burst"),
        thing("box"),
        enemy("moth"),
        cover={"B4": "half"},
        things=["thing:box@B4", "weapon:bow@B4", "weapon:blade@B4"],
        **more,
    )


def crowded() -> Table:
    """Mina shares her cell with a cat, whom she can push."""
    push = ability("push", effect("shove", metres=10), target="one", reach=10)
    return Table(girl("mina", "C4"), foe("cat", "C4"), push)


def match(form: str) -> Table:
    """Mina and Ann against Jun, before its first step."""
    laid = [girl("mina", "B4"), girl("ann", "B4"), rival("jun", "B3"), skill("song", "life")]
    return Table(*laid, form=form, begins=True)


def ending(key: str) -> Table:
    """A fight that is over, Mina wounded."""
    table = Table(girl("mina", "B4", wound="light"), girl("ann", "A1"), foe("hound", "B3"))
    table.rule("end", winner="first")
    return table if key == "treat" else table.passes("mina", "treat")


def bitten() -> Table:
    """The hound bites Mina, and hits."""
    return melee().ends_turn("mina").ends_turn("ann").attacks("hound", "unarmed", "mina", roll=40)


def won() -> Table:
    """The only enemy is down."""
    table = Table(girl("mina", "B4"), girl("ann", "A1"), foe("hound", "B3", hp=3, max_mp=9, mp=9))
    return table.attacks("mina", "unarmed", "hound", roll=40).takes_it("hound", 3).ends_turn("mina")


def tied() -> Table:
    """Mina and Ann have the same initiative."""
    table = Table(girl("mina"), girl("ann"), foe("hound"), begins=True)
    return table.rolls(*d100(30, 30, 40)).passes("gm", "surprise", "placement")


def missed() -> Table:
    """A box is thrown beside the hound."""
    table = melee().rolls(*d100(90)).acts("mina", "throw")
    return table.answers("mina", throw="thing:box", throw_at="at:hound")


def hurt() -> Table:
    """Mina has something to heal."""
    return melee().rule("set_hp", name="mina", value=9)


SCENES: dict[str, Scene] = {
    "wish": lambda: match("versus"),
    "form": lambda: match("versus").passes("mina", "wish").passes("ann", "wish").passes("jun", "wish"),
    "sides": lambda: SCENES["form"]().answers("gm", form="duel"),
    "category": lambda: match("contest"),
    "champion": lambda: match("contest").answers("gm", category="life"),
    "contest": lambda: SCENES["champion"]().answers("mina", champion="ann"),
    "surprise": lambda: match("duel"),
    "placement": lambda: match("duel").passes("gm", "surprise"),
    "place": lambda: SCENES["placement"]().answers("gm", placement="jun"),
    "tie": tied,
    "turn": melee,
    "end_of_turn": lambda: melee().passes("mina", "turn"),
    "move": lambda: melee().acts("mina", "move"),
    "target": lambda: melee().acts("mina", "attack:weapon:blade"),
    "shove": lambda: crowded().acts("mina", "ability:push"),
    "aim": lambda: melee().acts("mina", "ability:burst"),
    "throw": lambda: melee().acts("mina", "throw"),
    "throw_at": lambda: melee().acts("mina", "throw").answers("mina", throw="thing:box"),
    "be_thrown": lambda: melee().acts("mina", "throw").answers("mina", throw="person:ann", throw_at="B6"),
    "scatter": missed,
    "heal": lambda: hurt().acts("mina", "heal"),
    "heal_points": lambda: hurt().acts("mina", "heal").answers("mina", heal="hp:mina"),
    "skill": lambda: melee().acts("mina", "skill"),
    "what_for": lambda: melee().acts("mina", "skill").answers("mina", skill="skill:dodge"),
    "size_skill": lambda: SCENES["what_for"]().answers("mina", what_for="I dance."),
    "free": lambda: melee().acts("mina", "free"),
    "size": lambda: melee().acts("mina", "free").answers("mina", free="I sing."),
    "size_touch": lambda: melee().acts("mina", "lift:weapon:bow").acts("mina", "lift:weapon:blade"),
    "prepare": lambda: melee().ends_turn("mina", "prepare"),
    "trigger": lambda: melee().ends_turn("mina", "prepare").answers("mina", prepare="move"),
    "passive": bitten,
    "react": lambda: bitten().requests("ann", "react").grants("ann"),
    "protect": lambda: swept().requests("cho", "protect").grants("cho"),
    "end": won,
    "treat": lambda: ending("treat"),
    "rest": lambda: ending("rest"),
}
"""At every kind of question."""


def swept() -> Table:
    """An imp's blast takes Mina and Ann; Cho beside them may protect either."""
    girls = [girl("mina", "B4"), girl("ann", "B4"), girl("cho", "B4")]
    table = Table(
        foe("imp", "B9", abilities=["burst"], mp=9), *girls, foe("hound", "B3"), BLADE, blast("burst")
    )
    return table.casts("imp", "burst", "B4", roll=40)


def test_every_kind_of_question_is_disturbed_here() -> None:
    """All that the words know, and each scene is at its own."""
    known = {key.removeprefix("magical_girls.ask.") for key in words("en").sentences if ".ask." in key}
    assert set(SCENES) == {key for key in known if "." not in key}
    assert all(scene().asks == key for key, scene in SCENES.items())


# ---------------------------------------------------------------- going on


def by_chance(table: Table) -> Table:
    """From now on dice fall as they will."""
    table.dice = table.session.dice = SeededDice(SEED, SEED[::-1])
    return table


def goes_on(table: Table, answers: int = 8) -> None:
    """Random answers from here; it comes back before them and after."""
    comes_back(table)
    for _ in range(answers):
        if table.session.is_over or not table.asked:
            break
        seat = table.asked[0]
        value = table.question.choices[seat].sample(Draws(SEED, f"{table.session.version}"))
        table.session.answer(seat, value, table.session.ticket)
        table.keep()
    comes_back(table)


def live(table: Table, kind: Kind) -> int:
    """The newest live entry of that kind."""
    return next(each.number for each in reversed(table.record.entries) if each.is_live and each.kind is kind)


def undo(table: Table, number: int) -> Table:
    """Go back to before an entry."""
    table.session = table.session.undo(number, table.session.ticket)
    table.keep()
    return table


@pytest.mark.parametrize("key", SCENES)
def test_any_answer_is_taken_back(key: str) -> None:
    """It is as it was before, and another answer may be given."""
    table = by_chance(SCENES[key]())
    stood = (table.session.digest(), table.session.open)
    seat = table.asked[0]
    value = table.question.choices[seat].sample(Draws(SEED, key))
    table.session.answer(seat, value, table.session.ticket)
    table.keep()
    comes_back(table)
    undo(table, live(table, Kind.ANSWER))
    assert (table.session.digest(), table.session.open) == stood
    goes_on(table)


# ---------------------------------------------------------------- disturbed


def disturbances(table: Table) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the keeper may do to a table in the middle of everything."""
    for frame in table.session.snapshot().frames:
        yield "cut", {"frame": frame}
    yield "end", {"winner": "first"}
    yield "take_over", {}
    yield "add", {"enemy": "moth", "cell": "A1"}
    for who in dict.fromkeys((*table.question.subjects, table.acting, "ann")):
        yield "remove", {"name": who}
        yield "move", {"name": who, "cell": "L10"}
        yield "set_dp", {"name": who, "value": 0}
        yield "set_load", {"name": who, "value": 400}
        yield "damage", {"name": who, "value": 400, "harm": "slashing"}


@pytest.mark.parametrize("key", SCENES)
def test_whatever_the_keeper_rules_play_goes_on(key: str) -> None:
    """Nothing crashes, nothing hangs, and what is left comes back from the record."""
    for name, params in list(disturbances(SCENES[key]())):
        table = by_chance(SCENES[key]())
        try:
            table.rule(name, **params)
        except Refused:
            continue
        goes_on(table, 5)
        assert (table.battle.attacks, table.battle.emergencies) == ([], []) or table.asks


@pytest.mark.parametrize("key", SCENES)
def test_a_girl_who_dies_in_the_middle_is_waited_for_no_more(key: str) -> None:
    """MG-54: HP 0 and MP 0 of whoever is asked; somebody else is asked, or it is over."""
    table = by_chance(SCENES[key]())
    name = table.question.actor
    if name and key not in ("treat", "scatter", "size", "size_skill", "size_touch", "passive", "place"):
        table.rule("set_mp", name=name, value=0).rule("set_hp", name=name, value=0)
        assert table.session.is_over or (table.question.actor, table.asks) != (name, key)
    goes_on(table)


# ---------------------------------------------------------------- taken over


@pytest.mark.parametrize(
    ("key", "then"),
    [
        ("wish", "surprise"),
        ("form", "surprise"),
        ("sides", "surprise"),
        ("category", ""),
        ("contest", ""),
        ("surprise", "placement"),
        ("tie", "turn"),
        ("turn", "turn"),
        ("passive", "turn"),
        ("react", "turn"),
        ("end", "turn"),
        ("treat", ""),
        ("rest", ""),
    ],
)
def test_a_step_taken_over_counts_as_done(key: str, then: str) -> None:
    """What comes next is asked; a turn counts, and nobody's is left out."""
    table = SCENES[key]()
    acting = table.acting
    table.rule("take_over")
    assert table.asks == then
    assert (table.battle.attacks, table.battle.emergencies) == ([], [])
    if key in ("turn", "passive", "react"):
        assert acting in table.battle.acted


def test_after_an_end_that_was_taken_over_the_next_one_acts() -> None:
    """MG-18: Mina's turn was over; Ann's comes."""
    assert won().rule("take_over").acting == "ann"


def test_a_round_taken_over_is_not_begun_again() -> None:
    """MG-14, MG-18: the end is offered with the second round; its DP come once."""
    table = won().passes("gm", "end").ends_turn("ann").ends_turn("hound")
    assert (table.asks, table.battle.round, table.dp("ann")) == ("end", 2, 12)
    table.rule("take_over")
    assert (table.acting, table.battle.round, table.dp("ann")) == ("mina", 2, 12)


def test_initiative_taken_over_has_an_order() -> None:
    """MG-11: as they stand."""
    assert tied().rule("take_over").battle.order == ["mina", "ann", "hound"]


def test_a_contest_taken_over_is_a_draw() -> None:
    """MG-07: and no sparring."""
    table = SCENES["contest"]().rule("take_over")
    assert (table.winner, table.session.is_over) == ("", True)


# ---------------------------------------------------------------- in the middle of an emergency reaction


def reacting() -> Table:
    """The hound bites Mina; Ann's granted emergency attack on it hits, and it must answer."""
    table = bitten().reacts("ann", "attack:unarmed").rolls(*d100(41)).answers("ann", target="hound")
    assert (table.asks, table.question.actor, len(table.battle.attacks)) == ("passive", "hound", 2)
    return table


def test_an_emergency_reaction_comes_back_at_every_step() -> None:
    """MG-44: restored after each input; then the bite goes on."""
    table = bitten().requests("ann", "react")
    comes_back(table)
    comes_back(table.grants("ann"))
    comes_back(table.answers("ann", react="attack:unarmed"))
    comes_back(table.rolls(*d100(41)).answers("ann", target="hound"))
    comes_back(table.takes_it("hound", 2))
    assert (table.asks, table.question.actor) == ("passive", "mina")
    table.takes_it("mina", 3)
    assert (table.lost("hound"), table.lost("mina"), table.acting) == (2, 3, "hound")


def test_a_grant_is_undone() -> None:
    """MG-44: the request waits again, Ann has her DP and may still react."""
    table = undo(reacting(), live(reacting(), Kind.DECISION))
    assert table.waiting() == [("ann", "react")]
    assert (table.dp("ann"), table.battle["ann"].has_reacted) == (8, False)
    table.grants("ann").answers("ann", react=PASS).takes_it("mina", 3)


def test_a_request_is_undone() -> None:
    """MG-44: nothing waits, and the bite is to be answered."""
    table = undo(reacting(), live(reacting(), Kind.REQUEST))
    assert (table.waiting(), table.asks, table.asked) == ([], "passive", ["mina"])


def rolls_of(table: Table) -> list[int]:
    """The live rolls, by entry."""
    return [each.number for each in table.record.entries if each.is_live and each.kind is Kind.ROLL]


def change(table: Table, number: int, index: int, face: int) -> Table:
    """Set one face of a roll."""
    table.session = table.session.change_die(number, table.session.ticket, index, face)
    table.keep()
    return table


def test_an_enemys_changed_die_is_shown_to_the_keeper_alone() -> None:
    """MG-01: twins, whose attacks on Mina still hit, with 30 and with 50; it is said whose die it was."""
    twins = [change(bitten(), rolls_of(bitten())[-1], 0, face) for face in (3, 5)]
    for viewer in (SPECTATOR, player("mina"), player("ann")):
        one, other = (table.log(viewer) for table in twins)
        assert (one, twins[0].view(viewer)) == (other, twins[1].view(viewer))
        assert not any(line.faces for line in one)
        assert words("en").render(one[0].text) == (
            "The keeper changes a die of Hound (Weapon use); play goes on from there."
        )
    assert twins[0].log(GAME_MASTER) != twins[1].log(GAME_MASTER)


def test_the_die_of_an_emergency_attack_is_changed() -> None:
    """MG-44: 41 becomes 91, a miss; the bite goes on, the reaction stays paid."""
    table = reacting()
    change(table, rolls_of(table)[-1], 0, 9)
    assert (table.asks, table.question.actor, len(table.battle.attacks)) == ("passive", "mina", 1)
    assert (table.dp("ann"), table.battle["ann"].has_reacted) == (4, True)
    table.takes_it("mina", 3)


def test_the_die_of_the_attack_below_is_changed() -> None:
    """MG-44: the bite itself misses: no reaction has ever been, and the hound's turn goes on."""
    table = reacting()
    change(table, rolls_of(table)[-2], 0, 9)
    assert (table.asks, table.acting, table.battle.attacks) == ("turn", "hound", [])
    assert (table.dp("ann"), table.battle["ann"].has_reacted) == (8, False)


def test_a_reaction_is_cut_and_the_attack_goes_on() -> None:
    """MG-44: paid stays paid."""
    table = reacting().rule("cut", frame="action")
    assert (table.asks, table.question.actor, len(table.battle.attacks)) == ("passive", "mina", 1)
    assert table.dp("ann") == 4
    table.takes_it("mina", 3)


def test_the_turn_below_a_reaction_is_cut() -> None:
    """MG-44, MG-10: bite, reaction and all."""
    table = reacting().rule("cut", frame="turn")
    assert (table.acting, table.battle.attacks, table.battle.emergencies) == ("imp", [], [])


def test_a_protector_steps_back_by_an_undo() -> None:
    """MG-45: Mina is asked again, Ann has paid nothing."""
    table = bitten().protects("ann")
    assert table.asked == ["ann"]
    undo(table, live(table, Kind.DECISION)).denies("ann")
    assert (table.asked, table.dp("ann")) == (["mina"], 8)
    table.takes_it("mina", 3)


def test_a_called_trigger_is_undone() -> None:
    """MG-32: it waits again."""
    table = melee().ends_turn("mina", "prepare").answers("mina", prepare="attack:unarmed", trigger="Now.")
    table.calls_trigger("gm", "mina").rolls(*d100(90)).answers("mina", target="hound")
    assert (table.dp("mina"), table.calls("mina")) == (5, [])
    undo(table, live(table, Kind.OFFER))
    assert (table.dp("mina"), table.calls("mina")) == (7, ["mina"])

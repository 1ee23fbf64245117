"""Nobody's page holds another's secret: fights that differ in secrets alone look the same, byte for byte."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.bots import bot_draws
from rules.engine.choices import Value
from rules.engine.dice import SeededDice
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.harvest import SYSTEM
from rules.harvest.state import Combatant
from rules.harvest.views import log_of, table_view
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    afflict,
    ally,
    around,
    change,
    effect,
    enemy,
    player,
    reaction,
    skill,
    spell,
)

CREATURES = ("bars", "words", "nothing")
VIEWERS = (SPECTATOR, player("mina"), player("jun"), player("mina", "jun"))
SEED = b"\x05" * 32
ANSWERS = 60

STORM = spell("storm", effect("hurt", amount=1), afflict("burn", 1, rounds=1), range=change(around(2)))
TEA = spell(
    "tea",
    effect("heal", to="allies", amount=2),
    effect("refresh", to="allies", amount=1),
    level=1,
    cost="wind",
)
HEX = spell("hex", effect("modify", stat="ss", amount=-1, rounds=1), cost="dark")
WARD = reaction("ward", effect("heal", to="self", amount=1), defence=2)
SPITE = reaction("spite", afflict("poison", 1, to="attacker", rounds=1), cost="earth")
RISE, GUARD = skill("rise", attack=1), skill("guard", type="R", defence=1)
AGAIN = skill("again", effect("touch", to="self", gift="reroll", count=1))
KNOWN = {"magic": [STORM, TEA, HEX, WARD, SPITE], "skills": [RISE, GUARD, AGAIN]}


def fight(change_it: Callable[[Combatant], None] | None = None, **house: Any) -> Table:
    """Two players and two creatures too tough to be told apart by their wounds; `change_it` makes the twin."""
    sturdy = {"max_hp": 4000, "max_tp": 90, "tp": 80, "action_magic": 4, "reaction_magic": 3, "defence": 200}
    people = ally("mina", "B4", ss=90, **sturdy), ally("jun", "A4", ss=40, **sturdy)
    foes = enemy("thorn", "B3", hp=2900, ss=70, **sturdy), enemy("moth", "A3", hp=2900, ss=50, **sturdy)
    if change_it:
        for foe in foes:
            foe.spells, foe.skills = (
                [each.id for each in KNOWN["magic"]],
                [each.id for each in KNOWN["skills"]],
            )
            change_it(foe)
    return Table(*people, *foes, dice=SeededDice(SEED, SEED), **KNOWN, **house)


def seen(table: Table, viewer: Viewer) -> str:
    """All that a viewer's page could be made of."""
    snapshot = table.session.snapshot()
    return repr((table_view(table.battle, snapshot, viewer), log_of(table.battle, snapshot, viewer)))


def step(table: Table, twin: Table) -> bool:
    """The same random answer on both tables; False when the fight is over."""
    if table.session.is_over:
        return False
    value = chosen(table)
    answer(table, value)
    answer(twin, value)
    return True


def chosen(table: Table) -> Value:
    """An answer of the first who is asked, sensible two times in three."""
    luck = bot_draws(SEED, table.session.ticket, table.asked[0])
    bot = SYSTEM.bots["sensible" if luck.below(3) else "random"]
    return bot(table.battle, table.question, table.asked[0], luck)


def answer(table: Table, value: Value) -> None:
    """The first who is asked answers."""
    table.session.answer(table.asked[0], value, table.session.ticket)
    table.keep()


SECRETS: dict[str, Callable[[Combatant], None]] = {
    "HP": lambda foe: setattr(foe, "hp", 2800),
    "TP": lambda foe: setattr(foe, "tp", 70),
    "most TP": lambda foe: setattr(foe, "max_tp", 95),
    "attack": lambda foe: setattr(foe, "attack", 3),
    "defence": lambda foe: setattr(foe, "defence", 203),
    "SS": lambda foe: setattr(foe, "ss", foe.ss + 2),
    "notes": lambda foe: setattr(foe, "notes", "the cellar"),
    "attributes": lambda foe: foe.attributes.reverse(),
}


@pytest.mark.parametrize("creatures", CREATURES)
@pytest.mark.parametrize("secret", SECRETS)
def test_twins_that_differ_in_a_creatures_secret_look_the_same(secret: str, creatures: str) -> None:
    """HP within the same word and eighth; damage that its numbers do not change."""
    table, twin = fight(creatures=creatures), fight(SECRETS[secret], creatures=creatures)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        for viewer in VIEWERS:
            assert seen(table, viewer) == seen(twin, viewer), (table.session.version, table.asks)
        if not step(table, twin):
            break


def test_asking_everyone_always_hides_what_a_creature_knows() -> None:
    """House rule ask_everyone: one twin's creatures know nothing, the other's do nothing."""

    def forget(foe: Combatant) -> None:
        foe.spells, foe.skills = [], []

    table, twin = fight(ask_everyone=True), fight(forget, ask_everyone=True)
    assert table.session.digest() != twin.session.digest()
    for _ in range(ANSWERS):
        assert seen(table, SPECTATOR) == seen(twin, SPECTATOR), (table.session.version, table.asks)
        idle = {"begin": "act", "activate": "challenge"}.get(table.asks)
        value = idle if table.asked == ["gm"] else chosen(table)
        answer(table, value)
        answer(twin, value)


# ---------------------------------------------------------------- numbers that would tell


def test_what_a_creature_regains_is_not_told(lay: Lay) -> None:
    """1 or 2 HP to its most: both are scratched, then unhurt; the number would have told."""
    pages = set()
    for hp in (28, 29):
        table = lay(enemy("thorn", "B1", ss=9, hp=hp), ally("mina", "B6"), magic=[TEA]).casts("thorn", "tea")
        pages.add(seen(table, SPECTATOR))
        told = [line.text.key for line in table.log(SPECTATOR) if line.kind == "heal"]
        assert told == ["harvest.log.heal.vague"]
        assert [line.text.params["amount"] for line in table.log(GAME_MASTER) if line.kind == "heal"] == [
            30 - hp
        ]
    assert len(pages) == 1


def test_what_a_player_regains_is_told(lay: Lay) -> None:
    table = lay(ally("mina", "B6", ss=9, hp=29), enemy("thorn", "B1"), magic=[TEA]).casts("mina", "tea")
    assert [line.text.params["amount"] for line in table.log(SPECTATOR) if line.kind == "heal"] == [1]


def struck(lay: Lay, **house: Any) -> Table:
    """Mina has struck thorn for 4."""
    blow = spell("blow", attack=9)
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3", defence=5), enemy("moth", "C1")
    table: Table = lay(*fighters, magic=[blow], **house)
    return table.attacks("mina", "blow", cell="B3", targets=["thorn"])


@pytest.mark.parametrize("creatures", CREATURES)
def test_an_explanation_with_a_hidden_part_hides_the_total(lay: Lay, creatures: str) -> None:
    """HV-40: the attack is known, the creature's defence is not."""
    [line] = [each for each in struck(lay, creatures=creatures).log(SPECTATOR) if each.kind == "hurt"]
    assert line.explanation is not None
    assert [part.amount for part in line.explanation.parts] == [0, 9, None]
    assert line.explanation.total is None


def test_a_table_may_open_the_creatures_numbers(lay: Lay) -> None:
    """House rule creatures: all."""
    table = struck(lay, creatures="all")
    [line] = [each for each in table.log(SPECTATOR) if each.kind == "hurt"]
    assert line.explanation is not None
    assert line.explanation.total == 4
    health = {
        each.token.name: each.token.health.now for each in table.view(SPECTATOR).board.cells if each.token
    }
    assert health == {"mina": 30, "thorn": 26, "moth": 30}


def test_a_removed_creature_keeps_its_secrets(lay: Lay) -> None:
    """Its numbers stand in the line of the damage that is told in the same moment."""
    table = struck(lay)
    snapshot = table.session.snapshot()
    table.battle.combatants = [each for each in table.battle.combatants if each.name != "thorn"]
    [line] = [each for each in log_of(table.battle, snapshot, SPECTATOR) if each.kind == "hurt"]
    assert line.explanation is not None
    assert line.explanation.total is None
    table.session = table.restored()


@pytest.mark.parametrize(
    ("creatures", "shown"),
    [
        ("all", (26, 30, 7)),
        ("bars", (None, None, 7)),
        ("words", (None, None, None)),
        ("nothing", (None, None, None)),
    ],
)
def test_a_creatures_health_as_the_table_likes(
    lay: Lay, creatures: str, shown: tuple[int | None, ...]
) -> None:
    """House rule creatures; the GM always sees the numbers, everybody those of players."""
    table = struck(lay, creatures=creatures)
    tokens = {each.token.name: each.token for each in table.view(SPECTATOR).board.cells if each.token}
    health = tokens["thorn"].health
    assert (health.now, health.most, health.eighths) == shown
    assert (health.words is not None) == (creatures == "words")
    assert (tokens["thorn"].tp is not None) == (creatures == "all")
    assert tokens["mina"].health.now == 30
    gm = {each.token.name: each.token for each in table.view(GAME_MASTER).board.cells if each.token}
    assert gm["thorn"].health.now == 26


# ---------------------------------------------------------------- other seats' matters


def test_a_sealed_answer_looks_the_same_whatever_it_is(lay: Lay) -> None:
    """A request holds the decided question up: Jun has answered, nobody knows what."""
    pages = []
    for choice in ("mina", "jun"):
        table = lay(ally("mina", "B4"), ally("jun", "A4"), enemy("thorn", "B1"))
        table.session.request("mina", "wait", "", table.session.ticket)
        table.keep()
        table.answers("jun", next=choice)
        assert table.asks == "next"
        pages.append([seen(table, viewer) for viewer in (SPECTATOR, player("mina"))])
    assert pages[0] == pages[1]


def test_options_of_others_are_nowhere_on_the_page(lay: Lay) -> None:
    """Only the seat that is asked has the prompt; the others read that it is asked."""
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3"), magic=[STORM, HEX])
    table.begins("mina").skip_to("activate").rolls(6).answers("mina", activate="challenge")
    assert table.asks == "pay"
    assert [prompt.seat for prompt in table.view(player("mina")).prompts] == ["mina"]
    for viewer in (SPECTATOR, player("jun"), GAME_MASTER):
        assert table.view(viewer).prompts == ()
        assert "Hex" not in repr(table.view(viewer))


def test_planted_secrets_appear_on_no_other_page() -> None:
    """Notes of creatures and sheets, words of requests: in no view of others, in no line, all through a fight."""
    table = fight(lambda foe: setattr(foe, "notes", "PLANTED"))
    for name in ("mina", "jun"):
        table.battle[name].notes = "PLANTED"
    for at in range(ANSWERS):
        if at % 10 == 3:
            table.session.request("mina", "wait", "PLANTED", table.session.ticket)
            table.keep()
            assert ["PLANTED" in seen(table, each) for each in (player("mina"), GAME_MASTER)] == [True, True]
            assert ["PLANTED" in seen(table, each) for each in (player("jun"), SPECTATOR)] == [False, False]
            table.session.decide(table.battle.requests[0].id, at % 20 == 3, table.session.ticket)
            table.keep()
        assert not any("PLANTED" in seen(table, viewer) for viewer in VIEWERS)
        answer(table, chosen(table))


def test_frames_and_take_backs_are_for_those_who_may_use_them(lay: Lay) -> None:
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B1")).begins("mina")
    assert table.view(GAME_MASTER).frames == ("turn",)
    assert table.view(SPECTATOR).frames == table.view(player("mina")).frames == ()
    assert table.view(player("mina")).take_back is not None
    assert table.view(player("jun")).take_back is table.view(SPECTATOR).take_back is None

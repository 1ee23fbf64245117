"""Prompts say what a choice would do, as far as the seat that is asked may know."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine.choices import Pay, Price, Route
from rules.engine.dice import SeededDice
from rules.engine.flow import GM
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR
from rules.harvest.preview import blow
from rules.harvest.state import Combatant
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    LR,
    Table,
    add,
    ally,
    change,
    effect,
    end,
    enemy,
    enhancement,
    fix,
    grand,
    ground,
    item,
    line,
    player,
    reaction,
    rival,
    skill,
    spell,
    thing,
    trap,
)

BLOW = spell("blow", attack=5)
AHEAD = spell("ahead", attack=5, range=change(line(3, *FRONT)))
ROW = spell("row", attack=5, range=change(line(2, *LR)))
SHIELD = reaction("shield", defence=3)


def notes(table: Table) -> dict[str, str]:
    """What the open question's options say of themselves, in English, by id."""
    shape: Any = table.question.choices[table.asked[0]]
    return {each.id: said(each.note) for each in shape.options}


def said(text: Text | None) -> str:
    """In English."""
    return words("en").render(text) if text else ""


def lit(table: Table, id: str) -> list[str]:
    """The cells that an option lights."""
    shape: Any = table.question.choices[table.asked[0]]
    return [cell for option in shape.options if option.id == id for cell in option.cells]


def aiming(lay: Lay, *others: Any, house: dict[str, Any] | None = None, **mina: Any) -> Table:
    """Mina on B4 has cast at what stands in front of her and chooses targets."""
    caster = ally("mina", "B4", ss=9, **{"attack": 10} | mina)
    table: Table = lay(caster, enemy("moth", "C1"), *others, magic=[AHEAD], **house or {})
    return table.casts("mina", "ahead")


# ---------------------------------------------------------------- targets


def test_a_target_shows_the_damage_to_come_with_its_parts(lay: Lay) -> None:
    """HV-40: where the creatures' numbers are open."""
    table = aiming(lay, enemy("thorn", "B3", defence=4), house={"creatures": "all"})
    assert notes(table) == {"thorn": "15 - 4 = 11 damage"}
    table.answers("mina", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == 11


@pytest.mark.parametrize("creatures", ["bars", "words", "nothing"])
def test_a_player_reads_her_own_side_alone(lay: Lay, creatures: str) -> None:
    """HV-40, house rule creatures: a creature's defence is the game master's."""
    table = aiming(lay, enemy("thorn", "B3", defence=77), house={"creatures": creatures})
    assert notes(table) == {"thorn": "15 - hidden defence = ? damage"}
    assert "77" not in repr(table.question)


def test_another_players_numbers_are_open(lay: Lay) -> None:
    """HV-24: friends and rivals may be targets too; players' numbers are no secret."""
    table = aiming(lay, rival("vera", "B3", defence=4), ally("jun", "B2", defence=20))
    assert notes(table) == {"jun": "15 - 20: no damage", "vera": "15 - 4 = 11 damage"}


def test_the_game_master_reads_both_sides(lay: Lay) -> None:
    """HV-40: whatever the players may see."""
    thorn = enemy("thorn", "B3", ss=9, attack=9)
    table = lay(thorn, ally("mina", "B4", defence=4), enemy("moth", "B5", defence=2), magic=[AHEAD])
    table.casts("thorn", "ahead")
    assert notes(table) == {"mina": "14 - 4 = 10 damage", "moth": "14 - 2 = 12 damage"}


def test_a_giant_shows_its_cells(lay: Lay) -> None:
    """HV-26: the damage times the cells inside the range."""
    golem = enemy("golem", "A2", size=(2, 2), defence=4)
    table = aiming(lay, golem, house={"creatures": "all"})
    assert notes(table) == {"golem": "(15 - 4) × 2 = 22 damage"}
    table.answers("mina", targets=["golem"]).nobody_reacts()
    assert table.lost("golem") == 22


@pytest.mark.parametrize(
    ("defence", "level", "shown", "lost"),
    [
        (4, 2, "15 - 4 + 10 (Forest) = 21 damage", 21),
        (20, 1, "0 (15 - 20) + 5 (Forest) = 5 damage", 5),
        (4, -1, "15 - 4 - 5 (Forest) = 6 damage", 6),
        (20, -1, "0 (15 - 20) - 5 (Forest): no damage", 0),
    ],
)
def test_terrain_that_burns_is_counted(lay: Lay, defence: int, level: int, shown: str, lost: int) -> None:
    """HV-76: after the floor of HV-40."""
    thorn, forest = enemy("thorn", "B3", defence=defence), ground("forest", "B3", level=level)
    table = aiming(lay, thorn, forest, house={"creatures": "all"})
    assert notes(table) == {"thorn": shown}
    table.answers("mina", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == lost


def test_what_is_public_of_a_secret_target_is_said(lay: Lay) -> None:
    """HV-26, HV-76: cells and terrain are seen by all; whether the floor counts is not."""
    golem = enemy("golem", "A2", size=(2, 2), defence=77)
    table = aiming(lay, golem, ground("forest", "B3"))
    assert notes(table) == {"golem": "(15 - hidden defence + 5 (Forest)) × 2 = ? damage"}


def test_an_object_shows_its_defence(lay: Lay) -> None:
    """HV-82: special objects have no secrets."""
    assert notes(aiming(lay, thing("jar", "B3", defence=3))) == {"jar": "15 - 3 = 12 damage"}


def test_who_is_confused_sees_what_she_does_to_her_own(lay: Lay) -> None:
    """HV-60: the ally she adds, or herself."""
    table = aiming(lay, ally("jun", "B3", defence=4), defence=6)
    table.rule("afflict", name="mina", status="confusion", level=1).passes("mina", "targets")
    assert notes(table) == {"jun": "15 - 4 = 11 damage", "mina": "15 - 6 = 9 damage"}


def test_the_note_follows_a_ruling(lay: Lay) -> None:
    """HV-40: a question that is open while the table changes is asked anew."""
    table = aiming(lay, enemy("thorn", "B3", defence=4), house={"creatures": "all"})
    table.rule("afflict", name="thorn", status="grudge", level=3)
    assert notes(table) == {"thorn": "15 - 1 = 14 damage"}
    table.rule("house_rule", key="creatures", value="words")
    assert notes(table) == {"thorn": "15 - hidden defence = ? damage"}


# ---------------------------------------------------------------- reactions

GUARD = skill("guard", type="R", defence=2)
WALL = skill("wall", effect("modify", to="allies", stat="defence", amount=4), type="R")
BITE = skill("bite", effect("heal", to="self", amount=2), type="R")
HAT, LAST = item("hat", type="R", defence=1), grand("last", type="R", defence=6)


def attacked(lay: Lay, *others: Any, by: Callable[..., Combatant] = enemy, **house: Any) -> Table:
    """Thorn has attacked Mina, whose defence is 4, with 14."""
    thorn = by("thorn", "B3", ss=9, attack=9, skills=[])
    mina = ally("mina", "B4", defence=4, items=["hat"], grand="last")
    known = {"magic": [BLOW, SHIELD], "skills": [GUARD, WALL, BITE], "items": [HAT], "grands": [LAST]}
    table: Table = lay(thorn, mina, *others, **known, **house)
    return table.attacks("thorn", "blow", cell="B4", targets=["mina"])


def test_the_one_attacked_sees_what_would_hit_her(lay: Lay) -> None:
    """HV-33: where the attack is open, every choice shows what it would leave of it."""
    table = attacked(lay, ally("jun", "A4", defence=1), by=rival)
    assert said(table.question.about) == (
        "Mina is a target: 14 - 4 = 10 damage. How does Mina react? A pass lets it be. TP 10 of 10."
    )
    assert notes(table) == {
        "cover:jun": "Ask Jun to take the hit. → 14 - 1 = 13 damage",
        "skill:guard": "TP 1: defence +2 → 14 - (4 + 2) = 8 damage",
        "skill:wall": "TP 1: defence +4 on all allies (this attack) → 14 - (4 + 4) = 6 damage",
        "skill:bite": "TP 1: heals oneself by 2 HP",
        "item:hat": "defence +1 (carried: 1) → 14 - (4 + 1) = 9 damage",
        "grand:last": "once a fight: defence +6 → 14 - (4 + 6) = 4 damage",
        "challenge": "Roll for mana and pay for magic with it.",
    }


def test_a_creatures_attack_stays_hidden(lay: Lay) -> None:
    """HV-33: she reads her own defence and what each choice adds."""
    table = attacked(lay, ally("jun", "A4", defence=1), enemy("moth", "C4", defence=77))
    assert "hidden attack - 4 = ? damage" in said(table.question.about)
    assert notes(table)["skill:guard"] == "TP 1: defence +2 → hidden attack - (4 + 2) = ? damage"
    assert notes(table)["cover:jun"] == "Ask Jun to take the hit. → hidden attack - 1 = ? damage"
    assert notes(table)["cover:moth"] == (
        "Ask Moth to take the hit. → hidden attack - hidden defence = ? damage"
    )
    assert "77" not in repr(table.question)


def test_what_was_added_counts_for_what_comes_next(lay: Lay) -> None:
    """HV-33, HV-34: a skill, then magic: prices add to the defence as it stands."""
    table = attacked(lay, by=rival).answers("mina", react="skill:guard")
    assert "14 - 6 = 8 damage" in said(table.question.about)
    table.rolls(2).answers("mina", react="challenge")
    shape = table.question.choices["mina"]
    assert isinstance(shape, Pay)
    assert (shape.so_far, shape.prices[0].adds) == ({"defence": 6}, {"defence": 3})
    table.answers("mina", pay=["shield"])
    assert table.lost("mina") == 5


def test_the_coverer_sees_what_she_takes_upon_herself(lay: Lay) -> None:
    """HV-32: her own defence counts, and each hit alone."""
    table = attacked(lay, ally("jun", "A4", defence=1), by=rival).answers("mina", react="cover:jun")
    assert notes(table) == {"consent": "Become the target instead of Mina. → 14 - 1 = 13 damage"}


def test_who_is_asked_to_cover_sees_all_she_would_take(lay: Lay) -> None:
    """HV-32: her own hit beside that of the one she covers."""
    people = ally("mina", "B4", defence=4), ally("jun", "C4", defence=1)
    table = lay(rival("thorn", "A4", ss=9, attack=9), *people, magic=[ROW], skills=[GUARD])
    table.casts("thorn", "row").answers("thorn", targets=["mina", "jun"])
    table.skip_to("react", "mina").answers("mina", react="cover:jun")
    hits = "for oneself: 14 - 1 = 13 damage, for Mina: 14 - 1 = 13 damage"
    assert notes(table) == {"consent": f"Become the target instead of Mina. → {hits}"}


def test_a_coverer_who_is_a_target_too_sees_both_hits(lay: Lay) -> None:
    """HV-32: she may cover several; her one reaction counts for all."""
    people = ally("mina", "B4", defence=4), ally("jun", "C4", defence=1)
    table = lay(rival("thorn", "A4", ss=9, attack=9), *people, magic=[ROW], skills=[GUARD])
    table.casts("thorn", "row").answers("thorn", targets=["mina", "jun"])
    table.skip_to("react", "mina").answers("mina", react="cover:jun").answers("jun", consent="consent")
    assert "a target: for Mina: 14 - 1 = 13 damage, for oneself: 14 - 1 = 13 damage." in said(
        table.question.about
    )


def test_a_coverer_bears_the_hit_though_the_covered_one_leaves(lay: Lay) -> None:
    """HV-32: removed by a ruling while Jun is asked how she reacts; both hits are hers then."""
    people = ally("mina", "B4", defence=4), ally("jun", "C4", defence=1)
    table = lay(rival("thorn", "A4", ss=9, attack=9), *people, magic=[ROW], skills=[GUARD])
    table.casts("thorn", "row").answers("thorn", targets=["mina", "jun"])
    table.skip_to("react", "mina").answers("mina", react="cover:jun").answers("jun", consent="consent")
    table.rule("remove", name="mina")
    assert (table.asks, table.asked) == ("react", ["jun"])
    assert "for oneself: 14 - 1 = 13 damage, for oneself: 14 - 1 = 13 damage." in said(table.question.about)


# ---------------------------------------------------------------- cells, ranges and prices


def test_cells_and_ranges_name_who_stands_there(lay: Lay) -> None:
    """HV-21, HV-22, HV-24: each lights what it covers, added cells too, and leaves out the caster."""
    far = spell("far", range=change(end(2, *FRONT)))
    wide = enhancement("wide", range=change(line(1, *LR)), cost="light")
    also = spell("also", level=1, range=add(end(1, *FRONT)), cost="wind")
    far = far.model_copy(update={"enhancements": (wide,)})
    people = ally("mina", "B4", ss=9, action_magic=3), ally("jun", "A4")
    table = lay(*people, enemy("thorn", "B2"), enemy("moth", "B3"), magic=[far, also])
    table.casts("mina", "far", "far+wide", "also")
    assert notes(table) == {"far": "there: Thorn, Moth", "far+wide": "there: Moth, Jun"}
    assert (lit(table, "far"), lit(table, "far+wide")) == (["B2", "B3"], ["B3", "A4", "C4"])


def test_a_cell_names_who_stands_there(lay: Lay) -> None:
    """HV-21: one cell of front, back, left, right."""
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), ally("jun", "A4"), magic=[BLOW])
    table.casts("mina", "blow")
    assert notes(table) == {"B3": "there: Thorn", "A4": "there: Jun", "C4": "", "B5": ""}


def test_the_blind_read_of_nobody_they_cannot_target(lay: Lay) -> None:
    """HV-54: blindness 3 sees nobody two cells away."""
    far = spell("far", range=fix(end(2, *FRONT)))
    near = spell("near", level=1, range=fix(end(1, *FRONT)), cost="wind")
    foes = enemy("thorn", "B2"), enemy("moth", "B3")
    table = lay(ally("mina", "B4", ss=9, action_magic=2), *foes, magic=[far, near])
    table.rule("afflict", name="mina", status="blindness", level=3).casts("mina", "far", "near")
    assert notes(table) == {"far": "", "near": "there: Moth"}


def paying(lay: Lay, *, panic: bool = False) -> dict[str, Price]:
    """What Mina on B4 may pay for, by id."""
    far = enhancement("far", range=change(end(3, *FRONT)), attack=1)
    magic = [
        spell("ember", attack=3).model_copy(update={"enhancements": (far,)}),
        spell("kite", level=1, range=add(line(1, *LR)), cost="wind"),
        spell("ring", range=fix(line(1)), cost="fire fire"),
        spell("tea", effect("heal", to="self", amount=1), level=1, cost="water"),
    ]
    table = lay(ally("mina", "B4", ss=9, attack=7), enemy("thorn", "B1"), magic=magic)
    if panic:
        table.rule("afflict", name="mina", status="panic", level=1)
    table.begins("mina").skip_to("activate").rolls(3).answers("mina", activate="challenge")
    shape = table.question.choices["mina"]
    assert isinstance(shape, Pay)
    assert shape.so_far == {"attack": 7}
    assert {price.id: missing for price, missing in shape.offered() if missing} == {
        "ember+far": ("light",),
        "kite": ("wind",),
        "ring": ("fire",),
        "tea": ("water",),
    }
    return {price.id: price for price in shape.prices}


NEIGHBOURS = ("B3", "A4", "C4", "B5")


def test_a_price_shows_where_it_would_strike_and_what_it_adds(lay: Lay) -> None:
    """HV-20, HV-21, HV-22: the usual cells, changed, added and fixed ones; small magic covers none."""
    prices = paying(lay)
    assert {id: (each.covers, each.cells, each.usual) for id, each in prices.items()} == {
        "ember": ("", (), NEIGHBOURS),
        "ember+far": ("change", ("B1",), ()),
        "kite": ("add", ("A4", "C4"), ()),
        "ring": ("fix", NEIGHBOURS, NEIGHBOURS),
        "tea": ("", (), ()),
    }
    assert {id: each.adds for id, each in prices.items() if each.adds} == {
        "ember": {"attack": 3},
        "ember+far": {"attack": 1},
    }


def test_in_panic_only_a_fixed_range_is_shown(lay: Lay) -> None:
    """HV-63: the range is neither changed nor added to."""
    prices = paying(lay, panic=True)
    assert {id: each.covers for id, each in prices.items() if each.covers} == {"ring": "fix"}


@pytest.mark.parametrize(
    ("under", "budget", "ordinary", "leaving"),
    [(("lava", 1), 3, 2, 1), (("gravity", 1), 3, 2, 2), (("gale", 2), 5, 4, 1)],
)
def test_a_way_shows_the_full_move_and_what_the_ground_costs(
    lay: Lay, under: tuple[str, int], budget: int, ordinary: int, leaving: int
) -> None:
    """HV-13, HV-14, HV-74, HV-75: which steps give the preparation timing up, what leaving costs."""
    terrain, level = under
    fighters = ally("mina", "B4", ss=9, movement=2), enemy("thorn", "B1")
    table = lay(*fighters, ground(terrain, "B4", level=level)).begins("mina")
    route = table.question.choices["mina"]
    assert isinstance(route, Route)
    assert (route.budget, route.ordinary, route.exits["B4"]["B3"]) == (budget, ordinary, leaving)
    far = {cell for cell, cost in route.reachable().items() if cost > ordinary}
    assert far
    assert far < set(route.reachable())


# ---------------------------------------------------------------- secrets

SECRETS: dict[str, Callable[[Combatant], None]] = {
    "attack": lambda foe: setattr(foe, "attack", 77),
    "defence": lambda foe: setattr(foe, "defence", 77),
    "HP": lambda foe: setattr(foe, "hp", foe.hp + 77),
    "SS": lambda foe: setattr(foe, "ss", 77),
    "TP": lambda foe: setattr(foe, "tp", 77),
}


def twin(change_it: Callable[[Combatant], None] | None = None, *traps: str) -> Table:
    """Mina (SS 99) and Jun against creatures whose numbers, or a trap of whose, make the twin."""
    lance = spell("lance", attack=4, range=change(line(3, *FRONT)))
    sturdy = {"max_hp": 999, "hp": 500, "max_tp": 99, "tp": 50, "action_magic": 3, "reaction_magic": 3}
    people = ally("mina", "B5", ss=99, **sturdy), ally("jun", "A5", ss=98, **sturdy)
    foes = enemy("thorn", "B3", ss=60, **sturdy), enemy("moth", "C3", ss=60, **sturdy)
    for foe in foes if change_it else ():
        change_it(foe)  # type: ignore[misc]
    laid = [trap("pit", cell, effect("hurt", to="trigger", amount=77)) for cell in traps or ("A1",)]
    known: dict[str, Any] = {"magic": [lance, BLOW, SHIELD], "skills": [GUARD]}
    return Table(*people, *foes, *laid, dice=SeededDice(b"\x03" * 32, b"\x04" * 32), **known)


def go_on(table: Table) -> None:
    """An answer that attacks and reacts where it can, and else does what there is first."""
    shape: Any = table.question.choices[table.asked[0]]
    value: Any = None
    if table.asks == "pay":
        value = [price.id for price in shape.payable()][:1] or None
    elif table.asks == "targets":
        value = table.offers()[:1]
    elif table.asks not in ("move", "prepare") and not shape.is_empty:
        value = "challenge" if table.asks == "react" else table.offers()[0]
    table.session.answer(table.asked[0], value, table.session.ticket)
    table.keep()


def asked(table: Table) -> list[tuple[str, str]]:
    """Every question of two action phases as players and spectators have it, answered the same on every table."""
    found: list[tuple[str, str]] = []
    for _ in range(40):
        for viewer in (player("mina"), player("jun"), SPECTATOR):
            view = table.view(viewer)
            found.append((table.asks, repr((view.prompts, view.waiting))))
        go_on(table)
    return found


def test_a_question_of_twins_is_the_same_to_players() -> None:
    """HV-40: attack, defence, HP, SS and TP of creatures are in no prompt of a player, nor planted numbers."""
    plain = asked(twin())
    assert {"pay", "targets", "react"} <= {key for key, _shown in plain}
    for secret, change_it in SECRETS.items():
        other = asked(twin(change_it))
        assert [each for each in other if "77" in each[1]] == [], secret
        assert other == plain, secret


def test_a_hidden_trap_changes_no_preview() -> None:
    """HV-81: whether the way or the target's cell holds one."""
    plain = asked(twin())
    assert asked(twin(None, "B4", "B3", "A4")) == plain


def test_a_blow_is_told_to_the_seat_alone_that_may_know(lay: Lay) -> None:
    """HV-40: the same hit, for each seat in its own words."""
    table = attacked(lay)
    attack = table.battle.attack
    assert attack is not None
    assert {seat: said(blow(table.battle, attack, "mina", "mina", seat)) for seat in ("mina", GM)} == {
        "mina": "hidden attack - 4 = ? damage",
        GM: "14 - 4 = 10 damage",
    }
    assert table.view(GAME_MASTER).prompts == ()

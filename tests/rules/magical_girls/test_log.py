"""What the log tells of an action and of what it did: its price as far as one may know, and the row that made it so."""

import pytest

from rules.engine.text import Text
from rules.engine.view import GAME_MASTER, SPECTATOR, LogLine, Viewer
from rules.registry import words
from tests.rules.magical_girls.conftest import Lay
from tests.rules.magical_girls.table import Table, blast, d100, foe, girl, thing, weapon

HIT, EXTREME, MISS = 40, 5, 90


def line(table: Table, kind: str, viewer: Viewer = SPECTATOR) -> LogLine:
    """The one line of that kind that the newest version has for somebody."""
    (found,) = (each for each in table.log(viewer) if each.kind == kind)
    return found


def said(told: LogLine) -> str:
    """In English."""
    return words("en").render(told.text)


def row_of_wound(table: Table, who: str) -> str:
    """The row that the wound of somebody opens into."""
    return table.told("wounded", who)[-1].row


# ---------------------------------------------------------------- what an action cost


def test_an_attack_says_what_it_cost(lay: Lay) -> None:
    """MG-20, MG-21: a heavy weapon's 6 DP; what the second attack for the same DP costs is nothing to tell."""
    table = lay(girl("mina"), foe("hound"), weapon("maul", 60, attacks=2))
    table.attacks("mina", "maul", "hound", roll=HIT)
    assert said(line(table, "attacks")) == "Mina attacks Hound: Maul (attack 1 of 2), 6 DP."
    table.takes_it("hound", 6, 1).rolls(*d100(MISS)).answers("mina", target="hound")
    assert said(line(table, "attacks")) == "Mina attacks Hound: Maul (attack 2 of 2)."


def test_what_an_enemy_pays_is_the_keepers_to_know(lay: Lay) -> None:
    """MG-14, MG-20: with the numbers of enemies hidden, players read the attack without its price."""
    table = lay(foe("hound", weapons=["claw"]), girl("mina", weapons=[]), weapon("claw"), enemies="bars")
    table.attacks("hound", "claw", "mina", roll=HIT)
    assert said(line(table, "attacks")) == "Hound attacks Mina: Claw."
    assert said(line(table, "attacks", GAME_MASTER)) == "Hound attacks Mina: Claw, 4 DP."


def test_a_way_says_what_it_cost(lay: Lay) -> None:
    """MG-25: 20 m at 10 m for each DP."""
    table = lay(girl("mina", "B8"), foe("hound")).moves("mina", "F8")
    assert said(line(table, "moves")) == "Mina moves 20 m to F8, 2 DP."


def test_an_ability_says_its_price_once(lay: Lay) -> None:
    """MG-24: where it is used, not again where it strikes."""
    table = lay(girl("mina", pow=50, emo=50), foe("hound"), blast("hail", dp=2, mp=3))
    table.casts("mina", "hail", "B3", roll=HIT)
    assert said(line(table, "casts")) == "Mina uses Hail: 2 DP, 3 MP."
    assert said(line(table, "attacks")) == "Mina attacks Hound: Hail."


def test_a_prepared_action_and_its_moment_cost_apart(lay: Lay) -> None:
    """MG-32: 1 DP for being ready, the attack's own when its moment comes."""
    table = lay(girl("mina"), foe("hound")).ends_turn("mina", "prepare")
    table.answers("mina", prepare="attack:unarmed", trigger="it moves")
    assert said(line(table, "prepares")) == "Mina prepares an action, 1 DP."
    table.rolls(*d100(MISS)).calls_trigger("mina", "mina").answers("mina", target="hound")
    assert said(line(table, "attacks")) == "Mina attacks Hound: bare hands, 2 DP."


def test_an_emergency_reaction_says_the_doubled_price(lay: Lay) -> None:
    """MG-44, MG-45: protecting is a small action, 2 DP in an emergency."""
    table = lay(foe("hound"), girl("mina"), girl("ann")).attacks("hound", "unarmed", "mina", roll=HIT)
    table.protects("ann")
    assert said(line(table, "protects")) == "Ann protects Mina and bears the attack, 2 DP."


def test_what_the_keeper_sizes_at_nothing_names_no_price(lay: Lay) -> None:
    """MG-15: in words, at 0 DP and at 2."""
    table = lay(girl("mina"), foe("hound")).acts("mina", "free").answers("mina", free="I hum.")
    table.answers("gm", size="size_0")
    assert said(line(table, "acts_freely")) == "Mina: “I hum.”"
    table.acts("mina", "free").answers("mina", free="I bar the door.").answers("gm", size="size_2")
    assert said(line(table, "acts_freely")) == "Mina, 2 DP: “I bar the door.”"


# ---------------------------------------------------------------- healing


def test_who_heals_a_wound_is_named_with_the_price(lay: Lay) -> None:
    """MG-53: a light wound, a small action and 1 MP; one line."""
    table = lay(girl("lin"), girl("mo", wound="light"), foe("hound", "F9")).acts("lin", "heal")
    table.answers("lin", heal="wound:mo")
    assert said(line(table, "mended")) == "Lin heals the light wound of Mo with MP: 1 DP, 1 MP."
    assert table.wound("mo") == "none"


def test_who_gives_hp_back_is_named_with_the_price(lay: Lay) -> None:
    """MG-53: 3 HP for 3 MP."""
    table = lay(girl("lin"), girl("mo", hp=9, max_hp=20), foe("hound", "F9")).acts("lin", "heal")
    table.answers("lin", heal="hp:mo", heal_points=3)
    assert said(line(table, "heal")) == "Lin heals Mo with MP, 3 HP: 1 DP, 3 MP."


def test_what_can_be_healed_stands_with_its_price(lay: Lay) -> None:
    """MG-53: DP and MP of each, before it is chosen."""
    table = lay(girl("lin", hp=9, max_hp=20, wound="light"), foe("hound", "F9")).acts("lin", "heal")
    notes = {each.id: words("en").render(each.note) for each in table.question.choices["lin"].options}  # type: ignore[union-attr]
    assert notes == {"wound:lin": "1 DP, 1 MP", "hp:lin": "1 DP, 1 MP for each HP"}


# ---------------------------------------------------------------- the row that made it


@pytest.mark.parametrize(("roll", "faces", "row"), [(HIT, (10,), "MG-51"), (EXTREME, (), "MG-23")])
def test_a_wound_opens_into_the_row_that_made_it(
    lay: Lay, roll: int, faces: tuple[int, ...], row: str
) -> None:
    """MG-51, MG-23: 10 of 19 HP is above half of them; an extreme hit wounds without."""
    table = lay(girl("mina"), foe("hound", hp=19 if faces else 60), weapon("blade", dam=10))
    table.attacks("mina", "blade", "hound", roll=roll).takes_it("hound", *faces)
    assert (table.wound("hound"), row_of_wound(table, "hound")) == ("light", row)


def test_an_extreme_hit_wounds_through_a_block_by_its_own_row(lay: Lay) -> None:
    """MG-23, MG-41: at 0 damage too."""
    table = lay(girl("mina"), foe("hound", weapons=["board"]), weapon("board", 20, dam=2, block=6))
    table.attacks("mina", "board", "hound", roll=EXTREME).blocks("hound", 6)
    assert (table.lost("hound"), row_of_wound(table, "hound")) == (0, "MG-23")


def test_a_wound_of_a_weapons_trait_is_the_weapons(lay: Lay) -> None:
    """MG-20: the barb wounds by itself; an ability that does so, by its own row (MG-24)."""
    barb, needle = weapon("barb", dam=10, wound="light"), blast("needle", strike={"wound": "light"})
    table = lay(girl("mina", pow=50, emo=50), foe("hound"), foe("cat", "D3"), barb, needle)
    table.attacks("mina", "barb", "hound", roll=HIT).takes_it("hound", 1)
    assert row_of_wound(table, "hound") == "MG-20"
    table.casts("mina", "needle", "E3", roll=HIT).takes_it("cat", 1, 1)
    assert row_of_wound(table, "cat") == "MG-24"


@pytest.mark.parametrize(
    ("strike", "faces", "told"),
    [({}, (3, 4), "Ability, 2d6: 3, 4"), ({"dice": 0, "flat": 7}, (), "Ability, 7")],
    ids=["dice", "flat"],
)
def test_the_damage_of_an_ability_is_explained_by_its_own_dice(
    lay: Lay, strike: dict[str, int], faces: tuple[int, ...], told: str
) -> None:
    """MG-24: the faces that fell, and no weapon's formula."""
    table = lay(girl("mina", pow=50, emo=50), foe("hound"), blast("hail", strike=strike))
    table.casts("mina", "hail", "B3", roll=HIT).takes_it("hound", *faces)
    hurt = line(table, "hurt")
    assert hurt.explanation is not None
    (part,) = hurt.explanation.parts
    assert (hurt.row, hurt.explanation.row, part.amount) == ("MG-24", "MG-24", 7)
    assert words("en").render(part.label) == told


def test_the_faces_of_an_enemys_ability_stay_its_own(lay: Lay) -> None:
    """MG-24: with the numbers of enemies hidden, the blow is all that is told of."""
    table = lay(
        foe("moth", mp=5, abilities=["hail"]), girl("mina", abilities=[]), blast("hail"), enemies="bars"
    )
    table.casts("moth", "hail", "B4", roll=HIT).takes_it("mina", 3, 4)
    told = line(table, "hurt")
    assert told.explanation is not None
    assert [(part.label, part.amount) for part in told.explanation.parts] == [
        (Text("magical_girls.part.blow"), None)
    ]


def test_an_attack_by_throwing_is_a_throw(lay: Lay) -> None:
    """MG-28: the line, its check and its miss cite the throw, not a weapon's DP."""
    table = lay(girl("mina", "B8", throwing=40), foe("hound"), thing("box", 10, 4), things=["thing:box@B8"])
    table.rolls(*d100(MISS)).acts("mina", "throw").answers("mina", throw="thing:box")
    assert words("en").render(table.question.about) == "Box: at whom, or where to, does Mina throw it?"
    table.answers("mina", throw_at="at:hound")
    assert {line(table, kind).row for kind in ("throws_at", "check", "misses")} == {"MG-28"}
    assert said(line(table, "throws_at")) == "Mina throws Box at Hound, 1 DP."


@pytest.mark.parametrize(
    ("face", "where"), [(1, "beside the thrower"), (3, "5 m short"), (5, "5 m to the right")]
)
def test_the_scatter_die_says_what_its_face_means(lay: Lay, face: int, where: str) -> None:
    """MG-28: as the thrower sees it."""
    table = lay(girl("mina", "B8", throwing=40), foe("hound"), thing("box", 10, 4), things=["thing:box@B8"])
    table.rolls(*d100(MISS)).acts("mina", "throw").answers("mina", throw="thing:box", throw_at="at:hound")
    table.rolls(face).answers("gm", scatter="roll")
    assert said(line(table, "scatter")) == f"Mina rolls for where the failed throw falls: {where}."


# ---------------------------------------------------------------- what an attack will do


@pytest.mark.parametrize(
    ("weight", "more", "told"),
    [
        (20, {"dam": 8}, "1d8 × 0.5 + 1d4, light, slashing"),
        (40, {"dam": 8, "kind": "ranged", "length": 2, "harm": "piercing"}, "1d8, standard, piercing"),
        (60, {"dam": 16, "factor": 150, "extra": 3}, "(1d16 × 1.5 + 1d3) × 1.5 + 1d4 + 3, heavy, slashing"),
    ],
    ids=["light", "ranged", "heavy"],
)
def test_an_attack_says_what_it_does(lay: Lay, weight: int, more: dict[str, object], told: str) -> None:
    """MG-21, MG-22: dice, class of weight, type of harm; no damage bonus from afar."""
    table = lay(girl("mina", str=80, size=80), foe("hound"), weapon("it", weight, **more))
    found = next(each for each in table.question.choices["mina"].options if each.id == "attack:weapon:it")  # type: ignore[union-attr]
    assert words("en").render(found.note).partition(" m, ")[2] == told

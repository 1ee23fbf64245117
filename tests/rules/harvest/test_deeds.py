"""Items and grand magic: used in the timings of skills, used up or worn (HV-15, HV-33, HV-40, HV-45)."""

from rules.engine.text import Text
from rules.engine.view import GAME_MASTER
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    Table,
    ally,
    effect,
    enemy,
    grand,
    item,
    player,
    reaction,
    skill,
    spell,
)

BLOW, WARD = spell("blow", attack=5), reaction("ward", defence=1)
TEA = item("tea", effect("heal", to="self", amount=4))
SALTS = item("salts", effect("lift", to="self", status="burn"))
CHARM = item("charm", type="R", defence=3)
RING = item("ring", type="worn", attack=2, defence=1)
NAMED = Text("harvest.source", {"name": RING.title})
"""The ring as a part of a number."""
DAWN = grand("dawn", effect("heal", to="allies", amount=9), attack=4)
AEGIS = grand("aegis", effect("heal", to="self", amount=1), type="R", defence=6)


def prepared(lay: Lay, *others: object, **mina: object) -> Table:
    """Mina's preparation timing."""
    fighters = ally("mina", "B4", **{"ss": 9, "hp": 10} | mina), enemy("thorn", "B3", attack=8)
    table: Table = lay(
        *fighters, *others, magic=[BLOW, WARD], items=[TEA, SALTS, CHARM, RING], grands=[DAWN, AEGIS]
    )
    return table.begins("mina").passes("mina", "move")


def attacked(lay: Lay, **mina: object) -> Table:
    """Thorn's blow has been aimed at Mina: 8 by its catalyst and 5 by the spell."""
    fighters = enemy("thorn", "B3", attack=8, ss=9), ally("mina", "B4", **mina)
    table: Table = lay(*fighters, magic=[BLOW, WARD], items=[TEA, SALTS, CHARM, RING], grands=[DAWN, AEGIS])
    return table.attacks("thorn", "blow", cell="B4", targets=["mina"])


# ---------------------------------------------------------------- items


def test_an_item_of_type_a_is_used_in_the_preparation_timing(lay: Lay) -> None:
    """HV-15: it works at once, costs no TP, and is used up."""
    table = prepared(lay, items=["tea", "charm", "ring"])
    assert (table.asks, table.offers()) == ("prepare", ["item:tea"])
    table.answers("mina", prepare="item:tea")
    mina = table.battle["mina"]
    assert (mina.hp, mina.tp, mina.items) == (14, 10, ["charm", "ring"])
    assert [event.row for event in table.told("item", "mina")] == ["HV-15"]


def test_several_of_a_kind_are_used_one_a_phase(lay: Lay) -> None:
    """HV-15: the same one once a phase, another kind beside it; the next in the next round."""
    table = prepared(lay, items=["tea", "tea", "salts"]).answers("mina", prepare="item:tea")
    assert table.offers() == ["item:salts"]
    table.passes("mina", "prepare").skip_round().begins("mina").passes("mina", "move")
    assert table.offers() == ["item:tea", "item:salts"]
    table.answers("mina", prepare="item:tea").passes("mina", "prepare")
    assert (table.hp("mina"), table.battle["mina"].items) == (18, ["salts"])


def test_how_many_are_left_is_said_where_they_are_offered(lay: Lay) -> None:
    """HV-15."""
    table = prepared(lay, items=["tea", "tea"])
    [offered] = table.question.choices["mina"].options  # type: ignore[union-attr]
    assert offered.note is not None
    assert (offered.note.key, offered.note.params["left"]) == ("harvest.item", 2)


def test_pressure_makes_no_item_and_no_grand_magic_dearer(lay: Lay) -> None:
    """HV-56: it speaks of the TP of skills."""
    table = prepared(lay, items=["tea"], grand="dawn", tp=0)
    table.rule("afflict", name="mina", status="pressure", level=9)
    assert table.answers("mina", prepare="item:tea").offers() == ["grand:dawn"]


def test_an_item_of_type_r_is_used_in_the_support_timing(lay: Lay) -> None:
    """HV-33, HV-40: its defence counts against this attack: 13 - 3."""
    table = attacked(lay, items=["charm", "charm", "tea"])
    assert table.offers("mina") == ["item:charm", "challenge"]
    table.answers("mina", react="item:charm")
    assert table.offers("mina") == ["challenge"]
    table.passes("mina", "react")
    assert (table.lost("mina"), table.battle["mina"].items) == (10, ["charm", "tea"])


def test_after_an_item_of_type_r_nobody_is_asked_to_cover(lay: Lay) -> None:
    """HV-31: the support timing has begun."""
    fighters = enemy("thorn", "B3", ss=9), ally("mina", "B4", items=["charm"]), ally("jun", "B5")
    table = lay(*fighters, magic=[BLOW, WARD], items=[CHARM]).attacks(
        "thorn", "blow", cell="B4", targets=["mina"]
    )
    assert table.offers("mina") == ["cover:jun", "item:charm", "challenge"]
    assert table.answers("mina", react="item:charm").offers("mina") == ["challenge"]


def test_who_falls_keeps_what_she_carries(lay: Lay) -> None:
    """HV-45: effects on her end; what is not used up is none."""
    table = prepared(lay, ally("jun", "B6"), items=["tea", "salts"])
    table.answers("mina", prepare="item:tea").rule("set_hp", name="mina", value=0)
    assert table.battle["mina"].items == ["salts"]


# ---------------------------------------------------------------- worn


def test_what_is_worn_always_counts_and_is_never_offered(lay: Lay) -> None:
    """HV-40: attack 0 + 2 + 5 against defence 0, shown as a part of the number."""
    table = prepared(lay, items=["ring"])
    assert table.asks == "activate"
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == 7
    told = table.told("hurt", "thorn")[0].explanation
    assert told is not None
    by_ring = [part.amount for part in told.parts if part.label == NAMED]
    assert by_ring == [2]


def test_what_is_worn_defends_too_and_each_of_a_kind_by_itself(lay: Lay) -> None:
    """HV-40: 13 - 2."""
    assert attacked(lay, items=["ring", "ring"]).passes("mina", "react").lost("mina") == 11


def test_what_a_creature_wears_is_its_secret(lay: Lay) -> None:
    """HV-40: it counts in the creature's own number; a player reads the same parts as if it wore nothing."""
    told = []
    for worn in ([], ["ring"]):
        fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3", items=worn, defence=4 - len(worn))
        table = lay(*fighters, magic=[BLOW], items=[RING])
        table.attacks("mina", "blow", cell="B3", targets=["thorn"])
        told.append([line for line in table.log(player("mina")) if line.kind == "hurt"])
        [hurt] = [line for line in table.log(GAME_MASTER) if line.kind == "hurt"]
        assert hurt.explanation is not None
        assert [part.amount for part in hurt.explanation.parts] == [0, 5, -4]
    assert told[0] == told[1]


def test_what_a_fallen_caster_wears_strikes_no_more(lay: Lay) -> None:
    """HV-45: felled by a reaction she still deals her catalyst's 3 and the spell's 5, the ring's 2 not."""
    thorns = skill("thorns", effect("hurt", to="attacker", amount=5), type="R")
    fighters = ally("mina", "B4", ss=9, hp=5, attack=3, items=["ring"]), ally("jun", "A6")
    table = lay(*fighters, enemy("thorn", "B3"), magic=[BLOW], skills=[thorns], items=[RING])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).answers("thorn", react="skill:thorns")
    assert (table.hp("mina"), table.lost("thorn")) == (0, 8)


# ---------------------------------------------------------------- grand magic


def test_grand_magic_of_type_a_works_once_a_fight(lay: Lay) -> None:
    """HV-15: in the preparation timing; its attack rise lasts for this action phase."""
    table = prepared(lay, ally("jun", "A5", hp=1), grand="dawn")
    assert table.offers() == ["grand:dawn"]
    table.answers("mina", prepare="grand:dawn")
    assert (table.hp("mina"), table.hp("jun"), table.battle["mina"].grand) == (19, 10, "")
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == 9
    table.skip_round().begins("mina").passes("mina", "move")
    assert table.asks == "activate"


def test_grand_magic_of_type_r_is_used_in_the_support_timing_once_a_fight(lay: Lay) -> None:
    """HV-33, HV-40: 13 - 6; against the next attack it is gone."""
    table = attacked(lay, grand="aegis")
    assert table.offers("mina") == ["grand:aegis", "challenge"]
    table.answers("mina", react="grand:aegis").passes("mina", "react")
    assert table.lost("mina") == 7
    table.skip_round().attacks("thorn", "blow", cell="B4", targets=["mina"])
    assert table.offers("mina") == ["challenge"]


def test_grand_magic_stays_spent_after_an_undo_that_keeps_it(lay: Lay) -> None:
    """HV-15: what came after it is taken back, it is not; taken back itself it may be used again."""
    table = prepared(lay, grand="dawn").answers("mina", prepare="grand:dawn")
    used = table.record.entries[-1].number
    table.passes("mina", "activate")
    undo(table, table.record.entries[-1].number)
    assert (table.asks, table.battle["mina"].grand, table.hp("mina")) == ("activate", "", 19)
    undo(table, used)
    assert (table.asks, table.offers(), table.hp("mina")) == ("prepare", ["grand:dawn"], 10)


def undo(table: Table, to: int) -> None:
    """The GM goes back to before an input."""
    table.session = table.session.undo(to, table.session.ticket)
    table.keep()


def test_who_falls_keeps_her_grand_magic(lay: Lay) -> None:
    """HV-45: effects on her end; what she has not used is none."""
    table = prepared(lay, ally("jun", "B6"), grand="dawn").rule("set_hp", name="mina", value=0)
    table.rule("move", name="mina", cell="A6").skip_round().begins("mina").passes("mina", "move")
    assert table.offers() == ["grand:dawn"]


def test_what_grand_magic_and_items_gave_ends_with_the_fall(lay: Lay) -> None:
    """HV-45: "all effects of skills, items, magic and grand magic on it"."""
    bless = grand("bless", effect("modify", to="ally", stat="defence", amount=2, rounds=3))
    brew = item("brew", effect("modify", to="ally", stat="attack", amount=2, rounds=3))
    fighters = (
        ally("mina", "B4", ss=9, items=["brew"], grand="bless"),
        ally("jun", "A6"),
        enemy("thorn", "B1"),
    )
    table = lay(*fighters, items=[brew], grands=[bless]).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="item:brew", ally="jun")
    table.answers("mina", prepare="grand:bless", ally="jun")
    assert len(table.battle["jun"].modifiers) == 2
    assert table.rule("set_hp", name="jun", value=0).battle["jun"].modifiers == []


# ---------------------------------------------------------------- skills, items and grand magic together


def test_skills_items_and_grand_magic_follow_in_any_order(lay: Lay) -> None:
    """HV-15: any number of different ones."""
    rise = skill("rise", attack=1)
    table = lay(
        ally("mina", "B4", ss=9, items=["tea"], grand="dawn"),
        enemy("thorn", "B3"),
        skills=[rise],
        items=[TEA],
        grands=[DAWN],
    )
    table.begins("mina").passes("mina", "move")
    assert table.offers() == ["skill:rise", "item:tea", "grand:dawn"]
    table.answers("mina", prepare="grand:dawn")
    assert table.offers() == ["skill:rise", "item:tea"]
    table.answers("mina", prepare="skill:rise")
    assert table.offers() == ["item:tea"]

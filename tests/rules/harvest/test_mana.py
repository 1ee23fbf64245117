"""Mana kept for later, and who may touch the dice: all inside the activation timing (HV-20)."""

import pytest

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, ally, effect, enemy, grand, item, reaction, skill, spell

KEEP = skill("keep", effect("touch", to="self", gift="store", count=2))
HOARD = skill("hoard", effect("touch", to="self", gift="store", count=1), type="R")
MAKE = skill("make", effect("touch", to="self", gift="produce", count=1, mana="fire"))
BLOW, WARD = spell("blow", cost="fire"), reaction("ward", defence=1)
SONG = spell("song", effect("heal", to="self", amount=1), level=1, cost="wind")
BIG = spell("big", cost="fire dark")


def storing(lay: Lay, *faces: int, using: str = "keep", **mina: object) -> Table:
    """Mina has challenged with these faces, after a skill that stores left-over mana."""
    numbers = {"action_magic": len(faces), "ss": 9} | mina
    fighters = ally("mina", "B4", **numbers), ally("jun", "A6", ss=1), enemy("thorn", "B3", ss=7)
    table: Table = lay(*fighters, magic=[BLOW, WARD, SONG, BIG], skills=[KEEP, HOARD, MAKE])
    table.begins("mina").passes("mina", "move").answers("mina", prepare=f"skill:{using}").passes(
        "mina", "prepare"
    )
    return table.rolls(*faces).answers("mina", activate="challenge")


def pool(table: Table) -> list[str]:
    """The mana that may be paid by the one who is asked."""
    shape = table.question.choices[table.asked[0]]
    assert shape.kind == "pay"
    return sorted(shape.pool)


def aimed(table: Table) -> Table:
    """Thorn attacks Mina, who is asked to react."""
    return table.attacks("thorn", "blow", cell="B4", targets=["mina"])


# ---------------------------------------------------------------- store


def test_left_over_mana_is_stored_up_to_the_count(lay: Lay) -> None:
    """HV-20: of what was not paid, as many as the skill says, of choice."""
    table = storing(lay, 4, 2, 3, 6).answers("mina", pay=["song"])
    assert (table.asks, table.offers()) == ("store", ["0=water", "1=fire", "2=dark"])
    assert "count_between" in str(table.refuses("mina", store=["0=water", "1=fire", "2=dark"]))
    table.answers("mina", store=["0=water", "2=dark"])
    assert table.battle["mina"].stored == ["water", "dark"]
    [told] = table.told("stores")
    assert told.row == "HV-20"


def test_stored_mana_joins_the_next_challenge_of_an_action_phase(lay: Lay) -> None:
    """HV-20: fire from this round and dark from the last one pay for it together."""
    table = storing(lay, 4, 6).answers("mina", pay=["song"]).answers("mina", store=["0=dark"])
    table.skip_round().begins("mina").passes("mina", "move", "prepare").rolls(3, 3)
    table.answers("mina", activate="challenge")
    assert pool(table) == ["dark", "fire", "fire"]
    table.answers("mina", pay=["big"], cell="B3")
    assert table.battle["mina"].stored == []


def test_stored_mana_joins_the_next_challenge_of_a_reaction(lay: Lay) -> None:
    """HV-20, HV-34: in either phase; a rolled earth and the stored water."""
    table = storing(lay, 4, 2).answers("mina", pay=["song"]).answers("mina", store=["0=water"])
    aimed(table).rolls(1).answers("mina", react="challenge")
    assert (pool(table), table.offers("mina")) == (["earth", "water"], ["ward"])


def test_stored_mana_alone_is_a_challenge(lay: Lay) -> None:
    """HV-20: without a die of her own."""
    table = storing(lay, 4, 2, reaction_magic=0).answers("mina", pay=["song"])
    table.answers("mina", store=["0=water"])
    aimed(table).answers("mina", react="challenge", pay=["ward"]).skip_to("begin", "jun")
    assert len(table.told("cast", "mina")) == 2


def test_stored_mana_is_lost_with_the_challenge_it_joined(lay: Lay) -> None:
    """HV-20: unused there, it is left over like any other."""
    table = storing(lay, 4, 6).answers("mina", pay=["song"]).answers("mina", store=["0=dark"])
    aimed(table).rolls(2).answers("mina", react="challenge").passes("mina", "pay")
    assert table.battle["mina"].stored == []


def test_what_was_stored_may_be_stored_again(lay: Lay) -> None:
    """HV-20: by a reaction's own gift, out of what the reaction left over."""
    table = storing(lay, 4, 6).answers("mina", pay=["song"]).answers("mina", store=["0=dark"])
    aimed(table).answers("mina", react="skill:hoard").rolls(2).answers("mina", react="challenge")
    table.answers("mina", pay=["ward"])
    assert table.offers() == ["0=dark"]
    assert table.answers("mina", store=["0=dark"]).battle["mina"].stored == ["dark"]


def test_a_phase_without_a_challenge_keeps_what_is_stored(lay: Lay) -> None:
    """HV-20: it waits for the next challenge, not for the next phase."""
    table = storing(lay, 4, 6).answers("mina", pay=["song"]).answers("mina", store=["0=dark"])
    aimed(table).passes("mina", "react").skip_round()
    assert table.battle["mina"].stored == ["dark"]


def test_the_right_to_store_is_over_with_the_phase(lay: Lay) -> None:
    """HV-20: taken in the preparation timing it is no right in a later reaction."""
    table = storing(lay, 4, using="keep").answers("mina", pay=["song"])
    aimed(table).rolls(2).answers("mina", react="challenge", pay=["ward"])
    assert table.asks != "store"


def test_where_nothing_is_payable_all_may_be_stored(lay: Lay) -> None:
    """HV-20: nothing is cast, what was rolled is left over."""
    table = storing(lay, 5, 6)
    assert (table.asks, table.offers()) == ("store", ["0=light", "1=dark"])
    assert table.answers("mina", store=["0=light", "1=dark"]).battle["mina"].stored == ["light", "dark"]


def test_nobody_has_to_store(lay: Lay) -> None:
    """HV-20."""
    assert storing(lay, 5, 6).passes("mina", "store").battle["mina"].stored == []


def test_who_falls_loses_what_she_stored(lay: Lay) -> None:
    """HV-45: it was an effect on her."""
    table = storing(lay, 5, 6).answers("mina", store=["0=light"]).rule("set_hp", name="mina", value=0)
    assert table.battle["mina"].stored == []


def test_after_the_battle_nothing_is_stored(lay: Lay) -> None:
    """HV-07."""
    table = storing(lay, 5, 6).answers("mina", store=["0=light"]).rule("set_hp", name="thorn", value=0)
    assert (table.battle["mina"].stored, table.winner) == ([], "ally")


# ---------------------------------------------------------------- by items and grand magic, in one timing


@pytest.mark.parametrize("source", ["item:lens", "grand:font"])
def test_items_and_grand_magic_touch_the_dice_like_skills(lay: Lay, source: str) -> None:
    """HV-20: between the roll and the payment."""
    lens = item("lens", effect("touch", to="self", gift="reroll", count=1))
    font = grand("font", effect("touch", to="self", gift="reroll", count=1))
    fighters = ally("mina", "B4", ss=9, items=["lens"], grand="font"), enemy("thorn", "B1")
    table = lay(*fighters, magic=[SONG], items=[lens], grands=[font]).begins("mina").passes("mina", "move")
    table.answers("mina", prepare=source).passes("mina", "prepare").rolls(1)
    table.answers("mina", activate="challenge").rolls(4).answers("mina", reroll=["0=1"])
    assert pool(table) == ["wind"]


def test_produced_mana_and_rerolled_dice_come_before_the_payment_and_storing_after(lay: Lay) -> None:
    """HV-20: all of it inside one activation timing, each as its holder likes."""
    again = skill("again", effect("touch", to="self", gift="reroll", count=1))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[SONG, BIG], skills=[KEEP, MAKE, again])
    table.begins("mina").passes("mina", "move")
    table.answers("mina", prepare="skill:keep").answers("mina", prepare="skill:make")
    table.answers("mina", prepare="skill:again").rolls(1).answers("mina", activate="challenge")
    assert table.asks == "reroll"
    table.rolls(4).answers("mina", reroll=["0=1"])
    assert (table.asks, pool(table)) == ("pay", ["fire", "wind"])
    table.answers("mina", pay=["song"])
    assert (table.asks, table.offers()) == ("store", ["0=fire"])
    table.answers("mina", store=["0=fire"])
    assert (table.battle["mina"].gifts, table.battle["mina"].stored) == ([], ["fire"])


def test_two_rights_to_store_follow_one_another(lay: Lay) -> None:
    """HV-20: the second is asked about what the first left."""
    purse = item("purse", effect("touch", to="self", gift="store", count=1))
    fighters = ally("mina", "B4", ss=9, action_magic=4, items=["purse"]), enemy("thorn", "B1")
    table = lay(*fighters, magic=[SONG], skills=[KEEP], items=[purse]).begins("mina").passes("mina", "move")
    table.answers("mina", prepare="skill:keep").answers("mina", prepare="item:purse").rolls(1, 1, 2, 3)
    table.answers("mina", activate="challenge", store=["0=earth", "2=water"])
    assert table.offers() == ["0=earth", "1=fire"]
    assert table.answers("mina", store=["1=fire"]).battle["mina"].stored == ["earth", "water", "fire"]

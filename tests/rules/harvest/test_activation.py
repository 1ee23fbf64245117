"""The activation challenge: dice, mana, magic (HV-20)."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, ally, effect, enemy, enhancement, reaction, skill, spell

REROLL = skill("reroll", effect("touch", to="self", gift="reroll", count=2))
TURN = skill("turn", effect("touch", to="self", gift="turn", count=1))
PRODUCE = skill("produce", effect("touch", to="self", gift="produce", count=2))
DARK = skill("dark", effect("touch", to="self", gift="produce", count=1, mana="dark"))

BIG = spell("big", cost="fire fire", enhancements=(enhancement("more", cost="light"),))
OTHER = spell("other", cost="earth")
SMALL = spell("small", effect("heal", to="self", amount=1), level=1, cost="water")
TINY = spell("tiny", effect("heal", to="self", amount=1), level=1, cost="wind")


def challenged(lay: Lay, *faces: int, using: tuple[str, ...] = (), **mina: object) -> Table:
    """Mina's challenge with these faces, after these skills."""
    numbers = {"action_magic": len(faces), "ss": 9} | mina
    magic = [BIG, OTHER, SMALL, TINY]
    table: Table = lay(
        ally("mina", "B6", **numbers), enemy("thorn", "B1"), magic=magic, skills=[REROLL, TURN, PRODUCE, DARK]
    )
    table.begins("mina").passes("mina", "move")
    for id in using:
        table.answers("mina", prepare=f"skill:{id}")
    return table.skip_to("activate").rolls(*faces).answers("mina", activate="challenge")


def pool(table: Table) -> list[str]:
    """The mana that may be paid."""
    shape = table.question.choices["mina"]
    assert shape.kind == "pay"
    return list(shape.pool)


def test_each_die_is_one_mana_of_its_face(lay: Lay) -> None:
    """HV-20."""
    assert pool(challenged(lay, 1, 2, 3, 4, 5, 6)) == ["earth", "water", "fire", "wind", "light", "dark"]


def test_one_mana_pays_one_symbol(lay: Lay) -> None:
    """HV-20: one fire does not pay for two."""
    assert "cannot_pay" in str(challenged(lay, 3, 2).refuses("mina", pay=["big"]))


def test_one_big_spell_and_any_number_of_level_1_spells(lay: Lay) -> None:
    """HV-20: if the pool pays for all."""
    table = challenged(lay, 3, 3, 5, 2, 4, 1)
    assert "one_of_group" in str(table.refuses("mina", pay=["big", "other"]))
    table.answers("mina", pay=["big", "big+more", "small", "tiny"]).answers("mina", cell="B5")
    assert len(table.told("cast")) == 4


def test_an_enhancement_needs_its_spell(lay: Lay) -> None:
    """HV-20."""
    assert "needs_other" in str(challenged(lay, 3, 3, 5, 2).refuses("mina", pay=["big+more"]))


def test_left_over_mana_is_lost(lay: Lay) -> None:
    """HV-20: the next challenge has its own dice alone."""
    table = challenged(lay, 2, 2, 4).answers("mina", pay=["small"])
    table.skip_round().begins("mina").skip_to("activate").rolls(4, 4, 4).answers("mina", activate="challenge")
    assert pool(table) == ["wind", "wind", "wind"]


def test_nothing_payable_nothing_happens(lay: Lay) -> None:
    """HV-20."""
    table = challenged(lay, 6, 6)
    assert (table.acting, len(table.told("casts_nothing")), table.told("attack")) == ("thorn", 1, [])


def test_nothing_paid_looks_the_same_as_nothing_payable(lay: Lay) -> None:
    """HV-20: what somebody knows and does not cast stays unknown."""
    lines = []
    for table in (challenged(lay, 6, 6), challenged(lay, 2, 6).answers("mina", pay=[])):
        lines.append([event.key for event in table.events if "cast" in event.key])
    assert lines == [["harvest.log.casts_nothing"]] * 2


def test_a_spell_needs_one_of_the_main_attributes(lay: Lay) -> None:
    """HV-20: fire is in the cost of one of them, and in no other."""
    table = challenged(lay, 3, 3, 2, attributes=["fire"])
    assert table.offers() == ["big", "big+more"]


def test_who_knows_nothing_castable_is_not_asked(lay: Lay) -> None:
    """HV-20: she would have to."""
    table = lay(ally("mina", "B6", ss=9, attributes=["dark"]), enemy("thorn", "B1"), magic=[BIG])
    assert table.begins("mina").passes("mina", "move").acting == "thorn"


def test_asking_everyone_always_tells_nothing_of_what_she_knows(lay: Lay) -> None:
    """HV-20, house rule ask_everyone: asked all the same, in every timing."""
    fighters = ally("mina", "B6", ss=9, attributes=["dark"]), enemy("thorn", "B1")
    table = lay(*fighters, magic=[BIG], ask_everyone=True).begins("mina").passes("mina", "move", "prepare")
    table.rolls(3).answers("mina", activate="challenge").passes("mina", "pay")
    assert table.acting == "thorn"


# ---------------------------------------------------------------- faces, rerolls, mana


def test_dice_of_choice_are_rerolled_in_the_activation_timing(lay: Lay) -> None:
    """HV-20: after the roll, before paying."""
    table = challenged(lay, 6, 6, 6, using=("reroll",)).rolls(3, 3)
    assert "count_between" in str(table.refuses("mina", reroll=["0=6", "1=6", "2=6"]))
    assert pool(table.answers("mina", reroll=["0=6", "2=6"])) == ["fire", "dark", "fire"]


def test_no_die_has_to_be_rerolled(lay: Lay) -> None:
    """HV-20."""
    assert pool(challenged(lay, 2, 6, using=("reroll",)).passes("mina", "reroll")) == ["water", "dark"]


def test_a_face_is_changed_to_one_of_choice(lay: Lay) -> None:
    """HV-20."""
    table = challenged(lay, 6, 3, using=("turn",)).answers("mina", turn_die="0=6", mana="fire")
    assert pool(table) == ["fire", "fire"]


def test_mana_is_produced_beside_the_dice(lay: Lay) -> None:
    """HV-20: of choice, or of the kind the effect says."""
    table = (
        challenged(lay, 1, using=("produce", "dark"))
        .answers("mina", mana="fire")
        .answers("mina", mana="fire")
    )
    assert pool(table) == ["earth", "fire", "fire", "dark"]


def test_produced_mana_alone_is_a_challenge(lay: Lay) -> None:
    """HV-20: without a die of her own."""
    table = challenged(lay, using=("produce",)).answers("mina", mana="water").answers("mina", mana="wind")
    assert pool(table) == ["water", "wind"]


def test_effects_on_dice_are_over_with_the_phase(lay: Lay) -> None:
    """HV-20: unused, they are gone in the next round."""
    table = lay(ally("mina", "B6", ss=9), enemy("thorn", "B1"), magic=[SMALL], skills=[REROLL])
    table.begins("mina").passes("mina", "move").answers("mina", prepare="skill:reroll").passes(
        "mina", "activate"
    )
    table.skip_round().begins("mina").skip_to("activate").rolls(2).answers("mina", activate="challenge")
    assert table.asks == "pay"


def test_dice_are_touched_in_a_reaction_too(lay: Lay) -> None:
    """HV-20, HV-34."""
    again = skill("again", effect("touch", to="self", gift="reroll", count=1), type="R")
    magic = [spell("blow"), reaction("ward", defence=1)]
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), magic=magic, skills=[again])
    table.attacks("mina", "blow", cell="B3", targets=["thorn"]).answers("thorn", react="skill:again")
    table.rolls(6).answers("thorn", react="challenge").rolls(2).answers("thorn", reroll=["0=6"])
    assert table.offers() == ["ward"]


def test_level_1_magic_is_no_attack(lay: Lay) -> None:
    """HV-21: no targets, no reactions; its effects happen."""
    table = challenged(lay, 2, 4, hp=10).answers("mina", pay=["small", "tiny"])
    assert (table.told("attack"), table.hp("mina"), table.acting) == ([], 12, "thorn")

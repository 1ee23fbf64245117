"""What a question adds to its words where a status is about to bite, or TP is short (HV-12, HV-15, HV-56 to HV-63)."""

from rules.engine.choices import One
from rules.registry import words
from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import Table, afflict, ally, effect, enemy, skill, spell

EMBER = spell("ember", attack=5)


def mina_with(lay: Lay, status: str, level: int, **numbers: int) -> Table:
    """Mina alone before Thorn, Mina afflicted, her phase about to begin."""
    skills = [skill("dart", tp=1), skill("storm", tp=4)]
    table: Table = lay(
        ally("mina", "B4", ss=9, **numbers),
        enemy("thorn", "B3"),
        magic=[EMBER, spell("wink", level=1)],
        skills=skills,
    )
    return table.rule("afflict", name="mina", status=status, level=level)


def asked(table: Table) -> str:
    return words("en").render(table.question.about)


def test_lament_is_told_before_she_stays(lay: Lay) -> None:
    """HV-62: 3 a level; after a step it does not bite any more."""
    table = mina_with(lay, "lament", 2).begins("mina").skip_to("move", "mina")
    assert asked(table).endswith("preparation timing. Lament 2: 6 damage without a step.")
    assert "Lament" not in asked(mina_with(lay, "burn", 2).begins("mina").passes("mina", "give_up_movement"))


def test_who_cannot_move_is_told_so(lay: Lay) -> None:
    """HV-53, HV-57: nobody is asked, and the log says why."""
    for status, row in (("paralysis", "HV-53"), ("frostbite", "HV-57")):
        table = mina_with(lay, status, 1).begins("mina")
        table.skip_to("activate", "mina")
        (told,) = table.told("cannot_move", "mina")
        assert (told.row, words("en").render(told.params["statuses"])) == (row, status.capitalize())


def test_frostbite_lifted_by_the_movement_timing_is_not_told_to_bar_it(lay: Lay) -> None:
    """HV-12, HV-57."""
    table = mina_with(lay, "frostbite", 1).begins("mina").answers("mina", give_up_movement="frostbite")
    assert table.told("cannot_move") == []


def test_the_silenced_read_why_small_magic_is_missing(lay: Lay) -> None:
    """HV-61."""
    table = mina_with(lay, "silence", 2).begins("mina").skip_to("activate", "mina").rolls(3)
    assert asked(table.answers("mina", activate="challenge")).endswith("Silence: no level-1 magic.")
    assert table.offers() == ["ember"]


def test_the_panicked_read_that_ranges_stay(lay: Lay) -> None:
    """HV-63."""
    table = mina_with(lay, "panic", 2).begins("mina").skip_to("activate", "mina").rolls(3)
    assert asked(table.answers("mina", activate="challenge")).endswith(
        "Panic: ranges are neither added to nor changed."
    )


def test_the_preparation_says_the_tp_and_what_it_does_not_pay(lay: Lay) -> None:
    """HV-15, HV-56: under pressure 1 the storm costs 5, and she has 3 of 7."""
    table = mina_with(lay, "pressure", 1, tp=3, max_tp=7).begins("mina").passes("mina", "move")
    table.passes("mina", "give_up_preparation")
    assert (table.asks, table.offers()) == ("prepare", ["skill:dart"])
    assert asked(table).endswith("TP 3 of 7. Too little TP for: Storm (5).")


def test_the_mad_are_warned_where_tp_is_spent(lay: Lay) -> None:
    """HV-58."""
    table = mina_with(lay, "madness", 1).begins("mina").passes("mina", "move")
    assert asked(table).endswith("Madness: who has no TP left is incapacitated.")


def test_a_ruling_on_tp_is_read_in_the_open_question(lay: Lay) -> None:
    """HV-15: the question is put anew."""
    table = mina_with(lay, "poison", 1).begins("mina").passes("mina", "move")
    assert "TP 10 of 10." in asked(table)
    assert "TP 2 of 10. Too little TP for: Storm (4)." in asked(table.rule("set_tp", name="mina", value=2))


def test_giving_a_timing_up_names_level_and_effect(lay: Lay) -> None:
    """HV-12, HV-55."""
    shape = mina_with(lay, "burn", 2).begins("mina").question.choices["mina"]
    assert isinstance(shape, One)
    (option,) = shape.options
    assert option.note is not None
    read = words("en").render
    assert (read(option.label), read(option.note)) == (
        "Burn 2",
        "2 damage at the start of each own action phase",
    )


# ---------------------------------------------------------------- what the log opens into


def test_confusion_has_a_line_of_its_own(lay: Lay) -> None:
    """HV-60: whom it made a target, before the attack is told."""
    fighters = ally("mina", "B4", ss=9), ally("jun", "A6"), enemy("thorn", "B3")
    table = lay(*fighters, magic=[EMBER]).rule("afflict", name="mina", status="confusion", level=1)
    table.attacks("mina", "ember", cell="B3", targets=["thorn"])
    (told,) = table.told("confused_self", "mina")
    assert (told.row, table.told("attack")[-1].row) == ("HV-60", "HV-24")


def test_what_skills_do_opens_into_their_own_row(lay: Lay) -> None:
    """HV-15, HV-33, HV-41: not into that of added effects."""
    balm = skill("balm", effect("heal", to="self", amount=2))
    table = lay(ally("mina", "B4", ss=9, hp=5), enemy("thorn", "B1"), skills=[balm]).begins("mina")
    table.passes("mina", "move").answers("mina", prepare="skill:balm")
    assert [event.row for event in table.told("heal")] == ["HV-15"]


def test_a_status_given_says_until_when(lay: Lay) -> None:
    """HV-42, HV-64."""
    hymn = spell("hymn", afflict("awakening", 1, "self", 1), level=1)
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B1"), magic=[hymn]).casts("mina", "hymn")
    (told,) = table.told("afflict", "mina")
    read = words("en").render(told.params["long"])
    assert read == "until SS 9 of round 2"


def test_a_creatures_ss_is_not_told_with_a_status(lay: Lay) -> None:
    """HV-42: only the round."""
    curse = spell("curse", afflict("burn", 1, "enemies", 1), level=1)
    table = lay(enemy("thorn", "B1", ss=9), ally("mina", "B4"), magic=[curse]).casts("thorn", "curse")
    assert words("en").render(table.told("afflict", "mina")[0].params["long"]) == "until round 2"

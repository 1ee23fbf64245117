"""The magic attack: range, targets, the order of its steps (HV-21, HV-22, HV-24, HV-27)."""

from tests.rules.harvest.conftest import Lay
from tests.rules.harvest.table import (
    FRONT,
    LR,
    Table,
    add,
    afflict,
    ally,
    around,
    change,
    effect,
    end,
    enemy,
    enhancement,
    fix,
    line,
    reaction,
    spell,
)

BLOW = spell("blow", attack=4)
WIDE = spell("wide", level=1, range=add(line(1, *LR)))
LONG = spell("long", level=1, range=add(line(3, *FRONT)))
NEAR_OR_FAR = spell(
    "throw", range=change(end(2, *FRONT)), enhancements=(enhancement("far", range=change(end(3, *FRONT))),)
)
RING = spell("ring", range=fix(line(1)), enhancements=(enhancement("cross", range=fix(end(2))),))
STORM = spell("storm", attack=4, range=change(around(5)))


def attacked(lay: Lay, *magic: str) -> Table:
    """Mina at B5 casts; somebody stands on every cell that could be reached."""
    foes = [enemy(cell.lower(), cell) for cell in ("B2", "B3", "B4", "A5", "C5", "B6")]
    spells = [BLOW, WIDE, LONG, NEAR_OR_FAR, RING]
    table: Table = lay(ally("mina", "B5", ss=9, action_magic=3), *foes, magic=spells)
    return table.casts("mina", *magic)


# ---------------------------------------------------------------- range


def test_an_attack_covers_one_neighbouring_cell_of_choice(lay: Lay) -> None:
    """HV-21: front, back, left or right."""
    table = attacked(lay, "blow")
    assert (table.asks, table.offers()) == ("cell", ["B4", "A5", "C5", "B6"])
    assert table.answers("mina", cell="C5").offers() == ["c5"]


def test_an_added_range_joins_the_cell_of_choice(lay: Lay) -> None:
    """HV-21, HV-22: counted from the caster, not from that cell."""
    assert attacked(lay, "blow", "wide").answers("mina", cell="B6").offers() == ["a5", "c5", "b6"]


def test_two_additions_are_both_added(lay: Lay) -> None:
    """HV-22."""
    table = attacked(lay, "blow", "wide", "long").answers("mina", cell="B6")
    assert table.offers() == ["b2", "b3", "b4", "a5", "c5", "b6"]


def test_of_two_changes_the_caster_picks_one(lay: Lay) -> None:
    """HV-22: additions follow the change."""
    table = attacked(lay, "throw", "throw+far", "wide")
    assert (table.asks, table.offers()) == ("range", ["throw", "throw+far"])
    assert table.answers("mina", range="throw+far").offers() == ["b2", "a5", "c5"]


def test_of_two_fixes_the_caster_picks_one(lay: Lay) -> None:
    """HV-22: and nothing is added."""
    table = attacked(lay, "ring", "ring+cross", "wide")
    assert table.offers() == ["ring", "ring+cross"]
    assert table.answers("mina", range="ring+cross").offers() == ["b3"]


# ---------------------------------------------------------------- targets


def hit(lay: Lay, *targets: str, **mina: int) -> Table:
    """Mina's storm reaches everybody."""
    fighters = ally("mina", "B4", ss=9, **mina), ally("jun", "A4"), enemy("thorn", "B3"), enemy("moth", "A3")
    table: Table = lay(*fighters, magic=[STORM]).casts("mina", "storm")
    return table.answers("mina", targets=list(targets)).nobody_reacts()


def test_targets_are_as_many_as_she_likes_none_forced_never_herself(lay: Lay) -> None:
    """HV-24: her own camp among them."""
    table = lay(ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3"), magic=[STORM])
    assert table.casts("mina", "storm").offers() == ["thorn", "jun"]
    table.answers("mina", targets=["jun"]).nobody_reacts()
    assert (table.lost("jun"), table.lost("thorn")) == (4, 0)


def test_no_target_at_all_still_lets_the_own_effects_happen(lay: Lay) -> None:
    """HV-24, settled: nobody in range, or nobody chosen."""
    song = spell("song", effect("heal", to="self", amount=5), afflict("burn", 1))
    for thorn in ("B1", "B3"):
        table = lay(ally("mina", "B4", ss=9, hp=10), enemy("thorn", thorn), magic=[song])
        table.casts("mina", "song").answers("mina", cell="B3")
        if table.asks == "targets":
            table.answers("mina", targets=[])
        assert (table.hp("mina"), table.level("thorn", "burn")) == (15, None)


def test_whom_an_effect_names_is_no_target(lay: Lay) -> None:
    """HV-24, settled: the healed ally is asked for no reaction, and takes no damage."""
    song = spell("song", effect("heal", to="ally", amount=5), attack=4)
    fighters = ally("mina", "B4", ss=9), ally("jun", "A6", hp=10), enemy("thorn", "B3")
    table = lay(*fighters, magic=[song, reaction("ward")])
    table.attacks("mina", "song", cell="B3", targets=["thorn"]).passes("thorn", "react").answers(
        "mina", ally="jun"
    )
    assert (table.hp("jun"), table.lost("thorn")) == (15, 4)


def test_range_and_targets_stay_as_they_were_chosen(lay: Lay) -> None:
    """HV-24, settled: a target carried out of the range before the damage is hit, one carried into it is not."""
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "C1")
    table = lay(*fighters, magic=[BLOW, reaction("ward")]).attacks(
        "mina", "blow", cell="B3", targets=["thorn"]
    )
    table.rule("move", name="thorn", cell="A1").rule("move", name="moth", cell="B3").passes("thorn", "react")
    assert (table.lost("thorn"), table.lost("moth")) == (4, 0)


def test_targets_that_leave_while_they_are_chosen_leave_the_attack_standing(lay: Lay) -> None:
    """HV-24, settled: nobody is left in range; her own effects still happen."""
    song = spell("song", effect("heal", to="self", amount=5))
    table = lay(ally("mina", "B4", ss=9, hp=10), enemy("thorn", "B3"), enemy("moth", "C1"), magic=[song])
    table.casts("mina", "song").answers("mina", cell="B3").rule("move", name="thorn", cell="A1")
    assert (table.asks, table.offers()) == ("targets", [])
    assert table.answers("mina", targets=[]).hp("mina") == 15


# ---------------------------------------------------------------- the steps


def test_the_steps_of_an_attack_follow_each_other(lay: Lay) -> None:
    """HV-27: reactions of all, damage to all, then the action side's effects, then the reaction side's."""
    gale = spell("gale", afflict("burn", 1), attack=4, range=change(around(1)))
    spite = reaction("spite", afflict("poison", 1, to="attacker"))
    table = lay(ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "A3"), magic=[gale, spite])
    table.attacks("mina", "gale", targets=["thorn", "moth"]).answers("gm", reaction_order=["moth", "thorn"])
    table.reacts("moth", "spite").passes("thorn", "react")
    shown = [e.key.rsplit(".", 1)[-1] + ":" + e.about[0] for e in table.events if e.about]
    assert shown[shown.index("attack:mina") :] == [
        *("attack:mina", "roll:moth", "cast:moth"),
        *("hurt:moth", "hurt:thorn", "afflict:moth", "afflict:thorn", "afflict:mina"),
    ]


def test_damage_to_all_targets_is_one_batch(lay: Lay) -> None:
    """HV-27, HV-06: the last enemy falls first, and the friend behind it is hit all the same."""
    fighters = ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3", hp=1)
    table = lay(*fighters, magic=[STORM]).attacks("mina", "storm", targets=["thorn", "jun"]).nobody_reacts()
    assert (table.winner, [event.about[0] for event in table.told("hurt")]) == ("ally", ["thorn", "jun"])


def test_one_who_falls_changes_nothing_for_the_next_of_the_batch(lay: Lay) -> None:
    """HV-27: both are hit."""
    table = hit(lay, "thorn", "moth")
    assert (table.lost("thorn"), table.lost("moth")) == (4, 4)


def test_small_magic_lends_its_attack_to_the_big_one(lay: Lay) -> None:
    """HV-20, HV-40: all that is cast together rises the one attack."""
    kindle = spell("kindle", level=1, attack=3)
    table = lay(ally("mina", "B4", ss=9, action_magic=2), enemy("thorn", "B3"), magic=[BLOW, kindle])
    table.attacks("mina", "blow", "kindle", cell="B3", targets=["thorn"]).nobody_reacts()
    assert table.lost("thorn") == 7


# ---------------------------------------------------------------- who leaves in the middle


def struck(lay: Lay) -> Table:
    """Thorn is asked to react to Mina's attack, with Jun in range as well."""
    song = spell("song", effect("heal", to="ally", amount=5), attack=4, range=change(around(1)))
    spite = reaction("spite", effect("heal", to="self", amount=2))
    fighters = ally("mina", "B4", ss=9), ally("jun", "A4"), enemy("thorn", "B3"), enemy("moth", "C1")
    table: Table = lay(*fighters, magic=[song, spite])
    return table.attacks("mina", "song", targets=["thorn", "jun"]).answers(
        "gm", reaction_order=["thorn", "jun"]
    )


def test_a_caster_removed_in_mid_attack_strikes_nobody(lay: Lay) -> None:
    """HV-45: her effects are dropped with her; the reactors' happen."""
    table = struck(lay).rule("set_hp", name="thorn", value=10).rule("remove", name="mina")
    table.reacts("thorn", "spite").passes("jun", "react")
    assert (table.hp("thorn"), table.lost("jun"), table.asks) == (12, 0, "begin")


def test_a_caster_who_fell_strikes_all_the_same(lay: Lay) -> None:
    """HV-45, settled: her own effects are dropped, the attack goes on, and so do the effects of who reacted."""
    table = struck(lay).rule("set_hp", name="mina", value=0).reacts("thorn", "spite").passes("jun", "react")
    assert (table.lost("thorn"), table.lost("jun")) == (2, 4)
    assert table.told("heal", "thorn")


def test_a_target_removed_while_it_is_asked_leaves_the_others_hit(lay: Lay) -> None:
    """HV-30."""
    table = struck(lay).rule("remove", name="thorn").passes("jun", "react").answers("mina", ally="mina")
    assert (table.lost("jun"), table.asks) == (4, "begin")


def test_targets_removed_while_their_order_is_asked(lay: Lay) -> None:
    """HV-30: the one who cannot react is hit all the same."""
    storm, spite = spell("storm", attack=4, range=change(around(5))), reaction("spite", cost="dark")
    fighters = (
        ally("mina", "B4", ss=9),
        enemy("thorn", "B1"),
        enemy("moth", "C2"),
        enemy("owl", "A3", reaction_magic=0),
    )
    table = lay(*fighters, magic=[storm, spite]).attacks("mina", "storm", targets=["thorn", "moth", "owl"])
    table.rule("remove", name="thorn").rule("remove", name="moth")
    assert (table.lost("owl"), table.asks) == (4, "begin")


def test_a_target_removed_while_the_order_is_asked_of_everyone(lay: Lay) -> None:
    """HV-30, house rule ask_everyone: only who stands is in the order."""
    fighters = ally("mina", "B4", ss=9), enemy("thorn", "B3"), enemy("moth", "A3"), enemy("owl", "C3")
    table = lay(*fighters, magic=[STORM], ask_everyone=True).attacks(
        "mina", "storm", targets=["thorn", "moth", "owl"]
    )
    table.rule("remove", name="moth")
    assert (table.asks, table.offers()) == ("reaction_order", ["thorn", "owl"])


def test_an_attack_cut_before_the_damage_does_none(lay: Lay) -> None:
    """HV-27: costs paid stay paid, the next character acts."""
    table = struck(lay).rule("cut", frame="action")
    assert (table.lost("thorn"), table.lost("jun"), table.asks) == (0, 0, "begin")


def test_a_reaction_cut_short_leaves_the_attack(lay: Lay) -> None:
    """HV-31."""
    table = struck(lay).rule("cut", frame="reaction").passes("jun", "react")
    assert (table.lost("thorn"), table.asks) == (4, "ally")
    table.answers("mina", ally="mina")


def test_effects_cut_short_leave_those_of_the_reactors(lay: Lay) -> None:
    """HV-41."""
    table = struck(lay).reacts("thorn", "spite").passes("jun", "react").rule("cut", frame="action")
    assert (table.lost("thorn"), table.asks) == (2, "begin")

"""Every status: what it does, and what ends it (KG-36)."""

import pytest

from rules.engine.flow import GM
from rules.engine.text import Text
from rules.kamigakari.numbers import value
from rules.kamigakari.state import Status
from rules.kamigakari.terms import Stat, StatusKey, Timing
from rules.registry import words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import (
    Table,
    art,
    bonus,
    cost,
    effect,
    foe,
    hero,
    spell,
    status,
    talent,
    weapon,
)

BLADE = weapon("blade")
BOW = weapon("bow", "ranged", distance={"kind": "zone"})
CHECKED = (Stat.ACCURACY, Stat.INVOCATION, Stat.EVASION, Stat.RESIST, Stat.INSIGHT, Stat.ENDURANCE)


def suffering(lay: Lay, *statuses: object, **numbers: object) -> Table:
    """Rin with these statuses, an owl far away."""
    return lay(hero("rin", "D9", statuses=list(statuses), **numbers), foe("owl", "L1"), BLADE, BOW)


def changed(table: Table, who: str = "rin") -> dict[str, int]:
    """The stats that are not 0."""
    found = {stat.value: value(table.battle, table.battle[who], stat) for stat in CHECKED}
    return {stat: number for stat, number in found.items() if number}


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("prone", {"accuracy": -2, "evasion": -2}),
        ("dark", {"accuracy": -2, "invocation": -2}),
        ("flight", {"accuracy": 1, "invocation": 1}),
        ("ambush", {"accuracy": 2, "invocation": 2}),
        *((key, {}) for key in ("poison", "pain", "paralysis", "immobile", "cover", "hidden")),
    ],
)
def test_what_a_status_does_to_checks(lay: Lay, key: str, change: dict[str, int]) -> None:
    """KG-36: prone accuracy and evasion -2, dark active checks -2, flight +1, ambush +2."""
    assert changed(suffering(lay, key)) == change


def test_statuses_add_up(lay: Lay) -> None:
    """KG-36."""
    assert changed(suffering(lay, "prone", "dark")) == {"accuracy": -4, "evasion": -2, "invocation": -2}


def test_an_npc_in_pain_checks_with_2_less(lay: Lay) -> None:
    """KG-36: every check, in place of a die."""
    table = lay(hero("rin", "D9"), foe("owl", "L1", statuses=["pain"]))
    assert changed(table, "owl") == {stat.value: -2 for stat in CHECKED}


def test_a_status_stands_in_a_check(lay: Lay) -> None:
    """KG-36: in the dark a roll of 3 and 4 makes 5."""
    table = suffering(lay, "dark").rolls(3, 4).attacks("rin", "bow", "owl")
    assert table.told("check", "rin")[0].params["total"] == 5


# ---------------------------------------------------------------- what ends them


@pytest.mark.parametrize(
    ("key", "timing"),
    [("prone", "preparation"), ("dark", "attack"), ("pain", "attack")],
)
def test_spending_a_timing_ends_it(lay: Lay, key: str, timing: str) -> None:
    """KG-36: prone for preparation, dark and pain for attack."""
    table = suffering(lay, key).acts("rin", f"cure:{key}")
    assert not table.has("rin", key)
    assert table.spent("rin") == [Timing(timing)]


@pytest.mark.parametrize("key", ["immobile", "cover", "hidden", "ambush", "flight", "paralysis"])
def test_other_statuses_are_not_shaken_off(lay: Lay, key: str) -> None:
    """KG-36: they end by what their row says, or a talent."""
    assert f"cure:{key}" not in suffering(lay, key).offers()


def test_without_the_timing_there_is_no_shaking_off(lay: Lay) -> None:
    """KG-36, KG-34: a combat move has spent preparation."""
    table = suffering(lay, "prone").acts("rin", "move:combat").answers("rin", move=["D8"])
    assert "cure:prone" not in table.offers()


def test_a_talent_ends_a_status(lay: Lay) -> None:
    """KG-36: of any kind, immobile too; of somebody without it nothing would end, so nobody else is offered."""
    free = talent(
        "free",
        effect("cure", "targets", status="immobile"),
        timing="preparation",
        distance={"kind": "zone"},
        target={"kind": "characters", "count": 2},
    )
    table = lay(
        hero("rin", "D9", statuses=["immobile"]), hero("mo", "D8", initiative=1), foe("owl", "L1"), free
    )
    table.acts("rin", "talent:free")
    assert table.offers() == ["rin"]
    table.answers("rin", whom=["rin"])
    assert not table.has("rin", "immobile")
    assert [event.about for event in table.told("cure")] == [("rin",)]


def test_a_new_status_replaces_the_old_one(lay: Lay) -> None:
    """KG-36: poison 2 in place of poison 5."""
    table = suffering(lay, ("poison", 5)).rule("give", name="rin", status="poison", level=2)
    assert [each.level for each in table.battle["rin"].statuses] == [2]


def test_a_monster_may_be_immune(lay: Lay) -> None:
    """KG-36."""
    table = lay(hero("rin", "D9"), foe("owl", "D8", immune=[StatusKey.DARK]), art("blind", status("dark")))
    table.attacks("rin", "blind", "owl", dice=(6, 4))
    assert not table.has("owl", "dark")
    assert table.told("immune", "owl")


# ---------------------------------------------------------------- poison


def test_poison_takes_its_level_after_each_end_timing(lay: Lay) -> None:
    """KG-36, KG-32: round after round; no armour helps."""
    table = suffering(lay, ("poison", 3), armour=9).skip_round()
    assert table.lost("rin") == 3
    table.skip_round()
    assert table.lost("rin") == 6


@pytest.mark.parametrize(
    ("faces", "is_over"), [((4, 5), True), ((4, 4), False), ((6, 6), True), ((1, 1), False)]
)
def test_an_endurance_check_against_its_strength_ends_poison(
    lay: Lay, faces: tuple[int, int], is_over: bool
) -> None:
    """KG-36: 2 + 9 against 11; a critical succeeds, a fumble fails; preparation is spent either way."""
    table = suffering(lay, Status(StatusKey.POISON, 3, 11), endurance=2)
    table.rolls(*faces).acts("rin", "cure:poison")
    assert table.has("rin", "poison") is not is_over
    assert table.spent("rin") == [Timing.PREPARATION]
    assert bool(table.told("still", "rin")) is not is_over


def test_poison_can_be_the_end(lay: Lay) -> None:
    """KG-36, KG-35: those who have no life left fall at once."""
    table = lay(hero("rin", "D9", life=2, statuses=[("poison", 3)]), foe("owl", "L1"), foe("bat", "L3"))
    table.skip_to("end")
    assert table.has("rin", "faint")
    assert table.asked == [GM]


# ---------------------------------------------------------------- paralysis, immobile, faint


def test_paralysis_takes_one_preparation_and_one_attack(lay: Lay) -> None:
    """KG-36: she may still step."""
    table = suffering(lay, "paralysis")
    assert table.offers() == ["move:step"]
    assert table.told("paralysed", "rin")


def test_paralysis_ends_by_spending_the_end_timing(lay: Lay) -> None:
    """KG-36: next turn everything is back."""
    table = suffering(lay, "paralysis").skip_to("end_timing", "rin")
    assert table.offers() == ["cure:paralysis"]
    table.answers("rin", end_timing="cure:paralysis")
    assert not table.has("rin", "paralysis")
    assert "weapon:bow" in table.skip_to("turn", "rin").offers()


def test_paralysis_that_is_not_shaken_off_takes_the_next_turn_too(lay: Lay) -> None:
    """KG-36: one preparation and one attack of each turn that it lasts."""
    table = suffering(lay, "paralysis").skip_to("end_timing", "rin").passes("rin", "end_timing")
    assert table.skip_to("turn", "rin").offers() == ["move:step"]
    assert len(table.told("paralysed", "rin")) == 2


def test_paralysis_given_in_the_own_turn_takes_nothing_of_it(lay: Lay) -> None:
    """KG-36: it takes timings when a turn begins."""
    table = suffering(lay).rule("give", name="rin", status="paralysis")
    assert "weapon:bow" in table.offers()


def test_in_a_faint_nobody_does_anything(lay: Lay) -> None:
    """KG-36: no turn of choice, no talent at any timing."""
    song = talent("song", bonus(1), timing="start")
    table = lay(hero("rin", "D9", statuses=["faint"]), foe("owl", "L1"), BOW, song)
    assert table.acting == "owl"
    table.skip_round()
    assert not table.told("uses", "rin")


def test_with_no_life_left_she_faints(lay: Lay) -> None:
    """KG-35, KG-36: a player's character faints, other statuses end; a monster is down."""
    table = suffering(lay, "dark").rule("set_life", name="rin", value=0)
    assert [each.key for each in table.battle["rin"].statuses] == [StatusKey.FAINT]
    table = suffering(lay).rule("set_life", name="owl", value=0)
    assert table.battle["owl"].statuses == []
    assert table.told("down", "owl")


def test_healing_does_not_reach_the_fallen(lay: Lay) -> None:
    """KG-35, KG-36: a faint ends by the spirit crest, or a ruling."""
    rally = talent("rally", effect("recover", "allies", amount=5), timing="preparation")
    table = lay(hero("rin", "D9"), hero("mo", "D8", initiative=1), foe("owl", "L1"), rally)
    table.rule("set_life", name="mo", value=0).rule("set_life", name="rin", value=50)
    table.acts("rin", "talent:rally")
    assert (table.life("rin"), table.life("mo")) == (55, 0)


# ---------------------------------------------------------------- cover, hidden, ambush


def test_cover_helps_against_those_who_are_not_engaged(lay: Lay) -> None:
    """KG-36: -5 for the attacker, which is 5 for the one in cover."""
    covered = hero("rin", "D9", statuses=["cover"])
    table = lay(covered, foe("owl", "L1", weapons=["bow"], accuracy=2), BOW).passes("rin", "turn")
    table.rolls(2, 3).attacks("owl", "bow", "rin")
    assert table.lost("rin") == 0
    assert table.told("contest_won", "rin")[0].params == {"who": "Rin", "active": 9, "passive": 10}


def test_cover_does_not_help_against_those_engaged(lay: Lay) -> None:
    """KG-36."""
    covered = hero("rin", "D9", statuses=["cover"])
    table = lay(covered, foe("hound", "D8", weapons=["blade"], accuracy=2, dicing=(1, 3)), BLADE)
    table.passes("rin", "turn").rolls(2, 3, 1).attacks("hound", "blade", "rin")
    assert table.lost("rin") == 4


def test_nobody_strikes_a_hidden_enemy(lay: Lay) -> None:
    """KG-36: by no distance, area or combat zone; its friends may help it."""
    storm = art("storm", target={"kind": "zone"}, distance={"kind": "zone"})
    mend = talent(
        "mend",
        effect("recover", "targets", amount=5),
        timing="preparation",
        distance={"kind": "zone"},
        target={"kind": "characters"},
    )
    people = hero("rin", "D9", statuses=["hidden"]), hero("mo", "D8", initiative=1)
    table = lay(*people, foe("owl", "L1", statuses=["hidden"]), foe("bat", "L3"), storm, mend)
    table.acts("rin", "talent:storm")
    assert table.offers() == ["bat", "mo"]
    table.rolls(1, 2).answers("rin", targets=["bat"])
    for name in ("rin", "mo", "owl"):
        table.rule("set_life", name=name, value=50)
    table.acts("mo", "talent:mend")
    assert table.offers() == ["rin", "mo", "bat"]


def test_a_friend_beside_the_hidden_one_reaches_it(lay: Lay) -> None:
    """KG-36, KG-31: what helps those engaged helps it too; an enemy beside it does not find it so."""
    mend = talent(
        "mend",
        effect("recover", "targets", amount=5),
        timing="preparation",
        distance={"kind": "engaged"},
        target={"kind": "characters"},
    )
    people = hero("rin", "D9"), hero("mo", "D8", statuses=["hidden"], initiative=1)
    table = lay(*people, foe("owl", "E9", statuses=["hidden"]), foe("bat", "L3"), mend)
    for name in ("rin", "mo"):
        table.rule("set_life", name=name, value=50)
    table.acts("rin", "talent:mend")
    assert table.offers() == ["rin", "mo"]


def test_who_attacks_is_hidden_no_more(lay: Lay) -> None:
    """KG-36: it shows itself with the attack."""
    people = hero("rin", "D9"), foe("owl", "L1", statuses=["hidden"], weapons=["bow"], accuracy=0)
    table = lay(*people, BOW).passes("rin", "turn").rolls(4, 5).attacks("owl", "bow", "rin")
    assert not table.has("owl", "hidden")


def test_the_hidden_are_engaged_with_nobody(lay: Lay) -> None:
    """KG-36, KG-30: they hold nobody, nobody holds them, and they declare no engagement."""
    table = lay(hero("rin", "D9"), foe("owl", "D8", statuses=["hidden"]), foe("bat", "L1"), BLADE)
    assert "move:full" in table.offers()
    table.acts("rin", "move:full").answers("rin", full_move="H9").skip_to("turn", "owl")
    assert "move:full" in table.offers()


def test_a_hidden_one_walks_past_everybody(lay: Lay) -> None:
    """KG-36, KG-30: nobody sees it, so nobody stops it."""
    table = lay(hero("rin", "D9", statuses=["hidden"]), foe("owl", "F8"), BLADE)
    table.acts("rin", "move:full").answers("rin", full_move="H9")
    assert table.at("rin") == "H9"


def test_who_walks_onto_a_hidden_enemy_stops_and_finds_it(lay: Lay) -> None:
    """KG-36: its square looks free."""
    table = lay(hero("rin", "D9"), foe("owl", "F9", statuses=["hidden"]), foe("bat", "L1"), BLADE)
    table.acts("rin", "move:full")
    assert {"F9", "G9"} <= set(table.offers())
    table.answers("rin", full_move="G9")
    assert table.at("rin") == "E9"
    assert not table.has("owl", "hidden")
    assert table.told("finds", "rin")


def test_who_comes_to_the_map_finds_a_hidden_enemy_too(lay: Lay) -> None:
    """KG-36: and is placed on another square."""
    table = lay(hero("rin"), foe("owl", "C10", statuses=["hidden"])).answers("rin", place="C10")
    assert not table.has("owl", "hidden")
    assert (table.asks, "C10" in table.offers()) == ("place", False)
    table.answers("rin", place="D10")
    assert table.at("rin") == "D10"


def test_an_ambush_is_for_the_first_attack(lay: Lay) -> None:
    """KG-36: +2 on the check and +5 damage, then it is over."""
    table = suffering(lay, "ambush").attacks("rin", "bow", "owl", dice=(3, 4))
    assert table.told("check", "rin")[0].params["total"] == 9
    assert table.lost("owl") == 4 + 5
    assert not table.has("rin", "ambush")


def test_an_ambush_that_misses_is_over_too(lay: Lay) -> None:
    """KG-36."""
    table = suffering(lay, "ambush").attacks("rin", "bow", "owl", dice=(1, 1))
    assert not table.has("rin", "ambush")


# ---------------------------------------------------------------- flight


KNOCK = art("knock", status("prone"))


def test_knocked_prone_in_flight_she_falls_for_20(lay: Lay) -> None:
    """KG-36, KG-27: acrobatics against the fall, no armour; the flight is over, and she is prone."""
    table = lay(hero("rin", "D9"), foe("owl", "D8", statuses=["flight"], armour=5, acrobatics=3), KNOCK)
    table.attacks("rin", "knock", "owl", dice=(6, 4))
    assert table.lost("owl") == (6 - 5) + (20 - 10)
    assert not table.has("owl", "flight")
    assert table.has("owl", "prone")


def test_she_rolls_acrobatics_against_the_fall(lay: Lay) -> None:
    """KG-26, KG-27: a fumble is no help at all."""
    flying = hero("rin", "D9", statuses=["flight"], acrobatics=4)
    table = lay(flying, foe("owl", "D8", talents=["knock"], accuracy=9, dicing=(0, 0)), KNOCK).passes(
        "rin", "turn"
    )
    table.attacks("owl", "knock", "rin", dice=(1, 2, 1, 1))
    assert table.lost("rin") == 20
    assert table.has("rin", "prone")


def test_a_fall_of_no_damage_still_leaves_her_prone(lay: Lay) -> None:
    """KG-36: she was knocked prone."""
    table = lay(hero("rin", "D9"), foe("owl", "D8", statuses=["flight"], armour=9, acrobatics=15), KNOCK)
    table.attacks("rin", "knock", "owl", dice=(6, 4))
    assert table.lost("owl") == 0
    assert table.has("owl", "prone")


def test_a_ruling_knocks_her_down_too(lay: Lay) -> None:
    """KG-36, KG-27: the GM gives prone."""
    table = suffering(lay, "flight").rule("give", name="rin", status="prone")
    assert table.lost("rin") == 20
    assert not table.has("rin", "flight")


def test_who_cannot_be_prone_flies_on(lay: Lay) -> None:
    """KG-36: immune."""
    people = hero("rin", "D9"), foe("owl", "D8", statuses=["flight"], immune=[StatusKey.PRONE], armour=9)
    table = lay(*people, KNOCK).attacks("rin", "knock", "owl", dice=(6, 4))
    assert table.has("owl", "flight")
    assert table.lost("owl") == 0


# ---------------------------------------------------------------- pain


def test_pain_makes_the_lowest_die_1(lay: Lay) -> None:
    """KG-36: 3 and 5 count as 1 and 5, and the 1 is not swapped."""
    table = lay(hero("rin", "D9", statuses=["pain"], spirits=[6]), foe("owl", "D8", resist=9), spell("hex"))
    table.rolls(3, 5).attacks("rin", "hex", "owl")
    assert table.asks == "manipulate"
    assert table.offers() == ["1>0"]
    table.answers("rin", manipulate="1>0")
    assert table.told("check", "rin")[0].params["total"] == 7


def _ended_by(table: Table, who: str = "rin") -> str:
    by = table.told("cure", who)[-1].params["by"]
    return words("en").render(by) if isinstance(by, Text) else ""


def test_the_log_says_what_ended_a_status(lay: Lay) -> None:
    """KG-36: a timing, an attack, a talent."""
    assert _ended_by(suffering(lay, "prone").acts("rin", "cure:prone")) == "preparation spent on it"
    shot = suffering(lay, "ambush").attacks("rin", "bow", "owl", dice=(4, 3))
    assert _ended_by(shot) == "by attacking"
    balm = talent("balm", effect("cure", status="dark"), timing="preparation")
    healed = lay(hero("rin", "D9", statuses=["dark"]), foe("owl", "L1"), balm).acts("rin", "talent:balm")
    assert _ended_by(healed) == "Balm"


def test_life_that_nobody_misses_is_not_told(lay: Lay) -> None:
    """KG-33: the talent is used for its dice; of a character all know that she lacks nothing."""
    rest = talent("rest", effect("renew", count=1), effect("recover", amount=3), timing="preparation")
    rin = hero("rin", "D9", spirits=[4])
    table = lay(rin, foe("owl", "L1"), rest, spell("ember", cost=cost("4")))
    table.rule("set_die", name="rin", die=1, face=4, spent=True).rolls(2).acts("rin", "talent:rest")
    assert table.told("renews", "rin")
    assert not table.told("heal", "rin")

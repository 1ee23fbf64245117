"""What the GM rules: changes of the table; what does not fit is refused in words, and nothing has changed."""

import pytest

from rules.engine.errors import Refused
from rules.engine.flow import GM
from rules.engine.ruling_forms import RulingForm
from rules.engine.text import Text
from rules.engine.view import GAME_MASTER
from rules.kamigakari.entries import Monster
from rules.kamigakari.movement import may_declare
from rules.kamigakari.rulings import SetTiming, set_timing
from rules.kamigakari.terms import StatusKey, Timing
from rules.registry import LANGUAGES, words
from tests.rules.kamigakari.conftest import Lay
from tests.rules.kamigakari.table import Table, art, cost, effect, foe, hero, minus, talent, weapon

HOUND = Monster.model_validate(
    {"id": "hound", "name": {"en": "Hound"}, "stats": {"initiative": 3}, "life": 30}
)
BOW = weapon("bow", "ranged", distance={"kind": "zone"})


def duel(lay: Lay, **numbers: object) -> Table:
    """Rin and an owl far apart."""
    return lay(hero("rin", "B4", **numbers), foe("owl", "L1"), HOUND, BOW)


# ---------------------------------------------------------------- what works


def test_life_is_set(lay: Lay) -> None:
    """KG-35: down to 0, where she faints."""
    table = duel(lay).rule("set_life", name="rin", value=7)
    assert table.life("rin") == 7
    table.rule("set_life", name="rin", value=0)
    assert table.has("rin", "faint")
    assert table.at("rin") == ""


def test_somebody_is_moved(lay: Lay) -> None:
    """KG-30: onto a free square; a fallen one comes back with 1 life."""
    table = duel(lay).rule("move", name="rin", cell="C3")
    assert table.at("rin") == "C3"
    table.rule("set_life", name="owl", value=0).rule("move", name="owl", cell="D1")
    assert (table.at("owl"), table.life("owl")) == ("D1", 1)


@pytest.mark.parametrize("typed", ["c3", " C3 ", "Ｃ３"])
def test_a_square_may_be_typed_in_any_way(lay: Lay, typed: str) -> None:
    """Case, blanks around it and full width do not matter."""
    assert duel(lay).rule("move", name="rin", cell=typed).at("rin") == "C3"


def test_a_status_is_given_and_ended(lay: Lay) -> None:
    """KG-36: poison with its level and strength."""
    table = duel(lay).rule("give", name="rin", status="poison", level=3, strength=9)
    poison = table.battle["rin"].statuses[0]
    assert (poison.level, poison.strength) == (3, 9)
    table.rule("cure", name="rin", status="poison")
    assert table.battle["rin"].statuses == []


def test_the_log_says_whose_status_it_was_to_give(lay: Lay) -> None:
    """KG-36: with its level, and where it knocks somebody out of the air."""
    table = duel(lay, statuses=["flight"])
    for ruling, params in (("give", {"level": 3}), ("cure", {})):
        table.rule(ruling, name="rin", status="poison", **params)
        assert len(table.log(GAME_MASTER)) == 1
    table.rule("give", name="rin", status="prone")
    lines = [words("en").render(Text(event.key, event.params)) for event in table.events]
    assert "The game master gives Rin Poison 3." in lines
    assert "The game master takes Poison from Rin." in lines
    assert "The game master gives Rin Prone." in lines


def test_somebody_falls_from_a_height(lay: Lay) -> None:
    """KG-27: 12 m with acrobatics 7 and armour 5 are 5 damage, and prone."""
    table = duel(lay, armour=5).rule("fall", name="rin", metres=12, acrobatics=7)
    assert table.lost("rin") == 5
    assert table.has("rin", "prone")


def test_a_fall_without_damage_leaves_her_standing(lay: Lay) -> None:
    """KG-27: 7 m with acrobatics 7."""
    table = duel(lay).rule("fall", name="rin", metres=7, acrobatics=7)
    assert table.lost("rin") == 0
    assert not table.has("rin", "prone")


def test_less_damage_of_a_fall(lay: Lay) -> None:
    """KG-27, KG-26: "-n" of physical or unnamed damage applies, armour does not."""
    table = lay(hero("rin", "B4", armour=5), foe("owl", "L1"), talent("soft", minus(3)))
    table.rule("fall", name="rin", metres=12)
    assert table.lost("rin") == 9


def test_a_fall_can_be_the_end(lay: Lay) -> None:
    """KG-27, KG-35: who has no life left faints and is not prone."""
    table = duel(lay, life=5).rule("fall", name="rin", metres=12)
    assert table.has("rin", "faint")
    assert not table.has("rin", "prone")


def test_special_damage_meets_armour(lay: Lay) -> None:
    """KG-27: physical, armour applies."""
    table = duel(lay, armour=5).rule("harm", name="rin", value=12)
    assert table.lost("rin") == 7
    assert [part.amount for part in table.chain("rin").parts] == [12, -5]


def test_damage_is_spared(lay: Lay) -> None:
    """KG-26: what the GM takes off the attack in progress, before the halvings."""
    shield = talent("shield", minus(1), timing="defence", at="reduction")
    table = lay(hero("rin", "B4", physical_damage=9), foe("owl", "L1", talents=["shield"]), BOW, shield)
    table.attacks("rin", "bow", "owl", dice=(6, 4))
    assert table.asks == "at_reduction"
    table.rule("spare", name="owl", value=4).passes("owl", "at_reduction")
    assert table.lost("owl") == 6 + 9 - 4


def test_somebody_counts_as_having_acted(lay: Lay) -> None:
    """KG-32: and as not having acted."""
    table = duel(lay).rule("set_acted", name="owl", acted=True).passes("rin", "turn")
    assert (table.battle.round, table.acting) == (2, "rin")
    table.passes("rin", "turn").rule("set_acted", name="rin", acted=False).passes("owl", "turn")
    assert (table.battle.round, table.acting) == (2, "rin")


def test_who_has_acted_is_not_counted_twice(lay: Lay) -> None:
    """KG-32: nothing is logged where nothing changes."""
    table = duel(lay).rule("set_acted", name="owl", acted=True)
    for acted, why in ((True, "error.acted_already"), (False, "error.not_acted_yet")):
        with pytest.raises(Refused) as refused:
            table.rule("set_acted", name="owl", acted=acted)
        assert refused.value.text.key == why
        if acted:
            table.rule("set_acted", name="owl", acted=False)
    assert (len(table.told("set_acted")), len(table.told("set_not_acted"))) == (1, 1)


def test_a_monster_joins_and_somebody_leaves(lay: Lay) -> None:
    """KG-32: numbered after those of its kind; the first of a kind is known by its name alone."""
    table = duel(lay).rule("add", monster="hound").rule("add", monster="hound")
    assert {"hound-1", "hound-2"} <= {each.name for each in table.battle.combatants}
    say = words("en").render
    titles = [table.battle[name].title for name in ("hound-1", "hound-2")]
    assert [say(Text("kamigakari.name", {"name": title})) for title in titles] == ["Hound", "Hound 2"]
    table.rule("remove", name="hound-1")
    assert table.battle.find("hound-1") is None


def test_the_end_is_declared_for_this_round(lay: Lay) -> None:
    """KG-38: end timing and ongoing effects are still worked through, then it is over."""
    table = duel(lay, statuses=[("poison", 3)]).rule("declare_end", ends=True)
    table.passes("rin", "turn")
    assert table.winner == ""
    assert table.lost("rin") == 3


def test_the_declared_end_is_taken_back(lay: Lay) -> None:
    """KG-38."""
    table = duel(lay).rule("declare_end", ends=True).rule("declare_end", ends=False).skip_round()
    assert table.battle.round == 2


def test_a_target_that_is_moved_away_is_asked_again(lay: Lay) -> None:
    """KG-13: between declaring and rolling; nobody left, the attack fails."""
    cut = art("cut", distance={"kind": "squares", "squares": 3})
    luck = talent("luck", effect("dice", amount=1), timing="special", at="active_check")
    table = lay(hero("rin", "B4"), foe("owl", "B3"), foe("bat", "B2"), cut, luck)
    table.acts("rin", "talent:cut").answers("rin", targets=["owl"])
    assert table.asks == "at_active_check"
    table.rule("move", name="owl", cell="L9")
    assert (table.asks, table.offers()) == ("targets", ["bat"])
    table.rule("remove", name="bat")
    assert (table.asks, table.spent("rin")) == ("turn", [Timing.ATTACK])


def test_the_spirit_crest_is_set(lay: Lay) -> None:
    """KG-37: below 0 too, for a character."""
    assert duel(lay).rule("set_crest", name="rin", crest=-3).battle["rin"].crest == -3


def test_a_spirit_die_is_set(lay: Lay) -> None:
    """KG-04: by its place; spent or ready."""
    table = duel(lay, spirits=[6, 3]).rule("set_die", name="rin", die=2, face=5, spent=False)
    assert table.pool("rin") == [6, 5]
    table.rule("set_die", name="rin", die=1, face=6, spent=True)
    assert table.pool("rin") == [5]


def test_the_die_that_pays_is_picked_anew_when_it_is_changed(lay: Lay) -> None:
    """KG-04: what is offered is what the pool holds after the ruling."""
    hex_ = art("hex", cost=cost("even"))
    table = lay(hero("rin", "B4", spirits=[2, 6, 3]), foe("owl", "B3"), hex_).acts("rin", "talent:hex")
    assert (table.asks, table.offers()) == ("pay", ["0", "1"])
    table.rule("set_die", name="rin", die=3, face=4, spent=False)
    assert table.offers() == ["0", "1", "2"]
    table.rule("set_die", name="rin", die=2, face=6, spent=True).answers("rin", pay="2")
    assert table.pool("rin") == [2]


def test_a_timing_is_given_back(lay: Lay) -> None:
    """KG-33: who has attacked may attack again; taken, she may not."""
    table = duel(lay).rolls(1, 2).attacks("rin", "bow", "owl")
    assert "weapon:bow" not in table.offers()
    table.rule("set_timing", name="rin", timing="attack", spent=False)
    assert "weapon:bow" in table.offers()
    table.rule("set_timing", name="rin", timing="attack", spent=True)
    assert "weapon:bow" not in table.offers()


def test_with_the_special_timing_its_engagements_come_back(lay: Lay) -> None:
    """KG-30, KG-33."""
    table = duel(lay)
    table.battle["owl"].spent, table.battle["owl"].engagements_left = [Timing.SPECIAL], 0
    assert not may_declare(table.battle["owl"])
    set_timing(table.battle, SetTiming(name="owl", timing=Timing.SPECIAL, spent=False))
    assert may_declare(table.battle["owl"])


def test_damage_is_only_spared_while_somebody_is_struck(lay: Lay) -> None:
    """KG-26: the drawer has no form for it else, and then offers those struck."""
    shield = talent("shield", minus(1), timing="defence", at="reduction")
    table = lay(hero("rin", "B4"), foe("owl", "L1", talents=["shield"]), BOW, shield)
    assert "spare" not in _forms(table)
    table.attacks("rin", "bow", "owl", dice=(6, 4))
    assert [option.id for option in _forms(table)["spare"].blanks[0].options] == ["owl"]


def test_the_forms_fit_what_their_rulings_take(lay: Lay) -> None:
    """KG-36, KG-27: what stands in a form beforehand is taken as it is."""
    forms = _forms(duel(lay, spirits=[3]))
    numbers = {blank.name: (blank.least, blank.value) for blank in forms["status"].blanks}
    assert numbers["level"] == (1, "1")
    assert [option.id for option in forms["crest"].blanks[0].options] == ["rin"]
    assert [option.id for option in forms["die"].blanks[0].options] == ["rin"]
    assert [button.value for button in forms["timing"].buttons] == ["true", "false"]


def _forms(table: Table) -> dict[str, RulingForm]:
    """The forms of the drawer now."""
    return {form.id: form for group in table.view(GAME_MASTER).for_rulings for form in group.forms}


# ---------------------------------------------------------------- what is refused


BAD = [
    ("set_life", {"name": "nobody", "value": 3}, "no_such_combatant"),
    ("set_life", {"name": "rin", "value": 101}, "number_between"),
    ("set_life", {"name": "rin", "value": -1}, "ruling_field"),
    ("set_life", {"name": "rin", "value": "much"}, "ruling_field"),
    ("set_life", {"name": "rin"}, "ruling_field"),
    ("set_life", {"name": "rin", "value": 3, "more": 1}, "ruling_field"),
    ("set_life", {"name": 7, "value": 3}, "ruling_field"),
    ("move", {"name": "rin", "cell": "L1"}, "square_taken"),
    ("move", {"name": "rin", "cell": "Z99"}, "no_such_square"),
    ("move", {"name": "rin", "cell": "middle"}, "no_such_square"),
    ("move", {"name": "rin", "cell": "A0"}, "no_such_square"),
    ("give", {"name": "rin", "status": "sleepy"}, "ruling_field"),
    ("give", {"name": "rin", "status": "poison", "level": 21}, "ruling_field"),
    ("give", {"name": "rin", "status": "poison", "level": 0}, "ruling_field"),
    ("cure", {"name": "rin", "status": "dark"}, "no_such_status"),
    ("set_crest", {"name": "rin", "crest": 23}, "ruling_field"),
    ("set_crest", {"name": "owl", "crest": 3}, "no_crest"),
    ("set_die", {"name": "owl", "die": 1, "face": 3, "spent": False}, "no_spirit_dice"),
    ("set_die", {"name": "rin", "die": 2, "face": 3, "spent": False}, "ruling_field"),
    ("set_die", {"name": "rin", "die": 1, "face": 7, "spent": False}, "ruling_field"),
    ("set_timing", {"name": "rin", "timing": "attack", "spent": False}, "timing_left"),
    ("set_timing", {"name": "rin", "timing": "constant", "spent": True}, "ruling_field"),
    ("fall", {"name": "rin", "metres": 0}, "ruling_field"),
    ("harm", {"name": "rin", "value": 0}, "ruling_field"),
    ("fall", {"name": "rin", "metres": -3}, "ruling_field"),
    ("harm", {"name": "nobody", "value": 3}, "no_such_combatant"),
    ("spare", {"name": "rin", "value": 3}, "no_target"),
    ("set_acted", {"name": "rin", "acted": True}, "has_the_turn"),
    ("set_acted", {"name": "owl", "acted": "perhaps"}, "ruling_field"),
    ("declare_end", {"ends": "soon"}, "ruling_field"),
    ("add", {"monster": "dragon"}, "no_such_monster"),
    ("remove", {"name": "nobody"}, "no_such_combatant"),
    ("end", {"winner": "nobody"}, "no_such_side"),
    ("house_rule", {"key": "die_one", "value": "seven"}, "no_such_setting"),
]


@pytest.mark.parametrize(("name", "params", "why"), BAD)
def test_a_ruling_that_does_not_fit_is_refused_in_words(
    lay: Lay, name: str, params: dict[str, object], why: str
) -> None:
    """Nothing has changed, and both languages say what is wrong."""
    table = duel(lay, spirits=[3])
    before = table.session.digest()
    refused = table.refuses_ruling(name, **params)
    assert why in str(refused)
    assert table.session.digest() == before
    for lang in LANGUAGES:
        assert "{" not in words(lang).render(refused.text)


@pytest.mark.parametrize("name", ["set_life", "give", "fall", "harm"])
def test_the_fallen_are_put_on_a_square_first(lay: Lay, name: str) -> None:
    """KG-35: what is ruled about somebody on the map is refused for one who is down."""
    params: dict[str, dict[str, object]]
    params = {
        "set_life": {"value": 9},
        "give": {"status": "dark"},
        "fall": {"metres": 3},
        "harm": {"value": 3},
    }
    table = duel(lay).rule("set_life", name="owl", value=0)
    assert "fallen" in str(table.refuses_ruling(name, **{"name": "owl"} | params[name]))


@pytest.mark.parametrize("name", ["set_life", "fall", "harm"])
def test_who_is_not_on_the_map_cannot_fall(lay: Lay, name: str) -> None:
    """KG-35: nor be struck down."""
    params: dict[str, dict[str, object]]
    params = {"set_life": {"value": 0}, "fall": {"metres": 3}, "harm": {"value": 3}}
    table = lay(hero("rin"), foe("owl", "L1"))
    assert table.asked != [GM]
    assert "not_placed" in str(table.refuses_ruling(name, **{"name": "rin"} | params[name]))


def test_monsters_begin_to_roll_in_mid_fight(lay: Lay) -> None:
    """KG-35: the house rule counts from the next check on, and the log names it."""
    table = lay(hero("rin", "B4"), foe("owl", "B3"), weapon("blade")).attacks(
        "rin", "blade", "owl", dice=(1, 2)
    )
    assert not table.told("roll", "owl")
    table.rule("house_rule", key="monsters_roll", value=True).skip_round()
    table.attacks("rin", "blade", "owl", dice=(1, 2, 4, 5))
    assert table.told("roll", "owl")
    for event in table.told("check", "owl"):
        assert event.explanation is not None
        assert event.explanation.house_rule == "monsters_roll"


def test_that_a_monster_is_immune_is_said_to_the_gm_alone(lay: Lay) -> None:
    """KG-36: the ruling is refused in words; nobody else reads anything."""
    table = lay(hero("rin", "B4"), foe("hound", "B3", immune=[StatusKey.DARK]))
    refused = table.refuses_ruling("give", name="hound", status="dark")
    assert words("en").render(refused.text) == "Hound is immune: no Dark."
    assert not table.told("immune")


def test_who_is_put_back_while_turns_last_gets_her_turn(lay: Lay) -> None:
    """KG-32: if she had not acted yet; the owl is the last one else."""
    table = duel(lay).rule("set_life", name="owl", value=0).rule("move", name="owl", cell="D1")
    table.passes("rin", "turn")
    assert (table.battle.round, table.acting) == (1, "owl")


def test_who_is_put_back_at_the_end_timing_waits_for_the_next_round(lay: Lay) -> None:
    """KG-32: the turns are over, and nobody stands as yet to act."""
    rest = talent("rest", effect("recover", amount=1), timing="end")
    table = lay(hero("rin", "B4", max_life=100, life=9), foe("owl", "L1"), foe("bat", "L9"), rest)
    table.rule("set_life", name="owl", value=0).skip_to("end_timing")
    table.rule("move", name="owl", cell="D1")
    assert all(row.has_acted for row in table.view(GAME_MASTER).order if not row.is_out)
    table.skip_to("turn", "owl")
    assert table.battle.round == 2


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("set_life", {"value": 30}),
        ("move", {"cell": "B4"}),
        ("give", {"status": "poison", "level": 3, "strength": 9}),
        ("set_crest", {"crest": 4}),
        ("set_die", {"die": 1, "face": 6, "spent": False}),
        ("set_timing", {"timing": "attack", "spent": False}),
    ],
)
def test_what_is_so_already_is_not_told(lay: Lay, name: str, params: dict[str, object]) -> None:
    """KG-36: the GM hears that it would change nothing; the table reads nothing."""
    table = duel(lay, life=30, crest=4, spirits=[6, 3])
    table.rule("give", name="rin", status="poison", level=3, strength=9)
    told = list(table.events)
    table.refuses_ruling(name, name="rin", **params)
    assert table.events == told

"""Readings that tables may settle differently, each with the default of our rules page."""

from rules.engine.house_rules import HouseRule

_RULES = (
    HouseRule("d100", 0, (0, 1, 2, 3, 4, 5), "MG-01"),
    HouseRule("tied_level", "value", ("value", "roll"), "MG-03"),
    HouseRule("first_round", "start", ("start", "both"), "MG-14"),
    HouseRule("dp_cleared", "fight", ("fight", "round"), "MG-14"),
    HouseRule("enemy_dp", "same", ("same", "none"), "MG-14"),
    HouseRule("extreme_dice", "rolled", ("rolled", "most"), "MG-23"),
    HouseRule("sixth_scatter", "again", ("again", "target"), "MG-28"),
    HouseRule("exhausted_block", False, (False, True), "MG-40"),
    HouseRule("counter_check", "defender", ("defender", "both"), "MG-43"),
    HouseRule("moved_away", "missed", ("missed", "hit"), "MG-44"),
    HouseRule("light_wound_bars", "four", ("four", "above_four"), "MG-52"),
    HouseRule("beyond_hp", "lost", ("lost", "from_mp"), "MG-54"),
    HouseRule("enemies", "words", ("all", "bars", "words", "nothing")),
)
HOUSE_RULES = {rule.key: rule for rule in _RULES}

"""Readings that tables may settle differently, each with the default of our rules page."""

from rules.engine.house_rules import HouseRule

_RULES = (
    HouseRule("ends_by", "camp_down", ("camp_down", "gm"), "HV-06"),
    HouseRule("all_directions", "square", ("square", "lines"), "HV-23"),
    HouseRule("lift_by_giving_up", "one", ("one", "all"), "HV-12"),
    HouseRule("cover_by", "anyone", ("anyone", "friends"), "HV-32"),
    HouseRule("creatures", "words", ("all", "bars", "words", "nothing")),
    HouseRule("ask_everyone", False, (False, True)),
)
HOUSE_RULES = {rule.key: rule for rule in _RULES}

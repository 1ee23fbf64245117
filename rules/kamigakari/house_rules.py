"""Readings that tables may settle differently, each with the default of our rules page."""

from rules.engine.house_rules import HouseRule

_RULES = (
    HouseRule("die_one", "nothing", ("nothing", "counts"), "KG-22"),
    HouseRule("concept_cap", "ten", ("ten", "twenty"), "KG-24"),
    HouseRule("monsters_roll", False, (False, True), "KG-35"),
    HouseRule("spirit_dice", "fight", ("fight", "kept"), "KG-04"),
    HouseRule("ends_by", "gm", ("gm", "side_down"), "KG-38"),
    HouseRule("monsters", "words", ("all", "bars", "words", "nothing")),
)
HOUSE_RULES = {rule.key: rule for rule in _RULES}

"""House rules: named readings that tables may settle differently, and how their settings are said."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rules.engine.errors import NotAllowed
from rules.engine.log import Explanation
from rules.engine.text import Text

Setting = str | int | bool


@dataclass(frozen=True)
class HouseRule:
    """A named reading that tables may settle differently."""

    key: str
    default: Setting
    options: tuple[Setting, ...]
    row: str = ""

    def takes(self, value: object) -> bool:
        """Whether it can be settled so; a number is no yes or no."""
        return any(type(each) is type(value) and each == value for each in self.options)


def settled(rules: Mapping[str, HouseRule], chosen: Mapping[str, Setting]) -> dict[str, Setting]:
    """Every house rule with its setting: the chosen one or the default. NotAllowed for what is none."""
    for key, value in chosen.items():
        if key not in rules:
            raise NotAllowed("no_such_house_rule", key=key[:40])
        if not rules[key].takes(value):
            raise NotAllowed("no_such_setting", options=[str(each) for each in rules[key].options])
    return {rule.key: rule.default for rule in rules.values()} | dict(chosen)


def setting_said(slug: str, key: str, value: Setting) -> int | Text:
    """A house rule's setting in words."""
    if isinstance(value, bool):
        return Text("engine.yes" if value else "engine.no")
    return Text(f"house_rule.{slug}.{key}.{value}") if isinstance(value, str) else value


def with_setting(slug: str, how: Explanation | None, on: Callable[[str], Setting]) -> Explanation | None:
    """The explanation with the setting of the house rule that decided, if one did."""
    if how is None or not how.house_rule:
        return how
    return replace(how, setting=setting_said(slug, how.house_rule, on(how.house_rule)))

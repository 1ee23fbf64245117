"""What templates of the table need beside Django's own: the rules' words in the viewer's language, ways as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django import template
from django.utils.translation import get_language, gettext

from rules import registry
from rules.dice_read import AS_READ, TEN, as_read, reads_zero
from rules.engine.choices import Option, Route
from rules.engine.requests import Requests
from rules.engine.text import Param, Text
from rules.engine.view import LogLine, MayRequest
from vtt.fights.drawer import Point

register = template.Library()
DICED = ("swap", "set", "dice")
"""Choices that are about dice, by the last part of their keys."""
USUAL = {
    "magical_girls.size": "size_1",
    "magical_girls.size_skill": "size_1",
    "magical_girls.size_touch": "size_1",
    "magical_girls.scatter": "roll",
}
"""The choice that is made most often, by the question: it is marked, so that one click does."""


SET = "kamigakari.option.set"
"""The choice of a die and of the face that it is set to."""
GROUPED = ("turn", "react", "prepare")
"""Questions with so many choices that they stand under titles, where the rules have words for those."""


@dataclass(frozen=True)
class Priced:
    """What a choice costs: in points, in words, and what else its note says."""

    dp: int
    said: str
    rest: str


@register.filter
def of(found: Mapping[str, int], key: str) -> int:
    """What stands under a key."""
    return found[key]


@register.filter
def last_of(found: Mapping[str, Point], seat: str) -> Point | None:
    """What that seat has answered last, if anything can still be taken back."""
    return found.get(seat)


@register.filter
def say(said: Param) -> str:
    """A `Text`, a name or a number as the language of the page has it."""
    return registry.words(get_language() or "en").render(said)


@register.filter
def term(key: str) -> str:
    """The words of a key, such as `harvest.mana.fire`."""
    return say(Text(key))


@register.filter
def gm(system: str) -> str:
    """What a game calls who runs the table, within a sentence."""
    return say(registry.system(system).gm)


@register.filter
def gm_named(system: str) -> str:
    """The same as a name."""
    return say(registry.system(system).gm_named)


@register.filter
def dice(choice: Text) -> list[int]:
    """The dice that a choice is about: the face that goes and the one that comes, or those that pay."""
    if choice.key.rsplit(".", 1)[-1] not in DICED:
        return []
    shown = [choice.params[name] for name in ("old", "new", "faces") if name in choice.params]
    return [int(face) for face in " ".join(map(str, shown)).replace("+", " ").split() if face.isdigit()]


@register.filter
def faces(rolled: LogLine | Point, system: str) -> list[int]:
    """Dice as they lie: those of a d100 check have a 0 where others have a 10."""
    return as_read(system, rolled.kind, rolled.faces)


@register.filter
def range_of_faces(rolled: Point, system: str) -> str:
    """What each die of a roll may show: 0–9 where a 0 is read for a ten."""
    is_read = reads_zero(system, rolled.kind)
    return f"{AS_READ}–{TEN - 1}" if is_read else f"1–{rolled.sides}"


@register.filter
def rule(row: str) -> str:
    """What a row of the rules says, in one line; nothing where the rules have no words for it."""
    return registry.words(get_language() or "en").sentences.get(f"row.{row}", "")


@register.filter
def rolled_for(row: str) -> str:
    """What a roll by that row is for, in a word or two; without words for that, what the row says."""
    return registry.words(get_language() or "en").sentences.get(f"roll.{row}") or rule(row)


@register.filter
def pass_words(key: str) -> str:
    """What it is to pass a question ("harvest.prepare": "No more skills"); "Pass" where the rules have no words."""
    system, _, question = key.partition(".")
    sentences = registry.words(get_language() or "en").sentences
    return sentences.get(f"{system}.pass.{question}") or gettext("Pass")


@register.filter
def exits(route: Route) -> str:
    """A route's `exits` as JSON, for the board's script."""
    return json.dumps(route.exits, separators=(",", ":"))


@register.filter
def price(note: Text | None) -> Priced | None:
    """What a choice costs, where its note says so: it stands in front. None for a note without a price."""
    found = note and (note if _is_price(note) else note.params.get("price"))
    if note is None or not isinstance(found, Text) or not _is_price(found):
        return None
    said, whole = say(found), say(note)
    rest = whole.removeprefix(said).lstrip(" ;,·") if whole.startswith(said) else whole
    return Priced(int(str(found.params["dp"])), said, rest)


def _is_price(said: Text) -> bool:
    return "dp" in said.params and ".price" in said.key


@register.filter
def grouped(options: Sequence[Option], key: str) -> list[tuple[str, list[Option]]]:
    """A question's choices under the titles of their kinds (`attack:...`), where the rules have words for them.

    What one die could be set to stands together without a title.
    """
    system, _, question = key.partition(".")
    sentences = registry.words(get_language() or "en").sentences if question in GROUPED else {}

    def title(option: Option) -> str:
        return sentences.get(f"{system}.kind.{option.id.partition(':')[0]}", "")

    def kind(option: Option) -> tuple[str, Param]:
        return title(option), option.label.params["old"] if option.label.key == SET else ""

    return [(said, list(found)) for (said, _die), found in groupby(options, kind)]


@register.filter
def short(initials: str) -> str:
    """Initials for a piece that is smaller still: the first letter, and the number where there is one."""
    number = "".join(each for each in initials if each.isdigit())
    return initials if len(initials) < 3 else initials[:1] + number


@register.filter
def usual(key: str) -> str:
    """The choice that is made most often; none for most questions."""
    return USUAL.get(key, "")


@register.filter
def beside_usual(may: MayRequest) -> list[tuple[str, Text | None]]:
    """A game's own requests, without those that can be made in every game, each with whom it would be about."""
    return [(kind, may.about.get(kind)) for kind in may.kinds if kind not in Requests.requests]


@register.filter
def in_every_game(kinds: Iterable[str]) -> list[str]:
    """The requests that can be made in every game."""
    return [kind for kind in kinds if kind in Requests.requests]


@register.filter
def ask_hint(kind: str) -> str:
    """What a request costs if it is granted; nothing where the rules have no words for it."""
    return registry.words(get_language() or "en").sentences.get(f"request.{kind}.costs", "")

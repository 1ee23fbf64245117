"""What the GM's drawer shows beside the view: what may be answered for others, undone, handed to bots, changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.log import Kind
from rules.engine.text import Param
from rules.engine.view import GAME_MASTER, Prompt, Role, TableView, Viewer, prompts_for
from vtt.fights import models, moments
from vtt.fights.hosting import named
from vtt.fights.keeping import Bounded
from vtt.fights.models import Fight
from vtt.fights.moments import Moment

POINTS = 40
"""How many entries the GM can go back to at one click."""

_first_lines: Bounded[tuple[int, int], Param] = Bounded(1024)


@dataclass(frozen=True)
class Point:
    """An entry one can go back to: an input to undo, or a roll whose dice can be changed."""

    number: int
    seat: str
    text: Param
    """The first log line of its version."""
    asked: Param = ""
    """For an answer, the question it was given to."""
    round: int = 0
    undoes: int = 0
    """How many inputs are taken back with it, or after it where it is a roll."""
    faces: tuple[int, ...] = ()
    sides: int = 0

    @property
    def is_roll(self) -> bool:
        """Whether its dice can be changed, rather than it be undone."""
        return bool(self.faces)


def gm_context(fight: Fight, moment: Moment, view: TableView) -> dict[str, Any]:
    """The part of a region's context that only the GM's audience gets."""
    system, rules = moments.system_of(fight), moment.snapshot.state["house_rules"]
    return {
        "others": others(moment, moments.titles_of(fight)),
        "points": points(fight, moment.version),
        "drivers": [
            {"name": name, "title": title, "bot": moment.bots.get(name, "")}
            for name, title in named(fight, view).items()
        ],
        "bot_names": tuple(system.bots),
        "house_rules": [
            {"key": rule.key, "value": rules.get(rule.key), "options": rule.options, "row": rule.row}
            for rule in system.house_rules.values()
        ],
    }


def others(moment: Moment, titles: Mapping[str, str]) -> tuple[Prompt, ...]:
    """The open question's prompts of all seats but the GM's: what can be answered for somebody."""
    keys = tuple(sorted(key for key in titles if key not in GAME_MASTER.seats))
    return prompts_for(moment.snapshot, Viewer(Role.GM, keys), lambda seat: titles.get(seat, seat))


def points(fight: Fight, version: int) -> list[Point]:
    """The newest entries that still count, newest first."""
    live = models.Entry.objects.filter(fight=fight.pk, version__lte=version, undone_in=None)
    rows = live.exclude(kind=Kind.UNDO.value).order_by("-number")[:POINTS]
    found, inputs = [], 0
    for row in rows:
        inputs += row.kind != Kind.ROLL.value
        found.append(_point(fight, row, inputs))
    return found


def _point(fight: Fight, row: models.Entry, undoes: int) -> Point:
    rolled = json.loads(row.payload) if row.kind == Kind.ROLL.value else {}
    faces, sides = tuple(rolled.get("faces", ())), rolled.get("sides", 0)
    asked, number = _asked(fight, row)
    line = _line_of(fight, row.version)
    return Point(row.number, row.seat, line, asked, number, undoes, faces, sides)


def _asked(fight: Fight, row: models.Entry) -> tuple[Param, int]:
    """The question that was open when the entry was made, and its round."""
    if not row.ticket:
        return "", 0
    snapshot = moments.at(fight.pk, row.ticket).snapshot
    about: Param = snapshot.open.question.about if snapshot.open else ""
    return about if row.kind == Kind.ANSWER.value else "", snapshot.state.get("round", 0)


def _line_of(fight: Fight, version: int) -> Param:
    return _first_lines.get((fight.pk, version), lambda: _first_line(fight, version))


def _first_line(fight: Fight, version: int) -> Param:
    snapshot = moments.at(fight.pk, version).snapshot
    told = moments.system_of(fight).log(snapshot, moments.pins_of(fight.pk), GAME_MASTER)
    return told[0].text if told else ""


def forget() -> None:
    """Empty what is kept in memory."""
    _first_lines.clear()

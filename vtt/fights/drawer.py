"""What the GM's drawer shows beside the view: what may be answered for others, undone, handed to bots, changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.dice_read import AS_READ, TEN, reads_zero
from rules.engine.flow import Question
from rules.engine.house_rules import HouseRule, Setting, setting_said
from rules.engine.log import Kind
from rules.engine.text import Param
from rules.engine.view import GAME_MASTER, LogLine, Prompt, Role, TableView, Viewer, prompts_for
from vtt.fights import answers, models, moments
from vtt.fights.hosting import named, unheld
from vtt.fights.keeping import Bounded
from vtt.fights.models import Fight
from vtt.fights.moments import Moment

POINTS = 40
"""How many entries the GM can go back to at one click."""

_lines: Bounded[tuple[int, int], tuple[LogLine, ...]] = Bounded(1024)
_rolls: Bounded[tuple[int, int], Mapping[int, LogLine]] = Bounded(1024)


@dataclass(frozen=True)
class Point:
    """An entry one can go back to: an input to undo, or a roll whose dice can be changed."""

    number: int
    seat: str
    text: Param
    """What the log says of it: the first line of an input's version, a roll's own line."""
    who: Param = ""
    """Whose roll it is, for the few that no line tells of."""
    row: str = ""
    """The rule it is rolled by."""
    asked: Param = ""
    """For an answer, the question it was given to."""
    chosen: Param = ""
    """And what it says."""
    passed: str = ""
    """The key of its question, where it was a pass."""
    round: int = 0
    is_move: bool = False
    """Whether somebody has played by it: an answer, or an offer taken."""
    undoes: int = 0
    """How many inputs are taken back with it, or after it where it is a roll."""
    kind: str = ""
    """Of the line that tells of the roll."""
    faces: tuple[int, ...] = ()
    sides: int = 0

    @property
    def is_roll(self) -> bool:
        """Whether its dice can be changed, rather than it be undone."""
        return bool(self.faces)


def gm_context(fight: Fight, moment: Moment, view: TableView) -> dict[str, Any]:
    """The part of a region's context that only the GM's audience gets."""
    system, rules = moments.system_of(fight), moment.snapshot.state["house_rules"]
    names, titles = named(fight, view), moments.titles_of(fight)
    found = points(fight, moment.version, names)
    nobodys = unheld(fight, moment.bots)
    return {
        "unheld": [{"key": key, "title": titles[key]} for key in nobodys],
        "nobodys": nobodys,
        "others": others(moment, titles),
        "points": found,
        "last_moves": last_moves(found),
        "most_dice": range(max((len(point.faces) for point in found), default=0)),
        "drivers": [
            {"name": name, "title": title, "bot": moment.bots.get(name, ""), "is_gms": name not in titles}
            for name, title in names.items()
        ],
        "bot_names": tuple(system.bots),
        "winners": system.sides,
        "has_zero": bool(system.with_zero),
        "house_rules": [
            {"key": rule.key, "options": _settings(system.slug, rule, rules.get(rule.key)), "row": rule.row}
            for rule in system.house_rules.values()
        ],
    }


def _settings(slug: str, rule: HouseRule, now: Setting | None) -> list[tuple[str, Param, bool]]:
    """Each way to settle a house rule: as forms send it, as people read it, and whether it is settled so."""
    return [
        (str(each).lower(), setting_said(slug, rule.key, each), (type(each), each) == (type(now), now))
        for each in rule.options
    ]


def others(moment: Moment, titles: Mapping[str, Param]) -> tuple[Prompt, ...]:
    """The open question's prompts of all seats but the GM's: what can be answered for somebody."""
    keys = tuple(sorted(key for key in titles if key not in GAME_MASTER.seats))
    return prompts_for(moment.snapshot, Viewer(Role.GM, keys), lambda seat: titles.get(seat, seat))


def points(fight: Fight, version: int, names: Mapping[str, Param]) -> list[Point]:
    """The newest entries that still count, newest first; `names` of those who may have rolled."""
    live = models.Entry.objects.filter(fight=fight.pk, version__lte=version, undone_in=None)
    rows = live.exclude(kind=Kind.UNDO.value).order_by("-number")[:POINTS]
    found, inputs = [], 0
    for row in rows:
        inputs += row.kind != Kind.ROLL.value
        found.append(
            _roll(fight, row, inputs, names) if row.kind == Kind.ROLL.value else _input(fight, row, inputs)
        )
    return found


def last_moves(found: Sequence[Point]) -> Mapping[str, Point]:
    """Each seat's newest answer: what goes when the GM grants its "please undo"."""
    return {each.seat: each for each in reversed(found) if each.is_move}


def face_meant(fight: Fight, number: int, typed: int | None) -> int | None:
    """The face of roll `number` that somebody means who types what its dice show."""
    row = models.Entry.objects.filter(fight=fight.pk, number=number, kind=Kind.ROLL.value).first()
    told = _told_of_rolls(fight, row.version).get(number) if row and typed == AS_READ else None
    return TEN if told and reads_zero(fight.system, told.kind) else typed


def _input(fight: Fight, row: models.Entry, undoes: int) -> Point:
    told = _lines_of(fight, row.version)
    question, number = _asked(fight, row)
    value = json.loads(row.payload)["value"] if question else None
    return Point(
        row.number,
        row.seat,
        told[0].text if told else "",
        asked=question.about if question else "",
        chosen=answers.said(question.choices[row.seat], value) if question else "",
        passed=question.key if question and value is None else "",
        round=number,
        is_move=row.kind in (Kind.ANSWER.value, Kind.OFFER.value),
        undoes=undoes,
    )


def _roll(fight: Fight, row: models.Entry, undoes: int, names: Mapping[str, Param]) -> Point:
    rolled = json.loads(row.payload)
    _beat, actor, rule, _place = rolled["purpose"]
    told = _told_of_rolls(fight, row.version).get(row.number)
    return Point(
        row.number,
        row.seat,
        told.text if told else "",
        who=names.get(actor, actor),
        row=rule.split()[0],
        round=_asked(fight, row)[1],
        undoes=undoes,
        kind=told.kind if told else "",
        faces=tuple(rolled["faces"]),
        sides=rolled["sides"],
    )


def _asked(fight: Fight, row: models.Entry) -> tuple[Question | None, int]:
    """The question that an answer was given to, and the round that any entry was made in."""
    if not row.ticket:
        return None, 0
    snapshot = moments.at(fight.pk, row.ticket).snapshot
    question = snapshot.open.question if snapshot.open and row.kind == Kind.ANSWER.value else None
    return question, snapshot.state.get("round", 0)


def _told_of_rolls(fight: Fight, version: int) -> Mapping[int, LogLine]:
    """Each roll of a version with the line that shows its dice: both stand in the order they fell in."""
    return _rolls.get((fight.pk, version), lambda: dict(_paired(fight, version)))


def _paired(fight: Fight, version: int) -> Iterator[tuple[int, LogLine]]:
    rows = models.Entry.objects.filter(fight=fight.pk, version=version, kind=Kind.ROLL.value)
    left = _lines_of(fight, version)
    for number, payload in rows.order_by("number").values_list("number", "payload"):
        faces = tuple(json.loads(payload)["faces"])
        found = next((at for at, line in enumerate(left) if line.faces == faces), None)
        if found is not None:
            yield number, left[found]
            left = left[found + 1 :]


def _lines_of(fight: Fight, version: int) -> tuple[LogLine, ...]:
    return _lines.get((fight.pk, version), lambda: _read(fight, version))


def _read(fight: Fight, version: int) -> tuple[LogLine, ...]:
    snapshot = moments.at(fight.pk, version).snapshot
    return moments.system_of(fight).log(snapshot, moments.pins_of(fight.pk), GAME_MASTER)


def forget() -> None:
    """Empty what is kept in memory."""
    _lines.clear()
    _rolls.clear()

"""Finished HTML for an audience: once per audience, language and version, kept, and shared by all its browsers.

What is made here holds nothing of a person: no CSRF token, no name, no key.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import get_template
from django.utils.translation import override

from rules.engine.flow import GM, Seat
from rules.engine.log import Kind, Snapshot
from rules.engine.sheet import Sheet
from rules.engine.system import System
from rules.engine.view import LogLine, TableView, Viewer
from vtt.fights import drawer, house_rules, moments, since
from vtt.fights.keeping import Bounded
from vtt.fights.models import Entry, Fight
from vtt.fights.moments import Moment

REGIONS = ("status", "board", "order", "prompts", "rules", "drawer")
"""The parts of the page that change with the fight: `fights/regions/<name>.html` each."""
LINES = 50
"""Log lines in the whole, and in a page of older ones."""


@dataclass(frozen=True)
class Audience:
    """All who see the same bytes: one role and set of seats, in one language."""

    viewer: Viewer
    lang: str


Key = tuple[int, int, Audience, int]
"""The last is the count of changed rights, for the GM alone, who is told which seats nobody holds."""
LinesKey = tuple[int, int, Audience, bool]
Regions = Mapping[str, str]
_regions: Bounded[Key, Regions] = Bounded(256)
_lines: Bounded[LinesKey, tuple[str, ...]] = Bounded(8192)
_wholes: Bounded[Key, str] = Bounded(64)
_undone: Bounded[tuple[int, int], frozenset[int]] = Bounded(256)


def regions(fight: Fight, version: int, audience: Audience) -> Regions:
    """The page's parts at that version."""
    return _regions.get(_key(fight, version, audience), lambda: _drawn(fight, version, audience))


def lines(fight: Fight, version: int, audience: Audience, is_undone: bool = False) -> tuple[str, ...]:
    """The log lines that the version brought, marked if it has been taken back since."""
    key = (fight.pk, version, audience, is_undone)
    return _lines.get(key, lambda: _drawn_lines(fight, version, audience, is_undone))


def undone(fight: Fight, version: int) -> frozenset[int]:
    """The versions of which something had been taken back by that version."""

    def find() -> frozenset[int]:
        taken = Entry.objects.filter(fight=fight.pk, undone_in__lte=version).exclude(kind=Kind.UNDO.value)
        return frozenset(taken.order_by().values_list("version", flat=True))

    return _undone.get((fight.pk, version), find)


def log_until(
    fight: Fight, version: int, audience: Audience, now: int | None = None
) -> tuple[list[str], int | None]:
    """The last lines up to a version, oldest first, and the version before which there are older ones.

    Marked is what had been taken back by version `now` (by default the same one).
    """
    log: list[str] = []
    gone = undone(fight, version if now is None else now)
    for each in range(version, 0, -1):
        if len(log) >= LINES:
            return log, each + 1
        log[:0] = lines(fight, each, audience, each in gone)
    return log, None


def update(fight: Fight, start: int, end: int, audience: Audience) -> str:
    """The message that brings a page from one version to another: changed parts, new lines."""
    before, after = regions(fight, start, audience), regions(fight, end, audience)
    changed = {name: html for name, html in after.items() if before.get(name) != html}
    gone = undone(fight, end)
    told = (lines(fight, version, audience, version in gone) for version in range(start + 1, end + 1))
    log, taken = [line for each in told for line in each], sorted(gone - undone(fight, start))
    return _message(
        {"type": "update", "from": start, "to": end, "regions": changed, "log": log, "undone": taken}
    )


def whole(fight: Fight, version: int, audience: Audience) -> str:
    """The message that brings any page to a version."""

    def make() -> str:
        log, _older = log_until(fight, version, audience)
        parts = dict(regions(fight, version, audience))
        taken = sorted(undone(fight, version))
        return _message({"type": "whole", "version": version, "regions": parts, "log": log, "undone": taken})

    return _wholes.get(_key(fight, version, audience), make)


def _key(fight: Fight, version: int, audience: Audience) -> Key:
    return fight.pk, version, audience, fight.campaign.rights_version if audience.viewer.is_gm else 0


def forget() -> None:
    """Empty what is kept in memory: for tests, whose database goes back in time."""
    for kept in (_regions, _lines, _wholes, _undone):
        kept.clear()
    drawer.forget()
    moments.forget()
    since.forget()


def _message(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _drawn(fight: Fight, version: int, audience: Audience) -> Regions:
    moment = moments.at(fight.pk, version)
    with override(audience.lang):
        context = _context(fight, moment, audience.viewer)
        return {name: get_template(f"fights/regions/{name}.html").render(context) for name in REGIONS}


def _drawn_lines(fight: Fight, version: int, audience: Audience, is_undone: bool) -> tuple[str, ...]:
    template = get_template("fights/log_line.html")
    with override(audience.lang):
        return tuple(
            template.render(
                {"line": line, "viewer": audience.viewer, "system": fight.system, "undone": is_undone}
            )
            for line in _told(fight, version, audience.viewer)
        )


def _told(fight: Fight, version: int, viewer: Viewer) -> Iterator[LogLine]:
    snapshot = moments.at(fight.pk, version).snapshot
    yield from moments.system_of(fight).log(snapshot, moments.pins_of(fight.pk), viewer)


def seen(system: System[Any], snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> TableView:
    """The table; once the battle is over, its board and order as they stood before the board was cleared, if it was."""
    view = system.view(snapshot, pins, viewer)
    if snapshot.stood is None or not system.clears_board:
        return view
    last = system.view(replace(snapshot, state=snapshot.stood), pins, viewer)
    return replace(view, board=last.board, order=last.order, round=last.round)


def sheet(fight: Fight, version: int, viewer: Viewer, name: str) -> Sheet | None:
    """A combatant's sheet, as the board of that version shows it; None for one who is not there for this viewer."""
    system, snapshot = moments.system_of(fight), moments.at(fight.pk, version).snapshot
    if snapshot.stood is not None and system.clears_board:
        snapshot = replace(snapshot, state=snapshot.stood)
    return system.sheet(snapshot, moments.pins_of(fight.pk), viewer, name)


def _context(fight: Fight, moment: Moment, viewer: Viewer) -> dict[str, Any]:
    system, pins = moments.system_of(fight), moments.pins_of(fight.pk)
    titles = moments.titles_of(fight)
    seats = [{"key": key, "title": title} for key, title in titles.items()]
    view = seen(system, moment.snapshot, pins, viewer)
    context: dict[str, Any] = {
        "view": view,
        "settled": house_rules.settled(system, view.house_rules),
        "viewer": viewer,
        "phase": moment.phase,
        "bots": _by_bots(moment, view, titles),
        "seats": seats,
        "since": _since(fight, moment.snapshot),
        "commitments": moments.dice_of(fight).commitments(),
        "seeds": (fight.seed_open, fight.seed_hidden) if moment.phase == Fight.Phase.CLOSED else None,
        "trouble": moment.trouble if viewer.is_gm else None,
    }
    return context | drawer.gm_context(fight, moment, view) if viewer.is_gm else context


def _by_bots(moment: Moment, view: TableView, seats: Container[Seat]) -> set[str]:
    """Whom bots play: who was handed to one, and with the GM's seat all the GM's."""
    of_gm = {row.name for row in view.order if row.name not in seats}
    return {*moment.bots} | (of_gm if GM in moment.bots else set())


def _since(fight: Fight, snapshot: Snapshot) -> Mapping[Seat, int]:
    """Since which ticket each seat has been asked what it is asked: by this its form is named."""
    asked = snapshot.open.question.choices if snapshot.open else ()
    return {seat: since.asked_since(fight.pk, snapshot.ticket, seat) for seat in asked}

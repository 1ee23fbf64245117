"""A combatant's sheet as one viewer may read it at one version: groups of titled lines, and no state behind them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from rules.engine.shown import BaseTable, Health
from rules.engine.sums import Sum
from rules.engine.text import Param, Text
from rules.engine.view import PartView


@dataclass(frozen=True)
class Line:
    """One thing to know."""

    label: Param
    value: Param = ""
    note: Text | None = None
    """What it does, in one sentence."""
    parts: tuple[PartView, ...] = ()
    """What a number is the sum of; empty where there is nothing to open."""


@dataclass(frozen=True)
class Group:
    """Lines under a title."""

    title: Text
    lines: tuple[Line, ...]

    @property
    def key(self) -> str:
        """Its name in the page, the same at every version: what somebody has opened there stays open."""
        return self.title.key.rpartition(".")[2]


@dataclass(frozen=True)
class Sheet:
    """What one viewer may know of one combatant."""

    name: str
    """Its id, such as `mina`."""
    title: Param
    camp: str
    """Whose it is, in the page's words: ally or enemy."""
    side: Text
    groups: tuple[Group, ...]
    """None of them empty."""
    notes: str = ""
    """The game master's own; empty for everybody else."""


class Read(Protocol):
    """A combatant, as far as what stands above its lines goes."""

    name: str
    title: Param
    notes: str


def sheet_of(
    table: BaseTable[Any], who: Read, camp: str, side: Text, groups: Iterable[tuple[Text, Iterable[Line]]]
) -> Sheet:
    """The groups that have something to say, each with its title; the notes on somebody are the GM's alone."""
    told = (Group(title, tuple(lines)) for title, lines in groups)
    notes = who.notes if table.viewer.is_gm else ""
    return Sheet(who.name, who.title, camp, side, tuple(each for each in told if each.lines), notes)


def number(label: Param, found: Sum, note: Text | None = None) -> Line:
    """A number of somebody whose numbers are open, to be opened into its parts where there are several."""
    parts = tuple(PartView(part.label, part.amount) for part in found.parts)
    return Line(label, found.total, note, parts if len(parts) > 1 else ())


def of_most(label: Param, now: int, most: int) -> Line:
    """Points and the most there can be."""
    return Line(label, Text("engine.sheet.of_most", {"now": now, "most": most}))


def health_line(label: Param, health: Health) -> Line:
    """Points as far as the viewer may know them."""
    if health.now is not None and health.most is not None:
        return of_most(label, health.now, health.most)
    if health.eighths is not None:
        return Line(label, Text("engine.sheet.eighths", {"eighths": health.eighths}))
    return Line(label, health.words or Text("engine.sheet.unknown"))


def lasting(said: Text, long: Text) -> Text:
    """The same words, of what always works: however long they say it lasts, it is `long`."""
    return Text(
        said.key,
        {name: long if name == "long" else _within(each, long) for name, each in said.params.items()},
    )


def _within(said: Param, long: Text) -> Param:
    match said:
        case Text():
            return lasting(said, long)
        case list():
            return [lasting(each, long) if isinstance(each, Text) else each for each in said]
    return said

"""The referee alone, in memory."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from typing import Any

from rules import registry
from rules.engine.bots import all_the_same, play_out
from rules.engine.dice import SeededDice
from rules.engine.fights import begin, verified
from rules.engine.record import Record
from rules.engine.session import Session
from rules.engine.system import System
from tests.bench.figures import BARE_RUNS, FIGHTS, Figure, cpu_ms, median_ms

SYSTEM = registry.system("harvest")


def figures() -> Iterator[Figure]:
    """Whole fights, and coming back to one in mid-turn."""
    spent, answers = 0.0, 0
    for number in range(FIGHTS):
        session: list[Session[Any]] = []
        spent += cpu_ms(lambda number=number, session=session: session.append(fight(number)[0]))
        answers += session[0].version
    yield Figure("whole fights, bot against bot", FIGHTS / spent * 1000, "a second", "at least 20")
    yield Figure("  answers in one of them", answers / FIGHTS, "", "")
    yield from map(answering, registry.SLUGS)
    yield restoring()


def fight(
    number: int, each: Any = lambda _session: None, system: System[Any] = SYSTEM
) -> tuple[Session[Any], Record]:
    """A system's first encounter, played by sensible bots to its end."""
    seed = bytes([number + 1]) * 32
    ready = system.encounter_setup(next(iter(system.encounters)))
    session, record = begin(system, ready, SeededDice(seed, seed[::-1]))
    play_out(session, record, all_the_same(system.bots["sensible"]), seed, each)
    return session, record


def answering(slug: str) -> Figure:
    """What the referee alone needs for one answer: a fight told again, no bot thinking."""
    system = registry.system(slug)
    session, record = fight(1, system=system)
    told = cpu_ms(lambda: verified(system, record))
    return Figure(f"one answer in {slug}", told / session.version, "ms", "")


def restoring() -> Figure:
    """Restore after every answer of a fight."""
    times: list[float] = []
    states: list[dict[str, Any]] = []
    kept: list[Record] = []

    def restore(session: Session[Any]) -> None:
        record = kept[0]
        times.append(cpu_ms(lambda: Session.restore(SYSTEM, session.dice, record, record.pins)))
        states.append(SYSTEM.dump(session.battle))

    seed = b"\x05" * 32
    ready = SYSTEM.encounter_setup(next(iter(SYSTEM.encounters)))
    session, record = begin(SYSTEM, ready, SeededDice(seed, seed[::-1]))
    kept.append(record)
    play_out(session, record, all_the_same(SYSTEM.bots["sensible"]), seed, restore)
    plain = median_ms(lambda: json.loads(json.dumps(states[len(states) // 2])), BARE_RUNS)
    median, worst = statistics.median(times), max(times)
    beside = f"worst {worst:.1f}; {median / plain:.0f} x its state through JSON"
    return Figure("restoring in mid-turn (median)", median, "ms", "at most 10", beside)

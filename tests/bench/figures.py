"""What is measured and how it is written down."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

FIGHTS = 12
BARE_RUNS = 300


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    name: str
    value: float
    unit: str
    aim: str
    beside: str = ""


def cpu_ms(work: Callable[[], object]) -> float:
    """Milliseconds of this process' CPU that `work` takes."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def median_ms(work: Callable[[], object], runs: int) -> float:
    """The median of several runs."""
    return statistics.median(cpu_ms(work) for _ in range(runs))


def show(figures: Iterable[Figure]) -> None:
    """A plain table."""
    for each in figures:
        aim = f"aim {each.aim}" if each.aim else ""
        print(f"{each.name:52} {each.value:9.2f} {each.unit:9} {aim:22} {each.beside}")

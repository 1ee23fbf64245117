"""The sensible bot's way: the best place that its steps can reach, and how to come there unharmed."""

from dataclasses import dataclass
from heapq import heappop, heappush

from rules.engine.choices import Route
from rules.engine.dice import Draws
from rules.engine.grid import Cell, cell_at
from rules.harvest.battlefield import block
from rules.harvest.bots.judgement import entering_worth
from rules.harvest.bots.tactics import Outlook


@dataclass(frozen=True, order=True)
class Way:
    """Cells entered one after the other, what they cost in steps, and what they cost in harm."""

    harm: int
    spent: int
    cells: tuple[str, ...]

    def end(self, route: Route) -> str:
        """Where it leads."""
        return self.cells[-1] if self.cells else route.start


def ways(outlook: Outlook, route: Route) -> list[Way]:
    """The least harmful way to each cell for each number of steps, staying included."""
    found: dict[tuple[str, int], Way] = {}
    waiting = [Way(0, 0, ())]
    while waiting:
        way = heappop(waiting)
        here = way.end(route)
        if (here, way.spent) in found:
            continue
        found[here, way.spent] = way
        for there, cost in route.exits.get(here, {}).items():
            if way.spent + cost <= route.budget:
                heappush(
                    waiting,
                    Way(way.harm + _harm(outlook, here, there), way.spent + cost, (*way.cells, there)),
                )
    return [way for way in found.values() if _may_end(route, way)]


def _may_end(route: Route, way: Way) -> bool:
    """In a gale whoever moves makes all the steps it can (HV-75)."""
    if not way.cells or way.spent >= route.least:
        return True
    return all(way.spent + cost > route.budget for cost in route.exits.get(way.end(route), {}).values())


def _harm(outlook: Outlook, here: str, there: str) -> int:
    size = outlook.who.size
    left = block(cell_at(here), size)
    entered: list[Cell] = [cell for cell in block(cell_at(there), size) if cell not in left]
    return -entering_worth(outlook.battle, outlook.who, entered)


def best_way(
    outlook: Outlook, route: Route, steps: int, of_preparing: int, of_staying: int, draws: Draws
) -> list[str]:
    """The way to the place that is worth most to her.

    Beyond `steps` it costs the preparation timing, worth `of_preparing`; staying costs `of_staying` (HV-14, HV-62).
    """
    stands: dict[str, float] = {}

    def worth(way: Way) -> float:
        end = way.end(route)
        if end not in stands:
            stands[end] = outlook.stand(cell_at(end))
        is_full = way.spent > steps
        price = (of_preparing + 1 if is_full else 0) + (0 if way.cells else of_staying)
        return stands[end] - way.harm - price - way.spent

    worths = {way: worth(way) for way in ways(outlook, route)}
    best = max(worths.values())
    return list(draws.pick([way for way in worths if worths[way] == best]).cells)

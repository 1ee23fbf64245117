"""The golden fights: which there are, how each is played, and the file that keeps it.

Every system of the registry plays each of its ready encounters twice with each bot that knows what it wants: all by
that bot, and the GM by it against players who do anything legal. Not so a match of players alone: two random sides
may dance around each other for hundreds of rounds. Candles, the engine's test system, also plays a wild fight full of
rulings and undos; Magical Girls plays two, with emergencies nested in each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules import registry
from rules.engine.bots import all_the_same, by_seat, play_out, random_legal
from rules.engine.dice import Draws, SeededDice
from rules.engine.fights import begin
from rules.engine.flow import GM, Question, Seat
from rules.engine.record import Record, record_to_json
from rules.engine.session import Session
from rules.engine.system import Bot, System
from tests.rules.engine import two_pages
from tests.rules.engine.table import Table
from tests.rules.engine.wild_play import wild_move
from tests.rules.fuzzing import wild_move as anything
from tests.rules.magical_girls.fuzz import Fuzz, all_react

FOLDER = Path(__file__).parent
WILD_MOVES = 60
Watch = Callable[[Session[Any], Record], None]
"""Called after every commit."""


@dataclass(frozen=True)
class Golden:
    """One golden fight."""

    name: str
    """Its file's name without `.json`; its seed too."""
    system: System[Any]
    play: Callable[[bytes, Watch], Record]

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.json"

    def played(self, watch: Watch = lambda _session, _record: None) -> Record:
        """The fight played anew."""
        return self.play(hashlib.sha256(self.name.encode()).digest(), watch)

    def told(self) -> str:
        """The fight played anew, as its file should hold it: the first checkpoint and the last digest suffice.

        Without the build, so that a release changes no file.
        """
        record = self.played()
        last = {record.version: record.digests[record.version]}
        return record_to_json(replace(record, build="", checkpoints=record.checkpoints[:1], digests=last))


def golden_fights() -> Iterator[Golden]:
    """All of them, in order of their names."""
    yield from _by_bots(two_pages.SYSTEM, {"duel": two_pages.SETUP})
    yield Golden("candles-duel-wild", two_pages.SYSTEM, _wild)
    for slug in registry.SLUGS:
        system = registry.system(slug)
        setups = {name: system.encounter_setup(name) for name in sorted(system.encounters)}
        yield from _by_bots(system, setups)
    for wild in ("at_midnight", "in_the_wings"):
        yield Golden(f"magical_girls-theatre_roof-{wild}", registry.system("magical_girls"), _emergencies)


def _by_bots(system: System[Any], setups: Mapping[str, Mapping[str, Any]]) -> Iterator[Golden]:
    for name, setup in setups.items():
        for bot in sorted(set(system.bots) - {"random"}):
            knows = system.bots[bot]
            yield Golden(f"{system.slug}-{name}-{bot}", system, _played(system, setup, all_the_same(knows)))
            if setup.get("form") not in system.matches:
                bots = by_seat({GM: knows}, random_legal)
                yield Golden(f"{system.slug}-{name}-{bot}-gm", system, _played(system, setup, bots))


def _played(
    system: System[Any], setup: Mapping[str, Any], bots: Callable[[Question, Seat], Bot]
) -> Callable[[bytes, Watch], Record]:
    def play(seed: bytes, watch: Watch) -> Record:
        session, record = begin(system, setup, SeededDice(seed, seed[::-1]))
        session = play_out(session, record, bots, seed, lambda session: watch(session, record))
        record.digests[record.version] = session.digest()
        return record

    return play


def _wild(seed: bytes, watch: Watch) -> Record:
    table, draws = Table(seed), Draws(seed, "wild")
    for _ in range(WILD_MOVES):
        wild_move(table, draws)
        watch(table.session, table.record)
    for request in list(table.duel.requests):
        table.decide(request.id, granted=False)
    table.to_the_end()
    return table.record


class _Watched(Fuzz):
    """A fight of girls where anything may happen, watched after every commit."""

    def __init__(self, seed: bytes, watch: Watch) -> None:
        self.watch: Watch | None = None
        setup = registry.system("magical_girls").encounter_setup("theatre_roof") | {"start": ["H5"]}
        super().__init__(int.from_bytes(seed[:4], "big"), "random", "sensible", setup=lambda _draws: setup)
        self.watch = watch

    def keep(self) -> None:
        super().keep()
        if self.watch:
            self.watch(self.session, self.record)


def _emergencies(seed: bytes, watch: Watch) -> Record:
    fuzz = _Watched(seed, watch)
    for _ in range(4 * WILD_MOVES):
        anything(fuzz)
        if fuzz.session.open and fuzz.session.open.question.key == "magical_girls.passive":
            all_react(fuzz)
    if not fuzz.battle.result:
        fuzz.rule("end", winner="")
    fuzz.finish()
    fuzz.keep_digest()
    return fuzz.record

"""A table of candles (tests/rules/engine/two_pages.py) in the database, and ways to play on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.engine.dice import Draws
from rules.engine.flow import Question
from rules.engine.log import Snapshot
from rules.engine.view import OrderRow, TableView, Viewer
from tests.cast import Cast
from tests.rules.engine.two_pages import SETUP, Candles
from vtt.fights import drawing, hosting, moments, table
from vtt.fights.models import Driver, Fight
from vtt.fights.moments import Moment

TEMPLATES = Path(__file__).parent / "templates"


class CandlesInOrder(Candles):
    """Candles with an acting order to show."""

    def view(self, snapshot: Snapshot, pins: Mapping[str, Any], viewer: Viewer) -> TableView:
        """As candles are seen, the tallest first."""
        duel = self.load(snapshot.state, pins)
        candles = sorted(duel.candles, key=lambda candle: -candle.height)
        rows = tuple(
            OrderRow(c.name, c.name, c.camp, str(c.height), False, False, False, c.wax <= 0, False)
            for c in candles
        )
        return replace(super().view(snapshot, pins, viewer), order=rows)


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Databases of tests go back in time; what processes keep in memory does not."""
    drawing.forget()
    yield
    drawing.forget()


@pytest.fixture(autouse=True)
def candles(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Candles:
    """The system every fight of these tests is played by."""
    system = CandlesInOrder()
    monkeypatch.setattr(registry, "system", lambda _slug: system)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [*settings.TEMPLATES[0]["DIRS"], TEMPLATES]}]
    return system


@dataclass
class Played:
    """A fight and short ways to act in it."""

    cast: Cast
    id: int

    @property
    def fight(self) -> Fight:
        """The row as it is now."""
        return Fight.objects.select_related("campaign").get(pk=self.id)

    @property
    def moment(self) -> Moment:
        """The newest version."""
        return moments.at(self.id, self.fight.version)

    @property
    def snapshot(self) -> Snapshot:
        """What the rules stored with it."""
        return self.moment.snapshot

    @property
    def question(self) -> Question:
        """The open question."""
        assert self.snapshot.open is not None
        return self.snapshot.open.question

    @property
    def ticket(self) -> int:
        """Its ticket."""
        return self.fight.ticket

    def waiting(self) -> list[str]:
        """The seats whose answer is missing."""
        opened = self.snapshot.open
        return [seat for seat in self.question.choices if opened and seat not in opened.sealed]

    def answer(self, seat: str, value: object, ticket: int | None = None) -> None:
        """Answer for a seat."""
        table.answer(self.id, seat, value, self.ticket if ticket is None else ticket, None)

    def play_on(self, count: int = 1, **answers: object) -> None:
        """So many answers: by the words after the question's key, else whatever is legal."""
        for _ in range(count):
            seat, key = self.waiting()[0], self.question.key.rsplit(".", 1)[-1]
            draws = Draws(b"test", str(self.fight.version))
            self.answer(seat, answers.get(key, self.question.choices[seat].sample(draws)))

    def until(self, key: str, **answers: object) -> None:
        """Play on until that question is open."""
        while self.question.key != f"candles.{key}":
            self.play_on(**answers)

    def to_the_end(self) -> None:
        """Play until the battle is over."""
        while self.fight.phase == Fight.Phase.RUNNING:
            self.play_on()

    def url(self, name: str, page: str = "") -> str:
        """An address at the table, for a grant's name."""
        return f"/fights/{self.id}/{name}/{page}"

    def drive(self, *characters: str) -> None:
        """Hand combatants to bots."""
        for character in characters:
            hosting.set_driver(self.id, character, "fierce")
        assert Driver.objects.filter(fight=self.id, kind="bot").count() >= len(characters)


@pytest.fixture
def prepared(cast: Cast) -> Played:
    """A fight that waits for its start: mina and jun against the GM's taper and stub."""
    return Played(cast, hosting.make(cast.campaign, "candles", "Wax and wind", SETUP).pk)


@pytest.fixture
def played(prepared: Played) -> Played:
    """The same, begun: everybody is to place their candles."""
    hosting.start(prepared.id, None)
    return prepared


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """`with committed(execute=True) as told:` runs and collects what is done on commit."""
    return django_capture_on_commit_callbacks

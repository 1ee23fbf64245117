"""What actions cost is what was shown before them: the price beside each choice, compared with the DP really lost."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine.choices import One
from rules.engine.flow import Question
from rules.engine.log import Entry, Event
from rules.engine.text import Text
from rules.magical_girls.abilities import ELSEWHERE
from rules.magical_girls.state import Battle

CHOSEN_FIRST = {
    "attack": "target",
    "ability": "aim",
    "heal": "heal",
    "throw": "throw_at",
    "prepare": "trigger",
}
"""The question after whose answer a choice of a turn is paid for."""
AT_ONCE = ("passive", "move", "size", "size_skill", "size_touch")
"""Questions whose choices are paid for at once."""
GAINS = {
    f"magical_girls.log.{key}"
    for key in ("recover", "all_recover", "points", "set_dp", "over", "cleared", "round")
}
"""What changes DP beside prices."""


class Ledger:
    """The prices that were shown and are not yet paid, by who will pay."""

    def __init__(self) -> None:
        self.promised: dict[str, tuple[str, int]] = {}
        """At which question, how much."""
        self.compared = 0

    def forget(self) -> None:
        """Prices may have changed."""
        self.promised.clear()

    def check(
        self,
        battle: Battle,
        question: Question,
        answer: Entry,
        before: Mapping[str, int],
        events: Iterable[Event],
        is_held_up: bool,
    ) -> None:
        """Compare what the answer costs with what was shown, if it is paid for now."""
        price, who = self._due(question, answer), battle.find(question.actor)
        if is_held_up:
            self.forget()
        elif price is not None and who and not any(event.key in GAINS for event in events):
            paid = before[who.name] - who.dp
            assert paid == price, f"MG-14: {who.name} was shown {price} DP for {answer.payload}, paid {paid}"
            self.compared += 1

    def _due(self, question: Question, answer: Entry) -> int | None:
        """The price of an answer that is paid for now; None for all others."""
        key, value, who = question.key.partition(".")[2], answer.payload["value"], question.actor
        if key in ("turn", "react", "end_of_turn"):
            self.promised.pop(who, None)
            shown = price_of(question, answer.seat, value)
            kind = str(value).partition(":")[0]
            if kind not in CHOSEN_FIRST:
                return shown if kind in ("hide", "watch_dodge", "watch_block") else None
            if shown is not None:
                self.promised[who] = CHOSEN_FIRST[kind], shown
            return None
        if key in ("throw", "prepare") and (value is None or str(value).startswith("person:")):
            self.promised.pop(who, None)  # given up, or she is asked first who will be thrown
        if key == "heal" and str(value).startswith("hp:") and who in self.promised:
            self.promised[who] = "heal_points", self.promised[who][1]
            return None
        if key == "aim" and value == ELSEWHERE:
            return None  # the cell is asked for next
        if key in (*CHOSEN_FIRST.values(), "heal_points"):
            paid_at, promised = self.promised.pop(who, ("", 0))
            return promised if value is not None and paid_at == key else None
        return price_of(question, answer.seat, value) if key in AT_ONCE else None


def price_of(question: Question, seat: str, value: Any) -> int | None:
    """The DP that are shown beside a choice."""
    shape = question.choices[seat]
    if not isinstance(shape, One):
        return None
    notes = [option.note for option in shape.options if option.id == value and option.note]
    for note in notes:
        for told in (note, *note.params.values()):
            if isinstance(told, Text) and told.key.startswith("magical_girls.price"):
                return int(str(told.params["dp"]))
    return None

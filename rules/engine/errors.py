"""What can go wrong, each with a stable slug; and the three signals that flows are unwound by."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import ClassVar

from rules.engine.text import Param, Text, is_plain

SHOWN = 200
"""Characters of what was sent that a refusal says again."""


class RulesError(Exception):
    """Anything the referee says no to. `slug` is for programs, `text` for the reader."""

    slug: ClassVar[str] = "rules"

    def __init__(self, key: str = "", /, **params: Param) -> None:
        self.text = Text(f"error.{key or self.slug}", {name: _shown(param) for name, param in params.items()})
        super().__init__(
            f"{self.slug}: {self.text.key} {params}" if params else f"{self.slug}: {self.text.key}"
        )


def _shown(param: Param) -> Param:
    """A hand-made request may bring in any length, half a character, which no page shows, and such as steer it."""
    if not isinstance(param, str):
        return param
    told = param if len(param) <= SHOWN else f"{param[:SHOWN]} …"
    return "".join(each for each in told.encode(errors="replace").decode() if is_plain(each))


class Refused(RulesError):
    """An input that is not taken. Nothing has changed."""

    slug = "refused"


class Malformed(Refused):
    """The input is not of the question's shape: a programming error or a hand-made request."""

    slug = "malformed"


class NotAllowed(Refused):
    """Rightly formed, but the rules do not allow it now."""

    slug = "not_allowed"


class StaleAnswer(Refused):
    """Made on a question that has since been answered, rebuilt or undone."""

    slug = "stale"


class AlreadyTaken(StaleAnswer):
    """The same seat gave the same answer on the same ticket before: nothing to do, nothing to say."""

    slug = "already_taken"


class NotYours(Refused):
    """The question was put to somebody else."""

    slug = "not_yours"


class Paused(Refused):
    """The GM has stopped the fight for a while."""

    slug = "paused"


class ReplayDrift(RulesError):
    """The log does not fit the rules that replay it: another question, die, length or state than recorded."""

    slug = "replay_drift"


class Runaway(RulesError):
    """Play ran 10,000 steps without waiting for anybody's answer."""

    slug = "runaway"


class RuleBroke(RulesError):
    """A rule crashed. The input was not taken; `__cause__` holds the crash."""

    slug = "rule_broke"


@contextmanager
def crashes_named(*let_through: type[Exception]) -> Iterator[None]:
    """Whatever crashes in the rules becomes RuleBroke: the input is not taken and the GM learns what broke.

    Errors with a name of their own pass, and those of `let_through`.
    """
    named: tuple[type[Exception], ...] = (RulesError, *let_through)
    try:
        yield
    except named:
        raise
    except Exception as crash:
        raise RuleBroke(what=f"{type(crash).__name__}: {crash}") from crash


class Frame(StrEnum):
    """The parts of play that go on after themselves when what is in them lapses or is cut short."""

    TURN = "turn"
    ACTION = "action"
    REACTION = "reaction"


class Signal(BaseException):
    """Unwinds a flow. Only `flow.frame` and the session catch these."""


class Lapsed(Signal):
    """The open question has no choices left, or its asker can no longer act."""


class Cut(Signal):
    """The GM cut the innermost open `frame` short."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        super().__init__(frame.value)


class BattleOver(Signal):
    """The battle's result stands; what is unresolved falls away."""

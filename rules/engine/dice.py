"""Faces and draws from a seed: the same purpose gives the same face, whatever crashed, was retried or undone."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")
_WORD = 1 << 32


@dataclass(frozen=True)
class Purpose:
    """What a roll is for: the fight's beat, who rolls, by which rule's row, for the how-manieth time in the beat."""

    beat: int
    actor: str
    row: str
    place: int

    def __str__(self) -> str:
        return f"{self.beat}/{self.actor}/{self.row}/{self.place}"


class Draws:
    """An endless, repeatable stream of unbiased draws: HMAC-SHA256 of a seed, a purpose and a counter."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._words = _stream(seed, purpose)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely. ValueError unless `bound` is from 1 to 2^32."""
        if not 1 <= bound <= _WORD:
            raise ValueError(f"nothing to draw from: the bound is {bound}, 1 to {_WORD} is needed")
        fair = _WORD - _WORD % bound
        return next(word for word in self._words if word < fair) % bound

    def pick(self, things: Sequence[T]) -> T:
        """One of `things`."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of `things` in a random order."""
        left, drawn = list(things), list[T]()
        while left:
            drawn.append(left.pop(self.below(len(left))))
        return drawn


def _stream(seed: bytes, purpose: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(seed, f"{purpose}#{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


class Dice(Protocol):
    """Where faces come from: seeds at a table, a script in a test."""

    def faces(self, purpose: Purpose, count: int, sides: int, hidden: bool, attempt: int = 0) -> list[int]:
        """`count` faces from 1 to `sides`."""
        ...


@dataclass(frozen=True)
class SeededDice:
    """Two seeds a fight: one for open rolls, one for hidden ones. Their hashes are published at the start."""

    open_seed: bytes
    hidden_seed: bytes

    def faces(self, purpose: Purpose, count: int, sides: int, hidden: bool, attempt: int = 0) -> list[int]:
        """Each face is its own draw: from seed, purpose, index and try (a GM's "fresh die" raises the try)."""
        seed = self.hidden_seed if hidden else self.open_seed
        return [Draws(seed, f"{purpose}/{index}/{attempt}").below(sides) + 1 for index in range(count)]

    def commitments(self) -> tuple[str, str]:
        """SHA-256 of both seeds, to be shown before the first roll."""
        return hashlib.sha256(self.open_seed).hexdigest(), hashlib.sha256(self.hidden_seed).hexdigest()


class ScriptedDice:
    """A test's faces, taken in order. AssertionError when they run out, do not fit the die, or are left over."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def faces(self, purpose: Purpose, count: int, sides: int, hidden: bool, attempt: int = 0) -> list[int]:
        """The next `count` faces of the script."""
        assert len(self.left) >= count, f"{purpose}: {count} dice wanted, {self.left} left in the script"
        taken, self.left = self.left[:count], self.left[count:]
        assert all(1 <= face <= sides for face in taken), f"{purpose}: {taken} are no faces of a d{sides}"
        return taken

    def assert_used_up(self) -> None:
        """Every face of the script fell."""
        assert not self.left, f"faces left over: {self.left}"

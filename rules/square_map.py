"""Square maps in letters: who stands on which square, and below it how everybody is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from rules.engine.shown import Health
from rules.engine.text import Text, Words
from rules.kamigakari import views as kamigakari
from rules.magical_girls import views as magical_girls

SIDES = {"ally": "^", "enemy": "v"}
"""Whose a token is: which way its side looks."""
COVER = {"half": "+", "full": "#", "": ""}
DANGER, THING = "!", "o"
"""Dangerous ground, and something that lies there."""
NARROWEST = 4
"""Columns of the terminal that a square takes at least."""


class Squares(Protocol):
    """A map, as far as its squares go."""

    @property
    def letters(self) -> Iterable[str]:
        """The names of the columns."""
        ...

    @property
    def numbers(self) -> Iterable[int]:
        """The names of the rows."""
        ...


def square_map(board: kamigakari.BoardView, words: Words) -> Iterator[str]:
    """Squares with a number for each who stands there, then the numbers' names; who is beside the map last."""
    numbers = {token.cell: number for number, token in enumerate(board.tokens, 1)}
    yield from _drawn(
        board, {token.cell: f"{SIDES[token.camp]}{numbers[token.cell]}" for token in board.tokens}
    )
    for token in board.tokens:
        yield f"{numbers[token.cell]:>3}  {_on_square(token, words)}"
    for token in (*board.unplaced, *board.out):
        yield f"  -  {_on_square(token, words)}"


def metre_map(board: magical_girls.BoardView, words: Words) -> Iterator[str]:
    """Cells that several may share, with cover, danger and things; then who they are, and what lies where."""
    shown: dict[str, str] = {}
    for number, token in enumerate(board.tokens, 1):
        shown[token.cell] = f"{shown.get(token.cell, '')}{SIDES[token.camp]}{number}"
    for ground in board.ground:
        marks = COVER[ground.cover] + DANGER * ground.is_dangerous + THING * bool(ground.things)
        shown[ground.cell] = shown.get(ground.cell, "") + marks
    yield from _drawn(board, shown)
    for number, token in enumerate(board.tokens, 1):
        yield f"{number:>3}  {_in_cell(token, words)}"
    for ground in board.ground:
        if ground.things:
            yield f"{THING:>3}  {ground.cell}  {words.render([*ground.things])}"


def _drawn(board: Squares, shown: Mapping[str, str]) -> Iterator[str]:
    """Each square with what is shown there, a dot for nothing; a column is as wide as its fullest square."""
    wide = {
        letter: max([NARROWEST, *(len(shown.get(f"{letter}{row}", "")) + 1 for row in board.numbers)])
        for letter in board.letters
    }
    yield "     " + "".join(letter.ljust(wide[letter]) for letter in board.letters).rstrip()
    for row in board.numbers:
        squares = (shown.get(f"{letter}{row}", ".").ljust(wide[letter]) for letter in board.letters)
        yield f"{row:>3}  " + "".join(squares).rstrip()


def _on_square(token: kamigakari.TokenView, words: Words) -> str:
    """Name, square, life, spirit dice with the spent ones in brackets, spirit crest, engaged group, statuses."""
    dice = "".join(f"({die.face})" if die.is_spent else f"[{die.face}]" for die in token.spirits)
    statuses = ", ".join(words.render(badge.label) for badge in token.badges)
    group = words.render(Text("terminal.group", {"group": token.group})) if token.group else ""
    health, crest = _health(token.health, words), _crest(token, words)
    return _joined(_named(token, words), token.cell, health, dice, crest, group, statuses)


def _in_cell(token: magical_girls.TokenView, words: Words) -> str:
    """Name, cell, HP, MP and DP where they may be known, wounds and stances."""
    hp = _health(token.health, words)
    return _joined(
        _named(token, words),
        token.cell,
        hp if token.health.now is None else f"HP {hp}",
        "" if token.mp is None else f"MP {token.mp}/{token.max_mp}",
        "" if token.dp is None else f"DP {token.dp}/{token.most_dp}",
        ", ".join(words.render(badge.label) for badge in token.badges),
    )


def _named(token: kamigakari.TokenView | magical_girls.TokenView, words: Words) -> str:
    acting = "*" if token.is_acting else ""
    return f"{acting}{SIDES[token.camp]} {words.render(token.title)}"


def _health(health: Health, words: Words) -> str:
    """Numbers where they may be known, else words or nothing."""
    if health.now is not None:
        return f"{health.now}/{health.most}"
    return words.render(health.words) if health.words else ""


def _joined(*parts: str) -> str:
    return "  ".join(part for part in parts if part)


def _crest(token: kamigakari.TokenView, words: Words) -> str:
    """What is left of the spirit crest, and what the turn has cost so far (KG-37)."""
    if token.crest is None:
        return ""
    if token.crest_owed:
        said = Text("terminal.crest_owed", {"left": token.crest, "owed": token.crest_owed})
    else:
        said = Text("terminal.crest", {"left": token.crest})
    return words.render(said)

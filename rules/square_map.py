"""A square battle map in letters: who stands on which square, and below it how everybody is."""

from collections.abc import Iterator

from rules.engine.text import Text, Words
from rules.kamigakari.views import BoardView, TokenView

SIDES = {"ally": "^", "enemy": "v"}
"""Whose a token is: which way its side looks."""


def square_map(board: BoardView, words: Words) -> Iterator[str]:
    """Squares with a number for each who stands there, then the numbers' names; who is beside the map last."""
    numbers = {token.cell: number for number, token in enumerate(board.tokens, 1)}
    sides = {token.cell: SIDES[token.camp] for token in board.tokens}
    yield "     " + "".join(f"{letter}   " for letter in board.letters).rstrip()
    for row in board.numbers:
        squares = (f"{letter}{row}" for letter in board.letters)
        shown = (f"{sides[cell]}{numbers[cell]}" if cell in numbers else "." for cell in squares)
        yield f"{row:>3}  " + "".join(f"{each:<4}" for each in shown).rstrip()
    for token in board.tokens:
        yield f"{numbers[token.cell]:>3}  {_told(token, words)}"
    for token in (*board.unplaced, *board.out):
        yield f"  -  {_told(token, words)}"


def _told(token: TokenView, words: Words) -> str:
    """Name, square, life, spirit dice with the spent ones in brackets, spirit crest, engaged group, statuses."""
    life = words.render(token.health.words) if token.health.words else ""
    if token.health.now is not None:
        life = f"{token.health.now}/{token.health.most}"
    dice = "".join(f"({die.face})" if die.is_spent else f"[{die.face}]" for die in token.spirits)
    statuses = ", ".join(words.render(badge.label) for badge in token.badges)
    acting = "*" if token.is_acting else ""
    group = words.render(Text("terminal.group", {"group": token.group})) if token.group else ""
    who = f"{acting}{SIDES[token.camp]} {words.render(token.title)}"
    told = (who, token.cell, life, dice, _crest(token, words), group, statuses)
    return "  ".join(part for part in told if part)


def _crest(token: TokenView, words: Words) -> str:
    """What is left of the spirit crest, and what the turn has cost so far (KG-37)."""
    if token.crest is None:
        return ""
    if token.crest_owed:
        said = Text("terminal.crest_owed", {"left": token.crest, "owed": token.crest_owed})
    else:
        said = Text("terminal.crest", {"left": token.crest})
    return words.render(said)

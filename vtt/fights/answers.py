"""What an answer says, in the words of what was offered: for the list of what can be taken back."""

from __future__ import annotations

from rules.engine.choices import Amount, Pay, Route, Shape, Value, Words
from rules.engine.text import Listed, Param


def said(shape: Shape, value: Value) -> Param:
    """The labels of what was chosen, a way's cells, numbers and words as they are; nothing for a pass."""
    if value is None:
        return ""
    if isinstance(shape, Amount | Words):
        return value if isinstance(value, int) else str(value)
    ids = value if isinstance(value, list) else [str(value)]
    if isinstance(shape, Route):
        return " → ".join([shape.start, *ids])
    labels = {each.id: each.label for each in (shape.prices if isinstance(shape, Pay) else shape.options)}
    chosen: Listed = [labels[each] for each in ids if each in labels]
    return chosen or ""

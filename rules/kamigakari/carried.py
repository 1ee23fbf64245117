"""What fights leave of a character until she has rested, in a few words (KG-04, KG-37)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.engine.text import Text
from rules.kamigakari.entries import Sheet


def carried(sheet: Mapping[str, Any], left: Mapping[str, Any]) -> Iterator[Text]:
    """A spirit crest lower than the sheet's (KG-37), spirit dice that the table keeps (KG-04)."""
    whole, now = Sheet.model_validate(dict(sheet)), Sheet.model_validate({**sheet, **left})
    if now.crest < whole.crest:
        yield Text("kamigakari.carried.crest", {"crest": now.crest})
    if now.pool and now.pool != whole.pool:
        yield Text("kamigakari.carried.pool", {"faces": " ".join(map(str, now.pool))})

"""The interface's translations in `locale/`: gathered from code and templates, compiled, checked.

    python tools/words.py update     gather sentences into every locale's django.po, compile them to django.mo
    python tools/words.py check      say what is missing, unused or not compiled; exit 1 if anything is

Babel does all of it, so gettext's own tools are not needed. Words of the rules live in `rules/<system>/words/`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
CALLS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
}
"""The functions that mark a sentence, and which of their arguments it is."""

USAGE = "usage: python tools/words.py update | check"
UNTRANSLATED = "{file}: no translation of {sentence!r} ({where})"
NOT_GATHERED = "{file}: {sentence!r} is not gathered yet: run the update"
UNUSED = "{file}: {sentence!r} is used nowhere: run the update"
NOT_COMPILED = "{file}: not compiled from its .po: run the update"


def main(words: list[str]) -> int:
    """Run one command; the exit code."""
    if words == ["update"]:
        return update()
    if words == ["check"]:
        return check()
    print(USAGE)
    return 2


def update() -> int:
    """Bring every locale's catalogue up to the sources, compile it, check what is left to translate."""
    gathered = gather()
    for path in catalogues():
        catalogue = read(path)
        catalogue.update(gathered, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalogue, width=110, include_lineno=False, sort_output=True)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
    return check()


def check() -> int:
    """Print what is wrong with the catalogues; 1 if anything is."""
    problems = list(find_problems())
    print("\n".join(problems) or "Every sentence is translated.")
    return 1 if problems else 0


def find_problems() -> Iterator[str]:
    """A sentence for everything that an update or a translator must still do."""
    wanted = {message.id: message for message in gather() if message.id}
    for path in catalogues():
        catalogue, file = read(path), path.relative_to(ROOT)
        has = {message.id: message for message in catalogue if message.id}
        for sentence in wanted.keys() - has.keys():
            yield NOT_GATHERED.format(file=file, sentence=sentence)
        for sentence in has.keys() - wanted.keys():
            yield UNUSED.format(file=file, sentence=sentence)
        for message in has.values():
            if not message.string or not all(message.string):
                where = ", ".join(place for place, _line in message.locations)
                yield UNTRANSLATED.format(file=file, sentence=message.id, where=where)
        if path.with_suffix(".mo").read_bytes() != compiled(catalogue):
            yield NOT_COMPILED.format(file=file)


def catalogues() -> list[Path]:
    """Every locale's django.po."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    """The catalogue at `path`."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as Django reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def gather() -> Catalog:
    """Every marked sentence of the code and the templates."""
    found = Catalog()
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        python = source if path.suffix == ".py" else as_python(source, name)
        for line, sentence, comments, context in extract("python", io.BytesIO(python.encode()), CALLS):
            found.add(sentence, None, [(name, line)], auto_comments=comments, context=context)
    return found


def sources() -> list[Path]:
    """The files that may hold sentences, in a fixed order."""
    code = [path for path in (ROOT / "vtt").rglob("*.py") if "migrations" not in path.parts]
    return sorted([*code, *(ROOT / "templates").rglob("*.html")])


def as_python(template: str, name: str) -> str:
    """The template's sentences as calls of gettext, without the indentation that Python would mind."""
    return "\n".join(line.lstrip() for line in templatize(template, origin=name).splitlines())


if __name__ == "__main__":
    settings.configure()
    sys.exit(main(sys.argv[1:]))

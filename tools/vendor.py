"""Copies the scripts that pages use out of their npm packages into static/js/vendor/, each with its licence.

Run it after changing a version here: `python tools/vendor.py`. Needs npm; nobody needs npm to run Ringside.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from environment import ROOT

SCRIPTS = ROOT / "static" / "js" / "vendor"


@dataclass(frozen=True)
class Vendored:
    """Files of one npm package, by the name they get here."""

    package: str
    version: str
    files: dict[str, str]


VENDORED = (
    Vendored("htmx.org", "4.0.1", {"htmx.min.js": "dist/htmx.min.js", "htmx.LICENSE.txt": "LICENSE"}),
)


def main() -> None:
    """Copy every file anew."""
    for each in VENDORED:
        with unpacked(each.package, each.version) as package:
            for name, source in each.files.items():
                (SCRIPTS / name).write_text(_without_map(package / source), encoding="utf-8")


@contextmanager
def unpacked(package: str, version: str) -> Iterator[Path]:
    """The files of an npm package, for as long as the block runs."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = ["npm", "pack", "--silent", f"{package}@{version}"]
        subprocess.run(fetch, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        yield Path(folder) / "package"


def _without_map(source: Path) -> str:
    """The text without the pointer to a source map, which is not copied."""
    lines = source.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("//# sourceMappingURL=")) + "\n"


if __name__ == "__main__":
    main()

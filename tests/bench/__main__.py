"""Print the figures of step 1, each beside its aim and beside something bare that was measured in the same run."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import django

from tests.bench.figures import show


def main() -> None:
    """Measure everything in a data folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    os.environ |= {"RINGSIDE_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "vtt.settings"}
    for name in ("DATABASE_URL", "REDIS_URL", "RINGSIDE_DEBUG"):
        os.environ.pop(name, None)
    try:
        django.setup()
        print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores; CPU time of one process\n")
        for part in ("engine", "web"):
            show(import_module(f"tests.bench.{part}").figures())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

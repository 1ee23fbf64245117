"""`python -m tests.golden` plays the golden fights anew and writes their files: read the diff before committing it.

With `--ends` it writes nothing, but plays and prints a line for each: its name and the SHA-256 of its file.
"""

import hashlib
import sys

from tests.golden.fights import FOLDER, Golden, golden_fights


def write(fights: list[Golden]) -> None:
    """Write all files anew, and delete those that no fight belongs to any more."""
    kept = {fight.file for fight in fights}
    for stray in FOLDER.glob("*.json"):
        if stray not in kept:
            stray.unlink()
            print(f"{stray.name}: gone")
    for fight in fights:
        told, before = fight.told(), fight.file.read_text("utf-8") if fight.file.exists() else ""
        fight.file.write_text(told, "utf-8")
        print(f"{fight.file.name}: {'as it was' if told == before else 'changed'}")


def print_ends(fights: list[Golden]) -> None:
    """A line for each fight."""
    for fight in fights:
        print(fight.name, hashlib.sha256(fight.told().encode()).hexdigest())


if __name__ == "__main__":
    (print_ends if sys.argv[1:] == ["--ends"] else write)(list(golden_fights()))

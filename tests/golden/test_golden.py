"""Whole fights come to their known end: replayed from their logs, and played anew from their seeds.

When rules change on purpose: `make golden`, read the diff, commit it with the change.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.engine.dice import Draws
from rules.engine.fights import NoDice, verified
from rules.engine.record import Record, record_from_json
from rules.engine.session import Session
from tests.golden.fights import FOLDER, Golden, golden_fights
from tests.rules.engine.keys import with_shuffled_keys

FIGHTS = list(golden_fights())
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.name)
def test_a_golden_fight_is_replayed_to_its_known_end(fight: Golden) -> None:
    record = record_from_json(fight.file.read_bytes())
    session = verified(fight.system, record)
    assert session.is_over
    assert session.digest() == record.digests[record.version]


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_same_seeds_play_the_same_fights_whatever_the_hash_seed(hash_seed: str) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "tests.golden", "--ends"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    kept = {fight.name: hashlib.sha256(fight.file.read_bytes()).hexdigest() for fight in FIGHTS}
    assert dict(line.split() for line in played.stdout.splitlines()) == kept


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.name)
def test_a_golden_fight_is_restored_from_every_prefix_whatever_the_order_of_keys(fight: Golden) -> None:
    draws = Draws(b"keys", fight.name)

    def come_back(session: Session[Any], record: Record) -> None:
        stored = with_shuffled_keys(record, draws)
        again = Session.restore(fight.system, NoDice(), stored, stored.pins, digest=session.digest())
        assert (again.open, again.version, again.ticket) == (session.open, session.version, session.ticket)

    fight.played(come_back)


def test_no_golden_file_is_left_without_its_fight() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == {fight.file.name for fight in FIGHTS}

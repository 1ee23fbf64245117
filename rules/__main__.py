"""`python -m rules`: play a fight in the terminal, check an exported one against itself, check a pack."""

import argparse
import hashlib
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules import packs, registry
from rules.engine.content import ContentError, Problem
from rules.engine.dice import SeededDice
from rules.engine.errors import RulesError
from rules.engine.fights import begin, verified
from rules.engine.flow import GM
from rules.engine.record import BrokenRecord, Record, record_from_json, record_to_json
from rules.engine.session import Session
from rules.engine.system import System
from rules.engine.text import Param, Text
from rules.engine.view import GAME_MASTER, Role, Viewer
from rules.harvest import library as harvest_library
from rules.kamigakari import library as kamigakari_library
from rules.magical_girls import library as magical_girls_library
from rules.screen import Quit, Screen
from rules.terminal import Table, lines_of

FINE, WRONG, UNUSABLE = 0, 1, 2
"""Exit codes: all is well; the checked thing is wrong; nothing could be done with what was given."""

STARTERS: Mapping[str, Callable[[Mapping[str, bytes]], object]] = {
    "harvest": harvest_library.read_shelf,
    "kamigakari": kamigakari_library.read_shelf,
    "magical_girls": magical_girls_library.read_shelf,
}
"""What checks a system's own pack, which stands on no other."""


class Unusable(Exception):
    """What was given cannot be used; `told` says why in one sentence."""

    def __init__(self, key: str, /, **params: Param) -> None:
        self.told = Text(f"terminal.{key}", params)
        super().__init__(key)


def main(given: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    args = arguments().parse_args(given)
    screen = Screen(registry.words(args.lang))
    try:
        code: int = args.command(args, screen)
    except Unusable as unusable:
        return _failed(screen, unusable.told, UNUSABLE)
    except RulesError as refused:
        return _failed(screen, refused.text, UNUSABLE)
    return code


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--lang", choices=registry.LANGUAGES, default="en", help="the language of all sentences"
    )

    played = commands.add_parser("play", parents=[shared], help="play a fight")
    played.add_argument("system", help="such as harvest")
    played.add_argument("--encounter", help="a ready encounter; without it the first")
    played.add_argument("--bots", action="store_true", help="bots play every seat to the end")
    played.add_argument("--me", help="the seats you play, such as mina or gm,jun; bots play the others")
    played.add_argument("--seed", help="any words: the same ones repeat the fight, dice and bots and all")
    played.add_argument("--packs", type=Path, help="a folder of packs that add to the starter pack")
    played.add_argument("--save", type=Path, help="where the fight's record goes at the end")
    played.set_defaults(command=play)

    replayed = commands.add_parser("replay", parents=[shared], help="check an exported fight against itself")
    replayed.add_argument("file", type=Path)
    replayed.set_defaults(command=replay)

    checked = commands.add_parser(
        "check-pack", parents=[shared], help="check a pack of spells, creatures, ..."
    )
    checked.add_argument("path", type=Path, help="a TOML file, or a folder of them")
    checked.add_argument("--system", help="whose pack it is; without it what its [pack] table says")
    checked.set_defaults(command=check_pack)
    return parser


# ---------------------------------------------------------------- play


def play(args: argparse.Namespace, screen: Screen) -> int:
    """A fight to its end, or until the person leaves; its record saved where that is wanted."""
    system = _with_packs(args.system, args.packs, screen) if args.packs else _system(args.system)
    encounter = args.encounter or next(iter(system.encounters))
    setup = system.encounter_setup(encounter, lang=args.lang)
    seats = system.seats(setup)
    people = frozenset() if args.bots else _people(args.me, list(seats))
    viewer = (
        Viewer(Role.PLAYER, tuple(sorted(people)))
        if args.me and GM not in people
        else Viewer(Role.GM, tuple(seats))
    )
    seed = args.seed or secrets.token_hex(4)
    session, record = begin(system, setup, SeededDice(_drawn("open", seed), _drawn("hidden", seed)))
    screen.say("begins", seed=seed)
    table = Table(session, record, screen, viewer, people, _drawn("bots", seed))
    try:
        table.to_the_end()
        _show_end(table)
    except (Quit, KeyboardInterrupt):
        screen.say("left")
    finally:
        _save(args.save, table.record, screen)
    return FINE


def _people(me: str | None, seats: list[str]) -> frozenset[str]:
    """The seats a person plays: the named ones, or all."""
    named = frozenset(me.replace(",", " ").split()) if me else frozenset(seats)
    for seat in sorted(named - set(seats)):
        raise Unusable("no_such_seat", seat=seat[:40], seats=list(seats))
    return named


def _drawn(purpose: str, seed: str) -> bytes:
    """32 bytes out of the words given as seed."""
    return hashlib.sha256(f"{purpose}/{seed}".encode(errors="surrogateescape")).digest()


def _show_end(table: Table) -> None:
    for line in table.view.summary:
        table.screen.line(line, "  ")
    table.screen.say("ended", round=table.view.round, version=table.session.version)


def _save(path: Path | None, record: Record, screen: Screen) -> None:
    if path is None:
        return
    try:
        path.write_text(record_to_json(record), encoding="utf-8")
    except OSError as failed:
        raise Unusable("cannot_write", file=str(path), why=failed.strerror or "") from failed
    screen.say("saved", file=str(path))


# ---------------------------------------------------------------- replay and check


def replay(args: argparse.Namespace, screen: Screen) -> int:
    """The log of an exported fight, checked question by question, die by die and state by state."""
    record = _record(args.file)
    system = _system(record.system)

    def watch(session: Session[Any]) -> None:
        screen.log(lines_of(session, GAME_MASTER, session.battle.events))

    try:
        session = verified(system, record, watch)
    except BrokenRecord:
        raise
    except ValidationError as broken:
        raise Unusable("no_record", file=str(args.file)) from broken
    except RulesError as drift:
        return _failed(screen, drift.text, WRONG)
    key = "holds" if session.is_over else "holds_so_far"
    result = session.battle.result
    screen.say(
        key, inputs=len(record.live(0)), states=len(record.digests), result=result.reason if result else ""
    )
    return FINE


def _record(path: Path) -> Record:
    try:
        return record_from_json(_bytes(path))
    except BrokenRecord as broken:
        raise Unusable("no_record", file=str(path)) from broken


def check_pack(args: argparse.Namespace, screen: Screen) -> int:
    """Every fault of a pack, one a line. It stands on the starter pack, unless it is the starter pack."""
    path = args.path
    if args.system:
        _system(args.system)
    try:
        files = packs.files_of(path)
    except OSError as failed:
        raise Unusable("cannot_read", file=str(path), why=failed.strerror or "") from failed
    if not files:
        raise Unusable("no_pack", folder=str(path))
    try:
        system = _whose(files, args.system)
        if files == registry.starter_pack(system.slug):
            STARTERS[system.slug](files)
        else:
            system.with_pack(path.absolute().name.removesuffix(".toml"), files)
    except ContentError as broken:
        return _tell_problems(broken.problems, screen)
    screen.say("pack_fine", files=list(files))
    return FINE


def _whose(files: Mapping[str, bytes], named: str | None) -> System[Any]:
    """The system a pack is checked for: the one named on the command line, which its `[pack]` table must not gainsay.

    ContentError when the table names no system.
    """
    own = next((slug for slug in registry.SLUGS if files == registry.starter_pack(slug)), "")
    said = own or packs.said_system(files)
    if named and said and named != said:
        raise Unusable("pack_of_another", said=said, named=named)
    return _system(named or said or registry.SLUGS[0])


def _tell_problems(problems: Sequence[Problem], screen: Screen) -> int:
    for problem in problems:
        screen.line(problem.text)
    return _failed(screen, Text("terminal.pack_broken", {"count": len(problems)}), WRONG)


# ---------------------------------------------------------------- what was given


def _system(slug: str) -> System[Any]:
    try:
        return registry.system(slug)
    except KeyError as unknown:
        raise Unusable("no_such_system", system=slug[:40], systems=list(registry.SLUGS)) from unknown


def _with_packs(slug: str, folder: Path, screen: Screen) -> System[Any]:
    """The system with the folder's packs; the broken ones are told and left out."""
    plain = _system(slug)
    try:
        found = packs.with_packs(plain.slug, folder)
    except OSError as failed:
        raise Unusable("cannot_read", file=str(folder), why=failed.strerror or "") from failed
    for name, problems in found.broken.items():
        screen.say("pack_left_out", pack=name)
        _tell_problems(problems, screen)
    return found.system


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as failed:
        raise Unusable("cannot_read", file=str(path), why=failed.strerror or "") from failed


def _failed(screen: Screen, told: Param, code: int) -> int:
    """Say what is wrong on the error stream."""
    print(screen.words.render(told), file=sys.stderr)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # whoever read the output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG)

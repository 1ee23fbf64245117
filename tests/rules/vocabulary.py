"""What a game can say, held against its sentences: none missing, none left over, each with the gaps the rules fill."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rules.engine.bots import by_seat, play_out
from rules.engine.dice import SeededDice
from rules.engine.fights import begin
from rules.engine.flow import GM
from rules.engine.session import Session
from rules.engine.system import System
from rules.engine.text import PARTICLES, Text
from rules.engine.view import Viewer
from rules.registry import LANGUAGES, words
from tests.rules.call_sites import gaps, sites


@dataclass(frozen=True)
class Vocabulary:
    """A game's keys: those in its code, and the families of those put together at run time."""

    slug: str
    families: Mapping[str, Iterable[object]]
    """What may stand for `*` in keys put together at run time."""
    unsaid: Mapping[str, set[str]]
    """What a sentence is given and leaves out, because it would say nothing."""

    def whole(self, key: str) -> list[str]:
        """The keys that a key with `*` stands for; in the engine's code a leading one is the game."""
        key = re.sub(r"^\*\.", f"{self.slug}.", key)
        if "*" not in key:
            return [key]
        return [re.sub(r"\*(\.\*)*", str(member), key, count=1) for member in self.families[key]]

    def said_somewhere(self) -> set[str]:
        """Every key that the rules, or pages about the rules, can say."""
        named = {key for site in sites(self.slug) for key in self.whole(site.key)}
        return (named | {key for family in self.families for key in self.whole(family)}) - {""}

    def missing(self, lang: str) -> list[str]:
        """What can be said and has no sentence."""
        return sorted(self.said_somewhere() - set(words(lang).sentences))

    def left_over(self, lang: str) -> list[str]:
        """The game's own sentences that nothing says."""
        own = (f"{self.slug}.", f"house_rule.{self.slug}.", f"rulings.{self.slug}.")
        mine = {key for key in words(lang).sentences if key.startswith(own)}
        return sorted(mine - self.said_somewhere())

    def wrong_gaps(self, lang: str) -> dict[str, tuple[list[str], list[str]]]:
        """Sentences with other gaps than their call fills: both, by key and place."""
        sentences = words(lang).sentences
        return {
            f"{key} at {site.at}": (sorted(gaps(sentences[key])), sorted(site.given))
            for site in sites(self.slug)
            if site.given is not None
            for key in self.whole(site.key)
            if key and gaps(sentences[key]) != site.given - self.unsaid.get(key, set())
        }


def unlike(*beginnings: str) -> list[str]:
    """The keys that begin so and have other gaps in one language than in the other."""
    english, korean = words("en").sentences, words("ko").sentences
    mine = [key for key in english if key.startswith(beginnings)]
    return [key for key in mine if gaps(english[key]) != gaps(korean[key])]


# ---------------------------------------------------------------- what is met in play


def texts(thing: object) -> Iterator[Text]:
    """Every sentence inside, those in other sentences' gaps too."""
    if isinstance(thing, Text):
        yield thing
        yield from texts(thing.params)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from texts(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        yield from texts(list(thing.values()))
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from texts(each)


def unreadable(thing: object) -> list[str]:
    """What a reader would stumble over: raw keys, open gaps, particles that were not fitted, nothing at all."""
    return [
        f"{lang}: {said.key}: {read!r}"
        for said in texts(thing)
        if said.key
        for lang in LANGUAGES
        for read in [words(lang).render(said)]
        if said.key not in words(lang).sentences
        or not read.strip()
        or any(mark in read for mark in ("{", "}", *PARTICLES))
    ]


def seen(
    system: System[Any], session: Session[Any], pins: Mapping[str, Any], viewers: Iterable[Viewer]
) -> list[object]:
    """Events, the open question for those asked and for the others, and what each viewer sees."""
    snapshot = session.snapshot()
    views = [(system.view(snapshot, pins, each), system.log(snapshot, pins, each)) for each in viewers]
    return [snapshot.events, snapshot.open, views]


def played_through(
    system: System[Any],
    setup: Mapping[str, Any],
    bots: tuple[str, str],
    house: Mapping[str, Any],
    seed: bytes,
    look: Callable[[Session[Any], Mapping[str, Any], bool], None],
) -> Session[Any]:
    """A whole fight, the players by the first bot, the GM by the second, looked at after every commit.

    `look` gets the pins, and whether the viewers' pages are looked at too: at every fifth version.
    """
    players, gm = bots
    session, record = begin(system, setup, SeededDice(seed, seed[::-1]), house)
    pins = system.pins(session.battle)
    look(session, pins, True)

    def on_commit(session: Session[Any]) -> None:
        look(session, pins, session.version % 5 == 0)

    return play_out(session, record, by_seat({GM: system.bots[gm]}, system.bots[players]), seed, on_commit)

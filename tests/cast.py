"""The cast of the tests: a GM, two players, a spectator and a stranger, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from vtt.accounts.models import User
from vtt.campaigns.models import Campaign, Membership, Role
from vtt.characters.models import Character
from vtt.fights.models import Fight, Seat

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


@dataclass(frozen=True)
class Person:
    """Somebody with a browser; a stranger has no membership."""

    name: str
    browser: Client
    membership: Membership | None = None

    @property
    def member(self) -> Membership:
        """The membership of somebody who has one."""
        assert self.membership is not None
        return self.membership


@dataclass(frozen=True)
class Cast:
    """A campaign with everybody in it."""

    campaign: Campaign
    gm: Person
    mina: Person
    jun: Person
    spectator: Person
    stranger: Person

    def everybody(self) -> list[Person]:
        """All five, the stranger last."""
        return [self.gm, self.mina, self.jun, self.spectator, self.stranger]

    def character(self, key: str) -> Character:
        """The character with this name-id."""
        return Character.objects.get(campaign=self.campaign, key=key)


def assemble(title: str = "Autumn term") -> Cast:
    """A new campaign: guests with browsers, and the players' characters `mina` and `jun`."""
    campaign = Campaign.objects.create(name=title)
    cast = Cast(
        campaign,
        guest(campaign, "Gia", Role.GM),
        guest(campaign, "Min-ah", Role.PLAYER),
        guest(campaign, "Jun-ho", Role.PLAYER),
        guest(campaign, "Sol", Role.SPECTATOR),
        Person("Stray", Client()),
    )
    for key, person in (("mina", cast.mina), ("jun", cast.jun)):
        make_character(campaign, key, [person.member])
    return cast


def guest(campaign: Campaign, name: str, role: Role) -> Person:
    """A guest who is in the campaign, with a browser that knows so."""
    membership = Membership.objects.create(
        campaign=campaign, user=User.objects.guest(name), role=role, name=name
    )
    browser = Client()
    carry(browser, [membership])
    return Person(name, browser, membership)


def carry(browser: Client, memberships: Iterable[Membership]) -> None:
    """Puts the grants into the browser's session, as joining by links does."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["grants"] = session["own_grants"] = [membership.pk for membership in memberships]
    session.save()
    browser.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


def make_character(campaign: Campaign, key: str, controllers: Iterable[Membership] = ()) -> Character:
    """A character without a sheet worth reading."""
    character = Character.objects.create(
        campaign=campaign, key=key, name=key.title(), system="harvest", sheet="{}"
    )
    character.controllers.set(controllers)
    return character


def make_fight(campaign: Campaign, seats: Iterable[str] = ("gm", "mina", "jun")) -> Fight:
    """A fight's rows without its rules: enough for grants and pages that list it."""
    fight = Fight.objects.create(
        campaign=campaign, system="harvest", name="Duel", seed_open="0" * 64, seed_hidden="1" * 64
    )
    Seat.objects.bulk_create(Seat(fight=fight, key=key) for key in seats)
    return fight


@contextmanager
def nothing_written() -> Iterator[None]:
    """Fails if the block writes a row."""
    with CaptureQueriesContext(connection) as queries:
        yield
    written = [query["sql"] for query in queries if query["sql"].startswith(WRITES)]
    assert not written, written

"""Who may do what at a table: the one place that says so. Forbidden and unknown are both Http404."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from rules.engine.errors import NotYours
from rules.engine.view import GAME_MASTER, SPECTATOR, Viewer
from rules.engine.view import Role as Seen
from vtt.accounts.models import User
from vtt.campaigns import grants
from vtt.campaigns.grants import Bearer, Grant
from vtt.campaigns.models import Role
from vtt.fights.models import Fight

log = logging.getLogger(__name__)

GM, PLAYERS, ALL = (
    frozenset({Role.GM}),
    frozenset({Role.GM, Role.PLAYER}),
    frozenset({Role.GM, Role.PLAYER, Role.SPECTATOR}),
)
MAY = {
    "look": ALL,
    "answer": PLAYERS,
    "offer": PLAYERS,
    "request": PLAYERS,
    "decide": PLAYERS,
    "stand": PLAYERS,
    "undo": PLAYERS,
    "rule": GM,
    "die": GM,
    "again": GM,
    "take_over": GM,
    "start": GM,
    "close": GM,
    "driver": GM,
    "seat": GM,
    "export": GM,
}
"""Deed -> the roles that may do it. What exactly (which seat, which entry) the fight itself judges."""


@dataclass(frozen=True)
class Place:
    """One tab at one table."""

    fight: Fight
    grant: Grant
    address: str
    """Where its page stands."""

    @property
    def user(self) -> User | None:
        """The person who posts from it."""
        return self.grant.user

    @property
    def viewer(self) -> Viewer:
        """What it sees of the fight."""
        if self.grant.is_gm:
            return GAME_MASTER
        if self.grant.role == Role.PLAYER:
            return Viewer(Seen.PLAYER, self.grant.seats)
        return SPECTATOR

    def seat(self, key: str) -> str:
        """The seat, if the tab may decide for it: its own, or for the GM any at the table. NotYours otherwise."""
        theirs = self.grant.seats if not self.grant.is_gm else self.fight.seats.values_list("key", flat=True)
        if key in set(theirs):
            return key
        raise NotYours()


def place(bearer: Bearer, fight_id: int, name: str, deed: str = "look") -> Place:
    """The table as the grant `name` opens it, for a deed that its role may do. Http404 otherwise."""
    fight = _fight(fight_id)
    grant = grants.grant_for(bearer, fight, name)
    if grant.role not in MAY[deed]:
        log.warning("fight %s: %s tried to %s", fight_id, grant.role, deed)
        raise Http404(f"{grant.role} may not {deed}")
    return Place(fight, grant, reverse("table", args=[fight_id, name]))


def watch_place(token: str, fight_id: int) -> Place:
    """The table as a watch link opens it. BadLink or Http404 otherwise."""
    fight = _fight(fight_id)
    return Place(fight, grants.watch_grant(token, fight), reverse("watch_table", args=[token, fight_id]))


def _fight(fight_id: int) -> Fight:
    try:
        return Fight.objects.select_related("campaign").get(pk=fight_id)
    except Fight.DoesNotExist:
        raise Http404(f"no fight {fight_id}") from None

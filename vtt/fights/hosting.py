"""What the GM does around the play: make a fight, start it, hand out bots and seats, close it.

Writes like `table.py`: the fight's row locked, one version a change, announced after commit.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Container, Mapping
from typing import Any

from django.db import transaction

from rules import VERSION
from rules.engine.errors import AlreadyTaken
from rules.engine.flow import GM
from rules.engine.flow import Seat as SeatKey
from rules.engine.house_rules import Setting
from rules.engine.log import Snapshot
from rules.engine.session import Session
from rules.engine.text import Param
from rules.engine.view import GAME_MASTER, TableView
from vtt.accounts.models import User
from vtt.campaigns import rights
from vtt.campaigns.models import Campaign, Membership, Role
from vtt.characters.models import Character
from vtt.fights import carried, packs, storing
from vtt.fights.models import Driver, Fight, Seat
from vtt.fights.moments import Moment, dice_of, system_of, titles_of, unpacked
from vtt.fights.past import StoredPast
from vtt.fights.refusals import ClosedAlready, NoSuchBot, NoSuchCombatant, NoSuchSeat, NotOver, StartedAlready
from vtt.fights.table import announce, locked

SEED_BYTES = 32


def make(
    campaign: Campaign,
    system: str,
    name: str,
    setup: Mapping[str, Any],
    house_rules: Mapping[str, Setting] | None = None,
) -> Fight:
    """A fight ready to start, its content pinned, its dice settled. ContentError or Refused for a broken set-up."""
    rules = packs.system(system)
    chosen = {rule.key: rule.default for rule in rules.house_rules.values()} | dict(house_rules or {})
    battle = rules.open(setup, chosen)
    with transaction.atomic():
        fight = Fight.objects.create(
            campaign=campaign,
            system=system,
            name=name,
            build=VERSION,
            setup=json.dumps(setup),
            house_rules=json.dumps(chosen),
            pins=json.dumps(rules.pins(battle)),
            seed_open=secrets.token_hex(SEED_BYTES),
            seed_hidden=secrets.token_hex(SEED_BYTES),
        )
        Seat.objects.bulk_create([Seat(fight=fight, key=key) for key in rules.seats(setup)])
        storing.add_version(fight, _before(rules.schema, rules.dump(battle)))
    return fight


def start(fight_id: int, by: User | None) -> None:
    """Begin the play: to the first question. AlreadyTaken while it runs: a second click on the same button."""
    with transaction.atomic():
        fight = locked(fight_id)
        if fight.phase == Fight.Phase.RUNNING:
            raise AlreadyTaken
        if fight.phase != Fight.Phase.PREPARED:
            raise StartedAlready
        system = system_of(fight)
        battle = system.load(_newest(fight).snapshot.state, json.loads(fight.pins))
        storing.keep(fight, Session.start(system, battle, dice_of(fight), StoredPast(fight)), by)
        announce(fight)


def close(fight_id: int) -> None:
    """End the fight for good: its characters carry what it left of them, its seeds are shown. No undo after it."""
    with transaction.atomic():
        fight = locked(fight_id)
        if fight.phase == Fight.Phase.CLOSED:
            raise ClosedAlready
        if fight.phase != Fight.Phase.ENDED:
            raise NotOver
        carried.write_back(fight)
        fight.phase = Fight.Phase.CLOSED
        storing.restate(fight)
        announce(fight)


def set_driver(fight_id: int, character: str, bot: str) -> None:
    """Have a bot play the combatant, or with an empty name a person."""
    with transaction.atomic():
        fight = locked(fight_id)
        if fight.phase == Fight.Phase.CLOSED:
            raise ClosedAlready
        if character not in driven(fight, _newest(fight)):
            raise NoSuchCombatant
        if bot and bot not in system_of(fight).bots:
            raise NoSuchBot
        kind = Driver.Kind.BOT if bot else Driver.Kind.PERSON
        fight.drivers.update_or_create(character=character, defaults={"kind": kind, "bot": bot})
        storing.restate(fight)
        announce(fight)


def give_seat(fight_id: int, key: SeatKey, holder: int | None) -> None:
    """Give a seat to the member with that id; None gives it back to whom it belongs to."""
    with transaction.atomic():
        fight = locked(fight_id)
        if key not in set(fight.seats.values_list("key", flat=True)):
            raise NoSuchSeat
        if holder is not None and not _may_sit(fight, holder):
            raise NoSuchSeat
        fight.seats.filter(key=key).update(holder=holder)
        rights.changed(fight.campaign)


def unheld(fight: Fight, bots: Container[str]) -> list[SeatKey]:
    """The seats that nobody decides for: no member was given them or plays their characters, and no bot does."""
    free = fight.seats.filter(holder=None).exclude(key=GM).order_by("pk").values_list("key", flat=True)
    players = Membership.objects.filter(campaign=fight.campaign_id, state=Membership.State.ACTIVE)
    played = Character.objects.filter(
        campaign=fight.campaign_id, controllers__in=players.exclude(role=Role.SPECTATOR)
    )
    held = set(played.values_list("key", flat=True))
    return [key for key in free if key not in held and key not in bots]


def driven(fight: Fight, moment: Moment) -> dict[str, Param]:
    """Whom a bot can play, with the names people read: every combatant, and "gm" for what is nobody's in particular."""
    return named(fight, system_of(fight).view(moment.snapshot, json.loads(fight.pins), GAME_MASTER))


def named(fight: Fight, view: TableView) -> dict[str, Param]:
    """The same, for who has drawn the table already."""
    named: dict[str, Param] = {row.name: row.title for row in view.order}
    return named | {key: title for key, title in titles_of(fight).items() if key not in named}


def _before(schema: int, state: dict[str, Any]) -> Snapshot:
    """The table before the first beat: nobody is asked anything."""
    return Snapshot(1, 0, schema, state, open=None, frames=(), events=(), digest="")


def _newest(fight: Fight) -> Moment:
    return unpacked(bytes(fight.versions.only("blob").get(version=fight.version).blob))


def _may_sit(fight: Fight, member: int) -> bool:
    active = Membership.objects.filter(campaign=fight.campaign_id, state=Membership.State.ACTIVE)
    return active.exclude(role="spectator").filter(pk=member).exists()

"""What there is to begin with, put into a campaign: the ready characters and encounters of the game and of packs."""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import get_language

from rules.harvest import setup
from rules.harvest.shelf import Shelf
from vtt.campaigns.models import TITLE_LENGTH, Campaign
from vtt.characters.models import Character
from vtt.fights import packs
from vtt.fights.models import Encounter

SYSTEM = "harvest"


def stock(campaign: Campaign) -> None:
    """Everything ready, so that a new campaign can fight at once."""
    characters(campaign, setup.characters(_shelf()))
    encounters(campaign)


def unpack(campaign: Campaign) -> None:
    """What packs hold beside the game's own: they may have come, or have been edited, since the campaign was made.

    Characters that the campaign has stay as they are, for they are its own by now.
    """
    people = [key for key in setup.characters(_shelf()) if key not in setup.characters()]
    fights = [id for id in setup.encounters(_shelf()) if id not in setup.encounters()]
    if not people and not fights:
        return
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        characters(campaign, people)
        for id in fights:
            encounter, written = _encounter(campaign, id), _setup_of(id)
            if encounter.setup != written:
                encounter.setup = written
                encounter.save(update_fields=["setup"])


def first_party() -> tuple[str, ...]:
    """The name-ids of the characters that the first ready encounter is made for."""
    return next(iter(setup.encounters(_shelf()).values())).characters


def characters(campaign: Campaign, keys: Iterable[str]) -> list[Character]:
    """The ready characters with these name-ids, made where the campaign does not have them."""
    return [_character(campaign, key) for key in keys]


def encounters(campaign: Campaign) -> list[Encounter]:
    """All ready encounters, made where the campaign does not have them."""
    return [_encounter(campaign, id) for id in setup.encounters(_shelf())]


def _shelf() -> Shelf:
    return packs.shelf()


def _character(campaign: Campaign, key: str) -> Character:
    ready, language = setup.characters(_shelf())[key], get_language() or "en"
    fields = {
        "name": ready.title.in_language(language),
        "system": SYSTEM,
        "sheet": json.dumps(setup.sheet_of(ready, language)),
    }
    return Character.objects.get_or_create(campaign=campaign, key=key, defaults=fields)[0]


def _encounter(campaign: Campaign, id: str) -> Encounter:
    """Known by its name in any language: the next one who looks may read another."""
    title = setup.encounters(_shelf())[id].title
    known = Encounter.objects.filter(campaign=campaign, system=SYSTEM, name__in=title.names.values()).first()
    if known:
        return known
    return Encounter.objects.create(
        campaign=campaign,
        system=SYSTEM,
        name=title.in_language(get_language() or "en")[:TITLE_LENGTH],
        setup=_setup_of(id),
    )


def _setup_of(id: str) -> str:
    return json.dumps(setup.encounter_setup(id, chosen=(), shelf=_shelf()))

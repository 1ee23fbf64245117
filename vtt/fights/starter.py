"""What comes with the game, put into a campaign: ready characters and ready encounters."""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.utils.translation import get_language

from rules.harvest import setup
from vtt.campaigns.models import Campaign
from vtt.characters.models import Character
from vtt.fights.models import Encounter

SYSTEM = "harvest"


def stock(campaign: Campaign) -> None:
    """Everything ready, so that a new campaign can fight at once."""
    characters(campaign, setup.characters())
    encounters(campaign)


def first_party() -> tuple[str, ...]:
    """The name-ids of the characters that the first ready encounter is made for."""
    return next(iter(setup.encounters().values())).characters


def characters(campaign: Campaign, keys: Iterable[str]) -> list[Character]:
    """The ready characters with these name-ids, made where the campaign does not have them."""
    return [_character(campaign, key) for key in keys]


def encounters(campaign: Campaign) -> list[Encounter]:
    """All ready encounters, made where the campaign does not have them."""
    return [_encounter(campaign, id) for id in setup.encounters()]


def _character(campaign: Campaign, key: str) -> Character:
    ready, language = setup.characters()[key], get_language() or "en"
    fields = {
        "name": ready.title.in_language(language),
        "system": SYSTEM,
        "sheet": json.dumps(setup.sheet_of(ready, language)),
    }
    return Character.objects.get_or_create(campaign=campaign, key=key, defaults=fields)[0]


def _encounter(campaign: Campaign, id: str) -> Encounter:
    name = setup.encounters()[id].title.in_language(get_language() or "en")
    fields = {"setup": json.dumps(setup.encounter_setup(id, chosen=()))}
    return Encounter.objects.get_or_create(campaign=campaign, system=SYSTEM, name=name, defaults=fields)[0]

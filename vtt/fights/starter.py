"""What there is to begin with, put into a campaign: the ready characters and encounters of all games and of packs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules import registry
from rules.engine.system import System
from vtt.campaigns.models import TITLE_LENGTH, Campaign
from vtt.characters.models import Character
from vtt.fights import packs
from vtt.fights.models import Encounter

GAMES = {"harvest": _("Harvest"), "kamigakari": _("Kamigakari"), "magical_girls": _("Magical Girls")}
"""The names of the games, as people read them."""


def systems(*slugs: str) -> Iterator[System[Any]]:
    """These games, or all there are, with their packs."""
    return (packs.system(slug) for slug in slugs or registry.SLUGS)


def stock(campaign: Campaign, *slugs: str) -> None:
    """Everything ready of these games, or of all, so that a new campaign can fight at once."""
    for system in systems(*slugs):
        characters(campaign, system.characters, system.slug)
        encounters(campaign, system.slug)


def new_of(campaign: Campaign, slug: str) -> list[str]:
    """The names of the game's ready encounters that the campaign does not have yet, as packs bring them."""
    known = set(campaign.encounters.filter(system=slug).values_list("name", flat=True))
    titles = (each.title for each in packs.system(slug).encounters.values())
    missing = [title for title in titles if known.isdisjoint(title.names.values())]
    return [title.in_language(get_language() or "en") for title in missing]


def unpack(campaign: Campaign, *slugs: str) -> None:
    """What has come since the campaign was made, of these games or of all: packs, changes of ready encounters.

    Of a game that it has no encounters of, everything. Characters that it has stay as they are, its own by now.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        for system in systems(*slugs):
            if not campaign.encounters.filter(system=system.slug).exists():
                characters(campaign, system.characters, system.slug)
                encounters(campaign, system.slug)
            else:
                _unpack(campaign, system)


def _unpack(campaign: Campaign, system: System[Any]) -> None:
    own = registry.system(system.slug)
    characters(campaign, [key for key in system.characters if key not in own.characters], system.slug)
    for id in system.encounters:
        encounter, written = _encounter(campaign, system, id), _setup_of(system, id)
        if encounter.setup != written:
            encounter.setup = written
            encounter.save(update_fields=["setup"])


def ready(encounter: Encounter) -> str | None:
    """The id of the ready encounter that a campaign's is, known by its name; None for one of its own."""
    known = packs.system(encounter.system).encounters.items()
    return next((id for id, each in known if encounter.name in each.title.names.values()), None)


def party(encounter: Encounter) -> list[Character]:
    """The campaign's characters that the encounter is made for; none for one that names nobody."""
    id = ready(encounter)
    return _named(encounter, packs.system(encounter.system).encounters[id].characters if id else ())


def second_side(encounter: Encounter) -> tuple[Character, ...]:
    """Of those, in a match between players, the ones who stand against the others."""
    system, id = packs.system(encounter.system), ready(encounter)
    made_for = system.encounter_setup(id)["characters"] if id and system.matches else ()
    return tuple(_named(encounter, [each["name"] for each in made_for if each["side"] == system.sides[1]]))


def _named(encounter: Encounter, names: Iterable[str]) -> list[Character]:
    slug = encounter.system
    keys = [key for name in names for key in (name, f"{name}-{slug}")]
    return list(encounter.campaign.characters.filter(system=slug, key__in=keys).order_by("name"))


def first_party(slug: str = registry.SLUGS[0]) -> tuple[str, ...]:
    """The name-ids of the characters that the game's first ready encounter is made for."""
    first = next(iter(packs.system(slug).encounters.values()), None)
    return first.characters if first else ()


def characters(campaign: Campaign, keys: Iterable[str], slug: str = registry.SLUGS[0]) -> list[Character]:
    """The game's ready characters with these name-ids, made where the campaign does not have them."""
    return [_character(campaign, packs.system(slug), key) for key in keys]


def encounters(campaign: Campaign, slug: str = registry.SLUGS[0]) -> list[Encounter]:
    """The game's ready encounters, made where the campaign does not have them."""
    system = packs.system(slug)
    return [_encounter(campaign, system, id) for id in system.encounters]


def _character(campaign: Campaign, system: System[Any], key: str) -> Character:
    """Where a character of another game has its name-id already, it gets the game's as well."""
    known = campaign.characters.filter(key__in=(key, f"{key}-{system.slug}"), system=system.slug).first()
    if known:
        return known
    is_taken, language = campaign.characters.filter(key=key).exists(), get_language() or "en"
    return Character.objects.create(
        campaign=campaign,
        key=f"{key}-{system.slug}" if is_taken else key,
        name=system.characters[key].title.in_language(language),
        system=system.slug,
        sheet=json.dumps(system.sheet_of(key, language)),
    )


def _encounter(campaign: Campaign, system: System[Any], id: str) -> Encounter:
    """Known by its name in any language: the next one who looks may read another."""
    title = system.encounters[id].title
    same = Encounter.objects.filter(campaign=campaign, system=system.slug, name__in=title.names.values())
    return same.first() or Encounter.objects.create(
        campaign=campaign,
        system=system.slug,
        name=title.in_language(get_language() or "en")[:TITLE_LENGTH],
        setup=_setup_of(system, id),
    )


def _setup_of(system: System[Any], id: str) -> str:
    return json.dumps(system.encounter_setup(id, chosen=()))

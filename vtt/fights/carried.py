"""What fights leave of characters: kept apart from the sheet, put over it by the next fight, gone after a rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from rules.engine.text import Text
from vtt.characters.models import Character
from vtt.fights import packs
from vtt.fights.models import Fight
from vtt.fights.moments import at, pins_of, system_of


@dataclass(frozen=True)
class Load:
    """Who carries something, and what."""

    name: str
    words: list[Text]


def words(character: Character) -> list[Text]:
    """What fights left, in the words of its game; nothing where nothing is left."""
    if not character.carried:
        return []
    return packs.system(character.system).carried(json.loads(character.sheet), character.carried)


def is_helpless(character: Character) -> bool:
    """Whether what fights left keeps it from doing anything in the next one."""
    return bool(character.carried) and packs.system(character.system).begins_helpless(character.as_left)


def loads(fight: Fight) -> list[Load]:
    """What its characters will carry when this fight, which is over, is closed."""
    if fight.phase != Fight.Phase.ENDED:
        return []
    left = (Load(each.name, words(each)) for each in _left(fight, fight.campaign.characters.order_by("name")))
    return [each for each in left if each.words]


def write_back(fight: Fight) -> None:
    """The characters carry what the fight leaves: only the fields it names, so others stay from fights before."""
    for character in _left(fight, fight.campaign.characters.select_for_update().order_by("pk")):
        character.save(update_fields=["carried"])


def rest(characters: QuerySet[Character]) -> None:
    """Who carries something carries nothing any more: the next fight begins with the sheet as it was made."""
    with transaction.atomic():
        for character in characters.select_for_update().order_by("pk"):
            if words(character):
                character.carried = {}
                character.save(update_fields=["carried"])


def _left(fight: Fight, characters: QuerySet[Character]) -> Iterator[Character]:
    """Its characters as it leaves them, not saved."""
    left = system_of(fight).after(at(fight.pk, fight.version).snapshot.state, pins_of(fight.pk))
    for character in characters.filter(key__in=left):
        character.carried = character.carried | left[character.key]
        yield character

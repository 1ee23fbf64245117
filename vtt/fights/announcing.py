"""Says "fight 7 is at version 42", and nothing else: to this process' hub at once, to others by the channel layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.dispatch import receiver

from vtt.campaigns.rights import rights_changed
from vtt.fights.models import Fight

Listener = Callable[[int, int], None]
_listeners: list[Listener] = []


def group_of(fight_id: int) -> str:
    """The channel layer's group for a fight: all processes with browsers at its table."""
    return f"fight.{fight_id}"


def message(fight_id: int, version: int) -> dict[str, Any]:
    """What travels through the channel layer."""
    return {"type": "fight.version", "fight": fight_id, "version": version}


def listen(listener: Listener) -> None:
    """Have `listener` told, in the committing thread; it hands the news on to the channel layer itself."""
    _listeners[:] = [listener]


def stop_listening(listener: Listener) -> None:
    """Tell `listener` no more."""
    if listener in _listeners:
        _listeners.remove(listener)


def tell(fight_id: int, version: int) -> None:
    """Announce a committed version."""
    for listener in _listeners:
        listener(fight_id, version)
    if not _listeners:
        async_to_sync(get_channel_layer().group_send)(group_of(fight_id), message(fight_id, version))


@receiver(rights_changed)
def tell_campaign(campaign_id: int, **_signal: Any) -> None:
    """Have the sockets of all the campaign's fights look their rights up again."""
    for fight_id, version in Fight.objects.filter(campaign=campaign_id).values_list("pk", "version"):
        tell(fight_id, version)

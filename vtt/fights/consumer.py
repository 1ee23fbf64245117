"""The websocket of a table page. Origin and Host were checked before it is reached (`vtt.asgi`)."""

from __future__ import annotations

import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import QueryDict

from vtt.fights.codes import BAD_MESSAGE, NO_TABLE
from vtt.fights.hub import in_pool, the_hub
from vtt.fights.room import Room
from vtt.fights.sockets import Credential, Socket

MESSAGE_LENGTH = 200
"""Characters; a browser has little to say here."""
LANGUAGES = dict(settings.LANGUAGES)


class TableSocket(AsyncWebsocketConsumer):
    """Says hello with the version its page shows; then only listens. What people do is posted, not sent here."""

    channel_layer_alias = ""
    """None: the hub subscribes once for the whole process."""

    async def connect(self) -> None:
        """Take the browser in, or close at once with the reason's code."""
        self.socket: Socket | None = None
        self.room: Room | None = None
        credential = _credential(self.scope)
        place = await in_pool(credential.place)()
        await self.accept()
        if place is None:
            await self.close(NO_TABLE)
            return
        self.socket = Socket(credential, place, _language(self.scope), self._send_text, self.close)

    async def _send_text(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """`hello` and `whole?`; anything else closes the socket."""
        said = _read(text_data)
        if self.socket is None or self.socket.is_closed:
            return
        match said:
            case {"type": "hello", "version": int(version)} if self.room is None:
                self.socket.shown = version
                self.room = the_hub().join(self.socket)
            case {"type": "whole?"} if self.room is not None:
                self.socket.shown = None
                self.room.look_again()
            case _:
                await self.socket.close(BAD_MESSAGE)

    async def disconnect(self, code: int) -> None:
        """The browser is gone."""
        if self.room and self.socket:
            self.room.leave(self.socket)
        elif self.socket:
            self.socket.end()


def _credential(scope: dict[str, Any]) -> Credential:
    found = scope["url_route"]["kwargs"]
    token = found.get("token", "")
    session_key = None if token else scope["session"].session_key
    return Credential(found["fight_id"], found.get("name", ""), session_key, token)


def _language(scope: dict[str, Any]) -> str:
    """The language of the page, as it says itself."""
    wanted = QueryDict(scope.get("query_string", b"")).get("lang", "")
    return wanted if wanted in LANGUAGES else settings.LANGUAGE_CODE


def _read(text: str | None) -> Any:
    if text is None or len(text) > MESSAGE_LENGTH:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None

"""Websocket addresses: each is `live/` relative to its page."""

from django.urls import path

from vtt.fights.consumer import TableSocket

websocket_urlpatterns = [
    path("fights/<row:fight_id>/<slug:name>/live/", TableSocket.as_asgi()),
    path("watch/<str:token>/fights/<row:fight_id>/live/", TableSocket.as_asgi()),
]

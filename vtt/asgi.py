"""The server's door: HTTP goes to Django, websockets to the tables."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vtt.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from channels.sessions import SessionMiddlewareStack
from django.urls import re_path

from vtt.fights.routing import websocket_urlpatterns
from vtt.own_host import OwnHostOnly
from vtt.quiet_log import hush_daphne

hush_daphne()
tables = URLRouter([*websocket_urlpatterns, re_path("", WebsocketDenier.as_asgi())])
sockets = OwnHostOnly(AllowedHostsOriginValidator(SessionMiddlewareStack(tables)))
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})

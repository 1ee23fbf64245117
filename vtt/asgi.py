"""The server's door: HTTP goes to Django, websockets to the tables."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vtt.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack

from vtt.own_host import OwnHostOnly
from vtt.quiet_log import hush_daphne


def socket_routes() -> list[Any]:
    """The websocket addresses of the apps that have some."""
    found = find_spec("vtt.fights.routing")
    return list(import_module("vtt.fights.routing").websocket_urlpatterns) if found else []


hush_daphne()
sockets = OwnHostOnly(AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter(socket_routes()))))
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})

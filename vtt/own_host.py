"""Refuses websockets that were opened under a host name that is not ours."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnHostOnly:
    """ASGI middleware: Django checks the Host of pages, this checks it for sockets (against DNS rebinding)."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Hands an allowed socket on and closes any other."""
        application = self.application if _is_own(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def _is_own(scope: dict[str, Any]) -> bool:
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)

"""Shows a link that leads nowhere as one plain page, whichever view met it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from vtt.campaigns.links import BadLink

Answer = Callable[[HttpRequest], HttpResponse]


class BadLinkPage:
    """Middleware: turns a BadLink raised by a view into its page (404 unknown, 410 dead)."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hands the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """The page for a bad link; None leaves any other exception to Django."""
        if not isinstance(problem, BadLink):
            return None
        page = render(request, "campaigns/bad_link.html", {"problem": problem}, status=problem.status)
        add_never_cache_headers(page)
        return page

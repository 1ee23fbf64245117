"""What is said to a request that is no honest form's: too many fields, too much of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  (Django hands it over)
    """A sentence for htmx, a plain page for others."""
    if request.headers.get("HX-Request") == "true":
        said = {"sentence": _("That was more than a form here can hold. Nothing was changed.")}
        return render(request, "fights/refusal.html", said, status=400)
    return render(request, "400.html", status=400)

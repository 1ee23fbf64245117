"""Where pages live."""

from __future__ import annotations

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("vtt.campaigns.urls")),
    path("account/", include("vtt.accounts.urls")),
    path("language/", include("django.conf.urls.i18n")),
]
if find_spec("vtt.fights.urls"):
    urlpatterns.append(path("fights/", include("vtt.fights.urls")))
if find_spec("vtt.fights.watch_urls"):
    urlpatterns.append(path("watch/<str:token>/fights/", include("vtt.fights.watch_urls")))

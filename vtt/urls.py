"""Where pages live."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("vtt.campaigns.urls")),
    path("account/", include("vtt.accounts.urls")),
    path("fights/", include("vtt.fights.urls")),
    path("watch/<str:token>/fights/", include("vtt.fights.watch_urls")),
    path("language/", include("django.conf.urls.i18n")),
]

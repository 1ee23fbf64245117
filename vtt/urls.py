"""Where pages live."""

from __future__ import annotations

from django.urls import include, path

handler400 = "vtt.too_much.bad_request"
urlpatterns = [
    path("", include("vtt.campaigns.urls")),
    path("account/", include("vtt.accounts.urls")),
    path("fights/", include("vtt.fights.urls")),
    path("watch/<str:token>/fights/", include("vtt.fights.watch_urls")),
    path("language/", include("django.conf.urls.i18n")),
]
